//! Symbolic execution of call sequences of a module: other values of their leaves, and longer strings, that go another way.

use super::lower::Lowered;
use super::runner::ModuleRunner;
use super::state::Leaves;
use trine_engine::solving::OtherPath;
use trine_harness::Plan;
use trine_sequences::Solved;
use trine_sequences::draft::Draft;
use trine_testcase::LeafId;
use trine_testcase::objects::{Operand, Sequence};

/// Evaluations that a run with variables costs at least.
const RUN_EVALS: u64 = 2;
/// Instructions with variables, and work of the solver, that count as one evaluation.
const STEPS_PER_EVALUATION: u64 = 1_000;
const EFFORT_PER_EVALUATION: u64 = 5_000;
/// Strings do not grow beyond this.
const MAX_TEXT: usize = 48;

impl Leaves {
    /// Ways that `sequence` could take by other leaves, at most `most`.
    pub fn solve(
        &mut self,
        runner: &mut ModuleRunner<'_>,
        sequence: &Sequence,
        (lowered, plan): (&Lowered, &Plan),
        most: usize,
    ) -> Solved {
        let before = self.solver.statistics;
        let free = |leaf: LeafId| lowered.origins[leaf.0 as usize].is_some();
        let ways = self.solver.solve(&mut runner.harness, &lowered.test, plan, free, &self.seen, most);
        let after = self.solver.statistics;
        let cost_evals = RUN_EVALS
            + (after.steps - before.steps) / STEPS_PER_EVALUATION
            + (after.effort - before.effort) / EFFORT_PER_EVALUATION;
        let sequences: Vec<Sequence> =
            ways.iter().filter_map(|way| changed(sequence, lowered, way)).collect();
        Solved { has_tried_open: true, is_exhausted: sequences.is_empty(), sequences, cost_evals }
    }
}

/// `sequence` with the leaves of a way; with a longer string where its leaves alone do not do.
fn changed(sequence: &Sequence, lowered: &Lowered, way: &OtherPath) -> Option<Sequence> {
    match way {
        OtherPath::Leaves(values) => {
            let mut changed = sequence.clone();
            for ((origin, value), old) in lowered.origins.iter().zip(values).zip(&lowered.test.leaves) {
                if let (Some(origin), true) = (origin, value != old) {
                    changed.leaves[origin.0 as usize] = *value;
                }
            }
            Some(changed)
        }
        OtherPath::Stuck(leaves) => {
            let origins: Vec<LeafId> =
                leaves.iter().filter_map(|leaf| lowered.origins[leaf.0 as usize]).collect();
            stretched(sequence, &origins)
        }
    }
}

/// `sequence` with one character more in the first string that has one of `leaves`: a copy of its last one.
fn stretched(sequence: &Sequence, leaves: &[LeafId]) -> Option<Sequence> {
    let mut draft = Draft::new(sequence);
    for (at, step) in sequence.steps.steps.iter().enumerate() {
        for (operand, used) in step.action.operands().into_iter().enumerate() {
            let Operand::Text(units) = used else { continue };
            if units.len() >= MAX_TEXT || !units.iter().any(|unit| leaves.contains(unit)) {
                continue;
            }
            let mut text = sequence.text(units);
            text.push(text.last().copied().unwrap_or(u16::from(b'0')));
            let longer = draft.text("", &text);
            *draft.steps[at].action.operands_mut().into_iter().nth(operand)? = longer;
            return Some(draft.finish());
        }
    }
    None
}
