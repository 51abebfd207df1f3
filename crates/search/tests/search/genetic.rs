//! The genetic algorithm on objectives whose landscape is known, and on branches of small functions.

use crate::unit::{TestUnit, edge, equal};
use trine_base::Stream;
use trine_search::{Fitness, GeneticAlgorithm, GeneticConfig, Outcome, Uniform};
use trine_testcase::{FloatFormat, LeafKind, LeafRange};

/// Searches with `seed`; the outcome, the evaluations, and the best leaves.
fn search(
    kinds: &[LeafKind],
    seed: u64,
    budget: u64,
    fitness: impl Fn(&[u128]) -> Fitness,
) -> (Outcome, u64, Vec<u128>) {
    let mut left = budget;
    let mut objective = |leaves: &[u128]| {
        left = left.checked_sub(1)?;
        Some(fitness(leaves))
    };
    let mut search = GeneticAlgorithm::new(kinds, GeneticConfig::default());
    let mut stream = Stream::new(seed, "genetic");
    let outcome = search.run(None, &Uniform, &mut stream, &mut objective);
    (outcome, search.evaluations(), search.best().0.to_vec())
}

fn int(bits: u32) -> LeafKind {
    LeafKind::Int { bits, signed: true }
}

#[test]
fn an_equality_of_32_bit_numbers_is_solved_from_every_seed() {
    for seed in 1..=5 {
        let fitness = |x: &[u128]| Fitness { approach_level: 0, branch_distance: equal(32, x[0], x[1]) };
        let (outcome, evaluations, best) = search(&[int(32), int(32)], seed, 100_000, fitness);
        assert_eq!(outcome, Outcome::Solved, "seed {seed}");
        assert_eq!(best[0], best[1]);
        assert!(evaluations > 300, "no luck in the first population: {evaluations}");
    }
}

#[test]
fn conjunctions_are_solved_level_by_level() {
    let goals = [1_003u128, 77, 500];
    let fitness = |x: &[u128]| {
        let missed = (0..3).find(|&i| x[i] != goals[i]);
        let at =
            |i: usize| Fitness { approach_level: 2 - i as u32, branch_distance: equal(16, x[i], goals[i]) };
        missed.map_or(Fitness::COVERED, at)
    };
    let (outcome, _, best) = search(&vec![int(16); 3], 1, 100_000, fitness);
    assert_eq!((outcome, best), (Outcome::Solved, goals.to_vec()));
}

#[test]
fn leaves_of_every_kind_are_moved() {
    let kinds = [
        LeafKind::Bool,
        LeafKind::Char { bits: 8, signed: true },
        LeafKind::Enum { bits: 32, signed: false, values: vec![2, 30, 400, 5000] },
        LeafKind::Float(FloatFormat::F64),
        int(64),
    ];
    let fitness = |x: &[u128]| {
        let float = (f64::from_bits(x[3] as u64) - 12.5).abs();
        let distances = [
            f64::from(u8::from(x[0] == 0)),
            equal(8, x[1], u128::from(b'q')),
            f64::from(u8::from(x[2] != 5000)),
            if float < 1.0 { 0.0 } else { float },
            (equal(64, x[4], 0) / 1e15).floor(),
        ];
        Fitness { approach_level: 0, branch_distance: distances.iter().sum() }
    };
    let (outcome, evaluations, _) = search(&kinds, 1, 60_000, fitness);
    assert_eq!(outcome, Outcome::Solved, "after {evaluations} evaluations");
}

#[test]
fn values_stay_in_their_ranges() {
    let kinds = vec![int(32); 4];
    let range = LeafRange::Int { low: 10, high: 40 };
    let ranges = vec![Some(range); 4];
    let mut left = 5000;
    let mut objective = |leaves: &[u128]| {
        assert!(leaves.iter().zip(&kinds).all(|(&leaf, kind)| range.holds(kind, leaf)));
        left -= 1;
        (left > 0).then(|| Fitness {
            approach_level: 1,
            branch_distance: leaves.iter().map(|&leaf| leaf as f64).sum(),
        })
    };
    let mut search = GeneticAlgorithm::new(&kinds, GeneticConfig::default()).within(&ranges);
    let outcome = search.run(Some(&[0; 4]), &Uniform, &mut Stream::new(1, "ranges"), &mut objective);
    assert_eq!(outcome, Outcome::Exhausted);
    assert_eq!(search.best().0, [10; 4]);
}

#[test]
fn the_population_keeps_its_size_and_the_least_of_each() {
    let kinds = vec![int(32); 2];
    let mut left = 60_000;
    let mut objective = |x: &[u128]| {
        left -= 1;
        (left > 0).then(|| Fitness { approach_level: 1, branch_distance: equal(32, x[0], x[1]) })
    };
    let mut search = GeneticAlgorithm::new(&kinds, GeneticConfig::default());
    search.run(None, &Uniform, &mut Stream::new(3, "sizes"), &mut objective);
    let sizes: Vec<usize> = search.populations().iter().map(|p| p.individuals.len()).collect();
    assert_eq!(sizes.iter().sum::<usize>(), 300);
    assert!(sizes.iter().all(|&size| size >= 5) && sizes.iter().any(|&size| size != 50), "{sizes:?}");
    assert!(search.generations() > 200);
}

#[test]
fn the_same_seed_asks_the_same_queries() {
    let asked = || {
        let mut asked = Vec::new();
        let mut objective = |x: &[u128]| {
            asked.push(x.to_vec());
            (asked.len() < 4000)
                .then(|| Fitness { approach_level: 0, branch_distance: 1.0 + equal(32, x[0], x[2]) })
        };
        let kinds = vec![int(32); 3];
        let mut search = GeneticAlgorithm::new(&kinds, GeneticConfig::default());
        search.run(None, &Uniform, &mut Stream::new(9, "same"), &mut objective);
        asked
    };
    assert_eq!(asked(), asked());
}

#[test]
fn nothing_to_change_is_said_to_be_stuck() {
    let fitness = |_: &[u128]| Fitness { approach_level: 0, branch_distance: 1.0 };
    assert_eq!(search(&[], 1, 1000, fitness).0, Outcome::Stuck);
}

#[test]
fn a_branch_of_a_function_is_covered() {
    let mut unit = TestUnit::of(
        "(i32, i32, i32) -> (i32)",
        "    site0: branch\n    site1: branch\nblock0(v0: i32, v1: i32, v2: i32):
    v3: i1 = icmp.eq v0, v1\n    branch v3, block1, block2(0:i32), site0
block1:
    v4: i1 = icmp.eq v1, v2\n    branch v4, block2(1:i32), block2(2:i32), site1
block2(v5: i32):\n    return v5",
    );
    unit.aim(&edge(1, 0));
    let mut left = 100_000u64;
    let mut objective = |leaves: &[u128]| {
        left = left.checked_sub(1)?;
        Some(unit.run(leaves))
    };
    let kinds = vec![int(32); 3];
    let mut search = GeneticAlgorithm::new(&kinds, GeneticConfig::default());
    let outcome = search.run(None, &Uniform, &mut Stream::new(2, "branch"), &mut objective);
    assert_eq!(outcome, Outcome::Solved);
    let best = search.best().0.to_vec();
    assert!(best[0] == best[1] && best[1] == best[2]);
}
