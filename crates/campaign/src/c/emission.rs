//! From finished units to emitted files: one test file per source file.

use crate::c::loading::{Companion, Loaded};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use trine_engine::UnitOutcome;
use trine_native::clang::{CodeTarget, NativeTarget};
use trine_record::{Finding, TestRecord};
use trine_testcase::api::{ApiModel, CallableId, GlobalVariableId, Linkage};

/// A source file with its finished tests, ready to emit.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Position of its job.
    pub job: usize,
    /// Its path as units name it.
    pub path: String,
    /// Its absolute path.
    pub absolute: PathBuf,
    /// A name for files made from it, unique in the run.
    pub name: String,
    /// Tests that end normally.
    pub tests: Vec<TestRecord>,
    /// Tests that crash.
    pub crashes: Vec<TestRecord>,
    /// Externals that need a stub.
    pub stubs: Vec<CallableId>,
    /// Those of them that do not compile.
    pub trapping: Vec<CallableId>,
    /// Whether tests lost observations that compilers decide about, so that they must be emitted once more.
    pub has_lost_observations: bool,
    /// External variables that need a definition.
    pub extern_variables: Vec<GlobalVariableId>,
    /// Globals to put back between tests.
    pub mutable_globals: Vec<GlobalVariableId>,
    /// Whether it defines `main`.
    pub defines_main: bool,
    /// The other files of its tests.
    pub linked: Vec<LinkedFile>,
}

/// A file that tests of another are linked with.
#[derive(Clone, Debug)]
pub struct LinkedFile {
    /// Its absolute path.
    pub absolute: PathBuf,
    /// A name for files made from it, unique in the run.
    pub name: String,
    /// Compiler flags.
    pub flags: Vec<String>,
    /// The folder it is compiled in.
    pub folder: PathBuf,
    /// Its external names that must not be seen, and what they become.
    pub renames: Vec<(String, String)>,
    /// The external symbols that it refers to.
    pub used: Arc<BTreeSet<String>>,
}

impl LinkedFile {
    fn new(companion: &Companion, stubs: &[String], names: &Names) -> Self {
        let name = names.of(&companion.path);
        let hidden =
            companion.hidden.iter().map(|symbol| (symbol.clone(), format!("trine_{symbol}_of_{name}")));
        let external = stubs.iter().filter(|symbol| companion.used.contains(*symbol));
        let external = external.map(|symbol| (symbol.clone(), trine_emit::c::stubs::linked_name(symbol)));
        Self {
            absolute: absolute(&companion.job.folder, &companion.job.file),
            flags: companion.job.flags.clone(),
            folder: companion.job.folder.clone(),
            renames: hidden.chain(external.filter(|(symbol, linked)| symbol != linked)).collect(),
            used: Arc::clone(&companion.used),
            name,
        }
    }
}

/// Short names for the files of a run, each unique: the file's name, with as many of its folders as it takes to tell
/// it from the others.
#[derive(Debug)]
pub struct Names {
    paths: BTreeSet<String>,
}

impl Names {
    /// Names for the files of `jobs`.
    #[must_use]
    pub fn new(jobs: &[Loaded]) -> Self {
        let companions = jobs.iter().flat_map(|job| job.companions.iter().map(|other| other.path.clone()));
        Self { paths: jobs.iter().map(|job| job.path.clone()).chain(companions).collect() }
    }

    /// The name of `path`.
    #[must_use]
    pub fn of(&self, path: &str) -> String {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != "..").collect();
        let name = |path: &str, length: usize| {
            let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != "..").collect();
            let tail = parts[parts.len().saturating_sub(length)..].join("_");
            trine_emit::c::names::identifier(tail.rsplit_once('.').map_or(tail.as_str(), |(stem, _)| stem))
        };
        let is_unique = |length: &usize| {
            let wanted = name(path, *length);
            self.paths.iter().all(|other| other == path || name(other, *length) != wanted)
        };
        let length = (1..=parts.len()).find(is_unique).unwrap_or(parts.len());
        name(path, length)
    }
}

/// Gives each crash of a run a name of its own: two files may have functions of one name.
pub fn tell_crashes_apart(outcomes: &mut [UnitOutcome]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for outcome in outcomes {
        for crash in &mut outcome.crashes {
            let old = crash.name.clone();
            let numbered = (2..).map(|number| format!("{old}_{number}"));
            let free = std::iter::once(old.clone()).chain(numbered).find(|name| !taken.contains(name));
            crash.name = free.unwrap_or_else(|| old.clone());
            taken.insert(crash.name.clone());
            for finding in outcome.findings.iter_mut().filter(|finding| finding.test == old) {
                finding.test.clone_from(&crash.name);
            }
        }
    }
}

