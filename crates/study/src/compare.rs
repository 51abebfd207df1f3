//! One C program, run twice: natively, and in our machine.
//!
//! Both runs start from the same source and flags; clang's `-O0` code is the referee. Compared
//! are standard output and exit status. The native run is limited in time, ours in steps.

use anyhow::{Context, Result, bail};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_ir::{FuncId, Program};
use trine_machine::{
    Concrete, Config, Ignore, Machine, Memory, Returns, RunOutcome, Stop, StubHandler, TerminationReason,
};
use trine_native::clang::Toolchain;
use trine_native::process::{Ending, run_limited};

/// Most memory of a native run.
const NATIVE_MEMORY_BYTES: u64 = 2 << 30;
/// Stack of the thread that loads and runs a program in our machine.
const STACK_BYTES: usize = 256 << 20;

/// A C program in a folder of its own.
pub struct ComparedProgram {
    /// The file, absolute.
    pub source: PathBuf,
    /// The folder, absolute; tools may write into it.
    pub folder: PathBuf,
    /// Flags for clang that say what the program means.
    pub flags: Vec<String>,
}

/// What a run did, as far as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behavior {
    /// Standard output.
    pub output: String,
    /// Exit status, 0 to 255.
    pub status: i32,
}

/// How the native run ended.
pub enum Native {
    /// By itself.
    Ran(Behavior),
    /// Time was over.
    TimedOut,
    /// clang refused it, or a signal ended it: it proves nothing.
    Unusable(String),
}

/// How the run in our machine ended.
pub enum Ours {
    /// By itself.
    Ran(Behavior, Speed),
    /// The step limit was reached.
    StepLimit,
    /// Anything else: a gap or a bug of ours, in a sentence.
    Failed(String),
}

/// IR instructions executed, and how long that took, loading left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Speed {
    /// IR instructions.
    pub steps: u64,
    /// Wall-clock time.
    pub time: Duration,
}

impl Speed {
    /// Adds `other`.
    pub fn add(&mut self, other: Self) {
        self.steps += other.steps;
        self.time += other.time;
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (steps, seconds) = (self.steps as f64, self.time.as_secs_f64());
        let rate = if seconds > 0.0 { steps / seconds / 1e6 } else { 0.0 };
        write!(
            f,
            "{:.1} million IR instructions in {seconds:.2} s: {rate:.0} million per second",
            steps / 1e6
        )
    }
}

/// Compiles at `-O0` and runs natively.
///
/// # Errors
/// When clang cannot be started at all.
pub fn natively(toolchain: &Toolchain, subject: &ComparedProgram, time: Duration) -> Result<Native> {
    let program = subject.folder.join("native");
    let mut clang = Command::new(&toolchain.clang);
    clang.args(["-O0", "-w"]).args(&subject.flags).arg(&subject.source).arg("-o").arg(&program).arg("-lm");
    let compiled = run_limited(clang, &subject.folder, Duration::from_secs(120), 8 << 30)
        .with_context(|| format!("cannot start {}", toolchain.clang.display()))?;
    if compiled.ending != Ending::Exited(0) {
        return Ok(Native::Unusable(format!("clang: {}", first_error(&compiled.stderr))));
    }
    let run = run_limited(Command::new(&program), &subject.folder, time, NATIVE_MEMORY_BYTES)?;
    Ok(match run.ending {
        Ending::Exited(status) => Native::Ran(Behavior { output: run.stdout, status }),
        Ending::TimedOut => Native::TimedOut,
        Ending::Signaled(signal) => Native::Unusable(format!("signal {signal}")),
    })
}

fn first_error(stderr: &str) -> &str {
    stderr.lines().find_map(|line| line.split_once("error: ")).map_or("no message", |(_, what)| what)
}

