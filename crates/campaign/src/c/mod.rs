//! Campaigns over C: how files are compiled, read and linked, and how their tests are built and run natively.

pub mod changed;
pub mod confirm;
pub mod emission;
pub mod file_tests;
pub mod header;
pub mod inputs;
mod ir_store;
mod ir_text;
mod language;
pub mod loading;
pub mod module;
pub mod own_tests;
pub mod sanitize;
pub mod settle;
mod test_program;
pub mod whole_program;

pub use language::C;
