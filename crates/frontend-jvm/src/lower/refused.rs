//! Why an instruction cannot be lowered, and what stands in its place: code that ends the run, or throws.
//!
//! Java resolves what an instruction names when it is executed. So a class that is missing costs only those who use it,
//! and so does what we do not support.

use super::{Builder, runtime};
use crate::class::BadCode;
use crate::hierarchy::LinkageError;
use crate::indy::Refusal;
use trine_ir::{BodyError, Callee, Op, Terminator};

/// Why an instruction cannot be lowered.
#[derive(Debug)]
pub enum Refused {
    /// A limit of ours, or code that no compiler writes.
    Unsupported(String),
    /// What it names is not there, or not what it should be.
    Linkage(LinkageError),
}

/// What an instruction uses that is not supported.
pub fn unsupported(what: &str) -> Refused {
    Refused::Unsupported(what.to_owned())
}

impl From<LinkageError> for Refused {
    fn from(error: LinkageError) -> Self {
        Self::Linkage(error)
    }
}

impl From<BadCode> for Refused {
    fn from(BadCode(what): BadCode) -> Self {
        Self::Unsupported(format!("code that the JVM would refuse: {what}"))
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unsupported(what) => Self::Unsupported(what),
            Refusal::Linkage(error) => Self::Linkage(error),
        }
    }
}

impl From<BodyError> for Refused {
    fn from(error: BodyError) -> Self {
        Self::Unsupported(error.what)
    }
}

impl Builder<'_> {
    /// Ends the block by what happens when an instruction is executed that could not be lowered.
    pub(super) fn refuse(&mut self, refused: &Refused) {
        let function = match refused {
            Refused::Unsupported(what) => runtime::unsupported(self.tables, what),
            Refused::Linkage(error) => runtime::linkage(self.tables, error),
        };
        self.emit_effect(Op::Call { callee: Callee::Direct(function), args: Vec::new() });
        self.terminate(Terminator::Unreachable);
    }
}
