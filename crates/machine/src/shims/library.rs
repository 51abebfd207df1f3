//! Libraries: who performs a function that the program only names, and what that library remembers.
//!
//! A machine is given its libraries in order. For each function of the program they are asked once, by its id; the first
//! that knows the function performs it. What a library remembers lies beside the machine's memory and is reset with it.
//!
//! ```text
//! program: malloc(u64), java/lang/Float.intBitsToFloat(I)F, ...
//!             |                 |
//! libraries: [ CLibrary ]    [ natives of the JDK ]        a C program has the first, a Java program the second
//!             + ShimState       + their own state          reset, snapshot, fork: with the machine
//! ```
//!
//! Steps to add a library: a type that is a [`Library`], a type that is its [`LibraryState`], and the library in the list
//! that [`Machine::with_libraries`](crate::Machine::with_libraries) gets.

use super::Shim;
use crate::config::Config;
use crate::machine::LoadError;
use crate::memory::Memory;
use std::any::Any;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, Program};

/// Functions that the machine performs itself.
pub trait Library: Send + Sync {
    /// What performs `function`, which has no body; `None` leaves it to the next library, at last to the stub handler.
    fn find(&self, program: &Program, function: FuncId) -> Option<Shim>;

    /// What performs `function` in place of the body that it has; `None` leaves it to the body.
    ///
    /// A function that was prepared by [`Machine::prepare`](crate::Machine::prepare), because it is itself under test,
    /// runs its body all the same.
    fn replace(&self, _: &Program, _: FuncId) -> Option<Shim> {
        None
    }

    /// Sets the library's variables among `program`'s undefined globals, which lie at `addresses`.
    ///
    /// # Errors
    /// When they exceed the memory limit.
    fn lay_out(&self, _: &Program, _: &[u64], _: &mut Memory) -> Result<(), LoadError> {
        Ok(())
    }

    /// What the library remembers when a test begins.
    fn state(&self, config: &Config) -> Box<dyn LibraryState>;
}

/// What a library remembers during a test.
pub trait LibraryState: Any + Send + Sync {
    /// Back to the start of a test: to the last snapshot. Called only after the state was used.
    fn reset(&mut self);

    /// Makes the present state the one that resets return to.
    fn snapshot(&mut self) {}

    /// That of a machine that starts where a reset of this one would.
    fn fork(&self) -> Box<dyn LibraryState>;

    /// A call from outside begins: no function of an earlier one is left.
    fn run_begins(&mut self) {}

    /// Bytes that the test has written outside of memory; they count towards the memory limit.
    fn written_bytes(&self) -> u64 {
        0
    }
}

/// A library that remembers nothing.
impl LibraryState for () {
    fn reset(&mut self) {}

    fn fork(&self) -> Box<dyn LibraryState> {
        Box::new(())
    }
}

/// What performs a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The position of its library.
    pub library: usize,
    pub shim: Shim,
}

struct Slot {
    state: Box<dyn LibraryState>,
    /// Whether the state may differ from that at the start of a test.
    used: bool,
}

/// The libraries of a machine.
pub(crate) struct Libraries {
    libraries: Arc<[Arc<dyn Library>]>,
    slots: Vec<Slot>,
    /// Per function: what performs it.
    found: Arc<Vec<Option<Found>>>,
}

impl Libraries {
    pub fn new(libraries: Vec<Arc<dyn Library>>, config: &Config) -> Self {
        let slots =
            libraries.iter().map(|library| Slot { state: library.state(config), used: false }).collect();
        Self { libraries: libraries.into(), slots, found: Arc::default() }
    }

    /// Sets the variables of all libraries.
    pub fn lay_out(&self, program: &Program, globals: &[u64], memory: &mut Memory) -> Result<(), LoadError> {
        self.libraries.iter().try_for_each(|library| library.lay_out(program, globals, memory))
    }

    /// Looks for what was added to the program.
    pub fn follow_growth(&mut self, program: &Program) {
        if self.found.len() == program.callables.len() {
            return;
        }
        let found = Arc::make_mut(&mut self.found);
        for position in found.len()..program.callables.len() {
            let function = FuncId::from_position(position);
            let defined = program.callables[function].defined;
            let ask = |(position, library): (usize, &Arc<dyn Library>)| {
                let shim = if defined {
                    library.replace(program, function)
                } else {
                    library.find(program, function)
                };
                shim.map(|shim| Found { library: position, shim })
            };
            found.push(self.libraries.iter().enumerate().find_map(ask));
        }
    }

    /// What performs `function`.
    pub fn found(&self, function: FuncId) -> Option<Found> {
        self.found.get(function.position()).copied().flatten()
    }

    /// Leaves `function` to its body or the stub handler.
    pub fn forget(&mut self, function: FuncId) {
        if let Some(found) = Arc::make_mut(&mut self.found).get_mut(function.position()) {
            *found = None;
        }
    }

    pub fn fork(&self) -> Self {
        let slots = self.slots.iter().map(|slot| Slot { state: slot.state.fork(), used: false }).collect();
        Self { libraries: Arc::clone(&self.libraries), slots, found: Arc::clone(&self.found) }
    }

    pub fn reset(&mut self) {
        for slot in self.slots.iter_mut().filter(|slot| slot.used) {
            slot.state.reset();
            slot.used = false;
        }
    }

    pub fn snapshot(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.state.snapshot());
    }

    pub fn run_begins(&mut self) {
        self.slots.iter_mut().filter(|slot| slot.used).for_each(|slot| slot.state.run_begins());
    }

    /// Bytes written outside of memory.
    pub fn written_bytes(&self) -> u64 {
        self.slots.iter().filter(|slot| slot.used).map(|slot| slot.state.written_bytes()).sum()
    }

    /// Notes that library number `library` is used.
    pub fn touch(&mut self, library: usize) {
        if let Some(slot) = self.slots.get_mut(library) {
            slot.used = true;
        }
    }

    /// The state of library number `library`, if it is a `T`.
    pub fn state_at<T: LibraryState>(&mut self, library: usize) -> Option<&mut T> {
        let state: &mut dyn Any = self.slots.get_mut(library)?.state.as_mut();
        state.downcast_mut()
    }

    /// The state that is a `T`.
    pub fn state<T: LibraryState>(&self) -> Option<&T> {
        self.slots.iter().find_map(|slot| {
            let state: &dyn Any = slot.state.as_ref();
            state.downcast_ref()
        })
    }

    /// The same, to change it.
    pub fn state_mut<T: LibraryState>(&mut self) -> Option<&mut T> {
        let is_one = |slot: &Slot| {
            let state: &dyn Any = slot.state.as_ref();
            state.is::<T>()
        };
        let library = self.slots.iter().position(is_one)?;
        self.touch(library);
        self.state_at(library)
    }
}
