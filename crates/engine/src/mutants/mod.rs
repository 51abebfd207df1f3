//! What the tests of a unit notice: small faults are made in its function, and the tests run against each of them.
//!
//! ```text
//! suite ──mutants of the function (trine_ir::mutants)──> kill matrix ([`runs`], [`noticed`]): which checks of which test fail
//!   │         alive on a covered line ──> [`telling`]: inputs for which one shows; the suite grows by them, and loses tests
//!   │                                     whose goals and kills others have
//!   └──> judged suite ──> assertions kept, `mutants` and `killed` of the record (`unit/effective.rs`)
//! ```
//!
//! Source: Fraser and Zeller, *Mutation-Driven Generation of Unit Tests and Oracles*, TSE 2012. Deviations: mutants are those of the IR,
//! run in our machine; a fault that only a memory checker would notice (a read past the end of an array) kills no mutant, because the
//! emitted test would pass.

pub(crate) mod inputs;
pub(crate) mod noticed;
pub(crate) mod runs;
pub(crate) mod telling;

pub(crate) use noticed::Noticed;
pub(crate) use runs::{MutantRuns, Usual};
