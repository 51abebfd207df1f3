//! The LLVM front end: textual LLVM IR, and clang's coverage mapping, to Trine's IR and API model.
//!
//! [`covmap`] decodes the coverage mapping and matches its counts to control-flow edges; it knows only bytes and graphs.
//! [`ll`] reads textual LLVM IR (`.ll`) into a plain syntax tree. It knows nothing about Trine's IR.
//! `lower` links modules and turns them into Trine's IR, `api` turns debug information into the API model; [`load`]
//! does both. [`closure`] decides which modules of a project belong together.

mod api;
pub mod closure;
pub mod covmap;
pub mod ll;
mod load;
mod lower;

pub use ll::TextSource;
pub use load::{LinkedObjects, LoadError, Object, Unit, View, Views, link, load};
