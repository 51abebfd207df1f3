//! Comparisons of addresses that a real process would decide otherwise.
//!
//! Objects of the machine lie terabytes apart, those of a process between some bytes and 40 TB. That a
//! run goes alike in both orders of the objects is therefore not enough: a pointer that leaves its
//! object by terabytes, or the distance of two objects held against a number, compares in every layout
//! of the machine one way and natively another.
//!
//! A domain of provenance (the objects whose addresses a value contains; Memarian et al., *Exploring C
//! Semantics and Pointer Provenance*, POPL 2019). A value is known as
//!
//! ```text
//! (address of PLUS - address of MINUS + number) / divisor
//! ```
//!
//! where each object may be absent. At a comparison for order the same value is computed for objects
//! that lie as in a process, in several ways; if one of them decides the comparison otherwise, the run
//! depends on addresses. Comparisons of pointers that stay near their objects are left to the machine's
//! moved layouts, which see what follows from them.
//!
//! The same run shows calculations with null pointers, which C does not define and a sanitizer stops at: `p + 1`, or
//! `memcpy(p, q, 0)`, where `p` is null. `p + 0` is left alone, as C2y defines it. It also shows calculations with a pointer that is so
//! far from its object that no address space holds both: the next sum may wrap around; and accesses to words at places of their objects
//! that words do not have, which a sanitizer stops at unless the type says so (packed structures).
//!
//! For equality distinct objects are distinct anywhere, but the end of one may be where another begins: so a pointer that
//! left its object is asked about when it is compared with one into another object.
//!
//! Fewer than all bytes of an address, read from where it is stored, are known as part of one, and so is an address, or a distance
//! of two objects, that is cut to fewer bits: bits that are zero in every layout of the machine are not so in a process, so a
//! comparison of what is computed from them depends on addresses; but for the alignment alone, which the moved layouts show.
//! (A word whose halves happen to be the number of an object and an offset into it is taken for its address.)
//!
//! Not handled: values with more than one object on a side, addresses that were masked or multiplied.
//!
//! Cost: a map look-up per load and store; one run for each test that is about to be kept.

use crate::stored::Stored;
use std::collections::BTreeMap;
use trine_c_library::arguments_never_null;
use trine_ir::{BinaryOp, CastOp, FuncId, IntPredicate, Intrinsic, Type};
use trine_machine::domain::{Binary, Cast, Domain, IntCompare, MemoryAccess, Operand, PtrAdd};
use trine_machine::{Memory, ObjectId};

/// Where a process may have its objects: the address of the first, and the way to the next, in bytes.
/// Variables and heap of programs that are loaded anywhere, the stack, programs that are loaded low.
const LAYOUTS: [(u64, i64); 5] = [
    (0x5581_2A6B_0000, 64),
    (0x7FFD_83C1_0000, -64),
    (0x0000_0040_5000, 64),
    (0x5581_2A6B_0000, 0x40_0000_0000),
    (0x7FFD_83C1_0000, -0x40_0000_0000),
];
/// Objects are told apart in those layouts up to this number; later ones lie where earlier ones do.
const OBJECTS: u32 = 64;

/// The moved layouts put objects at all places below this alignment.
const ALIGNMENT: u128 = 16;

/// Bytes that a process on x86-64 can address.
const ADDRESS_SPACE: u64 = 1 << 47;

/// An object as the upper half of its addresses; 0 is none.
type ObjectTag = u32;

/// Whose addresses a value contains. The default: nobody's, as far as is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    plus: ObjectTag,
    minus: ObjectTag,
    /// What a distance was divided by, less one.
    divided: u32,
    /// Computed from some bytes of an address.
    part: bool,
}

/// The domain of provenance, and what the last run showed.
#[derive(Clone, Debug, Default)]
pub struct Provenances {
    stored: Stored<Provenance>,
    /// Objects that the run began with or made, and their sizes in bytes.
    objects: BTreeMap<ObjectTag, u64>,
    registers: Vec<Provenance>,
    /// Of an address, in bits.
    width: u32,
    depends: bool,
    calculates_with_null: bool,
    calculates_beyond: bool,
    accesses_unaligned: bool,
}

