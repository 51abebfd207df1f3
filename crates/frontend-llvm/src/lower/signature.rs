//! LLVM function types as signatures: aggregates become several parameters or results.

use super::types;
use crate::ll::{self, Module, ParamAttrs, TypeId};
use trine_ir::{ByVal, Param, Signature, Type};

/// The signature of a declared or defined function.
pub(crate) fn of_function(module: &Module, function: &ll::Function) -> Result<Signature, String> {
    let mut params = Vec::new();
    for param in &function.params {
        push_param(module, param.ty, &param.attrs, &mut params)?;
    }
    Ok(Signature { params, returns: returns(module, function.result)?, variadic: function.vararg })
}

/// The signature of a function type without attributes.
pub(crate) fn of_type(module: &Module, ty: TypeId) -> Result<Signature, String> {
    let ll::Type::Function { result, params, vararg } = types::resolved(module, ty) else {
        return Err("function of another type".into());
    };
    let mut lowered = Vec::new();
    for param in params {
        push_param(module, *param, &ParamAttrs::default(), &mut lowered)?;
    }
    Ok(Signature { params: lowered, returns: returns(module, *result)?, variadic: *vararg })
}

/// The signature a call site gives its callee: as many fixed parameters as its function type has.
pub(crate) fn of_call(module: &Module, call: &ll::Call) -> Result<Signature, String> {
    let (fixed, variadic) = fixed_arguments(module, call);
    let mut params = Vec::new();
    for argument in &call.args[..fixed] {
        push_param(module, argument.operand.ty, &argument.attrs, &mut params)?;
    }
    Ok(Signature { params, returns: returns(module, call.result)?, variadic })
}

/// How many of the arguments are fixed, and whether the function type is variadic.
pub(crate) fn fixed_arguments(module: &Module, call: &ll::Call) -> (usize, bool) {
    match types::resolved(module, call.function_type) {
        ll::Type::Function { params, vararg, .. } => (params.len().min(call.args.len()), *vararg),
        _ => (call.args.len(), false),
    }
}

/// The results that a value of type `ty` is returned in.
pub(crate) fn returns(module: &Module, ty: TypeId) -> Result<Vec<Type>, String> {
    Ok(types::lanes(module, ty)?.into_iter().map(|lane| lane.ty).collect())
}

fn push_param(
    module: &Module,
    ty: TypeId,
    attrs: &ParamAttrs,
    params: &mut Vec<Param>,
) -> Result<(), String> {
    if let Some(by_val) = by_val(module, attrs)? {
        params.push(Param { ty: Type::Ptr, by_val: Some(by_val) });
        return Ok(());
    }
    if matches!(types::resolved(module, ty), ll::Type::Metadata | ll::Type::Token) {
        return Ok(());
    }
    params.extend(types::lanes(module, ty)?.into_iter().map(|lane| Param::from(lane.ty)));
    Ok(())
}

/// The object that an argument points to, when the callee gets a copy of it.
pub(crate) fn by_val(module: &Module, attrs: &ParamAttrs) -> Result<Option<ByVal>, String> {
    let Some(ty) = attrs.byval() else { return Ok(None) };
    let size_bytes = types::size_bytes(module, ty)?;
    let size_bytes = u32::try_from(size_bytes).map_err(|_| "argument of more than 4 GiB".to_owned())?;
    let align_bytes = if attrs.align == 0 { types::align_bytes(module, ty) } else { attrs.align };
    Ok(Some(ByVal { size_bytes, align_bytes }))
}
