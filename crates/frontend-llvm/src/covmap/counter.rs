//! Counters and the expressions over them.
//!
//! A region's count is zero, one counter, or an expression tree of sums and differences. As every count is
//! linear, a tree is a vector of coefficients over the counters: `(c0 - c2) + c1` is `[(0, 1), (1, 1), (2, -1)]`.
//! Written out for every region these are quadratic in a long function, so expressions are evaluated instead,
//! each once, in whatever numbers the counters are given as ([`Expressions::values`]); one form is written out
//! where it is asked for.
//!
//! Source: "LLVM Code Coverage Mapping Format", sections on counters and counter expressions.
//! Not handled: nothing known. Cost: linear in the expressions to check, to evaluate, and to write out one form.

use super::CovMapError;
use std::collections::{BTreeMap, HashMap};

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
pub type LinearForm = Vec<(u32, i64)>;

/// Numbers that counts may be evaluated in; sums wrap around.
pub trait Sum: Copy {
    /// The count of what never runs.
    const ZERO: Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
}

impl Sum for i128 {
    const ZERO: Self = 0;
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
}

/// The expressions of one function, none of them circular.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expressions {
    expressions: Vec<Expression>,
    /// An order in which each comes after its operands.
    order: Vec<u32>,
}

/// The values of all counters and expressions of one function.
pub struct Values<T, F> {
    of_expression: Vec<T>,
    of_counter: F,
}

impl Expressions {
    /// Checks that no expression is circular and none is missing.
    pub fn new(expressions: &[Expression]) -> Result<Self, CovMapError> {
        let mut order = Vec::with_capacity(expressions.len());
        let mut state = vec![State::New; expressions.len()];
        for root in 0..expressions.len() {
            arrange(expressions, root, &mut state, &mut order)?;
        }
        Ok(Self { expressions: expressions.to_vec(), order })
    }

    /// What the expressions come to when the counters have the values `of_counter`.
    pub fn values<T: Sum, F: Fn(u32) -> T>(&self, of_counter: F) -> Values<T, F> {
        let mut values = Values { of_expression: vec![T::ZERO; self.expressions.len()], of_counter };
        for &at in &self.order {
            let (left, right, is_sum) = self.expressions[at as usize].parts();
            let (left, right) = (values.of(left), values.of(right));
            values.of_expression[at as usize] = if is_sum { left.plus(right) } else { left.minus(right) };
        }
        values
    }

    /// The linear form of a counter; `None` when a coefficient overflows.
    pub fn form(&self, counter: Counter) -> Option<LinearForm> {
        let mut by_counter = BTreeMap::new();
        let mut by_expression: HashMap<u32, i64> = HashMap::new();
        let mut add = |by_expression: &mut HashMap<u32, i64>, to: Counter, by: i64| {
            let entry = match to {
                Counter::Zero => return Some(()),
                Counter::Counter(index) => by_counter.entry(index).or_insert(0i64),
                Counter::Expression(index) => by_expression.entry(index).or_insert(0),
            };
            *entry = entry.checked_add(by)?;
            Some(())
        };
        add(&mut by_expression, counter, 1)?;
        if let Counter::Expression(root) = counter {
            let from = self.order.iter().position(|at| *at == root)?;
            for at in self.order[..=from].iter().rev() {
                let Some(by) = by_expression.remove(at) else { continue };
                let (left, right, is_sum) = self.expressions[*at as usize].parts();
                add(&mut by_expression, left, by)?;
                add(&mut by_expression, right, if is_sum { by } else { by.checked_neg()? })?;
            }
        }
        Some(by_counter.into_iter().filter(|(_, by)| *by != 0).collect())
    }
}

impl Expression {
    /// The operands, and whether they are added.
    fn parts(self) -> (Counter, Counter, bool) {
        match self {
            Expression::Add(left, right) => (left, right, true),
            Expression::Subtract(left, right) => (left, right, false),
        }
    }
}

