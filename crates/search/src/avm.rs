//! The alternating variable method (Korel 1990; Kempka, McMinn and Sudholt 2015, Algorithm 1).
//!
//! ```text
//! x := start                                       [run]
//! repeat                                           [climb]
//!   for each variable in turn                        next leaf
//!     search along it                                [search_leaf], IteratedPatternSearch
//!   until all in a row brought no improvement        all are stuck
//! x := random restart                              [restart]
//! ```
//!
//! Where we deviate: (1) every other restart keeps the best point and draws one to three leaves
//! anew, because a full restart throws away the conjuncts already satisfied; (2) a leaf
//! that changed nothing at any scale is passed over until the approach level changes or all others
//! are stuck, since most leaves do not influence most goals; (3) a leaf that is stuck may leap by
//! the branch distance itself, or by any power of two; (4) every fourth restart edits a text instead (insertion, deletion).
//!
//! Counts evaluations, never time; allocates nothing per evaluation.

use crate::axis::{self, Direction, Scale, When};
use crate::fitness::Fitness;
use crate::pattern::{IteratedPatternSearch, Line, Stopped};
use crate::random::RandomValues;
use trine_base::Stream;
use trine_testcase::{LeafKind, LeafRange};

/// What is minimised: a test case's fitness as a function of its leaves.
pub trait Objective {
    /// The fitness of the test case with these leaves, one per kind; `None` to stop the search,
    /// because the budget is exhausted or the goal was covered meanwhile.
    fn evaluate(&mut self, leaves: &[u128]) -> Option<Fitness>;
}

impl<F: FnMut(&[u128]) -> Option<Fitness>> Objective for F {
    fn evaluate(&mut self, leaves: &[u128]) -> Option<Fitness> {
        self(leaves)
    }
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AvmOutcome {
    /// The target is covered by [`Avm::best`].
    Solved,
    /// The objective stopped the search.
    Exhausted,
    /// All restarts ended in local optima, or there is nothing to change.
    Stuck,
}

/// How long to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AvmConfig {
    /// Restarts after the first climb, before giving up as stuck.
    pub restarts: u32,
}

impl Default for AvmConfig {
    fn default() -> Self {
        Self { restarts: u32::MAX }
    }
}

/// A search over the leaves of one skeleton.
#[derive(Clone, Debug)]
pub struct Avm<'k> {
    kinds: &'k [LeafKind],
    /// Per leaf: the values it may take; none for all of its kind, empty when all may.
    ranges: &'k [Option<LeafRange>],
    config: AvmConfig,
    point: Point,
    best: Point,
    /// Per leaf: moving it changed nothing, at the level of `inert_level`.
    inert: Vec<bool>,
    inert_level: u32,
    evaluations: u64,
    restarts: u32,
}

/// Leaves and their fitness.
#[derive(Clone, Debug)]
struct Point {
    leaves: Vec<u128>,
    fitness: Fitness,
}

/// Restarts that come before walks over the bits of a value.
const RESTARTS_BEFORE_BITS: u32 = 4;
/// Longest move that tries to close a branch distance at once.
const LONGEST_LEAP: f64 = (1u64 << 52) as f64;

/// Worse than every run.
const WORST: Fitness = Fitness { level: u32::MAX, distance: f64::MAX };

impl<'k> Avm<'k> {
    /// A search over leaves of these kinds.
    #[must_use]
    pub fn new(kinds: &'k [LeafKind], config: AvmConfig) -> Self {
        let point = Point { leaves: vec![0; kinds.len()], fitness: WORST };
        let inert = vec![false; kinds.len()];
        Self {
            kinds,
            ranges: &[],
            config,
            best: point.clone(),
            point,
            inert,
            inert_level: u32::MAX,
            evaluations: 0,
            restarts: 0,
        }
    }

    /// The same search, in which leaves take values of `ranges` only: one per leaf.
    #[must_use]
    pub fn within(mut self, ranges: &'k [Option<LeafRange>]) -> Self {
        self.ranges = ranges;
        self
    }

