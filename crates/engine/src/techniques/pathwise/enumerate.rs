//! The paths of one shape of inputs, by runs that are led along them.
//!
//! ```text
//!      o site0            follow: a run led by the decisions of a prefix, then as its values say
//!     / \                 each decision after the prefix leaves another way open: a prefix to follow later
//!    o   o site1          the solver refutes a prefix: a path that ends here, proved infeasible
//!   /x   |\               else its model, if it has one, leads the run: its values satisfy the prefix
//! ```
//!
//! The machine in the domain of terms is the walker: one semantics for runs and paths, callees and memory included
//! ([`trine_dse::Script`]). Prefixes that end in a way rarely seen come first, so that a bound on the number of
//! paths leaves out repetitions before it leaves out branches; in the end paths are numbered depth first, by the
//! outcomes of their decisions.
//!
//! A refutation is a proof when all before it was exact: no value of the run stood in for an input (an address, a
//! length), and every decision had a term.

use super::PathwiseOptions;
use super::shape::{Found, ShapePaths, decision};
use crate::context::evaluator::Evaluator;
use crate::policy::PATHS;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use trine_dse::{Decision, ImplicitKind, PathCondition, Script, Step, StepKind, alternatives};
use trine_expr::Term;
use trine_harness::Ending;
use trine_ir::Program;
use trine_record::{PathCounts, PathsMissing};
use trine_solver::Answer;

/// Evaluations that a query to the solver counts as.
pub(super) const QUERY_EVALS: u64 = 10;

/// A prefix to follow.
struct Open {
    decisions: Vec<Decision>,
    conditions: Vec<Term>,
    constraints: Vec<Term>,
    exact: bool,
    /// Whether it goes on where a run ended in a fault: then it is no path of its own.
    passes_fault: bool,
    /// Leaves of the run it was seen in.
    origin: Arc<Vec<u128>>,
}

/// What is still to be followed.
#[derive(Default)]
struct Frontier {
    open: Vec<Open>,
    /// How often each decision was seen on a path.
    seen: BTreeMap<Decision, u32>,
}

/// A run that was led along a prefix.
struct Followed {
    /// Decisions that it was led by.
    prefix: usize,
    leaves: Arc<Vec<u128>>,
    path: PathCondition,
    /// Per decision of the path: how often its call had decided there before.
    visits: Vec<u32>,
    ending: Ending,
    imprecise: bool,
}

/// A run that asked for a larger shape.
pub(super) type UnmetRequest = Option<(Vec<u128>, Ending)>;

impl ShapePaths {
    /// Enumerates; ends early with a run that asks for a larger shape, if it may grow.
    pub(super) fn enumerate(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        options: &PathwiseOptions,
        counts: &mut PathCounts,
        grows: bool,
    ) -> UnmetRequest {
        let origin = Arc::new(self.entry.defaults.clone());
        let (decisions, conditions, constraints) = (Vec::new(), Vec::new(), Vec::new());
        let root = Open { decisions, conditions, constraints, exact: true, passes_fault: false, origin };
        let mut frontier = Frontier { open: vec![root], ..Frontier::default() };
        let (mut followed, mut queries) = (0, 0);
        while let Some(next) = frontier.take_rarest() {
            let too_many =
                followed >= options.max_paths || queries >= options.max_paths * PATHS.queries_per_path;
            let too_late = evaluator.clock.evaluations >= options.until_evals;
            if too_many
                || too_late
                || self.domain.pool.len() > PATHS.max_enumeration_terms
                || out_of_time(evaluator)
            {
                self.missing.insert(PathsMissing::MaxPaths);
                break;
            }
            queries += usize::from(!next.constraints.is_empty());
            let Some(leaves) = self.leaves_for(&next, evaluator, counts) else { continue };
            followed += 1;
            counts.iterations += 1;
            let run = self.follow(evaluator, &next.decisions, leaves);
            let unmet_request = self.add(evaluator, run, options.loop_iterations, &mut frontier);
            if unmet_request.is_some() && grows {
                return unmet_request;
            }
        }
        self.found.sort_by(|a, b| a.decisions.cmp(&b.decisions));
        None
    }

