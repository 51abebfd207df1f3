//! Class objects: one for each class, array type and primitive type, made when it is first asked for.

use crate::env::Env;
use std::sync::Arc;
use trine_frontend_jvm::class::{FieldType, flags};
use trine_machine::Stop;

const CLASS: &str = "java/lang/Class";

/// The descriptor of the class or array type that the JVM calls `name`.
pub fn descriptor_of(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}

impl Env<'_, '_> {
    /// The class object of the type with this descriptor; `V` has one, too.
    pub fn mirror(&mut self, descriptor: &str) -> Result<u64, Stop> {
        if let Some(&known) = self.vm.state.mirrors.get(descriptor) {
            return Ok(known);
        }
        let ty = FieldType::parse(descriptor);
        let mut component = 0;
        match &ty {
            Some(FieldType::Array(element)) => component = self.mirror(&element.to_string())?,
            Some(FieldType::Class(name)) => {
                self.load(name)?;
            }
            _ => {}
        }
        let mirror = self.new_object(CLASS)?;
        let key: Arc<str> = descriptor.into();
        self.vm.state.mirrors.insert(Arc::clone(&key), mirror);
        self.vm.state.mirrored.insert(mirror, key);
        self.set(mirror, CLASS, "componentType", component)?;
        if self.vm.has_field(CLASS, "modifiers") {
            let modifiers = self.modifiers(descriptor)?;
            self.set_small(mirror, CLASS, "modifiers", 2, u64::from(modifiers))?;
        }
        if self.vm.has_field(CLASS, "primitive") {
            let is_primitive = !matches!(ty, Some(FieldType::Class(_) | FieldType::Array(_)));
            self.set_small(mirror, CLASS, "primitive", 1, u64::from(is_primitive))?;
        }
        let module = self.vm.state.module;
        self.set(mirror, CLASS, "module", module)?;
        self.set_loader(mirror, descriptor)?;
        Ok(mirror)
    }

    /// Says in the class object of a class of the class path which loader it has.
    pub fn set_loader(&mut self, mirror: u64, descriptor: &str) -> Result<(), Stop> {
        let loader = self.vm.state.loader;
        let element = descriptor.trim_start_matches('[');
        if loader != 0
            && let Some(FieldType::Class(name)) = FieldType::parse(element)
            && self.is_of_class_path(&name)?
        {
            self.set(mirror, CLASS, "classLoader", loader)?;
        }
        Ok(())
    }

    /// Whether the class `name` comes from the class path, and not from the JDK.
    pub fn is_of_class_path(&mut self, name: &str) -> Result<bool, Stop> {
        let file = self.file(name)?;
        match &file.attributes.nest_host {
            Some(host) if file.is_made() => self.is_of_class_path(host),
            _ => Ok(file.module.is_none()),
        }
    }

    /// The class object of the class or array type that the JVM calls `name`.
    pub fn mirror_of_class(&mut self, name: &str) -> Result<u64, Stop> {
        self.mirror(&descriptor_of(name))
    }

    /// The class object of a type.
    pub fn mirror_of(&mut self, ty: &FieldType) -> Result<u64, Stop> {
        self.mirror(&ty.to_string())
    }

    /// Class objects of types, as an array.
    pub fn mirrors_of(&mut self, types: &[FieldType]) -> Result<u64, Stop> {
        let mirrors: Vec<u64> = types.iter().map(|ty| self.mirror_of(ty)).collect::<Result<_, _>>()?;
        self.new_references("[Ljava/lang/Class;", &mirrors)
    }

    /// The type that a class object stands for.
    pub fn descriptor(&self, mirror: u64) -> Result<Arc<str>, Stop> {
        if mirror == 0 {
            return Err(crate::env::null());
        }
        let known = self.vm.state.mirrored.get(&mirror).cloned();
        known.ok_or_else(|| Stop::Unsupported("a class object that nobody made".to_owned()))
    }

    /// The name that the JVM has for the class or array of a class object; `None` for primitive types.
    pub fn name_of_mirror(&self, mirror: u64) -> Result<Option<String>, Stop> {
        let descriptor = self.descriptor(mirror)?;
        Ok(FieldType::parse(&descriptor).and_then(|ty| ty.class_name()))
    }

    /// The modifiers of a type, as its class object tells them.
    pub fn modifiers(&mut self, descriptor: &str) -> Result<u16, Stop> {
        match FieldType::parse(descriptor) {
            Some(FieldType::Class(name)) => {
                let file = self.file(&name)?;
                let inner = file.attributes.inner_classes.iter().find(|inner| inner.name == name);
                // The bit of `synchronized` means something else in a class file.
                Ok(inner.map_or(file.flags, |inner| inner.flags) & !flags::SYNCHRONIZED)
            }
            Some(FieldType::Array(element)) => {
                let of_element = self.modifiers(&element.to_string())?;
                let kept = of_element & (flags::PUBLIC | flags::PRIVATE | flags::PROTECTED);
                Ok(kept | flags::FINAL | flags::ABSTRACT)
            }
            _ => Ok(flags::PUBLIC | flags::FINAL | flags::ABSTRACT),
        }
    }

    /// The superclass of a type, by the name the JVM has for it.
    pub fn superclass(&mut self, name: &str) -> Result<Option<String>, Stop> {
        if name.starts_with('[') {
            return Ok(Some("java/lang/Object".to_owned()));
        }
        let file = self.file(name)?;
        Ok(if file.is(flags::INTERFACE) { None } else { file.superclass.clone() })
    }
}
