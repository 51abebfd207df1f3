//! The pursuit of open goals, in slices of the budget.
//!
//! ```text
//! whose turn? --> paths:  the shape that pays explores some candidates       (crate::symbolic, crate::rotation)
//!  (shares)   --> values: attempts at open goals, one after the other; each round over all of them doubles
//!                         what an attempt gets
//! ```
//!
//! Before each round but the first, allocations are made to fail and shapes are mutated ([`crate::mutation`]).
//! For MC/DC the outcomes of conditions and the cases of switches come first, as under the criterion of branches, and independence
//! pairs in the second half of the budget.
//! An attempt starts from the archived test nearest to its goal and varies its values by alternating variables or a
//! population. A technique with nothing left to do waits until the other has covered something new. A slice is so small a
//! part of the budget that a technique which pays nothing costs little, and so large that a question which is worth a
//! thirtieth of the budget can be answered: of a budget of time, a question ends with its slice.
//!
//! Every strategy but hybrid has values only.

use crate::clock::{Allowance, Mark};
use crate::directed::crashing_is_near;
use crate::evaluator::Evaluator;
use crate::options::Algorithm;
use crate::session::{Session, Spot};
use crate::shares::{Paid, Technique};
use crate::symbolic::{QUESTION_COST, TURN_STEPS};
use std::collections::VecDeque;
use std::sync::Arc;
use trine_harness::Ending;
use trine_inputs_c::shapes::ShapeEntry;
use trine_machine::FaultKind;
use trine_record::{GoalId, GoalKind};
use trine_search::avm::AvmConfig;
use trine_search::{Avm, Fitness, GeneticAlgorithm, GeneticConfig, Objective};
use trine_search::{FitnessKind, Portfolio};

/// Evaluations of the first attempt at a goal by alternating variables, at most and at least.
const FIRST_ATTEMPT_EVALS: u64 = 400;
const LEAST_ATTEMPT_EVALS: u64 = 64;
/// Of what is left, the part that the first attempts at all goals take together: one in so many.
const FIRST_ROUND_SHARE: u64 = 4;
/// The same by the genetic algorithm: a dozen generations of its 300 individuals.
const FIRST_POPULATION_EVALS: u64 = 4000;
/// Ways to a goal that are aimed at together.
const TARGETS_AT_ONCE: usize = 4;
/// Archived tests that may start an attempt.
const STARTS_LIMIT: usize = 32;

/// Of the budget, a slice: one in so many.
const SLICES: u64 = 32;
/// Slices that each half of an attempt may spend on other shapes before it varies values.
const CLIMB_SLICES: u64 = 1;
/// Slices of paths without a goal after which the first look at paths ends.
const EARLY_PATIENCE: u32 = 2;

/// A round of attempts, one at each open goal.
#[derive(Default)]
struct Round {
    /// Rounds before it.
    number: usize,
    /// Evaluations of an attempt: twice as many each round.
    attempt: u64,
    /// Goals that wait for theirs.
    goals: VecDeque<GoalId>,
    /// Evaluations at its start.
    start: u64,
    /// Whether nothing could be aimed at.
    is_idle: bool,
    /// Whether independence pairs have their turn, too.
    has_pairs: bool,
}

impl Session<'_, '_> {
    /// What a technique gets before it is asked again who is next.
    pub(crate) fn slice(&self) -> u64 {
        (self.evaluator.clock.total() / SLICES).max(TURN_STEPS * QUESTION_COST)
    }

    /// Paths of the shapes there are, as long as they pay and the other half of the budget is left.
    pub(crate) fn look_at_paths(&mut self) {
        let half = self.evaluator.clock.share(2);
        let mut unpaid = 0;
        while unpaid < EARLY_PATIENCE && !self.evaluator.clock.has_used(&half) && !self.done() {
            let start = self.standing();
            let progressed = self.explore_paths(self.slice());
            self.retype_arguments();
            let paid = self.paid_since(start);
            self.shares.note(Technique::Paths, paid);
            unpaid = if paid.goals == 0 { unpaid + 1 } else { 0 };
            if !progressed {
                return;
            }
        }
    }

    /// Slices of both techniques, or attempts alone, until nothing is left to do or to do it with.
    pub(crate) fn pursue(&mut self) {
        let mut paths_are_idle = !self.explores_paths();
        let mut round = Round { attempt: self.first_attempt(), ..Round::default() };
        self.shares.settle();
        while !(self.done() || paths_are_idle && round.is_idle) {
            let technique = match (paths_are_idle, round.is_idle) {
                (true, _) => Technique::Values,
                (_, true) => Technique::Paths,
                _ => self.shares.next(),
            };
            let start = self.standing();
            match technique {
                Technique::Paths => {
                    paths_are_idle = !self.explore_paths(self.slice());
                    self.retype_arguments();
                    if self.proved_by_paths.is_some() {
                        return;
                    }
                }
                Technique::Values => self.attempt_some(&mut round),
            }
            let paid = self.paid_since(start);
            self.shares.note(technique, paid);
            if paid.goals > 0 {
                // Each goes on from what the other found.
                (paths_are_idle, round.is_idle) = (!self.explores_paths(), false);
            }
        }
    }

