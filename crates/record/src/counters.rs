//! JaCoCo's counters: what a suite covers of the instructions, branches and lines of classes.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// How many things of one kind were covered, and how many were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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

/// The counters of a method, class or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Instructions.
    pub instruction: Counter,
    /// Ways out of instructions that have more than one.
    pub branch: Counter,
    /// Lines; covered when one of their instructions is.
    pub line: Counter,
    /// Independent paths (McCabe's cyclomatic complexity, summed over methods).
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

/// What a suite covers of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClassCounters {
    /// Its name in class files: `com/acme/Account`.
    pub name: String,
    /// Its source file, without folders: `Account.java`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_file: Option<String>,
    /// Of the class.
    pub total: Counters,
    /// Of its methods, in the order of the class file; those without anything counted are left out.
    pub methods: Vec<MethodCounters>,
    /// Of its lines, in order.
    pub lines: Vec<LineCounters>,
}

/// What a suite covers of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodCounters {
    /// Its name: `<init>` for constructors.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Its first line, where the class file has lines.
    #[serde(rename = "first_line", default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The counters, one of which is that of lines.
    #[serde(flatten)]
    pub counters: Counters,
}

/// What a suite covers of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounters {
    /// Its number, from 1.
    pub line: u32,
    /// Instructions.
    pub instruction: Counter,
    /// Branches.
    pub branch: Counter,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_methods_are_read_back() {
        let counters = Counters { line: Counter { missed: 1, covered: 2 }, ..Counters::default() };
        let method =
            MethodCounters { name: "f".to_owned(), descriptor: "()V".to_owned(), line: Some(7), counters };
        let text = serde_json::to_string(&method).unwrap();
        assert_eq!(serde_json::from_str::<MethodCounters>(&text).unwrap(), method, "{text}");
    }
}
