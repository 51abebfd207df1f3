//! Reads Java class files, from jars, folders and the image of a JDK, for the rest of Trine.
//!
//! ```text
//!   lib/modules of a JDK ─┐
//!   jars, multi-release  ─┼─ container ── bytes ── class ── structure, descriptors, instructions by method
//!   folders of classes   ─┘                               │
//!                                                     hierarchy ── superclasses, layouts, dispatch, resolution
//! ```
//!
//! [`api`] models what a test may call.
//! [`nest`] says what only the code of one source file can change.
//! [`cover`] says where a coverage tool for Java looks: probes, lines, branches, counters.
//!
//! A class is read when it is first asked for, and the code of a method when that method is: a test touches a few
//! hundred of the 100,000 methods of a JDK. Nothing here runs Java or starts a JVM. Bad input is an error that names the
//! file, what is wrong and what to do; nothing panics on it.
//!
//! Knows nothing about machines, goals or tests.

pub mod api;
pub mod class;
pub mod container;
pub mod cover;
pub mod error;
pub mod hierarchy;
mod indy;
pub mod lower;
pub mod nest;

pub use class::{ClassFile, Code, Field, Instruction, Method};
pub use container::{ClassPath, Found, Jdk};
pub use error::JvmError;
pub use hierarchy::{ClassId, Hierarchy, LinkageError};
pub use indy::proxy::{define_maker, define_older, define_proxy, define_urls};
pub use indy::{Written, mock_class};
