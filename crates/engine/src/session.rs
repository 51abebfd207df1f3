//! The search of one unit: explore shapes and values, then go goal by goal.
//!
//! ```text
//! explore:  defaults, random and mined values on the base shape; it grows as runs ask
//! paths:    a first look at those of the base shape (hybrid), before shapes take their part of the budget
//! follow:   shapes that archived tests speak for: structures unfold, pointers become one
//! repeat:   several calls, of functions that remember something
//! vary:     one pointer at a time made null, longer, another function; texts with room for a line
//! provoke:  bounds and null pointers, for faults that no goal leads to
//! pursue:   rounds over the open goals: paths of every shape (hybrid), then alternating variables or a
//!           population from the best archived test, with budgets that double each round
//! ```
//!
//! Each half starts from what the other found: alternating variables from the archive, explorations from the paths of
//! the tests that were archived since they were left.
//!
//! Algorithms count evaluations, never seconds, so that a budget in evaluations gives the same
//! suite on every machine. Parts of a budget of time are counted alike ([`crate::clock::Allowance`]).

use crate::clock::{Allowance, Mark, Phase};
use crate::directed::crashing_is_near;
use crate::evaluator::Evaluator;
use crate::long_texts::with_text;
use crate::options::{Algorithm, PathOptions, Strategy};
use crate::pathwise::{PathwiseOptions, PathwiseOutcome};
use crate::refutation::Refuter;
use crate::shape::pairs::Unit;
use crate::shape::{Shape, environment};
use crate::shapes::{ShapeEntry, ShapeFactory};
use crate::shares::{Paid, Shares, Technique};
use crate::symbolic::{Exploration, FIRST_STEPS, Merged, QUESTION_COST};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::GoalState;
use trine_harness::Ending;
use trine_machine::FaultKind;
use trine_record::{GoalId, PathCounts};
use trine_search::avm::AvmConfig;
use trine_search::random::{COMMON_TEXTS, write_text_everywhere};
use trine_search::{
    Avm, ConstantPool, Fitness, GeneticAlgorithm, GeneticConfig, LineSearch, Objective, RandomValues,
};
use trine_search::{FitnessKind, Portfolio};
use trine_testcase::LeafKind;

/// Values that all leaves take together in the first runs.
const UNIFORM_VALUES: [i128; 4] = [1, 2, -1, 10];
/// Evaluations of the hunt for faults, at most.
const PROVOKE_EVALS: u64 = 200;
/// Shapes kept for a unit.
pub(crate) const SHAPES_LIMIT: usize = 64;
/// Of the budget, the part that shapes may take which nothing speaks for: one in so many.
const VARY_SHARE: u64 = 8;
/// Calls of one test, at most.
const MOST_CALLS: u32 = 4;
/// Random evaluations of each number of calls.
const REPEAT_EVALS: u64 = 24;
/// Random evaluations of the base shape before anything else, at most.
const EXPLORE_EVALS: u64 = 256;
/// Random evaluations of each variant.
const VARIANT_EVALS: u64 = 12;
/// Of the budget, the part of the first look at paths, before other shapes are tried: one in so many.
const EARLY_SHARE: u64 = 8;
/// Archived tests whose values each variant is tried with.
const ADOPTED_TESTS: usize = 8;
/// Evaluations of the first attempt at a goal by alternating variables, at most and at least.
const FIRST_ATTEMPT_EVALS: u64 = 400;
const LEAST_ATTEMPT_EVALS: u64 = 64;
/// Of what is left, the part that the first attempts at all goals take together: one in so many.
const FIRST_ROUND_SHARE: u64 = 4;
/// The same by the genetic algorithm: a dozen generations of its 300 individuals.
const FIRST_POPULATION_EVALS: u64 = 4000;
/// Ways to a goal that are aimed at together.
const TARGETS_AT_ONCE: usize = 4;
/// Rounds after which the candidates tried in a round do not double any more.
const MOST_DOUBLINGS: usize = 20;
/// Archived tests that may start an attempt.
const STARTS_LIMIT: usize = 32;

