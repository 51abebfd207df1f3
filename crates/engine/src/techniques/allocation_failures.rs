//! Failing allocations: archived tests once more, with each of their allocations failing in turn.
//!
//! ```text
//! archived test   malloc  realloc  strdup        three allocations
//!   failing 1     null -> error path             a goal, or a crash: a missing check
//!   failing 2             null -> ...
//!   failing 3                      null
//!   failing 4     never reached: the next test
//! ```
//!
//! A test that ends normally is the best start for its failing siblings: it gets as far as the
//! allocation. Done for units that allocate only; each archived test is taken once.

use crate::context::adaptation::SHAPES_LIMIT;
use crate::context::search::SearchContext;
use crate::policy::VALUES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use std::sync::Arc;
use trine_inputs::environment::failing;

/// Makes the allocations of archived tests fail, test by test.
#[derive(Debug, Default)]
pub(crate) struct AllocationFailures {
    /// Archived tests that were taken.
    taken: usize,
}

impl<'a> Technique<'a> for AllocationFailures {
    fn name(&self) -> &'static str {
        "failing allocations"
    }

    /// Makes the allocations of the archived tests fail that were not taken before.
    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        if !context.factory.allocates() {
            return;
        }
        while self.taken < context.evaluator.archive.candidates.len()
            && !context.evaluator.clock.has_used(allowance)
        {
            context.fail_allocations_of(self.taken);
            self.taken += 1;
        }
    }
}

impl SearchContext<'_, '_> {
    fn fail_allocations_of(&mut self, candidate: usize) {
        let candidate = self.evaluator.archive.candidates[candidate].clone();
        if candidate.shape.environment.allocations_fail {
            return;
        }
        let shape = failing(&candidate.shape);
        let Ok(entry) = self.factory.entry(shape.clone()) else { return };
        let Some(leaf) = entry.plan.environment.failing_allocation else { return };
        let entry = Arc::new(entry);
        for number in 1..=VALUES.max_failing_allocations {
            let mut leaves = entry.adopt(&candidate.test);
            leaves[leaf.0 as usize] = number;
            let verdict = self.evaluator.evaluate(&entry, &leaves, false);
            let failed = self.evaluator.harness.unmet_requests(&entry.plan).failed_allocation;
            let has_room = self.entries.len() < SHAPES_LIMIT;
            if verdict.fruitful && has_room && self.known_shapes.insert(shape.clone()) {
                self.entries.push(Arc::clone(&entry));
            }
            if !failed || self.evaluator.clock.exhausted() {
                return;
            }
        }
    }
}