    /// A slice of attempts; at the end of a round, the next one begins.
    fn attempt_some(&mut self, round: &mut Round) {
        let allowance = self.evaluator.clock.allow(self.slice());
        if round.goals.is_empty() {
            self.begin_round(round);
        }
        while let Some(goal) = round.goals.pop_front() {
            if self.done() {
                return;
            }
            if !self.evaluator.archive.is_covered(goal) {
                self.attempt(goal, round.number, round.attempt);
            }
            if self.evaluator.clock.has_used(&allowance) {
                break;
            }
        }
        if round.goals.is_empty() {
            let nothing_was_done = self.evaluator.clock.evaluations == round.start;
            round.is_idle = nothing_was_done && round.has_pairs;
            round.has_pairs |= nothing_was_done;
            self.refute();
            round.number += 1;
            round.attempt = round.attempt.saturating_mul(2);
        }
    }

    fn begin_round(&mut self, round: &mut Round) {
        round.start = self.evaluator.clock.evaluations;
        if self.evaluator.every_ending_counts {
            self.vary_streams(round.attempt);
        }
        if round.number > 0 {
            self.fail_allocations();
            self.mutate_shapes();
        }
        if !self.explores_paths() {
            self.follow_hints();
        }
        round.has_pairs |= !self.evaluator.clock.is_in_first_half();
        let singles = if round.has_pairs { Vec::new() } else { self.open_outcomes() };
        round.has_pairs |= singles.is_empty();
        round.goals = if round.has_pairs { self.open_goals() } else { singles }.into();
    }

    /// The open goals but independence pairs. In the first half of the budget these alone have their turn: pairs are
    /// completed from the tests that are found for them.
    fn open_outcomes(&self) -> Vec<GoalId> {
        let goals = &self.evaluator.structure.goals;
        let mut open = self.open_goals();
        open.retain(|goal| !matches!(goals[*goal].kind, GoalKind::Independence { .. }));
        open
    }

    /// Evaluations of the first attempt at a goal: few enough that each open goal gets one.
    fn first_attempt(&self) -> u64 {
        if self.algorithm == Algorithm::Ga {
            return FIRST_POPULATION_EVALS;
        }
        let goals = self.open_outcomes().len().max(1) as u64;
        let even = self.evaluator.clock.remaining() / (FIRST_ROUND_SHARE * goals);
        even.clamp(LEAST_ATTEMPT_EVALS, FIRST_ATTEMPT_EVALS)
    }

    /// What was covered so far, and the moment.
    pub(crate) fn standing(&self) -> (u64, Mark) {
        (self.evaluator.archive.covered_count() as u64, self.evaluator.clock.mark())
    }

    /// What came of the time since then.
    pub(crate) fn paid_since(&self, (goals, mark): (u64, Mark)) -> Paid {
        let covered = self.evaluator.archive.covered_count() as u64;
        Paid { goals: covered - goals, evaluations: self.evaluator.clock.since(mark) }
    }

    fn attempt(&mut self, goal: GoalId, round: usize, local: u64) {
        let targets = self.evaluator.structure.targets(goal, &self.evaluator.archive.seen);
        if targets.is_empty() {
            return;
        }
        let first = round * TARGETS_AT_ONCE % targets.len();
        let some: Vec<_> =
            targets.iter().cycle().skip(first).take(TARGETS_AT_ONCE.min(targets.len())).cloned().collect();
        self.evaluator.aim(&some);
        let Some(mut spot) = self.start(round) else { return };
        // A population is not begun anew half way: it lives on what it has become.
        let half = if self.algorithm == Algorithm::Ga { local } else { local / 2 };
        for allowance in [half, local].map(|part| self.evaluator.clock.allow(part)) {
            if self.lay_on_heap()
                && let Some(entry) = self.entry_of(&spot.entry.shape)
            {
                spot.entry = entry;
            }
            self.measure(goal, &mut spot);
            // To make shapes takes time that evaluations do not show.
            let climb = self.evaluator.clock.allow(CLIMB_SLICES * self.slice());
            self.climb_shapes(&mut spot, &climb);
            if self.settled(goal, &allowance) {
                return;
            }
            let before = self.evaluator.clock.evaluations;
            self.descend(goal, allowance, &mut spot);
            if let Some(portfolio) = self.portfolios.get_mut(&goal) {
                portfolio.stagnated(self.evaluator.clock.evaluations - before);
            }
        }
    }

    /// Measures by the fitness whose turn it is, `spot` included.
    fn measure(&mut self, goal: GoalId, spot: &mut Spot) {
        if self.fitness == FitnessKind::Standard {
            return;
        }
        // The sum of all conditions leads a climb away from an overflow, but not a population.
        let favors_enhanced = self.algorithm == Algorithm::Ga || !self.evaluator.takes_overflow();
        let portfolio = self.portfolios.entry(goal);
        let portfolio = portfolio.or_insert_with(|| Portfolio::new(self.fitness, favors_enhanced));
        self.evaluator.enhance(portfolio.is_enhanced());
        spot.fitness = crashing_is_near(&self.evaluator.evaluate(&spot.entry, &spot.leaves, true));
    }

