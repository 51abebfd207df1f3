//! From a command line to jobs: which files are compiled how, and which of their functions are tested.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trine_native::clang::{CompileCommand, CompileCommands, semantic_flags};

/// A source file and how it is compiled. The jobs of a run are linked with each other as far as they need each
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The file.
    pub file: PathBuf,
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Folder to compile in.
    pub folder: PathBuf,
    /// Folder of its object file, which tells the targets of a project apart; empty when unknown.
    pub target: String,
    /// Whether its functions are tested; the others of a project are there to be linked.
    pub tested: bool,
    /// Its position among the jobs of the run.
    pub number: usize,
}

/// The jobs of a run.
#[derive(Debug)]
pub struct Jobs {
    /// One for each source file.
    pub jobs: Vec<Job>,
    /// The folder from which files are named.
    pub root: PathBuf,
    /// Parts of the project that cannot be used; the others can.
    pub broken: Vec<Failure>,
    /// What the user must know of how the files are read.
    pub warnings: Vec<String>,
}

/// The jobs of a command line: its files, or the units of a project.
///
/// # Errors
/// When there is nothing to do, or a file or the project cannot be read.
pub fn jobs(files: &[PathBuf], project: Option<&Path>, flags: &[String]) -> Result<Jobs, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::input(format!("cannot tell the current folder: {error}"), "", ""))?;
    files.iter().try_for_each(|file| check_file(file))?;
    match project {
        None if files.is_empty() => Err(Failure::input(
            "no file given",
            "nothing was run",
            "name C files, or a folder with compile_commands.json after -p",
        )),
        None => {
            let job = |(number, file): (usize, &PathBuf)| Job {
                file: file.clone(),
                flags: flags.to_vec(),
                folder: here.clone(),
                target: String::new(),
                tested: true,
                number,
            };
            Ok(Jobs {
                jobs: files.iter().enumerate().map(job).collect(),
                root: here,
                broken: Vec::new(),
                warnings: Vec::new(),
            })
        }
        Some(build) => project_jobs(build, files, flags, &here),
    }
}

fn check_file(file: &Path) -> Result<(), Failure> {
    match std::fs::metadata(file) {
        Err(error) => {
            let what = format!("cannot read {}: {error}", file.display());
            Err(Failure::input(what, "nothing was run", "check the path"))
        }
        Ok(data) if data.is_dir() => {
            let what = format!("{} is a folder", file.display());
            let help = "name C files, or a build folder after -p";
            Err(Failure::input(what, "nothing was run", help))
        }
        Ok(_) => Ok(()),
    }
}

fn project_jobs(build: &Path, files: &[PathBuf], flags: &[String], here: &Path) -> Result<Jobs, Failure> {
    let CompileCommands { commands, left_out } = CompileCommand::read_all(build).map_err(|error| {
        let text = error.to_string();
        let help = if text.contains("= help:") {
            ""
        } else {
            "let CMake write it again with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
        };
        Failure::input(text, "nothing was run", help)
    })?;
    let entry = |error: &trine_native::clang::CompileCommandsError| {
        Failure::input(error.to_string(), "the entry is left out, the others are used", "write it again")
    };
    let mut broken: Vec<Failure> = left_out.iter().map(entry).collect();
    let is_c = |path: &Path| path.extension().is_some_and(|extension| extension == "c");
    let mut jobs: Vec<Job> = Vec::new();
    let warnings = cross_warnings(&commands);
    for command in commands.into_iter().filter(|command| is_c(&command.file)) {
        if !command.file.is_file() {
            broken.push(missing_file(&command, build));
            continue;
        }
        let file = plain(&command.file);
        if jobs.iter().all(|job| job.file != file) {
            jobs.push(Job { number: jobs.len(), ..job(command, file, flags) });
        }
    }
    let wanted: Vec<PathBuf> = files.iter().filter_map(|file| file.canonicalize().ok()).collect();
    for job in &mut jobs {
        job.tested = files.is_empty() || job.file.canonicalize().is_ok_and(|path| wanted.contains(&path));
    }
    if !jobs.iter().any(|job| job.tested) {
        if let Some(failure) = broken.pop() {
            return Err(failure);
        }
        let what = format!("no C unit to test in {}", build.display());
        return Err(Failure::input(what, "nothing was run", "check that the project compiles these files"));
    }
    let root = root(&jobs, here);
    Ok(Jobs { jobs, root, broken, warnings })
}

/// A warning for each foreign machine that files are compiled for.
fn cross_warnings(commands: &[CompileCommand]) -> Vec<String> {
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for target in commands.iter().filter_map(|command| command.cross_target.as_deref()) {
        *files.entry(target).or_default() += 1;
    }
    let warning = |(target, count): (&str, usize)| {
        format!(
            "warning[target]: {count} files are compiled for `{target}`; and its compiler is not installed, or not modelled: Trine tests them as code for this host\n  = note: \
             pointers, `long` and `size_t` have 64 bits here, so tests and proofs hold for the host's types; macros that name the \
             target (`__arm__`) are not set\n  = help: install the compiler (32-bit ARM and i386 are modelled), or give these macros and the headers' folders after `--`"
        )
    };
    files.into_iter().map(warning).collect()
}

fn job(command: CompileCommand, file: PathBuf, flags: &[String]) -> Job {
    let own = semantic_flags(&command.flags).into_iter();
    Job {
        file,
        flags: own.chain(flags.iter().cloned()).collect(),
        folder: plain(&command.directory),
        target: command.target,
        tested: true,
        number: 0,
    }
}

fn missing_file(command: &CompileCommand, build: &Path) -> Failure {
    Failure::input(
        format!("{}: there is no such file, but {} compiles it", command.file.display(), build.display()),
        "it is left out, the others are used",
        "let the build system generate it, or write compile_commands.json again",
    )
}

/// `path` without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => drop(out.pop()),
            other => out.push(other),
        }
    }
    out
}

/// The folder from which the files of a project are named: the current one if they are all in it, else the one
/// that they share.
fn root(jobs: &[Job], here: &Path) -> PathBuf {
    if jobs.iter().all(|job| job.file.starts_with(here)) {
        return here.to_owned();
    }
    let mut shared = jobs[0].file.parent().unwrap_or(Path::new("/"));
    while !jobs.iter().all(|job| job.file.starts_with(shared)) {
        shared = shared.parent().unwrap_or(Path::new("/"));
    }
    shared.to_owned()
}
