//! Attributes of parameters and functions: those that change what the program means. The rest is skipped.
//!
//! Source: LangRef, "Parameter Attributes" and "Function Attributes".
//!
//! Steps to add a parameter flag: a bit here, its keyword in [`ParamFlags::from_keyword`].

use super::TypeId;

/// A set of parameter attributes without an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ParamFlags(u32);

impl ParamFlags {
    /// `zeroext`: the caller zero-extends to the register.
    pub const ZEROEXT: ParamFlags = ParamFlags(1);
    /// `signext`: the caller sign-extends to the register.
    pub const SIGNEXT: ParamFlags = ParamFlags(1 << 1);
    /// `noundef`: undefined bits are immediate undefined behavior.
    pub const NOUNDEF: ParamFlags = ParamFlags(1 << 2);
    /// `nonnull`.
    pub const NONNULL: ParamFlags = ParamFlags(1 << 3);
    /// `noalias`.
    pub const NOALIAS: ParamFlags = ParamFlags(1 << 4);
    /// `nest`: the static chain.
    pub const NEST: ParamFlags = ParamFlags(1 << 5);
    /// `swiftself`.
    pub const SWIFTSELF: ParamFlags = ParamFlags(1 << 6);
    /// `swifterror`.
    pub const SWIFTERROR: ParamFlags = ParamFlags(1 << 7);
    /// `inreg`.
    pub const INREG: ParamFlags = ParamFlags(1 << 8);
    /// `returned`: the function returns this argument.
    pub const RETURNED: ParamFlags = ParamFlags(1 << 9);
    /// `immarg`: must be a constant.
    pub const IMMARG: ParamFlags = ParamFlags(1 << 10);
    /// `readonly`.
    pub const READONLY: ParamFlags = ParamFlags(1 << 11);
    /// `writeonly`.
    pub const WRITEONLY: ParamFlags = ParamFlags(1 << 12);
    /// `readnone`.
    pub const READNONE: ParamFlags = ParamFlags(1 << 13);
    /// `swiftasync`.
    pub const SWIFTASYNC: ParamFlags = ParamFlags(1 << 14);

    /// Whether all flags of `other` are set.
    pub fn contains(self, other: ParamFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Adds the flags of `other`.
    pub fn insert(&mut self, other: ParamFlags) {
        self.0 |= other.0;
    }

    /// The flag an attribute keyword sets; `None` for attributes we do not keep.
    pub fn from_keyword(word: &str) -> Option<ParamFlags> {
        Some(match word {
            "zeroext" => Self::ZEROEXT,
            "signext" => Self::SIGNEXT,
            "noundef" => Self::NOUNDEF,
            "nonnull" => Self::NONNULL,
            "noalias" => Self::NOALIAS,
            "nest" => Self::NEST,
            "swiftself" => Self::SWIFTSELF,
            "swifterror" => Self::SWIFTERROR,
            "swiftasync" => Self::SWIFTASYNC,
            "inreg" => Self::INREG,
            "returned" => Self::RETURNED,
            "immarg" => Self::IMMARG,
            "readonly" => Self::READONLY,
            "writeonly" => Self::WRITEONLY,
            "readnone" => Self::READNONE,
            _ => return None,
        })
    }
}

/// The attributes of a parameter, argument or return value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamAttrs {
    /// Those without an argument.
    pub flags: ParamFlags,
    /// `align N` in bytes; 0 when not given.
    pub align: u32,
    /// Those with an argument; absent when there are none, which is the common case.
    pub details: Option<Box<ParamAttrDetails>>,
}

/// Attributes with an argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamAttrDetails {
    /// `sret(T)`: points to where the caller wants the result of type `T`.
    pub sret: Option<TypeId>,
    /// `byval(T)`: the callee gets its own copy of the pointee.
    pub byval: Option<TypeId>,
    /// `byref(T)`.
    pub byref: Option<TypeId>,
    /// `inalloca(T)`.
    pub inalloca: Option<TypeId>,
    /// `preallocated(T)`.
    pub preallocated: Option<TypeId>,
    /// `elementtype(T)`: what an intrinsic's or inline assembly's pointer points to.
    pub elementtype: Option<TypeId>,
    /// `range(iN lo, hi)`: the value lies in [lo, hi), wrapping; both truncated to the type's width.
    pub range: Option<(u128, u128)>,
    /// `dereferenceable(N)` in bytes.
    pub dereferenceable: Option<u64>,
    /// `dereferenceable_or_null(N)` in bytes.
    pub dereferenceable_or_null: Option<u64>,
}

