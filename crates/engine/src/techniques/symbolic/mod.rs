//! Dynamic symbolic execution of a unit: paths of one shape, with its leaves as the inputs.
//!
//! ```text
//! shape --> variables, one per leaf --> explorer (tree, searcher, solver) --> leaves --> evaluator --> archive
//! ```
//!
//! Each shape has an exploration of its own: its objects, and with them the meaning of addresses, differ. Shapes take
//! turns ([`crate::schedule::bandit`]); one that adapts to what a run asks for starts anew. A query to the solver counts
//! as evaluations, so that a budget of evaluations bounds the solver too.

pub mod alone;
mod bindings;
mod bit_fields;
mod graph;
mod guide;
mod if_converted;
pub mod leaves;
mod misses;
mod statistics;
mod steps;
mod vectors;

pub(crate) use bindings::Inputs;
pub(crate) use statistics::records;

use crate::context::evaluator::Evaluator;
use crate::context::search::SearchContext;
use crate::options::{PathOptions, Strategy};
use crate::policy::PATHS;
use crate::schedule::bandit::{Arm, ShapeBandit};
use crate::schedule::clock::Allowance;
use crate::schedule::price::{TURN_STEPS, price};
use crate::suite::reasons::GivenUp;
use crate::techniques::Technique;
use guide::GoalGuide;
use if_converted::IfConverted;
use misses::NearMisses;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use trine_base::Stream;
use trine_dse::explorer::{Counts, Likely};
use trine_dse::{Concolic, Explorer, PathObserver, ProgramUnderTest, Progress, Run, Settings, searchers};
use trine_expr::{Assignment, TermPool};
use trine_harness::{Ending, Harness};
use trine_inputs::ShapeEntry;
use trine_record::Argument;
use trine_solver::{Limits, Portfolio, Solver, Statistics};
use vectors::Vectors;

/// The proof that what no run covered is infeasible, as far as the runs bear it out ([`crate::suite::run_proof`]).
#[derive(Clone, Debug)]
pub struct PathProof {
    /// What it rests on.
    pub argument: Argument,
    /// Inputs of one run or more for each path.
    pub runs: Vec<Vec<u128>>,
}

/// The paths of one shape.
pub struct ShapeExploration<'a> {
    entry: Arc<ShapeEntry>,
    inputs: Inputs,
    domain: Concolic,
    observer: PathObserver,
    explorer: Explorer,
    /// Whether a run depended on inputs in a way that has no term.
    imprecise: bool,
    finished: bool,
    /// Whether it is over for good, with paths unseen.
    given_up: bool,
    /// Archived tests, of the first ones, whose paths it knows as far as they are in its shape.
    known_tests: usize,
    /// What was done before it was given up.
    counts: Counts,
    /// A run that asked for a larger shape.
    unmet_request: Option<(Vec<u128>, Ending)>,
    /// Whether a run of a whole program used up its inputs: longer ones have paths that this shape does not.
    used_up_inputs: bool,
    /// Turns since one covered a goal.
    unrewarded: u32,
    /// What its solver did before it was given up.
    before: Statistics,
    /// Open vectors of decisions that were asked for at once.
    vectors: Vectors,
    /// The inputs of all its runs.
    runs: Vec<Vec<u128>>,
    /// What runs instead of the program, with the path of the run.
    converted: Option<Box<Harness<'a>>>,
}

impl ShapeExploration<'_> {
    /// Queries to the solver end at `deadline`.
    fn new(
        entry: &Arc<ShapeEntry>,
        options: &PathOptions,
        stream: &Stream,
        deadline: Option<Instant>,
        portfolio: &Portfolio,
    ) -> Option<Self> {
        let mut domain = Concolic::new();
        let inputs = Inputs::new(&mut domain.pool, entry);
        let searcher = searchers::by_name(options.search, stream)?;
        let limits = Limits { conflicts: PATHS.conflicts, deadline, ..Limits::default() };
        let settings = Settings { limits, filters: options.filters, loop_budget: options.loop_budget };
        let mut explorer = Explorer::new(&mut domain.pool, Solver::new(portfolio), searcher, settings);
        explorer.assume(inputs.ranges(&mut domain.pool, entry));
        let observer = PathObserver::new(&domain);
        Some(Self {
            entry: Arc::clone(entry),
            inputs,
            domain,
            observer,
            explorer,
            imprecise: false,
            finished: false,
            given_up: false,
            known_tests: 0,
            counts: Counts::default(),
            unmet_request: None,
            used_up_inputs: false,
            unrewarded: 0,
            before: Statistics::default(),
            vectors: Vectors::default(),
            runs: Vec::new(),
            converted: None,
        })
    }
}

