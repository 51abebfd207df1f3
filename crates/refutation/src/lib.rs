//! Proof by refutation: nothing that variables and memory may hold leads to a goal.
//!
//! ```text
//! void f(const sensor_t *s) {          from here:  entered in any state at all
//!     ...
//!     if (s->kind < 4 || s->kind < 2)  path to the goal: !(k < 4), k < 2   unsatisfiable
//! ```
//!
//! A proof by running or refuting all paths needs a function whose inputs can be listed. This one needs no inputs: it
//! starts at a block that dominates the goal, in a state of which nothing is known, and follows every path from the last
//! time that a run was there to the goal. When the constraints of each path are unsatisfiable, no run gets there,
//! whatever pointers point to, whatever other functions do, and however the blocks before were reached. The blocks tried
//! are the goal's own, then the dominators that branch, up to the entry: the nearer, the fewer paths; the farther, the
//! more is known.
//!
//! What is known of the function by the code around it (invariants of its fields, parameters and results, [`Refuter::knowing`]) holds
//! for these variables, where a caller has it.
//!
//! Sound because all that is not known is a free variable: registers from before, what memory holds, results of calls
//! (after which memory may hold anything, as after volatile and atomic reads and barriers), volatile reads, which zero `fmax`
//! gives, operations without a term. Faults are not conditions: a run
//! that faults covers nothing, and following its path all the same only adds paths.
//!
//! Independence of a condition: the vectors of its decision that no run showed are refuted one by one; when every pair
//! contains a refuted one, there is no pair.
//!
//! A demand-driven, backward-growing form of bounded symbolic execution, in the spirit of Chandra, Fink, Sridharan,
//! "Snugglebug: a powerful approach to weakest preconditions" (2009), with forward execution from each dominator in
//! place of preconditions. Not handled: functions that call `setjmp`; whole programs, which are unrolled instead ([`Unrolled`]); blocks that exceptions leave where
//! memory is not that of managed objects ([`Refuter::of_objects`], `objects.rs`).
//! Cost: bounded per goal and unit by the constants below; a query takes microseconds, as paths are short.

mod facts;
mod known;
mod managed;
mod memory;
mod objects;
mod roots;
mod state;
mod surroundings;
#[cfg(test)]
mod tests;
mod trail;
mod unrolled;
mod walk;

pub use facts::Faults;
use state::Terms;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
pub use surroundings::Surroundings;
use trail::Source;
use trine_coverage::independence::{Vector, all_vectors, is_pair};
use trine_coverage::target::{PathStep, Target};
use trine_coverage::{CoverageStructure, Trace, VectorPath};
use trine_ir::analysis::{Cfg, DominatorTree};
use trine_ir::{Block, DecisionId, Function, Program, Terminator, Value};
use trine_record::{Argument, GoalId, GoalKind, Proof, ProofStep, Refuted};
use trine_solver::{Limits, Portfolio, Solver, Statistics};
pub use unrolled::{External, Unfinished, Unrolled, Verdict};
use walk::{Aim, Resources, SiteBlocks, Walk, WalkOutcome};

/// Dominators that ways start from, for one goal.
const MAX_STARTS: usize = 12;
/// Vectors of a decision, beyond which the independence of its conditions is not looked at.
const MAX_VECTORS: usize = 256;
/// Blocks executed for one unit, at most.
const MAX_BLOCKS: usize = 50_000;
/// Queries for one unit, at most.
const MAX_QUERIES: u64 = 2_000;

/// Refutes goals of one function.
pub struct Refuter<'s> {
    /// Of the goals that are asked for by number; none where blocks are.
    structure: Option<&'s CoverageStructure>,
    program: &'s Program,
    faults: Faults,
    function: Arc<Function>,
    cfg: Cfg,
    sites: SiteBlocks,
    dominators: DominatorTree,
    terms: Terms<'s>,
    solver: Solver,
    limits: Limits,
    /// Vectors of decisions that were looked at: what refutes them.
    vectors: BTreeMap<(u32, Vector), Option<Refutation>>,
    /// What holds on the first path that was refuted for a goal.
    first_steps: Vec<ProofStep>,
    blocks_left: usize,
    /// Queries put to the solver.
    pub queries: u64,
}

/// What refuted a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Refutation {
    /// Ways that were refuted.
    paths: u64,
    /// The line that the farthest of them started from; `None` for the function's entry.
    line: Option<u32>,
    /// Whether one is contradictory only by what passed operations tell.
    by_facts: bool,
}

impl<'s> Refuter<'s> {
    /// Of the goals of `structure`. Queries end at `deadline`. `None` for functions that are not handled.
    pub fn new(
        structure: &'s CoverageStructure,
        program: &'s Program,
        portfolio: &Portfolio,
        faults: Faults,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let function = Arc::clone(structure.function());
        if !function.calls.is_empty() || function.blocks.iter().any(|block| block.unwind.is_some()) {
            return None;
        }
        Some(Self::over(function, program, portfolio, (faults, deadline), Some(structure)))
    }

