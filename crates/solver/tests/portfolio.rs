//! The portfolio against enumeration, with each layer left out in turn, and on puzzles.

use trine_base::Stream;
use trine_expr::{
    Assignment, BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, MathFunction, Tape,
    Term, TermPool,
};
use trine_solver::{Answer, LAYERS, Limits, Portfolio, Solver, Unknown};

fn solve(pool: &mut TermPool, constraints: &[Term]) -> Answer {
    Solver::default().solve(pool, constraints, &Assignment::new(), &Limits::default())
}

/// A random condition over variables of four bits.
fn condition(pool: &mut TermPool, stream: &mut Stream, variables: &[Term], depth: u32) -> Term {
    if depth == 0 {
        let (a, b) = (value(pool, stream, variables, 2), value(pool, stream, variables, 2));
        let op = [CompareOp::Eq, CompareOp::Ult, CompareOp::Slt][stream.position(3)];
        return pool.compare(op, a, b);
    }
    let (a, b) =
        (condition(pool, stream, variables, depth - 1), condition(pool, stream, variables, depth - 1));
    match stream.position(4) {
        0 => pool.or(a, b),
        1 => pool.not(a),
        2 => pool.binary(BinaryOp::Xor, a, b),
        _ => pool.and(a, b),
    }
}

fn value(pool: &mut TermPool, stream: &mut Stream, variables: &[Term], depth: u32) -> Term {
    if depth == 0 || stream.chance(0.3) {
        return match stream.position(3) {
            0 => pool.constant(u128::from(stream.below(16)), 4),
            _ => variables[stream.position(variables.len())],
        };
    }
    let (a, b) = (value(pool, stream, variables, depth - 1), value(pool, stream, variables, depth - 1));
    let op = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::SRem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Shl,
        BinaryOp::AShr,
    ][stream.position(9)];
    pool.binary(op, a, b)
}

fn has_model(pool: &TermPool, constraints: &[Term], variables: &[Term]) -> bool {
    let ids: Vec<_> = variables.iter().map(|&term| pool.variables_of(&[term])[0]).collect();
    let mut tape = Tape::new(pool, constraints);
    (0..1u128 << (4 * ids.len())).any(|number| {
        let mut assignment = Assignment::new();
        for (at, &id) in ids.iter().enumerate() {
            assignment.set(id, number >> (4 * at) & 15);
        }
        tape.evaluate(&assignment).iter().all(|&value| value == 1)
    })
}

#[test]
fn every_portfolio_agrees_with_enumeration() {
    let mut stream = Stream::new(3, "portfolio");
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for _ in 0..150 {
        let mut pool = TermPool::new();
        let variables: Vec<_> = (0..3).map(|at| pool.variable(format!("v{at}"), 4)).collect();
        let count = 2 + stream.position(4);
        let constraints: Vec<_> =
            (0..count).map(|_| condition(&mut pool, &mut stream, &variables, 1)).collect();
        let expected = has_model(&pool, &constraints, &variables);
        for without in LAYERS.iter().take(8).map(Some).chain([None]) {
            let mut solver = Solver::new(&Portfolio {
                without: without.map(|name| (*name).to_owned()).into_iter().collect(),
                ..Portfolio::default()
            });
            let answer = solver.solve(&mut pool, &constraints, &Assignment::new(), &Limits::default());
            match answer {
                Answer::Satisfiable(_) => assert!(expected, "without {without:?}"),
                Answer::Unsatisfiable => assert!(!expected, "without {without:?}"),
                Answer::Unknown(reason) => panic!("without {without:?}: {reason}"),
            }
            assert_eq!(solver.statistics().wrong_models, 0);
        }
        if expected { satisfiable += 1 } else { unsatisfiable += 1 }
    }
    assert!(
        satisfiable > 20 && unsatisfiable > 20,
        "both answers are exercised: {satisfiable}, {unsatisfiable}"
    );
}

