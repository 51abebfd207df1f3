//! A Rust program as a process: loaded once, run from its start to its end, with what it printed.

use crate::RustLibrary;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;
use trine_frontend_llvm::{Object, executable};
use trine_ir::{FuncId, Program};
use trine_machine::shims::Library;
use trine_machine::{
    AllocationError, Concrete, Config, FaultKind, Ignore, Location, Machine, Memory, Returns, Stop,
    StubHandler, TerminationReason,
};

/// The code around the program: its start, its end, and those of its threads.
const RUNTIME: &str = include_str!("runtime.ll");
/// Where it begins.
const START: &str = "trine.process";

/// What a process may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// IR instructions.
    pub steps: u64,
    /// Bytes of globals and heap, stacks of threads included; at most 3 GiB.
    pub memory_bytes: u64,
    /// Nested calls.
    pub depth: u32,
    /// Seed of what `getrandom` gives.
    pub seed: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 4_000_000_000, memory_bytes: 1 << 30, depth: 60_000, seed: 0 }
    }
}

/// Bytes of the first thread's local variables, as Linux has it.
const STACK_BYTES: u32 = 8 << 20;

/// Why a program cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The text is not LLVM IR that we can read.
    #[error(transparent)]
    Read(#[from] trine_frontend_llvm::LoadError),
    /// There is no `main`.
    #[error(
        "{name}: no function `main`: the module is not a whole program; compile a binary with `-C lto=fat -C codegen-units=1 --emit=llvm-ir`"
    )]
    NoMain {
        /// The module.
        name: String,
    },
    /// Its globals do not fit.
    #[error(transparent)]
    Globals(#[from] trine_machine::LoadError),
}

/// A program that is loaded.
#[derive(Debug)]
pub struct RustProgram {
    machine: Machine,
    start: FuncId,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It ended itself, with this exit code, 0 to 255.
    Exited(u8),
    /// It aborted: natively by the signal SIGABRT.
    Aborted,
    /// It did what ends a native process by a signal or is undefined: what, and where.
    Fault(String),
    /// It needs what the machine does not have: what, and where.
    Unsupported(String),
    /// Its limit of steps or memory is used up.
    Limit(&'static str),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exited(code) => write!(f, "exit code {code}"),
            Ending::Aborted => f.write_str("aborted (SIGABRT)"),
            Ending::Fault(what) => write!(f, "fault: {what}"),
            Ending::Unsupported(what) => write!(f, "not supported: {what}"),
            Ending::Limit(what) => write!(f, "{what} used up"),
        }
    }
}

/// What a process did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to standard error.
    pub stderr: Vec<u8>,
    /// IR instructions executed.
    pub steps: u64,
}

impl RustProgram {
    /// Loads the textual LLVM IR of a whole program; `name` stands for it in messages.
    ///
    /// # Errors
    /// When the text cannot be read, has no `main`, or its globals do not fit. What is wrong with one body is reported
    /// when it is called.
    pub fn load(name: &str, text: String, limits: Limits) -> Result<Self, LoadError> {
        let program = Object::read(name, text)?;
        let runtime = Object::read("runtime.ll", RUNTIME.to_owned())?;
        let program = executable(&[Arc::new(program), Arc::new(runtime)]);
        let main = program.function_named("main");
        let start = program.function_named(START);
        let (Some(start), true) = (start, main.is_some_and(|main| program.callables[main].defined)) else {
            return Err(LoadError::NoMain { name: name.to_owned() });
        };
        let config = Config {
            steps: limits.steps,
            depth: limits.depth,
            stack_bytes: STACK_BYTES,
            memory_bytes: limits.memory_bytes,
            seed: limits.seed,
            ..Config::default()
        };
        let libraries: Vec<Arc<dyn Library>> =
            vec![Arc::new(RustLibrary), Arc::new(trine_machine::shims::CLibrary)];
        let machine = Machine::with_libraries(Arc::new(program), config, libraries)?;
        Ok(Self { machine, start })
    }

    /// The program with all that was linked to it.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        self.machine.program()
    }

    /// Runs the program from its start, with `arguments` (the first one is its own name) and what standard input holds.
    pub fn run(&mut self, arguments: &[&str], input: &[u8]) -> Outcome {
        self.machine.reset();
        self.machine.provide_input(input.to_vec());
        let Ok(values) = pass_arguments(self.machine.memory_mut(), arguments) else {
            let ending = Ending::Limit("memory");
            return Outcome { ending, stdout: Vec::new(), stderr: Vec::new(), steps: 0 };
        };
        let mut stubs = Nobody(Arc::clone(self.machine.program()));
        let values = [arguments.len() as u128, u128::from(values)];
        let outcome = self.machine.run(self.start, &values, &mut Concrete, &mut Ignore, &mut stubs);
        let ending = ending(self.machine.program(), outcome.reason);
        let state = self.machine.shim_state();
        let (stdout, stderr) = (state.output.clone(), state.error_output.clone());
        Outcome { ending, stdout, stderr, steps: outcome.steps }
    }
}

/// The array of arguments, with a null behind the last one; gives its address.
fn pass_arguments(memory: &mut Memory, arguments: &[&str]) -> Result<u64, AllocationError> {
    let array = memory.allocate_input(8 * (arguments.len() as u64 + 1))?;
    for (index, argument) in arguments.iter().enumerate() {
        let text = memory.allocate_input(argument.len() as u64 + 1)?;
        // Both objects were just made that large: the writes succeed.
        let _ = memory.write_bytes(text, argument.as_bytes());
        let _ = memory.write_uint(array + 8 * index as u64, 8, u128::from(text));
    }
    Ok(array)
}

/// Says which function of the system nobody performs.
struct Nobody(Arc<Program>);

impl StubHandler for Nobody {
    fn call(&mut self, function: FuncId, _: &[u128], _: &mut Memory) -> Result<Returns, Stop> {
        let name = &self.0.callables[function].name;
        Err(Stop::Unsupported(format!("the function `{name}`, which no library of the machine has")))
    }
}

fn ending(program: &Program, reason: TerminationReason) -> Ending {
    match reason {
        TerminationReason::Exited(code) => Ending::Exited(code as u8),
        TerminationReason::Fault(fault) => match fault.kind {
            FaultKind::Abort => Ending::Aborted,
            kind => Ending::Fault(placed(program, &kind.to_string(), &fault.stack)),
        },
        TerminationReason::Unsupported(gap) => Ending::Unsupported(placed(program, &gap.what, &gap.stack)),
        TerminationReason::StepLimit => Ending::Limit("the limit of steps"),
        TerminationReason::MemoryLimit => Ending::Limit("the limit of memory"),
        TerminationReason::Returned => Ending::Fault("the start of the program returned".to_owned()),
        TerminationReason::AssumptionFailed => {
            Ending::Unsupported("an assumption that does not hold".to_owned())
        }
    }
}

/// `what`, with the calls in progress, innermost first.
fn placed(program: &Program, what: &str, stack: &[Location]) -> String {
    let mut text = what.to_owned();
    for location in stack.iter().take(8) {
        let function = &program.callables[location.function].name;
        let place = location.span.and_then(|span| {
            let file = program.files.get(span.file)?;
            Some(format!(" ({file}:{})", span.start.line))
        });
        text.push_str(&format!("\n    in {function}{}", place.unwrap_or_default()));
    }
    text
}
