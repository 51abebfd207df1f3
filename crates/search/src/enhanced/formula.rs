//! The fitness function of one controlling node: the least over its alternatives, as a tree of conditions.
//!
//! ```text
//!            first condition: the node's own branch, its distance is the observed one
//!           /               \
//!     x > 3                   dropped
//!     /    \                     |
//!  y = x   y ≠ x                z = 1        leaves: the target
//! ```
//!
//! A way from the root to a leaf is an alternative; its value is (conditions dropped, sum of the distances
//! of the others), compared in that order: approximation level plus normalized path distance. Depth first,
//! leaving a way as soon as it cannot become the least. What an unreadable address or register decides is
//! dropped in that run.
//!
//! Where we deviate: the paper normalises each distance before it sums; we sum raw distances, as
//! [`Fitness`] orders by raw distance everywhere, because far from the goal `d / (d + 1)` is flat.

use super::measure::{Compiler, Measure};
use super::tape::{Registers, Slot, Tape};
use super::terms::Terms;
use super::walk::Node as Walked;
use crate::fitness::Fitness;
use trine_machine::StateView;

/// The compiled fitness function of one node.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    tape: Tape,
    conditions: Vec<Condition>,
    roots: Vec<u32>,
    /// Number of alternatives.
    pub alternatives: u32,
    /// Conditions on the longest alternative.
    pub longest: u32,
}

#[derive(Clone, Debug)]
struct Condition {
    /// The outcome of the node that this alternative starts with, at a root.
    first: u32,
    /// Steps that compute what the distance needs.
    steps: (u32, u32),
    distance: Option<Measure>,
    dropped: bool,
    flag: bool,
    fallible: Box<[Slot]>,
    children: Box<[u32]>,
    leaf: bool,
    /// Conditions dropped below here, at least.
    least_dropped: u32,
    /// Conditions below here, at least.
    least_below: u32,
}

/// What a missed condition counts for when only control flow decides it: more than one that is unknown.
const MISSED_FLAG: u32 = 2;

/// An evaluation under way.
struct Evaluation<'e> {
    formula: &'e Formula,
    registers: &'e mut Registers,
    state_view: &'e StateView<'e>,
    best: Fitness,
    visited: u32,
}

