//! The program of a task, loaded with the functions it expects to exist.

use super::error_function;
use super::property::Goal;
use super::task::Task;
use crate::output::Output;
use crate::settings::Settings;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use trine_campaign::c::whole_program::{Job, Linked, load};
use trine_campaign::failure::Failure;
use trine_emit::c::test_comp::Input;
use trine_emit::c::test_comp::support::{INPUT_PREFIX, KLEE_HEADER, support};
use trine_engine::{ProgramGoals, ProgramScope};
use trine_ir::{FuncId, Function};
use trine_native::clang::Toolchain;
use trine_record::TestRecord;
use trine_testcase::api::{Callable, CallableId, Linkage};
use trine_testcase::test_case::{Argument, Statement};
use trine_testcase::{LeafKind, TypeKind};

/// The support's source, in the output folder.
const SUPPORT_FILE: &str = "support/support.c";

/// A loaded program.
pub struct Loaded {
    /// The program with its support.
    pub job: Linked,
    /// Where tests enter.
    pub entry: CallableId,
    /// The support's source, if there is any.
    pub support: Option<PathBuf>,
}

impl Loaded {
    /// Compiles the program of `task`, and again with what it leaves undefined.
    ///
    /// # Errors
    /// When it does not compile, has no entry, or the output folder cannot be written.
    pub fn new(
        task: &Task,
        settings: &Settings,
        toolchain: &Toolchain,
        output: &Output,
    ) -> Result<Self, Failure> {
        let folder = std::env::current_dir()
            .map_err(|error| Failure::input(format!("cannot tell the current folder: {error}"), "", ""))?;
        let out = folder.join(&settings.out);
        output.write(&format!("support/{}", KLEE_HEADER.0), KLEE_HEADER.1)?;
        let mut flags = settings.flags.clone();
        flags.push(format!("-I{}", out.join("support").display()));
        let mut job = Job { files: task.files.clone(), flags, folder };
        let first = load(toolchain, job.clone())?;
        let main =
            first.api.callable_named(&task.property.entry).filter(|&id| is_defined(&first.api.callables[id]));
        let Some(main) = main else {
            let what = format!("the program has no function `{}` to start with", task.property.entry);
            return Err(Failure::input(what, "the task was not run", "check the property and the file"));
        };
        let has_parameters = !first.api.callables[main].params.is_empty();
        let undefined = first.api.callables.iter().filter(|callable| !is_defined(callable));
        let support = support(undefined.map(|callable| callable.name.as_str()), has_parameters);
        if let Goal::Call(name) = &task.property.goal
            && first.api.callable_named(name).is_none()
        {
            let what = format!("the program never names `{name}`, whose call the property asks for");
            return Err(Failure::input(what, "the task was not run", "give a property that fits it"));
        }
        let Some(text) = &support.source else {
            return Ok(Self { job: first, entry: main, support: None });
        };
        output.write(SUPPORT_FILE, text)?;
        let file = out.join(SUPPORT_FILE);
        job.files.push(file.clone());
        let job = load(toolchain, job)?;
        let entry = job
            .api
            .callable_named(&support.entry)
            .ok_or_else(|| trine_campaign::failure::bug("the entry was lost"))?;
        Ok(Self { job, entry, support: Some(file) })
    }

    fn function(&self, callable: &Callable) -> Option<FuncId> {
        self.job.program.function_named(&callable.symbol)
    }

    /// The program as a unit.
    pub fn scope(&self, task: &Task) -> ProgramScope {
        let goals = match (&task.property.goal, self.error_function(task)) {
            (Goal::Call(_), Some(function)) => ProgramGoals::Call(function),
            _ => ProgramGoals::Criterion,
        };
        let inputs = self.input_functions().filter_map(|callable| self.function(callable)).collect();
        let entry = self.function(&self.job.api.callables[self.entry]).unwrap_or(FuncId(0));
        let measured: Vec<FuncId> = self.measured().filter_map(|callable| self.function(callable)).collect();
        ProgramScope::new(&self.job.program, entry, goals, inputs, |function| measured.contains(&function))
    }

    /// The function whose call shows an error, if the program has it.
    pub fn error_function(&self, task: &Task) -> Option<FuncId> {
        let name = error_function(task);
        let callable = self.job.api.callables.iter().find(|callable| callable.name == name)?;
        self.function(callable)
    }

