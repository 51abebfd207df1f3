//! Rust programs in the machine: a whole program as rustc writes it, standard library included, runs to its end.
//!
//! ```text
//! rustc --emit=llvm-ir -C lto=fat:  main, core, alloc, std  --+
//! runtime.ll:  start of the process and of threads          --+--> one program --> machine
//! shims:  threads and futexes, unwinding, system calls      --+     then the C library's: write, malloc, memcpy ...
//! ```
//!
//! The program's own code does nearly all: formatting, collections, the panic machinery. What std asks of the system
//! is answered by the shims of [`RustLibrary`] and, behind it, by the C library's. Where a panic unwinds,
//! `_Unwind_RaiseException` throws what the machine's handlers catch. Threads are coroutines that take turns in an order
//! that is the same in every run ([`threads`]).
//!
//! Knows nothing of goals and tests. Not handled: other processes, sockets, signals, folders, what the program asks of C
//! libraries; such a call ends the run as not supported, with the name of the function.

mod futex;
mod process;
mod system;
pub mod threads;
mod unwind;

pub use process::{Ending, Limits, LoadError, Outcome, RustProgram};

use threads::RustState;
use trine_ir::{FuncId, Program};
use trine_machine::Config;
use trine_machine::shims::{Library, LibraryState, Shim};

/// What a Rust program asks of the system, as far as the C library's shims do not answer it or answer it for one thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct RustLibrary;

impl Library for RustLibrary {
    fn find(&self, program: &Program, function: FuncId) -> Option<Shim> {
        let name = program.callables[function].name.as_str();
        let mut topics = [threads::SHIMS, futex::SHIMS, system::SHIMS, unwind::SHIMS].into_iter().flatten();
        topics.find(|shim| shim.name == name).copied()
    }

    fn state(&self, config: &Config) -> Box<dyn LibraryState> {
        Box::new(RustState::new(config.seed))
    }
}