    /// Leaves to follow a prefix with: a model of its constraints, or else those of the run it was seen in. None when it is
    /// refuted; it is a path of its own then.
    fn leaves_for(
        &mut self,
        open: &Open,
        evaluator: &mut Evaluator<'_>,
        counts: &mut PathCounts,
    ) -> Option<Arc<Vec<u128>>> {
        if open.constraints.is_empty() {
            return Some(Arc::clone(&open.origin));
        }
        evaluator.clock.evaluations += QUERY_EVALS;
        counts.queries += 1;
        match self.ask(&open.constraints, &open.origin) {
            Answer::Satisfiable(model) => {
                let leaves = self.inputs.leaves(&model, &self.entry);
                Some(Arc::new(self.entry.allowed(&leaves).into_owned()))
            }
            Answer::Unknown(_) if open.passes_fault => {
                counts.unknown += 1;
                self.misses(PathsMissing::Imprecise, true);
                None
            }
            Answer::Unknown(_) => {
                counts.unknown += 1;
                Some(Arc::clone(&open.origin))
            }
            Answer::Unsatisfiable => {
                counts.unsatisfiable += 1;
                if open.passes_fault {
                    self.misses(PathsMissing::Imprecise, !open.exact);
                    return None;
                }
                let mut found =
                    Found::new(open.decisions.clone(), open.conditions.clone(), open.constraints.clone());
                found.exact = open.exact;
                found.state = Some(self.unsatisfiable(&found));
                self.misses(PathsMissing::Imprecise, !open.exact);
                self.found.push(found);
                None
            }
        }
    }

    /// Runs the shape with `leaves` along `prefix`. Such a run covers nothing: its values need not satisfy the prefix.
    fn follow(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        prefix: &[Decision],
        leaves: Arc<Vec<u128>>,
    ) -> Followed {
        evaluator.clock.evaluations += 1;
        self.domain.script = Some(Script::new(prefix.to_vec(), PATHS.max_condition_visits));
        self.observer.clear();
        let (entry, bind) = (&self.entry, self.inputs.binder(&self.entry));
        let result =
            evaluator.harness.run_bound(&entry.plan, &leaves, &mut self.domain, &mut self.observer, bind);
        evaluator.clock.executed();
        let script = self.domain.script.take().unwrap_or_default();
        let is_followed = match &result.ending {
            Ending::Fault(fault) => self.domain.ended_in(&fault.kind),
            _ => true,
        };
        let program = Arc::clone(evaluator.harness.program());
        let path = self.observer.path(&mut self.domain, &program);
        let visits = visits(&path, &script);
        let imprecise = self.domain.is_imprecise() || !is_followed;
        Followed { prefix: prefix.len(), leaves, path, visits, ending: result.ending, imprecise }
    }

