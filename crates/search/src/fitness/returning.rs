//! How far calls were from returning otherwise, where what they return decides a branch.
//!
//! ```text
//! if (find(key) != null) …          Node find(Object key) { return look(root, key); }
//!                                   Node look(Node from, Object key) {
//!                                     for (Node n = from; n != null; n = n.next) if (n.key == key) return n;
//!                                     return null; }
//! ```
//!
//! A branch on null or on a boolean has no distance of its own; what it lacks is known inside the call: the nearest
//! that any round of `look` came to `n.key == key`. So a stack of [`Frame`]s follows the calls that may decide
//! branches, each with its own nearest misses, and keeps what returned until the caller has gone by. A branch on what
//! a call returned takes the fitness of the activation that answered for returning zero (null, false), or anything
//! else: the way to a return, or to the assignment of what is returned ([`super::flags`], [`super::chain`]). What is
//! returned as another call returned it is asked of that one, and branches inside have answers in the same way.
//!
//! Source: Lin, Sun, Fraser, Xiu, Liu, Dong (2020), "Recovering fitness gradients for interprocedural boolean flags in
//! search-based testing"; where they rewrite the program, we watch its calls, so that virtual calls are followed into
//! what they called; references count as flags, too.
//!
//! A lookup of the library, in a table by hashes or in a list, is asked itself ([`Questions::distance_to_found`]).
//!
//! As one number: the level in the call and the normalized distance, as a part of the height of its way, made a
//! distance again, so that nested calls keep their order.
//!
//! Not followed: numbers that decide by their size (they have a distance of their own), more than [`MAX_NESTING`] calls
//! into each other, and flags in memory.
//!
//! Only what decides a site that no run left both ways so far is followed: most calls soon are not.
//!
//! Cost: a look at the table for each call and branch; for what is followed that of the standard fitness.

use super::FitnessModel;
use super::chain::Chain;
use super::flags::Returned;
use super::questions::{Asked, Questions, asked};
use super::records::{CarriesDistance, Records};
use crate::distance::{K, normalized_distance};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::objects::ClassId;
use trine_ir::{Callee, FuncId, Function, Program, SiteId};
use trine_machine::{Activation, BranchEvent, StateView};

/// Calls into each other that are followed at most, from a function of the unit.
const MAX_NESTING: u32 = 5;

/// The bits of both ways out of a site.
const LEFT_BOTH_WAYS: u8 = 0b11;

/// Activations that one keeps the answers of.
const MAX_ANSWERS: usize = 8;

/// Which functions a call may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Selector {
    /// This one.
    Function(FuncId),
    /// Those that classes below this one have at this position of their tables.
    Virtual(ClassId, u32),
    /// Those that implement this method of the interface.
    Interface(ClassId, u32),
}

/// A site that is decided by whether a call returns zero.
#[derive(Clone, Copy, Debug)]
struct Decided {
    by: Selector,
    /// The outcome of the site when the call returns zero, and when it does not.
    outcomes: [u32; 2],
}

/// What another call returned is returned, as it is or the other way round.
#[derive(Clone, Debug)]
struct PassedOn {
    by: Selector,
    /// The way to where it is returned.
    way: Chain,
    /// Whether the other call has to return zero for this one to answer rightly.
    wants_zero: bool,
}

/// How a function comes to return zero, or anything else.
#[derive(Clone, Debug, Default)]
struct AnswerPath {
    way: Chain,
    /// Slots of the ways to where it sets its answer wrongly.
    undoing: Vec<usize>,
    passed_on: Vec<PassedOn>,
}

/// A call that is followed.
#[derive(Clone, Copy, Debug)]
struct Call {
    by: Selector,
    /// Sites that it decides, and that no run left both ways so far.
    open: u32,
}

/// A function that branches on what calls return, or returns what branches are decided by.
#[derive(Clone, Debug)]
struct Known {
    model: FitnessModel,
    /// By site.
    decided: Vec<Option<Decided>>,
    /// By site: the ways, as bits, that runs left it by.
    left_by: Vec<u8>,
    /// By site: the question to a library function that decides it.
    asked: Vec<Option<Asked>>,
    calls: Vec<Call>,
    /// Sites that a call decides, and that no run left both ways so far.
    open: u32,
    /// Which lookup it is, if it is one.
    lookup: Option<u32>,
    /// How it comes to return zero, and anything else; `None` where it returns numbers.
    paths: Option<[AnswerPath; 2]>,
    /// Of activations that are over.
    #[expect(clippy::vec_box, reason = "frames have them boxed, since they are moved about")]
    free: Vec<Box<Records>>,
}