impl Formula {
    /// Compiles the alternatives that a walk found; `None` when there are none.
    pub(super) fn new(terms: &mut Terms, walked: &[Walked]) -> Option<Self> {
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); walked.len()];
        let mut useful = vec![false; walked.len()];
        let mut alternatives = 0;
        for (at, node) in walked.iter().enumerate().rev() {
            alternatives += u32::from(node.leaf);
            useful[at] |= node.leaf;
            if let (true, Some(parent)) = (useful[at], node.parent) {
                useful[parent as usize] = true;
                children[parent as usize].push(at as u32);
            }
        }
        let mut formula = Self {
            tape: Tape::default(),
            conditions: Vec::new(),
            roots: Vec::new(),
            alternatives,
            longest: 0,
        };
        for (root, _) in walked.iter().enumerate().filter(|(at, node)| useful[*at] && node.parent.is_none()) {
            let root = formula.add(terms, walked, &children, root as u32, &mut Vec::new(), 1);
            formula.roots.push(root);
        }
        (!formula.roots.is_empty()).then_some(formula)
    }

    /// Adds the condition at `at` and those below; `computed` are the terms computed above.
    fn add(
        &mut self,
        terms: &mut Terms,
        walked: &[Walked],
        children: &[Vec<u32>],
        at: u32,
        computed: &mut Vec<trine_expr::Term>,
        depth: u32,
    ) -> u32 {
        let node = &walked[at as usize];
        self.longest = self.longest.max(depth);
        let (start, above) = (self.tape.len() as u32, computed.len());
        let mut compiler = Compiler::new(terms, &mut self.tape, computed);
        // The first condition's distance is the observed one.
        let measured = node.first.is_none() && !node.literals.is_empty();
        let distance = if measured { compiler.all(&node.literals) } else { None };
        let fallible = compiler.fallible.into();
        if distance.is_none() {
            computed.truncate(above);
        }
        let dropped = node.dropped || measured && distance.is_none();
        let steps = (start, self.tape.len() as u32);
        let mut below: Vec<u32> = children[at as usize].clone();
        below.sort_unstable();
        let below: Vec<u32> = below
            .into_iter()
            .map(|child| self.add(terms, walked, children, child, computed, depth + 1))
            .collect();
        computed.truncate(above);
        let least = |of: fn(&Condition) -> u32| {
            below.iter().map(|&child| of(&self.conditions[child as usize])).min().unwrap_or(0)
        };
        let least_dropped = least(|child| child.least_dropped + u32::from(child.dropped));
        let least_below = least(|child| child.least_below + u32::from(!child.leaf));
        self.conditions.push(Condition {
            first: node.first.unwrap_or(0),
            steps,
            distance,
            dropped,
            flag: node.flag,
            fallible,
            children: below.into(),
            leaf: node.leaf,
            least_dropped,
            least_below,
        });
        self.conditions.len() as u32 - 1
    }

    /// Whether a condition is on values that only control flow decides.
    pub(super) fn has_flag(&self) -> bool {
        self.conditions.iter().any(|condition| condition.flag)
    }

    /// A register file for evaluations.
    pub(super) fn registers(&self) -> Registers {
        self.tape.registers()
    }

    /// Conditions that follow the node's own, at least, when it goes by `outcome`; `None` when it does not
    /// lead to the target.
    pub(super) fn remaining(&self, outcome: u32) -> Option<u32> {
        let roots = self.roots.iter().map(|&root| &self.conditions[root as usize]);
        roots.filter(|root| root.first == outcome).map(|root| root.least_below).min()
    }

    /// The fitness at `state_view`, where `first` is the distance of the node's branch from each outcome, or
    /// `best` if that is less; and the conditions looked at.
    pub(super) fn evaluate(
        &self,
        registers: &mut Registers,
        state_view: &StateView<'_>,
        best: Fitness,
        first: impl Fn(u32) -> f64,
    ) -> (Fitness, u32) {
        let mut evaluation = Evaluation { formula: self, registers, state_view, best, visited: 0 };
        for &root in &self.roots {
            let condition = &self.conditions[root as usize];
            let here = Fitness { approach_level: 0, branch_distance: 0.0 };
            let here = with(here, first(condition.first), condition.flag);
            evaluation.below(condition, here);
        }
        (evaluation.best, evaluation.visited)
    }
}

impl Evaluation<'_> {
    fn below(&mut self, condition: &Condition, here: Fitness) {
        if here.beyond(condition.least_dropped) >= self.best {
            return;
        }
        if condition.leaf {
            self.best = here;
            return;
        }
        for &child in &condition.children {
            let child = &self.formula.conditions[child as usize];
            let next = self.after(child, here);
            self.below(child, next);
        }
    }

    /// The fitness so far with that of `condition`.
    fn after(&mut self, condition: &Condition, here: Fitness) -> Fitness {
        self.visited += 1;
        if condition.dropped {
            return here.beyond(1);
        }
        let Some(measure) = &condition.distance else { return here };
        self.formula.tape.run(condition.steps.0..condition.steps.1, self.registers, self.state_view);
        if self.registers.lacks(&condition.fallible) {
            return here.beyond(1);
        }
        with(here, measure.distance(self.registers), condition.flag)
    }
}

/// The fitness `here` with a condition `distance` away from holding.
fn with(here: Fitness, distance: f64, flag: bool) -> Fitness {
    let levels = if flag && distance > 0.0 { MISSED_FLAG } else { 0 };
    Fitness {
        approach_level: here.approach_level + levels,
        branch_distance: (here.branch_distance + distance).min(f64::MAX),
    }
}
