//! The archive: for each goal the best sequence that covers it.
//!
//! Source: Panichella, Kifetew and Tonella, *Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic
//! Selection of the Targets*, TSE 2018: of two tests that cover a goal the shorter one is kept. Deviation: one that ends by an
//! exception counts as longer, since it says less.

use super::GoalNode;
use crate::evaluation::{Evaluation, GoalId};
use std::collections::HashMap;
use trine_testcase::objects::{Ended, Sequence};

/// The best sequence for a goal.
#[derive(Clone, Debug)]
struct Best {
    length: usize,
    ended_early: bool,
    sequence: Sequence,
}

/// The best sequences so far.
#[derive(Debug)]
pub struct Archive {
    goals: Vec<GoalId>,
    position: HashMap<GoalId, usize>,
    best: Vec<Option<Best>>,
    /// Goals that need not be covered any more, by position.
    settled: Vec<bool>,
    open: usize,
}

impl Archive {
    /// Nothing is covered yet.
    #[must_use]
    pub fn new(goals: &[GoalNode]) -> Self {
        let position = goals.iter().enumerate().map(|(at, goal)| (goal.id, at)).collect();
        let goals: Vec<GoalId> = goals.iter().map(|goal| goal.id).collect();
        let (best, settled) = (vec![None; goals.len()], vec![false; goals.len()]);
        Self { position, best, settled, open: goals.len(), goals }
    }

    /// The position of a goal in the list it was made of.
    #[must_use]
    pub fn position(&self, goal: GoalId) -> Option<usize> {
        self.position.get(&goal).copied()
    }

    /// Whether a goal, by its position, is covered, or need not be any more.
    #[must_use]
    pub fn is_covered(&self, position: usize) -> bool {
        self.best[position].is_some() || self.settled[position]
    }

    /// The goal need not be covered any more.
    pub fn settle(&mut self, goal: GoalId) {
        if let Some(at) = self.position(goal)
            && !self.is_covered(at)
        {
            self.settled[at] = true;
            self.open -= 1;
        }
    }

    /// Whether nothing is left to search for.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// How many goals are covered, or need not be any more.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.goals.len() - self.open
    }

    /// Goals that nothing covers yet.
    #[must_use]
    pub fn open(&self) -> Vec<GoalId> {
        let open = self.goals.iter().enumerate().filter(|&(at, _)| !self.is_covered(at));
        open.map(|(_, goal)| *goal).collect()
    }

    /// Whether a run covers a goal that no earlier one does.
    #[must_use]
    pub fn covers_first(&self, evaluation: &Evaluation) -> bool {
        let is_new = |at: usize| !self.is_covered(at);
        evaluation.covered.iter().any(|&goal| self.position(goal).is_some_and(is_new))
    }

    /// Takes note of a run; whether it covered a goal for the first time. A run that reached a limit is no test.
    pub fn update(
        &mut self,
        sequence: &Sequence,
        evaluation: &Evaluation,
        covered: &mut dyn FnMut(GoalId, &Sequence),
    ) -> bool {
        if matches!(evaluation.ended, Ended::Limit { .. } | Ended::Unsupported { .. }) {
            return false;
        }
        let ended_early = evaluation.ended != Ended::Returned;
        let length =
            2 * sequence.steps.steps.len() + sequence.leaves.len() / 8 + 3 * usize::from(ended_early);
        let mut first = false;
        for goal in &evaluation.covered {
            let Some(&at) = self.position.get(goal) else { continue };
            let known = self.best[at].as_ref().map(|best| best.length);
            if known.is_none_or(|known| length < known) {
                first |= known.is_none();
                self.open -= usize::from(!self.is_covered(at));
                self.best[at] = Some(Best { length, ended_early, sequence: sequence.clone() });
                covered(*goal, sequence);
            }
        }
        first
    }

    /// The best sequence for a goal, by its position.
    #[must_use]
    pub fn best(&self, position: usize) -> Option<&Sequence> {
        self.best[position].as_ref().map(|best| &best.sequence)
    }

    /// The sequences that cover goals for whose positions `counts` holds, and ran to their end.
    #[must_use]
    pub fn kept(&self, counts: impl Fn(usize) -> bool) -> Vec<&Sequence> {
        let of_goals =
            self.best.iter().enumerate().filter(|&(at, _)| counts(at)).filter_map(|(_, best)| best.as_ref());
        of_goals.filter(|best| !best.ended_early).map(|best| &best.sequence).collect()
    }

    /// All goals that are covered, with their sequences.
    #[must_use]
    pub fn found(self) -> Vec<(GoalId, Sequence)> {
        let found = self.goals.into_iter().zip(self.best);
        found.filter_map(|(goal, best)| Some((goal, best?.sequence))).collect()
    }
}
