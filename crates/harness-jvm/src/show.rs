//! What a test shows at its end, and whether it shows the same in other worlds.
//!
//! Candidates are the results of calls, and for the objects that the last call was about: methods without parameters, fields, and
//! `toString`. A query is asked only when it is pure: a digest of all objects that can be reached, and of the static fields of
//! classes of the class path, is the same before and after it. A query that is not has spoiled the run: it is remembered, and the
//! sequence is run once more without it. [`Stage::replay`] asks what a finished test asks, no more, and in its order.

use crate::callees::erased;
use crate::heap::gives_object;
use crate::operands::Value;
use crate::script::{Answered, Ask, Inspector, Script};
use crate::sight::Sight;
use crate::stage::{Run, Stage};
use crate::variation::{Elsewhere, Variation};
use rustc_hash::FxHashSet;
use trine_frontend_jvm::class::FieldType;
use trine_jdk::Launcher;
use trine_jdk::env::Env;
use trine_machine::{Caller, Concrete, Ignore, Observer, Stop};
use trine_testcase::objects::{
    Action, ClassApi, ClassId, ClassUse, Ended, Expectation, Member, MemberId, MemberKind, ObjectTest,
    Operand, Seen, Sequence, Shown, StepId, TypeUse, Types, Visibility,
};

/// Queries that a recording asks of one object, at most.
const MAX_QUERIES: usize = 12;
/// Runs of a recording, at most: each but the last finds one query that is not pure.
const MAX_RUNS: usize = 24;

/// Methods that say nothing of an object's state, or what a test must not rely on.
const NO_QUERIES: [&str; 9] =
    ["hashCode", "toString", "getClass", "clone", "notify", "notifyAll", "wait", "finalize", "iterator"];
/// Queries of classes of the JDK.
const JDK_QUERIES: [&str; 8] =
    ["size", "isEmpty", "length", "isPresent", "intValue", "longValue", "getMessage", "ordinal"];

/// What a replay showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The run.
    pub run: Run,
    /// What each expectation of the test saw this time; `None` where it could not be asked.
    pub seen: Vec<Option<Seen>>,
}

/// Something that is looked at.
struct Item {
    shown: Shown,
    seen: Option<Seen>,
    /// Whether `toString` is asked when nothing else can be said.
    describes: bool,
    /// Whether what comes next is a description.
    describing: bool,
}

/// The questions of a recording or a replay.
struct Inspection<'h> {
    heap: &'h mut crate::heap::Heap,
    items: Vec<Item>,
    /// Whether items are to be found, and calls must be pure.
    records: bool,
    /// Methods that are not asked.
    left_out: &'h FxHashSet<MemberId>,
    /// Items whose call changed something.
    impure: Vec<usize>,
    /// Classes whose static fields a call must not change.
    classes: Vec<trine_ir::ClassId>,
    /// The digest after the last call, over the static fields of so many classes: nothing runs until the next one begins.
    after: Option<(usize, u64)>,
}