/// The search of one unit.
pub struct Session<'s, 'a> {
    /// Runs test cases and keeps what is new.
    pub evaluator: &'s mut Evaluator<'a>,
    /// Builds shapes.
    pub factory: &'s ShapeFactory<'a>,
    /// Names of externals by function, for stubs.
    pub stub_name: &'s dyn Fn(trine_ir::FuncId) -> Option<String>,
    /// Technique.
    pub strategy: Strategy,
    /// What varies the values of a shape towards a goal.
    pub algorithm: Algorithm,
    /// Alternating variables: how they search along one.
    pub line_search: LineSearch,
    /// Randomness of this unit.
    pub stream: Stream,
    /// Whether the function remembers something between calls that no test can set.
    pub remembers: bool,
    /// Values worth trying.
    pub(crate) values: RandomValues,
    /// Shapes in play; the first is the base.
    pub entries: Vec<Arc<ShapeEntry>>,
    pub(crate) known_shapes: BTreeSet<Shape>,
    /// Archived tests whose hints were followed.
    pub(crate) followed: usize,
    /// Archived tests whose allocations were made to fail.
    pub(crate) failed: usize,
    /// Leaves found to be lengths, as in [`Shape::lengths`].
    pub(crate) lengths: BTreeMap<String, (String, Unit)>,
    /// How many of the pointers whose objects the code frees the shapes in play know.
    pub(crate) heap_keys: usize,
    /// Experiments made to find lengths, by path of the object.
    pub(crate) experiments: BTreeMap<String, u32>,
    /// How paths are explored.
    pub paths: PathOptions,
    /// Which paths are covered, where the technique goes path by path.
    pub pathwise: PathwiseOptions,
    /// What became of these.
    pub pathwise_outcome: Option<PathwiseOutcome>,
    /// What the search minimises.
    pub fitness: FitnessKind,
    /// Whose turn it is, by goal.
    portfolios: BTreeMap<GoalId, Portfolio>,
    /// Paths seen so far, shape by shape.
    pub(crate) explorations: Vec<Exploration<'a>>,
    /// Paths of the program with its short branches converted.
    pub(crate) merged: Merged<'a>,
    /// The shape whose paths are next.
    pub(crate) next_shape: usize,
    /// What path exploration did.
    pub path_counts: PathCounts,
    /// What the solver is made of.
    pub portfolio: trine_solver::Portfolio,
    /// What the solvers of all explorations did.
    pub solver: trine_solver::Statistics,
    /// The proof, if all paths were seen.
    pub proved_by_paths: Option<String>,
    /// What the solver did for proofs of single goals.
    pub refutations: trine_solver::Statistics,
    tried_to_refute: bool,
}

/// Where an attempt stands.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The shape.
    pub entry: Arc<ShapeEntry>,
    /// The values.
    pub leaves: Vec<u128>,
    /// How near that is to what is aimed at.
    pub fitness: Fitness,
}

impl<'s, 'a> Session<'s, 'a> {
    /// A session that starts from `base`.
    #[must_use]
    pub fn new(
        evaluator: &'s mut Evaluator<'a>,
        factory: &'s ShapeFactory<'a>,
        stub_name: &'s dyn Fn(trine_ir::FuncId) -> Option<String>,
        strategy: Strategy,
        stream: Stream,
        constants: ConstantPool,
        base: ShapeEntry,
    ) -> Self {
        let known_shapes = BTreeSet::from([base.shape.clone()]);
        let values = RandomValues::new(Arc::new(constants));
        Self {
            evaluator,
            factory,
            stub_name,
            strategy,
            algorithm: Algorithm::default(),
            line_search: LineSearch::default(),
            stream,
            remembers: false,
            values,
            entries: vec![Arc::new(base)],
            known_shapes,
            followed: 0,
            lengths: BTreeMap::new(),
            heap_keys: 0,
            experiments: BTreeMap::new(),
            failed: 0,
            paths: PathOptions::default(),
            pathwise: PathwiseOptions::default(),
            pathwise_outcome: None,
            fitness: crate::Options::default().fitness,
            portfolios: BTreeMap::new(),
            explorations: Vec::new(),
            merged: Merged::default(),
            next_shape: 0,
            path_counts: PathCounts::default(),
            portfolio: trine_solver::Portfolio::default(),
            solver: trine_solver::Statistics::default(),
            proved_by_paths: None,
            refutations: trine_solver::Statistics::default(),
            tried_to_refute: false,
        }
    }

