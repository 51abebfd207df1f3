//! How runs end: faults of the code under test, limits, and our own gaps, kept apart.
//!
//! A fault names what happened ([`FaultKind`]) and where ([`Location`] with the call stack);
//! the place is looked up only when a fault happens.

use crate::memory::object::ObjectId;
use std::fmt;
use trine_base::Span;
use trine_ir::{ClassId, FuncId, RaisedFault};

/// Read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// A load.
    Read,
    /// A store.
    Write,
}

/// What the code under test did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Access through null, or null plus a small offset.
    NullDereference {
        /// The address accessed.
        address: u64,
        /// Read or write.
        access: Access,
    },
    /// Access outside an object that is alive.
    OutOfBounds {
        /// The object the pointer points into.
        object: ObjectId,
        /// Whether it is an input object of the test, which may be made larger.
        input: bool,
        /// First byte accessed, from the object's start; negative before it.
        offset: i64,
        /// The object's size in bytes.
        size_bytes: u64,
        /// Bytes accessed.
        length: u64,
        /// Read or write.
        access: Access,
    },
    /// Access to a heap object after `free`.
    UseAfterFree {
        /// The address accessed.
        address: u64,
        /// Read or write.
        access: Access,
    },
    /// Access to a local variable after its function returned.
    UseAfterReturn {
        /// The address accessed.
        address: u64,
        /// Read or write.
        access: Access,
    },
    /// Access through bits that are no address of an object.
    InvalidPointer {
        /// The bits.
        address: u64,
        /// Read or write.
        access: Access,
    },
    /// `free` of an object that is free already.
    DoubleFree {
        /// The pointer freed.
        address: u64,
    },
    /// `free` of something that no allocation returned.
    InvalidFree {
        /// The pointer freed.
        address: u64,
    },
    /// Store to a constant object.
    WriteToConstant {
        /// The address accessed.
        address: u64,
    },
    /// Integer division by zero.
    DivisionByZero,
    /// The quotient does not fit (`INT_MIN / -1`).
    DivisionOverflow,
    /// Shift by the width or more.
    InvalidShift {
        /// The amount.
        amount: u64,
        /// The width in bits.
        width: u32,
    },
    /// The leading or trailing zeros of 0 were counted by an operation that leaves their number undefined.
    ZeroCounted,
    /// Signed overflow, when asked for.
    SignedOverflow,
    /// Code the compiler took for unreachable was reached.
    Unreachable,
    /// The program stopped itself with a trap.
    Trap,
    /// `abort`.
    Abort,
    /// `assert` failed.
    AssertionFailed {
        /// The assertion's text.
        message: String,
    },
    /// `TRINE_ASSERT` failed.
    PropertyViolated {
        /// Its condition.
        condition: String,
    },
    /// Too many nested calls or too many local variables.
    StackOverflow,
    /// Call through a pointer to no function.
    CallOfNonFunction {
        /// The bits called.
        address: u64,
    },
    /// Call through a pointer to a function of another type.
    SignatureMismatch {
        /// The function called.
        callee: FuncId,
    },
    /// Computed `goto` to something that is none of its labels.
    InvalidJump {
        /// The bits jumped to.
        address: u64,
    },
    /// An exception or panic left the outermost function.
    Uncaught,
    /// The run did not end within its steps. Runs end with `TerminationReason::StepLimit`; as a
    /// fault it is what a report of such a run says.
    StepLimit,
    /// A branch was decided by memory that was never written. Runs do not end with it: it is found
    /// by comparing two of them.
    UnsetMemory,
    /// An index outside of a managed array.
    ArrayIndex {
        /// The index.
        index: i32,
        /// The array's length.
        length: u32,
    },
    /// A managed array of negative length.
    NegativeLength {
        /// The length.
        length: i32,
    },
    /// A managed object that is no instance of the class wanted.
    BadCast {
        /// The object.
        object: u64,
        /// The class wanted.
        class: ClassId,
    },
    /// A reference that a managed array may not hold.
    BadElement {
        /// The reference.
        object: u64,
        /// The array.
        array: u64,
    },
    /// A monitor was left that was not entered.
    MonitorState {
        /// The object.
        object: u64,
    },
    /// Call of a method without body.
    AbstractCall {
        /// The object.
        object: u64,
    },
    /// No memory for a managed object, where the language raises that as an exception.
    OutOfMemory,
    /// A library function was used against its contract.
    Library {
        /// What was wrong: "memcpy: length -1".
        message: String,
    },
}

