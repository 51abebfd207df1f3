//! C tests, stubs, build files and crash reproducers, as text.
//!
//! Pure functions from the API model and the finished test cases to files by relative path: this
//! crate touches no disk and runs nothing. The test file of a unit includes the unit's source,
//! so that static functions can be called; a test is a plain function with its objects in
//! initialisers, one call, and checks.
//!
//! ```text
//! tests/test_<unit>.c      the tests of one unit, with a main that runs them
//! tests/stubs_<unit>.c     definitions of what the unit leaves external
//! tests/trine_test.{h,c}   checks and runner (our own framework only)
//! tests/trine_environment.{h,c}   standard input, files, failing allocations (where needed)
//! tests/Makefile, tests/CMakeLists.txt
//! crashes/<name>.c, crashes/stubs_<unit>.c, crashes/findings.sarif
//! ```
//!
//! Not handled: names that are static in another file
//! (such tests are reported as skipped), platforms other than the one the unit was compiled for.

pub mod assertion;
pub mod body;
pub mod build_files;
mod call_order;
mod content;
mod crash;
pub mod declarator;
pub mod environment;
pub mod framework;
mod given;
mod heap;
pub mod initializer;
pub mod literal;
pub mod names;
mod outputs;
mod own_names;
pub mod registers;
mod runner;
pub mod scope;
mod stand_ins;
mod stub_names;
pub mod stubs;
pub mod test_comp;
mod unit_file;
mod variable_arguments;

pub use crash::ONLY as ONLY_REPRODUCER;
pub use framework::Framework;
pub use own_names::native_name;
pub use scope::RENAMED_MAIN;

use crate::sarif::sarif;
use body::Style;
use std::collections::{BTreeMap, BTreeSet};
use trine_record::{Finding, TestRecord};
use trine_testcase::{ApiModel, CallableId, GlobalVariableId};

/// A unit under test: a source file with the finished tests of its functions.
#[derive(Clone, Copy)]
pub struct TestedFile<'a> {
    /// The API model that the tests are written in.
    pub api: &'a ApiModel,
    /// A short name: the file's name without folder and ending. Unique among the units.
    pub name: &'a str,
    /// Path of the source as [`trine_testcase::Callable::unit`] has it.
    pub path: &'a str,
    /// Path by which the test file includes the source: absolute, or relative to `tests/` (and
    /// `crashes/`).
    pub include: &'a str,
    /// Whether the source defines `main`.
    pub defines_main: bool,
    /// Test cases that end in good order.
    pub tests: &'a [TestRecord],
    /// Test cases that crash.
    pub crashes: &'a [TestRecord],
    /// Externals that need a stub.
    pub stubs: &'a [CallableId],
    /// Those of `stubs` that cannot be written in C: whoever calls one ends at once.
    pub trapping: &'a [CallableId],
    /// External variables that need a definition.
    pub extern_variables: &'a [GlobalVariableId],
    /// Globals that a test sets or the unit changes, nameable in the unit: put back before each
    /// test in frameworks that share a process between tests.
    pub mutable_globals: &'a [GlobalVariableId],
    /// Other source files of the program.
    pub linked: &'a [LinkedSource<'a>],
    /// Variables of other files that the source does not declare, and their names in the object files: a test
    /// declares them itself.
    pub undeclared: &'a [(GlobalVariableId, String)],
    /// Compiler flags that say what the source means.
    pub flags: &'a [String],
    /// The folder that relative paths in `flags` start from: absolute, or empty.
    pub directory: &'a str,
}

/// Another source file of the program under test.
#[derive(Clone, Copy)]
pub struct LinkedSource<'a> {
    /// Its path: absolute, or relative to `tests/`.
    pub path: &'a str,
    /// A name for files made from it, unique in the run.
    pub name: &'a str,
    /// Its external names that must not be seen, and what they become.
    pub renames: &'a [(String, String)],
    /// The external symbols that it refers to.
    pub used: &'a BTreeSet<String>,
    /// Compiler flags that say what the source means.
    pub flags: &'a [String],
    /// The folder that relative paths in `flags` start from: absolute, or empty.
    pub directory: &'a str,
}

