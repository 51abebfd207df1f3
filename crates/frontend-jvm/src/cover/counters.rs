//! Counters: how much of something was covered, and how much missed.

use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Covered and missed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter {
    /// What was not covered.
    pub missed: u32,
    /// What was.
    pub covered: u32,
}

impl Counter {
    /// One thing.
    #[must_use]
    pub fn one(covered: bool) -> Self {
        Self { missed: u32::from(!covered), covered: u32::from(covered) }
    }

    /// All of it.
    #[must_use]
    pub fn total(self) -> u32 {
        self.missed + self.covered
    }
}

impl AddAssign for Counter {
    fn add_assign(&mut self, other: Self) {
        self.missed += other.missed;
        self.covered += other.covered;
    }
}

/// The six counters of a method or class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Instructions.
    pub instruction: Counter,
    /// Ways out of instructions that have more than one.
    pub branch: Counter,
    /// Lines; covered when one of their instructions is.
    pub line: Counter,
    /// Independent paths (McCabe's cyclomatic complexity, by methods).
    pub complexity: Counter,
    /// Methods; covered when one of their instructions is.
    pub method: Counter,
    /// Classes; covered when one of their methods is.
    pub class: Counter,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.instruction += other.instruction;
        self.branch += other.branch;
        self.line += other.line;
        self.complexity += other.complexity;
        self.method += other.method;
        self.class += other.class;
    }
}

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