/// An activation that is followed.
#[derive(Clone, Debug)]
struct Frame {
    function: FuncId,
    /// Of the function.
    known: u32,
    depth: u32,
    nesting: u32,
    number: u64,
    /// Where what it returns decides something.
    records: Option<Box<Records>>,
    /// The last activation of each function that it called and that returned.
    answers: Vec<Frame>,
    /// Of a lookup: how far it is from finding something, once it was asked.
    to_found: Option<Option<f64>>,
}

/// What is known of a function by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Entry {
    #[default]
    Unseen,
    /// There is nothing to follow.
    Opaque,
    /// Position of [`Known`].
    At(u32),
}

/// Follows the calls of a run that may decide branches of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Returning {
    /// By function.
    entries: Vec<Entry>,
    known: Vec<Known>,
    /// Whether a call may call a function, by the classes there were when it was asked first. Looked up only.
    selects: RefCell<FxHashMap<(Selector, FuncId), bool>>,
    frames: Vec<Frame>,
}

impl Returning {
    /// Forgets the last run. To be called before each.
    pub(super) fn clear(&mut self) {
        while let Some(frame) = self.frames.pop() {
            self.release(frame);
        }
    }

    /// A function starts; `is_member` says whether it is one of the unit.
    #[inline]
    pub(super) fn call<Q: Questions>(
        &mut self,
        program: &Program,
        questions: &Q,
        function: FuncId,
        activation: Activation,
        is_member: bool,
    ) {
        let is_called = self.frames.last().is_some_and(|caller| caller.depth + 1 == activation.depth);
        if !is_called && !is_member {
            return;
        }
        let (is_asked, nesting) = match self.frames.last().filter(|_| is_called) {
            Some(caller) => (self.is_asked(program, caller, function), caller.nesting + 1),
            None => (false, 0),
        };
        let nesting = if is_member { 0 } else { nesting };
        if !is_member && !is_asked || nesting > MAX_NESTING {
            return;
        }
        let Some(at) = self.at(program, questions, function) else { return };
        let known = &mut self.known[at as usize];
        let is_asked = is_asked && (known.paths.is_some() || known.lookup.is_some());
        if !is_asked && known.open == 0 {
            return;
        }
        let records =
            is_asked.then(|| known.free.pop().unwrap_or_else(|| Box::new(Records::new(&known.model.sites))));
        let (number, depth) = (activation.number, activation.depth);
        let (answers, to_found) = (Vec::new(), None);
        self.frames.push(Frame { function, known: at, depth, nesting, number, records, answers, to_found });
    }

    /// Whether what `function` returns to `caller` may decide something that is asked for.
    fn is_asked(&self, program: &Program, caller: &Frame, function: FuncId) -> bool {
        let calls = self.known[caller.known as usize].calls.iter();
        let all = caller.records.is_some();
        calls.filter(|call| all || call.open > 0).any(|call| self.selects(program, call.by, function))
    }

    fn selects(&self, program: &Program, call: Selector, function: FuncId) -> bool {
        match call {
            Selector::Function(called) => called == function,
            _ => *self
                .selects
                .borrow_mut()
                .entry((call, function))
                .or_insert_with(|| selects_now(program, call, function)),
        }
    }

    /// Where `function` stands among those that are known; `None` where there is nothing to follow.
    #[inline]
    fn at<Q: Questions>(&mut self, program: &Program, questions: &Q, function: FuncId) -> Option<u32> {
        match self.entries.get(function.position()) {
            Some(Entry::At(at)) => Some(*at),
            Some(Entry::Opaque) => None,
            Some(Entry::Unseen) | None => {
                let known = look_at(program, questions, function);
                if self.entries.len() <= function.position() {
                    self.entries.resize(function.position() + 1, Entry::Unseen);
                }
                let at = known.map(|known| {
                    self.known.push(known);
                    self.known.len() as u32 - 1
                });
                self.entries[function.position()] = at.map_or(Entry::Opaque, Entry::At);
                at
            }
        }
    }

    /// A function returned.
    #[inline]
    pub(super) fn returned(&mut self, activation: Activation) {
        if self.frames.last().is_some_and(|frame| frame.number == activation.number) {
            self.answer();
        }
    }

    /// The last frame is over: its caller may ask it.
    fn answer(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let caller = self.frames.last_mut().filter(|caller| caller.depth + 1 == frame.depth);
        let old = match caller {
            Some(caller) if frame.records.is_some() => {
                let before = caller.answers.iter().position(|known| known.function == frame.function);
                match before {
                    Some(at) => Some(std::mem::replace(&mut caller.answers[at], frame)),
                    None if caller.answers.len() < MAX_ANSWERS => {
                        caller.answers.push(frame);
                        None
                    }
                    None => Some(frame),
                }
            }
            _ => Some(frame),
        };
        if let Some(old) = old {
            self.release(old);
        }
    }

    fn release(&mut self, frame: Frame) {
        for answer in frame.answers {
            self.release(answer);
        }
        if let Some(mut records) = frame.records {
            let known = &mut self.known[frame.known as usize];
            records.clear(&known.model.sites);
            known.free.push(records);
        }
    }

