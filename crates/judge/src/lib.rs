//! What is claimed, judged once more: finished tests replayed, in other layouts of memory too, and held against what
//! native tools say.
//!
//! [`replay`] and [`program_replay`] run finished tests from scratch. [`is_independent`] asks whether a test holds wherever
//! objects lie. [`c`] compares with `llvm-cov` and with the sanitizers. [`faults`] says when two faults are one.
//!
//! Knows nothing about goals that are searched, budgets, or who found a test.

pub mod c;
pub mod faults;
pub mod layout_independence;
pub mod program_replay;
pub mod replay;
