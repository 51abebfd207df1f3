//! The domain of branch distances: each boolean carries how far it is from flipping.
//!
//! Comparisons make a [`Shadow`]; conversions, logic on booleans, comparisons of a boolean with a
//! constant, selections, memory, parameters and results carry it on. What a value means as a
//! boolean is `value != 0`; a shadow is kept only while its value is 0 or 1 (or all ones, from
//! sign extension), so arithmetic drops it.
//!
//! Memory: a table from address to shadow, sorted by address, with an entry only where a carrying
//! value was stored. Programs without stored flags never look anything up; the table keeps its
//! allocation between runs and holds at most [`MAX_STORED`] values, further ones carry nothing.
//!
//! Not handled: bit sets of several flags in one word beyond masking with 1; second results of
//! intrinsics; flags set by control flow (a constant carries no shadow: see
//! [`crate::fitness`], which expands them statically).

use crate::checks::Checks;
use crate::distance::{K, float, int};
use crate::shadow::Shadow;
use trine_ir::{BinaryOp, CastOp, Type};
use trine_machine::Memory;
use trine_machine::domain::{
    Binary, BytesCompared, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, Operand, Select, TypeTest,
};
use trine_testcase::FloatFormat;

/// The domain of branch distances. Keep one per worker: its memory is reused between runs.
#[derive(Clone, Debug, Default)]
pub struct Distances {
    /// By address; entries do not overlap.
    stored: Vec<Stored>,
    /// Scratch of [`Domain::copied`].
    moved: Vec<Stored>,
    registers: Vec<Shadow>,
    checks: Checks,
}

/// A carrying value in memory.
#[derive(Clone, Copy, Debug)]
struct Stored {
    address: u64,
    length: u64,
    shadow: Shadow,
}

/// Bytes beyond these add nothing to the distance of a comparison.
const MAX_COMPARED: usize = 4096;
/// A null reference is farther from a class than any object.
const NO_OBJECT: f64 = 1000.0;
/// At most this many carrying values are remembered in memory.
const MAX_STORED: usize = 4096;

impl Distances {
    /// A domain that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The assumptions and assertions of the last run.
    #[must_use]
    pub fn checks(&self) -> &Checks {
        &self.checks
    }

    /// Positions of the values that `length` bytes at `address` overlap.
    fn overlapped(&self, address: u64, length: u64) -> std::ops::Range<usize> {
        let end = address.saturating_add(length);
        let first = self.stored.partition_point(|stored| stored.address + stored.length <= address);
        let count = self.stored[first..].iter().take_while(|stored| stored.address < end).count();
        first..first + count
    }

    /// Forgets every value that `length` bytes at `address` overlap.
    fn forget(&mut self, address: u64, length: u64) {
        if !self.stored.is_empty() {
            let overlapped = self.overlapped(address, length);
            self.stored.drain(overlapped);
        }
    }

    /// Remembers a value where none is remembered.
    fn remember(&mut self, value: Stored) {
        if self.stored.len() < MAX_STORED {
            let at = self.stored.partition_point(|stored| stored.address < value.address);
            self.stored.insert(at, value);
        }
    }
}

