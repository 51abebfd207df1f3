//! Rewriting to canonical forms, while terms are built.
//!
//! Each rule looks at most two levels deep and makes the term smaller, or moves it towards one
//! form: constants to the right, operands by age, comparisons narrow and strict, shifts and masks
//! by constants as extractions. One property holds for all, tested by evaluation: the value stays.

mod arithmetic;
mod bitwise;
mod comparison;
mod floats;
mod structure;
#[cfg(test)]
mod tests;