impl Provenance {
    /// Of an address inside of the object `place`.
    fn of(place: ObjectTag) -> Self {
        Self { plus: place, ..Self::default() }
    }

    /// Of what is computed from `shadows`, if one of them is part of an address.
    fn part_in(shadows: &[Self]) -> Option<Self> {
        shadows.iter().any(|shadow| shadow.part).then(|| Self { part: true, ..Self::default() })
    }

    fn is_plain(self) -> bool {
        self.plus == 0 && self.minus == 0
    }

    /// Of the sum; nothing where it takes more than two objects to say.
    fn plus(self, other: Self) -> Self {
        if self.divided != 0 || other.divided != 0 {
            return Self::default();
        }
        let mut plus = [self.plus, other.plus];
        let mut minus = [self.minus, other.minus];
        for from in &mut plus {
            if let Some(same) = minus.iter_mut().find(|same| **same == *from) {
                (*from, *same) = (0, 0);
            }
        }
        match (plus, minus) {
            ([plus, 0] | [0, plus], [minus, 0] | [0, minus]) => Self { plus, minus, ..Self::default() },
            _ => Self::default(),
        }
    }

    fn negated(self) -> Self {
        Self { plus: self.minus, minus: self.plus, ..self }
    }

    fn divided_by(self, divisor: u128) -> Self {
        match u32::try_from(divisor) {
            Ok(divisor) if divisor > 0 && self.minus != 0 && self.divided == 0 => {
                Self { divided: divisor - 1, ..self }
            }
            _ => Self::default(),
        }
    }

    /// Whether `bits` is a pointer within 4 GiB of its object.
    fn is_near(self, bits: u128) -> bool {
        self.minus == 0 && u128::from(self.plus) == bits >> 32
    }

    /// The value of 64 `bits` if objects lay as `layout` says.
    fn natively(self, bits: u128, layout: (u64, i64)) -> u64 {
        let moved = |place: ObjectTag| match place {
            0 => 0,
            _ => address(place, layout).wrapping_sub(ObjectId(place).address()),
        };
        let moved = moved(self.plus).wrapping_sub(moved(self.minus));
        match self.divided {
            0 => (bits as u64).wrapping_add(moved),
            less_one => {
                let divisor = i64::from(less_one) + 1;
                let distance = (bits as u64).wrapping_mul(divisor as u64).wrapping_add(moved) as i64;
                distance.wrapping_div(divisor) as u64
            }
        }
    }
}

/// Where the object of `place` begins in `layout`.
fn address(place: ObjectTag, (first, step): (u64, i64)) -> u64 {
    let position = (ObjectId(place).slot() as u32) % OBJECTS;
    first.wrapping_add_signed(step * i64::from(position))
}

fn holds(predicate: IntPredicate, a: u64, b: u64) -> bool {
    let (signed_a, signed_b) = (a as i64, b as i64);
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => signed_a > signed_b,
        IntPredicate::Sge => signed_a >= signed_b,
        IntPredicate::Slt => signed_a < signed_b,
        IntPredicate::Sle => signed_a <= signed_b,
    }
}

impl Provenances {
    /// Whether the last run compared what a real process would compare otherwise.
    #[must_use]
    pub fn depends_on_addresses(&self) -> bool {
        self.depends
    }

    /// Whether the last run calculated with a null pointer.
    #[must_use]
    pub fn calculates_with_null(&self) -> bool {
        self.calculates_with_null
    }

    /// Whether the last run calculated with a pointer that had left the address space.
    #[must_use]
    pub fn calculates_beyond_memory(&self) -> bool {
        self.calculates_beyond
    }

    /// Whether the last run accessed a word at a place of its object that is no multiple of the word's size.
    #[must_use]
    pub fn accesses_unaligned_words(&self) -> bool {
        self.accesses_unaligned
    }

