//! Invariants 8 and 9: the class table, and what functions say of it.
//!
//! Of the table:
//!
//! - a class follows its superclass and its interfaces in the table, so no class is above itself;
//! - the superclass is no interface and no array; interfaces are interfaces;
//! - an object holds the header, the fields of the superclass, and its own fields behind these, inside its size and
//!   apart from each other; an interface has no fields;
//! - elements of arrays have 1, 2, 4 or 8 bytes; only references have a class;
//! - a virtual method takes its object first; a subclass keeps the positions and types of its superclass's methods;
//! - a table of interface methods belongs to an interface of the class and has all its methods, of the same types;
//!   a class with objects has one for each of its interfaces;
//! - an initialiser takes and returns nothing;
//! - a raiser exists, returns nothing and takes integers of at most 64 bits and pointers; a fault has one raiser.

use super::Report;
use super::objects::is_element;
use crate::function::Function;
use crate::ids::ClassId;
use crate::ids::FuncId;
use crate::instruction::{Callee, Op};
use crate::objects::{Class, ClassKind, Classes, HEADER_BYTES, ObjectOp};
use crate::program::Tables;
use crate::types::{Signature, Type};
use std::sync::Arc;

/// What is wrong with the table, one sentence each.
pub(super) fn check(tables: &Tables) -> Vec<String> {
    let mut checker = Checker { tables, messages: Vec::new() };
    for (id, class) in tables.classes.iter_enumerated() {
        if checker.hierarchy(id, class) {
            checker.layout(id, class);
            checker.methods(id, class);
        }
    }
    checker.raisers();
    checker.messages
}

struct Checker<'t> {
    tables: &'t Tables,
    messages: Vec<String>,
}

impl<'t> Checker<'t> {
    fn ensure(&mut self, holds: bool, message: impl FnOnce() -> String) -> bool {
        if !holds {
            self.messages.push(message());
        }
        holds
    }

    fn kind(&self, id: ClassId) -> Option<ClassKind> {
        self.tables.classes.get(id).map(|class| class.kind)
    }

    /// Whether the class stands where it may, below what it may; the other rules build on that.
    fn hierarchy(&mut self, id: ClassId, class: &Class) -> bool {
        let mut good = true;
        for &above in class.superclass.iter().chain(&class.interfaces) {
            good &= self.ensure(above < id, || format!("{id} stands before {above}, which it extends"));
        }
        if let Some(superclass) = class.superclass.filter(|_| good) {
            let instance = matches!(self.kind(superclass), Some(ClassKind::Instance { .. }));
            good &= self.ensure(instance, || format!("{id} extends {superclass}, which has no objects"));
        }
        for &interface in class.interfaces.iter().filter(|_| good) {
            let is_one = matches!(self.kind(interface), Some(ClassKind::Interface));
            self.ensure(is_one, || format!("{id} implements {interface}, which is no interface"));
        }
        good
    }

    fn layout(&mut self, id: ClassId, class: &Class) {
        match class.kind {
            ClassKind::Instance { size_bytes } => {
                let above = class.superclass.and_then(|superclass| match self.kind(superclass) {
                    Some(ClassKind::Instance { size_bytes }) => Some(u64::from(size_bytes)),
                    _ => None,
                });
                let first = above.unwrap_or(HEADER_BYTES);
                self.ensure(u64::from(size_bytes) >= first, || {
                    format!("{id} has objects of {size_bytes} bytes, less than the {first} above it")
                });
                self.fields(id, class, first, u64::from(size_bytes));
            }
            ClassKind::Interface => {
                self.ensure(class.fields.is_empty(), || format!("the interface {id} has fields"));
            }
            ClassKind::Array { element, class: of } => {
                self.ensure(is_element(element), || format!("{id} has elements of type {element}"));
                self.ensure(of.is_none() || element == Type::Ptr, || {
                    format!("{id} has elements of type {element} and of a class")
                });
                if let Some(of) = of {
                    self.ensure(of < id, || format!("{id} stands before {of}, which its elements are"));
                }
            }
        }
    }

    fn fields(&mut self, id: ClassId, class: &Class, first: u64, size: u64) {
        let extent = |field: &crate::objects::Field| {
            let start = u64::from(field.offset);
            (start, start + u64::from(field.ty.store_size_bytes()))
        };
        for (position, field) in class.fields.iter().enumerate() {
            let (start, end) = extent(field);
            self.ensure(start >= first && end <= size, || {
                format!(
                    "the field {} of {id} lies at {start} to {end}, outside of {first} to {size}",
                    field.name
                )
            });
            for other in &class.fields[..position] {
                let (from, to) = extent(other);
                self.ensure(end <= from || to <= start, || {
                    format!("the fields {} and {} of {id} overlap", other.name, field.name)
                });
            }
        }
    }