/// How tests are written.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The framework.
    pub framework: Framework,
    /// Absolute tolerance of floating-point checks; exact when `None`.
    pub float_tolerance: Option<f64>,
    /// Libraries to link: `-lfoo`, `-L…`.
    pub link_flags: Vec<String>,
    /// Version of Trine, for `findings.sarif`.
    pub version: String,
}

/// What was emitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    /// Files by path relative to the output folder.
    pub files: BTreeMap<String, String>,
    /// One entry per unit, in order.
    pub units: Vec<EmittedUnit>,
}

/// What was emitted for one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmittedUnit {
    /// Path of the test file.
    pub test_file: String,
    /// Path of the stub file, if one is needed.
    pub stub_file: Option<String>,
    /// Path of the support code for the environment, if it is needed.
    pub environment_file: Option<String>,
    /// Flags for each of the other sources of the program, before their own. They name a header by itself
    /// ([`environment::LINKED_HEADER`]).
    pub linked_flags: Vec<Vec<String>>,
    /// Tests in the file, in order.
    pub tests: Vec<EmittedTest>,
    /// Tests that could not be written in C.
    pub skipped: Vec<SkippedTest>,
}

/// A test in a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedTest {
    /// Name of its record.
    pub record: String,
    /// Name by which the test program runs it.
    pub name: String,
    /// Its function.
    pub function: String,
}

/// A test that could not be written in C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedTest {
    /// Name of its record.
    pub record: String,
    /// Why.
    pub reason: String,
}

/// `trine.h`, the header of harnesses written by hand.
pub const HARNESS_HEADER: &str = include_str!("harness/trine.h");

/// What its macros call.
const HARNESS_CALLS: [&str; 2] = ["__trine_assume", "__trine_assert"];

impl TestedFile<'_> {
    /// Whether the program uses `trine.h`.
    #[must_use]
    pub fn uses_header(&self) -> bool {
        self.api.callables.iter().any(|callable| HARNESS_CALLS.contains(&callable.symbol.as_str()))
    }

    /// Its name as a part of file names and identifiers.
    #[must_use]
    pub fn stem(&self) -> String {
        names::identifier(self.name)
    }

    /// Whether it has a stub file.
    #[must_use]
    pub fn has_stubs(&self) -> bool {
        !self.stubs.is_empty() || !self.extern_variables.is_empty()
    }

    /// Whether its tests may leave something behind that they cannot put back: the state of other files.
    #[must_use]
    pub fn shares_state(&self) -> bool {
        !self.linked.is_empty()
    }

    /// The stubs whose answers a test can set.
    pub(crate) fn answering_stubs(&self) -> impl Iterator<Item = CallableId> + '_ {
        self.stubs.iter().copied().filter(|id| !self.trapping.contains(id))
    }

    fn stub_file(&self) -> String {
        let tests: Vec<&TestRecord> = self.tests.iter().chain(self.crashes).collect();
        stubs::file(self.api, self.path, (self.stubs, self.trapping), self.extern_variables, &tests)
    }
}

