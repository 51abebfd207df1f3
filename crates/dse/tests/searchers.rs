//! What each strategy prefers, on a tree of one path with a candidate beside each of its steps.

use trine_base::Stream;
use trine_dse::searchers::{
    BreadthFirst, ClassifiedPaths, DepthFirst, Evidence, FirstInFirstOut, Fitnex, Generational, Guide,
    Interleaved, LearningPathSearch, LoopBudget, NAMES, PredictivePathSearch, Report, Searcher, by_name,
};
use trine_dse::tree::Added;
use trine_dse::{BranchOutcome, ExecutionTree, NodeId, NodeState, PathCondition, Step, StepKind};
use trine_expr::TermPool;
use trine_ir::text::parse_program;
use trine_ir::{FuncId, Program, SiteId};

/// Answers by site; each way not taken is outcome 1.
#[derive(Default)]
struct Known {
    /// Sites whose way covers something itself.
    covering: Vec<u32>,
    /// Goals near the way of each site.
    contributions: Vec<u32>,
}

impl Guide for Known {
    fn distance(&self, _: &ExecutionTree, _: NodeId) -> Option<u32> {
        Some(1)
    }
    fn potential_contribution(&self, tree: &ExecutionTree, id: NodeId, _: u32) -> u32 {
        let site = tree.node(id).edge.map_or(0, |edge| edge.site.0);
        self.contributions.get(site as usize).copied().unwrap_or(0)
    }
    fn conditions_to_coverage(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        let edge = tree.node(id).edge?;
        self.covering.contains(&edge.site.0).then_some(0)
    }
    fn is_target(&self, _: BranchOutcome) -> bool {
        true
    }
    fn version(&self) -> u64 {
        1
    }
}

fn no_program() -> Program {
    parse_program("program\n").expect("a program without functions")
}

/// A tree with one path that leaves these sites by outcome 0.
fn one_path(sites: &[u32]) -> (ExecutionTree, Added) {
    let (mut pool, program) = (TermPool::new(), no_program());
    let steps = sites.iter().enumerate().map(|(at, &site)| Step {
        kind: StepKind::Branch { function: FuncId(0), site: SiteId(site), outcome: 0 },
        constraint: pool.variable(format!("b{at}"), 1),
        switched: None,
        others: Vec::new(),
        context: None,
    });
    let path = PathCondition { steps: steps.collect(), cut: false };
    let mut tree = ExecutionTree::new(&mut pool);
    let added = tree.add(&mut pool, &program, &path);
    assert_eq!(added.candidates.len(), sites.len());
    (tree, added)
}

fn report(added: &Added) -> Report<'_> {
    Report { path: Some(&added.path), added: &added.candidates, ..Report::default() }
}

fn stream() -> Stream {
    Stream::new(1, "searchers")
}

/// The sites of all candidates, in the order in which they are chosen.
fn order(searcher: &mut dyn Searcher, tree: &mut ExecutionTree, guide: &Known) -> Vec<u32> {
    let mut sites = Vec::new();
    while let Some(id) = searcher.select(tree, guide) {
        assert_eq!(tree.node(id).state, NodeState::Candidate);
        tree.set_state(id, NodeState::Unsatisfiable);
        sites.extend(tree.node(id).edge.map(|edge| edge.site.0));
    }
    assert!(searcher.is_empty(tree));
    sites
}

#[test]
fn predictive_search_takes_must_relevant_candidates_then_potential_contribution_then_short_paths() {
    let (mut tree, added) = one_path(&[0, 1, 2, 3, 4]);
    let guide = Known { covering: vec![3], contributions: vec![1, 1, 4, 1, 4] };
    let mut search = PredictivePathSearch::new(stream());
    search.update(&tree, &report(&added));
    assert_eq!(order(&mut search, &mut tree, &guide), [3, 2, 4, 0, 1]);
}

