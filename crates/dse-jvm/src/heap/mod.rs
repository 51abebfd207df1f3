//! Heap conditions: which objects of a test decided a branch, and what to change in the test for the other way.
//!
//! ```text
//! if (customer == null)       customer is operand 0 of `new Order(customer0)`          null in its place
//! if (shape instanceof Disc)  shape is operand 1 of `draw(board0, shape0)`             a `Disc` in its place
//! if (size > 0)               size is a field of `list0`, which `list0.add(…)` wrote   another call of `add` before
//! ```
//!
//! One run in a domain of its own ([`domain`]) follows references from where the test hands them in, through fields and calls, to the
//! comparisons with null and with each other and to the tests for a class that they end in; of numbers it says from which field they were
//! read. Which members write a field is learned from these runs, too: of objects that were there before the call.
//!
//! Source: conditions on the shape of the heap along a path (null, same, class, length) are those of symbolic execution of objects, as JBSE
//! has them, which Modonato (2020, section 2) hands to evolution as a fitness. Deviation: objects of a test exist already, so a condition
//! is not evolved towards but looked up: the operand that it came from is replaced, or the call that makes such states is inserted.
//!
//! Not handled: what a library computes from an object before it answers (hash codes, texts); fields that native methods write.

mod domain;
mod elements;
mod facts;
mod writers;

use domain::{Decision, HeapDomain};
use facts::{Fact, FactId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_dse::{BranchOutcome, Seen};
use trine_harness_jvm::Stage;
use trine_ir::{ClassId, Program};
use trine_jdk::env::Env;
use trine_jdk::vm::Vm;
use trine_machine::Ignore;
use trine_sequences::{Change, Hint, Wanted};
use trine_testcase::objects::{ClassApi, MemberId, Operand, Sequence, StepId};
use writers::{Writers, writers};

/// Runs after which an edge is left alone.
const MAX_ATTEMPTS: u32 = 8;

/// Hints that one run gives at most.
const MAX_HINTS: usize = 24;

/// Facts behind one branch that are followed at most: a sum over a long array has one for each element.
const MAX_FOLLOWED: usize = 2_000;

/// A field of a class, or a place in its arrays: what is written there, all instances together.
type Place = (ClassId, u64);

/// Asks which objects decide branches.
#[derive(Debug)]
pub struct HeapConditions {
    domain: HeapDomain,
    /// By place: the members whose calls wrote there.
    writers: FxHashMap<Place, BTreeSet<MemberId>>,
    /// By class: the members that write its fields by their code, once that was asked.
    by_code: FxHashMap<ClassId, Writers>,
    /// Hints that were given for an edge so far, in runs.
    attempts: FxHashMap<u32, u32>,
    /// Instructions of all runs.
    pub steps: u64,
}

/// A run whose facts are asked for.
struct Asked<'r> {
    sequence: &'r Sequence,
    values: &'r [u64],
    domain: &'r HeapDomain,
    writers: &'r FxHashMap<Place, BTreeSet<MemberId>>,
    by_code: &'r mut FxHashMap<ClassId, Writers>,
    api: &'r ClassApi,
    /// Facts that were followed: what went into a value twice, or by two ways, is followed once.
    followed: FxHashSet<(u32, FactId)>,
}

impl HeapConditions {
    /// For tests of the functions with these names.
    pub fn new(vm: &mut Vm, functions: impl IntoIterator<Item = String>) -> Self {
        let program: Arc<Program> = Arc::clone(&vm.program);
        let names: Arc<FxHashSet<String>> = Arc::new(functions.into_iter().collect());
        Self {
            domain: HeapDomain::new(program, names),
            writers: FxHashMap::default(),
            by_code: FxHashMap::default(),
            attempts: FxHashMap::default(),
            steps: 0,
        }
    }

    /// Edges have other numbers from now on: the machine is another one.
    pub fn forget_edges(&mut self) {
        self.attempts.clear();
    }

