//! Terminators of basic blocks: `ret`, `br`, `switch`, `invoke` and the rest, as the language reference lists them.

use crate::ast::{BlockId, Constant, DebugLocation, TerminatorKind, Type, Value};
use crate::error::Reading;
use crate::lexer::Kind;
use crate::tables::TypeTable;

use super::Reader;

type Ended = (TerminatorKind, Option<DebugLocation>);

impl<'m> Reader<'m> {
    /// The terminator at the current word, or nothing if the word is no terminator.
    pub(super) fn terminator(&mut self) -> Reading<Option<Ended>> {
        let kind = match self.word() {
            "ret" => self.ret()?,
            "br" => self.br()?,
            "switch" => self.switch()?,
            "indirectbr" => self.indirect_br()?,
            "invoke" => self.invoke()?,
            "callbr" => self.call_br()?,
            "resume" => {
                self.advance();
                TerminatorKind::Resume(self.operand()?)
            }
            "unreachable" => {
                self.advance();
                TerminatorKind::Unreachable
            }
            "catchswitch" => self.catch_switch()?,
            "catchret" => self.catch_ret()?,
            "cleanupret" => self.cleanup_ret()?,
            _ => return Ok(None),
        };
        let options = self.options(false)?;
        Ok(Some((kind, options.dbg)))
    }

    fn ret(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let ty = self.ty()?;
        if ty == TypeTable::VOID {
            return Ok(TerminatorKind::Ret(None));
        }
        let value = self.value(ty)?;
        Ok(TerminatorKind::Ret(Some(crate::ast::Operand { ty, value })))
    }

    fn br(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        if self.word() == "label" {
            return Ok(TerminatorKind::Br(self.label()?));
        }
        let condition = self.operand()?;
        self.expect_punct(b',')?;
        let on_true = self.label()?;
        self.expect_punct(b',')?;
        let on_false = self.label()?;
        Ok(TerminatorKind::CondBr { condition, on_true, on_false })
    }

    fn switch(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let scrutinee = self.operand()?;
        if !matches!(self.tables.resolved(scrutinee.ty), Type::Int(_)) {
            return self.fault("a switch needs an integer");
        }
        self.expect_punct(b',')?;
        let default = self.label()?;
        self.expect_punct(b'[')?;
        let mut cases = Vec::new();
        while !self.eat_punct(b']') {
            let case = self.typed_constant()?;
            let Constant::Int(value) = case.value else {
                return self.expected("a case value of at most 128 bits");
            };
            self.expect_punct(b',')?;
            cases.push((value, self.label()?));
        }
        Ok(TerminatorKind::Switch { scrutinee, default, cases })
    }

    /// `[label %a, label %b]`.
    fn labels(&mut self) -> Reading<Vec<BlockId>> {
        self.expect_punct(b'[')?;
        let mut labels = Vec::new();
        while !self.eat_punct(b']') {
            if !labels.is_empty() {
                self.expect_punct(b',')?;
            }
            labels.push(self.label()?);
        }
        Ok(labels)
    }

    fn indirect_br(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let address = self.operand()?;
        self.expect_punct(b',')?;
        Ok(TerminatorKind::IndirectBr { address, targets: self.labels()? })
    }

    fn invoke(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let call = Box::new(self.call_parts()?);
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        Ok(TerminatorKind::Invoke { call, normal, unwind: self.label()? })
    }

    fn call_br(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let call = Box::new(self.call_parts()?);
        self.expect_word("to")?;
        let fallthrough = self.label()?;
        Ok(TerminatorKind::CallBr { call, fallthrough, indirect: self.labels()? })
    }

    /// `%pad` or `none` after `within` or `from`.
    pub(super) fn pad(&mut self, preposition: &str) -> Reading<Value> {
        self.expect_word(preposition)?;
        self.value(TypeTable::TOKEN)
    }

    /// `unwind label %bb` or `unwind to caller`.
    fn unwind_target(&mut self) -> Reading<Option<BlockId>> {
        self.expect_word("unwind")?;
        if self.eat_word("to") {
            self.expect_word("caller")?;
            return Ok(None);
        }
        Ok(Some(self.label()?))
    }

    fn catch_switch(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let within = self.pad("within")?;
        let handlers = self.labels()?;
        Ok(TerminatorKind::CatchSwitch { within, handlers, unwind: self.unwind_target()? })
    }

    fn catch_ret(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let from = self.pad("from")?;
        self.expect_word("to")?;
        Ok(TerminatorKind::CatchRet { from, to: self.label()? })
    }

    fn cleanup_ret(&mut self) -> Reading<TerminatorKind> {
        self.advance();
        let from = self.pad("from")?;
        Ok(TerminatorKind::CleanupRet { from, unwind: self.unwind_target()? })
    }

    /// Whether a word starts an instruction or goes on with one: where the attributes of a call end.
    pub(super) fn ends_call_attributes(&self) -> bool {
        match self.kind() {
            Kind::Word => {
                let word = self.word();
                self.line != self.previous_line || word == "to" || super::instruction::is_opcode(word)
            }
            _ => true,
        }
    }
}
