//! One function body: LLVM's blocks, instruction by instruction, to Trine's.
//!
//! ```text
//!  LLVM block k ──► block k, and further blocks behind the last one where an instruction ends a block here
//!                   (a call that may unwind, a trap, a counter that hides a branch)
//!  phi          ──► block parameter; the edges' arguments are filled in at the end
//!  aggregate    ──► its lanes
//! ```
//!
//! Blocks are visited in reverse post-order, so that a definition is lowered before its uses; operations that move
//! values around (casts to the same bits, aggregates, `freeze`) then are no instructions at all. Blocks that cannot be
//! reached keep their number and stay empty.
//!
//! Source: LangRef. Not handled: see the messages; each costs this body only.
//! Cost: linear in the instructions and their lanes.

mod aggregate;
mod arith;
mod assembly;
mod atomic;
mod bits;
mod call;
mod cast;
mod edges;
mod instrumentation;
mod intrinsic;
mod library;
mod memory;
mod terminator;
mod values;
mod wide;

pub(crate) use instrumentation::{Evaluated, Increments};

use super::linked::{Linked, LinkedModule};
use super::spans::{FileTable, Spans};
use super::types::{self, Lane};
use crate::ll::{self, BlockId, LocalId, Module, TypeId};
use std::collections::{HashMap, HashSet};
use trine_base::Span;
use trine_ir::{
    Block, BlockData, BodyError, Constant, FuncId, Function, Inst, Op, Site, SiteId, SiteKind, Type, Value,
};

/// The result of lowering a piece of a body.
pub(crate) type Lowering<T> = Result<T, BodyError>;

/// A lowered body, with what the coverage model needs to be built.
pub(crate) struct LoweredBody {
    /// The body, before passes.
    pub function: Function,
    /// Where its counters are incremented.
    pub increments: Increments,
}

/// Lowers the body of `id`, which is function `source` of unit `unit`.
pub(crate) fn lower(
    linked: &Linked,
    files: &FileTable,
    id: FuncId,
    unit: usize,
    source: ll::FuncId,
) -> Lowering<LoweredBody> {
    let fail = |what: String| BodyError { what, span: None };
    if let Some(what) = linked.unsupported_functions.get(&id) {
        return Err(fail(what.clone()));
    }
    let unit = &linked.units[unit];
    let header = &unit.module.functions()[source.index()];
    let body = unit.module.body(source).map_err(|error| fail(error.to_string()))?;
    let body = body.ok_or_else(|| fail("no body".into()))?;
    let mut spans = Spans::new(&unit.module, files);
    let function = Function {
        name: linked.callables[id].name.clone(),
        signature: linked.callables[id].signature.clone(),
        span: header.dbg.and_then(|dbg| spans.of_subprogram(dbg)),
        ..Function::default()
    };
    let mut lowerer = Lowerer {
        linked,
        unit,
        module: &unit.module,
        body: &body,
        block: Function::ENTRY,
        locals: vec![None; body.locals.len()],
        ends: Vec::new(),
        constants: HashMap::new(),
        layouts: HashMap::new(),
        span: function.span,
        spans,
        function,
        increments: Increments::default(),
        step_conditions: HashMap::new(),
        mcdc_slots: HashSet::new(),
    };
    lowerer.check_header(header)?;
    lowerer.run(header.params.len())?;
    Ok(LoweredBody { function: lowerer.function, increments: lowerer.increments })
}

/// The state of lowering one body.
struct Lowerer<'a> {
    linked: &'a Linked,
    unit: &'a LinkedModule,
    module: &'a Module,
    body: &'a ll::Body,
    function: Function,
    /// Where instructions go.
    block: Block,
    /// The lanes of each local, once lowered.
    locals: Vec<Option<Vec<Value>>>,
    /// Our block, and the LLVM block whose end it is: its edges carry the phis' incoming values.
    ends: Vec<(Block, BlockId)>,
    constants: HashMap<(Type, Constant), Value>,
    layouts: HashMap<TypeId, Vec<Lane>>,
    spans: Spans<'a>,
    span: Option<Span>,
    increments: Increments,
    /// The block parameters that stand for a hidden branch, by condition.
    step_conditions: HashMap<Value, instrumentation::HiddenBranch>,
    mcdc_slots: HashSet<LocalId>,
}