impl ShapeExploration<'_> {
    /// What was done so far.
    fn counts(&self) -> Counts {
        let mut counts = self.counts;
        counts += self.explorer.counts;
        counts
    }

    /// What its solver did.
    fn solver(&self) -> Statistics {
        let mut all = self.before.clone();
        all.add(self.explorer.solver.statistics());
        all
    }

    /// Work of its solver so far.
    fn effort(&self) -> u64 {
        self.explorer.solver.statistics().effort
    }

    /// Bytes that it takes, estimated.
    fn size_bytes(&self) -> u64 {
        self.explorer.size_bytes(&self.domain.pool)
    }

    /// A turn has ended; whether it covered a goal, and whether it was a whole one.
    fn note_turn(&mut self, covered: bool, is_whole: bool) {
        self.unrewarded = if covered { 0 } else { self.unrewarded + u32::from(is_whole) };
    }

    /// Ends it without having seen all: nothing is proved by it. Its terms are freed.
    fn give_up(&mut self) {
        self.counts = self.counts();
        self.before.add(self.explorer.solver.statistics());
        (self.finished, self.given_up, self.imprecise) = (true, true, true);
        self.domain = Concolic::new();
        self.runs = Vec::new();
        let none = Box::new(searchers::DepthFirst::default());
        self.explorer = Explorer::new(&mut self.domain.pool, Solver::default(), none, Settings::default());
    }
}

/// One shape's runs, as the explorer sees them.
struct Running<'x, 'a> {
    evaluator: &'x mut Evaluator<'a>,
    converted: Option<&'x mut Harness<'a>>,
    entry: &'x ShapeEntry,
    inputs: &'x Inputs,
    domain: &'x mut Concolic,
    observer: &'x mut PathObserver,
    misses: &'x mut NearMisses,
    imprecise: &'x mut bool,
    unmet_request: &'x mut Option<(Vec<u128>, Ending)>,
    runs: &'x mut Vec<Vec<u128>>,
    used_up_inputs: &'x mut bool,
    /// Instructions of all runs.
    instructions: u64,
}

impl ProgramUnderTest for Running<'_, '_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.domain.pool
    }

    fn run(&mut self, inputs: &Assignment) -> Run {
        let leaves = self.inputs.leaves(inputs, self.entry);
        let before = self.evaluator.archive.covered_count();
        self.observer.clear();
        let (entry, bind) = (self.entry, self.inputs.binder(self.entry));
        let mut observer = trine_machine::Both(&mut *self.observer, &mut *self.misses);
        let result = match &mut self.converted {
            None => self.evaluator.evaluate_symbolically(entry, &leaves, self.domain, &mut observer, bind),
            Some(converted) => {
                let allowed = entry.allowed(&leaves);
                let result = converted.run_bound(&entry.plan, &allowed, self.domain, &mut observer, bind);
                self.evaluator.evaluate(entry, &leaves, false);
                result
            }
        };
        self.instructions += result.steps;
        if let Ending::Fault(fault) = &result.ending
            && self.evaluator.may_grow(entry, fault)
        {
            *self.unmet_request = Some((leaves.clone(), result.ending.clone()));
        } else if self.unmet_request.is_none()
            && entry.serves_registers(&self.evaluator.harness.unmet_requests(&entry.plan))
        {
            *self.unmet_request = Some((leaves.clone(), result.ending.clone()));
        }
        let is_followed = match &result.ending {
            Ending::Returned | Ending::Exited(_) | Ending::Aborted => true,
            // Its condition becomes a step of the path: the opposite is tried.
            Ending::Fault(fault) => self.domain.ended_in(&fault.kind),
            Ending::Limit(_) | Ending::Unsupported(_) | Ending::Discarded => false,
        };
        let used_up_inputs = self.evaluator.harness.stream().ran_out();
        *self.used_up_inputs |= used_up_inputs;
        *self.imprecise |= used_up_inputs
            || !is_followed
            || self.domain.is_imprecise()
            || self.runs.len() >= PATHS.max_proof_runs;
        if !*self.imprecise {
            self.runs.push(leaves.clone());
        }
        let program = Arc::clone(self.evaluator.harness.program());
        let path = self.observer.path(self.domain, &program);
        let faulted = matches!(result.ending, Ending::Fault(_));
        let covered = self.evaluator.archive.covered_count() - before;
        Run { path, covered, faulted, misses: self.misses.take(), likely: Likely::default() }
    }
}

