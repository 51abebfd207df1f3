//! How near finished tests came to what none of them covers: the branch at which the nearest one went another way, and the values that
//! decided it there.
//!
//! An observer keeps, for each way out of each site, the evaluation that was nearest to it over all runs ([`Nearby`]). From what is to be
//! covered the graph is searched backwards, by branches that no run left that way (the approach level of Wegener, Baresel and Sthamer
//! 2001, over edges in place of control dependences), up to the blocks that runs executed. Of the branches found there the one counts whose
//! branch distance is smallest.
//!
//! ```text
//! block executed, its site evaluated     the nearest evaluation: run, values, distance
//! block executed, its site never came    the run ended in the block, or left it by an exception
//! function never entered                 the nearest call of it, in the functions of the unit
//! ```
//!
//! Not seen: values behind a boolean that was computed earlier; calls through pointers.
//!
//! Cost per branch event of the functions watched: two distances; per question: the edges of the function.

mod operands;
mod route;

pub use operands::{Operand, named_values};

use crate::distance::{float, int, pointer, switch::SwitchCases};
use crate::fitness::unit::called;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::{
    BinaryOp, Block, FloatPredicate, FuncId, Function, IntPredicate, Op, Program, SiteId, Terminator, Type,
    Value,
};
use trine_machine::{Activation, BranchEvent, Domain, Fault, Observer, Predicate};

/// The values that decided a branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decided {
    /// A comparison of integers.
    Ints {
        /// Which.
        predicate: IntPredicate,
        /// Width in bits.
        width: u32,
        /// Left operand, zero-extended.
        a: u128,
        /// Right operand, zero-extended.
        b: u128,
    },
    /// A comparison of pointers or references: their addresses.
    Pointers {
        /// Which.
        predicate: IntPredicate,
        /// Left operand.
        a: u64,
        /// Right operand.
        b: u64,
    },
    /// A comparison of floating-point numbers.
    Floats {
        /// Which.
        predicate: FloatPredicate,
        /// Left operand.
        a: f64,
        /// Right operand.
        b: f64,
    },
    /// A boolean that was there before.
    Flag(bool),
    /// The opposite of this boolean.
    Negated(bool),
    /// The value of a switch.
    Switch {
        /// The value, zero-extended.
        value: u128,
        /// Width in bits.
        width: u32,
    },
}

/// An evaluation of a branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearEvaluation {
    /// The run, as [`Nearby::begin`] was told it.
    pub run: u32,
    /// Number of the evaluation among those of the branch in the run, from 1.
    pub number: u32,
    /// What decided it.
    pub decided: Decided,
    /// Branch distance to the way wanted: finite, ≥ 0; 0 exactly when it was taken.
    pub distance: f64,
}

/// What is to be covered in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A site is left by this outcome.
    Edge(SiteId, u32),
    /// A block is executed.
    Block(Block),
}

/// Where the nearest run left the way to what is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestMiss {
    /// The function.
    pub function: FuncId,
    /// The run.
    pub run: u32,
    /// The block in which it was left.
    pub block: Block,
    /// The site that ends the block and the outcome that is needed; `None` where an exception is, or the call of a function.
    pub needs: Option<(SiteId, u32)>,
    /// The evaluation nearest to that outcome; `None` where the run never came to the end of the block.
    pub evaluation: Option<NearEvaluation>,
    /// Branches between this one and what is wanted.
    pub approach_level: u32,
}

/// A branch that a run decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastDecision {
    /// The function.
    pub function: FuncId,
    /// The site.
    pub site: SiteId,
    /// Number of the evaluation among those of the branch in the run, from 1.
    pub number: u32,
    /// What decided it.
    pub decided: Decided,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunEnd {
    /// The fault, if one ended it.
    pub fault: Option<Fault>,
    /// The last branch that it decided in the functions watched.
    pub last: Option<LastDecision>,
}

/// What was seen of a function.
#[derive(Clone, Debug)]
struct Body {
    function: Arc<Function>,
    first_edge: Vec<u32>,
    /// By site.
    sites: Vec<Decider>,
    /// By edge.
    nearest: Vec<Option<NearEvaluation>>,
    /// By site: evaluations in the run at hand.
    evaluations: Vec<u32>,
    /// The first run that entered it.
    entered: Option<u32>,
}

/// What a site compares.
#[derive(Clone, Debug)]
enum Decider {
    Numbers,
    Pointers,
    Negation,
    Switch(SwitchCases),
}