    /// Of blocks of a function over managed objects, whose operations throw where they cannot go on. `has_receiver` says that its first
    /// parameter is an object for certain. `None` for functions that are not handled.
    #[must_use]
    pub fn of_objects(function: &Arc<Function>, program: &'s Program, has_receiver: bool) -> Option<Self> {
        if !function.calls.is_empty() || function.returns_twice {
            return None;
        }
        let portfolio = Portfolio::default();
        let mut refuter =
            Self::over(Arc::clone(function), program, &portfolio, (Faults::default(), None), None);
        let receiver = function.blocks[Function::ENTRY].params.first().filter(|_| has_receiver);
        refuter.terms.over_objects(receiver.copied());
        Some(refuter)
    }

    /// The same, where this is known by the code around the function. Proofs name what of it they look at.
    #[must_use]
    pub fn knowing(mut self, known: Surroundings) -> Self {
        self.terms.known = Some(known);
        self
    }

    fn over(
        function: Arc<Function>,
        program: &'s Program,
        portfolio: &Portfolio,
        (faults, deadline): (Faults, Option<Instant>),
        structure: Option<&'s CoverageStructure>,
    ) -> Self {
        let cfg = Cfg::new(&function);
        let dominators = DominatorTree::new(&cfg);
        // Another solver's word is not needed for queries as small as these.
        let solver = Solver::new(&Portfolio { smt: None, ..portfolio.clone() });
        let limits =
            Limits { conflicts: 2_000, gates: 200_000, evaluations: 200, deadline, ..Limits::default() };
        let terms = Terms::new(program, &function);
        let sites = SiteBlocks::new(&function);
        Self {
            structure,
            program,
            faults,
            function,
            cfg,
            sites,
            dominators,
            terms,
            solver,
            limits,
            vectors: BTreeMap::new(),
            first_steps: Vec::new(),
            blocks_left: MAX_BLOCKS,
            queries: 0,
        }
    }

    /// Why no run enters one of `blocks`; `None` when that is not known.
    pub fn proof_of_blocks(&mut self, blocks: &[Block]) -> Option<Proof> {
        self.first_steps.clear();
        let reachable: Vec<Block> =
            blocks.iter().copied().filter(|&block| self.cfg.is_reachable(block)).collect();
        if blocks.is_empty() {
            // Nobody says where it went.
            return None;
        }
        if reachable.is_empty() {
            return Some(Proof::new(Argument::Structure));
        }
        let all = self.refuted(&Target::Blocks(reachable))?;
        let argument = Argument::Refutation {
            of: Refuted::Goal,
            paths: all.paths,
            line: all.line,
            by_passed_operations: all.by_facts,
        };
        let mut steps = std::mem::take(&mut self.first_steps);
        if let Some(known) = &self.terms.known {
            steps.extend(surroundings::calls_that_stay(&self.function, known, blocks));
        }
        (all.paths > 0).then(|| Proof { steps, ..Proof::new(argument) })
    }

    /// Why `goal`, which none of the runs in `seen` covers, is infeasible; `None` when that is not known.
    pub fn proof(&mut self, goal: GoalId, seen: &Trace) -> Option<Proof> {
        self.first_steps.clear();
        let structure = self.structure?;
        let (of, all) = match structure.goals[goal].kind {
            GoalKind::Independence { decision, condition } => {
                (Refuted::Pair, self.no_pair(decision, condition as u16, seen)?)
            }
            GoalKind::Decision { decision, outcome } => {
                (Refuted::Outcome, self.no_vector(decision, outcome)?)
            }
            _ => {
                let mut all = Refutation::default();
                for target in structure.targets(goal, seen) {
                    all = all.and(self.refuted(&target)?);
                }
                (Refuted::Goal, all)
            }
        };
        let argument =
            Argument::Refutation { of, paths: all.paths, line: all.line, by_passed_operations: all.by_facts };
        let steps = std::mem::take(&mut self.first_steps);
        (all.paths > 0).then(|| Proof { steps, ..Proof::new(argument) })
    }

    /// What the solver did.
    pub fn statistics(&self) -> &Statistics {
        self.solver.statistics()
    }

