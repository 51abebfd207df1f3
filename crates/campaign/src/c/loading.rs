//! Jobs compiled, read and linked: a program for each link set, and of it a view for each file under test.
//!
//! ```text
//!  jobs ──clang, on all workers──► objects ──closures──► link sets ──► programs, shared
//!                                                                        └─ view per file: Loaded
//! ```
//!
//! Each file is compiled and read once. What does not compile is reported and skipped; calls of what only it defines
//! then go to stubs. In memory at the same time: of the objects' texts those used last ([`IrStore`]); the tables of each
//! program; of function bodies those of the units at work ([`crate::program_cache`]).

use crate::c::file_tests::FileTests;
use crate::c::header::{HeaderFolder, Purpose};
use crate::c::inputs::{Job, Jobs};
use crate::c::ir_store::IrStore;
use crate::c::ir_text;
use crate::failure::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use trine_engine::{Sources, WorkerMemory};
use trine_frontend_llvm::closure::{Closure, LinkSet, Project, ProjectUnit};
use trine_frontend_llvm::{LinkedObjects, Object, View, Views};
use trine_inputs::Language;
use trine_inputs_c::Preconditions;
use trine_ir::{FuncId, Program};
use trine_native::clang::Toolchain;
use trine_testcase::api::{ApiModel, CallableId, GlobalVariableId, Linkage};

/// Names shown of the functions that stubs stand in for.
const STUBS_SHOWN: usize = 10;

/// A file under test, in the program that its tests are linked to.
pub struct Loaded {
    /// The job.
    pub job: Job,
    /// Its path as functions name it: from `root` if it is below.
    pub path: String,
    /// The folder from which files are named.
    pub root: PathBuf,
    /// Its program.
    pub program: Arc<Program>,
    /// Its API model.
    pub api: ApiModel,
    /// What the user should know about the loading.
    pub warnings: Vec<String>,
    /// Source texts.
    pub sources: Arc<Sources>,
    /// Texts by path, for reports.
    pub contents: Arc<BTreeMap<String, String>>,
    /// Functions to test, in source order.
    pub callables: Vec<CallableId>,
    /// What callers of functions guarantee.
    pub preconditions: BTreeMap<CallableId, Preconditions>,
    /// The other files of its tests.
    pub companions: Vec<Companion>,
    /// Variables that it does not declare, and their names in the object files.
    pub undeclared: Vec<(GlobalVariableId, String)>,
    /// Tests that the user has.
    pub own_tests: FileTests,
}

impl Loaded {
    /// What the language decides of the search of a function of this file.
    #[must_use]
    pub fn language(&self, callable: CallableId) -> &dyn Language {
        self.preconditions.get(&callable).unwrap_or(Preconditions::NONE)
    }
}

/// Which functions neither the programs nor the library of the machine have, if there are any.
#[must_use]
pub fn note_on_stubs(jobs: &[Loaded]) -> Option<String> {
    let callables = jobs.iter().flat_map(|job| job.api.callables.iter());
    let unknown = callables.filter(|callable| {
        callable.linkage == Linkage::Undefined
            && !callable.name.starts_with("llvm.")
            && trine_machine::shims::lookup(&callable.name).is_none()
    });
    let names: BTreeSet<&str> = unknown.map(|callable| callable.name.as_str()).collect();
    let shown: Vec<String> = names.iter().take(STUBS_SHOWN).map(|name| format!("`{name}`")).collect();
    let more = match names.len().saturating_sub(STUBS_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!names.is_empty()).then(|| {
        format!(
            "note: stubs stand in for what is neither in the program nor in the library known here: {}{more}; \
             their results are inputs of the tests",
            shown.join(", ")
        )
    })
}

/// A file that the tests of another are linked with.
#[derive(Clone, Debug)]
pub struct Companion {
    /// How it is compiled.
    pub job: Job,
    /// Its path from the root.
    pub path: String,
    /// Definitions that must get out of the way of others: its `main` first of all.
    pub hidden: Vec<String>,
    /// External symbols that it uses.
    pub used: Arc<BTreeSet<String>>,
}

/// What loading may take.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// Threads.
    pub workers: usize,
    /// How much memory each of them may use.
    pub memory: WorkerMemory,
}

/// Compiles, reads and links `jobs`: the files under test, and what had to be left out.
///
/// # Errors
/// When nothing under test is left.
pub fn load(
    toolchain: &Toolchain,
    jobs: Jobs,
    Resources { workers, memory }: Resources,
) -> Result<(Vec<Loaded>, Vec<Failure>), Failure> {
    let Jobs { jobs, root, mut broken, warnings: _ } = jobs;
    let header = HeaderFolder::new()?;
    let contents = IrStore::new(memory.text_bytes().saturating_mul(workers));
    let read = on_workers(&jobs, workers, |job| object(toolchain, &header, job, &contents));
    let mut units = Vec::new();
    for (job, object) in jobs.into_iter().zip(read) {
        match object {
            Ok(object) => {
                units.push(CompiledJob { path: shortened(&job, &root), job, object: Arc::new(object) })
            }
            Err(failure) => broken.push(failure),
        }
    }
    if !units.iter().any(|unit| unit.job.tested)
        && let Some(failure) = broken.pop()
    {
        return Err(failure);
    }
    Ok((linked(&units, &root, workers), broken))
}

