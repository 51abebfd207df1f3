//! The LLVM front end: textual LLVM IR, and clang's coverage mapping, to Trine's IR and API model.
//!
//! [`covmap`] decodes the coverage mapping and matches its counts to control-flow edges; it knows only bytes and graphs.
//! The text itself is read by [`trine_llvm_text`], called `ll` here.
//! `lower` links modules and turns them into Trine's IR, `api` turns debug information into the API model; [`load`]
//! does both. [`closure`] decides which modules of a project belong together.

mod api;
pub mod closure;
mod constructors;
pub mod covmap;
mod load;
mod lower;
mod records;

use trine_llvm_text as ll;

pub use load::{LinkedObjects, LinkedProgram, LoadError, Object, View, Views, executable, link, load};
