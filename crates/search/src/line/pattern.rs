//! Iterated pattern search along one variable (Kempka, McMinn and Sudholt 2015, Algorithm 2;
//! the pattern search of Korel 1990, repeated).
//!
//! ```text
//! repeat                                          repeat
//!   if f(x-1) ≥ f(x) and f(x+1) ≥ f(x) return       explore: both neighbours; none better, return
//!   if f(x-1) < f(x+1) k := -1 else k := 1          direction of the better one
//!   while f(x+k) < f(x)                             pattern moves:
//!     x := x + k; k := 2k                             accept, double
//! ```
//!
//! The unit of x is a [`Scale`] of the leaf. Differences to the pseudo-code: the neighbour that
//! exploration evaluated is accepted without evaluating it again. O(log² n) evaluations on
//! a unimodal line of n values.

use super::explore::{ExploratoryMove, explore, pattern_moves};
use super::{Explored, Line};
use crate::axis::Scale;
use crate::objective::Stopped;

/// Exploratory moves, then pattern moves in the better direction, until no neighbour is better.
#[derive(Clone, Copy, Debug, Default)]
pub struct IteratedPatternSearch;

impl IteratedPatternSearch {
    /// Searches `line` at `scale`.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn search(self, line: &mut impl Line, scale: Scale) -> Result<Explored, Stopped> {
        let mut improved = false;
        while !line.here().is_covered() {
            match explore(line, scale)? {
                ExploratoryMove::Better(direction, fitness) => {
                    line.accept(scale, direction, 1, fitness);
                    pattern_moves(line, scale, direction)?;
                    improved = true;
                }
                ExploratoryMove::Optimum { plateau } => return Ok(Explored { improved, plateau }),
            }
        }
        Ok(Explored { improved, plateau: false })
    }
}
