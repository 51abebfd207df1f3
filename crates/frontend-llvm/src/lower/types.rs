//! LLVM types as lanes: the scalars that a value of the type is split into, and where each lies in memory.
//!
//! ```text
//! { i32, [2 x double] }  ──►  lane 0: i32 at byte 0   lane 1: f64 at byte 8   lane 2: f64 at byte 16
//! ```
//!
//! Source: LangRef, "Type System"; sizes and offsets are those of the module's data layout.
//! Integers beyond 128 bits are lanes of 64 bits, the lowest first. Not handled: `half`, `bfloat`, `fp128`, scalable vectors, values of more than
//! [`MAX_LANES`] lanes. Cost: linear in the lanes.

use crate::ll::{self, Module, TypeId};
use trine_ir::Type;

/// The greatest number of scalars a value in a register may be split into.
pub(crate) const MAX_LANES: usize = 4096;

/// One scalar of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lane {
    /// Its type.
    pub ty: Type,
    /// Where it starts in the value's memory image, in bytes; meaningless when [`Lane::packed`].
    pub offset: u64,
    /// A lane of a vector whose lanes do not fill whole bytes: it has no address of its own.
    pub packed: bool,
}

/// The type with names looked through.
pub(crate) fn resolved(module: &Module, ty: TypeId) -> &ll::Type {
    module.resolved_type(ty)
}

/// The register type of a scalar; `Err` says what is not supported, `Ok(None)` is an aggregate.
pub(crate) fn scalar(module: &Module, ty: TypeId) -> Result<Option<Type>, String> {
    Ok(Some(match resolved(module, ty) {
        ll::Type::Int(bits @ 1..=128) => Type::Int(*bits as u8),
        ll::Type::Float => Type::F32,
        ll::Type::Double => Type::F64,
        ll::Type::X86Fp80 => Type::F80,
        ll::Type::Ptr => Type::Ptr,
        ll::Type::Half => return Err("floating-point type `half` (_Float16)".into()),
        ll::Type::BFloat => return Err("floating-point type `bfloat`".into()),
        ll::Type::Fp128 => return Err("floating-point type `fp128` (__float128)".into()),
        ll::Type::PpcFp128 => return Err("floating-point type `ppc_fp128`".into()),
        ll::Type::Int(_) | ll::Type::Vector { .. } | ll::Type::Array { .. } | ll::Type::Struct { .. } => {
            return Ok(None);
        }
        ll::Type::Named(_) => return Err("value of an incomplete type".into()),
        ll::Type::Void => return Err("value of type `void`".into()),
        ll::Type::Function { .. } => return Err("value of function type".into()),
        ll::Type::Label => return Err("value of type `label`".into()),
        ll::Type::Token => return Err("value of type `token`".into()),
        ll::Type::Metadata => return Err("value of type `metadata`".into()),
        ll::Type::Opaque(words) => return Err(format!("type `{words}`")),
    }))
}

/// The lanes of a type, in order; none for `void` and for empty aggregates.
pub(crate) fn lanes(module: &Module, ty: TypeId) -> Result<Vec<Lane>, String> {
    let mut lanes = Vec::new();
    if !matches!(resolved(module, ty), ll::Type::Void) {
        collect(module, ty, 0, &mut lanes)?;
    }
    Ok(lanes)
}

fn collect(module: &Module, ty: TypeId, offset: u64, lanes: &mut Vec<Lane>) -> Result<(), String> {
    if let Some(scalar) = scalar(module, ty)? {
        if lanes.len() >= MAX_LANES {
            return Err(format!("value of more than {MAX_LANES} parts in a register"));
        }
        lanes.push(Lane { ty: scalar, offset, packed: false });
        return Ok(());
    }
    match resolved(module, ty) {
        ll::Type::Int(bits) => limbs(*bits, offset, lanes),
        ll::Type::Vector { scalable: true, .. } => Err("scalable vector".into()),
        ll::Type::Vector { element, len, .. } => vector_lanes(module, *element, *len, offset, lanes),
        ll::Type::Array { element, len } => {
            let stride = size_bytes(module, *element)?;
            (0..*len).try_for_each(|i| collect(module, *element, offset + i * stride, lanes))
        }
        ll::Type::Struct { fields, .. } => fields.iter().enumerate().try_for_each(|(i, field)| {
            collect(module, *field, offset + field_offset(module, ty, i as u64)?, lanes)
        }),
        _ => Ok(()),
    }
}