/// A job that compiles.
struct CompiledJob {
    job: Job,
    path: String,
    object: Arc<Object>,
}

fn object(
    toolchain: &Toolchain,
    header: &HeaderFolder,
    job: &Job,
    contents: &Arc<IrStore>,
) -> Result<Object, Failure> {
    // A file of the current folder that holds IR already is taken as it is.
    let is_ir = job.file.extension().is_some_and(|extension| extension == "ll");
    if is_ir {
        ir_text::read(&job.file, contents)
    } else {
        ir_text::object(&job.file, compile(toolchain, header, job)?, contents)
    }
}

fn compile(toolchain: &Toolchain, header: &HeaderFolder, job: &Job) -> Result<String, Failure> {
    let flags = header.flags(Purpose::Analysis, &job.flags);
    let compiled = toolchain.compile_to_ir(&job.file, &flags, Some(&job.folder)).map_err(|error| {
        let text = error.to_string();
        let help = match CPP_ERRORS.iter().any(|part| text.contains(part)) {
            true => "it looks like C++: only C is tested",
            false => "give clang what it misses after `--`, for example `-- -Iinclude -DNAME=1`",
        };
        Failure::input(text, "no test was written for this file", help)
    })?;
    if CPP_UNITS.iter().any(|mark| compiled.contains(mark)) {
        return Err(Failure::input(
            format!("{} is compiled as C++: only C is tested", job.file.display()),
            "no test was written for this file",
            "name C files; if it is one that a C++ compiler builds too, say `-- -x c`",
        ));
    }
    Ok(compiled)
}

/// What a C compiler says of the words of C++.
const CPP_ERRORS: [&str; 5] = [
    "unknown type name 'class'",
    "unknown type name 'namespace'",
    "unknown type name 'template'",
    "unknown type name 'using'",
    "undeclared identifier 'template'",
];
/// How the debug information of a unit in C++ begins to say so.
const CPP_UNITS: [&str; 2] = ["language: DW_LANG_C_plus_plus", "sourceLanguageName: DW_LNAME_C_plus_plus"];

/// The path of a job's file as the user names it.
fn shortened(job: &Job, root: &Path) -> String {
    let path = job.folder.join(&job.file);
    path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned()
}

/// Links `units` and looks at each that is under test.
fn linked(units: &[CompiledJob], root: &Path, workers: usize) -> Vec<Loaded> {
    let project = Project::new(
        units
            .iter()
            .map(|unit| ProjectUnit {
                symbols: unit.object.symbols(),
                path: &unit.path,
                target: &unit.job.target,
            })
            .collect(),
    );
    let tested: Vec<usize> = (0..units.len()).filter(|&unit| units[unit].job.tested).collect();
    let closures: Vec<Closure> = tested.iter().map(|&unit| project.closure(unit)).collect();
    let (sets, of_closure) = project.link_sets(&closures);
    let programs = on_workers(&sets, workers, |set| linked_set(units, set, root));
    let mut warnings = ambiguities(units, &project, &closures);
    for program in &programs {
        warnings.extend(program.warnings.iter().cloned());
    }
    let mut seen = BTreeSet::new();
    warnings.retain(|warning| seen.insert(warning.clone()));
    let numbers: Vec<usize> = (0..tested.len()).collect();
    let mut loaded = on_workers(&numbers, workers, |&at| {
        let set = &programs[of_closure[at]];
        view(units, &project, set, tested[at], &closures[at], root)
    });
    if let Some(first) = loaded.first_mut() {
        first.warnings = warnings;
    }
    keep_shared_functions_once(&mut loaded);
    loaded
}

/// A link set as a program.
struct LinkedSet {
    /// Units by their number in the program.
    members: Vec<usize>,
    views: Views,
    program: Arc<Program>,
    warnings: Vec<String>,
    sources: Arc<Sources>,
    contents: Arc<BTreeMap<String, String>>,
}