#[test]
fn a_way_loses_credit_with_a_run_that_covers_nothing() {
    let (mut tree, added) = one_path(&[0, 1, 0, 1]);
    let guide = Known { covering: vec![0], contributions: vec![4, 3] };
    let mut search = LearningPathSearch::new(stream());
    search.update(&tree, &report(&added));
    let chosen = search.select(&tree, &guide).expect("a candidate");
    assert_eq!(tree.node(chosen).edge.map(|edge| edge.site.0), Some(0));
    tree.set_state(chosen, NodeState::Visited);
    search.update(&tree, &Report { chosen: Some(chosen), path: Some(&[]), ..Report::default() });
    // 4 / 2 is less than 3, and the way is not preferred for what it was said to cover.
    assert_eq!(order(&mut search, &mut tree, &guide), [1, 1, 0]);
}

#[test]
fn a_loop_does_not_take_more_than_its_budget_until_nothing_else_is_left() {
    // Site 0 is the head of a loop that ran four times.
    let (mut tree, added) = one_path(&[0, 0, 0, 0, 5, 6]);
    let guide = Known { covering: Vec::new(), contributions: vec![9] };
    let mut search = LoopBudget::new(Box::new(PredictivePathSearch::new(stream())), 2);
    search.update(&tree, &report(&added));
    assert_eq!(order(&mut search, &mut tree, &guide), [0, 0, 5, 6, 0, 0]);
}

#[test]
fn fitness_prefers_the_ways_that_brought_runs_nearer() {
    let (mut pool, program) = (TermPool::new(), no_program());
    let target = BranchOutcome { function: FuncId(0), site: SiteId(9), outcome: 1 };
    let step = |pool: &mut TermPool, name: &str, site: u32| Step {
        kind: StepKind::Branch { function: FuncId(0), site: SiteId(site), outcome: 0 },
        constraint: pool.variable(name, 1),
        switched: None,
        others: Vec::new(),
        context: None,
    };
    // The paths of three runs: from the first, site 1 was flipped once (nearer) and site 2 once (farther).
    let steps: Vec<_> = [("a", 1), ("b", 2), ("c", 1), ("d", 2)].map(|(n, s)| step(&mut pool, n, s)).into();
    let mut tree = ExecutionTree::new(&mut pool);
    let mut search = Fitnex::new(stream());
    let first = tree.add(&mut pool, &program, &PathCondition { steps, cut: false });
    search.update(&tree, &Report { misses: &[(target, 4.0)], ..report(&first) });
    for (chosen, distance) in [(first.candidates[0], 3.0), (first.candidates[1], 5.0)] {
        tree.set_state(chosen, NodeState::Visited);
        let misses = [(target, distance)];
        let run = Report { chosen: Some(chosen), path: Some(&[]), misses: &misses, ..Report::default() };
        search.update(&tree, &run);
    }
    // The flip of site 1 gained 1, that of site 2 lost 1.
    assert_eq!(order(&mut search, &mut tree, &Known::default()), [1, 2]);
}

#[test]
fn the_deepest_and_the_shallowest_come_first_by_name() {
    for (mut search, expected) in [
        (Box::new(DepthFirst::default()) as Box<dyn Searcher>, [4, 3, 2, 1, 0]),
        (Box::new(BreadthFirst::default()), [0, 1, 2, 3, 4]),
        (Box::new(FirstInFirstOut::default()), [0, 1, 2, 3, 4]),
    ] {
        let (mut tree, added) = one_path(&[0, 1, 2, 3, 4]);
        search.update(&tree, &report(&added));
        assert_eq!(order(search.as_mut(), &mut tree, &Known::default()), expected);
    }
}

#[test]
fn the_oldest_candidate_is_tried_before_shallower_ones_of_later_runs() {
    let (mut tree, added) = one_path(&[0, 1, 2, 3]);
    let mut search = FirstInFirstOut::default();
    let (late, early) = added.candidates.split_at(2);
    search.update(&tree, &Report { added: early, ..Report::default() });
    search.update(&tree, &Report { added: late, ..Report::default() });
    assert_eq!(order(&mut search, &mut tree, &Known::default()), [2, 3, 0, 1]);
}

