//! Declarators: C's types, written around the name they declare.
//!
//! The rule is C's own: a declaration looks like the use. The declarator grows from the name
//! outwards (`*` to the left, `[n]` and `(…)` to the right, parentheses where a pointer meets
//! either), until a type with a name of its own ends it.

use std::collections::BTreeSet;
use trine_testcase::{ApiModel, RecordKind, TypeId, TypeKind, TypeTable};

/// How tags of our own begin; the number of the type follows.
const OWN_TAG: &str = "trine_record_";

/// Writes the types of one API model.
#[derive(Clone, Copy)]
pub struct Declarators<'a> {
    api: &'a ApiModel,
}

impl<'a> Declarators<'a> {
    /// For the types of `api`.
    #[must_use]
    pub fn new(api: &'a ApiModel) -> Self {
        Self { api }
    }

    fn types(&self) -> &'a TypeTable {
        &self.api.types
    }

    /// `ty` declaring `name`: `int (*name)[3]`. With an empty name, the type as in a cast.
    #[must_use]
    pub fn declare(&self, ty: TypeId, name: &str) -> String {
        self.around(ty, name.to_owned())
    }

    /// As [`declare`](Self::declare), for an object that can be written: no `const`.
    #[must_use]
    pub fn declare_writable(&self, ty: TypeId, name: &str) -> String {
        self.declare(self.without_const(ty), name)
    }

    /// `ty` as written in a cast.
    #[must_use]
    pub fn cast_to(&self, ty: TypeId) -> String {
        self.declare(ty, "")
    }

    /// `ty` without a `const` or `restrict` on top.
    #[must_use]
    pub fn without_const(&self, ty: TypeId) -> TypeId {
        match &self.types().types[ty].kind {
            TypeKind::Qualified { target, qualifier } if ["const", "restrict"].contains(qualifier) => {
                self.without_const(*target)
            }
            TypeKind::Alias { target, .. } if self.types().is_const(ty) && !self.is_array(ty) => {
                self.without_const(*target)
            }
            _ => ty,
        }
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.types().kind(ty), TypeKind::Array { .. })
    }

    fn around(&self, ty: TypeId, inner: String) -> String {
        match &self.types().types[ty].kind {
            TypeKind::Pointer(target) => {
                let grouped = matches!(
                    self.types().types[*target].kind,
                    TypeKind::Array { .. } | TypeKind::Function { .. }
                );
                let inner = if grouped { format!("(*{inner})") } else { format!("*{inner}") };
                self.around(*target, inner)
            }
            TypeKind::Array { element, length } => {
                let length = length.map_or_else(String::new, |length| length.to_string());
                self.around(*element, format!("{inner}[{length}]"))
            }
            TypeKind::Function { returns, params, variadic } => {
                self.around(*returns, format!("{inner}({})", self.parameters(params, *variadic)))
            }
            TypeKind::Qualified { target, qualifier } => self.qualified(*target, qualifier, inner),
            _ => join(&self.name(ty), &inner),
        }
    }

    /// A qualifier of a pointer stands right of its `*`, any other left of the type.
    fn qualified(&self, target: TypeId, qualifier: &str, inner: String) -> String {
        match &self.types().types[target].kind {
            TypeKind::Pointer(_) => self.around(target, join(qualifier, &inner)),
            _ => format!("{qualifier} {}", self.around(target, inner)),
        }
    }

    fn parameters(&self, params: &[TypeId], variadic: bool) -> String {
        let mut strings: Vec<String> = params.iter().map(|&param| self.cast_to(param)).collect();
        if variadic && !strings.is_empty() {
            strings.push("...".to_owned());
        }
        if strings.is_empty() && !variadic {
            strings.push("void".to_owned());
        }
        strings.join(", ")
    }

    /// The name of a type that ends a declarator.
    fn name(&self, ty: TypeId) -> String {
        match &self.types().types[ty].kind {
            TypeKind::Void => "void".to_owned(),
            TypeKind::Bool => "_Bool".to_owned(),
            TypeKind::Char { name, .. } | TypeKind::Int { name, .. } | TypeKind::Float { name, .. } => {
                name.clone()
            }
            TypeKind::Complex { name, .. } => {
                format!("_Complex {}", name.trim_start_matches("_Complex ").trim_start_matches("complex "))
            }
            TypeKind::Enum { tag: Some(tag), .. } => format!("enum {tag}"),
            TypeKind::Enum { signed, .. } => if *signed { "int" } else { "unsigned int" }.to_owned(),
            // The compiler's own: no source can name it.
            TypeKind::Record { tag: Some(tag), .. } if tag == "__va_list_tag" => {
                "__typeof__(**(__builtin_va_list *)0)".to_owned()
            }
            TypeKind::Record { kind, tag: Some(tag), .. } => format!("{} {tag}", keyword(*kind)),
            TypeKind::Record { .. } => self.anonymous_record(ty),
            TypeKind::Alias { name, .. } => name.clone(),
            TypeKind::Unsupported(text) => text.clone(),
            TypeKind::Pointer(_)
            | TypeKind::Array { .. }
            | TypeKind::Function { .. }
            | TypeKind::Qualified { .. } => self.cast_to(ty),
        }
    }

    /// A record without a tag: by the typedef, the global or the field that has this very type,
    /// else by a tag of ours (then the same bytes, but a type of its own; [`own_records`] defines it).
    fn anonymous_record(&self, ty: TypeId) -> String {
        self.alias_of(ty).or_else(|| self.global_of(ty)).or_else(|| self.field_of(ty)).unwrap_or_else(|| {
            match &self.types().types[ty].kind {
                TypeKind::Record { kind, .. } => format!("{} {OWN_TAG}{}", keyword(*kind), ty.0),
                _ => String::new(),
            }
        })
    }

    fn alias_of(&self, ty: TypeId) -> Option<String> {
        self.types().types.iter().find_map(|source| match &source.kind {
            TypeKind::Alias { name, target } if *target == ty => Some(name.clone()),
            _ => None,
        })
    }

    fn global_of(&self, ty: TypeId) -> Option<String> {
        let element = |global: TypeId| match self.types().kind(global) {
            TypeKind::Array { element, .. } => (self.types().resolve(*element), "[0]"),
            _ => (self.types().resolve(global), ""),
        };
        self.api.globals.iter().find_map(|global| {
            let (found, index) = element(global.ty);
            (found == ty).then(|| format!("__typeof__({}{index})", global.name))
        })
    }

    fn field_of(&self, ty: TypeId) -> Option<String> {
        self.types().types.iter_enumerated().find_map(|(outer, source)| {
            let TypeKind::Record { fields, tag, .. } = &source.kind else { return None };
            if tag.is_none() && self.alias_of(outer).is_none() {
                return None;
            }
            let field = fields.iter().find(|field| self.types().resolve(field.ty) == ty)?;
            Some(format!("__typeof__((({} *)0)->{})", self.name(outer), field.name.as_ref()?))
        })
    }

    /// The record `ty` by its fields, with this tag and a space, or without any.
    fn spelled_out(&self, ty: TypeId, tag: &str) -> String {
        let TypeKind::Record { kind, fields, .. } = &self.types().types[ty].kind else {
            return String::new();
        };
        let fields: Vec<String> = fields
            .iter()
            .map(|field| {
                let inner = self.types().resolve(field.ty);
                let is_tagless =
                    matches!(&self.types().types[inner].kind, TypeKind::Record { tag: None, .. });
                let declared = match &field.name {
                    Some(name) => self.declare(field.ty, name),
                    // Its fields count as those of the outer record, which a tag would end.
                    None if is_tagless => self.spelled_out(inner, ""),
                    None => self.declare(field.ty, ""),
                };
                let width = field.bit_width.map_or_else(String::new, |width| format!(" : {width}"));
                format!("{}{width}; ", declared.trim_end())
            })
            .collect();
        format!("{} {tag}{{ {}}}", keyword(*kind), fields.concat())
    }
}

