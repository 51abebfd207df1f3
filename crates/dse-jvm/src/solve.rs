//! A run of a sequence with variables, and models of the ways that it did not take.

use crate::inputs::{Bound, Inputs};
use crate::summaries::{Layout, Summaries};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use trine_dse::{Concolic, Flip, PathCondition, Seen, Shown, Step, StepKind, Tried, UnitPath};
use trine_expr::Assignment;
use trine_harness_jvm::Stage;
use trine_ir::Program;
use trine_jdk::vm::Vm;
use trine_solver::{Answer, Limits, Solver};
use trine_testcase::objects::{Constants, Sequence};

/// Terms beyond which all is forgotten: some fifty megabytes.
const MAX_TERMS: usize = 300_000;

/// Strings of the code that hash codes are compared with.
const MAX_CONSTANTS: usize = 48;

/// Work of one query: some ten milliseconds.
const MAX_EFFORT: u64 = 1_000_000;

/// An edge of the program, by its number in the machine.
pub type Edge = u32;

/// A sequence that a model gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The sequence.
    pub sequence: Sequence,
    /// The edge that its run is to take, where the path says.
    pub edge: Option<Edge>,
}

/// What was done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Runs with variables.
    pub runs: u64,
    /// Instructions of these.
    pub steps: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Those with a model.
    pub satisfiable: u64,
    /// Those without one.
    pub unsatisfiable: u64,
    /// Work of the solver ([`trine_solver::Statistics::effort`]).
    pub effort: u64,
}

/// Solves for other ways that a test could take.
pub struct LeafSolver {
    domain: Concolic,
    observer: UnitPath,
    solver: Solver,
    inputs: Inputs,
    tried: Tried,
    program: Arc<Program>,
    names: Arc<FxHashSet<String>>,
    layout: Option<Layout>,
    constants: Arc<[Vec<u8>]>,
    limits: Limits,
    /// What was done so far.
    pub statistics: Statistics,
}

impl LeafSolver {
    /// A solver for tests of the functions with these names. `constants` are those of the code under test.
    pub fn new(vm: &mut Vm, functions: impl IntoIterator<Item = String>, constants: &Constants) -> Self {
        let program = Arc::clone(&vm.program);
        let names: Arc<FxHashSet<String>> = Arc::new(functions.into_iter().collect());
        let domain = Concolic::new();
        let observer = UnitPath::new(&domain, &program, &names);
        let latin = |units: &Vec<u16>| units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
        let constants: Vec<Vec<u8>> =
            constants.strings.iter().filter_map(latin).take(MAX_CONSTANTS).collect();
        Self {
            domain,
            observer,
            solver: Solver::default(),
            inputs: Inputs::default(),
            tried: Tried::default(),
            layout: layout(vm),
            program,
            names,
            constants: constants.into(),
            limits: Limits {
                conflicts: 2_000,
                gates: 200_000,
                evaluations: 1_000,
                effort: MAX_EFFORT,
                deadline: None,
            },
            statistics: Statistics::default(),
        }
    }

    /// Runs `sequence` from a reset and solves for at most `most` other ways, best first; edges that are `seen` need no other way to
    /// them.
    pub fn solve(
        &mut self,
        stage: &mut Stage,
        sequence: &Sequence,
        seen: &Seen,
        most: usize,
    ) -> Vec<Solution> {
        if self.domain.pool.len() > MAX_TERMS {
            self.forget();
        }
        let bound = self.inputs.bind(&mut self.domain.pool, sequence);
        self.domain.bind(bound.bindings.clone());
        self.domain.values = bound.values.clone();
        self.domain.summaries = self.layout.map(|layout| {
            let summaries = Summaries {
                program: Arc::clone(&self.program),
                layout,
                texts: bound.texts.clone(),
                constants: Arc::clone(&self.constants),
                kinds: Vec::new(),
            };
            Box::new(summaries) as Box<dyn trine_dse::CallSummaries>
        });
        self.observer.clear();
        stage.reset_settled();
        without_cache(stage);
        let run = stage.run_in(sequence, &mut self.domain, &mut self.observer);
        self.statistics.runs += 1;
        self.statistics.steps += run.steps;
        let (path, positions) = self.observer.path.path_with_positions(&mut self.domain, &self.program);
        let branches = std::mem::take(&mut self.observer.branches);
        let edges = stage.parts().0.edges();
        let shown = Shown { path: &path, positions: &positions, branches: &branches, edges, seen };
        let observer = &mut self.observer;
        let flips =
            shown.flips(&mut self.domain.pool, &self.program, &mut |function| observer.is_unit(function));
        let chosen = self.tried.choose(&self.domain.pool, &path, flips, most);
        let before = self.solver.statistics().effort;
        let solutions =
            chosen.into_iter().filter_map(|flip| self.attempt(&bound, &path, flip, sequence)).collect();
        self.statistics.effort += self.solver.statistics().effort - before;
        solutions
    }