    /// How far the call that decides the site of this branch was from deciding otherwise; `None` where none does, nobody
    /// knows, or nobody asks. To be asked before the branch is noted.
    pub(super) fn of_site<S>(&self, event: &BranchEvent<S>) -> Option<f64> {
        let frame = self.frames.last().filter(|frame| frame.number == event.activation.number)?;
        let known = &self.known[frame.known as usize];
        let decided = known.decided[event.site.position()].as_ref()?;
        if frame.records.is_none() && known.left_by[event.site.position()] == LEFT_BOTH_WAYS {
            return None;
        }
        let wants_zero = match event.outcome {
            outcome if outcome == decided.outcomes[1] => true,
            outcome if outcome == decided.outcomes[0] => false,
            _ => return None,
        };
        self.distance_of_answer(frame, decided.by, wants_zero)
    }

    /// How far the call that `frame` made last by this selector was from returning zero, or anything else.
    fn distance_of_answer(&self, frame: &Frame, by: Selector, wants_zero: bool) -> Option<f64> {
        let of_call = frame.answers.iter().filter(|answer| match by {
            Selector::Function(function) => answer.function == function,
            _ => self.selects.borrow().get(&(by, answer.function)) == Some(&true),
        });
        let answer = of_call.max_by_key(|answer| answer.number)?;
        self.distance(answer, wants_zero)
    }

    /// How far an activation was from returning zero, or anything else.
    fn distance(&self, frame: &Frame, wants_zero: bool) -> Option<f64> {
        let known = &self.known[frame.known as usize];
        let (sites, records) = (&known.model.sites, frame.records.as_deref()?);
        if let Some(Some(distance)) = frame.to_found
            && !wants_zero
        {
            return Some(distance.max(f64::MIN_POSITIVE));
        }
        let path = &known.paths.as_ref()?[usize::from(!wants_zero)];
        let mut nearest: Option<f64> = None;
        let mut add = |distance: f64| nearest = Some(nearest.map_or(distance, |known| known.min(distance)));
        if !path.way.links.is_empty() {
            let set = path.way.fitness(sites, records);
            // It was set so, and undone since.
            let undone = || K + path.undoing.iter().map(|&slot| records.kept(slot)).sum::<f64>();
            let (level, distance) = match set.is_covered() {
                true => (0, undone()),
                false => (set.approach_level, set.branch_distance),
            };
            add(as_distance(level, distance, path.way.height));
        }
        for passed_on in &path.passed_on {
            let height = passed_on.way.height + 1;
            let way = passed_on.way.fitness(sites, records);
            if passed_on.way.links.is_empty() || way.is_covered() {
                if let Some(distance) = self.distance_of_answer(frame, passed_on.by, passed_on.wants_zero) {
                    add(as_distance(0, distance, height));
                }
            } else {
                add(as_distance(way.approach_level + 1, way.branch_distance, height));
            }
        }
        nearest
    }

    /// The question that decides the site of a branch of a followed activation that is asked itself.
    pub(super) fn question<S>(&self, event: &BranchEvent<S>) -> Option<(&Asked, &Function)> {
        let frame = self.frames.last().filter(|frame| frame.number == event.activation.number)?;
        frame.records.as_ref()?;
        let known = &self.known[frame.known as usize];
        Some((known.asked[event.site.position()].as_ref()?, known.model.function()))
    }

    /// Asks a lookup that is followed how far it is from finding something, once.
    pub(super) fn look_up<Q: Questions>(&mut self, questions: &Q, state_view: &StateView<'_>) {
        let Some(frame) = self.frames.last_mut().filter(|frame| frame.records.is_some()) else { return };
        let known = &self.known[frame.known as usize];
        let (Some(number), None) = (known.lookup, frame.to_found) else { return };
        let params = &known.model.function().blocks[Function::ENTRY].params;
        let args: Option<Vec<u64>> = params.iter().map(|&param| state_view.register(param)).collect();
        frame.to_found = Some(args.and_then(|args| questions.distance_to_found(number, &args, state_view)));
    }

    /// Notes a branch, with what decided it.
    pub(super) fn branch<S: CarriesDistance>(&mut self, event: &BranchEvent<S>, answer: Option<f64>) {
        let Some(frame) = self.frames.last_mut().filter(|frame| frame.number == event.activation.number)
        else {
            return;
        };
        let known = &mut self.known[frame.known as usize];
        known.leave(event.site, event.outcome);
        if let Some(records) = &mut frame.records {
            records.branch(&known.model.sites, event.site, event.outcome, &event.predicate, answer);
        }
    }

    /// Whether the branch is one of the innermost activation that is followed.
    #[inline]
    pub(super) fn follows(&self, activation: Activation) -> bool {
        self.frames.last().is_some_and(|frame| frame.number == activation.number)
    }
}

