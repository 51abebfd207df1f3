//! An execution tree as text, for people: a line for each node, children below their parent and further to the right.
//!
//! ```text
//! visited        f site0=1 line 3    (a s> 10)
//!   candidate    f site1=0 line 4    …
//!   visited      f site1=1 line 4
//! unsatisfiable  f site0=0 line 3
//! ```
//!
//! Steps that are no edge of a branch, such as the value of an address, are marked `relied on`. Long conditions are cut. Cost: the size of
//! the tree, its depth included.

use crate::tree::{BranchOutcome, ExecutionTree, NodeId, NodeState};
use std::fmt::Write;
use trine_expr::TermPool;

/// Characters of a condition that are shown.
const MAX_CONDITION: usize = 100;
/// Steps to the right, at most: paths through loops are long.
const MAX_INDENT: usize = 40;

/// The listing; `name` says which edge a [`BranchOutcome`] is.
#[must_use]
pub fn listing(tree: &ExecutionTree, pool: &TermPool, name: impl Fn(BranchOutcome) -> String) -> String {
    let mut out = String::new();
    // Nodes to come, with their depth; no recursion, because paths may be as long as runs are.
    let mut open: Vec<(NodeId, usize)> = vec![(ExecutionTree::ROOT, 0)];
    while let Some((id, depth)) = open.pop() {
        let node = tree.node(id);
        if node.parent.is_some() {
            let indent = 2 * (depth - 1).min(MAX_INDENT);
            let edge = node.edge.map_or_else(|| "relied on".to_owned(), &name);
            let condition = cut(&pool.show(node.constraint));
            let state = word(node.state);
            let _ = writeln!(out, "{:indent$}{state:<13}  {edge}  {condition}", "");
        }
        let children: Vec<NodeId> = tree.children(id).collect();
        open.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
    }
    out
}

fn word(state: NodeState) -> &'static str {
    match state {
        NodeState::Visited => "visited",
        NodeState::Candidate => "candidate",
        NodeState::Unsatisfiable => "unsatisfiable",
        NodeState::Unknown => "unknown",
        NodeState::Diverged => "diverged",
        NodeState::Skipped => "skipped",
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MAX_CONDITION) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{PathCondition, Step, StepKind};
    use trine_ir::text::parse_program;
    use trine_ir::{FuncId, SiteId};

    fn tree(pool: &mut TermPool, steps: usize) -> ExecutionTree {
        let program = parse_program("program\n").expect("an empty program");
        let step = |at: usize, pool: &mut TermPool| Step {
            kind: StepKind::Branch { function: FuncId(0), site: SiteId(at as u32), outcome: 0 },
            constraint: pool.variable(format!("b{at}"), 1),
            switched: None,
            others: Vec::new(),
            context: None,
        };
        let steps = (0..steps).map(|at| step(at, pool)).collect();
        let mut tree = ExecutionTree::new(pool);
        tree.add(pool, &program, &PathCondition { steps, cut: false });
        tree
    }

    fn shown(tree: &ExecutionTree, pool: &TermPool) -> String {
        listing(tree, pool, |edge| format!("{}={}", edge.site, edge.outcome))
    }

    #[test]
    fn children_stand_below_their_parent_and_one_step_to_the_right() {
        let mut pool = TermPool::new();
        let tree = tree(&mut pool, 2);
        let text = shown(&tree, &pool);
        let heads: Vec<&str> = text.lines().map(|line| line.split("  b").next().unwrap_or(line)).collect();
        assert_eq!(heads.len(), 4, "{text}");
        // The edge not taken was added first, as a candidate beside the way.
        assert!(heads.iter().any(|head| head.starts_with("visited        site0=0")), "{text}");
        assert!(heads.iter().any(|head| head.starts_with("  visited        site1=0")), "{text}");
        assert!(heads.iter().any(|head| head.starts_with("  candidate      site1=1")), "{text}");
    }

    #[test]
    fn a_tree_without_paths_has_no_lines() {
        let mut pool = TermPool::new();
        assert_eq!(shown(&tree(&mut pool, 0), &pool), "");
    }

    #[test]
    fn a_path_as_long_as_a_run_is_shown_without_running_away_to_the_right() {
        let mut pool = TermPool::new();
        let text = shown(&tree(&mut pool, 20_000), &pool);
        assert_eq!(text.lines().count(), 40_000);
        let longest = text.lines().map(str::len).max().unwrap_or(0);
        assert!(longest < 2 * MAX_INDENT + MAX_CONDITION + 60, "{longest}");
    }
}
