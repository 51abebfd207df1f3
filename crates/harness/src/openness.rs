//! Whether a run depends on anything that C leaves open: where objects lie, bytes that were never written, the sign of a
//! zero that `fmax` may choose.
//!
//! Two runs in differing layouts tell what depends on the layouts tried; a proof must know that nothing does. So the run is
//! repeated in a domain that follows, for each value,
//!
//! ```text
//! unset    which of its bits come from bytes that nobody wrote      (bit-precise, as in Memcheck: Seward and Nethercote,
//! place    whether it is a number made of an address, and whose      "Using Valgrind to detect undefined value errors", 2005)
//! input    whether inputs decide it
//! ```
//!
//! and a branch, an address or a divisor that has unset bits or is made of addresses makes the run dependent. Differences
//! of addresses of one object, and comparisons of such, do not.
//!
//! One run can speak for all inputs that follow its path: then what inputs decide is taken to be anything, so a load at
//! an index that inputs choose needs all of its object written.
//!
//! Errs to the side of dependence. Functions of the library are not followed: for closed functions only.
//!
//! Cost: a map look-up for each eight bytes of memory touched.

use crate::plan::{Plan, Register, Root};
use std::collections::BTreeMap;
use trine_ir::{BinaryOp, CastOp, IntPredicate, Intrinsic, Type};
use trine_machine::domain::{
    Binary, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, Operand, PtrAdd, Select,
};
use trine_machine::{BranchEvent, FaultKind, Memory, ObjectId, Observer, Predicate};

/// A number made of the addresses of several things, or of one in a way that is not followed.
const MIXED: u32 = u32::MAX;
/// Longer objects are not followed byte by byte: whoever has one depends on what it holds.
const MAX_BYTES: u64 = 1 << 16;

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Openness {
    /// Bits that nobody set.
    unset: u128,
    /// The object whose address it is made of; 0 for none.
    place: u32,
    /// Whether inputs decide it.
    input: bool,
}

/// What is known of a byte of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Byte {
    unset: u8,
    place: u32,
    input: bool,
}

/// An object that is alive.
#[derive(Clone, Copy, Debug)]
struct Extent {
    size_bytes: u64,
    /// Literals and constants may share their places.
    constant: bool,
}

/// The domain, and what the last run showed.
#[derive(Clone, Debug, Default)]
pub struct OpenChoices {
    memory: BTreeMap<u64, [Byte; 8]>,
    objects: BTreeMap<u32, Extent>,
    /// Those that are there before every run; none before the first.
    globals: Option<BTreeMap<u32, Extent>>,
    /// Unset bits of arguments, by call and position.
    arguments: BTreeMap<(usize, usize), u128>,
    begun: usize,
    registers: Vec<Openness>,
    /// Whether the run stands for all inputs that follow its path.
    for_all_inputs: bool,
    depends: bool,
}

impl Openness {
    /// Whether what it decides is open.
    fn is_open(self) -> bool {
        self.unset != 0 || self.place != 0
    }
}

impl OpenChoices {
    /// For runs that speak for themselves, or for all inputs that follow their paths.
    #[must_use]
    pub fn new(for_all_inputs: bool) -> Self {
        Self { for_all_inputs, ..Self::default() }
    }

    /// Whether the last run depends on an open choice.
    #[must_use]
    pub fn depends(&self) -> bool {
        self.depends
    }

