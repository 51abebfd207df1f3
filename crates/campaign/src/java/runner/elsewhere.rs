//! Runs sequences in another world: whether they go the same way there, with other hash codes, at another time, and in another time zone.
//!
//! The search has what it keeps looked at now and then; what goals are in doubt since then, or since tests for them did not hold, a run
//! covers only if it does so in both worlds.

use super::{Flakiness, UnitRunner, ends_as_test, uses_subject};
use std::collections::BTreeMap;
use std::sync::Arc;
use trine_harness_jvm::{Run, Variation};
use trine_sequences::minimize::cut_to_need;
use trine_sequences::siblings::siblings;
use trine_sequences::{Elsewhere, GoalId};
use trine_testcase::objects::{Ended, Sequence};

/// The part of all instructions that looks at what is kept take at most.
const LOOKS_SHARE: u64 = 6;

/// Numbers of the worlds that are looked at by turns: east and west of the usual time zone, with hash codes that tell objects apart and that
/// do not.
const WORLDS: [u32; 2] = [1, 2];

/// Other sequences that are looked at for a goal whose own one did not hold.
const MAX_OTHERS: usize = 2;

impl UnitRunner {
    /// Looks at the sequences, in their order, and for goals whose sequence does not hold at others that came to them. Goals for which a
    /// sequence is known to hold are not looked at again.
    pub(super) fn looked_at_elsewhere(&mut self, kept: &[(Sequence, Vec<GoalId>)]) -> Elsewhere {
        let (begun, limit) = (self.runs, self.own_instructions() / LOOKS_SHARE);
        let world = WORLDS[self.looks % WORLDS.len()];
        self.looks += 1;
        let is_used_up = |runner: &Self| runner.looked > limit;
        let mut by_chance: BTreeMap<GoalId, &Sequence> = BTreeMap::new();
        // Round trips take long in a machine that is not warm.
        let (long, others): (Vec<_>, Vec<_>) =
            kept.iter().partition(|(sequence, _)| self.is_round_trip(sequence));
        for (sequence, goals) in others.into_iter().chain(long) {
            if is_used_up(self) {
                break;
            }
            if goals.iter().all(|&goal| self.alternates.holding(goal, world).is_some()) {
                continue;
            }
            if self.holds_elsewhere(sequence, world) == Some(false) {
                by_chance.extend(goals.iter().map(|&goal| (goal, sequence)));
            }
        }
        let mut told = Elsewhere::default();
        let api = Arc::clone(self.stage.api());
        for (goal, sequence) in by_chance {
            if self.alternates.holding(goal, world).is_none() && !is_used_up(self) {
                // What differs may be a step that the goal does not need.
                let before = self.instructions;
                let cut = cut_to_need(&api, sequence, &mut |candidate| self.covers(candidate, &[goal]));
                self.looked += self.instructions - before;
                if cut != *sequence {
                    self.holds_elsewhere(&cut, world);
                }
                for sibling in siblings(&api, &cut) {
                    if self.alternates.holding(goal, world).is_some() || is_used_up(self) {
                        break;
                    }
                    if self.covers(&sibling, &[goal]) {
                        self.holds_elsewhere(&sibling, world);
                    }
                }
            }
            for other in self.alternates.of(goal).iter().take(MAX_OTHERS) {
                if self.alternates.holding(goal, world).is_some() || is_used_up(self) {
                    break;
                }
                self.holds_elsewhere(other, world);
            }
            match self.alternates.holding(goal, world) {
                Some(holding) => told.replaced.push((goal, holding.as_ref().clone())),
                None => told.doubted.push(goal),
            }
        }
        if !told.doubted.is_empty() {
            self.flakiness.get_or_insert_default().doubt(&told.doubted);
        }
        told.avoided = self.suspects.named();
        told.runs = self.runs - begun;
        told
    }

    /// Whether a sequence that covered something goes the same way in another world: what it covers then is known to hold. `None` where
    /// that cannot be told, because its run takes too long.
    fn holds_elsewhere(&mut self, sequence: &Sequence, world: u32) -> Option<bool> {
        let before = self.instructions;
        let run = self.run_alone(sequence);
        let covered = self.covered();
        let holds = ends_as_test(&run.ended, sequence).then(|| self.is_the_same_in(sequence, &run, &[world]));
        if holds == Some(true) {
            self.alternates.note_holding(sequence, &covered, &[world]);
        }
        if let Some(holds) = holds {
            self.suspects.note(self.stage.api(), sequence, holds);
        }
        self.looked += self.instructions - before;
        holds
    }

