//! Operands as lanes: locals that are lowered already, and constants, which are shared within a body.

use super::{Lowerer, Lowering};
use crate::ll::{self, LocalId, LocalName, Operand, TypeId};
use crate::lower::constant::{self, Base, Scalar, truncate};
use crate::lower::linked::Target;
use trine_ir::{CastOp, Constant, GlobalId, Intrinsic, Op, Type, Value};

impl Lowerer<'_> {
    /// Says what a local is; single lanes keep the source's name.
    pub(super) fn define(&mut self, local: LocalId, lanes: Vec<Value>) {
        if let LocalName::Name(name) = &self.body.local(local).name {
            for (i, lane) in lanes.iter().enumerate() {
                let data = &mut self.function.values[*lane];
                if data.name.is_none() && data.kind == trine_ir::ValueKind::Defined {
                    data.name =
                        Some(if lanes.len() == 1 { name.clone() } else { format!("{name}.{i}").into() });
                }
            }
        }
        self.locals[local.index()] = Some(lanes);
    }

    /// The lanes of an operand.
    pub(super) fn operand(&mut self, operand: &Operand) -> Lowering<Vec<Value>> {
        self.value(operand.ty, &operand.value)
    }

    /// The lanes of a value of type `ty`.
    pub(super) fn value(&mut self, ty: TypeId, value: &ll::Value) -> Lowering<Vec<Value>> {
        match value {
            ll::Value::Local(local) => match &self.locals[local.index()] {
                Some(lanes) => Ok(lanes.clone()),
                None => {
                    let name = &self.body.local(*local).name;
                    self.unsupported(format!("damaged IR: {name} is used before it is defined"))
                }
            },
            ll::Value::Constant(constant) => self.constant_lanes(ty, constant),
            ll::Value::Metadata(_) | ll::Value::Block(_) => self.unsupported("metadata as an operand"),
        }
    }

    /// The value of a scalar operand.
    pub(super) fn scalar(&mut self, operand: &Operand) -> Lowering<Value> {
        self.scalar_value(operand.ty, &operand.value)
    }

    /// The value of a scalar of type `ty`.
    pub(super) fn scalar_value(&mut self, ty: TypeId, value: &ll::Value) -> Lowering<Value> {
        let lanes = self.value(ty, value)?;
        match lanes[..] {
            [value] => Ok(value),
            _ => self.unsupported("aggregate where a scalar is needed"),
        }
    }

    fn constant_lanes(&mut self, ty: TypeId, constant: &ll::Constant) -> Lowering<Vec<Value>> {
        if let ll::Constant::Symbol(symbol) = constant
            && self.unit.target(*symbol) == Target::Null
        {
            // Null as the program is linked here: nothing may be concluded from it.
            let null = self.bits(Type::Ptr, 0);
            return Ok(vec![self.emit_value(Op::Intrinsic(Intrinsic::AsLinked, vec![null]), Type::Ptr)]);
        }
        let types = self.lanes(ty)?;
        let scalars = self.place(constant::lanes(self.unit, ty, constant))?;
        if types.len() != scalars.len() {
            return self.unsupported("damaged IR: a constant does not fit its type");
        }
        let pairs = types.into_iter().zip(scalars);
        pairs.map(|(lane, scalar)| self.constant_scalar(lane.ty, scalar)).collect()
    }

    fn constant_scalar(&mut self, ty: Type, scalar: Scalar) -> Lowering<Value> {
        let (base, offset) = match scalar {
            Scalar::Bits(bits) => return Ok(self.bits(ty, bits)),
            Scalar::Undef => return Ok(self.constant(ty, Constant::Undef)),
            Scalar::Address(base, offset) => (base, offset),
        };
        let mut address = match base {
            Base::Global(global) => {
                self.check_global(global)?;
                self.constant(Type::Ptr, Constant::Global(global, offset))
            }
            Base::Function(function) => self.constant(Type::Ptr, Constant::Function(function)),
            Base::Block(function, block) => self.constant(Type::Ptr, Constant::BlockAddress(function, block)),
        };
        if offset != 0 && !matches!(base, Base::Global(_)) {
            address = self.offset(address, offset);
        }
        match ty {
            Type::Ptr => Ok(address),
            _ => Ok(self.emit_value(Op::Cast(CastOp::PtrToInt, address), ty)),
        }
    }

    /// A global whose content is not known must not be read.
    fn check_global(&self, global: GlobalId) -> Lowering<()> {
        match self.linked.unsupported_globals.get(&global) {
            Some(what) => {
                let name = &self.linked.globals[global].name;
                self.unsupported(format!("initial value of `{name}`: {what}"))
            }
            None => Ok(()),
        }
    }

    /// A constant made of bits.
    pub(super) fn bits(&mut self, ty: Type, bits: u128) -> Value {
        self.constant(ty, Constant::Bits(truncate(bits, ty.bits())))
    }

    /// The shared value of a constant.
    pub(super) fn constant(&mut self, ty: Type, constant: Constant) -> Value {
        if let Some(value) = self.constants.get(&(ty, constant)) {
            return *value;
        }
        let value = self.function.new_constant(ty, constant);
        self.constants.insert((ty, constant), value);
        value
    }

    /// `pointer + bytes`.
    pub(super) fn offset(&mut self, base: Value, bytes: i64) -> Value {
        if bytes == 0 {
            return base;
        }
        if let Some(Constant::Global(global, at)) = self.function.constant(base) {
            return self.constant(Type::Ptr, Constant::Global(global, at.wrapping_add(bytes)));
        }
        self.emit_value(Op::PtrAdd { base, index: None, scale: 0, offset: bytes }, Type::Ptr)
    }

    /// An integer made narrower or wider (with zeros).
    pub(super) fn resize(&mut self, value: Value, to: Type) -> Value {
        self.resize_with(value, to, CastOp::ZExt)
    }

    /// An integer made narrower, or wider with `widen`.
    pub(super) fn resize_with(&mut self, value: Value, to: Type, widen: CastOp) -> Value {
        let from = self.function.type_of(value);
        match from.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => self.emit_value(Op::Cast(widen, value), to),
            std::cmp::Ordering::Greater => self.emit_value(Op::Cast(CastOp::Trunc, value), to),
        }
    }
}
