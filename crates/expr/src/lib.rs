//! Symbolic terms: what a program computed from its inputs, as data.
//!
//! Every term is a bit-vector of 1 to 128 bits; a boolean is one bit, a float is the bits of its
//! IEEE format. Terms live in a [`TermPool`], which makes equal terms identical
//! (hash-consing), so that comparing two is comparing two numbers, and which rewrites them to
//! canonical forms while they are built. A child always has a smaller number than its parent: the
//! order of creation is a topological order.
//!
//! ```
//! use trine_expr::{BinaryOp, CompareOp, TermPool};
//! let mut pool = TermPool::new();
//! let x = pool.variable("x", 32);
//! let four = pool.constant(4, 32);
//! let sum = pool.binary(BinaryOp::Add, x, four);
//! let seven = pool.constant(7, 32);
//! let equal = pool.compare(CompareOp::Eq, sum, seven);
//! assert_eq!(pool.show(equal), "(= x 3)");
//! ```
//!
//! Knows nothing about programs, goals or solvers: who asks for a model of a term is its own
//! business.

pub mod bits;
pub mod condition;
pub mod distance;
pub mod evaluate;
pub mod float;
pub mod node;
pub mod pool;
mod print;
mod rewrite;
mod simplify;
pub mod smtlib;
pub mod tape;

pub use condition::{Condition, Literal};
pub use distance::Metric;
pub use evaluate::Assignment;
pub use node::{
    BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatUnaryOp, Format, MathFunction, Node, Term,
    UnaryOp, VariableId,
};
pub use pool::{TermPool, Variable};
pub use tape::Tape;
