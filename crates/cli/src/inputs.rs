//! From files to programs: compile, load, and find the functions to test.

use crate::failure::Failure;
use crate::header::{HeaderFolder, Purpose};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_base::IndexVec;
use trine_engine::{Preconditions, Sources};
use trine_ir::Program;
use trine_native::{CompileCommand, Toolchain};
use trine_testcase::api::{ApiModel, CallableId, Linkage};

/// Next step when IR cannot be read.
const IR_HELP: &str = "give C files, or what clang 15 or later writes with -S -emit-llvm for x86-64";

/// Source files that are compiled alike and linked together.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Folder to compile in.
    pub folder: PathBuf,
}

/// A loaded job.
pub struct Loaded {
    /// The job.
    pub job: Job,
    /// Its program.
    pub program: Arc<Program>,
    /// Its API model.
    pub api: ApiModel,
    /// What the user should know about the loading.
    pub warnings: Vec<String>,
    /// Source texts.
    pub sources: Sources,
    /// Texts by path, for reports.
    pub texts: BTreeMap<String, String>,
    /// Functions to test, in source order.
    pub callables: Vec<CallableId>,
    /// What callers of functions guarantee.
    pub preconditions: BTreeMap<CallableId, Preconditions>,
}

/// The jobs of a command line: one for all files, or one per unit of a project.
///
/// # Errors
/// When there is nothing to do, or a file or the project cannot be read.
pub fn jobs(files: &[PathBuf], project: Option<&Path>, flags: &[String]) -> Result<Vec<Job>, Failure> {
    let folder = std::env::current_dir()
        .map_err(|error| Failure::input(format!("cannot tell the current folder: {error}"), "", ""))?;
    for file in files {
        match std::fs::metadata(file) {
            Err(error) => {
                let what = format!("cannot read {}: {error}", file.display());
                return Err(Failure::input(what, "nothing was run", "check the path"));
            }
            Ok(data) if data.is_dir() => {
                let what = format!("{} is a folder", file.display());
                return Err(Failure::input(
                    what,
                    "nothing was run",
                    "name C files, or a build folder after -p",
                ));
            }
            Ok(_) => {}
        }
    }
    match project {
        None if files.is_empty() => Err(Failure::input(
            "no file given",
            "nothing was run",
            "name C files, or a folder with compile_commands.json after -p",
        )),
        None => Ok(vec![Job { files: files.to_vec(), flags: flags.to_vec(), folder }]),
        Some(build) => project_jobs(build, files, flags),
    }
}

fn project_jobs(build: &Path, files: &[PathBuf], flags: &[String]) -> Result<Vec<Job>, Failure> {
    let commands = CompileCommand::read_all(build).map_err(|error| {
        let text = error.to_string();
        let help = if text.contains("= help:") {
            ""
        } else {
            "let CMake write it again with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
        };
        Failure::input(text, "nothing was run", help)
    })?;
    let wanted: Vec<PathBuf> = files.iter().filter_map(|file| file.canonicalize().ok()).collect();
    let is_c = |path: &Path| path.extension().is_some_and(|extension| extension == "c");
    let is_wanted =
        |path: &Path| files.is_empty() || path.canonicalize().is_ok_and(|path| wanted.contains(&path));
    let job = |command: CompileCommand| Job {
        files: vec![command.file],
        flags: command.flags.into_iter().chain(flags.iter().cloned()).collect(),
        folder: command.directory,
    };
    let jobs: Vec<Job> = commands
        .into_iter()
        .filter(|command| is_c(&command.file) && is_wanted(&command.file))
        .map(job)
        .collect();
    if jobs.is_empty() {
        let what = format!("no C unit to test in {}", build.display());
        return Err(Failure::input(what, "nothing was run", "check that the project compiles these files"));
    }
    Ok(jobs)
}

