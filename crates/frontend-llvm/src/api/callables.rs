//! Functions of the API model.

use super::abi::Registers;
use super::guesses::Guess;
use super::types::{Types, VECTOR};
use crate::ll::{self, Meta, MetadataId, MetadataNode, Module};
use crate::lower::linked::Linked;
use crate::lower::spans::{FileTable, Spans, path_of};
use std::collections::HashMap;
use trine_ir::FuncId;
use trine_testcase::{CallAbi, Callable, Linkage, Parameter, Passing, TypeId, TypeKind};

/// What the source says of a function's type.
struct Declared {
    params: Vec<TypeId>,
    returns: TypeId,
    variadic: bool,
}

/// The callable for `id`; `None` for functions that only the compiler knows.
pub(super) fn callable<'m>(
    linked: &'m Linked,
    files: &FileTable,
    types: &mut Types<'m>,
    id: FuncId,
) -> Option<Callable> {
    let (unit, source) = linked.functions[id]?;
    let module = &linked.units[unit].module;
    let function = module.function(source);
    let node = function.dbg.and_then(|dbg| module.metadata(dbg).ok());
    let registers = Registers::new(module, function);
    let from_debug = node.and_then(|node| declared(types, unit, module, node, function));
    let (declared, mut abi, names) = match (&registers, from_debug) {
        (Ok(registers), Some(declared)) => {
            let (abi, names) = registers.map(&types.table, &declared.params, declared.returns);
            (declared, abi, names)
        }
        (Ok(registers), None) => {
            let declared = machine_level(types, module, function, registers.has_result_pointer());
            let guess = types.guess(unit, module, source);
            let declared = as_called(types, declared, &guess, registers.has_result_pointer());
            let (abi, names) = registers.map(&types.table, &declared.params, declared.returns);
            (declared, abi, names)
        }
        (Err(what), from_debug) => {
            let abi = CallAbi { unsupported: Some(what.clone()), ..CallAbi::default() };
            let nothing = || Declared {
                params: Vec::new(),
                returns: types.unsupported("type known only to the compiler"),
                variadic: false,
            };
            (from_debug.unwrap_or_else(nothing), abi, Vec::new())
        }
    };
    let names = names.into_iter().chain(std::iter::repeat(String::new()));
    match declared.params.iter().filter(|&&ty| types.table.is_argument_list(ty)).count() {
        0 if !declared.variadic || !function.is_definition => {}
        0 | 1 => drop(types.variable_argument()),
        _ => abi.unsupported = Some("takes more than one `va_list`".to_owned()),
    }
    let vector = |&ty: &TypeId| matches!(types.table.kind(ty), TypeKind::Unsupported(what) if what == VECTOR);
    if declared.params.iter().chain([&declared.returns]).any(vector) {
        abi.unsupported.get_or_insert_with(|| "takes or returns a vector".to_owned());
    }
    let points_to = if function.is_definition {
        untyped_pointees(types, unit, module, source, &declared.params, &abi)
    } else {
        HashMap::new()
    };
    let named = declared.params.into_iter().zip(names).enumerate();
    let params = named.map(|(at, (ty, name))| Parameter { name, ty, points_to: points_to.get(&at).copied() });
    let params = params.collect();
    Some(Callable {
        name: node.and_then(|node| node.str("name")).unwrap_or(&function.name).to_owned(),
        symbol: linked.callables[id].name.clone(),
        params,
        returns: declared.returns,
        variadic: declared.variadic,
        no_return: linked.callables[id].no_return,
        linkage: linkage(linked, id),
        unit: unit_path(module),
        span: function.dbg.and_then(|dbg| Spans::new(module, files).of_subprogram(dbg)),
        abi,
    })
}

