//! Goals as a tree of control dependence: which goals can only be come to through others, so that the search goes after what is in reach.
//!
//! ```text
//! public void put(int x) {          roots: both outcomes of `full`
//!     if (full) throw …;
//!     if (x > 0) grow(x);           `x > 0` waits for `full` to be false
//! }
//! private void grow(int x) {        waits for `x > 0` to be true: nothing else calls it
//! ```
//!
//! Source: Panichella, Kifetew and Tonella, TSE 2018 (DynaMOSA), section 3.3. Beyond: methods that tests cannot call, and code of lambdas, wait for the
//! goals that lead to their calls; ways through a decision wait for the outcome of the condition that they end with.

use super::runner::UnitRunner;
use trine_frontend_jvm::ClassFile;
use trine_frontend_jvm::cover::{Asks, Goal, UnitCover};
use trine_sequences::GoalId;
use trine_sequences::search::GoalNode;

/// The goals of the search: those that probes tell of, and ways through decisions.
pub(super) fn nodes(cover: &UnitCover, files: &[ClassFile], runner: &UnitRunner) -> Vec<GoalNode> {
    let parents = cover.dependences(files, &runner.goals);
    let has_probes = |at: &usize| !runner.goals[*at].probes.is_empty();
    let mut children: Vec<Vec<GoalId>> = vec![Vec::new(); runner.goals.len()];
    let mut nodes: Vec<GoalNode> = Vec::new();
    for at in (0..runner.goals.len()).filter(has_probes) {
        let id = GoalId(at as u32);
        for &parent in parents[at].iter().flatten() {
            children[parent].push(id);
        }
        nodes.push(GoalNode { id, children: Vec::new(), is_root: parents[at].is_none(), waits: false });
    }
    for (at, wanted) in runner.pairs.wanted().iter().enumerate() {
        let id = runner.pairs.goal(at);
        let last = last_condition(cover, wanted.decision, wanted.vector);
        let is_last = |goal: &Goal| {
            matches!((goal.asks, last), (Asks::Condition { outcome, .. }, Some((position, value)))
                if outcome == value && goal.position == position)
                && Some((goal.class, goal.method))
                    == cover.decisions().nth(wanted.decision as usize).map(|of| of.0)
        };
        let parent = runner.goals.iter().position(is_last);
        if let Some(parent) = parent {
            children[parent].push(id);
        }
        // Branches first: no pair of evaluations is worth one.
        nodes.push(GoalNode { id, children: Vec::new(), is_root: parent.is_none(), waits: true });
    }
    for node in &mut nodes {
        if let Some(children) = children.get_mut(node.id.0 as usize) {
            node.children = std::mem::take(children);
        }
    }
    nodes
}

/// The jump of the condition that an evaluation ends with, by position, and its value there.
fn last_condition(cover: &UnitCover, decision: u32, vector: trine_coverage::Vector) -> Option<(u32, bool)> {
    let (_, decision) = cover.decisions().nth(decision as usize)?;
    let (mut next, mut last) = (Some(0u16), None);
    while let Some(position) = next {
        let value = vector.values >> position & 1 != 0;
        last = Some((*decision.conditions.get(usize::from(position))?.jumps.first()?, value));
        next = decision.shape.next.get(usize::from(position))?[usize::from(!value)];
    }
    last
}
