//! Inputs as a stream: calls of certain externals, in the order they happen over all of them.
//!
//! A benchmark program asks for its inputs by calling functions (`__VERIFIER_nondet_int`). A test answers
//! a finite number of these calls; what it answered, in order, *is* the test in exchange formats. When
//! a run asks for more than the test holds, it ends there as if by `exit(0)`, as the harnesses that
//! replay such tests do: a test never depends on values that it does not hold.

use std::collections::BTreeSet;
use trine_ir::FuncId;

/// The functions whose answers are the inputs, and what a run asked of them.
#[derive(Clone, Debug, Default)]
pub struct InputStream {
    functions: BTreeSet<FuncId>,
    consumed: Vec<(FuncId, u128)>,
    ran_out: bool,
}

impl InputStream {
    /// The stream of answers of `functions`.
    #[must_use]
    pub fn new(functions: impl IntoIterator<Item = FuncId>) -> Self {
        Self { functions: functions.into_iter().collect(), ..Self::default() }
    }

    /// Forgets the last run.
    pub(crate) fn clear(&mut self) {
        self.consumed.clear();
        self.ran_out = false;
    }

    /// Whether the answers of `function` are inputs.
    #[must_use]
    pub fn contains(&self, function: FuncId) -> bool {
        self.functions.contains(&function)
    }

    pub(crate) fn consume(&mut self, function: FuncId, bits: u128) {
        self.consumed.push((function, bits));
    }

    pub(crate) fn run_out(&mut self) {
        self.ran_out = true;
    }

    /// What the last run got, in order: whom it asked, and the bits of the answer.
    #[must_use]
    pub fn consumed(&self) -> &[(FuncId, u128)] {
        &self.consumed
    }

    /// Whether the last run asked for more than the test holds.
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }
}
