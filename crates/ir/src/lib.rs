//! Trine's intermediate representation: a typed, register-based control-flow graph in
//! SSA form with block parameters, over byte-addressed memory.
//!
//! One waist for LLVM IR (C, Rust) and JVM bytecode. A [`Program`] is a table of callables
//! whose bodies a front end lowers on first use; a [`Function`] is blocks of instructions;
//! a [`Site`] is a place where control may go more than one way; a [`CoverageModel`] says
//! what sites and blocks mean in the user's source.
//!
//! Knows nothing about LLVM, the JVM, goals, search or solvers.

pub mod analysis;
pub mod coverage_model;
pub mod edge_set;
pub mod function;
pub mod growing;
mod ids;
pub mod instruction;
pub mod mutants;
pub mod objects;
pub mod passes;
pub mod program;
pub mod text;
pub mod types;
pub mod verifier;

pub use coverage_model::{
    Condition, ConditionId, ConditionKind, CoverageModel, Decision, DecisionId, Outcome, Region, RegionId,
};
pub use edge_set::EdgeSet;
pub use function::{BlockData, Function, Site, SiteKind, ValueData, ValueKind};
pub use growing::Growing;
pub use ids::{Block, ClassId, FuncId, GlobalId, SiteId, Value};
pub use instruction::{
    AtomicOp, BinaryOp, Callee, CastOp, Edge, FloatPredicate, Inst, IntPredicate, Intrinsic, Op, Terminator,
};
pub use objects::{Class, ClassKind, Classes, Field, ObjectOp, RaisedFault, Raiser};
pub use program::{
    BodyError, BodySource, Callable, DataModel, Global, Program, Relocation, RelocationTarget,
};
pub use types::{ByVal, Constant, Param, Signature, Type};