    /// Searches until every goal is covered or the budget is used.
    pub fn run(&mut self) {
        match self.strategy {
            Strategy::Dse => {
                // Paths first: what they do not lead to, other shapes may.
                self.begin_with_one();
                self.explore_all_paths();
                self.retype_arguments();
                if !self.is_out_of_iterations() {
                    self.try_shapes();
                    self.explore_all_paths();
                }
            }
            Strategy::Paths => {
                self.begin_with_one();
                self.try_shapes();
                self.follow_paths();
            }
            strategy => {
                self.explore();
                if self.explores_paths() {
                    // What the solver finds in a moment, shapes need not look for.
                    let questions = self.evaluator.clock.remaining() / (EARLY_SHARE * QUESTION_COST);
                    self.explore_paths(FIRST_STEPS, questions);
                    self.retype_arguments();
                }
                self.try_shapes();
                match strategy {
                    Strategy::Random => self.random_forever(),
                    _ => self.pursue(),
                }
            }
        }
        self.refute();
        // A unit with so many runs and no more is left as these leave it.
        if self.is_out_of_iterations() || self.evaluator.archive.only_kept {
            return;
        }
        if self.paths.hunts_faults {
            self.hunt_faults();
        }
        self.provoke();
    }

    /// Whether paths are explored in turn with values. Programs that read commands for ever have paths too long for this.
    fn explores_paths(&self) -> bool {
        self.strategy == Strategy::Hybrid && !self.evaluator.every_ending_counts
    }

    /// Other shapes than the base, and values in them.
    fn try_shapes(&mut self) {
        self.satisfy();
        self.follow_hints();
        self.repeat_calls();
        self.vary();
        self.lengthen_texts();
        self.follow_hints();
        self.violate();
        if !self.done() {
            self.fail_allocations();
        }
    }

    /// Random values where paths start from; the shape grows as the run asks.
    fn begin_with_one(&mut self) {
        let leaves = self.random_leaves(0);
        self.step(0, &leaves);
    }

    /// A bounded hunt for faults that the goals did not lead to: values at their bounds, and each
    /// pointer null.
    fn provoke(&mut self) {
        self.fail_allocations();
        if self.evaluator.clock.exhausted() {
            return;
        }
        let evals = PROVOKE_EVALS.min(self.evaluator.clock.remaining() / 4);
        let base = Arc::clone(&self.entries[0]);
        let nulls = self.factory.variants(&base).into_iter().take(SHAPES_LIMIT);
        let shapes: Vec<_> = nulls.chain(self.factory.shared_inputs(&base)).collect();
        for shape in shapes {
            if self.evaluator.clock.exhausted() {
                return;
            }
            if let Ok(entry) = self.factory.entry(shape) {
                let leaves = entry.defaults.clone();
                self.evaluator.evaluate(&entry, &leaves, false);
            }
        }
        for _ in 0..evals {
            if self.evaluator.clock.exhausted() || base.kinds.is_empty() {
                return;
            }
            let mut leaves = self.random_leaves(0);
            for (leaf, kind) in leaves.iter_mut().zip(&base.kinds) {
                if !kind.is_float() && self.stream.chance(0.3) {
                    let (low, high) = kind.int_range();
                    *leaf = kind.from_int(if self.stream.chance(0.5) { low } else { high });
                }
            }
            self.evaluator.evaluate(&base, &leaves, false);
        }
    }

    /// Whether nothing is left to do, or nothing to do it with.
    pub(crate) fn done(&mut self) -> bool {
        self.evaluator.clock.exhausted() || self.open_goals().is_empty()
    }

    /// Looks for proofs that goals which are still open are infeasible, once.
    pub(crate) fn refute(&mut self) {
        let proves = matches!(self.strategy, Strategy::Hybrid | Strategy::Dse);
        // Runs are counted and compared, or the unit is a whole program.
        let is_studied = self.paths.iterations.is_some() || self.evaluator.every_ending_counts;
        if !proves || is_studied || std::mem::replace(&mut self.tried_to_refute, true) {
            return;
        }
        let evaluator = &mut *self.evaluator;
        let deadline = evaluator.clock.deadline();
        let Some(mut refuter) = Refuter::new(evaluator.structure, &self.portfolio, deadline) else { return };
        let goals = evaluator.structure.goals.iter_enumerated();
        let open = goals.filter(|(id, goal)| goal.state == GoalState::Open && evaluator.archive.is_open(*id));
        for goal in open.map(|(id, _)| id).collect::<Vec<_>>() {
            if evaluator.clock.interrupted() || evaluator.clock.is_over(Phase::Proof) {
                break;
            }
            if let Some(proof) = refuter.proof(goal, &evaluator.archive.seen) {
                evaluator.archive.refuted.insert(goal, proof);
            }
        }
        evaluator.clock.evaluations += refuter.questions;
        self.refutations.add(refuter.statistics());
    }

