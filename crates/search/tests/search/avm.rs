//! The alternating variable method on objectives whose landscape is known.

use crate::unit::{at, equal};
use std::sync::Arc;
use trine_base::Stream;
use trine_ir::{FloatPredicate, IntPredicate};
use trine_search::distance::{float, int};
use trine_search::{Avm, AvmConfig, ConstantPool, Fitness, Outcome, RandomValues};
use trine_testcase::{FloatFormat, LeafKind};

fn int_kind(bits: u32, signed: bool) -> LeafKind {
    LeafKind::Int { bits, signed }
}

fn double() -> LeafKind {
    LeafKind::Float(FloatFormat::F64)
}

fn float_equal(a: f64, b: f64) -> f64 {
    float::distance(FloatPredicate::Oeq, a, b, a == b, true)
}

struct Result {
    outcome: Outcome,
    evaluations: u64,
    leaves: Vec<u128>,
}

fn search(kinds: &[LeafKind], start: &[u128], budget: u64, fitness: impl Fn(&[u128]) -> Fitness) -> Result {
    let mut left = budget;
    let mut objective = |leaves: &[u128]| {
        left = left.checked_sub(1)?;
        Some(fitness(leaves))
    };
    let mut avm = Avm::new(kinds, AvmConfig::default());
    let mut stream = Stream::new(1, "avm");
    let outcome = avm.run(start, &RandomValues::default(), &mut stream, &mut objective);
    Result { outcome, evaluations: avm.evaluations(), leaves: avm.best().0.to_vec() }
}

fn solved(kinds: &[LeafKind], start: &[u128], budget: u64, fitness: impl Fn(&[u128]) -> Fitness) -> Result {
    let result = search(kinds, start, budget, fitness);
    assert_eq!(result.outcome, Outcome::Solved, "after {} evaluations", result.evaluations);
    result
}

#[test]
fn equality_is_solved_at_every_width() {
    for (bits, budget) in [(1, 4), (8, 60), (16, 200), (32, 500), (64, 1500), (128, 6000)] {
        for signed in [false, true] {
            let kind = int_kind(bits, signed);
            for goal in [kind.from_int(kind.int_range().1 / 3), kind.from_int(kind.int_range().1), 0] {
                let kinds = std::slice::from_ref(&kind);
                let result = solved(kinds, &[1], budget, |x| at(0, equal(bits, x[0], goal)));
                assert_eq!(result.leaves, [goal], "i{bits}");
            }
        }
    }
}

#[test]
fn conjunctions_are_solved_level_by_level() {
    let kinds = vec![int_kind(32, true); 3];
    let fitness = |x: &[u128]| {
        let goals = [1_000_003u128, 77, u128::from(-5i32 as u32)];
        let missed = (0..3).find(|&i| x[i] != goals[i]);
        missed.map_or(Fitness::COVERED, |i| at(2 - i as u32, equal(32, x[i], goals[i])))
    };
    let result = solved(&kinds, &[0, 0, 0], 2000, fitness);
    assert_eq!(result.leaves[1], 77);
}

#[test]
fn a_dependence_between_variables_is_followed() {
    let kinds = vec![int_kind(32, true); 2];
    let fitness = |x: &[u128]| match equal(32, x[0], x[1]) {
        0.0 => at(0, int::distance(IntPredicate::Sgt, 32, x[0], 1000, true)),
        d => at(1, d),
    };
    solved(&kinds, &[5, 90], 5000, fitness);
}

#[test]
fn float_equations_are_solved_to_the_last_bit() {
    for goal in [0.1, -273.15, 1e-20, 6.02e23, 1.0 / 3.0, f64::MAX, 5e-324] {
        let value = |bits: u128| f64::from_bits(bits as u64);
        let result = solved(&[double()], &[0], 3000, |x| at(0, float_equal(value(x[0]), goal)));
        assert_eq!(value(result.leaves[0]), goal);
    }
}

#[test]
fn a_linear_float_equation_is_solved() {
    let celsius = |x: &[u128]| (f64::from_bits(x[0] as u64) - 32.0) * 5.0 / 9.0;
    solved(&[double()], &[u128::from(1e300f64.to_bits())], 3000, |x| at(0, float_equal(celsius(x), 37.5)));
}

#[test]
fn a_single_precision_and_an_extended_value_are_found_too() {
    for format in [FloatFormat::F32, FloatFormat::F80] {
        let kinds = [LeafKind::Float(format)];
        solved(&kinds, &[0], 3000, |x| at(0, float_equal(format.to_f64(x[0]), 1536.75)));
    }
}

