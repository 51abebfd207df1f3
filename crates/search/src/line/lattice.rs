//! Lattice search along one variable (Kempka, McMinn and Sudholt 2015, Algorithm 4): the search by Fibonacci numbers of
//! Kiefer (1953) in the bracket that pattern moves leave.
//!
//! ```text
//! if f(x) ≤ f(x-1) and f(x) ≤ f(x+1) return x     explore: none better, return
//! if f(x-1) < f(x+1) k := -1 else k := 1          direction of the better one
//! while f(x+k) < f(x)                             pattern moves:
//!   x := x + k; k := 2k                             accept, double
//! l := min(x - k/2, x + k); r := the other        the bracket
//! n := min {n : F(n) ≥ r - l + 2}
//! while n > 3
//!   if l + F(n-1) - 1 ≤ r and                     two points that split it in the golden ratio:
//!      f(l + F(n-2) - 1) ≥ f(l + F(n-1) - 1)        when the right one is no worse,
//!     l := l + F(n-2)                               the part before them is out
//!   n := n - 1
//! x := l
//! ```
//!
//! One of the two points of each step is known from the step before, and is not evaluated again. Difference to the
//! pseudo-code: it ends at the best point met, which is l where the line is unimodal.
//!
//! Cost where the optimum is n steps away: log2 n pattern moves, then one evaluation for each Fibonacci number up to
//! 3n/2, which are 1.44 log2 n.

use super::explore::{Bracket, search_bracket};
use super::{Explored, Line};
use crate::axis::Scale;
use crate::fitness::Fitness;
use crate::objective::Stopped;

/// Exploratory moves, pattern moves, then a search by Fibonacci numbers in the bracket.
#[derive(Clone, Copy, Debug, Default)]
pub struct LatticeSearch;

impl LatticeSearch {
    /// Searches `line` at `scale`.
    ///
    /// # Errors
    /// When the budget is exhausted.
    pub fn search(self, line: &mut impl Line, scale: Scale) -> Result<Explored, Stopped> {
        search_bracket(line, scale, shrink)
    }
}

fn shrink<L: Line>(bracket: &mut Bracket<'_, L>) -> Result<(), Stopped> {
    let mut points = Points { bracket, known: [None; 2] };
    let (mut l, r) = (0u128, points.bracket.last);
    // F(n - 2), F(n - 1) and F(n), from F(1), F(2) and F(3).
    let mut fibonacci = (1u128, 1u128, 2u128);
    let mut n = 3;
    while fibonacci.2 < r.saturating_add(2) {
        fibonacci = (fibonacci.1, fibonacci.2, fibonacci.1.saturating_add(fibonacci.2));
        n += 1;
    }
    while n > 3 && !points.bracket.is_covered() {
        let (left, right) = (l + fibonacci.0 - 1, l.saturating_add(fibonacci.1 - 1));
        if right <= r && points.falls(left, right)? {
            l = left + 1;
        }
        fibonacci = (fibonacci.1 - fibonacci.0, fibonacci.0, fibonacci.1);
        n -= 1;
    }
    Ok(())
}

/// The bracket, and what is known of it.
struct Points<'b, 'l, L> {
    bracket: &'b mut Bracket<'l, L>,
    /// The two points compared last.
    known: [Option<(u128, Fitness)>; 2],
}

impl<L: Line> Points<'_, '_, L> {
    /// Whether `right` is no worse than `left`.
    fn falls(&mut self, left: u128, right: u128) -> Result<bool, Stopped> {
        let [a, b] = [self.fitness(left)?, self.fitness(right)?];
        self.known = [Some((left, a)), Some((right, b))];
        Ok(a >= b)
    }

    fn fitness(&mut self, offset: u128) -> Result<Fitness, Stopped> {
        match self.known.iter().flatten().find(|(at, _)| *at == offset) {
            Some(&(_, fitness)) => Ok(fitness),
            None => self.bracket.probe(offset),
        }
    }
}
