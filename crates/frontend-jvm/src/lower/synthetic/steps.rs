//! Bodies that execute the steps of a test: a loop that asks which call is next, and one adapter for each method.
//!
//! ```text
//! script:      block1(last):  v = next(last); jump block1(v)        unwind block2
//!              block2(thrown): threw(thrown);  jump block1(0)
//! step:METHOD  calls the method, gives the bits of its result in 64
//! ```
//!
//! Whoever answers `next` has the adapter of the next call entered in its place, so that all steps of a test are one run of the
//! machine: one account of instructions, and threads that live as long as the test.

use super::{Block, Callee, Edge, Maker, ObjectOp, Op, Result, Terminator, Type, Value};
use super::{declare, flags, kind_of, method_named, register, runtime};
use trine_ir::{CastOp, Constant};

/// Bits of any value.
const BITS: Type = Type::Int(64);

impl Maker<'_> {
    /// The loop over the steps of a test.
    pub(super) fn runs_script(&mut self) -> Result<()> {
        let next = runtime::declare(self.tables, "next", &[BITS], Some(BITS), false);
        let threw = runtime::declare(self.tables, "threw", &[Type::Ptr], None, false);
        let (asking, handler) = (self.new_block(), self.new_block());
        let zero = self.function.new_constant(BITS, Constant::Bits(0));
        self.end(Terminator::Jump(edge(asking, zero)));
        self.block = asking;
        self.function.blocks[asking].unwind = Some(Edge::to(handler));
        let last = self.params(&[BITS])[0];
        let gave = self.call(next, vec![last], Some(BITS)).unwrap_or(zero);
        self.end(Terminator::Jump(edge(asking, gave)));
        self.block = handler;
        let thrown = self.params(&[Type::Ptr])[0];
        self.call(threw, vec![thrown], None);
        self.end(Terminator::Jump(edge(asking, zero)));
        Ok(())
    }

    /// `name` is that of a method's function; a constructor gives the object that it made. Receivers are not null.
    pub(super) fn steps(&mut self, name: &str) -> Result<()> {
        let method = method_named(self.hierarchy, name)?;
        let declared = self.hierarchy.method(method).clone();
        let is_constructor = declared.name == "<init>";
        let has_receiver = !declared.is(flags::STATIC) && !is_constructor;
        let receiver = has_receiver.then_some(Type::Ptr);
        let parameters = declared.ty.parameters.iter().map(|ty| register(kind_of(ty)));
        let types: Vec<Type> = receiver.into_iter().chain(parameters).collect();
        let mut args = self.params(&types);
        let class = declare::class(self.hierarchy, self.tables, method.class);
        if has_receiver {
            self.effect(Op::Object(ObjectOp::NullCheck, vec![args[0]]));
        } else {
            self.effect(Op::Object(ObjectOp::EnsureInit(class), Vec::new()));
        }
        let callee: Callee = self.callee(method, &declared)?;
        let made =
            is_constructor.then(|| self.value(Op::Object(ObjectOp::New(class), Vec::new()), Type::Ptr));
        args.splice(0..0, made);
        let ty = declared.ty.result.as_ref().map(|ty| register(kind_of(ty)));
        let result = self.emit(Op::Call { callee, args }, ty);
        let gives = match (made, result, ty) {
            (Some(made), ..) => self.bits(made, Type::Ptr),
            (None, Some(result), Some(ty)) => self.bits(result, ty),
            _ => self.function.new_constant(BITS, Constant::Bits(0)),
        };
        self.end(Terminator::Return(vec![gives]));
        Ok(())
    }

    /// The bits of `value`, zero-extended.
    fn bits(&mut self, value: Value, ty: Type) -> Value {
        match ty {
            Type::Ptr => self.value(Op::Cast(CastOp::PtrToInt, value), BITS),
            Type::F64 => self.value(Op::Cast(CastOp::Bitcast, value), BITS),
            Type::F32 => {
                let bits = self.value(Op::Cast(CastOp::Bitcast, value), Type::Int(32));
                self.value(Op::Cast(CastOp::ZExt, bits), BITS)
            }
            Type::Int(64) => value,
            _ => self.value(Op::Cast(CastOp::ZExt, value), BITS),
        }
    }
}

fn edge(to: Block, argument: Value) -> Edge {
    Edge { args: vec![argument], ..Edge::to(to) }
}
