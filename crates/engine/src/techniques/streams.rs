//! Varying the streams of inputs of archived tests: what a reactive program needs that reads commands
//! for ever.
//!
//! ```text
//! archived test   4 1 6 2 …       reached a state nobody was in before
//! variants        4 1 6 2 3 …     a value after the last that was used
//!                 4 1 6 6 2 …     a value inserted, those behind it move up
//!                 4 1 2 …         a value left out
//!                 4 1 5 2 …       a value changed, or taken over from another place
//! ```
//!
//! A value of such a stream means something only in the state that those before it led to, so a
//! method that changes one value at a time and looks at a distance has nothing to go by. Mutations
//! of tests that did something new are the standard answer (Zalewski's AFL, 2013; insertions and
//! deletions of elements after Fraser and Arcuri 2013, section 3.3.2). A variant that does something
//! new takes the place of its parent at once.
//!
//! Each function's answers are a sequence of their own; the order between functions is the
//! program's.

use crate::context::search::SearchContext;
use crate::policy::VALUES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use trine_inputs::ShapeEntry;
use trine_ir::FuncId;

/// The answers of one function in a test: where they stand, and how many of them were used.
#[derive(Clone, Debug)]
struct Answers {
    leaves: Range<usize>,
    used: usize,
}

/// The streams of inputs of archived tests, varied.
#[derive(Debug, Default)]
pub(crate) struct Streams;

impl<'a> Technique<'a> for Streams {
    fn name(&self) -> &'static str {
        "input streams"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        context.vary_streams(allowance);
    }
}

impl SearchContext<'_, '_> {
    /// Varies archived tests for the evaluations of `allowance`.
    fn vary_streams(&mut self, allowance: &Allowance) {
        while self.evaluator.clock.evaluations < allowance.evaluations() && !self.done() {
            let candidates = &self.evaluator.archive.candidates;
            if candidates.is_empty() {
                return;
            }
            let latest = candidates.len().min(VALUES.varied_tests);
            let parent = candidates[candidates.len() - 1 - self.stream.position(latest)].test.clone();
            let entry = Arc::clone(&self.entries[0]);
            if entry.kinds.is_empty() {
                return;
            }
            let leaves = entry.adopt(&parent);
            self.vary_stream(&entry, leaves);
            self.answer_asked(0);
        }
    }

    fn vary_stream(&mut self, entry: &ShapeEntry, mut leaves: Vec<u128>) {
        self.evaluator.evaluate(entry, &leaves, false);
        let mut answers = self.answers(entry);
        for _ in 0..VALUES.stream_variants {
            if answers.is_empty() || self.done() {
                return;
            }
            let mut variant = leaves.clone();
            for _ in 0..1 + self.stream.below(VALUES.max_stream_changes) {
                let chosen = answers[self.stream.position(answers.len())].clone();
                self.change(entry, &chosen, &mut variant);
            }
            let before = self.evaluator.archive.candidates.len();
            self.evaluator.evaluate(entry, &variant, false);
            if self.evaluator.archive.candidates.len() > before {
                answers = self.answers(entry);
                leaves = variant;
            }
        }
    }

    /// Runs the program with these answers, each of the function that gives it, in the order of the run.
    pub(crate) fn answer_with(&mut self, given: &[(FuncId, u128)]) {
        let mut by_name: BTreeMap<String, Vec<u128>> = BTreeMap::new();
        for &(function, value) in given {
            if let Some(name) = (self.stub_name)(function) {
                by_name.entry(name).or_default().push(value);
            }
        }
        for (name, answers) in &by_name {
            let wanted = u32::try_from(answers.len()).unwrap_or(u32::MAX);
            let entry = &self.entries[0];
            if entry.shape.stub_returns.get(name).is_none_or(|&held| held < wanted)
                && let Some(shape) = self.factory.answered(entry, name, wanted)
                && let Ok(larger) = self.factory.entry(shape)
            {
                self.entries[0] = Arc::new(larger);
            }
        }
        let entry = Arc::clone(&self.entries[0]);
        let mut leaves = vec![0; entry.kinds.len()];
        for (name, answers) in &by_name {
            let is_of = |leaf: &trine_testcase::Leaf| {
                leaf.name.strip_prefix(name).is_some_and(|rest| rest.starts_with("()#"))
            };
            let places = entry.skeleton.leaves.iter().zip(&mut leaves).filter(|(leaf, _)| is_of(leaf));
            places.zip(answers).for_each(|((_, place), &answer)| *place = answer);
        }
        self.evaluator.evaluate(&entry, &leaves, false);
    }

    /// The answers that the last run used, by function.
    fn answers(&self, entry: &ShapeEntry) -> Vec<Answers> {
        let mut all = Vec::new();
        for &(function, calls) in self.evaluator.harness.stub_calls() {
            let Some(name) = (self.stub_name)(function) else { continue };
            let is_of = |leaf: &trine_testcase::Leaf| {
                leaf.name.strip_prefix(&name).is_some_and(|rest| rest.starts_with("()#"))
            };
            let of = |(at, leaf)| is_of(leaf).then_some(at);
            let mut positions = entry.skeleton.leaves.iter().enumerate().filter_map(of);
            let Some(first) = positions.next() else { continue };
            let last = positions.next_back().unwrap_or(first);
            let used = (calls as usize).min(last + 1 - first);
            all.push(Answers { leaves: first..last + 1, used });
        }
        all
    }

    /// One change of the answers of one function; a position after the last used one may be taken.
    fn change(&mut self, entry: &ShapeEntry, answers: &Answers, leaves: &mut [u128]) {
        let sequence = &mut leaves[answers.leaves.clone()];
        let at = self.stream.position((answers.used + 1).min(sequence.len()));
        let kind = &entry.kinds[answers.leaves.start + at];
        match self.stream.below(8) {
            0 | 1 => {
                sequence[at..].rotate_right(1);
                sequence[at] = self.values.value(kind, &mut self.stream);
            }
            2 => sequence[at..].rotate_left(1),
            3 => sequence[at] = sequence[self.stream.position(answers.used.max(1))],
            4 if !kind.is_float() => {
                let step = if self.stream.chance(0.5) { 1 } else { -1 };
                sequence[at] = kind.from_int(kind.to_int(sequence[at]).wrapping_add(step));
            }
            _ => sequence[at] = self.values.value(kind, &mut self.stream),
        }
    }
}
