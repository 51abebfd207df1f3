//! Facts about values of one run: which operand of a test a reference is, which field a value was read from, and what comparisons of such
//! values asked.

use trine_base::typed_index;
use trine_ir::ClassId;

typed_index! {
    /// A fact; 0 is that nothing is known.
    pub(super) struct FactId = "fact"
}

/// Nothing is known.
pub(super) const NOTHING: FactId = FactId(0);

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// Nothing.
    Nothing,
    /// A reference that the test hands to the call of a step, by position among the step's operands.
    Operand { step: u32, position: usize },
    /// A reference that a step gave, in an element or a field.
    Given(u32),
    /// What was read at an offset of an object, of which `of` is known.
    Field { object: u64, offset: u64, of: FactId, is_reference: bool },
    /// Two values went into it.
    Both(FactId, FactId),
    /// Whether a reference is null.
    Null { of: FactId, holds: bool },
    /// Whether two references are the same.
    Same { a: FactId, b: FactId, holds: bool },
    /// Whether an object is of a class.
    IsA { of: FactId, class: ClassId, holds: bool },
}

/// The facts of a run.
#[derive(Debug)]
pub(super) struct Facts(Vec<Fact>);

impl Default for Facts {
    fn default() -> Self {
        Self(vec![Fact::Nothing])
    }
}

/// Facts of one run at most; what comes later is not known.
const MAX_FACTS: usize = 1 << 18;

impl Facts {
    /// Forgets the last run.
    pub fn clear(&mut self) {
        self.0.truncate(1);
    }

    /// A new fact.
    pub fn add(&mut self, fact: Fact) -> FactId {
        if self.0.len() >= MAX_FACTS {
            return NOTHING;
        }
        self.0.push(fact);
        FactId(self.0.len() as u32 - 1)
    }

    pub fn get(&self, id: FactId) -> Fact {
        self.0[id.0 as usize]
    }

    /// What is known of a value that two others went into.
    pub fn both(&mut self, a: FactId, b: FactId) -> FactId {
        match (a, b) {
            (NOTHING, other) | (other, NOTHING) => other,
            (a, b) if a == b => a,
            (a, b) => self.add(Fact::Both(a, b)),
        }
    }

    /// Whether the value is a reference.
    pub fn is_reference(&self, id: FactId) -> bool {
        matches!(self.get(id), Fact::Operand { .. } | Fact::Given(_) | Fact::Field { is_reference: true, .. })
    }
}
