//! One class of a model: what its file says, in terms of the API model.

use super::signature::{self, MethodSignature};
use super::{jdk, library::Library, rivals::has_rivals};
use crate::class::{ClassFile, FieldType, InnerClass, Method, flags};
use std::collections::{BTreeMap, BTreeSet};
use trine_testcase::objects::{
    ClassId, ClassKind, ClassUse, Member, MemberKind, ParameterType, TypeArgument, TypeParameter, TypeUse,
    Visibility,
};

/// What the file of `class` says of it as a nested class.
pub(super) fn nested(file: &ClassFile) -> Option<&InnerClass> {
    file.attributes.inner_classes.iter().find(|inner| inner.name == file.name)
}

/// Whether instances have an enclosing instance.
pub(super) fn is_inner(file: &ClassFile) -> bool {
    nested(file).is_some_and(|nested| nested.flags & (flags::STATIC | flags::INTERFACE) == 0)
        && !file.is(flags::ENUM)
}

/// The flags that the source gives the class.
pub(super) fn source_flags(file: &ClassFile) -> u16 {
    nested(file).map_or(file.flags, |nested| nested.flags)
}

/// Who may name the class, in tests of `package`.
pub(super) fn visibility(library: &Library<'_>, file: &ClassFile, package: &str) -> Visibility {
    let own = source_flags(file);
    let here = file.package() == package;
    if file.is(flags::SYNTHETIC) || (file.module.is_some() && !jdk::is_exported(&file.name)) {
        return Visibility::Hidden;
    }
    let visible = match () {
        () if own & flags::PRIVATE != 0 => Visibility::Hidden,
        () if own & flags::PUBLIC != 0 => Visibility::Everywhere,
        () if here => Visibility::Package,
        () => Visibility::Hidden,
    };
    let Some(nested) = nested(file) else { return visible };
    let (Some(outer), Some(_)) = (&nested.outer, &nested.simple_name) else { return Visibility::Hidden };
    let Ok(outer) = library.file(outer) else { return Visibility::Hidden };
    match has_hidden_parameter(library, file) {
        true => Visibility::Hidden,
        false => visible.max(visibility(library, &outer, package)),
    }
}

/// Whether a type parameter of the class has the name of one of a class around its instances, which types that mention it cannot tell apart.
fn has_hidden_parameter(library: &Library<'_>, file: &ClassFile) -> bool {
    let parameters = type_parameters(library, file);
    let names: BTreeSet<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    names.len() < parameters.len()
}

/// Who may use a member with these flags of a class in the same package as the tests (`here`) or not.
pub(super) fn member_visibility(own: u16, here: bool) -> Visibility {
    match () {
        () if own & flags::PUBLIC != 0 => Visibility::Everywhere,
        () if own & flags::PRIVATE == 0 && here => Visibility::Package,
        () => Visibility::Hidden,
    }
}

/// What the class is.
pub(super) fn kind(file: &ClassFile) -> ClassKind {
    match () {
        () if file.is(flags::ANNOTATION) => ClassKind::Annotation,
        () if file.is(flags::INTERFACE) => ClassKind::Interface,
        () if file.is(flags::ENUM) => ClassKind::Enum,
        () if file.attributes.record.is_some() => ClassKind::Record,
        () => ClassKind::Class,
    }
}

/// The name in sources: `com.acme.Outer.Inner`.
pub(super) fn source_name(library: &Library<'_>, file: &ClassFile) -> String {
    let Some(InnerClass { outer: Some(outer), simple_name: Some(simple), .. }) = nested(file) else {
        return file.name.replace('/', ".");
    };
    match library.file(outer) {
        Ok(outer) => format!("{}.{simple}", source_name(library, &outer)),
        Err(_) => file.name.replace(['/', '$'], "."),
    }
}

/// The type parameters of a class, those of enclosing classes first where instances have enclosing instances.
pub(super) fn type_parameters(library: &Library<'_>, file: &ClassFile) -> Vec<TypeParameter> {
    let own = file.attributes.signature.as_deref().and_then(signature::class);
    let own = own.map_or_else(Vec::new, |own| own.parameters);
    let outer = nested(file).and_then(|nested| nested.outer.as_ref()).filter(|_| is_inner(file));
    let outer = outer.and_then(|outer| library.file(outer).ok());
    let mut parameters = outer.map_or_else(Vec::new, |outer| type_parameters(library, &outer));
    parameters.extend(own);
    parameters
}

/// Superclass and interfaces with their arguments.
pub(super) fn supertypes(file: &ClassFile) -> Vec<ClassUse> {
    let signature = file.attributes.signature.as_deref().and_then(signature::class);
    let mut above = match signature {
        Some(signature) => signature.supertypes,
        None => file.superclass.iter().chain(&file.interfaces).map(|name| ClassUse::plain(name)).collect(),
    };
    // Interfaces have `Object` as superclass in class files only; it is above them all the same.
    above.dedup();
    above
}

