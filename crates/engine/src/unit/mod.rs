//! One unit: a function, from goals to a finished, replayed suite with evidence for every goal.

mod alone;
pub mod attempt;
pub mod branch_search;
mod effective;
pub mod fitness_functions;
mod flow;
mod graph;
pub mod nearest;
pub mod outcome;
mod promises;
mod records;
mod refuted;
mod remade;
mod replayed;
mod setup;
mod withdrawal;

pub use alone::Trial;
pub use outcome::UnitOutcome;
pub use remade::Remade;

use crate::context::archive::Candidate;
use crate::context::evaluator::Evaluator;
use crate::context::fitness_trace::FitnessPoint;
use crate::context::search::SearchContext;
use crate::mutants::telling::Telling;
use crate::mutants::{MutantRuns, inputs};
use crate::options::Options;
use crate::own_tests::{self, OwnTests};
use crate::policy::SUITE;
use crate::schedule::clock::{Clock, Phase};
use crate::schedule::unit_search::UnitSearch;
use crate::scope::ProgramScope;
use crate::sources::Sources;
use crate::suite::exhaust;
use crate::suite::findings::source_span;
use crate::suite::finish::finished_suite;
use crate::suite::run_proof::{AllRuns, RunProof, behind_crashes};
use crate::techniques::symbolic::{self, PathProof};
use nearest::NearRuns;
use setup::Surroundings;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use trine_base::{AtWork, Stream};
use trine_coverage::{CoverageStructure, GoalState, Trace};
use trine_inputs::{Language, Shape, ShapeEntry, Shapes};
use trine_ir::analysis::Closure;
use trine_ir::{FuncId, Function, Program};
use trine_record::{
    Argument, Criterion, GoalCounts, GoalId, GoalKind, GoalRecord, GoalStatus, McdcVariant, Proof, Reach,
    UnitRecord, UnitStatus,
};
use trine_testcase::api::{ApiModel, CallableId, Linkage};

/// What a unit is searched with.
#[derive(Clone, Copy, Debug)]
pub struct UnitContext<'a> {
    /// The program.
    pub program: &'a Arc<Program>,
    /// Its API model.
    pub api: &'a ApiModel,
    /// Source strings.
    pub sources: &'a Sources,
    /// The callable under test.
    pub callable: CallableId,
    /// Options.
    pub options: &'a Options,
    /// What its language decides: inputs within what its callers guarantee, and endings.
    pub language: &'a dyn Language,
    /// The whole program is the unit and the callable its entry; `None` for a function alone.
    pub scope: Option<&'a ProgramScope>,
    /// Where the technique at work is told; `None` where nobody asks.
    pub at_work: Option<&'a Arc<AtWork>>,
    /// Tests that the user has, where they are named and there are any about the function or that come to it.
    pub own_tests: Option<&'a OwnTests>,
}

