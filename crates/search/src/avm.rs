//! The alternating variable method (Korel 1990; Kempka, McMinn and Sudholt 2015, Algorithm 1).
//!
//! ```text
//! x := start                                       [run]
//! repeat                                           [descend]
//!   for each variable in turn                        next leaf
//!     search along it                                [search_leaf], [`crate::line`]
//!   until all in a row brought no improvement        all are stuck
//! x := random restart                              [restart]
//! ```
//!
//! Where we deviate: (1) every other restart keeps the best point and draws one to three leaves
//! anew, because a full restart throws away the conjuncts already satisfied; (2) a leaf
//! that changed nothing at any scale is passed over until the approach level changes or all others
//! are stuck, since most leaves do not influence most goals; (3) a leaf that is stuck may leap by
//! the branch distance itself, or by any power of two; (4) where nothing
//! helps, and in every fourth restart, a text is edited ([`crate::text`]); (5) characters behind the end of a text are
//! left alone in every other climb; (6) several bytes move as one number ([`crate::bytes`]).
//!
//! Counts evaluations, never time; allocates nothing per evaluation.

use crate::axis::{self, Direction, Scale, When};
use crate::bytes;
use crate::draw;
use crate::fitness::Fitness;
use crate::line::{Line, LineSearch};
use crate::objective::{Objective, Outcome, Stopped, WORST};
use crate::random::RandomValues;
use crate::text;
use trine_base::Stream;
use trine_testcase::{LeafKind, LeafRange};

/// How long to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AvmConfig {
    /// Restarts after the first climb, before giving up as stuck.
    pub restarts: u32,
    /// How to search along one leaf.
    pub line_search: LineSearch,
}

