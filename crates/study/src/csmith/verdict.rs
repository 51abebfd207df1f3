//! What the comparison of one program showed.

use crate::compare::{Behavior, Ours, Speed};

/// What the comparison of one program showed.
#[derive(Debug)]
pub enum ComparisonResult {
    /// The native run took too long.
    NativeTimeout,
    /// There is nothing to compare with: no program, or no native run.
    Unusable(String),
    /// Same output, same exit status.
    Match,
    /// Both ran to their end, and differ.
    Mismatch {
        /// The native run.
        expected: Behavior,
        /// Ours.
        found: Behavior,
    },
    /// Our machine reached its step limit.
    StepLimit,
    /// Our machine did not run the program to its end.
    Failed(String),
}

impl ComparisonResult {
    /// Compares our run with the native one.
    pub fn of(expected: &Behavior, ours: Ours) -> (Self, Speed) {
        match ours {
            Ours::Ran(found, speed) if found == *expected => (Self::Match, speed),
            Ours::Ran(found, speed) => (Self::Mismatch { expected: expected.clone(), found }, speed),
            Ours::StepLimit => (Self::StepLimit, Speed::default()),
            Ours::Failed(reason) => (Self::Failed(reason), Speed::default()),
        }
    }

    /// Whether both runs agree.
    pub fn is_match(&self) -> bool {
        matches!(self, Self::Match)
    }

    /// What to say at once, if the program did not match.
    pub fn complaint(&self) -> Option<String> {
        match self {
            Self::NativeTimeout | Self::Unusable(_) | Self::Match => None,
            Self::StepLimit => Some("step limit".to_owned()),
            Self::Failed(reason) => Some(reason.clone()),
            Self::Mismatch { expected, found } => Some(format!(
                "MISMATCH: native {:?} with status {}, ours {:?} with status {}",
                last_line(&expected.output),
                expected.status,
                last_line(&found.output),
                found.status
            )),
        }
    }
}

fn last_line(output: &str) -> &str {
    output.lines().last().unwrap_or("")
}
