//! `trine c`: tests for C files, and suites for benchmark programs in C.

pub mod benchmark;
pub mod generate;
mod initial_record;
mod seeds;

pub use initial_record::replay_line;
