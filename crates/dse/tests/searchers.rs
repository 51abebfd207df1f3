//! What each strategy prefers, on a tree of one path with a candidate beside each of its steps.

use trine_base::Stream;
use trine_dse::searchers::{
    Fitnex, Guide, LearningPathSearch, LoopBudget, PredictivePathSearch, Report, Searcher,
};
use trine_dse::tree::Added;
use trine_dse::{ExecutionTree, NodeId, NodeState, Path, Step, StepKind, Way};
use trine_expr::TermPool;
use trine_ir::text::parse_program;
use trine_ir::{FuncId, Program, SiteId};

/// Answers by site; each way not taken is outcome 1.
#[derive(Default)]
struct Known {
    /// Sites whose way covers something itself.
    covering: Vec<u32>,
    /// Goals near the way of each site.
    promises: Vec<u32>,
}

impl Guide for Known {
    fn distance(&self, _: &ExecutionTree, _: NodeId) -> Option<u32> {
        Some(1)
    }
    fn promise(&self, tree: &ExecutionTree, id: NodeId, _: u32) -> u32 {
        let site = tree.node(id).way.map_or(0, |way| way.site.0);
        self.promises.get(site as usize).copied().unwrap_or(0)
    }
    fn remaining(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        let way = tree.node(id).way?;
        self.covering.contains(&way.site.0).then_some(0)
    }
    fn wants(&self, _: Way) -> bool {
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
        value: None,
        others: Vec::new(),
        context: None,
    });
    let path = Path { steps: steps.collect(), cut: false };
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
        tree.set_state(id, NodeState::Refuted);
        sites.extend(tree.node(id).way.map(|way| way.site.0));
    }
    assert!(searcher.is_empty(tree));
    sites
}

#[test]
fn predictive_search_takes_what_covers_before_what_promises_before_what_is_short() {
    let (mut tree, added) = one_path(&[0, 1, 2, 3, 4]);
    let guide = Known { covering: vec![3], promises: vec![1, 1, 4, 1, 4] };
    let mut search = PredictivePathSearch::new(stream());
    search.update(&tree, &report(&added));
    assert_eq!(order(&mut search, &mut tree, &guide), [3, 2, 4, 0, 1]);
}

#[test]
fn a_way_loses_credit_with_a_run_that_covers_nothing() {
    let (mut tree, added) = one_path(&[0, 1, 0, 1]);
    let guide = Known { covering: vec![0], promises: vec![4, 3] };
    let mut search = LearningPathSearch::new(stream());
    search.update(&tree, &report(&added));
    let chosen = search.select(&tree, &guide).expect("a candidate");
    assert_eq!(tree.node(chosen).way.map(|way| way.site.0), Some(0));
    tree.set_state(chosen, NodeState::Visited);
    search.update(&tree, &Report { chosen: Some(chosen), path: Some(&[]), ..Report::default() });
    // 4 / 2 is less than 3, and the way is not preferred for what it was said to cover.
    assert_eq!(order(&mut search, &mut tree, &guide), [1, 1, 0]);
}

#[test]
fn a_loop_does_not_take_more_than_its_budget_until_nothing_else_is_left() {
    // Site 0 is the head of a loop that ran four times.
    let (mut tree, added) = one_path(&[0, 0, 0, 0, 5, 6]);
    let guide = Known { covering: Vec::new(), promises: vec![9] };
    let mut search = LoopBudget::new(Box::new(PredictivePathSearch::new(stream())), 2);
    search.update(&tree, &report(&added));
    assert_eq!(order(&mut search, &mut tree, &guide), [0, 0, 5, 6, 0, 0]);
}

#[test]
fn fitness_prefers_the_ways_that_brought_runs_nearer() {
    let (mut pool, program) = (TermPool::new(), no_program());
    let target = Way { function: FuncId(0), site: SiteId(9), outcome: 1 };
    let step = |pool: &mut TermPool, name: &str, site: u32| Step {
        kind: StepKind::Branch { function: FuncId(0), site: SiteId(site), outcome: 0 },
        constraint: pool.variable(name, 1),
        value: None,
        others: Vec::new(),
        context: None,
    };
    // The paths of three runs: from the first, site 1 was flipped once (nearer) and site 2 once (farther).
    let steps: Vec<_> = [("a", 1), ("b", 2), ("c", 1), ("d", 2)].map(|(n, s)| step(&mut pool, n, s)).into();
    let mut tree = ExecutionTree::new(&mut pool);
    let mut search = Fitnex::new(stream());
    let first = tree.add(&mut pool, &program, &Path { steps, cut: false });
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
