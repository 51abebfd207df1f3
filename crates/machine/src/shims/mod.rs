//! The outside world: functions without a body that the machine performs itself, one file per
//! topic. (The pattern is Miri's: semantics in the engine, everything else in shims.)
//!
//! A shim is a function from a [`ShimContext`] to results. Through the context it reads its
//! arguments, memory (with the faults of ordinary accesses), and the machine-wide
//! [`ShimState`] that is reset with each test; it may call back into the code under test.
//!
//! Writes go through the context, not through `context.memory()` alone, so that a domain that
//! shadows memory hears of them. A domain that understands a shim gives its result a shadow in
//! `Domain::shim`, which gets the shim's name, operands with shadows, and the result.
//!
//! Steps to add a shim: a function in the file of its topic; a line in that file's `SHIMS`.

mod allocate;
mod assume;
mod block;
mod calendar;
mod characters;
mod compare;
mod complex;
mod copy;
mod ctype;
mod environment;
mod error_texts;
mod files;
mod format;
mod getopt;
mod jump;
mod libm;
mod math;
mod math_long;
mod memory_streams;
mod names;
pub(crate) mod narrow;
mod numbers;
mod parse_float;
mod parse_integer;
mod paths;
mod print;
mod process;
mod provisions;
mod random;
mod report;
mod scan;
mod search;
mod signals;
mod sort;
mod split;
mod state;
mod streams;
mod strptime;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod threads;
mod time;
mod unistd;
mod wide;
mod wide_streams;
mod wide_text;

pub use allocate::COUNTED as ALLOCATING;
pub(crate) use environment::lay_out as lay_out_environment;
pub(crate) use jump::JumpMark;
pub use provisions::{ArgumentKind, Clock, Demands, ProvidedFile, START_US, STEP_US, Source};
pub use state::LibraryState;
pub use streams::is_stream;

use crate::domain::BytesCompared;
use crate::fault::{FaultKind, Returns, Stop};
use crate::machine::Machine;
use crate::memory::{Memory, ObjectKind, function_at};
use trine_base::Stream;
use trine_base::index::TypedIndex;
use trine_ir::Type;

/// A request of this many bytes fails everywhere: 1 TiB.
const HOPELESS_BYTES: u64 = 1 << 40;

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

/// Every topic's table.
const TOPICS: &[&[Shim]] = &[
    allocate::SHIMS,
    assume::SHIMS,
    block::SHIMS,
    compare::SHIMS,
    complex::SHIMS,
    complex::LIBRARY,
    copy::SHIMS,
    ctype::SHIMS,
    characters::SHIMS,
    getopt::SHIMS,
    jump::SHIMS,
    math::UNARY,
    math::BINARY,
    math::SCALING,
    math::OTHERS,
    math_long::SHIMS,
    math_long::OTHERS,
    memory_streams::SHIMS,
    names::SHIMS,
    numbers::SHIMS,
    parse_float::SHIMS,
    parse_integer::SHIMS,
    paths::SHIMS,
    print::SHIMS,
    process::SHIMS,
    random::SHIMS,
    report::SHIMS,
    scan::SHIMS,
    search::SHIMS,
    signals::SHIMS,
    sort::SHIMS,
    split::SHIMS,
    streams::SHIMS,
    strptime::SHIMS,
    tables::SHIMS,
    threads::SHIMS,
    time::SHIMS,
    calendar::SHIMS,
    unistd::SHIMS,
    wide::CLASSES,
    wide::SHIMS,
    wide_streams::SHIMS,
    wide_text::SHIMS,
];

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

/// The shim for the external function `name`.
#[must_use]
pub fn lookup(name: &str) -> Option<Shim> {
    TOPICS.iter().copied().flatten().copied().find(|shim| shim.name == name)
}

/// What shims remember during a test. Reset with the machine.
#[derive(Debug)]
pub struct ShimState {
    /// Randomness under the seed.
    pub random: Stream,
    /// Address of the object of `errno`, once asked for.
    pub errno: Option<u64>,
    /// Functions to call at `exit` with the arguments of each, first registered first.
    pub at_exit: Vec<(u64, Option<u64>)>,
    /// What was written to standard output.
    pub output: Vec<u8>,
    /// What was written to standard error.
    pub error_output: Vec<u8>,
    /// What standard input holds.
    pub input: Vec<u8>,
    /// What the topics remember.
    pub library: LibraryState,
    /// Bytes that outputs and files of the program have grown by.
    pub(crate) written_bytes: u64,
    /// The most that they may grow by.
    most_bytes: u64,
    touched: bool,
}

