//! How decisions of the classes under test came out in a run, and by which conditions: an observer of their jumps.
//!
//! A method's decisions are known by positions of jumps ([`trine_frontend_jvm::cover::Decision`]); once the method is
//! lowered, its sites have these positions, and evaluations are followed as those of C are ([`TraceRecorder`]).
//!
//! Cost per branch of a method with decisions: one table look-up more.

use std::collections::BTreeMap;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_base::{FileId, Span};
use trine_coverage::recorder::TraceLayout;
use trine_coverage::{TraceRecorder, Vector};
use trine_frontend_jvm::cover::{Condition, MethodCover, UnitCover};
use trine_ir::{ConditionKind, DecisionId, EdgeSet, FuncId, Function, Outcome, Program, SiteId};

/// A way through a decision that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WantedVector {
    /// Number of the decision in the unit.
    pub decision: u32,
    /// Which conditions are evaluated, with which values, and the outcome.
    pub vector: Vector,
}

/// What a function of the program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Unknown,
    Elsewhere,
    /// Position of its recorder.
    Recorded(u32),
}

/// Records the evaluations of all decisions of a unit.
#[derive(Clone, Debug)]
pub struct Evaluations {
    program: Arc<Program>,
    unit: Arc<UnitCover>,
    roles: Vec<Role>,
    /// By method that ran: number of its first decision, and its recorder.
    recorders: Vec<(u32, TraceRecorder)>,
    /// By decision: the recorder of its method.
    recorder_of: Vec<Option<u32>>,
}

impl Evaluations {
    /// Records those of `unit` in runs of `program`.
    #[must_use]
    pub fn new(program: Arc<Program>, unit: Arc<UnitCover>) -> Self {
        Self { program, unit, roles: Vec::new(), recorders: Vec::new(), recorder_of: Vec::new() }
    }

    /// Forgets all. To be called before a run whose own evaluations are asked for.
    pub fn clear(&mut self) {
        self.recorders.iter_mut().for_each(|(_, recorder)| recorder.clear());
    }

    /// Control left `site` of `function` by `outcome`.
    #[inline]
    pub fn branch(&mut self, function: FuncId, activation: u64, site: SiteId, outcome: u32) {
        let role = match self.roles.get(function.position()) {
            Some(&role) if role != Role::Unknown => role,
            _ => self.look_up(function),
        };
        if let Role::Recorded(at) = role {
            self.recorders[at as usize].1.branch(activation, site, outcome);
        }
    }

    /// The distinct evaluations of a decision since it was cleared, by its number in the unit.
    #[must_use]
    pub fn of(&self, decision: u32) -> &[Vector] {
        let Some(&Some(at)) = self.recorder_of.get(decision as usize) else { return &[] };
        let (first, recorder) = &self.recorders[at as usize];
        recorder.trace.vectors[(decision - first) as usize].as_slice()
    }

    #[cold]
    fn look_up(&mut self, function: FuncId) -> Role {
        let role = self.role(function);
        if self.roles.len() <= function.position() {
            self.roles.resize(function.position() + 1, Role::Unknown);
        }
        self.roles[function.position()] = role;
        role
    }

    fn role(&mut self, function: FuncId) -> Role {
        let method = self.unit.method(&self.program.callables[function].name);
        let Some(method) = method.filter(|method| !method.decisions.is_empty()) else {
            return Role::Elsewhere;
        };
        let Ok(body) = self.program.body(function) else { return Role::Elsewhere };
        let layout = TraceLayout::new(&with_decisions(method, body));
        let (first, at) = (method.first_decision, self.recorders.len() as u32);
        let end = first as usize + method.decisions.len();
        if self.recorder_of.len() < end {
            self.recorder_of.resize(end, None);
        }
        self.recorder_of[first as usize..end].fill(Some(at));
        self.recorders.push((first, TraceRecorder::new(Arc::new(layout))));
        Role::Recorded(at)
    }
}

/// A function with the sites of `body`, and what they mean in the decisions of `method`.
fn with_decisions(method: &MethodCover, body: &Function) -> Function {
    let mut function = Function { sites: body.sites.clone(), ..Function::default() };
    let columns: BTreeMap<u32, SiteId> =
        body.sites.iter_enumerated().filter_map(|(id, site)| Some((site.span?.start.column, id))).collect();
    for (number, decision) in (0..).map(DecisionId).zip(&method.decisions) {
        let mut shape = decision.shape.clone();
        for (position, condition) in (0u16..).zip(&decision.conditions) {
            let line = condition.line.map_or(0, u32::from);
            let id = function.coverage.conditions.push(trine_ir::Condition {
                span: Span::new(FileId(0), (line, 1), (line, 1)),
                expansion: None,
                kind: ConditionKind::Boolean,
                outcomes: [true, false].map(|value| outcome(condition, value, &columns)),
                decision: Some((number, position)),
            });
            shape.conditions.push(id);
        }
        function.coverage.decisions.push(shape);
    }
    function
}

fn outcome(condition: &Condition, value: bool, columns: &BTreeMap<u32, SiteId>) -> Outcome {
    let mut edges = EdgeSet::new();
    for column in columns_of(condition) {
        if let Some(&site) = columns.get(&column) {
            edges.push(site, left_by(condition, value));
        }
    }
    if edges.is_empty() { Outcome::Unmatched } else { Outcome::Taken(edges) }
}

/// Columns of the sites that a condition is: one more than the positions of its jumps.
pub(crate) fn columns_of(condition: &Condition) -> impl Iterator<Item = u32> {
    condition.jumps.iter().map(|position| position + 1)
}

/// How the site of a condition is left when it has this value: 0 when it jumps.
pub(crate) fn left_by(condition: &Condition, value: bool) -> u32 {
    u32::from(condition.when_jumping != value)
}
