//! Shapes that runs suggest: structures unfold, and pointers become equal where code compares them.
//!
//! ```text
//! follow_hints   for each archived test, and each that hit a null pointer, depended on where objects lie or got
//!                further in a callee: run it once more, record what it compared, and try the shapes that this
//!                suggests, each with the test's own values; also the other answers to the paths that it names,
//!                because an error path is open to values that come that far
//! descend_shapes towards one goal: of the shapes that the nearest run suggests, the one that brings it nearest,
//!                again and again (steepest descent over shapes, plateaus included)
//! ```
//!
//! A shape that faults on a null pointer is unfolded further at once, a few times: the run says
//! which pointer it was.

use crate::context::evaluator::{EvaluationResult, Evaluator, stumbles};
use crate::context::search::{SearchContext, SearchPoint};
use crate::policy::SHAPES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_harness::Ending;
use trine_inputs::ShapeEntry;
use trine_inputs::{PointerShape, Shape};
use trine_testcase::TestCase;

/// Tries the shapes that runs speak for.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// Tests whose hints were followed: of those that are not archived ([`Evaluator::informative_failures`]), of those that are, of
    /// those that got further in a callee ([`Evaluator::callee_progress`]).
    followed: [usize; 3],
}

impl<'a> Technique<'a> for Hints {
    fn name(&self) -> &'static str {
        "shapes by hints"
    }

    /// Tries the shapes that archived tests suggest, those that are found on the way included; when its part of
    /// the budget is used, later tests are left for the next time.
    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        while !context.evaluator.clock.has_used(allowance) && !context.done() {
            let Some((shape, test)) = self.unfollowed(context.evaluator) else { return };
            let Some(entry) = context.entry_of(&shape) else { continue };
            let leaves = entry.adopt(&test);
            for shape in context.evaluator.proposals(context.factory, &entry, &leaves) {
                if context.done() {
                    return;
                }
                context.try_hint(shape, &test);
            }
            for shape in entry.environment_variants() {
                if context.done() {
                    return;
                }
                context.try_answer(shape, &test);
            }
        }
    }
}

impl Hints {
    /// The next test whose hints nobody followed: those whose shapes are wrong first, those that are archived, and
    /// those that got further in a function called.
    fn unfollowed(&mut self, evaluator: &Evaluator<'_>) -> Option<(Shape, TestCase)> {
        let [informative_failures, archived, callee_progress] = &mut self.followed;
        if let Some(next) = evaluator.informative_failures.get(*informative_failures) {
            *informative_failures += 1;
            return Some(next.clone());
        }
        if let Some(next) = evaluator.archive.candidates.get(*archived) {
            *archived += 1;
            return Some((next.shape.clone(), next.test.clone()));
        }
        let next = evaluator.callee_progress.get(*callee_progress)?;
        *callee_progress += 1;
        Some(next.clone())
    }
}

impl SearchContext<'_, '_> {
    /// Runs `shape`, another environment, with the values of `test`: each test is another chance.
    fn try_answer(&mut self, shape: Shape, test: &TestCase) {
        let Ok(entry) = self.factory.entry(shape) else { return };
        let leaves = entry.adopt(test);
        self.try_values(entry, &leaves);
    }

    /// Runs `entry` with `leaves`; keeps it if that is fruitful.
    pub(crate) fn try_values(&mut self, entry: ShapeEntry, leaves: &[u128]) {
        let before = self.evaluator.archive.candidates.len();
        self.evaluator.evaluate(&entry, leaves, false);
        if self.evaluator.archive.candidates.len() > before {
            self.keep_entry(&Arc::new(entry));
        }
    }

