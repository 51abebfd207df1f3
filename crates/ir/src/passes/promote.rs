//! Stack slots to registers: the local variables that `-O0` keeps in memory become values.
//!
//! A slot is a `stackalloc` of constant size whose address is used by loads and stores only,
//! all of the slot's size (or all of one type, which then may be smaller: padding is never
//! read). Each promotable slot becomes a variable; block parameters are placed on the iterated
//! dominance frontier of its definitions where the variable is live (pruned SSA: Cytron,
//! Ferrante, Rosen, Wegman, Zadeck, "Efficiently computing static single assignment form and
//! the control dependence graph", 1991; liveness as in LLVM's mem2reg), and one walk over the
//! dominator tree renames:
//!
//! ```text
//! v1 = stackalloc 4                 branch v0, block1, block2
//! branch v0, block1, block2         block1: jump block3(1:i32)
//! block1: store 1 -> v1; jump block3        block2: jump block3(2:i32)
//! block2: store 2 -> v1; jump block3        block3(v9: i32): return v9
//! block3: v3 = load v1; return v3
//! ```
//!
//! A read of what was never written gives `undef`. Accesses of another type of the same width
//! are converted by casts of the same bits. Block parameters take the slot's name, and so do
//! stored values without one.
//!
//! What a slot holds where a handler starts depends on the instruction that raised. So a block with a
//! handler is first split around its stores to slots (`handlers.rs`); then the unwind edge is an edge like
//! another, whose arguments are the same wherever in the block an exception is raised.
//!
//! Not promoted: parts of aggregates, slots whose address escapes, slots with a volatile read (what they hold may
//! change on its own); no slot at all in a function that calls `setjmp`, because the second return comes from where no
//! edge leads.
//!
//! Cost: one pass over the instructions, and for each slot the blocks where it is live.

use super::handlers::NO_SLOT;
use crate::analysis::{Cfg, DominatorTree};
use crate::function::{Function, ValueKind};
use crate::ids::{Block, Value};
use crate::instruction::{CastOp, Inst, Op, Terminator};
use crate::types::{Constant, Type};
use std::collections::HashMap;
use trine_base::Span;
use trine_base::index::TypedIndex;

/// A promotable slot.
struct Slot {
    alloc: Value,
    ty: Type,
    size_bytes: u64,
    /// Of a pointer in memory.
    pointer_bytes: u32,
    /// Accesses of more than one type.
    mixed: bool,
    fits: bool,
    name: Option<Box<str>>,
}

/// Replaces every promotable slot of `function` by registers and block parameters. Unreachable
/// blocks must have been removed.
pub fn promote(function: &mut Function) {
    promote_for(function, 8);
}

/// The same where pointers have `pointer_bytes` bytes in memory.
pub fn promote_for(function: &mut Function, pointer_bytes: u32) {
    if function.returns_twice {
        return;
    }
    let mut promotion = Promotion::new(function, pointer_bytes);
    if promotion.slots.is_empty() {
        return;
    }
    super::handlers::split(promotion.function, &promotion.slot_of);
    promotion.parameters.resize(promotion.function.blocks.len(), Vec::new());
    let cfg = Cfg::new(promotion.function);
    let tree = DominatorTree::new(&cfg);
    promotion.place_parameters(&cfg, &tree);
    promotion.rename(&tree);
}

/// The state of one run.
struct Promotion<'f> {
    function: &'f mut Function,
    slots: Vec<Slot>,
    /// Position in `slots` of a slot's address.
    slot_of: Vec<u32>,
    /// For each block the slots that became its parameters, in order.
    parameters: Vec<Vec<(u32, Value)>>,
    /// What a removed load's result stands for now.
    replacement: HashMap<Value, Value>,
    undefs: HashMap<Type, Value>,
}