#[test]
fn a_path_asked_branch_by_branch_keeps_its_answers() {
    let mut pool = TermPool::new();
    let mut solver = Solver::default();
    let bytes: Vec<_> = (0..8).map(|at| pool.variable(format!("s[{at}]"), 8)).collect();
    let mut path = Vec::new();
    let mut hint = Assignment::new();
    for (at, byte) in b"Trine-22".iter().enumerate() {
        let wanted = pool.constant(u128::from(*byte), 8);
        let equal = pool.equal(bytes[at], wanted);
        path.push(equal);
        let Answer::Satisfiable(model) = solver.solve(&mut pool, &path, &hint, &Limits::default()) else {
            panic!("byte {at} has a value");
        };
        hint = model;
    }
    let text: Vec<u8> = bytes.iter().map(|&byte| hint.get(pool.variables_of(&[byte])[0]) as u8).collect();
    assert_eq!(text, b"Trine-22");
    let not_first = pool.not(path[0]);
    path.push(not_first);
    assert_eq!(solver.solve(&mut pool, &path, &hint, &Limits::default()), Answer::Unsatisfiable);
}

#[test]
fn a_product_of_two_unknowns_is_factored() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.variable("x", 32), pool.variable("y", 32));
    let product = pool.binary(BinaryOp::Mul, x, y);
    let wanted = pool.constant(10_403, 32);
    let equal = pool.equal(product, wanted);
    let thousand = pool.constant(1000, 32);
    let one = pool.constant(1, 32);
    let bounds = [
        pool.compare(CompareOp::Ult, x, thousand),
        pool.compare(CompareOp::Ult, y, thousand),
        pool.compare(CompareOp::Ult, one, x),
        pool.compare(CompareOp::Ult, one, y),
    ];
    let mut constraints = bounds.to_vec();
    constraints.push(equal);
    assert!(matches!(solve(&mut pool, &constraints), Answer::Satisfiable(_)));
}

#[test]
fn float_equations_are_solved() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.variable("x", 64), pool.variable("y", 64));
    let square = pool.float_binary(FloatBinaryOp::Mul, Format::F64, x, x);
    let sum = pool.float_binary(FloatBinaryOp::Add, Format::F64, square, y);
    let wanted = pool.constant(trine_expr::float::from_f64(Format::F64, 2.5), 64);
    let equal = pool.float_compare(FloatCompareOp::Eq, Format::F64, sum, wanted);
    let one = pool.constant(trine_expr::float::from_f64(Format::F64, 1.0), 64);
    let above = pool.float_compare(FloatCompareOp::Lt, Format::F64, one, x);
    assert!(matches!(solve(&mut pool, &[equal, above]), Answer::Satisfiable(_)));
    let root = pool.float_unary(FloatUnaryOp::Sqrt, Format::F64, x);
    let four = pool.constant(trine_expr::float::from_f64(Format::F64, 4.0), 64);
    let exact = pool.float_compare(FloatCompareOp::Eq, Format::F64, root, four);
    assert!(matches!(solve(&mut pool, &[exact]), Answer::Satisfiable(_)));
}

#[test]
fn functions_of_the_library_are_searched_and_never_refuted() {
    let mut pool = TermPool::new();
    let x = pool.variable("x", 64);
    let sine = pool.math(MathFunction::Sin, Format::F64, x, x);
    let bound = pool.constant(trine_expr::float::from_f64(Format::F64, 0.99), 64);
    let above = pool.float_compare(FloatCompareOp::Lt, Format::F64, bound, sine);
    assert!(matches!(solve(&mut pool, &[above]), Answer::Satisfiable(_)));
    let two = pool.constant(trine_expr::float::from_f64(Format::F64, 2.0), 64);
    let impossible = pool.float_compare(FloatCompareOp::Lt, Format::F64, two, sine);
    let answer = solve(&mut pool, &[impossible]);
    assert_eq!(answer, Answer::Unknown(Unknown::NotExpressible(MathFunction::Sin)));
}

