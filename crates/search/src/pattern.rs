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

use crate::axis::{Direction, Scale};
use crate::fitness::Fitness;

/// The objective stopped answering: the budget is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What a search along one variable found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The line stands at a better value than before.
    pub improved: bool,
    /// It ended where a neighbour is as good: nothing to go by at this scale.
    pub plateau: bool,
}

/// An objective along one variable, all others fixed.
pub trait Line {
    /// The fitness `steps` of `scale` away; `None` where there is no such value.
    ///
    /// # Errors
    /// When the budget is exhausted.
    fn probe(&mut self, scale: Scale, direction: Direction, steps: u128) -> Result<Option<Fitness>, Stopped>;
    /// The fitness here.
    fn here(&self) -> Fitness;
    /// Moves to where `probe` looked, which has `fitness`.
    fn accept(&mut self, scale: Scale, direction: Direction, steps: u128, fitness: Fitness);
}

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
                Exploration::Better(direction, fitness) => {
                    line.accept(scale, direction, 1, fitness);
                    pattern_moves(line, scale, direction)?;
                    improved = true;
                }
                Exploration::Optimum { plateau } => return Ok(Explored { improved, plateau }),
            }
        }
        Ok(Explored { improved, plateau: false })
    }
}

enum Exploration {
    /// A neighbour is better.
    Better(Direction, Fitness),
    /// None is; on a plateau, one is as good.
    Optimum { plateau: bool },
}

/// One step each way.
fn explore(line: &mut impl Line, scale: Scale) -> Result<Exploration, Stopped> {
    let down = line.probe(scale, Direction::Down, 1)?;
    if let Some(fitness) = down.filter(|fitness| fitness.is_covered()) {
        return Ok(Exploration::Better(Direction::Down, fitness));
    }
    let up = line.probe(scale, Direction::Up, 1)?;
    let (direction, best) = match (down, up) {
        (Some(down), up) if up.is_none_or(|up| down < up) => (Direction::Down, down),
        (_, Some(up)) => (Direction::Up, up),
        (_, None) => return Ok(Exploration::Optimum { plateau: false }),
    };
    let here = line.here();
    if best < here {
        return Ok(Exploration::Better(direction, best));
    }
    Ok(Exploration::Optimum { plateau: best == here })
}

/// Doubling steps while they improve.
fn pattern_moves(line: &mut impl Line, scale: Scale, direction: Direction) -> Result<(), Stopped> {
    let mut steps = 2u128;
    while !line.here().is_covered() {
        match line.probe(scale, direction, steps)? {
            Some(fitness) if fitness < line.here() => line.accept(scale, direction, steps, fitness),
            _ => break,
        }
        steps = steps.saturating_mul(2);
    }
    Ok(())
}
