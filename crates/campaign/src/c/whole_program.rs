//! Compiles and links the files of a task: all of them are one program, whatever else a run can load.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_engine::Sources;
use trine_ir::Program;
use trine_native::clang::Toolchain;
use trine_testcase::api::ApiModel;

/// The files of a task, compiled alike.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Folder to compile in.
    pub folder: PathBuf,
}

/// A compiled and linked task.
pub struct Linked {
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
    pub contents: BTreeMap<String, String>,
}

/// Compiles and links `job`.
///
/// # Errors
/// When a file does not compile, or clang's output cannot be read.
pub fn load(toolchain: &Toolchain, job: Job) -> Result<Linked, Failure> {
    let mut modules = Vec::new();
    for file in &job.files {
        let text = toolchain.compile_to_ir(file, &job.flags, Some(&job.folder)).map_err(|error| {
            let help = "give clang what it misses after `--`, for example `-- -Iinclude -DNAME=1`";
            Failure::input(error.to_string(), "the task was not run", help)
        })?;
        modules.push((file.display().to_string(), text));
    }
    let mut unit = trine_frontend_llvm::load(modules).map_err(|error| {
        Failure::input(error.to_string(), "the task was not run", "use clang 15 or later for x86-64")
    })?;
    let shorten = |path: &mut String| {
        if let Ok(short) = Path::new(path.as_str()).strip_prefix(&job.folder) {
            *path = short.to_string_lossy().into_owned();
        }
    };
    unit.program = unit.program.with_files_named(shorten);
    unit.api.callables.iter_mut().for_each(|callable| shorten(&mut callable.unit));
    let mut sources = Sources::default();
    let mut contents = BTreeMap::new();
    for (id, path) in unit.program.files.iter_enumerated() {
        if let Ok(bytes) = std::fs::read(job.folder.join(path)) {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            sources.add(id, &text);
            contents.insert(path.clone(), text);
        }
    }
    let trine_frontend_llvm::LinkedProgram { program, api, constructors, mut warnings } = unit;
    let program = super::loading::constructed(program, &constructors, &mut warnings);
    Ok(Linked { job, program: Arc::new(program), api, warnings, sources, contents })
}
