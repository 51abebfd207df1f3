//! The classes of a run before the search: where their sources are, and what their results depend on.
//!
//! A result is stored under the fingerprint of everything that may change it: the version and build of Trine, the settings, the JDK, the
//! API model of the class, and the class files that it uses, directly or not. The same fingerprint, the same result.

use super::{Classes, Dependencies, Named, OwnTests, Settings, SourceFolders};
use crate::failure::Failure;
use crate::resume::{Identity, build};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use trine_base::{Fingerprint, Fingerprinter};
use trine_frontend_jvm::api::{Library, package_of_tests};
use trine_record::UnitRecord;

/// A class that is to be tested.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The class.
    pub named: Named,
    /// The path of its source; where that is not found, the path below a folder of sources.
    pub file: String,
    /// The text of its source, where it is found.
    pub text: Option<String>,
    /// Its class file, where that is a file of its own.
    pub class_file: Option<PathBuf>,
    /// Names of test classes that are others' in its package.
    pub neighbours: BTreeSet<String>,
    /// What its result depends on.
    pub fingerprint: Fingerprint,
}

impl Subject {
    /// The class as messages and records have it.
    #[must_use]
    pub fn name(&self) -> String {
        self.named.class.replace(['/', '$'], ".")
    }

    /// The class as messages of failures have it: nested classes behind `$`.
    #[must_use]
    pub fn source_name(&self) -> String {
        super::classes::as_source(&self.named.class)
    }

    /// Which unit it is, whatever its result depends on.
    #[must_use]
    pub fn identity(&self) -> Identity {
        (String::new(), self.file.clone(), self.name())
    }

    /// What shows that the source is not the one that the class was compiled of; `unit` is what came of it.
    #[must_use]
    pub fn mismatch(&self, unit: &UnitRecord) -> Option<String> {
        const NEXT: &str =
            "lines in the report are wrong: compile the class again, or name the right sources";
        let (file, lines) = (&self.file, self.text.as_ref()?.lines().count());
        let last = unit.classes.iter().flat_map(|class| &class.lines).map(|line| line.line as usize).max()?;
        if last > lines {
            return Some(format!(
                "`{file}` ends at line {lines}, and the class has code of line {last}; {NEXT}"
            ));
        }
        let time = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
        (time(Path::new(file))? > time(self.class_file.as_deref()?)?)
            .then(|| format!("`{file}` was changed after the class was compiled; {NEXT}"))
    }
}

/// Of fewer classes it costs more to read the class path once for each worker than workers save.
const MIN_SHARED: usize = 16;

/// The subjects that `named` are, in its order; `output` is the folder of the run, which may hold an earlier one.
///
/// # Errors
/// When the class path cannot be read.
pub fn subjects(
    named: &[Named],
    classes: &Classes,
    settings: &Settings,
    output: &Path,
) -> Result<Vec<Subject>, Failure> {
    let own_tests = OwnTests::new(settings)?.map(|own_tests| {
        let used = named.iter().map(|one| own_tests.used(&classes.unit(&one.class))).collect();
        (own_tests.fingerprint, used)
    });
    let run = Run { named, settings, output, own_tests };
    if settings.jobs < 2 || named.len() < MIN_SHARED {
        return run.subjects(0..named.len(), classes);
    }
    let share = named.len().div_ceil(settings.jobs);
    let starts = (0..named.len()).step_by(share);
    let parts: Vec<Result<Vec<Subject>, Failure>> = std::thread::scope(|scope| {
        let of = |start: usize| {
            let run = &run;
            // Each worker reads the class path for itself: what it keeps of it is not shared.
            scope.spawn(move || {
                run.subjects(start..(start + share).min(run.named.len()), &Classes::new(run.settings)?)
            })
        };
        let workers: Vec<_> = starts.map(of).collect();
        workers.into_iter().map(|worker| worker.join().expect("it does not panic")).collect()
    });
    parts.into_iter().collect::<Result<Vec<_>, _>>().map(|parts| parts.into_iter().flatten().collect())
}

/// What the subjects of a run have in common.
struct Run<'a> {
    named: &'a [Named],
    settings: &'a Settings,
    output: &'a Path,
    /// Of the user's own tests, where they are named, with the classes that they use beside each class.
    own_tests: Option<(Fingerprint, Vec<Vec<String>>)>,
}