    fn settled(&mut self, goal: GoalId, allowance: &Allowance) -> bool {
        self.evaluator.archive.is_covered(goal) || self.evaluator.clock.has_used(allowance)
    }

    /// The search algorithm from `spot`, in its shape; it ends at the best point found.
    fn descend(&mut self, goal: GoalId, allowance: Allowance, spot: &mut Spot) {
        let entry = Arc::clone(&spot.entry);
        if entry.kinds.is_empty() {
            // Nothing to vary: one run says all there is.
            self.evaluator.evaluate(&entry, &spot.leaves, true);
            return;
        }
        let mut wish = None;
        let mut objective =
            Aim { evaluator: self.evaluator, entry: &entry, goal, allowance, wish: &mut wish };
        let (values, stream) = (&self.values, &mut self.stream);
        let (leaves, fitness) = match self.algorithm {
            Algorithm::Avm => {
                let config = AvmConfig { line_search: self.line_search, ..AvmConfig::default() };
                let mut search = Avm::new(&entry.kinds, config).within(&entry.ranges);
                search.run(&spot.leaves, values, stream, &mut objective);
                (search.best().0.to_vec(), search.best().1)
            }
            Algorithm::Ga => {
                let search = GeneticAlgorithm::new(&entry.kinds, GeneticConfig::default());
                let mut search = search.within(&entry.ranges).editing(values);
                search.run(Some(&spot.leaves), values, stream, &mut objective);
                (search.best().0.to_vec(), search.best().1)
            }
        };
        if fitness < spot.fitness {
            (spot.leaves, spot.fitness) = (leaves, fitness);
        }
        if let Some((leaves, ending)) = wish
            && let Some(at) = self.entries.iter().position(|known| known.shape == entry.shape)
        {
            self.evaluator.probe(&entry, &leaves);
            self.adapt(at, &leaves, &ending);
        }
        if let Some(at) = self.entries.iter().position(|known| known.shape == entry.shape) {
            self.answer_asked(at);
        }
        self.retype_arguments();
    }

    /// The archived test nearest to what is aimed at, in the shape it was found in (in every third
    /// round, adopted by each shape in turn), or random values where none ran.
    fn start(&mut self, round: usize) -> Option<Spot> {
        let mut best: Option<Spot> = None;
        let candidates: Vec<_> =
            self.evaluator.archive.candidates.iter().map(|c| (c.shape.clone(), c.test.clone())).collect();
        for (position, (shape, test)) in candidates.iter().enumerate().rev().take(STARTS_LIMIT) {
            // The latest shapes first: these have the most room.
            let shapes = self.entries.len();
            let any = &self.entries[shapes - 1 - (round / 3 + position) % shapes];
            let entry = match round % 12 {
                2 | 5 | 8 | 11 => Arc::clone(any),
                1 | 9 => self.as_blocks(shape)?,
                _ => self.entry_of(shape)?,
            };
            let leaves = entry.adopt(test);
            let verdict = self.evaluator.evaluate(&entry, &leaves, true);
            let fitness = crashing_is_near(&verdict);
            if best.as_ref().is_none_or(|best| fitness < best.fitness) {
                best = Some(Spot { entry, leaves, fitness });
            }
            if self.evaluator.clock.exhausted() {
                break;
            }
        }
        best.or_else(|| {
            let at = round % self.entries.len();
            let leaves = self.random_leaves(at);
            let entry = Arc::clone(&self.entries[at]);
            let fitness = self.evaluator.evaluate(&entry, &leaves, true).fitness;
            Some(Spot { entry, leaves, fitness })
        })
    }
}

/// The objective of one attempt.
struct Aim<'x, 'a> {
    evaluator: &'x mut Evaluator<'a>,
    entry: &'x ShapeEntry,
    goal: GoalId,
    allowance: Allowance,
    wish: &'x mut Option<(Vec<u128>, Ending)>,
}

impl Objective for Aim<'_, '_> {
    fn evaluate(&mut self, leaves: &[u128]) -> Option<Fitness> {
        if self.evaluator.clock.has_used(&self.allowance) {
            return None;
        }
        let verdict = self.evaluator.evaluate(self.entry, leaves, true);
        if self.evaluator.archive.is_covered(self.goal) {
            return None;
        }
        if let Ending::Fault(fault) = &verdict.result.ending
            && matches!(fault.kind, FaultKind::OutOfBounds { input: true, .. })
        {
            // A run that was cut short by too small an input is grown at the end of the attempt.
            *self.wish = Some((leaves.to_vec(), verdict.result.ending.clone()));
        } else if self.wish.is_none()
            && self.entry.served(&self.evaluator.harness.wishes(&self.entry.plan)).is_some()
        {
            *self.wish = Some((leaves.to_vec(), verdict.result.ending.clone()));
        }
        // A target can be met by a run that ends badly; that covers nothing.
        Some(if verdict.fitness.is_covered() { Fitness { level: 0, distance: 0.5 } } else { verdict.fitness })
    }
}