impl Known {
    /// A run left a site.
    #[inline]
    fn leave(&mut self, site: SiteId, outcome: u32) {
        let left_by = &mut self.left_by[site.position()];
        let before = *left_by;
        *left_by |= 1 << outcome.min(7);
        if before != LEFT_BOTH_WAYS
            && *left_by == LEFT_BOTH_WAYS
            && let Some(decided) = &self.decided[site.position()]
        {
            self.open -= 1;
            let call = self.calls.iter_mut().find(|call| call.by == decided.by);
            call.into_iter().for_each(|call| call.open -= 1);
        }
    }
}

#[cold]
fn look_at<Q: Questions>(program: &Program, questions: &Q, function: FuncId) -> Option<Known> {
    let body = Arc::clone(program.body(function).ok().filter(|body| !body.blocks.is_empty())?);
    let model = FitnessModel::new(Arc::clone(&body));
    let mut calls: Vec<Call> = Vec::new();
    let mut call = |by: Selector, open: u32| match calls.iter_mut().find(|call| call.by == by) {
        Some(call) => call.open += open,
        None => calls.push(Call { by, open }),
    };
    let mut decided = vec![None; body.sites.len()];
    for (block, data) in body.blocks.iter_enumerated() {
        let Some(site) = data.terminator.site() else { continue };
        let Some((decider, _)) = model.flags().deciding_call(&body, block, selector) else { continue };
        let (by, zero, other) = (decider.callee, decider.outcome(0), decider.outcome_of_other());
        if let (Some(zero), Some(other)) = (zero, other)
            && zero != other
            && decided[site.position()].is_none()
        {
            decided[site.position()] = Some(Decided { by, outcomes: [zero, other] });
            call(by, 1);
        }
    }
    let paths = paths(&body, &model);
    paths.iter().flatten().flat_map(|path| &path.passed_on).for_each(|passed_on| call(passed_on.by, 0));
    let open = calls.iter().map(|call| call.open).sum();
    let asked = asked(program, &body, questions);
    let left_by = vec![0; body.sites.len()];
    let lookup = questions.lookup(&body.name);
    Some(Known { model, decided, left_by, asked, calls, open, lookup, paths, free: Vec::new() })
}

/// How `body` comes to return zero, and anything else; `None` where it returns numbers.
fn paths(body: &Function, model: &FitnessModel) -> Option<[AnswerPath; 2]> {
    let zero = model.flags().returned(body, &|bits| bits == 0)?;
    let other = model.flags().returned(body, &|bits| bits != 0)?;
    let path = |right: &Returned, wrong: &Returned| {
        let (way, undoing) = model.way_to_assignments(&right.assignments, &wrong.assignments);
        let passed_on = right.passed_on.iter().filter_map(|passed_on| {
            let by = selector(&passed_on.callee)?;
            let way = model.chain_to_edge_of(passed_on.block, passed_on.edge, 0);
            Some(PassedOn { by, way, wants_zero: passed_on.wants_zero })
        });
        AnswerPath { way, undoing, passed_on: passed_on.collect() }
    };
    Some([path(&zero, &other), path(&other, &zero)])
}

fn selector(callee: &Callee) -> Option<Selector> {
    match *callee {
        Callee::Direct(function) => Some(Selector::Function(function)),
        Callee::Indirect(..) => None,
        Callee::Virtual { class, slot, .. } => Some(Selector::Virtual(class, slot)),
        Callee::Interface { interface, method, .. } => Some(Selector::Interface(interface, method)),
    }
}

/// Whether a class of now makes the call one of `function`.
fn selects_now(program: &Program, call: Selector, function: FuncId) -> bool {
    let has = |table: &[Option<FuncId>], at: u32| table.get(at as usize) == Some(&Some(function));
    match call {
        Selector::Function(called) => called == function,
        // A position belongs to one method of a class and of those below it.
        Selector::Virtual(class, slot) => program
            .classes
            .iter_enumerated()
            .any(|(below, known)| has(&known.vtable, slot) && is_below(program, below, class)),
        Selector::Interface(interface, method) => program
            .classes
            .iter()
            .any(|class| class.itables.iter().any(|(id, table)| *id == interface && has(table, method))),
    }
}

fn is_below(program: &Program, mut class: ClassId, above: ClassId) -> bool {
    while class != above {
        match program.classes.get(class).and_then(|class| class.superclass) {
            Some(next) => class = next,
            None => return false,
        }
    }
    true
}

/// A level and the distance in it, as one distance, in the same order.
fn as_distance(level: u32, distance: f64, height: u32) -> f64 {
    let share = (f64::from(level) + normalized_distance(distance)) / f64::from(height.max(level + 1) + 1);
    share / (1.0 - share)
}
