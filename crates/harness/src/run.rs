//! Runs plans: reset, make the objects, write the bytes, call.
//!
//! A run costs a reset of what the last one touched, one store per write and the call itself;
//! nothing is allocated in the steady state except by the code under test.

mod blocks;
mod pointers;

use crate::environment::{Environment, UnmetRequests};
use crate::fault_taint::{FaultTaint, Invented};
use crate::observe::{self, Compared, Part, parts};
use crate::openness::OpenChoices;
use crate::plan::{Plan, PlannedCall, PlannedObject, Register, Root, Scalar, Source, StubValue, Write};
use crate::provenance::Provenances;
use crate::source_taint::SourceTaint;
use crate::stream::InputStream;
use crate::stubs::{Answer, ORDERED_CALLS, OutputWanted, StubQueue, Writing};
use std::sync::Arc;
use trine_c_library::{CONTROLLED, prints_program_name};
use trine_ir::{FuncId, Function, Program};
use trine_machine::Substituted;
use trine_machine::{
    Config, Domain, Fault, LoadError, Machine, Memory, ObjectId, ObjectKind, Observer, Returns, Stop,
    TerminationReason,
};
use trine_testcase::Output;
use trine_testcase::api::{ApiModel, GlobalVariableId, Linkage, Returning, ends_in};
use trine_testcase::test_case::{Observation, Observed, ObservedValue, Place, PlaceRoot, PlaceStep};
use trine_testcase::types::TypeKind;

/// Longest text, and longest content of a file, that an observation shows.
const TEXT_LIMIT: usize = 200;

/// Variables of at most this size are said to be left alone.
const LEFT_ALONE_BYTES: u64 = 1 << 16;

/// The limit of [`Ending::Limit`] for runs that used up their steps.
pub const STEP_LIMIT: &str = "step limit";

/// Runs test cases of one program.
pub struct Harness<'a> {
    machine: Machine,
    api: &'a ApiModel,
    program: Arc<Program>,
    addresses: Vec<u64>,
    /// Of all calls, one after the other.
    arguments: Vec<u128>,
    streams: Vec<u64>,
    /// Leaves of the last run, for what its inputs lacked.
    leaves: Vec<u128>,
    /// Bytes of inputs that lie side by side, while they are written.
    side_by_side: Vec<u8>,
    stubs: StubQueue,
    /// What the calls of the last run returned that were not its last, in order.
    results: Vec<u128>,
    /// Whether what each call returns is observed, not only the last one's.
    observes_every_call: bool,
    /// What was observed of earlier calls.
    earlier: Vec<Observation>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The function returned.
    Returned,
    /// The program called `exit`.
    Exited(i32),
    /// The program called `abort`.
    Aborted,
    /// The code under test failed.
    Fault(Box<Fault>),
    /// A limit of the run was hit: its name.
    Limit(&'static str),
    /// An assumption of the test did not hold.
    Discarded,
    /// A limit of the tool: what it is.
    Unsupported(String),
}

/// What a run showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// How it ended.
    pub ending: Ending,
    /// IR instructions executed.
    pub steps: u64,
}

impl<'a> Harness<'a> {
    /// A harness for `program`.
    ///
    /// # Errors
    /// When the globals do not fit the memory limit.
    pub fn new(program: &Arc<Program>, api: &'a ApiModel, config: Config) -> Result<Self, LoadError> {
        let mut machine = Machine::new(Arc::clone(program), config)?;
        machine.answer_by_stub(&CONTROLLED);
        crate::environment::let_registers_clear(&mut machine, &api.registers);
        let symbol = |id: &trine_testcase::CallableId| api.callables[*id].symbol.as_str();
        machine.answer_by_stub(&api.stubs.keys().map(symbol).collect::<Vec<_>>());
        let defaults = api.stubs.iter().filter(|(_, stub)| stub.default != 0);
        let defaults =
            defaults.filter_map(|(id, stub)| Some((program.function_named(symbol(id))?, stub.default)));
        Ok(Self {
            machine,
            api,
            program: Arc::clone(program),
            addresses: Vec::new(),
            arguments: Vec::new(),
            streams: Vec::new(),
            leaves: Vec::new(),
            side_by_side: Vec::new(),
            stubs: StubQueue::new(program, api, defaults.collect()),
            results: Vec::new(),
            observes_every_call: false,
            earlier: Vec::new(),
        })
    }

    /// A harness like this one for a program with the same functions and globals, other bodies.
    ///
    /// # Errors
    /// When the globals exceed the memory limit.
    pub fn with_program(&self, program: &Arc<Program>) -> Result<Self, LoadError> {
        let mut harness = Self::new(program, self.api, self.machine.config().clone())?;
        harness.stubs.stream = self.stubs.stream.clone();
        Ok(harness)
    }

