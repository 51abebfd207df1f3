//! Runs of the search that came near what no test covers: candidates for the nearest run where the tests of the suite say nothing.
//!
//! ```text
//! by goal      the run with the least distance among those that came to its method
//! by member    of a method that runs were to call and never came to: the run that ended the fewest steps before the call
//! ```
//!
//! A suite is made of what covers something; a run that throws in the very constructor covers nothing, and is the only one that tells why
//! the methods of its class are not called.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use trine_sequences::GoalId;
use trine_testcase::objects::{ClassApi, Ended, MemberId, Sequence};

/// Runs that came near.
#[derive(Clone, Debug, Default)]
pub(super) struct Tries {
    /// By goal.
    near: BTreeMap<GoalId, Sequence>,
    /// By number of the goal: the least distance so far.
    distances: Vec<f64>,
    /// By member: how many steps before its call the run ended, and the run.
    uncalled: BTreeMap<MemberId, (u32, Sequence)>,
}

impl Tries {
    /// Takes note of a run: how far it stayed from each of the goals that are open, and how it ended.
    pub fn note(
        &mut self,
        api: &ClassApi,
        (sequence, ended): (&Sequence, &Ended),
        open: impl Iterator<Item = (GoalId, f64)>,
    ) {
        for (goal, distance) in open.filter(|(_, distance)| distance.is_finite()) {
            let at = goal.0 as usize;
            if self.distances.len() <= at {
                self.distances.resize(at + 1, f64::INFINITY);
            }
            if distance < self.distances[at] {
                self.distances[at] = distance;
                self.near.insert(goal, sequence.clone());
            }
        }
        let (Ended::Threw { step: last, .. }
        | Ended::Limit { step: last, .. }
        | Ended::Unsupported { step: last, .. }) = ended
        else {
            return;
        };
        for (step, behind) in sequence.steps.steps.iter().skip(last.0 as usize).zip(0..) {
            let Some(member) =
                step.action.member().filter(|member| api.subjects.contains(&api.members[*member].class))
            else {
                continue;
            };
            let length = |sequence: &Sequence| sequence.steps.steps.len();
            let is_nearer = self
                .uncalled
                .get(&member)
                .is_none_or(|(known, run)| (behind, length(sequence)) < (*known, length(run)));
            if is_nearer {
                self.uncalled.insert(member, (behind, sequence.clone()));
            }
        }
    }

    /// The least distance of a run from a goal so far.
    pub fn distance(&self, goal: GoalId) -> f64 {
        self.distances.get(goal.0 as usize).copied().unwrap_or(f64::INFINITY)
    }

    /// The run nearest to a goal whose code stands in `member`.
    pub fn of(&self, goal: GoalId, member: Option<MemberId>) -> Option<&Sequence> {
        let never_called = || Some(&self.uncalled.get(&member?)?.1);
        self.near.get(&goal).or_else(never_called)
    }

    /// Those for `goals`, each once, `most` at most.
    pub fn chosen(&self, goals: &[(GoalId, Option<MemberId>)], most: usize) -> Vec<Sequence> {
        let mut chosen: Vec<Sequence> = Vec::new();
        let mut seen: BTreeSet<GoalId> = BTreeSet::new();
        for &(goal, member) in goals {
            let Some(run) = self.of(goal, member).filter(|_| seen.insert(goal)) else { continue };
            if chosen.len() < most && !chosen.contains(run) {
                chosen.push(run.clone());
            }
        }
        chosen
    }
}
