//! Counters and the expressions over them, expanded into sparse linear forms.
//!
//! A region's count is zero, one counter, or an expression tree of sums and differences. As every count is
//! linear, a tree is a vector of coefficients over the counters: `(c0 - c2) + c1` is `[(0, 1), (1, 1), (2, -1)]`.
//!
//! Source: "LLVM Code Coverage Mapping Format", sections on counters and counter expressions.
//! Not handled: nothing known. Cost: the sum of the sizes of all forms, at worst quadratic in the expressions.

use super::CovMapError;

/// Where a region's count comes from. `Zero` is a statement by clang that the region is not counted or never runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counter {
    /// The constant zero.
    Zero,
    /// The counter with this index, bumped by `llvm.instrprof.increment`.
    Counter(u32),
    /// An index into the expressions of the function record.
    Expression(u32),
}

/// The sum or difference of two counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expression {
    /// `left + right`.
    Add(Counter, Counter),
    /// `left - right`.
    Subtract(Counter, Counter),
}

/// A sum of counters with integer coefficients: `(counter index, coefficient)`, sorted by index, no zero coefficient.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LinearForm {
    terms: Vec<(u32, i64)>,
}

impl LinearForm {
    /// The form that is just one counter.
    pub fn counter(index: u32) -> Self {
        LinearForm { terms: vec![(index, 1)] }
    }

    /// The terms, sorted by counter index.
    pub fn terms(&self) -> &[(u32, i64)] {
        &self.terms
    }

    /// True when all coefficients cancel.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// `self + sign · other`; `None` when a coefficient overflows.
    pub fn plus(&self, sign: i64, other: &LinearForm) -> Option<LinearForm> {
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        while let Some(&(index, _)) = match (left.peek(), right.peek()) {
            (Some(l), Some(r)) => Some(if l.0 <= r.0 { *l } else { *r }),
            (l, r) => l.or(r).copied(),
        } {
            let of = |term: Option<&(u32, i64)>| term.map_or(0, |t| t.1);
            let l = of(left.next_if(|t| t.0 == index));
            let r = of(right.next_if(|t| t.0 == index));
            let sum = l.checked_add(sign.checked_mul(r)?)?;
            if sum != 0 {
                terms.push((index, sum));
            }
        }
        Some(LinearForm { terms })
    }

    /// The value of the form for given counts; counters beyond `counts` are zero.
    pub fn evaluate(&self, counts: &[u64]) -> i128 {
        let count = |index: u32| counts.get(index as usize).copied().unwrap_or(0);
        self.terms.iter().map(|(index, by)| i128::from(*by) * i128::from(count(*index))).sum()
    }
}

/// The linear forms of all expressions of one function.
#[derive(Debug, Clone)]
pub struct LinearForms {
    of_expression: Vec<LinearForm>,
}

impl LinearForms {
    /// Expands every expression once. Fails on circular expressions and on overflowing coefficients.
    pub fn new(expressions: &[Expression]) -> Result<Self, CovMapError> {
        let mut done: Vec<Option<LinearForm>> = vec![None; expressions.len()];
        let mut open = vec![false; expressions.len()];
        for root in 0..expressions.len() {
            expand(expressions, root, &mut done, &mut open)?;
        }
        Ok(LinearForms { of_expression: done.into_iter().map(Option::unwrap_or_default).collect() })
    }

    /// The linear form of a counter. Zero for an expression index out of range (the decoder admits none).
    pub fn of(&self, counter: Counter) -> LinearForm {
        match counter {
            Counter::Zero => LinearForm::default(),
            Counter::Counter(index) => LinearForm::counter(index),
            Counter::Expression(index) => self.of_expression.get(index as usize).cloned().unwrap_or_default(),
        }
    }
}

/// Depth-first expansion with an explicit stack: `open` marks expressions whose operands are being expanded.
fn expand(
    expressions: &[Expression],
    root: usize,
    done: &mut [Option<LinearForm>],
    open: &mut [bool],
) -> Result<(), CovMapError> {
    let mut stack = vec![root];
    while let Some(&top) = stack.last() {
        if done[top].is_some() {
            stack.pop();
            continue;
        }
        let error = CovMapError::Expression(top as u32);
        let (left, right, sign) = match expressions[top] {
            Expression::Add(left, right) => (left, right, 1),
            Expression::Subtract(left, right) => (left, right, -1),
        };
        let missing: Vec<usize> = [left, right].into_iter().filter_map(|c| pending(c, done)).collect();
        if missing.is_empty() {
            let sum = known(left, done).plus(sign, &known(right, done));
            done[top] = Some(sum.ok_or(error)?);
        } else if open[top] || missing.iter().any(|m| *m >= expressions.len()) {
            return Err(error);
        } else {
            open[top] = true;
            stack.extend(missing);
        }
    }
    Ok(())
}

/// The expression behind a counter, while it has no form yet.
fn pending(counter: Counter, done: &[Option<LinearForm>]) -> Option<usize> {
    match counter {
        Counter::Expression(index) if done.get(index as usize).is_none_or(Option::is_none) => {
            Some(index as usize)
        }
        _ => None,
    }
}

fn known(counter: Counter, done: &[Option<LinearForm>]) -> LinearForm {
    match counter {
        Counter::Zero => LinearForm::default(),
        Counter::Counter(index) => LinearForm::counter(index),
        Counter::Expression(index) => done[index as usize].clone().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Counter::{Counter as C, Expression as E};

    #[test]
    fn expressions_become_sorted_sparse_forms() {
        let forms =
            LinearForms::new(&[Expression::Subtract(E(1), C(2)), Expression::Add(C(1), C(0))]).unwrap();
        assert_eq!(forms.of(E(0)).terms(), [(0, 1), (1, 1), (2, -1)]);
        assert_eq!(forms.of(E(0)).evaluate(&[5, 1, 2]), 4);
        assert!(forms.of(Counter::Zero).is_zero());
    }

    #[test]
    fn terms_that_cancel_vanish() {
        let forms =
            LinearForms::new(&[Expression::Add(C(1), C(0)), Expression::Subtract(E(0), C(1))]).unwrap();
        assert_eq!(forms.of(E(1)), LinearForm::counter(0));
    }

    #[test]
    fn shared_operands_are_not_a_circle_but_circles_are_refused() {
        let forms = LinearForms::new(&[
            Expression::Add(E(1), E(1)),
            Expression::Add(C(0), E(2)),
            Expression::Add(C(1), C(1)),
        ]);
        assert_eq!(forms.unwrap().of(E(0)).terms(), [(0, 2), (1, 4)]);
        let circle = [Expression::Add(E(1), C(0)), Expression::Subtract(E(0), C(0))];
        assert!(matches!(LinearForms::new(&circle), Err(CovMapError::Expression(_))));
        assert!(LinearForms::new(&[Expression::Add(E(0), C(0))]).is_err());
    }

    #[test]
    fn coefficients_that_overflow_are_refused() {
        let doubling: Vec<_> = (0..70)
            .map(|i| if i == 0 { Expression::Add(C(0), C(0)) } else { Expression::Add(E(i - 1), E(i - 1)) })
            .collect();
        assert!(LinearForms::new(&doubling).is_err());
    }
}
