//! The coverage structure: the goals of a criterion in one function, and what covers them.
//!
//! | criterion | goals |
//! |---|---|
//! | statement | every region of the coverage mapping |
//! | branch | both outcomes of every condition and switch case: `llvm-cov`'s branches |
//! | condition | both outcomes of every boolean condition |
//! | condition-decision | these, and both outcomes of every decision of several conditions |
//! | mcdc | these of branch; the independence of every condition of a decision of several |
//!
//! An independence pair contains both outcomes of its condition and of its decision. The outcomes are goals of MC/DC
//! nevertheless: what leads to them step by step leads to the pairs, and where no pair can be completed they still count, so
//! that a suite for MC/DC covers no branch less than one for branches. Outcomes that the compiler folded away are no goals
//! (`llvm-cov` does not count them either); outcomes that no way in the graph leads to are goals,
//! proved infeasible at once.
//!
//! Steps to add a criterion: a variant of `trine_record::Criterion`; its goals in `goals_of`;
//! if it needs more than [`GoalKind`] says, a variant there, in `is_covered` and in `targets`.

use crate::independence::{IndependencePair, Vector, all_vectors, is_pair};
use crate::recorder::TraceLayout;
use crate::target::{PathStep, Target};
use crate::trace::Trace;
use std::sync::Arc;
use trine_base::{IndexVec, Span};
use trine_ir::{
    Block, Condition, ConditionId, ConditionKind, Decision, DecisionId, Function, Outcome, RegionId,
};
use trine_record::{Criterion, GoalId, GoalKind, McdcVariant};

/// At most this many ways through one decision are considered as MC/DC targets.
const VECTOR_LIMIT: usize = 4096;

/// The goals of a criterion in one function.
#[derive(Clone, Debug)]
pub struct CoverageStructure {
    function: Arc<Function>,
    layout: Arc<TraceLayout>,
    variant: McdcVariant,
    /// The goals, in source order.
    pub goals: IndexVec<GoalId, Goal>,
    region_blocks: Vec<Vec<Block>>,
}

/// A goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// What it asks for.
    pub kind: GoalKind,
    /// Where.
    pub span: Span,
    /// Where the outermost macro is used that holds it.
    pub expansion: Option<Span>,
    /// What is known of it before anything ran.
    pub state: GoalState,
}

/// How an evaluation vector shows in the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorPath {
    /// Along these steps, in this order, each once; conditions that the graph does not show have none.
    Steps(Vec<PathStep>),
    /// No way in the graph gives it.
    Dead,
    /// It could not be matched to the graph.
    Unmatched,
}

/// What the structure of the graph says of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalState {
    /// It can be aimed at.
    Open,
    /// No way leads there.
    Dead,
    /// The source construct could not be matched to the graph.
    Unmatched,
}

impl CoverageStructure {
    /// The goals of `criterion` in `function`.
    #[must_use]
    pub fn new(function: Arc<Function>, criterion: Criterion, variant: McdcVariant) -> Self {
        let layout = Arc::new(TraceLayout::new(&function));
        let mut region_blocks = vec![Vec::new(); function.coverage.regions.len()];
        for (block, data) in function.blocks.iter_enumerated() {
            for region in &data.regions {
                region_blocks[region.0 as usize].push(block);
            }
        }
        let goals = goals_of(&function, criterion, &region_blocks);
        Self { function, layout, variant, goals, region_blocks }
    }

    /// The same structure with only the goals for which `keep` holds.
    #[must_use]
    pub fn restricted(mut self, keep: impl Fn(&Goal) -> bool) -> Self {
        let goals = self.goals.iter().filter(|goal| keep(goal)).cloned().collect();
        self.goals = IndexVec::from_vec(goals);
        self
    }

    /// The function.
    #[must_use]
    pub fn function(&self) -> &Arc<Function> {
        &self.function
    }

    /// The rule of independence.
    #[must_use]
    pub fn variant(&self) -> McdcVariant {
        self.variant
    }

    /// The layout of its traces.
    #[must_use]
    pub fn layout(&self) -> &Arc<TraceLayout> {
        &self.layout
    }

    /// An empty trace.
    #[must_use]
    pub fn new_trace(&self) -> Trace {
        let coverage = &self.function.coverage;
        Trace::new(self.layout.edges(), coverage.regions.len(), coverage.decisions.len())
    }

    /// Goals that `trace` covers, in order.
    pub fn covered<'a>(&'a self, trace: &'a Trace) -> impl Iterator<Item = GoalId> + 'a {
        self.goals.indices().filter(|&goal| self.is_covered(goal, trace))
    }

