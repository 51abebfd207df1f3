//! What a unit shows of itself: its goals before the search, the fitness trace, the execution tree, its paths.

use super::support::{Searched, bytes, covered};
use std::sync::atomic::AtomicBool;
use trine_engine::context::fitness_trace;
use trine_engine::techniques::symbolic::alone::{Ending, Plan};
use trine_engine::{Options, Strategy};
use trine_inputs_c::shape::Shape;
use trine_record::{GoalStatus, PathState, UnitStatus};

/// `a == 123456`, and behind it `a < 0`.
const NARROW: &str = "    site0: branch
    site1: branch
block0(v0: i32):
    v1: i1 = icmp.eq v0, 123456:i32
    branch v1, block1, block3, site0
block1:
    v2: i1 = icmp.slt v0, 0:i32
    branch v2, block2, block3, site1
block2:
    return 2:i32
block3:
    return 0:i32";

fn narrow(strategy: Strategy) -> Searched {
    Searched::function("int f(int a)", "(i32) -> (i32)", NARROW).by(strategy)
}

fn plan(search: &str) -> Plan<'_> {
    Plan {
        search,
        filters: true,
        iterations: 50,
        queries: 500,
        conflicts: 5_000,
        query_effort: 10_000_000,
        effort: 100_000_000,
    }
}

#[test]
fn before_the_search_nothing_is_claimed() {
    let outcome = narrow(Strategy::Search).context().pending();
    assert_eq!((outcome.record.status, outcome.goals.len()), (UnitStatus::Pending, 4));
    assert!(outcome.goals.iter().all(|goal| matches!(goal.status, GoalStatus::Unknown { .. })));
}

#[test]
fn tracing_a_search_does_not_change_it() {
    for strategy in [Strategy::Search, Strategy::Hybrid] {
        let searched = narrow(strategy);
        let (outcome, points) = searched.context().traced(&AtomicBool::new(false));
        assert_eq!(bytes(&outcome), bytes(&searched.run()), "{}", strategy.name());
        assert!(points.is_sorted_by_key(|point| point.evaluation), "{}", strategy.name());
        assert!(points.is_sorted_by_key(|point| point.covered), "what is covered stays covered");
        assert_eq!(
            points.last().map(|point| point.covered),
            Some(covered(&outcome).0),
            "{}",
            strategy.name()
        );
    }
}

#[test]
fn a_point_of_the_trace_is_0_away_exactly_when_it_covers_its_goal() {
    let (_, points) = narrow(Strategy::Search).context().traced(&AtomicBool::new(false));
    let aimed: Vec<_> = points.iter().filter_map(|point| Some((point, point.aimed_at?))).collect();
    assert!(!aimed.is_empty(), "the search pursues what it does not meet at random");
    for (point, (goal, fitness)) in aimed {
        assert!(fitness.branch_distance >= 0.0, "{point:?}");
        if fitness.is_covered() {
            let line = fitness_trace::lines(std::slice::from_ref(point), |_| 1);
            assert!(line.contains(&format!("{goal},1,0,0,")), "{line}");
        }
    }
}

#[test]
fn the_execution_tree_shows_the_refuted_side() {
    let searched = narrow(Strategy::Dse);
    let (trial, tree) = searched.context().execution_tree(&Shape::default(), &plan("dfs")).unwrap();
    assert_eq!((trial.exploration.covered_at_last(), trial.exploration.unsatisfiable), (3, 1));
    assert!(tree.lines().any(|line| line.trim_start().starts_with("unsatisfiable  f site1=0")), "{tree}");
    assert!(!tree.contains("candidate"), "{tree}");
}

#[test]
fn an_exploration_alone_ends_when_everything_is_covered_or_tried() {
    let searched = narrow(Strategy::Dse);
    for search in Options::SEARCHES {
        let trial = searched.context().explore_alone(&Shape::default(), &plan(search)).unwrap();
        assert_eq!(trial.exploration.ending, Ending::Exhausted, "{search}");
        assert_eq!(trial.goals, 4);
        assert!(trial.exploration.covered.is_sorted(), "{search}");
    }
    let bounded = Plan { iterations: 1, ..plan("dfs") };
    let trial = searched.context().explore_alone(&Shape::default(), &bounded).unwrap();
    assert_eq!((trial.exploration.ending, trial.exploration.covered.len()), (Ending::Bound, 1));
}

#[test]
fn a_searcher_that_is_not_there_is_named() {
    let searched = narrow(Strategy::Dse);
    let error = searched.context().explore_alone(&Shape::default(), &plan("best")).unwrap_err();
    assert_eq!(error, "there is no searcher `best`");
}

#[test]
fn paths_are_numbered_and_each_says_what_became_of_it() {
    let outcome = narrow(Strategy::Paths).run();
    let paths = outcome.record.pathwise.expect("paths").paths;
    let states: Vec<&str> = paths
        .iter()
        .map(|path| match path.state {
            PathState::Covered { .. } => "covered",
            PathState::Infeasible { .. } => "infeasible",
            _ => "other",
        })
        .collect();
    assert_eq!(
        paths.iter().map(|path| path.number).collect::<Vec<_>>(),
        (1..=paths.len() as u32).collect::<Vec<_>>()
    );
    assert_eq!(states.iter().filter(|state| **state == "covered").count(), 2, "{states:?}");
    assert!(!states.contains(&"other"), "{states:?}");
}

#[test]
fn only_the_paths_that_were_chosen_have_tests() {
    let all = narrow(Strategy::Paths).run().record.pathwise.expect("paths").paths;
    let wanted = all.iter().find(|path| matches!(path.state, PathState::Covered { .. })).expect("one").number;
    let mut searched = narrow(Strategy::Paths);
    searched.options.pathwise.chosen = Some(vec![wanted]);
    let outcome = searched.run();
    let paths = outcome.record.pathwise.expect("paths").paths;
    for path in &paths {
        let is_covered = matches!(path.state, PathState::Covered { test: Some(_), .. });
        assert_eq!(is_covered, path.number == wanted, "{path:?}");
    }
    assert_eq!(outcome.tests.len(), 1);
}

#[test]
fn every_strategy_is_known_by_its_name() {
    for (name, strategy) in Strategy::NAMES {
        assert_eq!(strategy.name(), name);
        let technique = Options { strategy, ..Options::default() }.technique();
        assert!(technique.starts_with(name), "{technique}");
    }
}

#[test]
fn goals_that_other_functions_tests_cover_are_covered_too() {
    let searched = narrow(Strategy::Search);
    let full = searched.run();
    let mut pending = searched.context().pending();
    // The traces of the tests of this very unit stand for those of another function that calls it.
    searched.context().add_covered(&mut pending, &[], &[], None);
    assert_eq!(covered(&pending).0, 0, "no test, no coverage");
    assert_eq!(covered(&full).0, 3);
}
