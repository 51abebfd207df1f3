//! Answers to queries, and why there may be none.

use std::fmt;
use trine_expr::{Assignment, MathFunction};

/// An answer. That nothing was found is never taken for a refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These values satisfy all constraints: that was checked by evaluation.
    Satisfiable(Assignment),
    /// No values do.
    Unsatisfiable,
    /// Nobody knows.
    Unknown(Unknown),
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The SAT solver reached its limit of conflicts.
    ConflictLimit,
    /// The work allowed for the query was done.
    EffortLimit,
    /// The deadline passed.
    TimedOut,
    /// The circuit would have more gates than allowed.
    CircuitTooLarge,
    /// No layer handles this function, and local search found nothing.
    NotExpressible(MathFunction),
    /// The model hangs on which NaN an operation gives, and the processor gives another.
    OtherNan,
    /// The other solver gave no answer in its time, or none that could be used.
    OtherSolver,
    /// No layer is left.
    NoLayer,
    /// A model did not satisfy its constraints: a bug, reported and never used.
    WrongModel,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ConflictLimit => f.write_str("the SAT solver reached its limit of conflicts"),
            Self::EffortLimit => f.write_str("the solver did the work that one question may take"),
            Self::TimedOut => f.write_str("the solver ran out of time"),
            Self::CircuitTooLarge => f.write_str("the circuit of the constraints would be too large"),
            Self::NotExpressible(function) => {
                write!(f, "`{}` can be evaluated but not solved for", function.name())
            }
            Self::OtherNan => f.write_str("the answer hangs on the bits of a NaN"),
            Self::OtherSolver => f.write_str("the other solver gave no answer in its time"),
            Self::NoLayer => f.write_str("no layer of the solver handles the constraints"),
            Self::WrongModel => f.write_str("a model failed its check: a bug of the solver"),
        }
    }
}
