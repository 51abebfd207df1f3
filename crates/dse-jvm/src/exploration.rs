//! All paths of one sequence of calls: an execution tree over its leaves, whose candidates any searcher chooses.
//!
//! ```text
//! new Account(l0, l1); withdraw(l2)        leaves l0, l1, l2 are the inputs, the steps stay
//!     \_______ Whole _______/
//!               \ LastCall /               where the path condition begins
//! ```
//!
//! The loop is the one for C ([`trine_dse::Explorer`]); this is its program under test. What is explored are the paths of the **last
//! call**. With [`Scope::Whole`] a path condition begins with the first call, so that what constructors require is part of each query, and a
//! contradiction to it is refuted. With [`Scope::LastCall`] it begins with the last call, as where a symbolic executor starts in the method
//! under test and does not know the invariants of its objects (Modonato 2020, section 2): models may then break what the calls
//! before require, and the run ends elsewhere.
//!
//! A searcher that uses doubts hears which ways contradict what the object of the last call kept to in all runs so far ([`crate::likely`]); then
//! each run has another one before it, of the calls before the last.
//!
//! Not handled: strings keep their lengths; which calls are made, and with which objects, is for whoever makes the sequence. With
//! [`Scope::LastCall`] what operations of the last call rely on before its first branch is no part of the path.

use crate::inputs::{Bound, Inputs};
use crate::likely::{LikelyInvariants, State, receiver, state};
use crate::runs::SymbolicRuns;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_dse::explorer::{Counts, Likely, ProgramUnderTest, Run, Settings};
use trine_dse::searchers::{NoGuide, Searcher};
use trine_dse::{
    BranchOutcome, ExecutionTree, Explorer, ImplicitKind, NodeId, NodeState, PathCondition, Progress, Step,
    StepKind,
};
use trine_expr::{Assignment, TermPool};
use trine_harness_jvm::Stage;
use trine_ir::FuncId;
use trine_sequences::search::cut;
use trine_solver::{Limits, Solver};
use trine_testcase::LeafId;
use trine_testcase::objects::{Constants, Ended, Sequence};

/// Where path conditions begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// With the first call of the sequence.
    Whole,
    /// With the last call.
    LastCall,
}

/// What is explored.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The sequence, whose last step calls the method.
    pub sequence: &'a Sequence,
    /// The function that the method is.
    pub method: &'a str,
    /// The functions whose decisions paths are told apart by; those of all where none are named.
    pub unit: Option<&'a Arc<FxHashSet<String>>>,
}

/// A run that took a path of the last call that no run had taken before.
#[derive(Clone, Debug, PartialEq)]
pub struct Visited {
    /// The sequence.
    pub sequence: Sequence,
    /// How its run ended.
    pub ended: Ended,
    /// What the last call gave: the bits of a register, the address of an object; 0 where it threw.
    pub value: u64,
}

/// An exploration of the paths of the last call of a sequence.
pub struct PathExploration<'s> {
    subject: SequenceUnderTest<'s>,
    explorer: Explorer,
}

impl<'s> PathExploration<'s> {
    /// Runs the sequence; other paths are tried in the order that `searcher` chooses, each with one query within `limits`.
    pub fn new(
        stage: &'s mut Stage,
        Subject { sequence, method, unit }: Subject<'_>,
        scope: Scope,
        searcher: Box<dyn Searcher>,
        limits: Limits,
    ) -> Self {
        let mut runs = SymbolicRuns::new(stage.parts().1, [method.to_owned()], &Constants::default());
        let bound = Inputs::default().bind(&mut runs.domain.pool, sequence);
        let settings = Settings { limits, filters: false, loop_budget: 0 };
        let mut explorer = Explorer::new(&mut runs.domain.pool, Solver::default(), searcher, settings);
        explorer.assume(bound.fixed_lengths(&mut runs.domain.pool));
        let start = bound.values.clone();
        let sequence = sequence.clone();
        let (visited, unit) = (BTreeMap::new(), unit.map(Arc::clone));
        let invariants = explorer.uses_doubts().then(LikelyInvariants::default);
        let mut subject = SequenceUnderTest {
            stage,
            runs,
            bound,
            sequence,
            scope,
            unit,
            visited,
            invariants,
            others: 0,
            is_exact: true,
        };
        let program = std::sync::Arc::clone(&subject.runs.program);
        explorer.start(&mut subject, &program, &start);
        Self { subject, explorer }
    }

    /// Tries the next path.
    pub fn step(&mut self) -> Progress {
        let program = std::sync::Arc::clone(&self.subject.runs.program);
        self.explorer.step(&mut self.subject, &program, &NoGuide)
    }

    /// The paths of the last call that were taken, as outcomes of branches whose conditions depend on leaves, each with its first run.
    #[must_use]
    pub fn visited(&self) -> &BTreeMap<Vec<BranchOutcome>, Visited> {
        &self.subject.visited
    }

