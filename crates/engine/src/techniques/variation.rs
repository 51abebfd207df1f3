//! What is tried without aiming at a goal: random and usual values, and shapes that no run suggests.

use crate::context::adaptation::SHAPES_LIMIT;
use crate::context::search::SearchContext;
use crate::policy::VALUES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use crate::techniques::long_strings::with_text;
use std::sync::Arc;
use trine_inputs::Shape;
use trine_search::random::{COMMON_STRINGS, write_text_everywhere};
use trine_testcase::LeafKind;

/// Values that all leaves take together in the first runs.
const UNIFORM_VALUES: [i128; 4] = [1, 2, -1, 10];

/// Shapes that nothing speaks for, one pointer changed at a time.
#[derive(Debug, Default)]
pub(crate) struct Variants;

impl<'a> Technique<'a> for Variants {
    fn name(&self) -> &'static str {
        "variants of shapes"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        context.try_shape_variants(allowance);
    }
}

/// Several calls in one test, of functions that remember something.
#[derive(Debug, Default)]
pub(crate) struct RepeatedCalls;

impl<'a> Technique<'a> for RepeatedCalls {
    fn name(&self) -> &'static str {
        "repeated calls"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, _: &Allowance) {
        context.repeat_calls();
    }
}

/// Values at their bounds and null pointers, for faults that no goal leads to.
#[derive(Debug, Default)]
pub(crate) struct Bounds;

impl<'a> Technique<'a> for Bounds {
    fn name(&self) -> &'static str {
        "bounds probed"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, _: &Allowance) {
        context.probe_bounds();
    }
}

impl SearchContext<'_, '_> {
    pub(crate) fn explore(&mut self) {
        let defaults = self.entries[0].defaults.clone();
        self.step(0, &defaults);
        for value in UNIFORM_VALUES {
            if self.done() || self.entries[0].kinds.is_empty() {
                break;
            }
            let of = |kind: &LeafKind| match kind {
                LeafKind::Float(format) => format.from_f64(value as f64),
                _ => kind.from_int(value),
            };
            let leaves: Vec<_> = self.entries[0].kinds.iter().map(of).collect();
            self.step(0, &leaves);
        }
        self.step_through_strings(0);
        self.step_through_samples(0);
        self.step_through_command_lines(0);
        // A first run always happens: a function without goals still gets a test.
        let evals = VALUES.explore_evals.min(self.evaluator.clock.remaining() / 8);
        let allowance = self.evaluator.clock.allow(evals);
        while !self.evaluator.clock.has_used(&allowance) {
            if self.done() || self.entries[0].kinds.is_empty() {
                break;
            }
            let leaves = self.random_leaves(0);
            self.step(0, &leaves);
        }
    }

    /// Runs the shape with each of the usual strings in its character arrays.
    fn step_through_strings(&mut self, at: usize) {
        for text in COMMON_STRINGS {
            let mut leaves = self.entries[at].defaults.clone();
            let any = write_text_everywhere(&self.entries[at].kinds, text.as_bytes(), &mut leaves);
            if !any || self.done() {
                return;
            }
            self.step(at, &leaves);
        }
    }

    /// Runs the shape with each of the strings that formats of the code ask for.
    pub(crate) fn step_through_samples(&mut self, at: usize) {
        for text in self.values.pool().samples() {
            let mut leaves = self.entries[at].defaults.clone();
            let any = write_text_everywhere(&self.entries[at].kinds, &text, &mut leaves);
            if !any || self.done() {
                return;
            }
            self.step(at, &leaves);
        }
    }

    fn try_shape_variants(&mut self, allowance: &Allowance) {
        let mut next = 0;
        while next < self.entries.len() && !self.done() {
            let entry = Arc::clone(&self.entries[next]);
            let aliases = if next == 0 { self.factory.aliases(&entry) } else { Vec::new() };
            for shape in self.factory.variants(&entry).into_iter().chain(aliases) {
                if self.done() || self.evaluator.clock.has_used(allowance) {
                    return;
                }
                self.try_variant(shape);
            }
            next += 1;
        }
    }

