//! The shadow of a value in a concolic run: its term, if it has one.

use trine_expr::Term;

/// The term of a value, if it has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shadow(u32);

impl Shadow {
    /// No term: the value is concrete.
    pub const NONE: Shadow = Shadow(0);

    /// The term.
    #[must_use]
    pub fn term(self) -> Option<Term> {
        self.0.checked_sub(1).map(Term)
    }
}

impl From<Term> for Shadow {
    fn from(term: Term) -> Self {
        Self(term.0 + 1)
    }
}

impl From<Option<Term>> for Shadow {
    fn from(term: Option<Term>) -> Self {
        term.map_or(Self::NONE, Self::from)
    }
}