    /// Searches from `start` (one value per leaf). `values` and `stream` feed restarts.
    pub fn run(
        &mut self,
        start: &[u128],
        values: &RandomValues,
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> AvmOutcome {
        self.point.leaves.copy_from_slice(start);
        self.fold();
        self.best.fitness = WORST;
        for restart in 0..=self.config.restarts {
            self.restarts = restart;
            if restart > 0 {
                self.restart(restart, values, stream);
                self.fold();
            }
            let climbed = self.climb(objective);
            if self.best.fitness.is_covered() {
                return AvmOutcome::Solved;
            }
            if climbed.is_err() {
                return AvmOutcome::Exhausted;
            }
            if self.kinds.is_empty() {
                break;
            }
        }
        AvmOutcome::Stuck
    }

    /// The best leaves found, and their fitness.
    #[must_use]
    pub fn best(&self) -> (&[u128], Fitness) {
        (&self.best.leaves, self.best.fitness)
    }

    /// Evaluations asked of the objective so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// From the current point to an optimum that neither steps nor leaps lead out of.
    fn climb(&mut self, objective: &mut impl Objective) -> Result<(), Stopped> {
        self.inert.fill(false);
        self.point.fitness = self.evaluate(objective)?;
        loop {
            self.climb_by_steps(objective)?;
            if self.point.fitness.is_covered() || !self.leap_anywhere(objective)? {
                return Ok(());
            }
        }
    }

    /// Leaps along the first leaf that has one; whether there was any.
    fn leap_anywhere(&mut self, objective: &mut impl Objective) -> Result<bool, Stopped> {
        for leaf in 0..self.kinds.len() {
            let (improved, changes) = self.leap(leaf, objective, false)?;
            // Only leaves that matter are worth a walk over their bits, and only where restarts failed.
            let patient = self.restarts >= RESTARTS_BEFORE_BITS;
            if improved || patient && changes && self.jump_bits(leaf, objective)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// From the current point to a local optimum.
    fn climb_by_steps(&mut self, objective: &mut impl Objective) -> Result<(), Stopped> {
        let (mut leaf, mut stuck) = (0, 0);
        while stuck < self.kinds.len() && !self.point.fitness.is_covered() {
            if self.search_leaf(leaf, objective)? {
                stuck = 0
            } else {
                stuck += 1
            }
            leaf = (leaf + 1) % self.kinds.len();
            if stuck == self.kinds.len() && self.inert.iter().any(|&inert| inert) && self.kinds.len() > 1 {
                // All are stuck: give the leaves passed over their chance, once.
                stuck = self.search_inert(objective)?;
            }
        }
        Ok(())
    }

    /// Searches along the leaves passed over; 0 as soon as one improves, else all are stuck.
    fn search_inert(&mut self, objective: &mut impl Objective) -> Result<usize, Stopped> {
        for leaf in 0..self.kinds.len() {
            if std::mem::take(&mut self.inert[leaf]) && self.search_leaf(leaf, objective)? {
                return Ok(0);
            }
        }
        Ok(self.kinds.len())
    }

    /// Searches along one leaf at all its scales; whether that brought an improvement.
    fn search_leaf(&mut self, leaf: usize, objective: &mut impl Objective) -> Result<bool, Stopped> {
        if self.inert_level != self.point.fitness.level {
            self.inert_level = self.point.fitness.level;
            self.inert.fill(false);
        }
        if self.inert[leaf] {
            return Ok(false);
        }
        let kinds = self.kinds;
        let (mut improved, mut changes, mut plateau) = (false, false, true);
        let mut position = 0;
        while let Some((scale, when)) = axis::scale(&kinds[leaf], position) {
            position += 1;
            let worthwhile = match when {
                When::Always => true,
                When::OnPlateau => plateau,
                When::NearChange => plateau && changes,
            };
            if !worthwhile {
                continue;
            }
            let mut line = LeafLine { avm: self, objective, leaf, changes: false };
            let explored = IteratedPatternSearch.search(&mut line, scale)?;
            changes |= line.changes;
            improved |= explored.improved;
            if when == When::Always {
                plateau = explored.plateau;
            } else if explored.improved {
                // Seen from afar; go on in small steps.
                position = 0;
            }
            if self.point.fitness.is_covered() {
                break;
            }
        }
        self.inert[leaf] = !changes;
        Ok(improved)
    }

    /// Tries to close the branch distance in one move, where small steps lead through worse ground
    /// (a month can become 12 at once on the 31st, not by way of February). Returns whether that
    /// improved, and whether anything changed the fitness.
    fn leap(
        &mut self,
        leaf: usize,
        objective: &mut impl Objective,
        changes: bool,
    ) -> Result<(bool, bool), Stopped> {
        let distance = self.point.fitness.distance;
        let is_float = self.kinds[leaf].is_float();
        // The distance of a missed comparison may contain the failure constant K = 1. Distances of
        // equalities go around the circle of values: from one end the other is near.
        let far = (!is_float).then_some(Scale::Ordinal(u128::MAX));
        let near = match (2.0..LONGEST_LEAP).contains(&distance) {
            false => [None, None],
            true if is_float => [Some(Scale::Decimal(distance)), Some(Scale::Decimal(distance - 1.0))],
            true => [Some(Scale::Ordinal(distance as u128)), Some(Scale::Ordinal(distance as u128 - 1))],
        };
        let scales = far.into_iter().chain(near.into_iter().flatten());
        let mut line = LeafLine { avm: self, objective, leaf, changes };
        for scale in scales {
            for direction in [Direction::Up, Direction::Down] {
                match line.probe(scale, direction, 1)? {
                    Some(fitness) if fitness < line.here() => {
                        line.accept(scale, direction, 1, fitness);
                        return Ok((true, true));
                    }
                    _ => {}
                }
            }
        }
        Ok((false, line.changes))
    }

    /// Moves by every power of two, where doubling steps break a lower part of the value before
    /// they reach the part that matters (`(a & 0xff) == 0x5a && (a >> 24) == 0x21`).
    fn jump_bits(&mut self, leaf: usize, objective: &mut impl Objective) -> Result<bool, Stopped> {
        let bits = self.kinds[leaf].bits().min(64);
        if bits < 16 || self.kinds[leaf].is_float() {
            return Ok(false);
        }
        let mut line = LeafLine { avm: self, objective, leaf, changes: false };
        for power in 2..bits {
            for direction in [Direction::Up, Direction::Down] {
                let scale = Scale::Ordinal(1 << power);
                match line.probe(scale, direction, 1)? {
                    Some(fitness) if fitness < line.here() => {
                        line.accept(scale, direction, 1, fitness);
                        return Ok(true);
                    }
                    _ => {}
                }
            }
        }
        Ok(false)
    }

    fn evaluate(&mut self, objective: &mut impl Objective) -> Result<Fitness, Stopped> {
        self.evaluations += 1;
        let fitness = objective.evaluate(&self.point.leaves).ok_or(Stopped)?;
        if fitness < self.best.fitness {
            self.best.fitness = fitness;
            self.best.leaves.copy_from_slice(&self.point.leaves);
        }
        Ok(fitness)
    }

    fn restart(&mut self, restart: u32, values: &RandomValues, stream: &mut Stream) {
        if restart % 2 == 1 {
            self.point.leaves.copy_from_slice(&self.best.leaves);
            if restart % 4 == 1 && self.edit_text(values, stream) {
                return;
            }
            for _ in 0..=stream.below(3) {
                let leaf = stream.position(self.kinds.len());
                self.point.leaves[leaf] = values.value(&self.kinds[leaf], stream);
            }
        } else {
            values.fill(self.kinds, stream, &mut self.point.leaves);
        }
    }
}

impl Avm<'_> {
    /// Maps values that leaves may not take to some that they may.
    fn fold(&mut self) {
        for ((leaf, kind), range) in self.point.leaves.iter_mut().zip(self.kinds).zip(self.ranges) {
            if let Some(range) = range {
                *leaf = range.folded(kind, *leaf);
            }
        }
    }

    /// Inserts or deletes a character of a text, so that what follows moves along: no sequence of
    /// changes in place gets from `5` to `-5` without passing `-`. Whether there is a text.
    fn edit_text(&mut self, values: &RandomValues, stream: &mut Stream) -> bool {
        let runs = text_runs(self.kinds);
        if runs.is_empty() {
            return false;
        }
        let (from, to) = runs[stream.position(runs.len())];
        let leaves = &mut self.point.leaves[from..to];
        // Near the start: texts are short and tests of their first characters many.
        let used = leaves.iter().position(|&bits| bits == 0).unwrap_or(leaves.len());
        let at = stream.position((used + 1).min(leaves.len()));
        if stream.chance(0.3) {
            leaves[at..].rotate_left(1);
            leaves[to - from - 1] = 0;
        } else {
            leaves[at..].rotate_right(1);
            leaves[at] = values.value(&self.kinds[from + at], stream);
        }
        true
    }
}

/// Stretches of two or more characters in a row.
fn text_runs(kinds: &[LeafKind]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = 0;
    for at in 0..=kinds.len() {
        let is_char = kinds.get(at).is_some_and(|kind| matches!(kind, LeafKind::Char { .. }));
        if !is_char {
            if at - from >= 2 {
                runs.push((from, at));
            }
            from = at + 1;
        }
    }
    runs
}

/// The line along one leaf through the current point.
struct LeafLine<'a, 'k, O> {
    avm: &'a mut Avm<'k>,
    objective: &'a mut O,
    leaf: usize,
    /// Whether any move changed the fitness.
    changes: bool,
}

impl<O> LeafLine<'_, '_, O> {
    fn moved(&self, scale: Scale, direction: Direction, steps: u128) -> Option<u128> {
        let (kind, here) = (&self.avm.kinds[self.leaf], self.avm.point.leaves[self.leaf]);
        let to = axis::moved(kind, here, scale, direction, steps)?;
        // Moves stop at the ends of a range as they do at the ends of the type.
        let to = match self.avm.ranges.get(self.leaf) {
            Some(Some(range)) => range.nearest(kind, to),
            _ => to,
        };
        (to != here).then_some(to)
    }
}

impl<O: Objective> Line for LeafLine<'_, '_, O> {
    fn probe(&mut self, scale: Scale, direction: Direction, steps: u128) -> Result<Option<Fitness>, Stopped> {
        let Some(to) = self.moved(scale, direction, steps) else { return Ok(None) };
        let from = std::mem::replace(&mut self.avm.point.leaves[self.leaf], to);
        let fitness = self.avm.evaluate(self.objective);
        self.avm.point.leaves[self.leaf] = from;
        let fitness = fitness?;
        self.changes |= fitness != self.here();
        Ok(Some(fitness))
    }

    fn here(&self) -> Fitness {
        self.avm.point.fitness
    }

    fn accept(&mut self, scale: Scale, direction: Direction, steps: u128, fitness: Fitness) {
        if let Some(to) = self.moved(scale, direction, steps) {
            self.avm.point.leaves[self.leaf] = to;
            self.avm.point.fitness = fitness;
        }
    }
}