    /// Takes the inputs of later runs from `stream`.
    pub fn read_inputs_from(&mut self, stream: InputStream) {
        self.stubs.stream = stream;
    }

    /// What the last run asked of the input stream.
    #[must_use]
    pub fn stream(&self) -> &InputStream {
        &self.stubs.stream
    }

    /// Observes what each call returns from now on, not only the last one's.
    pub fn observe_every_call(&mut self) {
        self.observes_every_call = true;
    }

    /// Calls of the last run that returned, its last one aside.
    #[must_use]
    pub fn calls_returned(&self) -> usize {
        self.results.len()
    }

    /// What the calls of the last run returned, its last one aside: a register each, zero of those that return nothing.
    #[must_use]
    pub fn results(&self) -> &[u128] {
        &self.results
    }

    /// Whether a call of the last run was passed a null pointer that an earlier call had given.
    #[must_use]
    pub fn passed_null(&self, plan: &Plan) -> bool {
        let made = plan.calls.iter().take(self.results.len() + 1);
        made.flat_map(|call| {
            let params = &self.program.callables[call.function].signature.params;
            call.registers.iter().enumerate().map(move |(at, register)| (register, params.get(at)))
        })
        .zip(&self.arguments)
        .any(|((register, parameter), &argument)| {
            let is_given = matches!(register, Register::Scalar(Scalar::Result(_) | Scalar::Held(_)));
            is_given
                && argument == 0
                && parameter.is_some_and(|parameter| parameter.ty == trine_ir::Type::Ptr)
        })
    }

    /// Lets later runs execute `body` in the place of `function`'s own; gives the code that ran before.
    ///
    /// # Errors
    /// What in the body is not supported.
    pub fn substitute(&mut self, function: FuncId, body: &Function) -> Result<Substituted, String> {
        self.machine.substitute(function, body)
    }

    /// Lets later runs execute `other`, which is the code that ran before from then on.
    pub fn exchange(&mut self, other: &mut Substituted) {
        self.machine.exchange(other);
    }

