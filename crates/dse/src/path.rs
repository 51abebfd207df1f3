//! Path conditions: what a run decided, as constraints on its inputs.

use crate::concolic::{Concolic, ImplicitCondition, ImplicitKind, MAX_BRANCHES, Shadow};
use crate::context::{CallStack, Context};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use trine_expr::{Term, TermPool};
use trine_ir::{FuncId, Program, SiteId, Terminator};
use trine_machine::{Activation, BranchEvent, Observer, Predicate};

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What was decided.
    pub kind: StepKind,
    /// One bit, true in this run.
    pub constraint: Term,
    /// The value that a switch looked at, and the switch.
    pub switched: Option<(Term, Arc<SwitchCases>)>,
    /// Of what a run relied on: what else there is.
    pub others: Vec<Term>,
    /// The callers of the function that decided it.
    pub context: Option<Arc<Context>>,
}

/// What a step decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// Control left a site by an outcome.
    Branch {
        /// The function.
        function: FuncId,
        /// The site.
        site: SiteId,
        /// The outcome.
        outcome: u32,
    },
    /// The run relied on something.
    Implicit(ImplicitKind),
}

/// What a switch goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchCases {
    /// Values, each with the edge it leads to.
    cases: Vec<(u128, u32)>,
    /// The edge of all other values.
    default: u32,
    /// Number of edges.
    edges: u32,
}

/// The steps of a run that depend on its inputs, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathCondition {
    /// The steps.
    pub steps: Vec<Step>,
    /// Whether branches were left out at the end, because there were too many.
    pub cut: bool,
}

/// Another way out of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The outcome.
    pub outcome: u32,
    /// One bit: the condition of that way.
    pub constraint: Term,
}

/// Records the branches of a run that have terms.
#[derive(Debug)]
pub struct PathObserver {
    branches: Vec<Branch>,
    calls: CallStack,
    position: Arc<AtomicU32>,
    /// Whether what happens is no part of the path.
    suspended: Arc<AtomicBool>,
    cut: bool,
    /// The switches of functions that came to one.
    switches: RefCell<FxHashMap<FuncId, Switches>>,
}

type Switches = FxHashMap<SiteId, Arc<SwitchCases>>;

#[derive(Clone, Debug)]
struct Branch {
    function: FuncId,
    site: SiteId,
    outcome: u32,
    decided: Decided,
    context: Option<Arc<Context>>,
}

#[derive(Clone, Copy, Debug)]
enum Decided {
    /// By a bit, and whether it was set.
    Bit(Term, bool),
    /// By the value of a switch.
    Value(Term),
}

impl PathObserver {
    /// An observer for runs in `domain`.
    #[must_use]
    pub fn new(domain: &Concolic) -> Self {
        Self {
            branches: Vec::new(),
            calls: CallStack::default(),
            position: domain.position(),
            suspended: domain.suspended(),
            cut: false,
            switches: RefCell::default(),
        }
    }

    /// The switch at a site. All switches of a function are looked up at once: there may be thousands.
    /// `None` for jumps to computed addresses.
    fn switch_at(&self, program: &Program, function: FuncId, site: SiteId) -> Option<Arc<SwitchCases>> {
        let mut known = self.switches.borrow_mut();
        let of_function = known.entry(function).or_insert_with(|| switches_of(program, function));
        of_function.get(&site).cloned()
    }

    /// Forgets the last run.
    pub fn clear(&mut self) {
        self.branches.clear();
        self.calls.clear();
        self.cut = false;
    }

    /// The path of the last run.
    #[must_use]
    pub fn path(&self, domain: &mut Concolic, program: &Program) -> PathCondition {
        self.path_with_positions(domain, program).0
    }

    /// The path of the last run, and for each step how many branches with terms came before it.
    #[must_use]
    pub fn path_with_positions(&self, domain: &mut Concolic, program: &Program) -> (PathCondition, Vec<u32>) {
        let mut steps = Vec::with_capacity(self.branches.len());
        let mut positions = Vec::with_capacity(self.branches.len());
        let implicit_conditions = domain.implicit_conditions().to_vec();
        let mut implicit_conditions = implicit_conditions.into_iter().peekable();
        for (position, branch) in self.branches.iter().enumerate() {
            while let Some(implicit_condition) = implicit_conditions
                .next_if(|implicit_condition| implicit_condition.position as usize <= position)
            {
                positions.push(position as u32);
                steps.push(Step::implicit_condition(implicit_condition));
            }
            let Branch { function, site, outcome, decided, ref context } = *branch;
            let pool = &mut domain.pool;
            let (constraint, switched) = match decided {
                Decided::Bit(term, true) => (term, None),
                Decided::Bit(term, false) => (pool.not(term), None),
                Decided::Value(term) => {
                    let Some(switch) = self.switch_at(program, function, site) else { continue };
                    (switch.condition(pool, term, outcome), Some((term, switch)))
                }
            };
            if !pool.is_true(constraint) {
                let kind = StepKind::Branch { function, site, outcome };
                let others = Vec::new();
                positions.push(position as u32);
                steps.push(Step { kind, constraint, switched, others, context: context.clone() });
            }
        }
        steps.extend(implicit_conditions.map(Step::implicit_condition));
        positions.resize(steps.len(), self.branches.len() as u32);
        (PathCondition { steps, cut: self.cut }, positions)
    }
}

