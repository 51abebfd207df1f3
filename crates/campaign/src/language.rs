//! The language seam of a campaign: what a language decides between the files of a project and a suite that holds natively.
//!
//! | decided | for C ([`crate::c::C`]) |
//! |---|---|
//! | how units are loaded | clang, textual LLVM IR, closures, link sets |
//! | which functions changed since a revision | both compiled with the same flags, compared by what they mean |
//! | how tests are written down | `emit/c`: test files, stubs, build files, reproducers |
//! | who judges natively | the suite settled by its native runs, `llvm-cov`, sanitizers |
//! | what inputs a test can make, how they are changed, how a run may end | [`Loaded::language`]: the half of the seam that the search is handed (`inputs-c`) |

use crate::c::confirm::{FileTraces, NativeRuns, Suite};
use crate::c::emission::SourceFile;
use crate::c::inputs::Jobs;
use crate::c::loading::{Loaded, Resources};
use crate::c::sanitize::Stage;
use crate::failure::Failure;
use crate::units::Task;
use std::collections::BTreeMap;
use std::path::Path;
use trine_engine::{Options, UnitOutcome};
use trine_record::{Finding, NativeVerdict};

/// Tests as text.
#[derive(Clone, Debug, Default)]
pub struct Written {
    /// Files by path in the output folder.
    pub files: BTreeMap<String, String>,
    /// Tests that could not be written: their names, and why.
    pub skipped: Vec<(String, String)>,
}

/// What a language decides of a campaign.
pub trait Language {
    /// Loads the files of `jobs`: those under test, and what had to be left out.
    ///
    /// # Errors
    /// When nothing under test is left.
    fn load(&self, jobs: Jobs, resources: Resources) -> Result<(Vec<Loaded>, Vec<Failure>), Failure>;

    /// What the user should know of all that was loaded together.
    fn note(&self, jobs: &[Loaded]) -> Option<String>;

    /// Keeps of `jobs` the functions that changed since `revision`; remarks for the user.
    ///
    /// # Errors
    /// When there are no files of the revision.
    fn keep_changed(
        &self,
        jobs: &mut [Loaded],
        revision: &str,
        resources: Resources,
    ) -> Result<Vec<String>, Failure>;

    /// Writes the tests of `files`, and reproducers of `findings`, for the output folder `out`.
    fn write(
        &self,
        jobs: &[Loaded],
        files: &[SourceFile],
        findings: &[Finding],
        framework: &str,
        out: &Path,
    ) -> Written;

    /// Runs the reproducers of `outcomes`, whose jobs are `job_of`, natively, and notes what that shows of each finding.
    fn judge_findings(
        &self,
        jobs: &[Loaded],
        files: &[SourceFile],
        job_of: &[usize],
        outcomes: &mut [UnitOutcome],
        stage: &Stage<'_>,
    );

    /// Runs `suite` natively on `workers` threads, and takes out what does not hold; `done` is told each file.
    ///
    /// # Errors
    /// When it cannot be run at all.
    fn judge_suite(
        &self,
        jobs: &[Loaded],
        tasks: &[Task],
        suite: &mut Suite<'_>,
        options: &Options,
        workers: usize,
        done: &(dyn Fn(&SourceFile) + Sync),
    ) -> Result<NativeRuns, String>;

    /// Compares what native runs measured with what our judge saw.
    fn compare(
        &self,
        runs: NativeRuns,
        jobs: &[Loaded],
        files: &[SourceFile],
        traces: &[FileTraces],
        options: &Options,
    ) -> NativeVerdict;
}
