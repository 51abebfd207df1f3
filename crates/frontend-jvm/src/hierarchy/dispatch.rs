//! Which method a call selects: tables of a class by slot.
//!
//! The table of a class begins as that of its superclass. A method of the class takes the slots of the methods that it
//! overrides (JVMS 5.4.5), or a new one. Behind these stand slots for methods of its interfaces that no class in the
//! chain declares; they hold the maximally specific default method (JVMS 5.4.3.3) and are looked at again in every
//! subclass, which may name further interfaces. A call through an interface finds its slot by name and descriptor.

use super::member::MethodId;
use super::{Class, ClassId, Hierarchy};
use crate::class::{Method, flags};
use std::collections::HashMap;
use std::sync::Arc;

/// What a slot selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VtableEntry {
    /// Name and descriptor.
    pub signature: Arc<(String, String)>,
    /// The method, abstract or not.
    pub method: MethodId,
    /// Whether no class in the chain declares it, so that it comes from an interface.
    pub of_interface: bool,
    /// Whether two interfaces offer default methods, neither more specific: a call is an error.
    pub conflict: bool,
}

/// The tables of a class.
#[derive(Clone, Debug, Default)]
pub struct Dispatch {
    /// Methods by slot; empty for interfaces.
    pub vtable: Vec<VtableEntry>,
    /// The last slot with a name and descriptor: a method that a package hides can share both with another.
    slots: HashMap<Arc<(String, String)>, usize>,
}

impl Dispatch {
    /// The slot that a method with `name` and `descriptor` has in this class.
    #[must_use]
    pub fn slot(&self, name: &str, descriptor: &str) -> Option<usize> {
        // The key must be owned to be looked up; calls are resolved once a site.
        self.slots.get(&(name.to_owned(), descriptor.to_owned())).copied()
    }

    /// The tables of the class `id`, whose superclass and interfaces are in `hierarchy` while it is not yet.
    pub(super) fn new(hierarchy: &Hierarchy, id: ClassId, class: &Class) -> Self {
        if class.is_interface() {
            return Self::default();
        }
        let mut dispatch =
            class.superclass.map_or_else(Self::default, |above| hierarchy.class(above).dispatch.clone());
        for (position, method) in class.file.methods.iter().enumerate() {
            if is_selected_by_receiver(method) {
                dispatch.declare(hierarchy, class, MethodId { class: id, position }, method);
            }
        }
        dispatch.fill_from_interfaces(hierarchy, class);
        dispatch
    }

    /// Puts a method of the class into the slots that it overrides, or into a new one.
    fn declare(&mut self, hierarchy: &Hierarchy, class: &Class, id: MethodId, method: &Method) {
        let signature = (method.name.clone(), method.ty.descriptor());
        let mut overrides = false;
        if self.slots.contains_key(&signature) {
            for entry in self.vtable.iter_mut().filter(|entry| *entry.signature == signature) {
                let above = entry.method.in_hierarchy(hierarchy);
                let hidden = above.is_some_and(|(declaring, above)| !is_overridden(class, declaring, above));
                if !hidden {
                    (entry.method, entry.of_interface, entry.conflict) = (id, false, false);
                    overrides = true;
                }
            }
        }
        if !overrides {
            self.push(VtableEntry {
                signature: Arc::new(signature),
                method: id,
                of_interface: false,
                conflict: false,
            });
        }
    }

    fn push(&mut self, entry: VtableEntry) {
        self.slots.insert(Arc::clone(&entry.signature), self.vtable.len());
        self.vtable.push(entry);
    }

    /// Slots for methods of interfaces that no class declares, with the default method that each has in this class.
    fn fill_from_interfaces(&mut self, hierarchy: &Hierarchy, class: &Class) {
        for &interface in &class.all_interfaces {
            let file = &hierarchy.class(interface).file;
            for (position, method) in file.methods.iter().enumerate() {
                let signature = (method.name.clone(), method.ty.descriptor());
                if is_selected_by_receiver(method) && !self.slots.contains_key(&signature) {
                    let method = MethodId { class: interface, position };
                    let signature = Arc::new(signature);
                    self.push(VtableEntry { signature, method, of_interface: true, conflict: false });
                }
            }
        }
        for entry in self.vtable.iter_mut().filter(|entry| entry.of_interface) {
            let (name, descriptor) = &*entry.signature;
            if let Some((method, conflict)) =
                maximally_specific(hierarchy, &class.all_interfaces, name, descriptor)
            {
                (entry.method, entry.conflict) = (method, conflict);
            }
        }
    }
}

/// Whether calls of `method` look at the class of the receiver.
pub(super) fn is_selected_by_receiver(method: &Method) -> bool {
    !method.is(flags::STATIC) && !method.is(flags::PRIVATE) && !method.name.starts_with('<')
}

/// Whether a method of `class` overrides `above`, which `declaring` declares, both having one name and descriptor
/// (JVMS 5.4.5, without the transitive case, which [`Dispatch::declare`] gets by going through all slots).
fn is_overridden(class: &Class, declaring: &Class, above: &Method) -> bool {
    above.is(flags::PUBLIC | flags::PROTECTED) || declaring.file.package() == class.file.package()
}

/// Among the methods `name` that `interfaces` declare, one that no other of them overrides, and whether there is more
/// than one with code; a method with code goes before one without.
pub(super) fn maximally_specific(
    hierarchy: &Hierarchy,
    interfaces: &[ClassId],
    name: &str,
    descriptor: &str,
) -> Option<(MethodId, bool)> {
    let declared = |&class: &ClassId| {
        let file = &hierarchy.class(class).file;
        let position = file.method(name, descriptor)?;
        is_selected_by_receiver(&file.methods[position]).then_some(MethodId { class, position })
    };
    let candidates: Vec<MethodId> = interfaces.iter().filter_map(declared).collect();
    let is_hidden = |method: &MethodId| {
        let extends = |other: &MethodId| hierarchy.class(other.class).all_interfaces.contains(&method.class);
        candidates.iter().any(extends)
    };
    let mut specific = candidates.iter().filter(|method| !is_hidden(method));
    let has_code = |method: &&MethodId| hierarchy.class(method.class).file.methods[method.position].has_code;
    let first = *specific.clone().next()?;
    let mut with_code = specific.by_ref().filter(has_code);
    let chosen = with_code.next().copied();
    Some((chosen.unwrap_or(first), with_code.next().is_some()))
}
