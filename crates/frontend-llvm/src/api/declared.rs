//! Types of symbols without debug information: what their LLVM type says.
//!
//! Clang describes only what a unit defines. For a function that is merely declared we know how its arguments travel,
//! not what they are: an `i32` is called `int`, an address `void *`, a structure returned in registers is a structure
//! of its pieces. That is enough for a stand-in compiled on its own.
//!
//! A variable that is merely declared is named by C code that we write, so a structure must be the one that the
//! source file knows. Clang names its LLVM types after C's tags and typedefs (`%struct.variable`), and debug
//! information describes those that the file uses. Where it does not, the variable is seen as bytes.
//! Deviation: a tag in a function's scope hides the file's; then the size has to tell them apart.

use super::types::Types;
use crate::ll::{self, Module, ParamAttrs, ParamFlags};
use crate::lower::types::size_bytes;
use trine_testcase::{Field, FloatFormat, RecordKind, TypeId, TypeKind, VARIABLE_ARGUMENT};

impl Types<'_> {
    /// The type of a register of LLVM type `ty`.
    pub(crate) fn of_register(&mut self, module: &Module, ty: ll::TypeId, attrs: &ParamAttrs) -> TypeId {
        let unsigned = attrs.has(ParamFlags::ZEROEXT);
        match module.resolved_type(ty) {
            ll::Type::Void => self.shared("void", TypeKind::Void, 0),
            ll::Type::Int(bits) => self.integer(*bits, unsigned),
            ll::Type::Float => self.float("float", FloatFormat::F32, 4),
            ll::Type::Double => self.float("double", FloatFormat::F64, 8),
            ll::Type::X86Fp80 => self.float("long double", FloatFormat::F80, 16),
            ll::Type::Ptr => self.void_pointer(),
            // A pair of floats travels as a double does.
            ll::Type::Vector { .. } if size_bytes(module, ty) == Ok(8) => {
                self.float("double", FloatFormat::F64, 8)
            }
            ll::Type::Struct { fields, .. } => {
                let mut parts = Vec::new();
                for (index, field) in fields.iter().enumerate() {
                    let offset = module.layout().offset_of(ty, index as u64).unwrap_or(0);
                    parts.push((offset, self.of_register(module, *field, &ParamAttrs::default())));
                }
                self.pieces(parts, size_bytes(module, ty).unwrap_or(0))
            }
            _ => self.unsupported("type known only to the compiler"),
        }
    }

    /// The type of an object in memory of LLVM type `ty`: scalars, structures that the source file knows, and arrays of
    /// them.
    pub(crate) fn of_object(&mut self, module: &Module, ty: ll::TypeId) -> Option<TypeId> {
        if let ll::Type::Named(id) = module.ty(ty) {
            return self.of_named(&module.named_struct(*id).name, size_bytes(module, ty).ok()?);
        }
        Some(match module.resolved_type(ty) {
            ll::Type::Array { element, len } => {
                let element = self.of_object(module, *element)?;
                let size = self.table.size_bytes(element) * len;
                let length = (*len > 0).then_some(*len);
                self.table.add(TypeKind::Array { element, length }, size)
            }
            ll::Type::Int(8 | 16 | 32 | 64)
            | ll::Type::Float
            | ll::Type::Double
            | ll::Type::X86Fp80
            | ll::Type::Ptr => self.of_register(module, ty, &ParamAttrs::default()),
            _ => return None,
        })
    }

    /// The bytes of an object in memory of LLVM type `ty`.
    pub(crate) fn bytes_of_object(&mut self, module: &Module, ty: ll::TypeId) -> TypeId {
        self.bytes(size_bytes(module, ty).ok())
    }

    /// The type of the source file after which clang named an LLVM structure of `size` bytes: `struct.point`,
    /// `union.value`.
    fn of_named(&mut self, name: &str, size: u64) -> Option<TypeId> {
        let home = self.home.as_ref()?;
        let found = home.of_structure(name)?;
        let (unit, module) = (home.unit, home.module);
        let ty = self.of(unit, module, Some(found));
        let is_same = matches!(self.table.kind(ty), TypeKind::Record { complete: true, .. })
            && self.table.size_bytes(ty) == size;
        is_same.then_some(ty)
    }

    /// A structure that travels in memory: as many bytes, of a kind that the ABI puts there.
    pub(crate) fn of_memory(&mut self, size: u64) -> TypeId {
        let content =
            if size <= 16 { self.float("long double", FloatFormat::F80, 16) } else { self.bytes(Some(size)) };
        self.pieces(vec![(0, content)], size)
    }

    /// The union that stands for one variable argument of a function that takes a `va_list`.
    pub(crate) fn variable_argument(&mut self) -> TypeId {
        let text = self.shared("char", TypeKind::Char { name: "char".into(), signed: true }, 1);
        let bytes = self.table.pointer_bytes();
        // In places of four bytes, numbers of eight take two; a test gives none of these.
        let (wide, double) = match self.table.is_narrow {
            true => (self.integer(32, false), self.integer(32, true)),
            false => (self.integer(64, false), self.float("double", FloatFormat::F64, 8)),
        };
        let text = self.shared("char *", TypeKind::Pointer(text), bytes);
        let members = [self.integer(32, false), wide, double, text];
        let field =
            |ty| Field { name: Some(String::new()), ty, offset_bits: 0, bit_width: None, points_to: None };
        let fields = members.map(field).to_vec();
        let tag = Some(VARIABLE_ARGUMENT.to_owned());
        self.shared(
            "union variable argument",
            TypeKind::Record { kind: RecordKind::Union, tag, fields, complete: true },
            bytes,
        )
    }

    fn pieces(&mut self, parts: Vec<(u64, TypeId)>, size: u64) -> TypeId {
        let field = |(index, (offset, ty)): (usize, (u64, TypeId))| Field {
            name: Some(format!("part{index}")),
            ty,
            offset_bits: 8 * offset,
            bit_width: None,
            points_to: None,
        };
        let fields = parts.into_iter().enumerate().map(field).collect();
        self.table.add(TypeKind::Record { kind: RecordKind::Struct, tag: None, fields, complete: true }, size)
    }

    fn bytes(&mut self, size: Option<u64>) -> TypeId {
        let element = self.integer(8, true);
        let size = size.filter(|size| *size > 0);
        self.table.add(TypeKind::Array { element, length: size }, size.unwrap_or(0))
    }

    fn integer(&mut self, bits: u32, unsigned: bool) -> TypeId {
        let name = match (bits, unsigned) {
            (1, _) => return self.shared("_Bool", TypeKind::Bool, 1),
            (8, true) => {
                let kind = TypeKind::Char { name: "unsigned char".into(), signed: false };
                return self.shared("unsigned char", kind, 1);
            }
            (8, false) => {
                return self.shared("char", TypeKind::Char { name: "char".into(), signed: true }, 1);
            }
            (16, true) => "unsigned short",
            (16, false) => "short",
            (65..=128, _) => "__int128",
            (33..=64, true) if self.table.is_narrow => "unsigned long long",
            (33..=64, false) if self.table.is_narrow => "long long",
            (33..=64, true) => "unsigned long",
            (33..=64, false) => "long",
            (129.., _) => return self.unsupported("integer of more than 128 bits"),
            (_, true) => "unsigned int",
            (_, false) => "int",
        };
        let size = match bits {
            16 => 2,
            ..=32 => 4,
            33..=64 => 8,
            _ => 16,
        };
        self.shared(name, TypeKind::Int { name: name.into(), signed: !unsigned }, size)
    }

    fn float(&mut self, name: &str, format: FloatFormat, size: u64) -> TypeId {
        self.shared(name, TypeKind::Float { name: name.into(), format }, size)
    }

    fn void_pointer(&mut self) -> TypeId {
        let void = self.shared("void", TypeKind::Void, 0);
        let bytes = self.table.pointer_bytes();
        self.shared("void *", TypeKind::Pointer(void), bytes)
    }
}
