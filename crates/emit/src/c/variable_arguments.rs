//! Calls of functions that take a `va_list`, by functions of our own with variable arguments.
//!
//! ```c
//! static int trine_call_vsum(int count, ...)
//! {
//!     __builtin_va_list arguments;
//!
//!     __builtin_va_start(arguments, count);
//!     int result = vsum(count, arguments);
//!     __builtin_va_end(arguments);
//!     return result;
//! }
//!
//! TRINE_CHECK_INT(trine_call_vsum(2, 10, -3), 7);
//! ```
//!
//! In the test case the list is an object and the arguments an array of unions (`trine_testcase::VARIABLE_ARGUMENT`);
//! neither is declared in C.

use crate::c::TestedFile;
use crate::c::body::Body;
use crate::c::declarator::Declarators;
use crate::c::initializer::InitializerTree;
use crate::c::literal;
use crate::c::scope::{Shape, Unwritable};
use std::fmt::Write as _;
use trine_testcase::{
    ApiModel, Argument, Callable, CallableId, FloatFormat, Place, PlaceRoot, PointerValue, TypeId, TypeKind,
    Variable,
};

/// Whether `callable` takes a `va_list`.
pub(crate) fn takes_list(api: &ApiModel, callable: CallableId) -> bool {
    api.callables[callable].params.iter().any(|param| api.types.is_argument_list(param.ty))
}

fn wrapper_name(callable: &Callable) -> String {
    format!("trine_call_{}", callable.name)
}

impl Body<'_> {
    /// The call of a function that takes a `va_list`: the other arguments first, then those in the list.
    pub(crate) fn call_with_list(
        &self,
        callable: CallableId,
        args: &[Argument],
    ) -> Result<String, Unwritable> {
        self.scope.callable(callable)?;
        let described = &self.scope.api.callables[callable];
        let mut strings = Vec::new();
        let mut listed = Vec::new();
        for (argument, param) in args.iter().zip(&described.params) {
            if self.scope.types().is_argument_list(param.ty) {
                listed = self.listed(argument)?;
            } else {
                strings.push(self.argument(argument, Some(param.ty))?);
            }
        }
        if !may_come_last(self.scope.api, described) {
            strings.push("0".to_owned());
        }
        strings.extend(listed);
        Ok(format!("{}({})", wrapper_name(described), strings.join(", ")))
    }

    /// The arguments behind a `va_list`.
    fn listed(&self, list: &Argument) -> Result<Vec<String>, Unwritable> {
        let record = object_of(list).and_then(|record| self.objects.get(&record));
        let Some(InitializerTree::Parts(fields)) = record.map(|record| &record.node) else {
            return Err(malformed());
        };
        let first = fields.values().find_map(|field| match field {
            InitializerTree::Pointer(pointer) => Some(Argument::Pointer(pointer.clone())),
            _ => None,
        });
        self.variable_arguments(&first.ok_or_else(malformed)?)
    }

    /// The variable arguments of which `first` is the address of the first.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(crate) fn variable_arguments(&self, first: &Argument) -> Result<Vec<String>, Unwritable> {
        let area = object_of(first).ok_or_else(malformed)?;
        let local = self.scope.local(area)?;
        let count = if let Shape::Array(count) = local.shape { count } else { 1 };
        (0..count).map(|index| self.one(area, local.ty, index)).collect()
    }

    /// Argument `index` of those in `area`, of the type that it is to have.
    fn one(&self, area: Variable, union: TypeId, index: u32) -> Result<String, Unwritable> {
        let TypeKind::Record { fields, .. } = self.scope.types().kind(union) else {
            return Err(Unwritable("a variable argument has no type".to_owned()));
        };
        // An array of one is a variable to who writes the test.
        let is_single = self.scope.local(area)?.shape == Shape::Single;
        let node = self.objects.get(&area).map(|object| &object.node);
        let parts = match node {
            Some(InitializerTree::Parts(parts)) if !is_single => parts.get(&index),
            node => node,
        };
        let Some(InitializerTree::Parts(members)) = parts else { return Ok("0".to_owned()) };
        let Some((&member, value)) = members.first_key_value() else { return Ok("0".to_owned()) };
        let ty = fields.get(member as usize).map_or(union, |field| field.ty);
        match value {
            InitializerTree::Leaf(kind, bits) => {
                let text = literal::leaf(self.scope.types(), Some(ty), kind, *bits);
                let is_int =
                    matches!(self.scope.types().kind(ty), TypeKind::Int { name, .. } if name == "int");
                let is_double = matches!(self.scope.types().kind(ty), TypeKind::Float { .. });
                let plain = is_int || is_double;
                Ok(if plain { text } else { format!("({}){text}", self.scope.declarators().cast_to(ty)) })
            }
            InitializerTree::Pointer(PointerValue::Null) => {
                Ok(format!("({})NULL", self.scope.declarators().cast_to(ty)))
            }
            InitializerTree::Pointer(pointer) => self.scope.pointer(pointer, Some(ty)),
            InitializerTree::Parts(_) => Ok("0".to_owned()),
        }
    }
}