impl Run<'_> {
    /// The subjects at `positions`.
    fn subjects(&self, positions: Range<usize>, classes: &Classes) -> Result<Vec<Subject>, Failure> {
        let Self { named, settings, output, .. } = *self;
        let library = Library::new(classes.path())
            .map_err(|error| Failure::input(error.to_string(), "nothing was tested", error.help()))?;
        let sources = SourceFolders::new(&settings.sources, &settings.class_path);
        let mut dependencies = Dependencies::new(classes);
        let of_settings = of_settings(settings);
        let mut subjects: Vec<Subject> = Vec::with_capacity(positions.len());
        for at in positions {
            let one = &named[at];
            let (file, text) = match classes.file(&one.class) {
                Ok(file) => sources.find(&file),
                // Why it cannot be read is told when it is tested.
                Err(_) => (one.class.clone().into(), None),
            };
            let mut neighbours = neighbours(one, &named[..at]);
            neighbours.extend(taken(one, classes, settings, output));
            let mut hash = Fingerprinter::default();
            hash.bytes(&of_settings.0.to_le_bytes());
            hash.part(&format!("{one:?}{neighbours:?}{}", file.display()));
            let mut roots = classes.unit(&one.class);
            let mut used: &[String] = &[];
            if let Some((fingerprint, all)) = &self.own_tests {
                hash.bytes(&fingerprint.0.to_le_bytes());
                used = &all[at];
            }
            match library.model_with(&one.class, used) {
                Ok(api) => {
                    hash.part(&format!("{api:?}"));
                    roots.extend(api.classes.iter().map(|class| class.name.clone()));
                }
                Err(error) => hash.part(&error.to_string()),
            }
            hash.bytes(&dependencies.fingerprint(roots).0.to_le_bytes());
            subjects.push(Subject {
                named: one.clone(),
                file: file.display().to_string(),
                text,
                class_file: class_file(&one.class, settings),
                neighbours,
                fingerprint: hash.finish(),
            });
        }
        Ok(subjects)
    }
}

/// The file of a class, in the first folder of the class path that has one.
fn class_file(class: &str, settings: &Settings) -> Option<PathBuf> {
    let folders = settings.class_path.iter().filter(|path| path.is_dir());
    folders.map(|folder| folder.join(format!("{class}.class"))).find(|path| path.is_file())
}

/// Names of classes in the package of the tests of `named` below the folder that tests are written to: all that are not as an earlier run wrote them.
fn taken(named: &Named, classes: &Classes, settings: &Settings, output: &Path) -> BTreeSet<String> {
    let Some(into) = &settings.tests_into else { return BTreeSet::new() };
    let package = package_of_tests(&named.class, classes.path().is_of_jdk(&named.class));
    let entries = std::fs::read_dir(into.join(&package)).into_iter().flatten().flatten();
    let files =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "java"));
    let is_ours = |path: &PathBuf| {
        let written = output.join("tests").join(&package).join(path.file_name().unwrap_or_default());
        let text = std::fs::read(path);
        text.is_ok_and(|text| std::fs::read(written).is_ok_and(|written| written == text))
    };
    let others = files.filter(|path| !is_ours(path));
    others.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect()
}

/// Names of the test classes of those of `before` whose names without points are that of `named`: `Outer.Inner` and `OuterInner`.
fn neighbours(named: &Named, before: &[Named]) -> BTreeSet<String> {
    let plain = |class: &str| class.replace('$', "");
    let own = plain(&named.class);
    let same = before.iter().filter(|other| plain(&other.class) == own).count();
    let simple = own.rsplit('/').next().unwrap_or_default();
    let numbered = (2..=same).map(|number| format!("{simple}Generated{number}Test"));
    let first = [format!("{simple}Test"), format!("{simple}GeneratedTest")];
    if same == 0 { BTreeSet::new() } else { first.into_iter().take(same).chain(numbered).collect() }
}

/// What the results of all classes depend on.
fn of_settings(settings: &Settings) -> Fingerprint {
    // Named one by one, so that whoever adds a setting is asked whether it belongs here.
    let Settings {
        jdk,
        class_path: _,
        own: _,
        test_libraries,
        seeds: _,
        tests_into: _,
        sources: _,
        criterion,
        exceptions,
        budget,
        algorithm,
        strategy,
        paths,
        seed,
        jobs: _,
        steps,
        memory_bytes,
        framework,
        mocks,
        release,
        assertions,
        max_mutants,
        tells_values,
        native,
    } = settings;
    let mut hash = Fingerprinter::default();
    hash.part(env!("CARGO_PKG_VERSION"));
    hash.part(&build());
    // A JDK that is replaced by another in the same folder says so in this file.
    hash.part(&format!("{} {:?}", jdk.display(), std::fs::read_to_string(jdk.join("release")).ok()));
    hash.part(&format!(
        "{criterion:?} {exceptions} {budget:?} {strategy:?} {paths:?} {algorithm} {seed} {steps} {memory_bytes} {framework:?} {mocks:?} {release} {assertions:?} {max_mutants} {tells_values} {native}"
    ));
    hash.part(&format!("{test_libraries:?}"));
    hash.finish()
}
