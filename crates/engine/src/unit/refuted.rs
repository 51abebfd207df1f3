//! Proofs for a function that is not called with inputs of its own, but by sequences of calls: no state at all leads to the goal.
//!
//! What [`trine_refutation`] proves begins inside the function with nothing known, so it holds whoever calls it. Proofs that rest on what a
//! passed operation tells do not count here: runs of sequences end at faults without a record of what they stopped at.

use super::UnitContext;
use super::UnitOutcome;
use super::records::never_both_outcomes;
use crate::suite::run_proof::Places;
use std::time::Instant;
use trine_coverage::Trace;
use trine_record::{Argument, GoalCounts, GoalStatus};
use trine_refutation::Refuter;

impl UnitContext<'_> {
    /// Looks for proofs of the goals that are open in `outcome`, which none of the runs in `reached` covers, until `until`.
    pub fn refute_open(
        &self,
        outcome: &mut UnitOutcome,
        reached: &Trace,
        until: Option<Instant>,
        stop: &dyn Fn() -> bool,
    ) {
        let Ok((_, function)) = self.function() else { return };
        let structure = self.structure(function);
        let refuter = Refuter::new(&structure, self.program, &self.options.portfolio, self.faults(), until);
        let Some(mut refuter) = refuter else { return };
        for goal in &mut outcome.goals {
            let is_open = matches!(goal.status, GoalStatus::Unknown { .. });
            if !is_open || stop() || structure.is_covered(goal.id, reached) {
                continue;
            }
            let proof = refuter.proof(goal.id, reached);
            let rests_on_passed = |argument: &Argument| {
                matches!(argument, Argument::Refutation { by_passed_operations: true, .. })
            };
            if let Some(proof) = proof.filter(|proof| !rests_on_passed(&proof.argument)) {
                goal.status = GoalStatus::Infeasible(self.in_scope(proof));
            }
        }
        never_both_outcomes(&Places::new(&structure), &structure, reached, &mut outcome.goals);
        outcome.record.goals = GoalCounts::of(&outcome.goals);
    }
}
