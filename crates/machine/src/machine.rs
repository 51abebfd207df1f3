//! The machine: a program loaded, its memory, and the entry points of runs.
//!
//! ```
//! # use std::sync::Arc;
//! # use trine_machine::{Concrete, Config, Ignore, Machine, NoStubs, TerminationReason};
//! # use trine_ir::{BodyError, BodySource, FuncId, Function, Program, Terminator, Type, BlockData};
//! # use trine_ir::{Callable, Signature};
//! # use trine_base::IndexVec;
//! # struct Identity;
//! # impl BodySource for Identity {
//! #     fn lower(&self, _: FuncId) -> Result<Function, BodyError> {
//! #         let mut f = Function { name: "id".into(), ..Function::default() };
//! #         let v = f.new_value(Type::Int(32));
//! #         let terminator = Terminator::Return(vec![v]);
//! #         f.blocks.push(BlockData { params: vec![v], terminator, ..BlockData::new() });
//! #         Ok(f)
//! #     }
//! # }
//! # let signature = Signature { params: vec![Type::Int(32).into()], returns: vec![Type::Int(32)], variadic: false };
//! # let callable = Callable { name: "id".into(), signature, defined: true, no_return: false, external: true, weak: false };
//! # let program = Program::new(IndexVec::from_vec(vec![callable]), IndexVec::new(), IndexVec::new(), Box::new(Identity));
//! # let function = FuncId(0);
//! let mut machine = Machine::new(Arc::new(program), Config::default())?;
//! machine.reset();
//! let buffer = machine.memory_mut().allocate_input(4)?;
//! machine.memory_mut().write_uint(buffer, 4, 42)?;
//! let outcome = machine.run(function, &[42], &mut Concrete, &mut Ignore, &mut NoStubs);
//! assert_eq!(outcome.reason, TerminationReason::Returned);
//! assert_eq!(outcome.returns.first(), Some(42));
//! assert_eq!(machine.memory().read_uint(buffer, 4)?, 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Several runs without a reset between them see each other's memory: a test case is a list of
//! calls. [`Machine::reset`] costs what was touched.

use crate::activation::Activation;
use crate::code::decode::decode;
use crate::code::{Code, EdgeMap, NOWHERE};
use crate::config::Config;
use crate::domain::Domain;
use crate::effects::Effect;
use crate::fault::{Fault, FaultKind, Location, Returns, RunOutcome, Stop, TerminationReason, Unsupported};
use crate::memory::{Layout, Memory, ObjectKind, block_address, function_address};
use crate::observer::Observer;
use crate::shims::libc::CLibrary;
use crate::shims::{Libraries, Library};
use crate::step::State;
use crate::step::session::RunContext;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, GlobalId, Program, RelocationTarget};

/// Answers calls of functions that have neither a body nor a shim.
pub trait StubHandler {
    /// The results of `function`, one per result of its signature.
    ///
    /// # Errors
    /// A fault of the code under test, or that the call is not supported.
    fn call(&mut self, function: FuncId, args: &[u128], memory: &mut Memory) -> Result<Returns, Stop>;

    /// The same for who needs to know more of the run than its memory. This is what the machine calls.
    ///
    /// # Errors
    /// As [`StubHandler::call`].
    fn call_from(
        &mut self,
        function: FuncId,
        args: &[u128],
        caller: &mut Caller<'_>,
    ) -> Result<Returns, Stop> {
        self.call(function, args, caller.memory)
    }

    /// What to do when the monitor of `object` is held by another thread.
    fn held(&mut self, object: u64, caller: &mut Caller<'_>) -> Stop {
        let _ = (object, caller);
        Stop::Unsupported("a monitor that another thread holds".to_owned())
    }

    /// The turn of the thread that runs is over: [`Stop::Switch`] to another one, or nothing where it goes on.
    fn turn_over(&mut self, caller: &mut Caller<'_>) -> Option<Stop> {
        let _ = caller;
        None
    }

    /// What the last call copied within memory: to, from, bytes.
    fn copied(&self) -> &[(u64, u64, u64)] {
        &[]
    }

    /// Where the last call stored its first result, too.
    fn stored_result(&self) -> Option<u64> {
        None
    }
}