    fn open_goals(&self) -> Vec<GoalId> {
        let goals = &self.evaluator.structure.goals;
        let open =
            |&goal: &GoalId| self.evaluator.archive.is_open(goal) && goals[goal].state == GoalState::Open;
        goals.indices().filter(open).collect()
    }

    fn explore(&mut self) {
        let defaults = self.entries[0].defaults.clone();
        self.step(0, &defaults);
        for value in UNIFORM_VALUES {
            if self.done() || self.entries[0].kinds.is_empty() {
                break;
            }
            let of = |kind: &LeafKind| match kind {
                LeafKind::Float(format) => format.from_f64(value as f64),
                _ => kind.from_int(value),
            };
            let leaves: Vec<_> = self.entries[0].kinds.iter().map(of).collect();
            self.step(0, &leaves);
        }
        self.step_through_texts(0);
        // A first run always happens: a function without goals still gets a test.
        let evals = EXPLORE_EVALS.min(self.evaluator.clock.remaining() / 8);
        let allowance = self.evaluator.clock.allow(evals);
        while !self.evaluator.clock.has_used(&allowance) {
            if self.done() || self.entries[0].kinds.is_empty() {
                break;
            }
            let leaves = self.random_leaves(0);
            self.step(0, &leaves);
        }
    }

    /// Runs the shape with each of the usual texts in its character arrays.
    fn step_through_texts(&mut self, at: usize) {
        for text in COMMON_TEXTS {
            let mut leaves = self.entries[at].defaults.clone();
            let any = write_text_everywhere(&self.entries[at].kinds, text.as_bytes(), &mut leaves);
            if !any || self.done() {
                return;
            }
            self.step(at, &leaves);
        }
    }

    fn vary(&mut self) {
        let allowance = self.evaluator.clock.share(VARY_SHARE);
        let mut next = 0;
        while next < self.entries.len() && !self.done() {
            let entry = Arc::clone(&self.entries[next]);
            let aliases = if next == 0 { self.factory.aliases(&entry) } else { Vec::new() };
            for shape in self.factory.variants(&entry).into_iter().chain(aliases) {
                if self.done() || self.evaluator.clock.has_used(&allowance) {
                    return;
                }
                self.try_variant(shape);
            }
            next += 1;
        }
    }

    /// Keeps a variant if any of a few runs of it is fruitful.
    fn try_variant(&mut self, shape: Shape) {
        if self.entries.len() >= SHAPES_LIMIT || !self.known_shapes.insert(shape.clone()) {
            return;
        }
        let tried = shape.clone();
        let Ok(entry) = self.factory.entry(shape) else { return };
        let at = self.entries.len();
        self.entries.push(Arc::new(entry));
        let before = self.evaluator.archive.candidates.len();
        let leaves = self.entries[at].defaults.clone();
        self.step(at, &leaves);
        self.step_as_archived(at, &[]);
        self.step_through_texts(at);
        self.step_randomly(at, VARIANT_EVALS);
        // A variant that grew while it was tried stays: what it needs is known only now.
        let grew = !self.entries[at].shape.is_like(&tried);
        if self.evaluator.archive.candidates.len() == before && !grew {
            self.entries.truncate(at);
        }
    }

    /// Runs the shape with the values of the latest archived tests: what a variant changes may lie behind what these
    /// have reached, as the first write to a full disk lies behind all that opens a file.
    /// With `text`, if there is one, in place of the texts.
    pub(crate) fn step_as_archived(&mut self, at: usize, text: &[u8]) {
        let latest = self.evaluator.archive.candidates.iter().rev().take(ADOPTED_TESTS);
        let tests: Vec<_> = latest.map(|candidate| candidate.test.clone()).collect();
        for test in tests {
            if self.done() {
                return;
            }
            let leaves = with_text(&self.entries[at], self.entries[at].adopt(&test), text);
            self.step(at, &leaves);
        }
    }

    fn step_randomly(&mut self, at: usize, evals: u64) {
        for _ in 0..evals {
            if self.done() {
                break;
            }
            let leaves = self.random_leaves(at);
            self.step(at, &leaves);
        }
    }

