//! What a type of the source means to a test: object, function, or nothing it can make.

use super::{Callbacks, PointerShape, ShapeLimits, SlotKind};
use trine_testcase::api::{ApiModel, CallableId, Linkage};
use trine_testcase::types::{TypeId, TypeKind};

/// Bytes of memory without a type, characters of a text, unless a shape says otherwise.
const MEMORY_BYTES: u32 = 16;
const TEXT_CHARACTERS: u32 = 8;

/// What a pointer to `pointee` may point to.
pub fn slot_kind(
    api: &ApiModel,
    callbacks: &Callbacks<'_>,
    limits: ShapeLimits,
    pointee: TypeId,
) -> SlotKind {
    match api.types.kind(pointee) {
        kind if super::environment::is_stream(kind) => SlotKind::Stream,
        TypeKind::Function { .. } => {
            SlotKind::Function { candidates: functions_of(api, callbacks, pointee).count() as u32 }
        }
        // What an incomplete type hides is reached through casts: plain memory serves it.
        TypeKind::Void | TypeKind::Record { complete: false, .. } => {
            SlotKind::Object { element_bytes: 1, most: limits.memory_bytes }
        }
        TypeKind::Unsupported(_) => SlotKind::Opaque,
        _ => SlotKind::Object { element_bytes: api.types.size_bytes(pointee).max(1), most: limits.elements },
    }
}

/// Strings of 7 characters, untyped memory of 16 bytes, single objects else.
pub fn natural_shape(api: &ApiModel, pointee: TypeId, kind: SlotKind) -> PointerShape {
    match kind {
        SlotKind::Function { candidates: 1.. } => PointerShape::Function(0),
        SlotKind::Stream => PointerShape::Fresh(trine_inputs::environment::FIRST_CHARACTERS),
        SlotKind::Object { .. } => match api.types.kind(pointee) {
            TypeKind::Void | TypeKind::Record { complete: false, .. } => PointerShape::Fresh(MEMORY_BYTES),
            TypeKind::Char { .. } => PointerShape::Fresh(TEXT_CHARACTERS),
            _ => PointerShape::Fresh(1),
        },
        _ => PointerShape::Null,
    }
}

/// Functions that a pointer to the function type `ty` may point to: those of the program, then
/// those that a test makes up; none that lead back to the function under test.
pub fn functions_of<'f>(
    api: &'f ApiModel,
    callbacks: &'f Callbacks<'_>,
    ty: TypeId,
) -> impl Iterator<Item = CallableId> + 'f {
    let wanted = match api.types.kind(ty) {
        TypeKind::Function { returns, params, variadic } => Some((*returns, params.clone(), *variadic)),
        _ => None,
    };
    let same = |a: TypeId, b: TypeId| api.types.resolve(a) == api.types.resolve(b);
    api.callables.iter_enumerated().filter_map(move |(id, callable)| {
        let (returns, params, variadic) = wanted.as_ref()?;
        let fits = callable.linkage != Linkage::Undefined
            && !api.elsewhere.contains(&id)
            && callable.variadic == *variadic
            && callable.params.len() == params.len()
            && same(callable.returns, *returns)
            && callable.params.iter().zip(params).all(|(mine, &theirs)| same(mine.ty, theirs))
            && callbacks.may_be(id);
        fits.then_some(id)
    })
}

/// Whether `ty` is plain `char`, of which strings are made.
pub fn is_text(api: &ApiModel, ty: TypeId) -> bool {
    matches!(api.types.kind(ty), TypeKind::Char { name, .. } if name == "char")
        && api.types.size_bytes(ty) == 1
}

/// The type of memory behind `void *`.
pub fn byte_type(api: &ApiModel) -> Option<TypeId> {
    let types = &api.types;
    let is_byte = |&ty: &TypeId| {
        matches!(types.types[ty].kind, TypeKind::Char { signed: false, .. })
            && types.types[ty].size_bytes == 1
    };
    types.types.indices().find(is_byte)
}

/// Whether a pointer to `a` may stand where a pointer to `b` is wanted.
pub fn compatible(api: &ApiModel, a: TypeId, b: TypeId) -> bool {
    let types = &api.types;
    let is_untyped = |ty| matches!(types.kind(ty), TypeKind::Void | TypeKind::Record { complete: false, .. });
    types.resolve(a) == types.resolve(b) || is_untyped(a) || is_untyped(b)
}
