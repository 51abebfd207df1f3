//! Rewriting keeps values: every operator on every value of small widths, and random graphs.

use crate::evaluate::{Assignment, binary, compare, mask, signed, unary};
use crate::{BinaryOp, CompareOp, Term, TermPool, UnaryOp};
use trine_base::Stream;

const BINARY: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
];
const COMPARE: [CompareOp; 3] = [CompareOp::Eq, CompareOp::Ult, CompareOp::Slt];

/// A random term with the value it must have under each of some assignments.
struct Random {
    pool: TermPool,
    stream: Stream,
    assignments: Vec<Assignment>,
    /// Terms so far with their expected values.
    terms: Vec<(Term, Vec<u128>)>,
}

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Self {
            pool: TermPool::new(),
            stream: Stream::new(seed, "random terms"),
            assignments: vec![Assignment::new(); 6],
            terms: Vec::new(),
        };
        for width in [1, 1, 3, 4, 4, 8, 8, 8, 16, 32, 64] {
            let term = random.pool.variable(format!("v{}", random.terms.len()), width);
            let variable = random.pool.variables_of(&[term])[0];
            let mut values = Vec::new();
            for assignment in &mut random.assignments {
                let bits = random_bits(&mut random.stream, width);
                assignment.set(variable, bits);
                values.push(bits);
            }
            random.terms.push((term, values));
        }
        random
    }

    fn pick(&mut self) -> (Term, Vec<u128>) {
        let at = self.stream.position(self.terms.len());
        self.terms[at].clone()
    }

    /// Another term of the same width: one there is, or a constant.
    fn partner(&mut self, width: u32) -> (Term, Vec<u128>) {
        let fitting: Vec<_> =
            self.terms.iter().filter(|(term, _)| self.pool.width(*term) == width).cloned().collect();
        if self.stream.chance(0.4) {
            let bits = random_bits(&mut self.stream, width);
            return (self.pool.constant(bits, width), vec![bits; self.assignments.len()]);
        }
        fitting[self.stream.position(fitting.len())].clone()
    }

    fn grow(&mut self) {
        let (a, x) = self.pick();
        let width = self.pool.width(a);
        let (term, values): (Term, Vec<u128>) = match self.stream.position(9) {
            0 => {
                let op = if self.stream.chance(0.5) { UnaryOp::Not } else { UnaryOp::Neg };
                (self.pool.unary(op, a), x.iter().map(|&x| unary(op, width, x)).collect())
            }
            1..=3 => {
                let (b, y) = self.partner(width);
                let op = BINARY[self.stream.position(BINARY.len())];
                let value = |(&x, &y)| binary(op, width, x, y);
                (self.pool.binary(op, a, b), x.iter().zip(&y).map(value).collect())
            }
            4 => {
                let (b, y) = self.partner(width);
                let op = COMPARE[self.stream.position(COMPARE.len())];
                let value = |(&x, &y)| u128::from(compare(op, width, x, y));
                (self.pool.compare(op, a, b), x.iter().zip(&y).map(value).collect())
            }
            5 => {
                let (b, y) = self.partner(width);
                let (c, z) = self.partner(1);
                let value = |((&x, &y), &z)| if z == 1 { x } else { y };
                (self.pool.ite(c, a, b), x.iter().zip(&y).zip(&z).map(value).collect())
            }
            6 => {
                let low = self.stream.position(width as usize) as u32;
                let kept = 1 + self.stream.position((width - low) as usize) as u32;
                let value = |&x: &u128| x >> low & mask(kept);
                (self.pool.extract(a, low, kept), x.iter().map(value).collect())
            }
            7 => {
                let (b, y) = self.pick();
                let below = self.pool.width(b);
                if width + below > 128 {
                    return;
                }
                let value = |(&x, &y)| x << below | y;
                (self.pool.concat(a, b), x.iter().zip(&y).map(value).collect())
            }
            _ => {
                let wide = width + self.stream.position((128 - width) as usize + 1) as u32;
                if self.stream.chance(0.5) {
                    (self.pool.zero_extend(a, wide), x)
                } else {
                    let value = |&x: &u128| signed(x, width) as u128 & mask(wide);
                    (self.pool.sign_extend(a, wide), x.iter().map(value).collect())
                }
            }
        };
        self.terms.push((term, values));
    }
}

fn random_bits(stream: &mut Stream, width: u32) -> u128 {
    let bits = match stream.position(4) {
        0 => u128::from(stream.below(4)),
        1 => mask(width).wrapping_sub(u128::from(stream.below(3))),
        2 => 1 << stream.position(width as usize),
        _ => u128::from(stream.below(u64::MAX)) << 64 | u128::from(stream.below(u64::MAX)),
    };
    bits & mask(width)
}

