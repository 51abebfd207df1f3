//! Search for the leaves of a test case: the standard fitness, the alternating variable method
//! and random values.
//!
//! ```text
//! distance   how far a predicate is from its wanted outcome        one number
//! shadow     that number, carried with a boolean                   the flag problem
//! distances  the machine's domain that carries it
//! fitness    approach level and branch distance of a run           Target -> Fitness
//! avm        alternating variables over pattern search             Objective -> leaves
//! random     values worth trying; constants: those in the code
//! ```
//!
//! Goal in, leaves out. Knows nothing about solvers, suites, or where goals come from; counts
//! evaluations, never seconds; takes all randomness from the stream it is given.

pub mod avm;
pub mod axis;
pub mod bytes;
pub mod checks;
pub mod constants;
pub mod distance;
pub mod distances;
pub mod fitness;
pub mod pattern;
pub mod random;
pub mod shadow;
pub mod text;

pub use avm::{Avm, AvmConfig, AvmOutcome, Objective};
pub use checks::Checks;
pub use constants::ConstantPool;
pub use distances::Distances;
pub use fitness::{CarriesDistance, Fitness, FitnessModel, FitnessObserver, TargetFitness};
pub use pattern::IteratedPatternSearch;
pub use random::RandomValues;
pub use shadow::Shadow;