impl Inspection<'_> {
    /// Looks at what needs no call.
    fn look(
        &mut self,
        number: usize,
        script: &mut Script<'_>,
        caller: &mut Caller<'_>,
    ) -> Result<Option<Ask>, Stop> {
        let steps = std::sync::Arc::clone(&script.sequence.steps);
        let value = |script: &Script<'_>, step: StepId| script.values.get(step.0 as usize).copied();
        let sight = match self.items[number].shown {
            Shown::Result(step) => {
                let (Some(bits), Some(ty)) = (value(script, step), &steps.steps[step].ty) else {
                    return Ok(None);
                };
                script.sight(bits, &erased(ty), step, caller)?
            }
            Shown::Elements(step) => {
                let (Some(bits), Some(ty)) = (value(script, step), &steps.steps[step].ty) else {
                    return Ok(None);
                };
                // Compared with no step: it is one itself.
                script.sight(bits, &erased(ty), StepId(0), caller)?
            }
            Shown::Field(step, field) => {
                let place = script.lookups.callees.place(script.api, script.vm, field)?;
                let Some(object) = value(script, step).filter(|&bits| bits != 0) else { return Ok(None) };
                let bytes = crate::callees::stored_bytes(&place.ty);
                let bits = Env { vm: script.vm, caller }.read(object, place.offset, bytes)?;
                script.sight(crate::callees::widened(&place.ty, bits), &place.ty, script.step(), caller)?
            }
            Shown::StaticField(field) => {
                let Value::Ready(bits) = script.static_value(field, caller)? else { return Ok(None) };
                let ty = script.lookups.callees.place(script.api, script.vm, field)?.ty.clone();
                script.sight(bits, &ty, script.step(), caller)?
            }
            Shown::Query(step, method) => {
                let Some(object) = value(script, step).filter(|&bits| bits != 0) else { return Ok(None) };
                let callee = script.lookups.callees.callee(script.api, script.vm, method)?;
                return Ok(Some(Ask { number, function: callee.adapter, receiver: Some(object) }));
            }
            Shown::StaticQuery(method) => {
                let callee = script.lookups.callees.callee(script.api, script.vm, method)?;
                return Ok(Some(Ask { number, function: callee.adapter, receiver: None }));
            }
        };
        self.takes(number, sight, script)
    }

    /// Notes what was seen, or asks for a description.
    fn takes(&mut self, number: usize, sight: Sight, script: &mut Script<'_>) -> Result<Option<Ask>, Stop> {
        let item = &mut self.items[number];
        match sight {
            Sight::Clear(seen) => item.seen = Some(seen),
            Sight::Nothing => {}
            Sight::Described(_) if !item.describes => item.seen = Some(Seen::NotNull),
            Sight::Described(object) => {
                item.describing = true;
                const DESCRIBE: &str = "java/lang/Object.toString()Ljava/lang/String;";
                let function = script.lookups.callees.named(script.vm, DESCRIBE, true, &[]);
                return Ok(Some(Ask { number, function, receiver: Some(object) }));
            }
        }
        Ok(None)
    }
}

impl Inspector for Inspection<'_> {
    fn asks(&mut self, script: &mut Script<'_>, caller: &mut Caller<'_>) -> Result<Vec<Ask>, Stop> {
        if self.records && script.thrown.is_none() {
            let shown = candidates(script, self.left_out);
            self.items = shown
                .into_iter()
                .map(|shown| Item { shown, seen: None, describes: true, describing: false })
                .collect();
        }
        let mut asks = Vec::new();
        for number in 0..self.items.len() {
            asks.extend(self.look(number, script, caller)?);
        }
        Ok(asks)
    }

    fn told(
        &mut self,
        told: Answered,
        script: &mut Script<'_>,
        caller: &mut Caller<'_>,
    ) -> Result<Option<Ask>, Stop> {
        if self.records && !told.is_pure {
            self.impure.push(told.number);
        }
        let Some(bits) = told.bits else { return Ok(None) };
        let item = &mut self.items[told.number];
        if item.describing {
            item.seen = Some(script.description(bits, caller)?);
            return Ok(None);
        }
        let (Shown::Query(_, method) | Shown::StaticQuery(method)) = item.shown else { return Ok(None) };
        let callee = script.lookups.callees.callee(script.api, script.vm, method)?;
        let ty = callee.result.clone().unwrap_or(FieldType::Class(String::new()));
        let sight = script.sight(bits, &ty, script.step(), caller)?;
        self.takes(told.number, sight, script)
    }

    fn digest(
        &mut self,
        is_before: bool,
        script: &mut Script<'_>,
        caller: &mut Caller<'_>,
    ) -> Result<u64, Stop> {
        if !self.records {
            return Ok(0);
        }
        if is_before {
            // What a query initialises cannot have been seen before.
            self.classes = self.heap.initialised(&mut Env { vm: script.vm, caller })?;
            if let Some((_, digest)) = self.after.filter(|(classes, _)| *classes == self.classes.len()) {
                return Ok(digest);
            }
        }
        let steps = script.sequence.steps.steps.iter().zip(&script.values);
        let roots: Vec<u64> = steps
            .filter(|(step, value)| **value != 0 && gives_object(step.ty.as_ref()))
            .map(|(_, &value)| value)
            .collect();
        let mocked = script.mocks.calls;
        let streams = &script.vm.state.streams;
        let beside = mocked ^ (streams.out.len() as u64) << 20 ^ (streams.err.len() as u64) << 40;
        let mut env = Env { vm: script.vm, caller };
        let digest = self.heap.digest(&mut env, &roots, &self.classes)? ^ beside;
        self.after = (!is_before).then_some((self.classes.len(), digest));
        Ok(digest)
    }
}

