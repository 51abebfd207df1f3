//! Every branch of every function searched for on its own, by every contestant, once per seed, on all cores.

use super::subject::{Subject, domain_bits};
use crate::su::campaign::on_all_cores;
use std::time::{Duration, Instant};
use trine_engine::{Algorithm, BranchSettings, FitnessKind, Precision};
use trine_record::GoalId;

/// Analyses whose times are averaged.
const ANALYSES: usize = 30;

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The first seed.
    pub first_seed: u64,
    /// Seeds, from that on.
    pub seeds: u64,
    /// Evaluations per search, at most.
    pub evaluations: u64,
}

/// A fitness function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contestant {
    /// The standard fitness in double precision.
    Paper,
    /// The standard fitness.
    Standard,
    /// The enhanced fitness.
    Enhanced,
    /// Both in turn.
    Portfolio,
}

impl Contestant {
    /// All.
    pub const ALL: [Self; 4] = [Self::Paper, Self::Standard, Self::Enhanced, Self::Portfolio];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper's",
            Self::Standard => "standard",
            Self::Enhanced => "enhanced",
            Self::Portfolio => "portfolio",
        }
    }

    fn fitness(self) -> (FitnessKind, Precision) {
        match self {
            Self::Paper => (FitnessKind::Standard, Precision::Double),
            Self::Standard => (FitnessKind::Standard, Precision::Exact),
            Self::Enhanced => (FitnessKind::Enhanced, Precision::Exact),
            Self::Portfolio => (FitnessKind::Portfolio, Precision::Exact),
        }
    }
}

/// The algorithms, by their names in tables.
pub const ALGORITHMS: [(&str, Algorithm); 2] = [("AVM", Algorithm::Avm), ("GA", Algorithm::Ga)];

/// What is known of a function before the searches.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Its branches, by what they are called in tables.
    pub branches: Vec<(GoalId, String)>,
    /// Logarithm of the number of inputs, base 2.
    pub domain_bits: f64,
    /// Milliseconds that analyses of all branches took.
    pub analyses_ms: Vec<f64>,
    /// Branches whose analysis was cut at a bound.
    pub bounded: usize,
}

/// The searches of one contestant for one branch.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Position of the function.
    pub subject: usize,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The fitness.
    pub contestant: Contestant,
    /// Position of the branch.
    pub branch: usize,
}

/// What came of one search.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Whether the branch was covered.
    pub covered: bool,
    /// Evaluations used.
    pub evaluations: u64,
    /// Time taken.
    pub elapsed: Duration,
}

/// All that was done.
pub struct Campaign {
    /// By function.
    pub surveys: Vec<Result<Survey, String>>,
    /// Every job with its runs, by seed.
    pub jobs: Vec<(Job, Result<Vec<Run>, String>)>,
}

/// Surveys the functions, then searches all their branches.
pub fn run(subjects: &[Box<dyn Subject>], plan: Plan) -> Campaign {
    let surveys: Vec<Result<Survey, String>> =
        subjects.iter().map(|subject| survey(subject.as_ref())).collect();
    let mut jobs = Vec::new();
    for (subject, survey) in surveys.iter().enumerate() {
        let branches = survey.as_ref().map_or(0, |survey| survey.branches.len());
        for branch in 0..branches {
            for (_, algorithm) in ALGORITHMS {
                let of = |contestant| Job { subject, algorithm, contestant, branch };
                jobs.extend(Contestant::ALL.map(of));
            }
        }
    }
    let work = |job: &Job| {
        let survey = surveys[job.subject].as_ref().map_err(Clone::clone)?;
        job.runs(subjects[job.subject].as_ref(), survey.branches[job.branch].0, plan)
    };
    let runs = on_all_cores("searches of branches", &jobs, work);
    Campaign { jobs: jobs.into_iter().zip(runs).collect(), surveys }
}

/// Looks at a function, and measures the analysis, with nothing else at work.
fn survey(subject: &dyn Subject) -> Result<Survey, String> {
    let search = subject.search()?;
    let branches = search.branches();
    let mut bounded = 0;
    let analyses = (0..ANALYSES).map(|_| {
        let started = Instant::now();
        let all = search.analyse();
        let taken = started.elapsed().as_secs_f64() * 1000.0;
        bounded = all.iter().filter(|(_, analysis)| analysis.hit.any()).count();
        taken
    });
    let analyses_ms = analyses.collect();
    Ok(Survey { branches, domain_bits: domain_bits(search.variables()), analyses_ms, bounded })
}

impl Job {
    fn runs(&self, subject: &dyn Subject, branch: GoalId, plan: Plan) -> Result<Vec<Run>, String> {
        let mut search = subject.search()?;
        let (fitness, precision) = self.contestant.fitness();
        let run = |seed| {
            let settings = BranchSettings {
                fitness,
                precision,
                algorithm: self.algorithm,
                seed,
                budget_evals: plan.evaluations,
                ..BranchSettings::default()
            };
            let attempt = search.search(branch, &settings);
            Run {
                covered: attempt.is_success(),
                // A search that ends early because nothing varies has failed all the same.
                evaluations: if attempt.is_success() { attempt.evaluations } else { plan.evaluations },
                elapsed: attempt.elapsed,
            }
        };
        Ok((plan.first_seed..).take(plan.seeds as usize).map(run).collect())
    }
}
