//! The outside world: functions that the machine performs itself, one folder per library. (The pattern
//! is Miri's: semantics in the engine, everything else in shims.)
//!
//! A shim is a function from a [`ShimContext`] to results. Through the context it reads its
//! arguments, memory (with the faults of ordinary accesses), and what its library remembers,
//! which is reset with each test; it may call back into the code under test. Which shim performs a
//! function is what the machine's libraries say, see [`Library`].
//!
//! Writes go through the context, not through `context.memory()` alone, so that a domain that
//! shadows memory hears of them. A domain that understands a shim gives its result a shadow in
//! `Domain::shim`, which gets the shim's name, operands with shadows, and the result.

pub mod libc;
mod library;

pub(crate) use libc::check_disjoint;
pub use libc::{
    ALLOCATING, ArgumentKind, CLibrary, Clock, ProvidedFile, Requests, START_US, STEP_US, ShimState, Source,
    error_message, is_stream, lookup,
};
pub(crate) use library::{Found, Libraries};
pub use library::{Library, LibraryState};

use crate::domain::BytesCompared;
use crate::fault::{FaultKind, Returns, Stop};
use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind, function_at};
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, Type};

/// What a shim returns: results, or why execution stops.
pub type ShimResult = Result<Returns, Stop>;

/// A function that the machine performs itself.
#[derive(Clone, Copy, Debug)]
pub struct Shim {
    /// Symbol name.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut ShimContext<'_>) -> ShimResult,
}

/// A line of a topic's table.
const fn shim(name: &'static str, run: fn(&mut ShimContext<'_>) -> ShimResult) -> Shim {
    Shim { name, run }
}

/// An `int` as result.
fn int(value: i32) -> ShimResult {
    Ok(Returns::one(u128::from(value as u32)))
}

/// A `long`, `size_t` or pointer as result.
fn word(value: u64) -> ShimResult {
    Ok(Returns::one(u128::from(value)))
}

/// A `double` as result.
fn double(value: f64) -> ShimResult {
    word(value.to_bits())
}

/// A `float` as result.
fn float(value: f32) -> ShimResult {
    Ok(Returns::one(u128::from(value.to_bits())))
}

/// No result.
fn nothing() -> ShimResult {
    Ok(Returns::none())
}

/// The function was used against its contract.
pub(crate) fn misuse(message: impl Into<String>) -> Stop {
    FaultKind::Library { message: message.into() }.into()
}

/// The run around a shim, with the types of domain and observer hidden.
pub(crate) trait ShimCallbacks {
    fn call_back(
        &mut self,
        machine: &mut Machine,
        function: FuncId,
        args: &[u128],
        types: &[Type],
    ) -> Result<Returns, Stop>;
    fn written(&mut self, address: u64, length: u64);
    fn copied(&mut self, to: u64, from: u64, length: u64);
    fn allocated(&mut self, address: u64, length: u64);
    /// Whether the domain wants to hear of comparisons.
    fn tracks(&self) -> bool;
    fn compared(&mut self, event: &BytesCompared<'_>, memory: &Memory);
    /// The number of the activation that called the shim.
    fn activation(&self) -> u64;
}

/// What a shim works with.
pub struct ShimContext<'a> {
    machine: &'a mut Machine,
    session: &'a mut dyn ShimCallbacks,
    /// The library of the shim.
    library: usize,
    args: &'a [u128],
    types: &'a [Type],
    fixed: usize,
}

impl<'a> ShimContext<'a> {
    pub(crate) fn new(
        machine: &'a mut Machine,
        session: &'a mut dyn ShimCallbacks,
        library: usize,
        args: &'a [u128],
        types: &'a [Type],
        fixed: usize,
    ) -> Self {
        machine.libraries.touch(library);
        Self { machine, session, library, args, types, fixed }
    }

    /// The bits of argument `index`, fixed or variadic; 0 when it was not given.
    #[must_use]
    pub fn bits(&self, index: usize) -> u128 {
        self.args.get(index).copied().unwrap_or(0)
    }

    /// Argument `index` as an `int`.
    #[must_use]
    pub fn int(&self, index: usize) -> i32 {
        self.bits(index) as i32
    }

    /// Argument `index` as a `long`, pointer or `size_t`.
    #[must_use]
    pub fn word(&self, index: usize) -> u64 {
        self.bits(index) as u64
    }

    /// Argument `index` as a `double`.
    #[must_use]
    pub fn double(&self, index: usize) -> f64 {
        f64::from_bits(self.bits(index) as u64)
    }

    /// Argument `index` as a `float`.
    #[must_use]
    pub fn float(&self, index: usize) -> f32 {
        f32::from_bits(self.bits(index) as u32)
    }

    /// The register types of the arguments, fixed and variadic.
    #[must_use]
    pub fn types(&self) -> &[Type] {
        self.types
    }

    /// Number of fixed parameters: the position of the first variadic argument.
    #[must_use]
    pub fn fixed(&self) -> usize {
        self.fixed
    }