    /// Forgets the last run; the next one is of `plan`. `globals`: address, size, whether constant.
    pub(crate) fn prepare(
        &mut self,
        plan: &Plan,
        address: impl Fn(Root) -> u64,
        globals: impl Iterator<Item = (u64, u64, bool)>,
    ) {
        self.memory.clear();
        self.objects.clear();
        self.arguments.clear();
        (self.begun, self.depends) = (0, false);
        if self.globals.is_none() {
            let extent = |(at, size_bytes, constant)| (ObjectId::of(at).0, Extent { size_bytes, constant });
            self.globals = Some(globals.map(extent).collect());
        }
        for (at, object) in plan.objects.iter().enumerate() {
            let start = address(Root::Object(at));
            self.is_new(start, object.size_bytes);
        }
        for write in plan.writes.iter().filter(|write| matches!(write.root, Root::Object(_))) {
            let start = address(write.root) * 8 + write.offset_bits;
            for bit in start..start + u64::from(write.width_bits) {
                self.byte(bit / 8).unset &= !(1 << (bit % 8));
            }
        }
        for (call, planned) in plan.calls.iter().enumerate() {
            for (index, register) in planned.registers.iter().enumerate() {
                if let Register::Load { object, offset_bytes, size_bytes } = register {
                    let start = address(Root::Object(*object)) + u64::from(*offset_bytes);
                    let unset = self.at(start, *size_bytes).unset;
                    self.arguments.insert((call, index), unset);
                }
            }
        }
    }

    fn byte(&mut self, address: u64) -> &mut Byte {
        &mut self.memory.entry(address >> 3).or_default()[(address & 7) as usize]
    }

    fn known(&self, address: u64) -> Byte {
        self.memory.get(&(address >> 3)).map_or(Byte::default(), |line| line[(address & 7) as usize])
    }

    /// An object that nobody has written to.
    fn is_new(&mut self, start: u64, size_bytes: u64) {
        self.objects.insert(ObjectId::of(start).0, Extent { size_bytes, constant: false });
        if size_bytes > MAX_BYTES {
            self.depends = true;
            return;
        }
        for at in 0..size_bytes {
            *self.byte(start.wrapping_add(at)) = Byte { unset: 0xFF, ..Byte::default() };
        }
    }

    /// What the value of `size_bytes` bytes at `address` is.
    fn at(&self, address: u64, size_bytes: u32) -> Openness {
        let mut value = Openness::default();
        for at in 0..size_bytes.min(16) {
            let byte = self.known(address.wrapping_add(u64::from(at)));
            value.unset |= u128::from(byte.unset) << (8 * at);
            value.input |= byte.input;
            value.place = match (value.place, byte.place) {
                (place, other) if place == other => place,
                (0, other) if at == 0 => other,
                _ => MIXED,
            };
        }
        value
    }

    fn put(&mut self, address: u64, size_bytes: u32, value: Openness, keeps: bool) {
        for at in 0..size_bytes.min(16) {
            let place = value.place;
            let new = Byte { unset: (value.unset >> (8 * at)) as u8, place, input: value.input };
            let byte = self.byte(address.wrapping_add(u64::from(at)));
            // Another input may have written elsewhere.
            *byte = match keeps {
                true => Byte { unset: new.unset | byte.unset, place: new.place | byte.place, input: true },
                false => new,
            };
        }
    }

    /// The object that `bits` is an address of, or 0.
    fn object_of(&self, bits: u128) -> u32 {
        let Ok(address) = u64::try_from(bits) else { return 0 };
        let is_function = address >> 60 == 0xF && address as u32 == 0;
        if is_function || address >> 60 == 0xE {
            // A function or a block.
            return (address >> 32) as u32;
        }
        let place = ((address >> 32) as u32).wrapping_add(u32::from((address as u32 as i32) < 0));
        if self.extent(place).is_some() { place } else { 0 }
    }

    fn extent(&self, place: u32) -> Option<Extent> {
        let global = || self.globals.as_ref()?.get(&place);
        self.objects.get(&place).or_else(global).copied()
    }

    fn place_of(&self, value: Operand<Openness>) -> u32 {
        if value.shadow.place != 0 { value.shadow.place } else { self.object_of(value.bits) }
    }

    /// Whether inputs may make of `value` something else than this run did.
    fn varies(&self, value: Openness) -> bool {
        self.for_all_inputs && value.input
    }

    /// Of a result that every bit of the operands may change.
    fn mixed(&self, width: u32, operands: &[Operand<Openness>]) -> Openness {
        let unset = operands.iter().any(|operand| operand.shadow.unset != 0);
        Openness {
            unset: if unset { mask(width) } else { 0 },
            place: if operands.iter().any(|operand| operand.shadow.place != 0) { MIXED } else { 0 },
            input: operands.iter().any(|operand| operand.shadow.input),
        }
    }

