//! The execution tree: what paths share, what is left to try, when every path has been seen.

use std::collections::BTreeMap;
use trine_dse::tree::Added;
use trine_dse::{ExecutionTree, NodeState, PathCondition, Step, StepKind};
use trine_expr::{Term, TermPool};
use trine_ir::text::parse_program;
use trine_ir::{FuncId, Program, SiteId};

/// A tree that is built path by path; the condition at a site is one variable.
struct Paths {
    pool: TermPool,
    conditions: BTreeMap<u32, Term>,
    program: Program,
    tree: ExecutionTree,
}

impl Paths {
    fn new() -> Self {
        let mut pool = TermPool::new();
        let tree = ExecutionTree::new(&mut pool);
        Self {
            pool,
            conditions: BTreeMap::new(),
            program: parse_program("program\n").expect("a program"),
            tree,
        }
    }

    /// The condition at a site: each call for a variable makes another one.
    fn condition(&mut self, site: u32) -> Term {
        let pool = &mut self.pool;
        *self.conditions.entry(site).or_insert_with(|| pool.variable(format!("c{site}"), 1))
    }

    fn step(&mut self, site: u32, outcome: u32) -> Step {
        let condition = self.condition(site);
        let constraint = if outcome == 0 { condition } else { self.pool.not(condition) };
        let kind = StepKind::Branch { function: FuncId(0), site: SiteId(site), outcome };
        Step { kind, constraint, switched: None, others: Vec::new(), context: None }
    }

    /// Adds the path that leaves these sites by these outcomes.
    fn add(&mut self, path: &[(u32, u32)], cut: bool) -> Added {
        let steps = path.iter().map(|&(site, outcome)| self.step(site, outcome)).collect();
        self.tree.add(&mut self.pool, &self.program, &PathCondition { steps, cut })
    }
}

#[test]
fn a_path_leaves_a_candidate_beside_each_of_its_steps() {
    let mut paths = Paths::new();
    let added = paths.add(&[(0, 0), (1, 1), (2, 0)], false);
    assert!(added.is_new);
    assert_eq!((added.path.len(), added.candidates.len()), (3, 3));
    let other = |at: usize| {
        let edge = paths.tree.node(added.candidates[at]).edge.expect("an edge");
        (edge.site.0, edge.outcome)
    };
    assert_eq!([other(0), other(1), other(2)], [(0, 1), (1, 0), (2, 1)]);
    assert_eq!(paths.tree.count(NodeState::Candidate), 3);
}

#[test]
fn what_two_paths_share_is_there_once() {
    let mut paths = Paths::new();
    paths.add(&[(0, 0), (1, 0), (2, 0)], false);
    let before = paths.tree.len();
    let added = paths.add(&[(0, 0), (1, 0), (2, 1)], false);
    assert!(added.is_new, "the last step is another one");
    assert_eq!(paths.tree.len(), before, "the candidate was there, and was taken");
    assert_eq!((added.candidates.len(), added.taken.len()), (0, 1));
    assert!(!paths.add(&[(0, 0), (1, 0), (2, 1)], false).is_new, "the same path again");
}

#[test]
fn the_prefix_of_a_node_holds_on_every_path_through_it() {
    let mut paths = Paths::new();
    let added = paths.add(&[(0, 0), (1, 1)], false);
    let candidate = added.candidates[1];
    let prefix = paths.tree.prefix(candidate);
    let (c0, c1) = (paths.condition(0), paths.condition(1));
    assert_eq!(prefix, [c0, c1], "the way to it, then the condition not taken");
    let sites: Vec<u32> = paths.tree.edges(candidate).iter().map(|edge| edge.site.0).collect();
    assert_eq!(sites, [0, 1]);
    assert_eq!(paths.tree.prefix(ExecutionTree::ROOT), []);
}

#[test]
fn a_tree_is_exhausted_when_nothing_is_left_to_try_and_nothing_was_given_up() {
    let mut paths = Paths::new();
    let added = paths.add(&[(0, 0)], false);
    let candidate = added.candidates[0];
    assert!(!paths.tree.is_exhausted());
    for (state, exhausted, but_for_skipped) in [
        (NodeState::Unsatisfiable, true, true),
        (NodeState::Skipped, false, true),
        (NodeState::Unknown, false, false),
        (NodeState::Diverged, false, false),
    ] {
        paths.tree.set_state(candidate, state);
        assert_eq!(paths.tree.is_exhausted(), exhausted, "{state:?}");
        assert_eq!(paths.tree.is_exhausted_but_for_skipped(), but_for_skipped, "{state:?}");
        assert_eq!(paths.tree.count(state), 1, "one node is counted once");
    }
}

#[test]
fn a_path_that_was_cut_keeps_the_tree_open_for_ever() {
    let mut paths = Paths::new();
    let added = paths.add(&[(0, 0)], true);
    paths.tree.set_state(added.candidates[0], NodeState::Unsatisfiable);
    assert!(paths.tree.is_cut() && !paths.tree.is_exhausted());
    paths.add(&[(0, 0)], false);
    assert!(paths.tree.is_cut(), "another path does not say what lay behind");
}

#[test]
fn the_depth_counts_branches_and_not_what_a_run_relied_on() {
    let mut paths = Paths::new();
    let mut steps = vec![paths.step(0, 0)];
    let relied_on = paths.pool.variable("in bounds", 1);
    let others = vec![paths.pool.not(relied_on)];
    let kind = StepKind::Implicit(trine_dse::ImplicitKind::Bounds);
    steps.push(Step { kind, constraint: relied_on, switched: None, others, context: None });
    steps.push(paths.step(1, 0));
    let path = PathCondition { steps, cut: false };
    let added = paths.tree.add(&mut paths.pool, &paths.program, &path);
    let depths: Vec<u32> = added.path.iter().map(|&id| paths.tree.node(id).depth).collect();
    assert_eq!(depths, [1, 1, 2]);
    assert_eq!(added.implicit_conditions.len(), 1, "its opposite is kept apart from the candidates");
    assert!(!added.candidates.contains(&added.implicit_conditions[0]));
}