/// The ways that a run did not take at `step`; none at what it only relied on.
#[must_use]
pub fn alternatives(pool: &mut TermPool, _: &Program, step: &Step) -> Vec<Alternative> {
    let StepKind::Branch { outcome, .. } = step.kind else { return Vec::new() };
    let Some((value, switch)) = &step.switched else {
        let constraint = pool.not(step.constraint);
        return vec![Alternative { outcome: 1 - outcome.min(1), constraint }];
    };
    let conditions = switch.conditions(pool, *value);
    let others = conditions.into_iter().enumerate().map(|(at, constraint)| (at as u32, constraint));
    others
        .filter(|&(other, constraint)| other != outcome && !pool.is_false(constraint))
        .map(|(outcome, constraint)| Alternative { outcome, constraint })
        .collect()
}

impl Observer<Concolic> for PathObserver {
    fn call(&mut self, function: FuncId, activation: Activation) {
        self.calls.call(function, activation.depth);
    }

    fn branch(&mut self, event: &BranchEvent<Shadow>) {
        self.calls.branch(event.activation.depth, event.site, event.outcome);
        let decided = match event.predicate {
            Predicate::IntCompare { shadow, .. }
            | Predicate::FloatCompare { shadow, .. }
            | Predicate::Flag { shadow, .. } => {
                shadow.term().map(|term| Decided::Bit(term, event.outcome == 0))
            }
            Predicate::Switch { shadow, .. } => shadow.term().map(Decided::Value),
        };
        let Some(decided) = decided else { return };
        if self.cut || self.suspended.load(Ordering::Relaxed) {
            return;
        }
        let (function, site, outcome) = (event.function, event.site, event.outcome);
        let context = self.calls.above(event.activation.depth);
        self.branches.push(Branch { function, site, outcome, decided, context });
        self.position.store(self.branches.len() as u32, Ordering::Relaxed);
        // What comes later has no terms.
        self.cut = self.branches.len() >= MAX_BRANCHES;
    }
}

impl Step {
    fn implicit_condition(implicit_condition: ImplicitCondition) -> Self {
        let ImplicitCondition { kind, constraint, others, .. } = implicit_condition;
        Self { kind: StepKind::Implicit(kind), constraint, switched: None, others, context: None }
    }
}

impl SwitchCases {
    /// The condition under which the switch goes by `outcome` for `value`. Cost: its cases.
    fn condition(&self, pool: &mut TermPool, value: Term, outcome: u32) -> Term {
        let is_wanted = |edge: u32| if outcome == self.default { edge != outcome } else { edge == outcome };
        let any = self.any_of(pool, value, is_wanted);
        if outcome == self.default { pool.not(any) } else { any }
    }

    /// Whether `value` is that of a case whose edge `is_wanted`.
    fn any_of(&self, pool: &mut TermPool, value: Term, is_wanted: impl Fn(u32) -> bool) -> Term {
        let width = pool.width(value);
        let mut any = pool.boolean(false);
        for &(bits, _) in self.cases.iter().filter(|&&(_, edge)| is_wanted(edge)) {
            let bits = pool.constant(bits, width);
            let equal = pool.equal(value, bits);
            any = pool.or(any, equal);
        }
        any
    }

    /// The condition of each edge, in order. Cost: the cases, whatever the number of edges.
    fn conditions(&self, pool: &mut TermPool, value: Term) -> Vec<Term> {
        let width = pool.width(value);
        let mut conditions = vec![pool.boolean(false); self.edges as usize];
        for &(bits, edge) in self.cases.iter().filter(|&&(_, edge)| edge != self.default) {
            let Some(condition) = conditions.get_mut(edge as usize) else { continue };
            let bits = pool.constant(bits, width);
            let equal = pool.equal(value, bits);
            *condition = pool.or(*condition, equal);
        }
        let default = self.condition(pool, value, self.default);
        if let Some(condition) = conditions.get_mut(self.default as usize) {
            *condition = default;
        }
        conditions
    }
}

fn switches_of(program: &Program, function: FuncId) -> Switches {
    let Ok(body) = program.body(function) else { return Switches::default() };
    let switch = |terminator: &Terminator| match terminator {
        Terminator::Switch { cases, edges, default, site, .. } => {
            let edges = edges.len() as u32;
            Some((*site, Arc::new(SwitchCases { cases: cases.clone(), default: *default, edges })))
        }
        _ => None,
    };
    body.blocks.iter().filter_map(|block| switch(&block.terminator)).collect()
}