/// The fields and methods of `file` that a source has, without those that compilers add; those of a deprecated class are deprecated.
pub(super) fn members(
    library: &Library<'_>,
    file: &ClassFile,
    class: ClassId,
    here: bool,
    is_deprecated: bool,
) -> Vec<Member> {
    let is_source = |own: u16| own & flags::SYNTHETIC == 0;
    let fields = file.fields.iter().filter(|field| is_source(field.flags)).map(|field| {
        let is_constant = field.is(flags::ENUM);
        let ty = field.signature.as_deref().and_then(signature::field);
        Member {
            class,
            kind: if is_constant { MemberKind::EnumConstant } else { MemberKind::Field },
            name: field.name.clone(),
            descriptor: field.ty.to_string(),
            is_static: field.is(flags::STATIC),
            is_final_or_abstract: field.is(flags::FINAL),
            visibility: member_visibility(field.flags, here),
            type_parameters: Vec::new(),
            parameters: Vec::new(),
            is_varargs: false,
            result: Some(ty.unwrap_or_else(|| erased(&field.ty))),
            throws: Vec::new(),
            has_rivals: false,
            is_deprecated: field.is_deprecated || is_deprecated,
            is_raw: false,
        }
    });
    let methods = file.methods.iter().enumerate();
    let methods = methods.filter(|(_, method)| is_source(method.flags) && method.name != "<clinit>");
    let methods = methods.map(|(position, method)| {
        let member = callable(file, position, method, class, here);
        let has_rivals = has_rivals(library, file, method);
        Member { has_rivals, is_deprecated: member.is_deprecated || is_deprecated, ..member }
    });
    fields.chain(methods).collect()
}

fn callable(file: &ClassFile, position: usize, method: &Method, class: ClassId, here: bool) -> Member {
    let is_constructor = method.name == "<init>";
    let skipped = usize::from(is_constructor && is_inner(file));
    let erased_parameters: Vec<TypeUse> = method.ty.parameters.iter().skip(skipped).map(erased).collect();
    let read = method.signature.as_deref().and_then(signature::method);
    let read = read.filter(|read| read.parameters.len() == erased_parameters.len());
    let read = read.unwrap_or_else(|| MethodSignature {
        type_parameters: Vec::new(),
        parameters: erased_parameters,
        result: method.ty.result.as_ref().map(erased),
        throws: Vec::new(),
    });
    let throws = match read.throws.is_empty() {
        true => method.exceptions.iter().map(|name| TypeUse::Class(ClassUse::plain(name))).collect(),
        false => read.throws,
    };
    let names = parameter_names(file, position, method);
    let parameters = read.parameters.into_iter().enumerate();
    let parameters =
        parameters.map(|(at, ty)| ParameterType { name: names.get(&(at + skipped)).cloned(), ty });
    Member {
        class,
        kind: if is_constructor { MemberKind::Constructor } else { MemberKind::Method },
        name: method.name.clone(),
        descriptor: method.ty.descriptor(),
        is_static: method.is(flags::STATIC),
        is_final_or_abstract: method.is(flags::ABSTRACT),
        visibility: member_visibility(method.flags, here),
        type_parameters: read.type_parameters,
        parameters: parameters.collect(),
        is_varargs: method.is(flags::VARARGS),
        result: read.result,
        throws,
        has_rivals: false,
        is_deprecated: method.is_deprecated,
        is_raw: false,
    }
}

/// Names of parameters by position in the descriptor, from the attribute for them or else from debug information.
fn parameter_names(file: &ClassFile, position: usize, method: &Method) -> BTreeMap<usize, String> {
    if method.parameters.len() == method.ty.parameters.len() {
        let named = method.parameters.iter().enumerate();
        return named.filter_map(|(at, name)| Some((at, name.clone()?))).collect();
    }
    let code = if file.module.is_none() { file.code(position).ok().flatten() } else { None };
    let Some(code) = code else { return BTreeMap::new() };
    let mut slot = u16::from(!method.is(flags::STATIC));
    let mut names = BTreeMap::new();
    for (at, ty) in method.ty.parameters.iter().enumerate() {
        let found = code.variables.iter().find(|variable| variable.slot == slot && variable.start == 0);
        names.extend(found.map(|variable| (at, variable.name.clone())));
        slot = slot.saturating_add(ty.slots());
    }
    names
}

/// A type of a descriptor.
pub(super) fn erased(ty: &FieldType) -> TypeUse {
    match ty {
        FieldType::Base(base) => TypeUse::Primitive((*base).into()),
        FieldType::Class(name) => TypeUse::Class(ClassUse::plain(name)),
        FieldType::Array(element) => TypeUse::Array(Box::new(erased(element))),
    }
}

/// Calls `visit` with every class that `ty` mentions.
pub(super) fn each_class(ty: &TypeUse, visit: &mut dyn FnMut(&str)) {
    match ty {
        TypeUse::Primitive(_) | TypeUse::Variable(_) => {}
        TypeUse::Array(element) => each_class(element, visit),
        TypeUse::Class(class) => each_class_of(class, visit),
    }
}

/// The same for a class and its arguments.
pub(super) fn each_class_of(class: &ClassUse, visit: &mut dyn FnMut(&str)) {
    visit(&class.name);
    for argument in &class.arguments {
        if let TypeArgument::Exactly(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) = argument {
            each_class(ty, visit);
        }
    }
}

/// All types that a member mentions.
pub(super) fn types_of(member: &Member) -> impl Iterator<Item = &TypeUse> {
    let bounds = member.type_parameters.iter().flat_map(|parameter| &parameter.bounds);
    let parameters = member.parameters.iter().map(|parameter| &parameter.ty);
    bounds.chain(parameters).chain(&member.result).chain(&member.throws)
}
