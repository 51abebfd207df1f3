//! Stubs in the machine: they return, and write through their pointers, what the test says.
//!
//! ```text
//! int read_config(const char *path, struct config *out);       no body
//!
//! struct config c;                    zeros, as far as the machine knows: nobody has set it
//! read_config(path, &c)               call 0: noted as an output that lacks a value
//!
//! stub read_config writes v3 to out   with that statement, call 0 copies v3 to &c
//! ```
//!
//! An output is noted when it points to a local variable or a block of the code under test, never
//! into an input or a global, and all bytes there are zero: what the code has set itself need not be
//! an output at all. Bytes count up to [`MAX_BYTES`] of them, numbers up to [`MAX_NUMBERS`].
//!
//! The stub of a function that is declared never to return ends the run, with a status of its own.
//!
//! Deviation: memory that the code set to zero itself counts as unset. Not handled: outputs behind
//! pointers of a structure that is passed, outputs of variable arguments.
//! Cost: a look at as many bytes for each pointer that a stub is given.

use crate::fault_taint::StubFacts;
use crate::stream::InputStream;
use std::collections::BTreeMap;
use std::sync::Arc;
use trine_c_library::{STORING, reports_errors};
use trine_ir::{FuncId, Program};
use trine_machine::{Memory, ObjectId, ObjectKind, Returns, Stop, StubHandler};
use trine_testcase::api::{ApiModel, Callable, Linkage, NO_RETURN_STATUS, Passing};
use trine_testcase::types::{ARGUMENT_LIST, TypeId, TypeKind};

/// Bytes of what [`STORING`] stores.
const TIME_BYTES: u32 = 8;

/// Calls of one stub, and of all, whose arguments are recorded.
const RECORDED_CALLS: u32 = 4;
const RECORDED: usize = 16;
/// Calls whose order is recorded; of runs with more calls none is.
pub const ORDERED_CALLS: usize = 24;

/// Bytes of a buffer that a stub writes.
pub const MAX_BYTES: u64 = 16;
/// Numbers of an array that a stub writes.
pub const MAX_NUMBERS: u64 = 8;

/// Where a stub was pointed to memory that nobody has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputWanted {
    /// The external.
    pub function: FuncId,
    /// Position of the parameter in the source.
    pub parameter: u32,
    /// The call, from 0.
    pub call: u32,
    /// How many elements there are room for.
    pub elements: u32,
}

/// A parameter that may point to an output.
#[derive(Clone, Copy, Debug)]
struct OutParameter {
    parameter: u32,
    register: u32,
    element_bytes: u64,
    /// Whether several elements may lie there.
    is_scalar: bool,
}

/// What a stub copies in one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writing {
    pub call: u32,
    pub parameter: u32,
    pub register: u32,
    pub from: u64,
    pub bytes: u64,
}

/// What a stub returns from one call.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Results(Vec<u128>),
    /// Copies this many bytes from here to where the first argument points.
    Memory(u64, u64),
}

/// Answers stub calls from the plan, and counts them.
#[derive(Debug)]
pub(crate) struct StubQueue {
    /// Values of the current run, by function and call.
    pub values: Vec<(FuncId, Vec<Answer>)>,
    /// Outputs of the current run.
    pub writes: Vec<(FuncId, Vec<Writing>)>,
    pub calls: Vec<(FuncId, u32)>,
    /// Arguments of the first calls of each function, where they are recorded.
    pub given: Vec<(FuncId, u32, Vec<u128>)>,
    /// The first calls of all functions in order, one more than [`ORDERED_CALLS`] at most, where they are recorded.
    pub order: Vec<FuncId>,
    pub records: bool,
    /// What functions return beyond these values, where that is not zero.
    defaults: Vec<(FuncId, u128)>,
    program: Arc<Program>,
    pub stream: InputStream,
    /// Outputs that lacked a value.
    pub unset: Vec<OutputWanted>,
    outputs: BTreeMap<FuncId, Vec<OutParameter>>,
    copied: Vec<(u64, u64, u64)>,
    /// The function `time`, which stores its result where its argument points.
    time: Option<FuncId>,
    stored_result: Option<u64>,
    /// The function whose stub ended the run, because it never returns.
    pub ended_in: Option<FuncId>,
}

