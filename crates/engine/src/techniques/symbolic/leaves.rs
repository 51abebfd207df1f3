//! Other values for the leaves of a test of several calls, so that it goes another way.
//!
//! ```text
//! plan of calls, leaves --variables--> one run: terms live across all of its calls, in memory of the program
//!                                        | flips of branches that no run has left by the other edge
//!        other leaves <---- models ------+---- none: the leaves that the condition depends on
//! ```
//!
//! A result that a later call is passed has no term of its own; what calls leave in memory keeps its terms.

use super::bindings::Inputs;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use trine_dse::{Concolic, Flip, PathCondition, Seen, Shown, Tried, UnitPath};
use trine_expr::{Assignment, Term};
use trine_harness::{Ending, Harness, Plan};
use trine_ir::Program;
use trine_solver::{Answer, Limits, Solver};
use trine_testcase::LeafId;
use trine_testcase::leaf::LeafKind;
use trine_testcase::{FloatFormat, test_case::TestCase};

/// Terms beyond which all is forgotten: some fifty megabytes.
const MAX_TERMS: usize = 300_000;

/// Limits of one query: some ten milliseconds.
const QUERY: Limits =
    Limits { conflicts: 2_000, gates: 200_000, evaluations: 1_000, effort: 1_000_000, deadline: None };

/// What came of asking for another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherPath {
    /// The test takes it with these values of its leaves.
    Leaves(Vec<u128>),
    /// None that was found, by leaves alone; the condition depends on these.
    Stuck(Vec<LeafId>),
}

/// What solving took so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeafStatistics {
    /// Instructions of runs with variables.
    pub steps: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Those with a model.
    pub satisfiable: u64,
    /// Work of the solver.
    pub effort: u64,
}

/// Solves for other ways that tests could take.
pub struct LeafSolver {
    domain: Concolic,
    observer: UnitPath,
    solver: Solver,
    /// By number and width: the variables of all tests, so that these have equal terms where they compute alike.
    variables: FxHashMap<(u32, u32), Term>,
    tried: Tried,
    program: Arc<Program>,
    names: Arc<FxHashSet<String>>,
    /// What was done so far.
    pub statistics: LeafStatistics,
}

impl LeafSolver {
    /// A solver for tests of the functions with these names.
    #[must_use]
    pub fn new(program: &Arc<Program>, functions: impl IntoIterator<Item = String>) -> Self {
        let names: Arc<FxHashSet<String>> = Arc::new(functions.into_iter().collect());
        let domain = Concolic::new();
        Self {
            observer: UnitPath::new(&domain, program, &names),
            domain,
            solver: Solver::default(),
            variables: FxHashMap::default(),
            tried: Tried::default(),
            program: Arc::clone(program),
            names,
            statistics: LeafStatistics::default(),
        }
    }

    /// Runs `test`, whose plan is `plan`, and solves for at most `most` other ways, best first; edges that are `seen` need
    /// no other way to them. Leaves that are not `free` keep their values.
    pub fn solve(
        &mut self,
        harness: &mut Harness<'_>,
        test: &TestCase,
        plan: &Plan,
        free: impl Fn(LeafId) -> bool,
        seen: &Seen,
        most: usize,
    ) -> Vec<OtherPath> {
        if self.domain.pool.len() > MAX_TERMS {
            self.forget();
        }
        let inputs = self.inputs(test, free);
        let values = inputs.assignment(&test.leaves);
        self.domain.values = values.clone();
        self.observer.clear();
        let result =
            harness.run_bound(plan, &test.leaves, &mut self.domain, &mut self.observer, |domain, address| {
                let bindings = inputs.bindings(&mut domain.pool, plan, address);
                domain.bind(bindings);
            });
        self.statistics.steps += result.steps;
        if let Ending::Fault(fault) = &result.ending {
            // Its condition becomes a step of the path.
            self.domain.ended_in(&fault.kind);
        }
        let (path, positions) = self.observer.path.path_with_positions(&mut self.domain, &self.program);
        let branches = std::mem::take(&mut self.observer.branches);
        let shown =
            Shown { path: &path, positions: &positions, branches: &branches, edges: harness.edges(), seen };
        let observer = &mut self.observer;
        let mut is_unit = |function| observer.is_unit(function);
        let flips = shown.flips(&mut self.domain.pool, &self.program, &mut is_unit);
        let chosen = self.tried.choose(&self.domain.pool, &path, flips, most);
        let before = self.solver.statistics().effort;
        let attempts =
            chosen.into_iter().filter_map(|flip| self.attempt(&inputs, &values, &path, flip, test));
        let ways = attempts.collect();
        self.statistics.effort += self.solver.statistics().effort - before;
        ways
    }

    /// A variable for each free leaf of `test`.
    fn inputs(&mut self, test: &TestCase, free: impl Fn(LeafId) -> bool) -> Inputs {
        let mut variables = Vec::with_capacity(test.leaves.len());
        for (id, leaf) in test.skeleton.leaves.iter_enumerated() {
            let width = leaf.kind.bits();
            let is_variable = free(id) && leaf.kind != LeafKind::Float(FloatFormat::F80);
            variables.push(is_variable.then(|| {
                let pool = &mut self.domain.pool;
                let make = || pool.variable(format!("leaf{}:{width}", id.0), width);
                let term = *self.variables.entry((id.0, width)).or_insert_with(make);
                (self.domain.pool.variables_of(&[term])[0], term)
            }));
        }
        Inputs::of_terms(variables)
    }

    fn attempt(
        &mut self,
        inputs: &Inputs,
        values: &Assignment,
        path: &PathCondition,
        flip: Flip,
        test: &TestCase,
    ) -> Option<OtherPath> {
        let mut constraints: Vec<Term> = path.steps[..flip.step].iter().map(|step| step.constraint).collect();
        constraints.push(flip.constraint);
        self.statistics.queries += 1;
        match self.solver.solve(&mut self.domain.pool, &constraints, values, &QUERY) {
            Answer::Satisfiable(model) => {
                self.statistics.satisfiable += 1;
                Some(OtherPath::Leaves(inputs.with_defaults(&model, &test.leaves)))
            }
            Answer::Unsatisfiable | Answer::Unknown(_) if flip.order == 1 => {
                let variables = self.domain.pool.variables_of(&[flip.constraint]);
                let leaves = variables.into_iter().filter_map(|variable| inputs.leaf_of(variable));
                let mut leaves: Vec<LeafId> = leaves.map(|leaf| LeafId(leaf as u32)).collect();
                leaves.sort_unstable();
                (!leaves.is_empty()).then_some(OtherPath::Stuck(leaves))
            }
            Answer::Unsatisfiable | Answer::Unknown(_) => None,
        }
    }

    /// Forgets terms, and what is known of them.
    fn forget(&mut self) {
        self.domain = Concolic::new();
        self.observer = UnitPath::new(&self.domain, &self.program, &self.names);
        self.solver = Solver::default();
        self.variables.clear();
        self.tried.forget_terms();
    }
}