    /// Whether a comparison of addresses comes out alike wherever objects lie.
    fn is_settled(&self, event: &IntCompare<Openness>) -> bool {
        let (a, b) = (self.place_of(event.a), self.place_of(event.b));
        let varies = self.varies(event.a.shadow) || self.varies(event.b.shadow);
        let is_null = |operand: Operand<Openness>| operand.bits == 0 && !self.varies(operand.shadow);
        let is_equality = matches!(event.predicate, IntPredicate::Eq | IntPredicate::Ne);
        if a == MIXED || b == MIXED {
            return false;
        }
        if a == 0 || b == 0 {
            return a == b || is_null(event.a) || is_null(event.b);
        }
        if varies {
            return false;
        }
        a == b || is_equality && self.is_inside(event.a.bits, a) && self.is_inside(event.b.bits, b)
    }

    /// Whether an address lies in its object, not behind it, and no other object may be put in its place.
    fn is_inside(&self, bits: u128, place: u32) -> bool {
        let Some(extent) = self.extent(place) else { return place >> 28 >= 0xE };
        !extent.constant && bits.wrapping_sub(u128::from(place) << 32) < u128::from(extent.size_bytes)
    }

    fn look_at_address(&mut self, address: Operand<Openness>) {
        self.depends |= address.shadow.unset != 0 || address.shadow.place == MIXED;
    }

    /// Whether a byte of the object around `address` is unset, or part of an address.
    fn has_open_bytes(&self, address: u64) -> bool {
        let place = self.object_of(u128::from(address));
        let Some(extent) = self.extent(place) else { return true };
        let start = u64::from(place) << 32;
        let lines = self.memory.range(start >> 3..(start + extent.size_bytes).div_ceil(8));
        lines.flat_map(|(_, line)| line).any(|byte| byte.unset != 0 || byte.place != 0)
    }
}

/// Ones in the lowest `width` bits.
fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width.clamp(1, 128))
}

impl Domain for OpenChoices {
    type Shadow = Openness;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn argument(&mut self, index: usize, _: Type, _: u128) -> Openness {
        let call = self.begun.saturating_sub(1);
        let unset = self.arguments.get(&(call, index)).copied().unwrap_or(0);
        Openness { unset, place: 0, input: true }
    }

    fn binary(&mut self, event: &Binary<Openness>) -> Openness {
        let (a, b) = (event.a.shadow, event.b.shadow);
        let width = event.ty.bits();
        let mut result = self.mixed(width, &[event.a, event.b]);
        if !event.ty.is_int() {
            return result;
        }
        if width == 64 {
            result.place = match (event.op, a.place, b.place) {
                (_, 0, 0) => 0,
                (BinaryOp::Add | BinaryOp::Sub, place, 0) => place,
                (BinaryOp::Add, 0, place) => place,
                (BinaryOp::Sub, from, place) if from == place && place != MIXED => 0,
                _ => MIXED,
            };
        }
        if result.unset == 0 {
            return result;
        }
        // Bits that may be set, and bits that may be clear.
        let ones = |at: Operand<Openness>| {
            if self.varies(at.shadow) { mask(width) } else { at.bits | at.shadow.unset }
        };
        let zeros = |at: Operand<Openness>| {
            if self.varies(at.shadow) { mask(width) } else { !at.bits | at.shadow.unset }
        };
        let amount = (!self.varies(b) && b.unset == 0).then_some(event.b.bits as u32 % 128);
        result.unset = match (event.op, amount) {
            (BinaryOp::And, _) => (a.unset | b.unset) & ones(event.a) & ones(event.b),
            (BinaryOp::Or, _) => (a.unset | b.unset) & zeros(event.a) & zeros(event.b),
            (BinaryOp::Xor, _) => a.unset | b.unset,
            (BinaryOp::Shl, Some(amount)) => a.unset << amount,
            (BinaryOp::LShr, Some(amount)) => a.unset >> amount,
            (BinaryOp::AShr, Some(amount)) if a.unset >> (width - 1) & 1 == 0 => a.unset >> amount,
            _ => mask(width),
        } & mask(width);
        result
    }

