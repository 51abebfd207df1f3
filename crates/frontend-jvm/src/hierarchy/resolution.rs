//! From a name in a class file to the field or method that it means (JVMS 5.4.3.2 to 5.4.3.4).

use super::dispatch::{is_selected_by_receiver, maximally_specific};
use super::member::{FieldId, MethodId};
use super::{ClassId, Hierarchy, LinkageError};
use crate::class::{Field, Method, flags};

impl Hierarchy {
    /// The field `id`.
    #[must_use]
    pub fn field(&self, id: FieldId) -> &Field {
        &self.class(id.class).file.fields[id.position]
    }

    /// The method `id`.
    #[must_use]
    pub fn method(&self, id: MethodId) -> &Method {
        &self.class(id.class).file.methods[id.position]
    }

    /// The field that `name` with `descriptor` means in `class`: its own, that of an interface, that of a superclass.
    ///
    /// # Errors
    /// [`LinkageError::NoField`].
    pub fn resolve_field(
        &self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Result<FieldId, LinkageError> {
        let mut next = Some(class);
        while let Some(id) = next {
            let here = self.class(id);
            for declaring in std::iter::once(id).chain(here.all_interfaces.iter().copied()) {
                let fields = &self.class(declaring).file.fields;
                let is_meant = |field: &Field| field.name == name && field.ty.to_string() == descriptor;
                if let Some(position) = fields.iter().position(is_meant) {
                    return Ok(FieldId { class: declaring, position });
                }
            }
            next = here.superclass;
        }
        Err(LinkageError::NoField(format!("{}.{name}:{descriptor}", self.class(class).name())))
    }

    /// The method that `name` with `descriptor` means in `class`, which may be an interface: its own, that of a
    /// superclass, or the most specific one of its interfaces.
    ///
    /// # Errors
    /// [`LinkageError::NoMethod`].
    pub fn resolve_method(
        &self,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Result<MethodId, LinkageError> {
        let mut next = Some(class);
        while let Some(id) = next {
            let here = self.class(id);
            if let Some(position) = here.file.method(name, descriptor) {
                // Of `Object`, interfaces have the public instance methods only.
                let method = &here.file.methods[position];
                let of_object = self.class(class).is_interface() && id != class;
                if !of_object || (method.is(flags::PUBLIC) && !method.is(flags::STATIC)) {
                    return Ok(MethodId { class: id, position });
                }
            }
            next = here.superclass;
        }
        maximally_specific(self, &self.class(class).all_interfaces, name, descriptor)
            .map(|(method, _)| method)
            .ok_or_else(|| LinkageError::NoMethod(format!("{}.{name}{descriptor}", self.class(class).name())))
    }

    /// The method that a call of `name` with `descriptor` runs on an instance of `class`, be it made through a class or
    /// through an interface (JVMS 5.4.6); `None` when there is none, or two defaults conflict. It may be abstract.
    #[must_use]
    pub fn select(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let dispatch = &self.class(class).dispatch;
        let entry = &dispatch.vtable[dispatch.slot(name, descriptor)?];
        (!entry.conflict).then_some(entry.method)
    }

    /// The methods of `interface` that calls through it select by the receiver, in the order of its file.
    pub fn interface_methods(&self, interface: ClassId) -> impl Iterator<Item = MethodId> {
        let methods = self.class(interface).file.methods.iter().enumerate();
        let selected = methods.filter(|(_, method)| is_selected_by_receiver(method));
        selected.map(move |(position, _)| MethodId { class: interface, position })
    }
}