/// What the body takes those of `params` to point to that are pointers without a type, by their position.
fn untyped_pointees<'m>(
    types: &mut Types<'m>,
    unit: usize,
    module: &'m Module,
    function: ll::FuncId,
    params: &[TypeId],
    abi: &CallAbi,
) -> HashMap<usize, TypeId> {
    let register = |(at, ty): (usize, &TypeId)| match (types.table.kind(*ty), abi.params.get(at)) {
        (TypeKind::Pointer(target), Some(Passing::Direct(register)))
            if matches!(types.table.kind(*target), TypeKind::Void) =>
        {
            Some((at, *register))
        }
        _ => None,
    };
    let untyped: Vec<_> = params.iter().enumerate().filter_map(register).collect();
    if untyped.is_empty() {
        return HashMap::new();
    }
    let registers: Vec<_> = untyped.iter().map(|&(_, register)| register).collect();
    let found = super::casts::pointees(types, unit, module, function, &registers);
    untyped.iter().filter_map(|(at, register)| Some((*at, *found.get(register)?))).collect()
}

fn linkage(linked: &Linked, id: FuncId) -> Linkage {
    let callable = &linked.callables[id];
    match (callable.defined, callable.external) {
        (false, _) => Linkage::Undefined,
        (true, true) => Linkage::External,
        (true, false) => Linkage::Internal,
    }
}

/// The type of a `DISubprogram`. It does not list the parameters of a function without a prototype: those are as the
/// calling convention sees them.
fn declared(
    types: &mut Types<'_>,
    unit: usize,
    module: &Module,
    subprogram: &MetadataNode,
    function: &ll::Function,
) -> Option<Declared> {
    let ty = types.of(unit, module, Some(subprogram.node("type")?));
    let TypeKind::Function { returns, params, variadic } = types.table.types[ty].kind.clone() else {
        return None;
    };
    let prototyped = subprogram.flags("flags").contains(&"DIFlagPrototyped");
    if prototyped || !params.is_empty() {
        return Some(Declared { params, returns, variadic });
    }
    let result_pointer = function.params.first().is_some_and(|param| param.attrs.sret().is_some());
    let Declared { params, variadic, .. } = machine_level(types, module, function, result_pointer);
    Some(Declared { params, returns, variadic })
}

/// `declared`, with pointers as the unit's calls have them.
fn as_called(types: &Types<'_>, declared: Declared, guess: &Guess, result_pointer: bool) -> Declared {
    let is_untyped = |ty: TypeId| match types.table.kind(ty) {
        TypeKind::Pointer(target) => matches!(types.table.kind(*target), TypeKind::Void),
        _ => false,
    };
    let first = usize::from(result_pointer);
    let guessed = |(position, ty): (usize, TypeId)| match guess.param(first + position) {
        Some(guessed) if is_untyped(ty) => guessed,
        _ => ty,
    };
    let params = declared.params.into_iter().enumerate().map(guessed).collect();
    let returns = guess.result().filter(|_| is_untyped(declared.returns)).unwrap_or(declared.returns);
    Declared { params, returns, ..declared }
}

/// Parameters and result as the calling convention sees them.
fn machine_level(
    types: &mut Types<'_>,
    module: &Module,
    function: &ll::Function,
    result_pointer: bool,
) -> Declared {
    let size = |ty| crate::lower::types::size_bytes(module, ty).unwrap_or(0);
    let mut params = Vec::new();
    for param in function.params.iter().skip(usize::from(result_pointer)) {
        params.push(match param.attrs.byval() {
            Some(ty) => types.of_memory(size(ty)),
            None => types.of_register(module, param.ty, &param.attrs),
        });
    }
    let sret = function.params.first().and_then(|param| param.attrs.sret());
    let returns = match sret {
        Some(ty) => types.of_memory(size(ty)),
        None => types.of_register(module, function.result, &function.result_attrs),
    };
    Declared { params, returns, variadic: function.vararg }
}

/// The path of the source file that a module was compiled from.
pub(super) fn unit_path(module: &Module) -> String {
    let units = module.named_metadata("llvm.dbg.cu").unwrap_or_default();
    let file = |id: MetadataId| {
        let node = module.metadata(id).ok()?;
        let path = match node.field("file")? {
            Meta::Id(id) => path_of(module.metadata(*id).ok()?),
            Meta::Inline(node) => path_of(node),
            _ => None,
        }?;
        Some(FileTable::normalized(&path))
    };
    let path = units.into_iter().find_map(file);
    path.unwrap_or_else(|| module.source_filename().unwrap_or(module.name()).to_owned())
}
