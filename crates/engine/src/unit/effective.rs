//! Which checks of the judged tests are asserted, and what the suite notices: every mutant on the lines that the tests come to is run
//! against them.
//!
//! | `--assertions` | kept |
//! |---|---|
//! | all | all promises ([`super::promises`]), and what alone notices a mutant though it is none |
//! | effective | what shows the outcome of each test, and what notices a mutant that nothing kept so far does |
//! | none | nothing: tests only run, and free what they are given |

use super::UnitContext;
use super::promises::keep_promises;
use super::replayed::Replayed;
use crate::mutants::noticed::is_check;
use crate::mutants::{MutantRuns, Noticed, Usual};
use crate::options::Assertions;
use crate::policy::MUTANTS;
use crate::suite::effects::is_informative;
use std::collections::BTreeSet;
use trine_base::Stream;
use trine_coverage::CoverageStructure;
use trine_harness::Plan;
use trine_ir::FuncId;
use trine_record::{MutantRecord, TestRecord};
use trine_testcase::test_case::{Observation, Observed, ObservedValue, PlaceRoot, Statement};

/// A mutant that was run.
pub(super) struct Judged {
    /// What the report says of it, but for the name of the test.
    pub record: MutantRecord,
    /// The position of the test that notices it.
    pub killed_by: Option<usize>,
}

impl Judged {
    /// The record, with the name that the test has among `tests`.
    pub(super) fn named<T>(self, tests: &[(TestRecord, T)]) -> MutantRecord {
        let killed_by = self.killed_by.and_then(|at| Some(tests.get(at)?.0.name.clone()));
        MutantRecord { killed_by, ..self.record }
    }
}

/// A test ready to run against mutants.
struct Ready {
    plan: Plan,
    usual: Usual,
    /// All that was seen, promised or not.
    seen: Vec<Observation>,
    /// Positions of what is asserted.
    kept: BTreeSet<usize>,
}

impl UnitContext<'_> {
    /// The mutants of the unit's function; none where nobody asked, or where the unit is a whole program, whose tests assert nothing.
    pub(super) fn mutant_runs<'s>(
        &'s self,
        function: FuncId,
        structure: &'s CoverageStructure,
    ) -> Option<MutantRuns<'s>> {
        if self.options.max_mutants == 0 || self.scope.is_some() {
            return None;
        }
        let harness = self.harness(self.config()).ok()?;
        let symbol = &self.api.callables[self.callable].symbol;
        let mut stream = Stream::new(self.options.seed, &format!("mutants of {symbol}"));
        let most = self.options.max_mutants;
        Some(MutantRuns::new(harness, (function, structure), (most, self.options.steps), &mut stream))
    }

    /// Leaves those checks in `replayed` that are asserted, and tells which mutants they notice.
    pub(super) fn choose_assertions(
        &self,
        replayed: &mut [Replayed],
        runs: Option<&mut MutantRuns<'_>>,
    ) -> Vec<Judged> {
        let seen: Vec<Vec<Observation>> = replayed.iter().map(|test| test.observations.clone()).collect();
        keep_promises(replayed);
        let judged = match (runs, self.options.assertions) {
            (Some(runs), Assertions::All | Assertions::Effective) => {
                self.judge_mutants(replayed, seen, runs).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        if self.options.assertions == Assertions::None {
            for test in replayed {
                test.observations.retain(|seen| !is_droppable(seen));
            }
        }
        judged
    }

    fn judge_mutants(
        &self,
        replayed: &mut [Replayed],
        seen: Vec<Vec<Observation>>,
        runs: &mut MutantRuns<'_>,
    ) -> Option<Vec<Judged>> {
        let mut ready = Vec::new();
        for (test, seen) in replayed.iter().zip(seen) {
            let plan = Plan::new(&test.test.skeleton, self.api, self.program).ok()?;
            let usual = runs.usual(&plan, &test.test.leaves);
            let promised = |(_, one): &(usize, &Observation)| test.observations.contains(one);
            let promised: BTreeSet<usize> =
                seen.iter().enumerate().filter(promised).map(|(at, _)| at).collect();
            let kept = match self.options.assertions {
                Assertions::Effective => outcome_of(&seen, &promised),
                _ => promised,
            };
            ready.push(Ready { plan, usual, seen, kept });
        }
        let limit = runs.runs + MUTANTS.max_matrix_runs;
        let mut judged = Vec::new();
        for at in 0..runs.len() {
            if runs.runs >= limit {
                break;
            }
            let Some(killed_by) = judge_mutant(runs, at, replayed, &mut ready) else { continue };
            let mutant = runs.mutant(at);
            let record = MutantRecord {
                line: mutant.line,
                change: mutant.operator.words().to_owned(),
                killed_by: None,
            };
            if let Some(test) = killed_by {
                replayed[test].tells.get_or_insert(mutant.span);
            }
            judged.push(Judged { record, killed_by });
        }
        for (test, ready) in replayed.iter_mut().zip(ready) {
            let is_kept = |(at, seen): &(usize, Observation)| ready.kept.contains(at) || !is_droppable(seen);
            test.observations =
                ready.seen.into_iter().enumerate().filter(is_kept).map(|(_, seen)| seen).collect();
        }
        Some(judged)
    }
}

/// The first test that notices the mutant at `at`, if any does; what notices it is asserted from then on. None where no test comes to it.
fn judge_mutant(
    runs: &mut MutantRuns<'_>,
    at: usize,
    replayed: &[Replayed],
    ready: &mut [Ready],
) -> Option<Option<usize>> {
    let mut best: Option<(usize, usize)> = None;
    let mut is_reached = false;
    for (position, (test, ready)) in replayed.iter().zip(ready.iter()).enumerate() {
        if !runs.is_reached(at, &ready.usual) {
            continue;
        }
        is_reached = true;
        let Noticed { by_ending, by } =
            runs.noticed_by(at, &ready.plan, &test.test.leaves, (&ready.usual, &ready.seen));
        if by_ending || by.iter().any(|by| ready.kept.contains(by)) {
            return Some(Some(position));
        }
        let may_be_asserted = |by: &&usize| !is_left_on_heap(test, &ready.seen[**by]);
        if let (None, Some(&by)) = (best, by.iter().find(may_be_asserted)) {
            best = Some((position, by));
        }
    }
    if let Some((position, by)) = best {
        ready[position].kept.insert(by);
    }
    is_reached.then_some(best.map(|(position, _)| position))
}

/// The checks that show the outcome of a test: of its result, or else the first that says something.
fn outcome_of(seen: &[Observation], promised: &BTreeSet<usize>) -> BTreeSet<usize> {
    let results: BTreeSet<usize> =
        promised.iter().copied().filter(|&at| matches!(seen[at].place, Observed::Result(_))).collect();
    if !results.is_empty() {
        return results;
    }
    let says = promised.iter().find(|&&at| is_informative(&seen[at]));
    says.or(promised.first()).copied().into_iter().collect()
}

/// Whether the test may go without the observation: what it frees by it stays.
fn is_droppable(seen: &Observation) -> bool {
    is_check(seen) || matches!(seen.value, ObservedValue::Room(_))
}

/// Whether it says that an object on the heap was left alone, which the test may have to free first.
fn is_left_on_heap(test: &Replayed, seen: &Observation) -> bool {
    let Observed::Place(place) = &seen.place else { return false };
    let PlaceRoot::Variable(variable) = place.root else { return false };
    let made = test.test.skeleton.statements.get(variable.0 as usize);
    seen.value == ObservedValue::Unchanged && matches!(made, Some(Statement::Object { heap: true, .. }))
}
