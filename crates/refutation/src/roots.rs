//! Which object a pointer points into, where the code itself says so, and what a call may write.
//!
//! ```text
//! v1 = stackalloc 4              v1, v2: the slot v1
//! v2 = ptradd v1, 4              v3: global0
//! v3 = ptradd @global0 + v9 * 4   v4: unknown
//! v4 = load v2
//! ```
//!
//! A slot whose address goes nowhere but into accesses and comparisons is private: nothing but these accesses changes it.
//! A call of functions that all have bodies writes what their stores name; a store through an unknown pointer, a call
//! through one, a function without a body may write everything that is not private.
//!
//! Cost: linear in the function, and in the bodies that a call leads to, for the first call of each function.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use trine_c_library::writes_no_memory;
use trine_ir::{
    Callee, Constant, FuncId, Function, GlobalId, Intrinsic, Op, Program, Terminator, Value, ValueKind,
};

/// Functions that a call leads to, beyond which it is taken to write everything.
const MAX_FUNCTIONS: usize = 64;

/// An object that a pointer points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// What the `stackalloc` that defines this value made last.
    Slot(Value),
    /// A variable of the program.
    Global(GlobalId),
}

/// The roots of all values of a function.
#[derive(Debug, Default)]
pub(super) struct Roots {
    slots: FxHashMap<Value, Value>,
    /// Bytes of each slot, where that is fixed.
    sizes: FxHashMap<Value, Option<u64>>,
    globals: FxHashMap<Value, GlobalId>,
    escaping: BTreeSet<Value>,
}

/// What a call may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// These variables.
    Writes(BTreeSet<GlobalId>),
    /// All memory that is not private.
    Anything,
}

impl Roots {
    pub fn new(function: &Function) -> Self {
        let mut roots = Self::default();
        let mut bases = FxHashMap::default();
        for data in &function.blocks {
            for inst in &data.insts {
                match (&inst.op, inst.results.first()) {
                    (Op::StackAlloc { size_bytes, count, .. }, Some(&slot)) => {
                        roots.slots.insert(slot, slot);
                        roots.sizes.insert(slot, count.is_none().then_some(*size_bytes));
                    }
                    (Op::PtrAdd { base, .. }, Some(&result)) => drop(bases.insert(result, *base)),
                    _ => {}
                }
            }
        }
        // In an unreachable cycle a value may be its own base.
        for &result in bases.keys() {
            let chain = std::iter::successors(Some(result), |at| bases.get(at).copied());
            let Some(first) = chain.take(bases.len() + 1).find(|at| !bases.contains_key(at)) else {
                continue;
            };
            match (roots.slots.get(&first).copied(), global_of(function, first)) {
                (Some(slot), _) => drop(roots.slots.insert(result, slot)),
                (None, Some(global)) => drop(roots.globals.insert(result, global)),
                _ => {}
            }
        }
        roots.find_escaping(function);
        roots
    }

    /// The object that `pointer` points into, if that is known.
    pub fn of(&self, function: &Function, pointer: Value) -> Option<Root> {
        let slot = self.slots.get(&pointer).map(|&slot| Root::Slot(slot));
        let global = || self.globals.get(&pointer).copied().or_else(|| global_of(function, pointer));
        slot.or_else(|| global().map(Root::Global))
    }

    /// Whether nothing but accesses through known pointers changes the object.
    pub fn is_private(&self, root: Root) -> bool {
        matches!(root, Root::Slot(slot) if !self.escaping.contains(&slot))
    }

    /// The size of the slot that `value` defines, where that is fixed.
    pub fn size_of(&self, value: Value) -> Option<u64> {
        self.sizes.get(&value).copied().flatten()
    }