/// The paths of the shapes in play, shape by shape as these pay.
#[derive(Default)]
pub(crate) struct Paths<'a> {
    /// Paths seen so far, shape by shape.
    explorations: Vec<ShapeExploration<'a>>,
    /// Paths of the program with its short branches converted.
    if_converted: IfConverted<'a>,
    /// Whose turn it is of their shapes.
    bandit: ShapeBandit,
    /// What the solvers of explorations did that are no more.
    left_behind: Statistics,
    /// Whether there was no candidate the last time.
    pub is_idle: bool,
    /// Whether turns are shorter than a slice: queries end with their turn, and what the solver gives up is asked again
    /// in the turns after these.
    has_short_turns: bool,
    /// The proof, if all paths were seen.
    pub proof: Option<PathProof>,
}

impl<'a> Technique<'a> for Paths<'a> {
    fn name(&self) -> &'static str {
        "dynamic symbolic execution"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        if context.evaluator.every_ending_counts {
            self.leave_shorter_inputs(context);
        }
        if context.lay_on_heap() {
            // Paths of shapes that are no more.
            let old: Vec<_> =
                self.explorations.drain(..).chain(self.if_converted.explorations.drain(..)).collect();
            old.iter().for_each(|one| self.leave(one));
        }
        let mut idle = BTreeSet::new();
        let mut progressed = false;
        while !context.evaluator.clock.has_used(allowance)
            && !context.done()
            && !context.is_out_of_iterations()
        {
            let open = self.open_arms(context, &idle);
            let Some(arm) = self.bandit.next(&open) else { break };
            let start = context.standing();
            let worked = match arm {
                Arm::Shape(at) => self.explore_shape(context, at, allowance),
                Arm::IfConverted(at) => self.explore_if_converted(context, at, allowance),
            };
            self.bandit.note(arm, context.reward_since(start));
            if !worked {
                idle.insert(arm);
            }
            progressed |= worked;
        }
        self.is_idle = !progressed;
    }
}

impl<'a> Paths<'a> {
    /// Notes the proof that what is not covered is infeasible, if all paths of the shapes that there are now were seen.
    pub(crate) fn conclude(&mut self, context: &SearchContext<'_, 'a>) {
        self.proof = self.all_paths(context);
    }

    /// Turns are shorter than a slice from now on.
    pub(crate) fn begin_short_turns(&mut self) {
        self.has_short_turns = true;
    }

    /// Turns are slices again: what the solver gave up meanwhile is open.
    pub(crate) fn end_short_turns(&mut self) {
        self.has_short_turns = false;
        for exploration in self.explorations.iter_mut().chain(&mut self.if_converted.explorations) {
            exploration.finished &= !exploration.explorer.has_postponed();
        }
    }

    /// Gives `exploration` up if it, or it and the others, have grown too large; whether it was.
    fn give_up_if_large(
        &self,
        context: &mut SearchContext<'_, 'a>,
        exploration: &mut ShapeExploration<'_>,
    ) -> bool {
        let others = self.explorations.iter().chain(&self.if_converted.explorations);
        let together = exploration.size_bytes() + others.map(ShapeExploration::size_bytes).sum::<u64>();
        let why = if exploration.domain.pool.len() > PATHS.max_exploration_terms {
            GivenUp::Terms(PATHS.max_exploration_terms)
        } else if together > context.evaluator.memory.path_bytes() {
            GivenUp::Memory(context.evaluator.memory)
        } else {
            return false;
        };
        exploration.give_up();
        context.evaluator.given_up.get_or_insert(why);
        true
    }

    /// What may be explored, but for those that are `idle`.
    fn open_arms(&mut self, context: &SearchContext<'_, 'a>, idle: &BTreeSet<Arm>) -> Vec<Arm> {
        let shapes = (0..context.entries.len()).filter(|&at| {
            let known = self.explorations.iter().find(|known| known.entry.shape == context.entries[at].shape);
            match known {
                Some(known) => !known.finished || context.has_new_seeds_for(known),
                None => self.explorations.len() < PATHS.max_explorations,
            }
        });
        let mut open: Vec<_> = shapes.map(Arm::Shape).collect();
        open.extend(self.open_if_converted(context).into_iter().map(Arm::IfConverted));
        open.retain(|arm| !idle.contains(arm));
        open
    }