    /// Whether `trace` covers `goal`.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId, trace: &Trace) -> bool {
        match self.goals[goal].kind {
            GoalKind::Statement { region } => trace.regions.contains(region as usize),
            GoalKind::Condition { condition, outcome } => {
                let condition = self.condition(condition);
                self.takes(&condition.outcomes[usize::from(!outcome)], trace)
            }
            GoalKind::Decision { decision, outcome } => {
                trace.vectors[decision as usize].as_slice().iter().any(|vector| vector.outcome == outcome)
            }
            // Branches of instructions are counted by front ends whose code has no conditions of the source.
            GoalKind::Branch { .. } | GoalKind::Exception { .. } => false,
            GoalKind::Independence { decision, condition } => {
                self.pair(decision, condition as u16, trace).is_some()
            }
        }
    }

    /// The independence pair in `trace` for a condition of a decision, if any.
    #[must_use]
    pub fn pair(&self, decision: u32, condition: u16, trace: &Trace) -> Option<IndependencePair> {
        trace.vectors[decision as usize].pair(self.decision(decision), condition, self.variant)
    }

    /// The names of the first of `tests` that covers `goal`, or of the two that show an independence together; `None` where
    /// neither is among them.
    #[must_use]
    pub fn covering(&self, goal: GoalId, tests: &[(&str, &Trace)]) -> Option<Vec<String>> {
        let showing = |shows: &dyn Fn(&Trace) -> bool| {
            tests.iter().find(|(_, trace)| shows(trace)).map(|(name, _)| (*name).to_owned())
        };
        let GoalKind::Independence { decision, condition } = self.goals[goal].kind else {
            return showing(&|trace| self.is_covered(goal, trace)).map(|name| vec![name]);
        };
        let mut union = self.new_trace();
        tests.iter().for_each(|(_, trace)| _ = union.merge(trace));
        let (a, b) = self.pair(decision, condition as u16, &union)?;
        let holder = |vector| showing(&|trace| trace.vectors[decision as usize].as_slice().contains(&vector));
        let mut names: Vec<_> = [holder(a), holder(b)].into_iter().flatten().collect();
        names.dedup();
        Some(names)
    }

    /// What to aim at for `goal`, given what `seen` did already; empty when there is no way.
    ///
    /// For an independence goal: the vectors that complete a pair with one already seen, shortest
    /// first; before any was seen, the vectors that are half of some pair.
    #[must_use]
    pub fn targets(&self, goal: GoalId, seen: &Trace) -> Vec<Target> {
        match self.goals[goal].kind {
            GoalKind::Statement { region } => {
                vec![Target::Blocks(self.region_blocks[region as usize].clone())]
            }
            GoalKind::Condition { condition, outcome } => {
                let outcome = &self.condition(condition).outcomes[usize::from(!outcome)];
                match outcome {
                    Outcome::Taken(edges) => vec![Target::Edges(edges.iter().collect())],
                    _ => Vec::new(),
                }
            }
            GoalKind::Decision { decision, outcome } => {
                let all = all_vectors(self.decision(decision), VECTOR_LIMIT);
                self.paths(decision, all.into_iter().filter(|vector| vector.outcome == outcome).collect())
            }
            GoalKind::Branch { .. } | GoalKind::Exception { .. } => Vec::new(),
            GoalKind::Independence { decision, condition } => {
                self.paths(decision, self.wanted_vectors(decision, condition as u16, seen))
            }
        }
    }

    fn wanted_vectors(&self, decision: u32, condition: u16, seen: &Trace) -> Vec<Vector> {
        let shape = self.decision(decision);
        let all = all_vectors(shape, VECTOR_LIMIT);
        let pairs = |a: Vector, b: Vector| is_pair(shape, condition, self.variant, a, b);
        let known = seen.vectors[decision as usize].as_slice();
        let completing: Vec<Vector> =
            all.iter().copied().filter(|&wanted| known.iter().any(|&half| pairs(wanted, half))).collect();
        if !completing.is_empty() {
            return completing;
        }
        all.iter().copied().filter(|&wanted| all.iter().any(|&other| pairs(wanted, other))).collect()
    }

    /// Vectors of `decision` as paths, shortest first; vectors through folded-away or dead
    /// outcomes are left out.
    fn paths(&self, decision: u32, mut vectors: Vec<Vector>) -> Vec<Target> {
        vectors.sort_by_key(|vector| (vector.evaluated.count_ones(), *vector));
        vectors.into_iter().filter_map(|vector| self.path(decision, vector)).map(Target::Path).collect()
    }

    fn path(&self, decision: u32, vector: Vector) -> Option<Vec<PathStep>> {
        match self.path_of(decision, vector) {
            VectorPath::Steps(steps) => Some(steps),
            VectorPath::Dead | VectorPath::Unmatched => None,
        }
    }

    /// How an evaluation of `decision` that gives `vector` goes through the graph.
    #[must_use]
    pub fn path_of(&self, decision: u32, vector: Vector) -> VectorPath {
        let shape = self.decision(decision);
        let mut steps = Vec::new();
        let mut next = Some(0u16);
        while let Some(position) = next {
            let value = vector.values >> position & 1 != 0;
            let condition = &self.function.coverage.conditions[shape.conditions[usize::from(position)]];
            let [taken, missed] = [value, !value].map(|outcome| &condition.outcomes[usize::from(!outcome)]);
            match (taken, missed) {
                (Outcome::Taken(edges), Outcome::Taken(misses)) => {
                    steps.push(PathStep { edges: edges.iter().collect(), misses: misses.iter().collect() });
                }
                (Outcome::Taken(edges), _) => {
                    steps.push(PathStep { edges: edges.iter().collect(), misses: Vec::new() });
                }
                (Outcome::Dead, _) => return VectorPath::Dead,
                (Outcome::Folded | Outcome::Unmatched, Outcome::Taken(_)) => return VectorPath::Unmatched,
                // Nothing in the graph tells its outcomes apart.
                (Outcome::Folded | Outcome::Unmatched, _) => {}
            }
            next = shape.next[usize::from(position)][usize::from(!value)];
        }
        if steps.is_empty() { VectorPath::Unmatched } else { VectorPath::Steps(steps) }
    }

    fn takes(&self, outcome: &Outcome, trace: &Trace) -> bool {
        match outcome {
            Outcome::Taken(edges) => self.layout.takes_any(edges, trace),
            _ => false,
        }
    }

    fn condition(&self, condition: u32) -> &Condition {
        &self.function.coverage.conditions[ConditionId(condition)]
    }

    fn decision(&self, decision: u32) -> &Decision {
        &self.function.coverage.decisions[DecisionId(decision)]
    }
}

