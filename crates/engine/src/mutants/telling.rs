//! Telling values: inputs that show what no test of the suite shows yet.
//!
//! A mutant that the suite executes and does not notice is looked at with archived tests first, then with changed values of the tests that
//! come to it ([`super::inputs`]), within a share of the budget. What shows it becomes a test, unless others show the same. The tests
//! that cover the goals stay as they are: where a test for a mutant does not hold natively, no goal is lost.

use super::inputs::Changes;
use super::runs::{MutantRuns, Usual};
use crate::context::archive::Candidate;
use crate::context::evaluator::Evaluator;
use crate::policy::MUTANTS;
use crate::schedule::clock::Phase;
use crate::suite::finish::simplify_leaves_while;
use crate::suite::keeps::Keeps;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;
use trine_base::Stream;
use trine_inputs::{ShapeEntry, Shapes};

/// What the search for telling values works with.
pub(crate) struct Telling<'x, 'a> {
    pub evaluator: &'x mut Evaluator<'a>,
    pub factory: &'x dyn Shapes,
    pub runs: &'x mut MutantRuns<'a>,
    /// Numbers that the code is about.
    pub constants: &'x [i128],
    pub stream: Stream,
    /// When it must end, of a budget of time.
    pub until: Option<Instant>,
}

/// A test of the suite with what it notices.
struct Known {
    candidate: Candidate,
    entry: Arc<ShapeEntry>,
    usual: Usual,
    kills: BTreeSet<usize>,
}

impl Telling<'_, '_> {
    /// Adds tests to `suite` that notice mutants that none of it does.
    pub fn tell(&mut self, suite: &mut Vec<Candidate>) {
        let mut known = Vec::new();
        for candidate in suite.iter() {
            match self.known(candidate.clone(), &BTreeSet::new()) {
                Some(test) => known.push(test),
                // What cannot be run again is not judged here.
                None => return,
            }
        }
        let before = known.len();
        let (mut alive, mut killed) = (BTreeSet::new(), BTreeSet::new());
        for test in &mut known {
            for at in 0..self.runs.len() {
                if self.is_over(MUTANTS.max_matrix_runs) {
                    return;
                }
                if !self.runs.is_reached(at, &test.usual) {
                    continue;
                }
                alive.insert(at);
                let leaves = &test.candidate.test.leaves;
                if self.runs.noticed(at, &test.entry.plan, leaves, &test.usual).is_any() {
                    test.kills.insert(at);
                    killed.insert(at);
                }
            }
        }
        alive.retain(|at| !killed.contains(at));
        let limit = self.runs.runs + self.evaluator.clock.total() / MUTANTS.telling_share;
        self.try_archived(&mut known, &mut alive, limit);
        self.search(&mut known, &mut alive, limit, before);
        if known.len() > before {
            for test in &mut known[before..] {
                self.simplify(test);
            }
            self.kills_of_new(&mut known, before);
            leave_out(&mut known, before);
            *suite = known.into_iter().map(|test| test.candidate).collect();
        }
    }

    fn is_over(&self, limit: u64) -> bool {
        let clock = &self.evaluator.clock;
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        self.runs.runs >= limit || is_late || clock.is_over(Phase::Suite) || clock.interrupted()
    }

    fn known(&mut self, candidate: Candidate, kills: &BTreeSet<usize>) -> Option<Known> {
        let entry = Arc::new(self.factory.entry(candidate.shape.clone()).ok()?);
        let usual = self.runs.usual(&entry.plan, &entry.allowed(&candidate.test.leaves));
        Some(Known { candidate, entry, usual, kills: kills.clone() })
    }

    /// Archived tests that the suite could do without for its goals.
    fn try_archived(&mut self, known: &mut Vec<Known>, alive: &mut BTreeSet<usize>, limit: u64) {
        let archived = self.evaluator.archive.candidates.iter().rev().take(MUTANTS.archived_tests);
        for candidate in archived.cloned().collect::<Vec<_>>() {
            if alive.is_empty() || self.is_over(limit) {
                return;
            }
            let Some(mut test) = self.known(candidate, &BTreeSet::new()) else { continue };
            let leaves = test.candidate.test.leaves.clone();
            if !self.evaluator.counts(&test.usual.ending) {
                continue;
            }
            test.kills = self.kills(&test.entry, &leaves, &test.usual, alive, limit);
            if !test.kills.is_empty() {
                alive.retain(|at| !test.kills.contains(at));
                known.push(test);
            }
        }
    }

    /// Those of `mutants` that a run notices.
    fn kills(
        &mut self,
        entry: &ShapeEntry,
        leaves: &[u128],
        usual: &Usual,
        mutants: &BTreeSet<usize>,
        limit: u64,
    ) -> BTreeSet<usize> {
        let mut kills = BTreeSet::new();
        for &at in mutants {
            if self.is_over(limit) {
                break;
            }
            if self.runs.is_reached(at, usual) && self.runs.noticed(at, &entry.plan, leaves, usual).is_any() {
                kills.insert(at);
            }
        }
        kills
    }

