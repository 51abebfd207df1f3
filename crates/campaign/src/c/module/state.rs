//! What runs of a module leave for later ones: its functions with goals, the faults that were met, the solver of leaves.

use std::sync::Arc;
use trine_coverage::CoverageStructure;
use trine_engine::solving::{LeafSolver, Seen};
use trine_ir::{FuncId, Program};
use trine_judge::faults::same_fault;
use trine_machine::Fault;
use trine_testcase::objects::{MemberId, Sequence};

/// Faults of one module that are kept.
const MAX_FAULTS: usize = 64;

/// A function with goals.
#[derive(Clone, Debug)]
pub struct Member {
    /// The function.
    pub function: FuncId,
    /// Its goals.
    pub structure: CoverageStructure,
    /// The member of the API model that calls it.
    pub member: Option<MemberId>,
}

/// Faults that runs met.
#[derive(Debug, Default)]
pub struct Faults {
    pub(super) met: Vec<(Fault, Sequence)>,
}

impl Faults {
    /// Keeps a fault that was not met before.
    pub fn note(&mut self, fault: &Fault, sequence: &Sequence) {
        let is_known = self.met.iter().any(|(known, _)| same_fault(known, fault));
        if !is_known && self.met.len() < MAX_FAULTS {
            self.met.push((fault.clone(), sequence.clone()));
        }
    }
}

/// The solver of a module, and the edges that its runs took.
pub struct Leaves {
    pub(super) solver: LeafSolver,
    /// The edges of all runs.
    pub seen: Seen,
}

impl Leaves {
    /// For sequences of calls of `members`.
    pub fn new(program: &Arc<Program>, members: &[Member]) -> Self {
        let names = members.iter().map(|member| program.callables[member.function].name.clone());
        Self { solver: LeafSolver::new(program, names), seen: Seen::default() }
    }
}