    /// The memory that the last run left.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        self.machine.memory()
    }

    /// Numbers of the edges of functions that ran.
    #[must_use]
    pub fn edges(&self) -> &trine_machine::EdgeMap {
        self.machine.edges()
    }

    /// The address of a global variable.
    #[must_use]
    pub fn address_of_global(&self, global: trine_ir::GlobalId) -> u64 {
        self.machine.global_address(global)
    }

    /// Bytes of objects and output that the last run, and the inputs for it, made.
    #[must_use]
    pub fn grown_bytes(&self) -> u64 {
        self.machine.grown_bytes()
    }

    /// Sets the step limit of later runs.
    pub fn set_step_limit(&mut self, steps: u64) {
        self.machine.set_step_limit(steps);
    }

    /// Lays the objects of later runs out another way, if the machine's layout is a moved one.
    pub fn vary_addresses(&mut self, variation: u32) {
        self.machine.reset();
        self.machine.memory_mut().vary(variation);
    }

    /// The program as its source names it.
    #[must_use]
    pub fn api(&self) -> &'a ApiModel {
        self.api
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Runs the test case of `plan` with `leaves`.
    pub fn run<D: Domain, O: Observer<D>>(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        domain: &mut D,
        observer: &mut O,
    ) -> RunResult {
        if let Err(limit) = self.set_up(plan, leaves) {
            return RunResult { ending: Ending::Limit(limit), steps: 0 };
        }
        self.call(plan, leaves, domain, observer).0
    }

    /// Runs the test case and follows where values come from.
    pub fn run_traced<O: Observer<SourceTaint>>(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        source_taint: &mut SourceTaint,
        observer: &mut O,
    ) -> RunResult {
        if let Err(limit) = self.set_up(plan, leaves) {
            return RunResult { ending: Ending::Limit(limit), steps: 0 };
        }
        let address = |root: Root| self.root(root);
        source_taint.prepare(plan, address);
        self.call(plan, leaves, source_taint, observer).0
    }

    /// Runs the test case and follows what the test invented: `invented` has one entry per write of the plan.
    pub fn run_for_fault_taint(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        fault_taint: &mut FaultTaint,
        invented: &[Option<Invented>],
    ) -> RunResult {
        if let Err(limit) = self.set_up(plan, leaves) {
            return RunResult { ending: Ending::Limit(limit), steps: 0 };
        }
        let outside = CONTROLLED.iter().filter_map(|name| self.program.function_named(name)).collect();
        let stubs = self.stubs.facts();
        let variables = self.program.globals.iter_enumerated().filter(|(_, global)| !global.constant);
        let variables = variables.map(|(id, global)| {
            let start = self.machine.global_address(id);
            (start, start + global.size_bytes)
        });
        let variables = variables.collect();
        fault_taint.prepare(plan, |root| self.root(root), variables, invented, outside, stubs);
        self.call(plan, leaves, fault_taint, &mut trine_machine::Ignore).0
    }

    /// Runs the test case and looks for comparisons that a real process would decide otherwise.
    pub fn run_for_provenance(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        provenances: &mut Provenances,
    ) -> RunResult {
        if let Err(limit) = self.set_up(plan, leaves) {
            return RunResult { ending: Ending::Limit(limit), steps: 0 };
        }
        let globals = self.program.globals.iter_enumerated();
        let globals = globals.map(|(id, global)| (self.machine.global_address(id), global.size_bytes));
        let sizes = plan.objects.iter().map(|object| object.size_bytes);
        let width = self.program.target.pointer_bytes * 8;
        provenances.prepare(globals.chain(self.addresses.iter().copied().zip(sizes)), width);
        self.call(plan, leaves, provenances, &mut trine_machine::Ignore).0
    }

    /// Runs the test case and looks for what C leaves open.
    pub fn run_for_openness<O: Observer<OpenChoices>>(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        choices: &mut OpenChoices,
        observer: &mut O,
    ) -> RunResult {
        if let Err(limit) = self.set_up(plan, leaves) {
            return RunResult { ending: Ending::Limit(limit), steps: 0 };
        }
        let globals = self
            .program
            .globals
            .iter_enumerated()
            .map(|(id, data)| (self.machine.global_address(id), data.size_bytes, data.constant));
        choices.prepare(plan, |root| self.root(root), globals);
        self.call(plan, leaves, choices, observer).0
    }

    /// Runs the test case in a domain that is told first where the objects and globals of the plan lie.
    pub fn run_bound<D: Domain, O: Observer<D>>(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        domain: &mut D,
        observer: &mut O,
        bind: impl FnOnce(&mut D, &dyn Fn(Root) -> u64),
    ) -> RunResult {
        if let Err(limit) = self.set_up(plan, leaves) {
            return RunResult { ending: Ending::Limit(limit), steps: 0 };
        }
        bind(domain, &|root| self.root(root));
        self.call(plan, leaves, domain, observer).0
    }

    /// The part of the plan that an address of the last run lies in: its root, and bytes from there.
    #[must_use]
    pub fn place_of(&self, address: u64) -> Option<(Root, u64)> {
        let (object, offset) = self.machine.memory().resolve(address)?;
        if let Some(position) = self.object_position(object) {
            return Some((Root::Object(position), offset));
        }
        let globals = self.program.globals.indices();
        let mut found = globals.filter(|&id| ObjectId::of(self.machine.global_address(id)) == object);
        found.next().map(|id| (Root::Global(id), offset))
    }

    /// Runs the test case and looks at what came out.
    pub fn run_and_observe<O: Observer<trine_machine::Concrete>>(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        observer: &mut O,
    ) -> (RunResult, Vec<Observation>) {
        if let Err(limit) = self.set_up(plan, leaves) {
            return (RunResult { ending: Ending::Limit(limit), steps: 0 }, Vec::new());
        }
        let before = self.images(plan);
        self.stubs.records = true;
        let (result, returns) = self.call(plan, leaves, &mut trine_machine::Concrete, observer);
        self.stubs.records = false;
        let mut observations = Vec::new();
        if result.ending == Ending::Returned {
            observations.append(&mut self.earlier);
            self.observe_output(&mut observations);
            self.observe_result(plan, &returns, &mut observations);
            self.observe_changes(plan, &before, &mut observations);
            self.observe_own_blocks(plan, &returns, &mut observations);
            self.observe_behind(plan, &returns, &mut observations);
            self.observe_heap(plan, &mut observations);
            self.observe_given(plan, &mut observations);
        }
        self.observe_stubs(&mut observations);
        crate::observe::registers(self.machine.memory().registers(), &mut observations);
        for (output, bytes) in plan.environment.written(&self.machine, leaves, TEXT_LIMIT) {
            observations
                .push(Observation { place: Observed::Written(output), value: ObservedValue::Text(bytes) });
        }
        (result, observations)
    }

    /// The position in the plan of the object that `object` is in the last run.
    #[must_use]
    pub fn object_position(&self, object: ObjectId) -> Option<usize> {
        self.addresses.iter().position(|&address| ObjectId::of(address) == object)
    }

    /// Whether the last run called a stub that stands for a function of the program, not of the C library.
    #[must_use]
    pub fn calls_stubs_of_the_program(&self) -> bool {
        let name = |function: FuncId| self.program.callables[function].name.as_str();
        self.stub_calls().iter().any(|&(function, _)| !CONTROLLED.contains(&name(function)))
    }

    /// The function that never returns, in whose stub the last run ended.
    #[must_use]
    pub fn ended_in_stub(&self) -> Option<FuncId> {
        self.stubs.ended_in
    }

    /// How a test says that its last run exited with `status`.
    #[must_use]
    pub fn exit_in_words(&self, status: i32) -> String {
        match self.stubs.ended_in {
            Some(function) => ends_in(&self.program.callables[function].name),
            None => format!("exits with status {status}"),
        }
    }

    /// Whether `object` is a global variable.
    #[must_use]
    pub fn is_global(&self, object: ObjectId) -> bool {
        self.machine.memory().object(object).is_some_and(|(_, kind)| kind == ObjectKind::Global)
    }

    /// What the last run asked the library for.
    #[must_use]
    pub fn requests(&self) -> &trine_machine::shims::Requests {
        self.machine.requests()
    }

    /// How often each stub was called in the last run.
    #[must_use]
    pub fn stub_calls(&self) -> &[(FuncId, u32)] {
        &self.stubs.calls
    }

    /// Where stubs of the last run were pointed to memory that nobody has set.
    #[must_use]
    pub fn unset_outputs(&self) -> &[OutputWanted] {
        &self.stubs.unset
    }

    /// What the last run, of `plan`, asked for beyond its environment.
    #[must_use]
    pub fn unmet_requests(&self, plan: &Plan) -> UnmetRequests {
        let mut unmet_requests = plan.environment.unmet_requests(&self.machine, &self.leaves);
        for (address, bytes, count) in self.machine.memory().registers().object_reads() {
            if count < 2 {
                continue;
            }
            let Some((root, offset)) = self.place_of(address) else { continue };
            let read = offset * 8..offset * 8 + u64::from(bytes) * 8;
            for write in
                plan.writes.iter().filter(|write| write.root == root && read.contains(&write.offset_bits))
            {
                if let Source::Leaf(leaf) = write.source {
                    unmet_requests.volatile.push((leaf, count - 1));
                }
            }
        }
        unmet_requests
    }

    /// What the emitted variable's address is a multiple of; 16 where it does not matter. Clang
    /// aligns arrays of 16 bytes and more to 16, as the x86-64 ABI asks.
    fn alignment(&self, object: &PlannedObject) -> u64 {
        let is_array = object.count.is_some();
        if !self.machine.config().layout.moved || is_array && object.size_bytes >= 16 {
            return 16;
        }
        crate::layout::align_bytes(self.api, object.ty)
    }

    fn set_up(&mut self, plan: &Plan, leaves: &[u128]) -> Result<(), &'static str> {
        self.machine.reset();
        self.stubs.clear();
        self.results.clear();
        self.earlier.clear();
        self.addresses.clear();
        for object in &plan.objects {
            let align = self.alignment(object);
            let memory = self.machine.memory_mut();
            let address = match object.heap {
                true => memory.allocate_heap_input(object.size_bytes),
                false => memory.allocate_aligned_input(object.size_bytes, align),
            };
            let address = address.map_err(|_| "memory limit")?;
            if object.variable.is_none() {
                // The caller's room for the result is not written before the call.
                let unset = self.machine.config().layout.fill;
                let _ = self.machine.memory_mut().fill(address, unset, object.size_bytes);
            }
            self.addresses.push(address);
        }
        if plan.environment != Environment::default() {
            self.leaves.clear();
            self.leaves.extend_from_slice(leaves);
        }
        plan.environment.provide(&mut self.machine, leaves, &mut self.streams).map_err(|_| "memory limit")?;
        self.write_all(&plan.writes, leaves);
        for change in &plan.changes {
            let bit_address = u128::from(self.root(change.root)) * 8 + u128::from(change.offset_bits);
            let value = leaves.get(change.value.0 as usize).copied().unwrap_or(0);
            let (bits, read) = (change.width_bits, change.read);
            let change = trine_machine::memory::Change { bit_address, bits, read, value };
            self.machine.memory_mut().registers_mut().change(change);
        }
        self.arguments.clear();
        for call in &plan.calls {
            for (index, register) in call.registers.iter().enumerate() {
                let value = match register {
                    Register::Scalar(scalar) => self.scalar(scalar, leaves),
                    Register::Load { object, offset_bytes, size_bytes } => {
                        let address = self.addresses[*object] + u64::from(*offset_bytes);
                        let params = &self.program.callables[call.function].signature.params;
                        let is_pointer =
                            params.get(index).is_some_and(|param| param.ty == trine_ir::Type::Ptr);
                        let memory = self.machine.memory();
                        let bits = memory.read_uint(address, *size_bytes).unwrap_or(0);
                        if is_pointer { u128::from(memory.pointer_of(bits as u64)) } else { bits }
                    }
                };
                self.arguments.push(value);
            }
        }
        self.set_up_stubs(plan, leaves);
        Ok(())
    }

    /// Writes the scalars; what lies side by side, as the elements of an array do, is written at once.
    ///
    /// A write that does not fit its object is a suite of an older source: `Plan::new` refuses it; constants that it
    /// names stay as they are.
    fn write_all(&mut self, writes: &[Write], leaves: &[u128]) {
        if writes.is_empty() {
            return;
        }
        let mut bytes = std::mem::take(&mut self.side_by_side);
        let (mut root, mut start) = (None, 0);
        for write in writes {
            let mut value = self.scalar(&write.value, leaves);
            if self.program.target.pointer_bytes == 4
                && matches!(write.value, Scalar::Address(..) | Scalar::Function(_) | Scalar::Stream(_))
            {
                let image = self.machine.memory_mut().image(value as u64);
                value = image.map_or(0, u128::from);
            }
            let base = self.root(write.root);
            let is_whole = write.offset_bits.is_multiple_of(8) && write.width_bits.is_multiple_of(8);
            let address = base + write.offset_bits / 8;
            if !is_whole || root != Some(write.root) || address != start + bytes.len() as u64 {
                let _ = self.machine.memory_mut().write_bytes(start, &bytes);
                bytes.clear();
                (root, start) = (Some(write.root), address);
            }
            match value.to_le_bytes().get(..write.width_bits as usize / 8) {
                Some(whole) if is_whole => bytes.extend_from_slice(whole),
                _ => {
                    let memory = self.machine.memory_mut();
                    let _ = write_bits(memory, base, write.offset_bits, write.width_bits, value);
                }
            }
        }
        let _ = self.machine.memory_mut().write_bytes(start, &bytes);
        bytes.clear();
        self.side_by_side = bytes;
    }

    fn set_up_stubs(&mut self, plan: &Plan, leaves: &[u128]) {
        let mut values = Vec::with_capacity(plan.stubs.len());
        for (&function, stub_values) in &plan.stubs {
            let answers = stub_values.iter().map(|value| self.answer(plan, value, leaves)).collect();
            values.push((function, answers));
        }
        self.stubs.values = values;
        let writing = |write: &crate::plan::StubWrite| Writing {
            call: write.call,
            parameter: write.parameter,
            register: write.register,
            from: self.addresses[write.object],
            bytes: plan.objects[write.object].size_bytes,
        };
        let writes = plan.stub_writes.iter();
        self.stubs.writes =
            writes.map(|(&function, writes)| (function, writes.iter().map(writing).collect())).collect();
    }

    fn answer(&self, plan: &Plan, value: &StubValue, leaves: &[u128]) -> Answer {
        match value {
            StubValue::Scalar(scalar, _) => Answer::Results(vec![self.scalar(scalar, leaves)]),
            StubValue::Object(object, pieces) if pieces.is_empty() => {
                Answer::Memory(self.addresses[*object], plan.objects[*object].size_bytes)
            }
            StubValue::Object(object, pieces) => {
                let read = |piece: &trine_testcase::Piece| {
                    let address = self.addresses[*object] + u64::from(piece.offset_bytes);
                    self.machine.memory().read_uint(address, piece.size_bytes).unwrap_or(0)
                };
                Answer::Results(pieces.iter().map(read).collect())
            }
        }
    }

    fn root(&self, root: Root) -> u64 {
        match root {
            Root::Object(at) => self.addresses[at],
            Root::Global(global) => self.machine.global_address(global),
        }
    }

    #[inline]
    fn scalar(&self, scalar: &Scalar, leaves: &[u128]) -> u128 {
        match scalar {
            Scalar::Leaf(leaf) => leaves[leaf.0 as usize],
            Scalar::Bits(bits) => *bits,
            Scalar::Address(root, offset) => u128::from(self.root(*root) + offset),
            Scalar::Stream(at) => u128::from(self.streams.get(*at).copied().unwrap_or(0)),
            Scalar::Function(function) => u128::from(self.machine.function_address(*function)),
            Scalar::Result(call) => self.results.get(*call).copied().unwrap_or(0),
            Scalar::Held(held) => {
                let memory = self.machine.memory();
                let address = self.root(held.root) + held.offset_bytes;
                let bits = memory.read_uint(address, held.size_bytes).unwrap_or(0);
                if held.is_pointer { u128::from(memory.pointer_of(bits as u64)) } else { bits }
            }
        }
    }

    /// Makes the calls, up to the first that does not return; whether that was the last.
    fn call<D: Domain, O: Observer<D>>(
        &mut self,
        plan: &Plan,
        leaves: &[u128],
        domain: &mut D,
        observer: &mut O,
    ) -> (RunResult, Returns) {
        let mut steps = 0;
        let mut from = 0;
        for (position, call) in plan.calls.iter().enumerate() {
            self.write_all(&call.writes, leaves);
            self.read_late(call, from);
            let arguments = &self.arguments[from..from + call.registers.len()];
            from += call.registers.len();
            self.machine
                .pass_variable_arguments(call.variable_arguments.map(|object| self.addresses[object]));
            let outcome = self.machine.run(call.function, arguments, domain, observer, &mut self.stubs);
            steps += outcome.steps;
            let ending = ending(outcome.reason);
            let is_last = position + 1 == plan.calls.len();
            match ending {
                Ending::Returned if !is_last => {
                    self.results.push(outcome.returns.first().unwrap_or(0));
                    if self.observes_every_call {
                        self.observe_earlier(plan, call, &outcome.returns);
                    }
                }
                // A test can only check how its last call ends.
                Ending::Exited(_) | Ending::Aborted if !is_last => {
                    return (RunResult { ending: Ending::Discarded, steps }, Returns::none());
                }
                _ => return (RunResult { ending, steps }, outcome.returns),
            }
        }
        (RunResult { ending: Ending::Discarded, steps }, Returns::none())
    }

    /// Reads the arguments of `call` that earlier calls decide; the first of its arguments is at `from`.
    fn read_late(&mut self, call: &PlannedCall, from: usize) {
        for (at, register) in call.registers.iter().enumerate() {
            if let Register::Scalar(scalar @ (Scalar::Result(_) | Scalar::Held(_))) = register {
                self.arguments[from + at] = self.scalar(scalar, &[]);
            }
        }
    }

    /// Observes what `call`, not the last one, returned, while what it points to is as the call left it.
    fn observe_earlier(&mut self, plan: &Plan, call: &PlannedCall, returns: &Returns) {
        let symbol = &self.program.callables[call.function].name;
        let Some(callable) = self.api.callables.iter().find(|callable| callable.symbol == *symbol) else {
            return;
        };
        let (Returning::Direct, Some(bits)) = (&callable.abi.returns, returns.first()) else { return };
        let value = match self.api.types.leaf_kind(callable.returns, None) {
            Some(kind) => {
                let bits = bits & trine_testcase::leaf::mask(kind.bits());
                ObservedValue::Leaf(kind, bits)
            }
            None if matches!(self.api.types.kind(callable.returns), TypeKind::Pointer(_)) => {
                self.text_or_pointer(plan, bits as u64, callable.returns)
            }
            None => return,
        };
        let place = Observed::EarlierResult(trine_testcase::Variable(call.statement));
        self.earlier.push(Observation { place, value });
    }

    /// The bytes of every object and nameable global, before the call.
    fn images(&self, plan: &Plan) -> Vec<Vec<u8>> {
        let objects =
            plan.objects.iter().zip(&self.addresses).map(|(object, &address)| (address, object.size_bytes));
        let globals = self.api.globals.indices().map(|id| self.global_range(id));
        objects.chain(globals).map(|(address, length)| self.bytes(address, length)).collect()
    }

    fn global_range(&self, id: GlobalVariableId) -> (u64, u64) {
        let variable = &self.api.globals[id];
        match self.program.global_named(&variable.symbol) {
            Some(global) => (self.machine.global_address(global), self.program.globals[global].size_bytes),
            None => (0, 0),
        }
    }

    fn bytes(&self, address: u64, length: u64) -> Vec<u8> {
        self.machine.memory().read_bytes(address, length).map_or_else(|_| Vec::new(), <[u8]>::to_vec)
    }

    fn observe_changes(&self, plan: &Plan, before: &[Vec<u8>], out: &mut Vec<Observation>) {
        let mut before = before.iter();
        for (object, &address) in plan.objects.iter().zip(&self.addresses) {
            let (Some(old), Some(variable)) = (before.next(), object.variable) else { continue };
            let is_freed = object.heap && !self.is_alive(address);
            if is_freed || object.of_argument_list || plan.is_output(variable) {
                continue;
            }
            let mut new = self.bytes(address, object.size_bytes);
            let root = Place::variable(variable);
            let seen = out.len();
            if self.api.types.size_bytes(object.ty) == 1 {
                self.hide_pointers(old, &mut new, &root, out);
            }
            let whole_arrays = out.len() == seen;
            let is_number = self.is_out_parameter(object.ty, object.count);
            if *old == new && !self.api.types.is_const(object.ty) {
                out.push(Observation {
                    place: Observed::Place(root.clone()),
                    value: ObservedValue::Unchanged,
                });
            }
            // A number is shown even when the call left it alone: that is a promise too.
            let unlike: Vec<u8> = if is_number { new.iter().map(|byte| !byte).collect() } else { Vec::new() };
            let before = if is_number { &unlike } else { old };
            let compared = Compared { api: self.api, before, after: &new, root, whole_arrays };
            compared.changes(object.ty, object.count, &mut |bits| self.pointer_by_image(plan, bits), out);
        }
        for id in self.api.globals.indices() {
            let Some(old) = before.next() else { continue };
            let (address, length) = self.global_range(id);
            let mut new = self.bytes(address, length);
            if *old == new && length <= LEFT_ALONE_BYTES && self.may_be_kept(plan, id) {
                let root = Place { root: PlaceRoot::Global(id), steps: Vec::new() };
                out.push(Observation { place: Observed::Place(root), value: ObservedValue::Unchanged });
            }
            if *old != new {
                let root = Place { root: PlaceRoot::Global(id), steps: Vec::new() };
                let seen = out.len();
                if self.api.globals[id].seen_as_bytes {
                    self.hide_pointers(old, &mut new, &root, out);
                }
                let whole_arrays = out.len() == seen;
                let compared = Compared { api: self.api, before: old, after: &new, root, whole_arrays };
                let ty = self.api.globals[id].ty;
                compared.changes(ty, None, &mut |bits| self.pointer_by_image(plan, bits), out);
            }
        }
    }

    /// Whether a test can keep what the variable holds and compare it later.
    fn may_be_kept(&self, plan: &Plan, id: GlobalVariableId) -> bool {
        let variable = &self.api.globals[id];
        let is_own = variable.unit == self.api.callables[plan.callable].unit;
        let is_plain = !self.api.types.is_const(variable.ty) && !self.api.types.is_volatile(variable.ty);
        is_own && is_plain && variable.linkage != Linkage::Undefined && !variable.seen_as_bytes
    }

    /// What the program wrote to standard output and error output. Checked first, so that what a framework prints goes
    /// where it belongs.
    fn observe_output(&self, out: &mut Vec<Observation>) {
        let state = self.machine.shim_state();
        let names_program = self.api.callables.iter().any(|callable| prints_program_name(&callable.symbol));
        for (output, bytes) in [(Output::Standard, &state.output), (Output::Error, &state.error_output)] {
            let is_known = output == Output::Standard || !names_program;
            if is_known && !bytes.is_empty() && bytes.len() <= pointers::TEXT_LIMIT {
                let value = ObservedValue::Text(bytes.clone());
                out.push(Observation { place: Observed::Written(output), value });
            }
        }
    }

    fn is_alive(&self, address: u64) -> bool {
        self.machine.memory().resolve(address).is_some()
    }

    /// The heap objects of the test that the call left to it.
    fn observe_heap(&self, plan: &Plan, out: &mut Vec<Observation>) {
        for (object, &address) in plan.objects.iter().zip(&self.addresses) {
            if let Some(variable) = object.variable.filter(|_| object.heap && self.is_alive(address)) {
                out.push(Observation { place: Observed::Alive(variable), value: ObservedValue::NotNull });
            }
        }
    }

    /// Of addresses that the code stored in `root`, plain bytes, no more is shown than that they are there: they
    /// differ from run to run.
    fn hide_pointers(&self, old: &[u8], new: &mut [u8], root: &Place, out: &mut Vec<Observation>) {
        let bytes = self.program.target.pointer_bytes as usize;
        for at in (0..new.len().saturating_sub(bytes - 1)).step_by(bytes) {
            let word: [u8; 8] = std::array::from_fn(|byte| if byte < bytes { new[at + byte] } else { 0 });
            let bits = self.machine.memory().pointer_of(u64::from_le_bytes(word));
            let is_function = trine_machine::memory::function_at(bits).is_some();
            if bits != 0 && (is_function || self.machine.memory().resolve(bits).is_some()) {
                if new[at..at + bytes] != old[at..at + bytes] {
                    let mut place = root.clone();
                    place.steps.push(PlaceStep::Index(at as u32));
                    out.push(Observation { place: Observed::Place(place), value: ObservedValue::Address });
                }
                new[at..at + bytes].copy_from_slice(&old[at..at + bytes]);
            }
        }
    }

    /// A single number that the function may write to.
    fn is_out_parameter(&self, ty: trine_testcase::TypeId, count: Option<u32>) -> bool {
        let is_number = matches!(
            self.api.types.kind(ty),
            TypeKind::Bool
                | TypeKind::Char { .. }
                | TypeKind::Int { .. }
                | TypeKind::Float { .. }
                | TypeKind::Enum { .. }
        );
        count.is_none() && is_number && !self.api.types.is_const(ty)
    }

    fn observe_result(&self, plan: &Plan, returns: &Returns, out: &mut Vec<Observation>) {
        let callable = &self.api.callables[plan.callable];
        let size = self.api.types.size_bytes(callable.returns);
        let mut image = vec![0; size as usize];
        let result_object = plan.last_call().and_then(|call| call.result_object);
        match (&callable.abi.returns, result_object) {
            (Returning::Void, _) => return,
            (Returning::Memory(_), Some(object)) => image = self.bytes(self.addresses[object], size),
            (Returning::Memory(_), None) => return,
            (Returning::Direct, _) => {
                let Some(bits) = returns.first() else { return };
                put(&mut image, 0, &bits.to_le_bytes());
            }
            (Returning::Pieces(pieces), _) => {
                let bits: Vec<u128> = returns.iter().collect();
                for piece in pieces {
                    let Some(bits) = bits.get(piece.register as usize) else { continue };
                    put(
                        &mut image,
                        piece.offset_bytes as usize,
                        &bits.to_le_bytes()[..piece.size_bytes.min(16) as usize],
                    );
                }
            }
        }
        let parts: Vec<Part> = parts(self.api, callable.returns, None);
        let result = returns.first().unwrap_or(0) as u64;
        let is_pointer = matches!(self.api.types.kind(callable.returns), TypeKind::Pointer(_));
        observe::result(
            &parts,
            &image,
            // A pointer in a register is none in memory.
            |bits| if is_pointer { self.pointer(plan, result) } else { self.pointer_by_image(plan, bits) },
            out,
        );
    }

    fn observe_stubs(&self, out: &mut Vec<Observation>) {
        for &(function, calls) in &self.stubs.calls {
            let symbol = &self.program.callables[function].name;
            let callable =
                self.api.callables.iter_enumerated().find(|(_, callable)| callable.symbol == *symbol);
            if let Some((id, _)) = callable {
                let kind = trine_testcase::LeafKind::Int { bits: 32, signed: true };
                let value = ObservedValue::Leaf(kind, u128::from(calls));
                out.push(Observation { place: Observed::StubCalls(id), value });
            }
        }
        out.extend(self.order_of_stubs());
    }

    /// In which order different stubs were called, if there were not too many calls.
    fn order_of_stubs(&self) -> Option<Observation> {
        let order = &self.stubs.order;
        if order.len() > ORDERED_CALLS || order.iter().all(|function| Some(function) == order.first()) {
            return None;
        }
        let name = |function: &FuncId| {
            let symbol = &self.program.callables[*function].name;
            let callable = self.api.callables.iter().find(|callable| callable.symbol == *symbol)?;
            Some(callable.name.as_str())
        };
        let names: Vec<&str> = order.iter().map(name).collect::<Option<_>>()?;
        let value = ObservedValue::Text(names.join(" ").into_bytes());
        Some(Observation { place: Observed::StubOrder, value })
    }
}

