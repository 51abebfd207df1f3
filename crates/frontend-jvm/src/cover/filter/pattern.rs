//! Matches a sequence of instructions, whatever labels and lines stand between them.

use crate::class::{BranchTest, Code, FieldAccess, Instruction, IntTest, InvokeKind, Kind};
use crate::class::{Constant, StackOp};

/// A place in the code that moves on as long as what is asked for is there.
#[derive(Clone, Debug)]
pub struct Pattern<'a> {
    code: &'a Code,
    /// The next instruction; `None` once something did not match.
    next: Option<usize>,
    /// Variables that were given names, with their words.
    variables: Vec<(&'static str, u16)>,
}

impl<'a> Pattern<'a> {
    /// A pattern that is to begin with the instruction at `index`.
    pub fn at(code: &'a Code, index: usize) -> Self {
        Self { code, next: Some(index), variables: Vec::new() }
    }

    /// Goes to another instruction; names of variables stay.
    pub fn go(&mut self, index: usize) -> &mut Self {
        self.next = Some(index);
        self
    }

    /// Whether all so far matched.
    pub fn matches(&self) -> bool {
        self.next.is_some()
    }

    /// The last instruction that matched.
    pub fn last(&self) -> Option<usize> {
        self.next.and_then(|next| next.checked_sub(1))
    }

    /// The instruction that would be next.
    pub fn peek(&self) -> Option<&'a Instruction> {
        self.code.instructions.get(self.next?).map(|(_, instruction)| instruction)
    }

    /// Any instruction that `fits`.
    pub fn is(&mut self, fits: impl FnOnce(&Instruction) -> bool) -> &mut Self {
        let here = self.peek().is_some_and(fits);
        self.next = self.next.filter(|_| here).map(|next| next + 1);
        self
    }

    /// Any instruction.
    pub fn any(&mut self) -> &mut Self {
        self.is(|_| true)
    }

    fn variable(&mut self, slot: Option<u16>, name: &'static str) -> &mut Self {
        let known = self.variables.iter().find(|(known, _)| *known == name).map(|&(_, slot)| slot);
        match (slot, known) {
            (Some(slot), None) => self.variables.push((name, slot)),
            (Some(slot), Some(known)) if slot == known => {}
            _ => {
                self.next = None;
                return self;
            }
        }
        self.any()
    }

    /// A load of the variable called `name`, which it names when it is the first.
    pub fn loads(&mut self, kind: Kind, name: &'static str) -> &mut Self {
        let slot = match self.peek() {
            Some(Instruction::Load(loaded, slot)) if *loaded == kind => Some(*slot),
            _ => None,
        };
        self.variable(slot, name)
    }

    /// A store into the variable called `name`, which it names when it is the first.
    pub fn stores(&mut self, kind: Kind, name: &'static str) -> &mut Self {
        let slot = match self.peek() {
            Some(Instruction::Store(stored, slot)) if *stored == kind => Some(*slot),
            _ => None,
        };
        self.variable(slot, name)
    }

    /// A call of just this method.
    pub fn calls(&mut self, how: InvokeKind, class: &str, name: &str, descriptor: &str) -> &mut Self {
        self.is(|instruction| {
            matches!(instruction, Instruction::Invoke { kind, class: of, name: called, ty, .. }
                if *kind == how && of == class && called == name && ty.descriptor() == descriptor)
        })
    }

    /// An access of just this field.
    pub fn accesses(&mut self, how: FieldAccess, class: &str, name: &str) -> &mut Self {
        self.is(|instruction| {
            matches!(instruction, Instruction::Field { access, class: of, name: field, .. }
                if *access == how && of == class && field == name)
        })
    }

    /// A throw.
    pub fn throws(&mut self) -> &mut Self {
        self.is(|instruction| matches!(instruction, Instruction::Throw))
    }

    /// An unconditional jump.
    pub fn jumps(&mut self) -> &mut Self {
        self.is(is_goto)
    }

    /// A jump on this test.
    pub fn branches(&mut self, test: BranchTest) -> &mut Self {
        self.is(|instruction| matches!(instruction, Instruction::Branch(found, _) if *found == test))
    }

    /// An object is made of this class.
    pub fn makes(&mut self, class: &str) -> &mut Self {
        self.is(|instruction| matches!(instruction, Instruction::New(made) if made == class))
    }

    /// `dup`.
    pub fn duplicates(&mut self) -> &mut Self {
        self.is(|instruction| matches!(instruction, Instruction::Stack(StackOp::Dup)))
    }

    /// This small number.
    pub fn number(&mut self, number: i32) -> &mut Self {
        self.is(|instruction| matches!(instruction, Instruction::Constant(Constant::Int(value)) if *value == number))
    }

    /// A return, with a value of this kind or without.
    pub fn returns(&mut self, kind: Option<Kind>) -> &mut Self {
        self.is(|instruction| matches!(instruction, Instruction::Return(found) if *found == kind))
    }
}

/// Whether it jumps always.
pub fn is_goto(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Goto(_))
}

/// A jump when an `int` is zero.
pub const IF_ZERO: BranchTest = BranchTest::Zero(IntTest::Equal);
/// A jump when an `int` is not zero.
pub const IF_NOT_ZERO: BranchTest = BranchTest::Zero(IntTest::NotEqual);
/// A jump when a reference is null.
pub const IF_NULL: BranchTest = BranchTest::Null(true);

/// Whether `constant` is loaded from the constant pool: small numbers have instructions of their own.
pub fn is_pooled(constant: &Constant) -> bool {
    match constant {
        Constant::Int(value) => i16::try_from(*value).is_err(),
        Constant::Long(value) => !(0..=1).contains(value),
        Constant::Float(value) => ![0.0f32, 1.0, 2.0].iter().any(|small| small.to_bits() == value.to_bits()),
        Constant::Double(value) => ![0.0f64, 1.0].iter().any(|small| small.to_bits() == value.to_bits()),
        Constant::Null => false,
        _ => true,
    }
}
