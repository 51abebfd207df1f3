//! Reader of textual LLVM IR (`.ll`) into a plain syntax tree.
//!
//! Idea: a whole Rust program is 40 MB of text of which a test touches little. [`Module::parse`] therefore reads only
//! what stands at the top level (named types, headers of globals and functions, attribute groups) and remembers where
//! the rest lies; bodies, initializers and metadata nodes are read when they are asked for, each for itself, so that
//! one construct this reader does not know costs one body and not the file.
//!
//! ```text
//!  text ──index──► entities ──headers──► Module ──body(func)────────► Body   (blocks, instructions)
//!                  (byte ranges)                ──initializer(global)► TypedConstant
//!                                               ──metadata(!12)──────► Node  ──debug──► DILocation, DISubprogram, …
//! ```
//!
//! Source: the LLVM Language Reference (<https://llvm.org/docs/LangRef.html>) and what clang 15 to 22 and rustc 1.95
//! write. We are more tolerant than LLVM: attributes and attachments we do not know are skipped, and the IR is not
//! verified beyond what is needed to build the tree.
//!
//! Not handled: bitcode (`.bc`), module summaries and use-list orders (skipped), comdats (skipped).
//!
//! Cost: indexing is one pass over the lines of the text; the rest is linear in what is asked for.

mod arena;
pub mod ast;
pub mod debug;
mod error;
mod index;
mod layout;
mod lexer;
mod module;
mod node_cache;
mod read;
mod result_type;
mod tables;
mod text;

pub use ast::*;
pub use error::ReadError;
pub use layout::{DataLayout, Layout};
pub use module::Module;
pub use text::TextSource;

#[cfg(test)]
mod tests;