/// How a run that stopped for `reason` ended.
fn ending(reason: TerminationReason) -> Ending {
    match reason {
        TerminationReason::Returned => Ending::Returned,
        TerminationReason::Exited(status) => Ending::Exited(status),
        TerminationReason::Fault(fault) if fault.kind == trine_machine::FaultKind::Abort => Ending::Aborted,
        TerminationReason::Fault(fault) => Ending::Fault(fault),
        TerminationReason::StepLimit => Ending::Limit(STEP_LIMIT),
        TerminationReason::MemoryLimit => Ending::Limit("memory limit"),
        TerminationReason::AssumptionFailed => Ending::Discarded,
        TerminationReason::Unsupported(unsupported) => Ending::Unsupported(unsupported.what.clone()),
    }
}

fn put(image: &mut [u8], at: usize, bytes: &[u8]) {
    let end = image.len().min(at + bytes.len());
    if at < end {
        image[at..end].copy_from_slice(&bytes[..end - at]);
    }
}

/// Writes `width` bits at `offset` bits from `root`; whole bytes take the direct way.
fn write_bits(memory: &mut Memory, root: u64, offset: u64, width: u32, value: u128) -> Result<(), Stop> {
    let address = root + offset / 8;
    if offset.is_multiple_of(8) && width.is_multiple_of(8) {
        memory.write_uint(address, width / 8, value)?;
        return Ok(());
    }
    let shift = (offset % 8) as u32;
    let bytes = (shift + width).div_ceil(8);
    let old = memory.read_uint(address, bytes.min(16))?;
    let mask = trine_testcase::leaf::mask(width) << shift;
    memory.write_uint(address, bytes.min(16), old & !mask | value << shift & mask)?;
    Ok(())
}
