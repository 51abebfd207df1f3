//! Intervals: what they refute needs no search.
//!
//! Each term has an interval of unsigned values. Constraints narrow those of variables (backward), terms get
//! theirs from their operands (forward), until nothing changes. An empty interval refutes. A signed
//! comparison is looked at where no operand's interval crosses the sign.
//! Not handled: intervals that wrap around.

use crate::query::{Answer, Chain, Layer, Limits, Query, Unknown};
use rustc_hash::FxHashMap;
use trine_expr::evaluate::mask;
use trine_expr::{BinaryOp, CompareOp, Node, Term, TermPool, UnaryOp};

/// Rounds of narrowing.
const MAX_ITERATIONS: usize = 6;

/// Effort of narrowing a term once.
const TERM_EFFORT: u64 = 40;

/// Refutes by intervals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds;

/// From, to, both included.
type Interval = (u128, u128);

/// Nothing is left.
struct Empty;

impl Layer for Bounds {
    fn name(&self) -> &'static str {
        "bounds"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let terms = pool.graph(&query.constraints);
        let mut box_of = Intervals { pool, intervals: FxHashMap::default() };
        for _ in 0..MAX_ITERATIONS {
            if limits.is_late() {
                return Answer::Unknown(Unknown::TimedOut);
            }
            rest.charge(TERM_EFFORT * terms.len() as u64);
            let before = box_of.intervals.clone();
            if box_of.round(&terms, &query.constraints).is_err() {
                return Answer::Unsatisfiable;
            }
            if box_of.intervals == before {
                break;
            }
        }
        rest.solve(pool, query, limits)
    }
}

struct Intervals<'p> {
    pool: &'p TermPool,
    intervals: FxHashMap<Term, Interval>,
}

