//! The search for open goals, in slices of the budget.
//!
//! ```text
//! adaptive    --> paths:  the shape chosen by the bandit explores some candidates    (crate::techniques::symbolic)
//! scheduler   --> values: attempts at open goals, one after the other; each iteration over all of them doubles
//!                         what an attempt gets
//! ```
//!
//! Before each iteration but the first, allocations are made to fail and shapes are mutated ([`crate::techniques::mutation`]).
//! For MC/DC the outcomes of conditions and the cases of switches come first, as under the criterion of branches, and independence
//! pairs in the second half of the budget.
//! An attempt starts from the archived test nearest to its goal and varies its values by alternating variables or a
//! population. A technique with nothing left to do waits until the other has covered something new. A slice is so small a
//! part of the budget that a technique without rewards costs little, and so large that a query which is worth a
//! thirtieth of the budget can be answered: of a budget of time, a query ends with its slice.
//!
//! Every strategy but hybrid has values only.

use crate::context::evaluator::Evaluator;
use crate::context::search::{SearchContext, SearchPoint};
use crate::options::Algorithm;
use crate::policy::VALUES;
use crate::schedule::clock::Allowance;
use crate::techniques::Technique;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use trine_harness::Ending;
use trine_inputs::ShapeEntry;
use trine_machine::FaultKind;
use trine_record::{GoalId, GoalKind};
use trine_search::avm::AvmConfig;
use trine_search::{Avm, Fitness, GeneticAlgorithm, GeneticConfig, Objective};
use trine_search::{FitnessKind, Portfolio};

/// A round of attempts, one at each open goal.
#[derive(Default)]
struct Iteration {
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
    iteration: Iteration,
}

impl<'a> Technique<'a> for GoalSearch {
    fn name(&self) -> &'static str {
        "search for single goals"
    }

    /// A slice of attempts.
    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        self.iteration.has_ended = false;
        while let Some(goal) = self.iteration.goals.pop_front() {
            if context.done() {
                return;
            }
            if !context.evaluator.archive.is_covered(goal) {
                let before = context.evaluator.clock.evaluations;
                let nearest = self.attempt(context, goal, self.iteration.number, self.iteration.attempt);
                if let Some(nearest) = nearest {
                    let evaluations = context.evaluator.clock.evaluations - before;
                    context.evaluator.effort.attempted(goal, evaluations, nearest);
                }
            }
            if context.evaluator.clock.has_used(allowance) {
                break;
            }
        }
        if self.iteration.goals.is_empty() {
            let iteration = &mut self.iteration;
            let nothing_was_done = context.evaluator.clock.evaluations == iteration.start;
            iteration.is_idle = nothing_was_done && iteration.has_pairs;
            iteration.has_pairs |= nothing_was_done;
            iteration.number += 1;
            iteration.attempt = iteration.attempt.saturating_mul(2);
            iteration.has_ended = true;
        }
    }
}

impl GoalSearch {
    /// Begins with attempts so short that each open goal gets one.
    pub(crate) fn begin(&mut self, context: &SearchContext<'_, '_>) {
        self.iteration = Iteration { attempt: context.first_attempt(), ..Iteration::default() };
    }

    /// Whether the next slice begins a round; what comes before it counts as done in it.
    pub(crate) fn begins_round(&mut self, context: &SearchContext<'_, '_>) -> bool {
        let begins = self.iteration.goals.is_empty();
        if begins {
            self.iteration.start = context.evaluator.clock.evaluations;
        }
        begins
    }

    /// Rounds before this one.
    pub(crate) fn number(&self) -> usize {
        self.iteration.number
    }

    /// Evaluations of an attempt of this round.
    pub(crate) fn attempt_evals(&self) -> u64 {
        self.iteration.attempt
    }

    /// Whether nothing could be aimed at.
    pub(crate) fn is_idle(&self) -> bool {
        self.iteration.is_idle
    }

    /// Something was covered elsewhere: goals may be in reach again.
    pub(crate) fn wake(&mut self) {
        self.iteration.is_idle = false;
    }

    /// Whether the last slice ended a round.
    pub(crate) fn has_ended_round(&self) -> bool {
        self.iteration.has_ended
    }

    /// Chooses the goals of a round: independence pairs have their turn when half of the budget is used, or nothing else
    /// is open.
    pub(crate) fn choose_goals(&mut self, context: &SearchContext<'_, '_>) {
        let iteration = &mut self.iteration;
        iteration.has_pairs |= !context.evaluator.clock.is_in_first_half();
        let singles = if iteration.has_pairs { Vec::new() } else { context.open_outcomes() };
        iteration.has_pairs |= singles.is_empty();
        iteration.goals = if iteration.has_pairs { context.open_goals() } else { singles }.into();
    }

    /// An attempt at `goal`, and the nearest that it came; `None` where there is nothing to aim at.
    fn attempt(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        goal: GoalId,
        iteration: usize,
        local: u64,
    ) -> Option<Fitness> {
        let targets = context.evaluator.structure.targets(goal, &context.evaluator.archive.seen);
        if targets.is_empty() {
            return None;
        }
        let first = iteration * VALUES.targets_at_once % targets.len();
        let some: Vec<_> = targets
            .iter()
            .cycle()
            .skip(first)
            .take(VALUES.targets_at_once.min(targets.len()))
            .cloned()
            .collect();
        context.evaluator.aim(goal, &some);
        let mut point = context.start(iteration)?;
        // A population is not begun anew half way: it lives on what it has become.
        let half = if context.algorithm == Algorithm::Ga { local } else { local / 2 };
        for allowance in [half, local].map(|part| context.evaluator.clock.allow(part)) {
            if context.lay_on_heap()
                && let Some(entry) = context.entry_of(&point.entry.shape)
            {
                point.entry = entry;
            }
            self.measure(context, goal, &mut point);
            // To make shapes takes time that evaluations do not show.
            let shape_allowance = context.evaluator.clock.allow(VALUES.shape_slices * context.slice());
            context.descend_shapes(&mut point, &shape_allowance);
            if context.settled(goal, &allowance) {
                return Some(point.fitness);
            }
            let before = context.evaluator.clock.evaluations;
            context.descend_values(goal, allowance, &mut point);
            if let Some(portfolio) = self.portfolios.get_mut(&goal) {
                portfolio.stagnated(context.evaluator.clock.evaluations - before);
            }
        }
        Some(point.fitness)
    }

