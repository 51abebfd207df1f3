//! Whole programs as units: tests enter by one function, goals are those of all it reaches.
//!
//! The structure is over the merged body of all functions reached ([`Merged`]), so archive, search and
//! minimiser work as for one function. What differs is stated here: which goals there are, that inputs
//! are a stream of answers rather than arguments and globals, and that every run counts that the
//! machine could follow to its end, be it `abort`, a fault or a failed assumption: benchmark programs
//! end so on purpose, and their referees count what was executed before.

use crate::policy::SHAPES;
use trine_coverage::{CoverageStructure, Merged};
use trine_harness::InputStream;
use trine_inputs::ShapeLimits;
use trine_ir::{FuncId, Program};
use trine_record::{Criterion, GoalKind, McdcVariant};
use trine_search::ConstantPool;

/// What the tests of a program are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramGoals {
    /// The goals of the criterion in all measured functions.
    Criterion,
    /// One goal: that this function is called.
    Call(FuncId),
}

/// A program as one unit.
#[derive(Clone, Debug)]
pub struct ProgramScope {
    /// The functions that the entry reaches, read as one.
    pub merged: Merged,
    /// What is to be covered.
    pub goals: ProgramGoals,
    /// Externals whose answers are the inputs.
    pub inputs: Vec<FuncId>,
}

impl ProgramScope {
    /// The program that `entry` starts. Goals are those of functions for which `measured` holds.
    #[must_use]
    pub fn new(
        program: &Program,
        entry: FuncId,
        goals: ProgramGoals,
        inputs: Vec<FuncId>,
        measured: impl Fn(FuncId) -> bool,
    ) -> Self {
        let called = |function| goals == ProgramGoals::Call(function);
        let merged = Merged::reached_from(program, entry, |function| called(function) || measured(function));
        Self { merged, goals, inputs }
    }

    pub(crate) fn structure(&self, criterion: Criterion, variant: McdcVariant) -> CoverageStructure {
        let function = self.merged.function.clone();
        match self.goals {
            ProgramGoals::Criterion => CoverageStructure::new(function, criterion, variant),
            ProgramGoals::Call(callee) => {
                let region = self.merged.first_region_of(callee);
                let is_entry = |kind: &GoalKind| matches!(kind, GoalKind::Statement { region: at } if Some(*at) == region);
                CoverageStructure::new(function, Criterion::Statement, variant)
                    .restricted(|goal| is_entry(&goal.kind))
            }
        }
    }

    /// The input stream of a test.
    #[must_use]
    pub fn stream(&self) -> InputStream {
        InputStream::new(self.inputs.iter().copied())
    }

    pub(crate) fn limits(&self) -> ShapeLimits {
        ShapeLimits {
            stub_returns: SHAPES.max_program_answers,
            stub_returns_at_once: SHAPES.program_answers_at_once,
            ..ShapeLimits::default()
        }
    }

    pub(crate) fn constants(&self, program: &Program) -> ConstantPool {
        ConstantPool::of_all(program, &self.merged.functions)
    }
}