    /// The memory, to read from. Write through the context.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        &self.machine.memory
    }

    /// What the shim's library remembers.
    ///
    /// # Panics
    /// When the state that the library made is no `T`.
    pub fn own<T: LibraryState>(&mut self) -> &mut T {
        self.machine
            .libraries
            .state_at(self.library)
            .expect("a shim asks for the state that its library made")
    }

    /// The program that runs.
    #[must_use]
    pub fn program(&self) -> &std::sync::Arc<trine_ir::Program> {
        self.machine.program()
    }

    /// The `length` bytes at `address`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn bytes(&self, address: u64, length: u64) -> Result<&[u8], Stop> {
        Ok(self.machine.memory.read_bytes(address, length)?)
    }

    /// An integer of `size_bytes` bytes.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn read(&self, address: u64, size_bytes: u32) -> Result<u128, Stop> {
        Ok(self.machine.memory.read_uint(address, size_bytes)?)
    }

    /// Writes the low `size_bytes` bytes of `value`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn write(&mut self, address: u64, size_bytes: u32, value: u128) -> Result<(), Stop> {
        self.machine.memory.write_uint(address, size_bytes, value)?;
        self.session.written(address, u64::from(size_bytes));
        Ok(())
    }

    /// Writes `bytes`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Stop> {
        self.machine.memory.write_bytes(address, bytes)?;
        self.session.written(address, bytes.len() as u64);
        Ok(())
    }

    /// Writes `length` times `byte`.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn fill(&mut self, address: u64, byte: u8, length: u64) -> Result<(), Stop> {
        self.machine.memory.fill(address, byte, length)?;
        self.session.written(address, length);
        Ok(())
    }

    /// Copies `length` bytes with what the domain knows of them; ranges may overlap.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) -> Result<(), Stop> {
        self.machine.memory.copy(to, from, length)?;
        self.session.copied(to, from, length);
        Ok(())
    }

    /// Calls a function of the code under test through its address.
    ///
    /// # Errors
    /// Whatever stops it; pass it on with `?`.
    pub fn call_back(&mut self, pointer: u64, args: &[(Type, u128)]) -> Result<Returns, Stop> {
        let count = self.machine.code.entries.len();
        let function = function_at(pointer)
            .filter(|function| function.position() < count)
            .ok_or(FaultKind::CallOfNonFunction { address: pointer })?;
        self.call(function, args)
    }

    /// Calls a function of the program.
    ///
    /// # Errors
    /// Whatever stops it; pass it on with `?`.
    pub fn call(&mut self, function: FuncId, args: &[(Type, u128)]) -> Result<Returns, Stop> {
        let types: Vec<Type> = args.iter().map(|arg| arg.0).collect();
        let bits: Vec<u128> = args.iter().map(|arg| arg.1).collect();
        self.session.call_back(self.machine, function, &bits, &types)
    }

    /// The bytes from `address` to the end of its object; at least one.
    ///
    /// # Errors
    /// The fault of reading the first byte.
    pub fn rest(&self, address: u64) -> Result<&[u8], Stop> {
        let memory = &self.machine.memory;
        let left = memory.resolve(address).and_then(|(id, offset)| Some(memory.object(id)?.0 - offset));
        Ok(memory.read_bytes(address, left.unwrap_or(1).max(1))?)
    }

    /// An object of the library's own, like the one `errno` stands for: it cannot be freed.
    ///
    /// # Errors
    /// Out of memory.
    pub fn static_object(&mut self, content: &[u8]) -> Result<u64, Stop> {
        let memory = &mut self.machine.memory;
        let address = memory.allocate_global(content.len() as u64, ObjectKind::Global)?;
        memory.write_bytes(address, content)?;
        self.session.written(address, content.len() as u64);
        Ok(address)
    }

    /// A static object that must not be written.
    ///
    /// # Errors
    /// Out of memory.
    pub fn constant_object(&mut self, content: &[u8]) -> Result<u64, Stop> {
        let address = self.static_object(content)?;
        self.machine.memory.seal(address);
        Ok(address)
    }

    /// The largest amount of memory that the run may use, in bytes.
    #[must_use]
    pub fn memory_limit(&self) -> u64 {
        self.machine.config.memory_bytes
    }

    /// Tells the domain that the bytes at two places were compared with `result`, so that it
    /// can tell how far from equal they are. Each place is an address and a length.
    ///
    /// # Errors
    /// The fault of reading them.
    pub fn compared(
        &mut self,
        name: &'static str,
        a: (u64, u64),
        b: (u64, u64),
        limit: u64,
        result: i32,
    ) -> Result<(), Stop> {
        if !self.session.tracks() {
            return Ok(());
        }
        let memory = &self.machine.memory;
        let event = BytesCompared {
            name,
            a_address: a.0,
            b_address: b.0,
            a: memory.read_bytes(a.0, a.1)?,
            b: memory.read_bytes(b.0, b.1)?,
            limit,
            result,
        };
        self.session.compared(&event, memory);
        Ok(())
    }
}
