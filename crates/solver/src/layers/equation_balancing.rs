//! Equation balancing: invertible operations move from the deeper side of an equation to the other.
//!
//! They move until both sides are about as deep: a hash of four characters becomes two characters forward and two backward,
//! for which a SAT solver finds a model where it finds none through four multiplications.
//!
//! ```text
//! ((h ^ a) * p ^ b) * p = k    becomes    (h ^ a) * p = (k * p') ^ b      with p * p' = 1
//! ```
//!
//! Inverted are: products with odd constants, sums, differences, exclusive or, negation. Both forms are equivalent: models
//! and proofs of unsatisfiability stay valid.

use crate::query::{Answer, Chain, Layer, Limits, Query};
use rustc_hash::FxHashMap;
use trine_expr::evaluate::mask;
use trine_expr::{BinaryOp, CompareOp, Node, Term, TermPool, UnaryOp};

/// Operations moved in one equation.
const MAX_MOVES: usize = 64;

/// Balances equations.
#[derive(Clone, Copy, Debug, Default)]
pub struct EquationBalancing;

impl Layer for EquationBalancing {
    fn name(&self) -> &'static str {
        "inversion"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let mut heights = Heights::default();
        let constraints: Vec<Term> =
            query.constraints.iter().map(|&constraint| balanced(pool, &mut heights, constraint)).collect();
        if constraints == query.constraints {
            return rest.solve(pool, query, limits);
        }
        rest.solve(pool, &Query { constraints, hint: query.hint.clone() }, limits)
    }
}

/// The equation with its sides about equally deep; anything else as it is.
fn balanced(pool: &mut TermPool, heights: &mut Heights, constraint: Term) -> Term {
    let Node::Compare(CompareOp::Eq, a, b) = pool.node(constraint) else { return constraint };
    let (mut deep, mut shallow) = if heights.of(pool, a) < heights.of(pool, b) { (b, a) } else { (a, b) };
    let before = heights.of(pool, deep);
    for _ in 0..MAX_MOVES {
        let Some((inner, other)) = undone(pool, heights, deep, shallow) else { break };
        if heights.of(pool, inner).max(heights.of(pool, other)) >= heights.of(pool, deep) {
            break;
        }
        (deep, shallow) = (inner, other);
    }
    if heights.of(pool, deep) == before { constraint } else { pool.equal(deep, shallow) }
}

/// `deep = shallow` without the outermost operation of `deep`.
fn undone(pool: &mut TermPool, heights: &mut Heights, deep: Term, shallow: Term) -> Option<(Term, Term)> {
    let width = pool.width(deep);
    match pool.node(deep) {
        Node::Unary(UnaryOp::Not, a) => Some((a, pool.not(shallow))),
        Node::Unary(UnaryOp::Neg, a) => Some((a, pool.unary(UnaryOp::Neg, shallow))),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (factor, inner) = match (pool.as_constant(a), pool.as_constant(b)) {
                (Some(factor), _) => (factor, b),
                (_, Some(factor)) => (factor, a),
                _ => return None,
            };
            let inverse = pool.constant(inverse(factor, width)?, width);
            Some((inner, pool.binary(BinaryOp::Mul, shallow, inverse)))
        }
        Node::Binary(op @ (BinaryOp::Add | BinaryOp::Xor), a, b) => {
            let (inner, other) = if heights.of(pool, a) < heights.of(pool, b) { (b, a) } else { (a, b) };
            let undo = if op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Xor };
            Some((inner, pool.binary(undo, shallow, other)))
        }
        Node::Binary(BinaryOp::Sub, a, b) if heights.of(pool, a) < heights.of(pool, b) => {
            Some((b, pool.binary(BinaryOp::Sub, a, shallow)))
        }
        Node::Binary(BinaryOp::Sub, a, b) => Some((a, pool.binary(BinaryOp::Add, shallow, b))),
        _ => None,
    }
}