impl<'f> Promotion<'f> {
    fn new(function: &'f mut Function, pointer_bytes: u32) -> Self {
        let (slots, slot_of) = candidates(function, pointer_bytes);
        let parameters = vec![Vec::new(); function.blocks.len()];
        Self { function, slots, slot_of, parameters, replacement: HashMap::new(), undefs: HashMap::new() }
    }

    fn slot(&self, address: Value) -> Option<u32> {
        self.slot_of.get(address.position()).copied().filter(|&slot| slot != NO_SLOT)
    }

    /// Adds a parameter for each slot to the blocks where several definitions of it meet.
    fn place_parameters(&mut self, cfg: &Cfg, tree: &DominatorTree) {
        let frontiers = tree.frontiers(cfg);
        let accesses = self.accesses();
        let mut live = vec![NO_SLOT; cfg.len()];
        let mut placed = vec![NO_SLOT; cfg.len()];
        let mut writes = vec![NO_SLOT; cfg.len()];
        for slot in 0..self.slots.len() as u32 {
            let Accesses { defined, exposed } = &accesses[slot as usize];
            defined.iter().for_each(|block| writes[block.position()] = slot);
            mark_live(cfg, slot, &writes, exposed, &mut live);
            let mut work = defined.clone();
            while let Some(block) = work.pop() {
                for &join in &frontiers[block.position()] {
                    if live[join.position()] == slot && placed[join.position()] != slot {
                        placed[join.position()] = slot;
                        self.add_parameter(join, slot);
                        work.push(join);
                    }
                }
            }
        }
    }

    fn add_parameter(&mut self, block: Block, slot: u32) {
        let Slot { ty, name, .. } = &self.slots[slot as usize];
        let value = self.function.new_value(*ty);
        self.function.values[value].name.clone_from(name);
        self.function.blocks[block].params.push(value);
        self.parameters[block.position()].push((slot, value));
    }

    /// For each slot the blocks that define it and those that read it first.
    fn accesses(&self) -> Vec<Accesses> {
        let mut accesses = vec![Accesses::default(); self.slots.len()];
        for (block, data) in self.function.blocks.iter_enumerated() {
            for inst in &data.insts {
                let (slot, defines) = match &inst.op {
                    Op::Load { ptr, .. } => (self.slot(*ptr), false),
                    Op::Store { ptr, .. } => (self.slot(*ptr), true),
                    Op::StackAlloc { .. } => (self.slot(inst.results[0]), true),
                    _ => continue,
                };
                let Some(slot) = slot else { continue };
                let Accesses { defined, exposed } = &mut accesses[slot as usize];
                if defines {
                    push_new(defined, block);
                } else if defined.last() != Some(&block) {
                    push_new(exposed, block);
                }
            }
        }
        accesses
    }

    /// Walks the dominator tree with the current value of each slot.
    fn rename(&mut self, tree: &DominatorTree) {
        let mut current: Vec<Option<Value>> = vec![None; self.slots.len()];
        // What to restore when the walk leaves a block's subtree.
        let mut undo: Vec<(u32, Option<Value>)> = Vec::new();
        let mut path: Vec<(Block, usize)> = Vec::new();
        for block in tree.preorder() {
            while let Some(&(above, mark)) = path.last() {
                if tree.dominates(above, block) {
                    break;
                }
                path.pop();
                for (slot, value) in undo.drain(mark..).rev() {
                    current[slot as usize] = value;
                }
            }
            path.push((block, undo.len()));
            let mut set = |current: &mut Vec<Option<Value>>, slot: u32, value| {
                undo.push((slot, std::mem::replace(&mut current[slot as usize], value)));
            };
            for &(slot, value) in &self.parameters[block.position()] {
                set(&mut current, slot, Some(value));
            }
            self.rename_insts(block, &mut current, set);
            self.rename_terminator(block, &current);
        }
    }