/// What a stub may see and change of the run that calls it.
pub struct Caller<'a> {
    /// The memory.
    pub memory: &'a mut Memory,
    pub(crate) code: &'a Code,
    pub(crate) state: &'a State,
    /// What the stub noted, where the domain asks for it.
    pub(crate) effects: Option<Vec<Effect>>,
}

impl Caller<'_> {
    /// Notes what the stub does with values, for domains that keep shadows.
    #[inline]
    pub fn note(&mut self, effect: Effect) {
        if let Some(effects) = &mut self.effects {
            effects.push(effect);
        }
    }

    /// Whether anybody hears what is noted.
    #[must_use]
    pub fn is_tracked(&self) -> bool {
        self.effects.is_some()
    }

    /// The calls in progress, innermost first, each with the place that it is at.
    pub fn calls(&self) -> impl Iterator<Item = Location> {
        let mut pc = self.state.pc;
        self.state.frames.iter().rev().map(move |record| {
            let span = self.code.spans.get(pc.wrapping_sub(1) as usize).copied().flatten();
            pc = record.caller_pc();
            Location { function: record.function, span }
        })
    }

    /// How many calls are in progress.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.state.frames.len()
    }
}

/// No stubs: such calls are not supported.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStubs;

impl StubHandler for NoStubs {
    fn call(&mut self, function: FuncId, _: &[u128], _: &mut Memory) -> Result<Returns, Stop> {
        Err(Stop::Unsupported(format!("call of external function {function} without stub")))
    }
}

/// The program's globals do not fit into memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("global `{name}` of {size_bytes} bytes exceeds the memory limit")]
pub struct LoadError {
    /// The global.
    pub name: String,
    /// Its size.
    pub size_bytes: u64,
}

/// A program loaded into memory, ready to run.
pub struct Machine {
    pub(crate) config: Config,
    pub(crate) code: Arc<Code>,
    pub(crate) memory: Memory,
    pub(crate) state: State,
    pub(crate) libraries: Libraries,
    pub(crate) globals: Vec<u64>,
    /// Nested callbacks from shims.
    pub(crate) callbacks: u32,
}

impl Machine {
    /// Loads `program` with the C library. See [`Machine::with_libraries`].
    ///
    /// # Errors
    /// When the globals exceed the memory limit.
    pub fn new(program: Arc<Program>, config: Config) -> Result<Self, LoadError> {
        Self::with_libraries(program, config, vec![Arc::new(CLibrary)])
    }

    /// Loads `program`: lays out its globals and takes the snapshot that resets return to. The first of `libraries` that
    /// knows a function without a body performs it. Function bodies are lowered and decoded on their first call.
    ///
    /// # Errors
    /// When the globals exceed the memory limit.
    pub fn with_libraries(
        program: Arc<Program>,
        config: Config,
        libraries: Vec<Arc<dyn Library>>,
    ) -> Result<Self, LoadError> {
        let mut memory = Memory::with_layout(config.stack_bytes, config.memory_bytes, config.layout);
        if program.target.pointer_bytes == 4 {
            memory.use_handles();
        }
        let globals = lay_out(&program, &mut memory, config.layout)?;
        let mut libraries = Libraries::new(libraries, &config);
        libraries.lay_out(&program, &globals, &mut memory)?;
        memory.snapshot();
        libraries.follow_growth(&program);
        let code = Arc::new(Code::new(program, globals.clone()));
        Ok(Self { config, code, memory, state: State::default(), libraries, globals, callbacks: 0 })
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.code.program
    }

    /// Limits and options.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Leaves the external functions with these names to the stub handler, though there are shims
    /// for them: what they return is then an input of the test.
    pub fn answer_by_stub(&mut self, names: &[&str]) {
        let callables = self.code.program.clone();
        for (id, callable) in callables.callables.iter_enumerated() {
            if !callable.defined && names.contains(&callable.name.as_str()) {
                self.libraries.forget(id);
            }
        }
    }

    /// Sets the step limit of later runs.
    pub fn set_step_limit(&mut self, steps: u64) {
        self.config.steps = steps;
    }

