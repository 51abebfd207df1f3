//! The search for sequences: an archive of goals, fed by random sequences and by insertion into those that are kept.

pub mod archive;

use crate::cluster::Cluster;
use crate::evaluation::{Evaluation, GoalId, Runner};
use crate::operators::Operators;
use archive::Archive;
use trine_base::Stream;
use trine_testcase::objects::{ClassApi, Constants, Ended, Sequence, StepId};

/// A goal, and where it stands among the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalNode {
    /// Its id.
    pub id: GoalId,
    /// Goals that are control dependent on it: they are searched for once it is covered.
    pub children: Vec<GoalId>,
    /// Whether it is searched for from the start: control dependent on nothing but the entry of its method.
    pub is_root: bool,
}

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Seed of all randomness.
    pub seed: u64,
    /// Runs of sequences.
    pub budget_evals: u64,
    /// Sequences in the population.
    pub population: usize,
    /// Steps that a sequence grows to at most.
    pub max_steps: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, budget_evals: 10_000, population: 50, max_steps: 40 }
    }
}

/// Searches for sequences that cover `goals`, until all are covered, the budget is used up, or `stop` says so.
///
/// Deterministic but for `stop`. `covered` hears of each goal when it is first covered, and of shorter sequences for it later. Gives the
/// best sequence for each goal that was covered, in the order of `goals`.
pub fn search(
    api: &ClassApi,
    constants: &Constants,
    goals: &[GoalNode],
    runner: &mut dyn Runner,
    options: &Options,
    stop: &dyn Fn() -> bool,
    covered: &mut dyn FnMut(GoalId, &Sequence),
) -> Vec<(GoalId, Sequence)> {
    let cluster = Cluster::new(api, constants);
    let mut archive = Archive::new(goals);
    if cluster.subjects.is_empty() {
        return Vec::new();
    }
    let mut rng = Stream::new(options.seed, "sequences");
    let mut kept: Vec<(Sequence, Option<StepId>)> = Vec::new();
    for _ in 0..options.budget_evals {
        if stop() || archive.is_complete() {
            break;
        }
        let mut operators = Operators { cluster: &cluster, rng: &mut rng, max_steps: options.max_steps };
        let candidate = match kept.is_empty() || operators.rng.chance(0.3) {
            true => operators.random(),
            false => {
                let at = operators.rng.position(kept.len());
                let (parent, threw) = &kept[at];
                operators.mutate(parent, *threw)
            }
        };
        let open = archive.open();
        let evaluation = runner.run(&candidate, &open);
        if archive.update(&candidate, &evaluation, covered) || operators_keep(&evaluation, kept.len()) {
            kept.push((candidate, threw(&evaluation)));
        }
    }
    archive.found()
}

fn operators_keep(_evaluation: &Evaluation, kept: usize) -> bool {
    kept < 10
}

/// The step at which a run ended early.
#[must_use]
pub fn threw(evaluation: &Evaluation) -> Option<StepId> {
    match &evaluation.ended {
        Ended::Returned => None,
        Ended::Threw { step, .. } | Ended::Limit { step, .. } | Ended::Unsupported { step, .. } => {
            Some(*step)
        }
    }
}
