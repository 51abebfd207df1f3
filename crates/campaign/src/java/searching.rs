//! The search for sequences in a budget, and again where what was found does not hold.

use super::Settings;
use super::clock::{Clock, LOST_UNTIL};
use super::lost;
use super::outcome::Proposed;
use super::runner::{Flakiness, UnitRunner};
use super::suite::{self, Allowance};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use trine_base::Budget;
use trine_sequences::GoalId;
use trine_sequences::search::{GoalNode, Options, Proposer, search};
use trine_testcase::objects::{ClassApi, Constants, Sequence};

/// An array comes from a member that copies one to a length with this probability.
const ARRAYS_BY_CALLS: f64 = 0.1;

/// Evaluations, milliseconds and goals covered when the search covered one more.
pub(super) type Step = (u64, u64, usize);

/// What a search for sequences needs beside its goals.
pub(super) struct Searching<'s> {
    pub api: &'s ClassApi,
    pub constants: &'s Constants,
    pub settings: &'s Settings,
    pub clock: Clock,
    pub stop: &'s AtomicBool,
}

impl Searching<'_> {
    /// What the search finds that begins with `seeds`, under `settings`, until this part of the budget is used up.
    pub fn searched(
        &self,
        (nodes, seeds): (&[GoalNode], Vec<Sequence>),
        runner: &mut UnitRunner,
        settings: &Settings,
        share: f64,
    ) -> (Vec<(GoalId, Sequence)>, Vec<Step>, Proposed) {
        let until = self.clock.until(share);
        let budget_evals = match settings.budget {
            Budget::Evaluations(evals) => evals,
            Budget::Time(_) => u64::MAX,
        };
        // What is thrown is known only from runs: there may be more.
        let goes_on = settings.exceptions;
        let Settings { seed, strategy, algorithm, .. } = *settings;
        let options = Options {
            seed,
            budget_evals,
            strategy,
            algorithm,
            goes_on,
            seeds,
            arrays_by_calls: ARRAYS_BY_CALLS,
            ..Options::default()
        };
        let stop = || self.stop.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until);
        let (runs, reported) = (Arc::clone(&runner.searched), runner.goals.len());
        let mut progress: Vec<Step> = Vec::new();
        let mut known: BTreeSet<GoalId> = BTreeSet::new();
        let mut by: Vec<Proposer> = Vec::new();
        let mut note = |goal: GoalId, _: &Sequence, proposer: Proposer| {
            // Behind the goals are ways through decisions that pairs are made of. Shorter sequences for a goal are no news.
            if (goal.0 as usize) < reported && known.insert(goal) {
                let milliseconds = u64::try_from(self.clock.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                progress.push((runs.load(Ordering::Relaxed), milliseconds, progress.len() + 1));
                by.push(proposer);
            }
        };
        let found = search(self.api, self.constants, nodes, runner, &options, &stop, &mut note);
        (found.sequences, progress, Proposed { by, spent: found.spent })
    }

    /// A suite of what was found; for goals whose tests do not hold other sequences that covered them, and further searches.
    pub fn suite(
        &self,
        runner: &mut UnitRunner,
        found: &mut Vec<(GoalId, Sequence)>,
        nodes: &[GoalNode],
        allowance: Allowance<'_>,
    ) -> suite::Suite {
        let mut runs = runner.runs;
        let suite = suite::suite(runner, found, allowance);
        runner.flakiness = None;
        let mut again = |runner: &mut UnitRunner, lost: &[GoalNode], number: u64| {
            let Some(left) = left(self.settings, runs, self.clock) else { return Vec::new() };
            let settings =
                Settings { seed: self.settings.seed + number, budget: left, ..self.settings.clone() };
            let before = runner.runs;
            runner.flakiness = Some(Flakiness::of(lost.iter().map(|node| node.id)));
            let (found, ..) = runner
                .as_in_search(|runner| self.searched((lost, Vec::new()), runner, &settings, LOST_UNTIL));
            runner.flakiness = None;
            runs += runner.runs - before;
            found
        };
        // A few runs for each goal.
        let until = Allowance { until: self.clock.until(1.0), runs: u64::MAX, ..allowance };
        lost::recovered(runner, suite, found, (nodes, allowance, until), &mut again)
    }
}

/// What is left of the budget behind a search of so many runs; `None` where nothing is.
fn left(settings: &Settings, runs: u64, clock: Clock) -> Option<Budget> {
    match settings.budget {
        Budget::Evaluations(evals) => {
            let left = evals.saturating_sub(runs);
            (left > 0).then_some(Budget::Evaluations(left))
        }
        Budget::Time(_) => {
            let has_time = clock.until(LOST_UNTIL).is_some_and(|until| Instant::now() < until);
            has_time.then_some(settings.budget)
        }
    }
}