    fn methods(&mut self, id: ClassId, class: &Class) {
        // An interface has a table of its own methods only.
        let of_class = class.superclass.filter(|_| class.kind != ClassKind::Interface);
        let inherited = of_class.and_then(|superclass| self.tables.classes.get(superclass));
        let above = inherited.map_or(&[][..], |class| &class.vtable);
        self.ensure(class.vtable.len() >= above.len(), || {
            format!("{id} has {} virtual methods, its superclass {}", class.vtable.len(), above.len())
        });
        for (slot, &function) in class.vtable.iter().enumerate() {
            let overridden = above.get(slot).copied().flatten();
            self.method(id, function, overridden, || format!("virtual method {slot} of {id}"));
        }
        for (interface, functions) in &class.itables {
            let supertypes = self.tables.supertypes(id);
            if !self.ensure(supertypes.contains(interface), || {
                format!("{id} has methods of {interface}, which it does not implement")
            }) {
                continue;
            }
            let declared = self.tables.classes.get(*interface).map_or(&[][..], |class| &class.vtable);
            self.ensure(declared.len() == functions.len(), || {
                format!("{id} has {} methods of {interface}, which has {}", functions.len(), declared.len())
            });
            for (method, &function) in functions.iter().enumerate() {
                let default = declared.get(method).copied().flatten();
                self.method(id, function, default, || format!("method {method} of {interface} in {id}"));
            }
        }
        if matches!(class.kind, ClassKind::Instance { .. }) {
            for interface in self.tables.supertypes(id) {
                let methods = self.tables.classes.get(interface).map_or(0, |class| class.vtable.len());
                let is_interface = matches!(self.kind(interface), Some(ClassKind::Interface)) && methods > 0;
                let listed = class.itables.iter().any(|(known, _)| *known == interface);
                self.ensure(!is_interface || listed, || format!("{id} has no methods of {interface}"));
            }
        }
        if let Some(initialiser) = class.initialiser {
            let fits =
                self.signature(initialiser).is_some_and(|s| s.params.is_empty() && s.returns.is_empty());
            self.ensure(fits, || {
                format!("the initialiser {initialiser} of {id} is no function without parameters")
            });
        }
    }

    fn method(
        &mut self,
        id: ClassId,
        function: Option<FuncId>,
        overridden: Option<FuncId>,
        what: impl Fn() -> String,
    ) {
        let _ = id;
        let Some(function) = function else { return };
        let Some(signature) = self.signature(function) else {
            self.messages.push(format!("{}: {function} does not exist", what()));
            return;
        };
        let takes_object = signature.params.first().map(|param| param.ty) == Some(Type::Ptr);
        self.ensure(takes_object, || format!("{}: {function} does not take an object first", what()));
        if let Some(above) = overridden.and_then(|above| self.signature(above)) {
            self.ensure(above == signature, || {
                format!("{}: {function} is {signature}, what it overrides is {above}", what())
            });
        }
    }

    fn signature(&self, function: FuncId) -> Option<&'t Signature> {
        self.tables.callables.get(function).map(|callable| &callable.signature)
    }

    fn raisers(&mut self) {
        let raisers = Arc::clone(&self.tables.raisers);
        for (position, raiser) in raisers.iter().enumerate() {
            let (name, function) = (raiser.fault.name(), raiser.function);
            let simple = |ty: Type| matches!(ty, Type::Int(bits) if bits <= 64) || ty == Type::Ptr;
            let fits = self.signature(function).is_some_and(|signature| {
                signature.returns.is_empty() && signature.params.iter().all(|param| simple(param.ty))
            });
            self.ensure(fits, || {
                format!(
                    "the raiser {function} of {name} is no function of integers and pointers without result"
                )
            });
            let again = raisers[..position].iter().any(|other| other.fault == raiser.fault);
            self.ensure(!again, || format!("{name} has two raisers"));
        }
    }
}

/// What the instructions of `function` say of classes fits `tables`.
pub(super) fn check_uses(function: &Function, tables: &Tables, report: &mut Report) {
    for (block, data) in function.blocks.iter_enumerated() {
        for (position, inst) in data.insts.iter().enumerate() {
            report.at(block, Some(position));
            let result = match &inst.op {
                Op::Object(op, _) => check_object(*op, tables),
                Op::Call { callee, .. } => check_callee(callee, tables),
                _ => Ok(()),
            };
            if let Err(message) = result {
                report.add(message);
            }
        }
    }
}

fn check_object(op: ObjectOp, tables: &Tables) -> Result<(), String> {
    let Some(id) = op.class() else { return Ok(()) };
    let Some(class) = tables.classes.get(id) else { return Err(format!("{id} does not exist")) };
    match (op, class.kind) {
        (ObjectOp::New(_), ClassKind::Interface | ClassKind::Array { .. }) => {
            Err(format!("object.new of {id}, which is no class with objects"))
        }
        (ObjectOp::NewArray(_), ClassKind::Interface | ClassKind::Instance { .. }) => {
            Err(format!("object.new_array of {id}, which is no class of arrays"))
        }
        _ => Ok(()),
    }
}

fn check_callee(callee: &Callee, tables: &Tables) -> Result<(), String> {
    let (id, position, signature, interface) = match callee {
        Callee::Virtual { class, slot, signature } => (*class, *slot, signature, false),
        Callee::Interface { interface, method, signature } => (*interface, *method, signature, true),
        Callee::Direct(_) | Callee::Indirect(..) => return Ok(()),
    };
    let Some(class) = tables.classes.get(id) else { return Err(format!("{id} does not exist")) };
    if matches!(class.kind, ClassKind::Interface) != interface {
        let what = if interface { "no interface" } else { "an interface" };
        return Err(format!("a method of {id} is called, which is {what}"));
    }
    let Some(method) = class.vtable.get(position as usize) else {
        return Err(format!("{id} has no method {position}"));
    };
    // What implements an abstract method is seen at other classes.
    let known = method.or_else(|| tables.overriders(id, position).into_iter().next());
    match known.and_then(|function| tables.callables.get(function)) {
        Some(callable) if callable.signature != **signature => {
            Err(format!("method {position} of {id} is {}, not {signature}", callable.signature))
        }
        _ => Ok(()),
    }
}