    fn find_escaping(&mut self, function: &Function) {
        let mut escaping = BTreeSet::new();
        let mut escapes = |value: Value| escaping.extend(self.slots.get(&value).copied());
        for data in &function.blocks {
            for inst in &data.insts {
                match &inst.op {
                    Op::Load { volatile: false, .. } | Op::PtrAdd { .. } | Op::IntCompare(..) => {}
                    Op::Store { value, volatile: false, .. } => escapes(*value),
                    Op::Intrinsic(Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet, args) => {
                        // The number of bytes and the byte are no pointers.
                        args.iter().skip(2).for_each(|&value| escapes(value));
                    }
                    op => op.for_each_operand(&mut escapes),
                }
            }
            data.for_each_leaving_operand(&mut escapes);
        }
        self.escaping = escaping;
    }
}

fn global_of(function: &Function, value: Value) -> Option<GlobalId> {
    match function.values[value].kind {
        ValueKind::Constant(Constant::Global(global, _)) => Some(global),
        _ => None,
    }
}

impl Effect {
    /// What calls of `callee` may write.
    pub fn of(program: &Program, callee: FuncId) -> Self {
        let mut writes = BTreeSet::new();
        let mut known = BTreeSet::from([callee]);
        let mut open = vec![callee];
        while let Some(function) = open.pop() {
            let callable = &program.callables[function];
            // Nothing comes after a call that does not return.
            if callable.weak || known.len() > MAX_FUNCTIONS {
                return Self::Anything;
            }
            if callable.no_return {
                continue;
            }
            if !callable.defined {
                match writes_no_memory(&callable.name) {
                    true => continue,
                    false => return Self::Anything,
                }
            }
            let Ok(body) = program.body(function) else { return Self::Anything };
            let Some(calls) = writes_of(body, &mut writes) else { return Self::Anything };
            open.extend(calls.into_iter().filter(|&call| known.insert(call)));
        }
        Self::Writes(writes)
    }
}

/// Adds the variables that `body` itself writes; the functions that it calls. `None` when it may write anything.
fn writes_of(body: &Function, writes: &mut BTreeSet<GlobalId>) -> Option<Vec<FuncId>> {
    let roots = Roots::new(body);
    let mut calls = Vec::new();
    let mut write = |pointer: Value| match roots.of(body, pointer)? {
        Root::Slot(_) => Some(()),
        Root::Global(global) => {
            writes.insert(global);
            Some(())
        }
    };
    for data in &body.blocks {
        if matches!(data.terminator, Terminator::IndirectJump { .. }) {
            return None;
        }
        for inst in &data.insts {
            match &inst.op {
                Op::Store { ptr, volatile: false, .. } => write(*ptr)?,
                Op::Load { volatile: true, .. }
                | Op::Store { .. }
                | Op::AtomicUpdate { .. }
                | Op::CompareExchange { .. } => return None,
                Op::Call { callee: Callee::Direct(callee), .. } => calls.push(*callee),
                Op::Call { .. } => return None,
                Op::Object(op, _) if !op.is_pure() => return None,
                Op::Intrinsic(Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet, args) => {
                    write(*args.first()?)?
                }
                // The caller's frame is not touched.
                Op::Intrinsic(Intrinsic::StackRestore, _) => {}
                Op::Intrinsic(intrinsic, _) if writes_memory(*intrinsic) => return None,
                _ => {}
            }
        }
    }
    Some(calls)
}

/// Whether the call may return a second time, in a function that has such a call: who declares which one it is, is not
/// known, so this is every call of what has no body here.
pub(super) fn may_return_twice(program: &Program, op: &Op) -> bool {
    match op {
        Op::Call { callee: Callee::Direct(callee), .. } => {
            let callable = &program.callables[*callee];
            !callable.defined && !callable.no_return && !writes_no_memory(&callable.name)
        }
        Op::Call { .. } => true,
        _ => false,
    }
}

/// Whether an intrinsic may change what memory holds.
pub(super) fn writes_memory(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        intrinsic,
        I::MemCopy
            | I::MemMove
            | I::MemSet
            | I::VaStart
            | I::VaEnd
            | I::VaCopy
            | I::StackRestore
            | I::LandingPad
            | I::Barrier
    )
}
