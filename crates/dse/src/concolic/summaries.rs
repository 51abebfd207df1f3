//! Calls whose result is one term, in place of the paths through their bodies.
//!
//! A loop over the characters of two strings is a path for each place where they may differ first; whether they are equal is one
//! condition. While such a call is executed, branches and implicit conditions are no steps of the path; then its result gets the term
//! that was made of the arguments when it began.
//!
//! Source: Godefroid, "Compositional dynamic test generation" (POPL 2007); deviation: summaries are written by hand, for functions of a
//! library whose meaning is known.

use super::{Concolic, ImplicitKind, Shadow};
use std::fmt::Debug;
use std::sync::atomic::Ordering;
use trine_expr::Term;
use trine_ir::FuncId;
use trine_machine::Memory;

/// What is known of functions of a library.
pub trait CallSummaries: Debug {
    /// Whether `function` has a summary.
    fn knows(&mut self, function: FuncId) -> bool;
    /// The term of the result of a call of `function`; `None` where its path says more. `args` and `shadows` hold its arguments, one slot
    /// each, and more behind them.
    fn result(
        &mut self,
        function: FuncId,
        args: &[u64],
        shadows: &[Shadow],
        concolic: &mut Concolic,
        memory: &Memory,
    ) -> Option<Term>;
}

impl Concolic {
    /// Whether what happens now is part of a call with a summary.
    pub(super) fn is_suspended(&self) -> bool {
        self.summarised.is_some()
    }

    /// The call that is summarised ends in one of two ways, by return or throw: `condition` says by which, and `holds` by which in this run.
    pub fn rely_on_outcome(&mut self, condition: Term, holds: bool) {
        let constraint = if holds { condition } else { self.pool.not(condition) };
        self.rely_on(ImplicitKind::Outcome, constraint);
    }

    pub(super) fn begins_call(
        &mut self,
        function: FuncId,
        depth: u32,
        args: &[u64],
        shadows: &[Shadow],
        memory: &Memory,
    ) {
        if self.is_suspended() || self.is_over() {
            return;
        }
        let Some(mut summaries) = self.summaries.take() else { return };
        if summaries.knows(function)
            && let Some(term) = summaries.result(function, args, shadows, self, memory)
        {
            self.summarised = Some((depth, term));
            self.suspended.store(true, Ordering::Relaxed);
        }
        self.summaries = Some(summaries);
    }

    pub(super) fn ends_call(&mut self, depth: u32) {
        self.result = None;
        if let Some((begun, term)) = self.summarised
            && depth <= begun
        {
            self.end_summary();
            self.result = Some(term).filter(|_| depth == begun);
        }
    }

    pub(super) fn end_summary(&mut self) {
        self.summarised = None;
        self.suspended.store(false, Ordering::Relaxed);
    }

    /// The shadow of the result of the call that ended last.
    pub(super) fn result_of_call(&mut self, shadow: Shadow) -> Shadow {
        self.result.take().map_or(shadow, Shadow::from)
    }
}
