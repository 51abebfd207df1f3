//! Records a [`Trace`] of one function from the machine's branch and region events.
//!
//! Decisions are followed per activation, because a condition may call the function again:
//! the state of a decision is a stack entry (activation, decision, vector so far). A vector is
//! complete when the condition's next is the end; conditions folded by the compiler are walked
//! over with their constant value.
//!
//! Cost per branch event: one table look-up; for conditions of decisions a search of the few
//! open entries from the top.

use crate::independence::Vector;
use crate::trace::Trace;
use std::sync::Arc;
use trine_ir::{ConditionKind, CoverageModel, Decision, EdgeSet, Function, Outcome, SiteId};

/// What the recorder knows of a function: shared by all recorders of it.
#[derive(Debug)]
pub struct TraceLayout {
    first_edge: Vec<u32>,
    edges: usize,
    regions: usize,
    /// Per edge: the condition of a decision that it decides.
    steps: Vec<Vec<DecisionStep>>,
    decisions: Vec<Decision>,
    /// Per decision and condition: its constant value when folded.
    folded: Vec<Vec<Option<bool>>>,
}

#[derive(Clone, Copy, Debug)]
struct DecisionStep {
    decision: u32,
    position: u16,
    value: bool,
    /// The vector, where it is the only condition: each evaluation begins and ends with it.
    whole: Option<Vector>,
}

#[derive(Clone, Copy, Debug)]
struct OpenDecision {
    activation: u64,
    decision: u32,
    vector: Vector,
    /// The condition that comes next, where the evaluation was seen from its start.
    stands_at: Option<u16>,
}

/// Records what happens in one function.
#[derive(Clone, Debug)]
pub struct TraceRecorder {
    layout: Arc<TraceLayout>,
    open: Vec<OpenDecision>,
    /// What was recorded since the last [`clear`](Self::clear).
    pub trace: Trace,
}

impl TraceLayout {
    /// The layout of `function`.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        let mut edges = 0u32;
        let first_edge = function
            .sites
            .iter()
            .map(|site| {
                let first = edges;
                edges += site.kind.outcomes();
                first
            })
            .collect::<Vec<_>>();
        let coverage = &function.coverage;
        let folded: Vec<Vec<Option<bool>>> = coverage
            .decisions
            .iter()
            .map(|decision| {
                (0..decision.conditions.len()).map(|at| folded_value(coverage, decision, at)).collect()
            })
            .collect();
        let mut steps = vec![Vec::new(); edges as usize];
        for condition in &coverage.conditions {
            let (Some((decision, position)), ConditionKind::Boolean) = (condition.decision, condition.kind)
            else {
                continue;
            };
            // A folded condition has no branch of its own; the edges of the side that is left are those that lead to it.
            if folded[decision.0 as usize][usize::from(position)].is_some() {
                continue;
            }
            for (outcome, value) in condition.outcomes.iter().zip([true, false]) {
                let Outcome::Taken(edges) = outcome else { continue };
                for (site, edge) in edges.iter() {
                    let edge = first_edge[site.0 as usize] + edge;
                    let of = &coverage.decisions[decision];
                    let whole = (of.conditions.len() == 1).then(|| {
                        Vector { evaluated: 0, values: 0, outcome: false }.with(of, position, value)
                    });
                    steps[edge as usize].push(DecisionStep { decision: decision.0, position, value, whole });
                }
            }
        }
        let regions = coverage.regions.len();
        let decisions = coverage.decisions.as_slice().to_vec();
        Self { first_edge, edges: edges as usize, regions, steps, decisions, folded }
    }

    /// The number of the edge that leaves `site` by `outcome`.
    #[must_use]
    pub fn edge(&self, site: SiteId, outcome: u32) -> usize {
        (self.first_edge[site.0 as usize] + outcome) as usize
    }

    /// Whether `trace` took one of `edges`.
    #[must_use]
    pub fn takes_any(&self, edges: &EdgeSet, trace: &Trace) -> bool {
        edges.runs().iter().any(|(site, run)| {
            let first = self.first_edge[site.0 as usize];
            trace.edges.contains_any((first + run.start) as usize..(first + run.end) as usize)
        })
    }

    /// Number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.edges
    }
}

/// The value of condition `position` of `decision`, if it is folded and its value can be told.
///
/// Up to LLVM 19 the mapping says that a condition is constant, but not which constant. It is the one that leads
/// on to conditions that are still in the code: of `1 && x`, `x` is there.
fn folded_value(coverage: &CoverageModel, decision: &Decision, position: usize) -> Option<bool> {
    match &coverage.conditions[decision.conditions[position]].outcomes {
        [Outcome::Folded, Outcome::Folded] => {
            let [on_true, on_false] = decision.next[position];
            let steps = decision.conditions.len();
            let lives = |next: Option<u16>| next.map(|at| is_in_the_code(coverage, decision, at, steps));
            match (lives(on_true), lives(on_false)) {
                (Some(true), Some(false) | None) | (None, Some(false)) => Some(true),
                (Some(false) | None, Some(true)) | (Some(false), None) => Some(false),
                _ => None,
            }
        }
        [_, Outcome::Folded] => Some(true),
        [Outcome::Folded, _] => Some(false),
        _ => None,
    }
}

