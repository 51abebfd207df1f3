//! When a search is given up because every run ends at the same limit of the tool.
//!
//! A call that the machine does not know, met before the first branch, is met by every run, whatever its inputs: a few
//! hundred runs show it. Behind a branch other inputs may lead past it, which is worth more runs, but not millions.

use crate::policy::RUNS;

/// How the runs of a unit ended so far, as far as limits of the tool go.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    unsupported: u64,
    came_to_a_branch: bool,
    some_ended_otherwise: bool,
}

impl Limits {
    /// A run ended at something that is not supported; whether it came to a branch before.
    pub(crate) fn unsupported(&mut self, came_to_a_branch: bool) {
        self.unsupported += 1;
        self.came_to_a_branch |= came_to_a_branch;
    }

    /// A run ended in another way.
    pub(crate) fn supported(&mut self) {
        self.some_ended_otherwise = true;
    }

    /// Whether no run is expected to end otherwise.
    pub(crate) fn is_hopeless(&self) -> bool {
        let enough =
            if self.came_to_a_branch { RUNS.conditional_limit_runs } else { RUNS.unconditional_limit_runs };
        !self.some_ended_otherwise && self.unsupported >= enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_that_ends_otherwise_is_hope_enough() {
        let mut limits = Limits::default();
        (0..RUNS.unconditional_limit_runs).for_each(|_| limits.unsupported(false));
        assert!(limits.is_hopeless());
        limits.supported();
        assert!(!limits.is_hopeless());
    }

    #[test]
    fn behind_a_branch_more_runs_are_made() {
        let mut limits = Limits::default();
        (0..RUNS.unconditional_limit_runs).for_each(|_| limits.unsupported(true));
        assert!(!limits.is_hopeless());
        (0..RUNS.conditional_limit_runs).for_each(|_| limits.unsupported(true));
        assert!(limits.is_hopeless());
    }
}
