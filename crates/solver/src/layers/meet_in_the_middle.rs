//! Meet in the middle (Diffie, Hellman, "Exhaustive cryptanalysis of the NBS data encryption standard", 1977).
//!
//! An equation whose two sides have few input bits each and none in common: all values of the one side are listed by
//! what they give, then all values of the other are looked up there. Two lists of 2^16 answer what has 2^32 inputs,
//! exactly both ways: hashes of four characters, once [equation balancing](super::EquationBalancing) took them apart.
//! Other constraints are allowed as long as each is about one of the two sides alone. Without a product or quotient,
//! circuits are faster.

use crate::query::{Answer, Chain, Layer, Limits, Query, Unknown};
use rustc_hash::FxHashMap;
use trine_expr::{Assignment, BinaryOp, CompareOp, Node, Tape, Term, TermPool, VariableId};

/// Input bits of a side, at most.
const BITS: u32 = 18;

/// Lists the values of one side of an equation, and looks up those of the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeetInTheMiddle;

/// One side of an equation, with the constraints on its variables.
struct EquationSide {
    term: Term,
    constraints: Vec<Term>,
    variables: Vec<(VariableId, u32)>,
}

impl Layer for MeetInTheMiddle {
    fn name(&self) -> &'static str {
        "meeting"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let sides = query.constraints.iter().find_map(|&equation| sides(pool, equation, &query.constraints));
        let Some([left, right]) = sides else { return rest.solve(pool, query, limits) };
        let price = [&left, &right].map(|side| price(pool, side)).iter().sum();
        if !rest.charge(price) {
            return Answer::Unknown(Unknown::EffortLimit);
        }
        let mut known: FxHashMap<u128, u128> = FxHashMap::default();
        each_value(pool, &left, &query.hint, |number, value, _| {
            known.entry(value).or_insert(number);
            false
        });
        let mut answer = Answer::Unsatisfiable;
        each_value(pool, &right, &query.hint, |_, value, point| {
            let Some(&number) = known.get(&value) else { return false };
            let mut model = point.clone();
            set(&left.variables, number, &mut model);
            answer = Answer::Satisfiable(model);
            true
        });
        answer
    }
}

/// The two sides of `equation`, if all constraints are about one of them each and both are small.
fn sides(pool: &TermPool, equation: Term, constraints: &[Term]) -> Option<[EquationSide; 2]> {
    let Node::Compare(CompareOp::Eq, a, b) = pool.node(equation) else { return None };
    if !pool.graph(&[a, b]).iter().any(|&term| is_product(pool, term)) {
        return None;
    }
    let side = |term| {
        let variables = pool.variables_of(&[term]).into_iter();
        let variables: Vec<_> =
            variables.map(|variable| (variable, pool.variables()[variable].width)).collect();
        let bits: u32 = variables.iter().map(|(_, width)| width).sum();
        (bits > 0 && bits <= BITS).then_some(EquationSide { term, constraints: Vec::new(), variables })
    };
    let mut sides = [side(a)?, side(b)?];
    let has = |side: &EquationSide, variable: &VariableId| {
        side.variables.iter().any(|(known, _)| known == variable)
    };
    if sides[0].variables.iter().any(|(variable, _)| has(&sides[1], variable)) {
        return None;
    }
    for &constraint in constraints.iter().filter(|&&constraint| constraint != equation) {
        let variables = pool.variables_of(&[constraint]);
        let home = sides.iter_mut().find(|side| variables.iter().all(|variable| has(side, variable)))?;
        home.constraints.push(constraint);
    }
    Some(sides)
}

fn is_product(pool: &TermPool, term: Term) -> bool {
    use BinaryOp::{Mul, SDiv, SRem, UDiv, URem};
    matches!(pool.node(term), Node::Binary(Mul | UDiv | SDiv | URem | SRem, ..))
}

/// Terms that listing a side evaluates.
fn price(pool: &TermPool, side: &EquationSide) -> u64 {
    let bits: u32 = side.variables.iter().map(|(_, width)| width).sum();
    (pool.graph(&[side.term]).len() as u64) << bits
}

/// Calls `visit` with the number of each assignment that satisfies the side's constraints, what the side is then, and
/// the assignment, until it gives true.
fn each_value(
    pool: &TermPool,
    side: &EquationSide,
    hint: &Assignment,
    mut visit: impl FnMut(u128, u128, &Assignment) -> bool,
) {
    let mut roots = vec![side.term];
    roots.extend(&side.constraints);
    let mut tape = Tape::new(pool, &roots);
    let bits: u32 = side.variables.iter().map(|(_, width)| width).sum();
    let mut point = hint.clone();
    for number in 0..1u128 << bits {
        set(&side.variables, number, &mut point);
        let values = tape.evaluate(&point);
        if values[1..].iter().all(|&value| value == 1) && visit(number, values[0], &point) {
            return;
        }
    }
}

/// Spreads the bits of `number` over the variables.
fn set(variables: &[(VariableId, u32)], mut number: u128, point: &mut Assignment) {
    for &(variable, width) in variables {
        point.set(variable, number & trine_expr::evaluate::mask(width));
        number >>= width;
    }
}
