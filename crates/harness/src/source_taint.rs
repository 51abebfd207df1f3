//! Where the values of a run come from: which leaf, which pointer of the test.
//!
//! A domain of origins. A value read from a byte that the test wrote, or passed by it, carries the
//! [`Source`] of that write; moves, conversions and arithmetic with one such operand keep it. What
//! is recorded is what tells a better shape of input from a worse one: pointers that were compared
//! (or subtracted), and null pointers that were read. Nothing here decides anything: two runs of
//! one test case record the same.
//!
//! Deviation: arithmetic on two inputs forgets both. Not handled: values that travel through
//! functions without a body, bit-fields.
//!
//! Cost: a map look-up per load and store; runs that only want coverage use [`trine_machine::Concrete`].

use crate::plan::{Plan, Root, Source, StubValue};
use crate::stored::Stored;
use std::collections::BTreeMap;
use trine_ir::{BinaryOp, CastOp, FuncId, IntPredicate, Type};
use trine_machine::Memory;
use trine_machine::domain::{Binary, Cast, Domain, IntCompare, MemoryAccess, Operand, PtrAdd};

/// Pointer comparisons recorded in one run, at most: long loops compare the same pointers.
const MAX_COMPARISONS: usize = 256;

/// Variable arguments noted in one run, at most.
const MAX_ARGUMENTS: usize = 64;

/// What is known about a value: the input it comes from.
pub type TaintSource = Option<Source>;

/// Two pointers that were compared, or subtracted from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The left one.
    pub a: Pointer,
    /// The right one.
    pub b: Pointer,
    /// Whether they were compared for equality rather than for order.
    pub equality: bool,
}

/// A pointer with the input that it was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The address.
    pub address: u64,
    /// Where it comes from.
    pub origin: TaintSource,
}

/// The domain of origins, and what was recorded in the last run.
#[derive(Clone, Debug, Default)]
pub struct SourceTaint {
    /// Pointers that were compared, each pair once, in order; at least one of a pair comes from the test.
    pub compared: Vec<Comparison>,
    /// Null pointers of the test that were read or passed, the latest last.
    pub nulls: Vec<Source>,
    /// Variable arguments that the code took from a `va_list`: where each lay, and as what it was read.
    pub arguments_read: Vec<(u64, Type)>,
    /// Where the variable arguments of the plan lie: from, up to.
    argument_areas: Vec<(u64, u64)>,
    /// Origins of values in memory.
    stored: Stored<Source>,
    /// Per call to make and register: its origin.
    arguments: Vec<Vec<TaintSource>>,
    /// Per stub and call: the origin of its result.
    stubs: BTreeMap<FuncId, Vec<TaintSource>>,
    stub_calls: BTreeMap<FuncId, usize>,
    /// Calls begun.
    begun: usize,
    registers: Vec<TaintSource>,
}

impl SourceTaint {
    /// Forgets the last run; the next one runs `plan`, whose roots lie at `address`.
    pub fn prepare(&mut self, plan: &Plan, address: impl Fn(Root) -> u64) {
        self.compared.clear();
        self.nulls.clear();
        self.stored.clear();
        self.stub_calls.clear();
        self.begun = 0;
        for write in &plan.writes {
            if write.offset_bits.is_multiple_of(8) {
                let at = address(write.root) + write.offset_bits / 8;
                self.stored.insert(at, u64::from(write.width_bits / 8), write.source);
            }
        }
        self.arguments_read.clear();
        self.argument_areas.clear();
        let areas = plan.objects.iter().enumerate().filter(|(_, object)| object.of_argument_list);
        for (position, object) in areas.filter(|(_, object)| object.count.is_some()) {
            let from = address(Root::Object(position));
            self.argument_areas.push((from, from + object.size_bytes));
        }
        self.arguments = plan.calls.iter().map(|call| call.sources.clone()).collect();
        let origin = |value: &StubValue| match value {
            StubValue::Scalar(_, source) => *source,
            StubValue::Object(..) => None,
        };
        self.stubs =
            plan.stubs.iter().map(|(&id, values)| (id, values.iter().map(origin).collect())).collect();
    }

