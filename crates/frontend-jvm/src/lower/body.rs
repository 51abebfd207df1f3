//! The code of a method in SSA form: the operand stack and the variables become registers and block parameters.
//!
//! Every stretch of code becomes a block whose parameters are its operand stack and the variables that are live there;
//! inside of it, loads and stores of variables are renamings. A guarded stretch is cut behind each write of a variable
//! that a handler reads, because the arguments of an unwind edge are values at the start of its block.
//!
//! A handler list becomes one block that receives the exception, tests its class handler by handler, and throws it
//! again at the end:
//!
//! ```text
//! block7(exception, variables that some handler reads):
//!     v9 = object.type_test java/io/IOException(exception)
//!     branch v9, block4(exception, …), block8        block8: throw exception
//! ```

use super::blocks::{Stretch, stretches};
use super::declare;
use super::frames::{Frame, Frames, handler_stretch, kind_of};
use super::{register, runtime, unsupported};
use crate::class::{BadCode, BranchTest, Code, Instruction, Kind, flags};
use crate::cover::Probes;
use crate::hierarchy::{Hierarchy, LinkageError, MethodId};
use std::collections::HashMap;
use trine_base::{FileId, Span};
use trine_ir::objects::ObjectOp;
use trine_ir::program::Tables;
use trine_ir::{
    Block, BlockData, BodyError, Constant, Edge, Function, Inst, Op, Site, SiteId, SiteKind, Terminator,
    Type, Value,
};

/// What a handler list became.
#[derive(Clone, Debug)]
struct Dispatcher {
    block: Block,
    /// The variables that it hands on, by word.
    slots: Vec<usize>,
}

/// A body being made.
pub struct Builder<'a> {
    pub(super) hierarchy: &'a mut Hierarchy,
    pub(super) tables: &'a Tables,
    pub(super) method: MethodId,
    pub(super) code: &'a Code,
    pub(super) stretches: &'a [Stretch],
    frames: &'a Frames,
    pub(super) function: Function,
    /// The block that each stretch begins with.
    heads: Vec<Block>,
    /// The block being filled.
    pub(super) block: Block,
    /// The operand stack, bottom first, with the kind of each entry.
    pub(super) stack: Vec<(Value, Kind)>,
    /// The variables by word.
    locals: Vec<Option<Value>>,
    dispatchers: HashMap<Vec<usize>, Dispatcher>,
    /// Where the instruction stands that is being lowered.
    span: Option<Span>,
    /// The object that the method locks while it runs.
    lock: Option<Value>,
    constants: HashMap<(Type, u128), Value>,
    /// Probes of the coverage, where they are asked for.
    pub(super) probes: Option<&'a Probes>,
    /// Index of the instruction that is being lowered.
    pub(super) index: usize,
}

impl From<BadCode> for BodyError {
    fn from(BadCode(what): BadCode) -> Self {
        unsupported(&format!("code that the JVM would refuse: {what}"))
    }
}

impl From<LinkageError> for BodyError {
    fn from(error: LinkageError) -> Self {
        unsupported(&error.to_string())
    }
}

/// The body of `method`, not yet cleaned and without a name.
///
/// # Errors
/// When the code does not fit together, names what is not there, or uses what is not supported.
pub fn lower(
    hierarchy: &mut Hierarchy,
    tables: &Tables,
    method: MethodId,
    code: &Code,
    probes: Option<&Probes>,
) -> Result<Function, BodyError> {
    let declared = hierarchy.method(method);
    let receiver = (!declared.is(flags::STATIC)).then_some(Kind::Reference);
    let parameters: Vec<Kind> =
        receiver.into_iter().chain(declared.ty.parameters.iter().map(kind_of)).collect();
    let stretches = stretches(code);
    let entry = Frame::at_entry(&parameters, code.max_locals);
    let frames = Frames::new(code, &stretches, entry)?;
    let mut builder = Builder {
        hierarchy,
        tables,
        method,
        code,
        stretches: &stretches,
        frames: &frames,
        function: Function::default(),
        heads: Vec::new(),
        block: Function::ENTRY,
        stack: Vec::new(),
        locals: Vec::new(),
        dispatchers: HashMap::new(),
        span: None,
        lock: None,
        constants: HashMap::new(),
        probes,
        index: 0,
    };
    builder.declare_probes();
    builder.enter(&parameters);
    builder.lock();
    let first = builder.edge(0);
    builder.terminate(Terminator::Jump(first));
    for number in 0..stretches.len() {
        if frames.frames[number].is_some() {
            builder.stretch(number)?;
        }
    }
    Ok(builder.function)
}

