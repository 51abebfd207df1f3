//! What a test body can name: its objects, the unit's globals and functions; and how places and
//! pointers in them are written.

use crate::c::declarator::Declarators;
use crate::c::names::Names;
use std::collections::BTreeMap;
use thiserror::Error;
use trine_testcase::{
    ApiModel, CallableId, GlobalVariableId, Linkage, Place, PlaceRoot, PlaceStep, PointerValue, TypeId,
    TypeKind, TypeTable, Variable,
};

/// Why a test cannot be written in C.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Unwritable(pub String);

/// The new name of the unit's own `main`.
pub const RENAMED_MAIN: &str = "trine_unit_main";

/// How an object is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As a plain variable.
    Plain,
    /// As an array of this many elements.
    Array(u32),
    /// As a plain variable, although the test case has an array of one element.
    Single,
}

/// An object of the test.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: String,
    /// Type of the variable, or of an element.
    pub ty: TypeId,
    /// How it is declared.
    pub shape: Shape,
    /// Whether it lies on the heap: the name is that of a pointer to it.
    pub heap: bool,
}

/// What a test body can name.
pub struct Scope<'a> {
    /// The API model.
    pub api: &'a ApiModel,
    /// Path of the unit under test, as the API model has it.
    pub unit: &'a str,
    /// Its objects.
    pub locals: BTreeMap<Variable, Local>,
    /// Names of its streams.
    pub streams: BTreeMap<Variable, String>,
    /// Names in use.
    pub names: Names,
}

/// A place as written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The expression.
    pub text: String,
    /// Its type; of a counted array as a whole, that of an element.
    pub ty: TypeId,
    /// Whether it is a counted array as a whole.
    pub whole_array: bool,
}

