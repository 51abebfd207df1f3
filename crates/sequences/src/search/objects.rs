//! Changes of the objects that decided a branch, in sequences that came near to open goals.
//!
//! ```text
//! nearest sequences, and others that come to the branches ──hints──> null, another object, the same one, one of a class, one more call
//!                                                                        └──> run, until the branch goes the other way
//! ```
//!
//! It works ahead of evolution, as symbolic execution does ([`super::ahead`]). Its part of the budget follows what it covers for it, as that of
//! the solver does ([`super::scheduler`]), and is smallest for a goal that was asked about often in vain. Of 22 library classes (15,000
//! evaluations, seed 1) the first 16 questions about a goal after a success covered 488 goals for 15,400 evaluations, those behind them 13 for 35,000.
//!
//! What covers no goal leaves no trace in the search, and its randomness is its own.
//!
//! Source: Modonato (2020, section 2), where conditions on the heap are objectives of evolution, with a fitness that says how many of them a
//! test meets. Deviation: the operand or call that a condition comes from is known ([`Runner::hints`](crate::Runner::hints)), so it is
//! changed at once. On eight library classes (3,000 evaluations, seed 1) 34 of 115 changes to null took the branch the other way, and 34 of
//! 1,307 calls; local search tries up to 120 neighbours of a sequence for the same.

use super::rewards::Rewards;
use super::scheduler::AHEAD_SHARE;
use super::symbolic::digest;
use super::{Individual, Options, Proposer, Search, Strategy};
use std::collections::HashSet;
use std::rc::Rc;
use trine_base::Stream;

/// Goals that changes of objects and all else are granted, and evaluations, before their own count.
const GRANTED: ([f64; 2], f64) = ([0.5, 1.0], 200.0);

/// Smallest and largest share of changes of objects.
const SHARES: (f64, f64) = (0.01, 0.5);

/// Sequences that were asked about for a goal without success before it has the smallest share.
const MAX_IN_VAIN: u32 = 16;

/// Sequences in a row, each the nearest of the changed ones before: states that take several calls.
const MAX_ROUNDS: usize = 6;

/// Positions among the rewards.
const OBJECTS: usize = 0;
const OTHERS: usize = 1;

/// What was done so far.
#[derive(Debug)]
pub(super) struct Objects {
    is_on: bool,
    /// Sequences that were asked for hints, by digest.
    asked: HashSet<u64>,
    /// By goal: sequences that were asked about for it since that last covered something.
    in_vain: Vec<u32>,
    rewards: Rewards<2>,
    /// Largest share now.
    most: f64,
    rng: Stream,
}

impl Objects {
    /// Nothing was done yet.
    pub fn new(options: &Options, goals: usize) -> Self {
        Self {
            is_on: options.strategy != Strategy::Search,
            asked: HashSet::new(),
            in_vain: vec![0; goals],
            rewards: Rewards::new(GRANTED),
            most: SHARES.1,
            rng: Stream::new(options.seed, "objects"),
        }
    }

    /// The evaluations that they may still take for the goal at a position; negative where they took more than their share.
    fn credit(&self, target: usize) -> f64 {
        let [objects, others] = [OBJECTS, OTHERS].map(|of| self.rewards.rate(of));
        let share = match self.in_vain[target] {
            ..MAX_IN_VAIN => (objects / (objects + others)).clamp(SHARES.0, self.most),
            _ => SHARES.0,
        };
        self.rewards.credit(OBJECTS, share)
    }
}

impl Search<'_, '_> {
    /// Changes objects in the sequences that came near to targets, as long as that pays. Gives those that covered something.
    pub(super) fn change_objects(&mut self, objects: &mut Objects) -> Vec<Individual> {
        if !objects.is_on {
            return Vec::new();
        }
        objects.rewards.count(OTHERS, self.covered(), self.spent());
        objects.rewards.age();
        objects.most = if self.is_joined() { SHARES.1 } else { AHEAD_SHARE };
        std::mem::swap(&mut self.rng, &mut objects.rng);
        self.keeps_all = false;
        let found = self
            .apart(|search| search.proposed_by(Proposer::Objects, |search| search.change_nearest(objects)));
        self.keeps_all = true;
        std::mem::swap(&mut self.rng, &mut objects.rng);
        found
    }

    fn change_nearest(&mut self, objects: &mut Objects) -> Vec<Individual> {
        let mut found = Vec::new();
        for target in self.targets() {
            let near: Vec<Rc<Individual>> =
                self.nearest[target].iter().chain(&self.contexts[target]).cloned().collect();
            for near in near {
                let mut next = Some(near);
                for _ in 0..MAX_ROUNDS {
                    let Some(near) = next.take() else { break };
                    if self.is_over()
                        || self.archive.is_covered(target)
                        || objects.credit(target) <= 0.0
                        || !objects.asked.insert(digest(&near.sequence))
                    {
                        break;
                    }
                    let before = self.archive.covered();
                    next = self.change_objects_of(target, &near, &mut found);
                    let has_covered = self.archive.covered() > before;
                    objects.in_vain[target] = if has_covered { 0 } else { objects.in_vain[target] + 1 };
                    objects.rewards.count(OBJECTS, self.covered(), self.spent());
                }
            }
        }
        found
    }

    /// Changes the objects of one sequence, and adds what covers something to `found`. Gives what came nearest to the target, if that is nearer
    /// than the sequence.
    fn change_objects_of(
        &mut self,
        target: usize,
        near: &Individual,
        found: &mut Vec<Individual>,
    ) -> Option<Rc<Individual>> {
        let hints = self.runner.hints(&near.sequence)?;
        self.evaluations += hints.cost_evals;
        let mut nearest: Option<Individual> = None;
        for hint in hints.hints {
            for candidate in self.operators().changed(&near.sequence, &hint.change) {
                if self.is_over() || self.runner.is_taken(hint.edge) {
                    break;
                }
                let before = self.archive.covered();
                let Some(run) = self.evaluate(candidate) else { continue };
                if self.archive.covered() > before {
                    found.push(run.clone());
                }
                let best = nearest.as_ref().unwrap_or(near);
                if run.distances[target] < best.distances[target] {
                    nearest = Some(run);
                }
            }
        }
        nearest.map(Rc::new)
    }
}
