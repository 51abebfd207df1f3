//! From an `ir::Function` to operations. One pass over the blocks in order; jumps are patched
//! at the end. Linear in the size of the function.
//!
//! ```text
//! frame:  [ parameters | registers | scratch | constants used ]
//! code:   block0 ... terminator, edge stubs of block0 (moves, jump), block1 ...
//! ```
//!
//! Not handled: functions of more than 65,000 slots.

use super::absolute::Absolute;
use super::fuse::Fusion;
use super::op::{Op, Register, Slot};
use super::{Code, Entry, HandlerRange, NOWHERE};
use crate::config::Config;
use crate::memory::{Layout, block_address, function_address};
use std::collections::BTreeMap;
use trine_base::Span;
use trine_base::index::TypedIndex;
use trine_ir::{Block, BlockData, Constant, FuncId, Function, Program, Type, Value};

/// Slots of a frame that registers and constants may use: all of the window but its end.
const MAX_SLOTS: usize = 65_000;
const NO_SLOT: u32 = u32::MAX;

/// A jump whose target block's position was not known yet.
pub(super) enum Patch {
    /// The operation at this position.
    Op(usize),
    /// Outcome of a branch record.
    Branch(usize, usize),
    /// Outcome of a switch record.
    Switch(usize, usize),
}

/// Decodes one function.
pub(super) struct Decoder<'a> {
    pub program: &'a Program,
    pub function: &'a Function,
    pub id: FuncId,
    pub code: &'a mut Code,
    pub overflow_faults: bool,
    /// What a value that was never set reads as.
    unset: u128,
    layout: Layout,
    globals: &'a [u64],
    pub fusion: Fusion,
    slots: Vec<u32>,
    pub scratch: Slot,
    constant_slot: usize,
    constants: Vec<u64>,
    constant_of: BTreeMap<(u64, Option<u64>), Slot>,
    pub patches: Vec<(Block, Patch)>,
    /// Calls whose record waits for the frame size.
    first_call: usize,
    /// Per block that ends in a branch: the record, and copies of it to be completed.
    pub branch_of: BTreeMap<Block, usize>,
    pub tails: Vec<(Block, usize)>,
    too_large: bool,
    /// Pointers that the function makes of numbers.
    pub absolute: Absolute,
    pub span: Option<Span>,
}

/// Decodes `id` into `code`.
///
/// # Errors
/// What is not supported.
pub(crate) fn decode(
    program: &Program,
    id: FuncId,
    code: &mut Code,
    globals: &[u64],
    config: &Config,
) -> Result<(), String> {
    let body = match program.body(id) {
        Ok(body) => body.clone(),
        Err(error) => {
            return Err(format!("{error} (in `{}`)", program.callables[id].name));
        }
    };
    code.follow_growth();
    decode_body(program, (id, &*body, true), code, globals, config)
}

/// Decodes `body` as that of `id`; its edges get numbers where they have none.
///
/// # Errors
/// What is not supported.
pub(crate) fn decode_body(
    program: &Program,
    (id, body, is_new): (FuncId, &Function, bool),
    code: &mut Code,
    globals: &[u64],
    config: &Config,
) -> Result<(), String> {
    let mut decoder = Decoder::new(program, body, id, code, globals, config);
    decoder.assign_slots();
    if decoder.too_large {
        return Err(format!("`{}` needs more than {MAX_SLOTS} registers", body.name));
    }
    let start = decoder.code.ops.len() as u32;
    if is_new {
        decoder.code.edges.add(id, body);
    }
    decoder.blocks();
    decoder.finish(start)
}

impl<'a> Decoder<'a> {
    fn new(
        program: &'a Program,
        function: &'a Function,
        id: FuncId,
        code: &'a mut Code,
        globals: &'a [u64],
        config: &Config,
    ) -> Self {
        let first_call = code.calls.len();
        Self {
            program,
            function,
            id,
            code,
            overflow_faults: config.signed_overflow_faults,
            unset: config.layout.unset(),
            layout: config.layout,
            globals,
            fusion: Fusion::new(function, program.target.pointer_bytes),
            slots: vec![NO_SLOT; function.values.len()],
            scratch: 0,
            constant_slot: 0,
            constants: Vec::new(),
            constant_of: BTreeMap::new(),
            patches: Vec::new(),
            first_call,
            branch_of: BTreeMap::new(),
            tails: Vec::new(),
            too_large: false,
            absolute: Absolute::of(function),
            span: None,
        }
    }

    /// Parameters first, in order; then every other register; then the scratch slot.
    fn assign_slots(&mut self) {
        let function = self.function;
        let mut next = 0;
        let mut assign = |slots: &mut Vec<u32>, value: Value| {
            slots[value.position()] = next as u32;
            next += if function.type_of(value).is_wide() { 2 } else { 1 };
        };
        let results = function
            .blocks
            .iter()
            .flat_map(|block| block.params.iter().chain(block.insts.iter().flat_map(|inst| &inst.results)));
        for &value in results {
            if !self.fusion.is_fused(value) {
                assign(&mut self.slots, value);
            }
        }
        // A value that only feeds a block parameter lives in the parameter's slot.
        for (value, param) in super::coalesce::coalesced(function, &self.fusion) {
            self.slots[value.position()] = self.slots[param.position()];
        }
        self.scratch = next.min(MAX_SLOTS) as Slot;
        self.constant_slot = next + 1;
        self.too_large = self.constant_slot > MAX_SLOTS;
    }