impl Domain for Distances {
    type Shadow = Shadow;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.stored.clear();
        self.checks.clear();
    }

    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Shadow>], _: &Memory) {
        self.checks.called(name, operands);
    }

    #[inline]
    fn int_compare(&mut self, event: &IntCompare<Shadow>) -> Shadow {
        carried(event).unwrap_or_else(|| {
            let predicate = if event.result { int::negated(event.predicate) } else { event.predicate };
            Shadow::new(event.result, int::to_hold(predicate, event.width, event.a.bits, event.b.bits))
        })
    }

    #[inline]
    fn float_compare(&mut self, event: &FloatCompare<Shadow>) -> Shadow {
        let [a, b] = [event.a.bits, event.b.bits].map(|bits| float_value(event.ty, bits));
        let predicate = if event.result { float::negated(event.predicate) } else { event.predicate };
        Shadow::new(event.result, float::to_hold(predicate, a, b))
    }

    #[inline]
    fn binary(&mut self, event: &Binary<Shadow>) -> Shadow {
        let Binary { op, a, b, .. } = event;
        if !a.shadow.is_known() && !b.shadow.is_known() {
            return Shadow::NONE;
        }
        if [a.bits, b.bits, event.result].iter().any(|&bits| !is_boolean(event.ty, bits)) {
            return Shadow::NONE;
        }
        let truth = |operand: &Operand<Shadow>| (operand.bits != 0, operand.shadow);
        match op {
            BinaryOp::And | BinaryOp::Mul => Shadow::and(truth(a), truth(b)),
            BinaryOp::Or | BinaryOp::Add => Shadow::or(truth(a), truth(b)),
            BinaryOp::Xor | BinaryOp::Sub => Shadow::xor(a.shadow, b.shadow, event.result != 0),
            _ => Shadow::NONE,
        }
    }

    #[inline]
    fn cast(&mut self, event: &Cast<Shadow>) -> Shadow {
        let keeps = matches!(event.op, CastOp::ZExt | CastOp::SExt | CastOp::Trunc | CastOp::Bitcast);
        if keeps && (event.value.bits != 0) == (event.result != 0) {
            event.value.shadow
        } else {
            Shadow::NONE
        }
    }

    #[inline]
    fn select(&mut self, event: &Select<Shadow>) -> Shadow {
        let (taken, other) = match event.cond.bits {
            0 => (event.otherwise, event.then),
            _ => (event.then, event.otherwise),
        };
        let truth = taken.bits != 0;
        if truth == (other.bits != 0) {
            return taken.shadow;
        }
        // The other operand has the other truth: flipping the condition flips the value.
        Shadow::xor(event.cond.shadow, taken.shadow, truth)
    }

    /// To be an instance: the steps in the hierarchy that the object's class is away, and more for null, where
    /// there is no object yet. Not to be one: any other object will do.
    fn type_test(&mut self, event: &TypeTest<Shadow>) -> Shadow {
        if event.result {
            return Shadow::new(true, K);
        }
        let away = if event.found.is_some() { f64::from(event.steps) } else { NO_OBJECT };
        Shadow::new(false, away + K)
    }

    fn load(&mut self, event: &MemoryAccess<Shadow>, _memory: &Memory) -> Shadow {
        if self.stored.is_empty() {
            return Shadow::NONE;
        }
        let (address, length) = extent(event);
        let at = self.stored.binary_search_by_key(&address, |stored| stored.address);
        let stored = at.ok().map(|at| self.stored[at]).filter(|stored| stored.length == length);
        stored.map_or(Shadow::NONE, |stored| stored.shadow)
    }

    fn store(&mut self, event: &MemoryAccess<Shadow>) {
        let (address, length) = extent(event);
        self.forget(address, length);
        let shadow = event.value.shadow;
        if shadow.is_known() {
            self.remember(Stored { address, length, shadow });
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        if self.stored.is_empty() {
            return;
        }
        let whole = |stored: &&Stored| {
            stored.address >= from && stored.address + stored.length <= from.saturating_add(length)
        };
        let values = self.stored[self.overlapped(from, length)].iter().filter(whole).copied();
        self.moved.extend(values);
        self.forget(to, length);
        while let Some(value) = self.moved.pop() {
            self.remember(Stored { address: to + (value.address - from), ..value });
        }
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.forget(address, length);
    }

    /// Characters and length: the sum of the differences byte by byte, where a string that has
    /// ended goes on with NUL.
    fn bytes_compared(&mut self, event: &BytesCompared<'_>, _memory: &Memory) -> Option<Shadow> {
        if event.result == 0 {
            return Some(Shadow::new(false, K));
        }
        let byte = |bytes: &[u8], at: usize| bytes.get(at).copied().unwrap_or(0);
        let positions = 0..event.a.len().max(event.b.len()).min(MAX_COMPARED);
        let sum: u64 = positions.map(|at| u64::from(byte(event.a, at).abs_diff(byte(event.b, at)))).sum();
        Some(Shadow::new(true, (sum as f64).max(K)))
    }

    fn take_registers(&mut self) -> Vec<Shadow> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Shadow>) {
        self.registers = registers;
    }
}

/// A comparison of a carried boolean with another value: true for one of 0 and 1 and false for
/// the other, it flips when the boolean does.
fn carried(event: &IntCompare<Shadow>) -> Option<Shadow> {
    let IntCompare { predicate, width, a, b, result } = event;
    let decides = |zero: bool, one: bool| zero != one;
    let holds = |a, b| int::holds(*predicate, *width, a, b);
    let shadow = match (a.shadow.is_known(), b.shadow.is_known()) {
        (false, false) => return None,
        (true, false) if decides(holds(0, b.bits), holds(1, b.bits)) => a.shadow.with_truth(*result),
        (false, true) if decides(holds(a.bits, 0), holds(a.bits, 1)) => b.shadow.with_truth(*result),
        (true, true)
            if *predicate == trine_ir::IntPredicate::Eq || *predicate == trine_ir::IntPredicate::Ne =>
        {
            Shadow::xor(a.shadow, b.shadow, *result)
        }
        _ => return None,
    };
    Some(shadow)
}

/// Whether `bits` can stand for a boolean: 0, 1, or all ones.
fn is_boolean(ty: Type, bits: u128) -> bool {
    bits <= 1 || bits == trine_testcase::leaf::mask(ty.bits())
}

/// Address and length of an access, in bytes.
fn extent(event: &MemoryAccess<Shadow>) -> (u64, u64) {
    (event.address.bits as u64, u64::from(event.bytes))
}

fn float_value(ty: Type, bits: u128) -> f64 {
    match ty {
        Type::F32 => FloatFormat::F32.to_f64(bits),
        Type::F80 => FloatFormat::F80.to_f64(bits),
        _ => FloatFormat::F64.to_f64(bits),
    }
}
