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
mod raised;
mod route;

pub use operands::{OF_ADDRESSES, Operand, named_values, values_by_name};
pub use raised::{Exceptions, Raised};

use crate::distance::{float, int, pointer, switch::SwitchCases};
use crate::fitness::questions::called;
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
    /// Which of the two values compared depend on where objects lie, as far as that was asked ([`Nearby::compare_layouts`]).
    pub addresses: [bool; 2],
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
    /// Whether the block has to be left by an exception.
    pub wants_exception: bool,
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
    /// Which of the two values compared depend on where objects lie, as far as that was asked.
    pub addresses: [bool; 2],
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
    /// By site: whether it is a condition of the source.
    conditions: Vec<bool>,
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
    raises: raised::Raises,
    /// By name of a function: who calls it, or makes something that does, beyond what the program says.
    callers: BTreeMap<String, Vec<Calls>>,
    /// By name of a function: the columns of the sites that are conditions of its source; `None` where all are.
    conditions: Option<BTreeMap<String, BTreeSet<u32>>>,
    /// Evaluations that are asked for beside the nearest, and what decided them.
    asked: BTreeMap<Asked, Option<Decided>>,
}

/// An evaluation: function, site, run, number.
type Asked = (FuncId, SiteId, u32, u32);

/// A place from which a function is called in a way that the program does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls {
    /// The name of the function that is called.
    pub callee: String,
    /// The name of that which calls.
    pub caller: String,
    /// The column of the instruction that does.
    pub column: u32,
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
            raises: raised::Raises::default(),
            callers: BTreeMap::new(),
            conditions: None,
            asked: BTreeMap::new(),
        }
    }

    /// An observer of the same functions and runs that keeps the evaluations which are known of here, for [`compare_layouts`](Self::compare_layouts).
    #[must_use]
    pub fn asking(&self) -> Self {
        let mut other = Self::new(Arc::clone(&self.program), self.names.iter().cloned());
        for (&function, body) in &self.bodies {
            for (site, first) in body.function.sites.indices().zip(&body.first_edge) {
                let edges = &body.nearest[*first as usize..];
                let outcomes = body.function.sites[site].kind.outcomes() as usize;
                let known = edges.iter().take(outcomes).flatten();
                other.asked.extend(known.map(|of| ((function, site, of.run, of.number), None)));
            }
        }
        for (run, end) in self.ends.iter().map(|(run, end)| (*run, end)).chain([(self.run, &self.end)]) {
            let last = end.last.map(|last| ((last.function, last.site, run, last.number), None));
            other.asked.extend(last);
        }
        other
    }

    /// The same, where only these sites, columns by name of the function, are conditions of the source: of others it is not told that a run
    /// decided them last. What checks for null or bounds is none.
    #[must_use]
    pub fn with_conditions(mut self, conditions: BTreeMap<String, BTreeSet<u32>>) -> Self {
        self.conditions = Some(conditions);
        self
    }

    /// The same, with calls that the program does not tell.
    #[must_use]
    pub fn with_calls(mut self, calls: impl IntoIterator<Item = Calls>) -> Self {
        for call in calls {
            self.callers.entry(call.callee.clone()).or_default().push(call);
        }
        self
    }

    /// The same, with what `exceptions` says is an exception.
    #[must_use]
    pub fn with_exceptions(mut self, exceptions: Exceptions) -> Self {
        self.raises.watch(exceptions);
        self
    }

    /// What happens from now on belongs to the run with this number.
    pub fn begin(&mut self, run: u32) {
        let end = std::mem::take(&mut self.end);
        self.ends.insert(self.run, end);
        self.run = run;
        self.raises.begin();
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

    /// What was raised in `block` of `function`, or in what it called, so that its end never came; of the first run that came there.
    #[must_use]
    pub fn raised_in(&self, function: FuncId, block: Block) -> Option<&Raised> {
        let body = self.bodies.get(&function)?;
        let mut edges = route::Route::new(function, body).edges_to(block, |_| true);
        // A check that is no condition raises behind its site.
        let site = body.function.blocks[block].terminator.site().filter(|site| !body.is_condition(*site));
        let outcomes = site.map_or(0, |site| body.function.sites[site].kind.outcomes());
        edges.extend(
            site.into_iter().flat_map(|site| (0..outcomes).map(move |outcome| Some((site, outcome)))),
        );
        self.raises.behind(function, &edges)
    }

    /// Where `block` of `function` calls `callee`, or a method that it overrides.
    #[must_use]
    pub fn place_of_call(&self, function: FuncId, block: Block, callee: FuncId) -> Option<trine_base::Span> {
        let member = |id: FuncId| {
            let name = &self.program.callables[id].name;
            let head = name.split('(').next().unwrap_or(name);
            let from = head.rfind('.').map_or(0, |at| at + 1);
            name[from..].to_owned()
        };
        let is_it = |inst: &&trine_ir::Inst| match &inst.op {
            Op::Call { callee: of, .. } => {
                called(&self.program, of).is_some_and(|of| of == callee || member(of) == member(callee))
            }
            _ => false,
        };
        self.body(function)?.blocks[block].insts.iter().find(is_it)?.span
    }

    /// The branch by which the run with this number first came to `block` of `function`; `None` where none stands before it.
    #[must_use]
    pub fn decided_before(&self, function: FuncId, block: Block) -> Option<(u32, LastDecision)> {
        let body = self.bodies.get(&function)?;
        let edges = route::Route::new(function, body).edges_to(block, |site| body.is_condition(site));
        let taken = edges.into_iter().flatten().filter_map(|(site, outcome)| {
            let evaluation = body.evaluation(site, outcome).filter(|of| of.distance == 0.0)?;
            let NearEvaluation { run, number, decided, .. } = *evaluation;
            Some((run, LastDecision { function, site, number, decided, addresses: [false; 2] }))
        });
        taken.min_by_key(|(run, _)| *run)
    }

    /// Marks values that `other`, made by [`asking`](Self::asking), does not have in the same evaluations of the same runs with objects at other
    /// addresses: words of addresses, hashes of them, and what depends on either.
    pub fn compare_layouts(&mut self, other: &Self) {
        let there = |key: Asked| other.asked.get(&key).copied().flatten();
        for (function, body) in &mut self.bodies {
            for (site, first) in body.function.sites.indices().zip(&body.first_edge) {
                let outcomes = body.function.sites[site].kind.outcomes() as usize;
                for one in body.nearest[*first as usize..].iter_mut().take(outcomes).flatten() {
                    one.addresses = differing(&one.decided, there((*function, site, one.run, one.number)));
                }
            }
        }
        let ends = self.ends.iter_mut().map(|(run, end)| (*run, end)).chain([(self.run, &mut self.end)]);
        for (run, end) in ends {
            let Some(last) = &mut end.last else { continue };
            last.addresses = differing(&last.decided, there((last.function, last.site, run, last.number)));
        }
    }

    /// How the run with this number ended; what was not seen of it is not there.
    #[must_use]
    pub fn end(&self, run: u32) -> Option<&RunEnd> {
        if run == self.run { Some(&self.end) } else { self.ends.get(&run) }
    }

    /// Where the nearest run left the way to a call of the function with this name, which no run entered.
    #[must_use]
    pub fn nearest_to_call(&self, name: &str) -> Option<NearestMiss> {
        route::to_call(self, name, 0)
    }

    /// A function of the program.
    #[must_use]
    pub fn callable(&self, function: FuncId) -> &trine_ir::Callable {
        &self.program.callables[function]
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
                Ok(body) => {
                    let conditions = self.conditions.as_ref().map(|of| of.get(&body.name));
                    _ = self.bodies.insert(function, Body::new(Arc::clone(body), conditions));
                }
                Err(_) => is_watched = false,
            }
        }
        self.known[at] = Some(is_watched);
        is_watched
    }
}