    /// A turn of the shape at `at`: some candidates of its paths. Whether there were any.
    fn explore_shape(
        &mut self,
        context: &mut SearchContext<'_, 'a>,
        at: usize,
        allowance: &Allowance,
    ) -> bool {
        let Some(mut exploration) = self.exploration_of(context, at) else { return false };
        let covered = context.evaluator.archive.covered_count();
        let tried = self.continue_exploration(context, &mut exploration, TURN_STEPS, allowance);
        let is_whole = tried == TURN_STEPS || !self.has_short_turns;
        exploration.note_turn(context.evaluator.archive.covered_count() > covered, is_whole);
        let grew = context.grow(at, &mut exploration) || context.lengthen(at, &exploration);
        match grew {
            true => self.leave(&exploration),
            false => self.explorations.push(exploration),
        }
        grew || tried > 0
    }

    /// Leaves explorations whose inputs the search has made longer.
    fn leave_shorter_inputs(&mut self, context: &SearchContext<'_, 'a>) {
        let is_used =
            |one: &ShapeExploration<'_>| context.entries.iter().any(|entry| entry.shape == one.entry.shape);
        let (used, left): (Vec<_>, Vec<_>) = self.explorations.drain(..).partition(is_used);
        self.explorations = used;
        left.iter().for_each(|one| self.leave(one));
    }

    /// Keeps the figures of an exploration that is left for good.
    fn leave(&mut self, exploration: &ShapeExploration<'_>) {
        self.left_behind.add(&exploration.solver());
    }

    /// What the solvers of all explorations did.
    pub(crate) fn solver(&self) -> Statistics {
        let mut all = self.left_behind.clone();
        let explorations = self.explorations.iter().chain(&self.if_converted.explorations);
        explorations.for_each(|one| all.add(&one.solver()));
        all
    }

    /// The exploration of a shape, taken out of the others or begun; `None` when there are too many.
    fn exploration_of(
        &mut self,
        context: &mut SearchContext<'_, 'a>,
        at: usize,
    ) -> Option<ShapeExploration<'a>> {
        let entry = Arc::clone(&context.entries[at]);
        if let Some(known) = self.explorations.iter().position(|known| known.entry.shape == entry.shape) {
            return Some(self.explorations.remove(known));
        }
        if self.explorations.len() >= PATHS.max_explorations {
            return None;
        }
        let deadline = context.evaluator.clock.deadline();
        let mut new =
            ShapeExploration::new(&entry, &context.paths, &context.stream, deadline, &context.portfolio)?;
        context.start_exploration(&mut new);
        Some(new)
    }

    /// The proof that what is not covered is infeasible: all paths of the only shape there is.
    fn all_paths(&self, context: &SearchContext<'_, 'a>) -> Option<PathProof> {
        let [one] = self.explorations.as_slice() else { return None };
        let tree = &one.explorer.tree;
        // Other shapes of what pointers point to have paths of their own.
        let is_only_shape = one.entry.slots.is_empty();
        let complete = is_only_shape && one.finished && !one.imprecise && one.inputs.is_complete();
        (complete && context.entries.len() == 1 && tree.is_exhausted_but_for_skipped()).then(|| {
            let unsatisfiable = tree.count(trine_dse::NodeState::Unsatisfiable) as u64;
            let by_solver = statistics::other_solver(one.explorer.solver.statistics(), &context.portfolio);
            let argument = Argument::ExhaustedPaths { runs: one.runs.len() as u64, unsatisfiable, by_solver };
            PathProof { argument, runs: one.runs.clone() }
        })
    }

    /// Solves for the opposites of what runs relied on, in each shape: no goal leads there, but faults may be.
    pub(crate) fn hunt_faults(&mut self, context: &mut SearchContext<'_, 'a>) {
        for at in 0..context.entries.len() {
            let Some(mut exploration) = self.exploration_of(context, at) else { return };
            let entry = Arc::clone(&exploration.entry);
            let program = Arc::clone(context.evaluator.harness.program());
            let mut misses = context.misses(&context.guide(&entry));
            for _ in 0..PATHS.hunt_queries {
                if context.evaluator.clock.exhausted() || self.give_up_if_large(context, &mut exploration) {
                    break;
                }
                let (before, effort) = (exploration.counts(), exploration.effort());
                exploration.limit_queries(
                    &context.evaluator.clock,
                    &context.evaluator.clock.allow(PATHS.hunt_query_evals),
                    false,
                );
                let (explorer, mut subject) = exploration.parts(context.evaluator, &entry, &mut misses);
                let progress = explorer.hunt(&mut subject, &program);
                context.count_paths(before, exploration.counts());
                if progress == Progress::Finished {
                    break;
                }
                context.evaluator.clock.evaluations += price(exploration.effort() - effort);
            }
            self.explorations.push(exploration);
        }
    }
}

