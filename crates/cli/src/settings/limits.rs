//! Numbers that make no sense: refused with what would.
//!
//! Nothing and next to infinity are typing errors, and both are told before anything is compiled: a budget of no time finds
//! nothing, ten thousand workers end in an error of the system, and a budget of a year is a comma in the wrong place.

use std::time::Duration;
use trine_base::Budget;
use trine_campaign::failure::Failure;
use trine_engine::Options;

/// Workers, at most.
const MAX_JOBS: usize = 1024;
/// Time of a unit, at most: a week.
const MAX_TIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// Evaluations of a unit, at most; a machine needs some years for them.
const MAX_EVALUATIONS: u64 = 1_000_000_000_000;
/// Steps of a run: enough for a call, and at most.
const STEPS: std::ops::RangeInclusive<u64> = 100..=1_000_000_000_000;

/// Checks the numbers in `options`.
///
/// # Errors
/// For the first that makes no sense.
pub fn check(options: &Options) -> Result<(), Failure> {
    budget(options.budget)?;
    steps(options.steps)
}

/// Checks the budget of a unit.
///
/// # Errors
/// When it is nothing, or more than anybody waits for.
pub fn budget(budget: Budget) -> Result<(), Failure> {
    match budget {
        Budget::Evaluations(0) => {
            Err(refused("--budget: 0evals allows no evaluation", "write for example --budget 20000evals"))
        }
        Budget::Time(time) if time.is_zero() => {
            Err(refused("--budget: 0s is no time at all", "write for example --budget 10s"))
        }
        Budget::Evaluations(evaluations) if evaluations > MAX_EVALUATIONS => {
            let what = format!("--budget: {evaluations}evals is more than {MAX_EVALUATIONS}");
            Err(refused(what, "write for example --budget 1000000evals"))
        }
        Budget::Time(time) if time > MAX_TIME => {
            let what = format!("--budget: {}s for each unit is more than a week", time.as_secs());
            Err(refused(what, "write for example --budget 60m; the budget is that of one unit"))
        }
        Budget::Evaluations(_) | Budget::Time(_) => Ok(()),
    }
}

/// Checks the instructions that an execution may take.
///
/// # Errors
/// When nothing can be done with so few, or they are more than anybody waits for.
pub fn steps(steps: u64) -> Result<(), Failure> {
    if STEPS.contains(&steps) {
        return Ok(());
    }
    let what = format!("--steps: {steps} is not from {} to {}", STEPS.start(), STEPS.end());
    Err(refused(what, "leave it out for the default"))
}

/// The number of workers.
///
/// # Errors
/// When there are none, or more than any machine has cores.
pub fn jobs(jobs: usize) -> Result<usize, Failure> {
    let help = "leave it out for one worker per core";
    match jobs {
        0 => Err(refused("--jobs: 0 workers would do nothing", help)),
        jobs if jobs > MAX_JOBS => {
            Err(refused(format!("--jobs: {jobs} is more than {MAX_JOBS} workers"), help))
        }
        jobs => Ok(jobs),
    }
}

fn refused(what: impl Into<String>, help: &str) -> Failure {
    Failure::input(what, "nothing was run", help)
}