    /// Adds the path of a run, and the ways that it left open after the decisions it was led by.
    fn add(
        &mut self,
        evaluator: &Evaluator<'_>,
        run: Followed,
        loop_iterations: u32,
        frontier: &mut Frontier,
    ) -> UnmetRequest {
        let program = Arc::clone(evaluator.harness.program());
        let mut found = Found::new(Vec::new(), Vec::new(), Vec::new());
        found.exact = !run.imprecise && !run.path.cut;
        for step in &run.path.steps {
            if let Some(decision) = decision(step) {
                let at = found.decisions.len();
                let is_within = run.visits[at] <= loop_iterations;
                if at >= run.prefix && is_within {
                    self.leave_open(&program, step, &found, &run.leaves, &mut frontier.open);
                }
                self.misses(PathsMissing::LoopIterations, !is_within);
                *frontier.seen.entry(decision).or_default() += 1;
                found.decisions.push(decision);
                found.conditions.push(step.constraint);
            }
            found.exact &=
                !matches!(step.kind, StepKind::Implicit(ImplicitKind::Value | ImplicitKind::Bounds));
            found.constraints.push(step.constraint);
        }
        let satisfied = self.satisfies(&found, &run.leaves);
        if satisfied && matches!(run.ending, Ending::Fault(_)) {
            self.leave_open_behind(&run, &found, &mut frontier.open);
            // Another fault of the same decisions is the same path.
            if self.found.iter().any(|known| known.sample.is_some() && known.decisions == found.decisions) {
                return None;
            }
        }
        let ended = matches!(run.ending, Ending::Limit(_) | Ending::Unsupported(_) | Ending::Discarded);
        let unfinished = ended || matches!(run.ending, Ending::Fault(_)) && !satisfied;
        self.misses(PathsMissing::Imprecise, unfinished || !found.exact);
        // A loop that waits for a volatile object is left when that has another value at a later read.
        let waits = self.entry.serves_registers(&evaluator.harness.unmet_requests(&self.entry.plan));
        let overruns = satisfied
            && matches!(&run.ending, Ending::Fault(fault) if evaluator.may_grow(&self.entry, fault));
        found.sample = satisfied.then(|| run.leaves.to_vec());
        let unmet_request = (waits || overruns).then(|| (run.leaves.to_vec(), run.ending));
        self.found.push(found);
        unmet_request
    }

    /// Notes what else there is at the place of the fault that `run`, whose path is `found`, ended in.
    fn leave_open_behind(&mut self, run: &Followed, found: &Found, open: &mut Vec<Open>) {
        let Some(Step { kind: StepKind::Implicit(_), others, .. }) = run.path.steps.last() else { return };
        let before = &found.constraints[..found.constraints.len() - 1];
        for &other in others {
            open.push(Open {
                decisions: found.decisions.clone(),
                conditions: found.conditions.clone(),
                constraints: before.iter().copied().chain([other]).collect(),
                exact: found.exact,
                passes_fault: true,
                origin: Arc::clone(&run.leaves),
            });
        }
    }

    /// Notes the other ways out of the site of `step`, which stands behind `before`.
    fn leave_open(
        &mut self,
        program: &Program,
        step: &Step,
        before: &Found,
        leaves: &Arc<Vec<u128>>,
        open: &mut Vec<Open>,
    ) {
        let Some(taken) = decision(step) else { return };
        for other in alternatives(&mut self.domain.pool, program, step) {
            let mut next = Open {
                decisions: before.decisions.clone(),
                conditions: before.conditions.clone(),
                constraints: before.constraints.clone(),
                exact: before.exact,
                passes_fault: false,
                origin: Arc::clone(leaves),
            };
            next.decisions.push(Decision { outcome: other.outcome, ..taken });
            next.conditions.push(other.constraint);
            next.constraints.push(other.constraint);
            open.push(next);
        }
    }
}

/// Per decision of `path`: how often its call had decided there before, as the script counted. Decisions of the script that
/// leave nothing open are no steps of the path.
fn visits(path: &PathCondition, script: &Script) -> Vec<u32> {
    let mut taken = script.taken().iter();
    let visit = |step: &Step| {
        let wanted = decision(step)?;
        Some(taken.find(|taken| taken.decision == wanted).map_or(u32::MAX, |taken| taken.visit))
    };
    path.steps.iter().filter_map(visit).collect()
}

impl Frontier {
    /// Takes the prefix whose last decision was seen least; of equals the latest.
    fn take_rarest(&mut self) -> Option<Open> {
        let count =
            |open: &Open| open.decisions.last().and_then(|last| self.seen.get(last)).map_or(0, |&n| n);
        let (at, _) = self.open.iter().enumerate().rev().min_by_key(|(_, open)| count(open))?;
        Some(self.open.swap_remove(at))
    }
}

fn out_of_time(evaluator: &Evaluator<'_>) -> bool {
    let late = evaluator.clock.deadline().is_some_and(|deadline| Instant::now() >= deadline);
    late || evaluator.clock.interrupted()
}
