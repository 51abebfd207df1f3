//! Command lines of words that the code knows: options, their arguments, and a word that is none.
//!
//! `getopt` decides by whole words, and what it finds in one decides whether the next is looked at: `-o file word` is no
//! small step from anything. The option string and the table say which words there are, so each shape of `argv` is run
//! with all combinations of few, up to a bound; the last word is the first that is varied.
//!
//! Cost: at most `VALUES.max_command_lines` runs for each number of arguments, and none where the code looks for no options.

use crate::context::search::SearchContext;
use crate::policy::VALUES;
use std::sync::Arc;

impl SearchContext<'_, '_> {
    /// Runs the shape at `at` with command lines, if it has one and the code knows words for it.
    pub(crate) fn step_through_command_lines(&mut self, at: usize) {
        let words = self.values.pool().words().to_vec();
        let arguments = self.factory.command_line(&self.entries[at]);
        if words.is_empty() || arguments.is_empty() {
            return;
        }
        let lines = words.len().saturating_pow(arguments.len() as u32);
        // Where not all fit, those that are run are spread evenly, with every word in the last place; the plain word,
        // the last one, comes first.
        let stride = (lines.div_ceil(VALUES.max_command_lines)..)
            .find(|&stride| gcd(stride, words.len()) == 1)
            .unwrap_or(1);
        for line in (0..lines).step_by(stride) {
            if self.done() {
                return;
            }
            // A run may have changed the shape in what it asked for.
            let entry = Arc::clone(&self.entries[at]);
            let arguments = self.factory.command_line(&entry);
            let mut leaves = entry.defaults.clone();
            let mut rest = line;
            for argument in arguments.iter().rev() {
                let word = &words[words.len() - 1 - rest % words.len()];
                rest /= words.len();
                entry.write_text(argument, word, &mut leaves);
            }
            self.step(at, &leaves);
        }
    }
}

/// The greatest common divisor (Euclid).
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
