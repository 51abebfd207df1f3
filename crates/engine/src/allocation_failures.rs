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

use crate::adaptation::SHAPES_LIMIT;
use crate::session::Session;
use std::sync::Arc;
use trine_inputs_c::shape::environment::failing;

/// Allocations of one test that are made to fail.
const MOST_ALLOCATIONS: u128 = 12;
/// Evaluations spent each time, at most: this part of what is left.
const SHARE: u64 = 4;

impl Session<'_, '_> {
    /// Makes the allocations of the archived tests fail that were not taken before.
    pub(crate) fn fail_allocations(&mut self) {
        if !self.factory.allocates {
            return;
        }
        let allowance = self.evaluator.clock.share(SHARE);
        while self.failed < self.evaluator.archive.candidates.len()
            && !self.evaluator.clock.has_used(&allowance)
        {
            self.fail_allocations_of(self.failed);
            self.failed += 1;
        }
    }

    fn fail_allocations_of(&mut self, candidate: usize) {
        let candidate = self.evaluator.archive.candidates[candidate].clone();
        if candidate.shape.environment.allocations_fail {
            return;
        }
        let shape = failing(&candidate.shape);
        let Ok(entry) = self.factory.entry(shape.clone()) else { return };
        let Some(leaf) = entry.plan.environment.failing_allocation else { return };
        let entry = Arc::new(entry);
        for number in 1..=MOST_ALLOCATIONS {
            let mut leaves = entry.adopt(&candidate.test);
            leaves[leaf.0 as usize] = number;
            let verdict = self.evaluator.evaluate(&entry, &leaves, false);
            let failed = self.evaluator.harness.wishes(&entry.plan).failed_allocation;
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