    fn rename_insts(
        &mut self,
        block: Block,
        current: &mut Vec<Option<Value>>,
        mut set: impl FnMut(&mut Vec<Option<Value>>, u32, Option<Value>),
    ) {
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for mut inst in insts {
            inst.op.for_each_operand_mut(|value| self.replace(value));
            match inst.op {
                Op::StackAlloc { .. } if self.slot(inst.results[0]).is_some() => {
                    let slot = self.slot_of[inst.results[0].position()];
                    set(current, slot, None);
                }
                Op::Load { ptr, .. } if self.slot(ptr).is_some() => {
                    let slot = self.slot_of[ptr.position()];
                    let ty = self.function.type_of(inst.results[0]);
                    let value = match current[slot as usize] {
                        Some(value) => self.convert(value, ty, inst.span, &mut kept),
                        None => self.undef(ty),
                    };
                    self.replacement.insert(inst.results[0], value);
                }
                Op::Store { ptr, value, .. } if self.slot(ptr).is_some() => {
                    let slot = self.slot_of[ptr.position()];
                    let ty = self.slots[slot as usize].ty;
                    let value = self.convert(value, ty, inst.span, &mut kept);
                    let data = &mut self.function.values[value];
                    if data.kind == ValueKind::Defined && data.name.is_none() {
                        data.name.clone_from(&self.slots[slot as usize].name);
                    }
                    set(current, slot, Some(value));
                }
                _ => kept.push(inst),
            }
        }
        self.function.blocks[block].insts = kept;
    }

    fn rename_terminator(&mut self, block: Block, current: &[Option<Value>]) {
        let data = &mut self.function.blocks[block];
        let mut terminator = std::mem::replace(&mut data.terminator, Terminator::Unreachable);
        let mut unwind = data.unwind.take();
        terminator.for_each_operand_mut(|value| self.replace(value));
        unwind.iter_mut().flat_map(|edge| &mut edge.args).for_each(|value| self.replace(value));
        for edge in terminator.edges_mut().chain(&mut unwind) {
            for position in 0..self.parameters[edge.block.position()].len() {
                let (slot, param) = self.parameters[edge.block.position()][position];
                let value = current[slot as usize];
                let value = value.unwrap_or_else(|| self.undef(self.function.type_of(param)));
                edge.args.push(value);
            }
        }
        self.function.blocks[block].terminator = terminator;
        self.function.blocks[block].unwind = unwind;
    }

    fn replace(&self, value: &mut Value) {
        if let Some(&replacement) = self.replacement.get(value) {
            *value = replacement;
        }
    }

    fn undef(&mut self, ty: Type) -> Value {
        let function = &mut *self.function;
        *self.undefs.entry(ty).or_insert_with(|| function.new_constant(ty, Constant::Undef))
    }

    /// `value` as a value of type `to` with the same bits.
    fn convert(&mut self, value: Value, to: Type, span: Option<Span>, insts: &mut Vec<Inst>) -> Value {
        let from = self.function.type_of(value);
        match self.function.constant(value) {
            _ if from == to => return value,
            Some(Constant::Undef) => return self.undef(to),
            Some(bits @ Constant::Bits(_)) => return self.function.new_constant(to, bits),
            _ => {}
        }
        let mut cast = |op, value, ty| {
            let result = self.function.new_value(ty);
            insts.push(Inst { results: vec![result], op: Op::Cast(op, value), span });
            result
        };
        match (from, to) {
            (Type::Ptr, Type::Int(_)) => cast(CastOp::PtrToInt, value, to),
            (Type::Int(_), Type::Ptr) => cast(CastOp::IntToPtr, value, to),
            (Type::Ptr, _) => {
                let bits = cast(CastOp::PtrToInt, value, Type::Int(64));
                cast(CastOp::Bitcast, bits, to)
            }
            (_, Type::Ptr) => {
                let bits = cast(CastOp::Bitcast, value, Type::Int(64));
                cast(CastOp::IntToPtr, bits, to)
            }
            _ => cast(CastOp::Bitcast, value, to),
        }
    }
}