    /// Runs `sequence` from a reset and tells what to change in it so that branches go a way that no run has gone: what was tried least
    /// first.
    pub fn hints(&mut self, stage: &mut Stage, sequence: &Sequence, seen: &Seen) -> Vec<Hint> {
        self.domain.clear();
        stage.reset_settled();
        let run = stage.run_in(sequence, &mut self.domain, &mut Ignore);
        self.steps += run.steps;
        self.learn(stage, sequence);
        let mut open: Vec<(u32, u32, BranchOutcome)> = Vec::new();
        for &way in &self.domain.order {
            let edges = stage.parts().0.edges();
            let Some(first) = edges.first_edge(way.function, way.site) else { continue };
            let others = (first..).take_while(|&edge| {
                let origin = edges.origin(edge);
                origin.is_some_and(|origin| origin.function == way.function && origin.site == way.site)
            });
            for edge in others.filter(|&edge| !seen.is_seen(edge)) {
                let attempts = self.attempts.get(&edge).copied().unwrap_or(0);
                if attempts < MAX_ATTEMPTS {
                    open.push((attempts, edge, way));
                }
            }
        }
        open.sort_by_key(|&(attempts, ..)| attempts);
        let mut hints: Vec<Hint> = Vec::new();
        for (_, edge, way) in open {
            if hints.len() >= MAX_HINTS {
                break;
            }
            let api = Arc::clone(stage.api());
            let mut asked = Asked {
                sequence,
                values: &run.values,
                domain: &self.domain,
                writers: &self.writers,
                by_code: &mut self.by_code,
                api: &api,
                followed: FxHashSet::default(),
            };
            let mut changes = Vec::new();
            let found = stage.in_env(|env| {
                for Decision { step, facts } in &self.domain.decisions[&way] {
                    for &fact in facts {
                        asked.changes(env, *step, fact, &mut changes);
                    }
                }
                Ok(())
            });
            if found.is_err() || changes.is_empty() {
                continue;
            }
            *self.attempts.entry(edge).or_default() += 1;
            for change in changes {
                if hints.iter().all(|known| known.change != change) {
                    hints.push(Hint { edge, change });
                }
            }
        }
        hints
    }

    /// The sequence with variables for elements of arrays that decided branches and that it leaves zero; `None` where it has none.
    pub fn expanded(&mut self, stage: &mut Stage, sequence: &Sequence) -> Option<Sequence> {
        if !elements::has_padded(sequence) {
            return None;
        }
        self.domain.clear();
        stage.reset_settled();
        let run = stage.run_in(sequence, &mut self.domain, &mut Ignore);
        self.steps += run.steps;
        elements::expanded(sequence, &run.values, &self.domain)
    }

    /// The sequence without such variables that are zero.
    #[must_use]
    pub fn contracted(sequence: &Sequence) -> Sequence {
        elements::without_zeros(sequence)
    }

    /// Learns which members wrote which fields.
    fn learn(&mut self, stage: &mut Stage, sequence: &Sequence) {
        let (written, writers) = (&self.domain.written, &mut self.writers);
        // Memory that a run left can be read.
        let _ = stage.in_env(|env| {
            for write in written {
                let step = sequence.steps.steps.get(StepId(write.step));
                let (Some(member), Ok(class)) =
                    (step.and_then(|step| step.action.member()), env.class_of(write.object))
                else {
                    continue;
                };
                writers.entry((class, write.offset)).or_default().insert(member);
            }
            Ok(())
        });
    }
}

