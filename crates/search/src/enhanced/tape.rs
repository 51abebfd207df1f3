//! Terms compiled to steps over a register file: what a formula computes of the state at a branch.
//!
//! Only 64-bit values; each step writes the slot of its term. A formula runs the steps of one condition
//! only when it gets there, so steps are kept in ranges, and a slot may be written by several.
//!
//! Cost: a step takes a few nanoseconds; nothing is allocated.

use super::terms::{Input, Terms};
use rustc_hash::FxHashMap;
use trine_expr::evaluate::{self, signed};
use trine_expr::{BinaryOp, CompareOp, Node, Term, UnaryOp, float};
use trine_ir::{GlobalId, Value};
use trine_machine::StateView;

/// A slot of the register file.
pub(super) type Slot = u16;

/// One step.
#[derive(Clone, Copy, Debug)]
struct Step {
    to: Slot,
    /// Width of the result in bits, 1 to 64.
    width: u8,
    act: Act,
}

#[derive(Clone, Copy, Debug)]
enum Act {
    Register(Value),
    Global(GlobalId),
    Load {
        address: Slot,
        size_bytes: u8,
    },
    Unary(UnaryOp, Slot),
    Binary(BinaryOp, Slot, Slot),
    Compare(CompareOp, u8, Slot, Slot),
    Ite(Slot, Slot, Slot),
    Extract(Slot, u8),
    Concat(Slot, Slot, u8),
    SignExtend(Slot, u8),
    Copy(Slot),
    /// Any other operation, on the values of up to three slots.
    Float(Node, [Slot; 3], u8),
}

/// The compiled terms of one formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    steps: Vec<Step>,
    constants: Vec<(Slot, u64)>,
    slot_of: FxHashMap<Term, Slot>,
    slots: u32,
}

/// The register file of one formula.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    values: Vec<u64>,
    /// Slots that could not be read.
    missing: Vec<bool>,
}

/// Slots of one formula at most.
const MAX_SLOTS: u32 = 4096;

impl Tape {
    /// The slot of `term`, and the slots below it that may be missing; steps that compute it are appended
    /// unless `computed` has its part. `None` when it cannot be compiled.
    pub(super) fn compile(
        &mut self,
        terms: &Terms,
        term: Term,
        computed: &mut Vec<Term>,
        fallible: &mut Vec<Slot>,
    ) -> Option<Slot> {
        let graph = terms.pool.graph(&[term]);
        if graph.iter().any(|&part| terms.pool.width(part) > 64) {
            return None;
        }
        // Addresses of loads come before the loads.
        for part in graph {
            if let Node::Variable(variable) = terms.pool.node(part)
                && let Input::Load { address, .. } = terms.inputs()[variable.0 as usize]
            {
                self.compile(terms, address, computed, fallible)?;
            }
            self.part(terms, part, computed, fallible)?;
        }
        self.slot_of.get(&term).copied()
    }

    fn part(
        &mut self,
        terms: &Terms,
        term: Term,
        computed: &mut Vec<Term>,
        fallible: &mut Vec<Slot>,
    ) -> Option<()> {
        let node = terms.pool.node(term);
        let known = self.slot_of.contains_key(&term);
        if !known && self.slots >= MAX_SLOTS {
            return None;
        }
        let to = *self.slot_of.entry(term).or_insert(self.slots as Slot);
        self.slots += u32::from(!known);
        if let Node::Constant(bits) = node {
            if !known {
                self.constants.push((to, bits as u64));
            }
            return Some(());
        }
        if let Node::Variable(variable) = node
            && !matches!(terms.inputs()[variable.0 as usize], Input::Global(_))
            && !fallible.contains(&to)
        {
            fallible.push(to);
        }
        if !computed.contains(&term) {
            let act = self.act(terms, node)?;
            self.steps.push(Step { to, width: terms.pool.width(term) as u8, act });
            computed.push(term);
        }
        Some(())
    }

