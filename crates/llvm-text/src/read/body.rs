//! A function body: blocks until the closing brace, then every name checked and blocks renumbered.

use crate::ast::{
    Block, BlockId, Body, Function, Instruction, LocalId, LocalName, Op, Operand, Terminator, TerminatorKind,
    TypeId, Value,
};
use crate::error::{Fault, Reading};
use crate::lexer::Kind;
use crate::result_type;

use super::Reader;
use super::instruction::Step;
use super::scope::{Key, Scope, key};

impl<'m> Reader<'m> {
    /// The body of `function`; the reader stands after the opening brace.
    pub(crate) fn body(&mut self, function: &'m Function) -> Reading<Body> {
        self.scope = Some(Scope::new(function));
        let mut blocks = Vec::new();
        while !self.eat_punct(b'}') {
            if self.word().starts_with("uselistorder") {
                self.advance();
                self.skip_to_next_line();
                continue;
            }
            let block = self.block(blocks.len() as u32)?;
            blocks.push(block);
        }
        if blocks.is_empty() {
            return self.fault("this body has no block");
        }
        self.finish(blocks)
    }

    fn skip_to_next_line(&mut self) {
        let line = self.previous_line;
        while self.line == line && self.kind() != Kind::Eof {
            self.advance();
        }
    }

    /// The names of the body; only called while one is read.
    pub(super) fn scope(&mut self) -> &mut Scope<'m> {
        self.scope.get_or_insert_default()
    }

    /// A label, if any, and everything up to the terminator.
    fn block(&mut self, place: u32) -> Reading<Block> {
        let offset = self.offset();
        let label = if self.kind() == Kind::Label {
            let token = self.advance();
            key(token, self.name(token))
        } else {
            Key::Number(self.scope().next_number)
        };
        if self.scope().place_block(&label, place, offset).is_none() {
            return Err(Fault { offset, what: format!("the block {} is defined twice", label.to_name()) });
        }
        let mut instructions = Vec::new();
        loop {
            match self.step()? {
                Step::Instruction(instruction) => instructions.push(instruction),
                Step::Terminator(terminator) => {
                    return Ok(Block { name: label.to_name(), instructions, terminator });
                }
            }
        }
    }

    /// One instruction, debug record or terminator, with its result and attachments.
    fn step(&mut self) -> Reading<Step> {
        let line = self.line;
        if self.kind() == Kind::Hash {
            let op = self.debug_record()?;
            return Ok(Step::Instruction(Instruction { result: None, op, dbg: None, line }));
        }
        let offset = self.offset();
        let name = self.result_name()?;
        let (mut step, ty) = match self.terminator()? {
            Some((kind, dbg)) => {
                let ty = result_type::of_terminator(&kind);
                (Step::Terminator(Terminator { result: None, kind, dbg, line }), ty)
            }
            None => {
                let (op, dbg) = self.instruction()?;
                let ty = match result_type::of_instruction(self.tables, &op) {
                    Ok(ty) => ty,
                    Err(what) => return Err(Fault { offset, what }),
                };
                (Step::Instruction(Instruction { result: None, op, dbg, line }), ty)
            }
        };
        let result = self.define_result(name, ty, offset)?;
        match &mut step {
            Step::Instruction(instruction) => instruction.result = result,
            Step::Terminator(terminator) => terminator.result = result,
        }
        Ok(step)
    }

    /// `%x =`, if it stands here.
    fn result_name(&mut self) -> Reading<Option<Key<'m>>> {
        if self.kind() != Kind::Local {
            return Ok(None);
        }
        let token = self.advance();
        self.expect_punct(b'=')?;
        Ok(Some(key(token, self.name(token))))
    }

    /// The local an instruction defines; unnamed results take the next number.
    fn define_result(
        &mut self,
        name: Option<Key<'m>>,
        ty: Option<TypeId>,
        offset: usize,
    ) -> Reading<Option<LocalId>> {
        let Some(ty) = ty else {
            return match name {
                None => Ok(None),
                Some(name) => Err(Fault {
                    offset,
                    what: format!("{} names the result of an instruction that has none", name.to_name()),
                }),
            };
        };
        let name = name.unwrap_or(Key::Number(self.scope().next_number));
        match self.scope().define(&name, ty, offset) {
            Some(id) => Ok(Some(id)),
            None => Err(Fault { offset, what: format!("{} is defined twice", name.to_name()) }),
        }
    }

    /// Checks that every name is defined, and puts blocks into the order of the text.
    fn finish(&mut self, mut blocks: Vec<Block>) -> Reading<Body> {
        let scope = self.scope.take().unwrap_or_default();
        let undefined =
            |offset: usize, name: &LocalName| Fault { offset, what: format!("{name} is never defined") };
        let mut places = Vec::with_capacity(scope.blocks.len());
        for entry in &scope.blocks {
            places.push(entry.place.ok_or_else(|| undefined(entry.offset, &entry.name))?);
        }
        let mut locals = Vec::with_capacity(scope.locals.len());
        for entry in scope.locals {
            if !entry.defined {
                return Err(undefined(entry.offset, &entry.local.name));
            }
            locals.push(entry.local);
        }
        for block in &mut blocks {
            renumber(block, &places);
        }
        Ok(Body { locals, blocks })
    }

    /// `T v`.
    pub(super) fn operand(&mut self) -> Reading<Operand> {
        let ty = self.ty()?;
        Ok(Operand { ty, value: self.value(ty)? })
    }

    /// A value of a type already read.
    pub(super) fn value(&mut self, ty: TypeId) -> Reading<Value> {
        use crate::tables::TypeTable;
        if ty == TypeTable::METADATA {
            return self.metadata_operand();
        }
        if ty == TypeTable::LABEL {
            return Ok(Value::Block(self.block_name()?));
        }
        if self.kind() != Kind::Local {
            return Ok(Value::Constant(self.constant(ty)?));
        }
        if self.scope.is_none() {
            return self.expected("a constant");
        }
        let token = self.advance();
        let key = key(token, self.name(token));
        Ok(Value::Local(self.scope().use_local(&key, ty, token.start)))
    }

    /// `label %bb`.
    pub(super) fn label(&mut self) -> Reading<BlockId> {
        self.expect_word("label")?;
        self.block_name()
    }

    /// `%bb`.
    pub(super) fn block_name(&mut self) -> Reading<BlockId> {
        let token = self.expect(Kind::Local, "a block")?;
        let key = key(token, self.name(token));
        Ok(self.scope().use_block(&key, token.start))
    }
}

/// Turns block ids in order of mention into block ids in order of the text.
fn renumber(block: &mut Block, places: &[u32]) {
    let place = |id: &mut BlockId| id.0 = places[id.index()];
    for instruction in &mut block.instructions {
        match &mut instruction.op {
            Op::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, block)| place(block)),
            Op::Call(call) => {
                for argument in &mut call.args {
                    if let Value::Block(id) = &mut argument.operand.value {
                        place(id);
                    }
                }
            }
            _ => {}
        }
    }
    let kind: &mut TerminatorKind = &mut block.terminator.kind;
    kind.for_each_target_mut(place);
}