    fn int_compare(&mut self, event: &IntCompare<Openness>) -> Openness {
        let mut result = self.mixed(1, &[event.a, event.b]);
        result.place = 0;
        let of_addresses = event.width == 64 || event.a.shadow.place != 0 || event.b.shadow.place != 0;
        if of_addresses && !self.is_settled(event) {
            result.place = MIXED;
        }
        result
    }

    fn float_compare(&mut self, event: &FloatCompare<Openness>) -> Openness {
        self.mixed(1, &[event.a, event.b])
    }

    fn cast(&mut self, event: &Cast<Openness>) -> Openness {
        let value = event.value.shadow;
        let (from, to) = (event.from.bits(), event.to.bits());
        let mut result = Openness { unset: value.unset & mask(to), ..value };
        match event.op {
            CastOp::PtrToInt => {
                let place = self.place_of(event.value);
                result.place = if place != 0 && to < 64 { MIXED } else { place };
            }
            CastOp::IntToPtr | CastOp::Bitcast => {}
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
                if value.place != 0 {
                    result.place = MIXED;
                }
                if event.op == CastOp::SExt && value.unset >> (from - 1) & 1 != 0 {
                    result.unset |= mask(to) & !mask(from);
                }
            }
            _ => return self.mixed(to, &[event.value]),
        }
        result
    }

    fn select(&mut self, event: &Select<Openness>) -> Openness {
        let cond = event.cond.shadow;
        let [then, otherwise] = [event.then.shadow, event.otherwise.shadow];
        let mut result = if event.cond.bits != 0 { then } else { otherwise };
        if self.varies(cond) {
            result.unset |= then.unset | otherwise.unset;
            result.place = if then.place == otherwise.place { then.place } else { MIXED };
        }
        result.input |= cond.input;
        if cond.is_open() {
            result.unset = u128::MAX;
        }
        result
    }

    fn ptr_add(&mut self, event: &PtrAdd<Openness>) -> Openness {
        let mut result = event.base.shadow;
        if let Some((index, _)) = event.index {
            if index.shadow.unset != 0 {
                result.unset = mask(64);
            }
            if index.shadow.place != 0 {
                result.place = MIXED;
            }
            result.input |= index.shadow.input;
        }
        result
    }

    fn relies_on(&mut self, operands: &[Operand<Openness>]) {
        self.depends |=
            operands.iter().any(|operand| operand.shadow.unset != 0 || operand.shadow.place == MIXED);
    }

    fn load(&mut self, event: &MemoryAccess<Openness>, memory: &Memory) -> Openness {
        self.look_at_address(event.address);
        let address = event.address.bits as u64;
        let mut value = self.at(address, event.bytes);
        if self.varies(event.address.shadow) {
            self.depends |= event.ty != Type::Ptr && self.has_open_bytes(address);
            value.input = true;
        }
        if event.ty == Type::Ptr {
            // An address as an address: its bits are nobody's business.
            if value.place != MIXED {
                value.place = 0;
            }
        } else if value.place != 0 && event.ty.bits() != 64
            || value.place == 0 && event.ty.bits() == 64 && memory.resolve(event.value.bits as u64).is_some()
        {
            value.place = MIXED;
        }
        value.unset &= mask(event.ty.bits());
        value
    }

    fn store(&mut self, event: &MemoryAccess<Openness>) {
        self.look_at_address(event.address);
        let varies = self.varies(event.address.shadow);
        let mut value = event.value.shadow;
        if event.ty == Type::Ptr && value.place == 0 {
            value.place = self.object_of(event.value.bits);
        }
        self.depends |= varies && value.is_open();
        self.put(event.address.bits as u64, event.bytes, value, varies);
    }

    fn block(&mut self, _: Intrinsic, operands: [Operand<Openness>; 3]) {
        let [to, second, length] = operands;
        self.depends |= [to, second, length].iter().any(|at| at.shadow.unset != 0 || self.varies(at.shadow));
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        if length > MAX_BYTES {
            self.depends = true;
            return;
        }
        let bytes: Vec<Byte> = (0..length).map(|at| self.known(from.wrapping_add(at))).collect();
        for (at, byte) in (0..).zip(bytes) {
            *self.byte(to.wrapping_add(at)) = byte;
        }
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        if length > MAX_BYTES {
            self.depends = true;
            return;
        }
        (0..length).for_each(|at| *self.byte(address.wrapping_add(at)) = Byte::default());
    }

    fn allocated(&mut self, address: u64, length: u64) {
        self.is_new(address, length);
    }

    fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        operands: &[Operand<Openness>],
        _: u128,
    ) -> Openness {
        let mut result = self.mixed(ty.bits(), operands);
        match intrinsic {
            Intrinsic::FMin | Intrinsic::FMax => {
                let magnitude = mask(ty.bits() - 1);
                let varies = operands.iter().any(|operand| self.varies(operand.shadow));
                let is_zero = |operand: &Operand<Openness>| operand.bits & magnitude == 0;
                let differ = operands.windows(2).any(|pair| pair[0].bits != pair[1].bits);
                if varies || operands.iter().all(is_zero) && differ {
                    result.unset |= 1 << (ty.bits() - 1);
                }
            }
            Intrinsic::ObjectSize
            | Intrinsic::FrameAddress
            | Intrinsic::ReturnAddress
            | Intrinsic::StackSave
            | Intrinsic::AsLinked => result.place = MIXED,
            Intrinsic::CopySign => {
                // The sign of the second, all else of the first.
                let sign = 1 << (ty.bits() - 1);
                if let [magnitude, signed] = operands {
                    result.unset = magnitude.shadow.unset & !sign | signed.shadow.unset & sign;
                }
            }
            _ => {}
        }
        result
    }

    fn overflow(&mut self, _: Intrinsic, operands: &[Operand<Openness>], _: Type, _: bool) -> Openness {
        self.mixed(1, operands)
    }

    fn take_registers(&mut self) -> Vec<Openness> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Openness>) {
        self.registers = registers;
    }
}

