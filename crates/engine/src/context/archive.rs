//! The archive: every test case that did something new, and the union of what they did.

use std::collections::BTreeMap;
use trine_coverage::{CoverageStructure, Trace};
use trine_inputs::Shape;
use trine_record::{GoalId, Proof};
use trine_testcase::TestCase;

/// A test case that ended normally, with what it did.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The test case.
    pub test: TestCase,
    /// The shape its skeleton was built from.
    pub shape: Shape,
    /// What it did in the function under test.
    pub trace: Trace,
}

/// Test cases that did something new, in the order they were found.
#[derive(Clone, Debug)]
pub struct Archive {
    /// The test cases.
    pub candidates: Vec<Candidate>,
    /// Tests of the suite whatever the goals: one for each path, where these are covered one by one.
    pub kept: Vec<Candidate>,
    /// Whether the suite is these and no others, because they were asked for.
    pub only_kept: bool,
    /// The union of what they did.
    pub seen: Trace,
    covered: Vec<bool>,
    /// Goals that are proved infeasible one by one, with the proofs.
    pub refuted: BTreeMap<GoalId, Proof>,
    /// Goals that are not covered.
    open: Vec<GoalId>,
}

impl Archive {
    /// An empty archive for the goals of `structure`.
    #[must_use]
    pub fn new(structure: &CoverageStructure) -> Self {
        let covered = vec![false; structure.goals.len()];
        Self {
            candidates: Vec::new(),
            kept: Vec::new(),
            only_kept: false,
            seen: structure.new_trace(),
            open: structure.goals.indices().collect(),
            covered,
            refuted: BTreeMap::new(),
        }
    }

    /// Adds what a run did, if anything of it is new; `make` supplies the candidate then.
    /// Returns whether a goal was newly covered.
    pub fn offer(
        &mut self,
        structure: &CoverageStructure,
        trace: &Trace,
        make: impl FnOnce() -> Candidate,
    ) -> bool {
        if !self.seen.merge(trace) {
            return false;
        }
        self.candidates.push(make());
        self.close_covered(structure)
    }

    /// Counts as covered what tests outside the archive did, those of the user.
    pub fn give(&mut self, structure: &CoverageStructure, given: &Trace) {
        if self.seen.merge(given) {
            self.close_covered(structure);
        }
    }

    /// Takes the goals out of the open ones that are covered by now; whether there were any.
    fn close_covered(&mut self, structure: &CoverageStructure) -> bool {
        let before = self.open.len();
        let (covered, seen) = (&mut self.covered, &self.seen);
        self.open.retain(|&goal| {
            let is_covered = structure.is_covered(goal, seen);
            covered[goal.0 as usize] = is_covered;
            !is_covered
        });
        self.open.len() < before
    }

    /// Whether `goal` is covered.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.covered[goal.0 as usize]
    }

    /// Whether `goal` is neither covered nor refuted.
    #[must_use]
    pub fn is_open(&self, goal: GoalId) -> bool {
        !self.is_covered(goal) && !self.refuted.contains_key(&goal)
    }

    /// Number of covered goals.
    #[must_use]
    pub fn covered_count(&self) -> usize {
        self.covered.len() - self.open.len()
    }
}