impl StubQueue {
    pub fn new(program: &Arc<Program>, api: &ApiModel, defaults: Vec<(FuncId, u128)>) -> Self {
        Self {
            values: Vec::new(),
            writes: Vec::new(),
            calls: Vec::new(),
            given: Vec::new(),
            order: Vec::new(),
            records: false,
            defaults,
            program: Arc::clone(program),
            stream: InputStream::default(),
            unset: Vec::new(),
            outputs: outputs(program, api),
            copied: Vec::new(),
            time: program.function_named(STORING),
            stored_result: None,
            ended_in: None,
        }
    }

    /// Stores the result of `time` where its argument points.
    fn store(
        &mut self,
        function: FuncId,
        args: &[u128],
        returns: &Returns,
        memory: &mut Memory,
    ) -> Result<(), Stop> {
        self.stored_result = None;
        let to = args.first().map_or(0, |&bits| bits as u64);
        if let (true, Some(bits)) = (self.time == Some(function) && to != 0, returns.first()) {
            memory.write_uint(to, TIME_BYTES, bits)?;
            self.stored_result = Some(to);
        }
        Ok(())
    }

    /// What is known of the stubs of the program's own functions.
    pub fn facts(&self) -> StubFacts {
        let of_outputs = |outputs: &[OutParameter]| {
            outputs.iter().map(|output| (output.register, output.element_bytes)).collect()
        };
        let outputs = self.outputs.iter().map(|(&function, outputs)| (function, of_outputs(outputs)));
        let callables = self.program.callables.iter_enumerated();
        let reporters = callables.filter(|(_, one)| !one.defined && reports_errors(&one.name));
        StubFacts {
            outputs: outputs.collect(),
            reporters: reporters.map(|(function, _)| function).collect(),
            clock: self.time,
        }
    }

    /// Forgets the last run.
    pub fn clear(&mut self) {
        self.calls.clear();
        self.given.clear();
        self.order.clear();
        self.stream.clear();
        self.unset.clear();
        self.ended_in = None;
    }

    /// Counts a call; its number, from 0.
    fn count(&mut self, function: FuncId) -> u32 {
        match self.calls.iter_mut().find(|(known, _)| *known == function) {
            Some((_, count)) => {
                *count += 1;
                *count - 1
            }
            None => {
                self.calls.push((function, 1));
                0
            }
        }
    }

    /// Writes the outputs of this call, and notes those that nobody gives a value.
    fn write(&mut self, function: FuncId, call: u32, args: &[u128], memory: &mut Memory) -> Result<(), Stop> {
        self.copied.clear();
        let writes = self.writes.iter().find(|(known, _)| *known == function);
        let writes = writes.map_or(&[][..], |(_, writes)| writes.as_slice());
        for write in writes.iter().filter(|write| write.call == call) {
            let to = args.get(write.register as usize).map_or(0, |&bits| bits as u64);
            if to == 0 {
                continue;
            }
            // The test wants to write more than there is room for: no fault of the code's.
            memory.copy(to, write.from, write.bytes).map_err(|_| Stop::AssumptionFailed)?;
            self.copied.push((to, write.from, write.bytes));
        }
        for output in self.outputs.get(&function).into_iter().flatten() {
            let is_written = writes.iter().any(|one| one.call == call && one.parameter == output.parameter);
            let address = args.get(output.register as usize).map_or(0, |&bits| bits as u64);
            if is_written || address == 0 {
                continue;
            }
            if let Some(elements) = unset_elements(memory, address, output) {
                let parameter = output.parameter;
                self.unset.push(OutputWanted { function, parameter, call, elements });
            }
        }
        Ok(())
    }
}

