//! Mathematical intrinsics as calls of the C library.

use super::{Lowerer, Lowering};
use crate::ll::Call;
use crate::lower::math;
use trine_ir::{Callee, Intrinsic, Op, Type, Value};

impl Lowerer<'_> {
    /// `llvm.sin.f32` as a call of `sinf`, lane by lane.
    pub(super) fn library_call(&mut self, base: &str, call: &Call) -> Lowering<Vec<Value>> {
        let mut operands = Vec::new();
        for argument in &call.args {
            operands.push(self.operand(&argument.operand)?);
        }
        let types: Vec<Type> = self.lanes(call.result)?.iter().map(|lane| lane.ty).collect();
        let lanes = operands.first().map_or(0, Vec::len);
        let mut results = vec![Vec::new(); 1 + usize::from(math::stored_results(base) != 0)];
        for lane in 0..lanes {
            let pick = |values: &Vec<Value>| values.get(lane).or(values.first()).copied();
            let args: Vec<Value> = operands.iter().filter_map(pick).collect();
            // A structure of two vectors: its second part starts in the middle.
            let stored = types.get(lanes).copied();
            for (part, value) in results.iter_mut().zip(self.library_lane(base, args, stored)?) {
                part.push(value);
            }
        }
        let expected = types.first().copied().unwrap_or(Type::F64);
        if let [only] = &mut results[..]
            && expected.is_int()
        {
            return Ok(only.iter().map(|value| self.resize(*value, expected)).collect());
        }
        Ok(results.concat())
    }

    /// The results of one call; those that the function stores have the type `stored`.
    fn library_lane(
        &mut self,
        base: &str,
        mut args: Vec<Value>,
        stored: Option<Type>,
    ) -> Lowering<Vec<Value>> {
        let Some(first) = args.first() else { return self.unsupported(format!("intrinsic `llvm.{base}`")) };
        let ty = self.function.type_of(*first);
        let Some(stored) = stored.filter(|_| math::stored_results(base) != 0) else {
            return self.call_library(base, ty, args);
        };
        // The places end with the call: in a loop they must not add up.
        let mark = self.emit_value(Op::Intrinsic(Intrinsic::StackSave, Vec::new()), Type::Ptr);
        let size_bytes = u64::from(stored.store_size_bytes());
        let place = Op::StackAlloc { size_bytes, count: None, align_bytes: 16 };
        let places: Vec<Value> =
            (0..math::stored_results(base)).map(|_| self.emit_value(place.clone(), Type::Ptr)).collect();
        args.extend(&places);
        let mut results = self.call_library(base, ty, args)?;
        for place in places {
            results.push(self.load_at(place, 0, stored));
        }
        self.emit(Op::Intrinsic(Intrinsic::StackRestore, vec![mark]));
        Ok(results)
    }

    fn call_library(&mut self, base: &str, ty: Type, args: Vec<Value>) -> Lowering<Vec<Value>> {
        let name = math::library_name(base, ty);
        let Some(function) = self.linked.function_named(&name) else {
            return self.unsupported(format!("intrinsic `llvm.{base}`"));
        };
        let signature = math::library_signature(base, ty);
        let declared = &self.linked.callables[function].signature;
        let callee = if *declared == signature {
            Callee::Direct(function)
        } else {
            let target = self.constant(Type::Ptr, trine_ir::Constant::Function(function));
            Callee::Indirect(target, std::sync::Arc::new(signature.clone()))
        };
        Ok(self.emit_call(callee, args, &signature.returns))
    }
}
