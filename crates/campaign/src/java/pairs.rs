//! Independence pairs of a unit (MC/DC): which ways through decisions are searched for, and which of them tests must show.
//!
//! A pair needs two evaluations, which may come from two tests. So each way through a decision that is half of a pair is a goal of the search of
//! its own, numbered behind the goals that are reported; it is dropped when all conditions that it could help are shown. Of what was found, few are chosen that
//! make up all pairs, and only these keep tests in the suite.
//!
//! Which pairs count: masking MC/DC ([`trine_coverage::independence`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_coverage::Vector;
use trine_coverage::independence::{all_vectors, is_pair};
use trine_frontend_jvm::cover::{Asks, Decision, Goal, UnitCover};
use trine_harness_jvm::WantedVector;
use trine_record::McdcVariant;
use trine_sequences::GoalId;

/// Ways through one decision that are looked at, at most.
const MAX_VECTORS: usize = 256;

/// A pair that shows the independence of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The tests with the evaluation that is true, and with that which is false; they may be one.
    pub tests: [usize; 2],
    /// The evaluations.
    pub vectors: [Vector; 2],
}

/// The ways through the decisions of a unit.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// Number of the first way among the goals of the search.
    first: usize,
    shapes: BTreeMap<u32, trine_ir::Decision>,
    wanted: Arc<[WantedVector]>,
    /// By way: the conditions for which it is half of a pair, as bits.
    serves: Vec<u64>,
    /// By way: whether a run took it.
    seen: Vec<bool>,
    settled: Vec<bool>,
    /// By decision: the conditions that are not shown yet.
    open: BTreeMap<u32, u64>,
    has_news: bool,
    /// The ways that tests must show, once they are chosen.
    chosen: Option<BTreeSet<usize>>,
}

impl Pairs {
    /// Those of the decisions whose independence `goals` ask for.
    pub fn new(cover: &UnitCover, goals: &[Goal]) -> Self {
        let mut open: BTreeMap<u32, u64> = BTreeMap::new();
        for goal in goals {
            if let Asks::Independence { decision, condition } = goal.asks {
                *open.entry(decision).or_default() |= 1 << condition;
            }
        }
        let mut pairs = Self { first: goals.len(), ..Self::default() };
        let mut wanted = Vec::new();
        for (number, (_, Decision { shape, .. })) in (0u32..).zip(cover.decisions()) {
            let Some(&asked) = open.get(&number) else { continue };
            let vectors = all_vectors(shape, MAX_VECTORS);
            for &vector in &vectors {
                let serves = vectors.iter().fold(0, |bits, &other| bits | paired(shape, vector, other));
                if serves & asked != 0 {
                    wanted.push(WantedVector { decision: number, vector });
                    pairs.serves.push(serves);
                }
            }
            pairs.shapes.insert(number, shape.clone());
        }
        pairs.open = open;
        (pairs.seen, pairs.settled) = (vec![false; wanted.len()], vec![false; wanted.len()]);
        pairs.wanted = wanted.into();
        pairs
    }

    /// The ways, in the order of their goals.
    pub fn wanted(&self) -> &Arc<[WantedVector]> {
        &self.wanted
    }

    /// The goal of the way at this position.
    pub fn goal(&self, at: usize) -> GoalId {
        GoalId((self.first + at) as u32)
    }

    /// The position of the way that a goal asks for.
    fn position(&self, goal: GoalId) -> Option<usize> {
        (goal.0 as usize).checked_sub(self.first).filter(|&at| at < self.wanted.len())
    }

    /// Number of the first goal behind all ways.
    pub fn end(&self) -> usize {
        self.first + self.wanted.len()
    }

