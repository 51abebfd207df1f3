//! The alternating variable method on the leaves of a sequence, for one goal: steps stay, numbers and strings move.
//!
//! Source: Korel, 1990; Harman and McMinn, *A Theoretical and Empirical Study of Search-Based Testing*, TSE 2010: one variable at a time,
//! exploratory moves of 1, pattern moves that double while they improve. Strings as in Fraser, Arcuri and McMinn, *A Memetic
//! Algorithm for Whole Test Suite Generation*, JSS 2015: the length first, then characters, each as a number. Deviation: constants
//! of the code are tried for a string before its characters move; wide integers leap where single steps change nothing (milliseconds, of
//! which days are asked). Bounded by a number of runs a call.

use super::{Individual, Search};
use crate::draft::Draft;
use crate::leaves::{float_bits, float_value};
use std::cmp::Ordering;
use trine_testcase::objects::{Operand, Sequence};
use trine_testcase::{FloatFormat, LeafId, LeafKind};

/// Runs of one leaf search at most.
const MAX_RUNS: u64 = 300;

/// Constants that are tried for a string.
const MAX_CONSTANTS: usize = 12;

/// Bits from which on integers leap, and by which one leap differs from the next.
const WIDE: u32 = 32;
const LEAP_BITS: usize = 4;

/// A place in a sequence that is varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A number.
    Leaf(LeafId),
    /// The string that is the n-th operand of a step.
    Text(usize, usize),
}

/// What a move did to the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Nearer,
    None,
    Away,
}

/// The best so far, and the runs that are left.
struct Climb {
    best: Individual,
    target: usize,
    last_run: u64,
}

impl Climb {
    fn distance(&self) -> f64 {
        self.best.distances[self.target]
    }
}

impl Search<'_, '_> {
    /// Searches the leaves of `from`; gives the nearest to the target that was found.
    pub(super) fn alternate(&mut self, from: Individual, target: usize) -> Individual {
        let mut climb = Climb { best: from, target, last_run: self.evaluations + MAX_RUNS };
        loop {
            let before = climb.distance();
            for place in places(&climb.best.sequence) {
                if self.is_done(&climb) {
                    return climb.best;
                }
                match place {
                    Place::Leaf(leaf) => self.move_leaf(&mut climb, leaf),
                    Place::Text(step, operand) => self.move_text(&mut climb, step, operand),
                }
            }
            if climb.distance() >= before {
                return climb.best;
            }
        }
    }

    fn is_done(&self, climb: &Climb) -> bool {
        self.is_over() || self.evaluations >= climb.last_run || self.archive.is_covered(climb.target)
    }

    /// Runs a candidate; one that is nearer is the best then.
    fn step(&mut self, climb: &mut Climb, candidate: Sequence) -> Move {
        if self.is_done(climb) || candidate == climb.best.sequence {
            return Move::None;
        }
        let Some(run) = self.evaluate(candidate) else { return Move::Away };
        match run.distances[climb.target].total_cmp(&climb.distance()) {
            Ordering::Less => {
                climb.best = run;
                Move::Nearer
            }
            Ordering::Equal => Move::None,
            Ordering::Greater => Move::Away,
        }
    }

    fn with_value(&mut self, climb: &mut Climb, leaf: LeafId, value: u128) -> Move {
        let mut candidate = climb.best.sequence.clone();
        match candidate.leaves.get_mut(leaf.0 as usize) {
            Some(place) => *place = value,
            // A step that threw cut the sequence before this leaf.
            None => return Move::None,
        }
        self.step(climb, candidate)
    }

    fn move_leaf(&mut self, climb: &mut Climb, leaf: LeafId) {
        let Some(kind) = climb.best.sequence.steps.leaves.get(leaf).map(|leaf| leaf.kind.clone()) else {
            return;
        };
        match kind {
            LeafKind::Bool => {
                let flipped = climb.best.sequence.leaf(leaf) ^ 1;
                self.with_value(climb, leaf, flipped);
            }
            LeafKind::Float(format) => self.move_float(climb, leaf, format),
            kind => self.move_int(climb, leaf, &kind),
        }
    }

    /// Exploratory moves in both directions, pattern moves while they improve, from the start again until neither does.
    fn move_int(&mut self, climb: &mut Climb, leaf: LeafId, kind: &LeafKind) {
        let (least, most) = kind.int_range();
        let mut moved = |search: &mut Self, climb: &mut Climb, delta: i128| {
            let value = climb.best.sequence.leaves.get(leaf.0 as usize).copied().unwrap_or(0);
            let value = kind.from_int((kind.to_int(value) + delta).clamp(least, most));
            search.with_value(climb, leaf, value)
        };
        let is_wide = most.ilog2() + 1 >= WIDE - 1;
        loop {
            let (mut improved, mut changed) = (false, false);
            for direction in [1, -1] {
                let mut delta = direction;
                loop {
                    let step = moved(self, climb, delta);
                    changed |= step != Move::None;
                    if step != Move::Nearer {
                        break;
                    }
                    improved = true;
                    delta *= 2;
                }
            }
            if !changed && is_wide && !self.is_done(climb) {
                improved = self.leap(climb, most.ilog2() + 1, &mut moved);
            }
            if !improved || self.is_done(climb) {
                return;
            }
        }
    }

