//! Instructions of the JVM, reduced to few kinds and resolved against the constant pool.
//!
//! 205 opcodes are some 30 kinds here: `iload_1`, `iload 1` and `wide iload 1` are one. Targets of jumps are positions
//! of bytes in the code, as all tables of the class file have them. Source: JVMS chapter 6.

use super::constant::Constant;
use super::descriptor::{FieldType, MethodType};

/// The kinds of values that local variables and the operand stack hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `int` and what is smaller.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A reference, or a return address of `jsr`.
    Reference,
}

/// The kinds of elements that array instructions tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayKind {
    /// `byte` and `boolean`, which share instructions.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// References.
    Reference,
}

/// An operation on two numbers of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithmeticOp {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// Quotient; of integers towards zero, and by zero an exception.
    Divide,
    /// Remainder.
    Remainder,
    /// Bits of both.
    And,
    /// Bits of either.
    Or,
    /// Bits of just one.
    Xor,
}

/// A shift; only the low 5 or 6 bits of the amount count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShiftOp {
    /// To the left.
    Left,
    /// To the right, keeping the sign.
    Right,
    /// To the right, filling with zeros.
    RightUnsigned,
}

/// A comparison that gives -1, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Of `long`s.
    Long,
    /// Of floats, -1 when one is not a number.
    FloatLess,
    /// Of floats, 1 when one is not a number.
    FloatGreater,
    /// Of doubles, -1 when one is not a number.
    DoubleLess,
    /// Of doubles, 1 when one is not a number.
    DoubleGreater,
}

/// What a conditional jump tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BranchTest {
    /// An `int` against zero.
    Zero(IntTest),
    /// Two `int`s.
    Ints(IntTest),
    /// Whether two references are the same (`true`) or not (`false`).
    Same(bool),
    /// Whether a reference is null (`true`) or not (`false`).
    Null(bool),
}

/// A relation of two signed integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntTest {
    /// Equal.
    Equal,
    /// Not equal.
    NotEqual,
    /// Less.
    Less,
    /// Greater or equal.
    GreaterOrEqual,
    /// Greater.
    Greater,
    /// Less or equal.
    LessOrEqual,
}

/// An operation on the words at the top of the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum StackOp {
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
}

/// How a field is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum FieldAccess {
    GetField,
    PutField,
    GetStatic,
    PutStatic,
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "named as in the specification")]
pub enum InvokeKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// Does nothing.
    Nop,
    /// Pushes a constant.
    Constant(Constant),
    /// Pushes a local variable.
    Load(Kind, u16),
    /// Pops into a local variable.
    Store(Kind, u16),
    /// Adds to an `int` variable.
    Increment(u16, i16),
    /// Pops index and array, pushes the element.
    ArrayLoad(ArrayKind),
    /// Pops value, index and array, and stores.
    ArrayStore(ArrayKind),
    /// Moves words of the stack.
    Stack(StackOp),
    /// Pops two numbers, pushes one.
    Arithmetic(ArithmeticOp, Kind),
    /// Changes the sign.
    Negate(Kind),
    /// Pops amount (`int`) and number (`int` or `long`).
    Shift(ShiftOp, Kind),
    /// Converts between kinds of numbers.
    Convert(Kind, Kind),
    /// Cuts an `int` to a smaller type and extends it again.
    Narrow(super::BaseType),
    /// Compares, pushes an `int`.
    Compare(Comparison),
    /// Jumps if the test holds.
    Branch(BranchTest, u32),
    /// Jumps.
    Goto(u32),
    /// Pushes the position behind itself and jumps: a subroutine of class files up to version 50.
    JumpToSubroutine(u32),
    /// Jumps to the position in a local variable.
    ReturnFromSubroutine(u16),
    /// Jumps by an `int`.
    Switch {
        /// Where it goes for all other values.
        default: u32,
        /// Values and targets, by rising value.
        cases: Vec<(i32, u32)>,
    },
    /// Ends the method, with a value or without.
    Return(Option<Kind>),
    /// Reads or writes a field.
    Field {
        /// How.
        access: FieldAccess,
        /// Class that the reference names; the field may be inherited.
        class: String,
        /// Name of the field.
        name: String,
        /// Its type.
        ty: FieldType,
    },
    /// Calls a method.
    Invoke {
        /// How.
        kind: InvokeKind,
        /// Class, interface or array that the reference names; the method may be inherited.
        class: String,
        /// Name of the method.
        name: String,
        /// Its type, without the receiver.
        ty: MethodType,
        /// Whether the reference names an interface.
        is_interface: bool,
    },
    /// Calls what a bootstrap method links.
    InvokeDynamic {
        /// Position of the bootstrap method in the class.
        bootstrap: u16,
        /// Name that it is given.
        name: String,
        /// Arguments and result of the call.
        ty: MethodType,
    },
    /// Makes an object of a class, not yet initialised.
    New(String),
    /// Pops a length, makes an array of elements of this type.
    NewArray(FieldType),
    /// Pops so many lengths, makes an array of this type with arrays inside.
    NewMultiArray(FieldType, u8),
    /// Pops an array, pushes its length.
    ArrayLength,
    /// Throws a reference.
    Throw,
    /// Throws unless a reference is null or an instance.
    CheckCast(FieldType),
    /// Pops a reference, pushes whether it is an instance.
    InstanceOf(FieldType),
    /// Locks an object.
    MonitorEnter,
    /// Unlocks an object.
    MonitorExit,
}

impl Instruction {
    /// Whether control never goes on to the instruction behind it.
    #[must_use]
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            Self::Goto(_)
                | Self::Switch { .. }
                | Self::Return(_)
                | Self::Throw
                | Self::JumpToSubroutine(_)
                | Self::ReturnFromSubroutine(_)
        )
    }

    /// Positions that it may jump to.
    pub fn targets(&self) -> impl Iterator<Item = u32> {
        let (first, cases): (Option<u32>, &[(i32, u32)]) = match self {
            Self::Branch(_, target) | Self::Goto(target) | Self::JumpToSubroutine(target) => {
                (Some(*target), &[])
            }
            Self::Switch { default, cases } => (Some(*default), cases),
            _ => (None, &[]),
        };
        first.into_iter().chain(cases.iter().map(|&(_, target)| target))
    }
}