    /// Externals whose answers are inputs.
    pub fn input_functions(&self) -> impl Iterator<Item = &Callable> {
        let undefined = self.job.api.callables.iter().filter(|callable| !is_defined(callable));
        undefined.filter(|callable| callable.name.starts_with(INPUT_PREFIX) && self.kind(callable).is_some())
    }

    /// Externals that nobody answers: they return zero.
    pub fn silent_functions(&self) -> impl Iterator<Item = &Callable> {
        let undefined = self.job.api.callables.iter().filter(|callable| !is_defined(callable));
        undefined.filter(|callable| {
            let is_input = callable.name.starts_with(INPUT_PREFIX) && self.kind(callable).is_some();
            !is_input
                && trine_machine::shims::lookup(&callable.symbol).is_none()
                && !callable.name.starts_with("llvm.")
        })
    }

    /// What the user should know about how the task is run.
    pub fn notes(&self, task: &Task) -> Vec<String> {
        let mut notes = self.job.warnings.clone();
        if task.is_ilp32 {
            notes.push(
                "the task is written for ILP32; it was run with LP64 (64-bit long and pointers), and the \
                 results are for LP64"
                    .to_owned(),
            );
        }
        for callable in self.silent_functions() {
            notes.push(format!("`{}` has no body: its calls return zero", callable.name));
        }
        notes
    }

    /// Functions of the task's own files that `scope` reaches.
    pub fn measured_functions(&self, scope: &ProgramScope) -> Vec<(FuncId, Arc<Function>)> {
        let ids = self.measured().filter_map(|callable| self.function(callable));
        let reached = ids.filter(|id| scope.merged.functions.contains(id));
        reached.filter_map(|id| Some((id, Arc::clone(self.job.program.body(id).ok()?)))).collect()
    }

    fn measured(&self) -> impl Iterator<Item = &Callable> {
        let support = self.support.as_ref().map(|path| path.to_string_lossy().into_owned());
        let short = self.support.as_ref().and_then(|path| path.strip_prefix(&self.job.job.folder).ok());
        let short = short.map(|path| path.to_string_lossy().into_owned());
        self.job.api.callables.iter().filter(move |callable| {
            let unit = Some(&callable.unit);
            is_defined(callable) && unit != support.as_ref() && unit != short.as_ref()
        })
    }

    /// How the answer of `callable` is read; `None` when a test cannot state it.
    pub fn kind(&self, callable: &Callable) -> Option<LeafKind> {
        let types = &self.job.api.types;
        let bits = (types.size_bytes(callable.returns) * 8) as u32;
        Some(match types.kind(callable.returns) {
            TypeKind::Bool => LeafKind::Bool,
            TypeKind::Char { signed, .. } => LeafKind::Char { bits, signed: *signed },
            TypeKind::Int { signed, .. } | TypeKind::Enum { signed, .. } => {
                LeafKind::Int { bits, signed: *signed }
            }
            TypeKind::Float { format, .. } => LeafKind::Float(*format),
            _ => return None,
        })
    }

    /// The callable of a function of the program.
    pub fn callable_of(&self, function: FuncId) -> Option<&Callable> {
        let symbol = &self.job.program.callables[function].name;
        self.job.api.callables.iter().find(|callable| callable.symbol == *symbol)
    }
}

fn is_defined(callable: &Callable) -> bool {
    callable.linkage != Linkage::Undefined
}

/// How the answers in `test` are read, by function.
pub fn kinds_of(loaded: &Loaded, test: &TestRecord) -> BTreeMap<FuncId, LeafKind> {
    let mut kinds = BTreeMap::new();
    for statement in &test.statements {
        if let Statement::StubReturn { callable, value: Argument::Leaf(leaf) } = statement
            && let Some(function) = loaded.function(&loaded.job.api.callables[*callable])
            && let Some(leaf) = test.leaf_kinds.get(leaf.0 as usize)
        {
            kinds.insert(function, leaf.kind.clone());
        }
    }
    kinds
}

/// An input, as the suite states it.
pub fn input(
    loaded: &Loaded,
    kinds: &BTreeMap<FuncId, LeafKind>,
    &(function, bits): &(FuncId, u128),
) -> Input {
    let declared = || loaded.callable_of(function).and_then(|callable| loaded.kind(callable));
    let kind = kinds.get(&function).cloned().or_else(declared);
    Input { kind: kind.unwrap_or(LeafKind::Int { bits: 64, signed: false }), bits }
}
