//! Sizes, alignments and field offsets in bytes, under a `target datalayout`.
//!
//! ```text
//!  { i8, i32, i16 }   │i8│ ─ ─ ─│i32        │i16  │ ─ ─ │     size 12, align 4
//!                     0         4           8           12
//! ```
//!
//! Source: LangRef, "Data Layout", and `llvm/lib/IR/DataLayout.cpp`. Defaults are those of x86-64 System V; the string
//! decides the alignment of `i64`, `i128`, `double` and `x86_fp80`. An `iN` of odd width takes the alignment of the next wider
//! integer listed, or of the widest; a vector its size rounded up to a power of two.
//!
//! Not handled: big-endian targets (reported by [`DataLayout::little_endian`]), pointers of several sizes, scalable
//! vectors (they have no size here).
//!
//! Cost: named structs are measured once, when the module is read; the rest is linear in the type's own text.

use super::ast::{Type, TypeId};
use super::tables::Tables;

/// How deep types may be nested, names looked through, before they count as unsized.
const DEEPEST: u32 = 300;

/// Size and alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    size: u64,
    align: u64,
}

/// What the `target datalayout` string says, and the extents of named structs.
#[derive(Clone, Debug)]
pub struct DataLayout {
    little_endian: bool,
    pointer_bytes: u64,
    pointer_align: u64,
    /// Width in bits and alignment in bytes, sorted by width.
    int_aligns: Vec<(u32, u64)>,
    f64_align: u64,
    f80_align: u64,
    f128_align: u64,
    aggregate_align: u64,
    /// By [`StructId`](super::StructId): `None` for opaque or recursive ones.
    structs: Vec<Option<Extent>>,
}

/// Answers about the types of one module.
#[derive(Clone, Copy, Debug)]
pub struct Layout<'m> {
    data: &'m DataLayout,
    tables: &'m Tables,
}

impl DataLayout {
    /// Reads a data layout string; what it does not say is as on x86-64.
    pub(crate) fn parse(text: &str, tables: &Tables) -> DataLayout {
        let mut layout = DataLayout {
            little_endian: true,
            pointer_bytes: 8,
            pointer_align: 8,
            int_aligns: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 8)],
            f64_align: 8,
            f80_align: 16,
            f128_align: 16,
            aggregate_align: 1,
            structs: Vec::new(),
        };
        if text.split('-').any(|part| part.starts_with("p:32:")) {
            // LLVM's own default, which targets of 64 bits do not keep.
            layout.set_int_align(64, 4);
        }
        text.split('-').for_each(|part| layout.part(part));
        layout.measure_structs(tables);
        layout
    }

    /// One part of the string, such as `i128:128`.
    fn part(&mut self, part: &str) {
        let mut fields = part.split(':');
        let head = fields.next().unwrap_or_default();
        let mut numbers = fields.map(|field| field.parse::<u64>().unwrap_or(0));
        match (head, numbers.next()) {
            ("E", _) => self.little_endian = false,
            ("p" | "p0", Some(bits @ 8..)) => {
                self.pointer_bytes = bits / 8;
                self.pointer_align = align_bytes(numbers.next().unwrap_or(bits));
            }
            ("f64", Some(bits)) => self.f64_align = align_bytes(bits),
            ("f80", Some(bits)) => self.f80_align = align_bytes(bits),
            ("f128", Some(bits)) => self.f128_align = align_bytes(bits),
            ("a", Some(bits)) => self.aggregate_align = align_bytes(bits),
            (_, Some(bits)) => {
                if let Some(width) = head.strip_prefix('i').and_then(|width| width.parse().ok()) {
                    self.set_int_align(width, align_bytes(bits));
                }
            }
            _ => {}
        }
    }

    fn set_int_align(&mut self, width: u32, align: u64) {
        match self.int_aligns.binary_search_by_key(&width, |entry| entry.0) {
            Ok(place) => self.int_aligns[place].1 = align,
            Err(place) => self.int_aligns.insert(place, (width, align)),
        }
    }

    fn int_align(&self, width: u32) -> u64 {
        let place = self.int_aligns.partition_point(|entry| entry.0 < width);
        self.int_aligns.get(place).or(self.int_aligns.last()).map_or(1, |entry| entry.1)
    }

    fn measure_structs(&mut self, tables: &Tables) {
        let mut measure = Measure { data: self, tables, state: vec![State::Unvisited; tables.structs.len()] };
        for index in 0..tables.structs.len() {
            measure.named(index, 0);
        }
        let extents = measure.state.into_iter().map(|state| match state {
            State::Done(extent) => extent,
            _ => None,
        });
        self.structs = extents.collect();
    }

    /// How many bytes a pointer has in memory.
    pub fn pointer_bytes(&self) -> u32 {
        self.pointer_bytes as u32
    }

    /// Alignment in bytes of an argument of 64 bits among the variable ones.
    pub fn wide_argument_align(&self) -> u32 {
        if self.pointer_bytes == 4 { self.int_align(64) as u32 } else { 8 }
    }

    /// Whether the target is little-endian, as this tool expects.
    pub fn little_endian(&self) -> bool {
        self.little_endian
    }
}

/// Alignment in bits to bytes; at least 1 and a power of two.
fn align_bytes(bits: u64) -> u64 {
    let bytes = (bits / 8).max(1);
    if bytes.is_power_of_two() && bytes <= 1 << 32 { bytes } else { 1 }
}

#[derive(Clone, Copy)]
enum State {
    Unvisited,
    Active,
    Done(Option<Extent>),
}

/// Measures types; named structs once, when the data layout does not have them yet.
struct Measure<'m> {
    data: &'m DataLayout,
    tables: &'m Tables,
    state: Vec<State>,
}

