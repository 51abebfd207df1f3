//! `trine c`: tests for C files, and suites for benchmark programs in C.

mod begun;
pub mod benchmark;
pub mod generate;
