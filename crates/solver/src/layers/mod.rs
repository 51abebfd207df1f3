//! The layers of the portfolio, one file each. All have one interface, [`Layer`](crate::Layer), and each
//! can be left out.
//!
//! ```text
//! slicing      constraints that share no variable are separate queries; those that hold already are none
//! cache        an earlier model may fit; a superset of what was refuted is refuted
//! query     tells a log what is asked, where there is one
//! equalities   x = 5 puts 5 in place of x
//! factoring    a product that is a constant has its divisors as factors
//! bounds       intervals refute, without search
//! enumeration  few input bits: all values
//! local        alternating variables, for what has no theory, and floats
//! inversion    f(x) = y becomes x = f'(y), from both ends of an equation
//! meeting      few input bits on either side of an equation: lists of values that meet
//! circuit      tells a log what is left of it
//! bitblast     circuits and a SAT solver
//! smt          another solver, asked in SMT-LIB 2, where there is one
//! ```

mod bitblast;
mod bounds;
mod cache;
mod enumerate;
mod equalities;
mod equation_balancing;
mod factoring;
mod local;
mod logging;
mod meet_in_the_middle;
mod slicing;
mod smt;

pub use bitblast::BitBlasting;
pub use bounds::Bounds;
pub use cache::Cache;
pub use enumerate::Enumeration;
pub use equalities::Equalities;
pub use equation_balancing::EquationBalancing;
pub use factoring::Factoring;
pub use local::LocalSearch;
pub use logging::Logging;
pub use meet_in_the_middle::MeetInTheMiddle;
pub use slicing::Slicing;
pub use smt::Smt;
