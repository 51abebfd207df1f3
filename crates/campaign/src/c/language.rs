//! C, as a campaign sees it.

use crate::c::changed;
use crate::c::confirm::{self, FileTraces, NativeRuns, Suite};
use crate::c::emission::{SourceFile, emit};
use crate::c::inputs::Jobs;
use crate::c::loading::{self, Loaded, Resources};
use crate::c::sanitize::{self, Stage};
use crate::failure::Failure;
use crate::language::{Language, Written};
use crate::units::Task;
use std::path::Path;
use trine_engine::{Options, UnitOutcome};
use trine_native::clang::Toolchain;
use trine_record::{Finding, NativeVerdict};

/// C, compiled by a clang.
#[derive(Clone, Copy, Debug)]
pub struct C<'t> {
    /// The compiler and its tools.
    pub toolchain: &'t Toolchain,
}

impl Language for C<'_> {
    fn load(&self, jobs: Jobs, resources: Resources) -> Result<(Vec<Loaded>, Vec<Failure>), Failure> {
        loading::load(self.toolchain, jobs, resources)
    }

    fn note(&self, jobs: &[Loaded]) -> Option<String> {
        loading::note_on_stubs(jobs)
    }

    fn keep_changed(
        &self,
        jobs: &mut [Loaded],
        revision: &str,
        resources: Resources,
    ) -> Result<Vec<String>, Failure> {
        changed::keep_changed(self.toolchain, jobs, revision, resources)
    }

    fn write(
        &self,
        jobs: &[Loaded],
        files: &[SourceFile],
        findings: &[Finding],
        framework: &str,
        out: &Path,
    ) -> Written {
        let (emitted, files) = emit(jobs, files, findings, framework, Some(out));
        let skipped = emitted.units.into_iter().flat_map(|unit| unit.skipped);
        Written { files, skipped: skipped.map(|test| (test.record, test.reason)).collect() }
    }

    fn judge_findings(
        &self,
        jobs: &[Loaded],
        files: &[SourceFile],
        job_of: &[usize],
        outcomes: &mut [UnitOutcome],
        stage: &Stage<'_>,
    ) {
        sanitize::confirm(self.toolchain, jobs, files, job_of, outcomes, stage);
    }

    fn judge_suite(
        &self,
        jobs: &[Loaded],
        tasks: &[Task],
        suite: &mut Suite<'_>,
        options: &Options,
        workers: usize,
        done: &(dyn Fn(&SourceFile) + Sync),
    ) -> Result<NativeRuns, String> {
        confirm::run(self.toolchain, jobs, tasks, suite, options, workers, done)
    }

    fn compare(
        &self,
        runs: NativeRuns,
        jobs: &[Loaded],
        files: &[SourceFile],
        traces: &[FileTraces],
        options: &Options,
    ) -> NativeVerdict {
        confirm::compared(runs, jobs, files, traces, options)
    }
}
