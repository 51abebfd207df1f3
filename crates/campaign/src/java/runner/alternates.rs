//! Other sequences that covered a goal than the one that the search kept: where that one does not hold as a test, one of them may.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use trine_sequences::GoalId;
use trine_testcase::objects::Sequence;

/// Sequences that are kept for a goal, the latest ones.
const KEPT: usize = 6;

/// What covered each goal, by runs of the search.
#[derive(Default)]
pub(in super::super) struct Alternates {
    /// The latest sequences.
    latest: BTreeMap<GoalId, VecDeque<Arc<Sequence>>>,
    /// A sequence that covers the goal in other worlds as well.
    holding: BTreeMap<GoalId, Holding>,
}

/// A sequence that was looked at in other worlds, and covers the same there.
struct Holding {
    sequence: Arc<Sequence>,
    /// Numbers of these worlds.
    worlds: BTreeSet<u32>,
}

impl Alternates {
    /// A run of `sequence` covered these goals.
    pub fn note(&mut self, sequence: &Sequence, covered: &[GoalId]) {
        if covered.is_empty() {
            return;
        }
        let sequence = Arc::new(sequence.clone());
        for &goal in covered {
            let kept = self.latest.entry(goal).or_default();
            if kept.len() == KEPT {
                kept.pop_front();
            }
            kept.push_back(Arc::clone(&sequence));
        }
    }

    /// `sequence` covers these goals in the other `worlds` as well.
    pub fn note_holding(&mut self, sequence: &Sequence, covered: &[GoalId], worlds: &[u32]) {
        let sequence = Arc::new(sequence.clone());
        let worlds: BTreeSet<u32> = worlds.iter().copied().collect();
        for &goal in covered {
            match self.holding.get_mut(&goal) {
                Some(known) if known.sequence == sequence => known.worlds.extend(&worlds),
                // One that is known to hold in all of these, and maybe in others, is no worse.
                Some(known) if known.worlds.is_superset(&worlds) => {}
                _ => {
                    let holding = Holding { sequence: Arc::clone(&sequence), worlds: worlds.clone() };
                    self.holding.insert(goal, holding);
                }
            }
        }
    }

    /// A sequence that covers `goal` in the other world with this number as well, where one is known.
    pub fn holding(&self, goal: GoalId, world: u32) -> Option<&Arc<Sequence>> {
        self.holding.get(&goal).filter(|known| known.worlds.contains(&world)).map(|known| &known.sequence)
    }

    /// What covered `goal`, the latest first, what is known to hold before that.
    pub fn of(&self, goal: GoalId) -> Vec<Arc<Sequence>> {
        let latest = self.latest.get(&goal).into_iter().flatten().rev();
        self.holding.get(&goal).map(|known| &known.sequence).into_iter().chain(latest).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_sequences_of_a_goal_are_kept() {
        let (goal, other) = (GoalId(1), GoalId(2));
        let of_length = |length: usize| Sequence { steps: Arc::default(), leaves: vec![0; length] };
        let mut alternates = Alternates::default();
        alternates.note(&of_length(0), &[goal, other]);
        (1..=KEPT).for_each(|length| alternates.note(&of_length(length), &[goal]));
        let lengths: Vec<usize> = alternates.of(goal).iter().map(|one| one.leaves.len()).collect();
        assert_eq!(lengths, (1..=KEPT).rev().collect::<Vec<_>>());
        assert_eq!(alternates.of(other).len(), 1);
        assert!(alternates.of(GoalId(3)).is_empty());
        alternates.note_holding(&of_length(9), &[goal], &[1]);
        assert_eq!(alternates.of(goal).first().map(|one| one.leaves.len()), Some(9));
        assert!(alternates.holding(goal, 2).is_none());
        alternates.note_holding(&of_length(9), &[goal], &[2]);
        alternates.note_holding(&of_length(8), &[goal], &[2]);
        let held = [1, 2].map(|world| alternates.holding(goal, world).map(|one| one.leaves.len()));
        assert_eq!(held, [Some(9), Some(9)], "what holds in more worlds stays");
    }
}
