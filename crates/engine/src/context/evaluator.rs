//! Runs test cases of a unit and keeps what is new: coverage in the archive, faults as crashes.

use crate::context::archive::{Archive, Candidate};
use crate::context::edge_novelty::EdgeNovelty;
use crate::context::effort::{Effort, Standing};
use crate::context::enhancer::Enhancer;
use crate::context::fitness_trace::FitnessPoint;
use crate::context::limits::Limits;
use crate::memory_limit::WorkerMemory;
use crate::policy::RUNS;
use crate::schedule::clock::Clock;
use crate::suite::reasons::GivenUp;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use trine_coverage::observer::TraceObserver;
use trine_coverage::{CoverageStructure, Members, Target, TraceRecorder};
use trine_harness::{Comparison, Ending, Harness, Root, RunResult, STEP_LIMIT, SourceTaint};
use trine_inputs::Shape;
use trine_inputs::{Language, ShapeEntry, Shapes, TracedRun};
use trine_ir::{FuncId, SiteId};
use trine_judge::layout_independence::{LayoutChecker, LayoutDependence};
use trine_machine::{BranchEvent, Concrete, Domain, Fault, FaultKind, Location, Observer, Predicate};
use trine_record::{FindingClass, GoalId};
use trine_search::{Distances, Fitness, FitnessModel, FitnessObserver, TargetFitness};
use trine_testcase::TestCase;

/// The fitness of a run that was not aimed at anything.
const FARTHEST: Fitness = Fitness { approach_level: u32::MAX, branch_distance: f64::MAX };

/// A test case that crashes the code under test.
#[derive(Clone, Debug)]
pub struct Crash {
    /// The test case.
    pub test: TestCase,
    /// What happened.
    pub fault: Fault,
    /// The shape its skeleton was built from.
    pub shape: Shape,
    /// Whom it blames.
    pub class: FindingClass,
    /// Whether raw data alone brings it about, as in [`trine_record::Finding::of_data`].
    pub of_data: bool,
    /// Later runs with the same fault that were looked at, whether they blame the code.
    seen_again: u32,
}

/// Whom a fault blames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultClassification {
    /// The class of the finding.
    pub class: FindingClass,
    /// Whether raw data alone brings it about.
    pub of_data: bool,
}

/// What is watched of a run, its trace apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watch {
    Trace,
    EdgeNovelty,
    Fitness,
}

/// Runs test cases of one unit.
pub struct Evaluator<'a> {
    /// The coverage structure of the criterion.
    pub structure: &'a CoverageStructure,
    /// The machine.
    pub harness: Harness<'a>,
    /// What was found.
    pub archive: Archive,
    /// Distinct crashes.
    pub crashes: Vec<Crash>,
    /// What crashing runs did.
    pub crash_trace: trine_coverage::Trace,
    /// What runs did that depend on more than their inputs.
    pub layout_dependent_trace: trine_coverage::Trace,
    /// Tells such runs.
    pub layout_checker: LayoutChecker<'a>,
    /// Runs that an assumption ended.
    pub discarded: u64,
    /// What they did.
    pub discard_trace: trine_coverage::Trace,
    /// What runs did that ended in a fault or at a limit of the tool, whosever fault it is.
    pub cut_trace: trine_coverage::Trace,
    /// The budget.
    pub clock: Clock<'a>,
    /// What the language of the unit decides.
    pub language: &'a dyn Language,
    /// `(evaluations, milliseconds, goals covered)` each time a goal was covered.
    pub progress: Vec<(u64, u64, usize)>,
    /// What techniques did.
    pub effort: Effort,
    /// Functions the tool cannot run, with the reason, met on the way.
    pub unsupported: BTreeMap<String, u64>,
    /// How much memory the unit may use.
    pub memory: WorkerMemory,
    /// Why explorations of paths were given up before they had seen all, if any was.
    pub(crate) given_up: Option<GivenUp>,
    /// The functions whose goals are pursued.
    pub members: Members,
    /// Every run counts that ended within the machine's limits, faults and failed assumptions included.
    pub every_ending_counts: bool,
    /// Time is kept for telling values behind simple ones.
    pub tells: bool,
    /// Pointers whose objects the code frees, as in [`Shape::heap`].
    pub heap: BTreeSet<String>,
    /// Most calls of each external by runs that the input stream was too short for.
    pub asked: BTreeMap<FuncId, u32>,
    /// Tests whose variable arguments the code read as something else, with the shapes that have them so.
    pub misread: Vec<(Shape, TestCase)>,
    /// Tests that are not archived, but say as well as those which shapes to try: each the first one to do what it did
    /// among those that depend on where objects lie, or among those that stumble over a null pointer.
    pub informative_failures: Vec<(Shape, TestCase)>,
    /// The same of tests that got further in a function called, without an aim.
    pub callee_progress: Vec<(Shape, TestCase)>,
    novelty: EdgeNovelty,
    limits: Limits,
    longest_steps: u64,
    /// What the runs of the archived tests took, together.
    runs_of_tests: Duration,
    steps_shortened: bool,
    trace: TraceObserver,
    fitness: FitnessObserver,
    model: Arc<FitnessModel>,
    enhancer: Enhancer,
    /// What later evaluations are aimed at.
    aimed: Vec<Target>,
    /// The goal that these stand for.
    aimed_goal: Option<GoalId>,
    /// Every evaluation with its fitness, where somebody wants to see them.
    pub fitness_trace: Option<Vec<FitnessPoint>>,
    distances: Distances,
    source_taint: SourceTaint,
}