    /// Moves by powers of two up to so many bits, the largest first, and doubles them while they improve; whether they did. None where two of
    /// middle size change nothing: the value does not matter.
    fn leap(
        &mut self,
        climb: &mut Climb,
        bits: u32,
        moved: &mut impl FnMut(&mut Self, &mut Climb, i128) -> Move,
    ) -> bool {
        let middle = 1i128 << (bits / 2);
        let tried = [middle, -middle].map(|delta| moved(self, climb, delta));
        if tried.iter().all(|step| *step == Move::None) {
            return false;
        }
        let mut improved = tried.contains(&Move::Nearer);
        for exponent in (LEAP_BITS..bits as usize).step_by(LEAP_BITS).rev() {
            for direction in [1i128, -1] {
                let mut delta = direction << exponent;
                while moved(self, climb, delta) == Move::Nearer {
                    improved = true;
                    delta *= 2;
                }
            }
        }
        improved
    }

    fn move_float(&mut self, climb: &mut Climb, leaf: LeafId, format: FloatFormat) {
        let digits = if format == FloatFormat::F32 { 6 } else { 12 };
        for digit in 0..=digits {
            let unit = 10f64.powi(-digit);
            for direction in [1.0, -1.0] {
                let mut delta = unit * direction;
                loop {
                    let value = climb.best.sequence.leaves.get(leaf.0 as usize).copied().unwrap_or(0);
                    let moved = float_bits(float_value(value, format) + delta, format);
                    if self.with_value(climb, leaf, moved) != Move::Nearer {
                        break;
                    }
                    delta *= 2.0;
                }
            }
            // What whole numbers do not move, fractions hardly do.
            if self.is_done(climb) {
                return;
            }
        }
    }

    fn move_text(&mut self, climb: &mut Climb, step: usize, operand: usize) {
        for text in self.cluster.constants.strings.iter().take(MAX_CONSTANTS).cloned().collect::<Vec<_>>() {
            self.with_text(climb, step, operand, |units| *units = text);
        }
        let append = |units: &mut Vec<u16>| units.push(u16::from(b'a'));
        let shorten = |units: &mut Vec<u16>| units.truncate(units.len().saturating_sub(1));
        while self.with_text(climb, step, operand, append) {}
        while self.with_text(climb, step, operand, shorten) {}
        let kind = LeafKind::Char { bits: 16, signed: false };
        for leaf in text_leaves(&climb.best.sequence, step, operand) {
            if self.is_done(climb) {
                return;
            }
            self.move_int(climb, leaf, &kind);
        }
    }

    fn with_text(
        &mut self,
        climb: &mut Climb,
        step: usize,
        operand: usize,
        change: impl FnOnce(&mut Vec<u16>),
    ) -> bool {
        let mut draft = Draft::new(&climb.best.sequence);
        let leaves = text_leaves(&climb.best.sequence, step, operand);
        let mut units = draft.units(&leaves);
        change(&mut units);
        let text = draft.text("", &units);
        let Some(changed) = draft.steps.get_mut(step) else { return false };
        match changed.action.operands_mut().into_iter().nth(operand) {
            Some(place @ Operand::Text(_)) => *place = text,
            _ => return false,
        }
        self.step(climb, draft.finish()) == Move::Nearer
    }
}

fn text_leaves(sequence: &Sequence, step: usize, operand: usize) -> Vec<LeafId> {
    let step = sequence.steps.steps.iter().nth(step);
    match step.and_then(|step| step.action.operands().into_iter().nth(operand)) {
        Some(Operand::Text(leaves)) => leaves.clone(),
        _ => Vec::new(),
    }
}

/// What can be varied in a sequence, last steps first: those are nearest to what the goal is about.
fn places(sequence: &Sequence) -> Vec<Place> {
    let mut places = Vec::new();
    for (at, step) in sequence.steps.steps.iter().enumerate().rev() {
        for (operand, used) in step.action.operands().into_iter().enumerate() {
            match used {
                Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => places.push(Place::Leaf(*leaf)),
                Operand::Text(_) => places.push(Place::Text(at, operand)),
                _ => {}
            }
        }
    }
    places
}