    /// Forgets the last run; the next one begins with `objects`, given as address and size, where addresses have `width` bits.
    pub(crate) fn prepare(&mut self, objects: impl Iterator<Item = (u64, u64)>, width: u32) {
        self.width = width;
        self.stored.clear();
        self.depends = false;
        self.calculates_with_null = false;
        self.calculates_beyond = false;
        self.accesses_unaligned = false;
        self.objects = objects.map(|(address, size)| (ObjectId::of(address).0, size)).collect();
    }

    /// Of a pointer; one without a shadow, as the constant address of a global, points into its object.
    fn of_pointer(&self, pointer: Operand<Provenance>) -> Provenance {
        let place = u32::try_from(pointer.bits >> 32).unwrap_or(0);
        if pointer.shadow.is_plain() && self.objects.contains_key(&place) {
            return Provenance::of(place);
        }
        pointer.shadow
    }

    /// Of a value of type `ty` that was not computed.
    fn fresh(&self, ty: Type, bits: u128) -> Provenance {
        let operand = Operand { bits, shadow: Provenance::default() };
        if ty == Type::Ptr { self.of_pointer(operand) } else { Provenance::default() }
    }

    /// Whether `bytes` bytes at `address` are some of those of an address.
    fn is_part(&self, address: u64, bytes: u32, memory: &Memory) -> bool {
        let width = memory.pointer_bytes();
        let start = address & !u64::from(width - 1);
        let pointer = if bytes < width { memory.read_pointer(start).unwrap_or_default() } else { 0 };
        let size = self.objects.get(&((pointer >> 32) as u32));
        size.is_some_and(|size| pointer & u64::from(u32::MAX) <= *size)
    }

    fn note_access(&mut self, event: &MemoryAccess<Provenance>) {
        let offset = event.address.bits as u32;
        self.accesses_unaligned |= matches!(event.bytes, 2 | 4 | 8) && !offset.is_multiple_of(event.bytes);
    }

    fn compared(&mut self, event: &IntCompare<Provenance>) {
        if event.a.shadow.is_plain() && event.b.shadow.is_plain() {
            return;
        }
        let (a, b) = (self.of_pointer(event.a), self.of_pointer(event.b));
        if a.is_near(event.a.bits) && b.is_near(event.b.bits) {
            return;
        }
        self.depends |= LAYOUTS.iter().any(|&layout| {
            let (a, b) = (a.natively(event.a.bits, layout), b.natively(event.b.bits, layout));
            holds(event.predicate, a, b) != event.result
        });
    }
}

impl Provenances {
    /// The end of an object may be where another begins.
    fn equated(&mut self, event: &IntCompare<Provenance>) {
        let (a, b) = (self.of_pointer(event.a), self.of_pointer(event.b));
        let is_pointer = |known: Provenance| known.plus != 0 && known.minus == 0 && known.divided == 0;
        if is_pointer(a) && is_pointer(b) && a.plus != b.plus {
            self.depends |= self.is_outside(a.plus, event.a.bits) || self.is_outside(b.plus, event.b.bits);
        }
    }

    /// Whether an address computed from that of the object `place` is none of its bytes.
    fn is_outside(&self, place: ObjectTag, bits: u128) -> bool {
        let offset = (bits as u64).wrapping_sub(ObjectId(place).address());
        self.objects.get(&place).is_some_and(|size| offset >= *size)
    }
}

impl Domain for Provenances {
    type Shadow = Provenance;
    const TRACKS: bool = true;

    fn argument(&mut self, _: usize, ty: Type, bits: u128) -> Provenance {
        self.fresh(ty, bits)
    }

    fn load(&mut self, event: &MemoryAccess<Provenance>, memory: &Memory) -> Provenance {
        let length = u64::from(event.bytes);
        self.note_access(event);
        if self.is_part(event.address.bits as u64, event.bytes, memory) {
            return Provenance { part: true, ..Provenance::default() };
        }
        let stored = self.stored.get(event.address.bits as u64, length);
        stored.unwrap_or_else(|| self.fresh(event.ty, event.value.bits))
    }

