//! Declares classes and methods in a program: tables, layouts and signatures.

use super::frames::kind_of;
use super::{register, runtime};
use crate::class::{BaseType, FieldType, flags};
use crate::hierarchy::{ClassId as LoadedId, Hierarchy, LinkageError, MethodId};
use trine_ir::objects::{Class, ClassId, ClassKind, Field};
use trine_ir::program::Tables;
use trine_ir::{Callable, FuncId, Param, Signature, Type};

/// The name of a method's function.
#[must_use]
pub fn name_of(hierarchy: &Hierarchy, method: MethodId) -> String {
    let declared = hierarchy.method(method);
    format!("{}.{}{}", hierarchy.class(method.class).name(), declared.name, declared.ty)
}

/// What a program says of a method.
#[must_use]
pub fn callable(hierarchy: &Hierarchy, method: MethodId) -> Callable {
    let declared = hierarchy.method(method);
    Callable {
        name: name_of(hierarchy, method),
        signature: signature_of(hierarchy, method),
        defined: declared.has_code && !hierarchy.is_replaced(&name_of(hierarchy, method)),
        no_return: false,
        external: true,
        weak: false,
    }
}

/// Parameters, the receiver first, and result as registers.
#[must_use]
pub fn signature_of(hierarchy: &Hierarchy, method: MethodId) -> Signature {
    let declared = hierarchy.method(method);
    let receiver = (!declared.is(flags::STATIC)).then_some(Type::Ptr);
    let parameters = declared.ty.parameters.iter().map(|ty| register(kind_of(ty)));
    Signature {
        params: receiver.into_iter().chain(parameters).map(Param::from).collect(),
        returns: declared.ty.result.iter().map(|ty| register(kind_of(ty))).collect(),
        variadic: false,
    }
}

/// The type of the register that holds a value of the type `ty`.
#[must_use]
pub fn register_of(ty: &FieldType) -> Type {
    register(kind_of(ty))
}

/// The type that a field or element has in memory.
#[must_use]
pub fn stored(ty: &FieldType) -> Type {
    match ty {
        FieldType::Base(BaseType::Boolean | BaseType::Byte) => Type::Int(8),
        FieldType::Base(BaseType::Char | BaseType::Short) => Type::Int(16),
        other => register(kind_of(other)),
    }
}

/// The function of a method.
pub fn function(hierarchy: &Hierarchy, tables: &Tables, method: MethodId) -> FuncId {
    tables.declare(callable(hierarchy, method))
}

/// The class `loaded` in the program, declared with all above it if need be.
pub fn class(hierarchy: &Hierarchy, tables: &Tables, loaded: LoadedId) -> ClassId {
    let source = hierarchy.class(loaded);
    if let Some(known) = tables.class_named(source.name()) {
        return known;
    }
    let superclass = source.superclass.map(|above| class(hierarchy, tables, above));
    let interfaces = source.interfaces.iter().map(|&above| class(hierarchy, tables, above)).collect();
    // Those above are declared first: a class follows them.
    let all: Vec<ClassId> =
        source.all_interfaces.iter().map(|&above| class(hierarchy, tables, above)).collect();
    let kind = match source.is_interface() {
        true => ClassKind::Interface,
        false => ClassKind::Instance {
            // A word at a time may be read up to the end.
            size_bytes: u32::try_from(source.layout.instance_bytes.next_multiple_of(8)).unwrap_or(u32::MAX),
        },
    };
    let mut declared = Class::new(source.name(), kind);
    // For an interface: `Object`, so that arrays of its instances are arrays of objects.
    declared.superclass = superclass;
    declared.interfaces = interfaces;
    declared.fields = fields(hierarchy, loaded);
    declared.static_bytes = u32::try_from(source.layout.static_bytes).unwrap_or(u32::MAX);
    // Constants are written before the code of an initialiser runs, and if there is none.
    let has_constants =
        source.file.fields.iter().any(|field| field.is(flags::STATIC) && field.constant.is_some());
    let has_initialiser = has_constants || source.file.method("<clinit>", "()V").is_some();
    if has_initialiser || !interfaces_to_initialise(hierarchy, loaded).is_empty() {
        let name = format!("initialise:{}", source.name());
        declared.initialiser = Some(runtime::declare(tables, &name, &[], None, true));
    }
    if source.is_interface() {
        declared.vtable =
            hierarchy.interface_methods(loaded).map(|method| with_code(hierarchy, tables, method)).collect();
    } else {
        let select = |method: MethodId, conflict: bool| {
            if conflict { None } else { with_code(hierarchy, tables, method) }
        };
        let vtable = &source.dispatch.vtable;
        declared.vtable = vtable.iter().map(|entry| select(entry.method, entry.conflict)).collect();
        for (&interface, id) in source.all_interfaces.iter().zip(all) {
            let methods = hierarchy.interface_methods(interface).map(|method| {
                let method = hierarchy.method(method);
                let selected = hierarchy.select(loaded, &method.name, &method.ty.descriptor())?;
                with_code(hierarchy, tables, selected)
            });
            declared.itables.push((id, methods.collect()));
        }
    }
    tables.declare_class(declared)
}