#[test]
fn a_limit_is_said_and_is_no_refutation() {
    let mut pool = TermPool::new();
    let constraints = product_of_large_primes(&mut pool);
    let mut solve =
        |limits: Limits| Solver::default().solve(&mut pool, &constraints, &Assignment::new(), &limits);
    let few = Limits { conflicts: 100, evaluations: 100, ..Limits::default() };
    assert_eq!(solve(few), Answer::Unknown(Unknown::ConflictLimit));
    assert_eq!(solve(Limits { gates: 1000, ..few }), Answer::Unknown(Unknown::CircuitTooLarge));
    let passed = Some(std::time::Instant::now());
    assert_eq!(solve(Limits { deadline: passed, ..few }), Answer::Unknown(Unknown::TimedOut));
}

#[test]
fn a_circuit_that_is_too_large_takes_no_more_work_than_was_granted() {
    let mut pool = TermPool::new();
    let constraints = product_of_large_primes(&mut pool);
    let mut solver = Solver::default();
    for effort in [20_000, 80_000] {
        let before = solver.statistics().effort;
        let limits = Limits { evaluations: 0, effort, ..Limits::default() };
        let answer = solver.solve(&mut pool, &constraints, &Assignment::new(), &limits);
        assert_eq!(answer, Answer::Unknown(Unknown::CircuitTooLarge));
        // A product of 64 bits alone has thousands of gates, of a hundred units each.
        let taken = solver.statistics().effort - before;
        assert!(taken <= effort * 5 / 4, "{taken} of {effort}");
    }
}

#[test]
fn a_text_that_is_said_character_by_character_is_put_in_at_once() {
    let mut pool = TermPool::new();
    let units: Vec<Term> = (0..20).map(|at| pool.variable(format!("unit{at}"), 8)).collect();
    let mut hash = pool.constant(0, 32);
    for &unit in &units {
        let (base, unit) = (pool.constant(31, 32), pool.zero_extend(unit, 32));
        let moved = pool.binary(BinaryOp::Mul, hash, base);
        hash = pool.binary(BinaryOp::Add, moved, unit);
    }
    let text = b"twenty letters of it";
    let code = text.iter().fold(0u32, |hash, &unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)));
    let mut constraints: Vec<Term> = Vec::new();
    for (&unit, &letter) in units.iter().zip(text) {
        let letter = pool.constant(u128::from(letter), 8);
        constraints.push(pool.equal(unit, letter));
    }
    let code = pool.constant(u128::from(code), 32);
    constraints.push(pool.equal(hash, code));
    let mut solver = Solver::default();
    let limits = Limits { gates: 0, ..Limits::default() };
    let answer = solver.solve(&mut pool, &constraints, &Assignment::new(), &limits);
    assert!(matches!(answer, Answer::Satisfiable(_)), "{answer:?}: no gate is left");
}

/// Two 64-bit factors of a product of large primes: hard for everybody.
fn product_of_large_primes(pool: &mut TermPool) -> Vec<Term> {
    let (x, y) = (pool.variable("x", 64), pool.variable("y", 64));
    let (wide_x, wide_y) = (pool.zero_extend(x, 128), pool.zero_extend(y, 128));
    let product = pool.binary(BinaryOp::Mul, wide_x, wide_y);
    let wanted = pool.constant(18_446_744_073_709_551_557 * 18_446_744_073_709_551_533, 128);
    let equal = pool.equal(product, wanted);
    let one = pool.constant(1, 64);
    let bounds = [pool.compare(CompareOp::Ult, one, x), pool.compare(CompareOp::Ult, one, y)];
    vec![equal, bounds[0], bounds[1]]
}

#[test]
fn which_nan_an_operation_gives_is_never_refuted() {
    // Zero by zero, with the sign bit set: what x86-64 gives.
    let mut pool = TermPool::new();
    let (x, y) = (pool.variable("x", 64), pool.variable("y", 64));
    let quotient = pool.float_binary(FloatBinaryOp::Div, Format::F64, x, y);
    let sign = pool.extract(quotient, 63, 1);
    let is_nan = pool.float_compare(FloatCompareOp::Unordered, Format::F64, quotient, quotient);
    let zero = pool.constant(0, 64);
    let divides_by_zero = pool.equal(y, zero);
    let negative = pool.conjunction(&[sign, is_nan, divides_by_zero]);
    let positive = {
        let positive = pool.not(sign);
        pool.conjunction(&[positive, is_nan, divides_by_zero])
    };
    for query in [negative, positive] {
        assert_ne!(solve(&mut pool, &[query]), Answer::Unsatisfiable);
    }
}