/// Compiles and loads `job`.
///
/// # Errors
/// When a file does not compile, or clang's output cannot be read.
pub fn load(toolchain: &Toolchain, job: Job) -> Result<Loaded, Failure> {
    let mut modules = Vec::new();
    for file in &job.files {
        // A file of the current folder that holds IR already is taken as it is.
        let is_ir = file.extension().is_some_and(|extension| extension == "ll");
        let text = if is_ir { read(file)? } else { compile(toolchain, file, &job)? };
        modules.push((file.display().to_string(), text));
    }
    let mut unit = trine_frontend_llvm::load(modules)
        .map_err(|error| Failure::input(error.to_string(), "no test was written for these files", IR_HELP))?;
    shorten_paths(&mut unit, &job.folder);
    let (sources, texts) = read_sources(&unit.program.files, &job.folder);
    let mut callables: Vec<_> = unit
        .api
        .callables
        .iter_enumerated()
        .filter(|(_, callable)| callable.linkage != Linkage::Undefined)
        .filter(|(_, callable)| is_of_job(&callable.unit, &job))
        .map(|(id, _)| id)
        .collect();
    callables.sort_by_key(|&id| {
        let callable = &unit.api.callables[id];
        (job_position(&callable.unit, &job), callable.span.map(|span| span.start), id)
    });
    let trine_frontend_llvm::Unit { program, api, warnings } = unit;
    let program = Arc::new(program);
    let preconditions = BTreeMap::new();
    Ok(Loaded { job, program, api, warnings, sources, texts, callables, preconditions })
}

/// Names shown of the functions that stubs stand in for.
const STUBS_SHOWN: usize = 10;

impl Loaded {
    /// Which functions neither the program nor the library of the machine has, if there are any.
    pub fn note_on_stubs(&self) -> Option<String> {
        let unknown = |callable: &&trine_ir::Callable| {
            !callable.defined
                && !callable.name.starts_with("llvm.")
                && trine_machine::shims::lookup(&callable.name).is_none()
        };
        let mut names: Vec<&str> =
            self.program.callables.iter().filter(unknown).map(|callable| callable.name.as_str()).collect();
        names.sort_unstable();
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
}

/// Names files as seen from the folder they were compiled in, as the user does.
fn shorten_paths(unit: &mut trine_frontend_llvm::Unit, folder: &Path) {
    let shorten = |path: &mut String| {
        if let Ok(short) = Path::new(path.as_str()).strip_prefix(folder) {
            *path = short.to_string_lossy().into_owned();
        }
    };
    unit.program.files.iter_mut().for_each(shorten);
    unit.api.callables.iter_mut().for_each(|callable| shorten(&mut callable.unit));
    unit.api.globals.iter_mut().for_each(|global| shorten(&mut global.unit));
}

fn read(file: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(file).map_err(|error| {
        Failure::input(
            format!("cannot read {}: {error}", file.display()),
            "nothing was run",
            "check the path",
        )
    })?;
    String::from_utf8(bytes).map_err(|error| {
        // The reader knows bitcode and object files by their first bytes.
        let name = file.display().to_string();
        let read = trine_frontend_llvm::ll::Module::parse_bytes(error.into_bytes(), name);
        let what = read.err().map_or_else(|| "no text".to_owned(), |error| error.to_string());
        Failure::input(what, "no test was written for these files", IR_HELP)
    })
}

fn compile(toolchain: &Toolchain, file: &Path, job: &Job) -> Result<String, Failure> {
    let header = HeaderFolder::new()?;
    let flags = header.flags(Purpose::Analysis, &job.flags);
    toolchain.compile_to_ir(file, &flags, Some(&job.folder)).map_err(|error| {
        Failure::input(
            error.to_string(),
            "no test was written for this file",
            "give clang what it misses after `--`, for example `-- -Iinclude -DNAME=1`",
        )
    })
}

fn read_sources(
    files: &IndexVec<trine_base::FileId, String>,
    folder: &Path,
) -> (Sources, BTreeMap<String, String>) {
    let mut sources = Sources::default();
    let mut texts = BTreeMap::new();
    for (id, path) in files.iter_enumerated() {
        if let Ok(bytes) = std::fs::read(folder.join(path)) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            sources.add(id, &text);
            texts.insert(path.clone(), text);
        }
    }
    (sources, texts)
}

fn is_of_job(unit: &str, job: &Job) -> bool {
    job_position(unit, job) < job.files.len()
}

/// Position in the job of the file that a callable is defined in; functions that headers define
/// belong to the file that includes them.
fn job_position(unit: &str, job: &Job) -> usize {
    let same = |file: &PathBuf| {
        let path = Path::new(unit);
        *file == path || job.folder.join(file) == job.folder.join(path)
    };
    job.files.iter().position(same).unwrap_or(job.files.len())
}
