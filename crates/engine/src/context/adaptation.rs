//! Shapes that change because a run asked for it: an array too short, a stub without an answer, a file not served.

use crate::context::search::SearchContext;
use std::sync::Arc;
use trine_harness::Ending;
use trine_inputs::Shape;
use trine_inputs::ShapeEntry;
use trine_machine::FaultKind;

/// Shapes kept for a unit.
pub(crate) const SHAPES_LIMIT: usize = 64;

impl SearchContext<'_, '_> {
    /// One evaluation; the shape adapts to what the run asks for.
    pub(crate) fn step(&mut self, at: usize, leaves: &[u128]) {
        let mut verdict = self.evaluator.evaluate(&Arc::clone(&self.entries[at]), leaves, false);
        while self.lay_on_heap() && !self.evaluator.clock.exhausted() {
            verdict = self.evaluator.evaluate(&Arc::clone(&self.entries[at]), leaves, false);
        }
        self.adapt(at, leaves, &verdict.result.ending);
        self.retype_arguments();
    }

    /// Changes the shape at `at` in place when the run of `leaves` asks for it.
    pub(crate) fn adapt(&mut self, at: usize, leaves: &[u128], ending: &Ending) {
        let entry = Arc::clone(&self.entries[at]);
        // Of the run itself: those below leave other stub calls behind.
        let wanted = self.wanted_shape(&entry, ending);
        if let Some(object) = self.overruns(ending) {
            if let Some(ended) = self.with_end(&entry, leaves, object) {
                self.known_shapes.insert(ended.shape.clone());
                self.entries[at] = Arc::new(ended);
                return;
            }
            if self.find_length(&entry, leaves, object) {
                self.spread_what_is_known();
            }
        }
        let Some(mut shape) = wanted else { return };
        self.tell(&mut shape);
        self.known_shapes.insert(shape.clone());
        if let Ok(entry) = self.factory.entry(shape) {
            self.entries[at] = Arc::new(entry);
        }
    }

    /// Tells `shape` which integers are lengths, and what lies on the heap.
    fn tell(&self, shape: &mut Shape) {
        shape.lengths.clone_from(&self.lengths);
        shape.heap.clone_from(&self.evaluator.heap);
    }

    pub(crate) fn spread_what_is_known(&mut self) {
        for at in 0..self.entries.len() {
            let mut shape = self.entries[at].shape.clone();
            self.tell(&mut shape);
            if let Ok(entry) = self.factory.entry(shape) {
                self.entries[at] = Arc::new(entry);
            }
        }
    }

    /// Gives the shape at `at` the answers that runs of the last attempt asked for.
    pub(crate) fn answer_asked(&mut self, at: usize) {
        for (function, calls) in std::mem::take(&mut self.evaluator.asked) {
            let shape = (self.stub_name)(function)
                .and_then(|name| self.factory.answered(&self.entries[at], &name, calls));
            if let Some(entry) = shape.and_then(|shape| self.factory.entry(shape).ok()) {
                self.entries[at] = Arc::new(entry);
            }
        }
    }

    /// Gives the shape at `at` twice as many answers of the functions whose answers its runs used up; whether there were any.
    pub(crate) fn answer_twice_as_many(&mut self, at: usize) -> bool {
        let before = Arc::clone(&self.entries[at]);
        for (function, calls) in std::mem::take(&mut self.evaluator.asked) {
            let Some(name) = (self.stub_name)(function) else { continue };
            let held = before.shape.stub_returns.get(&name).copied().unwrap_or(0);
            let wanted = if calls > held { calls.max(2 * held) } else { calls };
            let shape = self.factory.answered(&self.entries[at], &name, wanted);
            if let Some(entry) = shape.and_then(|shape| self.factory.entry(shape).ok()) {
                self.entries[at] = Arc::new(entry);
            }
        }
        self.entries[at].shape != before.shape
    }

    /// The shape that the last run asks for, one of `entry` that ended so.
    pub(crate) fn wanted_shape(&self, entry: &ShapeEntry, ending: &Ending) -> Option<Shape> {
        if let Ending::Fault(fault) = ending
            && let FaultKind::OutOfBounds { object, input: true, offset, length, .. } = fault.kind
            && let Some(object) = self.evaluator.harness.object_position(object)
            && let Some(shape) = entry.grown(object, offset, length)
        {
            return Some(shape);
        }
        if let Ending::Fault(fault) = ending
            && matches!(fault.kind, FaultKind::InvalidFree { .. })
            && entry.shape.heap != self.evaluator.heap
        {
            return Some(Shape { heap: self.evaluator.heap.clone(), ..entry.shape.clone() });
        }
        if let Some(shape) = entry.served(&self.evaluator.harness.unmet_requests(&entry.plan)) {
            return Some(shape);
        }
        let outputs = self.evaluator.harness.unset_outputs().iter();
        let output = outputs.filter_map(|wanted| {
            let name = (self.stub_name)(wanted.function)?;
            self.factory.with_output(entry, &name, wanted)
        });
        if let Some(shape) = { output }.next() {
            return Some(shape);
        }
        let calls = self.evaluator.harness.stub_calls();
        calls.iter().find_map(|&(function, calls)| {
            let name = (self.stub_name)(function)?;
            self.factory.answered(entry, &name, calls)
        })
    }

    /// The shape in play that makes the objects of `shape`, or a new one.
    pub(crate) fn entry_of(&mut self, shape: &Shape) -> Option<Arc<ShapeEntry>> {
        if let Some(entry) = self.entries.iter().find(|entry| entry.shape.is_like(shape)) {
            return Some(Arc::clone(entry));
        }
        let mut shape = shape.clone();
        self.tell(&mut shape);
        self.factory.entry(shape).ok().map(Arc::new)
    }

    /// Keeps a shape for later, if there is room.
    pub(crate) fn keep_entry(&mut self, entry: &Arc<ShapeEntry>) {
        let is_known = self.entries.iter().any(|known| known.shape.is_like(&entry.shape));
        if !is_known && self.entries.len() < SHAPES_LIMIT {
            self.entries.push(Arc::clone(entry));
        }
    }
}
