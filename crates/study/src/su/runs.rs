//! The explorations that were made, and figures taken over seeds.

use super::campaign::{Job, Variant};
use super::units::ExploredFunction;
use std::collections::BTreeMap;
use trine_engine::techniques::symbolic::alone::Ending;
use trine_engine::unit::Trial;
use trine_statistics::{csv, mean};

/// Explorations by subject and variant, one for each seed.
#[derive(Default)]
pub struct Runs {
    trials: BTreeMap<(usize, Variant), Vec<(u64, Trial)>>,
    /// Explorations that were not possible, with the reason.
    pub failures: Vec<String>,
}

impl Runs {
    /// The results of `jobs`.
    pub fn new(jobs: &[Job], results: Vec<Result<Trial, String>>) -> Self {
        let mut runs = Self::default();
        for (job, result) in jobs.iter().zip(results) {
            match result {
                Ok(trial) => {
                    runs.trials.entry((job.subject, job.variant)).or_default().push((job.seed, trial));
                }
                Err(reason) => runs.failures.push(reason),
            }
        }
        runs
    }

    /// Those of the seeds that are `wanted`.
    pub fn of_seeds(&self, wanted: impl Fn(u64) -> bool) -> Self {
        let of = |trials: &[(u64, Trial)]| trials.iter().filter(|(seed, _)| wanted(*seed)).cloned().collect();
        let trials = self.trials.iter().map(|(&key, trials)| (key, of(trials))).collect();
        Self { trials, failures: Vec::new() }
    }

    /// `measure` of each exploration of the subject by the variant, in the order of the seeds.
    pub fn each(&self, subject: usize, variant: Variant, measure: impl Fn(&Trial) -> f64) -> Vec<f64> {
        let trials = self.trials.get(&(subject, variant)).map_or(&[][..], Vec::as_slice);
        trials.iter().map(|(_, trial)| measure(trial)).collect()
    }

    /// The mean of `measure` over seeds; 0 without explorations.
    pub fn mean(&self, subject: usize, variant: Variant, measure: impl Fn(&Trial) -> f64) -> f64 {
        mean(&self.each(subject, variant, measure)).unwrap_or_default()
    }

    /// The sum over `subjects` of the means over seeds.
    pub fn sum(&self, subjects: &[usize], variant: Variant, measure: impl Fn(&Trial) -> f64) -> f64 {
        subjects.iter().map(|&subject| self.mean(subject, variant, &measure)).sum()
    }

    /// One line per exploration.
    pub fn csv(&self, subjects: &[ExploredFunction], at: &[usize]) -> String {
        let counts = at.iter().map(|iteration| format!("covered at {iteration}"));
        let heads = ["function", "complexity", "searcher", "seed", "goals"].map(str::to_owned).into_iter();
        let more = ["iterations", "questions", "refuted", "unknown", "filtered", "ending"].map(str::to_owned);
        let heads: Vec<String> = heads.chain(counts).chain(more).collect();
        let mut text = csv::line(&heads);
        for ((subject, variant), trials) in &self.trials {
            for (seed, trial) in trials {
                text += &csv::line(&line(&subjects[*subject], *variant, *seed, trial, at));
            }
        }
        text
    }
}

fn line(subject: &ExploredFunction, variant: Variant, seed: u64, trial: &Trial, at: &[usize]) -> Vec<String> {
    let done = &trial.exploration;
    let mut cells = vec![subject.name(), subject.complexity.to_string(), variant.name(), seed.to_string()];
    cells.push(trial.goals.to_string());
    cells.extend(at.iter().map(|&iteration| covered_at(trial, iteration).to_string()));
    let counts = [done.covered.len(), done.queries(), done.unsatisfiable, done.unknown, done.filtered];
    cells.extend(counts.map(|count| count.to_string()));
    cells.push(ending(done.ending).to_owned());
    cells
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Covered => "covered",
        Ending::Exhausted => "exhausted",
        Ending::Bound => "bound",
        Ending::TooMuchWork => "too much work",
        Ending::TooManyTerms => "too many terms",
    }
}

/// Goals covered after so many iterations: an exploration that ended before covers no more.
pub fn covered_at(trial: &Trial, iteration: usize) -> usize {
    let covered = &trial.exploration.covered;
    let last = covered.len().saturating_sub(1);
    covered.get(iteration.saturating_sub(1).min(last)).copied().unwrap_or(0)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use trine_engine::techniques::symbolic::alone::ExplorationReport;

    /// An exploration of ten goals that covered so many after each run.
    pub fn trial(covered: &[usize]) -> Trial {
        let exploration = ExplorationReport {
            covered: covered.to_vec(),
            satisfied: covered.len() - 1,
            unsatisfiable: 1,
            unknown: 0,
            filtered: 0,
            ending: Ending::Exhausted,
        };
        Trial { goals: 10, exploration }
    }

    #[test]
    fn what_was_covered_stays_covered() {
        let trial = trial(&[2, 3, 7]);
        let at = [1, 2, 3, 100].map(|iteration| covered_at(&trial, iteration));
        assert_eq!(at, [2, 3, 7, 7]);
    }

    #[test]
    fn means_are_taken_over_seeds() {
        let variant = Variant { search: "dfs", filters: true };
        let job = |seed| Job { subject: 0, variant, seed, iterations: 9 };
        let results = vec![Ok(trial(&[1])), Err("why".to_owned()), Ok(trial(&[1, 4]))];
        let runs = Runs::new(&[job(1), job(2), job(3)], results);
        assert_eq!(runs.mean(0, variant, |trial| trial.exploration.covered_at_last() as f64), 2.5);
        assert_eq!(runs.failures, ["why"]);
    }
}
