//! A finished suite replayed while every function with a coverage model records its trace, whichever test reaches it.

use std::collections::BTreeMap;
use std::sync::Arc;
use trine_coverage::recorder::TraceLayout;
use trine_coverage::{Trace, TraceRecorder};
use trine_harness::{Harness, Plan};
use trine_ir::{FuncId, Function, Program, RegionId};
use trine_machine::{Activation, BranchEvent, Config, Domain, Observer};
use trine_record::TestRecord;
use trine_testcase::ApiModel;

/// Records the traces of several functions.
#[derive(Debug, Default)]
pub struct Traces {
    recorders: Vec<Option<TraceRecorder>>,
}

impl Traces {
    /// Recorders for `functions`.
    #[must_use]
    pub fn new(functions: &[(FuncId, Arc<Function>)]) -> Self {
        let mut recorders = Vec::new();
        for (id, function) in functions {
            let at = id.0 as usize;
            if recorders.len() <= at {
                recorders.resize_with(at + 1, || None);
            }
            recorders[at] = Some(TraceRecorder::new(Arc::new(TraceLayout::new(function))));
        }
        Self { recorders }
    }

    /// The trace of `function`.
    #[must_use]
    pub fn of(&self, function: FuncId) -> Option<&Trace> {
        self.recorders.get(function.0 as usize)?.as_ref().map(|recorder| &recorder.trace)
    }

    /// Forgets what was recorded.
    pub fn clear(&mut self) {
        self.recorders.iter_mut().flatten().for_each(TraceRecorder::clear);
    }

    /// Takes the traces since the last call, by function.
    pub fn take(&mut self) -> BTreeMap<FuncId, Trace> {
        let mut traces = BTreeMap::new();
        for (at, recorder) in self.recorders.iter_mut().enumerate() {
            if let Some(recorder) = recorder {
                traces.insert(FuncId(at as u32), recorder.trace.clone());
                recorder.clear();
            }
        }
        traces
    }
}

impl<D: Domain> Observer<D> for Traces {
    const REGIONS: bool = true;

    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if let Some(Some(recorder)) = self.recorders.get_mut(event.function.0 as usize) {
            recorder.branch(event.activation.number, event.site, event.outcome);
        }
    }

    fn regions(&mut self, function: FuncId, regions: &[RegionId], _: Activation) {
        if let Some(Some(recorder)) = self.recorders.get_mut(function.0 as usize) {
            regions.iter().for_each(|region| recorder.region(region.0));
        }
    }
}

/// Replays `tests` and gives, test by test, what they did in each of `functions`. `watch` sees the runs as well; `begin` is told the
/// position of each test before its run.
#[must_use]
pub fn replay_all<O: Observer<trine_machine::Concrete>>(
    program: &Arc<Program>,
    api: &ApiModel,
    functions: &[(FuncId, Arc<Function>)],
    tests: &[&TestRecord],
    config: Config,
    watch: &mut O,
    begin: impl Fn(&mut O, usize),
) -> Vec<BTreeMap<FuncId, Trace>> {
    let Ok(mut harness) = Harness::new(program, api, config) else { return Vec::new() };
    let mut traces = Traces::new(functions);
    let mut all = Vec::with_capacity(tests.len());
    for (at, test) in tests.iter().enumerate() {
        begin(watch, at);
        let case = test.test_case();
        if let Ok(plan) = Plan::new(&case.skeleton, api, program) {
            let mut both = trine_machine::Both(&mut traces, &mut *watch);
            harness.run(&plan, &case.leaves, &mut trine_machine::Concrete, &mut both);
        }
        all.push(traces.take());
    }
    all
}
