//! Faults that sequences of a module met, as findings: each once, with the shortest sequence that shows it.

use super::lower::{Lowered, StringPlacement, lower};
use super::runner::ModuleRunner;
use std::collections::BTreeSet;
use trine_engine::faults::{FaultClassification, Shown, classify_in_sequence, finding};
use trine_harness::{Ending, Plan};
use trine_inputs_c::Preconditions;
use trine_judge::faults::same_fault;
use trine_machine::{Concrete, Fault, FaultKind, Ignore};
use trine_record::{Finding, TestRecord};
use trine_sequences::minimize::minimize;
use trine_testcase::api::CallableId;
use trine_testcase::objects::Sequence;

/// Runs that making a sequence shorter may take.
const RUNS_PER_FAULT: usize = 200;

/// A finding of a module.
#[derive(Clone, Debug)]
pub struct Shows {
    /// The function that was called.
    pub about: CallableId,
    /// The finding.
    pub finding: Finding,
    /// The test that shows it.
    pub test: TestRecord,
}

/// The findings of all faults that were met, but for signed overflow where `overflows` is not asked for: that ends a call of
/// a module whatever the user says, so that no test relies on it.
pub fn findings(
    runner: &mut ModuleRunner<'_>,
    overflows: bool,
    taken: &mut BTreeSet<String>,
    stop: &dyn Fn() -> bool,
) -> Vec<Shows> {
    let mut found = Vec::new();
    for (fault, sequence) in std::mem::take(&mut runner.faults.met) {
        if stop() || !overflows && fault.kind == FaultKind::SignedOverflow {
            continue;
        }
        found.extend(shown(runner, &fault, &sequence, taken));
    }
    found
}

fn shown(
    runner: &mut ModuleRunner<'_>,
    fault: &Fault,
    sequence: &Sequence,
    taken: &mut BTreeSet<String>,
) -> Option<Shows> {
    // Where strings need no particular address, the test has them in variables.
    let texts = [StringPlacement::Anywhere, StringPlacement::Aligned];
    let texts = texts.into_iter().find(|&texts| met(runner, sequence, fault, texts).is_some())?;
    let classes = &runner.module.classes;
    let mut holds = |candidate: &Sequence| met(runner, candidate, fault, texts).is_some();
    let short = minimize(classes, sequence, RUNS_PER_FAULT, &mut holds);
    let (lowered, plan, fault) = met(runner, &short, fault, texts)?;
    if matches!(fault.kind, FaultKind::NullDereference { .. }) && runner.harness.passed_null(&plan) {
        // A user of the module would have looked at what the call before gave.
        return None;
    }
    let FaultClassification { class, of_data } =
        classify_in_sequence(&Preconditions::default(), &mut runner.harness, &lowered.test, &plan, &fault);
    let about = plan.callable;
    let shown = Shown { fault: &fault, test: &lowered.test, class, of_data };
    let (finding, test) = finding(shown, &runner.api.callables[about].name, taken, runner.program);
    Some(Shows { about, finding, test })
}

/// The test of `sequence` up to the call that meets `fault`, if it does.
fn met(
    runner: &mut ModuleRunner<'_>,
    sequence: &Sequence,
    fault: &Fault,
    texts: StringPlacement,
) -> Option<(Lowered, Plan, Fault)> {
    let mut lowered = lower(runner.api, runner.module, sequence, &[], texts);
    let plan = Plan::new(&lowered.test.skeleton, runner.api, runner.program).ok()?;
    let result = runner.harness.run(&plan, &lowered.test.leaves, &mut Concrete, &mut Ignore);
    let Ending::Fault(shown) = result.ending else { return None };
    if !same_fault(&shown, fault) {
        return None;
    }
    if runner.harness.calls_returned() + 1 == plan.calls.len() {
        return Some((lowered, plan, *shown));
    }
    // What follows the failing call is no part of the test.
    lowered.cut_behind(runner.harness.calls_returned());
    let plan = Plan::new(&lowered.test.skeleton, runner.api, runner.program).ok()?;
    let result = runner.harness.run(&plan, &lowered.test.leaves, &mut Concrete, &mut Ignore);
    match result.ending {
        Ending::Fault(shown) if same_fault(&shown, fault) => Some((lowered, plan, *shown)),
        _ => None,
    }
}
