//! Shims against the C library of this machine: the same calls, the same results.
//!
//! A [`Library`] calls shims on a memory of its own, without a program around them. Each test
//! makes the same calls natively and compares results, what was written, and `errno`.

mod characters;
mod dates;
mod floats;
mod formats;
mod integers;
mod memory_streams;
mod names;
mod numbers;
mod options;
mod provisions;
mod registry;
mod scans;
mod streams;
mod strings;
mod tables;
mod wide;

use super::lookup;
use crate::config::Config;
use crate::domain::BytesCompared;
use crate::fault::{FaultKind, Returns, Stop};
use crate::machine::Machine;
use crate::shims::{ShimCallbacks, ShimContext};
use std::sync::Arc;
use trine_base::{IndexVec, Stream};
use trine_ir::{BodyError, BodySource, Callable, FuncId, Function, Global, Program, Signature, Type};

struct NoBodies;

impl BodySource for NoBodies {
    fn lower(&self, _: FuncId) -> Result<Function, BodyError> {
        Err(BodyError { what: "no body".into(), span: None })
    }
}

/// A comparison in the place of the code under test.
type Callback = fn(&Machine, &[u128]) -> i32;

/// What the shims told the domain, and the callback.
#[derive(Default)]
struct Recorder {
    callback: Option<Callback>,
    compared: Vec<(Vec<u8>, Vec<u8>, i32)>,
    calls: Vec<Vec<u128>>,
}

impl ShimCallbacks for Recorder {
    fn call_back(
        &mut self,
        machine: &mut Machine,
        _: FuncId,
        args: &[u128],
        _: &[Type],
    ) -> Result<Returns, Stop> {
        self.calls.push(args.to_vec());
        let result = self.callback.map_or(0, |callback| callback(machine, args));
        Ok(Returns::one(u128::from(result as u32)))
    }

    fn written(&mut self, _: u64, _: u64) {}

    fn copied(&mut self, _: u64, _: u64, _: u64) {}

    fn allocated(&mut self, _: u64, _: u64) {}

    fn tracks(&self) -> bool {
        true
    }

    fn compared(&mut self, event: &BytesCompared<'_>, _: &crate::Memory) {
        self.compared.push((event.a.to_vec(), event.b.to_vec(), event.result));
    }

    fn activation(&self) -> u64 {
        0
    }
}

/// The library of the machine, callable by name.
struct Library {
    machine: Machine,
    recorder: Recorder,
}

impl Library {
    fn new() -> Self {
        Self::with_variables(&[])
    }

    /// With variables of the library that the program refers to, with their sizes in bytes.
    fn with_variables(variables: &[(&str, u64)]) -> Self {
        let callable = Callable {
            name: "callback".into(),
            signature: Signature::default(),
            defined: true,
            no_return: false,
            weak: false,
            external: true,
        };
        let callables = IndexVec::from_vec(vec![callable]);
        let variable = |&(name, size_bytes): &(&str, u64)| Global {
            name: name.into(),
            size_bytes,
            align_bytes: 8,
            bytes: Vec::new(),
            relocations: Vec::new(),
            constant: false,
            undefined: true,
            weak: false,
        };
        let globals = IndexVec::from_vec(variables.iter().map(variable).collect());
        let program = Program::new(callables, globals, IndexVec::new(), Box::new(NoBodies));
        let machine = Machine::new(Arc::new(program), Config::default()).expect("an empty program fits");
        Self { machine, recorder: Recorder::default() }
    }

    fn call(&mut self, name: &str, args: &[u64]) -> Result<u128, Stop> {
        let args: Vec<(Type, u128)> = args.iter().map(|&arg| (Type::Int(64), u128::from(arg))).collect();
        self.call_typed(name, &args, args.len())
    }

    fn call_typed(&mut self, name: &str, args: &[(Type, u128)], fixed: usize) -> Result<u128, Stop> {
        let shim = lookup(name).unwrap_or_else(|| panic!("no shim {name}"));
        let types: Vec<Type> = args.iter().map(|arg| arg.0).collect();
        let bits: Vec<u128> = args.iter().map(|arg| arg.1).collect();
        let mut context = ShimContext::new(&mut self.machine, &mut self.recorder, 0, &bits, &types, fixed);
        Ok((shim.run)(&mut context)?.first().unwrap_or(0))
    }

    /// The result as a C `int` of a call that must succeed.
    fn int(&mut self, name: &str, args: &[u64]) -> i32 {
        self.call(name, args).unwrap_or_else(|stop| panic!("{name}: {stop:?}")) as i32
    }

    /// The result as a C `long` of a call that must succeed.
    fn word(&mut self, name: &str, args: &[u64]) -> u64 {
        self.call(name, args).unwrap_or_else(|stop| panic!("{name}: {stop:?}")) as u64
    }

    fn fault(&mut self, name: &str, args: &[u64]) -> FaultKind {
        match self.call(name, args) {
            Err(Stop::Fault(fault)) => fault,
            other => panic!("{name}: {other:?}"),
        }
    }

    /// A new object with this content.
    fn object(&mut self, content: &[u8]) -> u64 {
        let memory = self.machine.memory_mut();
        let address = memory.allocate_input(content.len() as u64).expect("memory for a test object");
        memory.write_bytes(address, content).expect("its own content");
        address
    }

    /// A new object with this content and a zero behind it.
    fn string(&mut self, content: &[u8]) -> u64 {
        let mut bytes = content.to_vec();
        bytes.push(0);
        self.object(&bytes)
    }

    fn content(&self, address: u64, length: usize) -> Vec<u8> {
        self.machine.memory().read_bytes(address, length as u64).expect("an object of the test").to_vec()
    }

    fn text(&self, address: u64) -> Vec<u8> {
        self.machine.memory().read_c_string(address).expect("a string of the test").to_vec()
    }

    fn pointer(&self, address: u64) -> u64 {
        self.machine.memory().read_uint(address, 8).expect("a pointer of the test") as u64
    }

    fn errno(&mut self) -> i32 {
        let address = self.word("__errno_location", &[]);
        let value = self.machine.memory().read_uint(address, 4).expect("errno") as i32;
        self.machine.memory_mut().write_uint(address, 4, 0).expect("errno");
        value
    }

    /// Back to the start of a test.
    fn reset(&mut self) {
        self.machine.reset();
        self.recorder = Recorder { callback: self.recorder.callback, ..Recorder::default() };
    }
}

/// A random string over `alphabet` of at most `longest` characters.
fn random_text(stream: &mut Stream, alphabet: &[u8], longest: usize) -> Vec<u8> {
    let length = stream.position(longest + 1);
    (0..length).map(|_| alphabet[stream.position(alphabet.len())]).collect()
}

/// A string with a zero behind it, for native calls.
fn c_string(content: &[u8]) -> Vec<u8> {
    let mut bytes = content.to_vec();
    bytes.push(0);
    bytes
}

unsafe extern "C" {
    fn __errno_location() -> *mut i32;
}

/// The native `errno`, which is set to 0.
fn native_errno() -> i32 {
    // SAFETY: the library gives a valid pointer to an int of this thread.
    unsafe {
        let value = *__errno_location();
        *__errno_location() = 0;
        value
    }
}
