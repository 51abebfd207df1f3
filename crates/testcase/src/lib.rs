//! Test cases as skeleton and leaves, and the API model they are written in.
//!
//! A test case is a short program: a list of typed statements (its **skeleton**) and the
//! primitive values in them (its **leaves**). Evolution changes both; alternating variables,
//! genetic algorithms over inputs and solvers change leaves only. A C function of two ints is
//! one call with two leaves; a Java class test will be fifteen calls with forty: same type.
//!
//! Front ends supply the **API model**: callables, types and globals as the source names them.
//!
//! Knows nothing about IR, goals or engines.

pub mod abi;
pub mod api;
pub mod content;
pub mod environment;
pub mod float;
pub mod leaf;
pub mod objects;
pub mod range;
pub mod registers;
pub mod shape;
pub mod stored;
mod stored_at;
pub mod test_case;
pub mod types;

pub use abi::{CallAbi, Passing, Piece, Returning};
pub use api::{
    ApiModel, Callable, CallableId, GlobalVariable, GlobalVariableId, Linkage, NO_RETURN_STATUS, Parameter,
    RequestedStub, ends_in, is_end_in_stub,
};
pub use content::Bytes;
pub use environment::{Content, File, Output, RegisterValue};
pub use float::FloatFormat;
pub use leaf::{Leaf, LeafId, LeafKind};
pub use range::LeafRange;
pub use registers::{ClearedBy, NamedRegisters, RegisterMap};
pub use stored::{Stored, Stores};
pub use test_case::{
    Argument, Observation, Observed, ObservedValue, Place, PlaceRoot, PlaceStep, PointerValue, Skeleton,
    Statement, TestCase, Variable,
};
pub use types::{
    ARGUMENT_LIST, Enumerator, Field, RecordKind, SourceType, TypeId, TypeKind, TypeTable, VARIABLE_ARGUMENT,
};