/// An integer of more than 128 bits: 64 bits each, the last lane with what is left.
fn limbs(bits: u32, offset: u64, lanes: &mut Vec<Lane>) -> Result<(), String> {
    let count = bits.div_ceil(64);
    if count as usize > MAX_LANES {
        return Err(format!("integer of {bits} bits"));
    }
    lanes.extend((0..count).map(|i| {
        let ty = Type::Int((bits - i * 64).min(64) as u8);
        Lane { ty, offset: offset + u64::from(i) * 8, packed: false }
    }));
    Ok(())
}

fn vector_lanes(
    module: &Module,
    element: TypeId,
    len: u64,
    offset: u64,
    lanes: &mut Vec<Lane>,
) -> Result<(), String> {
    let Some(lane) = scalar(module, element)? else { return Err("vector of aggregates".into()) };
    let packed = lane.bits() % 8 != 0;
    let stride = u64::from(lane.bits() / 8);
    if len > MAX_LANES as u64 {
        return Err(format!("vector of {len} lanes"));
    }
    lanes.extend((0..len).map(|i| Lane { ty: lane, offset: offset + i * stride, packed }));
    Ok(())
}

/// Bytes from one element of the type to the next.
pub(crate) fn size_bytes(module: &Module, ty: TypeId) -> Result<u64, String> {
    module.layout().size_of(ty).ok_or_else(|| "size of an incomplete type".to_owned())
}

/// Alignment in bytes.
pub(crate) fn align_bytes(module: &Module, ty: TypeId) -> u32 {
    module.layout().align_of(ty).and_then(|align| u32::try_from(align).ok()).unwrap_or(1).max(1)
}

/// Offset in bytes of field `index` of a struct.
pub(crate) fn field_offset(module: &Module, ty: TypeId, index: u64) -> Result<u64, String> {
    module.layout().offset_of(ty, index).ok_or_else(|| "field of an incomplete type".to_owned())
}

/// Where a `getelementptr` index leads: the constant part, or a step, and the type it arrives at.
pub(crate) enum Step {
    /// A struct field at this byte offset.
    Field(u64, TypeId),
    /// An element; the index counts this many bytes.
    Element(u64, TypeId),
}

/// The step of a `getelementptr` into `ty`; `index` is the value of the index where it is constant.
pub(crate) fn step(module: &Module, ty: TypeId, index: Option<u64>) -> Result<Step, String> {
    match resolved(module, ty) {
        ll::Type::Struct { fields, .. } => {
            let index = index.ok_or("variable index of a struct field")?;
            let field = fields.get(index as usize).ok_or("index of a struct field out of range")?;
            Ok(Step::Field(field_offset(module, ty, index)?, *field))
        }
        ll::Type::Array { element, .. } | ll::Type::Vector { element, .. } => {
            Ok(Step::Element(size_bytes(module, *element)?, *element))
        }
        _ => Err("address computation into a scalar".into()),
    }
}

/// The lanes that the path `indices` selects in a value of type `ty`: first lane, number of lanes.
pub(crate) fn lane_range(module: &Module, ty: TypeId, indices: &[u32]) -> Result<(usize, usize), String> {
    let (mut first, mut at) = (0, ty);
    for &index in indices {
        match resolved(module, at) {
            ll::Type::Struct { fields, .. } => {
                let inner = *fields.get(index as usize).ok_or("index of a struct field out of range")?;
                for before in &fields[..index as usize] {
                    first += lanes(module, *before)?.len();
                }
                at = inner;
            }
            ll::Type::Array { element, .. } => {
                first += lanes(module, *element)?.len() * index as usize;
                at = *element;
            }
            _ => return Err("path into a value that is no aggregate".into()),
        }
    }
    Ok((first, lanes(module, at)?.len()))
}