    fn note_null(&mut self, ty: Type, bits: u128, origin: TaintSource) {
        if let (Type::Ptr, 0, Some(source)) = (ty, bits, origin) {
            self.nulls.retain(|&known| known != source);
            self.nulls.push(source);
        }
    }

    fn note_comparison(&mut self, a: Operand<TaintSource>, b: Operand<TaintSource>, equality: bool) {
        let is_pointer =
            |operand: &Operand<TaintSource>| matches!(operand.shadow, Some(Source::Pointer { .. }));
        if !(is_pointer(&a) || is_pointer(&b)) || self.compared.len() >= MAX_COMPARISONS {
            return;
        }
        let pointer = |from: Operand<TaintSource>| Pointer { address: from.bits as u64, origin: from.shadow };
        let comparison = Comparison { a: pointer(a), b: pointer(b), equality };
        if !self.compared.contains(&comparison) {
            self.compared.push(comparison);
        }
    }
}

impl Domain for SourceTaint {
    type Shadow = TaintSource;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn argument(&mut self, index: usize, ty: Type, bits: u128) -> TaintSource {
        let call = self.begun.checked_sub(1).and_then(|call| self.arguments.get(call));
        let origin = call.and_then(|sources| sources.get(index).copied().flatten());
        self.note_null(ty, bits, origin);
        origin
    }

    fn load(&mut self, event: &MemoryAccess<TaintSource>, _: &Memory) -> TaintSource {
        let (address, length) = (event.address.bits as u64, u64::from(event.bytes));
        if self.argument_areas.iter().any(|&(from, to)| (from..to).contains(&address))
            && self.arguments_read.len() < MAX_ARGUMENTS
        {
            self.arguments_read.push((address, event.ty));
        }
        let origin = self.stored.get(address, length);
        self.note_null(event.ty, event.value.bits, origin);
        origin
    }

    fn store(&mut self, event: &MemoryAccess<TaintSource>) {
        let (address, length) = (event.address.bits as u64, u64::from(event.bytes));
        self.stored.forget(address, length);
        if let Some(source) = event.value.shadow {
            self.stored.insert(address, length, source);
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        self.stored.copy(to, from, length);
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.stored.forget(address, length);
    }

    fn ptr_add(&mut self, event: &PtrAdd<TaintSource>) -> TaintSource {
        event.base.shadow
    }

    fn cast(&mut self, event: &Cast<TaintSource>) -> TaintSource {
        let keeps = matches!(
            event.op,
            CastOp::ZExt
                | CastOp::SExt
                | CastOp::Trunc
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::Bitcast
        );
        event.value.shadow.filter(|_| keeps)
    }

    fn binary(&mut self, event: &Binary<TaintSource>) -> TaintSource {
        if event.op == BinaryOp::Sub && event.ty.bits() == 64 {
            self.note_comparison(event.a, event.b, false);
        }
        match (event.op, event.a.shadow, event.b.shadow) {
            (BinaryOp::Add | BinaryOp::Sub, Some(source), None) => Some(source),
            (BinaryOp::Add, None, Some(source)) => Some(source),
            _ => None,
        }
    }

    fn int_compare(&mut self, event: &IntCompare<TaintSource>) -> TaintSource {
        if event.width == 64 {
            let equality = matches!(event.predicate, IntPredicate::Eq | IntPredicate::Ne);
            self.note_comparison(event.a, event.b, equality);
        }
        None
    }

    fn stub(&mut self, function: FuncId, index: usize, ty: Type, result: u128) -> TaintSource {
        if index > 0 {
            return None;
        }
        let call = self.stub_calls.entry(function).or_default();
        *call += 1;
        let origins = self.stubs.get(&function);
        let origin = origins.and_then(|origins| origins.get(*call - 1).copied().flatten());
        self.note_null(ty, result, origin);
        origin
    }

    fn take_registers(&mut self) -> Vec<TaintSource> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<TaintSource>) {
        self.registers = registers;
    }
}