/// Whether condition `position` of `decision`, or one that it leads to in at most `steps` steps, has a branch in
/// the code.
fn is_in_the_code(coverage: &CoverageModel, decision: &Decision, position: u16, steps: usize) -> bool {
    let outcomes = &coverage.conditions[decision.conditions[usize::from(position)]].outcomes;
    if outcomes.iter().any(|outcome| matches!(outcome, Outcome::Taken(_))) {
        return true;
    }
    let is_folded = outcomes.iter().all(|outcome| *outcome == Outcome::Folded);
    let mut later = decision.next[usize::from(position)].into_iter().flatten();
    is_folded && steps > 0 && later.any(|next| is_in_the_code(coverage, decision, next, steps - 1))
}

impl TraceRecorder {
    /// A recorder of the function that `layout` describes.
    #[must_use]
    pub fn new(layout: Arc<TraceLayout>) -> Self {
        let trace = Trace::new(layout.edges, layout.regions, layout.decisions.len());
        Self { layout, open: Vec::new(), trace }
    }

    /// Forgets the trace, before a new execution.
    pub fn clear(&mut self) {
        self.trace.clear();
        self.open.clear();
    }

    /// Control left `site` by `outcome` in `activation` of the function.
    #[inline]
    pub fn branch(&mut self, activation: u64, site: SiteId, outcome: u32) {
        let edge = self.layout.edge(site, outcome);
        self.trace.edges.insert(edge);
        if !self.layout.steps[edge].is_empty() {
            self.decide(activation, edge);
        }
    }

    /// A block of `region` was executed.
    #[inline]
    pub fn region(&mut self, region: u32) {
        self.trace.regions.insert(region as usize);
    }

    fn decide(&mut self, activation: u64, edge: usize) {
        let Self { layout, open, trace } = self;
        for step in &layout.steps[edge] {
            match step.whole {
                Some(vector) => {
                    trace.vectors[step.decision as usize].insert(vector);
                }
                None => take(layout, (open, trace), activation, *step),
            }
        }
    }
}

/// Follows `step`: continues the open evaluation of its decision, or starts one.
fn take(
    layout: &TraceLayout,
    (open, trace): (&mut Vec<OpenDecision>, &mut Trace),
    activation: u64,
    step: DecisionStep,
) {
    let decision = &layout.decisions[step.decision as usize];
    let folded = &layout.folded[step.decision as usize];
    let at = open.iter().rposition(|o| o.activation == activation && o.decision == step.decision);
    let begun = at.map(|at| open.swap_remove(at));
    // An evaluation that was left half-way (by a jump out of a statement expression, say)
    // must not leak into the next one.
    let continued = begun.filter(|begun| begun.stands_at == Some(step.position));
    debug_assert_eq!(
        continued.is_some(),
        begun.is_some_and(|begun| continues(decision, folded, begun.vector, step.position))
    );
    let (vector, is_from_start) = match continued {
        Some(begun) => (begun.vector, true),
        None => walk_folded(decision, folded, step.position),
    };
    let mut vector = vector.with(decision, step.position, step.value);
    let mut next = decision.next[usize::from(step.position)][usize::from(!step.value)];
    while let Some(position) = next {
        let Some(value) = folded[usize::from(position)] else { break };
        vector = vector.with(decision, position, value);
        next = decision.next[usize::from(position)][usize::from(!value)];
    }
    match next {
        Some(_) => {
            let stands_at = next.filter(|_| is_from_start);
            open.push(OpenDecision { activation, decision: step.decision, vector, stands_at });
        }
        None => {
            trace.vectors[step.decision as usize].insert(vector);
        }
    }
}

/// Whether the evaluation `vector` stands right before condition `position`, told by the vector alone.
fn continues(decision: &Decision, folded: &[Option<bool>], vector: Vector, position: u16) -> bool {
    if vector.evaluated == 0 {
        return false;
    }
    let mut next = Some(0u16);
    while let Some(at) = next {
        let bit = 1u64 << at;
        if at == position {
            return vector.evaluated & bit == 0;
        }
        let value = match folded[usize::from(at)] {
            Some(value) => value,
            None if vector.evaluated & bit != 0 => vector.values & bit != 0,
            None => return false,
        };
        next = decision.next[usize::from(at)][usize::from(!value)];
    }
    false
}

/// The evaluation that has passed the folded conditions before `position`, and whether these lead there from the start.
fn walk_folded(decision: &Decision, folded: &[Option<bool>], position: u16) -> (Vector, bool) {
    let mut vector = Vector { evaluated: 0, values: 0, outcome: false };
    let mut next = Some(0u16);
    while let Some(at) = next {
        if at == position {
            return (vector, true);
        }
        let Some(value) = folded[usize::from(at)] else { break };
        vector = vector.with(decision, at, value);
        next = decision.next[usize::from(at)][usize::from(!value)];
    }
    (vector, false)
}
