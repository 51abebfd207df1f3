//! Calls: of functions, through pointers, of intrinsics.
//!
//! Aggregates become several arguments. A structure passed by value in memory stays a pointer where the callee has a
//! parameter for it; among variadic arguments its content follows as 8-byte words, which is how the overflow area of
//! a variadic call looks in memory (System V ABI, x86-64, 3.5.7). A call with another type than its callee's goes
//! through the function's address.

use super::{Lowerer, Lowering};
use crate::ll::{self, Argument, BlockId, Call};
use crate::lower::linked::Target;
use crate::lower::{math, signature};
use std::sync::Arc;
use trine_ir::{Block, Callee, CastOp, Edge, FuncId, Op, Param, Signature, Terminator, Type, Value};

const WORD_BYTES: u64 = 8;

impl Lowerer<'_> {
    /// Lowers a call; `unwind` is the LLVM block it stands in and the one an exception goes to.
    pub(super) fn call(&mut self, call: &Call, unwind: Option<(BlockId, BlockId)>) -> Lowering<Vec<Value>> {
        let callee = match &call.callee {
            ll::Callee::Asm(asm) => return self.inline_asm(asm, call),
            ll::Callee::Value(callee) => callee,
        };
        self.function.returns_twice |= call.attrs.returns_twice;
        if let ll::Value::Constant(ll::Constant::Symbol(ll::Symbol::Function(id))) = callee {
            let function = self.module.function(*id);
            if let Some(base) = math::base_name(&function.name) {
                return self.intrinsic(base, call);
            }
            self.function.returns_twice |= function.attrs.returns_twice;
        }
        let args = self.arguments(call)?;
        let site = self.place(signature::of_call(self.module, call))?;
        let callee = self.callee(callee, &site, &args)?;
        Ok(match unwind {
            None => self.emit_call(callee, args, &site.returns),
            Some((from, handler)) => self.unwinding_call(callee, args, &site.returns, from, handler),
        })
    }

    fn callee(&mut self, callee: &ll::Value, site: &Signature, args: &[Value]) -> Lowering<Callee> {
        if let ll::Value::Constant(ll::Constant::Symbol(symbol)) = callee
            && let Target::Function(function) = self.unit.target(*symbol)
            && self.fits(function, site, args)
        {
            return Ok(Callee::Direct(function));
        }
        let pointer = self.module.intern_type(ll::Type::Ptr);
        let target = self.scalar_value(pointer, callee)?;
        Ok(Callee::Indirect(target, Arc::new(site.clone())))
    }

    /// Whether the arguments are what the function takes.
    fn fits(&self, function: FuncId, site: &Signature, args: &[Value]) -> bool {
        let signature = &self.linked.callables[function].signature;
        let types = args.iter().map(|arg| self.function.type_of(*arg));
        let fixed = signature.params.iter().map(|param| param.ty);
        let by_value = |signature: &Signature| {
            signature
                .params
                .iter()
                .filter_map(|param: &Param| param.by_val)
                .map(|by| by.size_bytes)
                .collect::<Vec<_>>()
        };
        signature.returns == site.returns
            && fixed.eq(types.take(signature.params.len()))
            && (signature.variadic || signature.params.len() == args.len())
            && by_value(signature) == by_value(site)
    }

    fn arguments(&mut self, call: &Call) -> Lowering<Vec<Value>> {
        let (fixed, _) = signature::fixed_arguments(self.module, call);
        let mut args = Vec::new();
        for argument in &call.args[..fixed] {
            if !matches!(argument.operand.value, ll::Value::Metadata(_)) {
                args.extend(self.operand(&argument.operand)?);
            }
        }
        let mut words = 0;
        for argument in &call.args[fixed..] {
            self.variadic_argument(argument, &mut words, &mut args)?;
        }
        Ok(args)
    }

    /// One variadic argument; `words` counts the 8-byte words of memory it would take, to keep alignment.
    fn variadic_argument(
        &mut self,
        argument: &Argument,
        words: &mut u64,
        args: &mut Vec<Value>,
    ) -> Lowering<()> {
        let values = self.operand(&argument.operand)?;
        let (parts, align_bytes) = match self.place(signature::by_val(self.module, &argument.attrs))? {
            Some(by_val) => {
                let [pointer] = values[..] else { return self.unsupported("damaged IR: by-value argument") };
                (self.words_at(pointer, by_val.size_bytes.into()), u64::from(by_val.align_bytes))
            }
            None if self.is_vector(argument) => self.vector_words(values)?,
            None => {
                let wide = values.iter().any(|value| self.function.type_of(*value).is_wide());
                (values, if wide { 2 * WORD_BYTES } else { WORD_BYTES })
            }
        };
        if align_bytes > WORD_BYTES && *words % 2 == 1 {
            args.push(self.bits(Type::Int(64), 0));
            *words += 1;
        }
        let widths = parts.iter().map(|part| u64::from(self.function.type_of(*part).bits()).div_ceil(64));
        *words += widths.sum::<u64>();
        args.extend(parts);
        Ok(())
    }

    fn is_vector(&self, argument: &Argument) -> bool {
        matches!(self.module.resolved_type(argument.operand.ty), ll::Type::Vector { .. })
    }

    /// A vector as words.
    fn vector_words(&mut self, values: Vec<Value>) -> Lowering<(Vec<Value>, u64)> {
        let bits: u32 = values.iter().map(|value| self.function.type_of(*value).bits()).sum();
        if !bits.is_multiple_of(64) {
            return self.unsupported(format!("variadic argument that is a vector of {bits} bits"));
        }
        let words = vec![Type::Int(64); (bits / 64) as usize];
        Ok((self.bitcast(values, &words)?, u64::from(bits / 8)))
    }

    /// The content of an object as 8-byte words; the last one is filled with zeros.
    fn words_at(&mut self, pointer: Value, size_bytes: u64) -> Vec<Value> {
        let word = Type::Int(64);
        let mut words = Vec::new();
        for offset in (0..size_bytes).step_by(WORD_BYTES as usize) {
            let bytes = (size_bytes - offset).min(WORD_BYTES);
            let part = self.load_at(pointer, offset, Type::Int(8 * bytes as u8));
            let widened = bytes < WORD_BYTES;
            words.push(if widened { self.emit_value(Op::Cast(CastOp::ZExt, part), word) } else { part });
        }
        words
    }

    pub(super) fn emit_call(&mut self, callee: Callee, args: Vec<Value>, returns: &[Type]) -> Vec<Value> {
        let results: Vec<Value> = returns.iter().map(|ty| self.function.new_value(*ty)).collect();
        self.push(Op::Call { callee, args }, results.clone());
        results
    }

    /// A call in a block of its own, from which an exception goes to `handler`.
    fn unwinding_call(
        &mut self,
        callee: Callee,
        args: Vec<Value>,
        returns: &[Type],
        from: BlockId,
        handler: BlockId,
    ) -> Vec<Value> {
        let own = self.new_block();
        self.terminate(self.block, Terminator::Jump(Edge::to(own)));
        self.block = own;
        let results = self.emit_call(callee, args, returns);
        let handler: Block = self.unwind_target(from, handler);
        self.function.blocks[own].unwind = Some(Edge::to(handler));
        results
    }
}