/// Branches of one function that a comparison of pointers decided: the addresses compared.
struct Decided {
    function: FuncId,
    branches: Vec<(SiteId, u32, (u64, u64))>,
}

impl<D: Domain> Observer<D> for Decided {
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if event.function != self.function || self.branches.len() >= RUNS.max_decided {
            return;
        }
        if let Predicate::IntCompare { width: 64, a, b, .. } = event.predicate {
            let branch = (event.site, event.outcome, (a as u64, b as u64));
            if !self.branches.contains(&branch) {
                self.branches.push(branch);
            }
        }
    }
}

/// What one evaluation showed.
#[derive(Clone, Debug)]
pub struct EvaluationResult {
    /// How the run ended.
    pub result: RunResult,
    /// Whether a goal was newly covered.
    pub fruitful: bool,
    /// Fitness for the target: 0 exactly when the run covers it.
    pub fitness: Fitness,
}

/// The fitness of a run that reached what is aimed at and did not cover it, because it crashed or ended badly otherwise:
/// nearer than every run that missed it, and not there. No other place decides what such a run is worth.
const REACHED_ONLY: Fitness = Fitness { approach_level: 0, branch_distance: 0.5 };

impl EvaluationResult {
    /// The fitness of the run as a place to start from: one that reached the target and then crashed did not cover it.
    #[must_use]
    pub fn fitness_of_start(&self) -> Fitness {
        match self.result.ending {
            Ending::Fault(_) if self.fitness.is_covered() => REACHED_ONLY,
            _ => self.fitness,
        }
    }

    /// The fitness of a run that did not cover the goal, whatever it met.
    #[must_use]
    pub fn fitness_of_uncovered(&self) -> Fitness {
        if self.fitness.is_covered() { REACHED_ONLY } else { self.fitness }
    }
}

