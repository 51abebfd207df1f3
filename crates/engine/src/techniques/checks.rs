//! What harnesses written by hand ask of the search: pass the assumptions, violate the assertions.
//!
//! Before goals are pursued, some test must pass the assumptions: as long as none did, the search minimises how
//! far the first failed assumption was from holding ([`trine_search::checks`]). Then each assertion that was evaluated
//! is a target of its own: its distance from being false is minimised, for a share of the budget.

use crate::context::search::SearchContext;
use crate::policy::VALUES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use std::sync::Arc;
use trine_harness::Ending;
use trine_machine::FaultKind;
use trine_search::avm::AvmConfig;
use trine_search::{Avm, Fitness};

/// Farther than every run that evaluated the assertion.
const NOT_EVALUATED: Fitness = Fitness { approach_level: 1, branch_distance: 0.0 };

/// Passes the assumptions, as long as no test did.
#[derive(Debug, Default)]
pub(crate) struct Assumptions;

impl<'a> Technique<'a> for Assumptions {
    fn name(&self) -> &'static str {
        "assumptions"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        context.satisfy_assumptions(allowance);
    }
}

/// Violates the assertions that archived tests evaluate.
#[derive(Debug, Default)]
pub(crate) struct Assertions;

impl<'a> Technique<'a> for Assertions {
    fn name(&self) -> &'static str {
        "assertions"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, _: &Allowance) {
        context.violate_assertions();
    }
}

impl SearchContext<'_, '_> {
    /// Finds a test that passes the assumptions, if none did so far.
    fn satisfy_assumptions(&mut self, allowance: &Allowance) {
        let entry = Arc::clone(&self.entries[0]);
        let is_needed = self.evaluator.discarded > 0 && self.evaluator.archive.candidates.is_empty();
        if !is_needed || entry.kinds.is_empty() {
            return;
        }
        let start = entry.defaults.clone();
        let evaluator = &mut *self.evaluator;
        let mut objective = |leaves: &[u128]| {
            if evaluator.clock.has_used(allowance) {
                return None;
            }
            let verdict = evaluator.evaluate(&entry, leaves, true);
            match verdict.result.ending {
                Ending::Discarded => Some(verdict.fitness),
                _ if evaluator.archive.candidates.is_empty() => Some(NOT_EVALUATED),
                _ => None,
            }
        };
        let mut avm = Avm::new(&entry.kinds, AvmConfig::default()).within(&entry.ranges);
        avm.run(&start, &self.values, &mut self.stream, &mut objective);
    }

    /// Looks for violations of the assertions that archived tests evaluate.
    fn violate_assertions(&mut self) {
        let mut known = Vec::new();
        let starts: Vec<_> =
            self.evaluator.archive.candidates.iter().rev().take(VALUES.violation_starts).cloned().collect();
        for candidate in starts {
            let Some(at) = self.entries.iter().position(|entry| entry.shape == candidate.shape) else {
                continue;
            };
            if self.evaluator.clock.exhausted() {
                return;
            }
            let entry = Arc::clone(&self.entries[at]);
            self.evaluator.evaluate(&entry, &candidate.test.leaves, true);
            for &(assertion, _) in self.evaluator.checks().assertions() {
                if !known.contains(&assertion) && known.len() < VALUES.max_assertions {
                    known.push(assertion);
                    self.violate_one(at, &candidate.test.leaves, assertion);
                    break;
                }
            }
        }
    }

    fn violate_one(&mut self, at: usize, start: &[u128], assertion: u64) {
        let entry = Arc::clone(&self.entries[at]);
        let evals = VALUES.violation_evals.min(self.evaluator.clock.remaining() / VALUES.violation_share);
        let allowance = self.evaluator.clock.allow(evals);
        if entry.kinds.is_empty() {
            return;
        }
        let evaluator = &mut *self.evaluator;
        let mut objective = |leaves: &[u128]| {
            if evaluator.clock.has_used(&allowance) {
                return None;
            }
            let verdict = evaluator.evaluate(&entry, leaves, true);
            match &verdict.result.ending {
                Ending::Fault(fault) if matches!(fault.kind, FaultKind::PropertyViolated { .. }) => {
                    return None;
                }
                Ending::Discarded => return Some(verdict.fitness),
                _ => {}
            }
            let held = evaluator.checks().assertions().iter().find(|held| held.0 == assertion);
            Some(held.map_or(NOT_EVALUATED, |held| Fitness { approach_level: 0, branch_distance: held.1 }))
        };
        let mut avm = Avm::new(&entry.kinds, AvmConfig::default()).within(&entry.ranges);
        avm.run(start, &self.values, &mut self.stream, &mut objective);
    }
}