fn linked_set(units: &[CompiledJob], set: &LinkSet, root: &Path) -> LinkedSet {
    let members: Vec<usize> = set.members.iter().copied().collect();
    let number = |unit: &usize| members.binary_search(unit).unwrap_or_default();
    let objects: Vec<Arc<Object>> = members.iter().map(|&unit| Arc::clone(&units[unit].object)).collect();
    let mut resolution = BTreeMap::new();
    for (name, meant) in &set.resolution {
        let meant = meant.iter().map(|(unit, meant)| (number(unit), number(meant)));
        resolution.insert(name.clone(), meant.collect());
    }
    let linked = trine_frontend_llvm::link(&objects, &resolution, &root.to_string_lossy());
    let LinkedObjects { program, constructors, mut warnings, views } = linked;
    let program = constructed(program, &constructors, &mut warnings);
    let (sources, contents) = read_sources(&program, root);
    LinkedSet {
        members,
        views,
        program: Arc::new(program),
        warnings,
        sources: Arc::new(sources),
        contents: Arc::new(contents),
    }
}

/// The program with the variables as its constructors leave them; with a warning when these cannot be run.
pub(super) fn constructed(program: Program, constructors: &[FuncId], warnings: &mut Vec<String>) -> Program {
    if constructors.is_empty() {
        return program;
    }
    match trine_machine::constructed(&program, constructors, &trine_c_library::CONTROLLED) {
        Ok(constructed) => constructed,
        Err(why) => {
            warnings.push(format!(
                "functions with `__attribute__((constructor))` are not run before a test: {why}; tests that rely on \
                 them fail natively and are dropped"
            ));
            program
        }
    }
}

fn view(
    units: &[CompiledJob],
    project: &Project<'_>,
    set: &LinkedSet,
    unit: usize,
    closure: &Closure,
    root: &Path,
) -> Loaded {
    let number = |unit: &usize| set.members.binary_search(unit).unwrap_or_default();
    let members: BTreeSet<usize> = closure.members.iter().map(number).collect();
    let View { api, own: mut callables, undeclared } = set.views.view(number(&unit), &members);
    callables.sort_by_key(|&id| (api.callables[id].span.map(|span| span.start), id));
    let companion = |&other: &usize| Companion {
        job: units[other].job.clone(),
        path: units[other].path.clone(),
        hidden: project.hidden(closure, other),
        used: Arc::new(units[other].object.symbols().used.clone()),
    };
    let first = callables.first().map(|&id| api.callables[id].unit.clone());
    Loaded {
        job: units[unit].job.clone(),
        path: first.unwrap_or_else(|| units[unit].path.clone()),
        root: root.to_owned(),
        program: Arc::clone(&set.program),
        api,
        warnings: Vec::new(),
        sources: Arc::clone(&set.sources),
        contents: Arc::clone(&set.contents),
        callables,
        preconditions: BTreeMap::new(),
        companions: closure.members.iter().filter(|&&other| other != unit).map(companion).collect(),
        undeclared,
        own_tests: FileTests::default(),
    }
}

/// Warnings about symbols that several units define and a test can mean only one of.
fn ambiguities(units: &[CompiledJob], project: &Project<'_>, closures: &[Closure]) -> Vec<String> {
    let mut warnings = Vec::new();
    for (name, definers) in project.ambiguous() {
        if !closures.iter().any(|closure| closure.winners.contains_key(name)) {
            continue;
        }
        let places: Vec<&str> = definers.iter().map(|&unit| units[unit].path.as_str()).collect();
        warnings.push(format!(
            "`{name}` is defined in {}; each file is tested with its own definition, else with that of its target, \
             else with the nearest",
            places.join(" and in ")
        ));
    }
    warnings
}

/// A function that a header defines is tested once, in the first file that includes it.
fn keep_shared_functions_once(loaded: &mut [Loaded]) {
    let mut seen = BTreeSet::new();
    for job in loaded {
        let (api, program, path) = (&job.api, &job.program, &job.path);
        job.callables.retain(|&id| {
            let callable = &api.callables[id];
            let Some(span) = callable.span else { return true };
            let file = &program.files[span.file];
            file == path || seen.insert((file.clone(), span.start, callable.name.clone()))
        });
    }
}

fn read_sources(program: &Program, root: &Path) -> (Sources, BTreeMap<String, String>) {
    let mut sources = Sources::default();
    let mut contents = BTreeMap::new();
    for (id, path) in program.files.iter_enumerated() {
        if let Ok(bytes) = std::fs::read(root.join(path)) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            sources.add(id, &text);
            contents.insert(path.clone(), text);
        }
    }
    (sources, contents)
}

/// What `work` makes of each item, in their order.
pub fn on_workers<T: Sync, R: Send>(items: &[T], workers: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let run = || {
        while let Some((at, item)) = take(&next, items) {
            let result = work(item);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers.clamp(1, items.len().max(1)) {
            // Deeply nested types recurse. Without a further thread this one does all the work.
            let _ = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

fn take<'t, T>(next: &AtomicUsize, items: &'t [T]) -> Option<(usize, &'t T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}