    fn attempt(
        &mut self,
        bound: &Bound,
        path: &PathCondition,
        flip: Flip,
        sequence: &Sequence,
    ) -> Option<Solution> {
        let prefix = &path.steps[..flip.step];
        if let Some(model) = self.model(bound, prefix.iter(), &flip) {
            let sequence = bound.sequence(&self.domain.pool, sequence, &model);
            // What an operation relied on has no edge; a step before a branch without a term may not decide it.
            return Some(Solution { sequence, edge: flip.edge.filter(|_| flip.order != 2) });
        }
        // The library's own way may be what contradicts: another one may lead to the same place.
        let observer = &mut self.observer;
        let is_own = |step: &&Step| matches!(step.kind, StepKind::Branch { function, .. } if observer.is_unit(function));
        let own: Vec<&Step> = prefix.iter().filter(is_own).collect();
        if flip.order > 1 {
            return None;
        }
        let model = match own.len() == prefix.len() {
            true => None,
            false => self.model(bound, own.into_iter(), &flip),
        };
        let found = match model {
            Some(model) => Some(bound.sequence(&self.domain.pool, sequence, &model)),
            None => bound.stretched(&self.domain.pool, sequence, flip.constraint),
        };
        found.map(|sequence| Solution { sequence, edge: None })
    }

    /// A model of these steps and the flip.
    fn model<'p>(
        &mut self,
        bound: &Bound,
        prefix: impl Iterator<Item = &'p Step>,
        flip: &Flip,
    ) -> Option<Assignment> {
        let mut constraints = bound.assumptions.clone();
        constraints.extend(prefix.map(|step| step.constraint));
        constraints.push(flip.constraint);
        self.statistics.queries += 1;
        match self.solver.solve(&mut self.domain.pool, &constraints, &bound.values, &self.limits) {
            Answer::Satisfiable(model) => {
                self.statistics.satisfiable += 1;
                Some(model)
            }
            Answer::Unsatisfiable => {
                self.statistics.unsatisfiable += 1;
                None
            }
            Answer::Unknown(_) => None,
        }
    }

    /// Edges have other numbers from now on: the machine is another one.
    pub fn forget_edges(&mut self) {
        self.tried = Tried::default();
    }

    /// Forgets terms, and what is known of them.
    fn forget(&mut self) {
        self.domain = Concolic::new();
        self.observer = UnitPath::new(&self.domain, &self.program, &self.names);
        self.solver = Solver::default();
        self.inputs = Inputs::default();
        self.tried.forget_terms();
    }
}

/// Lets every `int` be wrapped in an object of its own: a shared one of the library's cache stands for one value.
fn without_cache(stage: &mut Stage) {
    const CACHE: &str = "java/lang/Integer$IntegerCache";
    // A JDK without that field wraps in its own way.
    let _ = stage.in_env(|env| match env.needs_initialising(CACHE)? {
        true => Ok(()),
        false => env.set_static(CACHE, "high", 4, u64::from(-129_i32 as u32)),
    });
}

/// Where strings have their characters; `None` for a JDK whose strings have others.
fn layout(vm: &mut Vm) -> Option<Layout> {
    let value = vm.offset("java/lang/String", "value").ok()?;
    let coder = vm.offset("java/lang/String", "coder").ok()?;
    let class = u64::from(vm.program.class_named("java/lang/String")?.0);
    Some(Layout { value, coder, class })
}
