//! Reads the structure of a class file: everything but the code of its methods.

use super::constant::{Constant, HandleKind, MethodHandle};
use super::descriptor::{FieldType, MethodType};
use super::{
    Bootstrap, ClassAttributes, ClassFile, Field, InnerClass, Method, NEWEST_MAJOR, RecordComponent, Source,
    flags,
};
use crate::container::Found;
use crate::error::JvmError;
use noak::MStr;
use noak::error::DecodeError;
use noak::reader::{Attribute, AttributeContent, Class, DecodeMany, attributes, cpool};
use std::sync::Arc;

/// What is wrong with a class file, without its name.
#[derive(Debug)]
pub(super) struct Flaw(pub String);

impl From<DecodeError> for Flaw {
    fn from(error: DecodeError) -> Self {
        Self(error.to_string())
    }
}

impl From<&str> for Flaw {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

type Result<T> = std::result::Result<T, Flaw>;
type Pool<'a> = cpool::ConstantPool<'a>;
type ClassRef<'a> = cpool::Index<cpool::Class<'a>>;

impl ClassFile {
    /// The class file with the content `found`, which was asked for as `name`.
    ///
    /// # Errors
    /// When it is damaged, newer than [`NEWEST_MAJOR`], or another class than `name`.
    pub fn read(name: &str, found: Found) -> std::result::Result<Self, JvmError> {
        Self::read_as(name, found, true)
    }

    /// The same for a file of symbols: its methods have no code.
    ///
    /// # Errors
    /// As [`ClassFile::read`].
    pub(crate) fn read_symbols(name: &str, found: Found) -> std::result::Result<Self, JvmError> {
        Self::read_as(name, found, false)
    }