impl<'a> Evaluator<'a> {
    /// An evaluator of `members`, whose structure is `structure`.
    #[must_use]
    pub fn new(
        members: &Members,
        structure: &'a CoverageStructure,
        harness: Harness<'a>,
        layout_checker: LayoutChecker<'a>,
        clock: Clock<'a>,
        language: &'a dyn Language,
    ) -> Self {
        let recorder = TraceRecorder::new(structure.layout().clone());
        let enhancer = Enhancer::new(Arc::clone(harness.program()), Arc::clone(structure.function()));
        let model = Arc::new(FitnessModel::with_helpers(harness.program(), structure.function().clone()));
        Self {
            structure,
            harness,
            archive: Archive::new(structure),
            crashes: Vec::new(),
            crash_trace: structure.new_trace(),
            layout_dependent_trace: structure.new_trace(),
            layout_checker,
            discarded: 0,
            discard_trace: structure.new_trace(),
            cut_trace: structure.new_trace(),
            clock,
            language,
            progress: Vec::new(),
            effort: Effort::default(),
            unsupported: BTreeMap::new(),
            memory: WorkerMemory::default(),
            given_up: None,
            members: members.clone(),
            every_ending_counts: false,
            tells: false,
            heap: BTreeSet::new(),
            asked: BTreeMap::new(),
            misread: Vec::new(),
            informative_failures: Vec::new(),
            callee_progress: Vec::new(),
            novelty: EdgeNovelty::default(),
            limits: Limits::default(),
            longest_steps: 0,
            runs_of_tests: Duration::ZERO,
            steps_shortened: false,
            trace: TraceObserver::over(members.clone(), recorder),
            fitness: FitnessObserver::over(Arc::clone(&model), members.clone()),
            model,
            enhancer,
            aimed: Vec::new(),
            aimed_goal: None,
            fitness_trace: None,
            distances: Distances::default(),
            source_taint: SourceTaint::default(),
        }
    }

    /// Aims later evaluations at the nearest of `targets`, which stand for `goal`.
    pub fn aim(&mut self, goal: GoalId, targets: &[Target]) {
        let compiled: Vec<Arc<TargetFitness>> =
            targets.iter().map(|target| Arc::new(self.model.target(target))).collect();
        self.fitness.aim(&compiled);
        self.aimed = targets.to_vec();
        self.aimed_goal = Some(goal);
    }

    /// Measures what is aimed at by its enhanced fitness from now on, or by its standard one. Several functions
    /// read as one have the standard fitness only.
    pub fn enhance(&mut self, enhanced: bool) {
        let measured = if enhanced && !self.every_ending_counts { self.aimed.as_slice() } else { &[] };
        let fitness = |(at, target)| Some((at, self.enhancer.fitness(target)?));
        let all: Vec<_> = measured.iter().enumerate().filter_map(fitness).collect();
        self.fitness.enhance(all);
    }

    /// Whether only overflow leads to what is aimed at, as far as is known.
    #[must_use]
    pub fn takes_overflow(&mut self) -> bool {
        let single = !self.every_ending_counts;
        let takes = |target| self.enhancer.fitness(target).is_some_and(|fitness| fitness.takes_overflow());
        single && !self.aimed.is_empty() && self.aimed.iter().all(takes)
    }

    /// The assumptions and assertions of the last run that was aimed.
    #[must_use]
    pub fn checks(&self) -> &trine_search::Checks {
        self.distances.checks()
    }

    /// What all runs did, however they ended; what did nothing new may be left out.
    #[must_use]
    pub fn reached(&self) -> trine_coverage::Trace {
        let mut reached = self.archive.seen.clone();
        for trace in [&self.crash_trace, &self.layout_dependent_trace, &self.discard_trace, &self.cut_trace] {
            reached.merge(trace);
        }
        reached
    }

    /// The limit of the tool at which every run ended, if that is why the search was given up.
    #[must_use]
    pub fn hopeless_limit(&self) -> Option<&str> {
        let is_why = self.limits.is_hopeless() && self.unsupported.len() == 1;
        self.unsupported.keys().next().filter(|_| is_why).map(String::as_str)
    }

    /// Whether runs were discarded by assumptions, and none was not.
    #[must_use]
    pub fn all_discarded(&self) -> bool {
        self.discarded > 0 && self.archive.candidates.is_empty() && self.crashes.is_empty()
    }

