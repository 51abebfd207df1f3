//! Calls, in all their forms.

use crate::ast::{
    Argument, Call, Callee, DebugRecord, FunctionAttrs, InlineAsm, Meta, Op, Operand, OperandBundle,
    ParamAttrs, TailKind, Type, TypeId, Value,
};
use crate::error::Reading;
use crate::lexer::Kind;

use super::Reader;
use super::instruction::{Read, debug_kind};

impl<'m> Reader<'m> {
    /// `call …`, or `tail call …` and its kin.
    pub(super) fn call(&mut self, tail: TailKind) -> Reading<Read> {
        self.advance();
        if tail != TailKind::None {
            self.expect_word("call")?;
        }
        let before = self.offset();
        let mut call = self.call_parts()?;
        call.tail = tail;
        let debug = self.debug_intrinsic(before, &call);
        let op = match debug {
            Some(record) => Op::Debug(Box::new(record)),
            None => Op::Call(Box::new(call)),
        };
        self.with_options(op)
    }

    /// The record an old-style `call void @llvm.dbg.declare(metadata …)` stands for.
    fn debug_intrinsic(&self, start: usize, call: &Call) -> Option<DebugRecord> {
        let text = self.lexer.slice(start, self.previous_end);
        let name = text.strip_prefix("void @llvm.dbg.")?;
        let name = &name[..name.find('(')?];
        let operands = call.args.iter().map(|argument| match &argument.operand.value {
            Value::Metadata(meta) => Meta::clone(meta),
            _ => Meta::Value(Box::new(argument.operand.clone())),
        });
        Some(DebugRecord { kind: debug_kind(name), operands: operands.collect() })
    }

    /// Everything from the fast-math flags to the operand bundles.
    pub(super) fn call_parts(&mut self) -> Reading<Call> {
        let fast_math = self.fast_math();
        let mut calling_convention = None;
        let mut result_attrs = ParamAttrs::default();
        while !self.at_type() {
            if let Some(convention) = self.calling_convention()? {
                calling_convention = convention;
                continue;
            }
            match self.kind() {
                Kind::Word => self.param_attr(&mut result_attrs)?,
                Kind::Str => self.string_attr()?,
                _ => return self.expected("the type of a call"),
            }
        }
        let written = self.ty()?;
        let callee = self.callee()?;
        let args = self.arguments()?;
        let (result, function_type) = self.call_types(written, &args);
        let mut attrs = FunctionAttrs::default();
        self.call_attributes(&mut attrs)?;
        let bundles = if self.at_punct(b'[') { self.bundles()? } else { Vec::new() };
        Ok(Call {
            tail: TailKind::None,
            fast_math,
            calling_convention,
            result,
            result_attrs,
            function_type,
            callee,
            args,
            attrs,
            bundles,
        })
    }

    /// Result and function type of a call that is written with either.
    fn call_types(&self, written: TypeId, args: &[Argument]) -> (TypeId, TypeId) {
        if let Type::Function { result, .. } = *self.tables.resolved(written) {
            return (result, written);
        }
        let params = args.iter().map(|argument| argument.operand.ty).collect();
        (written, self.tables.types.intern(Type::Function { result: written, params, vararg: false }))
    }

    fn callee(&mut self) -> Reading<Callee> {
        if self.word() == "asm" {
            return Ok(Callee::Asm(Box::new(self.inline_asm()?)));
        }
        Ok(Callee::Value(self.value(crate::tables::TypeTable::PTR)?))
    }

    /// `asm sideeffect alignstack "code", "constraints"`.
    fn inline_asm(&mut self) -> Reading<InlineAsm> {
        self.advance();
        let mut side_effect = false;
        while self.kind() == Kind::Word {
            side_effect |= self.word() == "sideeffect";
            self.advance();
        }
        let code = self.string()?;
        self.expect_punct(b',')?;
        Ok(InlineAsm { code, constraints: self.string()?, side_effect })
    }

    fn arguments(&mut self) -> Reading<Vec<Argument>> {
        self.expect_punct(b'(')?;
        let mut args = Vec::new();
        while !self.eat_punct(b')') {
            if !args.is_empty() {
                self.expect_punct(b',')?;
            }
            if self.kind() == Kind::Ellipsis {
                // The forwarded arguments of a `musttail` call to a variadic function.
                self.advance();
                self.expect_punct(b')')?;
                break;
            }
            args.push(self.argument()?);
        }
        Ok(args)
    }

    fn argument(&mut self) -> Reading<Argument> {
        let ty = self.ty()?;
        if ty == crate::tables::TypeTable::METADATA {
            let value = self.metadata_operand()?;
            return Ok(Argument { operand: Operand { ty, value }, attrs: ParamAttrs::default() });
        }
        let attrs = self.param_attrs()?;
        let value = self.value(ty)?;
        Ok(Argument { operand: Operand { ty, value }, attrs })
    }

    fn call_attributes(&mut self, attrs: &mut FunctionAttrs) -> Reading<()> {
        loop {
            match self.kind() {
                Kind::Hash if !self.raw(self.token).starts_with("dbg_") => {
                    self.group_reference(attrs)?;
                }
                Kind::Str => self.string_attr()?,
                Kind::Word if !self.ends_call_attributes() => self.function_attr(attrs)?,
                _ => return Ok(()),
            }
        }
    }

    /// `[ "deopt"(i32 1), "kcfi"(i32 2) ]`.
    fn bundles(&mut self) -> Reading<Vec<OperandBundle>> {
        self.expect_punct(b'[')?;
        let mut bundles: Vec<OperandBundle> = Vec::new();
        while !self.eat_punct(b']') {
            if !bundles.is_empty() {
                self.expect_punct(b',')?;
            }
            let tag = self.string()?;
            let args = self.arguments()?;
            bundles.push(OperandBundle {
                tag,
                operands: args.into_iter().map(|argument| argument.operand).collect(),
            });
        }
        Ok(bundles)
    }
}