impl<'a> Scope<'a> {
    /// Types of the model.
    #[must_use]
    pub fn types(&self) -> &'a TypeTable {
        &self.api.types
    }

    /// The writer of types.
    #[must_use]
    pub fn declarators(&self) -> Declarators<'a> {
        Declarators::new(self.api)
    }

    /// The name by which the test file calls `callable`.
    ///
    /// # Errors
    /// When it is file-local to another file.
    pub fn callable(&self, callable: CallableId) -> Result<&'a str, Unwritable> {
        let callable = &self.api.callables[callable];
        if callable.linkage == Linkage::Internal && callable.unit != self.unit {
            return Err(unreachable_name(&callable.name, &callable.unit));
        }
        Ok(if callable.name == "main" { RENAMED_MAIN } else { &callable.name })
    }

    /// The name by which the test file knows `global`.
    ///
    /// # Errors
    /// When it is file-local to another file.
    pub fn global(&self, global: GlobalVariableId) -> Result<&'a str, Unwritable> {
        let global = &self.api.globals[global];
        if global.linkage == Linkage::Internal && global.unit != self.unit {
            return Err(unreachable_name(&global.name, &global.unit));
        }
        Ok(&global.name)
    }

    /// `global` as an expression of the type that the API model gives it.
    fn global_object(&self, global: GlobalVariableId) -> Result<String, Unwritable> {
        let name = self.global(global)?;
        let by_address = self.api.globals[global].seen_as_bytes;
        Ok(if by_address { format!("((unsigned char *)&{name})") } else { name.to_owned() })
    }

    /// The object behind `variable`.
    ///
    /// # Errors
    /// When the test case is malformed.
    pub fn local(&self, variable: Variable) -> Result<&Local, Unwritable> {
        self.locals.get(&variable).ok_or_else(|| Unwritable(format!("{variable} is not an object")))
    }

    /// `place` as an expression.
    ///
    /// # Errors
    /// When a step does not fit its type, or a name is out of reach.
    pub fn place(&self, place: &Place) -> Result<Written, Unwritable> {
        let (mut written, steps) = self.root(place)?;
        for step in steps {
            written = self.step(written, *step)?;
        }
        Ok(written)
    }

    fn root<'p>(&self, place: &'p Place) -> Result<(Written, &'p [PlaceStep]), Unwritable> {
        let mut steps = place.steps.as_slice();
        let (text, ty, whole_array) = match place.root {
            PlaceRoot::Global(id) => (self.global_object(id)?, self.api.globals[id].ty, false),
            PlaceRoot::Variable(variable) => {
                let local = self.local(variable)?;
                let is_array = matches!(local.shape, Shape::Array(_));
                let mut text =
                    if local.heap && !is_array { format!("(*{})", local.name) } else { local.name.clone() };
                if let (Shape::Single, [PlaceStep::Index(index), rest @ ..]) = (local.shape, steps) {
                    steps = rest;
                    if *index > 0 {
                        text = format!("(&{text})[{index}]");
                    }
                }
                (text, local.ty, is_array)
            }
        };
        Ok((Written { text, ty, whole_array }, steps))
    }

    /// One step down from `from`.
    ///
    /// # Errors
    /// When the step does not fit the type.
    pub fn step(&self, from: Written, step: PlaceStep) -> Result<Written, Unwritable> {
        let Written { text, ty, whole_array } = from;
        let plain = |text, ty| Written { text, ty, whole_array: false };
        match (step, self.types().kind(ty)) {
            (PlaceStep::Index(index), _) if whole_array => Ok(plain(format!("{text}[{index}]"), ty)),
            (PlaceStep::Index(index), TypeKind::Array { element, .. }) => {
                Ok(plain(format!("{text}[{index}]"), *element))
            }
            (PlaceStep::Field(field), TypeKind::Record { fields, .. }) => {
                let field = fields.get(field as usize).ok_or_else(|| bad_step(&text))?;
                match &field.name {
                    Some(name) => Ok(plain(member(&text, name), field.ty)),
                    None => Ok(plain(text, field.ty)),
                }
            }
            _ => Err(bad_step(&text)),
        }
    }

    /// The part at `steps` of the array that `pointer` points to, one element or more.
    ///
    /// # Errors
    /// When a step does not fit its type.
    pub fn behind(&self, pointer: Written, steps: &[PlaceStep]) -> Result<Written, Unwritable> {
        let (TypeKind::Pointer(element), Some((PlaceStep::Index(index), steps))) =
            (self.types().kind(pointer.ty), steps.split_first())
        else {
            return Err(bad_step(&pointer.text));
        };
        let is_record = matches!(self.types().kind(*element), TypeKind::Record { .. });
        let text = match index {
            0 if is_record => format!("(*{})", pointer.text),
            _ => format!("{}[{index}]", pointer.text),
        };
        let element = Written { text, ty: *element, whole_array: false };
        steps.iter().try_fold(element, |written, step| self.step(written, *step))
    }

    /// `value` as an expression, for a place of pointer type `wanted` where that is known.
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn pointer(&self, value: &PointerValue, wanted: Option<TypeId>) -> Result<String, Unwritable> {
        match value {
            PointerValue::Null => Ok("NULL".to_owned()),
            PointerValue::Function(callable) => Ok(self.callable(*callable)?.to_owned()),
            PointerValue::Stream(variable) => self
                .streams
                .get(variable)
                .cloned()
                .ok_or_else(|| Unwritable(format!("{variable} is not a stream"))),
            PointerValue::To(place) => self.address(place, wanted),
        }
    }

    fn address(&self, place: &Place, wanted: Option<TypeId>) -> Result<String, Unwritable> {
        let pointee = wanted.and_then(|wanted| match self.types().kind(wanted) {
            TypeKind::Pointer(target) => Some(*target),
            _ => None,
        });
        let (text, ty) = self.decayed(place, pointee)?;
        match (wanted, pointee) {
            (Some(wanted), Some(pointee)) if !self.converts(ty, pointee) => Ok(format!(
                "({}){text}",
                self.declarators().cast_to(self.declarators().without_const(wanted))
            )),
            _ => Ok(text),
        }
    }

    /// The address of `place` and the type it points to; the first element of an array is
    /// written as the array.
    fn decayed(&self, place: &Place, pointee: Option<TypeId>) -> Result<(String, TypeId), Unwritable> {
        let written = self.place(place)?;
        if written.whole_array {
            return Ok((written.text, written.ty));
        }
        if let (Some(PlaceStep::Index(0)), true) = (place.steps.last(), written.text.ends_with("[0]")) {
            let text = &written.text[..written.text.len() - "[0]".len()];
            return Ok((text.to_owned(), written.ty));
        }
        let wants_array = pointee.is_some_and(|ty| matches!(self.types().kind(ty), TypeKind::Array { .. }));
        match self.types().kind(written.ty) {
            TypeKind::Array { element, .. } if !wants_array => Ok((written.text, *element)),
            _ => match pointer_to(&written.text) {
                Some(pointer) => Ok((pointer.to_owned(), written.ty)),
                None => Ok((format!("&{}", written.text), written.ty)),
            },
        }
    }

    /// Whether a pointer to `from` converts silently to a pointer to `to`.
    fn converts(&self, from: TypeId, to: TypeId) -> bool {
        let types = self.types();
        let (from, to) = (types.resolve(from), types.resolve(to));
        if from == to {
            return true;
        }
        match (&types.types[from].kind, &types.types[to].kind) {
            (_, TypeKind::Void) => true,
            (
                TypeKind::Int { name: a, .. }
                | TypeKind::Char { name: a, .. }
                | TypeKind::Float { name: a, .. },
                TypeKind::Int { name: b, .. }
                | TypeKind::Char { name: b, .. }
                | TypeKind::Float { name: b, .. },
            ) => a == b,
            (TypeKind::Bool, TypeKind::Bool) => true,
            (TypeKind::Record { tag: Some(a), .. }, TypeKind::Record { tag: Some(b), .. })
            | (TypeKind::Enum { tag: Some(a), .. }, TypeKind::Enum { tag: Some(b), .. }) => a == b,
            (TypeKind::Pointer(a), TypeKind::Pointer(b)) => {
                types.resolve(*a) == types.resolve(*b)
                    || self.converts(*a, *b) && !matches!(types.kind(*b), TypeKind::Void)
            }
            (TypeKind::Array { element: a, length: m }, TypeKind::Array { element: b, length: n }) => {
                (m == n || n.is_none()) && self.converts(*a, *b)
            }
            _ => false,
        }
    }
}

/// The pointer `p` of `(*p)`.
fn pointer_to(text: &str) -> Option<&str> {
    let pointer = text.strip_prefix("(*")?.strip_suffix(')')?;
    let names = |c: char| c.is_ascii_alphanumeric() || "_->.[]".contains(c);
    pointer.chars().all(names).then_some(pointer)
}

/// The member `name` of `text`.
fn member(text: &str, name: &str) -> String {
    match pointer_to(text) {
        Some(pointer) => format!("{pointer}->{name}"),
        None => format!("{text}.{name}"),
    }
}

fn unreachable_name(name: &str, unit: &str) -> Unwritable {
    Unwritable(format!("`{name}` is static in `{unit}`, another file"))
}

fn bad_step(text: &str) -> Unwritable {
    Unwritable(format!("a step below `{text}` does not fit its type"))
}
