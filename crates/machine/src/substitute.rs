//! Another body in the place of a function's own: what mutation analysis runs.
//!
//! Calls find a function's code by its number, so that a body is exchanged by one entry of a table; code that was decoded stays. The body
//! must have the branches of the one that it replaces, so that they keep their numbers.

use crate::code::Entry;
use crate::code::decode::decode_body;
use crate::machine::Machine;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, Function};

/// The code of a function that is not the one that runs: [`Machine::restore`] and [`Machine::exchange`] take it.
#[derive(Debug)]
pub struct Substituted {
    function: FuncId,
    entry: Entry,
    slots: Box<[u32]>,
}

impl Machine {
    /// Lets calls of `function` run `body` until it is restored. Between runs only.
    ///
    /// # Errors
    /// What in the body is not supported; then nothing is changed.
    pub fn substitute(&mut self, function: FuncId, body: &Function) -> Result<Substituted, String> {
        self.prepare(function)?;
        let program = self.code.program.clone();
        let code = Arc::make_mut(&mut self.code);
        let position = function.position();
        let was =
            Substituted { function, entry: code.entries[position], slots: code.slots[position].clone() };
        let decoded = decode_body(&program, (function, body, false), code, &self.globals, &self.config);
        if let Err(what) = decoded {
            self.restore(was);
            return Err(what);
        }
        self.follow_growth();
        Ok(was)
    }

    /// Lets calls run the function's own body again.
    pub fn restore(&mut self, mut was: Substituted) {
        self.exchange(&mut was);
    }

    /// Lets calls run `other`, which is the code that ran before from then on: a body that is decoded once can be put in and taken out as
    /// often as wanted.
    pub fn exchange(&mut self, other: &mut Substituted) {
        let code = Arc::make_mut(&mut self.code);
        let position = other.function.position();
        std::mem::swap(&mut code.entries[position], &mut other.entry);
        std::mem::swap(&mut code.slots[position], &mut other.slots);
    }
}
