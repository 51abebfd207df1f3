//! Proof by refutation: nothing that variables and memory may hold leads to a goal.
//!
//! ```text
//! void f(const sensor_t *s) {          from here:  entered in any state at all
//!     ...
//!     if (s->kind < 4 || s->kind < 2)  way to the goal: !(k < 4), k < 2   unsatisfiable
//! ```
//!
//! A proof by running or refuting all paths needs a function whose inputs can be listed. This one needs no inputs: it
//! starts at a block that dominates the goal, in a state of which nothing is known, and follows every way from the last
//! time that a run was there to the goal. When the constraints of each way are unsatisfiable, no run gets there,
//! whatever pointers point to, whatever other functions do, and however the blocks before were reached. The blocks tried
//! are the goal's own, then the dominators that branch, up to the entry: the nearer, the fewer ways; the farther, the
//! more is known.
//!
//! Sound because all that is not known is a free variable: registers from before, what memory holds, results of calls
//! (after which memory may hold anything), volatile reads, operations without a term. Faults are not conditions: a run
//! that faults covers nothing, and to follow its way all the same only adds ways.
//!
//! Independence of a condition: the vectors of its decision that no run showed are refuted one by one; when every pair
//! holds a refuted one, there is no pair.
//!
//! A demand-driven, backward-growing form of bounded symbolic execution, in the spirit of Chandra, Fink, Sridharan,
//! "Snugglebug: a powerful approach to weakest preconditions" (2009), with forward execution from each dominator in
//! place of preconditions. Not handled: functions that call `setjmp`, blocks that exceptions leave, whole programs.
//! Cost: bounded per goal and unit by the constants below; a question takes microseconds, as ways are short.

mod state;
mod walk;

use state::Terms;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;
use trine_coverage::independence::{Vector, all_vectors, is_pair};
use trine_coverage::target::{PathStep, Target};
use trine_coverage::{CoverageStructure, Trace, VectorWay};
use trine_ir::analysis::{Cfg, DominatorTree};
use trine_ir::{Block, DecisionId, Function};
use trine_record::{GoalId, GoalKind};
use trine_solver::{Limits, Portfolio, Solver, Statistics};
use walk::{Aim, Verdict, Walk};

/// Dominators that ways start from, for one goal.
const MOST_STARTS: usize = 12;
/// Vectors of a decision, beyond which the independence of its conditions is not looked at.
const MOST_VECTORS: usize = 256;
/// Blocks executed for one unit, at most.
const MOST_BLOCKS: usize = 50_000;
/// Questions for one unit, at most.
const MOST_QUESTIONS: u64 = 2_000;

/// Refutes goals of one function.
pub(crate) struct Refuter<'s> {
    structure: &'s CoverageStructure,
    function: Arc<Function>,
    cfg: Cfg,
    dominators: DominatorTree,
    terms: Terms,
    solver: Solver,
    limits: Limits,
    /// Vectors of decisions that were looked at: what refutes them.
    vectors: BTreeMap<(u32, Vector), Option<Refutation>>,
    blocks_left: usize,
    /// Questions put to the solver.
    pub questions: u64,
}

/// What refuted a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Refutation {
    /// Ways that were refuted.
    ways: u64,
    /// The line that the farthest of them started from; `None` for the function's entry.
    line: Option<u32>,
}

impl<'s> Refuter<'s> {
    /// Of the goals of `structure`. Questions end at `deadline`. `None` for functions that are not handled.
    pub(crate) fn new(
        structure: &'s CoverageStructure,
        portfolio: &Portfolio,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let function = Arc::clone(structure.function());
        if function.returns_twice
            || !function.calls.is_empty()
            || function.blocks.iter().any(|block| block.unwind.is_some())
        {
            return None;
        }
        let cfg = Cfg::new(&function);
        let dominators = DominatorTree::new(&cfg);
        // Another solver's word is not needed for questions as small as these.
        let solver = Solver::new(&Portfolio { smt: None, ..portfolio.clone() });
        let limits =
            Limits { conflicts: 2_000, gates: 200_000, evaluations: 200, deadline, ..Limits::default() };
        Some(Self {
            structure,
            function,
            cfg,
            dominators,
            terms: Terms::default(),
            solver,
            limits,
            vectors: BTreeMap::new(),
            blocks_left: MOST_BLOCKS,
            questions: 0,
        })
    }