impl Intervals<'_> {
    fn round(&mut self, terms: &[Term], constraints: &[Term]) -> Result<(), Empty> {
        for &term in terms {
            let forward = self.forward(term);
            self.narrow_here(term, forward)?;
        }
        constraints.iter().try_for_each(|&constraint| self.assert(constraint, true))
    }

    fn of(&self, term: Term) -> Interval {
        match self.pool.as_constant(term) {
            Some(bits) => (bits, bits),
            None => self.intervals.get(&term).copied().unwrap_or((0, mask(self.pool.width(term)))),
        }
    }

    fn narrow_here(&mut self, term: Term, (low, high): Interval) -> Result<(), Empty> {
        let (old_low, old_high) = self.of(term);
        let new = (low.max(old_low), high.min(old_high));
        if new.0 > new.1 {
            return Err(Empty);
        }
        self.intervals.insert(term, new);
        Ok(())
    }

    /// Narrows `term`, and what it is made of where that is simple.
    fn narrow(&mut self, term: Term, interval: Interval) -> Result<(), Empty> {
        self.narrow_here(term, interval)?;
        let (low, high) = self.of(term);
        let width = self.pool.width(term);
        match self.pool.node(term) {
            Node::ZeroExtend(inner) => {
                let most = mask(self.pool.width(inner));
                if low > most { Err(Empty) } else { self.narrow(inner, (low, high.min(most))) }
            }
            Node::Binary(BinaryOp::Add, a, b) => match self.pool.as_constant(b) {
                // Where the whole interval came from one side of the wrap.
                Some(k) if low >= k => self.narrow_sum(a, (low - k, high - k), width, k),
                _ => Ok(()),
            },
            Node::Unary(UnaryOp::Not, inner) => self.narrow(inner, (mask(width) - high, mask(width) - low)),
            _ => Ok(()),
        }
    }

    /// `a + k` is in an interval whose lower end is at least `k`: `a` did not wrap only if it is small.
    fn narrow_sum(&mut self, a: Term, interval: Interval, width: u32, k: u128) -> Result<(), Empty> {
        let (_, high) = self.of(a);
        if high <= mask(width) - k { self.narrow(a, interval) } else { Ok(()) }
    }

    fn assert(&mut self, term: Term, wanted: bool) -> Result<(), Empty> {
        let value = u128::from(wanted);
        self.narrow_here(term, (value, value))?;
        match (self.pool.node(term), wanted) {
            (Node::Unary(UnaryOp::Not, inner), _) => self.assert(inner, !wanted),
            (Node::Binary(BinaryOp::And, a, b), true) | (Node::Binary(BinaryOp::Or, a, b), false) => {
                self.assert(a, wanted)?;
                self.assert(b, wanted)
            }
            (Node::Compare(CompareOp::Eq, a, b), true) => {
                let (x, y) = (self.of(a), self.of(b));
                self.narrow(a, y)?;
                self.narrow(b, x)
            }
            (Node::Compare(CompareOp::Eq, a, b), false) => self.differ(a, b),
            (Node::Compare(CompareOp::Ult, a, b), true) => self.less(a, b, 1),
            (Node::Compare(CompareOp::Ult, a, b), false) => self.less(b, a, 0),
            (Node::Compare(CompareOp::Slt, a, b), true) if self.same_side(a, b) => self.less(a, b, 1),
            (Node::Compare(CompareOp::Slt, a, b), false) if self.same_side(a, b) => self.less(b, a, 0),
            _ => Ok(()),
        }
    }

    /// `a + gap <= b`.
    fn less(&mut self, a: Term, b: Term, gap: u128) -> Result<(), Empty> {
        let (low, _) = self.of(a);
        let (_, high) = self.of(b);
        let (Some(most), Some(least)) = (high.checked_sub(gap), low.checked_add(gap)) else {
            return Err(Empty);
        };
        self.narrow(a, (0, most))?;
        self.narrow(b, (least, mask(self.pool.width(b))))
    }

    /// A value at the end of an interval is cut off.
    fn differ(&mut self, a: Term, b: Term) -> Result<(), Empty> {
        for (term, other) in [(a, b), (b, a)] {
            let (low, high) = self.of(term);
            let (x, y) = self.of(other);
            if x != y {
                continue;
            }
            match (low == x, high == x) {
                (true, true) => return Err(Empty),
                (true, false) => self.narrow(term, (low + 1, high))?,
                (false, true) => self.narrow(term, (low, high - 1))?,
                (false, false) => {}
            }
        }
        Ok(())
    }

    /// Whether both are known to have the same sign: then they compare as without one.
    fn same_side(&self, a: Term, b: Term) -> bool {
        let sign = 1u128 << (self.pool.width(a) - 1);
        let ends = [self.of(a).0, self.of(a).1, self.of(b).0, self.of(b).1];
        ends.iter().all(|&end| end < sign) || ends.iter().all(|&end| end >= sign)
    }

    fn forward(&self, term: Term) -> Interval {
        let width = self.pool.width(term);
        let all = (0, mask(width));
        let of = |child| self.of(child);
        match self.pool.node(term) {
            Node::ZeroExtend(a) => of(a),
            Node::Concat(a, b) => {
                let ((x, y), (low, high)) = (of(a), of(b));
                let below = self.pool.width(b);
                (x << below | low, y << below | high)
            }
            Node::Extract(a, at) => {
                let (low, high) = of(a);
                // Exact where the bits above are the same all over.
                let (x, y) = (low >> at, high >> at);
                if x >> width == y >> width { (x & mask(width), y & mask(width)) } else { all }
            }
            Node::SignExtend(a) => {
                let (low, high) = of(a);
                let narrow = self.pool.width(a);
                let sign = 1u128 << (narrow - 1);
                let above = mask(width) & !mask(narrow);
                match () {
                    () if high < sign => (low, high),
                    () if low >= sign => (low | above, high | above),
                    () => all,
                }
            }
            Node::Ite(c, a, b) => {
                let ((x, y), (u, v)) = (of(a), of(b));
                match of(c) {
                    (1, _) => (x, y),
                    (_, 0) => (u, v),
                    _ => (x.min(u), y.max(v)),
                }
            }
            Node::Lookup(_, table) => {
                let elements = self.pool.table(table).iter().map(|&element| of(element));
                elements.reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).unwrap_or(all)
            }
            Node::Binary(op, a, b) => binary(op, width, of(a), of(b)).unwrap_or(all),
            Node::Unary(UnaryOp::Not, a) => (mask(width) - of(a).1, mask(width) - of(a).0),
            Node::Compare(op, a, b) => self.compare(op, a, b),
            _ => all,
        }
    }

    fn compare(&self, op: CompareOp, a: Term, b: Term) -> Interval {
        let ((x, y), (u, v)) = (self.of(a), self.of(b));
        let always = match op {
            CompareOp::Eq => x == y && u == v && x == u,
            CompareOp::Ult => y < u,
            CompareOp::Slt => self.same_side(a, b) && y < u,
        };
        let never = match op {
            CompareOp::Eq => y < u || v < x,
            CompareOp::Ult => x >= v,
            CompareOp::Slt => self.same_side(a, b) && x >= v,
        };
        (u128::from(always), u128::from(!never))
    }
}

/// The interval of a result, where it does not wrap.
fn binary(op: BinaryOp, width: u32, (a, b): Interval, (c, d): Interval) -> Option<Interval> {
    let most = mask(width);
    let fits = |(low, high): Interval| (high <= most).then_some((low, high));
    match op {
        BinaryOp::Add => fits((a.checked_add(c)?, b.checked_add(d)?)),
        BinaryOp::Sub => fits((a.checked_sub(d)?, b.checked_sub(c)?)),
        BinaryOp::Mul => fits((a.checked_mul(c)?, b.checked_mul(d)?)),
        BinaryOp::UDiv if c > 0 => Some((a / d, b / c)),
        BinaryOp::URem if c > 0 => Some((0, b.min(d - 1))),
        BinaryOp::And => Some((0, b.min(d))),
        BinaryOp::Or => {
            let bits = 128 - (b | d).leading_zeros();
            Some((a.max(c), if bits == 0 { 0 } else { mask(bits) }))
        }
        BinaryOp::Xor => {
            let bits = 128 - (b | d).leading_zeros();
            Some((0, if bits == 0 { 0 } else { mask(bits) }))
        }
        BinaryOp::LShr => Some((0, b)),
        _ => None,
    }
}
