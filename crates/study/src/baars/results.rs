//! Runs by function, algorithm, contestant and branch; what tables and verdict ask of them.

use super::campaign::{ALGORITHMS, Campaign, Contestant, Plan, Run, Survey};
use super::subject::Subject;
use crate::table::grouped;
use std::collections::BTreeMap;
use trine_statistics::mean;

/// Position of an algorithm in [`ALGORITHMS`].
pub type Method = usize;

/// All runs.
pub struct Results {
    /// What was asked for.
    pub plan: Plan,
    /// By function: what is known of it; `None` where it could not be searched.
    pub surveys: Vec<Option<Survey>>,
    /// What could not be done, how often.
    pub failures: Vec<(usize, String)>,
    runs: BTreeMap<(usize, Method, Contestant, usize), Vec<Run>>,
}

impl Results {
    /// Gathers what a campaign brought.
    pub fn new(subjects: &[Box<dyn Subject>], plan: Plan, campaign: Campaign) -> Self {
        let mut failures = Vec::new();
        let mut surveys = Vec::new();
        for (subject, survey) in subjects.iter().zip(campaign.surveys) {
            match survey {
                Ok(survey) => surveys.push(Some(survey)),
                Err(reason) => {
                    failures.push(format!("{}: {reason}", subject.name()));
                    surveys.push(None);
                }
            }
        }
        let mut runs = BTreeMap::new();
        for (job, result) in campaign.jobs {
            let method = ALGORITHMS.iter().position(|(_, algorithm)| *algorithm == job.algorithm);
            match result {
                Ok(all) => {
                    runs.insert((job.subject, method.unwrap_or(0), job.contestant, job.branch), all);
                }
                Err(reason) => failures.push(format!("{}: {reason}", subjects[job.subject].name())),
            }
        }
        Self { plan, surveys, failures: grouped(failures), runs }
    }

    /// Names of the branches of a function.
    pub fn branches(&self, subject: usize) -> impl Iterator<Item = (usize, &str)> {
        let survey = self.surveys[subject].as_ref();
        let names = survey.into_iter().flat_map(|survey| &survey.branches);
        names.enumerate().map(|(at, (_, name))| (at, name.as_str()))
    }

    /// Runs by seed.
    pub fn runs(&self, subject: usize, method: Method, contestant: Contestant, branch: usize) -> &[Run] {
        self.runs.get(&(subject, method, contestant, branch)).map_or(&[], Vec::as_slice)
    }

    /// Share of the runs that covered the branch.
    pub fn success(&self, subject: usize, method: Method, contestant: Contestant, branch: usize) -> f64 {
        let runs = self.runs(subject, method, contestant, branch);
        runs.iter().filter(|run| run.covered).count() as f64 / runs.len().max(1) as f64
    }

    /// Mean evaluations of a run.
    pub fn evaluations(&self, subject: usize, method: Method, contestant: Contestant, branch: usize) -> f64 {
        let runs = self.runs(subject, method, contestant, branch);
        mean(&runs.iter().map(|run| run.evaluations as f64).collect::<Vec<_>>()).unwrap_or(0.0)
    }

    /// Mean evaluations of a run, summed over the branches of a function.
    pub fn total(&self, subject: usize, method: Method, contestant: Contestant) -> f64 {
        let branches = self.branches(subject);
        branches.map(|(branch, _)| self.evaluations(subject, method, contestant, branch)).sum()
    }

    /// Evaluations of one contestant as a share of those of another.
    pub fn normalized(&self, subject: usize, method: Method, one: Contestant, base: Contestant) -> f64 {
        self.total(subject, method, one) / self.total(subject, method, base).max(1.0)
    }

    /// Functions that were searched.
    pub fn subjects(&self) -> impl Iterator<Item = usize> + Clone {
        let known = self.surveys.iter().enumerate().filter(|(_, survey)| survey.is_some());
        known.map(|(at, _)| at)
    }

    /// Mean over functions of [`normalized`](Self::normalized).
    pub fn mean_normalized(&self, method: Method, one: Contestant, base: Contestant) -> f64 {
        let all: Vec<f64> =
            self.subjects().map(|subject| self.normalized(subject, method, one, base)).collect();
        mean(&all).unwrap_or(1.0)
    }

    /// Evaluations of two contestants in runs of the same seed for the same branch of these functions.
    pub fn pairs(
        &self,
        subjects: impl Iterator<Item = usize>,
        method: Method,
        [one, two]: [Contestant; 2],
    ) -> Vec<(f64, f64)> {
        let mut pairs = Vec::new();
        for subject in subjects {
            for (branch, _) in self.branches(subject) {
                let runs = [one, two].map(|contestant| self.runs(subject, method, contestant, branch).iter());
                let [one, two] = runs.map(|runs| runs.map(|run| run.evaluations as f64));
                pairs.extend(one.zip(two));
            }
        }
        pairs
    }

    /// Branches covered by one run at least.
    pub fn covered(&self, subject: usize, method: Method, contestant: Contestant) -> usize {
        let is_covered = |branch: usize| self.success(subject, method, contestant, branch) > 0.0;
        self.branches(subject).filter(|(branch, _)| is_covered(*branch)).count()
    }

    /// Evaluations per second of a contestant on a function.
    pub fn speed(&self, subject: usize, method: Method, contestant: Contestant) -> f64 {
        let branches = self.branches(subject);
        let runs = branches.flat_map(|(branch, _)| self.runs(subject, method, contestant, branch));
        let (evaluations, seconds) = runs.fold((0.0, 0.0), |(evaluations, seconds), run| {
            (evaluations + run.evaluations as f64, seconds + run.elapsed.as_secs_f64())
        });
        evaluations / seconds.max(1e-9)
    }
}