impl Measure<'_> {
    fn named(&mut self, index: usize, depth: u32) -> Option<Extent> {
        if let Some(&extent) = self.data.structs.get(index) {
            return extent;
        }
        match self.state.get(index)? {
            State::Done(extent) => return *extent,
            // A struct inside itself.
            State::Active => return None,
            State::Unvisited => {}
        }
        self.state[index] = State::Active;
        let definition = self.tables.structs[index].definition;
        let extent = definition.and_then(|ty| self.extent(ty, depth + 1));
        self.state[index] = State::Done(extent);
        extent
    }

    fn extent(&mut self, ty: TypeId, depth: u32) -> Option<Extent> {
        if depth > DEEPEST {
            return None;
        }
        match self.tables.types.get(ty) {
            Type::Named(id) => self.named(id.index(), depth),
            Type::Array { element, len } => {
                let element = self.extent(*element, depth + 1)?;
                Some(Extent { size: stride(element)?.checked_mul(*len)?, align: element.align })
            }
            Type::Struct { fields, packed } => self.fields(fields, *packed, depth, fields.len()),
            Type::Vector { element, len, scalable: false } => {
                let bits = scalar_bits(self.data, self.tables.types.get(*element))?.checked_mul(*len)?;
                let size = bits.div_ceil(8);
                Some(Extent { size, align: size.checked_next_power_of_two()?.max(1) })
            }
            scalar => scalar_extent(self.data, scalar),
        }
    }

    /// The extent of a struct whose size counts only the first `count` fields and the padding before the next.
    fn fields(&mut self, fields: &[TypeId], packed: bool, depth: u32, count: usize) -> Option<Extent> {
        let mut size = 0_u64;
        let mut align = if packed { 1 } else { self.data.aggregate_align };
        for (index, &field) in fields.iter().enumerate() {
            let extent = self.extent(field, depth + 1)?;
            if !packed {
                size = size.checked_next_multiple_of(extent.align)?;
                align = align.max(extent.align);
            }
            if index == count {
                return Some(Extent { size, align });
            }
            size = size.checked_add(stride(extent)?)?;
        }
        Some(Extent { size: size.checked_next_multiple_of(align)?, align })
    }
}

/// The distance of array elements: the size rounded up to the alignment.
fn stride(extent: Extent) -> Option<u64> {
    extent.size.checked_next_multiple_of(extent.align)
}

/// The width in bits of what may stand in a vector.
fn scalar_bits(data: &DataLayout, ty: &Type) -> Option<u64> {
    Some(match ty {
        Type::Int(width) => u64::from(*width),
        Type::Half | Type::BFloat => 16,
        Type::Float => 32,
        Type::Double => 64,
        Type::X86Fp80 => 80,
        Type::Fp128 | Type::PpcFp128 => 128,
        Type::Ptr => data.pointer_bytes * 8,
        _ => return None,
    })
}

fn scalar_extent(data: &DataLayout, ty: &Type) -> Option<Extent> {
    let size = scalar_bits(data, ty)?.div_ceil(8);
    let align = match ty {
        Type::Int(width) => data.int_align(*width),
        Type::Half | Type::BFloat => 2,
        Type::Float => 4,
        Type::Double => data.f64_align,
        Type::X86Fp80 => data.f80_align,
        Type::Fp128 | Type::PpcFp128 => data.f128_align,
        _ => data.pointer_align,
    };
    Some(Extent { size, align })
}

impl<'m> Layout<'m> {
    pub(crate) fn new(data: &'m DataLayout, tables: &'m Tables) -> Self {
        Layout { data, tables }
    }

    /// What the data layout string said.
    pub fn data(&self) -> &'m DataLayout {
        self.data
    }

    fn measure(&self) -> Measure<'m> {
        Measure { data: self.data, tables: self.tables, state: Vec::new() }
    }

    fn extent(&self, ty: TypeId) -> Option<Extent> {
        match self.tables.types.get(ty) {
            Type::Named(id) => self.data.structs.get(id.index()).copied().flatten(),
            Type::Array { .. } | Type::Struct { .. } | Type::Vector { .. } => self.measure().extent(ty, 0),
            scalar => scalar_extent(self.data, scalar),
        }
    }

    /// Bytes an element of this type takes in memory, tail padding included: the step of `getelementptr` and the size
    /// of an `alloca`. `None` for types without a size (`void`, functions, opaque structs, scalable vectors).
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        stride(self.extent(ty)?)
    }

    /// Bytes a load or store of this type touches: as [`size_of`](Self::size_of) without tail padding of scalars (10 for
    /// `x86_fp80`, 3 for `i24`).
    pub fn store_size_of(&self, ty: TypeId) -> Option<u64> {
        Some(self.extent(ty)?.size)
    }

    /// Alignment in bytes the platform's ABI gives this type.
    pub fn align_of(&self, ty: TypeId) -> Option<u64> {
        Some(self.extent(ty)?.align)
    }

    /// Offset in bytes of a field of a struct, or of an element of an array or vector. `None` when there is none.
    pub fn offset_of(&self, ty: TypeId, index: u64) -> Option<u64> {
        match self.tables.resolved(ty) {
            Type::Struct { fields, packed } => {
                let count = usize::try_from(index).ok().filter(|&count| count < fields.len())?;
                Some(self.measure().fields(fields, *packed, 0, count)?.size)
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                self.size_of(*element)?.checked_mul(index)
            }
            _ => None,
        }
    }

    /// Type of a field of a struct, or of the elements of an array or vector. `None` when there is none.
    pub fn field_type(&self, ty: TypeId, index: u64) -> Option<TypeId> {
        match self.tables.resolved(ty) {
            Type::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }
}