/// Looks at the branches of a run in the domain of [`OpenChoices`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenBranches {
    /// Whether one was decided by what C leaves open.
    pub any: bool,
}

impl Observer<OpenChoices> for OpenBranches {
    fn branch(&mut self, event: &BranchEvent<Openness>) {
        let (Predicate::IntCompare { shadow, .. }
        | Predicate::FloatCompare { shadow, .. }
        | Predicate::Flag { shadow, .. }
        | Predicate::Switch { shadow, .. }) = event.predicate;
        self.any |= shadow.is_open();
    }
}

/// Whether C itself calls `fault` undefined, so that nothing is said of runs behind it. The others are limits of the
/// machine, or memory that it does not have: a real one may go on.
#[must_use]
pub fn is_undefined_behavior(fault: &FaultKind) -> bool {
    /// Addresses below belong to no object anywhere.
    const FIRST_PAGE: u64 = 4096;
    match fault {
        FaultKind::NullDereference { address, .. } => {
            *address < FIRST_PAGE || address.wrapping_neg() < FIRST_PAGE
        }
        FaultKind::OutOfBounds { input, .. } => !input,
        FaultKind::DivisionByZero
        | FaultKind::DivisionOverflow
        | FaultKind::InvalidShift { .. }
        | FaultKind::ZeroCounted
        | FaultKind::SignedOverflow
        | FaultKind::UseAfterFree { .. }
        | FaultKind::UseAfterReturn { .. }
        | FaultKind::DoubleFree { .. }
        | FaultKind::WriteToConstant { .. }
        | FaultKind::Unreachable
        | FaultKind::Trap
        | FaultKind::Abort
        | FaultKind::AssertionFailed { .. }
        | FaultKind::PropertyViolated { .. } => true,
        _ => false,
    }
}
