//! Counters: how much of something was covered, and how much missed.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use trine_record::Counter;

/// What a line has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounters {
    /// Instructions.
    pub instruction: Counter,
    /// Branches.
    pub branch: Counter,
}

impl AddAssign for LineCounters {
    fn add_assign(&mut self, other: Self) {
        self.instruction += other.instruction;
        self.branch += other.branch;
    }
}

/// Counters by line.
pub type Lines = BTreeMap<u16, LineCounters>;

/// How many of `lines` are covered.
#[must_use]
pub fn line_counter(lines: &Lines) -> Counter {
    let mut counter = Counter::default();
    for line in lines.values().filter(|line| line.instruction.total() > 0) {
        counter += Counter::one(line.instruction.covered > 0);
    }
    counter
}
