//! Which functions of the program a test may set a callback to: none that lead back to the function under test.
//!
//! A hook of a library points to an allocator, not to the function that asks the hook for memory. A test that set it
//! so would find an endless recursion that no caller makes:
//!
//! ```text
//! void *pool_get(size_t n) { return hooks.get(n); }      hooks.get = pool_get     excluded: itself
//! void *pool_new(size_t n) { return pool_get(n); }       hooks.get = pool_new     excluded: it calls pool_get
//! void *other(size_t n)    { return hooks.get(n); }      hooks.get = other        excluded: it may call itself
//! ```
//!
//! Direct calls are followed through at most [`MAX_FUNCTIONS`] bodies; what lies farther away counts as harmless.
//! Cost: linear in these bodies, once for each function that a callback could be.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_ir::instruction::{Callee, Op};
use trine_ir::types::Constant;
use trine_ir::{FuncId, Program};
use trine_testcase::api::{ApiModel, CallableId, Linkage};

/// Bodies looked at for one candidate.
const MAX_FUNCTIONS: usize = 256;

/// Tells functions that lead back to the one under test.
#[derive(Debug)]
pub struct Callbacks<'a> {
    program: &'a Arc<Program>,
    api: &'a ApiModel,
    function: FuncId,
    known: RefCell<BTreeMap<CallableId, bool>>,
}

impl<'a> Callbacks<'a> {
    /// Of tests of `function`.
    #[must_use]
    pub fn new(program: &'a Arc<Program>, api: &'a ApiModel, function: FuncId) -> Self {
        Self { program, api, function, known: RefCell::default() }
    }

    /// Whether a test may set a pointer to `candidate`.
    #[must_use]
    pub fn may_be(&self, candidate: CallableId) -> bool {
        if let Some(&known) = self.known.borrow().get(&candidate) {
            return known;
        }
        let callable = &self.api.callables[candidate];
        let function = self.program.function_named(&callable.symbol);
        let may_be = callable.linkage == Linkage::StandIn
            || function.is_none_or(|function| !self.leads_back(function) && !self.calls_its_kind(function));
        self.known.borrow_mut().insert(candidate, may_be);
        may_be
    }

    fn leads_back(&self, from: FuncId) -> bool {
        let mut reached = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(function) = work.pop() {
            if function == self.function {
                return true;
            }
            for callee in self.calls(function).filter_map(|callee| self.direct(function, callee)) {
                if reached.len() < MAX_FUNCTIONS && reached.insert(callee) {
                    work.push(callee);
                }
            }
        }
        false
    }

    /// Whether `function` calls through a pointer of its own type.
    fn calls_its_kind(&self, function: FuncId) -> bool {
        let own = &self.program.callables[function].signature;
        self.calls(function).any(|callee| match callee {
            Callee::Indirect(_, signature) if self.direct(function, callee).is_none() => {
                signature.returns == own.returns
                    && signature.params.len() == own.params.len()
                    && signature.params.iter().zip(&own.params).all(|(a, b)| a.ty == b.ty)
            }
            _ => false,
        })
    }

    /// What the body of `function` calls.
    fn calls(&self, function: FuncId) -> impl Iterator<Item = &'a Callee> {
        let is_defined = self.program.callables[function].defined;
        let body = is_defined.then(|| self.program.body(function).ok()).flatten();
        let insts = body.into_iter().flat_map(|body| body.blocks.iter().flat_map(|data| &data.insts));
        insts.filter_map(|inst| match &inst.op {
            Op::Call { callee, .. } => Some(callee),
            _ => None,
        })
    }

    fn direct(&self, function: FuncId, callee: &Callee) -> Option<FuncId> {
        match callee {
            Callee::Direct(callee) => Some(*callee),
            Callee::Indirect(target, _) => match self.program.body(function).ok()?.constant(*target) {
                Some(Constant::Function(callee)) => Some(callee),
                _ => None,
            },
            Callee::Virtual { .. } | Callee::Interface { .. } => None,
        }
    }
}
