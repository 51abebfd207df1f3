//! Alternating variables on the constraints (Korel 1990; as a solver in Galeotti, Fraser, Arcuri 2013).
//!
//! The sum of the branch distances of all constraints is lowered by moving one variable at a time, in steps
//! that double as long as they pay. It sees what no theory does, sine and exponential, and is often faster
//! on floats and products than a circuit. It never refutes.
//!
//! Deviation: starts are the hint, then values drawn from the constants of the constraints, then random bits;
//! variables used as floats move by units in the last place, so that doubling steps cross all magnitudes.

use crate::query::{Answer, Chain, Layer, Limits, Query};
use std::time::Instant;
use trine_base::Stream;
use trine_expr::distance::{K, distance};
use trine_expr::evaluate::{mask, signed};
use trine_expr::float::is_nan;
use trine_expr::{
    Assignment, BinaryOp, CompareOp, FloatCompareOp, Format, Metric, Node, Tape, Term, TermPool, VariableId,
};

/// Queries with functions that nothing else handles get this many times the evaluations.
const PATIENCE: u32 = 20;

/// Effort of evaluating a term and its distance.
const TERM_EFFORT: u64 = 2;

/// Searches for a model of what circuits dislike.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalSearch;

impl Layer for LocalSearch {
    fn name(&self) -> &'static str {
        "local"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let terms = pool.graph(&query.constraints);
        let is_hard = terms.iter().any(|&term| is_hard(pool, term));
        if !is_hard {
            return rest.solve(pool, query, limits);
        }
        let only_evaluation = terms.iter().any(|&term| matches!(pool.node(term), Node::Math(..)));
        let patience = if only_evaluation { PATIENCE } else { 1 };
        let price = TERM_EFFORT * terms.len() as u64;
        let affordable = u32::try_from(rest.left() / price.max(1)).unwrap_or(u32::MAX);
        let evaluations = limits.evaluations.saturating_mul(patience).min(affordable);
        let mut search = Search::new(pool, query, &terms, evaluations);
        search.deadline = limits.deadline;
        let found = search.run(&query.hint);
        rest.charge(price.saturating_mul(u64::from(evaluations - search.left)));
        match found {
            Some(model) => Answer::Satisfiable(model),
            None => rest.solve(pool, query, limits),
        }
    }
}

/// Quotients of more bits are hard by whatever they are divided: milliseconds by those of a day.
const WIDE_QUOTIENT: u32 = 33;

/// Floats, library functions, products and quotients of two unknowns, and wide quotients.
fn is_hard(pool: &TermPool, term: Term) -> bool {
    use BinaryOp::{Mul, SDiv, SRem, UDiv, URem};
    match pool.node(term) {
        Node::Binary(UDiv | SDiv | URem | SRem, _, by) if pool.width(term) >= WIDE_QUOTIENT => {
            pool.as_constant(by).is_none_or(|by| !by.is_power_of_two())
        }
        Node::Binary(Mul | UDiv | SDiv | URem | SRem, a, b) => {
            pool.as_constant(a).is_none() && pool.as_constant(b).is_none()
        }
        Node::FloatUnary(..)
        | Node::FloatBinary(..)
        | Node::FloatCompare(..)
        | Node::FloatFma(..)
        | Node::FloatConvert(..)
        | Node::IntToFloat(..)
        | Node::FloatToInt(..)
        | Node::Math(..) => true,
        _ => false,
    }
}

/// A variable with how it moves.
struct Axis {
    variable: VariableId,
    width: u32,
    float: Option<Format>,
    /// Constants of its width in the constraints.
    constants: Vec<u128>,
}

struct Search<'p> {
    pool: &'p TermPool,
    constraints: &'p [Term],
    tape: Tape<'p>,
    axes: Vec<Axis>,
    left: u32,
    /// When it ends at the latest: an evaluation of many terms takes long.
    deadline: Option<Instant>,
    stream: Stream,
}

impl<'p> Search<'p> {
    fn new(pool: &'p TermPool, query: &'p Query, terms: &[Term], evaluations: u32) -> Self {
        let axes = pool.variables_of(&query.constraints).into_iter();
        let axes = axes.map(|variable| {
            let width = pool.variables()[variable].width;
            let constants = terms.iter().filter(|&&term| pool.width(term) == width);
            Axis {
                variable,
                width,
                float: float_format(pool, terms, pool.term_of(variable)),
                constants: constants.filter_map(|&term| pool.as_constant(term)).collect(),
            }
        });
        Self {
            pool,
            constraints: &query.constraints,
            tape: Tape::new(pool, &query.constraints),
            axes: axes.collect(),
            left: evaluations,
            deadline: None,
            stream: Stream::new(0, "local search of the solver"),
        }
    }

    fn run(&mut self, hint: &Assignment) -> Option<Assignment> {
        let mut point = hint.clone();
        while self.left > 0 {
            self.tape.evaluate(&point);
            let mut best = self.distance();
            while best > 0.0 && self.left > 0 {
                let before = best;
                for axis in 0..self.axes.len() {
                    best = self.descend(axis, &mut point, best);
                }
                if best >= before {
                    break;
                }
            }
            if best == 0.0 {
                return Some(point);
            }
            self.restart(&mut point);
        }
        None
    }

