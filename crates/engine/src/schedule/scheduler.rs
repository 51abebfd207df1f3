//! An adaptive scheduler of two techniques: the one with the better reward of late gets the larger share.
//!
//! The budget is spent in slices. A technique's rate is the number of goals that it covered by evaluation spent, earlier
//! slices weighing less. Its share is its part of the sum of both rates and at least `SCHEDULE.min_share`, because a technique without
//! a reward so far may succeed on what is left. After each slice both techniques are credited their shares, and the one with
//! more credit is next. Only evaluations are counted, so the schedule is the same on every machine.

use crate::policy::SCHEDULE;

/// The two techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Dynamic symbolic execution.
    Paths,
    /// Search over values.
    Values,
}

/// Goals covered, and evaluations spent on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reward {
    /// Goals.
    pub goals: u64,
    /// Evaluations.
    pub evaluations: u64,
}

/// What lately was spent on something, and what came of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Account {
    goals: f64,
    evaluations: f64,
}

impl Account {
    /// Goals by evaluation, as if one goal more had been covered in some evaluations more.
    #[must_use]
    pub fn rate(self) -> f64 {
        (self.goals + 1.0) / (self.evaluations + SCHEDULE.patience_evals)
    }

    /// A turn is over: what came before it weighs `memory` times as much from now on.
    pub fn note(&mut self, reward: Reward, memory: f64) {
        self.goals = self.goals * memory + reward.goals as f64;
        self.evaluations = self.evaluations * memory + reward.evaluations as f64;
    }
}

/// What the techniques spent and got.
#[derive(Clone, Copy, Debug, Default)]
pub struct AdaptiveScheduler {
    paths: Account,
    values: Account,
    /// Evaluations that paths were credited and did not spend; values as many less.
    credit: f64,
}

impl AdaptiveScheduler {
    /// A slice of `technique` is over.
    pub fn note(&mut self, technique: Turn, reward: Reward) {
        let spent = reward.evaluations as f64;
        let account = match technique {
            Turn::Paths => &mut self.paths,
            Turn::Values => &mut self.values,
        };
        account.note(reward, SCHEDULE.technique_memory);
        let share = self.share_of_paths();
        self.credit += match technique {
            Turn::Paths => (share - 1.0) * spent,
            Turn::Values => share * spent,
        };
    }

    /// Starts anew with paths: what was spent before shapes were known is no debt.
    pub fn settle(&mut self) {
        self.credit = 0.0;
    }

    /// Whose turn it is.
    #[must_use]
    pub fn next(&self) -> Turn {
        if self.credit >= 0.0 { Turn::Paths } else { Turn::Values }
    }

    /// The share of paths: a half when both paid alike.
    fn share_of_paths(&self) -> f64 {
        let (paths, values) = (self.paths.rate(), self.values.rate());
        (paths / (paths + values)).clamp(SCHEDULE.min_share, 1.0 - SCHEDULE.min_share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `slices` slices of 500 evaluations, those of paths, when they cover `paths` goals each and values `values`.
    fn slices_of_paths(scheduler: &mut AdaptiveScheduler, slices: usize, paths: u64, values: u64) -> usize {
        let mut turns = 0;
        for _ in 0..slices {
            let technique = scheduler.next();
            let goals = if technique == Turn::Paths { paths } else { values };
            turns += usize::from(technique == Turn::Paths);
            scheduler.note(technique, Reward { goals, evaluations: 500 });
        }
        turns
    }

    #[test]
    fn the_better_rewarded_gets_more_and_the_other_never_nothing() {
        let mut scheduler = AdaptiveScheduler::default();
        let alike = slices_of_paths(&mut scheduler, 40, 0, 0);
        assert!((18..=22).contains(&alike), "{alike}");
        let most = slices_of_paths(&mut scheduler, 40, 9, 0);
        assert!((32..40).contains(&most), "{most}");
        // Later it is the other way around.
        let least = slices_of_paths(&mut scheduler, 80, 0, 3);
        assert!((4..24).contains(&least), "{least}");
    }

    #[test]
    fn a_technique_whose_slices_are_longer_has_fewer_of_them() {
        let mut scheduler = AdaptiveScheduler::default();
        let (mut paths, mut values) = (0, 0);
        for _ in 0..60 {
            match scheduler.next() {
                Turn::Paths => {
                    paths += 1;
                    scheduler.note(Turn::Paths, Reward { goals: 2, evaluations: 200 });
                }
                Turn::Values => {
                    values += 1;
                    scheduler.note(Turn::Values, Reward { goals: 20, evaluations: 2_000 });
                }
            }
        }
        assert!(paths > values, "{paths} {values}");
    }
}