#[test]
fn a_generation_is_tried_whole_before_one_that_covered_less() {
    let (mut tree, added) = one_path(&[0, 1, 2, 3]);
    let mut search = Generational::default();
    let (poor, rich) = added.candidates.split_at(2);
    search.update(&tree, &Report { added: poor, covered: 1, ..Report::default() });
    search.update(&tree, &Report { added: rich, covered: 5, ..Report::default() });
    assert_eq!(order(&mut search, &mut tree, &Known::default()), [2, 3, 0, 1]);
}

#[test]
fn strategies_in_turn_choose_once_each_and_the_other_goes_on_where_one_has_none() {
    let (mut tree, added) = one_path(&[0, 1, 2, 3, 4]);
    let both: Vec<Box<dyn Searcher>> =
        vec![Box::new(DepthFirst::default()), Box::new(BreadthFirst::default())];
    let mut search = Interleaved::new(both);
    search.update(&tree, &report(&added));
    assert_eq!(order(&mut search, &mut tree, &Known::default()), [4, 0, 3, 1, 2]);
}

#[test]
fn every_strategy_chooses_every_candidate_once_and_the_same_way_under_the_same_seed() {
    for name in NAMES {
        let chosen = |seed: u64| {
            let (mut tree, added) = one_path(&[0, 1, 2, 3, 4, 5]);
            let mut search = by_name(name, &Stream::new(seed, "searchers")).expect("a strategy");
            assert!(search.is_empty(&tree), "{name} begins without candidates");
            search.update(&tree, &report(&added));
            assert!(!search.is_empty(&tree), "{name}");
            order(search.as_mut(), &mut tree, &Known { covering: vec![2], contributions: vec![1, 2, 3] })
        };
        let mut sites = chosen(1);
        assert_eq!(sites, chosen(1), "{name}");
        sites.sort_unstable();
        assert_eq!(sites, [0, 1, 2, 3, 4, 5], "{name}");
    }
    assert!(by_name("best", &stream()).is_none());
}

#[test]
fn a_candidate_that_is_none_any_more_is_passed_over_by_every_strategy() {
    for name in NAMES {
        let (mut tree, added) = one_path(&[0, 1, 2]);
        let mut search = by_name(name, &stream()).expect("a strategy");
        search.update(&tree, &report(&added));
        tree.set_state(added.candidates[1], NodeState::Visited);
        let mut sites = order(search.as_mut(), &mut tree, &Known::default());
        sites.sort_unstable();
        assert_eq!(sites, [0, 2], "{name}");
    }
}

/// A path over two arrays, each step with a candidate beside it: those of `a` are refuted, those of `b` are feasible.
#[test]
fn the_classifier_takes_conditions_like_those_that_were_feasible() {
    let (mut pool, program) = (TermPool::new(), no_program());
    let steps: Vec<Step> = (0..60)
        .map(|at| {
            let array = if at % 2 == 0 { "a" } else { "b" };
            let element = pool.variable(format!("{array}{}[{at}]", at / 10), 32);
            let bound = pool.constant(at, 32);
            Step {
                kind: StepKind::Branch { function: FuncId(0), site: SiteId((at % 2) as u32), outcome: 0 },
                constraint: pool.compare(trine_expr::CompareOp::Slt, element, bound),
                switched: None,
                others: Vec::new(),
                context: None,
            }
        })
        .collect();
    let mut tree = ExecutionTree::new(&mut pool);
    let added = tree.add(&mut pool, &program, &PathCondition { steps, cut: false });
    let mut search = ClassifiedPaths::new(stream(), Evidence::Proofs);
    search.update(&tree, &Report { pool: Some(&pool), ..report(&added) });
    let mut feasible = 0;
    for _ in 0..30 {
        let chosen = search.select(&tree, &Known::default()).expect("a candidate");
        let is_feasible = tree.node(chosen).edge.is_some_and(|edge| edge.site.0 == 1);
        feasible += u32::from(is_feasible);
        tree.set_state(chosen, if is_feasible { NodeState::Visited } else { NodeState::Unsatisfiable });
    }
    assert!(feasible > 15, "{feasible} of 30 attempts; in order or by chance 15");
}