    fn act(&self, terms: &Terms, node: Node) -> Option<Act> {
        let slot = |term: Term| self.slot_of.get(&term).copied();
        let width = |term: Term| terms.pool.width(term) as u8;
        Some(match node {
            Node::Variable(variable) => match terms.inputs()[variable.0 as usize] {
                Input::Register(value) => Act::Register(value),
                Input::Global(global) => Act::Global(global),
                Input::Load { address, size_bytes } => {
                    Act::Load { address: slot(address)?, size_bytes: size_bytes as u8 }
                }
            },
            Node::Unary(op, a) => Act::Unary(op, slot(a)?),
            Node::Binary(op, a, b) => Act::Binary(op, slot(a)?, slot(b)?),
            Node::Compare(op, a, b) => Act::Compare(op, width(a), slot(a)?, slot(b)?),
            Node::Ite(c, a, b) => Act::Ite(slot(c)?, slot(a)?, slot(b)?),
            Node::Extract(a, low) => Act::Extract(slot(a)?, low),
            Node::Concat(a, b) => Act::Concat(slot(a)?, slot(b)?, width(b)),
            Node::ZeroExtend(a) => Act::Copy(slot(a)?),
            Node::SignExtend(a) => Act::SignExtend(slot(a)?, width(a)),
            Node::Constant(_) | Node::Lookup(..) => return None,
            _ => {
                let mut slots = [0; 3];
                let (mut count, mut first, mut all) = (0, 0, true);
                node.for_each_child(|child| {
                    match slot(child) {
                        Some(slot) if count < 3 => slots[count] = slot,
                        _ => all = false,
                    }
                    if count == 0 {
                        first = width(child);
                    }
                    count += 1;
                });
                return all.then_some(Act::Float(node, slots, first));
            }
        })
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// A register file with the constants in place.
    pub(super) fn registers(&self) -> Registers {
        let mut values = vec![0; self.slots as usize];
        for &(slot, bits) in &self.constants {
            values[slot as usize] = bits;
        }
        Registers { missing: vec![false; values.len()], values }
    }

    /// Runs the steps in `range`.
    #[inline]
    pub(super) fn run(
        &self,
        range: std::ops::Range<u32>,
        registers: &mut Registers,
        state_view: &StateView<'_>,
    ) {
        for step in &self.steps[range.start as usize..range.end as usize] {
            let bits = registers.step(step, state_view);
            registers.values[step.to as usize] = bits & u64::MAX >> (64 - u32::from(step.width));
        }
    }
}

impl Registers {
    /// The bits of a slot, zero-extended.
    #[inline]
    pub(super) fn bits(&self, slot: Slot) -> u64 {
        self.values[slot as usize]
    }

    /// Whether one of `slots` could not be read.
    #[inline]
    pub(super) fn lacks(&self, slots: &[Slot]) -> bool {
        slots.iter().any(|&slot| self.missing[slot as usize])
    }

    /// The bits a step computes; those above its width are undefined.
    #[inline]
    fn step(&mut self, step: &Step, state_view: &StateView<'_>) -> u64 {
        let width = u32::from(step.width);
        match step.act {
            Act::Register(value) => self.given(step.to, state_view.register(value)),
            Act::Global(global) => state_view.global(global).unwrap_or(0),
            Act::Load { address, size_bytes } => {
                let loaded = state_view.load(self.bits(address), size_bytes.into());
                self.given(step.to, loaded)
            }
            Act::Unary(UnaryOp::Not, a) => !self.bits(a),
            Act::Unary(UnaryOp::Neg, a) => self.bits(a).wrapping_neg(),
            Act::Binary(op, a, b) => binary(op, width, self.bits(a), self.bits(b)),
            Act::Compare(op, of, a, b) => u64::from(compare(op, of.into(), self.bits(a), self.bits(b))),
            Act::Ite(c, a, b) => self.bits(if self.bits(c) & 1 != 0 { a } else { b }),
            Act::Extract(a, low) => self.bits(a) >> low,
            Act::Concat(a, b, low) => self.bits(a) << low | self.bits(b),
            Act::SignExtend(a, from) => signed(self.bits(a).into(), from.into()) as u64,
            Act::Copy(a) => self.bits(a),
            Act::Float(node, slots, from) => {
                float_value(node, width, from.into(), slots.map(|slot| u128::from(self.bits(slot)))) as u64
            }
        }
    }

    #[inline]
    fn given(&mut self, slot: Slot, bits: Option<u64>) -> u64 {
        self.missing[slot as usize] = bits.is_none();
        bits.unwrap_or(0)
    }
}

#[inline]
fn binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => evaluate::binary(op, width, a.into(), b.into()) as u64,
    }
}

#[inline]
fn compare(op: CompareOp, width: u32, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Slt => evaluate::compare(op, width, a.into(), b.into()),
    }
}

fn float_value(node: Node, width: u32, from: u32, [a, b, c]: [u128; 3]) -> u128 {
    match node {
        Node::FloatUnary(op, format, _) => float::unary(op, format, a),
        Node::FloatBinary(op, format, ..) => float::binary(op, format, a, b),
        Node::FloatCompare(op, format, ..) => u128::from(float::compare(op, format, a, b)),
        Node::FloatFma(format, ..) => float::fma(format, a, b, c),
        Node::FloatConvert(from, to, _) => float::convert(from, to, a),
        Node::IntToFloat(is_signed, to, _) => float::from_int(is_signed, from, to, a),
        Node::FloatToInt(format, _) => float::to_int(format, width, a),
        Node::Math(function, format, ..) => float::math(function, format, a, b),
        _ => 0,
    }
}
