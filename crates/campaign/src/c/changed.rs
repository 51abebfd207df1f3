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

use crate::c::emission::absolute;
use crate::c::inputs::{Job, Jobs};
use crate::c::loading::{self, Loaded, Resources};
use crate::failure::Failure;
use crate::program_cache::ProgramCache;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use trine_ir::Program;
use trine_ir::analysis::{Dependencies, Detail};
use trine_native::clang::Toolchain;
use trine_native::{Revision, RevisionError};
use trine_testcase::{Callable, CallableId};

/// Keeps of `loaded` the functions that changed since `revision`; remarks for the user.
///
/// # Errors
/// When there are no files of the revision.
pub fn keep_changed(
    toolchain: &Toolchain,
    loaded: &mut [Loaded],
    revision: &str,
    resources: Resources,
) -> Result<Vec<String>, Failure> {
    let Some(first) = loaded.first() else { return Ok(Vec::new()) };
    let file = absolute(&first.job.folder, &first.job.file);
    let folder = file.parent().map_or(first.job.folder.clone(), Path::to_owned);
    let old = Revision::checkout(&folder, revision).map_err(|error| failure(&error))?;
    let mut notes = Vec::new();
    let then = load_old(toolchain, loaded, &old, revision, resources, &mut notes);
    let (mut before, mut after) = (0, 0);
    let program_cache = ProgramCache::new(resources.memory, resources.workers);
    let mut opened;
    for job in loaded {
        before += job.callables.len();
        if let Some(then) = then.iter().find(|then| then.job.number == job.job.number) {
            opened = (program_cache.open(&job.program), program_cache.open(&then.program));
            job.callables = changed_of(job, then, &opened, &old);
        }
        after += job.callables.len();
    }
    notes.push(format!("{after} of {before} functions changed since {revision}"));
    Ok(notes)
}

/// The files of the revision, linked as those of today are; those that cannot be loaded are left out.
fn load_old(
    toolchain: &Toolchain,
    loaded: &[Loaded],
    old: &Revision,
    revision: &str,
    resources: Resources,
    notes: &mut Vec<String>,
) -> Vec<Loaded> {
    let mut jobs: BTreeMap<usize, &Job> = BTreeMap::new();
    for job in loaded {
        jobs.extend(job.companions.iter().map(|other| (other.job.number, &other.job)));
        jobs.insert(job.job.number, &job.job);
    }
    let mut then = Vec::new();
    for job in jobs.into_values() {
        match old_job(job, old) {
            Some(job) => then.push(job),
            None if job.tested => notes
                .push(format!("{}: not in {revision}: all functions count as changed", job.file.display())),
            None => {}
        }
    }
    let tested: Vec<(usize, String)> =
        then.iter().filter(|job| job.tested).map(|job| (job.number, shown(job, old))).collect();
    let root = loaded.first().map(|job| old.folder(&job.root)).unwrap_or_default();
    let jobs = Jobs { jobs: then, root, broken: Vec::new(), warnings: Vec::new() };
    let (then, broken) = match loading::load(toolchain, jobs, resources) {
        Ok(loaded) => loaded,
        Err(failure) => (Vec::new(), vec![failure]),
    };
    for (_, name) in tested.iter().filter(|(number, _)| then.iter().all(|job| job.job.number != *number)) {
        let about = |failure: &&Failure| failure.what.contains(name.rsplit('/').next().unwrap_or(name));
        let failure = broken.iter().find(about).or(broken.first());
        let why = failure.map_or("", |failure| {
            failure.what.lines().find(|line| line.contains("error:")).unwrap_or(&failure.what)
        });
        notes.push(format!(
            "{name}: does not compile as of {revision}, so all functions count as changed: {why}"
        ));
    }
    then
}

/// The file of an old job, as the user knows it.
fn shown(job: &Job, old: &Revision) -> String {
    old.original(&job.file).display().to_string()
}

/// The functions of `job` that changed since it was `then`; the programs of both are `opened`.
fn changed_of(
    job: &Loaded,
    then: &Loaded,
    opened: &(Arc<Program>, Arc<Program>),
    old: &Revision,
) -> Vec<CallableId> {
    let mut new = Dependencies::new(&opened.0, Detail::Meaning);
    let mut was = Dependencies::new(&opened.1, Detail::Meaning);
    let mut is_changed = |callable: &Callable| {
        let file = absolute(&job.root, Path::new(&callable.unit));
        let same = then.api.callables.iter().find(|other| {
            other.name == callable.name && old.original(&absolute(&then.root, Path::new(&other.unit))) == file
        });
        let Some(same) = same else { return true };
        let now = job.program.function_named(&callable.symbol).map(|id| new.fingerprint(id));
        let before = then.program.function_named(&same.symbol).map(|id| was.fingerprint(id));
        now != before
    };
    job.callables.iter().copied().filter(|&id| is_changed(&job.api.callables[id])).collect()
}

/// `job` with the file of the revision; `None` when it had none.
fn old_job(job: &Job, old: &Revision) -> Option<Job> {
    let folder = old.folder(&job.folder);
    let file = old.path(&job.folder.join(&job.file));
    let flags = old.flags(&job.flags, &job.folder, &job.file);
    file.is_file().then(|| Job { file, flags, folder, ..job.clone() })
}

/// The failure of `--changed-since` that `error` is.
pub fn failure(error: &RevisionError) -> Failure {
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