    /// Why `goal`, which none of the runs in `seen` covers, is infeasible; `None` when that is not known.
    pub(crate) fn proof(&mut self, goal: GoalId, seen: &Trace) -> Option<String> {
        match self.structure.goals[goal].kind {
            GoalKind::Independence { decision, condition } => {
                self.no_pair(decision, condition as u16, seen).map(|refutation| {
                    format!("no two evaluations of the decision show it: {}", self.sentence(refutation))
                })
            }
            GoalKind::Decision { decision, outcome } => self.no_vector(decision, outcome).map(|refutation| {
                format!("no evaluation of the decision has this outcome: {}", self.sentence(refutation))
            }),
            _ => {
                let mut all = Refutation::default();
                for target in self.structure.targets(goal, seen) {
                    all = all.and(self.refuted(&target)?);
                }
                (all.ways > 0).then(|| format!("nothing leads there: {}", self.sentence(all)))
            }
        }
    }

    /// What the solver did.
    pub(crate) fn statistics(&self) -> &Statistics {
        self.solver.statistics()
    }

    fn sentence(&self, refutation: Refutation) -> String {
        let ways = match refutation.ways {
            1 => "the only way".to_owned(),
            ways => format!("each of {ways} ways"),
        };
        match refutation.line {
            Some(line) => {
                format!("{ways} from line {line} on was refuted, whatever variables and memory hold there")
            }
            None => format!("{ways} from the function's start was refuted, whatever its inputs are"),
        }
    }

    fn refuted(&mut self, target: &Target) -> Option<Refutation> {
        let mut all = Refutation::default();
        match target {
            Target::Edges(ways) => {
                for &(site, way) in ways {
                    let step = PathStep { ways: vec![(site, way)], misses: Vec::new() };
                    all = all.and(self.refuted_steps(&[step])?);
                }
            }
            Target::Blocks(blocks) => {
                for &block in blocks {
                    all = all.and(self.refuted_aim(block, &Aim::Block(block))?);
                }
            }
            Target::Path(steps) => all = self.refuted_steps(steps)?,
        }
        Some(all)
    }

    /// Refutes every evaluation of a decision along `steps`.
    fn refuted_steps(&mut self, steps: &[PathStep]) -> Option<Refutation> {
        let sites: BTreeSet<_> = steps.first()?.ways.iter().map(|&(site, _)| site).collect();
        let blocks = self.function.blocks.iter_enumerated();
        let firsts: Vec<Block> = blocks
            .filter(|(_, data)| data.terminator.site().is_some_and(|site| sites.contains(&site)))
            .map(|(block, _)| block)
            .collect();
        let mut all = Refutation::default();
        for first in firsts {
            if self.cfg.is_reachable(first) {
                all = all.and(self.refuted_aim(first, &Aim::Steps { first, steps })?);
            }
        }
        Some(all)
    }

    /// Refutes every way to `aim`, which begins at `block`.
    fn refuted_aim(&mut self, block: Block, aim: &Aim<'_>) -> Option<Refutation> {
        let up = std::iter::successors(Some(block), |&at| self.dominators.immediate_dominator(at));
        let starts: Vec<Block> = up
            .filter(|&at| {
                let branches = self.function.blocks[at].terminator.site().is_some();
                at == block || at == Function::ENTRY || branches
            })
            .take(MOST_STARTS)
            .collect();
        for start in starts {
            if self.questions >= MOST_QUESTIONS || self.blocks_left == 0 {
                return None;
            }
            let mut walk = Walk::new(&self.function, &self.cfg, start, *aim);
            let verdict = walk.refute(&mut self.terms, &mut self.solver, &self.limits);
            self.questions += walk.questions;
            self.blocks_left = self.blocks_left.saturating_sub(walk.blocks);
            if let Verdict::TooMany = verdict {
                return None;
            }
            if let Verdict::Refuted { ways } = verdict {
                return Some(Refutation { ways, line: self.line_of(start) });
            }
        }
        None
    }

