//! What a test may call: the API model of a class, from class files.
//!
//! ```text
//!   class under test ── nested classes                       level 0: all members
//!        │ parameters, results, bounds
//!        v
//!   classes that its calls need ── implementations ── makers  level 1, 2, …: members that a test may use
//!        │
//!        v
//!   classes that types only mention                           name, kind, supertypes
//! ```
//!
//! Levels are followed to a depth: further for the project's own classes than for those of the JDK, where tables ([`jdk`]) name
//! what makes the well-known abstract types. Types are those of the source, from generic signatures (JVMS 4.7.9.1); a raw type is
//! read as one with unbounded wildcards, which any argument fits without an unchecked conversion.
//!
//! Not handled: inner classes with a type parameter of the same name as one around them are reached through methods of the outer class only.

mod class;
mod constants;
mod functional;
mod jdk;
mod library;
mod model;
mod reflected;
mod rivals;
mod signature;

pub use library::Library;
pub use model::package_of_tests;

use crate::hierarchy::LinkageError;

/// Why there is no API model of a class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// The class is missing or damaged.
    #[error("`{class}` cannot be tested: {reason}")]
    NoClass {
        /// Its name in sources.
        class: String,
        /// What is wrong.
        reason: LinkageError,
    },
    /// An interface or annotation without any code.
    #[error("`{class}` has no code to test: it is {what}, and no method has a body")]
    NoCode {
        /// Its name in sources.
        class: String,
        /// `an interface`.
        what: &'static str,
    },
    /// No member is visible from a test.
    #[error("no test can call `{class}`: {reason}; its goals are left out")]
    NothingToCall {
        /// Its name in sources.
        class: String,
        /// Why.
        reason: &'static str,
    },
}

impl ApiError {
    /// The next step for whoever meets the error.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoClass { reason: LinkageError::NoClass(_), .. } => {
                "check the name, and that the class path has the folder or jar with the class"
            }
            Self::NoClass { .. } => "compile the class again, for Java 25 at most",
            Self::NoCode { .. } => "name a class that implements it",
            Self::NothingToCall { .. } => {
                "name the class that uses it: its code is covered through the calls of that class"
            }
        }
    }
}