    /// Changes tests for each mutant alive, each of which gets an equal part of the runs that are left.
    fn search(&mut self, known: &mut Vec<Known>, alive: &mut BTreeSet<usize>, limit: u64, tests: usize) {
        let targets: Vec<usize> = alive.iter().copied().collect();
        for (position, &target) in targets.iter().enumerate() {
            if !alive.contains(&target) {
                continue;
            }
            let left = (targets.len() - position) as u64;
            let end = self.runs.runs + limit.saturating_sub(self.runs.runs) / left;
            let mut bases: Vec<usize> =
                (0..known.len()).filter(|&at| self.runs.is_reached(target, &known[at].usual)).collect();
            bases.sort_by_key(|&at| (at >= tests, known[at].candidate.test.leaves.len(), at));
            bases.truncate(MUTANTS.bases);
            for (round, &base) in bases.iter().enumerate() {
                let part = end.saturating_sub(self.runs.runs) / (bases.len() - round) as u64;
                let until = self.runs.runs + part;
                if let Some(test) = self.change(&known[base], target, alive, until) {
                    alive.retain(|at| !test.kills.contains(at));
                    known.push(test);
                    break;
                }
            }
        }
    }

    /// A changed `base` that notices the mutant `target`, if one is found.
    fn change(&mut self, base: &Known, target: usize, alive: &BTreeSet<usize>, until: u64) -> Option<Known> {
        let entry = Arc::clone(&base.entry);
        let leaves = base.candidate.test.leaves.clone();
        let compared = self.runs.compared(target, &entry.plan, &leaves);
        let mut tried = BTreeSet::from([leaves.clone()]);
        let mut stream = self.stream.clone();
        let mut found = None;
        // A test has so few values that the same come again and again.
        let mut repeated = 0;
        for changed in Changes::new(&entry, &leaves, self.constants, &compared, &mut stream) {
            if self.is_over(until) || repeated > 64 {
                break;
            }
            let changed = entry.nearest_allowed(&changed).into_owned();
            if !tried.insert(changed.clone()) {
                repeated += 1;
                continue;
            }
            let usual = self.runs.usual(&entry.plan, &changed);
            if !self.evaluator.counts(&usual.ending)
                || !self.runs.is_reached(target, &usual)
                || !self.runs.noticed(target, &entry.plan, &changed, &usual).is_any()
            {
                continue;
            }
            let Some(candidate) = self.confirmed(&entry, &changed) else { continue };
            let kills = self.kills(&entry, &changed, &usual, alive, u64::MAX);
            found = Some(Known { candidate, entry: Arc::clone(&entry), usual, kills });
            break;
        }
        self.stream = stream;
        found
    }

    /// The test with these values, unless it depends on more than its inputs.
    fn confirmed(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Option<Candidate> {
        let result = self.evaluator.probe(entry, leaves);
        if !self.evaluator.counts(&result.ending) {
            return None;
        }
        self.evaluator.candidate(entry, leaves)
    }

    /// Makes the values of a telling test simple as long as it kills what it was added for.
    fn simplify(&mut self, test: &mut Known) {
        let entry = Arc::clone(&test.entry);
        let kills = std::mem::take(&mut test.kills);
        let limit = self.runs.runs + MUTANTS.simplify_runs;
        let mut best = test.candidate.clone();
        simplify_leaves_while(&mut StillKills { telling: self, kills: &kills }, &entry, &mut best, limit);
        if best.test.leaves != test.candidate.test.leaves
            && self.confirmed(&entry, &best.test.leaves).is_some()
        {
            test.usual = self.runs.usual(&entry.plan, &best.test.leaves);
            test.candidate = best;
        }
        test.kills = kills;
    }

    /// What the tests from `first` on notice of all mutants, so that one of them can go whose kills others have.
    fn kills_of_new(&mut self, known: &mut [Known], first: usize) {
        let all: BTreeSet<usize> = (0..self.runs.len()).collect();
        let limit = self.runs.runs + MUTANTS.max_matrix_runs;
        for test in &mut known[first..] {
            let leaves = test.candidate.test.leaves.clone();
            let more = self.kills(&test.entry, &leaves, &test.usual, &all, limit);
            test.kills.extend(more);
        }
    }
}

/// Leaves out tests from `first` on whose kills the others have, those that kill least first.
fn leave_out(known: &mut Vec<Known>, first: usize) {
    let mut order: Vec<usize> = (first..known.len()).collect();
    order.sort_by_key(|&at| (known[at].kills.len(), at));
    let mut holders: BTreeMap<usize, usize> = BTreeMap::new();
    known.iter().flat_map(|test| &test.kills).for_each(|&at| *holders.entry(at).or_default() += 1);
    let mut gone = BTreeSet::new();
    for at in order {
        let is_needed = known[at].kills.iter().any(|kill| holders[kill] == 1);
        if !is_needed {
            known[at].kills.iter().for_each(|kill| *holders.entry(*kill).or_default() -= 1);
            gone.insert(at);
        }
    }
    let mut at = 0;
    known.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
}

/// Keeps a test while it notices certain mutants.
struct StillKills<'t, 'x, 'a> {
    telling: &'t mut Telling<'x, 'a>,
    kills: &'t BTreeSet<usize>,
}

impl Keeps for StillKills<'_, '_, '_> {
    fn keeps(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Option<Candidate> {
        let runs = &mut *self.telling.runs;
        let leaves = entry.allowed(leaves);
        let usual = runs.usual(&entry.plan, &leaves);
        if !self.telling.evaluator.counts(&usual.ending) {
            return None;
        }
        let notices = |&at: &usize| {
            runs.is_reached(at, &usual) && runs.noticed(at, &entry.plan, &leaves, &usual).is_any()
        };
        self.kills.iter().all(notices).then(|| Candidate {
            test: entry.test(&leaves),
            shape: entry.shape.clone(),
            trace: usual.trace.clone(),
        })
    }

    fn is_over(&self, limit: u64) -> bool {
        self.telling.is_over(limit)
    }
}