impl Stage {
    /// Runs `sequence` from a reset, and notes what it shows: candidates for assertions. Empty unless all steps returned.
    pub fn record(&mut self, sequence: &Sequence) -> (Run, Vec<Expectation>) {
        let mut left_out = std::mem::take(&mut self.impure);
        let mut recorded = None;
        for _ in 0..MAX_RUNS {
            self.reset_settled();
            let mut heap = std::mem::take(&mut self.heap);
            let mut inspection = Inspection {
                heap: &mut heap,
                items: Vec::new(),
                records: true,
                left_out: &left_out,
                impure: Vec::new(),
                classes: Vec::new(),
                after: None,
            };
            let left = self.run_with(sequence, &mut Concrete, &mut Ignore, (Some(&mut inspection), None));
            let Inspection { items, impure, .. } = inspection;
            self.heap = heap;
            let spoiled = impure.first().copied().or(left.asking);
            let method = spoiled.and_then(|number| match items[number].shown {
                Shown::Query(_, method) | Shown::StaticQuery(method) => Some(method),
                _ => None,
            });
            let api = &self.api;
            let expectations = items
                .into_iter()
                .filter_map(|Item { shown, seen, .. }| Some(Expectation { shown, seen: seen? }))
                .filter(|expectation| is_worth_it(expectation, sequence))
                .filter(|expectation| !is_last_call(api, expectation, sequence));
            recorded = Some((left.run, expectations.collect()));
            match method {
                Some(method) => left_out.insert(method),
                None => break,
            };
            recorded = None;
        }
        self.impure = left_out;
        recorded.unwrap_or_else(|| {
            self.reset_settled();
            (self.run(sequence, &mut Ignore), Vec::new())
        })
    }

    /// Runs a finished test in the state that earlier runs left, and looks at what it looks at, in its order.
    pub fn replay<O: Observer<Concrete>>(&mut self, test: &ObjectTest, observer: &mut O) -> Replay {
        let mut heap = std::mem::take(&mut self.heap);
        let left_out = FxHashSet::default();
        let items = test.expectations.iter().map(|expectation| Item {
            shown: expectation.shown.clone(),
            seen: None,
            describes: matches!(expectation.seen, Seen::Described(_)),
            describing: false,
        });
        let mut inspection = Inspection {
            heap: &mut heap,
            items: items.collect(),
            records: false,
            left_out: &left_out,
            impure: Vec::new(),
            classes: Vec::new(),
            after: None,
        };
        let left = self.run_with(&test.sequence, &mut Concrete, observer, (Some(&mut inspection), None));
        let items = inspection.items;
        self.heap = heap;
        let mut run = left.run;
        if !left.is_done && matches!(run.ended, Ended::Returned | Ended::Threw { .. }) {
            let step = StepId(run.values.len() as u32);
            run.ended = Ended::Unsupported { step, what: "a question that does not end".to_owned() };
        }
        Replay { run, seen: items.into_iter().map(|item| item.seen).collect() }
    }

    /// A finished test of `sequence`: it ends in the same way in all `worlds`, and shows there what it is expected to show. `None`
    /// when it ends in another way, or as no test may. Settled classes were initialised in the usual world: a replay of the whole
    /// suite in others shows what that leaves open.
    pub fn finish(
        &mut self,
        sequence: &Sequence,
        about: MemberId,
        worlds: &[Variation],
    ) -> Option<ObjectTest> {
        let (run, expectations) = self.record(sequence);
        if !is_ending_of_test(&run.ended, sequence) {
            return None;
        }
        let mut test = ObjectTest { sequence: sequence.clone(), ended: run.ended, expectations, about };
        let mut holds = true;
        for &world in worlds {
            let replay = self.replay_elsewhere(&test, world);
            holds &= replay.run.ended == test.ended;
            let mut seen = replay.seen.into_iter();
            test.expectations.retain(|expectation| seen.next().flatten().as_ref() == Some(&expectation.seen));
        }
        holds.then_some(test)
    }

