//! A product that cannot wrap and is a constant: its factors are divisors of the constant, and these are few.
//!
//! ```text
//! zext(a) * zext(b) = 4294049777    a, b are 1 and 4294049777, or 65521 and 65537, either way round
//! ```
//!
//! Factoring is what circuits of multipliers are worst at. Each pair of divisors is put in place of the factors, and
//! what is left is asked further down; when all pairs are refuted, so is the query. Products that wrap have many
//! more solutions, which circuits find soon: they are passed on. Cost: a split of 64 bits takes some milliseconds.

use crate::divisors::divisors;
use crate::query::{Answer, Chain, Layer, Limits, Query};
use rustc_hash::FxHashMap;
use trine_expr::evaluate::{mask, signed};
use trine_expr::{BinaryOp, CompareOp, Node, Term, TermPool};

/// Divisors of a product, at most.
const DIVISORS: usize = 256;

/// Tries the divisors of products.
#[derive(Clone, Copy, Debug, Default)]
pub struct Factoring;

/// Two factors whose product is exact.
struct Product {
    factors: [Term; 2],
    is_signed: bool,
    value: i128,
}

impl Layer for Factoring {
    fn name(&self) -> &'static str {
        "factoring"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let product = query.constraints.iter().find_map(|&equation| product(pool, equation));
        let pairs = product.as_ref().and_then(|product| product.pairs(pool));
        let (Some(product), Some(pairs)) = (product, pairs) else { return rest.solve(pool, query, limits) };
        let mut answer = Answer::Unsatisfiable;
        for pair in pairs {
            match attempt(pool, query, product.factors, pair, limits, rest) {
                Answer::Unsatisfiable => {}
                model @ Answer::Satisfiable(_) => return model,
                unknown @ Answer::Unknown(_) => answer = unknown,
            }
        }
        answer
    }
}

/// The query with the two factors given.
fn attempt(
    pool: &mut TermPool,
    query: &Query,
    factors: [Term; 2],
    values: [u128; 2],
    limits: &Limits,
    rest: &mut Chain<'_>,
) -> Answer {
    let (mut variables, mut terms) = (FxHashMap::default(), FxHashMap::default());
    let mut fixed = query.hint.clone();
    for (factor, bits) in factors.into_iter().zip(values) {
        let value = pool.constant(bits, pool.width(factor));
        let other = match pool.node(factor) {
            Node::Variable(variable) => {
                fixed.set(variable, bits);
                variables.insert(factor, value)
            }
            _ => terms.insert(factor, value),
        };
        if other.is_some_and(|other| other != value) {
            return Answer::Unsatisfiable;
        }
    }
    // Variables are gone; of other factors it stays a constraint that they have this value.
    let said: Vec<Term> = terms.iter().map(|(&factor, &value)| pool.equal(factor, value)).collect();
    let mut constraints = pool.replace(&said, &variables);
    constraints.sort_unstable();
    terms.extend(variables.iter().map(|(&factor, &value)| (factor, value)));
    constraints.extend(pool.replace(&query.constraints, &terms));
    if constraints.iter().any(|&constraint| pool.is_false(constraint)) {
        return Answer::Unsatisfiable;
    }
    constraints.retain(|&constraint| !pool.is_true(constraint));
    if constraints.is_empty() {
        return Answer::Satisfiable(fixed);
    }
    let mut answer = rest.solve(pool, &Query { constraints, hint: fixed.clone() }, limits);
    if let Answer::Satisfiable(model) = &mut answer {
        for &variable in variables.keys() {
            if let Node::Variable(variable) = pool.node(variable) {
                model.set(variable, fixed.get(variable));
            }
        }
    }
    answer
}

/// The exact product of `equation`, if it says that one is a constant.
fn product(pool: &TermPool, equation: Term) -> Option<Product> {
    let Node::Compare(CompareOp::Eq, a, b) = pool.node(equation) else { return None };
    let (product, constant) = [(a, b), (b, a)].into_iter().find(|&(_, b)| pool.as_constant(b).is_some())?;
    let Node::Binary(BinaryOp::Mul, x, y) = pool.node(product) else { return None };
    let (factors, is_signed) = match (pool.node(x), pool.node(y)) {
        (Node::ZeroExtend(x), Node::ZeroExtend(y)) => ([x, y], false),
        (Node::SignExtend(x), Node::SignExtend(y)) => ([x, y], true),
        _ => return None,
    };
    let width = pool.width(product);
    if factors.iter().map(|&factor| pool.width(factor)).sum::<u32>() > width {
        return None;
    }
    let bits = pool.as_constant(constant)?;
    let value = if is_signed { signed(bits, width) } else { i128::try_from(bits).ok()? };
    (value != 0).then_some(Product { factors, is_signed, value })
}

impl Product {
    /// Values of the factors; `None` when there are too many, or the number is too large.
    fn pairs(&self, pool: &TermPool) -> Option<Vec<[u128; 2]>> {
        let number = u64::try_from(self.value.unsigned_abs()).ok()?;
        let mut pairs = Vec::new();
        for first in divisors(number, DIVISORS)? {
            let first = i128::from(first);
            let signs: &[i128] = if self.is_signed { &[1, -1] } else { &[1] };
            for first in signs.iter().map(|sign| sign * first) {
                let [a, b] = [(0, first), (1, self.value / first)]
                    .map(|(at, value)| self.bits(pool.width(self.factors[at]), value));
                pairs.extend(a.zip(b).map(|(a, b)| [a, b]));
            }
        }
        Some(pairs)
    }

    /// `value` as a factor of `width` bits, if it is one.
    fn bits(&self, width: u32, value: i128) -> Option<u128> {
        let bits = value as u128 & mask(width);
        let again = if self.is_signed { signed(bits, width) } else { bits as i128 };
        (again == value).then_some(bits)
    }
}