impl<T: Sum, F: Fn(u32) -> T> Values<T, F> {
    /// The value of a counter. Zero for an expression index out of range (the decoder admits none).
    pub fn of(&self, counter: Counter) -> T {
        match counter {
            Counter::Zero => T::ZERO,
            Counter::Counter(index) => (self.of_counter)(index),
            Counter::Expression(index) => self.of_expression.get(index as usize).copied().unwrap_or(T::ZERO),
        }
    }
}

/// The value of counter `index` of a native run; counters beyond `counts` are zero.
pub fn native_count(counts: &[u64]) -> impl Fn(u32) -> i128 + '_ {
    |index| counts.get(index as usize).copied().unwrap_or(0).into()
}

/// Where the search for an order stands at an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// Its operands are being looked at.
    Open,
    Done,
}

/// Depth-first search with an explicit stack: appends `root` to `order`, after all that it needs.
fn arrange(
    expressions: &[Expression],
    root: usize,
    state: &mut [State],
    order: &mut Vec<u32>,
) -> Result<(), CovMapError> {
    let mut stack = vec![root];
    while let Some(&top) = stack.last() {
        if state[top] == State::Done {
            stack.pop();
            continue;
        }
        let (left, right, _) = expressions[top].parts();
        let missing = [left, right].into_iter().filter_map(|operand| match operand {
            Counter::Expression(index) => Some(index as usize),
            _ => None,
        });
        let missing: Vec<usize> = missing.filter(|&at| state.get(at) != Some(&State::Done)).collect();
        if missing.is_empty() {
            state[top] = State::Done;
            order.push(top as u32);
        } else if state[top] == State::Open || missing.iter().any(|m| *m >= expressions.len()) {
            return Err(CovMapError::Expression(top as u32));
        } else {
            state[top] = State::Open;
            stack.extend(missing);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Counter::{Counter as C, Expression as E};

    #[test]
    fn expressions_have_sorted_sparse_forms_and_values() {
        let expressions =
            Expressions::new(&[Expression::Subtract(E(1), C(2)), Expression::Add(C(1), C(0))]).unwrap();
        assert_eq!(expressions.form(E(0)).unwrap(), [(0, 1), (1, 1), (2, -1)]);
        assert_eq!(expressions.values(native_count(&[5, 1, 2])).of(E(0)), 4);
        assert!(expressions.form(Counter::Zero).unwrap().is_empty());
    }

    #[test]
    fn terms_that_cancel_vanish() {
        let expressions =
            Expressions::new(&[Expression::Add(C(1), C(0)), Expression::Subtract(E(0), C(1))]).unwrap();
        assert_eq!(expressions.form(E(1)).unwrap(), [(0, 1)]);
    }

    #[test]
    fn shared_operands_are_not_a_circle_but_circles_are_refused() {
        let expressions = Expressions::new(&[
            Expression::Add(E(1), E(1)),
            Expression::Add(C(0), E(2)),
            Expression::Add(C(1), C(1)),
        ]);
        assert_eq!(expressions.unwrap().form(E(0)).unwrap(), [(0, 2), (1, 4)]);
        let circle = [Expression::Add(E(1), C(0)), Expression::Subtract(E(0), C(0))];
        assert!(matches!(Expressions::new(&circle), Err(CovMapError::Expression(_))));
        assert!(Expressions::new(&[Expression::Add(E(0), C(0))]).is_err());
        assert!(Expressions::new(&[Expression::Add(E(7), C(0))]).is_err());
    }

    #[test]
    fn a_form_whose_coefficients_overflow_is_not_written_out() {
        let doubling: Vec<_> = (0..70)
            .map(|i| if i == 0 { Expression::Add(C(0), C(0)) } else { Expression::Add(E(i - 1), E(i - 1)) })
            .collect();
        let expressions = Expressions::new(&doubling).unwrap();
        assert_eq!(expressions.form(E(61)), Some(vec![(0, 1 << 62)]));
        assert_eq!(expressions.form(E(69)), None);
    }
}