/// FNV-1a of four bytes, each of them a letter, is `wanted`.
fn hash_of_letters(pool: &mut TermPool, wanted: u128) -> Vec<Term> {
    let prime = pool.constant(16_777_619, 32);
    let mut hash = pool.constant(2_166_136_261, 32);
    let mut constraints = Vec::new();
    for at in 0..4 {
        let byte = pool.variable(format!("c{at}"), 8);
        let (low, high) = (pool.constant(u128::from(b'a') - 1, 8), pool.constant(u128::from(b'z') + 1, 8));
        constraints.push(pool.compare(CompareOp::Ult, low, byte));
        constraints.push(pool.compare(CompareOp::Ult, byte, high));
        let wide = pool.zero_extend(byte, 32);
        let mixed = pool.binary(BinaryOp::Xor, hash, wide);
        hash = pool.binary(BinaryOp::Mul, mixed, prime);
    }
    let wanted = pool.constant(wanted, 32);
    constraints.push(pool.equal(hash, wanted));
    constraints
}

#[test]
fn a_hash_of_four_letters_is_inverted_or_refuted() {
    let mut pool = TermPool::new();
    let of_trin = hash_of_letters(&mut pool, 0x7294_3710);
    assert!(matches!(solve(&mut pool, &of_trin), Answer::Satisfiable(_)));
    // Of 26^4 texts, hardly any has this one: none.
    let of_none = hash_of_letters(&mut pool, 0x1234_5678);
    assert_eq!(solve(&mut pool, &of_none), Answer::Unsatisfiable);
}

#[test]
fn an_exact_product_is_factored_or_refuted() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.variable("x", 32), pool.variable("y", 32));
    let product = pool.binary(BinaryOp::Mul, x, y);
    let (wide_x, wide_y) = (pool.zero_extend(x, 64), pool.zero_extend(y, 64));
    let exact = pool.binary(BinaryOp::Mul, wide_x, wide_y);
    let again = pool.zero_extend(product, 64);
    let fits = pool.equal(exact, again);
    let one = pool.constant(1, 32);
    let bounds = [pool.compare(CompareOp::Ult, one, x), pool.compare(CompareOp::Ult, one, y)];
    // 65521 * 65537, and the largest prime of 32 bits.
    for (number, is_composite) in [(4_294_049_777, true), (4_294_967_291, false)] {
        let wanted = pool.constant(number, 32);
        let equal = pool.equal(product, wanted);
        let answer = solve(&mut pool, &[fits, equal, bounds[0], bounds[1]]);
        assert_eq!(matches!(answer, Answer::Satisfiable(_)), is_composite, "{number}: {answer:?}");
        assert_eq!(answer == Answer::Unsatisfiable, !is_composite, "{number}");
    }
}

#[test]
fn exact_products_agree_with_enumeration() {
    let mut stream = Stream::new(1, "products");
    for round in 0..400 {
        let mut pool = TermPool::new();
        let variables = [pool.variable("x", 4), pool.variable("y", 4)];
        let factors = [0, 1].map(|_| value(&mut pool, &mut stream, &variables, 1));
        let [a, b] = match round % 2 {
            0 => factors.map(|factor| pool.zero_extend(factor, 8)),
            _ => factors.map(|factor| pool.sign_extend(factor, 8)),
        };
        let product = pool.binary(BinaryOp::Mul, a, b);
        let wanted = pool.constant(u128::from(stream.below(256)), 8);
        let equal = pool.equal(product, wanted);
        let constraints = [equal, condition(&mut pool, &mut stream, &variables, 1)];
        let answer = solve(&mut pool, &constraints);
        let expected = has_model(&pool, &constraints, &variables);
        assert_eq!(matches!(answer, Answer::Satisfiable(_)), expected, "round {round}: {answer:?}");
        assert_eq!(answer == Answer::Unsatisfiable, !expected, "round {round}");
    }
}
