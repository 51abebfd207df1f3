//! All paths of one sequence of calls: an execution tree over its leaves, whose candidates any searcher chooses.
//!
//! ```text
//! new Account(l0, l1); withdraw(l2)        leaves l0, l1, l2 are the inputs, the steps stay
//!     \_______ Whole _______/
//!               \ LastCall /               where the path condition begins
//! ```
//!
//! The loop is the one for C ([`trine_dse::Explorer`]); this is its program under test. What is explored are the paths of the **last
//! call**. With [`Scope::Whole`] a path condition begins with the first call, so that what constructors require is part of each query, and a
//! contradiction to it is refuted. With [`Scope::LastCall`] it begins with the last call, as where a symbolic executor starts in the method
//! under test and does not know the invariants of its objects (Modonato 2020, section 2): models may then break what the calls
//! before require, and the run ends elsewhere.
//!
//! Not handled: strings keep their lengths; which calls are made, and with which objects, is for whoever makes the sequence. With
//! [`Scope::LastCall`] what operations of the last call rely on before its first branch is no part of the path.

use crate::inputs::{Bound, Inputs};
use crate::runs::SymbolicRuns;
use std::collections::BTreeMap;
use trine_dse::explorer::{ProgramUnderTest, Run, Settings};
use trine_dse::searchers::{NoGuide, Searcher};
use trine_dse::{BranchOutcome, Explorer, PathCondition, Progress, Step, StepKind};
use trine_expr::{Assignment, TermPool};
use trine_harness_jvm::Stage;
use trine_ir::FuncId;
use trine_solver::{Limits, Solver};
use trine_testcase::objects::{Constants, Ended, Sequence};

/// Where path conditions begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// With the first call of the sequence.
    Whole,
    /// With the last call.
    LastCall,
}

/// A run that took a path of the last call that no run had taken before.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited {
    /// The sequence.
    pub sequence: Sequence,
    /// How its run ended.
    pub ended: Ended,
    /// What the last call gave: the bits of a register, the address of an object; 0 where it threw.
    pub value: u64,
}

/// An exploration of the paths of the last call of a sequence.
pub struct PathExploration<'s> {
    subject: SequenceUnderTest<'s>,
    explorer: Explorer,
}

impl<'s> PathExploration<'s> {
    /// Runs `sequence`, whose last step calls the function with the name `method`; other paths are tried in the order that `searcher`
    /// chooses, each with one query within `limits`.
    pub fn new(
        stage: &'s mut Stage,
        (sequence, method): (&Sequence, &str),
        scope: Scope,
        searcher: Box<dyn Searcher>,
        limits: Limits,
    ) -> Self {
        let mut runs = SymbolicRuns::new(stage.parts().1, [method.to_owned()], &Constants::default());
        let bound = Inputs::default().bind(&mut runs.domain.pool, sequence);
        let settings = Settings { limits, filters: false, loop_budget: 0 };
        let mut explorer = Explorer::new(&mut runs.domain.pool, Solver::default(), searcher, settings);
        explorer.assume(bound.fixed_lengths(&mut runs.domain.pool));
        let start = bound.values.clone();
        let sequence = sequence.clone();
        let mut subject =
            SequenceUnderTest { stage, runs, bound, sequence, scope, visited: BTreeMap::new(), others: 0 };
        let program = std::sync::Arc::clone(&subject.runs.program);
        explorer.start(&mut subject, &program, &start);
        Self { subject, explorer }
    }

    /// Tries the next path.
    pub fn step(&mut self) -> Progress {
        let program = std::sync::Arc::clone(&self.subject.runs.program);
        self.explorer.step(&mut self.subject, &program, &NoGuide)
    }

    /// The paths of the last call that were taken, as outcomes of branches whose conditions depend on leaves, each with its first run.
    #[must_use]
    pub fn visited(&self) -> &BTreeMap<Vec<BranchOutcome>, Visited> {
        &self.subject.visited
    }

    /// Runs that did not come to the last call.
    #[must_use]
    pub fn runs_elsewhere(&self) -> u64 {
        self.subject.others
    }

    /// Whether every path was taken or refuted.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.explorer.tree.is_exhausted()
    }
}

/// A sequence whose leaves are the inputs.
struct SequenceUnderTest<'s> {
    stage: &'s mut Stage,
    runs: SymbolicRuns,
    bound: Bound,
    sequence: Sequence,
    scope: Scope,
    visited: BTreeMap<Vec<BranchOutcome>, Visited>,
    others: u64,
}

impl SequenceUnderTest<'_> {
    /// Whether a step was decided in the last call.
    fn is_of_last_call(&mut self, step: &Step) -> bool {
        let StepKind::Branch { function, .. } = step.kind else { return false };
        let callers: Vec<FuncId> =
            step.context.iter().flat_map(|context| context.callers()).map(|caller| caller.function).collect();
        let observer = &mut self.runs.observer;
        std::iter::once(function).chain(callers).any(|function| observer.is_unit(function))
    }
}

impl ProgramUnderTest for SequenceUnderTest<'_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.runs.domain.pool
    }

    fn run(&mut self, inputs: &Assignment) -> Run {
        let sequence = self.bound.sequence(&self.runs.domain.pool, &self.sequence, inputs);
        self.bound.values = inputs.clone();
        let run = self.runs.run(self.stage, &sequence, &self.bound);
        let (path, _) = self.runs.path();
        let last = sequence.steps.steps.len().saturating_sub(1);
        let is_there = match &run.ended {
            Ended::Returned => true,
            Ended::Threw { step, .. } => step.0 as usize == last,
            Ended::Limit { .. } | Ended::Unsupported { .. } => false,
        };
        let first = path.steps.iter().position(|step| self.is_of_last_call(step));
        let own = &path.steps[first.unwrap_or(path.steps.len())..];
        match is_there {
            true => {
                let outcome = |step: &Step| match step.kind {
                    StepKind::Branch { function, site, outcome } => {
                        Some(BranchOutcome { function, site, outcome })
                    }
                    StepKind::Implicit(_) => None,
                };
                let taken: Vec<BranchOutcome> = own.iter().filter_map(outcome).collect();
                let value = run.values.get(last).copied().unwrap_or(0);
                self.visited.entry(taken).or_insert(Visited { sequence, ended: run.ended, value });
            }
            false => self.others += 1,
        }
        let path = match self.scope {
            Scope::Whole => path,
            Scope::LastCall => PathCondition { steps: own.to_vec(), cut: path.cut },
        };
        Run { path, covered: 0, faulted: false, misses: Vec::new() }
    }
}
