//! A class before tests of it are run: what its class files say, and a booted machine.

use super::Settings;
use super::classes::{ClassFailure, Classes, Named, as_source};
use super::missing;
use super::runner::UnitRunner;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::cover::{Goal, UnitCover};
use trine_frontend_jvm::{ClassFile, Jdk};
use trine_harness_jvm::Stage;
use trine_jdk::Launcher;
use trine_machine::Config;
use trine_record::{SequenceRecord, TestRecord};
use trine_testcase::objects::{ClassApi, ObjectTest};

/// A class with those nested in it, as they were read.
pub(super) struct UnitFiles {
    /// Names in class files, the class first.
    pub names: Vec<String>,
    /// The class files, in the same order.
    pub files: Vec<ClassFile>,
    /// What tests may call.
    pub api: Arc<ClassApi>,
    /// What its coverage is made of.
    pub cover: Arc<UnitCover>,
    /// The goals of the unit, or of the methods that are meant.
    pub goals: Vec<Goal>,
}

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

impl UnitFiles {
    /// Reads the class, and the model of what tests of it call, with the classes `used` by tests that are there already.
    ///
    /// # Errors
    /// When it cannot be tested: the message says why.
    pub fn read(
        named: &Named,
        used: &[String],
        classes: &Classes,
        library: &Library<'_>,
        settings: &Settings,
    ) -> Result<Self, ClassFailure> {
        let class = &named.class;
        let api = library
            .model_with(class, used)
            .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
        not_newer(class, classes)?;
        missing::require_above(&classes.file(class)?, classes)?;
        let names = classes.unit(class);
        let files: Vec<ClassFile> = names.iter().map(|name| classes.file(name)).collect::<Result<_, _>>()?;
        let cover = UnitCover::new(&files)
            .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
        let goals = goals(&cover, named, settings);
        Ok(Self { names, files, api: Arc::new(api), cover: Arc::new(cover), goals })
    }

    /// A machine that runs tests of the class.
    ///
    /// # Errors
    /// When the JDK cannot be booted.
    pub fn boot(&self, library: &Library<'_>, settings: &Settings) -> Result<UnitRunner, ClassFailure> {
        let mut stage = self.stage(settings)?;
        stage.compile_against(library.symbols());
        Ok(UnitRunner::new(stage, &self.cover, self.goals.clone(), settings.exceptions, settings.steps))
    }

    /// A booted machine over the class path.
    fn stage(&self, settings: &Settings) -> Result<Stage, ClassFailure> {
        let class = self.names.first().map_or("", String::as_str);
        let jdk = Jdk::open(&settings.jdk)
            .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
        let config = Config { memory_bytes: settings.memory_bytes, ..trine_jdk::config() };
        let probed = self.names.iter().cloned();
        let mut launcher = Launcher::probing(jdk, &settings.class_path, config, probed).map_err(|error| {
            let help = "name another JDK with --jdk: 17 and 25 are tested";
            ClassFailure::input(class, error.to_string(), help)
        })?;
        launcher.settle_formats(&self.names);
        Ok(Stage::new(launcher, Arc::clone(&self.api)))
    }
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
    let sequences = tests.into_iter().filter_map(|test| test.sequence.as_ref());
    let used: BTreeSet<String> = sequences.flat_map(SequenceRecord::classes).collect();
    let used: Vec<String> = used.into_iter().collect();
    let unit = UnitFiles::read(named, &used, classes, library, settings)?;
    let runner = unit.boot(library, settings)?;
    let UnitFiles { files, api, cover, .. } = unit;
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

/// The goals of a unit, or of the methods that are meant.
fn goals(cover: &UnitCover, named: &Named, settings: &Settings) -> Vec<Goal> {
    let mut goals = cover.goals(settings.criterion);
    if !named.methods.is_empty() {
        let simple = named.class.rsplit(['/', '$']).next().unwrap_or_default();
        goals.retain(|goal| {
            let method = &cover.classes[goal.class].methods[goal.method];
            let name = if method.name == "<init>" { simple } else { &method.name };
            // Lambdas stand in methods of their own, named after the one that they are written in.
            let within = name.strip_prefix("lambda$").and_then(|rest| rest.split('$').next());
            named.methods.contains(name) || within.is_some_and(|within| named.methods.contains(within))
        });
    }
    goals
}

/// Requires that the JDK can run the class at all.
fn not_newer(class: &str, classes: &Classes) -> Result<(), ClassFailure> {
    let (file, release) = (classes.file(class)?, classes.path().release());
    let own = u32::from(file.major).saturating_sub(44);
    if own <= release {
        return Ok(());
    }
    let what = format!(
        "class `{}` from {} is compiled for Java {own}, and the JDK is of release {release}",
        as_source(class),
        file.origin()
    );
    let help = format!(
        "name a newer JDK with --jdk, or compile the class for Java {release} (javac --release {release})"
    );
    Err(ClassFailure::input(class, what, help))
}
