//! Exceptions on their way: what was raised while a function watched was at work, and how far it had come.
//!
//! ```text
//! stack of calls      f  >  g  >  library  >  Exception.<init>       the call of a constructor of exceptions: it is noted for f and for g,
//!                     |     |                                        each under the branch that it decided last
//!                     +-----+--- last branch of each activation
//! ```
//!
//! That the exception left the block in which the activation stood is not seen here: it may have been caught further in. Who asks knows
//! that the block was entered and that its end never came. Of several in one activation the last one counts then.
//!
//! Not seen: exceptions that were made before, or by the machine itself without a constructor.

use super::LastDecision;
use std::collections::BTreeMap;
use trine_ir::{FuncId, Program, SiteId};

/// An exception that was raised.
#[derive(Clone, Debug, PartialEq)]
pub struct Raised {
    /// The run.
    pub run: u32,
    /// What it is, as [`Exceptions`] names it.
    pub what: String,
    /// The innermost function watched that was at work.
    pub function: FuncId,
    /// The function that it called and that raised it, where that is another one.
    pub by: Option<FuncId>,
    /// The last branch that the run decided before, in the functions watched.
    pub last: Option<LastDecision>,
    activation: u64,
}

/// Says which functions are constructors of exceptions, and what they make.
pub type Exceptions = fn(&Program, FuncId) -> Option<String>;

/// A branch and the way it was left.
pub(super) type Edge = (SiteId, u32);

/// A call in progress.
#[derive(Clone, Debug)]
struct Call {
    function: FuncId,
    activation: u64,
    is_watched: bool,
    /// Its last branch.
    last: Option<Edge>,
}

/// Calls in progress, and what was raised.
#[derive(Clone, Debug, Default)]
pub(super) struct Raises {
    exceptions: Option<Exceptions>,
    /// By function of the program: what it makes, once it was asked.
    known: BTreeMap<FuncId, Option<String>>,
    calls: Vec<Call>,
    /// By function watched and its last branch.
    raised: BTreeMap<(FuncId, Option<Edge>), Raised>,
}

impl Raises {
    pub fn watch(&mut self, exceptions: Exceptions) {
        self.exceptions = Some(exceptions);
    }

    /// A run begins.
    pub fn begin(&mut self) {
        self.calls.clear();
    }

    pub fn call(
        &mut self,
        program: &Program,
        (function, activation, is_watched): (FuncId, u64, bool),
        (run, last): (u32, Option<LastDecision>),
    ) {
        let Some(exceptions) = self.exceptions else { return };
        let what = self.known.entry(function).or_insert_with(|| exceptions(program, function)).clone();
        let within =
            self.calls.last().is_some_and(|call| self.known.get(&call.function).is_some_and(Option::is_some));
        if let Some(what) = what.filter(|_| !within) {
            self.raise(&what, (run, last));
        }
        self.calls.push(Call { function, activation, is_watched, last: None });
    }

    fn raise(&mut self, what: &str, (run, last): (u32, Option<LastDecision>)) {
        let Some(innermost) = self.calls.iter().rposition(|call| call.is_watched) else { return };
        let function = self.calls[innermost].function;
        let by = self.calls.get(innermost + 1).map(|call| call.function);
        for call in self.calls.iter().filter(|call| call.is_watched) {
            let activation = call.activation;
            let raised = Raised { run, what: what.to_owned(), function, by, last, activation };
            let known = self.raised.entry((call.function, call.last)).or_insert_with(|| raised.clone());
            if (known.run, known.activation) == (run, activation) {
                *known = raised;
            }
        }
    }

    /// The innermost activation of `function` goes this way.
    pub fn branch(&mut self, function: FuncId, activation: u64, edge: Edge) {
        let mut calls = self.calls.iter_mut().rev();
        if let Some(call) = calls.find(|call| call.activation == activation && call.function == function) {
            call.last = Some(edge);
        }
    }

    pub fn returned(&mut self, activation: u64) {
        // Calls of several threads lie in one stack.
        if let Some(at) = self.calls.iter().rposition(|call| call.activation == activation) {
            self.calls.remove(at);
        }
    }

    /// What was raised while `function` stood behind one of `edges`, `None` being its entry; the first run's.
    pub fn behind(&self, function: FuncId, edges: &[Option<Edge>]) -> Option<&Raised> {
        let found = edges.iter().filter_map(|&edge| self.raised.get(&(function, edge)));
        found.min_by_key(|raised| raised.run)
    }
}