    fn line_of(&self, start: Block) -> Option<u32> {
        if start == Function::ENTRY {
            return None;
        }
        let data = &self.function.blocks[start];
        let span = data.insts.iter().find_map(|inst| inst.span).or(data.terminator_span);
        span.map(|span| span.start.line)
    }

    /// Refutes every vector of a decision with this outcome.
    fn no_vector(&mut self, decision: u32, outcome: bool) -> Option<Refutation> {
        let vectors = self.vectors_of(decision)?;
        let mut all = Refutation::default();
        for vector in vectors.into_iter().filter(|vector| vector.outcome == outcome) {
            all = all.and(self.refuted_vector(decision, vector)?);
        }
        (all.ways > 0).then_some(all)
    }

    /// All vectors of a decision, if they are not too many.
    fn vectors_of(&self, decision: u32) -> Option<Vec<Vector>> {
        let shape = &self.function.coverage.decisions[DecisionId(decision)];
        Some(all_vectors(shape, MOST_VECTORS + 1)).filter(|vectors| vectors.len() <= MOST_VECTORS)
    }

    /// Refutes a vector of each pair that would show the independence of `condition`.
    fn no_pair(&mut self, decision: u32, condition: u16, seen: &Trace) -> Option<Refutation> {
        let structure = self.structure;
        let shape = &structure.function().coverage.decisions[DecisionId(decision)];
        let vectors = self.vectors_of(decision)?;
        let known = seen.vectors[decision as usize].as_slice();
        let pairs = |a: Vector, b: Vector| is_pair(shape, condition, structure.variant(), a, b);
        let mut all = Refutation::default();
        for (at, &a) in vectors.iter().enumerate() {
            for &b in vectors[at + 1..].iter().filter(|&&b| pairs(a, b)) {
                let mut open = [a, b].into_iter().filter(|vector| !known.contains(vector));
                all = all.and(open.find_map(|vector| self.refuted_vector(decision, vector))?);
            }
        }
        (all.ways > 0).then_some(all)
    }

    fn refuted_vector(&mut self, decision: u32, vector: Vector) -> Option<Refutation> {
        if let Some(&known) = self.vectors.get(&(decision, vector)) {
            return known;
        }
        let refutation = match self.structure.way_of(decision, vector) {
            VectorWay::Steps(steps) => self.refuted_steps(&steps),
            VectorWay::Dead => Some(Refutation { ways: 1, line: None }),
            VectorWay::Unmatched => None,
        };
        self.vectors.insert((decision, vector), refutation);
        refutation
    }
}

/// The first of `goals` that is refuted without a look at any run: none, if they are covered.
pub(crate) fn first_refuted(
    structure: &CoverageStructure,
    portfolio: &Portfolio,
    goals: impl IntoIterator<Item = GoalId>,
) -> Option<(GoalId, String)> {
    let mut refuter = Refuter::new(structure, portfolio, None)?;
    let nothing = structure.new_trace();
    goals.into_iter().find_map(|goal| Some((goal, refuter.proof(goal, &nothing)?)))
}

impl Refutation {
    /// Both.
    fn and(self, other: Self) -> Self {
        let line = match (self.ways, other.ways) {
            (0, _) => other.line,
            (_, 0) => self.line,
            _ => self.line.zip(other.line).map(|(a, b)| a.min(b)),
        };
        Self { ways: self.ways + other.ways, line }
    }
}
