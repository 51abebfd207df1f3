//! What a suite notices of small faults in the code: mutants that were run, and the test that notices each.

use std::collections::BTreeSet;

/// What a suite notices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Mutants that were run.
    pub mutants: usize,
    /// Those that a test notices.
    pub killed: usize,
    /// All of them, in the order in which they were run.
    pub list: Vec<MutantOutcome>,
}

impl Effect {
    /// Forgets the tests at `positions`, which are taken out of the suite.
    pub(super) fn without(&mut self, positions: &BTreeSet<usize>) {
        for mutant in &mut self.list {
            mutant.killed_by = mutant
                .killed_by
                .filter(|test| !positions.contains(test))
                .map(|test| test - positions.range(..test).count());
        }
        self.killed = self.list.iter().filter(|mutant| mutant.killed_by.is_some()).count();
    }
}

/// What became of a mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutantOutcome {
    /// The line that it changes.
    pub line: u32,
    /// What it changes, in words.
    pub change: &'static str,
    /// Position of the test that notices it.
    pub killed_by: Option<usize>,
}