/// Keeps the nearest evaluations of branches, over any number of runs.
#[derive(Clone, Debug)]
pub struct Nearby {
    program: Arc<Program>,
    names: BTreeSet<String>,
    /// By function of the program: `None` when it was not looked up.
    known: Vec<Option<bool>>,
    bodies: BTreeMap<FuncId, Body>,
    touched: BTreeSet<FuncId>,
    run: u32,
    /// By run.
    ends: BTreeMap<u32, RunEnd>,
    /// Of the run at hand.
    end: RunEnd,
}

impl Nearby {
    /// Watches the functions of `program` with these names.
    #[must_use]
    pub fn new(program: Arc<Program>, names: impl IntoIterator<Item = String>) -> Self {
        Self {
            program,
            names: names.into_iter().collect(),
            known: Vec::new(),
            bodies: BTreeMap::new(),
            touched: BTreeSet::new(),
            run: 0,
            ends: BTreeMap::new(),
            end: RunEnd::default(),
        }
    }

    /// What happens from now on belongs to the run with this number.
    pub fn begin(&mut self, run: u32) {
        let end = std::mem::take(&mut self.end);
        self.ends.insert(self.run, end);
        self.run = run;
        for function in std::mem::take(&mut self.touched) {
            if let Some(body) = self.bodies.get_mut(&function) {
                body.evaluations.fill(0);
            }
        }
    }

    /// The function with this name: one that ran, that the program had from its beginning, or that what ran calls.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<FuncId> {
        let is_it = |function: &FuncId| self.program.callables[*function].name == name;
        let ran = self.bodies.keys().copied().find(is_it);
        // Programs grow while they run: what is called knows functions that the beginning did not.
        let called = || {
            let bodies = self.bodies.values().flat_map(|body| &body.function.blocks);
            let insts = bodies.flat_map(|block| &block.insts);
            let callees = insts.filter_map(|inst| match &inst.op {
                Op::Call { callee, .. } => called(&self.program, callee),
                _ => None,
            });
            callees.into_iter().find(is_it)
        };
        ran.or_else(|| self.program.function_named(name)).or_else(called)
    }

    /// The body of `function`, if it ran.
    #[must_use]
    pub fn body(&self, function: FuncId) -> Option<&Arc<Function>> {
        self.bodies.get(&function).map(|body| &body.function)
    }

    /// Where the nearest run left the way to any of `wanted` in `function`; `None` where no way from a run is known.
    #[must_use]
    pub fn nearest(&self, function: FuncId, wanted: &[Wanted]) -> Option<NearestMiss> {
        route::nearest(self, function, wanted)
    }

    /// How the run with this number ended; what was not seen of it is not there.
    #[must_use]
    pub fn end(&self, run: u32) -> Option<&RunEnd> {
        if run == self.run { Some(&self.end) } else { self.ends.get(&run) }
    }

    /// The body of a function, whether it ran or not.
    #[must_use]
    pub fn code(&self, function: FuncId) -> Option<Arc<Function>> {
        match self.bodies.get(&function) {
            Some(body) => Some(Arc::clone(&body.function)),
            None => self.program.body(function).ok().map(Arc::clone),
        }
    }

    fn is_watched(&mut self, function: FuncId) -> bool {
        let at = function.position();
        if self.known.len() <= at {
            self.known.resize(at + 1, None);
        }
        if let Some(known) = self.known[at] {
            return known;
        }
        let mut is_watched = self.names.contains(&self.program.callables[function].name);
        if is_watched {
            match self.program.body(function) {
                Ok(body) => _ = self.bodies.insert(function, Body::new(Arc::clone(body))),
                Err(_) => is_watched = false,
            }
        }
        self.known[at] = Some(is_watched);
        is_watched
    }
}

impl<D: Domain> Observer<D> for Nearby {
    fn call(&mut self, function: FuncId, _: Activation) {
        if self.is_watched(function) {
            let run = self.run;
            if let Some(body) = self.bodies.get_mut(&function) {
                body.entered.get_or_insert(run);
            }
        }
    }

    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if !self.is_watched(event.function) {
            return;
        }
        let run = self.run;
        let Some(body) = self.bodies.get_mut(&event.function) else { return };
        self.touched.insert(event.function);
        body.entered.get_or_insert(run);
        let (number, decided) = body.note(run, event.site, event.outcome, &event.predicate);
        self.end.last = Some(LastDecision { function: event.function, site: event.site, number, decided });
    }

    fn fault(&mut self, fault: &Fault) {
        self.end.fault = Some(fault.clone());
    }
}

