//! What a fault came from: values that the test invented, and whether the code looked at them before.
//!
//! A domain of sets. A value read from what a test invented ([`Invention`]) carries the set of the inventions that it
//! was computed from; comparisons say which of them the code looked at. At a fault, the operand that the failing
//! operation relied on (an address, an index, a divisor, a length) tells whether the code's own checks let it through,
//! or whether it only breaks what nobody stated.
//!
//! What counts as a look: a comparison for order, a switch, a mask or a remainder for all values; for divisors and
//! pointers a comparison for equality too. Of untyped memory, where a number may as well be a handle's last error, a
//! comparison with 0, 1 or -1 is a look at its sign and none at its size. Comparing two inventions with each other says nothing about either: both may
//! be wrong.
//!
//! Not handled: values that only decide how often a loop runs; values that travel through most functions of the
//! library. What is lost this way counts as the code's own.
//!
//! Cost: a map look-up per byte read or written; only runs that showed a new fault are repeated in this domain.

use crate::plan::{Plan, Root, Source};
use std::collections::BTreeMap;
use trine_ir::{BinaryOp, Intrinsic, Type};
use trine_machine::Memory;
use trine_machine::domain::{
    Binary, Cast, Domain, FloatCompare, IntCompare, Junction, MemoryAccess, Operand, PtrAdd,
};
use trine_testcase::leaf::mask;

/// How a test came to a value that no caller passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invention {
    /// A pointer, null or not.
    Pointer,
    /// A field of a structure, or a global: other functions of the program keep it in order.
    State,
    /// Bytes behind a pointer that has no type for them. Read one by one they are data; read as wider values they are
    /// fields that the test cannot know.
    Untyped,
}

/// Inventions told apart in one run; all later ones share the last bit.
const MOST_INVENTIONS: usize = 128;

/// A set of inventions: bit `i` is the `i`-th that the run read.
pub type Inventions = u128;

/// The domain of causes, and what the last run showed.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    /// Inventions in the order in which the run read them.
    met: Vec<Source>,
    pointers: Inventions,
    state: Inventions,
    untyped: Inventions,
    /// Per byte of memory: what lies there.
    bytes: BTreeMap<u64, Byte>,
    /// Per call to make and register: the pointer that is passed.
    arguments: Vec<Vec<Option<Source>>>,
    begun: usize,
    /// Compared for order.
    ordered: Inventions,
    /// Compared for order with more than a sign: the code looked at how large they are.
    bounded: Inventions,
    /// Compared for equality with something that the test did not invent.
    equated: Inventions,
    /// Compared with null or zero.
    null_checked: Inventions,
    /// Operands of the operation that comes next.
    relied_on: [Inventions; 3],
    /// The function of the library that runs.
    library: Option<&'static str>,
    registers: Vec<Inventions>,
}

/// What lies in a byte.
#[derive(Clone, Copy, Debug)]
enum Byte {
    /// An invention that the run has not read yet.
    Invented(Source, Invention),
    /// A value of the run.
    Computed(Inventions),
}

impl Causes {
    /// Forgets the last run; the next one runs `plan`, whose roots lie at `address`. `inventions` says
    /// what its writes are, one by one.
    pub fn prepare(&mut self, plan: &Plan, address: impl Fn(Root) -> u64, inventions: &[Option<Invention>]) {
        *self = Self { registers: std::mem::take(&mut self.registers), ..Self::default() };
        for (write, invention) in plan.writes.iter().zip(inventions) {
            let Some(kind) = *invention else { continue };
            let at = address(write.root);
            let (from, to) =
                (write.offset_bits / 8, (write.offset_bits + u64::from(write.width_bits)).div_ceil(8));
            for offset in from..to {
                self.bytes.insert(at + offset, Byte::Invented(write.source, kind));
            }
        }
        let pointer = |source: &Option<Source>| source.filter(|it| matches!(it, Source::Pointer { .. }));
        let arguments = plan.calls.iter().map(|call| call.sources.iter().map(pointer).collect());
        self.arguments = arguments.collect();
    }

    /// Whether the null pointer that the failing operation used is the test's, and the code never compared it with
    /// null.
    #[must_use]
    pub fn null_is_unchecked(&self) -> bool {
        let pointers = self.relied_on[0] | self.relied_on[1];
        let pointers = pointers & (self.pointers | self.untyped);
        pointers != 0 && pointers & self.null_checked == 0
    }

    /// Whether the null pointer that the failing operation used is the test's, and the code compared it with null.
    #[must_use]
    pub fn null_is_checked(&self) -> bool {
        let pointers = (self.relied_on[0] | self.relied_on[1]) & self.pointers;
        pointers != 0 && pointers & self.null_checked == pointers
    }

    /// Whether the failing operation's address, amount or length comes from state that the code never compared for
    /// order, or from untyped memory of which it looked at the sign at most.
    #[must_use]
    pub fn relies_on_unchecked_state(&self) -> bool {
        let all = self.relied_on.iter().fold(0, |all, some| all | some);
        all & self.untyped & !self.bounded != 0 || all & self.state & !self.ordered != 0
    }

    /// Whether the divisor or amount of the failing operation comes from state that the code never looked at, or from
    /// untyped memory of which it looked at the sign at most.
    #[must_use]
    pub fn relies_on_unchecked_operand(&self) -> bool {
        let operand = self.relied_on[0];
        operand & self.untyped & !(self.bounded | self.equated) != 0
            || operand & self.state & !(self.ordered | self.equated) != 0
    }

