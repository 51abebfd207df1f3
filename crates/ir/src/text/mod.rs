//! The text form of the IR: what dumps show and tests are written in.
//!
//! ```text
//! function "max"(i32, i32) -> (i32) {
//!     site0: branch !file0:2:9
//! block0(v0 "a": i32, v1 "b": i32):
//!     v2: i1 = icmp.sgt v0, v1
//!     branch v2, block1(v0), block1(v1), site0
//! block1(v3: i32):
//!     return v3
//! }
//! ```
//!
//! Behind the results of a function that calls `setjmp` stands `returns_twice`.
//!
//! Printing is lossless but for the numbers of constants, which stand where they are used
//! (`7:i32`, `null`, `@global3+8` without blanks), and for table entries that nothing refers to. What is
//! printed can be read back, and then prints the same. A source span is `!file0:12:5` or
//! `!file0:12:5..12:9`; a comment runs from `;` to the end of its line; line breaks mean nothing.
//!
//! | file | holds |
//! |---|---|
//! | `names.rs` | operation names, both ways |
//! | `print.rs`, `print_coverage.rs`, `print_program.rs` | printing |
//! | `lex.rs` | tokens with their positions |
//! | `parse.rs`, `parse_inst.rs`, `parse_coverage.rs`, `parse_program.rs`, `parse_classes.rs` | reading |

mod lex;
mod names;
mod parse;
mod parse_classes;
mod parse_coverage;
mod parse_inst;
mod parse_program;
mod pieces;
mod print;
mod print_coverage;
mod print_program;

pub use lex::ParseError;
pub use parse::parse_function;
pub use parse_program::parse_program;
pub use print::print_function;
pub use print_program::print_program;