    /// Keeps a variant if any of a few runs of it is fruitful.
    fn try_variant(&mut self, shape: Shape) {
        if self.entries.len() >= SHAPES_LIMIT || !self.known_shapes.insert(shape.clone()) {
            return;
        }
        let tried = shape.clone();
        let Ok(entry) = self.factory.entry(shape) else { return };
        let at = self.entries.len();
        self.entries.push(Arc::new(entry));
        let before = self.evaluator.archive.candidates.len();
        let leaves = self.entries[at].defaults.clone();
        self.step(at, &leaves);
        self.step_as_archived(at, &[]);
        self.step_through_strings(at);
        self.step_through_command_lines(at);
        self.step_randomly(at, VALUES.variant_evals);
        // A variant that grew while it was tried stays: what it needs is known only now.
        let grew = !self.entries[at].shape.is_like(&tried);
        if self.evaluator.archive.candidates.len() == before && !grew {
            self.entries.truncate(at);
        }
    }

    /// Runs the shape with the values of the latest archived tests: what a variant changes may lie behind what these
    /// have reached, as the first write to a full disk lies behind all that opens a file.
    /// With `text`, if there is one, in place of the strings.
    pub(crate) fn step_as_archived(&mut self, at: usize, text: &[u8]) {
        let latest = self.evaluator.archive.candidates.iter().rev().take(VALUES.adopted_tests);
        let tests: Vec<_> = latest.map(|candidate| candidate.test.clone()).collect();
        for test in tests {
            if self.done() {
                return;
            }
            let leaves = with_text(&self.entries[at], self.entries[at].adopt(&test), text);
            self.step(at, &leaves);
        }
    }

    fn step_randomly(&mut self, at: usize, evals: u64) {
        for _ in 0..evals {
            if self.done() {
                break;
            }
            let leaves = self.random_leaves(at);
            self.step(at, &leaves);
        }
    }

    /// Calls a function that remembers something several times in one test.
    fn repeat_calls(&mut self) {
        if !self.remembers {
            return;
        }
        for earlier in 1..VALUES.max_calls {
            let mut shape = self.entries[0].shape.clone();
            shape.earlier_calls = earlier;
            let Ok(entry) = self.factory.entry(shape) else { return };
            if self.done() {
                return;
            }
            let at = self.entries.len();
            let before = self.evaluator.archive.candidates.len();
            self.entries.push(Arc::new(entry));
            let leaves = self.entries[at].defaults.clone();
            self.step(at, &leaves);
            self.step_randomly(at, VALUES.repeat_evals);
            // The longest sequence stays: what it needs may be values, not calls.
            if self.evaluator.archive.candidates.len() == before && earlier + 1 < VALUES.max_calls {
                self.entries.truncate(at);
            }
        }
    }

    /// Random values where paths start from; the shape grows as the run asks.
    pub(crate) fn begin_with_one(&mut self) {
        let leaves = self.random_leaves(0);
        self.step(0, &leaves);
    }

    pub(crate) fn random_forever(&mut self) {
        while !self.done() {
            let at = self.stream.position(self.entries.len());
            let leaves = self.random_leaves(at);
            self.step(at, &leaves);
            if self.entries[at].kinds.is_empty() && self.entries.len() == 1 {
                break;
            }
        }
    }

    pub(crate) fn random_leaves(&mut self, at: usize) -> Vec<u128> {
        let entry = &self.entries[at];
        let mut leaves = entry.defaults.clone();
        self.values.fill(&entry.kinds, &mut self.stream, &mut leaves);
        leaves
    }

    /// A bounded hunt for faults that the goals did not lead to: values at their bounds, and each
    /// pointer null.
    fn probe_bounds(&mut self) {
        if self.evaluator.clock.exhausted() {
            return;
        }
        let evals = VALUES.bound_probe_evals.min(self.evaluator.clock.remaining() / 4);
        let base = Arc::clone(&self.entries[0]);
        let nulls = self.factory.variants(&base).into_iter().take(SHAPES_LIMIT);
        let shapes: Vec<_> = nulls.chain(self.factory.shared_inputs(&base)).collect();
        for shape in shapes {
            if self.evaluator.clock.exhausted() {
                return;
            }
            if let Ok(entry) = self.factory.entry(shape) {
                let leaves = entry.defaults.clone();
                self.evaluator.evaluate(&entry, &leaves, false);
            }
        }
        for _ in 0..evals {
            if self.evaluator.clock.exhausted() || base.kinds.is_empty() {
                return;
            }
            let mut leaves = self.random_leaves(0);
            for (leaf, kind) in leaves.iter_mut().zip(&base.kinds) {
                if !kind.is_float() && self.stream.chance(0.3) {
                    let (low, high) = kind.int_range();
                    *leaf = kind.from_int(if self.stream.chance(0.5) { low } else { high });
                }
            }
            self.evaluator.evaluate(&base, &leaves, false);
        }
    }
}