    /// Runs that did not come to the last call.
    #[must_use]
    pub fn runs_elsewhere(&self) -> u64 {
        self.subject.others
    }

    /// Ways of the last call that no values of the leaves take, as outcomes up to the one that the solver refuted: each was refuted whatever
    /// libraries do on the way. Without [`PathExploration::is_exact`] other values may take them all the same.
    pub fn refuted(&mut self) -> BTreeSet<Vec<BranchOutcome>> {
        let tree = &self.explorer.tree;
        let is_exhausted = tree.is_exhausted();
        let mut refuted = BTreeSet::new();
        for id in tree.ids().filter(|&id| tree.node(id).state == NodeState::Unsatisfiable) {
            let is_told = tree.node(id).edge.is_some_and(|edge| self.subject.is_told(edge));
            if !is_told || !self.subject.is_node_of_last_call(tree, id) {
                continue;
            }
            let mut outcomes = Vec::new();
            // With a decision of a library before it, there are other ways to the same place.
            let mut is_only_way = true;
            let mut at = Some(id);
            while let Some(id) = at {
                if self.subject.is_node_of_last_call(tree, id) {
                    let edge = tree.node(id).edge;
                    let told = edge.filter(|&edge| self.subject.is_told(edge));
                    is_only_way &= told == edge;
                    outcomes.extend(told);
                }
                at = tree.node(id).parent;
            }
            if is_only_way || is_exhausted {
                outcomes.reverse();
                refuted.insert(outcomes);
            }
        }
        refuted
    }

    /// Whether the terms said all that the runs so far depended on: no address or length was taken as it was.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.subject.is_exact
    }

    /// Makes the numbers and characters of the runs that took paths simple, as far as the paths stay.
    pub fn simplify(&mut self) {
        let paths: Vec<Vec<BranchOutcome>> = self.subject.visited.keys().cloned().collect();
        for path in &paths {
            self.subject.simplify(path);
        }
    }

    /// What was tried so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.explorer.counts
    }

    /// Whether every path was taken or refuted.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.explorer.tree.is_exhausted()
    }
}

/// Runs that making one path's values simple may take.
const MAX_SIMPLER_RUNS: usize = 200;

/// What a run was.
struct Visit {
    path: PathCondition,
    /// Where the last call begins in it.
    begin: usize,
    /// The path of the last call, where the run came to it, and what came of it.
    last_call: Option<(Vec<BranchOutcome>, Visited)>,
    /// What its object holds behind it, where it returned and somebody asks.
    left: Option<State>,
}

/// A sequence whose leaves are the inputs.
struct SequenceUnderTest<'s> {
    stage: &'s mut Stage,
    runs: SymbolicRuns,
    bound: Bound,
    sequence: Sequence,
    scope: Scope,
    unit: Option<Arc<FxHashSet<String>>>,
    visited: BTreeMap<Vec<BranchOutcome>, Visited>,
    /// What objects kept to so far, where the searcher asks for that.
    invariants: Option<LikelyInvariants>,
    others: u64,
    is_exact: bool,
}

