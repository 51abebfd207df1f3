//! What classes tell of the calls that they make, so that sequences of calls can be carved out of tests.
//!
//! A class that is to be carved calls a function of the runtime before each call of a method of another class, and one behind it; the
//! value of a static field is told, too. Calls among these classes, and of test frameworks, are not told.
//!
//! | name behind `trine.java.carve.` | what is passed |
//! |---|---|
//! | `call:CLASS.NAME(TYPES)RESULT` | receiver (for `<init>` the object that is made), then arguments |
//! | `static:CLASS.NAME(TYPES)RESULT` | arguments |
//! | `gave:TYPE` | the result of the last call told, or the object that was made; nothing for `V` |
//! | `constant:CLASS.NAME` | the object in a static field |
//!
//! Source: Elbaum, Chin, Dwyer and Dokulil, FSE 2006 (carving).

use super::body::Builder;
use super::{declare, runtime};
use crate::class::{FieldType, InvokeKind, MethodType};
use crate::hierarchy::{FieldId, MethodId};
use trine_ir::{Callee, Op, Type, Value};

/// What names of these functions begin with, behind [`runtime::PREFIX`].
pub const PREFIX: &str = "carve.";

/// Packages of what runs tests and checks results.
const FRAMEWORKS: [&str; 9] = [
    "com/google/common/truth/",
    "junit/",
    "mockit/",
    "org/assertj/",
    "org/easymock/",
    "org/hamcrest/",
    "org/junit/",
    "org/mockito/",
    "org/testng/",
];

impl Builder<'_> {
    /// Tells of a call of `method` that comes next; whether it was told.
    pub(super) fn tell_call(
        &mut self,
        method: MethodId,
        kind: InvokeKind,
        ty: &MethodType,
        args: &[Value],
    ) -> bool {
        if !self.is_carved() {
            return false;
        }
        let callee = &self.hierarchy.class(method.class).file;
        if callee.is_made() || !self.is_told_of(&callee.name) {
            return false;
        }
        let receiver = (kind != InvokeKind::Static).then_some(Type::Ptr);
        let how = if receiver.is_some() { "call" } else { "static" };
        let name = format!("{how}:{}.{}{}", callee.name, self.hierarchy.method(method).name, ty.descriptor());
        let params: Vec<Type> =
            receiver.into_iter().chain(ty.parameters.iter().map(declare::register_of)).collect();
        self.tell(&name, &params, args.to_vec());
        true
    }

    /// Tells what the last call gave that was told.
    pub(super) fn tell_result(&mut self, given: Option<(Value, FieldType)>) {
        match given {
            Some((value, ty)) => {
                self.tell(&format!("gave:{ty}"), &[declare::register_of(&ty)], vec![value]);
            }
            None => self.tell("gave:V", &[], Vec::new()),
        }
    }

    /// Tells the value of a static field that was read.
    pub(super) fn tell_constant(&mut self, field: FieldId, value: Value) {
        let class = &self.hierarchy.class(field.class).file.name;
        let declared = self.hierarchy.field(field);
        if !self.is_carved() || !self.is_told_of(class) || matches!(declared.ty, FieldType::Base(_)) {
            return;
        }
        let name = format!("constant:{class}.{}", declared.name);
        self.tell(&name, &[Type::Ptr], vec![value]);
    }

    fn is_carved(&self) -> bool {
        let name = &self.hierarchy.class(self.method.class).file.name;
        self.hierarchy.is_carved(name) && !is_framework(name)
    }

    fn is_told_of(&self, class: &str) -> bool {
        !self.hierarchy.is_carved(class) && !is_framework(class)
    }

    fn tell(&mut self, name: &str, params: &[Type], args: Vec<Value>) {
        let function = runtime::declare(self.tables, &format!("{PREFIX}{name}"), params, None, false);
        self.emit_effect(Op::Call { callee: Callee::Direct(function), args });
    }
}

fn is_framework(class: &str) -> bool {
    FRAMEWORKS.iter().any(|package| class.starts_with(package))
}
