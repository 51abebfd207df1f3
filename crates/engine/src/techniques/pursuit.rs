//! The pursuit of open goals, in slices of the budget.
//!
//! ```text
//! whose turn? --> paths:  the shape that pays explores some candidates       (crate::techniques::symbolic, crate::schedule::rotation)
//!  (shares)   --> values: attempts at open goals, one after the other; each round over all of them doubles
//!                         what an attempt gets
//! ```
//!
//! Before each round but the first, allocations are made to fail and shapes are mutated ([`crate::techniques::mutation`]).
//! For MC/DC the outcomes of conditions and the cases of switches come first, as under the criterion of branches, and independence
//! pairs in the second half of the budget.
//! An attempt starts from the archived test nearest to its goal and varies its values by alternating variables or a
//! population. A technique with nothing left to do waits until the other has covered something new. A slice is so small a
//! part of the budget that a technique which pays nothing costs little, and so large that a question which is worth a
//! thirtieth of the budget can be answered: of a budget of time, a question ends with its slice.
//!
//! Every strategy but hybrid has values only.

use crate::context::evaluator::Evaluator;
use crate::context::search::{SearchContext, Spot};
use crate::options::Algorithm;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use std::collections::{BTreeMap, VecDeque};
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

/// Slices that each half of an attempt may spend on other shapes before it varies values.
const CLIMB_SLICES: u64 = 1;

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
    /// Whether the last slice ended it.
    has_ended: bool,
}

/// Attempts at open goals: values varied towards one goal after the other, in rounds.
#[derive(Default)]
pub(crate) struct GoalSearch {
    /// Whose turn it is of the fitness functions, by goal.
    portfolios: BTreeMap<GoalId, Portfolio>,
    round: Round,
}

impl<'a> Technique<'a> for GoalSearch {
    /// A slice of attempts.
    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        self.round.has_ended = false;
        while let Some(goal) = self.round.goals.pop_front() {
            if context.done() {
                return;
            }
            if !context.evaluator.archive.is_covered(goal) {
                self.attempt(context, goal, self.round.number, self.round.attempt);
            }
            if context.evaluator.clock.has_used(allowance) {
                break;
            }
        }
        if self.round.goals.is_empty() {
            let round = &mut self.round;
            let nothing_was_done = context.evaluator.clock.evaluations == round.start;
            round.is_idle = nothing_was_done && round.has_pairs;
            round.has_pairs |= nothing_was_done;
            round.number += 1;
            round.attempt = round.attempt.saturating_mul(2);
            round.has_ended = true;
        }
    }
}

impl GoalSearch {
    /// Begins with attempts so short that each open goal gets one.
    pub(crate) fn begin(&mut self, context: &SearchContext<'_, '_>) {
        self.round = Round { attempt: context.first_attempt(), ..Round::default() };
    }

    /// Whether the next slice begins a round; what comes before it counts as done in it.
    pub(crate) fn begins_round(&mut self, context: &SearchContext<'_, '_>) -> bool {
        let begins = self.round.goals.is_empty();
        if begins {
            self.round.start = context.evaluator.clock.evaluations;
        }
        begins
    }

    /// Rounds before this one.
    pub(crate) fn number(&self) -> usize {
        self.round.number
    }

    /// Evaluations of an attempt of this round.
    pub(crate) fn attempt_evals(&self) -> u64 {
        self.round.attempt
    }

    /// Whether nothing could be aimed at.
    pub(crate) fn is_idle(&self) -> bool {
        self.round.is_idle
    }

    /// Something was covered elsewhere: goals may be in reach again.
    pub(crate) fn wake(&mut self) {
        self.round.is_idle = false;
    }

    /// Whether the last slice ended a round.
    pub(crate) fn has_ended_round(&self) -> bool {
        self.round.has_ended
    }

    /// Chooses the goals of a round: independence pairs have their turn when half of the budget is used, or nothing else
    /// is open.
    pub(crate) fn choose_goals(&mut self, context: &SearchContext<'_, '_>) {
        let round = &mut self.round;
        round.has_pairs |= !context.evaluator.clock.is_in_first_half();
        let singles = if round.has_pairs { Vec::new() } else { context.open_outcomes() };
        round.has_pairs |= singles.is_empty();
        round.goals = if round.has_pairs { context.open_goals() } else { singles }.into();
    }

    fn attempt(&mut self, context: &mut SearchContext<'_, '_>, goal: GoalId, round: usize, local: u64) {
        let targets = context.evaluator.structure.targets(goal, &context.evaluator.archive.seen);
        if targets.is_empty() {
            return;
        }
        let first = round * TARGETS_AT_ONCE % targets.len();
        let some: Vec<_> =
            targets.iter().cycle().skip(first).take(TARGETS_AT_ONCE.min(targets.len())).cloned().collect();
        context.evaluator.aim(&some);
        let Some(mut spot) = context.start(round) else { return };
        // A population is not begun anew half way: it lives on what it has become.
        let half = if context.algorithm == Algorithm::Ga { local } else { local / 2 };
        for allowance in [half, local].map(|part| context.evaluator.clock.allow(part)) {
            if context.lay_on_heap()
                && let Some(entry) = context.entry_of(&spot.entry.shape)
            {
                spot.entry = entry;
            }
            self.measure(context, goal, &mut spot);
            // To make shapes takes time that evaluations do not show.
            let climb = context.evaluator.clock.allow(CLIMB_SLICES * context.slice());
            context.climb_shapes(&mut spot, &climb);
            if context.settled(goal, &allowance) {
                return;
            }
            let before = context.evaluator.clock.evaluations;
            context.descend(goal, allowance, &mut spot);
            if let Some(portfolio) = self.portfolios.get_mut(&goal) {
                portfolio.stagnated(context.evaluator.clock.evaluations - before);
            }
        }
    }

    /// Measures by the fitness whose turn it is, `spot` included.
    fn measure(&mut self, context: &mut SearchContext<'_, '_>, goal: GoalId, spot: &mut Spot) {
        if context.fitness == FitnessKind::Standard {
            return;
        }
        // The sum of all conditions leads a climb away from an overflow, but not a population.
        let favors_enhanced = context.algorithm == Algorithm::Ga || !context.evaluator.takes_overflow();
        let portfolio = self.portfolios.entry(goal);
        let portfolio = portfolio.or_insert_with(|| Portfolio::new(context.fitness, favors_enhanced));
        context.evaluator.enhance(portfolio.is_enhanced());
        spot.fitness = context.evaluator.evaluate(&spot.entry, &spot.leaves, true).fitness_of_start();
    }
}

impl SearchContext<'_, '_> {
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
            let fitness = verdict.fitness_of_start();
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
        Some(verdict.fitness_of_uncovered())
    }
}