impl ParamAttrs {
    /// Whether all flags of `flags` are set.
    pub fn has(&self, flags: ParamFlags) -> bool {
        self.flags.contains(flags)
    }

    /// The type of `sret(T)`.
    pub fn sret(&self) -> Option<TypeId> {
        self.details.as_ref()?.sret
    }

    /// The type of `byval(T)`.
    pub fn byval(&self) -> Option<TypeId> {
        self.details.as_ref()?.byval
    }

    /// The type of `elementtype(T)`.
    pub fn elementtype(&self) -> Option<TypeId> {
        self.details.as_ref()?.elementtype
    }

    /// The bounds of `range(T lo, hi)`.
    pub fn range(&self) -> Option<(u128, u128)> {
        self.details.as_ref()?.range
    }

    /// The attributes with an argument, created on first use.
    pub(crate) fn details_mut(&mut self) -> &mut ParamAttrDetails {
        self.details.get_or_insert_default()
    }
}

/// The attributes of a function or call that change what may happen; everything `false` when nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttrs {
    /// `noreturn`.
    pub noreturn: bool,
    /// `nounwind`: no exception or panic leaves it.
    pub nounwind: bool,
    /// `naked`: the body is assembly without prologue.
    pub naked: bool,
    /// `returns_twice`: `setjmp` and its kin.
    pub returns_twice: bool,
    /// `willreturn`.
    pub willreturn: bool,
    /// `convergent`.
    pub convergent: bool,
    /// `cold`.
    pub cold: bool,
    /// `noinline`.
    pub noinline: bool,
    /// `alwaysinline`.
    pub alwaysinline: bool,
    /// `optnone`.
    pub optnone: bool,
    /// `nobuiltin`: the callee is not the library function its name suggests.
    pub nobuiltin: bool,
    /// `builtin`.
    pub builtin: bool,
    /// `strictfp`: the floating-point environment is observed.
    pub strictfp: bool,
    /// `memory(none)` or `readnone`: neither reads nor writes memory.
    pub memory_none: bool,
    /// `speculatable`.
    pub speculatable: bool,
    /// `presplitcoroutine`: an unlowered coroutine.
    pub presplitcoroutine: bool,
}

impl FunctionAttrs {
    /// Adds everything `other` says.
    pub fn merge(&mut self, other: FunctionAttrs) {
        self.noreturn |= other.noreturn;
        self.nounwind |= other.nounwind;
        self.naked |= other.naked;
        self.returns_twice |= other.returns_twice;
        self.willreturn |= other.willreturn;
        self.convergent |= other.convergent;
        self.cold |= other.cold;
        self.noinline |= other.noinline;
        self.alwaysinline |= other.alwaysinline;
        self.optnone |= other.optnone;
        self.nobuiltin |= other.nobuiltin;
        self.builtin |= other.builtin;
        self.strictfp |= other.strictfp;
        self.memory_none |= other.memory_none;
        self.speculatable |= other.speculatable;
        self.presplitcoroutine |= other.presplitcoroutine;
    }

    /// Sets the flag of a keyword; `false` when it is one we do not keep.
    pub fn set_keyword(&mut self, word: &str) -> bool {
        let flag = match word {
            "noreturn" => &mut self.noreturn,
            "nounwind" => &mut self.nounwind,
            "naked" => &mut self.naked,
            "returns_twice" => &mut self.returns_twice,
            "willreturn" => &mut self.willreturn,
            "convergent" => &mut self.convergent,
            "cold" => &mut self.cold,
            "noinline" => &mut self.noinline,
            "alwaysinline" => &mut self.alwaysinline,
            "optnone" => &mut self.optnone,
            "nobuiltin" => &mut self.nobuiltin,
            "builtin" => &mut self.builtin,
            "strictfp" => &mut self.strictfp,
            "readnone" => &mut self.memory_none,
            "speculatable" => &mut self.speculatable,
            "presplitcoroutine" => &mut self.presplitcoroutine,
            _ => return false,
        };
        *flag = true;
        true
    }
}

/// `attributes #3 = { … }`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttributeGroup {
    /// The number behind `#`.
    pub number: u32,
    /// The flags that matter.
    pub flags: FunctionAttrs,
    /// String attributes, `"alloc-family"="__rust_alloc"`; a missing value is empty.
    pub strings: Vec<(Box<str>, Box<str>)>,
}