/// The function of a method that is not abstract.
fn with_code(hierarchy: &Hierarchy, tables: &Tables, method: MethodId) -> Option<FuncId> {
    (!hierarchy.method(method).is(flags::ABSTRACT)).then(|| function(hierarchy, tables, method))
}

fn fields(hierarchy: &Hierarchy, loaded: LoadedId) -> Vec<Field> {
    let source = hierarchy.class(loaded);
    let placed = source.layout.instance.iter().map(|placed| {
        let field = &source.file.fields[placed.position];
        Field {
            name: field.name.clone(),
            ty: stored(&field.ty),
            offset: u32::try_from(placed.offset).unwrap_or(u32::MAX),
        }
    });
    placed.collect()
}

/// The class or array type `ty` in the program.
///
/// # Errors
/// When a class cannot be loaded.
pub fn reference_type(
    hierarchy: &mut Hierarchy,
    tables: &Tables,
    ty: &FieldType,
) -> Result<ClassId, LinkageError> {
    match ty {
        FieldType::Class(name) => {
            let loaded = hierarchy.load(name)?;
            Ok(class(hierarchy, tables, loaded))
        }
        FieldType::Array(element) => array(hierarchy, tables, element),
        FieldType::Base(base) => Err(LinkageError::NoClass(base.keyword().to_owned())),
    }
}

/// The type of arrays of `element` in the program.
///
/// # Errors
/// When a class cannot be loaded.
pub fn array(
    hierarchy: &mut Hierarchy,
    tables: &Tables,
    element: &FieldType,
) -> Result<ClassId, LinkageError> {
    let name = format!("[{element}");
    if let Some(known) = tables.class_named(&name) {
        return Ok(known);
    }
    let object = hierarchy.load("java/lang/Object")?;
    let object = class(hierarchy, tables, object);
    let above = ["java/lang/Cloneable", "java/io/Serializable"];
    let interfaces = above.map(|name| {
        let loaded = hierarchy.load(name)?;
        Ok::<_, LinkageError>(class(hierarchy, tables, loaded))
    });
    let of = match element.is_reference() {
        true => Some(reference_type(hierarchy, tables, element)?),
        false => None,
    };
    let mut declared = Class::new(&name, ClassKind::Array { element: stored(element), class: of });
    declared.superclass = Some(object);
    declared.interfaces = interfaces.into_iter().collect::<Result<_, _>>()?;
    declared.vtable.clone_from(&tables.classes[object].vtable);
    declared.itables = declared.interfaces.iter().map(|&interface| (interface, Vec::new())).collect();
    Ok(tables.declare_class(declared))
}

/// Interfaces that are initialised before `class` is: those with a default method and an initialiser (JVMS 5.5).
pub fn interfaces_to_initialise(hierarchy: &Hierarchy, class: LoadedId) -> Vec<LoadedId> {
    if hierarchy.class(class).is_interface() {
        return Vec::new();
    }
    let needs = |&&id: &&LoadedId| {
        let file = &hierarchy.class(id).file;
        let has_default = file
            .methods
            .iter()
            .any(|method| method.has_code && !method.is(flags::STATIC) && !method.name.starts_with('<'));
        has_default && file.method("<clinit>", "()V").is_some()
    };
    let mut found: Vec<LoadedId> =
        hierarchy.class(class).all_interfaces.iter().filter(needs).copied().collect();
    // Those above first: the list has those nearer to the class first.
    found.reverse();
    found
}