impl Default for AvmConfig {
    fn default() -> Self {
        Self { restarts: u32::MAX, line_search: LineSearch::default() }
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
    /// Strings that edits have changed the fitness of, by where they start.
    live_strings: Vec<(usize, usize)>,
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
/// Edits of strings that are tried where no step helps.
const EDITS: u32 = 24;
/// Longest move that tries to close a branch distance at once.
const LONGEST_LEAP: f64 = (1u64 << 52) as f64;

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
            live_strings: Vec::new(),
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
    ) -> Outcome {
        self.point.leaves.copy_from_slice(start);
        self.fold();
        self.best.fitness = WORST;
        for restart in 0..=self.config.restarts {
            self.restarts = restart;
            if restart > 0 {
                self.restart(restart, values, stream);
                self.fold();
            }
            let descended = self.descend(values, stream, objective);
            if self.best.fitness.is_covered() {
                return Outcome::Solved;
            }
            if descended.is_err() {
                return Outcome::Exhausted;
            }
            if self.kinds.is_empty() {
                break;
            }
        }
        Outcome::Stuck
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

    /// From the current point to an optimum that neither steps, nor leaps, nor edits lead out of.
    fn descend(
        &mut self,
        values: &RandomValues,
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> Result<(), Stopped> {
        self.inert.fill(false);
        self.point.fitness = self.evaluate(objective)?;
        loop {
            // Edits first: they are few, and one may stand for many steps. Not in every climb: a text may
            // be tied to a length beside it, which edits would break.
            while self.restarts.is_multiple_of(2) && self.edit_strings(values, stream, objective)? {}
            self.climb_by_steps(objective)?;
            if self.point.fitness.is_covered() {
                return Ok(());
            }
            if !self.leap_anywhere(objective)? && !self.leap_bytes(objective)? {
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
        if self.inert_level != self.point.fitness.approach_level {
            self.inert_level = self.point.fitness.approach_level;
            self.inert.fill(false);
        }
        // Odd restarts look behind the ends of strings too: bytes may follow that are no text.
        let is_dead =
            self.restarts.is_multiple_of(2) && text::is_beyond(self.kinds, &self.point.leaves, leaf);
        if self.inert[leaf] || is_dead {
            return Ok(false);
        }
        let (kinds, search) = (self.kinds, self.config.line_search);
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
            let explored = search.search(&mut line, scale)?;
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
        if plateau && !changes && matches!(kinds[leaf], LeafKind::Char { bits: 8, .. }) {
            (improved, changes) = self.try_characters(leaf, objective)?;
        }
        self.inert[leaf] = !changes;
        Ok(improved)
    }

    /// Tries a character of each class: from `v` no step leads to a digit that is any better than
    /// `v`, before it is one. Returns whether that improved, and whether anything changed the fitness.
    fn try_characters(
        &mut self,
        leaf: usize,
        objective: &mut impl Objective,
    ) -> Result<(bool, bool), Stopped> {
        let before = self.point.leaves[leaf];
        let mut changes = false;
        for &character in text::CLASSES {
            self.point.leaves[leaf] = character.into();
            self.fold();
            let fitness = self.evaluate(objective)?;
            if fitness < self.point.fitness {
                self.point.fitness = fitness;
                return Ok((true, true));
            }
            changes |= fitness != self.point.fitness;
        }
        self.point.leaves[leaf] = before;
        Ok((false, changes))
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
        let distance = self.point.fitness.branch_distance;
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
            if restart % 4 == 1 && self.edit_text(values, stream).is_some() {
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
        draw::fold(self.kinds, self.ranges, &mut self.point.leaves);
    }

    /// Tries to close the branch distance by a move of several bytes that are one number.
    fn leap_bytes(&mut self, objective: &mut impl Objective) -> Result<bool, Stopped> {
        let distance = self.point.fitness.branch_distance;
        if !(2.0..LONGEST_LEAP).contains(&distance) {
            return Ok(false);
        }
        let start = self.point.clone();
        for group in bytes::groups(self.kinds) {
            if self.inert[group.first..group.first + group.size].iter().all(|&inert| inert) {
                continue;
            }
            let number = group.read(&start.leaves);
            for length in [distance as u128, distance as u128 - 1] {
                for moved in [number.wrapping_add(length), number.wrapping_sub(length)] {
                    group.write(&mut self.point.leaves, moved);
                    self.fold();
                    let fitness = self.evaluate(objective)?;
                    if fitness < start.fitness {
                        self.point.fitness = fitness;
                        return Ok(true);
                    }
                }
            }
            self.point.leaves.copy_from_slice(&start.leaves);
        }
        Ok(false)
    }

    /// Edits a text of the current point, more often one that matters; which, if there is any.
    fn edit_text(&mut self, values: &RandomValues, stream: &mut Stream) -> Option<(usize, usize)> {
        let runs = text::runs(self.kinds);
        if runs.is_empty() {
            return None;
        }
        let known = !self.live_strings.is_empty() && stream.chance(0.8);
        let from = if known { &self.live_strings } else { &runs };
        let run = from[stream.position(from.len())];
        text::edit(self.kinds, &mut self.point.leaves, run, values, stream);
        Some(run)
    }

    /// Tries edits of the strings of the current point; whether one improved it.
    fn edit_strings(
        &mut self,
        values: &RandomValues,
        stream: &mut Stream,
        objective: &mut impl Objective,
    ) -> Result<bool, Stopped> {
        let start = self.point.clone();
        for _ in 0..EDITS {
            let Some(run) = self.edit_text(values, stream) else { return Ok(false) };
            self.fold();
            let fitness = self.evaluate(objective)?;
            if fitness != start.fitness && !self.live_strings.contains(&run) {
                self.live_strings.push(run);
            }
            if fitness < start.fitness {
                self.point.fitness = fitness;
                return Ok(true);
            }
            self.point.leaves.copy_from_slice(&start.leaves);
        }
        Ok(false)
    }
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
    fn room(&self, scale: Scale, direction: Direction) -> u128 {
        let range = self.avm.ranges.get(self.leaf).copied().flatten();
        axis::room(&self.avm.kinds[self.leaf], range, self.avm.point.leaves[self.leaf], scale, direction)
    }

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