    /// The function of the library that ran when the run ended.
    #[must_use]
    pub fn library(&self) -> Option<&'static str> {
        self.library
    }

    fn invented(&mut self, source: Source, kind: Invention) -> Inventions {
        let known = self.met.iter().position(|met| *met == source);
        let position = known.unwrap_or_else(|| {
            self.met.push(source);
            self.met.len() - 1
        });
        let bit = 1 << position.min(MOST_INVENTIONS - 1);
        match kind {
            Invention::Pointer => self.pointers |= bit,
            Invention::State => self.state |= bit,
            Invention::Untyped => self.untyped |= bit,
        }
        bit
    }

    fn forget(&mut self, address: u64, length: u64) {
        let known: Vec<u64> =
            self.bytes.range(address..address.saturating_add(length)).map(|(&at, _)| at).collect();
        for at in known {
            self.bytes.remove(&at);
        }
    }

    fn compared(&mut self, a: Operand<Inventions>, b: Operand<Inventions>, for_order: bool) {
        let one = match (a.shadow, b.shadow) {
            (0, one) | (one, 0) => one,
            _ => return,
        };
        let other = if a.shadow == 0 { a.bits } else { b.bits };
        if for_order {
            self.ordered |= one;
        } else {
            self.equated |= one;
        }
        if other == 0 {
            self.null_checked |= one;
        }
    }
}

impl Domain for Causes {
    type Shadow = Inventions;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn argument(&mut self, index: usize, _: Type, _: u128) -> Inventions {
        let call = self.begun.checked_sub(1).and_then(|call| self.arguments.get(call));
        let source = call.and_then(|sources| sources.get(index).copied().flatten());
        source.map_or(0, |source| self.invented(source, Invention::Pointer))
    }

    fn decide(&mut self, at: &Junction<Inventions>) -> u32 {
        self.ordered |= at.shadow;
        self.bounded |= at.shadow;
        self.equated |= at.shadow;
        at.outcome
    }

    fn relies_on(&mut self, operands: &[Operand<Inventions>]) {
        self.relied_on = std::array::from_fn(|at| operands.get(at).map_or(0, |operand| operand.shadow));
    }

    fn load(&mut self, event: &MemoryAccess<Inventions>, _: &Memory) -> Inventions {
        let (address, length) = (event.address.bits as u64, u64::from(event.ty.store_size_bytes()));
        let read: Vec<Byte> =
            self.bytes.range(address..address.saturating_add(length)).map(|(_, &it)| it).collect();
        let mut all = 0;
        for byte in read {
            all |= match byte {
                Byte::Computed(inventions) => inventions,
                Byte::Invented(_, Invention::Untyped) if length == 1 => 0,
                Byte::Invented(source, kind) => self.invented(source, kind),
            };
        }
        all
    }

    fn store(&mut self, event: &MemoryAccess<Inventions>) {
        let (address, length) = (event.address.bits as u64, u64::from(event.ty.store_size_bytes()));
        self.forget(address, length);
        if event.value.shadow != 0 {
            self.bytes.extend((address..address + length).map(|at| (at, Byte::Computed(event.value.shadow))));
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        let moved: Vec<_> = self
            .bytes
            .range(from..from.saturating_add(length))
            .map(|(&at, &byte)| (to.wrapping_add(at - from), byte))
            .collect();
        self.forget(to, length);
        self.bytes.extend(moved);
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.forget(address, length);
    }

    fn ptr_add(&mut self, event: &PtrAdd<Inventions>) -> Inventions {
        event.base.shadow | event.index.map_or(0, |(index, _)| index.shadow)
    }

    fn cast(&mut self, event: &Cast<Inventions>) -> Inventions {
        event.value.shadow
    }

    fn binary(&mut self, event: &Binary<Inventions>) -> Inventions {
        if matches!(event.op, BinaryOp::And | BinaryOp::URem | BinaryOp::SRem) && event.b.shadow == 0 {
            self.ordered |= event.a.shadow;
            self.bounded |= event.a.shadow;
        }
        event.a.shadow | event.b.shadow
    }

    fn int_compare(&mut self, event: &IntCompare<Inventions>) -> Inventions {
        use trine_ir::IntPredicate::{Eq, Ne};
        let for_order = !matches!(event.predicate, Eq | Ne);
        self.compared(event.a, event.b, for_order);
        let is_sign = |bits: u128| bits <= 1 || bits == mask(event.width);
        if for_order && event.a.shadow == 0 && !is_sign(event.a.bits) {
            self.bounded |= event.b.shadow;
        }
        if for_order && event.b.shadow == 0 && !is_sign(event.b.bits) {
            self.bounded |= event.a.shadow;
        }
        0
    }

    fn float_compare(&mut self, event: &FloatCompare<Inventions>) -> Inventions {
        self.compared(event.a, event.b, true);
        0
    }

    fn intrinsic(&mut self, op: Intrinsic, _: Type, operands: &[Operand<Inventions>], _: u128) -> Inventions {
        let all = operands.iter().fold(0, |all, operand| all | operand.shadow);
        if matches!(op, Intrinsic::SMin | Intrinsic::SMax | Intrinsic::UMin | Intrinsic::UMax) {
            self.ordered |= all;
            self.bounded |= all;
        }
        all
    }

    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Inventions>], _: &Memory) {
        self.library = Some(name);
        // A text at an address, so many bytes: whichever of them is wrong, it is one of these.
        let all = operands.iter().fold(0, |all, operand| all | operand.shadow);
        self.relied_on = [all, 0, 0];
    }

    fn shim(
        &mut self,
        name: &'static str,
        operands: &[Operand<Inventions>],
        _: u128,
        _: &Memory,
    ) -> Inventions {
        self.library = None;
        match name {
            "abs" | "labs" | "llabs" | "toupper" | "tolower" => {
                operands.iter().fold(0, |all, it| all | it.shadow)
            }
            _ => 0,
        }
    }

    fn take_registers(&mut self) -> Vec<Inventions> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Inventions>) {
        self.registers = registers;
    }
}