    /// Of goals that the last run covered, those that must not count: in another world it ends otherwise or takes another way, or that would
    /// have to be looked at.
    pub(super) fn flaky(
        &mut self,
        sequence: &Sequence,
        run: &Run,
        (covered, open): (&[GoalId], &[GoalId]),
    ) -> Vec<GoalId> {
        if let (true, Some(flakiness)) = (self.is_apart, &self.flakiness) {
            // To ask about them would change what counts for others.
            return covered.iter().copied().filter(|&goal| flakiness.concerns(goal)).collect();
        }
        let Some(mut flakiness) = self.flakiness.take() else { return Vec::new() };
        let mut asked = flakiness.asked(covered);
        asked.retain(|goal| open.contains(goal));
        let mut flaky: Vec<GoalId> =
            covered.iter().filter(|goal| flakiness.is_in_doubt(**goal)).copied().collect();
        if !asked.is_empty() {
            let holds = self.is_the_same_elsewhere(sequence, run);
            self.suspects.note(self.stage.api(), sequence, holds);
            match holds {
                true => {
                    self.alternates.note_holding(sequence, &asked, &WORLDS);
                    flakiness.hold(asked);
                    flaky.clear();
                }
                false => {
                    flakiness.fail(&asked);
                    flaky.extend(asked);
                }
            }
        }
        self.flakiness = Some(flakiness);
        flaky
    }

    /// Goals that `sequence` covers alone; where leniency asks for it, in other worlds as well.
    pub fn surely_covered(&mut self, sequence: &Sequence) -> Vec<GoalId> {
        self.run_alone(sequence);
        let mut covered = self.covered();
        if self.flakiness.as_ref().is_some_and(Flakiness::is_lenient) {
            for world in WORLDS {
                self.run_elsewhere(sequence, world);
                covered.retain(|&goal| self.is_covered(goal));
            }
        }
        covered
    }

    /// Whether `sequence`, which ran last and covered `wanted`, ends in each of the worlds as it did, and covers these or passes the same
    /// probes, as what is in doubt is asked for.
    pub(super) fn still_holds_elsewhere(
        &mut self,
        sequence: &Sequence,
        run: &Run,
        wanted: &[GoalId],
    ) -> bool {
        if !self.flakiness.as_ref().is_some_and(Flakiness::is_lenient) {
            return self.is_the_same_elsewhere(sequence, run);
        }
        WORLDS.iter().all(|&world| {
            let other = self.run_elsewhere(sequence, world);
            other.ended == run.ended && wanted.iter().all(|&goal| self.is_covered(goal))
        })
    }

    /// Goals that `sequence` covers where each world has initialisers of its own: what these keep of it (a default time zone) is that of the
    /// usual one in all other runs. None where it does not end alike. Such runs take long, so that this is asked last; where initialisers take
    /// seconds, they are those of the usual world here, too.
    pub fn covered_from_the_start(&mut self, sequence: &Sequence) -> Vec<GoalId> {
        let mut usual: Option<(Ended, Vec<GoalId>)> = None;
        for world in std::iter::once(0).chain(WORLDS) {
            self.runs += 1;
            self.observer.clear();
            self.observer.measure(false);
            self.stage.vary(Variation::number(world));
            self.stage.reset();
            let run = self.stage.run(sequence, &mut self.observer);
            self.instructions += run.steps;
            self.ended(sequence, &run.ended);
            let (ended, covered) = usual.get_or_insert_with(|| (run.ended.clone(), self.covered()));
            covered.retain(|&goal| *ended == run.ended && self.is_covered(goal));
        }
        self.stage.vary(Variation::default());
        self.observer.measure(true);
        usual.map(|(_, covered)| covered).unwrap_or_default()
    }

    /// Whether `sequence`, which ran last, ends in each of the worlds as it did, and passes the same probes.
    pub(super) fn is_the_same_elsewhere(&mut self, sequence: &Sequence, run: &Run) -> bool {
        self.is_the_same_in(sequence, run, &WORLDS)
    }

    fn is_the_same_in(&mut self, sequence: &Sequence, run: &Run, worlds: &[u32]) -> bool {
        let passed = self.observer.passed().clone();
        worlds.iter().all(|&world| {
            let other = self.run_elsewhere(sequence, world);
            other.ended == run.ended && *self.observer.passed() == passed
        })
    }

    /// Runs `sequence` in another world. The locale is the usual one: what the class library keeps for another one takes it long to make.
    fn run_elsewhere(&mut self, sequence: &Sequence, world: u32) -> Run {
        self.runs += 1;
        self.observer.clear();
        self.observer.measure(false);
        self.stage.vary(Variation { locale: None, ..Variation::number(world) });
        self.stage.reset_settled();
        let run = match self.is_round_trip(sequence) {
            true => self.with_room(|runner| runner.stage.run(sequence, &mut runner.observer)),
            false => self.stage.run(sequence, &mut self.observer),
        };
        self.stage.vary(Variation::default());
        self.observer.measure(true);
        if uses_subject(self.stage.api(), sequence) {
            self.observer.pass(&self.initialising);
        }
        self.instructions += run.steps;
        run
    }
}