    /// Runs the test case of `entry` with `leaves`; when aimed, its fitness is computed too.
    pub fn evaluate(&mut self, entry: &ShapeEntry, leaves: &[u128], aimed: bool) -> EvaluationResult {
        self.clock.evaluations += 1;
        let watch = if aimed { Watch::Fitness } else { Watch::EdgeNovelty };
        let mut result = self.run(entry, leaves, watch);
        self.pay_for_memory();
        let mut within = None;
        if let Ending::Fault(fault) = &result.ending
            && matches!(fault.kind, FaultKind::OutOfBounds { input: true, .. })
            && !self.may_grow(entry, fault)
        {
            within = entry.within_lengths(leaves);
        }
        if let Some(within) = &within {
            // The test lied about a length: that is nobody's fault but its own.
            self.clock.evaluations += 1;
            result = self.run(entry, within, watch);
        }
        let fitness = match result.ending {
            _ if !aimed => FARTHEST,
            // Whatever is aimed at, the assumptions come first.
            Ending::Discarded => self.distances.checks().of_discarded(),
            _ => self.fitness_of(&result).unwrap_or(FARTHEST),
        };
        let leaves = within.as_deref().unwrap_or(leaves);
        let fruitful = self.keep(entry, leaves, &result);
        let aimed_at = if aimed { self.aimed_goal } else { None };
        self.note(aimed_at.map(|goal| (goal, fitness)), &result.ending);
        EvaluationResult { result, fruitful, fitness }
    }

    /// Runs the test case of `entry` with `leaves` in a domain of terms, which `bind` tells where the inputs
    /// lie; archived and counted like any evaluation.
    pub fn evaluate_symbolically(
        &mut self,
        entry: &ShapeEntry,
        leaves: &[u128],
        domain: &mut trine_dse::Concolic,
        path: &mut impl Observer<trine_dse::Concolic>,
        bind: impl FnOnce(&mut trine_dse::Concolic, &dyn Fn(trine_harness::Root) -> u64),
    ) -> RunResult {
        self.clock.evaluations += 1;
        self.trace.recorder.clear();
        let leaves = entry.allowed(leaves);
        let mut novelty = trine_machine::Both(&mut self.novelty, path);
        let mut observer = trine_machine::Both(&mut self.trace, &mut novelty);
        let result = self.harness.run_bound(&entry.plan, &leaves, domain, &mut observer, bind);
        self.clock.executed();
        self.pay_for_memory();
        self.keep(entry, &leaves, &result);
        self.note(None, &result.ending);
        result
    }

    /// Notes an evaluation in the trace, if there is one.
    fn note(&mut self, aimed_at: Option<(GoalId, Fitness)>, ending: &Ending) {
        if let Some(trace) = &mut self.fitness_trace {
            let covered = self.archive.covered_count();
            let evaluation = self.clock.evaluations;
            trace.push(FitnessPoint { evaluation, aimed_at, ending: ending.clone(), covered });
        }
    }

    /// Memory takes time to fill: what the last run made counts.
    fn pay_for_memory(&mut self) {
        self.clock.evaluations += self.harness.grown_bytes() / RUNS.bytes_per_eval;
    }

    /// Runs a test case to see which shapes it suggests; neither archived nor counted as an
    /// evaluation.
    pub fn proposals(&mut self, factory: &dyn Shapes, entry: &ShapeEntry, leaves: &[u128]) -> Vec<Shape> {
        let leaves = entry.allowed(leaves);
        let mut decided = Decided { function: entry.plan.function, branches: Vec::new() };
        let result = self.harness.run_traced(&entry.plan, &leaves, &mut self.source_taint, &mut decided);
        self.clock.executed();
        let layout = self.structure.layout();
        let seen = &self.archive.seen.edges;
        let matters = |comparison: &Comparison| {
            let of = (comparison.a.address, comparison.b.address);
            let other = |branch: &(SiteId, u32, (u64, u64))| {
                branch.2 == of && !seen.contains(layout.edge(branch.0, 1 - branch.1.min(1)))
            };
            decided.branches.iter().any(other)
        };
        let faulted = matches!(result.ending, Ending::Fault(_));
        let run =
            TracedRun { harness: &self.harness, origins: &self.source_taint, faulted, matters: &matters };
        factory.proposals(entry, &run)
    }

    fn fitness_of(&self, result: &RunResult) -> Option<Fitness> {
        let halted = result.ending != Ending::Returned && !self.harness.stream().ran_out();
        match self.every_ending_counts && halted {
            true => self.fitness.fitness_when_halted(),
            false => self.fitness.fitness(),
        }
    }

