//! Which registers carry which parameter, on x86-64, i386 and ARM as clang lowers it.
//!
//! ```text
//!  source:  f(struct { int x; double y; } p, char c)      returns struct { long a[3]; }
//!  LLVM:    f(ptr sret(%s) %agg.result, i32 %p.coerce0, double %p.coerce1, i8 signext %c)
//!           Memory(0)                   Pieces[(1, 0..4), (2, 8..16)]      Direct(3)
//! ```
//!
//! A structure is a pointer marked `byval`, or takes one LLVM parameter for each eight of its bytes; the value names
//! (`.coerce0`) tell where a parameter ends when its tail is padding only.
//!
//! Source: System V ABI, x86-64, 3.2.3; clang's `CodeGen/Targets/X86.cpp`.
//! Not handled: vectors wider than 8 bytes as parameters of the source (the whole callable is marked).

use crate::ll::{self, LocalName, Module};
use crate::lower::types::{self as ll_types, Lane};
use trine_testcase::{CallAbi, Passing, Piece, Returning, TypeId, TypeKind, TypeTable};

/// The parameters and result of an LLVM function.
pub(crate) struct Registers<'a> {
    module: &'a Module,
    function: &'a ll::Function,
    params: Vec<Register<'a>>,
}

/// An LLVM parameter: one or several registers of ours.
struct Register<'a> {
    first: u32,
    lanes: Vec<Lane>,
    param: &'a ll::Param,
    size_bytes: u64,
}

impl<'a> Registers<'a> {
    /// The registers of `function`; `Err` when one has a type that is not supported.
    pub(crate) fn new(module: &'a Module, function: &'a ll::Function) -> Result<Self, String> {
        let mut params = Vec::new();
        let mut first = 0;
        for param in &function.params {
            let lanes = ll_types::lanes(module, param.ty)?;
            let count = lanes.len() as u32;
            let size_bytes = ll_types::size_bytes(module, param.ty)?;
            params.push(Register { first, lanes, param, size_bytes });
            first += count;
        }
        Ok(Self { module, function, params })
    }

    /// Whether the result is written through the first parameter.
    pub(crate) fn has_result_pointer(&self) -> bool {
        self.params.first().is_some_and(|register| register.param.attrs.sret().is_some())
    }

    /// How `params` and `returns` travel, and the parameters' names.
    pub(crate) fn map(
        &self,
        table: &TypeTable,
        params: &[TypeId],
        returns: TypeId,
    ) -> (CallAbi, Vec<String>) {
        let mut next = usize::from(self.has_result_pointer());
        let mut abi = CallAbi { returns: self.returning(table, returns), ..CallAbi::default() };
        let mut names = Vec::new();
        for param in params {
            let name = self.params.get(next).map_or("", |register| register.source_name()).to_owned();
            let passing = self.passing(table, *param, &mut next);
            names.push(if passing == Some(Passing::Ignored) { String::new() } else { name });
            abi.params.push(passing.unwrap_or(Passing::Ignored));
        }
        if next != self.params.len() {
            abi.unsupported = Some("parameters that travel in a way that is not known".into());
        }
        (abi, names)
    }

    fn passing(&self, table: &TypeTable, ty: TypeId, next: &mut usize) -> Option<Passing> {
        let size = table.size_bytes(ty);
        let aggregate = matches!(table.kind(ty), TypeKind::Record { .. } | TypeKind::Complex { .. });
        if aggregate && size == 0 {
            return Some(Passing::Ignored);
        }
        let register = self.params.get(*next);
        let Some(register) = register else {
            *next += 1;
            return None;
        };
        if register.param.attrs.byval().is_some() {
            *next += 1;
            return Some(Passing::ByReference(register.first));
        }
        if !aggregate && register.lanes.len() == 1 && register.size_bytes >= size.min(16) {
            *next += 1;
            return Some(Passing::Direct(register.first));
        }
        Some(Passing::Pieces(self.pieces(size, next)))
    }

    /// Takes LLVM parameters until `size` bytes are covered.
    fn pieces(&self, size: u64, next: &mut usize) -> Vec<Piece> {
        let (mut pieces, mut offset) = (Vec::new(), 0);
        let start = self.params[*next].source_name();
        while offset < size
            && let Some(register) = self.params.get(*next)
            && (offset == 0 || register.continues(start))
        {
            pieces.extend(cut(&register.lanes, register.first, offset, (size, self.word())));
            offset += register.size_bytes.next_multiple_of(self.word());
            *next += 1;
        }
        pieces
    }

    /// Bytes of the registers that integers travel in.
    fn word(&self) -> u64 {
        u64::from(self.module.layout().data().pointer_bytes())
    }

    fn returning(&self, table: &TypeTable, ty: TypeId) -> Returning {
        if self.has_result_pointer() {
            return Returning::Memory(0);
        }
        let Ok(lanes) = ll_types::lanes(self.module, self.function.result) else { return Returning::Void };
        let aggregate = matches!(table.kind(ty), TypeKind::Record { .. } | TypeKind::Complex { .. });
        match lanes.len() {
            0 => Returning::Void,
            1 if !aggregate => Returning::Direct,
            _ => Returning::Pieces(cut(&lanes, 0, 0, (table.size_bytes(ty), self.word()))),
        }
    }
}

impl Register<'_> {
    /// The name of the source's parameter: `p` for `%p.coerce0`; empty for parameters with a number.
    fn source_name(&self) -> &str {
        match &self.param.name {
            LocalName::Number(_) => "",
            LocalName::Name(name) => source_name(name),
        }
    }

    /// Whether this may be a further part of the parameter `name`.
    fn continues(&self, name: &str) -> bool {
        match &self.param.name {
            LocalName::Number(_) => name.is_empty(),
            LocalName::Name(own) => source_name(own) != &**own && self.source_name() == name,
        }
    }
}

/// The source's name of the parameter that `name` is, or is a part of: `p` of `p.coerce0`, and of `p.1`, as i386 names members that
/// travel one by one.
fn source_name(name: &str) -> &str {
    let is_part = |part: &str| {
        let number = part.strip_prefix("coerce").unwrap_or(part);
        number.chars().all(|c| c.is_ascii_digit()) && !part.is_empty()
    };
    match name.rsplit_once('.') {
        Some((name, part)) if is_part(part) => name,
        _ => name,
    }
}

/// The pieces of a value of `size` bytes that the lanes at `offset` hold.
fn cut(lanes: &[Lane], first: u32, offset: u64, (size, word): (u64, u64)) -> Vec<Piece> {
    let piece = |(index, lane): (usize, &Lane)| {
        let at = offset + lane.offset;
        let own = if lane.ty == trine_ir::Type::Ptr { word } else { u64::from(lane.ty.store_size_bytes()) };
        let bytes = own.min(size.saturating_sub(at));
        Piece { register: first + index as u32, offset_bytes: at as u32, size_bytes: bytes as u32 }
    };
    lanes.iter().enumerate().map(piece).filter(|piece| piece.size_bytes > 0).collect()
}