/// The place of the instruction at `position`: its line, and as a column one more than the position in bytes.
pub(super) fn place(code: &Code, position: u32) -> Span {
    let at = (u32::from(code.line_at(position).unwrap_or(0)), position + 1);
    Span::new(FileId(0), at, at)
}

impl Builder<'_> {
    /// The entry block, which no edge leads to, and the heads of all stretches.
    fn enter(&mut self, parameters: &[Kind]) {
        let entry = self.function.blocks.push(BlockData::new());
        self.locals = vec![None; self.frames.live[0].len()];
        let mut word = 0;
        for &kind in parameters {
            let value = self.function.new_value(register(kind));
            self.function.blocks[entry].params.push(value);
            self.locals[word] = Some(value);
            word += if matches!(kind, Kind::Long | Kind::Double) { 2 } else { 1 };
        }
        for number in 0..self.stretches.len() {
            let head = self.function.blocks.push(BlockData::new());
            self.heads.push(head);
            let Some(frame) = &self.frames.frames[number] else { continue };
            let kinds =
                frame.stack.iter().copied().chain(self.frames.live_locals(number).map(|(_, kind)| kind));
            let types: Vec<Type> = kinds.map(register).collect();
            let params = types.into_iter().map(|ty| self.function.new_value(ty)).collect();
            self.function.blocks[head].params = params;
        }
    }

    /// Enters the monitor of a synchronized method, in the entry block. Every other block is guarded by one that
    /// leaves it.
    fn lock(&mut self) {
        let method = self.hierarchy.method(self.method);
        if !method.is(flags::SYNCHRONIZED) {
            return;
        }
        let object = if method.is(flags::STATIC) {
            let class = self.hierarchy.class(self.method.class).name();
            let function = runtime::class_object(self.tables, &format!("L{class};"));
            self.object_of(function)
        } else {
            self.function.blocks[Function::ENTRY].params[0]
        };
        self.emit_effect(Op::Object(ObjectOp::MonitorEnter, vec![object]));
        self.lock = Some(object);
    }

    /// Leaves the monitor of a synchronized method.
    pub(super) fn unlock(&mut self) {
        if let Some(object) = self.lock {
            self.emit_effect(Op::Object(ObjectOp::MonitorExit, vec![object]));
        }
    }

    fn stretch(&mut self, number: usize) -> Result<(), BodyError> {
        let stretch = &self.stretches[number];
        self.block = self.heads[number];
        let params = self.function.blocks[self.block].params.clone();
        let kinds = self.frames.frames[number].as_ref().map_or(&[][..], |frame| &frame.stack);
        self.stack = params.iter().copied().zip(kinds.iter().copied()).collect();
        self.locals.fill(None);
        for ((slot, _), &value) in self.frames.live_locals(number).zip(&params[kinds.len()..]) {
            self.locals[slot] = Some(value);
        }
        let handlers = stretch.handlers.clone();
        let guarded = match handlers.is_empty() {
            true => Vec::new(),
            false => self.dispatcher(&handlers)?.slots,
        };
        self.guard(&handlers)?;
        let instructions = &self.code.instructions[stretch.start..stretch.end];
        let mut at = 0;
        while let Some((position, instruction)) = instructions.get(at) {
            self.index = stretch.start + at;
            self.span = Some(place(self.code, *position));
            self.probe_here(at > 0, &handlers)?;
            at += 1;
            match (instruction, instructions.get(at)) {
                (
                    Instruction::Compare(comparison),
                    Some((_, Instruction::Branch(BranchTest::Zero(test), _))),
                ) if !self.is_fallen_into(self.index + 1) => {
                    self.index += 1;
                    // A comparison whose result is only branched on is a comparison of the IR.
                    let condition = self.compare_directly(*comparison, *test);
                    match condition {
                        Ok(condition) => self.branch(number, condition),
                        Err(refused) => self.refuse(&refused),
                    }
                    return Ok(());
                }
                _ => match self.operate(number, instruction) {
                    Ok(false) => {}
                    Ok(true) => return Ok(()),
                    Err(refused) => {
                        self.refuse(&refused);
                        return Ok(());
                    }
                },
            }
            let written = match instruction {
                Instruction::Store(_, slot) | Instruction::Increment(slot, _) => Some(usize::from(*slot)),
                _ => None,
            };
            if written.is_some_and(|slot| guarded.contains(&slot)) && at < instructions.len() {
                self.cut(&handlers)?;
            }
        }
        if let Some(&next) = stretch.successors.last() {
            let edge = self.edge(next);
            let edge = self.falling(stretch.end, edge);
            self.terminate(Terminator::Jump(edge));
        }
        Ok(())
    }

    /// Goes on in a new block, guarded by `handlers`, with the variables as they are now.
    pub(super) fn cut(&mut self, handlers: &[usize]) -> Result<(), BodyError> {
        let next = self.function.blocks.push(BlockData::new());
        self.terminate(Terminator::Jump(Edge::to(next)));
        self.block = next;
        self.guard(handlers)
    }

    /// Sets where exceptions out of the current block go.
    fn guard(&mut self, handlers: &[usize]) -> Result<(), BodyError> {
        if handlers.is_empty() && self.lock.is_none() {
            return Ok(());
        }
        let Dispatcher { block, slots } = self.dispatcher(handlers)?;
        let args = slots.iter().map(|&slot| self.local(slot)).collect();
        self.function.blocks[self.block].unwind = Some(Edge { block, args });
        Ok(())
    }

    /// The block that an exception goes to where `handlers` guard, made when it is first asked for.
    fn dispatcher(&mut self, handlers: &[usize]) -> Result<Dispatcher, BodyError> {
        if let Some(known) = self.dispatchers.get(handlers) {
            return Ok(known.clone());
        }
        let mut handed: Vec<(usize, Kind)> = Vec::new();
        for &handler in handlers {
            let target = handler_stretch(self.code, self.stretches, handler);
            handed.extend(self.frames.live_locals(target));
        }
        handed.sort_unstable_by_key(|&(slot, _)| slot);
        handed.dedup_by_key(|(slot, _)| *slot);
        let mut block = self.function.blocks.push(BlockData::new());
        let dispatcher = Dispatcher { block, slots: handed.iter().map(|&(slot, _)| slot).collect() };
        let exception = self.function.new_value(Type::Ptr);
        let values: Vec<Value> =
            handed.iter().map(|&(_, kind)| self.function.new_value(register(kind))).collect();
        self.function.blocks[block].params =
            std::iter::once(exception).chain(values.iter().copied()).collect();
        let mut ends = false;
        for &handler in handlers {
            let target = handler_stretch(self.code, self.stretches, handler);
            let value_of =
                |slot: usize| handed.iter().position(|&(handed, _)| handed == slot).map(|at| values[at]);
            let live = self.frames.live_locals(target).filter_map(|(slot, _)| value_of(slot));
            let edge =
                Edge { block: self.heads[target], args: std::iter::once(exception).chain(live).collect() };
            let Some(name) = &self.code.handlers[handler].catches else {
                self.function.blocks[block].terminator = Terminator::Jump(edge);
                ends = true;
                break;
            };
            // A class that is not there has no instances.
            let Ok(loaded) = self.hierarchy.load(name) else { continue };
            let class = declare::class(self.hierarchy, self.tables, loaded);
            let fits = self.function.new_value(Type::BOOL);
            let op = Op::Object(ObjectOp::TypeTest(class), vec![exception]);
            let next = self.function.blocks.push(BlockData::new());
            let site = self.site(SiteKind::Branch);
            let data = &mut self.function.blocks[block];
            data.insts.push(Inst { results: vec![fits], op, span: None });
            data.terminator = Terminator::Branch { cond: fits, then: edge, otherwise: Edge::to(next), site };
            block = next;
        }
        if !ends {
            let data = &mut self.function.blocks[block];
            if let Some(object) = self.lock {
                let op = Op::Object(ObjectOp::MonitorExit, vec![object]);
                data.insts.push(Inst { results: Vec::new(), op, span: None });
            }
            data.terminator = Terminator::Throw(vec![exception]);
        }
        self.dispatchers.insert(handlers.to_vec(), dispatcher.clone());
        Ok(dispatcher)
    }

    /// The edge to a stretch, with the operand stack and the variables that are live there.
    pub(super) fn edge(&mut self, stretch: usize) -> Edge {
        let mut args: Vec<Value> = self.stack.iter().map(|&(value, _)| value).collect();
        let slots: Vec<usize> = self.frames.live_locals(stretch).map(|(slot, _)| slot).collect();
        args.extend(slots.into_iter().map(|slot| self.local(slot)));
        Edge { block: self.heads[stretch], args }
    }

    /// The position in bytes of the instruction that is being lowered.
    pub(super) fn position(&self) -> u32 {
        self.span.map_or(0, |span| span.start.column.saturating_sub(1))
    }

    /// Ends the stretch by a branch on `condition`: its first successor when it is set, the next one when not.
    pub(super) fn branch(&mut self, stretch: usize, condition: Value) {
        let successors = self.stretches[stretch].successors.clone();
        let [then, otherwise] = [0, successors.len() - 1].map(|at| self.edge(successors[at]));
        let then = self.jumping(then);
        let otherwise = self.falling(self.index + 1, otherwise);
        let site = self.site(SiteKind::Branch);
        // That of the jump, by which coverage knows it: a comparison in front of it is one with it.
        self.function.sites[site].span = Some(place(self.code, self.code.instructions[self.index].0));
        self.terminate(Terminator::Branch { cond: condition, then, otherwise, site });
    }

    /// Indices of the stretches that `stretch` leads to.
    pub(super) fn successors(&self, stretch: usize) -> &[usize] {
        &self.stretches[stretch].successors
    }

    pub(super) fn site(&mut self, kind: SiteKind) -> SiteId {
        self.function.sites.push(Site { kind, span: None })
    }

    pub(super) fn terminate(&mut self, terminator: Terminator) {
        let block = &mut self.function.blocks[self.block];
        (block.terminator, block.terminator_span) = (terminator, self.span);
    }

    /// The value of the variable `slot`; what was never written is never read, but may be handed on.
    fn local(&mut self, slot: usize) -> Value {
        match self.locals[slot] {
            Some(value) => value,
            None => self.function.new_constant(Type::Ptr, Constant::Undef),
        }
    }

    /// Reads the variable `slot`.
    pub(super) fn load(&mut self, slot: u16, kind: Kind) {
        let value = self.local(usize::from(slot));
        self.push(value, kind);
    }

    /// Writes the variable `slot`.
    pub(super) fn store(&mut self, slot: u16, value: Value) {
        self.locals[usize::from(slot)] = Some(value);
    }

    /// Adds an instruction with a result of type `ty`.
    pub(super) fn emit(&mut self, op: Op, ty: Type) -> Value {
        let result = self.function.new_value(ty);
        let span = self.span;
        self.function.blocks[self.block].insts.push(Inst { results: vec![result], op, span });
        result
    }

    /// Adds an instruction without a result.
    pub(super) fn emit_effect(&mut self, op: Op) {
        let span = self.span;
        self.function.blocks[self.block].insts.push(Inst { results: Vec::new(), op, span });
    }

    /// A constant of bits.
    pub(super) fn constant(&mut self, ty: Type, bits: u128) -> Value {
        let function = &mut self.function;
        *self.constants.entry((ty, bits)).or_insert_with(|| function.new_constant(ty, Constant::Bits(bits)))
    }

    pub(super) fn push(&mut self, value: Value, kind: Kind) {
        self.stack.push((value, kind));
    }

    /// Takes the top of the operand stack, which the frames have checked.
    pub(super) fn pop(&mut self) -> Result<Value, BodyError> {
        let popped = self.stack.pop().map(|(value, _)| value);
        popped.ok_or_else(|| BadCode("the operand stack is empty".to_owned()).into())
    }

    /// Takes `count` entries, the lowest first.
    pub(super) fn pop_many(&mut self, count: usize) -> Result<Vec<Value>, BodyError> {
        let base = self.stack.len().checked_sub(count);
        let base = base.ok_or_else(|| BodyError::from(BadCode("the operand stack is empty".to_owned())))?;
        Ok(self.stack.drain(base..).map(|(value, _)| value).collect())
    }
}