    /// Whether a run that ended so covers what it executed.
    #[must_use]
    pub fn counts(&self, ending: &Ending) -> bool {
        match ending {
            Ending::Limit(_) | Ending::Unsupported(_) => false,
            Ending::Fault(_) | Ending::Discarded if self.every_ending_counts => true,
            _ => self.language.counts(ending),
        }
    }

    fn run(&mut self, entry: &ShapeEntry, leaves: &[u128], watch: Watch) -> RunResult {
        self.trace.recorder.clear();
        // The one place where test cases run: no value that the preconditions exclude gets past it.
        let leaves = entry.allowed(leaves);
        let result = match watch {
            Watch::Fitness => {
                self.fitness.clear();
                let mut observer = trine_machine::Both(&mut self.trace, &mut self.fitness);
                self.harness.run(&entry.plan, &leaves, &mut self.distances, &mut observer)
            }
            Watch::EdgeNovelty => {
                let mut observer = trine_machine::Both(&mut self.trace, &mut self.novelty);
                self.harness.run(&entry.plan, &leaves, &mut Concrete, &mut observer)
            }
            Watch::Trace => self.harness.run(&entry.plan, &leaves, &mut Concrete, &mut self.trace),
        };
        self.clock.executed();
        result
    }

    /// What the last run did in the function under test.
    #[must_use]
    pub fn last_trace(&self) -> &trine_coverage::Trace {
        &self.trace.recorder.trace
    }

