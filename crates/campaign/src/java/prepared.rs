//! A class and a booted machine for tests that exist already.

use super::Settings;
use super::classes::{ClassFailure, Classes, Named};
use super::runner::UnitRunner;
use super::unit::{goals, stage};
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_frontend_jvm::ClassFile;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::cover::UnitCover;
use trine_record::{SequenceRecord, TestRecord};
use trine_testcase::objects::{ClassApi, ObjectTest};

/// What tests of a class are replayed with.
pub(super) struct Prepared {
    /// What tests may call.
    pub api: Arc<ClassApi>,
    /// What its coverage is made of.
    pub cover: Arc<UnitCover>,
    /// The class files of the unit.
    pub files: Vec<ClassFile>,
    /// Runs its tests.
    pub runner: UnitRunner,
}

/// Reads the class, and boots a machine for `tests`.
///
/// # Errors
/// When that cannot be done: the message says why.
pub(super) fn prepared<'t>(
    named: &Named,
    tests: impl IntoIterator<Item = &'t TestRecord>,
    classes: &Classes,
    library: &Library<'_>,
    settings: &Settings,
) -> Result<Prepared, ClassFailure> {
    let class = &named.class;
    let sequences = tests.into_iter().filter_map(|test| test.sequence.as_ref());
    let used: BTreeSet<String> = sequences.flat_map(SequenceRecord::classes).collect();
    let used: Vec<String> = used.into_iter().collect();
    let api = library
        .model_with(class, &used)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let api = Arc::new(api);
    let unit = classes.unit(class);
    let files: Vec<ClassFile> = unit.iter().map(|name| classes.file(name)).collect::<Result<_, _>>()?;
    let cover = UnitCover::new(&files)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let cover = Arc::new(cover);
    let goals = goals(&cover, named, settings);
    let stage = stage(class, &unit, &api, settings)?;
    let runner = UnitRunner::new(stage, &cover, goals, settings.exceptions, settings.steps);
    Ok(Prepared { api, cover, files, runner })
}

/// A recorded test as it can be run.
///
/// # Errors
/// When it has no steps, or names a member that is not there any more.
pub(super) fn object_test(record: &TestRecord, api: &ClassApi) -> Result<ObjectTest, String> {
    let sequence = record.sequence.as_ref().ok_or_else(|| format!("test `{}` has no steps", record.name))?;
    sequence.test(api).map_err(|what| format!("test `{}`: {what}", record.name))
}
