//! What a parameter, result or field of C is to a test: a number, text, an object of the module, a function.

use trine_testcase::api::ApiModel;
use trine_testcase::objects::{Primitive, TypeUse};
use trine_testcase::test_case::PlaceStep;
use trine_testcase::types::{RecordKind, TypeId, TypeKind};
use trine_testcase::{FloatFormat, LeafKind};

/// What a parameter or result is to a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number(Primitive),
    Text,
    Numbers(TypeId, Primitive),
    Handle(TypeId),
    OutHandle(TypeId, TypeId),
    Data,
    Function(TypeId),
    Structure(TypeId),
    Other,
}

/// What a type is to a test.
pub(super) fn kind_of(api: &ApiModel, ty: TypeId) -> Kind {
    let types = &api.types;
    if let Some(kind) = types.leaf_kind(ty, None) {
        return primitive(&kind).map_or(Kind::Other, Kind::Number);
    }
    let pointee = match types.kind(ty) {
        TypeKind::Pointer(pointee) if !types.is_argument_list(ty) => *pointee,
        TypeKind::Record { kind: RecordKind::Struct, complete: true, .. } => return Kind::Structure(ty),
        _ => return Kind::Other,
    };
    if let Some(kind) = types.leaf_kind(pointee, None) {
        return match (types.kind(pointee), primitive(&kind)) {
            (TypeKind::Char { name, .. }, _) if name == "char" => Kind::Text,
            (_, Some(primitive)) => Kind::Numbers(pointee, primitive),
            (_, None) => Kind::Other,
        };
    }
    match types.kind(pointee) {
        TypeKind::Function { .. } => Kind::Function(pointee),
        TypeKind::Void => Kind::Data,
        TypeKind::Record { tag, .. } if tag.as_deref() == Some("_IO_FILE") => Kind::Other,
        TypeKind::Record { .. } => Kind::Handle(pointee),
        TypeKind::Pointer(inner) => match types.kind(*inner) {
            TypeKind::Record { .. } => Kind::OutHandle(*inner, pointee),
            _ => Kind::Other,
        },
        _ => Kind::Other,
    }
}

pub(super) fn int() -> TypeUse {
    TypeUse::Primitive(Primitive::Int)
}

/// Whether a type is text that the callee leaves as it is.
pub(super) fn is_constant_text(api: &ApiModel, ty: TypeId) -> bool {
    let is_constant =
        |ty| matches!(api.types.kind(ty), TypeKind::Pointer(pointee) if api.types.is_const(*pointee));
    kind_of(api, ty) == Kind::Text && is_constant(ty)
}

pub(super) fn is_buffer(kind: &Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Numbers(..) | Kind::Data)
}

/// The primitive that a number of this kind travels as.
pub(super) fn primitive(kind: &LeafKind) -> Option<Primitive> {
    Some(match kind {
        LeafKind::Bool => Primitive::Boolean,
        LeafKind::Float(FloatFormat::F32) => Primitive::Float,
        LeafKind::Float(FloatFormat::F64) => Primitive::Double,
        LeafKind::Float(FloatFormat::F80) => return None,
        kind => match kind.bits() {
            8 => Primitive::Byte,
            16 => Primitive::Short,
            32 => Primitive::Int,
            64 => Primitive::Long,
            _ => return None,
        },
    })
}

/// A name for a structure type, the same for all its appearances.
pub(super) fn record_name(api: &ApiModel, record: TypeId) -> String {
    if let TypeKind::Record { tag: Some(tag), .. } = api.types.kind(record) {
        return format!("struct {tag}");
    }
    spelled(api, record)
}

/// A type as a message names it: by its typedef, or its number.
pub(super) fn spelled(api: &ApiModel, mut ty: TypeId) -> String {
    loop {
        match &api.types.types[ty].kind {
            TypeKind::Alias { name, .. } => return name.clone(),
            TypeKind::Qualified { target, .. } => ty = *target,
            TypeKind::Int { name, .. } | TypeKind::Char { name, .. } | TypeKind::Float { name, .. } => {
                return name.clone();
            }
            TypeKind::Bool => return "_Bool".to_owned(),
            TypeKind::Enum { tag: Some(tag), .. } => return format!("enum {tag}"),
            _ => return format!("type {}", ty.0),
        }
    }
}

/// A type in words, by names of the code alone: `function (const char *, int) giving int`.
pub(super) fn in_words(api: &ApiModel, ty: TypeId) -> String {
    match &api.types.types[ty].kind {
        TypeKind::Void => "void".to_owned(),
        TypeKind::Alias { name, .. } => name.clone(),
        TypeKind::Qualified { target, qualifier } => format!("{qualifier} {}", in_words(api, *target)),
        TypeKind::Pointer(target) => format!("{} *", in_words(api, *target)),
        TypeKind::Array { element, .. } => format!("{} []", in_words(api, *element)),
        TypeKind::Record { .. } => record_name(api, ty),
        TypeKind::Function { returns, params, variadic } => {
            let mut of: Vec<String> = params.iter().map(|&one| in_words(api, one)).collect();
            of.extend(variadic.then(|| "more".to_owned()));
            format!("function ({}) giving {}", of.join(", "), in_words(api, *returns))
        }
        _ => spelled(api, ty),
    }
}

pub(super) fn field_name(api: &ApiModel, mut record: TypeId, steps: &[PlaceStep]) -> String {
    let mut name = String::new();
    for step in steps {
        if let (PlaceStep::Field(at), TypeKind::Record { fields, .. }) = (step, api.types.kind(record))
            && let Some(field) = fields.get(*at as usize)
        {
            if let Some(part) = &field.name {
                name.push_str(if name.is_empty() { "" } else { "." });
                name.push_str(part);
            }
            record = field.ty;
        }
    }
    name
}

pub(super) fn character(api: &ApiModel) -> Option<TypeId> {
    find(api, |kind, size| matches!(kind, TypeKind::Char { name, .. } if name == "char") && size == 1)
}

pub(super) fn byte(api: &ApiModel) -> Option<TypeId> {
    let unsigned = find(api, |kind, size| matches!(kind, TypeKind::Char { signed: false, .. }) && size == 1);
    unsigned.or_else(|| character(api))
}

pub(super) fn plain_int(api: &ApiModel) -> Option<TypeId> {
    find(api, |kind, size| matches!(kind, TypeKind::Int { signed: true, .. }) && size == 4)
}

pub(super) fn find(api: &ApiModel, wanted: impl Fn(&TypeKind, u64) -> bool) -> Option<TypeId> {
    let types = &api.types.types;
    types.iter_enumerated().find(|(_, ty)| wanted(&ty.kind, ty.size_bytes)).map(|(id, _)| id)
}