    /// Takes note of what a run covered.
    pub fn learn(&mut self, covered: &[GoalId]) {
        for at in covered.iter().filter_map(|&goal| self.position(goal)).collect::<Vec<_>>() {
            if std::mem::replace(&mut self.seen[at], true) {
                continue;
            }
            let WantedVector { decision, vector } = self.wanted[at];
            let (Some(shape), Some(open)) = (self.shapes.get(&decision), self.open.get_mut(&decision)) else {
                continue;
            };
            for (of, _) in
                self.wanted.iter().zip(&self.seen).filter(|(of, seen)| of.decision == decision && **seen)
            {
                *open &= !paired(shape, vector, of.vector);
            }
            self.has_news = true;
        }
    }

    /// Ways that help no condition any more that is not shown; each is named once.
    pub fn settled(&mut self) -> Vec<GoalId> {
        if !std::mem::take(&mut self.has_news) {
            return Vec::new();
        }
        let needless = |&at: &usize| self.serves[at] & self.open[&self.wanted[at].decision] == 0;
        let settled: Vec<usize> =
            (0..self.wanted.len()).filter(|&at| !self.settled[at]).filter(needless).collect();
        settled.iter().for_each(|&at| self.settled[at] = true);
        settled.into_iter().map(|at| self.goal(at)).collect()
    }

    /// Chooses, of the ways that were found, those that tests must show: for each condition the pair that adds least to those before.
    pub fn choose(&mut self, found: &BTreeSet<GoalId>) {
        let mut chosen: BTreeSet<usize> = BTreeSet::new();
        for (&decision, shape) in &self.shapes {
            let is_found =
                |&at: &usize| self.wanted[at].decision == decision && found.contains(&self.goal(at));
            let ways: Vec<usize> = (0..self.wanted.len()).filter(is_found).collect();
            for condition in 0..shape.next.len() as u16 {
                let all = ways.iter().flat_map(|&a| ways.iter().map(move |&b| [a, b]));
                let is_one = |[a, b]: &[usize; 2]| {
                    let [a, b] = [*a, *b].map(|at| self.wanted[at].vector);
                    a.outcome && is_pair(shape, condition, McdcVariant::Masking, a, b)
                };
                let adds = |pair: &[usize; 2]| pair.iter().filter(|at| !chosen.contains(at)).count();
                if let Some(pair) = all.filter(is_one).min_by_key(adds) {
                    chosen.extend(pair);
                }
            }
        }
        self.chosen = Some(chosen);
    }

    /// Whether a goal keeps a test in the suite: all but ways that were not chosen.
    pub fn keeps(&self, goal: GoalId) -> bool {
        match (self.position(goal), &self.chosen) {
            (Some(at), Some(chosen)) => chosen.contains(&at),
            _ => true,
        }
    }

    /// The pair of a condition in a suite whose tests cover these goals; one test before two.
    pub fn pair(&self, decision: u32, condition: u16, covered: &[Vec<GoalId>]) -> Option<Pair> {
        let shape = self.shapes.get(&decision)?;
        let mut shown: Vec<(Vector, usize)> = Vec::new();
        for (test, goals) in covered.iter().enumerate() {
            for at in goals.iter().filter_map(|&goal| self.position(goal)) {
                if self.wanted[at].decision == decision {
                    shown.push((self.wanted[at].vector, test));
                }
            }
        }
        let all = shown.iter().flat_map(|&a| shown.iter().map(move |&b| (a, b)));
        let is_one = |((a, _), (b, _)): &((Vector, usize), (Vector, usize))| {
            a.outcome && is_pair(shape, condition, McdcVariant::Masking, *a, *b)
        };
        let pairs = all.filter(is_one);
        let ((a, first), (b, second)) = pairs.min_by_key(|((_, a), (_, b))| (a != b, *a, *b))?;
        Some(Pair { tests: [first, second], vectors: [a, b] })
    }
}

/// The conditions of which two evaluations are a pair, as bits.
fn paired(shape: &trine_ir::Decision, a: Vector, b: Vector) -> u64 {
    let is_one = |&condition: &u16| is_pair(shape, condition, McdcVariant::Masking, a, b);
    (0..shape.next.len() as u16).filter(is_one).fold(0, |bits, condition| bits | 1 << condition)
}