#[test]
fn rewriting_keeps_the_value_of_random_graphs() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        for _ in 0..120 {
            random.grow();
            let (term, values) = random.terms.last().expect("a term was added").clone();
            for (assignment, expected) in random.assignments.iter().zip(values) {
                let value = random.pool.evaluate(term, assignment);
                let shown = random.pool.show(term);
                assert_eq!(value, expected, "seed {seed}, width {}: {shown}", random.pool.width(term));
            }
        }
    }
}

#[test]
fn rewriting_with_constants_keeps_every_value_of_small_widths() {
    for width in 1..=4 {
        let mut pool = TermPool::new();
        let x = pool.variable("x", width);
        let variable = pool.variables_of(&[x])[0];
        for k in 0..=mask(width) {
            let constant = pool.constant(k, width);
            let check = |term: Term, pool: &TermPool, value: &dyn Fn(u128) -> u128| {
                for bits in 0..=mask(width) {
                    let mut assignment = Assignment::new();
                    assignment.set(variable, bits);
                    let shown = pool.show(term);
                    assert_eq!(pool.evaluate(term, &assignment), value(bits), "x = {bits}, k = {k}: {shown}");
                }
            };
            for op in BINARY {
                let (left, right) = (pool.binary(op, x, constant), pool.binary(op, constant, x));
                check(left, &pool, &|bits| binary(op, width, bits, k));
                check(right, &pool, &|bits| binary(op, width, k, bits));
                let again = pool.binary(op, left, constant);
                check(again, &pool, &|bits| binary(op, width, binary(op, width, bits, k), k));
            }
            for op in COMPARE {
                let (left, right) = (pool.compare(op, x, constant), pool.compare(op, constant, x));
                check(left, &pool, &|bits| u128::from(compare(op, width, bits, k)));
                check(right, &pool, &|bits| u128::from(compare(op, width, k, bits)));
                let wide = pool.sign_extend(x, width + 3);
                for bound in 0..=mask(width + 3) {
                    let bound_term = pool.constant(bound, width + 3);
                    let term = pool.compare(op, wide, bound_term);
                    let value = |bits| signed(bits, width) as u128 & mask(width + 3);
                    check(term, &pool, &|bits| u128::from(compare(op, width + 3, value(bits), bound)));
                    let term = pool.compare(op, bound_term, wide);
                    check(term, &pool, &|bits| u128::from(compare(op, width + 3, bound, value(bits))));
                }
            }
        }
    }
}

#[test]
fn bytes_of_a_word_become_the_word_again() {
    let mut pool = TermPool::new();
    let word = pool.variable("word", 32);
    let bytes: Vec<_> = (0..4).map(|at| pool.extract(word, at * 8, 8)).collect();
    let mut read = bytes[0];
    for &byte in &bytes[1..] {
        read = pool.concat(byte, read);
    }
    assert_eq!(read, word);
    // As C code does it: b0 | b1 << 8 | b2 << 16 | b3 << 24.
    let mut value = pool.constant(0, 32);
    for (at, &byte) in bytes.iter().enumerate() {
        let wide = pool.zero_extend(byte, 32);
        let amount = pool.constant(at as u128 * 8, 32);
        let shifted = pool.binary(BinaryOp::Shl, wide, amount);
        value = pool.or(value, shifted);
    }
    assert_eq!(value, word);
}

#[test]
fn comparisons_of_widened_flags_become_the_flag() {
    let mut pool = TermPool::new();
    let x = pool.variable("x", 32);
    let five = pool.constant(5, 32);
    let less = pool.compare(CompareOp::Slt, x, five);
    let as_int = pool.zero_extend(less, 32);
    let zero = pool.constant(0, 32);
    let is_zero = pool.equal(as_int, zero);
    assert_eq!(pool.not(is_zero), less);
}

#[test]
fn a_part_of_a_hash_takes_a_step_per_term_and_not_per_path() {
    let mut pool = TermPool::new();
    let mut a = pool.variable("a", 32);
    let mut b = pool.variable("b", 32);
    for _ in 0..40 {
        let (high, low) = (pool.extract(a, 0, 19), pool.extract(a, 19, 13));
        let rotated = pool.concat(high, low);
        let mixed = pool.binary(BinaryOp::Xor, b, rotated);
        (a, b) = (mixed, pool.binary(BinaryOp::Add, a, mixed));
    }
    let before = pool.len();
    pool.extract(b, 0, 8);
    assert!(pool.len() - before < 40 * 32 * 32, "{} terms", pool.len() - before);
}
