//! A function body: values, blocks, sites, and what they mean in the source.
//!
//! ```text
//! block0(v0: i32, v1: ptr):            block parameters instead of phi nodes
//!     v3 = icmp.sgt v0, 0:i32
//!     branch v3, block1(v0), block2    site0: outcome 0 = then, 1 = else
//! ```
//!
//! `block0` is the entry; its parameters are the function's. Every value is defined once:
//! as a block parameter, as a result of an instruction, or as a constant. Sites number the
//! two-way branches and switches from 0 in each function; passes may drop sites that no
//! longer branch but never renumber them, because coverage is recorded by them.

use crate::coverage_model::{CoverageModel, RegionId};
pub use crate::ids::{Block, SiteId, Value};
use crate::instruction::{Edge, Inst, Terminator};
use crate::types::{Constant, Signature, Type};
use std::collections::BTreeMap;
use trine_base::{IndexVec, Span};

/// A function with its body.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Symbol name.
    pub name: String,
    /// Parameters and results.
    pub signature: Signature,
    /// Registers and constants.
    pub values: IndexVec<Value, ValueData>,
    /// Blocks; `block0` is the entry.
    pub blocks: IndexVec<Block, BlockData>,
    /// Branches and switches.
    pub sites: IndexVec<SiteId, Site>,
    /// What sites and blocks mean in the source; empty for code without a coverage mapping.
    pub coverage: CoverageModel,
    /// Where the function stands in the source.
    pub span: Option<Span>,
    /// Whether it makes a call that may return a second time (`setjmp`). Its local variables stay
    /// in memory: what they hold at the second return is what was stored last.
    pub returns_twice: bool,
    /// Where several bodies are read as one: the blocks that call, each with the entry of a function called, and
    /// blocks that throw, each with a handler in a caller. Such a function is analysed and never executed.
    pub calls: Vec<(Block, Block)>,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// How it is defined.
    pub kind: ValueKind,
    /// Its name in the source, where one is known.
    pub name: Option<Box<str>>,
}

/// How a value is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// By a block parameter or an instruction.
    Defined,
    /// As a constant.
    Constant(Constant),
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct BlockData {
    /// Parameters, given by every edge that leads here.
    pub params: Vec<Value>,
    /// Instructions in order.
    pub insts: Vec<Inst>,
    /// How the block ends.
    pub terminator: Terminator,
    /// Source position of the terminator.
    pub terminator_span: Option<Span>,
    /// Where an exception or panic raised in this block goes; `None` leaves the function. The handler's first
    /// parameters receive what was thrown, its last ones the edge's arguments, which are values at the start of
    /// this block: whichever instruction raises, they are the same.
    pub unwind: Option<Edge>,
    /// Source regions (statement goals) that are executed whenever this block is.
    pub regions: Vec<RegionId>,
}

/// A branch or switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Two-way branch or switch.
    pub kind: SiteKind,
    /// Where it stands in the source.
    pub span: Option<Span>,
}

/// The shape of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// Two outcomes: 0 when the condition is true, 1 when it is false.
    Branch,
    /// One outcome per successor edge of a switch or indirect jump, in the order of its edges.
    Switch {
        /// Number of edges.
        outcomes: u32,
    },
}

impl SiteKind {
    /// Number of ways control may go.
    #[must_use]
    pub fn outcomes(self) -> u32 {
        match self {
            SiteKind::Branch => 2,
            SiteKind::Switch { outcomes } => outcomes,
        }
    }
}

impl BlockData {
    /// A block without content that ends in `unreachable`.
    #[must_use]
    pub fn new() -> Self {
        Self {
            params: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
            terminator_span: None,
            unwind: None,
            regions: Vec::new(),
        }
    }
}

impl BlockData {
    /// Edges out of the block: the terminator's in order, then the unwind edge.
    pub fn all_edges(&self) -> impl Iterator<Item = &Edge> {
        self.terminator.edges().chain(&self.unwind)
    }

    /// Edges out of the block, to change.
    pub fn all_edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        self.terminator.edges_mut().chain(&mut self.unwind)
    }

    /// Whether an exception may come out of the block: it calls, throws, or does what can fault.
    #[must_use]
    pub fn can_raise(&self) -> bool {
        matches!(self.terminator, Terminator::Throw(_)) || self.insts.iter().any(|inst| inst.op.can_raise())
    }

    /// The block that an exception out of this one leads to.
    #[must_use]
    pub fn handler(&self) -> Option<Block> {
        self.unwind.as_ref().map(|edge| edge.block)
    }

    /// Calls `visit` with each operand of the terminator and each argument of the unwind edge.
    pub fn for_each_leaving_operand(&self, mut visit: impl FnMut(Value)) {
        self.terminator.for_each_operand(&mut visit);
        self.unwind.iter().flat_map(|edge| &edge.args).copied().for_each(visit);
    }

    /// Calls `visit` with each operand of the terminator and each argument of the unwind edge, to change.
    pub fn for_each_leaving_operand_mut(&mut self, mut visit: impl FnMut(&mut Value)) {
        self.terminator.for_each_operand_mut(&mut visit);
        self.unwind.iter_mut().flat_map(|edge| &mut edge.args).for_each(visit);
    }
}

impl Default for BlockData {
    fn default() -> Self {
        Self::new()
    }
}

impl Function {
    /// The entry block.
    pub const ENTRY: Block = Block(0);

    /// Defines a new register of type `ty`.
    pub fn new_value(&mut self, ty: Type) -> Value {
        self.values.push(ValueData { ty, kind: ValueKind::Defined, name: None })
    }

    /// A value for `constant`; does not look for an equal one.
    pub fn new_constant(&mut self, ty: Type, constant: Constant) -> Value {
        self.values.push(ValueData { ty, kind: ValueKind::Constant(constant), name: None })
    }

    /// The type of `value`.
    #[must_use]
    pub fn type_of(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The constant that `value` is, if it is one.
    #[must_use]
    pub fn constant(&self, value: Value) -> Option<Constant> {
        match self.values[value].kind {
            ValueKind::Constant(constant) => Some(constant),
            ValueKind::Defined => None,
        }
    }

    /// The bits of `value`, if it is a constant made of bits.
    #[must_use]
    pub fn constant_bits(&self, value: Value) -> Option<u128> {
        match self.constant(value)? {
            Constant::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// [`Function::calls`] by the block that calls.
    #[must_use]
    pub fn calls_by_block(&self) -> BTreeMap<Block, Vec<Block>> {
        let mut calls: BTreeMap<Block, Vec<Block>> = BTreeMap::new();
        for &(block, callee) in &self.calls {
            calls.entry(block).or_default().push(callee);
        }
        calls
    }

    /// The parameters of the handler that the unwind edge `edge` leads to: those that receive what was thrown, and
    /// those that receive the edge's arguments.
    #[must_use]
    pub fn handler_params(&self, edge: &Edge) -> (&[Value], &[Value]) {
        let params = &self.blocks[edge.block].params;
        params.split_at(params.len().saturating_sub(edge.args.len()))
    }

    /// Successor blocks of `block` in terminator order, without the unwind edge.
    pub fn successors(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        self.blocks[block].terminator.edges().map(|edge| edge.block)
    }
}
