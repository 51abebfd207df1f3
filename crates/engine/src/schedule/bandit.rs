//! Which shape's paths are explored next: a multi-armed bandit whose arms are shapes.
//!
//! An arm's rate is the number of goals that its paths covered by evaluation spent ([`Account`]). The rate grows while the arm
//! waits: after as many turns of others as there are arms it counts double. So an arm with rewards goes on, arms without take
//! turns, and none waits for ever. An arm that was never tried counts as one that covered a goal in a thousand evaluations.

use crate::policy::SCHEDULE;
use crate::schedule::scheduler::{Account, Reward};
use std::collections::BTreeMap;

/// What is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arm {
    /// The shape at this place.
    Shape(usize),
    /// The same in the twin of the program ([`crate::techniques::symbolic`]).
    IfConverted(usize),
}

/// Turns of all shapes.
#[derive(Debug, Default)]
pub struct ShapeBandit {
    turns: u64,
    arms: BTreeMap<Arm, ArmState>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ArmState {
    account: Account,
    /// When it was last its turn, or when it was first open.
    last: u64,
    /// Whether it had one.
    had: bool,
}

impl ShapeBandit {
    /// Whose turn it is of those in `open`; of equals, the first.
    pub fn next(&mut self, open: &[Arm]) -> Option<Arm> {
        for &arm in open {
            self.arms.entry(arm).or_insert(ArmState { last: self.turns, ..ArmState::default() });
        }
        let mut best: Option<(f64, Arm)> = None;
        for &arm in open {
            let weight = self.weight(arm, open.len());
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, arm));
            }
        }
        best.map(|(_, arm)| arm)
    }

    fn weight(&self, arm: Arm, arms: usize) -> f64 {
        let turn = self.arms.get(&arm).copied().unwrap_or_default();
        let waited = (self.turns - turn.last) as f64 / arms as f64;
        let weight = turn.account.rate() * (1.0 + waited);
        match arm {
            Arm::Shape(_) => weight,
            Arm::IfConverted(_) => weight * SCHEDULE.if_converted_rate,
        }
    }

    /// A turn of `arm` is over.
    pub fn note(&mut self, arm: Arm, reward: Reward) {
        self.turns += 1;
        let turn = self.arms.entry(arm).or_default();
        turn.account.note(reward, SCHEDULE.shape_memory);
        (turn.last, turn.had) = (self.turns, true);
    }

    /// Whether `arm` had a turn.
    #[must_use]
    pub fn knows(&self, arm: Arm) -> bool {
        self.arms.get(&arm).is_some_and(|turn| turn.had)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: [Arm; 4] = [Arm::Shape(0), Arm::Shape(1), Arm::Shape(2), Arm::IfConverted(0)];

    /// Turns of each of [`OPEN`], of so many, when a turn of the second covers `goals`.
    fn turns(bandit: &mut ShapeBandit, all: usize, goals: u64) -> Vec<usize> {
        let mut counts = vec![0; OPEN.len()];
        for _ in 0..all {
            let Some(arm) = bandit.next(&OPEN) else { return counts };
            let position = OPEN.iter().position(|&one| one == arm).unwrap_or(0);
            counts[position] += 1;
            let reward = if arm == OPEN[1] { goals } else { 0 };
            bandit.note(arm, Reward { goals: reward, evaluations: 700 });
        }
        counts
    }

    #[test]
    fn shapes_that_do_not_pay_take_turns() {
        let counts = turns(&mut ShapeBandit::default(), 400, 0);
        assert!(counts[..3].iter().all(|&count| (100..=140).contains(&count)), "{counts:?}");
        assert!((30..=80).contains(&counts[3]), "{counts:?}");
    }

    #[test]
    fn an_arm_with_rewards_goes_on_and_stops_when_they_end() {
        let mut bandit = ShapeBandit::default();
        let counts = turns(&mut bandit, 200, 5);
        assert!(counts[1] > 140 && counts.iter().all(|&count| count > 0), "{counts:?}");
        let later = turns(&mut bandit, 400, 0);
        assert!(later[1] < 200, "{later:?}");
    }
}