    /// Runs a test case for its trace only: neither archived nor counted as an evaluation.
    pub fn probe(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> RunResult {
        self.run(entry, leaves, Watch::Trace)
    }

    /// What a run with these values shows.
    pub fn observe(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Vec<trine_testcase::Observation> {
        self.clock.executed();
        let leaves = entry.allowed(leaves);
        self.harness.run_and_observe(&entry.plan, &leaves, &mut trine_machine::Ignore).1
    }

    fn keep(&mut self, entry: &ShapeEntry, leaves: &[u128], result: &RunResult) -> bool {
        if result.ending == Ending::Returned {
            self.longest_steps = self.longest_steps.max(result.steps);
        }
        if self.harness.stream().ran_out() {
            for &(function, calls) in self.harness.stub_calls() {
                let most = self.asked.entry(function).or_default();
                *most = calls.max(*most);
            }
        }
        let is_new = self.novelty.take();
        if !matches!(result.ending, Ending::Unsupported(_)) {
            self.limits.supported();
        }
        if self.counts(&result.ending) {
            let archived = self.archive.candidates.len();
            let fruitful = self.archive_run(entry, leaves);
            let is_unknown = self.archive.candidates.len() == archived;
            if is_new && is_unknown && self.callee_progress.len() < RUNS.max_callee_progress {
                self.callee_progress.push((entry.shape.clone(), entry.test(leaves)));
            }
            return fruitful;
        }
        match &result.ending {
            Ending::Returned | Ending::Exited(_) | Ending::Aborted => false,
            Ending::Fault(fault) => {
                self.keep_crash(entry, leaves, fault);
                false
            }
            Ending::Unsupported(what) => {
                self.cut_trace.merge(&self.trace.recorder.trace);
                *self.unsupported.entry(what.clone()).or_default() += 1;
                self.limits.unsupported(!self.trace.recorder.trace.edges.is_empty());
                if self.limits.is_hopeless() && self.unsupported.len() == 1 {
                    self.clock.end_search();
                }
                false
            }
            Ending::Limit(limit) => {
                self.cut_trace.merge(&self.trace.recorder.trace);
                match *limit {
                    STEP_LIMIT => self.keep_endless(entry, leaves),
                    _ => *self.unsupported.entry(self.out_of_memory()).or_default() += 1,
                }
                false
            }
            Ending::Discarded => {
                self.discarded += 1;
                self.discard_trace.merge(&self.trace.recorder.trace);
                false
            }
        }
    }

    /// What is said of runs that want more memory than a machine has.
    fn out_of_memory(&self) -> String {
        let most = self.memory.machine_bytes() >> 20;
        format!("more than {most} MiB were allocated, a run's share of --memory {}", self.memory)
    }

    /// A run that did not end is a finding; later runs of the search get only a multiple of the
    /// steps that runs which end have needed, because one endless run costs as much as thousands.
    fn keep_endless(&mut self, entry: &ShapeEntry, leaves: &[u128]) {
        if self.steps_shortened {
            return;
        }
        self.steps_shortened = true;
        self.harness
            .set_step_limit(RUNS.min_steps.max(RUNS.steps_multiple.saturating_mul(self.longest_steps)));
        let unmet_requests = self.harness.unmet_requests(&entry.plan);
        if !(unmet_requests.registers.is_empty() && unmet_requests.volatile.is_empty()) {
            // A loop that waits for hardware ends when that answers.
            return;
        }
        let span = self.structure.function().span;
        let stack = vec![Location { function: entry.plan.function, span }];
        self.keep_crash(entry, leaves, &Fault { kind: FaultKind::StepLimit, stack });
    }

    fn archive_run(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> bool {
        if !self.archive.seen.lacks(&self.trace.recorder.trace)
            || self.is_misread(entry, leaves)
            || !self.is_layout_independent(entry, leaves)
        {
            return false;
        }
        let trace = &self.trace.recorder.trace;
        let make =
            || Candidate { test: entry.test(leaves), shape: entry.shape.clone(), trace: trace.clone() };
        let fruitful = self.archive.offer(self.structure, trace, make);
        // To build a test anew, and what it is to check, takes time beside its runs.
        self.runs_of_tests += self.layout_checker.run_time + entry.build_time / 2;
        self.keep_for_replay(self.archive.candidates.len());
        if fruitful {
            let milliseconds = self.clock.elapsed().as_millis() as u64;
            self.effort.progressed(self.progress.len());
            self.progress.push((self.clock.evaluations, milliseconds, self.archive.covered_count()));
        }
        fruitful
    }

    /// Where the unit stands.
    #[must_use]
    pub fn stands(&self) -> Standing {
        Standing {
            evaluations: self.clock.evaluations,
            elapsed: self.clock.elapsed(),
            goals: self.archive.covered_count() as u64,
        }
    }

    /// From now on, `technique` is at work; gives the one that was before.
    pub fn turn_of(&mut self, technique: &'static str) -> &'static str {
        let now = self.stands();
        let before = self.effort.turn(technique, now);
        self.effort.count_turn();
        before
    }

    /// The technique `before` goes on.
    pub fn back_to(&mut self, before: &'static str) {
        let now = self.stands();
        self.effort.resume(before, now);
    }

    /// Keeps the time that the replay of `tests` tests will take, if they are like those archived.
    pub fn keep_for_replay(&mut self, tests: usize) {
        let archived = self.archive.candidates.len().max(1) as u32;
        self.clock.keep_for_replay(tests, self.runs_of_tests / archived);
    }

    /// Whether the last run read variable arguments as something else than they are: then they reach the function
    /// in other registers of the real machine. The shape that has them as they were read is noted.
    fn is_misread(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> bool {
        if !entry.has_variable_arguments() {
            return false;
        }
        self.harness.run_traced(
            &entry.plan,
            &entry.allowed(leaves),
            &mut self.source_taint,
            &mut trine_machine::Ignore,
        );
        self.clock.executed();
        let read = self.harness.arguments_read(&entry.plan, &self.source_taint);
        let Some(shape) = self.language.with_arguments_as_read(entry, &read) else { return false };
        self.misread.push((shape, entry.test(leaves)));
        true
    }

    /// Whether a run read more variable arguments than a test passes: no call has as many as the code may ask for.
    fn leaves_variable_arguments(&self, entry: &ShapeEntry, fault: &Fault) -> bool {
        let FaultKind::OutOfBounds { object, .. } = fault.kind else { return false };
        let position = self.harness.object_position(object);
        position.is_some_and(|position| entry.plan.objects[position].of_argument_list)
    }

    /// The last run as a test of the suite, whatever it covers; none when it depends on more than its inputs.
    pub fn candidate(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Option<Candidate> {
        let trace = self.trace.recorder.trace.clone();
        let is_independent = self.is_layout_independent(entry, leaves);
        is_independent.then(|| Candidate { test: entry.test(leaves), shape: entry.shape.clone(), trace })
    }

    /// Whether the last run depends on its inputs only; what it is worth otherwise is noted.
    fn is_layout_independent(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> bool {
        match self.dependence(entry, leaves) {
            None => return true,
            Some(LayoutDependence::UnsetBranch(fault)) => self.keep_crash(entry, leaves, &fault),
            Some(
                LayoutDependence::Addresses
                | LayoutDependence::UnsetPath
                | LayoutDependence::NullPointer
                | LayoutDependence::BeyondMemory,
            ) => {}
        }
        if self.layout_dependent_trace.merge(&self.trace.recorder.trace) {
            self.informative_failures.push((entry.shape.clone(), entry.test(leaves)));
        }
        false
    }

    /// What the test of `entry` with `leaves` depends on beyond its inputs, if anything.
    pub fn dependence(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Option<LayoutDependence> {
        let deadline = self.clock.deadline();
        let (leaves, evaluations) = (entry.allowed(leaves), self.clock.evaluations);
        self.layout_checker.dependence(&mut self.harness, &entry.plan, &leaves, evaluations, deadline)
    }

    /// Whether the test accesses words at places of their objects that words do not have.
    pub fn accesses_unaligned(&mut self, plan: &trine_harness::Plan, leaves: &[u128]) -> bool {
        self.layout_checker.accesses_unaligned(&mut self.harness, plan, leaves)
    }

    /// Whether the object that a run read past its end may become larger.
    #[must_use]
    pub fn may_grow(&self, entry: &ShapeEntry, fault: &Fault) -> bool {
        let FaultKind::OutOfBounds { object, input: true, offset, length, .. } = fault.kind else {
            return false;
        };
        let position = self.harness.object_position(object);
        position.is_some_and(|position| entry.growth(position, offset, length).is_some())
    }

    /// The input object that a run could not free, because it was a variable, as in [`Shape::heap`].
    #[must_use]
    pub fn freed_input(&self, entry: &ShapeEntry, fault: &Fault) -> Option<String> {
        let FaultKind::InvalidFree { address } = fault.kind else { return None };
        match self.harness.place_of(address)? {
            (Root::Object(object), 0) => entry.heap_key(object),
            _ => None,
        }
    }

    fn keep_crash(&mut self, entry: &ShapeEntry, leaves: &[u128], fault: &Fault) {
        self.cut_trace.merge(&self.trace.recorder.trace);
        if self.may_grow(entry, fault) {
            // The test's fault, not the code's: the shape grows and the run is repeated.
            return;
        }
        if let Some(key) = self.freed_input(entry, fault) {
            // Likewise: what the code frees must lie on the heap.
            self.heap.insert(key);
            return;
        }
        if self.is_misread(entry, leaves) || self.leaves_variable_arguments(entry, fault) {
            return;
        }
        if self.crash_trace.merge(&self.trace.recorder.trace) && stumbles(fault) {
            self.informative_failures.push((entry.shape.clone(), entry.test(leaves)));
        }
        let mut crashes = self.crashes.iter_mut();
        let known = crashes.position(|crash| trine_judge::faults::same_fault(&crash.fault, fault));
        if let Some(known) = known.map(|at| &mut self.crashes[at]) {
            known.seen_again += 1;
            if known.class == FindingClass::Code || known.seen_again > RUNS.max_seen_again {
                return;
            }
        }
        let FaultClassification { class, of_data } = self.classify_fault(entry, leaves, fault);
        let (test, shape) = (entry.test(leaves), entry.shape.clone());
        let crash = Crash { test, fault: fault.clone(), shape, class, of_data, seen_again: 0 };
        match known {
            None => self.crashes.push(crash),
            Some(at) if class == FindingClass::Code => self.crashes[at] = crash,
            Some(_) => {}
        }
    }
}

/// Whether a run may have ended at a pointer that a test left null.
#[must_use]
pub fn stumbles(fault: &Fault) -> bool {
    matches!(
        fault.kind,
        FaultKind::NullDereference { .. } | FaultKind::CallOfNonFunction { .. } | FaultKind::Library { .. }
    )
}
