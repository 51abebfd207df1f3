//! The syntax tree of textual LLVM IR: plain structs and enums, one noun per file.
//!
//! | file | nouns |
//! |---|---|
//! | `ids` | typed indices: [`FuncId`], [`GlobalId`], [`AliasId`], [`BlockId`], [`LocalId`], [`TypeId`], [`StructId`], [`MetadataId`] |
//! | `types` | [`Type`], [`NamedStruct`] |
//! | `constant` | [`Constant`], [`ConstExpr`], [`Symbol`] |
//! | `entity` | [`Function`], [`Param`], [`Global`], [`Alias`] |
//! | `attributes` | [`ParamAttrs`], [`FunctionAttrs`], [`AttributeGroup`] |
//! | `body` | [`Body`], [`Block`], [`Local`], [`Operand`], [`Value`] |
//! | `instruction` | [`Instruction`], [`Op`], [`Terminator`], [`Call`] and their parts |
//! | `operator` | operators, predicates, flags, orderings: [`BinaryOp`], [`CastOp`], [`IntPredicate`], … |
//! | `metadata` | [`MetadataNode`], [`Meta`] |
//!
//! Deviation from LLVM: a value's name and number are kept beside its [`LocalId`], which is dense per body.

mod attributes;
mod body;
mod constant;
mod entity;
mod ids;
mod instruction;
mod metadata;
mod operator;
mod types;

pub use attributes::{AttributeGroup, FunctionAttrs, ParamAttrDetails, ParamAttrs, ParamFlags};
pub use body::{Block, Body, Local, LocalName, Operand, Value};
pub use constant::{ConstExpr, Constant, FloatBits, Symbol, TypedConstant};
pub use entity::{Alias, AliasKind, Function, Global, Linkage, Param, Visibility};
pub use ids::{AliasId, BlockId, FuncId, GlobalId, LocalId, MetadataId, StructId, TypeId};
pub use instruction::{
    Argument, AtomicRmw, Call, Callee, CmpXchg, DebugRecord, DebugRecordKind, GetElementPtr, InlineAsm,
    Instruction, LandingPadClause, Load, Op, OperandBundle, Store, TailKind, Terminator, TerminatorKind,
};
pub use metadata::{DebugLocation, Field, Meta, MetadataNode, NodeKind};
pub use operator::{
    ArithFlags, AtomicOrdering, AtomicRmwOp, BinaryOp, CastOp, FastMath, FloatPredicate, GepFlags,
    IntPredicate,
};
pub use types::{NamedStruct, Type};
