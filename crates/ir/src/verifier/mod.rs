//! Checks what every function of the IR promises. All that is built on the IR relies on it:
//! on a verified function nothing above panics.
//!
//! Invariants:
//!
//! 1. There is an entry block; its parameters have the types of the signature's; no edge and
//!    no unwind leads to it. (`structure.rs`)
//! 2. Every index exists in its table: blocks, values, sites, regions, conditions. An edge has
//!    one argument of the right type for each parameter; an unwind edge for each of the handler's
//!    last parameters, the first ones receive what was thrown.
//!    (`structure.rs`)
//! 3. A register is defined once, by a parameter or an instruction; a constant never. A
//!    constant fits its type, and an address is a pointer. (`values.rs`)
//! 4. In reachable blocks a definition dominates its uses. An instruction's result does not
//!    reach the unwind block of its own block, nor the arguments of its unwind edge: the exception may
//!    come before. (`values.rs`)
//! 5. Operands and results have the types that the operation asks for. (`operations.rs`,
//!    `intrinsics.rs`)
//! 6. `return` gives the signature's results; branch conditions are `i1`; case values are
//!    distinct and fit; positions of edges exist. (`structure.rs`)
//! 7. A site's kind and number of outcomes fit every terminator it ends. Several may share a
//!    site: jump threading copies blocks. (`structure.rs`)
//! 8. What a function says of classes fits the class table: `new` names a class with objects, `new_array` one of
//!    arrays, virtual and interface calls name a method of their signature. (`classes.rs`)
//! 9. The class table: see `classes.rs`.
//! 10. The coverage model refers to existing sites, outcomes, decisions and conditions, and a
//!     condition and its decision agree about each other. (`coverage.rs`)
//!
//! Cost: near-linear; one dominator tree.

mod classes;
mod coverage;
mod intrinsics;
mod objects;
mod operations;
mod structure;
mod values;

use crate::function::Function;
use crate::ids::Block;
use crate::ids::FuncId;
use crate::program::Tables;
use crate::types::Signature;
use std::fmt;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block concerned, if one is.
    pub block: Option<Block>,
    /// The position of the instruction in the block; `None` for the block or its terminator.
    pub inst: Option<usize>,
    /// What is wrong, in a sentence.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.block, self.inst) {
            (Some(block), Some(inst)) => write!(f, "{block}, instruction {inst}: {}", self.message),
            (Some(block), None) => write!(f, "{block}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

/// All invariants that `function` breaks; empty when it is well-formed. Direct calls are
/// checked by [`verify_calls`] only, since a function does not know its program.
#[must_use]
pub fn verify(function: &Function) -> Vec<Violation> {
    verify_calls(function, |_| None)
}

/// As [`verify`], and direct calls fit what `signature_of` says of their callees (`None`:
/// unknown, not checked).
#[must_use]
pub fn verify_calls<'s>(
    function: &Function,
    signature_of: impl Fn(FuncId) -> Option<&'s Signature>,
) -> Vec<Violation> {
    let mut report = Report::default();
    structure::check_indices(function, &mut report);
    if report.violations.is_empty() {
        // What follows may look up whatever is referred to.
        structure::check(function, &mut report);
        values::check(function, &mut report);
        operations::check(function, &signature_of, &mut report);
        coverage::check(function, &mut report);
    }
    report.violations
}

/// As [`verify_calls`], and what `function` says of functions and classes fits `tables`.
#[must_use]
pub fn verify_in(function: &Function, tables: &Tables) -> Vec<Violation> {
    let mut violations =
        verify_calls(function, |callee| tables.callables.get(callee).map(|callable| &callable.signature));
    if violations.is_empty() {
        let mut report = Report::default();
        classes::check_uses(function, tables, &mut report);
        violations = report.violations;
    }
    violations
}

/// What is wrong with the class table and the raisers of a program, one sentence each.
#[must_use]
pub fn verify_classes(tables: &Tables) -> Vec<String> {
    classes::check(tables)
}

/// The violations found so far and the place under inspection.
#[derive(Default)]
struct Report {
    violations: Vec<Violation>,
    block: Option<Block>,
    inst: Option<usize>,
}

impl Report {
    fn at(&mut self, block: Block, inst: Option<usize>) -> &mut Self {
        (self.block, self.inst) = (Some(block), inst);
        self
    }

    fn at_function(&mut self) -> &mut Self {
        (self.block, self.inst) = (None, None);
        self
    }

    fn add(&mut self, message: String) {
        self.violations.push(Violation { block: self.block, inst: self.inst, message });
    }

    /// Reports `message` unless `holds`.
    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.add(message());
        }
    }
}