/// Definitions of the records in `text` that have tags of ours, because the source has no name for them; those that
/// others hold come first.
pub(crate) fn own_records(api: &ApiModel, text: &str) -> String {
    let mut defined = BTreeSet::new();
    let mut definitions = String::new();
    define_records(api, text, &mut defined, &mut definitions);
    if !definitions.is_empty() {
        definitions.insert_str(0, "/* Structures that the source does not name. */\n");
        definitions.push('\n');
    }
    definitions
}

fn define_records(api: &ApiModel, text: &str, defined: &mut BTreeSet<u32>, definitions: &mut String) {
    for (at, _) in text.match_indices(OWN_TAG) {
        let rest = &text[at + OWN_TAG.len()..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Ok(number) = rest[..digits].parse::<u32>() else { continue };
        if number as usize >= api.types.types.len() || !defined.insert(number) {
            continue;
        }
        let definition = Declarators::new(api).spelled_out(TypeId(number), &format!("{OWN_TAG}{number} "));
        define_records(api, &definition, defined, definitions);
        definitions.push_str(&definition);
        definitions.push_str(";\n");
    }
}

fn keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct",
        RecordKind::Union => "union",
    }
}

fn join(left: &str, right: &str) -> String {
    if right.is_empty() { left.to_owned() } else { format!("{left} {right}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(types: &mut TypeTable) -> TypeId {
        types.add(TypeKind::Int { name: "int".into(), signed: true }, 4)
    }

    #[test]
    fn declarators_grow_around_the_name() {
        let mut api = ApiModel::default();
        let types = &mut api.types;
        let int = int(types);
        let array = types.add(TypeKind::Array { element: int, length: Some(3) }, 12);
        let to_array = types.add(TypeKind::Pointer(array), 8);
        let pointer = types.add(TypeKind::Pointer(int), 8);
        let pointers = types.add(TypeKind::Array { element: pointer, length: Some(2) }, 16);
        let function =
            types.add(TypeKind::Function { returns: int, params: vec![pointer, int], variadic: false }, 0);
        let to_function = types.add(TypeKind::Pointer(function), 8);
        let functions = types.add(TypeKind::Array { element: to_function, length: Some(4) }, 32);
        let constant = types.add(TypeKind::Qualified { target: int, qualifier: "const" }, 4);
        let to_constant = types.add(TypeKind::Pointer(constant), 8);
        let constant_pointer = types.add(TypeKind::Qualified { target: to_constant, qualifier: "const" }, 8);
        let matrix = types.add(TypeKind::Array { element: array, length: Some(2) }, 24);
        let write = Declarators::new(&api);
        assert_eq!(write.declare(to_array, "p"), "int (*p)[3]");
        assert_eq!(write.declare(pointers, "p"), "int *p[2]");
        assert_eq!(write.declare(to_function, "f"), "int (*f)(int *, int)");
        assert_eq!(write.declare(functions, "f"), "int (*f[4])(int *, int)");
        assert_eq!(write.declare(constant_pointer, "p"), "const int *const p");
        assert_eq!(write.declare_writable(constant_pointer, "p"), "const int *p");
        assert_eq!(write.declare(matrix, "m"), "int m[2][3]");
        assert_eq!(write.cast_to(to_array), "int (*)[3]");
        assert_eq!(write.cast_to(pointer), "int *");
    }

    #[test]
    fn a_record_without_a_name_is_named_by_what_has_its_type() {
        let mut api = ApiModel::default();
        let int = int(&mut api.types);
        let field = |name: &str, ty| trine_testcase::Field {
            name: Some(name.into()),
            ty,
            offset_bits: 0,
            bit_width: None,
            points_to: None,
        };
        let record =
            |fields| TypeKind::Record { kind: RecordKind::Struct, tag: None, fields, complete: true };
        let inner = api.types.add(record(vec![field("x", int)]), 4);
        let outer = TypeKind::Record {
            kind: RecordKind::Struct,
            tag: Some("outer".into()),
            fields: vec![field("part", inner)],
            complete: true,
        };
        assert_eq!(Declarators::new(&api).declare(inner, "v"), "struct trine_record_1 v");
        let definition = own_records(&api, "struct trine_record_1 v, w;");
        assert!(definition.ends_with("struct trine_record_1 { int x; };\n\n"), "{definition}");
        api.types.add(outer, 4);
        assert_eq!(Declarators::new(&api).declare(inner, "v"), "__typeof__(((struct outer *)0)->part) v");
        api.types.add(TypeKind::Alias { name: "part_t".into(), target: inner }, 4);
        assert_eq!(Declarators::new(&api).declare(inner, "v"), "part_t v");
    }
}