impl Lowerer<'_> {
    /// A limit of the tool, at the current instruction.
    fn unsupported<T>(&self, what: impl Into<String>) -> Lowering<T> {
        Err(self.error(what))
    }

    fn error(&self, what: impl Into<String>) -> BodyError {
        BodyError { what: what.into(), span: self.span }
    }

    /// Adds the current place to a message.
    fn place<T>(&self, result: Result<T, String>) -> Lowering<T> {
        result.map_err(|what| self.error(what))
    }

    fn check_header(&self, header: &ll::Function) -> Lowering<()> {
        if header.attrs.naked {
            return self.unsupported("naked function (its body is inline assembly)");
        }
        if header.attrs.presplitcoroutine {
            return self.unsupported("coroutine");
        }
        Ok(())
    }

    fn run(&mut self, parameters: usize) -> Lowering<()> {
        self.function.blocks = self.body.blocks.iter().map(|_| BlockData::new()).collect();
        self.parameters(parameters)?;
        let order = reverse_post_order(self.body);
        for block in &order {
            self.phis(*block)?;
        }
        for block in &order {
            self.lower_block(*block)?;
        }
        self.fill_edges()
    }

    /// The function's parameters are the first locals and the entry block's parameters.
    fn parameters(&mut self, count: usize) -> Lowering<()> {
        let params: Vec<Type> = self.function.signature.params.iter().map(|param| param.ty).collect();
        let mut values = params.into_iter().map(|ty| self.function.new_value(ty)).collect::<Vec<_>>();
        self.function.blocks[Function::ENTRY].params.clone_from(&values);
        let locals = self.body.locals.iter().enumerate();
        for (local, data) in locals.take(count) {
            let lanes = self.lanes(data.ty)?.len().min(values.len());
            let rest = values.split_off(lanes);
            self.define(LocalId(local as u32), std::mem::replace(&mut values, rest));
        }
        Ok(())
    }

    /// Block parameters for the phis of a block, before anything uses them.
    fn phis(&mut self, block: BlockId) -> Lowering<()> {
        for instruction in &self.body.block(block).instructions {
            let (ll::Op::Phi { ty, .. }, Some(result)) = (&instruction.op, instruction.result) else {
                continue;
            };
            let types: Vec<Type> = self.lanes(*ty)?.iter().map(|lane| lane.ty).collect();
            let params: Vec<Value> = types.into_iter().map(|ty| self.function.new_value(ty)).collect();
            self.function.blocks[Block(block.0)].params.extend(&params);
            self.define(result, params);
        }
        Ok(())
    }

    fn lower_block(&mut self, id: BlockId) -> Lowering<()> {
        self.block = Block(id.0);
        let block = self.body.block(id);
        for instruction in &block.instructions {
            if instruction.is_debug_record() {
                continue;
            }
            self.span = self.spans.of(instruction.dbg.as_ref());
            self.instruction(instruction)?;
        }
        self.span = self.spans.of(block.terminator.dbg.as_ref());
        self.terminator(id, &block.terminator)
    }

    fn instruction(&mut self, instruction: &ll::Instruction) -> Lowering<()> {
        use ll::Op as L;
        let results = match &instruction.op {
            L::Debug(_) | L::Phi { .. } => return Ok(()),
            L::Fence { .. } => {
                self.barrier();
                return Ok(());
            }
            L::FNeg { operand, .. } => self.float_neg(operand)?,
            L::Binary { op, flags, lhs, rhs, .. } => self.binary(*op, *flags, lhs, rhs)?,
            L::ICmp { predicate, lhs, rhs, .. } => self.int_compare(*predicate, lhs, rhs)?,
            L::FCmp { predicate, lhs, rhs, .. } => self.float_compare(*predicate, lhs, rhs)?,
            L::Cast { op, operand, to, .. } => self.cast(*op, operand, *to)?,
            L::GetElementPtr(gep) => self.get_element_ptr(gep)?,
            L::Alloca { ty, count, align, inalloca: _ } => {
                self.alloca(instruction.result, *ty, count.as_ref(), *align)?
            }
            L::Load(load) => self.load(load)?,
            L::Store(store) => return self.store(store),
            L::CmpXchg(exchange) => self.compare_exchange(exchange)?,
            L::AtomicRmw(update) => self.atomic_update(update)?,
            L::Select { condition, on_true, on_false, .. } => self.select(condition, on_true, on_false)?,
            L::Call(call) => self.call(call, None)?,
            L::Freeze { operand } => self.operand(operand)?,
            L::ExtractValue { aggregate, indices } => self.extract_value(aggregate, indices)?,
            L::InsertValue { aggregate, element, indices } => {
                self.insert_value(aggregate, element, indices)?
            }
            L::ExtractElement { vector, index } => self.extract_element(vector, index)?,
            L::InsertElement { vector, element, index } => self.insert_element(vector, element, index)?,
            L::ShuffleVector { lhs, rhs, mask } => self.shuffle(lhs, rhs, mask)?,
            L::LandingPad { ty, .. } => self.landing_pad(*ty)?,
            L::VaArg { .. } => return self.unsupported("instruction `va_arg`"),
            L::CatchPad { .. } | L::CleanupPad { .. } => {
                return self.unsupported("exception handling in the style of Windows");
            }
        };
        if let Some(result) = instruction.result {
            self.define(result, results);
        }
        Ok(())
    }

    /// Appends an instruction without result.
    fn emit(&mut self, op: Op) {
        self.push(op, Vec::new());
    }

    /// Appends an instruction with one result.
    fn emit_value(&mut self, op: Op, ty: Type) -> Value {
        let result = self.function.new_value(ty);
        self.push(op, vec![result]);
        result
    }

    fn push(&mut self, op: Op, results: Vec<Value>) {
        let inst = Inst { results, op, span: self.span };
        self.function.blocks[self.block].insts.push(inst);
    }

    /// A new block behind all others.
    fn new_block(&mut self) -> Block {
        self.function.blocks.push(BlockData::new())
    }

    fn new_site(&mut self, kind: SiteKind) -> SiteId {
        self.function.sites.push(Site { kind, span: self.span })
    }

    /// The lanes of a type, kept for the next time.
    fn lanes(&mut self, ty: TypeId) -> Lowering<Vec<Lane>> {
        if let Some(lanes) = self.layouts.get(&ty) {
            return Ok(lanes.clone());
        }
        let lanes = self.place(types::lanes(self.module, ty))?;
        self.layouts.insert(ty, lanes.clone());
        Ok(lanes)
    }
}

/// Blocks that can be reached, each after those that dominate it.
fn reverse_post_order(body: &ll::Body) -> Vec<BlockId> {
    let mut seen = vec![false; body.blocks.len()];
    let mut order = Vec::new();
    if body.blocks.is_empty() {
        return order;
    }
    let mut stack = vec![(BlockId(0), terminator::successors(&body.blocks[0].terminator.kind))];
    seen[0] = true;
    while let Some((block, successors)) = stack.last_mut() {
        match successors.pop() {
            Some(next) if seen.get(next.index()) == Some(&false) => {
                seen[next.index()] = true;
                stack.push((next, terminator::successors(&body.block(next).terminator.kind)));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