impl ShimState {
    /// The state at the start of a test, in which outputs and files may grow by `most_bytes`.
    #[must_use]
    pub fn new(seed: u64, most_bytes: u64) -> Self {
        Self {
            random: Stream::new(seed, "shims"),
            errno: None,
            at_exit: Vec::new(),
            output: Vec::new(),
            error_output: Vec::new(),
            input: Vec::new(),
            library: LibraryState::default(),
            written_bytes: 0,
            most_bytes,
            touched: false,
        }
    }

    /// Back to the start of a test; free when no shim ran.
    pub(crate) fn reset(&mut self, seed: u64) {
        if self.touched {
            *self = Self::new(seed, self.most_bytes);
        }
    }
}

/// The run around a shim, with the types of domain and observer hidden.
pub(crate) trait Session {
    fn call_back(
        &mut self,
        machine: &mut Machine,
        function: trine_ir::FuncId,
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
    session: &'a mut dyn Session,
    args: &'a [u128],
    types: &'a [Type],
    fixed: usize,
}

impl<'a> ShimContext<'a> {
    pub(crate) fn new(
        machine: &'a mut Machine,
        session: &'a mut dyn Session,
        args: &'a [u128],
        types: &'a [Type],
        fixed: usize,
    ) -> Self {
        machine.shim_state.touched = true;
        Self { machine, session, args, types, fixed }
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

    /// What shims remember.
    pub fn state(&mut self) -> &mut ShimState {
        &mut self.machine.shim_state
    }

    /// The C string at `address`, without its end, copied.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn c_string(&self, address: u64) -> Result<Vec<u8>, Stop> {
        Ok(self.machine.memory.read_c_string(address)?.to_vec())
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

    /// A heap object that was never written; null for sizes that no allocator can serve. It costs
    /// one step per KiB: memory takes time.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`] when this and the objects alive exceed the limit: whether a native
    /// run gets that much is not known.
    pub fn allocate(&mut self, size_bytes: u64) -> Result<u64, Stop> {
        if size_bytes >= HOPELESS_BYTES {
            return Ok(0);
        }
        self.machine.state.fuel -= (size_bytes >> 10) as i64;
        let address = self.machine.memory.allocate_heap(size_bytes)?;
        self.session.allocated(address, size_bytes);
        Ok(address)
    }

    /// Zeroes a heap object that was just made.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn clear(&mut self, address: u64, size_bytes: u64) -> Result<(), Stop> {
        if self.machine.config.layout.fill != 0 {
            self.machine.memory.fill(address, 0, size_bytes)?;
        }
        Ok(())
    }

    /// Frees a heap object.
    ///
    /// # Errors
    /// `DoubleFree` or `InvalidFree`.
    pub fn free(&mut self, address: u64) -> Result<(), Stop> {
        Ok(self.machine.memory.free(address)?)
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
        let types: Vec<Type> = args.iter().map(|arg| arg.0).collect();
        let bits: Vec<u128> = args.iter().map(|arg| arg.1).collect();
        self.session.call_back(self.machine, function, &bits, &types)
    }

    /// The address of the `int` that `errno` stands for.
    ///
    /// # Errors
    /// Out of memory.
    pub fn errno_address(&mut self) -> Result<u64, Stop> {
        if let Some(address) = self.machine.shim_state.errno {
            return Ok(address);
        }
        let address = self.static_object(&[0; 4])?;
        self.machine.shim_state.errno = Some(address);
        Ok(address)
    }

    /// Sets `errno`.
    ///
    /// # Errors
    /// Out of memory.
    pub fn set_errno(&mut self, value: i32) -> Result<(), Stop> {
        let address = self.errno_address()?;
        self.write(address, 4, u128::from(value as u32))
    }

    /// The address of the program's variable `name`, if it refers to one: `optind`, `signgam`.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<u64> {
        self.machine.program().global_named(name).map(|global| self.machine.global_address(global))
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

    /// A heap object for the library itself, which nobody hears of; end it with `free`.
    fn scratch(&mut self, size_bytes: u64) -> Result<u64, Stop> {
        let address = self.machine.memory.allocate_heap(size_bytes)?;
        self.session.written(address, size_bytes);
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
