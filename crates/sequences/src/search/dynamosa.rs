//! DynaMOSA: many objectives, chosen as the search goes on.
//!
//! ```text
//! targets ← goals that depend on nothing but the entry of their method      (roots)
//! loop: a generation of MOSA over the targets
//!       targets ← (targets − covered) ∪ goals that depend on what was covered   (update targets)
//! ```
//!
//! Source: Panichella, Kifetew and Tonella, *Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic
//! Selection of the Targets*, TSE 2018, Algorithms 2 and 3. Whether a goal is behind another one is told by the goals themselves
//! ([`GoalNode::children`]); where none says so, all are roots, and the algorithm is MOSA. Deviation: should no target be open
//! while goals are (a goal behind one that cannot be covered), all open goals are targets.

use super::archive::Archive;
use super::local::Local;
use super::{GoalNode, PATIENCE_EVALS, Search};
use crate::evaluation::Evaluation;

impl Search<'_, '_> {
    /// Goals that depend on nothing are searched for from the start, others once what they depend on is covered.
    pub(super) fn dynamosa(&mut self, local: &mut Local) {
        self.many_objectives(local);
    }

    /// Positions of the goals that are searched for now.
    pub(super) fn targets(&self) -> Vec<usize> {
        let is_due = self.are_waiting_due();
        let open = |&at: &usize| !self.archive.is_covered(at) && (is_due || !self.goals[at].waits);
        let active: Vec<usize> = (0..self.goals.len()).filter(open).filter(|&at| self.active[at]).collect();
        match active.is_empty() {
            true => (0..self.goals.len()).filter(open).collect(),
            false => active,
        }
    }

    /// Whether goals that wait are searched for: all others are covered, or none of them was for long.
    pub(super) fn are_waiting_due(&self) -> bool {
        let is_open = |(at, goal): (usize, &GoalNode)| !goal.waits && !self.archive.is_covered(at);
        self.evaluations >= self.last_news.saturating_mul(2).saturating_add(PATIENCE_EVALS)
            || !self.goals.iter().enumerate().any(is_open)
    }

    /// Goals behind covered ones become targets.
    pub(super) fn activate(&mut self, evaluation: &Evaluation) {
        for goal in &evaluation.covered {
            let Some(at) = self.archive.position(*goal) else { continue };
            for child in &self.goals[at].children {
                if let Some(child) = self.archive.position(*child) {
                    self.active[child] = true;
                }
            }
        }
    }
}

/// Goals to search for from the start: roots, and what nothing leads to.
pub(super) fn roots(goals: &[GoalNode], archive: &Archive) -> Vec<bool> {
    let mut is_child = vec![false; goals.len()];
    for (at, goal) in goals.iter().enumerate() {
        for child in goal.children.iter().filter_map(|&child| archive.position(child)) {
            is_child[child] |= child != at;
        }
    }
    goals.iter().zip(is_child).map(|(goal, is_child)| goal.is_root || !is_child).collect()
}
