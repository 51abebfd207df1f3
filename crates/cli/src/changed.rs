//! `--changed-since REV`: only the functions that do something else than in an earlier revision.
//!
//! The files of the revision are compiled with the same flags, headers of the revision included, and
//! every function is compared by what it, its callees and the globals they refer to mean (see
//! [`trine_ir::analysis::Dependencies`]): a comment, a moved line or a new function above change
//! nothing, a changed macro in a header changes every function that uses it, and a changed function
//! changes its callers. What was not there, or did not compile, has changed.
//!
//! Deviation: a moved `assert` counts as a change, because the line is part of what it says.
//!
//! Cost: compiling and lowering everything a second time.

use crate::emission::absolute;
use crate::failure::Failure;
use crate::inputs::{self, Job, Loaded};
use std::path::{Path, PathBuf};
use trine_ir::analysis::{Dependencies, Detail};
use trine_native::{Revision, RevisionError, Toolchain};
use trine_testcase::Callable;

/// Keeps of `loaded` the functions that changed since `revision`; remarks for the user.
///
/// # Errors
/// When there are no files of the revision.
pub fn keep_changed(
    toolchain: &Toolchain,
    loaded: &mut [Loaded],
    revision: &str,
) -> Result<Vec<String>, Failure> {
    let Some(first) = loaded.first() else { return Ok(Vec::new()) };
    let file = first.job.files.first().map_or_else(PathBuf::new, |file| absolute(&first.job.folder, file));
    let folder = file.parent().map_or(first.job.folder.clone(), Path::to_owned);
    let old = Revision::checkout(&folder, revision).map_err(|error| failure(&error))?;
    let mut notes = Vec::new();
    let (mut before, mut after) = (0, 0);
    for job in loaded {
        before += job.callables.len();
        if let Some(changed) = changed_of(toolchain, job, &old, revision, &mut notes) {
            job.callables = changed;
        }
        after += job.callables.len();
    }
    notes.push(format!("{after} of {before} functions changed since {revision}"));
    Ok(notes)
}

/// The functions of `job` that changed; `None` when all of them count as changed.
fn changed_of(
    toolchain: &Toolchain,
    job: &Loaded,
    old: &Revision,
    revision: &str,
    notes: &mut Vec<String>,
) -> Option<Vec<trine_testcase::CallableId>> {
    let shown = job.job.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
    let Some(old_job) = old_job(&job.job, old) else {
        notes.push(format!("{shown}: not in {revision}: all functions count as changed"));
        return None;
    };
    let then = match inputs::load(toolchain, old_job) {
        Ok(then) => then,
        Err(failure) => {
            let why = failure.what.lines().find(|line| line.contains("error:")).unwrap_or(&failure.what);
            notes.push(format!(
                "{shown}: does not compile as of {revision}, so all functions count as changed: {why}"
            ));
            return None;
        }
    };
    let mut new = Dependencies::new(&job.program, Detail::Meaning);
    let mut was = Dependencies::new(&then.program, Detail::Meaning);
    let is_changed = |callable: &Callable| {
        let file = absolute(&job.job.folder, Path::new(&callable.unit));
        let same = then.api.callables.iter().find(|other| {
            other.name == callable.name
                && old.original(&absolute(&then.job.folder, Path::new(&other.unit))) == file
        });
        let Some(same) = same else { return true };
        let now = job.program.function_named(&callable.symbol).map(|id| new.fingerprint(id));
        let before = then.program.function_named(&same.symbol).map(|id| was.fingerprint(id));
        now != before
    };
    let mut is_changed = is_changed;
    Some(job.callables.iter().copied().filter(|&id| is_changed(&job.api.callables[id])).collect())
}

/// `job` with the files of the revision; `None` when it had none of them.
fn old_job(job: &Job, old: &Revision) -> Option<Job> {
    let folder = old.folder(&job.folder);
    let there = |file: &PathBuf| Some(old.path(&job.folder.join(file))).filter(|path| path.is_file());
    let files: Vec<PathBuf> = job.files.iter().filter_map(there).collect();
    let first = job.files.first()?;
    let flags = old.flags(&job.flags, &job.folder, first);
    (!files.is_empty()).then_some(Job { files, flags, folder })
}

fn failure(error: &RevisionError) -> Failure {
    let help = match error {
        RevisionError::NoGit(_) => "install git, or leave --changed-since out",
        RevisionError::NoRepository { .. } => "leave --changed-since out, or test files of a git repository",
        RevisionError::Unknown { .. } => {
            "`git log --oneline` lists the revisions; branches and tags do as well"
        }
        RevisionError::NotWritten(_) => {
            "make room in the folder for temporary files, or name another by TMPDIR"
        }
    };
    Failure::input(format!("--changed-since: {error}"), "nothing was run", help)
}
