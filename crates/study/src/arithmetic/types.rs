//! The arithmetic types of C, as the generator needs them.

/// An arithmetic type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Signed integer of so many bits.
    Signed(u32),
    /// Unsigned integer of so many bits.
    Unsigned(u32),
    /// `_Bool`.
    Bool,
    /// Binary float with so many bits of precision.
    Float(u32),
}

/// A type with its names.
#[derive(Clone, Copy, Debug)]
pub struct CType {
    /// Short name, part of identifiers.
    pub name: &'static str,
    /// How C writes it.
    pub c: &'static str,
    /// What it is.
    pub kind: Kind,
}

/// Every arithmetic type that clang has on x86-64, but for `_Float16` and `__float128`.
pub const TYPES: [CType; 14] = [
    CType { name: "i8", c: "signed char", kind: Kind::Signed(8) },
    CType { name: "u8", c: "unsigned char", kind: Kind::Unsigned(8) },
    CType { name: "i16", c: "short", kind: Kind::Signed(16) },
    CType { name: "u16", c: "unsigned short", kind: Kind::Unsigned(16) },
    CType { name: "i32", c: "int", kind: Kind::Signed(32) },
    CType { name: "u32", c: "unsigned", kind: Kind::Unsigned(32) },
    CType { name: "i64", c: "long", kind: Kind::Signed(64) },
    CType { name: "u64", c: "unsigned long", kind: Kind::Unsigned(64) },
    CType { name: "i128", c: "__int128", kind: Kind::Signed(128) },
    CType { name: "u128", c: "unsigned __int128", kind: Kind::Unsigned(128) },
    CType { name: "bool", c: "_Bool", kind: Kind::Bool },
    CType { name: "f32", c: "float", kind: Kind::Float(24) },
    CType { name: "f64", c: "double", kind: Kind::Float(53) },
    CType { name: "f80", c: "long double", kind: Kind::Float(64) },
];

impl CType {
    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self.kind, Kind::Float(_))
    }

    /// Width in bits of the integer that operations are done in: promotion makes it at least 32.
    pub fn promoted_bits(self) -> u32 {
        match self.kind {
            Kind::Signed(bits) | Kind::Unsigned(bits) => bits.max(32),
            Kind::Bool => 32,
            Kind::Float(_) => 0,
        }
    }

    /// A C condition: the float `x` can be converted to this integer type. `_Bool` takes all.
    pub fn takes_float(self, x: &str) -> String {
        let power = |bits: u32| format!("0x1p{bits}L");
        match self.kind {
            Kind::Signed(bits) => format!("{x} >= -{0} && {x} < {0}", power(bits - 1)),
            Kind::Unsigned(bits) => format!("{x} > -1.0L && {x} < {}", power(bits)),
            Kind::Bool | Kind::Float(_) => "1".to_owned(),
        }
    }
}