    /// Calls a function that remembers something several times in one test.
    fn repeat_calls(&mut self) {
        if !self.remembers {
            return;
        }
        for earlier in 1..MOST_CALLS {
            let mut shape = self.entries[0].shape.clone();
            shape.earlier_calls = earlier;
            let Ok(entry) = self.factory.entry(shape) else { return };
            if self.done() {
                return;
            }
            let at = self.entries.len();
            let before = self.evaluator.archive.candidates.len();
            self.entries.push(Arc::new(entry));
            let leaves = self.entries[at].defaults.clone();
            self.step(at, &leaves);
            self.step_randomly(at, REPEAT_EVALS);
            // The longest sequence stays: what it needs may be values, not calls.
            if self.evaluator.archive.candidates.len() == before && earlier + 1 < MOST_CALLS {
                self.entries.truncate(at);
            }
        }
    }

    fn random_forever(&mut self) {
        while !self.done() {
            let at = self.stream.position(self.entries.len());
            let leaves = self.random_leaves(at);
            self.step(at, &leaves);
            if self.entries[at].kinds.is_empty() && self.entries.len() == 1 {
                break;
            }
        }
    }

    fn random_leaves(&mut self, at: usize) -> Vec<u128> {
        let entry = &self.entries[at];
        let mut leaves = entry.defaults.clone();
        self.values.fill(&entry.kinds, &mut self.stream, &mut leaves);
        leaves
    }

    /// One evaluation; the shape adapts to what the run asks for.
    fn step(&mut self, at: usize, leaves: &[u128]) {
        let mut verdict = self.evaluator.evaluate(&Arc::clone(&self.entries[at]), leaves, false);
        while self.lay_on_heap() && !self.evaluator.clock.exhausted() {
            verdict = self.evaluator.evaluate(&Arc::clone(&self.entries[at]), leaves, false);
        }
        self.adapt(at, leaves, &verdict.result.ending);
        self.retype_arguments();
    }

    /// Changes the shape at `at` in place when the run of `leaves` asks for it.
    pub(crate) fn adapt(&mut self, at: usize, leaves: &[u128], ending: &Ending) {
        let entry = Arc::clone(&self.entries[at]);
        // Of the run itself: those below leave other stub calls behind.
        let wanted = self.wanted_shape(&entry, ending);
        if let Some(object) = self.overruns(ending) {
            if let Some(ended) = self.with_end(&entry, leaves, object) {
                self.known_shapes.insert(ended.shape.clone());
                self.entries[at] = Arc::new(ended);
                return;
            }
            if self.find_length(&entry, leaves, object) {
                self.spread_what_is_known();
            }
        }
        let Some(mut shape) = wanted else { return };
        self.tell(&mut shape);
        self.known_shapes.insert(shape.clone());
        if let Ok(entry) = self.factory.entry(shape) {
            self.entries[at] = Arc::new(entry);
        }
    }

    /// Tells `shape` which integers are lengths, and what lies on the heap.
    fn tell(&self, shape: &mut Shape) {
        shape.lengths.clone_from(&self.lengths);
        shape.heap.clone_from(&self.evaluator.heap);
    }

    pub(crate) fn spread_what_is_known(&mut self) {
        for at in 0..self.entries.len() {
            let mut shape = self.entries[at].shape.clone();
            self.tell(&mut shape);
            if let Ok(entry) = self.factory.entry(shape) {
                self.entries[at] = Arc::new(entry);
            }
        }
    }

    /// Gives the shape at `at` the answers that runs of the last attempt asked for.
    pub(crate) fn answer_asked(&mut self, at: usize) {
        for (function, calls) in std::mem::take(&mut self.evaluator.asked) {
            let shape = (self.stub_name)(function)
                .and_then(|name| self.factory.answered(&self.entries[at], &name, calls));
            if let Some(entry) = shape.and_then(|shape| self.factory.entry(shape).ok()) {
                self.entries[at] = Arc::new(entry);
            }
        }
    }

