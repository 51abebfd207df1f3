//! The bit-blaster against the processor: what the gates compute is what evaluation gives, on all
//! values of small widths, and on 100,000 random and edge pairs of large ones.
//!
//! Gates are simulated, 64 pairs at once; that their clauses say the same is tested beside them. A quotient
//! and a remainder are inputs of the circuit that must meet its demands: the processor's must meet them
//! and give its result, others must not. That the SAT solver finds them is tested on fewer pairs.

use std::cell::RefCell;
use std::collections::HashMap;
use trine_base::Stream;
use trine_expr::{
    Assignment, BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, Term, TermPool,
    UnaryOp,
};
use trine_solver::circuit::{Blaster, Simulation};
use trine_solver::sat::{Literal, SatAnswer, SatLimits, default_solver};

/// Random and edge pairs per operator.
const PAIRS: usize = 100_000;

const BINARY: [BinaryOp; 9] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
];
const DIVISIONS: [BinaryOp; 4] = [BinaryOp::UDiv, BinaryOp::SDiv, BinaryOp::URem, BinaryOp::SRem];
const COMPARE: [CompareOp; 3] = [CompareOp::Eq, CompareOp::Ult, CompareOp::Slt];

/// Operands of a term under test.
struct Operands {
    pool: TermPool,
    terms: Vec<Term>,
}

impl Operands {
    fn new(widths: &[u32]) -> Self {
        let mut pool = TermPool::new();
        let terms =
            widths.iter().enumerate().map(|(at, &width)| pool.variable(format!("x{at}"), width)).collect();
        Self { pool, terms }
    }

    fn assignment(&self, values: &[u128]) -> Assignment {
        let mut assignment = Assignment::new();
        for (&term, &value) in self.terms.iter().zip(values) {
            assignment.set(self.pool.variables_of(&[term])[0], value);
        }
        assignment
    }

    /// Simulates the circuit of `term` on all `inputs` and compares with evaluation.
    fn check(&self, name: &str, term: Term, inputs: &[Vec<u128>], same: impl Fn(u128, u128) -> bool) {
        let mut circuit = Circuit::new(self, term);
        for batch in inputs.chunks(64) {
            let simulation = circuit.simulate(batch);
            for (run, values) in batch.iter().enumerate() {
                let got = circuit.output(&simulation, run);
                let wanted = self.pool.evaluate(term, &self.assignment(values));
                assert!(
                    same(got, wanted),
                    "{name}{}: circuit {got:#x}, processor {wanted:#x}",
                    shown(values)
                );
            }
        }
    }
}

fn shown(values: &[u128]) -> String {
    format!("{:?}", values.iter().map(|value| format!("{value:#x}")).collect::<Vec<_>>())
}

/// The circuit of a term, with the words of its inputs.
struct Circuit {
    blaster: Blaster,
    /// The bits of each operand, then those of inputs that the circuit made itself, as words of the
    /// operands' width.
    inputs: Vec<Vec<Literal>>,
    output: Vec<Literal>,
}

impl Circuit {
    fn new(operands: &Operands, term: Term) -> Self {
        let mut blaster = Blaster::new(default_solver());
        let word =
            |blaster: &mut Blaster, term| blaster.word(&operands.pool, term).expect("a circuit").to_vec();
        let mut inputs: Vec<_> = operands.terms.iter().map(|&term| word(&mut blaster, term)).collect();
        let output = word(&mut blaster, term);
        let own = RefCell::new(Vec::new());
        let note = |literal| {
            if !inputs.iter().flatten().any(|&bit| bit == literal) {
                own.borrow_mut().push(literal);
            }
            0
        };
        let _ = blaster.gates().simulate(note);
        let width = inputs[0].len();
        inputs.extend(own.into_inner().chunks(width).map(<[Literal]>::to_vec));
        Self { blaster, inputs, output }
    }

    /// At most 64 runs, each with one value per word of `inputs`; words without one are zero.
    fn simulate(&mut self, batch: &[Vec<u128>]) -> Simulation {
        let mut values = HashMap::new();
        for (position, word) in self.inputs.iter().enumerate() {
            for (at, &bit) in word.iter().enumerate() {
                let of = |values: &Vec<u128>| (values.get(position).copied().unwrap_or(0) >> at & 1) as u64;
                let bits = batch.iter().enumerate();
                values.insert(bit, bits.fold(0, |all, (run, values)| all | of(values) << run));
            }
        }
        self.blaster.gates().simulate(|literal| values[&literal])
    }

