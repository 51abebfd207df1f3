//! How much of the budget symbolic execution gets beside evolution: a bandit with two arms, paid in goals for evaluations.
//!
//! ```text
//! rate of an arm = (goals it covered + granted ones) / (evaluations it took + 200)        what is long ago counts less
//! share of symbolic execution = its rate² / (its rate² + evolution's rate²), from 0.5 % to 50 %
//! ```
//!
//! While evolution covers goals, nearly all of the budget is evolution's: the squares see to that, because an evaluation that is taken from
//! it costs what it would have covered (on `StringUtils` of commons-lang a share of 7 % cost 60 goals of 909). Once it stands still, half is
//! for symbolic execution as long as that covers goals, and about a quarter where neither does: it is granted fewer goals, since on classes of
//! libraries most of what evolution leaves open asks for other objects. What one arm has not used is credit: it bounds how hard a symbolic run may work.
//!
//! What it took since it last covered a goal makes its largest share smaller: where evolution covers a goal after a long silence (graphs of
//! jgrapht that take thousands of evaluations), all that symbolic execution took in vain meanwhile comes late.
//!
//! Where a symbolic run is expected to cover little, since others failed at the same goals, it has a small part only, until evolution has
//! covered nothing for very long either. Of 22 library classes
//! (15,000 evaluations, seed 1) runs of which half a goal or more was expected covered 118 goals for 10,300 evaluations, the others 7 for
//! 38,500.

use super::rewards::Rewards;

/// Goals that symbolic execution and evolution are granted, and evaluations, before their own count.
const GRANTED: ([f64; 2], f64) = ([0.25, 1.0], 200.0);

/// Smallest and largest share of symbolic execution.
const SMALLEST_SHARE: f64 = 0.005;
pub(super) const LARGEST_SHARE: f64 = 0.5;

/// Largest share of each kind of work ahead, as long as evolution does not stand still.
pub(super) const AHEAD_SHARE: f64 = 0.03;

/// What a symbolic run must be worth, in goals that nothing was tried for yet, for more than [`FAINT_SHARE`].
const HOPE: f64 = 0.5;

/// Largest share of symbolic runs that are worth less.
const FAINT_SHARE: f64 = 0.05;

/// Its largest share is halved where it took so many evaluations a goal without covering any, and a third where it took twice as many; but it is
/// never less than [`VAIN_SHARE`].
const IN_VAIN_EVALS: u64 = 20;
const VAIN_SHARE: f64 = 0.1;

/// Who works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    /// Symbolic runs, the solver, and the runs of what it gave.
    Symbolic,
    /// Evolution and local search.
    Evolution,
}

/// Goals covered and evaluations taken by both arms.
#[derive(Debug)]
pub(super) struct Scheduler {
    rewards: Rewards<2>,
    /// Whether evolution has covered nothing for very long.
    pub is_silent: bool,
    /// The largest share now.
    pub most: f64,
    /// Evaluations of symbolic execution since it last covered a goal, and those behind which its largest share is halved.
    in_vain: u64,
    halved_by: u64,
    /// Goals and evaluations that are counted already.
    counted: (usize, u64),
}

impl Scheduler {
    /// Nothing was done yet in a search for so many goals.
    pub fn new(goals: usize) -> Self {
        Self {
            rewards: Rewards::new(GRANTED),
            is_silent: false,
            most: LARGEST_SHARE,
            in_vain: 0,
            halved_by: IN_VAIN_EVALS * goals.max(1) as u64,
            counted: (0, 0),
        }
    }

    /// Counts what was done since the last call for `arm`; `covered` and `evaluations` are those of the whole search.
    pub fn count(&mut self, arm: Arm, covered: usize, evaluations: u64) {
        self.rewards.count(arm as usize, covered, evaluations);
        if arm == Arm::Symbolic {
            let is_news = covered > self.counted.0;
            self.in_vain =
                if is_news { 0 } else { self.in_vain + evaluations.saturating_sub(self.counted.1) };
        }
        self.counted = (covered, evaluations);
    }

    /// A generation has ended: what was before it counts less.
    pub fn age(&mut self) {
        self.rewards.age();
    }

    /// The share of the budget that symbolic execution may take now.
    pub fn share(&self) -> f64 {
        let [symbolic, evolution] =
            [Arm::Symbolic, Arm::Evolution].map(|arm| self.rewards.rate(arm as usize).powi(2));
        let most = self.most * self.halved_by as f64 / (self.halved_by + self.in_vain) as f64;
        let most = most.max(self.most.min(VAIN_SHARE));
        (symbolic / (symbolic + evolution)).clamp(SMALLEST_SHARE, most)
    }

    /// The evaluations that symbolic execution may still take, for a run from which so many goals are expected; negative where it took more
    /// than its share.
    pub fn credit(&self, expectation: f64) -> f64 {
        let is_faint = expectation < HOPE && !self.is_silent;
        let share = if is_faint { self.share().min(FAINT_SHARE) } else { self.share() };
        self.rewards.credit(Arm::Symbolic as usize, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_follows_what_is_covered_for_the_cost() {
        let mut scheduler = Scheduler::new(1_000);
        scheduler.count(Arm::Evolution, 200, 4_000);
        assert!(scheduler.credit(1.0) > 0.0, "nothing was tried");
        assert!(scheduler.share() < 0.02, "evolution covers ten times as much: {}", scheduler.share());
        scheduler.count(Arm::Symbolic, 200, 4_100);
        assert!(
            scheduler.credit(1.0) < 0.0,
            "a fortieth for nothing is too much while evolution covers goals"
        );
        let mut fruitful = Scheduler::new(1_000);
        fruitful.count(Arm::Evolution, 1, 4_000);
        fruitful.count(Arm::Symbolic, 40, 7_000);
        assert!(fruitful.credit(1.0) > 0.0, "more than a third for most goals is not");
    }

    #[test]
    fn where_nobody_covers_anything_each_has_its_turn() {
        let spent = |expectation: f64, is_silent: bool| {
            let mut scheduler = Scheduler { is_silent, ..Scheduler::new(1_000) };
            let (mut solving, mut all) = (0, 0);
            for _ in 0..100 {
                scheduler.age();
                all += 100;
                scheduler.count(Arm::Evolution, 7, all);
                while scheduler.credit(expectation) > 0.0 {
                    (solving, all) = (solving + 10, all + 10);
                    scheduler.count(Arm::Symbolic, 7, all);
                }
            }
            (solving, all)
        };
        let (solving, all) = spent(1.0, false);
        assert!((all / 8..all / 2).contains(&solving), "{solving} of {all}");
        let (solving, all) = spent(0.1, false);
        assert!((all / 40..all / 15).contains(&solving), "{solving} of {all}");
        // Where evolution has covered nothing for very long, what failed before is as good.
        assert_eq!(spent(0.1, true), spent(1.0, true));
    }
}
