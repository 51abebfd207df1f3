//! Questions about characters as terms: digit, letter, white space, case.
//!
//! The class library looks them up in tables and answers by control flow, so that no answer has a term. Here the answer for Latin-1 is one
//! condition over ranges of codes; beyond them every answer is no, and a model that relies on that is found out by its run.

use trine_expr::{BinaryOp, CompareOp, Term, TermPool};

/// A question, by the name of the method and without its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `isDigit`.
    Digit,
    /// `isLetter`, `isAlphabetic`.
    Letter,
    /// `isLetterOrDigit`.
    LetterOrDigit,
    /// `isWhitespace`.
    WhiteSpace,
    /// `isUpperCase`.
    Upper,
    /// `isLowerCase`.
    Lower,
}

impl Question {
    /// The question that a method of `java.lang.Character` asks.
    #[must_use]
    pub fn named(method: &str) -> Option<Self> {
        Some(match method {
            "isDigit" => Self::Digit,
            "isLetter" | "isAlphabetic" => Self::Letter,
            "isLetterOrDigit" => Self::LetterOrDigit,
            "isWhitespace" => Self::WhiteSpace,
            "isUpperCase" => Self::Upper,
            "isLowerCase" => Self::Lower,
            _ => return None,
        })
    }

    /// Codes for which the answer is yes, both ends included (Unicode 13 and later, Latin-1).
    #[must_use]
    pub fn ranges(self) -> &'static [(u32, u32)] {
        match self {
            Self::Digit => &[(48, 57)],
            Self::Letter => {
                &[(65, 90), (97, 122), (170, 170), (181, 181), (186, 186), (192, 214), (216, 246), (248, 255)]
            }
            Self::LetterOrDigit => &[
                (48, 57),
                (65, 90),
                (97, 122),
                (170, 170),
                (181, 181),
                (186, 186),
                (192, 214),
                (216, 246),
                (248, 255),
            ],
            Self::WhiteSpace => &[(9, 13), (28, 32)],
            Self::Upper => &[(65, 90), (192, 214), (216, 222)],
            Self::Lower => &[(97, 122), (170, 170), (181, 181), (186, 186), (223, 246), (248, 255)],
        }
    }

    /// One bit: the answer for a code.
    #[must_use]
    pub fn answer(self, pool: &mut TermPool, code: Term) -> Term {
        let mut any = pool.boolean(false);
        for &(from, to) in self.ranges() {
            let inside = between(pool, code, from, to);
            any = pool.or(any, inside);
        }
        any
    }
}

/// One bit: `from <= code <= to`.
#[must_use]
pub fn between(pool: &mut TermPool, code: Term, from: u32, to: u32) -> Term {
    let width = pool.width(code);
    if from == to {
        let only = pool.constant(u128::from(from), width);
        return pool.equal(code, only);
    }
    let low = pool.constant(u128::from(from), width);
    let distance = pool.binary(BinaryOp::Sub, code, low);
    let span = pool.constant(u128::from(to - from), width);
    let beyond = pool.compare(CompareOp::Ult, span, distance);
    pool.not(beyond)
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_expr::{Assignment, Node};

    #[test]
    fn a_range_holds_for_its_codes_only() {
        let mut pool = TermPool::new();
        let code = pool.variable("c", 32);
        let Node::Variable(id) = pool.node(code) else { panic!() };
        let answer = Question::Digit.answer(&mut pool, code);
        for (value, expected) in [(47, 0), (48, 1), (57, 1), (58, 0), (0, 0), (0x0660, 0)] {
            let mut model = Assignment::new();
            model.set(id, value);
            assert_eq!(pool.evaluate(answer, &model), expected, "{value}");
        }
    }
}