    fn output(&self, simulation: &Simulation, run: usize) -> u128 {
        let bits = self.output.iter().enumerate();
        bits.fold(0, |all, (at, &bit)| all | u128::from(simulation.value(bit) >> run & 1) << at)
    }
}

fn all_pairs(width: u32) -> Vec<Vec<u128>> {
    (0..1u128 << (2 * width)).map(|both| vec![both & ((1 << width) - 1), both >> width]).collect()
}

fn random_bits(stream: &mut Stream, width: u32) -> u128 {
    let mask = u128::MAX >> (128 - width);
    let word = u128::from(stream.below(u64::MAX)) << 64 | u128::from(stream.below(u64::MAX));
    mask & match stream.position(6) {
        0 => u128::from(stream.below(70)),
        1 => mask.wrapping_sub(u128::from(stream.below(70))),
        2 => 1u128 << stream.position(width as usize),
        3 => (1u128 << stream.position(width as usize)).wrapping_sub(1),
        4 => word >> stream.position(127),
        _ => word,
    }
}

fn random_pairs(width: u32, count: usize) -> Vec<Vec<u128>> {
    let mut stream = Stream::new(7, "pairs");
    (0..count).map(|_| vec![random_bits(&mut stream, width), random_bits(&mut stream, width)]).collect()
}

#[test]
fn integer_circuits_agree_with_the_processor() {
    for width in [1, 2, 3, 4, 32, 64] {
        let inputs = if width <= 4 { all_pairs(width) } else { random_pairs(width, PAIRS) };
        let mut operands = Operands::new(&[width, width]);
        let [a, b] = operands.terms[..] else { unreachable!("two operands") };
        for op in BINARY {
            let term = operands.pool.binary(op, a, b);
            operands.check(&format!("{op:?}.{width}"), term, &inputs, |x, y| x == y);
        }
        for op in COMPARE {
            let term = operands.pool.compare(op, a, b);
            operands.check(&format!("{op:?}.{width}"), term, &inputs, |x, y| x == y);
        }
        for op in [UnaryOp::Not, UnaryOp::Neg] {
            let term = operands.pool.unary(op, a);
            operands.check(&format!("{op:?}.{width}"), term, &inputs, |x, y| x == y);
        }
    }
}

/// The quotient that the SAT solver finds for constant operands.
fn solved_division(
    op: BinaryOp,
    width: u32,
    x: u128,
    y: u128,
    blaster: &mut Blaster,
    operands: &Operands,
) -> u128 {
    let [a, b] = operands.terms[..] else { unreachable!("two operands") };
    let mut pool = operands.pool.clone();
    let term = pool.binary(op, a, b);
    let words = [a, b, term].map(|term| blaster.word(&pool, term).expect("a circuit"));
    let mut assumptions = Vec::new();
    for (word, value) in words.iter().zip([x, y]) {
        let bits = word.iter().enumerate();
        assumptions.extend(bits.map(|(at, &bit)| if value >> at & 1 == 1 { bit } else { !bit }));
    }
    let answer = blaster.gates().solver().solve(&assumptions, SatLimits::default());
    assert_eq!(answer, SatAnswer::Satisfiable, "{op:?}.{width}({x}, {y}) has a value");
    let bits = words[2].iter().enumerate();
    bits.fold(0, |all, (at, &bit)| all | u128::from(blaster.gates().value(bit)) << at)
}

#[test]
fn quotients_of_small_widths_are_those_of_the_processor() {
    for width in 1..=4 {
        let operands = Operands::new(&[width, width]);
        for op in DIVISIONS {
            let mut blaster = Blaster::new(default_solver());
            for values in all_pairs(width) {
                let got = solved_division(op, width, values[0], values[1], &mut blaster, &operands);
                let wanted = trine_expr::evaluate::binary(op, width, values[0], values[1]);
                assert_eq!(got, wanted, "{op:?}.{width}({}, {})", values[0], values[1]);
            }
        }
    }
}

#[test]
fn the_solver_finds_quotients_of_words() {
    for width in [32, 64] {
        let operands = Operands::new(&[width, width]);
        for op in DIVISIONS {
            for values in random_pairs(width, 12) {
                let mut blaster = Blaster::new(default_solver());
                let got = solved_division(op, width, values[0], values[1], &mut blaster, &operands);
                let wanted = trine_expr::evaluate::binary(op, width, values[0], values[1]);
                assert_eq!(got, wanted, "{op:?}.{width}({:#x}, {:#x})", values[0], values[1]);
            }
        }
    }
}

