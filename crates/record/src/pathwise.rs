//! The paths of a function, where it was tested path by path.
//!
//! ```text
//! PathwiseRecord      all paths of one function, and how far they were enumerated
//!   PathRecord        a path: its decisions, and what became of it
//!     PathStep        a decision: where, which way, and what that says of the inputs
//! ```

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The paths of a function.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PathwiseRecord {
    /// The paths, numbered from 1 in this order.
    pub paths: Vec<PathRecord>,
    /// Rounds of a loop that were followed exactly.
    pub loop_iterations: u32,
    /// Why there may be other paths; empty when there are none, whatever the inputs.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub missing: BTreeSet<PathsMissing>,
    /// Paths of one shape that were followed at most.
    pub max_paths: usize,
    /// Shapes of the inputs whose paths were enumerated.
    pub shapes: usize,
}

/// Why paths may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathsMissing {
    /// Loops go on after the rounds that were followed.
    LoopIterations,
    /// There are more than are followed.
    MaxPaths,
    /// More ways of passing pointers than are looked at.
    Shapes,
    /// A run depends on inputs in a way that has no term, or ended at a limit of the tool.
    Imprecise,
}

/// A path through a function, its callees included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathRecord {
    /// From 1.
    pub number: u32,
    /// The method whose path it is, where the unit is a class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// What it decides by the inputs, in order; empty for a path that no input decides about.
    pub steps: Vec<PathStep>,
    /// What became of it.
    #[serde(flatten)]
    pub state: PathState,
    /// Values of the inputs that it asks something of, where some are known that follow it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<(String, String)>,
    /// Evaluations of its constraints by the genetic algorithm.
    pub evaluations: u64,
    /// Generations bred for it.
    pub generations: u64,
}

/// A decision on a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathStep {
    /// The function that decides.
    pub function: String,
    /// The site, as in the control-flow graph that `trine dump cfg` draws.
    pub site: u32,
    /// The way taken there.
    pub outcome: u32,
    /// The line.
    pub line: u32,
    /// What it says of the inputs.
    pub condition: String,
}

/// What became of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum PathState {
    /// A run followed it.
    Covered {
        /// The test that does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        test: Option<String>,
        /// How the inputs were found.
        by: PathMeans,
    },
    /// A run followed it into a fault.
    Crashes {
        /// How the inputs were found.
        by: PathMeans,
    },
    /// No input follows it.
    Infeasible {
        /// Why.
        proof: String,
    },
    /// No input is known that follows it.
    Open {
        /// What was tried: it is possibly infeasible, or a limit of the tool.
        reason: String,
    },
    /// Others were asked for.
    NotChosen,
}

/// How inputs that follow a path were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathMeans {
    /// By accident, on the way to another path.
    Accident,
    /// By alternating variables.
    Variables,
    /// By the genetic algorithm.
    Genetic,
    /// By the solver, where search had not found any.
    Solver,
}

impl PathwiseRecord {
    /// How many paths are in a state that `holds`.
    pub fn count(&self, holds: impl Fn(&PathState) -> bool) -> usize {
        self.paths.iter().filter(|path| holds(&path.state)).count()
    }

    /// One line: how many paths there are, and what became of them.
    #[must_use]
    pub fn summary(&self) -> String {
        let counts = [
            (self.count(|state| matches!(state, PathState::Covered { .. })), "covered"),
            (self.count(|state| matches!(state, PathState::Crashes { .. })), "ending in a fault"),
            (self.count(|state| matches!(state, PathState::Infeasible { .. })), "proved infeasible"),
            (self.count(|state| matches!(state, PathState::Open { .. })), "open"),
            (self.count(|state| matches!(state, PathState::NotChosen)), "not chosen"),
        ];
        let counts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        let missing = self.missing.iter().map(|missing| match missing {
            PathsMissing::LoopIterations => {
                format!("loops were followed for {} rounds", self.loop_iterations)
            }
            PathsMissing::MaxPaths => {
                format!("at most {} were followed, in a part of the budget", self.max_paths)
            }
            PathsMissing::Shapes => "more shapes of the inputs".to_owned(),
            PathsMissing::Imprecise => "some depend on more than conditions over the inputs".to_owned(),
        });
        let missing: Vec<String> = missing.collect();
        let bound = match missing.is_empty() {
            true => String::new(),
            false => format!("; not complete: {}", missing.join(", ")),
        };
        let plural = if self.paths.len() == 1 { "path" } else { "paths" };
        format!("{} {plural}: {}{bound}", self.paths.len(), counts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_what_became_of_paths() {
        let path = |number, state| PathRecord {
            number,
            method: None,
            steps: Vec::new(),
            state,
            inputs: Vec::new(),
            evaluations: 0,
            generations: 0,
        };
        let paths = vec![
            path(1, PathState::Covered { test: None, by: PathMeans::Genetic }),
            path(2, PathState::Infeasible { proof: String::new() }),
        ];
        let mut record = PathwiseRecord { paths, loop_iterations: 2, shapes: 1, ..PathwiseRecord::default() };
        assert_eq!(record.summary(), "2 paths: 1 covered, 1 proved infeasible");
        record.missing.insert(PathsMissing::LoopIterations);
        assert!(record.summary().ends_with("not complete: loops were followed for 2 rounds"));
    }
}