    fn refuted(&mut self, target: &Target) -> Option<Refutation> {
        let mut all = Refutation::default();
        match target {
            Target::Edges(edges) => {
                for &(site, edge) in edges {
                    let step = PathStep { edges: vec![(site, edge)], misses: Vec::new() };
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
        let firsts = self.sites.places(steps.first()?);
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
                // Where no run comes, nothing is said of why.
                let is_entered = !self.terms.is_never_entered(at);
                is_entered && (at == block || at == Function::ENTRY || branches)
            })
            .take(MAX_STARTS)
            .collect();
        for start in starts {
            if self.queries >= MAX_QUERIES || self.blocks_left == 0 {
                return None;
            }
            let mut walk = Walk::new(&self.function, (&self.cfg, &self.sites), start, *aim, self.faults);
            if self.function.returns_twice && walk.passes_second_returns(self.program) {
                continue;
            }
            let (terms, solver, limits) = (&mut self.terms, &mut self.solver, &self.limits);
            let verdict = walk.refute(&mut Resources { terms, solver, limits });
            self.queries += walk.queries;
            self.blocks_left = self.blocks_left.saturating_sub(walk.blocks);
            if let WalkOutcome::TooMany = verdict {
                return None;
            }
            if let WalkOutcome::Refuted { paths, by_facts } = verdict {
                if self.first_steps.is_empty() {
                    let steps = steps_over_source(&self.function, &self.sites, &walk.first_refuted);
                    self.first_steps = self.reasons(&walk.first_refuted);
                    self.first_steps.extend(steps);
                }
                return Some(Refutation { paths, line: self.line_of(start), by_facts });
            }
        }
        None
    }

    /// What is known by the code around of that which a path decides by.
    fn reasons(&self, path: &[Source]) -> Vec<ProofStep> {
        let Some(known) = &self.terms.known else { return Vec::new() };
        let sites = path.iter().rev().filter_map(|source| match source {
            Source::Branch(site, _) => self.sites.of(*site).first(),
            _ => None,
        });
        let decides: Vec<Value> =
            sites.filter_map(|&block| walk::decided_by(&self.function.blocks[block].terminator)).collect();
        surroundings::reasons(&self.function, known, &decides)
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
        (all.paths > 0).then_some(all)
    }

    /// All vectors of a decision, if they are not too many.
    fn vectors_of(&self, decision: u32) -> Option<Vec<Vector>> {
        let shape = &self.function.coverage.decisions[DecisionId(decision)];
        Some(all_vectors(shape, MAX_VECTORS + 1)).filter(|vectors| vectors.len() <= MAX_VECTORS)
    }

    /// Refutes a vector of each pair that would show the independence of `condition`.
    fn no_pair(&mut self, decision: u32, condition: u16, seen: &Trace) -> Option<Refutation> {
        let structure = self.structure?;
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
        (all.paths > 0).then_some(all)
    }

    fn refuted_vector(&mut self, decision: u32, vector: Vector) -> Option<Refutation> {
        if let Some(&known) = self.vectors.get(&(decision, vector)) {
            return known;
        }
        let refutation = match self.structure?.path_of(decision, vector) {
            VectorPath::Steps(steps) => self.refuted_steps(&steps),
            VectorPath::Dead => Some(Refutation { paths: 1, ..Refutation::default() }),
            VectorPath::Unmatched => None,
        };
        self.vectors.insert((decision, vector), refutation);
        refutation
    }
}

/// The first of `goals` that is refuted without a look at any run: none, if they are covered.
pub fn first_refuted(
    structure: &CoverageStructure,
    program: &Program,
    portfolio: &Portfolio,
    faults: Faults,
    goals: impl IntoIterator<Item = GoalId>,
) -> Option<(GoalId, Proof)> {
    let mut refuter = Refuter::new(structure, program, portfolio, faults, None)?;
    let nothing = structure.new_trace();
    goals.into_iter().find_map(|goal| Some((goal, refuter.proof(goal, &nothing)?)))
}

/// What holds on a path as steps over the source, as far as they have lines.
fn steps_over_source(function: &Function, sites: &SiteBlocks, path: &[Source]) -> Vec<ProofStep> {
    let step = |source: &Source| {
        let (site, outcome) = match *source {
            Source::Branch(site, outcome) => (site, outcome),
            Source::Edge => return None,
            Source::Fact(fact) => return Some(ProofStep { line: fact.line?, holds: fact.words.to_owned() }),
        };
        let line = function.sites[site].span?.start.line;
        let data = &function.blocks[*sites.of(site).first()?];
        let holds = match (&data.terminator, outcome) {
            (Terminator::Branch { .. }, 0) => "the condition is true".to_owned(),
            (Terminator::Branch { .. }, _) => "the condition is false".to_owned(),
            (Terminator::Switch { cases, default, .. }, _) => {
                let values: Vec<_> =
                    cases.iter().filter(|case| case.1 == outcome).map(|case| case.0.to_string()).collect();
                match outcome == *default {
                    true => "no case matches".to_owned(),
                    false => format!("the value is {}", values.join(" or ")),
                }
            }
            _ => return None,
        };
        Some(ProofStep { line, holds })
    };
    path.iter().filter_map(step).collect()
}

impl Refutation {
    /// Both.
    fn and(self, other: Self) -> Self {
        let line = match (self.paths, other.paths) {
            (0, _) => other.line,
            (_, 0) => self.line,
            _ => self.line.zip(other.line).map(|(a, b)| a.min(b)),
        };
        Self { paths: self.paths + other.paths, line, by_facts: self.by_facts || other.by_facts }
    }
}