    /// The shape that the last run asks for, one of `entry` that ended so.
    pub(crate) fn wanted_shape(&self, entry: &ShapeEntry, ending: &Ending) -> Option<Shape> {
        if let Ending::Fault(fault) = ending
            && let FaultKind::OutOfBounds { object, input: true, offset, length, .. } = fault.kind
            && let Some(object) = self.evaluator.harness.object_position(object)
            && let Some(shape) = self.factory.grown(entry, object, offset, length)
        {
            return Some(shape);
        }
        if let Ending::Fault(fault) = ending
            && matches!(fault.kind, FaultKind::InvalidFree { .. })
            && entry.shape.heap != self.evaluator.heap
        {
            return Some(Shape { heap: self.evaluator.heap.clone(), ..entry.shape.clone() });
        }
        if let Some(shape) = environment::served(entry, &self.evaluator.harness.wishes(&entry.plan)) {
            return Some(shape);
        }
        let outputs = self.evaluator.harness.unset_outputs().iter();
        let output = outputs.filter_map(|wanted| {
            let name = (self.stub_name)(wanted.function)?;
            self.factory.with_output(entry, &name, wanted)
        });
        if let Some(shape) = { output }.next() {
            return Some(shape);
        }
        let calls = self.evaluator.harness.stub_calls();
        calls.iter().find_map(|&(function, calls)| {
            let name = (self.stub_name)(function)?;
            self.factory.answered(entry, &name, calls)
        })
    }

    /// The shape in play that makes the objects of `shape`, or a new one.
    pub(crate) fn entry_of(&mut self, shape: &Shape) -> Option<Arc<ShapeEntry>> {
        if let Some(entry) = self.entries.iter().find(|entry| entry.shape.is_like(shape)) {
            return Some(Arc::clone(entry));
        }
        let mut shape = shape.clone();
        self.tell(&mut shape);
        self.factory.entry(shape).ok().map(Arc::new)
    }

    /// Keeps a shape for later, if there is room.
    pub(crate) fn keep_entry(&mut self, entry: &Arc<ShapeEntry>) {
        let is_known = self.entries.iter().any(|known| known.shape.is_like(&entry.shape));
        if !is_known && self.entries.len() < SHAPES_LIMIT {
            self.entries.push(Arc::clone(entry));
        }
    }

    fn pursue(&mut self) {
        let explores = self.explores_paths();
        let mut local = match self.algorithm {
            Algorithm::Avm => self.first_attempt(),
            Algorithm::Ga => FIRST_POPULATION_EVALS,
        };
        let mut round = 0;
        let mut shares = Shares::default();
        while !self.done() {
            let before = self.evaluator.clock.evaluations;
            if self.evaluator.every_ending_counts {
                self.vary_streams(local);
            }
            if round > 0 {
                self.fail_allocations();
            }
            if explores {
                let even = local.saturating_mul(self.open_goals().len() as u64) / QUESTION_COST;
                let questions = shares.of_amount(Technique::Paths, even).max(FIRST_STEPS);
                let start = self.standing();
                self.explore_paths(FIRST_STEPS << round.min(MOST_DOUBLINGS), questions);
                self.retype_arguments();
                shares.note(Technique::Paths, self.paid_since(start));
                if self.proved_by_paths.is_some() {
                    return;
                }
            } else {
                self.follow_hints();
            }
            let start = self.standing();
            let evals = if explores { shares.of_amount(Technique::Values, local) } else { local };
            for goal in self.open_goals() {
                if self.done() {
                    return;
                }
                if !self.evaluator.archive.is_covered(goal) {
                    self.attempt(goal, round, evals);
                }
            }
            shares.note(Technique::Values, self.paid_since(start));
            if self.evaluator.clock.evaluations == before {
                // Nothing can be aimed at.
                return;
            }
            self.refute();
            round += 1;
            local = local.saturating_mul(2);
        }
    }

    /// Evaluations of the first attempt at a goal: few enough that each open goal gets one.
    fn first_attempt(&self) -> u64 {
        let goals = self.open_goals().len().max(1) as u64;
        let even = self.evaluator.clock.remaining() / (FIRST_ROUND_SHARE * goals);
        even.clamp(LEAST_ATTEMPT_EVALS, FIRST_ATTEMPT_EVALS)
    }

    /// What was covered so far, and the moment.
    fn standing(&self) -> (u64, Mark) {
        (self.evaluator.archive.covered_count() as u64, self.evaluator.clock.mark())
    }

    /// What came of the time since then.
    fn paid_since(&self, (goals, mark): (u64, Mark)) -> Paid {
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
            self.climb_shapes(&mut spot);
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
            && environment::served(self.entry, &self.evaluator.harness.wishes(&self.entry.plan)).is_some()
        {
            *self.wish = Some((leaves.to_vec(), verdict.result.ending.clone()));
        }
        // A target can be met by a run that ends badly; that covers nothing.
        Some(if verdict.fitness.is_covered() { Fitness { level: 0, distance: 0.5 } } else { verdict.fitness })
    }
}
