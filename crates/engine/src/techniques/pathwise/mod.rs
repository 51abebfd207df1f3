//! Path by path: every path of a function within stated bounds, its constraints over the inputs, and a search that
//! solves them.
//!
//! ```text
//! shapes --[enumerate]--> paths, numbered: decisions, constraints over the inputs, or a refutation
//! for each path that is chosen and not covered yet                                           [solve]
//!   search on its constraints            --> inputs          others that a try follows are struck off
//!   else the solver                      --> inputs, or a refutation, or neither: possibly infeasible
//!   a run of the inputs must follow the path: only that covers it
//! one test for each path covered, and what of the criterion other runs covered besides        [suite]
//! ```
//!
//! Sofokleous, Andreou and Kourras, "Symbolic execution for dynamic, evolutionary test data generation" (ICEIS 2009): SATS
//! enumerates paths depth first, rewrites each into constraints over the input variables, solves them by a genetic
//! algorithm, strikes off what is covered by accident and calls the rest possibly infeasible.
//!
//! Deviations:
//! - Alternating variables solve the constraints unless the genetic algorithm is asked for: they find more, sooner.
//! - A path is made of decisions that depend on inputs; callees are part of it; a loop whose condition no input
//!   influences is followed to its end. Loops that inputs decide are bounded: of those that go on after
//!   [`PathwiseOptions::loop_iterations`] rounds there is one path.
//! - What the solver refutes is not walked any further and is *proved* infeasible. Where search finds
//!   nothing, the solver is asked for the inputs.
//! - Each way of passing a pointer (null, an array) is a shape of its own; the same decisions in several shapes are one path.
//!
//! **Criteria.** The paper's edge coverage is our `branch` (both outcomes of every condition and every case of a
//! switch are all edges that a graph of short-circuit conditions can miss; without conditions joined by `&&` and `||` they
//! are its edges), its condition coverage is `condition`, its edge/condition coverage `condition-decision`. `statement` and
//! `mcdc` have no counterpart there. Paths do not depend on the criterion; it decides what is counted and
//! which tests are kept beside those of paths.
//!
//! Not handled: decisions on values that terms do not express (x87 floats) are not part of a path; its paths are
//! then told as not complete and nothing is proved.
//!
//! Cost: one run and at most one query per path and per refuted prefix; then as many evaluations of constraints as the
//! budget gives: half of what is left, evenly shared by the paths still to do.

mod enumerate;
mod lookup;
mod shape;
mod solve;
pub(crate) mod suite;
mod words;

use crate::context::archive::Candidate;
use crate::context::search::SearchContext;
use crate::options::PathwiseOptions;
use crate::policy::PATHS;
use crate::schedule::clock::Allowance;
use crate::suite::finish::without_idle_statements;
use crate::techniques::Technique;
use crate::techniques::symbolic::PathProof;
use crate::unit::outcome::UnitOutcome;
use shape::ShapePaths;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_dse::Decision;
use trine_inputs::Shapes;
use trine_record::{
    Argument, GoalStatus, PathRecord, PathState, PathStep, PathsMissing, PathwiseRecord, TestRecord,
};

/// What became of the paths of a unit.
#[derive(Clone, Debug, Default)]
pub struct PathwiseOutcome {
    /// The paths.
    pub record: PathwiseRecord,
    /// Position in the record, and the test that follows the path; its name is not known yet.
    pub tests: Vec<(usize, Candidate)>,
}

/// Enumerates the paths of every shape in play, and covers those that are chosen.
#[derive(Default)]
pub(crate) struct Pathwise {
    /// What became of them.
    pub outcome: Option<PathwiseOutcome>,
    /// The proof, if all were run or refuted.
    pub proof: Option<PathProof>,
    /// What the solver did.
    pub statistics: trine_solver::Statistics,
}

impl<'a> Technique<'a> for Pathwise {
    fn name(&self) -> &'static str {
        "paths, one by one"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, _: &Allowance) {
        let mut shapes: Vec<ShapePaths> = Vec::new();
        // The other half is for inputs that follow them.
        let clock = &context.evaluator.clock;
        context.pathwise.until_evals = clock.evaluations.saturating_add(clock.remaining() / 2);
        let mut at = 0;
        while at < context.entries.len() && shapes.len() < PATHS.max_enumerated_shapes {
            let shape = context.enumerate(at);
            // Shapes may have grown to be the same.
            if shapes.iter().all(|known| !known.entry.shape.is_like(&shape.entry.shape)) {
                shapes.push(shape);
            }
            at += 1;
        }
        let PathwiseOptions { loop_iterations, max_paths, .. } = context.pathwise;
        let mut missing: BTreeSet<_> =
            shapes.iter().flat_map(|shape| shape.missing.iter().copied()).collect();
        if at < context.entries.len() {
            missing.insert(PathsMissing::Shapes);
        }
        let record =
            PathwiseRecord { paths: Vec::new(), loop_iterations, missing, max_paths, shapes: shapes.len() };
        let mut outcome = PathwiseOutcome { record, ..PathwiseOutcome::default() };
        keep_each_once(&mut shapes);
        let mut left: usize = shapes.iter().map(|shape| shape.found.len()).sum();
        let mut runs = Vec::new();
        for mut shape in shapes {
            let first = outcome.record.paths.len();
            let tests = solve::solve(context, &mut shape, first, left);
            left -= shape.found.len();
            outcome.tests.extend(tests.into_iter().map(|(path, test)| (first + path, test)));
            self.statistics.add(shape.solver.statistics());
            outcome.record.paths.extend(context.records(&shape, first));
            runs.extend(shape.found.into_iter().filter_map(|found| found.sample));
        }
        self.proof = proof(&outcome.record, runs);
        context.evaluator.archive.only_kept = context.pathwise.chosen.is_some();
        self.outcome = Some(outcome);
    }
}