    /// The memory, to read results from.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Bytes that the present test has made: objects, and what was written to files and streams.
    #[must_use]
    pub fn grown_bytes(&self) -> u64 {
        self.memory.grown_bytes() + self.libraries.written_bytes()
    }

    /// The memory, to prepare inputs in.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Memory and calls as a stub sees them, while nothing runs.
    pub fn caller(&mut self) -> Caller<'_> {
        Caller { memory: &mut self.memory, code: &self.code, state: &self.state, effects: None }
    }

    /// Returns memory and libraries to the snapshot. Costs what was touched since.
    pub fn reset(&mut self) {
        self.memory.reset();
        self.libraries.reset();
    }

    /// Makes the present memory the one that resets return to, for instance after running the
    /// program's static constructors.
    pub fn snapshot(&mut self) {
        self.memory.snapshot();
        self.libraries.snapshot();
    }

    /// A machine that starts where a reset of this one would, with the same program and the functions decoded so far.
    ///
    /// Memory and code are shared until one of the two writes an object or decodes a function. Costs a copy of the
    /// table of objects; a first function to decode costs a copy of the code.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            config: self.config.clone(),
            code: Arc::clone(&self.code),
            memory: self.memory.fork(),
            state: State::default(),
            libraries: self.libraries.fork(),
            globals: self.globals.clone(),
            callbacks: 0,
        }
    }

    /// The address of a global's first byte.
    #[must_use]
    pub fn global_address(&self, global: GlobalId) -> u64 {
        self.globals[global.position()]
    }

    /// The address of a function.
    #[must_use]
    pub fn function_address(&self, function: FuncId) -> u64 {
        function_address(function, self.config.layout)
    }

    /// Edge numbers of the functions decoded so far.
    #[must_use]
    pub fn edges(&self) -> &EdgeMap {
        &self.code.edges
    }

    /// Decodes `function` if it was not yet, so that its edges have numbers.
    ///
    /// # Errors
    /// What in its body is not supported.
    pub fn prepare(&mut self, function: FuncId) -> Result<(), String> {
        if self.code.entries.get(function.position()).is_some_and(|entry| entry.pc != NOWHERE) {
            return Ok(());
        }
        let program = self.code.program.clone();
        let code = Arc::make_mut(&mut self.code);
        let decoded = decode(&program, function, code, &self.globals, &self.config);
        self.follow_growth();
        decoded
    }

    /// Makes room for what was added to the program, and asks the libraries for it.
    pub fn follow_growth(&mut self) {
        if !self.code.is_as_large_as_its_program() {
            Arc::make_mut(&mut self.code).follow_growth();
        }
        self.libraries.follow_growth(&self.code.program);
    }

    /// Calls `function` with `args`, bits zero-extended, one per parameter; further ones are
    /// variadic. Memory is left as the run left it.
    ///
    /// Setting up costs some tens of nanoseconds once the function is decoded.
    pub fn run<D: Domain, O: Observer<D>>(
        &mut self,
        function: FuncId,
        args: &[u128],
        domain: &mut D,
        observer: &mut O,
        stubs: &mut dyn StubHandler,
    ) -> RunOutcome {
        self.state.frames.clear();
        self.state.base = 0;
        self.state.next_activation = 0;
        self.state.depth_reserve = 0;
        self.state.fuel = i64::try_from(self.config.steps).unwrap_or(i64::MAX);
        self.state.beyond = 0;
        self.state.turns = 0;
        self.state.begin_turn(self.config.turn);
        self.callbacks = 0;
        self.libraries.run_begins();
        let started_with = self.state.steps_left();
        domain.begin();
        let shadows = domain.take_registers();
        // The outermost activation has depth 0: beginning it adds one.
        let activation = Activation { number: 0, depth: u32::MAX };
        let overflow_faults = self.config.signed_overflow_faults;
        let thrown = Vec::new();
        let mut session = RunContext {
            domain,
            observer,
            stubs,
            shadows,
            thrown,
            aside: Vec::new(),
            base: 0,
            activation,
            overflow_faults,
        };
        let result = crate::execute::run_from_outside(self, &mut session, function, args);
        let (reason, returns) = match result {
            Ok(returns) => (TerminationReason::Returned, returns),
            Err(stop) => {
                if let Stop::Throw(values) = &stop {
                    self.state.thrown.clone_from(values);
                }
                (self.reason(stop), Returns::none())
            }
        };
        if let TerminationReason::Fault(fault) = &reason {
            session.observer.fault(fault);
        }
        let RunContext { domain, shadows, .. } = session;
        domain.keep_registers(shadows);
        self.state.frames.clear();
        self.memory.end_stack(0);
        let steps = (started_with - self.state.steps_left().max(0)) as u64;
        RunOutcome { reason, returns, steps }
    }

    /// Where the variable arguments of the functions lie that later runs start with, as many bytes each as pointers have; `None` where
    /// they get none.
    pub fn pass_variable_arguments(&mut self, area: Option<u64>) {
        self.state.variable_arguments = area;
    }

    /// What was thrown last: where a run ended with [`FaultKind::Uncaught`], what no frame took.
    #[must_use]
    pub fn thrown(&self) -> &[u128] {
        &self.state.thrown
    }

    /// Adds the place to what stopped execution.
    pub(crate) fn reason(&self, stop: Stop) -> TerminationReason {
        match stop {
            Stop::Fault(kind) => TerminationReason::Fault(Box::new(Fault { kind, stack: self.stack() })),
            // A jump that no frame took, and a call in place of another, have been dealt with before they get here.
            Stop::Throw(_) | Stop::Jump { .. } | Stop::Enter { .. } => {
                let fault = Fault { kind: FaultKind::Uncaught, stack: self.stack() };
                TerminationReason::Fault(Box::new(fault))
            }
            Stop::Located(reason) => reason,
            Stop::StepLimit => TerminationReason::StepLimit,
            Stop::MemoryLimit => TerminationReason::MemoryLimit,
            Stop::Exited(code) => TerminationReason::Exited(code),
            Stop::Unsupported(what) => {
                TerminationReason::Unsupported(Box::new(Unsupported { what, stack: self.stack() }))
            }
            Stop::Switch(_) | Stop::Held { .. } => {
                let what = "threads that take turns here".to_owned();
                TerminationReason::Unsupported(Box::new(Unsupported { what, stack: self.stack() }))
            }
            Stop::AssumptionFailed => TerminationReason::AssumptionFailed,
        }
    }

    /// The calls in progress, innermost first; at most 100.
    fn stack(&self) -> Vec<Location> {
        let mut pc = self.state.pc;
        let locate = |record: &crate::step::FrameRecord| {
            let span = self.code.spans.get(pc.wrapping_sub(1) as usize).copied().flatten();
            pc = record.caller_pc();
            Location { function: record.function, span }
        };
        self.state.frames.iter().rev().take(100).map(locate).collect()
    }
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("program", &self.code.program).finish_non_exhaustive()
    }
}

