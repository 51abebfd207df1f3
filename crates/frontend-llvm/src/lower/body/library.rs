//! Mathematical intrinsics as calls of the C library.

use super::{Lowerer, Lowering};
use crate::ll::Call;
use crate::lower::math;
use trine_ir::{Callee, CastOp, Op, Type, Value};

impl Lowerer<'_> {
    /// `llvm.sin.f32` as a call of `sinf`, lane by lane.
    pub(super) fn library_call(&mut self, base: &str, call: &Call) -> Lowering<Vec<Value>> {
        let mut operands = Vec::new();
        for argument in &call.args {
            operands.push(self.operand(&argument.operand)?);
        }
        let result = self.lanes(call.result)?.first().map_or(Type::F64, |lane| lane.ty);
        let lanes = operands.first().map_or(0, Vec::len);
        let mut results = Vec::new();
        for lane in 0..lanes {
            let pick = |values: &Vec<Value>| values.get(lane).or(values.first()).copied();
            let args: Vec<Value> = operands.iter().filter_map(pick).collect();
            let value = self.library_lane(base, args)?;
            results.push(if result.is_int() { self.resize(value, result) } else { value });
        }
        Ok(results)
    }

    fn library_lane(&mut self, base: &str, mut args: Vec<Value>) -> Lowering<Value> {
        let Some(first) = args.first() else { return self.unsupported(format!("intrinsic `llvm.{base}`")) };
        let ty = self.function.type_of(*first);
        let name = math::library_name(base, ty);
        let Some(function) = self.linked.function_named(&name) else {
            return self.unsupported(format!("intrinsic `llvm.{base}`"));
        };
        if base == "powi"
            && let Some(exponent) = args.get_mut(1)
        {
            *exponent = self.emit_value(Op::Cast(CastOp::SiToFp, *exponent), ty);
        }
        let signature = math::library_signature(base, ty);
        let declared = &self.linked.callables[function].signature;
        let callee = if *declared == signature {
            Callee::Direct(function)
        } else {
            let target = self.constant(Type::Ptr, trine_ir::Constant::Function(function));
            Callee::Indirect(target, std::sync::Arc::new(signature.clone()))
        };
        let results = self.emit_call(callee, args, &signature.returns);
        results.first().copied().ok_or_else(|| self.error("call without a result"))
    }
}