/// Dividend and divisor as the circuit divides them: without sign.
fn magnitudes(op: BinaryOp, width: u32, pair: &[u128]) -> (u128, u128) {
    let mask = u128::MAX >> (128 - width);
    let magnitude = |value: u128| match op {
        BinaryOp::SDiv | BinaryOp::SRem if value >> (width - 1) & 1 == 1 => value.wrapping_neg() & mask,
        _ => value,
    };
    (magnitude(pair[0]), magnitude(pair[1]))
}

/// A quotient and a remainder that are not those of `a / b`: near them, or right but for overflow.
fn wrong_quotient(stream: &mut Stream, width: u32, a: u128, b: u128) -> (u128, u128) {
    let mask = u128::MAX >> (128 - width);
    let (quotient, remainder) = (a / b, a % b);
    loop {
        let q = match stream.position(3) {
            0 => quotient.wrapping_add(1),
            1 => quotient.wrapping_sub(1),
            _ => random_bits(stream, width),
        } & mask;
        let r = match stream.position(4) {
            0 => remainder ^ 1 << stream.position(width as usize),
            // Exact in words, though not in numbers.
            _ => a.wrapping_sub(q.wrapping_mul(b)) & mask,
        };
        if (q, r) != (quotient, remainder) {
            return (q, r);
        }
    }
}

#[test]
fn quotients_of_the_processor_meet_the_demands_and_others_do_not() {
    for width in [32, 64] {
        let pairs = random_pairs(width, PAIRS);
        let mut operands = Operands::new(&[width, width]);
        let [a, b] = operands.terms[..] else { unreachable!("two operands") };
        for op in DIVISIONS {
            let term = operands.pool.binary(op, a, b);
            let mut circuit = Circuit::new(&operands, term);
            let mut stream = Stream::new(13, "quotients");
            for batch in pairs.chunks(64) {
                let with = |quotient: &mut dyn FnMut(u128, u128) -> (u128, u128)| -> Vec<Vec<u128>> {
                    let runs = batch.iter().map(|pair| {
                        let (x, y) = magnitudes(op, width, pair);
                        // By zero nothing is demanded.
                        let (q, r) = if y == 0 { (0, 0) } else { quotient(x, y) };
                        vec![pair[0], pair[1], q, r]
                    });
                    runs.collect()
                };
                let right = circuit.simulate(&with(&mut |x, y| (x / y, x % y)));
                let wrong = circuit.simulate(&with(&mut |x, y| wrong_quotient(&mut stream, width, x, y)));
                for (run, pair) in batch.iter().enumerate() {
                    let wanted = trine_expr::evaluate::binary(op, width, pair[0], pair[1]);
                    assert!(right.met() >> run & 1 == 1, "{op:?}.{width}{} is refused", shown(pair));
                    assert_eq!(circuit.output(&right, run), wanted, "{op:?}.{width}{}", shown(pair));
                    let accepted = wrong.met() >> run & 1 == 1;
                    assert_eq!(accepted, pair[1] == 0, "{op:?}.{width}{}: another one", shown(pair));
                }
            }
        }
    }
}

/// Bits of floats: special ones, neighbours of powers of two, random patterns, and values near each other.
fn random_float(stream: &mut Stream, format: Format) -> u128 {
    let (width, fraction) = (format.bits(), format.fraction_bits());
    let sign = u128::from(stream.below(2)) << (width - 1);
    let ones = (1u128 << format.exponent_bits()) - 1;
    let field = |exponent: u128| (exponent & ones) << fraction;
    let middle = ones >> 1;
    sign | match stream.position(8) {
        0 => field([0, 1, middle, ones - 1, ones][stream.position(5)]) | u128::from(stream.below(3)),
        1 => field(0) | random_bits(stream, fraction),
        2 => field(middle + u128::from(stream.below(140)) - 70) | random_bits(stream, fraction),
        3 => {
            (field(middle + u128::from(stream.below(6))) + u128::from(stream.below(4))).wrapping_sub(2)
                & ((1 << (width - 1)) - 1)
        }
        4 => trine_expr::float::from_f64(format, stream.below(2000) as f64 / 4.0),
        _ => random_bits(stream, width - 1),
    }
}

fn random_floats(format: Format, operands: usize) -> Vec<Vec<u128>> {
    let mut stream = Stream::new(11, "floats");
    (0..PAIRS).map(|_| (0..operands).map(|_| random_float(&mut stream, format)).collect()).collect()
}

fn same_float(format: Format) -> impl Fn(u128, u128) -> bool {
    move |x, y| x == y || (trine_expr::float::is_nan(format, x) && trine_expr::float::is_nan(format, y))
}