    /// Measures by the fitness that the portfolio has chosen, `point` included.
    fn measure(&mut self, context: &mut SearchContext<'_, '_>, goal: GoalId, point: &mut SearchPoint) {
        if context.fitness == FitnessKind::Standard {
            return;
        }
        // The sum of all conditions leads a climb away from an overflow, but not a population.
        let favors_enhanced = context.algorithm == Algorithm::Ga || !context.evaluator.takes_overflow();
        let portfolio = self.portfolios.entry(goal);
        let portfolio = portfolio.or_insert_with(|| Portfolio::new(context.fitness, favors_enhanced));
        context.evaluator.enhance(portfolio.is_enhanced());
        point.fitness = context.evaluator.evaluate(&point.entry, &point.leaves, true).fitness_of_start();
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
            return VALUES.first_population_evals;
        }
        let goals = self.open_outcomes().len().max(1) as u64;
        let even = self.evaluator.clock.remaining() / (VALUES.first_iteration_share * goals);
        even.clamp(VALUES.min_attempt_evals, VALUES.first_attempt_evals)
    }

    fn settled(&mut self, goal: GoalId, allowance: &Allowance) -> bool {
        self.evaluator.archive.is_covered(goal) || self.evaluator.clock.has_used(allowance)
    }

    /// The search algorithm from `point`, in its shape; it ends at the best point found.
    fn descend_values(&mut self, goal: GoalId, allowance: Allowance, point: &mut SearchPoint) {
        let entry = Arc::clone(&point.entry);
        if entry.kinds.is_empty() {
            // Nothing to vary: one run says all there is.
            self.evaluator.evaluate(&entry, &point.leaves, true);
            return;
        }
        let mut unmet_request = None;
        let mut objective = Aim {
            evaluator: self.evaluator,
            entry: &entry,
            goal,
            allowance,
            unmet_request: &mut unmet_request,
        };
        let (values, stream) = (&self.values, &mut self.stream);
        let (leaves, fitness) = match self.algorithm {
            Algorithm::Avm => {
                let config = AvmConfig { line_search: self.line_search, ..AvmConfig::default() };
                let mut search = Avm::new(&entry.kinds, config).within(&entry.ranges);
                search.run(&point.leaves, values, stream, &mut objective);
                (search.best().0.to_vec(), search.best().1)
            }
            Algorithm::Ga => {
                let search = GeneticAlgorithm::new(&entry.kinds, GeneticConfig::default());
                let mut search = search.within(&entry.ranges).editing(values);
                search.run(Some(&point.leaves), values, stream, &mut objective);
                (search.best().0.to_vec(), search.best().1)
            }
        };
        if fitness < point.fitness {
            (point.leaves, point.fitness) = (leaves, fitness);
        }
        if let Some((leaves, ending)) = unmet_request
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
    fn start(&mut self, iteration: usize) -> Option<SearchPoint> {
        let mut best: Option<SearchPoint> = None;
        let candidates: Vec<_> =
            self.evaluator.archive.candidates.iter().map(|c| (c.shape.clone(), c.test.clone())).collect();
        for (position, (shape, test)) in candidates.iter().enumerate().rev().take(VALUES.max_starts) {
            // The latest shapes first: these have the most room.
            let shapes = self.entries.len();
            let any = &self.entries[shapes - 1 - (iteration / 3 + position) % shapes];
            let entry = match iteration % 12 {
                2 | 5 | 8 | 11 => Arc::clone(any),
                1 | 9 => self.as_blocks(shape)?,
                _ => self.entry_of(shape)?,
            };
            let leaves = entry.adopt(test);
            let verdict = self.evaluator.evaluate(&entry, &leaves, true);
            let fitness = verdict.fitness_of_start();
            if best.as_ref().is_none_or(|best| fitness < best.fitness) {
                best = Some(SearchPoint { entry, leaves, fitness });
            }
            if self.evaluator.clock.exhausted() {
                break;
            }
        }
        best.or_else(|| {
            let at = iteration % self.entries.len();
            let leaves = self.random_leaves(at);
            let entry = Arc::clone(&self.entries[at]);
            let fitness = self.evaluator.evaluate(&entry, &leaves, true).fitness;
            Some(SearchPoint { entry, leaves, fitness })
        })
    }
}

/// The objective of one attempt.
struct Aim<'x, 'a> {
    evaluator: &'x mut Evaluator<'a>,
    entry: &'x ShapeEntry,
    goal: GoalId,
    allowance: Allowance,
    unmet_request: &'x mut Option<(Vec<u128>, Ending)>,
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
            *self.unmet_request = Some((leaves.to_vec(), verdict.result.ending.clone()));
        } else if self.unmet_request.is_none()
            && self.entry.served(&self.evaluator.harness.unmet_requests(&self.entry.plan)).is_some()
        {
            *self.unmet_request = Some((leaves.to_vec(), verdict.result.ending.clone()));
        }
        Some(verdict.fitness_of_uncovered())
    }
}
