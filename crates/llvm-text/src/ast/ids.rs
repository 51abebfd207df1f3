//! Typed indices of the syntax tree: `u32` newtypes that print as they are read (`block3`, `!12`).
//!
//! Ids are meaningful only inside the module (or, for blocks and locals, the body) that handed them out.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into a vector.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the element at `index`; the reader's texts are below 4 GiB, so every index fits.
            pub fn from_index(index: usize) -> Self {
                $name(index as u32)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

id!(
    /// A function of the module, defined or declared; index into [`Module::functions`](crate::Module::functions).
    FuncId,
    "func"
);
id!(
    /// A global variable; index into [`Module::globals`](crate::Module::globals).
    GlobalId,
    "global"
);
id!(
    /// An alias or ifunc; index into [`Module::aliases`](crate::Module::aliases).
    AliasId,
    "alias"
);
id!(
    /// A basic block of one body; index into [`Body::blocks`](super::Body::blocks). `block0` is the entry.
    BlockId,
    "block"
);
id!(
    /// A parameter or instruction result of one body; index into [`Body::locals`](super::Body::locals).
    /// Parameters come first, in order.
    LocalId,
    "v"
);
id!(
    /// An interned type: equal ids, equal types (named structs are equal by name).
    TypeId,
    "type"
);
id!(
    /// A named struct (`%struct.point`); index into [`Module::structs`](crate::Module::structs).
    StructId,
    "struct"
);
id!(
    /// A numbered metadata node: the number behind the `!` in the text.
    MetadataId,
    "!"
);
