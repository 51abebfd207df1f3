//! Whether what a run covers holds in another world, asked for goals in doubt: where only the time, a hash code or a time zone leads there,
//! the search goes on.

use std::collections::{BTreeMap, BTreeSet};
use trine_sequences::GoalId;

/// A goal that so many runs covered in the usual world only counts as covered: no test for it may hold.
const MAX_FAILURES: u32 = 30;

/// What is known of each goal.
#[derive(Default)]
pub(in super::super) struct Flakiness {
    /// Goals in doubt: those for which tests did not hold.
    doubted: BTreeSet<GoalId>,
    /// Goals that a run covered in two worlds.
    stable: BTreeSet<GoalId>,
    /// How many runs covered the goal in the usual world only.
    flaky: BTreeMap<GoalId, u32>,
    /// Whether a run may pass other probes elsewhere as long as it covers the goals.
    is_lenient: bool,
}

impl Flakiness {
    /// These goals are in doubt.
    pub fn of(goals: impl IntoIterator<Item = GoalId>) -> Self {
        Self { doubted: goals.into_iter().collect(), ..Self::default() }
    }

    /// These goals are in doubt, and what else a run covers may differ from world to world.
    pub fn lenient(goals: impl IntoIterator<Item = GoalId>) -> Self {
        Self { is_lenient: true, ..Self::of(goals) }
    }

    /// Whether a run may pass other probes elsewhere as long as it covers the goals in doubt.
    pub fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// These goals are in doubt, too.
    pub fn doubt(&mut self, goals: &[GoalId]) {
        self.doubted.extend(goals);
    }

    /// Whether the goal is in doubt.
    pub fn concerns(&self, goal: GoalId) -> bool {
        self.doubted.contains(&goal)
    }

    /// Of goals that a run covered, those in doubt that no run is known to cover in another world.
    pub fn asked(&self, covered: &[GoalId]) -> Vec<GoalId> {
        let is_asked = |goal: &&GoalId| {
            self.doubted.contains(goal)
                && !self.stable.contains(goal)
                && self.flaky.get(goal).is_none_or(|&count| count < MAX_FAILURES)
        };
        covered.iter().filter(is_asked).copied().collect()
    }

    /// Goals that a run covered go on to be covered in another world.
    pub fn hold(&mut self, goals: Vec<GoalId>) {
        self.stable.extend(goals);
    }

    /// A run that covers goals does something else in another world.
    pub fn fail(&mut self, goals: &[GoalId]) {
        for goal in goals {
            *self.flaky.entry(*goal).or_default() += 1;
        }
    }

    /// Of goals that a run covered and that was not looked at in another world, those for which that had to be done: other tests for
    /// them do not hold.
    pub fn is_in_doubt(&self, goal: GoalId) -> bool {
        self.stable.contains(&goal) && self.flaky.contains_key(&goal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_asked_for_until_it_holds_or_fails_too_often() {
        let (goal, other) = (GoalId(1), GoalId(2));
        let mut flakiness = Flakiness::of([goal, other]);
        assert_eq!(flakiness.asked(&[GoalId(3)]), []);
        for _ in 0..MAX_FAILURES {
            assert_eq!(flakiness.asked(&[goal, other]), [goal, other]);
            flakiness.fail(&[goal, other]);
        }
        assert_eq!(flakiness.asked(&[goal, other]), []);
        flakiness.hold(vec![other]);
        assert!(flakiness.is_in_doubt(other) && !flakiness.is_in_doubt(goal));
    }
}