/// A place in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The function.
    pub function: FuncId,
    /// Where in the source, where known.
    pub span: Option<Span>,
}

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// Innermost call first; never empty for faults raised inside a function.
    pub stack: Vec<Location>,
}

impl Fault {
    /// The innermost place.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        self.stack.first()
    }
}

/// Why a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminationReason {
    /// The function returned.
    Returned,
    /// The code under test failed.
    Fault(Box<Fault>),
    /// [`Config::steps`](crate::Config::steps) were executed.
    StepLimit,
    /// [`Config::memory_bytes`](crate::Config::memory_bytes) are in use.
    MemoryLimit,
    /// The program called `exit`.
    Exited(i32),
    /// A limit of ours, not a bug of the program.
    Unsupported(Box<Unsupported>),
    /// An assumption of the harness did not hold.
    AssumptionFailed,
}

/// Something the machine cannot execute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What: "inline assembly".
    pub what: String,
    /// Innermost call first.
    pub stack: Vec<Location>,
}

/// Why execution stopped before the function returned; the place is added by the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The code under test failed.
    Fault(FaultKind),
    /// A fault or gap inside a callback, already with its place.
    Located(TerminationReason),
    /// Out of steps.
    StepLimit,
    /// Out of memory.
    MemoryLimit,
    /// `exit`.
    Exited(i32),
    /// A limit of ours.
    Unsupported(String),
    /// An assumption of the harness did not hold.
    AssumptionFailed,
    /// An exception is raised; it unwinds the frames.
    Throw(Vec<u128>),
    /// A function without a body asks that this one be called in its place: what it returns is the result of the call.
    Enter {
        /// The function.
        function: FuncId,
        /// Its arguments, bits zero-extended.
        args: Vec<u128>,
    },
    /// The calls in progress are put aside, and others go on.
    Switch(Box<Switch>),
    /// A monitor is held by another thread: the operation waits for it.
    Held {
        /// The object.
        object: u64,
    },
    /// `longjmp`: frames are left up to the one that called `setjmp`, which returns again.
    Jump {
        /// Where `setjmp` was called.
        place: JumpPlace,
        /// What `setjmp` returns this time.
        value: i32,
    },
}

/// Another stack of calls is to go on: how threads of a managed program take turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The number under which the present calls are put aside; `None` drops them.
    pub from: Option<u32>,
    /// Whether the operation that asked is executed again when these calls go on.
    pub again: bool,
    /// The number of the calls that go on.
    pub to: u32,
    /// The function, with its arguments, that they begin with, if they are not those put aside before.
    pub start: Option<(FuncId, Vec<u128>)>,
}

/// A place in a run that it may jump back to while the function that was called there has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JumpPlace {
    /// Number of frames, that of the function itself included.
    pub(crate) frames: usize,
    /// The activation of the function.
    pub(crate) activation: u64,
    /// Behind the call.
    pub(crate) pc: u32,
}

impl From<FaultKind> for Stop {
    fn from(kind: FaultKind) -> Self {
        Stop::Fault(kind)
    }
}

/// Results of a call: bits, zero-extended. Two of them fit without allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Returns {
    first: Option<u128>,
    rest: Vec<u128>,
}

impl Returns {
    /// No result.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// One result.
    #[must_use]
    pub fn one(bits: u128) -> Self {
        Self { first: Some(bits), rest: Vec::new() }
    }

    /// Adds a result.
    pub fn push(&mut self, bits: u128) {
        match self.first {
            None => self.first = Some(bits),
            Some(_) => self.rest.push(bits),
        }
    }

    /// The first result.
    #[must_use]
    pub fn first(&self) -> Option<u128> {
        self.first
    }

    /// The results in order.
    pub fn iter(&self) -> impl Iterator<Item = u128> + '_ {
        self.first.iter().chain(&self.rest).copied()
    }

    /// Number of results.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.rest.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl FromIterator<u128> for Returns {
    fn from_iter<I: IntoIterator<Item = u128>>(items: I) -> Self {
        let mut returns = Self::none();
        items.into_iter().for_each(|bits| returns.push(bits));
        returns
    }
}