fn goals_of(
    function: &Function,
    criterion: Criterion,
    region_blocks: &[Vec<Block>],
) -> IndexVec<GoalId, Goal> {
    let mut goals = match criterion {
        Criterion::Statement => statement_goals(function, region_blocks),
        Criterion::Branch => condition_goals(function, |_| true),
        Criterion::Condition => condition_goals(function, is_boolean),
        Criterion::ConditionDecision => {
            let mut goals = condition_goals(function, is_boolean);
            goals.extend(decision_goals(function));
            goals
        }
        Criterion::Mcdc => {
            let mut goals = condition_goals(function, |_| true);
            goals.extend(independence_goals(function));
            goals
        }
    };
    goals.sort_by_key(|goal| (goal.expansion.unwrap_or(goal.span), goal.span, goal.kind));
    IndexVec::from_vec(goals)
}

fn is_boolean(condition: &Condition) -> bool {
    condition.kind == ConditionKind::Boolean
}

fn statement_goals(function: &Function, region_blocks: &[Vec<Block>]) -> Vec<Goal> {
    let goal = |(id, region): (RegionId, &trine_ir::Region)| Goal {
        kind: GoalKind::Statement { region: id.0 },
        span: region.span,
        expansion: None,
        state: match (region.dead, region_blocks[id.0 as usize].is_empty()) {
            (true, _) => GoalState::Dead,
            (false, true) => GoalState::Unmatched,
            (false, false) => GoalState::Open,
        },
    };
    function.coverage.regions.iter_enumerated().map(goal).collect()
}

fn condition_goals(function: &Function, wanted: impl Fn(&Condition) -> bool) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (id, condition) in function.coverage.conditions.iter_enumerated() {
        if !wanted(condition) {
            continue;
        }
        for (outcome, value) in condition.outcomes.iter().zip([true, false]) {
            let Some(state) = state_of(outcome) else { continue };
            let kind = GoalKind::Condition { condition: id.0, outcome: value };
            goals.push(Goal { kind, span: condition.span, expansion: condition.expansion, state });
        }
    }
    goals
}

/// `None` for folded outcomes, which are no goals.
fn state_of(outcome: &Outcome) -> Option<GoalState> {
    match outcome {
        Outcome::Taken(_) => Some(GoalState::Open),
        Outcome::Folded => None,
        Outcome::Dead => Some(GoalState::Dead),
        Outcome::Unmatched => Some(GoalState::Unmatched),
    }
}

fn decision_goals(function: &Function) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (id, decision) in function.coverage.decisions.iter_enumerated() {
        for outcome in [true, false] {
            let kind = GoalKind::Decision { decision: id.0, outcome };
            let state = GoalState::Open;
            goals.push(Goal { kind, span: decision.span, expansion: decision.expansion, state });
        }
    }
    goals
}

fn independence_goals(function: &Function) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (id, decision) in function.coverage.decisions.iter_enumerated() {
        for (position, condition) in decision.conditions.iter().enumerate() {
            let condition = &function.coverage.conditions[*condition];
            let states = condition.outcomes.each_ref().map(state_of);
            let [Some(when_true), Some(when_false)] = states else { continue };
            let state = match (when_true, when_false) {
                (GoalState::Dead, _) | (_, GoalState::Dead) => GoalState::Dead,
                (GoalState::Unmatched, _) | (_, GoalState::Unmatched) => GoalState::Unmatched,
                _ => GoalState::Open,
            };
            let kind = GoalKind::Independence { decision: id.0, condition: position as u32 };
            goals.push(Goal { kind, span: condition.span, expansion: condition.expansion, state });
        }
    }
    goals
}