/// Compiles to IR and runs `main` in our machine, with at most `steps` IR instructions.
pub fn in_machine(toolchain: &Toolchain, subject: &ComparedProgram, steps: u64) -> Ours {
    std::thread::scope(|scope| {
        let work = || catch_unwind(AssertUnwindSafe(|| try_in_machine(toolchain, subject, steps)));
        let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        match worker.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(Ok(result))) => result.unwrap_or_else(|error| Ours::Failed(format!("{error:#}"))),
            Ok(_) => Ours::Failed("panic".to_owned()),
            Err(error) => Ours::Failed(format!("no thread: {error}")),
        }
    })
}

fn try_in_machine(toolchain: &Toolchain, subject: &ComparedProgram, steps: u64) -> Result<Ours> {
    let text = toolchain.compile_to_ir(&subject.source, &subject.flags, Some(&subject.folder))?;
    let name = subject.source.display().to_string();
    let program = Arc::new(trine_frontend_llvm::load(vec![(name, text)])?.program);
    let main = program.function_named("main").context("no main")?;
    let config = Config { steps, memory_bytes: 1 << 30, ..Config::default() };
    let mut stubs = NamedStubs(Arc::clone(&program));
    let mut machine = Machine::new(program, config)?;
    machine.reset();
    let arguments = main_arguments(&mut machine)?;
    let start = Instant::now();
    let given = machine.program().callables[main].signature.params.len().min(arguments.len());
    let outcome = machine.run(main, &arguments[..given], &mut Concrete, &mut Ignore, &mut stubs);
    let speed = Speed { steps: outcome.steps, time: start.elapsed() };
    Ok(match status(&outcome) {
        Some(status) => {
            let output = String::from_utf8_lossy(&machine.shim_state().output).into_owned();
            Ours::Ran(Behavior { output, status }, speed)
        }
        None if outcome.reason == TerminationReason::StepLimit => Ours::StepLimit,
        None => Ours::Failed(describe(&outcome.reason, &machine)),
    })
}

/// Refuses calls of functions without body and shim, by their names.
struct NamedStubs(Arc<Program>);

impl StubHandler for NamedStubs {
    fn call(&mut self, function: FuncId, _: &[u128], _: &mut Memory) -> Result<Returns, Stop> {
        Err(Stop::Unsupported(format!("call of external `{}`", self.0.callables[function].name)))
    }
}

/// `argc` 1 and an `argv` with the program's name.
fn main_arguments(machine: &mut Machine) -> Result<[u128; 2]> {
    let memory = machine.memory_mut();
    let name = b"program\0";
    let text = memory.allocate_input(name.len() as u64).map_err(|stop| anyhow::anyhow!("{stop:?}"))?;
    let argv = memory.allocate_input(16).map_err(|stop| anyhow::anyhow!("{stop:?}"))?;
    let written = memory.write_bytes(text, name).and_then(|()| memory.write_uint(argv, 8, u128::from(text)));
    if let Err(fault) = written {
        bail!("argv: {fault}");
    }
    Ok([1, u128::from(argv)])
}

fn status(outcome: &RunOutcome) -> Option<i32> {
    match outcome.reason {
        TerminationReason::Returned => Some((outcome.returns.first().unwrap_or(0) & 0xff) as i32),
        TerminationReason::Exited(code) => Some(code & 0xff),
        _ => None,
    }
}

/// The reason with the function it happened in.
fn describe(reason: &TerminationReason, machine: &Machine) -> String {
    let stack = match reason {
        TerminationReason::Fault(fault) => &fault.stack,
        TerminationReason::Unsupported(unsupported) => &unsupported.stack,
        _ => return format!("{reason:?}"),
    };
    let what = match reason {
        TerminationReason::Fault(fault) => format!("fault: {}", fault.kind),
        TerminationReason::Unsupported(unsupported) => format!("unsupported: {}", unsupported.what),
        _ => String::new(),
    };
    let program = machine.program();
    match stack.first() {
        Some(place) => {
            let line = place.span.map_or(0, |span| span.start.line);
            format!("{what} (in `{}`, line {line})", program.callables[place.function].name)
        }
        None => what,
    }
}

/// The toolchain at `name` when it is installed.
pub fn toolchain_named(name: &str) -> Option<Toolchain> {
    Toolchain::at(Path::new(name)).ok()
}
