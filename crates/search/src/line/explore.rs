//! What the three searches share: exploratory moves, pattern moves, and the bracket that these leave, which two of them
//! shrink.
//!
//! ```text
//!        x - k/2          x                       x + k
//!  - - - - -|-------------|-------------------------|- - -     in the direction of the moves
//!        worse         the best                 no better      k: the step that failed
//! ```
//!
//! On a unimodal line the optimum lies in the bracket, ends included.

use super::{Explored, Line};
use crate::axis::{Direction, Scale};
use crate::fitness::Fitness;
use crate::objective::Stopped;

/// What one step each way showed.
pub(super) enum ExploratoryMove {
    /// A neighbour is better.
    Better(Direction, Fitness),
    /// None is; on a plateau, one is as good.
    Optimum { plateau: bool },
}

/// One step each way.
pub(super) fn explore(line: &mut impl Line, scale: Scale) -> Result<ExploratoryMove, Stopped> {
    let down = line.probe(scale, Direction::Down, 1)?;
    if let Some(fitness) = down.filter(|fitness| fitness.is_covered()) {
        return Ok(ExploratoryMove::Better(Direction::Down, fitness));
    }
    let up = line.probe(scale, Direction::Up, 1)?;
    let (direction, best) = match (down, up) {
        (Some(down), up) if up.is_none_or(|up| down < up) => (Direction::Down, down),
        (_, Some(up)) => (Direction::Up, up),
        (_, None) => return Ok(ExploratoryMove::Optimum { plateau: false }),
    };
    let here = line.here();
    if best < here {
        return Ok(ExploratoryMove::Better(direction, best));
    }
    Ok(ExploratoryMove::Optimum { plateau: best == here })
}

/// Doubling steps while they improve; returns the one that did not.
pub(super) fn pattern_moves(
    line: &mut impl Line,
    scale: Scale,
    direction: Direction,
) -> Result<u128, Stopped> {
    let mut steps = 2u128;
    while !line.here().is_covered() {
        match line.probe(scale, direction, steps)? {
            Some(fitness) if fitness < line.here() => line.accept(scale, direction, steps, fitness),
            _ => break,
        }
        steps = steps.saturating_mul(2);
    }
    Ok(steps)
}

/// Explores, accelerates once, and leaves the rest to `shrink`: the line ends at the best point met in the bracket.
pub(super) fn search_bracket<L: Line>(
    line: &mut L,
    scale: Scale,
    shrink: impl FnOnce(&mut Bracket<'_, L>) -> Result<(), Stopped>,
) -> Result<Explored, Stopped> {
    let (direction, fitness) = match explore(line, scale)? {
        ExploratoryMove::Better(direction, fitness) => (direction, fitness),
        ExploratoryMove::Optimum { plateau } => return Ok(Explored { improved: false, plateau }),
    };
    line.accept(scale, direction, 1, fitness);
    let failed = pattern_moves(line, scale, direction)?;
    let mut bracket = Bracket::new(line, scale, direction, failed);
    shrink(&mut bracket)?;
    bracket.accept_best();
    Ok(Explored { improved: true, plateau: false })
}

/// The part of a line in which the optimum lies after pattern moves. Offsets count from its lower end, in the direction
/// of the moves.
pub(super) struct Bracket<'l, L> {
    line: &'l mut L,
    scale: Scale,
    direction: Direction,
    /// Offset of where the line stands.
    origin: u128,
    /// Offset of the other end.
    pub last: u128,
    best: (u128, Fitness),
}

impl<'l, L: Line> Bracket<'l, L> {
    /// The bracket around where `line` stands after pattern moves ended with `failed`.
    pub fn new(line: &'l mut L, scale: Scale, direction: Direction, failed: u128) -> Self {
        let ahead = failed.min(line.room(scale, direction));
        let origin = failed / 2;
        let best = (origin, line.here());
        Self { line, scale, direction, origin, last: origin.saturating_add(ahead), best }
    }

    /// The fitness at `offset`.
    pub fn probe(&mut self, offset: u128) -> Result<Fitness, Stopped> {
        let fitness = match (offset.checked_sub(self.origin), self.direction) {
            (Some(0), _) => None,
            (Some(ahead), direction) => self.line.probe(self.scale, direction, ahead)?,
            (None, direction) => self.line.probe(self.scale, direction.opposite(), self.origin - offset)?,
        };
        let fitness = fitness.unwrap_or_else(|| self.line.here());
        if fitness < self.best.1 {
            self.best = (offset, fitness);
        }
        Ok(fitness)
    }

    /// Whether a covering point was met.
    pub fn is_covered(&self) -> bool {
        self.best.1.is_covered()
    }

    /// Moves the line to the best point met.
    pub fn accept_best(self) {
        let (offset, fitness) = self.best;
        match offset.checked_sub(self.origin) {
            Some(0) => {}
            Some(ahead) => self.line.accept(self.scale, self.direction, ahead, fitness),
            None => {
                self.line.accept(self.scale, self.direction.opposite(), self.origin - offset, fitness);
            }
        }
    }
}
