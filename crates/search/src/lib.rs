//! Search for the leaves of a test case: the standard fitness, the alternating variable method,
//! a genetic algorithm, and random values.
//!
//! ```text
//! distance   how far a predicate is from its wanted outcome        one number
//! shadow     that number, carried with a boolean                   the flag problem
//! distances  the machine's domain that carries it
//! fitness    approach level and branch distance of a run           Target -> Fitness
//! objective  what the algorithms below minimise                    leaves -> Fitness
//! line       pattern, geometric and lattice search along a leaf    Line -> a better value
//! avm        alternating variables over these                      Objective -> leaves
//! textbook   alternating variables as the papers have them         Objective -> leaves
//! genetic    the genetic algorithm of Wegener's configuration      Objective -> leaves
//! samples    strings that formats and option strings of the code ask for
//! random     values worth trying; constants: those in the code; draw: those, or uniform ones
//! nearest    at which branch the nearest run left the way, with what values
//! enhanced   all conditions up to the target at once            Target -> Fitness
//! ```
//!
//! Goal in, leaves out. Knows nothing about solvers, suites, or where goals come from; counts
//! evaluations, never seconds; takes all randomness from the stream it is given.

pub mod avm;
pub mod axis;
pub mod bytes;
pub mod checks;
pub mod constants;
pub mod constraints;
pub mod distance;
pub mod distances;
pub mod draw;
pub mod enhanced;
pub mod fitness;
pub mod genetic;
pub mod line;
pub mod nearest;
pub mod objective;
pub mod portfolio;
pub mod random;
pub mod samples;
pub mod shadow;
pub mod text;
pub mod textbook;

pub use avm::{Avm, AvmConfig};
pub use checks::Checks;
pub use constants::ConstantPool;
pub use constraints::ConstraintSet;
pub use distances::Distances;
pub use draw::{Draw, Uniform};
pub use enhanced::{EnhancedFitness, EnhancedModel};
pub use fitness::{
    CarriesDistance, Fitness, FitnessModel, FitnessObserver, Questions, TargetFitness, UnitFitness, UnitGoal,
    UnitStep,
};
pub use genetic::{GeneticAlgorithm, GeneticConfig};
pub use line::{Line, LineSearch};
pub use objective::{Objective, Outcome};
pub use portfolio::{FitnessKind, Portfolio};
pub use random::RandomValues;
pub use shadow::Shadow;
pub use textbook::{TextbookAvm, TextbookConfig};
