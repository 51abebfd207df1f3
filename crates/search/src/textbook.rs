//! The alternating variable method as the textbook has it (Korel 1990; the set-up of Baars et al. 2011, section V-A):
//! what experiments are compared with. [`crate::avm`] is the one that users get.
//!
//! ```text
//! x := random                                          [run]
//! repeat
//!   repeat, for each variable in turn                  [descend]
//!     explore and accelerate along it                  [`crate::line`], one scale
//!   until all in a row brought no improvement
//!   x := random                                        restart
//! ```
//!
//! One scale per kind: steps of one for integers, characters and booleans, of one position for enumerations, of
//! 10^-precision for floats. No archive, no constants of the code, no leaps, no edits of strings.
//!
//! Counts evaluations, never time; allocates nothing per evaluation.

use crate::axis::{self, Direction, Scale};
use crate::draw::Draw;
use crate::fitness::Fitness;
use crate::line::{Line, LineSearch};
use crate::objective::{Objective, Outcome, Stopped, WORST};
use trine_base::Stream;
use trine_testcase::{LeafKind, LeafRange};

/// The parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextbookConfig {
    /// How to search along one variable.
    pub line_search: LineSearch,
    /// Decimal places of the smallest step of a float.
    pub precision: u32,
}

impl Default for TextbookConfig {
    fn default() -> Self {
        Self { line_search: LineSearch::default(), precision: 3 }
    }
}

/// A search over the leaves of one skeleton.
#[derive(Clone, Debug)]
pub struct TextbookAvm<'k> {
    kinds: &'k [LeafKind],
    /// Per leaf: the values it may take; none for all of its kind, empty when all may.
    ranges: &'k [Option<LeafRange>],
    config: TextbookConfig,
    leaves: Vec<u128>,
    fitness: Fitness,
    evaluations: u64,
    climbs: u64,
}

impl<'k> TextbookAvm<'k> {
    /// A search over leaves of these kinds, which take values of `ranges` only: one per leaf, or none at all.
    #[must_use]
    pub fn new(kinds: &'k [LeafKind], ranges: &'k [Option<LeafRange>], config: TextbookConfig) -> Self {
        let leaves = vec![0; kinds.len()];
        Self { kinds, ranges, config, leaves, fitness: WORST, evaluations: 0, climbs: 0 }
    }

    /// Searches from points of `draw` until the objective stops it, or the target is covered.
    pub fn run(&mut self, draw: &impl Draw, stream: &mut Stream, objective: &mut impl Objective) -> Outcome {
        loop {
            match self.restart(draw, stream, objective) {
                Outcome::Stuck if !self.kinds.is_empty() => {}
                ended => return ended,
            }
        }
    }

    /// One climb from a point of `draw`; stuck when it ended in an optimum that is not the target.
    pub fn restart(
        &mut self,
        draw: &impl Draw,
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> Outcome {
        draw.draw(self.kinds, self.ranges, stream, &mut self.leaves);
        self.climbs += 1;
        let descended = self.descend(objective);
        if self.fitness.is_covered() {
            Outcome::Solved
        } else if descended.is_err() {
            Outcome::Exhausted
        } else {
            Outcome::Stuck
        }
    }

    /// The leaves where it ended: those that cover the target when it was solved.
    #[must_use]
    pub fn leaves(&self) -> &[u128] {
        &self.leaves
    }

    /// Evaluations asked of the objective so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Restarts so far: climbs but the first.
    #[must_use]
    pub fn restarts(&self) -> u64 {
        self.climbs.saturating_sub(1)
    }

    fn descend(&mut self, objective: &mut impl Objective) -> Result<(), Stopped> {
        self.fitness = WORST;
        self.fitness = self.evaluate(objective)?;
        let (mut leaf, mut stuck) = (0, 0);
        while stuck < self.kinds.len() && !self.fitness.is_covered() {
            let scale = self.scale(leaf);
            let search = self.config.line_search;
            let mut line = Variable { avm: self, objective, leaf };
            let improved = search.search(&mut line, scale)?.improved;
            stuck = if improved { 0 } else { stuck + 1 };
            leaf = (leaf + 1) % self.kinds.len();
        }
        Ok(())
    }

    fn scale(&self, leaf: usize) -> Scale {
        match self.kinds[leaf] {
            LeafKind::Float(_) => Scale::Decimal(10f64.powi(-(self.config.precision as i32))),
            LeafKind::Enum { .. } => Scale::Enumerator,
            _ => Scale::Ordinal(1),
        }
    }

    fn evaluate(&mut self, objective: &mut impl Objective) -> Result<Fitness, Stopped> {
        self.evaluations += 1;
        objective.evaluate(&self.leaves).ok_or(Stopped)
    }
}

/// One variable of a search, all others fixed.
struct Variable<'a, 'k, O> {
    avm: &'a mut TextbookAvm<'k>,
    objective: &'a mut O,
    leaf: usize,
}

impl<O> Variable<'_, '_, O> {
    fn range(&self) -> Option<LeafRange> {
        self.avm.ranges.get(self.leaf).copied().flatten()
    }

