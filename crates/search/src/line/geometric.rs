//! Geometric search along one variable (Kempka, McMinn and Sudholt 2015, Algorithm 3).
//!
//! ```text
//! if f(x) ≤ f(x-1) and f(x) ≤ f(x+1) return x     explore: none better, return
//! if f(x-1) < f(x+1) k := -1 else k := 1          direction of the better one
//! while f(x+k) < f(x)                             pattern moves:
//!   x := x + k; k := 2k                             accept, double
//! l := min(x - k/2, x + k); r := the other        the bracket
//! while l < r                                     halve it:
//!   if f(⌊(l+r)/2⌋) < f(⌊(l+r)/2⌋ + 1)              the slope in the middle
//!     r := ⌊(l+r)/2⌋                                 says in which half
//!   else l := ⌊(l+r)/2⌋ + 1
//! x := l
//! ```
//!
//! Differences to the pseudo-code: it ends at the best point met, which is l where the line is unimodal.
//!
//! Cost where the optimum is n steps away: log2 n pattern moves, then two evaluations for each halving of at most 3n/2.

use super::explore::{Bracket, search_bracket};
use super::{Explored, Line};
use crate::axis::Scale;
use crate::objective::Stopped;

/// Exploratory moves, pattern moves, then halving of the bracket.
#[derive(Clone, Copy, Debug, Default)]
pub struct GeometricSearch;

impl GeometricSearch {
    /// Searches `line` at `scale`.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn search(self, line: &mut impl Line, scale: Scale) -> Result<Explored, Stopped> {
        search_bracket(line, scale, halve)
    }
}

fn halve<L: Line>(bracket: &mut Bracket<'_, L>) -> Result<(), Stopped> {
    let (mut l, mut r) = (0, bracket.last);
    while l < r && !bracket.is_covered() {
        let middle = l + (r - l) / 2;
        if bracket.probe(middle)? < bracket.probe(middle + 1)? {
            r = middle;
        } else {
            l = middle + 1;
        }
    }
    Ok(())
}
