//! Holds what the user wrote against the types of the program: do the paths exist, do ranges fit.

use super::path::{AccessPath, Step};
use super::{Mistake, Nullness, Preconditions, StatedLength, range_text};
use trine_base::nearest;
use trine_inputs::pairs::LengthUnit;
use trine_testcase::LeafRange;
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::types::{Enumerator, Field, TypeId, TypeKind};

/// Reads the preconditions of one function.
#[derive(Clone, Copy, Debug)]
pub struct Resolver<'a> {
    /// The program as its source names it.
    pub api: &'a ApiModel,
    /// The function.
    pub callable: CallableId,
}

/// What a path leads to: its type and, for a bit-field, the width.
type Target = (TypeId, Option<u32>);

impl Resolver<'_> {
    /// Adds that the value `path` is in `range`.
    ///
    /// # Errors
    /// When the path names no number, the range is none of its type, or contradicts another.
    pub fn range(&self, into: &mut Preconditions, path: &str, range: &str) -> Result<(), Mistake> {
        let (path, target) = self.resolve(path)?;
        into.add_range(path.clone(), self.range_at(&path, target, range)?)
    }

    /// Adds that the pointer `path` is never, or always, null.
    ///
    /// # Errors
    /// When the path names no pointer, or the opposite was stated.
    pub fn pointer(&self, into: &mut Preconditions, path: &str, nullness: Nullness) -> Result<(), Mistake> {
        let (path, (ty, _)) = self.resolve(path)?;
        if !matches!(self.api.types.kind(ty), TypeKind::Pointer(_)) {
            return Err(Mistake::new(
                format!("`{path}` is no pointer"),
                "only pointers are null or not; state values under `ranges`",
            ));
        }
        into.add_pointer(path, nullness)
    }

    /// Adds that `length` says how long what `pointer` points to is: `buffer` for its elements, `bytes of buffer`,
    /// `buffer - 1` for all elements but the last.
    ///
    /// # Errors
    /// When these are not an integer and a pointer, or the length has another pointer.
    pub fn length(&self, into: &mut Preconditions, length: &str, pointer: &str) -> Result<(), Mistake> {
        let (length, (ty, _)) = self.resolve(length)?;
        if !matches!(self.api.types.kind(ty), TypeKind::Int { .. } | TypeKind::Char { .. }) {
            let what = format!("`{length}` is no integer, and so no length");
            return Err(Mistake::new(what, "write `lengths = { LENGTH = \"POINTER\" }`"));
        }
        let (pointer, unit) = match (pointer.strip_prefix("bytes of "), pointer.strip_suffix("- 1")) {
            (Some(pointer), _) => (pointer.trim(), LengthUnit::Bytes),
            (None, Some(pointer)) => (pointer.trim(), LengthUnit::Characters),
            (None, None) => (pointer, LengthUnit::Elements),
        };
        let (pointer, (ty, _)) = self.resolve(pointer)?;
        let is_data = match self.api.types.kind(ty) {
            TypeKind::Pointer(pointee) => {
                !matches!(self.api.types.kind(*pointee), TypeKind::Function { .. } | TypeKind::Unsupported(_))
            }
            _ => false,
        };
        if !is_data {
            let what = format!("`{pointer}` is no pointer to data, and so has no length");
            return Err(Mistake::new(what, "write `lengths = { LENGTH = \"POINTER\" }`"));
        }
        into.add_length(StatedLength { length, pointer, unit })
    }

    /// The range of what a stub of `stub` returns.
    ///
    /// # Errors
    /// When it returns no number, or the range does not fit.
    pub fn returned(api: &ApiModel, stub: CallableId, range: &str) -> Result<LeafRange, Mistake> {
        let callable = &api.callables[stub];
        let resolver = Resolver { api, callable: stub };
        let text = format!("{}()", callable.name);
        let path = AccessPath::parse(&text).map_err(|what| Mistake::new(what, ""))?;
        resolver.range_at(&path, (callable.returns, None), range)
    }

    fn range_at(&self, path: &AccessPath, (ty, width): Target, range: &str) -> Result<LeafRange, Mistake> {
        let types = &self.api.types;
        let Some(kind) = types.leaf_kind(ty, width) else {
            let help = match types.kind(ty) {
                TypeKind::Pointer(_) => format!("state what it points to, as `*{path}` or `{path}->FIELD`"),
                TypeKind::Array { .. } => format!("state its elements, as `{path}[]`"),
                TypeKind::Record { .. } => format!("state its fields, as `{path}.FIELD`"),
                _ => "state ranges of integers, enumerations and floating-point numbers".to_owned(),
            };
            return Err(Mistake::new(format!("`{path}` is no number, and so has no range"), help));
        };
        let none: &[Enumerator] = &[];
        let enumerators = match types.kind(ty) {
            TypeKind::Enum { enumerators, .. } => enumerators,
            _ => none,
        };
        range_text::parse(range, &kind, enumerators)
            .map_err(|mistake| Mistake { what: format!("`{path}`: {}", mistake.what), ..mistake })
    }

    fn resolve(&self, text: &str) -> Result<(AccessPath, Target), Mistake> {
        let path = AccessPath::parse(text).map_err(|what| {
            Mistake::new(
                what,
                "write it as in C: `mode`, `packet->kind`, `*out`, `samples[]`, `read_sensor()`",
            )
        })?;
        let mut target = (self.root(path.root())?, None);
        for step in path.steps() {
            target = self.step(&path, target.0, step)?;
        }
        Ok((path, target))
    }

    fn root(&self, name: &str) -> Result<TypeId, Mistake> {
        let api = self.api;
        if let Some(stub) = name.strip_suffix("()") {
            let callable = api.callable_named(stub).map(|id| api.callables[id].returns);
            let names = api.callables.iter().map(|callable| callable.name.as_str());
            return callable.ok_or_else(|| {
                let help =
                    nearest(names, stub).map_or_else(String::new, |name| format!("did you mean `{name}()`?"));
                Mistake::new(format!("no function `{stub}` is declared in the given files"), help)
            });
        }
        let callable = &api.callables[self.callable];
        let parameters = callable.params.iter().enumerate();
        let named = parameters.map(|(position, parameter)| match parameter.name.as_str() {
            "" => (format!("arg{position}"), parameter.ty),
            name => (name.to_owned(), parameter.ty),
        });
        let globals = api.globals.iter().map(|global| (global.name.clone(), global.ty));
        let roots: Vec<(String, TypeId)> = named.chain(globals).collect();
        roots.iter().find(|(known, _)| known == name).map(|(_, ty)| *ty).ok_or_else(|| {
            let help = nearest(roots.iter().map(|(name, _)| name.as_str()), name);
            Mistake::new(
                format!("`{name}` is no parameter of `{}` and no global variable", callable.name),
                help.map_or_else(
                    || "the function has no parameters".to_owned(),
                    |name| format!("did you mean `{name}`?"),
                ),
            )
        })
    }

    fn step(&self, path: &AccessPath, ty: TypeId, step: &Step) -> Result<Target, Mistake> {
        let types = &self.api.types;
        match (step, types.kind(ty)) {
            (Step::Element(_), TypeKind::Pointer(element) | TypeKind::Array { element, .. }) => {
                Ok((*element, None))
            }
            (Step::Element(_), _) => Err(Mistake::new(
                format!("`{path}` goes through what is neither a pointer nor an array"),
                "write the path as C would: `.` for fields of an object, `->` for those behind a pointer",
            )),
            (Step::Field(name), TypeKind::Record { fields, .. }) => {
                let mut known = Vec::new();
                self.field(fields, name, &mut known).ok_or_else(|| {
                    let help = nearest(known.iter().copied(), name);
                    let help = help.map_or_else(String::new, |name| format!("did you mean `{name}`?"));
                    Mistake::new(format!("`{path}`: there is no field `{name}`"), help)
                })
            }
            (Step::Field(name), _) => Err(Mistake::new(
                format!("`{path}`: `{name}` is a field of what is no structure"),
                "write the path as C would: `.` for fields of an object, `->` for those behind a pointer",
            )),
        }
    }

    /// The field `name`, also of unnamed members; the names met on the way.
    fn field<'f>(&'f self, fields: &'f [Field], name: &str, known: &mut Vec<&'f str>) -> Option<Target> {
        for field in fields {
            match (&field.name, self.api.types.kind(field.ty)) {
                (Some(own), _) => {
                    if own == name {
                        return Some((field.ty, field.bit_width));
                    }
                    known.push(own);
                }
                (None, TypeKind::Record { fields, .. }) => {
                    if let Some(target) = self.field(fields, name, known) {
                        return Some(target);
                    }
                }
                (None, _) => {}
            }
        }
        None
    }
}