    fn blocks(&mut self) {
        let mut positions = vec![NOWHERE; self.function.blocks.len()];
        for (block, data) in self.function.blocks.iter_enumerated() {
            positions[block.position()] = self.code.ops.len() as u32;
            self.block(block, data);
        }
        for (block, patch) in std::mem::take(&mut self.patches) {
            self.patch(&patch, positions[block.position()]);
        }
        for (block, copy) in std::mem::take(&mut self.tails) {
            self.code.branches[copy].targets = self.code.branches[self.branch_of[&block]].targets;
        }
    }

    fn block(&mut self, block: Block, data: &BlockData) {
        let start = self.code.ops.len();
        let (calls, returns) = (self.code.calls.len(), self.code.returns.len());
        for inst in &data.insts {
            self.span = inst.span;
            if !matches!(inst.results[..], [result] if self.fusion.is_fused(result)) {
                self.instruction(inst);
            }
        }
        self.span = data.terminator_span;
        self.terminator(block, data);
        if let Some(handler) = &data.unwind {
            let entry = self.handler_entry(handler);
            let end = entry;
            self.code.handlers.push(HandlerRange { start: start as u32, end, entry });
            self.code.calls[calls..].iter_mut().for_each(|call| call.unwind = entry);
            self.code.returns[returns..].iter_mut().for_each(|record| record.unwind = entry);
        }
        if !data.regions.is_empty() {
            self.code.regions.push((self.id, data.regions.as_slice().into()));
            self.code.regions_at[start] = self.code.regions.len() as u32;
        }
    }

    fn patch(&mut self, patch: &Patch, position: u32) {
        match *patch {
            Patch::Op(at) => match &mut self.code.ops[at] {
                Op::Jump { go } | Op::MoveJump { go, .. } => go.target = position,
                Op::Move2Jump { target, .. } => *target = position,
                _ => {}
            },
            Patch::Branch(record, outcome) => self.code.branches[record].targets[outcome] = position,
            Patch::Switch(record, outcome) => self.code.switches[record].targets[outcome] = position,
        }
    }

    fn finish(mut self, start: u32) -> Result<(), String> {
        let frame_size = self.constant_slot + self.constants.len();
        if frame_size > MAX_SLOTS {
            return Err(format!("`{}` needs more than {MAX_SLOTS} registers", self.function.name));
        }
        for call in &mut self.code.calls[self.first_call..] {
            call.frame_size = frame_size as u32;
        }
        self.code.slots[self.id.position()] = self.readable_slots();
        let first = self.code.constants.len() as u32;
        self.code.constants.append(&mut self.constants);
        self.code.entries[self.id.position()] = Entry {
            pc: start,
            frame_size: frame_size as u32,
            constant_slot: self.constant_slot as u32,
            constants: (first, self.code.constants.len() as u32),
            plain_pc: if super::is_plain(&self.program.callables[self.id].signature) {
                start
            } else {
                NOWHERE
            },
        };
        Ok(())
    }

    /// Where each value may be read while a frame is alive: registers, and constants that the code uses.
    fn readable_slots(&self) -> Box<[u32]> {
        let slot = |(value, &slot): (usize, &u32)| {
            if slot != NO_SLOT {
                return slot;
            }
            let value = Value(value as u32);
            let Some(bits) = self.constant(value) else { return NOWHERE };
            let high = self.ty(value).is_wide().then_some((bits >> 64) as u64);
            self.constant_of.get(&(bits as u64, high)).map_or(NOWHERE, |&slot| u32::from(slot))
        };
        self.slots.iter().enumerate().map(slot).collect()
    }

    pub(super) fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
        self.code.regions_at.push(0);
        self.code.ops.len() - 1
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.function.type_of(value)
    }

    /// The bits of a constant, addresses resolved.
    pub(super) fn constant(&self, value: Value) -> Option<u128> {
        Some(match self.function.constant(value)? {
            Constant::Bits(bits) => bits,
            Constant::Global(global, offset) => {
                u128::from(self.globals[global.position()].wrapping_add(offset as u64))
            }
            Constant::Function(function) => u128::from(function_address(function, self.layout)),
            Constant::BlockAddress(function, block) => u128::from(block_address(function, block)),
            Constant::Undef => self.unset & u128::MAX >> (128 - self.ty(value).bits().clamp(1, 128)),
        })
    }

    /// The slot of `value`: its own, or one of the frame's constants.
    pub(super) fn slot(&mut self, value: Value) -> Slot {
        let slot = self.slots[value.position()];
        if slot != NO_SLOT {
            return slot as Slot;
        }
        let bits = self.constant(value).unwrap_or(0);
        let high = self.ty(value).is_wide().then_some((bits >> 64) as u64);
        let key = (bits as u64, high);
        if let Some(&slot) = self.constant_of.get(&key) {
            return slot;
        }
        let slot = (self.constant_slot + self.constants.len()).min(MAX_SLOTS) as Slot;
        self.constants.push(bits as u64);
        self.constants.extend(high);
        self.constant_of.insert(key, slot);
        slot
    }

    /// Whether `a` is a register in the slot of `b`.
    pub(super) fn same_slot(&self, a: Value, b: Value) -> bool {
        let slot = self.slots[a.position()];
        slot != NO_SLOT && slot == self.slots[b.position()]
    }

    pub(super) fn register(&mut self, value: Value) -> Register {
        Register { slot: self.slot(value), ty: self.ty(value) }
    }

    pub(super) fn registers(&mut self, values: &[Value]) -> Box<[Register]> {
        values.iter().map(|&value| self.register(value)).collect()
    }
}

/// The slots of `registers`, both of a wide one.
pub(super) fn slots_of(registers: &[Register]) -> Box<[Slot]> {
    let mut slots = Vec::with_capacity(registers.len());
    for register in registers {
        slots.push(register.slot);
        if register.ty.is_wide() {
            slots.push(register.slot + 1);
        }
    }
    slots.into()
}
