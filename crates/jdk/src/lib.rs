//! Runs Java methods in the machine: the program they make, and the natives that the JDK leaves to its virtual machine.
//!
//! Today a [`Runtime`] calls static methods on numbers. Exceptions of the machine, strings, class objects and the boot
//! of the class library are not there yet; what needs them ends as "not supported" with the reason, and costs no other
//! method anything.
//!
//! Knows nothing about goals or tests.

mod natives;

use natives::Natives;
use std::sync::{Arc, Mutex};
use trine_frontend_jvm::{ClassPath, Hierarchy, LinkageError, lower};
use trine_ir::FuncId;
use trine_machine::{Concrete, Config, Ignore, LoadError, Machine, RunOutcome};

/// A machine with the methods of a class path.
pub struct Runtime {
    machine: Machine,
    entries: Vec<FuncId>,
}

/// Why methods cannot be run at all.
#[derive(Debug)]
pub enum RuntimeError {
    /// A class or method is not there.
    Linkage(LinkageError),
    /// The program does not fit into memory.
    Load(LoadError),
}

impl std::fmt::Display for RuntimeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Linkage(error) => error.fmt(f),
            Self::Load(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RuntimeError {}

impl Runtime {
    /// A machine for the methods `entries` (class, name, descriptor) of the classes in `path`.
    ///
    /// # Errors
    /// When a class or method is not there.
    pub fn new(
        path: ClassPath,
        entries: &[(&str, &str, &str)],
        config: Config,
    ) -> Result<Self, RuntimeError> {
        let hierarchy = Arc::new(Mutex::new(Hierarchy::new(path)));
        let program = lower::program(&hierarchy, entries).map_err(RuntimeError::Linkage)?;
        let entries = program.callables.indices().collect();
        let machine = Machine::new(Arc::new(program), config).map_err(RuntimeError::Load)?;
        Ok(Self { machine, entries })
    }

    /// Calls the method at `entry` of those given, with the bits of its arguments, in fresh memory.
    ///
    /// # Panics
    /// When there is no entry with this number.
    pub fn call(&mut self, entry: usize, args: &[u128]) -> RunOutcome {
        self.machine.reset();
        let mut natives = Natives::new(Arc::clone(self.machine.program()));
        self.machine.run(self.entries[entry], args, &mut Concrete, &mut Ignore, &mut natives)
    }
}