    /// Replays `test` in another world: behind the tests that were replayed there before, which spares what the class library does once;
    /// and from a reset, where it does or shows something else there, until that was found to be no other's doing often enough.
    fn replay_elsewhere(&mut self, test: &ObjectTest, world: Variation) -> Replay {
        let kept = self.elsewhere.iter().position(|elsewhere| elsewhere.world == world);
        let mut elsewhere = match kept {
            Some(at) => self.elsewhere.swap_remove(at),
            None => Elsewhere { world, launcher: self.begin_elsewhere(world), confirmed: 0 },
        };
        self.vary(world);
        std::mem::swap(&mut self.launcher, &mut elsewhere.launcher);
        self.apply_limit();
        let replay = self.replay(test, &mut Ignore);
        std::mem::swap(&mut self.launcher, &mut elsewhere.launcher);
        let holding = |replay: &Replay| -> Vec<bool> {
            let seen = replay.seen.iter().zip(&test.expectations);
            let seen = seen.map(|(seen, asked)| seen.as_ref() == Some(&asked.seen));
            std::iter::once(replay.run.ended == test.ended).chain(seen).collect()
        };
        let held = holding(&replay);
        let replay = match held.contains(&false) && elsewhere.confirmed < CONFIRMED {
            false => {
                self.elsewhere.push(elsewhere);
                replay
            }
            true => {
                self.reset_settled();
                let alone = self.replay(test, &mut Ignore);
                // Where tests before it are what made the difference, the next one begins anew.
                if holding(&alone) == held {
                    elsewhere.confirmed += 1;
                    self.elsewhere.push(elsewhere);
                }
                alone
            }
        };
        self.vary(Variation::default());
        replay
    }

    /// A machine in another world, where classes are settled.
    fn begin_elsewhere(&mut self, world: Variation) -> Launcher {
        self.vary(world);
        self.reset_settled();
        let copy = self.launcher.fork();
        let here = std::mem::replace(&mut self.launcher, copy);
        self.restart();
        std::mem::replace(&mut self.launcher, here)
    }
}

/// Tests that show something else in another world, each of which is replayed there from a reset to see whether tests before it are why.
const CONFIRMED: u32 = 4;

/// Whether a test may end so: all steps returned, or the last one threw.
fn is_ending_of_test(ended: &Ended, sequence: &Sequence) -> bool {
    match ended {
        Ended::Returned => true,
        Ended::Threw { step, .. } => step.0 as usize + 1 == sequence.steps.steps.len(),
        Ended::Limit { .. } | Ended::Unsupported { .. } => false,
    }
}

/// That an object that is used later is not null needs no assertion.
fn is_worth_it(expectation: &Expectation, sequence: &Sequence) -> bool {
    let last = StepId(sequence.steps.steps.len() as u32 - 1);
    match (&expectation.shown, &expectation.seen) {
        (Shown::Result(step), Seen::NotNull) => {
            *step == last && !matches!(sequence.steps.steps[*step].action, Action::New { .. })
        }
        (_, Seen::NotNull) => false,
        _ => true,
    }
}

/// Whether the last step already is the call that looking takes: a test says it once, and what it covers depends on how often it is made.
fn is_last_call(api: &ClassApi, expectation: &Expectation, sequence: &Sequence) -> bool {
    let Some((_, last)) = sequence.steps.steps.iter_enumerated().last() else { return false };
    let Action::Call { method: called, receiver, args } = &last.action else { return false };
    let called = &api.members[*called];
    let is_on = |step: StepId| *receiver == Some(Operand::Step(step));
    let is_same = |member: MemberId| {
        let member = &api.members[member];
        (&member.name, &member.descriptor) == (&called.name, &called.descriptor)
    };
    args.is_empty()
        && match (&expectation.shown, &expectation.seen) {
            (Shown::Result(step), Seen::Described(_)) => called.name == "toString" && is_on(*step),
            (Shown::Query(step, member), _) => is_on(*step) && is_same(*member),
            (Shown::StaticQuery(member), _) => {
                is_same(*member) && api.members[*member].class == called.class && called.is_static
            }
            _ => false,
        }
}

