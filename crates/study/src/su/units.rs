//! The functions that the study explores: those of units of bash, flex and make that are complex enough, our examples,
//! and the two that the paper shows.

use super::complexity::complexity;
use super::programs::Project;
use crate::corpus::choice::source;
use crate::corpus::fetch::Archive;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trine_engine::{Options, Sources, UnitContext};
use trine_inputs_c::Preconditions;
use trine_inputs_c::shape::Shape;
use trine_ir::Program;
use trine_native::clang::Toolchain;
use trine_testcase::api::{ApiModel, CallableId};

/// Files with the functions of the paper's figures.
const PAPER: &str = include_str!("paper.c");
/// Our examples, from the top of the project.
const EXAMPLES: [&str; 6] = ["calendar.c", "controller.c", "crc.c", "number.c", "traffic.c", "triangle.c"];
/// The group of our examples.
pub const OURS: &str = "examples";
/// The group of the paper's own examples.
pub const FIGURES: &str = "figures";

/// A compiled unit.
pub struct CompiledUnit {
    /// Package, or group of examples.
    pub group: String,
    /// File.
    pub name: String,
    program: Arc<Program>,
    api: ApiModel,
}

/// A function whose paths are explored.
#[derive(Clone)]
pub struct ExploredFunction {
    /// Its unit.
    pub unit: Arc<CompiledUnit>,
    /// Its name.
    pub function: String,
    /// Its cyclomatic complexity.
    pub complexity: usize,
    callable: CallableId,
    /// The shape whose values are the inputs.
    pub shape: Shape,
}

impl ExploredFunction {
    /// What the engine is asked to explore.
    pub fn context<'a>(&'a self, sources: &'a Sources, options: &'a Options) -> UnitContext<'a> {
        UnitContext {
            program: &self.unit.program,
            api: &self.unit.api,
            sources,
            callable: self.callable,
            options,
            language: Preconditions::NONE,
            scope: None,
            at_work: None,
            own_tests: None,
        }
    }

    /// The same function with another shape.
    pub fn with_shape(&self, shape: Shape) -> Self {
        Self { shape, ..self.clone() }
    }

    /// Unit and function.
    pub fn name(&self) -> String {
        format!("{}/{} {}", self.unit.group, self.unit.name, self.function)
    }
}

/// Compiles units.
pub struct Compiler {
    toolchain: Toolchain,
    archive: Archive,
    folder: PathBuf,
}

impl Compiler {
    /// A compiler that keeps sources in `folder`, which must be absolute.
    ///
    /// # Errors
    /// When there is no clang.
    pub fn new(folder: PathBuf) -> Result<Self> {
        Ok(Self { toolchain: Toolchain::find()?, archive: Archive::new(folder.clone()), folder })
    }

    /// The units of `project`.
    ///
    /// # Errors
    /// When it cannot be fetched or compiled.
    pub fn project(&self, project: &Project) -> Result<Vec<Arc<CompiledUnit>>> {
        let source = source(project.package, &self.archive)?;
        let flags: Vec<String> = project.package.flags.iter().map(|&flag| flag.to_owned()).collect();
        let units = project.package.units.iter().chain(project.more);
        units.map(|unit| self.unit(project.name, unit, &flags, &source)).collect()
    }

    /// Our examples, which lie in the current folder's `examples`.
    ///
    /// # Errors
    /// When they are not there, or cannot be compiled.
    pub fn examples(&self) -> Result<Vec<Arc<CompiledUnit>>> {
        let folder = Path::new("examples")
            .canonicalize()
            .context("no folder `examples` here\n  = help: run it at the top of the project")?;
        EXAMPLES.iter().map(|name| self.unit(OURS, name, &[], &folder)).collect()
    }

    /// The functions of the paper's figures.
    ///
    /// # Errors
    /// When they cannot be written or compiled.
    pub fn figures(&self) -> Result<Arc<CompiledUnit>> {
        std::fs::write(self.folder.join("paper.c"), PAPER)?;
        self.unit(FIGURES, "paper.c", &[], &self.folder)
    }

    fn unit(&self, group: &str, path: &str, flags: &[String], folder: &Path) -> Result<Arc<CompiledUnit>> {
        let text = self
            .toolchain
            .compile_to_ir(Path::new(path), flags, Some(folder))
            .with_context(|| format!("{group}/{path}"))?;
        let loaded = trine_frontend_llvm::load(vec![(path.to_owned(), text)])?;
        let name = path.rsplit('/').next().unwrap_or(path).to_owned();
        Ok(Arc::new(CompiledUnit {
            group: group.to_owned(),
            name,
            program: Arc::new(loaded.program),
            api: loaded.api,
        }))
    }
}

/// The functions that `unit` defines itself, with a complexity above `above`, in source order.
pub fn subjects(unit: &Arc<CompiledUnit>, above: usize) -> Vec<ExploredFunction> {
    let of = |(callable, data): (CallableId, &trine_testcase::api::Callable)| {
        let id = unit.program.function_named(&data.symbol)?;
        let is_here = unit.program.callables[id].defined && data.unit.ends_with(&unit.name);
        let complexity = complexity(unit.program.body(id).as_ref().ok()?);
        (is_here && complexity > above).then(|| ExploredFunction {
            unit: Arc::clone(unit),
            function: data.name.clone(),
            complexity,
            callable,
            shape: Shape::default(),
        })
    };
    let mut subjects: Vec<ExploredFunction> = unit.api.callables.iter_enumerated().filter_map(of).collect();
    subjects.sort_by_key(|subject| unit.api.callables[subject.callable].span.map(|span| span.start));
    subjects
}