impl StubHandler for StubQueue {
    fn call(&mut self, function: FuncId, args: &[u128], memory: &mut Memory) -> Result<Returns, Stop> {
        let call = self.count(function);
        if self.program.callables[function].no_return {
            self.ended_in = Some(function);
            return Err(Stop::Exited(NO_RETURN_STATUS));
        }
        if self.records && self.order.len() <= ORDERED_CALLS {
            self.order.push(function);
        }
        if self.records && call < RECORDED_CALLS && self.given.len() < RECORDED {
            self.given.push((function, call, args.to_vec()));
        }
        self.write(function, call, args, memory)?;
        let answers = self.values.iter().find(|(known, _)| *known == function);
        let is_input = self.stream.contains(function);
        match answers.and_then(|(_, answers)| answers.get(call as usize)) {
            Some(Answer::Results(bits)) => {
                if is_input {
                    self.stream.consume(function, bits.first().copied().unwrap_or(0));
                }
                let returns = bits.iter().copied().collect();
                self.store(function, args, &returns, memory)?;
                Ok(returns)
            }
            Some(&Answer::Memory(from, length)) => {
                let to = args.first().copied().unwrap_or(0) as u64;
                memory.copy(to, from, length)?;
                self.copied.push((to, from, length));
                Ok(Returns::none())
            }
            None if is_input => {
                self.stream.run_out();
                Err(Stop::Exited(0))
            }
            None => {
                let results = self.program.callables[function].signature.returns.len();
                let default = self.defaults.iter().find(|(known, _)| *known == function).map_or(0, |d| d.1);
                let returns = (0..results).map(|_| default).collect();
                self.store(function, args, &returns, memory)?;
                Ok(returns)
            }
        }
    }

    fn copied(&self) -> &[(u64, u64, u64)] {
        &self.copied
    }

    fn stored_result(&self) -> Option<u64> {
        self.stored_result
    }
}

/// How many elements at `address` nobody has set; `None` where it is no output.
fn unset_elements(memory: &Memory, address: u64, output: &OutParameter) -> Option<u32> {
    let (id, offset) = memory.resolve(address)?;
    let (size, kind) = memory.object(ObjectId::of(id.address()))?;
    if !matches!(kind, ObjectKind::Stack | ObjectKind::Heap) {
        return None;
    }
    let room = (size - offset) / output.element_bytes;
    let elements = match output.element_bytes {
        1 => room.min(MAX_BYTES),
        bytes if output.is_scalar && offset == 0 && size % bytes == 0 => room.min(MAX_NUMBERS),
        _ => room.min(1),
    };
    let bytes = memory.read_bytes(address, elements * output.element_bytes).ok()?;
    (elements > 0 && bytes.iter().all(|&byte| byte == 0)).then_some(elements as u32)
}

/// The parameters that may point to outputs, of each function that a stub may stand for.
fn outputs(program: &Program, api: &ApiModel) -> BTreeMap<FuncId, Vec<OutParameter>> {
    let stubs = api.callables.iter_enumerated().filter(|(id, callable)| {
        matches!(callable.linkage, Linkage::Undefined | Linkage::StandIn) || api.stubs.contains_key(id)
    });
    let mut found = BTreeMap::new();
    for (_, callable) in stubs.filter(|(_, callable)| callable.symbol != STORING) {
        let parameters = out_parameters(api, callable);
        if let (Some(function), false) = (program.function_named(&callable.symbol), parameters.is_empty()) {
            found.insert(function, parameters);
        }
    }
    found
}

fn out_parameters(api: &ApiModel, callable: &Callable) -> Vec<OutParameter> {
    let mut found = Vec::new();
    for (position, (param, passing)) in callable.params.iter().zip(&callable.abi.params).enumerate() {
        let (TypeKind::Pointer(pointee), &Passing::Direct(register)) = (api.types.kind(param.ty), passing)
        else {
            continue;
        };
        if let Some((element_bytes, is_scalar)) = output_element(api, *pointee) {
            found.push(OutParameter { parameter: position as u32, register, element_bytes, is_scalar });
        }
    }
    found
}

/// The size of what a pointer to `pointee` may be given, and whether it is a number or pointer.
fn output_element(api: &ApiModel, pointee: TypeId) -> Option<(u64, bool)> {
    if api.types.is_const(pointee) {
        return None;
    }
    let size = api.types.size_bytes(pointee);
    match api.types.kind(pointee) {
        TypeKind::Void => Some((1, true)),
        TypeKind::Record { tag: Some(tag), .. } if tag == "_IO_FILE" || tag == ARGUMENT_LIST => None,
        TypeKind::Record { complete: true, .. } | TypeKind::Array { .. } => {
            (size > 0).then_some((size, false))
        }
        TypeKind::Record { .. } | TypeKind::Function { .. } | TypeKind::Unsupported(_) => None,
        _ => (size > 0).then_some((size, true)),
    }
}