/// What may be looked at once the steps of a sequence are done.
fn candidates(script: &Script<'_>, left_out: &FxHashSet<MemberId>) -> Vec<Shown> {
    let (api, steps) = (script.api, &script.sequence.steps.steps);
    let types = Types::new(api);
    let Some((last, _)) = steps.iter_enumerated().last() else { return Vec::new() };
    let mut shown = Vec::new();
    for (step, made) in steps.iter_enumerated() {
        let is_about = |member: MemberId| api.subjects.contains(&api.members[member].class);
        match &made.action {
            Action::Call { method: member, .. } | Action::Get { field: member, .. }
                if made.ty.is_some() && (is_about(*member) || step == last) =>
            {
                shown.push(Shown::Result(step));
            }
            Action::New { constructor, .. } if is_about(*constructor) && focus(script).contains(&step) => {
                shown.push(Shown::Result(step));
            }
            Action::Array { .. } if step != last => shown.push(Shown::Elements(step)),
            _ => {}
        }
    }
    for step in focus(script) {
        let Some(TypeUse::Class(class)) = &steps[step].ty else { continue };
        shown.extend(queries(&types, class, left_out).map(|member| match api.members[member].kind {
            MemberKind::Field => Shown::Field(step, member),
            _ => Shown::Query(step, member),
        }));
    }
    for &class in &api.subjects {
        let fields = api.classes[class].members.iter().filter(|&&member| {
            let field = &api.members[member];
            field.kind == MemberKind::Field
                && field.is_static
                && !field.is_final_or_abstract
                && field.visibility != Visibility::Hidden
        });
        shown.extend(fields.map(|&member| Shown::StaticField(member)));
    }
    shown
}

/// The objects that the last step is about: its receiver, what it made, its arguments of classes under test.
fn focus(script: &Script<'_>) -> Vec<StepId> {
    let (api, steps) = (script.api, &script.sequence.steps.steps);
    let Some((last, step)) = steps.iter_enumerated().last() else { return Vec::new() };
    let mut found = Vec::new();
    for operand in step.action.operands() {
        if let Operand::Step(of) = operand
            && matches!(&steps[*of].ty, Some(TypeUse::Class(class)) if is_subject(api, class))
            && !matches!(steps[*of].action, Action::Mock { .. })
        {
            found.push(*of);
        }
    }
    if gives_object(step.ty.as_ref()) && !matches!(step.action, Action::Mock { .. }) {
        found.push(last);
    }
    found.dedup();
    found
}

fn is_subject(api: &ClassApi, class: &ClassUse) -> bool {
    api.class_named(&class.name).is_some_and(|id| api.subjects.contains(&id))
}

/// Queries and fields that a variable of the type `class` has.
fn queries<'a>(
    types: &'a Types<'a>,
    class: &ClassUse,
    left_out: &'a FxHashSet<MemberId>,
) -> impl Iterator<Item = MemberId> + 'a {
    let api = types.api;
    let above = types.id(&class.name).map(|id| types.above(id)).unwrap_or_default();
    let mut names = FxHashSet::default();
    let members = above.into_iter().flat_map(|class| api.classes[class].members.iter().copied());
    let asked = members.filter(move |&member| {
        let declared = &api.members[member];
        is_query(api, declared)
            && !left_out.contains(&member)
            && names.insert((declared.kind, &declared.name))
    });
    asked.take(MAX_QUERIES)
}

fn is_query(api: &ClassApi, member: &Member) -> bool {
    let class: ClassId = member.class;
    let is_own = !is_of_jdk(&api.classes[class].name);
    let is_said = match &member.result {
        Some(TypeUse::Class(class)) => {
            !matches!(class.name.as_str(), "java/util/Iterator" | "java/util/stream/Stream")
        }
        other => other.is_some(),
    };
    match member.kind {
        MemberKind::Field => !member.is_static && is_own && member.visibility != Visibility::Hidden,
        MemberKind::Method => {
            !member.is_static
                && is_said
                && member.parameters.is_empty()
                && member.throws.is_empty()
                && !member.is_deprecated
                && member.visibility != Visibility::Hidden
                && !NO_QUERIES.contains(&member.name.as_str())
                && (is_own || JDK_QUERIES.contains(&member.name.as_str()))
        }
        MemberKind::Constructor | MemberKind::EnumConstant => false,
    }
}

fn is_of_jdk(name: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/"].iter().any(|prefix| name.starts_with(prefix))
}