/// Gives each global its object and initial content.
fn lay_out(program: &Program, memory: &mut Memory, layout: Layout) -> Result<Vec<u64>, LoadError> {
    let mut addresses = Vec::with_capacity(program.globals.len());
    for global in program.globals.iter() {
        let kind = if global.undefined { ObjectKind::Input } else { ObjectKind::Global };
        let too_large = |_| LoadError { name: global.name.clone(), size_bytes: global.size_bytes };
        let address = memory.allocate_global(global.size_bytes, kind).map_err(too_large)?;
        let fitting = global.bytes.len().min(global.size_bytes as usize);
        // The object was just made that large: the write succeeds.
        let _ = memory.write_bytes(address, &global.bytes[..fitting]);
        addresses.push(address);
    }
    for (global, &address) in program.globals.iter().zip(&addresses) {
        for relocation in &global.relocations {
            let target = match relocation.target {
                RelocationTarget::Global(id, offset) => addresses[id.position()].wrapping_add(offset as u64),
                RelocationTarget::Function(id) => function_address(id, layout),
                RelocationTarget::Block(id, block) => block_address(id, block),
            };
            // The verifier keeps relocations inside their global.
            let _ = memory.write_pointer(address.wrapping_add(relocation.offset), target);
        }
        if global.constant {
            memory.seal(address);
        }
    }
    Ok(addresses)
}
