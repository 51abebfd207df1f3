//! The judge's ears: a machine observer that records the trace of one function.

use crate::recorder::TraceRecorder;
use trine_ir::{FuncId, RegionId};
use trine_machine::{Activation, BranchEvent, Domain, Observer};

/// Records what a run does in `function`.
#[derive(Clone, Debug)]
pub struct TraceObserver {
    function: FuncId,
    /// The record; cleared by whoever starts a run.
    pub recorder: TraceRecorder,
}

impl TraceObserver {
    /// An observer of `function`.
    #[must_use]
    pub fn new(function: FuncId, recorder: TraceRecorder) -> Self {
        Self { function, recorder }
    }
}

impl<D: Domain> Observer<D> for TraceObserver {
    const REGIONS: bool = true;

    #[inline(always)]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if event.function == self.function {
            self.recorder.branch(event.activation.number, event.site, event.outcome);
        }
    }

    #[inline(always)]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], _: Activation) {
        if function == self.function {
            for region in regions {
                self.recorder.region(region.0);
            }
        }
    }
}
