//! What stands at the top level: functions, global variables, aliases.
//!
//! Names are without `@`, escapes resolved. Bodies and initializers are not here: ask
//! [`Module::body`](crate::Module::body) and [`Module::initializer`](crate::Module::initializer).

use super::{FunctionAttrs, LocalName, MetadataId, ParamAttrs, TypeId};

/// How a symbol takes part in linking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// `external`, also when nothing is written.
    #[default]
    External,
    /// `private`: not even in the symbol table.
    Private,
    /// `internal`: C's `static`.
    Internal,
    /// `available_externally`: a copy of a body that lives elsewhere.
    AvailableExternally,
    /// `linkonce`.
    LinkOnce,
    /// `linkonce_odr`: C++ inline functions.
    LinkOnceOdr,
    /// `weak`.
    Weak,
    /// `weak_odr`.
    WeakOdr,
    /// `common`: C's tentative definitions.
    Common,
    /// `appending`: arrays such as `llvm.global_ctors`.
    Appending,
    /// `extern_weak`: null when nobody defines it.
    ExternWeak,
}

/// Visibility outside the linked object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// `default`.
    #[default]
    Default,
    /// `hidden`.
    Hidden,
    /// `protected`.
    Protected,
}

/// A function, defined or declared.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Name without `@`; the number as text for unnamed functions.
    pub name: Box<str>,
    /// Whether it has a body (`define`).
    pub is_definition: bool,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// Calling convention keyword (`fastcc`, `cc 10`); `None` for the C convention.
    pub calling_convention: Option<Box<str>>,
    /// The function's type, always a [`Type::Function`](super::Type::Function).
    pub ty: TypeId,
    /// Result type.
    pub result: TypeId,
    /// Attributes of the result.
    pub result_attrs: ParamAttrs,
    /// Parameters in order; parameter `i` is `LocalId(i)` in the body.
    pub params: Vec<Param>,
    /// Whether `...` follows the parameters.
    pub vararg: bool,
    /// Attributes, those of its groups included.
    pub attrs: FunctionAttrs,
    /// The numbers of its attribute groups, for [`Module::attribute_group`](crate::Module::attribute_group).
    pub attribute_groups: Vec<u32>,
    /// The object section, when given.
    pub section: Option<Box<str>>,
    /// `align N` in bytes.
    pub align: Option<u32>,
    /// Name of the `personality` function.
    pub personality: Option<Box<str>>,
    /// `!dbg`: its `DISubprogram`.
    pub dbg: Option<MetadataId>,
    /// Line of `define` or `declare` in the `.ll` file, from 1.
    pub line: u32,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Name or number; declarations have only numbers.
    pub name: LocalName,
    /// Type.
    pub ty: TypeId,
    /// Attributes.
    pub attrs: ParamAttrs,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Name without `@`; the number as text for unnamed globals.
    pub name: Box<str>,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `thread_local`, of any model.
    pub thread_local: bool,
    /// `constant` rather than `global`.
    pub constant: bool,
    /// `externally_initialized`: the initializer may not be relied on.
    pub externally_initialized: bool,
    /// Type of the variable itself (a pointer to it is `ptr`).
    pub ty: TypeId,
    /// Whether it is defined here; read it with [`Module::initializer`](crate::Module::initializer).
    pub has_initializer: bool,
    /// The object section, when given.
    pub section: Option<Box<str>>,
    /// `align N` in bytes.
    pub align: Option<u32>,
    /// `!dbg`: its `DIGlobalVariableExpression`s.
    pub dbg: Vec<MetadataId>,
    /// Line in the `.ll` file, from 1.
    pub line: u32,
}

/// Whether an alias names its target or a function that finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AliasKind {
    /// `alias`: another name of the target.
    Alias,
    /// `ifunc`: the target is a resolver called at load time.
    IFunc,
}

/// An alias or ifunc; its target is read with [`Module::alias_target`](crate::Module::alias_target).
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// Name without `@`.
    pub name: Box<str>,
    /// Alias or ifunc.
    pub kind: AliasKind,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `thread_local`.
    pub thread_local: bool,
    /// Type of what the target points to.
    pub ty: TypeId,
    /// Line in the `.ll` file, from 1.
    pub line: u32,
}
