//! Starts a Java program, and tells how it ended.

use crate::env::Env;
use crate::files::{Files, readable as readable_paths};
use crate::natives::{self, START_MILLIS};
use crate::vm::{State, Vm};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use trine_frontend_jvm::lower::{declare, runtime};
use trine_frontend_jvm::{ClassPath, Hierarchy, Jdk, JvmError, LinkageError, lower};
use trine_ir::{FuncId, Program, Type};
use trine_machine::{
    Concrete, Config, Fault, FaultKind, Ignore, LoadError, Machine, Observer, RunOutcome, TerminationReason,
};

/// A machine with a booted class library.
pub struct Launcher {
    pub(crate) machine: Machine,
    pub(crate) vm: Vm,
    /// What every run starts from.
    booted: State,
}

/// Why programs cannot be run at all.
#[derive(Debug)]
pub enum RuntimeError {
    /// The class path or the JDK cannot be read.
    Path(JvmError),
    /// A class or method is not there.
    Linkage(LinkageError),
    /// The program does not fit into memory.
    Load(LoadError),
    /// The class library of the JDK did not come up.
    Boot(String),
    /// This class has no `main` to begin with, in a JDK of this release.
    NoMain(String, u32),
}

impl std::fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Path(error) => error.fmt(f),
            Self::Linkage(error) => error.fmt(f),
            Self::Load(error) => error.fmt(f),
            Self::Boot(what) => write!(f, "the class library does not start: {what}"),
            Self::NoMain(class, ..25) => {
                write!(f, "class `{class}` has no method `public static void main(String[])`")
            }
            Self::NoMain(class, _) => {
                write!(
                    f,
                    "class `{class}` has no `main` that can be run: it must not be private, and one that is not static needs \
                     a constructor without parameters that is not private"
                )
            }
        }
    }
}

impl std::error::Error for RuntimeError {}

impl From<LinkageError> for RuntimeError {
    fn from(error: LinkageError) -> Self {
        Self::Linkage(error)
    }
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Code(i32),
    /// It needs what is not supported.
    Unsupported(String),
    /// A limit of steps or memory was reached.
    Limit(&'static str),
}

/// What a run of a program did.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: Vec<u8>,
    /// Instructions of the machine.
    pub steps: u64,
}

/// Calls that a thread may nest before it is a stack overflow.
const DEPTH: u32 = 10_000;

/// Limits for Java programs.
#[must_use]
pub fn config() -> Config {
    Config { steps: 20_000_000_000, depth: DEPTH, memory_bytes: 1 << 30, ..Config::default() }
}

impl Launcher {
    /// Boots the class library of `jdk` for programs in `paths`.
    ///
    /// # Errors
    /// When a path cannot be read, or the library needs what is not supported.
    pub fn new(jdk: Jdk, paths: &[PathBuf], config: Config) -> Result<Self, RuntimeError> {
        Self::probing(jdk, paths, config, [])
    }

    /// The same where the methods of the classes `probed`, named as `com/acme/Account`, report the probes of the coverage that they pass.
    ///
    /// # Errors
    /// Those of [`Launcher::new`].
    pub fn probing(
        jdk: Jdk,
        paths: &[PathBuf],
        config: Config,
        probed: impl IntoIterator<Item = String>,
    ) -> Result<Self, RuntimeError> {
        let home = jdk.home.canonicalize().unwrap_or_else(|_| jdk.home.clone()).display().to_string();
        let path = ClassPath::open(jdk, paths).map_err(RuntimeError::Path)?;
        let release = path.release();
        let mut hierarchy = Hierarchy::new(path);
        hierarchy.replace(natives::replaced());
        // Before the boot, which uses classes of the JDK.
        hierarchy.probe(probed);
        let hierarchy = Arc::new(Mutex::new(hierarchy));
        let program = Arc::new(lower::program(&hierarchy, &[])?);
        let machine = Machine::new(Arc::clone(&program), config).map_err(RuntimeError::Load)?;
        let mut vm = Vm::new(program, hierarchy, release);
        let mut readable: Vec<&std::path::Path> = vec![std::path::Path::new(&home)];
        readable.extend(paths.iter().map(PathBuf::as_path));
        vm.state.files = Files::new(readable_paths(readable), START_MILLIS);
        vm.home = home;
        vm.class_path = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(":");
        vm.counts = std::env::var_os("TRINE_JAVA_NATIVES").is_some();
        let mut launcher = Self { machine, vm, booted: State::default() };
        launcher.keep_hashes(true);
        launcher.boot()?;
        launcher.keep_hashes(false);
        launcher.machine.snapshot();
        launcher.vm.settle();
        launcher.booted = launcher.vm.state.clone();
        Ok(launcher)
    }

