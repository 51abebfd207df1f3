//! Runs Java programs in the machine: the boot of the class library, its natives, exceptions of the machine.
//!
//! ```text
//! Launcher::new    class path and JDK --> program (bodies on demand) --> machine, initPhase1 --> snapshot
//! Launcher::run    reset, main(String[]) of a class                   --> output, exit code
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `launcher.rs`, `boot.rs` | the ends of a run, and what happens before the first one |
//! | `vm.rs` | state beside memory: class objects, interned strings, streams; who answers which native |
//! | `host.rs` | what differs from one JVM, or one machine, to the next |
//! | `files.rs`, `output.rs` | the files and streams that a program sees |
//! | `env.rs`, `mirrors.rs` | what natives work with |
//! | `formats.rs` | what the first call that formats sets up, done in advance |
//! | `natives/` | natives by topic |
//! | `probes.rs` | which probes of the coverage a run passes |
//!
//! The class library is the user's own JDK. Its natives are answered here; nothing touches the disk, the network, the
//! clock or the threads of the user's machine. Knows nothing about goals or tests.

mod boot;
pub mod env;
pub mod files;
mod formats;
pub mod host;
mod launcher;
pub mod layered;
mod mirrors;
mod natives;
pub mod output;
mod probes;
pub mod threads;
pub mod vm;

pub use launcher::{Ending, Launcher, Outcome, RuntimeError, config};
pub use natives::is_answered;
pub use natives::throwable::trace;
pub use probes::{ProbeNumbers, ProbeRecorder};
