//! Test cases over objects: sequences of constructor and method calls, and the classes they are written in.
//!
//! ```text
//! s0 = new Account("Ada", 100)          // strings and numbers are leaves
//! s1 = s0.withdraw(30)                  // results are values that later steps use
//! s2 = s0.history()
//! ```
//!
//! As for C, the skeleton (the steps) is shared, and a search that changes leaves clones a vector of numbers only. Nothing here is
//! particular to one language with classes: names, members, types with arguments.

pub mod api;
pub mod carved;
pub mod compared;
pub mod constants;
pub mod implement;
pub mod sequence;
pub mod shown;
pub mod types;

pub use api::{
    ClassApi, ClassId, ClassKind, ClassType, ClassUse, Member, MemberId, MemberKind, ParameterType,
    Primitive, Reflected, Serialization, TypeArgument, TypeParameter, TypeUse, Visibility,
};
pub use carved::{CarvedCall, CarvedValue};
pub use compared::{Compared, Parsed};
pub use constants::Constants;
pub use sequence::{Action, Operand, Sequence, Step, StepId, Steps};
pub use shown::{Ended, Expectation, ObjectTest, Seen, Shown};
pub use types::{Bindings, Types};
