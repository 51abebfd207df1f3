//! One shape of inputs: its leaves as variables, its paths, and what a solver and a run say of them.

use crate::context::evaluator::Evaluator;
use crate::policy::PATHS;
use crate::techniques::symbolic::Inputs;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;
use trine_dse::{Concolic, Decision, PathObserver, Step, StepKind};
use trine_expr::{Assignment, Term};
use trine_harness::Ending;
use trine_inputs::ShapeEntry;
use trine_record::{PathState, PathsMissing};
use trine_search::ConstraintSet;
use trine_solver::{Answer, Limits, Portfolio, Solver};

/// The paths of one shape.
pub(super) struct ShapePaths {
    pub entry: Arc<ShapeEntry>,
    pub inputs: Inputs,
    pub domain: Concolic,
    pub solver: Solver,
    pub limits: Limits,
    /// Hold for all inputs.
    pub assumptions: Vec<Term>,
    /// Depth first.
    pub found: Vec<Found>,
    /// Why there may be others.
    pub missing: BTreeSet<PathsMissing>,
    pub observer: PathObserver,
}

/// A path.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// What it decides by the inputs.
    pub decisions: Vec<Decision>,
    /// Per decision: what it says of the inputs.
    pub conditions: Vec<Term>,
    /// The conditions, and what its run relied on besides.
    pub constraints: Vec<Term>,
    /// Whether no value stood in for an input.
    pub exact: bool,
    /// Leaves that satisfy the constraints, from the solver; later those of the test.
    pub sample: Option<Vec<u128>>,
    /// Unless it is still to be solved.
    pub state: Option<PathState>,
    pub evaluations: u64,
    pub generations: u64,
}

impl ShapePaths {
    pub(super) fn new(entry: &Arc<ShapeEntry>, portfolio: &Portfolio, deadline: Option<Instant>) -> Self {
        let mut domain = Concolic::new();
        let inputs = Inputs::new(&mut domain.pool, entry);
        let assumptions = inputs.ranges(&mut domain.pool, entry);
        let observer = PathObserver::new(&domain);
        Self {
            entry: Arc::clone(entry),
            missing: (!inputs.is_complete()).then_some(PathsMissing::Imprecise).into_iter().collect(),
            inputs,
            solver: Solver::new(portfolio),
            limits: Limits { conflicts: PATHS.enumeration_conflicts, deadline, ..Limits::default() },
            assumptions,
            found: Vec::new(),
            domain,
            observer,
        }
    }

    /// Notes that paths may be missing, if that `holds`.
    pub(super) fn misses(&mut self, why: PathsMissing, holds: bool) {
        if holds {
            self.missing.insert(why);
        }
    }

    /// Whether inputs satisfy the constraints of a path that nothing else has solved: with more patience.
    pub(super) fn ask_once_more(&mut self, constraints: &[Term]) -> Answer {
        let limits = self.limits;
        self.limits.conflicts = PATHS.patient_conflicts;
        let hint = self.entry.defaults.clone();
        let answer = self.ask(constraints, &hint);
        self.limits = limits;
        answer
    }

    /// Whether inputs satisfy `constraints`.
    pub(super) fn ask(&mut self, constraints: &[Term], hint: &[u128]) -> Answer {
        let all: Vec<Term> = self.assumptions.iter().chain(constraints).copied().collect();
        let hint = self.inputs.assignment(&self.entry.allowed(hint));
        self.solver.solve(&mut self.domain.pool, &all, &hint, &self.limits)
    }

    /// What a refutation of its constraints says of a path.
    pub(super) fn unsatisfiable(&self, found: &Found) -> PathState {
        let last = found.decisions.len();
        if !found.exact {
            let reason = format!(
                "the solver refutes its first {last} conditions, but only for the addresses and lengths of one run"
            );
            return PathState::Open { reason };
        }
        let of =
            if self.entry.slots.is_empty() { "" } else { ", for the objects that this shape of inputs has" };
        PathState::Infeasible {
            proof: format!("the solver refutes its first {last} conditions together{of}"),
        }
    }

    /// What the inputs must satisfy that follow the path at `at`.
    pub(super) fn all_constraints(&self, at: usize) -> Vec<Term> {
        self.assumptions.iter().chain(&self.found[at].constraints).copied().collect()
    }

    /// Whether `leaves` satisfy the constraints of a path.
    pub(super) fn satisfies(&self, found: &Found, leaves: &[u128]) -> bool {
        let inputs = self.inputs.assignment(&self.entry.allowed(leaves));
        ConstraintSet::new(&self.domain.pool, &found.constraints).holds(&inputs)
    }

    /// Runs the shape with `leaves` as any test; gives what it decided, and how it ended.
    pub(super) fn run(&mut self, evaluator: &mut Evaluator<'_>, leaves: &[u128]) -> (Vec<Decision>, Ending) {
        self.observer.clear();
        let (entry, bind) = (&self.entry, self.inputs.binder(&self.entry));
        let result =
            evaluator.evaluate_symbolically(entry, leaves, &mut self.domain, &mut self.observer, bind);
        let program = Arc::clone(evaluator.harness.program());
        let path = self.observer.path(&mut self.domain, &program);
        (path.steps.iter().filter_map(decision).collect(), result.ending)
    }

    /// Names and values of the leaves that a path asks something of; none when no values are known that follow it.
    pub(super) fn named_inputs(&self, found: &Found) -> Vec<(String, String)> {
        let Some(leaves) = &found.sample else { return Vec::new() };
        let places = self.places(&found.constraints);
        let named = |at: usize| {
            let kind = &self.entry.kinds[at];
            let value = match kind {
                trine_testcase::LeafKind::Float(format) => format!("{}", format.to_f64(leaves[at])),
                _ => kind.to_int(leaves[at]).to_string(),
            };
            (self.entry.skeleton.leaves[trine_testcase::LeafId(at as u32)].name.clone(), value)
        };
        places.into_iter().map(named).collect()
    }

    /// Positions of the leaves that `constraints` are about.
    pub(super) fn places(&self, constraints: &[Term]) -> Vec<usize> {
        let variables = self.domain.pool.variables_of(constraints);
        variables.into_iter().filter_map(|variable| self.inputs.leaf_of(variable)).collect()
    }

    /// Values of the variables for `leaves`.
    pub(super) fn assignment(&self, leaves: &[u128]) -> Assignment {
        self.inputs.assignment(&self.entry.allowed(leaves))
    }
}

impl Found {
    pub(super) fn new(decisions: Vec<Decision>, conditions: Vec<Term>, constraints: Vec<Term>) -> Self {
        let (sample, state) = (None, None);
        Self {
            decisions,
            conditions,
            constraints,
            exact: true,
            sample,
            state,
            evaluations: 0,
            generations: 0,
        }
    }
}

/// The decision that a step is, if it is one.
pub(super) fn decision(step: &Step) -> Option<Decision> {
    match step.kind {
        StepKind::Branch { function, site, outcome } => Some(Decision { function, site, outcome }),
        StepKind::Implicit(_) => None,
    }
}