    fn store(&mut self, event: &MemoryAccess<Provenance>) {
        let (address, length) = (event.address.bits as u64, u64::from(event.bytes));
        self.note_access(event);
        self.stored.forget(address, length);
        if event.value.shadow != Provenance::default() {
            self.stored.insert(address, length, event.value.shadow);
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        self.stored.copy(to, from, length);
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.stored.forget(address, length);
    }

    fn allocated(&mut self, address: u64, length: u64) {
        self.stored.forget(address, length);
        self.objects.insert(ObjectId::of(address).0, length);
    }

    fn ptr_add(&mut self, event: &PtrAdd<Provenance>) -> Provenance {
        self.calculates_with_null |= event.base.bits == 0 && event.result != 0;
        let base = self.of_pointer(event.base);
        if base.plus != 0 && base.minus == 0 && base.divided == 0 {
            let offset = (event.base.bits as u64).wrapping_sub(ObjectId(base.plus).address());
            let distance = offset.min(offset.wrapping_neg());
            self.calculates_beyond |= distance >= ADDRESS_SPACE && event.result != event.base.bits as u64;
        }
        match event.index {
            Some((index, _)) if !index.shadow.is_plain() && event.scale == 1 => base.plus(index.shadow),
            _ => base,
        }
    }

    fn cast(&mut self, event: &Cast<Provenance>) -> Provenance {
        if event.value.shadow.part {
            return event.value.shadow;
        }
        match event.op {
            CastOp::PtrToInt if event.to.bits() == 64 => self.of_pointer(event.value),
            CastOp::IntToPtr | CastOp::Bitcast => event.value.shadow,
            CastOp::Trunc if event.to.bits() < self.width && !event.value.shadow.is_plain() => {
                Provenance { part: true, ..Provenance::default() }
            }
            _ => Provenance::default(),
        }
    }

    fn binary(&mut self, event: &Binary<Provenance>) -> Provenance {
        let (a, b) = (event.a.shadow, event.b.shadow);
        if let Some(part) = Provenance::part_in(&[a, b]) {
            let is_alignment = event.op == BinaryOp::And && !b.part && event.b.bits < ALIGNMENT;
            return if is_alignment { Provenance::default() } else { part };
        }
        if event.ty.bits() != 64 || a.is_plain() && b.is_plain() {
            return Provenance::default();
        }
        match event.op {
            BinaryOp::Add => a.plus(b),
            BinaryOp::Sub => a.plus(b.negated()),
            BinaryOp::SDiv if b.is_plain() => a.divided_by(event.b.bits),
            BinaryOp::AShr if b.is_plain() && event.b.bits < 32 => a.divided_by(1 << event.b.bits),
            _ => Provenance::default(),
        }
    }

    fn int_compare(&mut self, event: &IntCompare<Provenance>) -> Provenance {
        self.depends |= event.a.shadow.part || event.b.shadow.part;
        match event.predicate {
            _ if event.width != 64 => {}
            IntPredicate::Eq | IntPredicate::Ne => self.equated(event),
            _ => self.compared(event),
        }
        Provenance::default()
    }

    fn stub(&mut self, _: FuncId, _: usize, ty: Type, result: u128) -> Provenance {
        self.fresh(ty, result)
    }

    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Provenance>], _: &Memory) {
        let count = arguments_never_null(name);
        self.calculates_with_null |= operands.iter().take(count).any(|operand| operand.bits == 0);
    }

    fn block(&mut self, intrinsic: Intrinsic, operands: [Operand<Provenance>; 3]) {
        let [to, from, _] = operands;
        self.calculates_with_null |= to.bits == 0 || intrinsic != Intrinsic::MemSet && from.bits == 0;
    }

    fn take_registers(&mut self) -> Vec<Provenance> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Provenance>) {
        self.registers = registers;
    }
}
