//! The LLVM front end: textual LLVM IR, and clang's coverage mapping, to Trine's IR and API model.
//!
//! [`covmap`] decodes the coverage mapping and matches its counts to control-flow edges; it knows only bytes and graphs.
//! [`ll`] reads textual LLVM IR (`.ll`) into a plain syntax tree. It knows nothing about Trine's IR.

pub mod covmap;
pub mod ll;