impl Asked<'_> {
    /// What to change so that a comparison with this fact has another result.
    fn changes(&mut self, env: &mut Env<'_, '_>, step: u32, fact: FactId, changes: &mut Vec<Change>) {
        let mut waiting = vec![fact];
        while let Some(fact) = waiting.pop() {
            if self.followed.len() >= MAX_FOLLOWED || !self.followed.insert((step, fact)) {
                continue;
            }
            match self.domain.facts.get(fact) {
                Fact::Both(a, b) => waiting.extend([b, a]),
                other => self.changes_of(env, step, (fact, other), changes),
            }
        }
    }

    /// The same, of a fact that does not consist of others.
    fn changes_of(
        &mut self,
        env: &mut Env<'_, '_>,
        step: u32,
        (id, fact): (FactId, Fact),
        changes: &mut Vec<Change>,
    ) {
        match fact {
            Fact::Nothing | Fact::Both(..) => {}
            Fact::Null { of, holds } => {
                let wanted = if holds { Wanted::Other } else { Wanted::Null };
                self.replace(env, step, of, &wanted, changes);
            }
            Fact::Same { a, b, holds } => {
                for (one, other) in [(a, b), (b, a)] {
                    let wanted = match self.operand(other) {
                        Some((_, operand @ (Operand::Step(_) | Operand::Constant(_)))) if !holds => {
                            Wanted::Same(operand)
                        }
                        // A string or a wrapped number of its own is never the same.
                        Some((_, Operand::Text(_) | Operand::Boxed(..))) if !holds => continue,
                        _ => Wanted::Other,
                    };
                    self.replace(env, step, one, &wanted, changes);
                }
            }
            Fact::IsA { of, class, holds } => {
                let name = env.vm.program.classes.get(class).map(|class| class.name.to_string());
                let wanted = match name {
                    Some(name) if !holds => Wanted::Instance(name),
                    _ => Wanted::Other,
                };
                self.replace(env, step, of, &wanted, changes);
            }
            Fact::Operand { .. } | Fact::Given(_) | Fact::Field { .. } => {
                self.replace(env, step, id, &Wanted::Other, changes);
            }
        }
    }

    /// What to change so that another value comes from where `fact` says.
    fn replace(
        &mut self,
        env: &mut Env<'_, '_>,
        step: u32,
        fact: FactId,
        wanted: &Wanted,
        changes: &mut Vec<Change>,
    ) {
        if let Some(((at, position), _)) = self.operand(fact) {
            let change = Change::Operand { step: StepId(at), position, wanted: wanted.clone() };
            if !changes.contains(&change) {
                changes.push(change);
            }
        }
        if let Fact::Field { object, offset, of, .. } = self.domain.facts.get(fact) {
            self.call(env, step, (object, offset), of, changes);
            // The object itself may be another one.
            if let Some(((at, position), _)) = self.operand(of) {
                let change = Change::Operand { step: StepId(at), position, wanted: Wanted::Other };
                if !changes.contains(&change) {
                    changes.push(change);
                }
            }
        }
    }

    /// A call, before `step`, of a member that writes at an offset of an object.
    fn call(
        &mut self,
        env: &mut Env<'_, '_>,
        step: u32,
        (object, offset): (u64, u64),
        of: FactId,
        changes: &mut Vec<Change>,
    ) {
        let Ok(class) = env.class_of(object) else { return };
        let learned = self.writers.get(&(class, offset)).into_iter().flatten().copied();
        let mut members: Vec<MemberId> = Vec::new();
        let mut receivers = self.steps_of(object);
        if !receivers.is_empty() {
            members.extend(self.by_code(env, class, offset));
        }
        members.extend(learned.filter(|member| !members.contains(member)).collect::<Vec<_>>());
        let mut holder = of;
        while let (true, Fact::Field { object, of, .. }) =
            (receivers.is_empty(), self.domain.facts.get(holder))
        {
            receivers = self.steps_of(object);
            holder = of;
        }
        if receivers.is_empty() {
            let operands = self.sequence.steps.steps.get(StepId(step)).map(|step| step.action.operands());
            let of_step = |operand: &Operand| match operand {
                Operand::Step(id) => Some(*id),
                _ => None,
            };
            receivers = operands.into_iter().flatten().filter_map(of_step).collect();
        }
        receivers.retain(|receiver| receiver.0 < step);
        if receivers.is_empty() || members.is_empty() {
            return;
        }
        let change = Change::Call { before: StepId(step), receivers, members };
        if !changes.contains(&change) {
            changes.push(change);
        }
    }

    /// The members that write at an offset of objects of a class by their code.
    fn by_code(&mut self, env: &mut Env<'_, '_>, class: ClassId, offset: u64) -> Vec<MemberId> {
        let api = self.api;
        let writers = self.by_code.entry(class).or_insert_with(|| {
            let name = env.vm.program.classes.get(class).map(|class| class.name.to_string());
            name.map(|name| writers(&mut env.vm.hierarchy(), api, &name)).unwrap_or_default()
        });
        writers.get(&offset).cloned().unwrap_or_default()
    }

    /// The steps that gave an object.
    fn steps_of(&self, object: u64) -> Vec<StepId> {
        let values = (0..).map(StepId).zip(self.values);
        values.filter(|&(_, &value)| value == object).map(|(id, _)| id).collect()
    }

    /// The operand of a step that a fact is about, with what it is now.
    fn operand(&self, fact: FactId) -> Option<((u32, usize), Operand)> {
        let steps = &self.sequence.steps.steps;
        match self.domain.facts.get(fact) {
            Fact::Operand { step, position } => {
                let operands = steps.get(StepId(step))?.action.operands();
                Some(((step, position), (*operands.get(position)?).clone()))
            }
            Fact::Given(step) => {
                let given = Operand::Step(StepId(step));
                steps.iter_enumerated().find_map(|(id, user)| {
                    let position = user.action.operands().into_iter().position(|used| *used == given)?;
                    Some(((id.0, position), given.clone()))
                })
            }
            _ => None,
        }
    }
}