impl<'a> SearchContext<'_, 'a> {
    /// Lets a shape grow that a run asked for; it is another one then, and explored anew. Whether it did.
    fn grow(&mut self, at: usize, exploration: &mut ShapeExploration<'_>) -> bool {
        let Some((leaves, ending)) = exploration.unmet_request.take() else { return false };
        self.evaluator.probe(&exploration.entry, &leaves);
        self.adapt(at, &leaves, &ending);
        self.entries[at].shape != exploration.entry.shape
    }

    /// Lets the inputs of a whole program grow when paths of the present length have nothing more to give, as deepening
    /// searches do; whether they did.
    fn lengthen(&mut self, at: usize, exploration: &ShapeExploration<'_>) -> bool {
        let is_finished = exploration.finished && !exploration.explorer.has_postponed();
        let is_spent = is_finished || exploration.unrewarded >= PATHS.turns_of_a_length;
        exploration.used_up_inputs && is_spent && self.answer_twice_as_many(at)
    }

    /// Counts what was done since `before`, and notes what it covered.
    fn count_paths(&mut self, before: Counts, after: Counts) {
        let counts = &mut self.path_counts;
        counts.iterations += after.iterations - before.iterations;
        counts.queries += after.queries - before.queries;
        counts.unsatisfiable += after.unsatisfiable - before.unsatisfiable;
        counts.unknown += after.unknown - before.unknown;
        counts.filtered += after.filtered - before.filtered;
        let covered = self.evaluator.archive.covered_count();
        if after.iterations > before.iterations && counts.progress.last().is_none_or(|last| last.2 < covered)
        {
            counts.progress.push((counts.iterations, counts.queries, covered));
        }
    }

    fn start_exploration(&mut self, exploration: &mut ShapeExploration<'a>) {
        let entry = Arc::clone(&exploration.entry);
        let tests: Vec<_> =
            self.evaluator.archive.candidates.iter().rev().take(PATHS.exploration_starts).collect();
        let mut starts: Vec<Vec<u128>> = tests.iter().map(|candidate| entry.adopt(&candidate.test)).collect();
        if starts.is_empty() || self.strategy != Strategy::Dse {
            starts.push(entry.defaults.clone());
        }
        let mut known = BTreeSet::new();
        starts.retain(|leaves| known.insert(leaves.clone()));
        self.start_from(exploration, starts);
        exploration.known_tests = self.evaluator.archive.candidates.len();
    }

    /// Adds the paths of runs with these leaves.
    fn start_from(&mut self, exploration: &mut ShapeExploration<'a>, starts: Vec<Vec<u128>>) {
        if starts.is_empty() {
            return;
        }
        let entry = Arc::clone(&exploration.entry);
        let program = Arc::clone(self.evaluator.harness.program());
        let guide = self.guide(&entry);
        let mut misses = self.misses(&guide);
        for leaves in starts {
            let inputs = exploration.inputs.assignment(&entry.allowed(&leaves));
            let before = exploration.counts();
            let (explorer, mut subject) = exploration.parts(self.evaluator, &entry, &mut misses);
            explorer.start(&mut subject, &program, &inputs);
            self.count_paths(before, exploration.counts());
            if self.evaluator.clock.exhausted() || self.is_out_of_iterations() {
                return;
            }
        }
    }

    fn guide(&self, entry: &ShapeEntry) -> GoalGuide<'a> {
        GoalGuide::new(self.evaluator, entry.shape.earlier_calls > 0)
    }

    fn misses(&self, guide: &GoalGuide<'_>) -> NearMisses {
        NearMisses::new(guide, self.evaluator.structure.function(), &self.evaluator.members)
    }
}

impl<'a> ShapeExploration<'a> {
    /// The explorer, and what it runs.
    fn parts<'x>(
        &'x mut self,
        evaluator: &'x mut Evaluator<'a>,
        entry: &'x ShapeEntry,
        misses: &'x mut NearMisses,
    ) -> (&'x mut Explorer, Running<'x, 'a>) {
        let Self { inputs, domain, observer, explorer, imprecise, unmet_request, runs, converted, .. } = self;
        let used_up_inputs = &mut self.used_up_inputs;
        let converted = converted.as_deref_mut();
        let instructions = 0;
        let running = Running {
            evaluator,
            converted,
            entry,
            inputs,
            domain,
            observer,
            misses,
            imprecise,
            unmet_request,
            runs,
            used_up_inputs,
            instructions,
        };
        (explorer, running)
    }
}