/// The number with `factor * inverse = 1` on `width` bits, for odd factors (Newton's iteration: each step doubles the
/// bits that are right).
fn inverse(factor: u128, width: u32) -> Option<u128> {
    if factor & 1 == 0 {
        return None;
    }
    let mut inverse = factor;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(factor.wrapping_mul(inverse)));
    }
    Some(inverse & mask(width))
}

/// How deep terms are: operations on the longest way down to a variable.
#[derive(Default)]
struct Heights(FxHashMap<Term, u32>);

impl Heights {
    /// The height of `term`. Cost: the terms below it whose height is not known yet.
    fn of(&mut self, pool: &TermPool, term: Term) -> u32 {
        let mut open = vec![term];
        while let Some(&part) = open.last() {
            if self.0.contains_key(&part) {
                open.pop();
                continue;
            }
            let (mut below, known) = (0, open.len());
            let mut look_at = |child: Term| match self.0.get(&child) {
                Some(&height) => below = below.max(height),
                None => open.push(child),
            };
            let node = pool.node(part);
            node.for_each_child(&mut look_at);
            if let Node::Lookup(_, table) = node {
                pool.table(table).iter().copied().for_each(look_at);
            }
            if open.len() == known {
                let own = u32::from(!matches!(node, Node::Constant(_)));
                self.0.insert(part, below + own);
                open.pop();
            }
        }
        self.0[&term]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_factors_have_inverses() {
        for width in [8, 32, 64, 128] {
            for factor in [1u128, 3, 33, 16_777_619, 0xdead_beef, u128::MAX] {
                let inverse = inverse(factor, width).expect("odd");
                assert_eq!(factor.wrapping_mul(inverse) & mask(width), 1, "{factor} on {width} bits");
            }
            assert_eq!(inverse(12, width), None);
        }
    }

    #[test]
    fn heights_of_new_terms_cost_the_new_terms_only() {
        let mut pool = TermPool::new();
        let mut term = pool.variable("x", 32);
        let mut heights = Heights::default();
        for step in 1..=50_000 {
            let addend = pool.variable(format!("y{step}"), 32);
            let product = pool.binary(BinaryOp::Mul, term, addend);
            term = product;
            assert_eq!(heights.of(&pool, term), step + 1);
        }
        assert_eq!(heights.0.len(), 100_001);
    }

    #[test]
    fn a_hash_is_taken_apart_to_the_middle_and_means_the_same() {
        let mut pool = TermPool::new();
        let bytes: Vec<Term> = (0..4).map(|at| pool.variable(format!("c{at}"), 8)).collect();
        let prime = pool.constant(16_777_619, 32);
        let mut hash = pool.constant(2_166_136_261, 32);
        for &byte in &bytes {
            let wide = pool.zero_extend(byte, 32);
            let mixed = pool.binary(BinaryOp::Xor, hash, wide);
            hash = pool.binary(BinaryOp::Mul, mixed, prime);
        }
        let wanted = pool.constant(0x7294_3710, 32);
        let equation = pool.equal(hash, wanted);
        let mut heights = Heights::default();
        let balanced = balanced(&mut pool, &mut heights, equation);
        let (before, after) = (heights.of(&pool, equation), heights.of(&pool, balanced));
        // Two of the four rounds stand on each side.
        assert!(after + 3 <= before, "from {before} to {after}: {}", pool.show(balanced));
        let mut assignment = trine_expr::Assignment::new();
        let mut stream = trine_base::Stream::new(1, "hash");
        for round in 0..200 {
            for (variable, letter) in pool.variables_of(&[equation]).into_iter().zip(*b"trin") {
                let value = if round == 0 { u128::from(letter) } else { u128::from(stream.below(256)) };
                assignment.set(variable, value);
            }
            let holds = pool.evaluate(equation, &assignment);
            assert_eq!(holds, pool.evaluate(balanced, &assignment));
            assert!(round > 0 || holds == 1, "FNV-1a of \"trin\"");
        }
    }
}
