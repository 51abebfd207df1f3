//! Whose turn it is of the shapes whose paths are explored: that of the one that lately paid, as long as it pays.
//!
//! A shape's rate is the goals that its paths covered by evaluation spent ([`Account`]), and it grows while the shape
//! waits: after as many turns of others as there are shapes it counts double. So a shape that pays goes on, those that do
//! not take turns, and none is left alone for ever. A shape that nobody has explored yet counts as one that paid a goal in
//! a thousand evaluations.

use crate::schedule::shares::{Account, Paid};
use std::collections::BTreeMap;

/// What is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arm {
    /// The shape at this place.
    Shape(usize),
    /// The same in the twin of the program ([`crate::techniques::symbolic`]).
    Twin(usize),
}

/// Of the rate of a shape, what its twin counts: its questions are harder.
const TWIN_RATE: f64 = 0.5;

/// What a turn weighs after the next of the same shape: one that paid well is returned to through long dry stretches,
/// as in a decoder, where most paths end in the header.
const MEMORY: f64 = 0.9;

/// Turns of all shapes.
#[derive(Debug, Default)]
pub struct Rotation {
    turns: u64,
    arms: BTreeMap<Arm, Turn>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    account: Account,
    /// When it was last its turn, or when it was first open.
    last: u64,
    /// Whether it had one.
    had: bool,
}

impl Rotation {
    /// Whose turn it is of those in `open`; of equals, the first.
    pub fn next(&mut self, open: &[Arm]) -> Option<Arm> {
        for &arm in open {
            self.arms.entry(arm).or_insert(Turn { last: self.turns, ..Turn::default() });
        }
        let mut best: Option<(f64, Arm)> = None;
        for &arm in open {
            let weight = self.weight(arm, open.len());
            if best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, arm));
            }
        }
        best.map(|(_, arm)| arm)
    }

    fn weight(&self, arm: Arm, arms: usize) -> f64 {
        let turn = self.arms.get(&arm).copied().unwrap_or_default();
        let waited = (self.turns - turn.last) as f64 / arms as f64;
        let weight = turn.account.rate() * (1.0 + waited);
        match arm {
            Arm::Shape(_) => weight,
            Arm::Twin(_) => weight * TWIN_RATE,
        }
    }

    /// A turn of `arm` is over.
    pub fn note(&mut self, arm: Arm, paid: Paid) {
        self.turns += 1;
        let turn = self.arms.entry(arm).or_default();
        turn.account.note(paid, MEMORY);
        (turn.last, turn.had) = (self.turns, true);
    }

    /// Whether `arm` had a turn.
    #[must_use]
    pub fn knows(&self, arm: Arm) -> bool {
        self.arms.get(&arm).is_some_and(|turn| turn.had)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: [Arm; 4] = [Arm::Shape(0), Arm::Shape(1), Arm::Shape(2), Arm::Twin(0)];

    /// Turns of each of [`OPEN`], of so many, when a turn of the second covers `goals`.
    fn turns(rotation: &mut Rotation, all: usize, goals: u64) -> Vec<usize> {
        let mut counts = vec![0; OPEN.len()];
        for _ in 0..all {
            let Some(arm) = rotation.next(&OPEN) else { return counts };
            let position = OPEN.iter().position(|&one| one == arm).unwrap_or(0);
            counts[position] += 1;
            let paid = if arm == OPEN[1] { goals } else { 0 };
            rotation.note(arm, Paid { goals: paid, evaluations: 700 });
        }
        counts
    }

    #[test]
    fn shapes_that_do_not_pay_take_turns() {
        let counts = turns(&mut Rotation::default(), 400, 0);
        assert!(counts[..3].iter().all(|&count| (100..=140).contains(&count)), "{counts:?}");
        assert!((30..=80).contains(&counts[3]), "{counts:?}");
    }

    #[test]
    fn a_shape_that_pays_goes_on_and_stops_when_it_does_not() {
        let mut rotation = Rotation::default();
        let counts = turns(&mut rotation, 200, 5);
        assert!(counts[1] > 140 && counts.iter().all(|&count| count > 0), "{counts:?}");
        let later = turns(&mut rotation, 400, 0);
        assert!(later[1] < 200, "{later:?}");
    }
}