/// Where a slot is touched; blocks in order, each once.
#[derive(Clone, Default)]
struct Accesses {
    /// Blocks that write it.
    defined: Vec<Block>,
    /// Blocks that read it before they write it.
    exposed: Vec<Block>,
}

fn push_new(blocks: &mut Vec<Block>, block: Block) {
    if blocks.last() != Some(&block) {
        blocks.push(block);
    }
}

/// Sets `live[b] = slot` for each block at whose start the slot's content may still be read;
/// `writes[b] == slot` for the blocks that write it.
fn mark_live(cfg: &Cfg, slot: u32, writes: &[u32], exposed: &[Block], live: &mut [u32]) {
    let mut work = exposed.to_vec();
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut live[block.position()], slot) != slot {
            work.extend(cfg.predecessors(block).filter(|before| writes[before.position()] != slot));
        }
    }
}

/// The promotable slots of `function`, and for each value its slot or `NO_SLOT`.
fn candidates(function: &Function, pointer_bytes: u32) -> (Vec<Slot>, Vec<u32>) {
    let mut slot_of = vec![NO_SLOT; function.values.len()];
    let mut slots = Vec::new();
    let insts = || function.blocks.iter().flat_map(|data| &data.insts);
    for inst in insts() {
        if let Op::StackAlloc { size_bytes, count: None, .. } = inst.op {
            let alloc = inst.results[0];
            slot_of[alloc.position()] = slots.len() as u32;
            let name = function.values[alloc].name.clone();
            // The type of a slot that is never touched does not matter.
            let ty = Type::Ptr;
            slots.push(Slot { alloc, ty, size_bytes, pointer_bytes, mixed: false, fits: true, name });
        }
    }
    if slots.is_empty() {
        return (slots, slot_of);
    }
    let mut touched = vec![false; slots.len()];
    let mut access = |slots: &mut Vec<Slot>, address: Value, ty: Type| {
        let position = slot_of[address.position()];
        if position != NO_SLOT {
            let slot = &mut slots[position as usize];
            let first = !std::mem::replace(&mut touched[position as usize], true);
            slot.access(ty, first);
        }
    };
    for inst in insts() {
        match inst.op {
            Op::Load { ptr, volatile: false } => access(&mut slots, ptr, function.type_of(inst.results[0])),
            Op::Store { ptr, value, .. } => access(&mut slots, ptr, function.type_of(value)),
            _ => {}
        }
    }
    let mut escape = |value: Value| {
        if let Some(slot) = slots.get_mut(slot_of[value.position()] as usize) {
            slot.fits = false;
        }
    };
    for data in &function.blocks {
        for inst in &data.insts {
            match &inst.op {
                Op::Load { volatile: false, .. } => {}
                Op::Store { value, .. } => escape(*value),
                op => op.for_each_operand(&mut escape),
            }
        }
        data.for_each_leaving_operand(&mut escape);
    }
    slots.retain(Slot::promotable);
    slot_of.fill(NO_SLOT);
    for (position, slot) in slots.iter().enumerate() {
        slot_of[slot.alloc.position()] = position as u32;
    }
    (slots, slot_of)
}

impl Slot {
    fn access(&mut self, ty: Type, first: bool) {
        if first {
            self.ty = ty;
        }
        self.mixed |= self.ty != ty;
        self.fits &= self.bytes(ty) == self.bytes(self.ty) && ty.bits() == self.ty.bits();
        self.fits &= self.bytes(ty) <= self.size_bytes;
    }

    /// Bytes of a value of type `ty` in memory.
    fn bytes(&self, ty: Type) -> u64 {
        u64::from(if ty == Type::Ptr { self.pointer_bytes } else { ty.store_size_bytes() })
    }

    fn promotable(&self) -> bool {
        self.fits && (!self.mixed || self.bytes(self.ty) == self.size_bytes)
    }
}
