//! Why a search stopped, and why a goal is left open: types, and the words in which the records say them.

use crate::memory_limit::WorkerMemory;
use std::fmt;

/// Why the search of a unit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// Every goal is covered or proved infeasible.
    AllSettled,
    /// An assumption ended every run.
    AllDiscarded,
    /// Every run ended at this limit of the tool.
    Hopeless {
        /// The limit.
        limit: String,
    },
    /// The user asked to stop.
    Interrupted,
    /// The budget was used.
    BudgetUsed,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllSettled => f.write_str("every goal is covered or proved infeasible"),
            Self::AllDiscarded => f.write_str(trine_record::ALL_DISCARDED),
            Self::Hopeless { limit } => write!(f, "every run ended at a limit of the tool: {limit}"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::BudgetUsed => f.write_str("budget used"),
        }
    }
}

/// Why nothing is known of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OpenReason {
    /// Only inputs that crash the code reach it.
    OnlyCrashes,
    /// Of an independence pair, one evaluation was seen by runs that do not end normally only.
    HalfOfPair,
    /// Paths were chosen, and it is on none of them.
    NotChosen,
    /// Every run ended at this limit of the tool.
    Hopeless {
        /// The limit.
        limit: String,
    },
    /// An assumption ended every run.
    AllDiscarded {
        /// How many there were.
        runs: u64,
    },
    /// Only inputs that an assumption rules out reach it.
    OnlyDiscarded,
    /// Only runs reach it that a native run may not repeat.
    OnlyUnsteady,
    /// A run came to its condition and ended there.
    EndedBeforeDecided,
    /// No run came to it.
    NotReached {
        /// Evaluations made.
        evaluations: u64,
        /// Whether preconditions narrow the inputs.
        under_preconditions: bool,
        /// Whether it is an independence pair, both values of whose condition were seen.
        values_apart: bool,
        /// What else may be the reason.
        what_else: Option<Unreached>,
    },
}

/// What else may be the reason that no run came to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreached {
    /// Some runs ended at this limit of the tool.
    SomeAtLimit(String),
    /// The user asked to stop.
    Interrupted,
    /// Explorations of paths were given up.
    PathsGivenUp(GivenUp),
}

/// Why explorations of paths were given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GivenUp {
    /// One had more terms than this.
    Terms(usize),
    /// Together they had their share of this memory.
    Memory(WorkerMemory),
}

impl fmt::Display for GivenUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Terms(terms) => write!(f, "one came to {terms} terms"),
            Self::Memory(memory) => write!(f, "together they came to their share of --memory {memory}"),
        }
    }
}

impl fmt::Display for OpenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnlyCrashes => f.write_str("reached only by inputs that crash the code: see crashes/"),
            Self::HalfOfPair => f.write_str(
                "both evaluations of the pair were seen, but one of them only by runs that do not end normally",
            ),
            Self::NotChosen => f.write_str("not on the paths that were chosen"),
            Self::Hopeless { limit } => write!(f, "every run ended at a limit of the tool: {limit}"),
            Self::AllDiscarded { runs } => {
                write!(f, "no run survived the assumptions: all {runs} were discarded")
            }
            Self::OnlyDiscarded => f.write_str("reached only by inputs that an assumption rules out"),
            Self::OnlyUnsteady => f.write_str(
                "reached only by runs that depend on addresses, on memory that was never written, or on calculations \
                 with a null pointer: a native run may go another way",
            ),
            Self::EndedBeforeDecided => {
                f.write_str("a run came to this condition, and ended before it was decided")
            }
            Self::NotReached { evaluations, what_else: Some(Unreached::Interrupted), .. } => {
                write!(f, "interrupted after {evaluations} evaluations")
            }
            Self::NotReached { evaluations, under_preconditions, values_apart, what_else } => {
                let under = if *under_preconditions { " under the preconditions of trine.toml" } else { "" };
                let what = match values_apart {
                    true => "both values of the condition were seen, but no independence pair,",
                    false => "not reached",
                };
                write!(f, "{what} in {evaluations} evaluations{under}")?;
                match what_else {
                    Some(Unreached::SomeAtLimit(what)) => {
                        write!(f, "; some runs ended at a limit of the tool: {what}")
                    }
                    Some(Unreached::PathsGivenUp(why)) => {
                        write!(f, "; explorations of paths were given up: {why}")
                    }
                    Some(Unreached::Interrupted) | None => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not_reached(under_preconditions: bool, what_else: Option<Unreached>) -> String {
        OpenReason::NotReached { evaluations: 7, under_preconditions, values_apart: false, what_else }
            .to_string()
    }

    #[test]
    fn a_pair_of_which_both_values_were_seen_is_not_called_unreached() {
        let reason = OpenReason::NotReached {
            evaluations: 7,
            under_preconditions: false,
            values_apart: true,
            what_else: None,
        };
        assert_eq!(
            reason.to_string(),
            "both values of the condition were seen, but no independence pair, in 7 evaluations"
        );
    }

    #[test]
    fn a_goal_that_no_run_came_to_says_what_else_may_be_the_reason() {
        assert_eq!(not_reached(false, None), "not reached in 7 evaluations");
        assert_eq!(
            not_reached(true, Some(Unreached::SomeAtLimit("`f`".to_owned()))),
            "not reached in 7 evaluations under the preconditions of trine.toml; some runs ended at a limit of the tool: `f`"
        );
        assert_eq!(
            not_reached(false, Some(Unreached::PathsGivenUp(GivenUp::Terms(9)))),
            "not reached in 7 evaluations; explorations of paths were given up: one came to 9 terms"
        );
        assert_eq!(not_reached(true, Some(Unreached::Interrupted)), "interrupted after 7 evaluations");
    }
}
