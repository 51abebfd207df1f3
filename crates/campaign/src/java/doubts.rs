//! Tests that hold in every world but do not go the same way in all of them: what one of them covers by chance does not count.
//!
//! ```text
//! assertNotNull(chronology.withZone(zone));    returns at once where `zone` is the default time zone of the user, and not elsewhere
//! ```
//!
//! Such a test is worth having where no other one covers a goal that this one covers in all worlds. Which probes it passes in some worlds
//! only is kept beside the suite: a JVM may count them or not.

use std::collections::BTreeSet;
use trine_frontend_jvm::cover::ProbeSet;
use trine_sequences::GoalId;
use trine_testcase::objects::{ObjectTest, Sequence};

/// Tests that go another way in another world, by their sequences, and what they do in some worlds only.
#[derive(Clone, Default)]
pub(super) struct Doubts(Vec<Doubt>);

#[derive(Clone)]
struct Doubt {
    sequence: Sequence,
    goals: BTreeSet<GoalId>,
    probes: ProbeSet,
}

/// Probes that a suite passed.
#[derive(Clone, Default)]
pub(super) struct Passed {
    /// In all worlds.
    pub surely: ProbeSet,
    /// In some worlds only.
    pub in_doubt: ProbeSet,
}

impl Passed {
    /// In any world.
    pub fn any(&self) -> ProbeSet {
        let mut any = self.surely.clone();
        any.union(&self.in_doubt);
        any
    }
}

impl Doubts {
    /// A test of this sequence covers these goals and passes these probes in some worlds only; or it goes the same way in all, as far as is
    /// known now.
    pub fn note(&mut self, sequence: &Sequence, doubt: Option<(BTreeSet<GoalId>, ProbeSet)>) {
        self.0.retain(|known| known.sequence != *sequence);
        self.0.extend(doubt.map(|(goals, probes)| Doubt { sequence: sequence.clone(), goals, probes }));
    }

    /// Whether the test goes another way in another world.
    pub fn concerns(&self, test: &ObjectTest) -> bool {
        self.of(&test.sequence).is_some()
    }

    /// Takes out of what each test covered in the usual world what it does not cover in all; sums up the probes that each `passed`.
    pub fn settle(&self, tests: &[ObjectTest], covered: &mut [Vec<GoalId>], passed: &[ProbeSet]) -> Passed {
        let mut all = Passed::default();
        for ((test, covered), passed) in tests.iter().zip(covered).zip(passed) {
            let mut surely = passed.clone();
            if let Some(doubt) = self.of(&test.sequence) {
                covered.retain(|goal| !doubt.goals.contains(goal));
                surely.subtract(&doubt.probes);
                all.in_doubt.union(&doubt.probes);
            }
            all.surely.union(&surely);
        }
        all.in_doubt.subtract(&all.surely);
        all
    }

    fn of(&self, sequence: &Sequence) -> Option<&Doubt> {
        self.0.iter().find(|doubt| doubt.sequence == *sequence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::objects::{Ended, MemberId};

    #[test]
    fn what_a_test_covers_in_some_worlds_only_does_not_count_unless_another_one_covers_it() {
        let test = |leaves: usize| ObjectTest {
            sequence: Sequence { steps: std::sync::Arc::default(), leaves: vec![0; leaves] },
            ended: Ended::Returned,
            expectations: Vec::new(),
            about: MemberId(0),
        };
        let probes = |numbers: &[u32]| {
            let mut set = ProbeSet::default();
            numbers.iter().for_each(|&probe| _ = set.insert(probe));
            set
        };
        let goals = |ids: &[u32]| -> Vec<GoalId> { ids.iter().copied().map(GoalId).collect() };
        let tests = [test(1), test(2)];
        let mut doubts = Doubts::default();
        let doubt = |ids: &[u32], numbers: &[u32]| Some((goals(ids).into_iter().collect(), probes(numbers)));
        doubts.note(&tests[1].sequence, doubt(&[2], &[2]));
        doubts.note(&tests[1].sequence, None);
        doubts.note(&tests[0].sequence, doubt(&[1, 2], &[1, 2, 3]));
        assert_eq!([&tests[0], &tests[1]].map(|test| doubts.concerns(test)), [true, false]);
        let mut covered = [goals(&[0, 1, 2]), goals(&[2])];
        let passed = doubts.settle(&tests, &mut covered, &[probes(&[0, 1, 2]), probes(&[2])]);
        assert_eq!(covered, [goals(&[0]), goals(&[2])]);
        assert_eq!(passed.surely.iter().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(passed.in_doubt.iter().collect::<Vec<_>>(), [1, 3], "passed here, and passed elsewhere");
    }
}
