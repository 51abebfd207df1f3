//! Clang's coverage mapping: what `llvm-cov` would count, and where in the control-flow graph it lives.
//!
//! Clang describes each function by a list of source regions whose execution counts are linear
//! combinations of a few counters. Three layers turn this into goals that agree with `llvm-cov`:
//!
//! ```text
//!   bytes of @__llvm_coverage_mapping ─► unit      file names
//!   bytes of @__covrec_…              ─► record    regions, counters, expressions
//!                                        model     conditions, decisions, code regions, what is counted
//!   blocks, edges, counter increments ─► flow      which CFG edges are the true / false side of a region
//! ```
//!
//! Source: "LLVM Code Coverage Mapping Format" (LLVM documentation); the behaviour of `llvm-cov` 19 and 22.
//! Knows nothing about textual IR, values or types: only bytes and plain graphs.
//!
//! Not handled: mapping versions before 6 (LLVM 12 and older), big-endian headers, single-byte coverage.
//!
//! Cost: decoding is linear in the bytes; flow matching is linear in the graph, then constant per question but for rare ones.

pub mod counter;
mod cursor;
mod decisions;
mod error;
mod expansion;
pub mod flow;
mod md5;
pub mod model;
pub mod record;
#[cfg(test)]
mod tests;
pub mod unit;

pub use counter::{Counter, Expression, Expressions, LinearForm, Sum, Values, native_count};
pub use error::CovMapError;
pub use md5::{md5, name_hash};
pub use model::{
    CodeRegion, Condition, CountingRules, Covered, Decision, FileSpan, FunctionModel, Membership,
    RegionOrigin, Totals,
};
pub use record::{FileId, FunctionRecord, RecordHeader, Region, RegionKind, Span};
pub use unit::{UnitHeader, UnitMapping};
