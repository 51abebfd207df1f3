//! How much of a unit's budget is left.
//!
//! A budget of evaluations bounds the search, and what follows it is bounded by executions: the same
//! suite on every machine. A budget of time bounds all: the search ends a little before the budget, and the
//! phases after it share what may follow, so that a unit, its replay included, ends within its budget
//! plus 20 %; the last of their ends leaves room for one long run. A part is reserved for making the suite small and
//! its values simple: a test that nobody can read is worth little. What a phase has not come to stays as it
//! is: a test less simple, a proof not attempted. The replay of the suite is never left out, so time is kept for it:
//! where runs are long or tests large, the search and what makes its tests simple end early by what the replay will
//! take, as far as building and running the archived tests tells.
//!
//! Parts of a budget are counted in evaluations ([`Allowance`]). Of a budget of time, an evaluation is as long as those
//! of the unit were in the mean so far, queries to the solver included: where a run takes milliseconds, a technique
//! gets no more of the time than it gets of a budget of evaluations.

use crate::policy::CLOCK;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use trine_base::Budget;

/// What follows the search, with the share of a time budget, from the start of the unit, at which
/// it must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Proof by exhaustion: 96 %.
    Proof,
    /// Simple values for the suite: 106 %.
    Suite,
    /// Other addresses for the replayed tests: 110 %. The replay itself is not left out.
    Judge,
    /// Simple values for the crashes: 113 %.
    Crashes,
}

impl Phase {
    /// All, in the order of their ends.
    const ALL: [Self; 4] = [Self::Proof, Self::Suite, Self::Judge, Self::Crashes];

    /// The end, in percent of the budget.
    const fn percent(self) -> u32 {
        match self {
            Self::Proof => 96,
            Self::Suite => 106,
            Self::Judge => 110,
            Self::Crashes => 113,
        }
    }
}

/// A part of the budget.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The evaluations at which it ends.
    evaluations: u64,
    /// When it ends, of a budget of time.
    until: Option<Instant>,
}

impl Allowance {
    /// The evaluations of the unit at which it ends, whatever the time.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }
}

/// A moment in the search, from which on its cost is counted.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    evaluations: u64,
    elapsed: Duration,
}

/// Counts evaluations and watches time and the stop flag.
#[derive(Debug)]
pub struct Clock<'a> {
    budget: Budget,
    started: Instant,
    stop: &'a AtomicBool,
    /// Evaluations so far.
    pub evaluations: u64,
    /// Executions so far: evaluations, and what minimisation and replay cost.
    pub executions: u64,
    out_of_time: bool,
    /// What the replay of the suite will take.
    replay: Duration,
}

impl<'a> Clock<'a> {
    /// Starts the clock of a unit.
    #[must_use]
    pub fn start(budget: Budget, stop: &'a AtomicBool) -> Self {
        Self {
            budget,
            started: Instant::now(),
            stop,
            evaluations: 0,
            executions: 0,
            out_of_time: false,
            replay: Duration::ZERO,
        }
    }

    /// Notes an execution.
    pub fn executed(&mut self) {
        self.executions += 1;
    }

    /// Whether the search must end. Looks at the time whenever it is asked: that costs less than the shortest
    /// run, and a run with large objects takes milliseconds, however few instructions it has.
    pub fn exhausted(&mut self) -> bool {
        match self.budget {
            Budget::Evaluations(limit) if self.evaluations >= limit => return true,
            Budget::Time(limit) if !self.out_of_time => {
                self.out_of_time = self.started.elapsed() >= self.end_of_search(limit);
            }
            _ => {}
        }
        self.out_of_time || self.stop.load(Ordering::Relaxed)
    }

    /// Ends the search: more evaluations would show nothing else.
    pub fn end_search(&mut self) {
        self.out_of_time = true;
    }

    /// Whether less than half of the budget is used.
    #[must_use]
    pub fn is_in_first_half(&self) -> bool {
        match self.budget {
            Budget::Evaluations(limit) => self.evaluations < limit / 2,
            Budget::Time(limit) => self.started.elapsed() < self.end_of_search(limit) / 2,
        }
    }

    /// Notes that `tests` tests are to be replayed, whose runs take `run` each in the mean.
    pub fn keep_for_replay(&mut self, tests: usize, run: Duration) {
        self.replay = run * CLOCK.replay_runs * u32::try_from(tests).unwrap_or(u32::MAX / CLOCK.replay_runs);
    }

    /// When the search ends, from the start of the unit.
    fn end_of_search(&self, limit: Duration) -> Duration {
        self.end_before_suite(limit, CLOCK.search_percent).max(limit * CLOCK.min_search_percent / 100)
    }

    /// When what comes before the suite is made simple ends, from the start of the unit: at `percent` of the budget, or
    /// so early that the reserved part is left.
    fn end_before_suite(&self, limit: Duration, percent: u32) -> Duration {
        let until_suite = self.end_before_replay(limit).saturating_sub(limit * CLOCK.suite_percent / 100);
        until_suite.min(limit * percent / 100)
    }