/// Groups finished units by source file, in order.
#[must_use]
pub fn source_files(jobs: &[Loaded], outcomes: &[(usize, &UnitOutcome)]) -> Vec<SourceFile> {
    let mut files: Vec<SourceFile> = Vec::new();
    let names = Names::new(jobs);
    for &(job, outcome) in outcomes {
        if outcome.tests.is_empty() && outcome.crashes.is_empty() {
            continue;
        }
        let path = &outcome.record.file;
        let at = match files.iter().position(|file| file.job == job && file.path == *path) {
            Some(at) => at,
            None => {
                files.push(source_file(jobs, job, path, &names));
                files.len() - 1
            }
        };
        files[at].tests.extend(outcome.tests.iter().cloned());
        files[at].crashes.extend(outcome.crashes.iter().cloned());
    }
    files
}

fn source_file(jobs: &[Loaded], job: usize, path: &str, names: &Names) -> SourceFile {
    let loaded = &jobs[job];
    let api = &loaded.api;
    let stubs = stubs(api);
    let stub_names: Vec<String> = stubs.iter().map(|&id| api.callables[id].name.clone()).collect();
    let linked = loaded.companions.iter().map(|other| LinkedFile::new(other, &stub_names, names)).collect();
    SourceFile {
        job,
        path: path.to_owned(),
        name: names.of(path),
        tests: Vec::new(),
        crashes: Vec::new(),
        stubs,
        trapping: Vec::new(),
        has_lost_observations: false,
        extern_variables: extern_variables(api),
        mutable_globals: mutable_globals(loaded, path),
        defines_main: defines_main(api, path),
        linked,
        absolute: absolute(&loaded.root, Path::new(path)),
    }
}

fn defines_main(api: &ApiModel, path: &str) -> bool {
    api.callables.iter().any(|c| c.name == "main" && c.linkage == Linkage::External && c.unit == path)
}

/// Externals that the machine has no shim for, so that the C library does not define them either,
/// and those whose results the tests control or the user wants replaced.
fn stubs(api: &ApiModel) -> Vec<CallableId> {
    let is_stub = |id: CallableId, callable: &trine_testcase::Callable| {
        callable.linkage == Linkage::Undefined
            && (trine_machine::shims::lookup(&callable.symbol).is_none()
                || api.stubs.contains_key(&id)
                || trine_c_library::CONTROLLED.contains(&callable.symbol.as_str()))
            && !callable.symbol.starts_with("llvm.")
    };
    api.callables
        .iter_enumerated()
        .filter(|(id, callable)| is_stub(*id, callable))
        .map(|(id, _)| id)
        .collect()
}

fn extern_variables(api: &ApiModel) -> Vec<GlobalVariableId> {
    let is_ours = |variable: &trine_testcase::GlobalVariable| {
        variable.linkage == Linkage::Undefined
            && !trine_c_library::LIBRARY_VARIABLES.contains(&variable.symbol.as_str())
    };
    api.globals.iter_enumerated().filter(|(_, variable)| is_ours(variable)).map(|(id, _)| id).collect()
}

fn mutable_globals(loaded: &Loaded, path: &str) -> Vec<GlobalVariableId> {
    let is_mutable = |variable: &trine_testcase::GlobalVariable| {
        let global = loaded.program.global_named(&variable.symbol);
        let is_constant = global.is_none_or(|global| loaded.program.globals[global].constant);
        !is_constant && variable.unit == path && variable.linkage != Linkage::Undefined
    };
    let globals = loaded.api.globals.iter_enumerated();
    globals.filter(|(_, variable)| is_mutable(variable)).map(|(id, _)| id).collect()
}

/// Emits tests and crash reproducers; sources are included relative to the output folder, or by
/// their absolute paths.
#[must_use]
pub fn emit(
    jobs: &[Loaded],
    files: &[SourceFile],
    findings: &[Finding],
    framework: &str,
    relative_to: Option<&Path>,
) -> (trine_emit::c::Emitted, BTreeMap<String, String>) {
    let options = trine_emit::c::Options {
        framework: match framework {
            "cmocka" => trine_emit::c::Framework::Cmocka,
            "unity" => trine_emit::c::Framework::Unity,
            _ => trine_emit::c::Framework::Plain,
        },
        version: env!("CARGO_PKG_VERSION").to_owned(),
        link_flags: link_flags(jobs, files),
        ..trine_emit::c::Options::default()
    };
    with_units(jobs, files, relative_to, |units| {
        let tests = trine_emit::c::emit_tests(units, &options);
        let crashes = trine_emit::c::emit_crashes(units, findings, &options);
        let mut all = tests.files.clone();
        all.extend(crashes.files);
        (tests, all)
    })
}

/// Emits the crash reproducers of each file as one program.
#[must_use]
pub fn emit_reproducers(jobs: &[Loaded], files: &[SourceFile]) -> trine_emit::c::Emitted {
    with_units(jobs, files, None, trine_emit::c::emit_reproducers)
}

