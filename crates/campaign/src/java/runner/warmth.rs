//! Chooses the tests that make a machine warm: the longest ones, from time to time, since what takes long is mostly what the class library
//! does once ([`Stage::warm`]).

use super::moments::Moments;
use std::collections::BTreeSet;
use trine_harness_jvm::{Run, Stage};
use trine_testcase::objects::{Ended, Sequence};

/// Numbers of runs after which the machine is made warm by the longest runs since the last time.
const WARMINGS: &[u64] = &[8, 24, 100, 200, 1_000, 5_000];

/// Sequences that are run in one warming.
const MAX_SEQUENCES: usize = 12;

/// Where all sequences were left out so often in a row, no others are tried.
const MAX_VAIN: usize = 2;

/// Runs that take fewer instructions gain little.
const MIN_STEPS: u64 = 5_000;

/// What the machine was, and is to be, made warm by.
pub(super) struct Warmth {
    /// When it is done.
    pub moments: Moments,
    /// The longest runs since then, with their instructions.
    next: Vec<(u64, Sequence)>,
    /// What was run before.
    done: Vec<Sequence>,
    /// How often in a row all of it left something to be seen.
    vain: usize,
}

impl Default for Warmth {
    fn default() -> Self {
        Self { moments: Moments::new(WARMINGS), next: Vec::new(), done: Vec::new(), vain: 0 }
    }
}

impl Warmth {
    /// Takes note of a run.
    pub fn note(&mut self, sequence: &Sequence, run: &Run) {
        let has_ended = matches!(run.ended, Ended::Returned | Ended::Threw { .. });
        let is_known =
            || self.next.iter().any(|(_, known)| known == sequence) || self.done.contains(sequence);
        if !has_ended || run.steps < MIN_STEPS || is_known() {
            return;
        }
        if self.next.len() < MAX_SEQUENCES {
            return self.next.push((run.steps, sequence.clone()));
        }
        if let Some(least) = self.next.iter_mut().min_by_key(|(steps, _)| *steps)
            && least.0 < run.steps
        {
            *least = (run.steps, sequence.clone());
        }
    }

    /// Makes the machine warm by what was noted. Classes that are `awaited` are not initialised thereby.
    pub fn warm(&mut self, stage: &mut Stage, awaited: &BTreeSet<String>) {
        let next: Vec<Sequence> =
            std::mem::take(&mut self.next).into_iter().map(|(_, sequence)| sequence).collect();
        if !next.is_empty() && self.vain < MAX_VAIN {
            let good = stage.warm(&next, &|class| awaited.contains(class));
            self.vain = if good == 0 { self.vain + 1 } else { 0 };
            self.done.extend(next);
        }
    }

    /// The same by what it was done by before: the machine is another one.
    pub fn warm_again(&mut self, stage: &mut Stage, awaited: &BTreeSet<String>) {
        if !self.done.is_empty() && self.vain == 0 {
            stage.warm(&self.done, &|class| awaited.contains(class));
        }
    }
}