    /// When what comes before the replay ends, from the start of the unit, so that the replay ends in time; where runs
    /// are so long that it will not, some time is left all the same.
    fn end_before_replay(&self, limit: Duration) -> Duration {
        let until_replay = (limit * Phase::Judge.percent() / 100).saturating_sub(self.replay);
        let least = limit * (CLOCK.min_search_percent + CLOCK.suite_percent) / 100;
        until_replay.max(least).min(limit * Phase::Suite.percent() / 100)
    }

    /// When `phase` ends, from the start of the unit.
    fn end(&self, phase: Phase, limit: Duration) -> Duration {
        match phase {
            Phase::Proof => self.end_before_suite(limit, phase.percent()),
            Phase::Suite => self.end_before_replay(limit),
            Phase::Judge | Phase::Crashes => limit * phase.percent() / 100,
        }
    }

    /// Whether `phase` must end; never for budgets of evaluations.
    #[must_use]
    pub fn is_over(&self, phase: Phase) -> bool {
        match self.budget {
            Budget::Time(limit) => self.started.elapsed() >= self.end(phase, limit),
            Budget::Evaluations(_) => false,
        }
    }

    /// When what is under way must end: with the search, or else with the first phase whose end has not come.
    /// None for budgets of evaluations; a moment that has passed when all have.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let Budget::Time(limit) = self.budget else { return None };
        let elapsed = self.started.elapsed();
        let ends = Phase::ALL.map(|phase| self.end(phase, limit));
        let mut ends = std::iter::once(self.end_of_search(limit)).chain(ends);
        Some(self.started + ends.find(|&end| end > elapsed).unwrap_or(limit))
    }

    /// When what is under way must end that gets `allowance`; none for budgets of evaluations.
    #[must_use]
    pub fn deadline_of(&self, allowance: &Allowance) -> Option<Instant> {
        Some(self.deadline()?.min(allowance.until?))
    }

    /// When the replay of the next test must end, so that each of the `left` tests gets an equal part of the time.
    #[must_use]
    pub fn replay_deadline(&self, left: usize) -> Option<Instant> {
        self.part_of(Phase::Judge, left)
    }

    /// When one of `left` equal parts of what is left of `phase` ends; none for budgets of evaluations.
    #[must_use]
    pub fn part_of(&self, phase: Phase, left: usize) -> Option<Instant> {
        let Budget::Time(limit) = self.budget else { return None };
        let time = self.end(phase, limit).saturating_sub(self.started.elapsed());
        Some(Instant::now() + time.div_f64(left.max(1) as f64))
    }

    /// Whether the user asked to stop.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Evaluations that the budget still allows; those that a budget of time will, as far as can be told.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        match self.budget {
            Budget::Evaluations(limit) => limit.saturating_sub(self.evaluations),
            Budget::Time(limit) => {
                self.evaluations_in(self.end_of_search(limit).saturating_sub(self.started.elapsed()), limit)
            }
        }
    }

    /// Evaluations of the whole budget; those of a budget of time as far as can be told.
    #[must_use]
    pub fn total(&self) -> u64 {
        match self.budget {
            Budget::Evaluations(limit) => limit,
            Budget::Time(limit) => self.evaluations_in(self.end_of_search(limit), limit),
        }
    }

    /// The next `evaluations`, and the time that as many take of a budget of time.
    #[must_use]
    pub fn allow(&self, evaluations: u64) -> Allowance {
        let until = match self.budget {
            Budget::Evaluations(_) => None,
            Budget::Time(limit) => {
                let seconds = self.pace(limit).as_secs_f64() * evaluations as f64;
                Some(Instant::now() + limit.min(Duration::try_from_secs_f64(seconds).unwrap_or(limit)))
            }
        };
        Allowance { evaluations: self.evaluations.saturating_add(evaluations), until }
    }

    /// One part of `parts` of what is left.
    #[must_use]
    pub fn share(&self, parts: u64) -> Allowance {
        self.allow(self.remaining() / parts)
    }

    /// Whether `allowance` is used, or all of the budget.
    pub fn has_used(&mut self, allowance: &Allowance) -> bool {
        self.evaluations >= allowance.evaluations
            || allowance.until.is_some_and(|until| Instant::now() >= until)
            || self.exhausted()
    }

    /// This moment.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { evaluations: self.evaluations, elapsed: self.started.elapsed() }
    }

    /// Evaluations since `mark`; of a budget of time those that fit into the time since then.
    #[must_use]
    pub fn since(&self, mark: Mark) -> u64 {
        match self.budget {
            Budget::Evaluations(_) => self.evaluations - mark.evaluations,
            Budget::Time(limit) => self.evaluations_in(self.started.elapsed() - mark.elapsed, limit),
        }
    }

    /// Evaluations that take `time`, under a budget of `limit`.
    fn evaluations_in(&self, time: Duration, limit: Duration) -> u64 {
        let pace = self.pace(limit).as_secs_f64().max(1e-9);
        (time.as_secs_f64() / pace) as u64
    }

    /// What an evaluation took in the mean, under a budget of `limit`.
    fn pace(&self, limit: Duration) -> Duration {
        match self.evaluations {
            evaluations if evaluations < CLOCK.pace_evals => limit / CLOCK.unknown_pace_evals as u32,
            evaluations => self.started.elapsed().div_f64(evaluations as f64),
        }
    }

    /// Time since the unit was started.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_budget_of_time_ends_what_follows_the_search() {
        let stop = AtomicBool::new(false);
        let phases = Phase::ALL;
        let mut counted = Clock::start(Budget::Evaluations(0), &stop);
        assert!(counted.exhausted() && phases.iter().all(|&phase| !counted.is_over(phase)));
        let mut timed = Clock::start(Budget::Time(Duration::ZERO), &stop);
        assert!(timed.exhausted() && phases.iter().all(|&phase| timed.is_over(phase)));
        let mut long = Clock::start(Budget::Time(Duration::from_secs(3600)), &stop);
        assert!(!long.exhausted() && phases.iter().all(|&phase| !long.is_over(phase)));
    }

    #[test]
    fn a_deadline_is_the_end_of_what_is_under_way_and_a_budget_of_evaluations_has_none() {
        let stop = AtomicBool::new(false);
        assert_eq!(Clock::start(Budget::Evaluations(1), &stop).deadline(), None);
        let hour = Duration::from_secs(3600);
        let mut clock = Clock::start(Budget::Time(hour), &stop);
        assert_eq!(clock.deadline(), Some(clock.started + hour * CLOCK.search_percent / 100));
        clock.budget = Budget::Time(Duration::ZERO);
        assert!(clock.deadline().is_some_and(|deadline| deadline <= Instant::now()));
    }

    #[test]
    fn time_is_kept_for_the_replay_of_tests_whose_runs_are_long() {
        let stop = AtomicBool::new(false);
        let second = Duration::from_secs(1);
        let mut clock = Clock::start(Budget::Time(second), &stop);
        assert_eq!(clock.end_of_search(second), Duration::from_millis(920));
        clock.keep_for_replay(10, Duration::from_micros(100));
        let ends = |clock: &Clock<'_>| (clock.end_of_search(second), clock.end(Phase::Suite, second));
        let (search, suite) = (Duration::from_millis(920), Duration::from_millis(1_060));
        assert_eq!(ends(&clock), (search, suite), "short runs fit into what follows the search");
        clock.keep_for_replay(10, Duration::from_millis(2));
        assert_eq!(ends(&clock), (Duration::from_millis(840), Duration::from_millis(940)));
        clock.keep_for_replay(1_000, Duration::from_millis(6));
        let least = (Duration::from_millis(750), Duration::from_millis(850));
        assert_eq!(ends(&clock), least, "search and suite get their parts");
    }

    #[test]
    fn an_allowance_of_evaluations_ends_with_these() {
        let stop = AtomicBool::new(false);
        let mut clock = Clock::start(Budget::Evaluations(100), &stop);
        let (ten, half) = (clock.allow(10), clock.share(2));
        clock.evaluations = 10;
        assert!(clock.has_used(&ten) && !clock.has_used(&half));
        clock.evaluations = 50;
        assert!(clock.has_used(&half) && clock.remaining() == 50);
        clock.evaluations = 100;
        assert!(
            clock.has_used(&Clock::start(Budget::Evaluations(9), &stop).allow(u64::MAX)),
            "no budget is left"
        );
    }

    #[test]
    fn of_a_budget_of_time_evaluations_are_as_long_as_they_were() {
        let stop = AtomicBool::new(false);
        let hour = Duration::from_secs(3600);
        let mut clock = Clock::start(Budget::Time(hour), &stop);
        let of_search = |evaluations: u64| evaluations * u64::from(CLOCK.search_percent) / 100;
        assert_eq!(
            clock.remaining() / 100,
            of_search(CLOCK.unknown_pace_evals) / 100 - 1,
            "as long as nothing is known"
        );
        clock.started -= Duration::from_secs(360);
        clock.evaluations = 100;
        assert!((815..=820).contains(&clock.remaining()), "{}", clock.remaining());
        let mark = Mark { evaluations: 90, elapsed: Duration::from_secs(324) };
        assert!(
            (10..=11).contains(&clock.since(mark)),
            "a tenth of the time took a tenth of the evaluations"
        );
        let ten = clock.allow(10);
        assert!(!clock.has_used(&ten));
        clock.evaluations = 110;
        assert!(clock.has_used(&ten));
    }
}
