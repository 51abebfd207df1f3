//! Telling values: tests for faults in covered code that no test of the suite notices.
//!
//! ```text
//! tests of the suite that come to a mutant alive --values and calls changed--> candidates, recorded without a fault
//!     each mutant alive: replay of the candidates --> the first one that ends or shows something else
//!     --made short while it notices what it was found for--> a test of its own
//! ```
//!
//! The tests that cover the goals stay as they are here; `spare.rs` takes out those that the new ones make up for.
//!
//! Source: Fraser and Zeller, *Mutation-Driven Generation of Unit Tests and Oracles*, TSE 2012, section 3. Deviation: candidates are changed
//! tests of a suite that covers the code already, where the paper evolves sequences by how near they come to a mutant and by how
//! much it changes.

use super::Settings;
use super::noticing::{Alone, against, alone, entered, outcome_of};
use super::runner::{UnitRunner, ends_as_test};
use super::suite::{self, Allowance};
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::{Budget, Stream};
use trine_harness_jvm::Variation;
use trine_ir::FuncId;
use trine_ir::mutants::Mutant;
use trine_machine::Substituted;
use trine_sequences::placement::placed;
use trine_sequences::search::cut;
use trine_sequences::{Cluster, Operators, check, minimize};
use trine_testcase::objects::{ClassApi, Constants, Ended, ObjectTest, Sequence};

/// Replays that telling values of one class may take; also half of a budget in evaluations at most.
const MAX_REPLAYS: u64 = 8_000;
/// A replay counts once more for each so many instructions that it takes.
const LONG_REPLAY_STEPS: u64 = 500_000;
/// Changed copies of one test in a round.
const PER_ROUND: usize = 6;
/// Rounds without a new test after which nothing more is expected.
const PATIENCE_ROUNDS: usize = 6;
/// Steps that a changed test grows to, at most.
const MAX_STEPS: usize = 20;
/// Runs that making one test short may take.
const RUNS_PER_TEST: usize = 120;
/// Tests that are added to a suite, at most: one for each two of its own, and so many to any.
const TESTS_PER_ADDED: usize = 2;
const MIN_ADDED: usize = 4;

/// A mutant that no test of the suite notices.
pub(super) struct Alive {
    /// Its position among those that were run.
    pub at: usize,
    /// What it changes.
    pub mutant: Mutant,
}

/// A test for mutants.
pub(super) struct TellingTest {
    /// The test, with all that it shows.
    pub test: ObjectTest,
    /// Positions of the mutants that it notices.
    pub kills: Vec<usize>,
    /// Assertions that it needs.
    pub kept: BTreeSet<usize>,
}

/// What is shared with the search.
#[derive(Clone, Copy)]
pub(super) struct Material<'a> {
    /// Constants of the code under test.
    pub constants: &'a Constants,
    /// Seed of all randomness.
    pub seed: u64,
    /// Mutants that are run, at most.
    pub max_mutants: usize,
    /// Replays that may be made.
    pub max_replays: u64,
}

impl<'a> Material<'a> {
    /// What `settings` ask for.
    pub(super) fn new(constants: &'a Constants, settings: &Settings) -> Self {
        let max_replays = match settings.budget {
            Budget::Evaluations(evals) => (evals / 2).min(MAX_REPLAYS),
            Budget::Time(_) => MAX_REPLAYS,
        };
        Self { constants, seed: settings.seed, max_mutants: settings.max_mutants, max_replays }
    }
}

/// A test as it could be added, with what it does without a fault.
struct Candidate {
    test: ObjectTest,
    /// What it does alone.
    alone: Alone,
    entered: BTreeSet<FuncId>,
}

/// A mutant in the machine.
struct Target {
    at: usize,
    function: FuncId,
    body: Substituted,
}

struct Telling<'r, 'c> {
    runner: &'r mut UnitRunner,
    api: Arc<ClassApi>,
    cluster: &'r Cluster<'c>,
    stream: Stream,
    replays: u64,
    max_replays: u64,
    allowance: Allowance<'r>,
}

/// Tests for mutants in `alive`, found by changing those of `tests` that come to them (`entered`: the functions of each).
pub(super) fn tell(
    runner: &mut UnitRunner,
    tests: &[ObjectTest],
    entered: &[BTreeSet<FuncId>],
    alive: Vec<Alive>,
    material: Material<'_>,
    allowance: Allowance<'_>,
) -> Vec<TellingTest> {
    let api = Arc::clone(runner.stage.api());
    let cluster = Cluster::new(&api, material.constants);
    let targets = targets(runner, alive);
    if targets.is_empty() || cluster.subjects.is_empty() {
        return Vec::new();
    }
    let mut telling = Telling {
        runner,
        api: Arc::clone(&api),
        cluster: &cluster,
        stream: Stream::new(material.seed, "telling values"),
        replays: 0,
        max_replays: material.max_replays,
        allowance,
    };
    telling.search(tests, entered, targets)
}

/// For how many replays one of so many instructions counts.
fn weight(steps: u64) -> u64 {
    1 + steps / LONG_REPLAY_STEPS
}

/// The bodies of mutants, decoded once.
fn targets(runner: &mut UnitRunner, alive: Vec<Alive>) -> Vec<Target> {
    runner.stage.reset();
    let mut targets = Vec::new();
    for Alive { at, mutant } in alive {
        let Some(body) = mutant.body(&runner.stage.parts().1.program) else { continue };
        let machine = runner.stage.parts().0;
        let Ok(mut was) = machine.substitute(mutant.function, &body) else { continue };
        machine.exchange(&mut was);
        targets.push(Target { at, function: mutant.function, body: was });
    }
    targets
}