    /// Names classes whose methods tell of the calls that they make of others ([`trine_frontend_jvm::lower::carve`]). To be said
    /// before they run for the first time.
    pub fn carve(&mut self, classes: impl IntoIterator<Item = String>) {
        self.vm.hierarchy().carve(classes);
    }

    /// The program that is run; it grows as methods are used.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.vm.program
    }

    /// The feature release of the JDK.
    #[must_use]
    pub fn release(&self) -> u32 {
        self.vm.release
    }

    /// Natives that were called since the start, with how often, where the environment asks for that count.
    #[must_use]
    pub fn natives_called(&self) -> &std::collections::BTreeMap<String, u64> {
        &self.vm.called
    }

    /// Runs `main` of the class `class` (`com.acme.Main`) from the state after the boot.
    ///
    /// # Errors
    /// When there is no such class or it has no `main`.
    pub fn run(&mut self, class: &str, args: &[String], input: &[u8]) -> Result<Outcome, RuntimeError> {
        self.run_observed(class, args, input, &mut Ignore)
    }

    /// Runs `main` as [`Launcher::run`] does, and reports to `observer`.
    ///
    /// # Errors
    /// When there is no such class or it has no `main`.
    pub fn run_observed<O: Observer<Concrete>>(
        &mut self,
        class: &str,
        args: &[String],
        input: &[u8],
        observer: &mut O,
    ) -> Result<Outcome, RuntimeError> {
        self.reset();
        self.vm.state.streams.input.bytes = input.into();
        let class = class.replace('.', "/");
        self.check_main(&class)?;
        let main = self.function(&format!("main:{class}"), &[Type::Ptr], Some(Type::Int(32)));
        let args = self.in_env(|env| {
            let strings: Vec<u64> = args.iter().map(|arg| env.new_string(arg)).collect::<Result<_, _>>()?;
            env.new_references("[Ljava/lang/String;", &strings)
        });
        let args = args.map_err(|stop| RuntimeError::Boot(format!("{stop:?}")))?;
        let mut outcome = self.call_observed(main, &[args], observer);
        let mut steps = outcome.steps;
        if outcome.reason == TerminationReason::Returned {
            let code = outcome.returns.first().unwrap_or(0) as i32;
            let initialise = self.function("ensure:java/lang/Shutdown", &[Type::Ptr], Some(Type::Ptr));
            self.call_observed(initialise, &[0], observer);
            let shutdown = self.method("java/lang/Shutdown", "shutdown", "()V")?;
            outcome = self.call_observed(shutdown, &[], observer);
            steps += outcome.steps;
            if outcome.reason == TerminationReason::Returned {
                outcome.reason = TerminationReason::Exited(code);
            }
        }
        let ending = self.ending(outcome.reason);
        let streams = &mut self.vm.state.streams;
        let (out, err) = (std::mem::take(&mut streams.out), std::mem::take(&mut streams.err));
        Ok(Outcome { ending, out, err, steps })
    }

    fn check_main(&self, class: &str) -> Result<(), RuntimeError> {
        let mut hierarchy = self.vm.hierarchy();
        let loaded = hierarchy.load(class)?;
        let no_main = || RuntimeError::NoMain(class.replace('/', "."), self.vm.release);
        lower::synthetic::main_of(&hierarchy, loaded).map(|_| ()).ok_or_else(no_main)
    }

    fn ending(&mut self, reason: TerminationReason) -> Ending {
        match reason {
            TerminationReason::Exited(code) => Ending::Code(code),
            TerminationReason::StepLimit => Ending::Limit("the limit of steps"),
            TerminationReason::MemoryLimit => Ending::Limit("the limit of memory"),
            TerminationReason::Fault(fault) if matches!(fault.kind, FaultKind::Uncaught) => {
                self.uncaught(&fault)
            }
            other => Ending::Unsupported(self.told(&other)),
        }
    }

    /// An exception came out of what was to print one: without memory or stack, as a rule. A JVM says this much.
    fn uncaught(&mut self, fault: &Fault) -> Ending {
        let throwable = self.machine.thrown().first().map_or(0, |&thrown| thrown as u64);
        let class = self.in_env(|env| Ok(env.class_name(throwable)?.replace('/', ".")));
        let Ok(class) = class else {
            return Ending::Unsupported(self.told(&TerminationReason::Fault(Box::new(fault.clone()))));
        };
        let told =
            format!("\nException: {class} thrown from the UncaughtExceptionHandler in thread \"main\"\n");
        self.vm.state.streams.err.extend(told.bytes());
        Ending::Code(1)
    }

    /// Why a run ended, with the methods that were running.
    pub fn told(&mut self, reason: &TerminationReason) -> String {
        let (what, stack) = match reason {
            TerminationReason::Unsupported(unsupported) => (unsupported.what.clone(), &unsupported.stack[..]),
            TerminationReason::Fault(fault) => (fault.kind.to_string(), &fault.stack[..]),
            other => (format!("{other:?}"), &[][..]),
        };
        let mut text = what;
        for location in stack.iter().take(12) {
            let name = &self.vm.program.callables[location.function].name;
            let line = location.span.map_or(0, |span| span.start.line);
            text.push_str(&format!("\n    in {name}, line {line}"));
        }
        if matches!(reason, TerminationReason::Fault(_))
            && let Some(thrown) = self.last_throwable()
        {
            text.push_str(&format!("\n    thrown last: {thrown}"));
        }
        text
    }

    fn last_throwable(&mut self) -> Option<String> {
        let throwable = self.vm.state.last_throwable;
        let told = self.in_env(|env| {
            let mut text = env.class_name(throwable)?.replace('/', ".");
            let message = env.get(throwable, "java/lang/Throwable", "detailMessage")?;
            if message != 0 {
                text.push_str(": ");
                text.push_str(&env.text(message)?);
            }
            for (function, line, _) in natives::throwable::trace(env, throwable)?.into_iter().take(12) {
                let name = &env.vm.program.callables[function].name;
                text.push_str(&format!("\n        at {name}, line {line}"));
            }
            Ok(text)
        });
        told.ok()
    }

    /// Goes back to the state after the boot.
    pub fn reset(&mut self) {
        self.machine.reset();
        self.vm.state = self.booted.clone();
    }

    /// Another launcher that starts where a reset of this one goes to. The program is shared: classes that one of them loads are
    /// known to both.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            machine: self.machine.fork(),
            vm: self.vm.with_state(self.booted.clone()),
            booted: self.booted.clone(),
        }
    }

    /// From now on, whether objects whose identity hash is asked for keep it in all worlds. So they must while a state is made that runs in
    /// other worlds begin with: tables that are filled by these hashes would lose what is in them.
    pub fn keep_hashes(&mut self, keeps: bool) {
        self.vm.state.keeps_hashes = keeps;
    }

    /// Makes the present state the one that resets go to.
    pub fn settle(&mut self) {
        self.machine.snapshot();
        self.vm.settle();
        self.booted = self.vm.state.clone();
    }

    /// Makes the present state the one that resets go to, but for clock and streams, which stay those of a reset.
    pub fn settle_memory(&mut self) {
        let State { nanoseconds, streams, .. } = self.booted.clone();
        let state = &mut self.vm.state;
        (state.nanoseconds, state.streams) = (nanoseconds, streams);
        self.settle();
    }

    /// Initialises the class `name`, where it was not, in the present state.
    pub fn initialise_class<O: Observer<Concrete>>(&mut self, name: &str, observer: &mut O) -> RunOutcome {
        let function = self.function(&format!("ensure:{name}"), &[Type::Ptr], Some(Type::Ptr));
        self.call_observed(function, &[0], observer)
    }

    /// The machine, and who answers its natives: for those who run parts of programs.
    pub fn parts(&mut self) -> (&mut Machine, &mut Vm) {
        (&mut self.machine, &mut self.vm)
    }

    /// Does something in memory while no program runs.
    ///
    /// # Errors
    /// Those of `act`.
    pub fn in_env<T>(
        &mut self,
        act: impl FnOnce(&mut Env<'_, '_>) -> Result<T, trine_machine::Stop>,
    ) -> Result<T, trine_machine::Stop> {
        let done = act(&mut Env { vm: &mut self.vm, caller: &mut self.machine.caller() });
        self.machine.follow_growth();
        done
    }

    /// Declares a function of the runtime whose body is made.
    pub fn function(&mut self, name: &str, params: &[Type], returns: Option<Type>) -> FuncId {
        runtime::declare(&self.vm.program, name, params, returns, true)
    }

    /// The function of a method.
    pub(crate) fn method(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<FuncId, LinkageError> {
        let mut hierarchy = self.vm.hierarchy();
        let loaded = hierarchy.load(class)?;
        let method = hierarchy.resolve_method(loaded, name, descriptor)?;
        Ok(declare::function(&hierarchy, &self.vm.program, method))
    }

    /// Calls a function with references.
    pub(crate) fn call(&mut self, function: FuncId, args: &[u64]) -> RunOutcome {
        self.call_observed(function, args, &mut Ignore)
    }

    /// Calls a function with references, and reports to `observer`.
    fn call_observed<O: Observer<Concrete>>(
        &mut self,
        function: FuncId,
        args: &[u64],
        observer: &mut O,
    ) -> RunOutcome {
        self.machine.follow_growth();
        let args: Vec<u128> = args.iter().map(|&bits| u128::from(bits)).collect();
        self.machine.run(function, &args, &mut Concrete, observer, &mut self.vm)
    }
}