impl UnitContext<'_> {
    fn function(&self) -> Result<(FuncId, Arc<Function>), String> {
        let callable = &self.api.callables[self.callable];
        if let Some(reason) = &callable.abi.unsupported {
            return Err(reason.clone());
        }
        let id = self
            .program
            .function_named(&callable.symbol)
            .ok_or_else(|| format!("`{}` has no body in the program", callable.name))?;
        match self.program.body(id) {
            Ok(body) => Ok((id, self.scope.map_or_else(|| Arc::clone(body), |s| s.merged.function.clone()))),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The goals of the unit, whose function is `function`.
    fn structure(&self, function: Arc<Function>) -> CoverageStructure {
        let Options { criterion, mcdc, .. } = *self.options;
        match self.scope {
            Some(scope) => scope.structure(criterion, mcdc),
            None => CoverageStructure::new(function, criterion, mcdc),
        }
    }

    /// The unit before the search: its goals, all unknown or proved infeasible by structure.
    #[must_use]
    pub fn pending(&self) -> UnitOutcome {
        let (status, goals) = match self.function() {
            Err(reason) => (UnitStatus::Unsupported { reason }, Vec::new()),
            Ok((_, function)) => {
                let structure = self.structure(function);
                let records = structure.goals.indices().map(|goal| {
                    let reason = "the search has not come to it yet".to_owned();
                    self.goal_record(&structure, goal, || GoalStatus::Unknown { reason })
                });
                (UnitStatus::Pending, records.collect())
            }
        };
        let record = self.record(status, GoalCounts::of(&goals));
        UnitOutcome {
            record,
            goals,
            tests: Vec::new(),
            crashes: Vec::new(),
            findings: Vec::new(),
            reach: Reach::default(),
        }
    }

    /// Marks open goals covered that tests of other functions cover, and records what the tests did in the function: `traces` holds,
    /// test by test, what replaying `tests` did in each function, `near` how near they came to what they did not cover.
    pub fn add_covered(
        &self,
        outcome: &mut UnitOutcome,
        tests: &[String],
        traces: &[BTreeMap<FuncId, Trace>],
        near: Option<&NearRuns<'_>>,
    ) {
        let Ok((id, function)) = self.function() else { return };
        let structure = self.structure(function);
        for goal in &mut outcome.goals {
            if !matches!(goal.status, GoalStatus::Unknown { .. }) {
                continue;
            }
            let covers =
                |trace: Option<&Trace>| trace.is_some_and(|trace| structure.is_covered(goal.id, trace));
            if let Some((_, test)) = traces.iter().zip(tests).find(|(trace, _)| covers(trace.get(&id))) {
                goal.status = GoalStatus::Covered { tests: vec![test.clone()] };
            }
        }
        outcome.record.goals = GoalCounts::of(&outcome.goals);
        let replays =
            tests.iter().zip(traces).filter_map(|(name, trace)| Some((name.as_str(), trace.get(&id)?)));
        let own = outcome.tests.iter().map(|test| test.name.as_str()).collect();
        let replays = Self::concerning(&own, &outcome.goals, replays);
        outcome.record.flow = self.flow(&structure, &outcome.goals, &replays, near);
    }

    fn record(&self, status: UnitStatus, goals: GoalCounts) -> UnitRecord {
        let callable = &self.api.callables[self.callable];
        let line = callable.span.map_or(0, |span| span.start.line);
        let preconditions = self.language.preconditions();
        UnitRecord { status, goals, preconditions, ..UnitRecord::new(&callable.name, &callable.unit, line) }
    }

    fn goal_record(
        &self,
        structure: &CoverageStructure,
        id: GoalId,
        status: impl FnOnce() -> GoalStatus,
    ) -> GoalRecord {
        let goal = &structure.goals[id];
        let decision = match goal.kind {
            GoalKind::Condition { condition, .. } => {
                let condition = &structure.function().coverage.conditions[trine_ir::ConditionId(condition)];
                condition.decision.map(|(decision, _)| decision.0)
            }
            GoalKind::Decision { decision, .. } | GoalKind::Independence { decision, .. } => Some(decision),
            GoalKind::Statement { .. } | GoalKind::Branch { .. } | GoalKind::Exception { .. } => None,
        };
        let status = match goal.state {
            GoalState::Dead => {
                GoalStatus::Infeasible(Proof::new(Argument::Structure))
            }
            GoalState::Unmatched => GoalStatus::Unknown {
                reason: "a limit of the tool: this part of the source could not be matched to the control-flow graph"
                    .to_owned(),
            },
            GoalState::Open => status(),
        };
        GoalRecord {
            id,
            goal: goal.kind,
            span: source_span(self.program, goal.expansion.unwrap_or(goal.span)),
            text: self.sources.text(goal.span, 80),
            decision,
            status,
        }
    }

    /// Searches the unit, until its budget is used or `stop` is set.
    pub fn run(&self, stop: &AtomicBool) -> UnitOutcome {
        match self.function() {
            Err(_) => self.pending(),
            Ok((id, function)) => self.search(id, function, stop, None),
        }
    }

    /// Searches the unit like [`run`](Self::run), and tells each evaluation with its fitness.
    pub fn traced(&self, stop: &AtomicBool) -> (UnitOutcome, Vec<FitnessPoint>) {
        match self.function() {
            Err(_) => (self.pending(), Vec::new()),
            Ok((id, function)) => {
                let mut trace = Vec::new();
                (self.search(id, function, stop, Some(&mut trace)), trace)
            }
        }
    }

    fn search(
        &self,
        id: FuncId,
        function: Arc<Function>,
        stop: &AtomicBool,
        trace: Option<&mut Vec<FitnessPoint>>,
    ) -> UnitOutcome {
        let options = self.options;
        let clock = Clock::start(options.budget, stop);
        let structure = self.structure(Arc::clone(&function));
        let Surroundings { factory, closure, remembers, reach } = self.surroundings(id);
        let base = match factory.entry(Shape::default()) {
            Ok(base) => base,
            Err(error) => return self.unsupported(error.to_string()),
        };
        if let Some(pointer) = factory.impossible_pointer(&base) {
            return self.unsupported(format!(
                "`{pointer}` is never null by the preconditions of trine.toml, but nothing that it could point to can be made"
            ));
        }
        let mut evaluator = match self.evaluator(id, &structure, clock) {
            Ok(evaluator) => evaluator,
            Err(error) => return self.unsupported(error),
        };
        evaluator.fitness_trace = trace.is_some().then(Vec::new);
        let stub_name = |function| self.stub_name(function);
        let name = &self.api.callables[self.callable].symbol;
        let constants = self.constants(id);
        let stream = Stream::new(options.seed, name);
        let strategy = options.strategy;
        let mut context =
            SearchContext::new(&mut evaluator, &*factory, &stub_name, strategy, stream, constants, base);
        context.remembers = remembers;
        context.algorithm = options.algorithm;
        context.line_search = options.line_search;
        context.paths = options.paths;
        context.pathwise = options.pathwise.clone();
        context.fitness = options.fitness;
        context.portfolio = options.portfolio.clone();
        context.faults = self.faults();
        if let Some(own) = self.own_tests {
            own_tests::begin(&mut context, own);
        }
        let mut session = UnitSearch::new(context);
        session.run();
        let by_paths = session.take_proof();
        let pathwise = session.pathwise.outcome.take();
        let (mut solver, refutations) = session.solver();
        solver.add(refutations);
        let (bases, paths) = (session.context.entries, session.context.path_counts);
        if let Some(trace) = trace {
            trace.extend(evaluator.fitness_trace.take().unwrap_or_default());
        }
        // `llvm-cov`'s rule of independence is kept too, so that its report agrees with ours.
        let oracle =
            (options.criterion == Criterion::Mcdc && options.mcdc == McdcVariant::Masking).then(|| {
                CoverageStructure::new(Arc::clone(&function), Criterion::Mcdc, McdcVariant::UniqueCause)
            });
        let structures: Vec<_> = std::iter::once(&structure).chain(&oracle).collect();
        let proof = by_paths
            .and_then(|paths| proved_by_paths(&mut evaluator, paths, &bases, &*factory, &closure))
            .or_else(|| exhaust::proof(&mut evaluator, &bases, &*factory, &closure));
        // Tests that do not hold make up for nothing.
        let own = self.own_tests.filter(|own| !own.reaching.is_empty());
        let given = own.map(|own| own.union(&structure));
        let mut suite = finished_suite(&mut evaluator, &*factory, &structures, given.as_ref());
        let mut mutants = self.mutant_runs(id, &structure);
        // The user's own tests may notice what the others do not.
        let tells = options.tells_values && !evaluator.archive.only_kept && given.is_none();
        if let Some(runs) = mutants.as_mut().filter(|_| tells) {
            let stream = Stream::new(options.seed, &format!("telling values of {name}"));
            let until = evaluator.clock.part_of(Phase::Suite, 1);
            let mut numbers = inputs::numbers(&function);
            numbers.extend(
                self.constants(id).integers().iter().copied().filter(|number| !(-1..=1).contains(number)),
            );
            let (evaluator, constants) = (&mut evaluator, &numbers[..]);
            let factory = &*factory;
            let mut telling = Telling { evaluator, factory, runs, constants, stream, until };
            telling.tell(&mut suite);
        }
        let mut outcome =
            self.finish(&mut evaluator, &*factory, &structure, suite, (proof, mutants.as_mut()));
        if let Some(runs) = &mutants {
            outcome.record.executions += runs.runs;
        }
        outcome.record.paths = paths;
        outcome.reach = reach;
        if let Some(pathwise) = pathwise {
            pathwise.name_tests(&*factory, &mut outcome);
        }
        outcome.record.solver_calls = solver.queries;
        (outcome.record.solver, outcome.record.solver_times) = symbolic::records(&solver);
        outcome
    }

    fn unsupported(&self, reason: String) -> UnitOutcome {
        let mut outcome = self.pending();
        outcome.record.status = UnitStatus::Unsupported { reason: reason.clone() };
        for goal in &mut outcome.goals {
            if let GoalStatus::Unknown { reason: old } = &mut goal.status {
                old.clone_from(&reason);
            }
        }
        outcome
    }

    /// The name of a function whose return values a test sets; one that returns nothing has none to set.
    fn stub_name(&self, function: FuncId) -> Option<String> {
        if self.scope.is_some_and(|scope| !scope.inputs.contains(&function)) {
            return None;
        }
        let symbol = &self.program.callables[function].name;
        let callable = self.api.callables.iter().find(|callable| callable.symbol == *symbol)?;
        let is_stub = matches!(callable.linkage, Linkage::Undefined | Linkage::StandIn);
        is_stub.then(|| callable.name.clone())
    }

    fn faults(&self) -> trine_refutation::Faults {
        trine_refutation::Faults { signed_overflow: self.options.signed_overflow_faults }
    }

    fn finish(
        &self,
        evaluator: &mut Evaluator<'_>,
        factory: &dyn Shapes,
        structure: &CoverageStructure,
        suite: Vec<Candidate>,
        (proof, mutants): (Option<RunProof>, Option<&mut MutantRuns<'_>>),
    ) -> UnitOutcome {
        let judge = self.harness(self.config());
        let Ok(mut judge) = judge else { return self.unsupported("the machine cannot be set up".to_owned()) };
        let mut replayed = self.replay(&mut judge, evaluator, factory, suite);
        replayed::order_by_source(structure, &mut replayed);
        let mutants = self.choose_assertions(&mut replayed, mutants);
        let (tests, union) = self.test_records(structure, replayed);
        let behind = behind_crashes(evaluator, factory);
        let own = self.own_tests.iter().flat_map(|own| &own.reaching);
        let own = own.map(|(name, trace)| (name.as_str(), trace));
        let runs: Vec<_> = own.chain(tests.iter().map(|(test, trace)| (test.name.as_str(), trace))).collect();
        let goals = self.goal_records(evaluator, structure, &runs, &union, (proof, &behind));
        let (crashes, findings) = self.crash_records(evaluator, factory);
        let mut record = self.record(UnitStatus::Done, GoalCounts::of(&goals));
        record.tests = tests.len();
        record.own_tests = self.own_tests.map(|own| own.counted(structure));
        record.mutants = mutants.len();
        record.killed = mutants.iter().filter(|mutant| mutant.killed_by.is_some()).count();
        record.mutant_list = mutants.into_iter().map(|mutant| mutant.named(&tests)).collect();
        record.evaluations = evaluator.clock.evaluations;
        record.executions = evaluator.clock.executions;
        record.milliseconds = evaluator.clock.elapsed().as_millis() as u64;
        record.termination = records::termination(evaluator, &record.goals).to_string();
        record.crashes = crashes.len();
        record.progress = std::mem::take(&mut evaluator.progress);
        let now = evaluator.stands();
        record.techniques = evaluator.effort.techniques(now);
        let is_open = |goal: GoalId| {
            goals.get(goal.0 as usize).is_some_and(|goal| matches!(goal.status, GoalStatus::Unknown { .. }))
        };
        record.tried = evaluator.effort.tried(is_open);
        // No part of the time that is reported.
        if cfg!(debug_assertions) && self.scope.is_none() {
            let mut reached = evaluator.reached();
            reached.merge(&union);
            let every = structure.goals.len().div_ceil(SUITE.checked_goals);
            let covered = structure.goals.indices().filter(|&goal| structure.is_covered(goal, &reached));
            let covered = covered.step_by(every.max(1));
            let wrong = trine_refutation::first_refuted(
                structure,
                self.program,
                &self.options.portfolio,
                self.faults(),
                covered,
            );
            debug_assert!(wrong.is_none(), "covered and refuted: {wrong:?}");
        }
        UnitOutcome {
            record,
            goals,
            tests: tests.into_iter().map(|(test, _)| test).collect(),
            crashes,
            findings,
            reach: Reach::default(),
        }
    }
}

/// What runs of every path prove, if nothing but the inputs decides what they do.
fn proved_by_paths(
    evaluator: &mut Evaluator<'_>,
    paths: PathProof,
    bases: &[Arc<ShapeEntry>],
    factory: &dyn Shapes,
    closure: &Closure,
) -> Option<RunProof> {
    let [entry] = bases else { return None };
    let is_program = evaluator.every_ending_counts;
    if closure.not_followed.is_some() || !exhaust::is_all_that_decides(entry, factory, closure, is_program) {
        return None;
    }
    let all = AllRuns {
        entry,
        argument: paths.argument,
        for_all_inputs: true,
        may_depend_on_layout: closure.may_depend_on_layout,
        reached: evaluator.structure.new_trace(),
        is_complete: true,
    };
    all.proof(evaluator, paths.runs.into_iter())
}
