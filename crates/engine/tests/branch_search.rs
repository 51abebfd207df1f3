//! Branches searched one at a time, as published experiments do.

mod support;

use support::{TRIANGLE, TestUnit};
use trine_engine::{Algorithm, BranchSearch, BranchSettings, FitnessKind, LineSearch};
use trine_record::{GoalId, GoalKind};

fn settings(algorithm: Algorithm, seed: u64) -> BranchSettings {
    BranchSettings { algorithm, seed, ..BranchSettings::default() }
}

/// The branch of the n-th condition that goes by `outcome`.
fn branch(search: &BranchSearch<'_>, condition: u32, outcome: bool) -> GoalId {
    let wanted = GoalKind::Condition { condition, outcome };
    search.branches().find(|(_, goal)| goal.kind == wanted).expect("the function has the branch").0
}

#[test]
fn every_branch_of_the_function_can_be_searched_for() {
    let unit = TestUnit::new(TRIANGLE);
    assert_eq!(unit.branch_search().branches().count(), 20);
}

#[test]
fn a_branch_that_random_values_meet_is_covered_at_once_and_the_values_say_how() {
    let unit = TestUnit::new(TRIANGLE);
    let mut search = unit.branch_search();
    let first = branch(&search, 0, true);
    for algorithm in [Algorithm::Avm, Algorithm::Ga] {
        let attempt = search.search(first, &settings(algorithm, 1));
        let covering = attempt.covering.expect("half of all integers do");
        assert!(covering[0] as u32 as i32 <= 0);
        assert!(attempt.evaluations < 20 && attempt.best == 0.0);
    }
}

#[test]
fn the_population_covers_an_isosceles_triangle() {
    let unit = TestUnit::new(TRIANGLE);
    let mut search = unit.branch_search();
    let isosceles = branch(&search, 7, true);
    let attempt = search.search(isosceles, &settings(Algorithm::Ga, 1));
    assert!(attempt.is_success(), "best {} after {}", attempt.best, attempt.evaluations);
    assert!(attempt.evaluations > 300);
}

#[test]
fn a_failed_search_uses_the_budget_and_not_one_evaluation_more() {
    let unit = TestUnit::new(TRIANGLE);
    let mut search = unit.branch_search();
    let equilateral = branch(&search, 8, true);
    for algorithm in [Algorithm::Avm, Algorithm::Ga] {
        let settings = BranchSettings { budget_evals: 40, ..settings(algorithm, 1) };
        let attempt = search.search(equilateral, &settings);
        assert!(!attempt.is_success() && attempt.best > 0.0);
        assert_eq!(attempt.evaluations, 40);
    }
}

#[test]
fn the_same_seed_gives_the_same_search_and_earlier_searches_change_nothing() {
    let unit = TestUnit::new(TRIANGLE);
    let mut search = unit.branch_search();
    let isosceles = branch(&search, 9, true);
    for algorithm in [Algorithm::Avm, Algorithm::Ga] {
        let settings = BranchSettings { budget_evals: 5000, ..settings(algorithm, 7) };
        let first = search.search(isosceles, &settings);
        search.search(branch(&search, 3, false), &settings);
        let again = search.search(isosceles, &settings);
        assert_eq!((first.covering, first.evaluations), (again.covering, again.evaluations));
    }
}

#[test]
fn the_fitness_functions_and_line_searches_all_start_from_the_same_point() {
    let unit = TestUnit::new(TRIANGLE);
    let mut search = unit.branch_search();
    // Taken by half of all first points.
    let positive = branch(&search, 0, false);
    for seed in 1..=8 {
        let of = |fitness, line_search, flags| {
            let settings = BranchSettings { fitness, line_search, flags, seed, ..BranchSettings::default() };
            unit.branch_search().search(positive, &BranchSettings { budget_evals: 1, ..settings }).covering
        };
        let first = of(FitnessKind::Standard, LineSearch::Pattern, false);
        for (_, line_search) in LineSearch::NAMES {
            for (_, fitness) in FitnessKind::NAMES {
                assert_eq!(of(fitness, line_search, true), first);
            }
        }
    }
    let best = |search: &mut BranchSearch<'_>, seed| {
        let settings = BranchSettings { seed, budget_evals: 1, ..BranchSettings::default() };
        search.search(branch(search, 7, true), &settings).best
    };
    assert_ne!(best(&mut search, 1), best(&mut search, 2));
}

#[test]
fn the_portfolio_does_what_its_favored_half_does_alone_until_that_stagnates() {
    let unit = TestUnit::new(TRIANGLE);
    let mut search = unit.branch_search();
    let equilateral = branch(&search, 8, true);
    let of = |fitness| BranchSettings { fitness, budget_evals: 5000, ..BranchSettings::default() };
    let [enhanced, portfolio] = [FitnessKind::Enhanced, FitnessKind::Portfolio]
        .map(|fitness| search.search(equilateral, &of(fitness)));
    assert!(enhanced.is_success());
    assert_eq!((enhanced.covering, enhanced.evaluations), (portfolio.covering, portfolio.evaluations));
}

/// A flag: 1 where the first argument is 4711, tested later.
const FLAG: &str = r#"program
fn0: "flag"(i32) -> (i32) defined external
body fn0 = function "flag"(i32) -> (i32) {
    site0: branch
    condition0: boolean !file0:1:1..1:2 true taken(site0/0) false taken(site0/1)
block0(v0: i32):
    v1: i1 = icmp.eq v0, 4711:i32
    v2: i8 = zext v1
    v3: i1 = icmp.ne v2, 0:i8
    branch v3, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32
}
"#;

#[test]
fn only_the_fitness_with_flags_sees_through_a_flag() {
    let unit = TestUnit::new(FLAG);
    let mut search = unit.branch_search();
    let set = branch(&search, 0, true);
    let of = |flags| BranchSettings { flags, budget_evals: 3000, ..BranchSettings::default() };
    assert!(!search.search(set, &of(false)).is_success());
    let attempt = search.search(set, &of(true));
    assert_eq!(attempt.covering, Some(vec![4711]));
}