impl Telling<'_, '_> {
    fn is_over(&self) -> bool {
        self.replays >= self.max_replays || self.allowance.is_used_up(self.runner)
    }

    fn search(
        &mut self,
        tests: &[ObjectTest],
        entered: &[BTreeSet<FuncId>],
        mut targets: Vec<Target>,
    ) -> Vec<TellingTest> {
        let most = (tests.len() / TESTS_PER_ADDED).max(MIN_ADDED);
        let mut found = Vec::new();
        let mut tried: Vec<Sequence> = tests.iter().map(|test| test.sequence.clone()).collect();
        let mut idle = 0;
        while idle < PATIENCE_ROUNDS && !targets.is_empty() && found.len() < most && !self.is_over() {
            idle += 1;
            for (base, entered) in tests.iter().zip(entered) {
                if found.len() >= most || !targets.iter().any(|target| entered.contains(&target.function)) {
                    continue;
                }
                let candidates = self.candidates(&base.sequence, &mut tried);
                if let Some(test) = self.first_noticing(&candidates, &mut targets) {
                    idle = 0;
                    found.push(test);
                }
            }
        }
        found
    }

    /// Changed copies of `base`, each tried once.
    fn candidates(&mut self, base: &Sequence, tried: &mut Vec<Sequence>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for number in 0..PER_ROUND {
            let mut operators =
                Operators { cluster: self.cluster, rng: &mut self.stream, max_steps: MAX_STEPS };
            let changed = match number {
                0 | 1 => operators.redraw_leaves(base),
                2 | 3 => operators.mutate_leaves(base),
                _ => operators.mutate(base, None),
            };
            if self.is_over() || tried.contains(&changed) || check(&self.api, &changed).is_err() {
                continue;
            }
            tried.push(changed.clone());
            candidates.extend(self.recorded(&changed));
        }
        candidates
    }

    /// The test of `sequence` up to where it ends, without a fault; `None` where it ends as no test may.
    fn recorded(&mut self, sequence: &Sequence) -> Option<Candidate> {
        let run = self.runner.run_alone(sequence);
        self.replays += 3 * weight(run.steps);
        let sequence = match run.ended {
            Ended::Threw { step, .. } => cut(sequence.clone(), step.0 as usize + 1),
            _ => sequence.clone(),
        };
        let about = suite::about(&self.api, &sequence)?;
        let (run, expectations) = self.runner.stage.record(&sequence);
        if !ends_as_test(&run.ended, &sequence) {
            return None;
        }
        let test = ObjectTest { sequence, ended: run.ended, expectations, about };
        let alone = alone(self.runner, &test)?;
        let entered = entered(self.runner, &test);
        Some(Candidate { test, alone, entered })
    }

    /// The first mutant that one of `candidates` notices, and the test for it; those that the test notices are no targets any more.
    fn first_noticing(&mut self, candidates: &[Candidate], targets: &mut Vec<Target>) -> Option<TellingTest> {
        for position in 0..targets.len() {
            for candidate in candidates {
                if self.is_over() {
                    return None;
                }
                if !self.notices(candidate, &mut targets[position]) {
                    continue;
                }
                if let Some(test) = self.made(candidate, position, targets) {
                    targets.retain(|target| !test.kills.contains(&target.at));
                    return Some(test);
                }
            }
        }
        None
    }

    /// Whether a candidate ends in another way, or shows something else, with the fault.
    fn notices(&mut self, candidate: &Candidate, target: &mut Target) -> bool {
        self.noticed_by(candidate, target).is_some()
    }

    /// The assertions that notice the fault, none where the ending does; `None` where nothing does.
    fn noticed_by(&mut self, candidate: &Candidate, target: &mut Target) -> Option<Vec<usize>> {
        if !candidate.entered.contains(&target.function) {
            return None;
        }
        self.replays += weight(candidate.alone.steps);
        self.runner.stage.reset();
        self.runner.stage.parts().0.exchange(&mut target.body);
        let noticed = against(self.runner, &candidate.test, &candidate.alone);
        self.runner.stage.parts().0.exchange(&mut target.body);
        (noticed.by_ending || !noticed.by.is_empty()).then_some(noticed.by)
    }

    /// A short test that notices the mutant at `position`, and what else it notices.
    fn made(
        &mut self,
        candidate: &Candidate,
        position: usize,
        targets: &mut [Target],
    ) -> Option<TellingTest> {
        let api = Arc::clone(&self.api);
        let mut still_notices = |changed: &Sequence| {
            !self.is_over()
                && self.recorded(changed).is_some_and(|recorded| {
                    recorded.test.sequence == *changed && self.notices(&recorded, &mut targets[position])
                })
        };
        let short = minimize(&api, &candidate.test.sequence, RUNS_PER_TEST, &mut still_notices);
        let short = placed(&short, &mut still_notices);
        let about = suite::about(&api, &short)?;
        let worlds = [Variation::number(1), Variation::number(2)];
        let test = self.runner.stage.finish(&short, about, &worlds)?;
        let alone = alone(self.runner, &test)?;
        let entered = entered(self.runner, &test);
        let finished = Candidate { test, alone, entered };
        self.noticed_by(&finished, &mut targets[position])?;
        let mut kept: BTreeSet<usize> = outcome_of(self.runner, &finished.test).into_iter().collect();
        let mut kills = Vec::new();
        for target in targets {
            if let Some(by) = self.noticed_by(&finished, target) {
                kills.push(target.at);
                if let Some(&first) = by.first()
                    && !by.iter().any(|by| kept.contains(by))
                {
                    kept.insert(first);
                }
            }
        }
        Some(TellingTest { test: finished.test, kills, kept })
    }
}