impl<D: Domain> Observer<D> for Nearby {
    fn call(&mut self, function: FuncId, activation: Activation) {
        let is_watched = self.is_watched(function);
        let run = self.run;
        if is_watched && let Some(body) = self.bodies.get_mut(&function) {
            body.entered.get_or_insert(run);
        }
        self.raises.call(&self.program, (function, activation.number, is_watched), (run, self.end.last));
    }

    fn returned(&mut self, _: FuncId, activation: Activation) {
        self.raises.returned(activation.number);
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
        if let Some(asked) = self.asked.get_mut(&(event.function, event.site, run, number)) {
            *asked = Some(decided);
        }
        if body.is_condition(event.site) {
            let (function, site) = (event.function, event.site);
            self.end.last = Some(LastDecision { function, site, number, decided, addresses: [false; 2] });
        }
        self.raises.branch(event.function, event.activation.number, (event.site, event.outcome));
    }

    fn fault(&mut self, fault: &Fault) {
        self.end.fault = Some(fault.clone());
    }
}

impl Body {
    fn new(function: Arc<Function>, conditions: Option<Option<&BTreeSet<u32>>>) -> Self {
        let is_condition = |site: &trine_ir::Site| match conditions {
            None => true,
            Some(columns) => {
                let column = site.span.map(|span| span.start.column);
                column.is_some_and(|column| columns.is_some_and(|columns| columns.contains(&column)))
            }
        };
        let conditions = function.sites.iter().map(is_condition).collect();
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
            conditions,
            function,
            first_edge,
            sites,
        }
    }

    fn evaluation(&self, site: SiteId, outcome: u32) -> Option<&NearEvaluation> {
        self.nearest.get((self.first_edge.get(site.position())? + outcome) as usize)?.as_ref()
    }

    fn is_condition(&self, site: SiteId) -> bool {
        self.conditions[site.position()]
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
                *known = Some(NearEvaluation { run, number, decided, distance, addresses: [false; 2] });
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

/// Which values of `decided` are others in `there`; all where there is no such evaluation. Of pointers only what is said of them counts, which
/// is the same wherever objects lie.
fn differing(decided: &Decided, there: Option<Decided>) -> [bool; 2] {
    match (*decided, there) {
        (_, None) => [true; 2],
        (Decided::Ints { a, b, .. }, Some(Decided::Ints { a: c, b: d, .. })) => [a != c, b != d],
        (Decided::Floats { a, b, .. }, Some(Decided::Floats { a: c, b: d, .. })) => {
            [a.to_bits() != c.to_bits(), b.to_bits() != d.to_bits()]
        }
        (Decided::Pointers { a, b, .. }, Some(Decided::Pointers { a: c, b: d, .. })) => {
            [(a == 0) != (c == 0), (b == 0) != (d == 0)]
        }
        (one, Some(other)) => [one != other; 2],
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
