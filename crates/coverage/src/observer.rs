//! The trace observer: a machine observer that records the trace of one function, or of several read
//! as one.

use crate::merged::Members;
use crate::recorder::TraceRecorder;
use trine_ir::{FuncId, RegionId};
use trine_machine::{Activation, BranchEvent, Domain, Observer};

/// Records what a run does in its members.
#[derive(Clone, Debug)]
pub struct TraceObserver {
    members: Members,
    /// The record; cleared by whoever starts a run.
    pub recorder: TraceRecorder,
}

impl TraceObserver {
    /// An observer of `function`.
    #[must_use]
    pub fn new(function: FuncId, recorder: TraceRecorder) -> Self {
        Self::over(Members::one(function), recorder)
    }

    /// An observer of `members`.
    #[must_use]
    pub fn over(members: Members, recorder: TraceRecorder) -> Self {
        Self { members, recorder }
    }
}

impl<D: Domain> Observer<D> for TraceObserver {
    const REGIONS: bool = true;

    #[inline(always)]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if let Some(site) = self.members.site(event.function, event.site) {
            self.recorder.branch(event.activation.number, site, event.outcome);
        }
    }

    #[inline(always)]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], _: Activation) {
        if let Some(first) = self.members.first_region(function) {
            for region in regions {
                self.recorder.region(first + region.0);
            }
        }
    }
}