/// What `emit` makes of the units of `files`.
fn with_units<T>(
    jobs: &[Loaded],
    files: &[SourceFile],
    relative_to: Option<&Path>,
    emit: impl FnOnce(&[trine_emit::c::TestedFile<'_>]) -> T,
) -> T {
    let shown = |path: &Path| match relative_to {
        Some(out) => relative(&out.join("tests"), path),
        None => path.to_string_lossy().into_owned(),
    };
    let includes: Vec<String> = files.iter().map(|file| shown(&file.absolute)).collect();
    let folder = |path: &str| match relative_to {
        Some(out) => portable_folder(&out.join("tests"), path),
        None => path.to_owned(),
    };
    let linked: Vec<Shown<'_>> = files.iter().map(|file| Shown::new(jobs, file, &shown, &folder)).collect();
    let linked_sources: Vec<Vec<trine_emit::c::LinkedSource<'_>>> =
        linked.iter().map(Shown::sources).collect();
    let units: Vec<_> = files
        .iter()
        .enumerate()
        .map(|(at, file)| trine_emit::c::TestedFile {
            api: &jobs[file.job].api,
            name: &file.name,
            path: &file.path,
            include: &includes[at],
            defines_main: file.defines_main,
            tests: &file.tests,
            crashes: &file.crashes,
            stubs: &file.stubs,
            trapping: &file.trapping,
            extern_variables: &file.extern_variables,
            mutable_globals: &file.mutable_globals,
            linked: &linked_sources[at],
            undeclared: &jobs[file.job].undeclared,
            flags: &linked[at].flags,
            directory: "",
        })
        .collect();
    emit(&units)
}

/// Lets the stub of a function come before its definition in another file.
#[must_use]
pub fn link_flags(jobs: &[Loaded], files: &[SourceFile]) -> Vec<String> {
    let is_elsewhere = |file: &SourceFile| {
        let api = &jobs[file.job].api;
        api.stubs.iter().any(|(&id, stub)| stub.replaces_body && api.callables[id].unit != file.path)
    };
    let needed = files.iter().any(is_elsewhere);
    let is_narrow =
        |file: &SourceFile| NativeTarget::of(&jobs[file.job].job.flags).code == CodeTarget::Bits32;
    let narrow = files.iter().any(is_narrow).then(|| "-m32".to_owned());
    narrow.into_iter().chain(needed.then(|| "-Wl,--allow-multiple-definition".to_owned())).collect()
}

/// Flags and paths of a file and of those it is linked with, as the build files have them.
struct Shown<'a> {
    file: &'a SourceFile,
    flags: Vec<String>,
    linked: Vec<(String, Vec<String>)>,
}

impl<'a> Shown<'a> {
    fn new(
        jobs: &[Loaded],
        file: &'a SourceFile,
        shown: &dyn Fn(&Path) -> String,
        folder: &dyn Fn(&str) -> String,
    ) -> Self {
        let job = &jobs[file.job].job;
        let target = NativeTarget::of(&job.flags);
        let flags = |flags: &[String], compiled_in: &Path| {
            let flags = target.flags(flags);
            trine_emit::c::build_files::portable(&flags, &compiled_in.to_string_lossy(), folder)
        };
        let other = |other: &LinkedFile| (shown(&other.absolute), flags(&other.flags, &other.folder));
        Self { file, flags: flags(&job.flags, &job.folder), linked: file.linked.iter().map(other).collect() }
    }

    fn sources<'s>(&'s self) -> Vec<trine_emit::c::LinkedSource<'s>> {
        let source = |(other, (path, flags)): (&'s LinkedFile, &'s (String, Vec<String>))| {
            trine_emit::c::LinkedSource {
                path,
                name: &other.name,
                renames: &other.renames,
                used: &other.used,
                flags,
                directory: "",
            }
        };
        self.file.linked.iter().zip(&self.linked).map(source).collect()
    }
}

/// `path` in `folder`, without `.` and `..` where that changes nothing.
#[must_use]
pub fn absolute(folder: &Path, path: &Path) -> PathBuf {
    let joined = folder.join(path);
    joined.canonicalize().unwrap_or(joined)
}

/// Folders of the system: they stay where they are when a project moves.
const OF_THE_SYSTEM: [&str; 5] = ["/usr", "/opt", "/lib", "/nix", "/snap"];

/// The include folder `path` as seen from `folder`: relative when the two move together, that is when they share
/// more than the root and `path` is none of the system's.
fn portable_folder(folder: &Path, path: &str) -> String {
    let plain = absolute(Path::new("/"), Path::new(path));
    match OF_THE_SYSTEM.iter().any(|system| plain.starts_with(system)) {
        true => path.to_owned(),
        false => relative(folder, &plain),
    }
}

/// `path` as seen from `folder`, both absolute or from the current folder.
fn relative(folder: &Path, path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let folder = here.join(folder);
    let folder = folder
        .parent()
        .and_then(|parent| parent.canonicalize().ok())
        .map_or(folder.clone(), |parent| folder.file_name().map_or(parent.clone(), |name| parent.join(name)));
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (folder.components().collect(), path.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if shared <= 1 {
        // Nothing but the root in common: climbing there says less than the path itself.
        return path.to_string_lossy().into_owned();
    }
    let ups = std::iter::repeat_n("..".to_owned(), from.len() - shared);
    let downs = to[shared..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    ups.chain(downs).collect::<Vec<_>>().join("/")
}