    fn moved(&self, scale: Scale, direction: Direction, steps: u128) -> Option<u128> {
        let (kind, here) = (&self.avm.kinds[self.leaf], self.avm.leaves[self.leaf]);
        let to = axis::moved(kind, here, scale, direction, steps)?;
        let to = self.range().map_or(to, |range| range.nearest(kind, to));
        (to != here).then_some(to)
    }
}

impl<O: Objective> Line for Variable<'_, '_, O> {
    fn probe(&mut self, scale: Scale, direction: Direction, steps: u128) -> Result<Option<Fitness>, Stopped> {
        let Some(to) = self.moved(scale, direction, steps) else { return Ok(None) };
        let from = std::mem::replace(&mut self.avm.leaves[self.leaf], to);
        let fitness = self.avm.evaluate(self.objective);
        self.avm.leaves[self.leaf] = from;
        Ok(Some(fitness?))
    }

    fn here(&self) -> Fitness {
        self.avm.fitness
    }

    fn accept(&mut self, scale: Scale, direction: Direction, steps: u128, fitness: Fitness) {
        if let Some(to) = self.moved(scale, direction, steps) {
            self.avm.leaves[self.leaf] = to;
            self.avm.fitness = fitness;
        }
    }

    fn room(&self, scale: Scale, direction: Direction) -> u128 {
        let (kind, here) = (&self.avm.kinds[self.leaf], self.avm.leaves[self.leaf]);
        axis::room(kind, self.range(), here, scale, direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Uniform;
    use trine_testcase::FloatFormat;

    fn run(
        kinds: &[LeafKind],
        config: TextbookConfig,
        budget: u64,
        distance: impl Fn(&[u128]) -> f64,
    ) -> (Outcome, u64, u64) {
        let mut left = budget;
        let mut objective = |x: &[u128]| {
            left = left.checked_sub(1)?;
            Some(Fitness { approach_level: 0, branch_distance: distance(x) })
        };
        let mut search = TextbookAvm::new(kinds, &[], config);
        let outcome = search.run(&Uniform, &mut Stream::new(1, "textbook"), &mut objective);
        (outcome, search.evaluations(), search.restarts())
    }

    #[test]
    fn an_equality_is_solved_in_one_climb_by_every_line_search() {
        let int = LeafKind::Int { bits: 32, signed: true };
        for (_, line_search) in LineSearch::NAMES {
            let config = TextbookConfig { line_search, ..TextbookConfig::default() };
            let away = |x: &[u128]| int.to_int(x[0]).abs_diff(int.to_int(x[1])) as f64;
            let (outcome, evaluations, restarts) = run(&[int.clone(), int.clone()], config, 2000, away);
            assert_eq!((outcome, restarts), (Outcome::Solved, 0));
            assert!(evaluations < 600, "{evaluations}");
        }
    }

    #[test]
    fn floats_are_solved_to_the_precision() {
        let double = LeafKind::Float(FloatFormat::F64);
        let distance = |x: &[u128]| {
            let away = (f64::from_bits(x[0] as u64) - 12.345).abs();
            if away < 0.0006 { 0.0 } else { away }
        };
        let (outcome, ..) = run(&[double], TextbookConfig::default(), 3000, distance);
        assert_eq!(outcome, Outcome::Solved);
    }

    #[test]
    fn a_flat_landscape_is_searched_at_random() {
        let int = LeafKind::Int { bits: 32, signed: true };
        let (outcome, evaluations, restarts) = run(&[int], TextbookConfig::default(), 300, |_| 1.0);
        assert_eq!(outcome, Outcome::Exhausted);
        // One evaluation of the point and one of each neighbour, and again.
        assert_eq!((evaluations, restarts), (301, 100));
    }
}
