//! Models and refutations of terms.
//!
//! A query is a list of constraints; the answer is values that satisfy them, a refutation, or the
//! reason why there is neither. These three are never mixed. A [`Solver`] is a chain of layers, cheap ones
//! first, at its end our own bit-blaster for bit-vectors and IEEE floats over a SAT solver.
//!
//! ```
//! use trine_expr::{Assignment, BinaryOp, TermPool};
//! use trine_solver::{Answer, Limits, Solver};
//! let mut pool = TermPool::new();
//! let x = pool.variable("x", 32);
//! let square = pool.binary(BinaryOp::Mul, x, x);
//! let nine = pool.constant(1_522_756, 32);
//! let equal = pool.equal(square, nine);
//! let answer = Solver::default().solve(&mut pool, &[equal], &Assignment::new(), &Limits::default());
//! assert!(matches!(answer, Answer::Satisfiable(_)));
//! ```
//!
//! Sees formulas only: knows nothing about programs, paths or goals, and starts no process.

mod answer;
pub mod circuit;
mod divisors;
pub mod layers;
pub mod portfolio;
pub mod query;
pub mod sat;
pub mod solver;
pub mod statistics;

pub use portfolio::{LAYERS, Portfolio, QueryLog, SmtSolver};
pub use query::{Answer, Chain, Layer, Limits, Query, Unknown};
pub use solver::Solver;
pub use statistics::{LayerStatistics, Statistics};
