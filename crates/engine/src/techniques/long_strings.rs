//! Strings longer than those that a test starts with.
//!
//! A string of a test has room for a word. Code that takes lines, keys or several words reads no further than the NUL, so
//! no run ever needs more, and a longer string tried once with random characters shows nothing new. Hence, while goals
//! are open, the first shapes get a variant in which every string has room for a line. These stay in play: they are tried with the
//! values of archived tests, with those and long strings, with strings that formats of the code require, and by every technique
//! that works on shapes later.
//!
//! Cost: three runs for each of the latest archived tests and each of the first shapes, and one for each string of a format.

use crate::context::adaptation::SHAPES_LIMIT;
use crate::context::search::SearchContext;
use crate::policy::SHAPES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use std::sync::Arc;
use trine_inputs::ShapeEntry;
use trine_search::random::write_text_everywhere;

/// Many words, and one that is long.
const LONG_STRINGS: [&str; 2] = ["a b c d e f g h", "abcdefghijklmnopqrstuvwxyzabcde"];

/// Longer strings than a test starts with.
#[derive(Debug, Default)]
pub(crate) struct LongTexts;

impl<'a> Technique<'a> for LongTexts {
    fn name(&self) -> &'static str {
        "long strings"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, _: &Allowance) {
        context.lengthen_strings();
    }
}

impl SearchContext<'_, '_> {
    /// Adds shapes with long strings.
    fn lengthen_strings(&mut self) {
        for at in 0..self.entries.len().min(SHAPES.lengthened_shapes) {
            let Some(shape) = self.factory.with_long_strings(&self.entries[at]) else { continue };
            // A variant of this shape may have been tried and dropped.
            let is_in_play = self.entries.iter().any(|entry| entry.shape == shape);
            if self.done() || self.entries.len() >= SHAPES_LIMIT || is_in_play {
                continue;
            }
            self.known_shapes.insert(shape.clone());
            let Ok(entry) = self.factory.entry(shape) else { continue };
            self.entries.push(Arc::new(entry));
            let last = self.entries.len() - 1;
            self.step_as_archived(last, &[]);
            for text in LONG_STRINGS {
                self.step_as_archived(last, text.as_bytes());
            }
            self.step_through_samples(last);
            self.step_through_command_lines(last);
        }
    }
}

/// `leaves` with `text` in each run of characters; unchanged where it is empty.
pub(crate) fn with_text(entry: &ShapeEntry, mut leaves: Vec<u128>, text: &[u8]) -> Vec<u128> {
    if !text.is_empty() {
        write_text_everywhere(&entry.kinds, text, &mut leaves);
    }
    leaves
}
