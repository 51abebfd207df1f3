//! The layers of the portfolio, one file each. All have one interface, [`Layer`](crate::Layer), and each
//! can be left out.
//!
//! ```text
//! slicing      constraints that share no variable are separate questions; those that hold already are none
//! cache        an earlier model may fit; a superset of what was refuted is refuted
//! equalities   x = 5 puts 5 in place of x
//! bounds       intervals refute, without search
//! enumeration  few input bits: all values
//! local        alternating variables, for what has no theory, and floats
//! bitblast     circuits and a SAT solver
//! ```

mod bitblast;
mod bounds;
mod cache;
mod enumerate;
mod equalities;
mod local;
mod slicing;

pub use bitblast::BitBlasting;
pub use bounds::Bounds;
pub use cache::Cache;
pub use enumerate::Enumeration;
pub use equalities::Equalities;
pub use local::LocalSearch;
pub use slicing::Slicing;
