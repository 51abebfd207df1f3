//! Runs that a guard ended before they came near the target.
//!
//! ```text
//! void assume(int holds) { if (!holds) abort(); }
//!
//! x = input(); assume(x > 1000); y = input(); assume(y == 2 * x); if (y > 9000) …
//! ```
//!
//! What follows a call does not depend on it in our graph, so a run that ends in the first guard and one that
//! ends in the second are both "no site on the way reached", a plateau. Among runs of equal level that
//! were ended, the one that branched more often got further; among those, the one whose last branch
//! was nearer to going the other way is nearer to passing the guard. Both are ordered below every branch
//! distance (K = 1 is the least), so that they never outweigh one.
//!
//! A heuristic for ties: a run may branch often for other reasons, and the last branch need not be the
//! guard.

use super::Fitness;

/// More branches than these count no further.
const MAX_BRANCHES: u32 = 1023;
/// The largest finite distance has a logarithm below this.
const LOG_RANGE: f64 = 1100.0;

/// How far a run came before it was ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Halt {
    branches: u32,
    last_distance: f64,
}

impl Halt {
    /// A branch was `distance` away from going the other way.
    #[inline]
    pub(super) fn branch(&mut self, distance: f64) {
        self.branches = self.branches.saturating_add(1);
        self.last_distance = distance;
    }

    /// `fitness`, if it has no distance of its own, with the rank of this ended run in [0, 0.5).
    pub(super) fn refine(self, fitness: Fitness) -> Fitness {
        if fitness.branch_distance != 0.0 || fitness.is_covered() {
            return fitness;
        }
        let to_go = f64::from(MAX_BRANCHES - self.branches.min(MAX_BRANCHES));
        let near = self.last_distance.clamp(0.0, f64::MAX).ln_1p() / LOG_RANGE;
        Fitness { branch_distance: 0.5 * (to_go + near) / f64::from(MAX_BRANCHES + 1), ..fitness }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(distances: &[f64]) -> Fitness {
        let mut halt = Halt::default();
        distances.iter().for_each(|&distance| halt.branch(distance));
        halt.refine(Fitness { approach_level: 2, branch_distance: 0.0 })
    }

    #[test]
    fn passing_a_guard_is_better_than_being_nearer_to_it() {
        assert!(ended(&[5.0, 1e9]) < ended(&[1.0]));
        assert!(ended(&[5.0, 3.0]) < ended(&[5.0, 4.0]));
        assert!(ended(&[2_000_000_000.0]) < ended(&[2_000_000_001.0]));
    }

    #[test]
    fn an_ended_run_is_never_worse_than_a_branch_that_went_wrong() {
        assert!(ended(&[f64::MAX]) < Fitness { approach_level: 2, branch_distance: 1.0 });
        let measured = Fitness { approach_level: 2, branch_distance: 7.0 };
        assert_eq!(Halt::default().refine(measured), measured);
        assert_eq!(Halt::default().refine(Fitness::COVERED), Fitness::COVERED);
    }
}