/// The tests of `units`, with all that is needed to build and run them.
#[must_use]
pub fn emit_tests(units: &[TestedFile<'_>], options: &Options) -> Emitted {
    let style = Style {
        framework: options.framework,
        float_tolerance: options.float_tolerance,
        without_checks: false,
    };
    let mut emitted = Emitted::default();
    for unit in units {
        let file = unit_file::write(unit, style);
        let test_file = format!("tests/test_{}.c", unit.stem());
        let stub_file = unit.has_stubs().then(|| format!("tests/stubs_{}.c", unit.stem()));
        emitted.files.insert(test_file.clone(), file.text);
        if let Some(path) = &stub_file {
            emitted.files.insert(path.clone(), unit.stub_file());
        }
        let environment_file = add_environment(&mut emitted, unit, "tests");
        emitted.units.push(EmittedUnit {
            test_file,
            stub_file,
            environment_file,
            linked_flags: linked_flags(unit),
            tests: file.tests,
            skipped: file.skipped,
        });
    }
    if options.framework == Framework::Plain {
        emitted.files.insert("tests/trine_test.h".into(), include_str!("harness/trine_test.h").into());
        emitted.files.insert("tests/trine_test.c".into(), include_str!("harness/trine_test.c").into());
    }
    if units.iter().any(TestedFile::uses_header) {
        emitted.files.insert("tests/trine.h".into(), HARNESS_HEADER.into());
    }
    let (makefile, cmake) = build_files::write(units, options.framework, &options.link_flags);
    emitted.files.insert("tests/Makefile".into(), makefile);
    emitted.files.insert("tests/CMakeLists.txt".into(), cmake);
    emitted
}

/// Flags for each of the other sources of the program of `unit`, beside their own.
fn linked_flags(unit: &TestedFile<'_>) -> Vec<Vec<String>> {
    unit.linked.iter().map(|linked| environment::flags_of_linked(unit, linked)).collect()
}

/// Adds the support code for the environment of `unit`'s tests to `folder`, if they need it; gives
/// the path of its source.
fn add_environment(emitted: &mut Emitted, unit: &TestedFile<'_>, folder: &str) -> Option<String> {
    if !environment::is_needed(unit) {
        return None;
    }
    let source = format!("{folder}/{}", environment::SOURCE);
    let header = format!("{folder}/{}", environment::HEADER);
    for (path, text) in [(&source, environment::source(unit)), (&header, environment::header(unit))] {
        // Another unit's tests may need more of it.
        let present = emitted.files.entry(path.clone()).or_default();
        if present.len() < text.len() {
            *present = text;
        }
    }
    if linked_flags(unit).iter().any(|flags| !flags.is_empty()) {
        let header = format!("{folder}/{}", environment::LINKED_HEADER);
        emitted.files.insert(header, environment::linked_header());
    }
    Some(source)
}

/// The crash reproducers of `units`, all of a unit in one program: in each entry's test file,
/// which runs the reproducer whose position among the entry's tests is its argument.
#[must_use]
pub fn emit_reproducers(units: &[TestedFile<'_>]) -> Emitted {
    let mut emitted = Emitted::default();
    for unit in units {
        let (text, names) = crash::runner(unit);
        let test_file = format!("tests/reproducers_{}.c", unit.stem());
        let stub_file = unit.has_stubs().then(|| format!("tests/stubs_{}.c", unit.stem()));
        emitted.files.insert(test_file.clone(), text);
        if let Some(path) = &stub_file {
            emitted.files.insert(path.clone(), unit.stub_file());
        }
        let test = |name: String| EmittedTest { name: name.clone(), record: name, function: String::new() };
        let tests = names.into_iter().map(test).collect();
        let environment_file = add_environment(&mut emitted, unit, "tests");
        if unit.uses_header() {
            emitted.files.insert("tests/trine.h".into(), HARNESS_HEADER.into());
        }
        emitted.units.push(EmittedUnit {
            test_file,
            stub_file,
            environment_file,
            linked_flags: linked_flags(unit),
            tests,
            skipped: Vec::new(),
        });
    }
    emitted
}

/// The crash reproducers of `units` and `findings.sarif`; nothing when there is no finding.
#[must_use]
pub fn emit_crashes(units: &[TestedFile<'_>], findings: &[Finding], options: &Options) -> Emitted {
    let mut emitted = Emitted::default();
    for unit in units {
        let mut entry = EmittedUnit::default();
        for record in unit.crashes {
            let finding = findings.iter().find(|finding| finding.test == record.name);
            match crash::write(unit, record, finding) {
                Ok(text) => {
                    emitted.files.insert(format!("crashes/{}.c", names::identifier(&record.name)), text);
                }
                Err(reason) => {
                    let reason = reason.to_string();
                    entry.skipped.push(SkippedTest { record: record.name.clone(), reason });
                }
            }
        }
        if unit.uses_header() && !unit.crashes.is_empty() {
            emitted.files.insert("crashes/trine.h".into(), HARNESS_HEADER.into());
        }
        if unit.has_stubs() && !unit.crashes.is_empty() {
            let path = format!("crashes/stubs_{}.c", unit.stem());
            emitted.files.insert(path.clone(), unit.stub_file());
            entry.stub_file = Some(path);
        }
        if !unit.crashes.is_empty() {
            entry.environment_file = add_environment(&mut emitted, unit, "crashes");
        }
        emitted.units.push(entry);
    }
    if !findings.is_empty() {
        emitted.files.insert(
            "crashes/findings.sarif".into(),
            sarif(findings, &options.version, &|of| format!("{}.c", of.test)),
        );
    }
    emitted
}