impl SequenceUnderTest<'_> {
    /// Whether paths are told apart by a way.
    fn is_told(&self, of: BranchOutcome) -> bool {
        let name = &self.runs.program.callables[of.function].name;
        self.unit.as_ref().is_none_or(|unit| unit.contains(&**name))
    }

    /// What the object of the last call holds where that begins with the leaves of `sequence`; `None` where nobody asks, or there is none.
    fn before_last_call(&mut self, sequence: &Sequence) -> Option<State> {
        let object = receiver(sequence).filter(|_| self.invariants.is_some())?;
        let before = cut(sequence.clone(), sequence.steps.steps.len().saturating_sub(1));
        let run = self.runs.run(self.stage, &before, &self.bound);
        (run.ended == Ended::Returned).then(|| state(self.stage, &mut self.runs.domain, &run, object))
    }

    /// Runs `sequence`, which has the steps of the explored one. Gives its path condition, where the last call begins in it, and what came of
    /// that call with its path.
    fn visit(&mut self, sequence: &Sequence) -> Visit {
        let run = self.runs.run(self.stage, sequence, &self.bound);
        let object = receiver(sequence).filter(|_| self.invariants.is_some() && run.ended == Ended::Returned);
        let left = object.map(|object| state(self.stage, &mut self.runs.domain, &run, object));
        let (path, _) = self.runs.path();
        let takes_as_it_is =
            |step: &Step| matches!(step.kind, StepKind::Implicit(ImplicitKind::Value | ImplicitKind::Bounds));
        self.is_exact &=
            !path.cut && !self.runs.domain.is_imprecise() && !path.steps.iter().any(takes_as_it_is);
        let last = sequence.steps.steps.len().saturating_sub(1);
        let is_there = match &run.ended {
            Ended::Returned => true,
            Ended::Threw { step, .. } => step.0 as usize == last,
            Ended::Limit { .. } | Ended::Unsupported { .. } => false,
        };
        let first = path.steps.iter().position(|step| self.is_of_last_call(step));
        let begin = first.unwrap_or(path.steps.len());
        let outcome = |step: &Step| match step.kind {
            StepKind::Branch { function, site, outcome } => Some(BranchOutcome { function, site, outcome }),
            StepKind::Implicit(_) => None,
        };
        let taken: Vec<BranchOutcome> =
            path.steps[begin..].iter().filter_map(outcome).filter(|&of| self.is_told(of)).collect();
        let value = run.values.get(last).copied().unwrap_or(0);
        let visited = Visited { sequence: sequence.clone(), ended: run.ended, value };
        Visit { path, begin, last_call: is_there.then_some((taken, visited)), left }
    }

    /// Makes the leaves of the run that took `path` simple, one after the other.
    fn simplify(&mut self, path: &[BranchOutcome]) {
        let Some(known) = self.visited.get(path).cloned() else { return };
        let (mut best, mut runs) = (known, 0);
        let texts: FxHashSet<LeafId> = self.bound.characters(&self.sequence).into_iter().collect();
        for leaf in best.sequence.steps.leaves.indices() {
            let kind = best.sequence.steps.leaves[leaf].kind.clone();
            let mut holds = |subject: &mut Self, bits: u128, best: &mut Visited| {
                if best.sequence.leaves[leaf.0 as usize] == bits {
                    return true;
                }
                runs += 1;
                if runs > MAX_SIMPLER_RUNS {
                    return false;
                }
                let mut sequence = best.sequence.clone();
                sequence.leaves[leaf.0 as usize] = bits;
                subject.bound.values = subject.bound.values_of(&subject.runs.domain.pool, &sequence);
                match subject.visit(&sequence).last_call {
                    Some((taken, visited)) if taken == path && visited.ended == best.ended => {
                        *best = visited;
                        true
                    }
                    _ => false,
                }
            };
            if texts.contains(&leaf) {
                let is_readable = u8::try_from(best.sequence.leaves[leaf.0 as usize])
                    .is_ok_and(|unit| unit.is_ascii_graphic() || unit == b' ');
                let _ = is_readable || holds(self, u128::from(b'a'), &mut best);
                continue;
            }
            if [0, 1, -1].iter().any(|&simple| holds(self, kind.from_int(simple), &mut best))
                || kind.is_float()
            {
                continue;
            }
            // The nearest to 0 with the same sign, as if it were monotonous.
            let (mut fails, mut works) = (0, kind.to_int(best.sequence.leaves[leaf.0 as usize]));
            while (works - fails).abs() > 1 {
                let middle = fails + (works - fails) / 2;
                match holds(self, kind.from_int(middle), &mut best) {
                    true => works = middle,
                    false => fails = middle,
                }
            }
        }
        self.visited.insert(path.to_vec(), best);
    }

    /// The same of a node of the tree.
    fn is_node_of_last_call(&mut self, tree: &ExecutionTree, id: NodeId) -> bool {
        let node = tree.node(id);
        let Some(edge) = node.edge else { return false };
        let callers = node.context.iter().flat_map(|context| context.callers()).map(|caller| caller.function);
        let observer = &mut self.runs.observer;
        std::iter::once(edge.function).chain(callers).any(|function| observer.is_unit(function))
    }

    /// Whether a step was decided in the last call.
    fn is_of_last_call(&mut self, step: &Step) -> bool {
        let StepKind::Branch { function, .. } = step.kind else { return false };
        let callers: Vec<FuncId> =
            step.context.iter().flat_map(|context| context.callers()).map(|caller| caller.function).collect();
        let observer = &mut self.runs.observer;
        std::iter::once(function).chain(callers).any(|function| observer.is_unit(function))
    }
}

impl ProgramUnderTest for SequenceUnderTest<'_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.runs.domain.pool
    }

    fn run(&mut self, inputs: &Assignment) -> Run {
        let sequence = self.bound.sequence(&self.runs.domain.pool, &self.sequence, inputs);
        self.bound.values = inputs.clone();
        let before = self.before_last_call(&sequence);
        let Visit { path, begin, last_call, left } = self.visit(&sequence);
        let likely = self.invariants.as_mut().map(|invariants| {
            let mut are_weaker = false;
            [&before, &left].into_iter().flatten().for_each(|state| are_weaker |= invariants.learn(state));
            let pool = &mut self.runs.domain.pool;
            let conditions = before.map(|state| invariants.conditions(&state, pool)).unwrap_or_default();
            Likely { conditions, are_weaker }
        });
        match last_call {
            Some((taken, visited)) => _ = self.visited.entry(taken).or_insert(visited),
            None => self.others += 1,
        }
        let path = match self.scope {
            Scope::Whole => path,
            Scope::LastCall => PathCondition { steps: path.steps[begin..].to_vec(), cut: path.cut },
        };
        Run { path, covered: 0, faulted: false, misses: Vec::new(), likely: likely.unwrap_or_default() }
    }
}