#[test]
fn a_plateau_is_left_by_a_restart() {
    // Only the lower half of the values has a gradient; the start lies in the other.
    let fitness = |x: &[u128]| match x[0] {
        0..0x8000_0000 => at(0, equal(32, x[0], 123_456)),
        _ => at(1, 1.0),
    };
    solved(&[int_kind(32, false)], &[0xc000_0000], 5000, fitness);
}

#[test]
fn a_step_function_is_climbed_by_coarser_moves() {
    let fitness = |x: &[u128]| at(0, equal(32, x[0] >> 12, 700));
    let mut avm = Avm::new(
        &[const { LeafKind::Int { bits: 32, signed: false } }],
        AvmConfig { restarts: 0, ..AvmConfig::default() },
    );
    let mut objective = |x: &[u128]| Some(fitness(x));
    let outcome = avm.run(&[1 << 31], &RandomValues::default(), &mut Stream::new(1, "steps"), &mut objective);
    assert_eq!(outcome, Outcome::Solved);
    assert!(avm.evaluations() < 600, "{}", avm.evaluations());
}

#[test]
fn enumerations_characters_and_booleans_are_searched() {
    let values = vec![3, 17, 400, -2];
    let kinds = [
        LeafKind::Enum { bits: 32, signed: true, values },
        LeafKind::Char { bits: 8, signed: true },
        LeafKind::Bool,
    ];
    let fitness = |x: &[u128]| match (x[0], x[1], x[2]) {
        (400, 0x7a, 1) => Fitness::COVERED,
        (400, 0x7a, _) => at(0, 1.0),
        (400, ..) => at(1, equal(8, x[1], 0x7a)),
        _ => at(2, 1.0),
    };
    solved(&kinds, &[3, 0, 0], 300, fitness);
}

#[test]
fn leaves_without_influence_cost_little() {
    let kinds = vec![int_kind(32, true); 40];
    let fitness = |x: &[u128]| at(0, equal(32, x[39], 1 << 20));
    let result = solved(&kinds, &[0; 40], 2000, fitness);
    assert!(result.evaluations < 600, "{}", result.evaluations);
}

#[test]
fn the_search_stops_when_the_objective_does() {
    let kinds = [int_kind(32, true)];
    let result = search(&kinds, &[0], 17, |_| at(0, 1.0));
    assert_eq!(result.outcome, Outcome::Exhausted);
    assert_eq!(result.evaluations, 18);
}

#[test]
fn without_restarts_left_a_local_optimum_is_stuck() {
    let kinds = [int_kind(16, true)];
    let mut avm = Avm::new(&kinds, AvmConfig { restarts: 3, ..AvmConfig::default() });
    let mut objective = |_: &[u128]| Some(at(1, 4.0));
    let outcome = avm.run(&[0], &RandomValues::default(), &mut Stream::new(1, "x"), &mut objective);
    assert_eq!(outcome, Outcome::Stuck);
    assert_eq!(avm.best().1, at(1, 4.0));
}

#[test]
fn no_leaves_are_evaluated_once() {
    let result = search(&[], &[], 10, |_| at(1, 1.0));
    assert_eq!((result.outcome, result.evaluations), (Outcome::Stuck, 1));
}

#[test]
fn the_same_seed_takes_the_same_way() {
    let kinds = vec![int_kind(32, true), double()];
    let run = || {
        search(&kinds, &[9, 9], 3000, |x| at(0, equal(32, x[0] & 0xfff, 0x0fed) + x[1].count_ones() as f64))
    };
    let (a, b) = (run(), run());
    assert_eq!((a.evaluations, a.leaves), (b.evaluations, b.leaves));
}

#[test]
fn mined_constants_reach_the_search_through_restarts() {
    let mut pool = ConstantPool::default();
    pool.add_integer(64, 0xdead_beef_0bad_cafe);
    let values = RandomValues::new(Arc::new(pool));
    let kinds = [int_kind(64, false)];
    let mut avm = Avm::new(&kinds, AvmConfig { restarts: 50, ..AvmConfig::default() });
    let magic = |x: &[u128]| Some(if x[0] == 0xdead_beef_0bad_cafe { Fitness::COVERED } else { at(0, 1.0) });
    let outcome = avm.run(&[0], &values, &mut Stream::new(1, "magic"), &mut { magic });
    assert_eq!(outcome, Outcome::Solved);
}