const FORMATS: [Format; 2] = [Format::F32, Format::F64];

#[test]
fn float_arithmetic_agrees_with_the_processor() {
    use FloatBinaryOp as Op;
    for format in FORMATS {
        let inputs = random_floats(format, 2);
        let mut operands = Operands::new(&[format.bits(), format.bits()]);
        let [a, b] = operands.terms[..] else { unreachable!("two operands") };
        for op in [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Min, Op::Max] {
            let term = operands.pool.float_binary(op, format, a, b);
            operands.check(&format!("{op:?}.{format:?}"), term, &inputs, same_float(format));
        }
        for op in [FloatCompareOp::Eq, FloatCompareOp::Lt, FloatCompareOp::Le, FloatCompareOp::Unordered] {
            let term = operands.pool.float_compare(op, format, a, b);
            operands.check(&format!("{op:?}.{format:?}"), term, &inputs, |x, y| x == y);
        }
    }
}

#[test]
fn float_remainders_agree_with_the_processor() {
    for format in FORMATS {
        let inputs = random_floats(format, 2);
        let mut operands = Operands::new(&[format.bits(), format.bits()]);
        let [a, b] = operands.terms[..] else { unreachable!("two operands") };
        let term = operands.pool.float_binary(FloatBinaryOp::Rem, format, a, b);
        operands.check(&format!("Rem.{format:?}"), term, &inputs, same_float(format));
    }
}

#[test]
fn float_functions_of_one_operand_agree_with_the_processor() {
    use FloatUnaryOp as Op;
    for format in FORMATS {
        let inputs = random_floats(format, 1);
        let mut operands = Operands::new(&[format.bits()]);
        let a = operands.terms[0];
        for op in [Op::Sqrt, Op::Floor, Op::Ceil, Op::Trunc, Op::Round, Op::RoundEven] {
            let term = operands.pool.float_unary(op, format, a);
            operands.check(&format!("{op:?}.{format:?}"), term, &inputs, same_float(format));
        }
    }
}

#[test]
fn fused_multiply_add_agrees_with_the_processor() {
    for format in FORMATS {
        let mut inputs = random_floats(format, 3);
        // Sums that nearly cancel.
        for values in inputs.iter_mut().step_by(3) {
            let product = trine_expr::float::binary(FloatBinaryOp::Mul, format, values[0], values[1]);
            values[2] = product ^ 1 << (format.bits() - 1);
        }
        let mut operands = Operands::new(&[format.bits(); 3]);
        let [a, b, c] = operands.terms[..] else { unreachable!("three operands") };
        let term = operands.pool.float_fma(format, a, b, c);
        operands.check(&format!("fma.{format:?}"), term, &inputs, same_float(format));
    }
}

#[test]
fn conversions_agree_with_the_processor() {
    for format in FORMATS {
        let other = if format == Format::F32 { Format::F64 } else { Format::F32 };
        let inputs = random_floats(format, 1);
        let mut operands = Operands::new(&[format.bits()]);
        let a = operands.terms[0];
        let term = operands.pool.float_convert(format, other, a);
        operands.check(&format!("{format:?} to {other:?}"), term, &inputs, same_float(other));
        for width in [32, 64] {
            let term = operands.pool.float_to_int(format, a, width);
            operands.check(&format!("{format:?} to i{width}"), term, &inputs, |x, y| x == y);
        }
        for width in [1, 8, 16, 32, 64] {
            let inputs: Vec<_> = random_pairs(width, PAIRS).into_iter().map(|pair| vec![pair[0]]).collect();
            let mut operands = Operands::new(&[width]);
            let a = operands.terms[0];
            for signed in [true, false] {
                let term = operands.pool.int_to_float(signed, format, a);
                operands
                    .check(&format!("i{width} to {format:?}, signed {signed}"), term, &inputs, |x, y| x == y);
            }
        }
    }
}

#[test]
fn tables_are_read_by_position_and_beyond_the_end() {
    let mut operands = Operands::new(&[8]);
    let index = operands.terms[0];
    for length in [1, 2, 3, 5, 8, 13, 200] {
        let elements: Vec<_> = (0..length).map(|at| operands.pool.constant(at * 37 + 5, 16)).collect();
        let term = operands.pool.lookup(index, &elements);
        let inputs: Vec<_> = (0..256).map(|value| vec![value]).collect();
        operands.check(&format!("table of {length}"), term, &inputs, |x, y| x == y);
    }
}
