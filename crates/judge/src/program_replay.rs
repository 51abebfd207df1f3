//! The finished tests of a program, replayed once more for what exchange formats and referees ask:
//! the inputs in the order the program took them, what happened in each function, and whether a
//! certain function was called.

use crate::replay::Traces;
use std::collections::BTreeMap;
use std::sync::Arc;
use trine_coverage::Trace;
use trine_harness::{Harness, InputStream, Plan};
use trine_ir::{FuncId, Function, Program};
use trine_machine::{Activation, Both, Concrete, Config, Domain, Observer};
use trine_record::TestRecord;
use trine_testcase::ApiModel;

/// What one test did.
#[derive(Clone, Debug, Default)]
pub struct ProgramRun {
    /// The inputs, in order: the function that asked for it, and its bits.
    pub inputs: Vec<(FuncId, u128)>,
    /// What happened in each function.
    pub traces: BTreeMap<FuncId, Trace>,
    /// Whether the watched function was called.
    pub called: bool,
}

/// Replays `tests` of a program, whose inputs are those of `stream`, watching for calls of `watched`.
#[must_use]
pub fn replay(
    program: &Arc<Program>,
    api: &ApiModel,
    stream: InputStream,
    functions: &[(FuncId, Arc<Function>)],
    watched: Option<FuncId>,
    tests: &[TestRecord],
    config: Config,
) -> Vec<ProgramRun> {
    let Ok(mut harness) = Harness::new(program, api, config) else { return Vec::new() };
    harness.read_inputs_from(stream);
    let mut traces = Traces::new(functions);
    let mut runs = Vec::with_capacity(tests.len());
    for test in tests {
        let case = test.test_case();
        let mut calls = Calls { watched, seen: false };
        if let Ok(plan) = Plan::new(&case.skeleton, api, program) {
            let mut observer = Both(&mut traces, &mut calls);
            harness.run(&plan, &case.leaves, &mut Concrete, &mut observer);
        }
        let inputs = harness.stream().consumed().to_vec();
        runs.push(ProgramRun { inputs, traces: traces.take(), called: calls.seen });
    }
    runs
}

/// Watches for calls of one function.
struct Calls {
    watched: Option<FuncId>,
    seen: bool,
}

impl<D: Domain> Observer<D> for Calls {
    fn call(&mut self, function: FuncId, _: Activation) {
        self.seen |= self.watched == Some(function);
    }

    fn external(&mut self, function: FuncId, _: Option<trine_base::Span>) {
        self.seen |= self.watched == Some(function);
    }
}
