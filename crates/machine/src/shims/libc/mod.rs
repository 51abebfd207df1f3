//! The C library: functions of the C standard, POSIX and glibc that the machine performs itself, one file per topic.
//!
//! Each gives what glibc gives on x86-64 in the C locale; `README.md` lists them. What they remember during a test is in
//! [`ShimState`].
//!
//! Steps to add a shim: a function in the file of its topic; a line in that file's `SHIMS`; a name in `README.md`.

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
mod error_messages;
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
mod stream_object;
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
pub(crate) use block::check_disjoint;
pub use error_messages::of as error_message;
pub use provisions::{ArgumentKind, Clock, ProvidedFile, Requests, START_US, STEP_US, Source};
pub use state::LibraryState;
pub use stream_object::is_stream;

use super::{Library, Shim, ShimContext, ShimResult, double, float, int, misuse, nothing, shim, word};
use crate::config::Config;
use crate::fault::Stop;
use crate::machine::{LoadError, Machine};
use crate::memory::Memory;
use std::sync::LazyLock;
use trine_base::Stream;
use trine_ir::{FuncId, Program};

/// A request of this many bytes fails everywhere: 1 TiB.
const HOPELESS_BYTES: u64 = 1 << 40;

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

/// The shim for the external function `name`.
#[must_use]
pub fn lookup(name: &str) -> Option<Shim> {
    TOPICS.iter().copied().flatten().copied().find(|shim| shim.name == name)
}

/// The C library, for [`Machine::with_libraries`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CLibrary;

impl Library for CLibrary {
    fn find(&self, program: &Program, function: FuncId) -> Option<Shim> {
        lookup(&program.callables[function].name)
    }

    fn lay_out(&self, program: &Program, addresses: &[u64], memory: &mut Memory) -> Result<(), LoadError> {
        environment::lay_out(program, addresses, memory)
    }

    fn state(&self, config: &Config) -> Box<dyn super::LibraryState> {
        Box::new(ShimState::new(config.seed, config.memory_bytes))
    }
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
    max_bytes: u64,
    seed: u64,
}

impl ShimState {
    /// The state at the start of a test, in which outputs and files may grow by `max_bytes`.
    #[must_use]
    pub fn new(seed: u64, max_bytes: u64) -> Self {
        Self {
            random: Stream::new(seed, "shims"),
            errno: None,
            at_exit: Vec::new(),
            output: Vec::new(),
            error_output: Vec::new(),
            input: Vec::new(),
            library: LibraryState::default(),
            written_bytes: 0,
            max_bytes,
            seed,
        }
    }
}

impl super::LibraryState for ShimState {
    fn reset(&mut self) {
        *self = Self::new(self.seed, self.max_bytes);
    }

    /// What was written and set before the snapshot is not kept: each test starts as a process does.
    fn fork(&self) -> Box<dyn super::LibraryState> {
        Box::new(Self::new(self.seed, self.max_bytes))
    }

    fn run_begins(&mut self) {
        self.library.jumps.forget();
    }

    fn written_bytes(&self) -> u64 {
        self.written_bytes
    }
}

/// That of a machine without the C library.
static NOTHING: LazyLock<ShimState> = LazyLock::new(|| ShimState::new(0, 0));

impl Machine {
    /// State of the C library: output, files, what was asked for. Without the library, that of a test that did nothing.
    #[must_use]
    pub fn shim_state(&self) -> &ShimState {
        self.libraries.state().unwrap_or(&NOTHING)
    }

    /// State of the C library, to prepare: standard input. `None` without the library.
    pub fn shim_state_mut(&mut self) -> Option<&mut ShimState> {
        self.libraries.state_mut()
    }
}

impl ShimContext<'_> {
    /// What the C library remembers; shims of other libraries may ask for it, too.
    ///
    /// # Panics
    /// In a machine without the C library.
    pub fn state(&mut self) -> &mut ShimState {
        self.machine.libraries.state_mut().expect("shims that need the C library come with it")
    }

    /// The C string at `address`, without its end, copied.
    ///
    /// # Errors
    /// The fault of the access.
    pub fn c_string(&self, address: u64) -> Result<Vec<u8>, Stop> {
        Ok(self.machine.memory.read_c_string(address)?.to_vec())
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

    /// The address of the `int` that `errno` stands for.
    ///
    /// # Errors
    /// Out of memory.
    pub fn errno_address(&mut self) -> Result<u64, Stop> {
        if let Some(address) = self.state().errno {
            return Ok(address);
        }
        let address = self.static_object(&[0; 4])?;
        self.state().errno = Some(address);
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

    /// A heap object for the library itself, which nobody hears of; end it with `free`.
    fn scratch(&mut self, size_bytes: u64) -> Result<u64, Stop> {
        let address = self.machine.memory.allocate_heap(size_bytes)?;
        self.session.written(address, size_bytes);
        Ok(address)
    }
}
