//! Finished test cases as text: test files, stubs, build files, reproducers of crashes, and findings as SARIF.
//!
//! Pure functions from records to files by relative path: this crate touches no disk and runs nothing. [`c`] writes
//! tests of C, [`junit`] those of Java; what every language shares stands beside them.

pub mod c;
pub mod junit;
pub mod sarif;