    fn restart(&mut self, point: &mut Assignment) {
        for axis in &self.axes {
            let value = if !axis.constants.is_empty() && self.stream.chance(0.5) {
                axis.constants[self.stream.position(axis.constants.len())]
            } else if let Some(format) = axis.float {
                let number = self.stream.below(2_000_001) as f64 / 1000.0 - 1000.0;
                trine_expr::float::from_f64(format, number)
            } else {
                let word =
                    u128::from(self.stream.below(u64::MAX)) << 64 | u128::from(self.stream.below(u64::MAX));
                word >> self.stream.position(axis.width as usize) & mask(axis.width)
            };
            point.set(axis.variable, value);
        }
    }

    /// Moves one variable as long as that pays.
    fn descend(&mut self, at: usize, point: &mut Assignment, mut best: f64) -> f64 {
        let constants = self.axes[at].constants.clone();
        for value in constants {
            best = self.try_value(at, value, point, best);
        }
        let mut improved = true;
        while improved && best > 0.0 && self.left > 0 {
            improved = false;
            for direction in [1i128, -1] {
                let mut step = 1i128;
                loop {
                    let value = self.moved(at, point, direction * step);
                    let next = self.try_value(at, value, point, best);
                    if next >= best {
                        break;
                    }
                    (best, improved) = (next, true);
                    step = step.saturating_mul(2);
                }
                best = self.leap(at, direction, point, best, &mut improved);
            }
        }
        best
    }

    /// Powers of two, where single steps do not pay.
    fn leap(
        &mut self,
        at: usize,
        direction: i128,
        point: &mut Assignment,
        mut best: f64,
        improved: &mut bool,
    ) -> f64 {
        if *improved {
            return best;
        }
        for exponent in 1..self.axes[at].width.min(127) {
            let value = self.moved(at, point, direction * (1i128 << exponent));
            let next = self.try_value(at, value, point, best);
            if next < best {
                (best, *improved) = (next, true);
            }
        }
        best
    }

    fn moved(&self, at: usize, point: &Assignment, by: i128) -> u128 {
        let axis = &self.axes[at];
        let bits = point.get(axis.variable);
        match axis.float {
            Some(format) => {
                let top = mask(format.bits() - 1) as i128;
                from_ordered(format, (ordered(format, bits).saturating_add(by)).clamp(-top, top))
            }
            None => bits.wrapping_add(by as u128) & mask(axis.width),
        }
    }

    /// Takes `value` if that lowers the distance; the distance then.
    fn try_value(&mut self, at: usize, value: u128, point: &mut Assignment, best: f64) -> f64 {
        let variable = self.axes[at].variable;
        let old = point.get(variable);
        if old == value || self.left == 0 {
            return best;
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.left = 0;
            return best;
        }
        self.left -= 1;
        point.set(variable, value);
        self.tape.update(variable, point);
        let distance = self.distance();
        if distance < best {
            return distance;
        }
        point.set(variable, old);
        self.tape.update(variable, point);
        best
    }

    fn distance(&self) -> f64 {
        let of = |&constraint: &Term| distance(self.pool, &self.tape, &Logarithmic, (constraint, true));
        self.constraints.iter().map(of).sum()
    }
}

/// Differences of integers, and of floats in units in the last place, by their logarithm: constraints that are far off
/// leave the others their say.
struct Logarithmic;

impl Metric for Logarithmic {
    const CHOICES: u32 = 0;

    fn compare(&self, op: CompareOp, width: u32, [x, y]: [u128; 2], _: bool) -> f64 {
        normalized(match op {
            CompareOp::Slt => signed(x, width).abs_diff(signed(y, width)),
            CompareOp::Ult => x.abs_diff(y),
            // The shorter way around.
            CompareOp::Eq => {
                let forth = x.wrapping_sub(y) & mask(width);
                forth.min(y.wrapping_sub(x) & mask(width))
            }
        })
    }

    fn float_compare(&self, op: FloatCompareOp, format: Format, operands: [u128; 2], _: bool) -> f64 {
        if op == FloatCompareOp::Unordered || operands.iter().any(|&bits| is_nan(format, bits)) {
            return K;
        }
        let [x, y] = operands.map(|bits| ordered(format, bits));
        normalized(x.abs_diff(y))
    }

    fn sign(&self, _: u32, _: u128, _: bool) -> f64 {
        K
    }
}

/// A difference as a number in (0, 1), growing with it over all 128 bits.
fn normalized(difference: u128) -> f64 {
    let logarithm = (difference as f64 + 1.0).log2() + 0.001;
    logarithm / (logarithm + 1.0)
}

/// The position of a float among all floats of its format: neighbours differ by one, both zeros are 0.
fn ordered(format: Format, bits: u128) -> i128 {
    let sign = 1u128 << (format.bits() - 1);
    if bits & sign != 0 { -((bits ^ sign) as i128) } else { bits as i128 }
}

fn from_ordered(format: Format, position: i128) -> u128 {
    let sign = 1u128 << (format.bits() - 1);
    if position < 0 { position.unsigned_abs() | sign } else { position as u128 }
}

/// The format in which `variable` is used as a float, if it is.
fn float_format(pool: &TermPool, terms: &[Term], variable: Term) -> Option<Format> {
    terms.iter().find_map(|&term| match pool.node(term) {
        Node::FloatUnary(_, format, a) if a == variable => Some(format),
        Node::FloatConvert(format, _, a) | Node::FloatToInt(format, a) if a == variable => Some(format),
        Node::FloatBinary(_, format, a, b)
        | Node::FloatCompare(_, format, a, b)
        | Node::Math(_, format, a, b)
            if a == variable || b == variable =>
        {
            Some(format)
        }
        Node::FloatFma(format, a, b, c) if [a, b, c].contains(&variable) => Some(format),
        _ => None,
    })
}