impl Body {
    fn new(function: Arc<Function>) -> Self {
        let mut edges = 0;
        let mut first_edge = Vec::new();
        for site in &function.sites {
            first_edge.push(edges);
            edges += site.kind.outcomes();
        }
        let mut sites = vec![Decider::Numbers; function.sites.len()];
        for (block, data) in function.blocks.iter_enumerated() {
            match &data.terminator {
                Terminator::Branch { cond, site, .. } => {
                    sites[site.position()] = decider(&function, block, *cond);
                }
                Terminator::Switch { value, cases, default, site, .. } => {
                    let width = function.values[*value].ty.bits();
                    sites[site.position()] = Decider::Switch(SwitchCases::new(width, cases, *default));
                }
                _ => {}
            }
        }
        Self {
            nearest: vec![None; edges as usize],
            evaluations: vec![0; first_edge.len()],
            entered: None,
            function,
            first_edge,
            sites,
        }
    }

    fn evaluation(&self, site: SiteId, outcome: u32) -> Option<&NearEvaluation> {
        self.nearest.get((self.first_edge.get(site.position())? + outcome) as usize)?.as_ref()
    }

    fn is_taken(&self, site: SiteId, outcome: u32) -> bool {
        self.evaluation(site, outcome).is_some_and(|evaluation| evaluation.distance == 0.0)
    }

    /// Gives the number of the evaluation, and what decided it.
    fn note<S>(&mut self, run: u32, site: SiteId, taken: u32, predicate: &Predicate<S>) -> (u32, Decided) {
        let at = site.position();
        self.evaluations[at] += 1;
        let number = self.evaluations[at];
        let outcomes = self.function.sites[site].kind.outcomes();
        let decided = decided(predicate, &self.sites[at]);
        let nearest = &mut self.nearest[self.first_edge[at] as usize..][..outcomes as usize];
        let mut keep = |outcome: u32, distance: f64| {
            let Some(known) = nearest.get_mut(outcome as usize) else { return };
            if known.is_none_or(|known| distance < known.distance) {
                *known = Some(NearEvaluation { run, number, decided, distance });
            }
        };
        keep(taken, 0.0);
        // What was not taken is at some distance, whatever the rounding says.
        match (&decided, &self.sites[at]) {
            (Decided::Switch { value, .. }, Decider::Switch(cases)) => {
                cases.misses(*value, taken, |outcome, distance| {
                    keep(outcome, distance.max(f64::MIN_POSITIVE))
                });
            }
            _ => (0..outcomes).filter(|&outcome| outcome != taken).for_each(|outcome| {
                keep(outcome, distance(&decided, outcome).max(f64::MIN_POSITIVE));
            }),
        }
        (number, decided)
    }
}

/// What decides a branch on `cond`.
fn decider(function: &Function, block: Block, cond: Value) -> Decider {
    let of_block = function.blocks[block].insts.iter();
    let all = of_block.chain(function.blocks.iter().flat_map(|data| &data.insts));
    let mut defining = all.filter(|inst| inst.results.contains(&cond));
    match defining.next().map(|inst| &inst.op) {
        Some(Op::IntCompare(_, a, _)) if function.values[*a].ty == Type::Ptr => Decider::Pointers,
        // As clang writes `!x`.
        Some(Op::Binary { op: BinaryOp::Xor, b: one, .. }) if function.constant_bits(*one) == Some(1) => {
            Decider::Negation
        }
        _ => Decider::Numbers,
    }
}

fn decided<S>(predicate: &Predicate<S>, decider: &Decider) -> Decided {
    match *predicate {
        Predicate::IntCompare { predicate, a, b, .. } if matches!(decider, Decider::Pointers) => {
            Decided::Pointers { predicate, a: a as u64, b: b as u64 }
        }
        Predicate::IntCompare { predicate, width, a, b, .. } => Decided::Ints { predicate, width, a, b },
        Predicate::FloatCompare { predicate, a, b, .. } => Decided::Floats { predicate, a, b },
        Predicate::Flag { value, .. } if matches!(decider, Decider::Negation) => Decided::Negated(!value),
        Predicate::Flag { value, .. } => Decided::Flag(value),
        Predicate::Switch { value, width, .. } => Decided::Switch { value, width },
    }
}

/// How far a branch that `decided` was from `outcome`, which was not taken.
fn distance(decided: &Decided, outcome: u32) -> f64 {
    let holds = outcome == 0;
    match decided {
        Decided::Ints { predicate, width, a, b } => int::distance(*predicate, *width, *a, *b, holds),
        Decided::Pointers { predicate, a, b } => pointer::distance(*predicate, *a, *b, holds),
        Decided::Floats { predicate, a, b } => float::distance(*predicate, *a, *b, !holds, holds),
        Decided::Flag(_) | Decided::Negated(_) | Decided::Switch { .. } => 1.0,
    }
}
