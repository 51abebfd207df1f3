//! Which probes of the coverage a run passes, over all classes of a unit.
//!
//! Methods of classes whose coverage is asked for ([`Launcher::probe`](crate::Launcher::probe)) report a region of the IR at each
//! probe; the recorder turns it into the probe's number in the unit. Cost: two lookups for each probe that is passed.

use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_frontend_jvm::cover::{ProbeSet, UnitCover};
use trine_ir::{FuncId, Program, RegionId};
use trine_machine::{Activation, Domain, Observer};

/// Of a function that was not looked up yet.
const UNKNOWN: u32 = u32::MAX;
/// Of a function outside of the unit.
const ELSEWHERE: u32 = u32::MAX - 1;

/// Numbers of the first probes of functions, looked up by name once.
#[derive(Clone, Debug)]
pub struct ProbeNumbers {
    program: Arc<Program>,
    unit: Arc<UnitCover>,
    first: Vec<u32>,
}

impl ProbeNumbers {
    /// Those of the methods of `unit` as functions of `program`.
    #[must_use]
    pub fn new(program: Arc<Program>, unit: Arc<UnitCover>) -> Self {
        Self { program, unit, first: Vec::new() }
    }

    /// The number in the unit of the first probe of `function`; `None` when it is no method of the unit.
    #[inline]
    pub fn first(&mut self, function: FuncId) -> Option<u32> {
        match self.first.get(function.position()) {
            Some(&ELSEWHERE) => None,
            Some(&known) if known != UNKNOWN => Some(known),
            _ => self.look_up(function),
        }
    }

    #[cold]
    fn look_up(&mut self, function: FuncId) -> Option<u32> {
        let position = function.position();
        if self.first.len() <= position {
            self.first.resize(position + 1, UNKNOWN);
        }
        let found = self.unit.method(&self.program.callables[function].name).map(|method| method.first_probe);
        self.first[position] = found.unwrap_or(ELSEWHERE);
        found
    }
}

/// Records the probes that are passed.
#[derive(Clone, Debug)]
pub struct ProbeRecorder {
    numbers: ProbeNumbers,
    /// The probes passed since it was cleared.
    pub passed: ProbeSet,
}

impl ProbeRecorder {
    /// A recorder of the probes of `unit` in runs of `program`.
    #[must_use]
    pub fn new(program: Arc<Program>, unit: Arc<UnitCover>) -> Self {
        Self { numbers: ProbeNumbers::new(program, unit), passed: ProbeSet::default() }
    }

    /// Forgets what was passed. To be called before a run whose own probes are asked for.
    pub fn clear(&mut self) {
        self.passed.clear();
    }
}

impl<D: Domain> Observer<D> for ProbeRecorder {
    const REGIONS: bool = true;

    #[inline]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], _: Activation) {
        if let Some(first) = self.numbers.first(function) {
            for region in regions {
                self.passed.insert(first + region.0);
            }
        }
    }
}