/// Whether the arguments behind the parameters of `callable` are a list of pointers that null ends: one more of these, which nobody
/// reads, is what a compiler asks for (`__attribute__((sentinel))`).
pub(crate) fn ends_in_null(api: &ApiModel, callable: CallableId) -> bool {
    let last = api.callables[callable].params.last().map(|param| api.types.kind(param.ty));
    let Some(TypeKind::Pointer(pointee)) = last else { return false };
    // A text is a format.
    matches!(api.types.kind(*pointee), TypeKind::Record { .. })
}

fn malformed() -> Unwritable {
    Unwritable("the test case has no variable arguments where it names them".to_owned())
}

/// The object that `pointer` points to.
fn object_of(pointer: &Argument) -> Option<Variable> {
    match pointer {
        Argument::Pointer(PointerValue::To(Place { root: PlaceRoot::Variable(variable), .. })) => {
            Some(*variable)
        }
        _ => None,
    }
}

/// Whether the last parameter beside the list may stand before the `...`: C asks for a type that default promotions
/// leave alone.
fn may_come_last(api: &ApiModel, callable: &Callable) -> bool {
    let mut others = callable.params.iter().filter(|param| !api.types.is_argument_list(param.ty));
    let Some(last) = others.next_back() else { return false };
    match api.types.kind(last.ty) {
        TypeKind::Int { .. } | TypeKind::Enum { .. } => api.types.size_bytes(last.ty) >= 4,
        TypeKind::Float { format, .. } => *format != FloatFormat::F32,
        TypeKind::Bool | TypeKind::Char { .. } => false,
        _ => true,
    }
}

/// The functions that `functions` call functions with a `va_list` by.
pub(crate) fn wrappers(unit: &TestedFile<'_>, functions: &str) -> String {
    let mut text = String::new();
    for (id, callable) in unit.api.callables.iter_enumerated() {
        if takes_list(unit.api, id) && functions.contains(&format!("{}(", wrapper_name(callable))) {
            define(unit, callable, &mut text);
        }
    }
    text
}

fn define(unit: &TestedFile<'_>, callable: &Callable, text: &mut String) {
    let write = Declarators::new(unit.api);
    let mut params = Vec::new();
    let mut passed = Vec::new();
    let mut last = String::new();
    for (index, param) in callable.params.iter().enumerate() {
        if unit.api.types.is_argument_list(param.ty) {
            passed.push("arguments".to_owned());
            continue;
        }
        last = format!("argument_{index}");
        params.push(write.declare(param.ty, &last));
        passed.push(last.clone());
    }
    if !may_come_last(unit.api, callable) {
        "before_list".clone_into(&mut last);
        params.push(format!("int {last}"));
    }
    let head =
        write.declare(callable.returns, &format!("{}({}, ...)", wrapper_name(callable), params.join(", ")));
    let call = format!("{}({})", callable.name, passed.join(", "));
    let is_void = matches!(unit.api.types.kind(callable.returns), TypeKind::Void);
    let result = write.declare_writable(callable.returns, "result");
    let (kept, returned) =
        if is_void { (String::new(), "") } else { (format!("{result} = "), "    return result;\n") };
    let _ = write!(
        text,
        "static {head}\n{{\n    __builtin_va_list arguments;\n\n    __builtin_va_start(arguments, {last});\n    \
         {kept}{call};\n    __builtin_va_end(arguments);\n{returned}}}\n\n"
    );
}