impl SearchContext<'_, '_> {
    /// The paths of the shape at `at`, which grows as their runs ask for it.
    fn enumerate(&mut self, at: usize) -> ShapePaths {
        let mut growths = 0;
        loop {
            let entry = Arc::clone(&self.entries[at]);
            let mut shape = ShapePaths::new(&entry, &self.portfolio, self.evaluator.clock.deadline());
            let grows = growths < PATHS.max_enumeration_growths;
            let unmet_request = shape.enumerate(self.evaluator, &self.pathwise, &mut self.path_counts, grows);
            let Some((leaves, ending)) = unmet_request else { return shape };
            self.evaluator.probe(&entry, &leaves);
            self.adapt(at, &leaves, &ending);
            growths = if self.entries[at].shape == entry.shape {
                PATHS.max_enumeration_growths
            } else {
                growths + 1
            };
        }
    }

    fn records(&self, shape: &ShapePaths, first: usize) -> Vec<PathRecord> {
        let program = self.evaluator.harness.program();
        let pool = &shape.domain.pool;
        let mut records = Vec::with_capacity(shape.found.len());
        for (at, found) in shape.found.iter().enumerate() {
            let step = |(decision, &constraint): (&trine_dse::Decision, &trine_expr::Term)| {
                let body = program.body(decision.function).ok();
                let span = body.and_then(|body| body.sites.get(decision.site)).and_then(|site| site.span);
                PathStep {
                    function: program.callables[decision.function].name.clone(),
                    site: decision.site.0,
                    outcome: decision.outcome,
                    line: span.map_or(0, |span| span.start.line),
                    condition: words::condition(pool, constraint),
                }
            };
            records.push(PathRecord {
                method: None,
                number: (first + at + 1) as u32,
                steps: found.decisions.iter().zip(&found.conditions).map(step).collect(),
                state: found.state.clone().unwrap_or(PathState::NotChosen),
                inputs: shape.named_inputs(found),
                evaluations: found.evaluations,
                generations: found.generations,
            });
        }
        records
    }
}

/// The same decisions in several shapes are one path: that of the first shape in which it is not refuted.
fn keep_each_once(shapes: &mut [ShapePaths]) {
    let mut of_shape: BTreeMap<Vec<Decision>, (bool, usize)> = BTreeMap::new();
    for (at, shape) in shapes.iter().enumerate() {
        for found in &shape.found {
            let this = (found.state.is_some(), at);
            let first = of_shape.entry(found.decisions.clone()).or_insert(this);
            *first = this.min(*first);
        }
    }
    for (at, shape) in shapes.iter_mut().enumerate() {
        shape.found.retain(|found| of_shape.get(&found.decisions).is_some_and(|first| first.1 == at));
    }
}

/// The proof that what is not covered is infeasible: every path that there is was run or refuted. `runs`: inputs of these.
fn proof(record: &PathwiseRecord, runs: Vec<Vec<u128>>) -> Option<PathProof> {
    let settled = |path: &PathRecord| {
        matches!(
            path.state,
            PathState::Covered { .. } | PathState::Crashes { .. } | PathState::Infeasible { .. }
        )
    };
    let unsatisfiable = record.count(|state| matches!(state, PathState::Infeasible { .. }));
    (record.missing.is_empty() && record.shapes == 1 && record.paths.iter().all(settled)).then(|| {
        let argument = Argument::ExhaustedPaths {
            runs: runs.len() as u64,
            unsatisfiable: unsatisfiable as u64,
            by_solver: None,
        };
        PathProof { argument, runs }
    })
}

impl PathwiseOutcome {
    /// Names tests after the paths that they follow, in `outcome` and in the record of the paths, which it gets.
    pub(crate) fn name_tests(mut self, factory: &dyn Shapes, outcome: &mut UnitOutcome) {
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for (at, candidate) in self.tests {
            let Ok(entry) = factory.entry(candidate.shape) else { continue };
            let wanted = without_idle_statements(&candidate.test, &entry);
            let same = |test: &&TestRecord| {
                test.leaves == wanted.leaves && test.statements == wanted.skeleton.statements
            };
            if let (PathState::Covered { test, .. }, Some(found)) =
                (&mut self.record.paths[at].state, outcome.tests.iter().find(same))
            {
                let name = format!("{}_path_{}", found.function, at + 1);
                names.insert(found.name.clone(), name.clone());
                *test = Some(name);
            }
        }
        let rename = |name: &mut String| {
            if let Some(new) = names.get(name) {
                name.clone_from(new);
            }
        };
        outcome.tests.iter_mut().for_each(|test| rename(&mut test.name));
        for goal in &mut outcome.goals {
            if let GoalStatus::Covered { tests } = &mut goal.status {
                tests.iter_mut().for_each(rename);
            }
        }
        outcome.record.pathwise = Some(self.record);
    }
}
