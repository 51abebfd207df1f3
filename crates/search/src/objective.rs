//! What a search minimises, and how it ends: shared by all search algorithms.
//!
//! An algorithm knows its test case as a list of leaves and asks an [`Objective`] how near they are; which fitness
//! function that is (standard or enhanced), and what runs the program, is settled behind it.

use crate::fitness::Fitness;

/// What is minimised: a test case's fitness as a function of its leaves.
pub trait Objective {
    /// The fitness of the test case with these leaves, one per kind; `None` to stop the search,
    /// because the budget is exhausted or the goal was covered meanwhile.
    fn evaluate(&mut self, leaves: &[u128]) -> Option<Fitness>;
}

impl<F: FnMut(&[u128]) -> Option<Fitness>> Objective for F {
    fn evaluate(&mut self, leaves: &[u128]) -> Option<Fitness> {
        self(leaves)
    }
}

/// The objective stopped answering: the budget is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The target is covered by the best leaves.
    Solved,
    /// The objective stopped the search.
    Exhausted,
    /// All restarts ended in local optima, or there is nothing to change.
    Stuck,
}

/// Worse than every run.
pub(crate) const WORST: Fitness = Fitness { approach_level: u32::MAX, branch_distance: f64::MAX };
