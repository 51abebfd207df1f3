//! Calls told apart: every execution of a function in a run has a number of its own.

/// One execution of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Activation {
    /// Number of the call, from 0 in each run; never used twice in a run.
    pub number: u64,
    /// Nesting depth, from 0.
    pub depth: u32,
}