/// What a run did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunOutcome {
    /// Why it ended.
    pub reason: TerminationReason,
    /// Results; empty unless it returned.
    pub returns: Returns,
    /// IR instructions executed, counted at the end of blocks.
    pub steps: u64,
}

impl FaultKind {
    /// What of it a language may raise as an exception, and what the raiser is told.
    #[must_use]
    pub fn raised(&self) -> Option<(RaisedFault, [u64; 2])> {
        Some(match *self {
            Self::NullDereference { .. } => (RaisedFault::NullDereference, [0; 2]),
            Self::DivisionByZero => (RaisedFault::DivisionByZero, [0; 2]),
            Self::ArrayIndex { index, length } => {
                (RaisedFault::ArrayIndex, [i64::from(index) as u64, u64::from(length)])
            }
            Self::NegativeLength { length } => (RaisedFault::NegativeLength, [i64::from(length) as u64, 0]),
            Self::BadCast { object, class } => (RaisedFault::BadCast, [object, u64::from(class.0)]),
            Self::BadElement { object, array } => (RaisedFault::BadElement, [object, array]),
            Self::MonitorState { object } => (RaisedFault::MonitorState, [object, 0]),
            Self::AbstractCall { object } => (RaisedFault::AbstractCall, [object, 0]),
            Self::StackOverflow => (RaisedFault::StackOverflow, [0; 2]),
            Self::OutOfMemory => (RaisedFault::OutOfMemory, [0; 2]),
            _ => return None,
        })
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Access::Read => "read",
            Access::Write => "write",
        })
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NullDereference { access, .. } => write!(f, "{access} through a null pointer"),
            Self::OutOfBounds { offset, size_bytes, length, access, .. } => {
                write!(f, "{access} of {length} bytes at offset {offset} of an object of {size_bytes} bytes")
            }
            Self::UseAfterFree { access, .. } => write!(f, "{access} of freed memory"),
            Self::UseAfterReturn { access, .. } => {
                write!(f, "{access} of a local variable whose function has returned")
            }
            Self::InvalidPointer { address, access } => {
                write!(f, "{access} through {address:#x}, which points to no object")
            }
            Self::DoubleFree { .. } => f.write_str("memory is freed twice"),
            Self::InvalidFree { .. } => f.write_str("free of a pointer that was not allocated"),
            Self::WriteToConstant { .. } => f.write_str("write to a constant"),
            Self::DivisionByZero => f.write_str("division by zero"),
            Self::DivisionOverflow => f.write_str("quotient out of range"),
            Self::InvalidShift { amount, width } => write!(f, "shift of {width} bits by {amount}"),
            Self::ZeroCounted => {
                f.write_str("the leading or trailing zeros of 0 are counted, whose number is undefined")
            }
            Self::SignedOverflow => f.write_str("signed overflow"),
            Self::Unreachable => f.write_str("code marked unreachable was reached"),
            Self::Trap => f.write_str("the program trapped"),
            Self::Abort => f.write_str("the program aborted"),
            Self::AssertionFailed { message } => write!(f, "assertion failed: {message}"),
            Self::PropertyViolated { condition } => write!(f, "TRINE_ASSERT({condition}) does not hold"),
            Self::StackOverflow => f.write_str("stack overflow"),
            Self::CallOfNonFunction { address } => {
                write!(f, "call through {address:#x}, which is no function")
            }
            Self::SignatureMismatch { .. } => f.write_str("call of a function with another type"),
            Self::InvalidJump { address } => write!(f, "jump to {address:#x}, which is none of its labels"),
            Self::Uncaught => f.write_str("an exception left the outermost function"),
            Self::StepLimit => f.write_str("the function did not end within the step limit"),
            Self::UnsetMemory => f.write_str("a branch depends on memory that was never written"),
            Self::ArrayIndex { index, length } => write!(f, "index {index} of an array of {length} elements"),
            Self::NegativeLength { length } => write!(f, "array of {length} elements"),
            Self::BadCast { class, .. } => write!(f, "object that is no instance of {class}"),
            Self::BadElement { .. } => f.write_str("reference of the wrong class stored in an array"),
            Self::MonitorState { .. } => f.write_str("monitor left that was not entered"),
            Self::AbstractCall { .. } => f.write_str("call of a method without body"),
            Self::OutOfMemory => f.write_str("no memory for a new object"),
            Self::Library { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for FaultKind {}