    fn read_as(name: &str, found: Found, with_code: bool) -> std::result::Result<Self, JvmError> {
        let Found { bytes, origin, module } = found;
        let bad = |Flaw(reason): Flaw| JvmError::BadClass {
            class: name.to_owned(),
            origin: origin.clone(),
            reason,
        };
        let mut class = structure(&bytes).map_err(bad)?;
        if let Some(method) = class.methods.iter().find(|method| with_code && !method.fits_its_flags()) {
            let (name, ty) = (&method.name, &method.ty);
            return Err(bad(Flaw(format!("method `{name}{ty}` has code or lacks it against its flags"))));
        }
        if class.name != name {
            return Err(bad(Flaw(format!("the file holds the class `{}`", class.name))));
        }
        class.bytes = bytes.into();
        (class.origin, class.module) = (origin, module);
        Ok(class)
    }
}

impl Method {
    /// Whether it has code exactly if its flags want some.
    fn fits_its_flags(&self) -> bool {
        self.has_code != (self.is(flags::ABSTRACT) || self.is(flags::NATIVE))
    }
}

pub(super) fn structure(bytes: &[u8]) -> Result<ClassFile> {
    let class = Class::new(bytes)?;
    let version = class.version();
    if version.major > NEWEST_MAJOR {
        let text = "its version is {}.{}: class files up to version {}.0 are read";
        let text = text.replacen("{}", &version.major.to_string(), 1);
        let text = text.replacen("{}", &version.minor.to_string(), 1);
        return Err(Flaw(text.replacen("{}", &NEWEST_MAJOR.to_string(), 1)));
    }
    if version.major < 45 {
        return Err(Flaw(format!("its version is {}, older than any Java", version.major)));
    }
    let pool = class.pool();
    let interfaces =
        class.interfaces().iter().map(|interface| class_name(pool, interface?)).collect::<Result<_>>()?;
    let fields = class.fields().iter().map(|each| field(pool, &each?)).collect::<Result<_>>()?;
    let methods = class.methods().iter().map(|each| method(pool, &each?)).collect::<Result<_>>()?;
    Ok(ClassFile {
        bytes: Source::from(Arc::from([])),
        module: None,
        origin: String::new(),
        made: None,
        major: version.major,
        flags: class.access_flags().bits(),
        name: class_name(pool, class.this_class())?,
        superclass: class.super_class().map(|index| class_name(pool, index)).transpose()?,
        interfaces,
        fields,
        methods,
        attributes: class_attributes(pool, &class.attributes())?,
    })
}

fn field(pool: &Pool<'_>, field: &noak::reader::Field<'_>) -> Result<Field> {
    let descriptor = text(pool.retrieve(field.descriptor())?);
    let mut read = Field {
        flags: field.access_flags().bits(),
        name: text(pool.retrieve(field.name())?),
        ty: FieldType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?,
        signature: None,
        constant: None,
        is_deprecated: false,
    };
    each_attribute(pool, &field.attributes(), |content| {
        match content {
            AttributeContent::Signature(signature) => {
                read.signature = Some(text(pool.retrieve(signature.signature())?));
            }
            AttributeContent::ConstantValue(value) => {
                read.constant = Some(item(pool, pool.get(value.value())?)?)
            }
            AttributeContent::Deprecated(_) => read.is_deprecated = true,
            _ => {}
        }
        Ok(())
    })?;
    Ok(read)
}

fn method(pool: &Pool<'_>, method: &noak::reader::Method<'_>) -> Result<Method> {
    let descriptor = text(pool.retrieve(method.descriptor())?);
    let mut read = Method {
        flags: method.access_flags().bits(),
        name: text(pool.retrieve(method.name())?),
        ty: MethodType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?,
        signature: None,
        exceptions: Vec::new(),
        parameters: Vec::new(),
        has_code: false,
        is_deprecated: false,
    };
    each_attribute(pool, &method.attributes(), |content| {
        match content {
            AttributeContent::Signature(signature) => {
                read.signature = Some(text(pool.retrieve(signature.signature())?));
            }
            AttributeContent::Exceptions(exceptions) => {
                read.exceptions = class_names(pool, &exceptions.exceptions())?;
            }
            AttributeContent::MethodParameters(parameters) => {
                for parameter in parameters.parameters().iter() {
                    let name = parameter?.name().map(|index| pool.retrieve(index)).transpose()?;
                    read.parameters.push(name.map(text));
                }
            }
            AttributeContent::Code(_) => read.has_code = true,
            AttributeContent::Deprecated(_) => read.is_deprecated = true,
            _ => {}
        }
        Ok(())
    })?;
    Ok(read)
}

fn class_attributes(pool: &Pool<'_>, list: &DecodeMany<'_, Attribute<'_>, u16>) -> Result<ClassAttributes> {
    let mut read = ClassAttributes::default();
    each_attribute(pool, list, |content| {
        match content {
            AttributeContent::SourceFile(file) => {
                read.source_file = Some(text(pool.retrieve(file.source_file())?));
            }
            AttributeContent::Signature(signature) => {
                read.signature = Some(text(pool.retrieve(signature.signature())?));
            }
            AttributeContent::NestHost(host) => read.nest_host = Some(class_name(pool, host.host_class())?),
            AttributeContent::NestMembers(members) => {
                read.nest_members = class_names(pool, &members.classes())?
            }
            AttributeContent::PermittedSubclasses(classes) => {
                read.permitted_subclasses = Some(class_names(pool, &classes.classes())?);
            }
            AttributeContent::Record(record) => read.record = Some(record_components(pool, &record)?),
            AttributeContent::InnerClasses(classes) => read.inner_classes = inner_classes(pool, &classes)?,
            AttributeContent::EnclosingMethod(enclosing) => {
                let method = enclosing.method().map(|index| pool.retrieve(index)).transpose()?;
                let method = method.map(|method| (text(method.name), text(method.descriptor)));
                read.enclosing = Some((class_name(pool, enclosing.class())?, method));
            }
            AttributeContent::BootstrapMethods(methods) => read.bootstraps = bootstraps(pool, &methods)?,
            AttributeContent::Deprecated(_) => read.is_deprecated = true,
            _ => {}
        }
        Ok(())
    })?;
    Ok(read)
}

fn record_components(pool: &Pool<'_>, record: &attributes::Record<'_>) -> Result<Vec<RecordComponent>> {
    let mut components = Vec::new();
    for component in record.components().iter() {
        let component = component?;
        let descriptor = text(pool.retrieve(component.descriptor())?);
        let mut signature = None;
        each_attribute(pool, &component.attributes(), |content| {
            if let AttributeContent::Signature(attribute) = content {
                signature = Some(text(pool.retrieve(attribute.signature())?));
            }
            Ok(())
        })?;
        components.push(RecordComponent {
            name: text(pool.retrieve(component.name())?),
            ty: FieldType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?,
            signature,
        });
    }
    Ok(components)
}

fn inner_classes(pool: &Pool<'_>, classes: &attributes::InnerClasses<'_>) -> Result<Vec<InnerClass>> {
    let mut read = Vec::new();
    for class in classes.classes().iter() {
        let class = class?;
        read.push(InnerClass {
            name: class_name(pool, class.inner_class())?,
            outer: class.outer_class().map(|index| class_name(pool, index)).transpose()?,
            simple_name: class.inner_name().map(|index| pool.retrieve(index)).transpose()?.map(text),
            flags: class.inner_access_flags().bits(),
        });
    }
    Ok(read)
}

fn bootstraps(pool: &Pool<'_>, methods: &attributes::BootstrapMethods<'_>) -> Result<Vec<Bootstrap>> {
    let mut read = Vec::new();
    for method in methods.methods().iter() {
        let method = method?;
        let handle = method_handle(pool, pool.get(method.method_ref())?)?;
        let arguments = method.arguments().iter().map(|index| item(pool, pool.get(index?)?));
        read.push(Bootstrap { method: handle, arguments: arguments.collect::<Result<_>>()? });
    }
    Ok(read)
}

/// The name of the attribute that [`each_attribute`] leaves out.
pub(super) const LINE_NUMBERS: &str = "LineNumberTable";

/// Calls `take` with the content of each attribute that the reader knows; others may be ignored (JVMS 4.7.1).
///
/// Tables of line numbers are left out: noak 0.7 reads their positions as four bytes instead of two.
pub(super) fn each_attribute<'a>(
    pool: &Pool<'a>,
    list: &DecodeMany<'a, Attribute<'a>, u16>,
    mut take: impl FnMut(AttributeContent<'a>) -> Result<()>,
) -> Result<()> {
    for attribute in list.iter() {
        let attribute = attribute?;
        if pool.retrieve(attribute.name())?.as_bytes() == LINE_NUMBERS.as_bytes() {
            continue;
        }
        match attribute.read_content(pool) {
            Ok(content) => take(content)?,
            Err(error) if error.kind() == noak::error::DecodeErrorKind::UnknownAttributeName => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// What an entry of the constant pool that can be loaded stands for.
pub(super) fn item(pool: &Pool<'_>, item: &cpool::Item<'_>) -> Result<Constant> {
    Ok(match item {
        cpool::Item::Integer(value) => Constant::Int(value.value),
        cpool::Item::Long(value) => Constant::Long(value.value),
        cpool::Item::Float(value) => Constant::Float(value.value),
        cpool::Item::Double(value) => Constant::Double(value.value),
        cpool::Item::String(string) => Constant::String(utf16(pool.retrieve(string.string)?)),
        cpool::Item::Class(class) => {
            let name = text(pool.retrieve(class.name)?);
            Constant::Class(FieldType::of_class_name(&name).ok_or_else(|| no_type(&name))?)
        }
        cpool::Item::MethodType(ty) => {
            let descriptor = text(pool.retrieve(ty.descriptor)?);
            Constant::MethodType(MethodType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?)
        }
        cpool::Item::MethodHandle(handle) => Constant::MethodHandle(method_handle(pool, handle)?),
        cpool::Item::Dynamic(dynamic) => {
            let member = pool.retrieve(dynamic.name_and_type)?;
            let descriptor = text(member.descriptor);
            Constant::Dynamic {
                bootstrap: dynamic.bootstrap_method_attr,
                name: text(member.name),
                ty: FieldType::parse(&descriptor).ok_or_else(|| no_type(&descriptor))?,
            }
        }
        _ => return Err("an entry of the constant pool is used as a constant that is none".into()),
    })
}

fn method_handle(pool: &Pool<'_>, handle: &cpool::MethodHandle<'_>) -> Result<MethodHandle> {
    let (class, member, is_interface) = member(pool, pool.get(handle.reference)?)?;
    let kind = match handle.kind {
        cpool::MethodKind::GetField => HandleKind::GetField,
        cpool::MethodKind::GetStatic => HandleKind::GetStatic,
        cpool::MethodKind::PutField => HandleKind::PutField,
        cpool::MethodKind::PutStatic => HandleKind::PutStatic,
        cpool::MethodKind::InvokeVirtual => HandleKind::InvokeVirtual,
        cpool::MethodKind::InvokeStatic => HandleKind::InvokeStatic,
        cpool::MethodKind::InvokeSpecial => HandleKind::InvokeSpecial,
        cpool::MethodKind::NewInvokeSpecial => HandleKind::NewInvokeSpecial,
        cpool::MethodKind::InvokeInterface => HandleKind::InvokeInterface,
    };
    Ok(MethodHandle { kind, class, name: member.0, descriptor: member.1, is_interface })
}

/// Class, name with descriptor, and whether the class is an interface, of a reference to a field or method.
pub(super) fn member(pool: &Pool<'_>, item: &cpool::Item<'_>) -> Result<(String, (String, String), bool)> {
    let (class, member, is_interface) = match item {
        cpool::Item::FieldRef(field) => (field.class, field.name_and_type, false),
        cpool::Item::MethodRef(method) => (method.class, method.name_and_type, false),
        cpool::Item::InterfaceMethodRef(method) => (method.class, method.name_and_type, true),
        _ => return Err("an entry of the constant pool is used as a member that is none".into()),
    };
    let member = pool.retrieve(member)?;
    Ok((class_name(pool, class)?, (text(member.name), text(member.descriptor)), is_interface))
}

pub(super) fn class_name<'a>(pool: &Pool<'a>, index: ClassRef<'a>) -> Result<String> {
    let name = text(pool.retrieve(index)?.name);
    if name.is_empty() { Err("a class has no name".into()) } else { Ok(name) }
}

fn class_names<'a>(pool: &Pool<'a>, list: &DecodeMany<'a, ClassRef<'a>, u16>) -> Result<Vec<String>> {
    list.iter().map(|index| class_name(pool, index?)).collect()
}

/// A name or descriptor; halves of surrogate pairs, which no compiler writes there, are replaced.
pub(super) fn text(string: &MStr) -> String {
    string.chars_lossy().collect()
}

/// A string as UTF-16 units, halves of pairs included.
fn utf16(string: &MStr) -> Vec<u16> {
    let mut units = Vec::with_capacity(string.len());
    for unit in string.chars() {
        match unit {
            Ok(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            Err(half) => units.push(half as u16),
        }
    }
    units
}

pub(super) fn no_type(descriptor: &str) -> Flaw {
    Flaw(format!("`{descriptor}` is no type"))
}
