//! The LLVM front end: textual LLVM IR, and clang's coverage mapping, to Trine's IR and API model.
//!
//! [`ll`] reads textual LLVM IR (`.ll`) into a plain syntax tree. It knows nothing about Trine's IR.

pub mod ll;
