//! The class table in the form in which operations look things up.

use super::{Code, NOWHERE};
use trine_base::index::TypedIndex;
use trine_ir::{ClassId, ClassKind, Classes, FuncId};

/// A class.
#[derive(Clone, Debug)]
pub(crate) struct ClassCode {
    /// Of an array: bytes of an element; else 0.
    pub element_bytes: u32,
    /// Of an array of references: the class of what may be stored.
    pub element_class: Option<ClassId>,
    /// The class and all above it, by number.
    pub supertypes: Box<[ClassId]>,
    /// The superclasses and the class itself, the topmost first, with their initialisers.
    pub chain: Box<[(ClassId, Option<FuncId>)]>,
    /// Numbers of functions, `NOWHERE` for abstract methods.
    pub vtable: Box<[u32]>,
}

impl Code {
    /// Whether the program's tables have not grown since they were looked at.
    pub fn is_as_large_as_its_program(&self) -> bool {
        self.entries.len() == self.program.callables.len() && self.classes.len() == self.program.classes.len()
    }

    /// Makes room for what was added to the program's tables.
    pub fn follow_growth(&mut self) {
        let callables = self.program.callables.len();
        if self.entries.len() < callables {
            self.entries.resize(callables, super::ABSENT);
            self.slots.resize(callables, Box::default());
            self.edges.follow_growth(callables);
        }
        for position in self.classes.len()..self.program.classes.len() {
            let class = self.class_code(ClassId::from_position(position));
            self.classes.push(class);
        }
    }

    fn class_code(&self, id: ClassId) -> ClassCode {
        let class = &self.program.classes[id];
        let (element_bytes, element_class) = match class.kind {
            ClassKind::Array { element, class } => (element.store_size_bytes(), class),
            _ => (0, None),
        };
        let mut chain = vec![(id, class.initialiser)];
        let mut above = class.superclass;
        while let Some(superclass) = above.filter(|above| above.position() < id.position()) {
            let Some(class) = self.program.classes.get(superclass) else { break };
            chain.insert(0, (superclass, class.initialiser));
            above = class.superclass.filter(|next| next.position() < superclass.position());
        }
        ClassCode {
            element_bytes,
            element_class,
            supertypes: self.program.supertypes(id).into(),
            chain: chain.into(),
            vtable: class.vtable.iter().map(|method| method.map_or(NOWHERE, |function| function.0)).collect(),
        }
    }

    /// Whether every instance of the class numbered `sub` is one of `class`.
    #[inline]
    pub fn is_subclass(&self, sub: u32, class: ClassId) -> bool {
        if sub == class.0 {
            return true;
        }
        let known = self.classes.get(sub as usize);
        known.is_some_and(|known| known.supertypes.binary_search(&class).is_ok())
            || self.classes.get(class.position()).is_some_and(|class| class.element_class.is_some())
                && self.program.is_covariant(ClassId(sub), class)
    }

    /// The function that a call of method `method` of `interface` enters for an object of the class numbered `class`.
    #[cold]
    pub fn interface_method(&self, class: u32, interface: ClassId, method: u32) -> Option<FuncId> {
        let mut next = Some(ClassId(class));
        while let Some(id) = next {
            let class = self.program.classes.get(id)?;
            if let Some(function) = class.interface_method(interface, method) {
                return Some(function);
            }
            next = class.superclass.filter(|above| above.position() < id.position());
        }
        None
    }
}
