//! Goals that a test covers only as long as no other one comes to them first, as to what fills a cache: a test that covers them by itself is
//! named for them, and stays.
//!
//! In another time zone, say, other tests are the first to ask for a thing that is made once a JVM. The tests together cover the same
//! there; which of them covers what is not the same.

use std::collections::BTreeSet;
use trine_sequences::GoalId;
use trine_testcase::objects::{ObjectTest, Sequence};

/// Tests, by their sequences, that other ones lead another way, and the goals that they cover in some worlds only.
#[derive(Default)]
pub(super) struct Leaning(Vec<(Sequence, BTreeSet<GoalId>)>);

impl Leaning {
    /// A test covers these goals in one world and those in another.
    pub fn note(&mut self, test: &ObjectTest, here: &[GoalId], there: &[GoalId]) {
        let [here, there]: [BTreeSet<GoalId>; 2] = [here, there].map(|goals| goals.iter().copied().collect());
        let unsure: Vec<GoalId> = here.symmetric_difference(&there).copied().collect();
        match self.0.iter_mut().find(|(known, _)| *known == test.sequence) {
            Some((_, known)) => known.extend(unsure),
            None => self.0.push((test.sequence.clone(), unsure.into_iter().collect())),
        }
    }

    /// Takes out of what each test covers the goals that it covers in some worlds only and another test covers in all.
    pub fn settle(&self, tests: &[ObjectTest], covered: &mut [Vec<GoalId>]) {
        if self.0.is_empty() {
            return;
        }
        let none = BTreeSet::new();
        let of = |test: &ObjectTest| self.0.iter().find(|(known, _)| *known == test.sequence);
        let unsure: Vec<&BTreeSet<GoalId>> =
            tests.iter().map(|test| of(test).map_or(&none, |(_, goals)| goals)).collect();
        let sure: BTreeSet<GoalId> = (covered.iter().zip(&unsure))
            .flat_map(|(goals, unsure)| goals.iter().filter(|goal| !unsure.contains(goal)))
            .copied()
            .collect();
        for (goals, unsure) in covered.iter_mut().zip(unsure) {
            goals.retain(|goal| !unsure.contains(goal) || !sure.contains(goal));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::objects::{Ended, MemberId};

    #[test]
    fn a_goal_is_left_to_a_test_that_covers_it_in_all_worlds() {
        let test = |leaves: usize| ObjectTest {
            sequence: Sequence { steps: std::sync::Arc::default(), leaves: vec![0; leaves] },
            ended: Ended::Returned,
            expectations: Vec::new(),
            about: MemberId(0),
        };
        let goals = |ids: &[u32]| -> Vec<GoalId> { ids.iter().copied().map(GoalId).collect() };
        let tests = [test(1), test(2), test(3)];
        let mut leaning = Leaning::default();
        leaning.note(&tests[0], &goals(&[0, 1, 2]), &goals(&[0]));
        leaning.note(&tests[1], &goals(&[3]), &goals(&[2, 3]));
        let mut covered = vec![goals(&[0, 1, 2]), goals(&[3]), goals(&[1])];
        leaning.settle(&tests, &mut covered);
        // The second goal is the third test's; nobody covers the third one in all worlds, so that it stays where it is.
        assert_eq!(covered, [goals(&[0, 2]), goals(&[3]), goals(&[1])]);
    }
}
