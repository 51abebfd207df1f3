//! Stand-ins: functions that a test makes up for the callbacks of the code under test.
//!
//! ```text
//!  void walk(struct list *l, int (*visit)(int, void *));        ──►   int visit_stub(int, void *)
//! ```
//!
//! One for each function type that a parameter, a field or a variable points to, named after the
//! first of these. They have no body: to the machine they are externals that a test answers for.
//!
//! Not handled: callbacks that take or return structures, or a variable number of arguments; for
//! those a test can only use functions of the program.

use std::collections::BTreeSet;
use trine_ir::{Param, Signature, Type};
use trine_testcase::{
    ApiModel, CallAbi, Callable, FloatFormat, Linkage, Parameter, Passing, Returning, TypeId, TypeKind,
    TypeTable,
};

/// The functions that a program needs for the stand-ins of `api`.
pub(crate) fn functions(api: &ApiModel) -> Vec<trine_ir::Callable> {
    let function = |(callable, signature): (Callable, Signature)| trine_ir::Callable {
        name: callable.symbol,
        signature,
        defined: false,
        no_return: false,
        weak: false,
        external: true,
    };
    all(api).into_iter().map(function).collect()
}

/// Adds the stand-ins to `api`, as far as `functions` of the program has one of their signature each.
pub(crate) fn add(api: &mut ApiModel, functions: &[trine_ir::Callable]) {
    let mut free: Vec<&trine_ir::Callable> = functions.iter().collect();
    for (mut callable, signature) in all(api) {
        if let Some(position) = free.iter().position(|function| function.signature == signature) {
            callable.symbol.clone_from(&free.remove(position).name);
            api.callables.push(callable);
        }
    }
}

fn all(api: &ApiModel) -> Vec<(Callable, Signature)> {
    let mut known = BTreeSet::new();
    let mut taken: BTreeSet<String> = api.callables.iter().map(|callable| callable.name.clone()).collect();
    taken.extend(api.globals.iter().map(|global| global.name.clone()));
    let mut found = Vec::new();
    for (ty, name, unit) in holders(api) {
        let Some(function) = pointed_function(&api.types, ty) else { continue };
        if !known.insert(function) {
            continue;
        }
        let mut symbol = format!("{name}_stub");
        while !taken.insert(symbol.clone()) {
            symbol.push('_');
        }
        found.extend(stand_in(&api.types, function, &symbol, unit));
    }
    found
}

/// What may hold a pointer to a function: its type, its name and its unit.
fn holders(api: &ApiModel) -> Vec<(TypeId, String, String)> {
    let mut found = Vec::new();
    let defined = || api.callables.iter().filter(|callable| callable.linkage != Linkage::Undefined);
    let unit = defined().next().map(|callable| callable.unit.clone()).unwrap_or_default();
    for callable in defined() {
        for parameter in callable.params.iter().filter(|parameter| !parameter.name.is_empty()) {
            found.push((parameter.ty, parameter.name.clone(), callable.unit.clone()));
        }
    }
    for global in &api.globals {
        found.push((global.ty, global.name.clone(), global.unit.clone()));
    }
    for ty in &api.types.types {
        if let TypeKind::Record { fields, .. } = &ty.kind {
            let named = fields.iter().filter_map(|field| Some((field.ty, field.name.clone()?)));
            found.extend(named.map(|(ty, name)| (ty, name, unit.clone())));
        }
    }
    found
}

/// The function type that a pointer, or the elements of an array of pointers, point to.
fn pointed_function(types: &TypeTable, ty: TypeId) -> Option<TypeId> {
    match types.kind(ty) {
        TypeKind::Pointer(pointee) if matches!(types.kind(*pointee), TypeKind::Function { .. }) => {
            Some(types.resolve(*pointee))
        }
        TypeKind::Array { element, .. } => pointed_function(types, *element),
        _ => None,
    }
}

fn stand_in(types: &TypeTable, function: TypeId, name: &str, unit: String) -> Option<(Callable, Signature)> {
    let TypeKind::Function { returns, params, variadic: false } = types.kind(function) else { return None };
    let registers: Vec<Type> = params.iter().map(|&ty| register(types, ty)).collect::<Option<_>>()?;
    let result = match types.kind(*returns) {
        TypeKind::Void => None,
        _ => Some(register(types, *returns)?),
    };
    let signature = Signature {
        params: registers.into_iter().map(Param::from).collect(),
        returns: result.into_iter().collect(),
        variadic: false,
    };
    let abi = CallAbi {
        params: (0..params.len() as u32).map(Passing::Direct).collect(),
        returns: if result.is_some() { Returning::Direct } else { Returning::Void },
        unsupported: None,
    };
    let callable = Callable {
        name: name.to_owned(),
        symbol: name.to_owned(),
        params: params.iter().map(|&ty| Parameter { name: String::new(), ty, points_to: None }).collect(),
        returns: *returns,
        variadic: false,
        no_return: false,
        linkage: Linkage::StandIn,
        unit,
        span: None,
        abi,
    };
    Some((callable, signature))
}

/// The register that a value of `ty` travels in; `None` when it takes another way.
fn register(types: &TypeTable, ty: TypeId) -> Option<Type> {
    let bits = types.size_bytes(ty) * 8;
    match types.kind(ty) {
        TypeKind::Bool => Some(Type::BOOL),
        TypeKind::Char { .. } | TypeKind::Int { .. } | TypeKind::Enum { .. } => {
            u8::try_from(bits).ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64)).map(Type::Int)
        }
        TypeKind::Float { format: FloatFormat::F32, .. } => Some(Type::F32),
        TypeKind::Float { format: FloatFormat::F64, .. } => Some(Type::F64),
        TypeKind::Float { format: FloatFormat::F80, .. } => Some(Type::F80),
        TypeKind::Pointer(_) => Some(Type::Ptr),
        _ => None,
    }
}
