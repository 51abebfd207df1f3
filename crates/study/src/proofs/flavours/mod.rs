//! The kinds of programs: where values come from, and what makes a proof about them hard to get right.
//!
//! Each flavour makes one [`Part`] of a program. Steps to add one: a function from [`Draft`] to [`Part`] in the file of
//! its kind, and a line in the table of that file. A digit must stand for *all* values of an input that can make a
//! difference to the atoms and tests offered; where it does not, the part says `complete: false`.

pub mod calls;
mod faults;
mod inputs;
mod memory;
mod open;

use super::program::{Digit, Expr, Part};
use trine_base::rng::Stream;

/// A flavour: its name and what makes a part of it.
pub type Flavour = (&'static str, fn(&mut Draft<'_>) -> Part);

/// All of them.
pub fn all() -> Vec<Flavour> {
    [inputs::FLAVOURS, memory::FLAVOURS, calls::FLAVOURS, faults::FLAVOURS, open::FLAVOURS].concat()
}

/// What a part is made with.
pub struct Draft<'a> {
    /// What all identifiers of the part end in.
    pub tag: String,
    /// Digits of the program so far.
    pub digits: &'a mut Vec<Digit>,
    /// Sequences of answers of the program so far.
    pub sequences: &'a mut usize,
    /// Where chance comes from.
    pub random: &'a mut Stream,
    /// Digits when the part was begun.
    pub first_digit: usize,
}

impl Draft<'_> {
    /// A digit of `count` values; the C expression for it.
    fn digit(&mut self, label: &str, count: u64) -> String {
        self.digits.push(Digit { label: format!("{label}_{}", self.tag), count, values: Vec::new() });
        format!("D({})", self.digits.len() - 1)
    }

    /// A digit that stands for C expressions of type `of`; the C expression for it.
    fn valued(&mut self, label: &str, of: &str, values: &[String]) -> String {
        let digit = self.digit(label, values.len() as u64);
        if let Some(digit) = self.digits.last_mut() {
            digit.values = values.to_vec();
        }
        format!("((const {of}[]){{{}}}[{digit}])", values.join(", "))
    }

    /// `length` answers of `count` values, one after the other; the C expression for the next one.
    fn answers(&mut self, label: &str, length: usize, count: u64) -> String {
        let first = self.digits.len();
        for nth in 1..=length {
            self.digit(&format!("{label} answer {nth}"), count);
        }
        *self.sequences += 1;
        format!("answer({}, {first}, {length})", *self.sequences - 1)
    }

    /// A part to be filled, with the digits made so far as its own.
    fn part(&self, flavour: &'static str) -> Part {
        let digits = self.first_digit..self.digits.len();
        Part { flavour, tag: self.tag.clone(), complete: true, digits, ..Part::default() }
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.random.chance(probability)
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.random.position(values.len())]
    }
}

/// An integer below `1 << bits`.
fn bits(text: impl Into<String>, bits: u32) -> Expr {
    Expr::new(text, 0, (1 << bits) - 1)
}
