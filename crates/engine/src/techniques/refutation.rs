//! Proofs that goals which nothing has reached are infeasible, one by one ([`trine_refutation`]).

use crate::context::search::SearchContext;
use crate::options::Strategy;
use crate::policy::SUITE;
use crate::schedule::clock::{Allowance, Phase};
use crate::techniques::Technique;
use std::sync::Arc;
use std::time::Instant;
use trine_ir::FuncId;
use trine_refutation::{External, Refuter, Unfinished, Unrolled, Verdict};
use trine_search::checks::is_assumption;

/// Looks for proofs of goals that are still open: once, for its part of the budget, and for what was left out then when
/// the search is over.
#[derive(Debug, Default)]
pub(crate) struct Refutation {
    state: Refuting,
    /// What the solver did.
    pub statistics: trine_solver::Statistics,
}

/// How far the proofs are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Refuting {
    #[default]
    Before,
    /// The time for it was over.
    Cut,
    Done,
}

impl<'a> Technique<'a> for Refutation {
    fn name(&self) -> &'static str {
        "proofs of single goals"
    }

    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) {
        let proves = matches!(context.strategy, Strategy::Hybrid | Strategy::Dse | Strategy::Paths);
        // Runs are counted and compared.
        let is_studied = context.paths.iterations.is_some();
        if !proves || is_studied || self.state != Refuting::Before {
            return;
        }
        self.state = match self.refute_open_goals(context, Some(allowance)) {
            true => Refuting::Done,
            false => Refuting::Cut,
        };
    }
}

impl Refutation {
    /// What its part of the budget did not suffice for.
    pub(crate) fn finish(&mut self, context: &mut SearchContext<'_, '_>) {
        if std::mem::replace(&mut self.state, Refuting::Done) == Refuting::Cut {
            self.refute_open_goals(context, None);
        }
    }

    /// Whether all that are open were looked at.
    fn refute_open_goals(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        allowance: Option<&Allowance>,
    ) -> bool {
        let deadline = match allowance {
            Some(allowance) => context.evaluator.clock.deadline_of(allowance),
            None => context.evaluator.clock.deadline(),
        };
        if context.evaluator.every_ending_counts {
            return self.refute_by_unrolling(context, deadline);
        }
        let open = context.open_goals();
        let evaluator = &mut *context.evaluator;
        let program = Arc::clone(evaluator.harness.program());
        let refuter =
            Refuter::new(evaluator.structure, &program, &context.portfolio, context.faults, deadline);
        let Some(mut refuter) = refuter else { return true };
        let mut is_cut = false;
        for goal in open {
            if evaluator.clock.interrupted()
                || evaluator.clock.is_over(Phase::Proof)
                || allowance.is_some_and(|allowance| evaluator.clock.has_used(allowance))
            {
                is_cut = true;
                break;
            }
            let before = refuter.queries;
            match refuter.proof(goal, &evaluator.archive.seen) {
                Some(proof) => _ = evaluator.archive.refuted.insert(goal, proof),
                None => evaluator.effort.not_refuted(goal, refuter.queries - before),
            }
            evaluator.clock.evaluations += refuter.queries - before;
        }
        self.statistics.add(refuter.statistics());
        !is_cut
    }

    /// Unrolls a whole program, runs it with the inputs that lead to open goals, and refutes what no run reaches. Whether all that are
    /// open were looked at.
    fn refute_by_unrolling(
        &mut self,
        context: &mut SearchContext<'_, '_>,
        deadline: Option<Instant>,
    ) -> bool {
        let open = context.open_goals();
        if open.is_empty() {
            return true;
        }
        let Some(entry) = context.entries.first().map(|base| base.plan.function) else { return true };
        let portfolio = context.portfolio.clone();
        let evaluator = &*context.evaluator;
        let program = Arc::clone(evaluator.harness.program());
        let external = |function: FuncId| {
            let name = program.callables[function].name.as_str();
            if is_assumption(name) {
                External::Assumption
            } else if evaluator.harness.stream().contains(function) {
                External::Input
            } else {
                External::Unknown
            }
        };
        let entry = (entry, &evaluator.members);
        let mut unrolled = match Unrolled::new(&program, entry, &external, &portfolio, deadline) {
            Ok(unrolled) => unrolled,
            Err(unfinished) => return unfinished != Unfinished::Late,
        };
        let mut is_cut = false;
        for goal in open {
            let evaluator = &mut *context.evaluator;
            if evaluator.clock.interrupted() || evaluator.clock.is_over(Phase::Proof) {
                is_cut = true;
                break;
            }
            // A run for another goal may have covered it.
            if evaluator.structure.is_covered(goal, &evaluator.archive.seen) {
                continue;
            }
            let before = unrolled.queries;
            match unrolled.verdict(evaluator.structure, goal, &evaluator.archive.seen) {
                Verdict::Infeasible(proof) => _ = evaluator.archive.refuted.insert(goal, proof),
                Verdict::Inputs(inputs) => context.answer_with(&inputs),
                Verdict::Unknown => evaluator.effort.not_refuted(goal, unrolled.queries - before),
            }
        }
        context.evaluator.clock.evaluations += unrolled.queries;
        if cfg!(debug_assertions) {
            contradicts_no_run(&mut unrolled, context);
        }
        self.statistics.add(unrolled.statistics());
        !is_cut
    }
}

/// Checks that nothing which a run covered is taken to be infeasible.
fn contradicts_no_run(unrolled: &mut Unrolled, context: &SearchContext<'_, '_>) {
    let (structure, seen) = (context.evaluator.structure, &context.evaluator.archive.seen);
    let covered = structure.goals.indices().filter(|&goal| structure.is_covered(goal, seen));
    for goal in covered.take(SUITE.checked_goals) {
        let verdict = unrolled.verdict(structure, goal, seen);
        debug_assert!(!matches!(verdict, Verdict::Infeasible(_)), "covered and refuted: {goal:?}");
    }
}