    /// Runs `shape` with the values of `test`, then with a few others; keeps it if that is fruitful.
    pub(crate) fn try_hint(&mut self, shape: Shape, test: &TestCase) {
        // Which member of a union is alive is settled by values elsewhere: each test is another chance.
        let has_member = shape.pointers.values().any(|choice| matches!(choice, PointerShape::Member(_)));
        if !self.known_shapes.insert(shape.clone()) && !has_member {
            return;
        }
        let Ok(entry) = self.factory.entry(shape) else { return };
        let (before, callee_progress) =
            (self.evaluator.archive.candidates.len(), self.evaluator.callee_progress.len());
        let (entry, leaves, verdict) = self.unfold(Arc::new(entry), test, false);
        if self.evaluator.archive.candidates.len() == before && !is_fault(&verdict) {
            let evals = if has_member { 3 * SHAPES.hint_evals } else { SHAPES.hint_evals };
            for _ in 0..evals {
                if self.evaluator.clock.exhausted() {
                    break;
                }
                // Mostly the values that came with the shape: those led to where it matters.
                let mut varied = leaves.clone();
                for (leaf, kind) in varied.iter_mut().zip(&entry.kinds) {
                    if self.stream.chance(0.4) {
                        *leaf = self.values.value(kind, &mut self.stream);
                    }
                }
                self.evaluator.evaluate(&entry, &varied, false);
            }
        }
        if self.evaluator.archive.candidates.len() > before
            || self.evaluator.callee_progress.len() > callee_progress
        {
            self.keep_entry(&entry);
        }
    }

    /// Evaluates `entry` with the values of `test`, unfolding null pointers that the run stumbles over.
    fn unfold(
        &mut self,
        mut entry: Arc<ShapeEntry>,
        test: &TestCase,
        aimed: bool,
    ) -> (Arc<ShapeEntry>, Vec<u128>, EvaluationResult) {
        let mut leaves = entry.adopt(test);
        let mut verdict = self.evaluator.evaluate(&entry, &leaves, aimed);
        for _ in 0..SHAPES.max_unfolded {
            if self.evaluator.clock.exhausted() {
                break;
            }
            let next = match self.wanted_shape(&entry, &verdict.result.ending) {
                Some(grown) => Some(grown),
                None if matches!(&verdict.result.ending, Ending::Fault(fault) if stumbles(fault)) => {
                    self.evaluator.proposals(self.factory, &entry, &leaves).into_iter().next()
                }
                None => None,
            };
            let Some(Ok(unfolded)) = next.map(|shape| self.factory.entry(shape)) else { break };
            entry = Arc::new(unfolded);
            leaves = entry.adopt(test);
            verdict = self.evaluator.evaluate(&entry, &leaves, aimed);
        }
        (entry, leaves, verdict)
    }

    /// Descends from `point` over shapes within `allowance`, across plateaus too, where it never returns to a shape.
    pub fn descend_shapes(&mut self, point: &mut SearchPoint, allowance: &Allowance) {
        let mut here = point.clone();
        let mut visited = BTreeSet::from([here.entry.shape.clone()]);
        for _ in 0..SHAPES.max_descent_steps {
            let Some(next) = self.nearest_neighbour(&here, &mut visited, allowance) else { return };
            if next.fitness > here.fitness {
                return;
            }
            here = next;
            if here.fitness < point.fitness {
                self.keep_entry(&here.entry);
                *point = here.clone();
            }
        }
    }

    /// The nearest of the shapes that the run at `here` suggests, of those that there is time for.
    fn nearest_neighbour(
        &mut self,
        here: &SearchPoint,
        visited: &mut BTreeSet<Shape>,
        allowance: &Allowance,
    ) -> Option<SearchPoint> {
        let test = here.entry.test(&here.leaves);
        let mut shapes = self.evaluator.proposals(self.factory, &here.entry, &here.leaves);
        shapes.retain(|shape| !visited.contains(shape));
        let mut best: Option<SearchPoint> = None;
        for shape in shapes.into_iter().take(SHAPES.max_neighbours) {
            if self.done() || self.evaluator.clock.has_used(allowance) {
                break;
            }
            visited.insert(shape.clone());
            let Ok(entry) = self.factory.entry(shape) else { continue };
            let (entry, leaves, verdict) = self.unfold(Arc::new(entry), &test, true);
            let fitness = verdict.fitness_of_start();
            if best.as_ref().is_none_or(|best| fitness < best.fitness) {
                best = Some(SearchPoint { entry, leaves, fitness });
            }
        }
        best
    }
}

fn is_fault(verdict: &EvaluationResult) -> bool {
    matches!(verdict.result.ending, Ending::Fault(_))
}
