//! A booted machine in which sequences are run, one after the other.

use crate::Bits;
use crate::callees;
use crate::carve::Carver;
use crate::frames::frames;
use crate::heap::{Heap, gives_object, nameable};
use crate::modifiers::{Calls, Modifiers};
use crate::script::{Inspector, Lookups, Script};
use crate::variation::{Elsewhere, Variation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_frontend_jvm::container::Symbols;
use trine_ir::FuncId;
use trine_jdk::Launcher;
use trine_jdk::env::Env;
use trine_jdk::vm::Vm;
use trine_machine::{Concrete, Domain, Machine, Observer, Stop, TerminationReason};
use trine_testcase::objects::{
    Action, CarvedCall, ClassApi, ClassId, Ended, MemberId, Operand, Sequence, StepId,
};

/// How long a test may sleep or wait.
const MAX_WAIT_NANOSECONDS: i64 = 1_000_000_000;

/// Of objects that more others can be reached from, no size is told.
const MAX_SIZE: usize = 300;

/// A method changes what it is given if this share of its calls did.
const CHANGES: f64 = 0.3;

/// A machine with the classes of an API model, ready to run sequences.
pub struct Stage {
    /// The machine that runs.
    pub(crate) launcher: Launcher,
    /// The other one, where there are two: one begins after the boot, one with classes initialised.
    pub(crate) other: Option<Launcher>,
    /// Those in which tests run one after the other in other worlds.
    pub(crate) elsewhere: Vec<Elsewhere>,
    /// Whether the one that runs begins with classes initialised.
    pub(crate) is_settled: bool,
    /// Instructions that a run may take, and those that the initialisers of the settled classes take beside them.
    pub(crate) steps: Option<u64>,
    pub(crate) initialising_steps: u64,
    /// Classes that are initialised in advance.
    pub(crate) settled: Vec<String>,
    /// Classes that cannot be initialised in advance.
    pub(crate) unsettled: BTreeSet<String>,
    pub(crate) api: Arc<ClassApi>,
    pub(crate) lookups: Lookups,
    pub(crate) heap: Heap,
    /// The loop over steps, and the functions that ask.
    functions: [FuncId; 3],
    pub(crate) variation: Variation,
    /// The class library that tests are compiled against, where that is not the JDK's own.
    symbols: Option<Arc<Symbols>>,
    /// Which class of the model a class of the program is.
    modelled: FxHashMap<trine_ir::ClassId, Option<ClassId>>,
    names: FxHashMap<String, ClassId>,
    /// Classes that are looked out for, by name, with their numbers.
    watched: FxHashMap<String, u32>,
    /// The same by class of the machine, once that was asked.
    known_watched: FxHashMap<trine_ir::ClassId, Option<u32>>,
    /// What calls change, as far as runs that were measured showed it.
    modifiers: Modifiers,
    /// Whether the present run shows it.
    looks: bool,
    /// Methods that were asked as queries, and changed something or did not end.
    pub(crate) impure: FxHashSet<MemberId>,
    /// The throwable that ended the last run.
    pub(crate) thrown: Option<u64>,
}

/// What a run of a sequence did.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// How it ended.
    pub ended: Ended,
    /// What each step that returned gave: bits that a register holds, addresses of objects; 0 for what gives nothing.
    pub values: Vec<u64>,
    /// Instructions executed.
    pub steps: u64,
}

/// What the run of a script left.
pub(crate) struct Left {
    pub run: Run,
    /// Whether all questions at the end were asked.
    pub is_done: bool,
    /// The number of the question that the run ended in.
    pub asking: Option<usize>,
}

impl Stage {
    /// Runs sequences over the classes of `api`, which `launcher` finds on its class path.
    #[must_use]
    pub fn new(mut launcher: Launcher, api: Arc<ClassApi>) -> Self {
        let functions = callees::script(launcher.parts().1);
        launcher.parts().0.follow_growth();
        let names = api.classes.iter_enumerated().map(|(id, class)| (class.name.clone(), id)).collect();
        Self {
            launcher,
            other: None,
            elsewhere: Vec::new(),
            is_settled: false,
            steps: None,
            initialising_steps: 0,
            settled: Vec::new(),
            unsettled: BTreeSet::new(),
            api,
            lookups: Lookups::default(),
            heap: Heap::default(),
            functions,
            variation: Variation::default(),
            symbols: None,
            modelled: FxHashMap::default(),
            watched: FxHashMap::default(),
            known_watched: FxHashMap::default(),
            names,
            modifiers: Modifiers::default(),
            looks: false,
            impure: FxHashSet::default(),
            thrown: None,
        }
    }

    /// Tests are compiled against `symbols`: they name no exception that is not among these.
    pub fn compile_against(&mut self, symbols: Option<Arc<Symbols>>) {
        self.symbols = symbols;
    }

    /// The API model.
    #[must_use]
    pub fn api(&self) -> &Arc<ClassApi> {
        &self.api
    }

    /// The machine and its runtime.
    pub fn parts(&mut self) -> (&mut Machine, &mut Vm) {
        self.launcher.parts()
    }

    /// Does something in memory while nothing runs.
    ///
    /// # Errors
    /// Those of `act`.
    pub fn in_env<T>(&mut self, act: impl FnOnce(&mut Env<'_, '_>) -> Result<T, Stop>) -> Result<T, Stop> {
        self.launcher.in_env(act)
    }

    /// Instructions that a run after the next reset may take.
    pub fn limit_steps(&mut self, steps: u64) {
        self.steps = Some(steps);
        self.apply_limit();
    }

    /// Instructions that a run may take, where that was said.
    #[must_use]
    pub fn step_limit(&self) -> Option<u64> {
        self.steps
    }

    /// The world that later resets go to.
    pub fn vary(&mut self, variation: Variation) {
        self.variation = variation;
        self.apply_limit();
    }

    /// Forgets all that ran: no class of the class path is initialised, but where that takes long ([`Stage::begins_initialised`]).
    pub fn reset(&mut self) {
        self.select(self.begins_initialised());
        self.restart();
    }

    /// Forgets all that ran: no class of the class path is initialised, however long that takes.
    pub fn reset_bare(&mut self) {
        self.select(false);
        self.restart();
    }

    /// Goes back to where the present machine begins, in the world that is asked for.
    pub(crate) fn restart(&mut self) {
        self.launcher.reset();
        if self.variation != Variation::default() {
            // Writing static fields of the JDK fails only where it has none of that name.
            let _ = self.launcher.in_env(|env| self.variation.apply(env));
        }
    }

    /// Runs `sequence` in the state that earlier runs since the last reset left.
    pub fn run<O: Observer<Concrete>>(&mut self, sequence: &Sequence, observer: &mut O) -> Run {
        self.run_with(sequence, &mut Concrete, observer, (None, None)).run
    }

    /// The same, with looks at what its calls change.
    pub fn run_looking<O: Observer<Concrete>>(&mut self, sequence: &Sequence, observer: &mut O) -> Run {
        self.looks = true;
        let left = self.run_with(sequence, &mut Concrete, observer, (None, None));
        self.looks = false;
        left.run
    }

    /// What calls of methods changed in such runs.
    pub fn calls(&self) -> impl Iterator<Item = (MemberId, Calls)> {
        self.modifiers.calls.iter().map(|(&method, &calls)| (method, calls))
    }

    /// The same in another domain: what the test hands in are its inputs ([`trine_machine::Origin::Input`], numbered as its leaves; strings
    /// in the order in which steps use them).
    pub fn run_in<D: Domain, O: Observer<D>>(
        &mut self,
        sequence: &Sequence,
        domain: &mut D,
        observer: &mut O,
    ) -> Run {
        self.run_with(sequence, domain, observer, (None, None)).run
    }

    /// Runs `sequence` as [`Stage::run`] does, and gives the calls that classes to be carved ([`Launcher::carve`]) made meanwhile.
    pub fn run_carving<O: Observer<Concrete>>(
        &mut self,
        sequence: &Sequence,
        observer: &mut O,
    ) -> (Run, Vec<CarvedCall>) {
        let mut carver = Carver::default();
        let left = self.run_with(sequence, &mut Concrete, observer, (None, Some(&mut carver)));
        (left.run, carver.finish())
    }

    /// The same, with questions at the end, and calls heard that classes to be carved make.
    pub(crate) fn run_with<D: Domain, O: Observer<D>>(
        &mut self,
        sequence: &Sequence,
        domain: &mut D,
        observer: &mut O,
        (inspector, carver): (Option<&mut dyn Inspector>, Option<&mut Carver>),
    ) -> Left {
        let [entry, next, threw] = self.functions;
        let (machine, vm) = self.launcher.parts();
        machine.follow_growth();
        forget_threads(machine, vm);
        let mut script = Script::new(vm, &self.api, sequence, &mut self.lookups, [next, threw]);
        if let Some(inspector) = inspector {
            script.inspector = Some(inspector);
        }
        script.carver = carver;
        script.modifiers = self.looks.then_some((&mut self.modifiers, &mut self.heap));
        let clock = script.vm.state.nanoseconds;
        let outcome = machine.run(entry, &[], domain, observer, &mut script);
        let waited = script.vm.state.nanoseconds.saturating_sub(clock).saturating_sub(script.paused);
        let (is_done, thrown, step, asking) = (script.is_done, script.thrown, script.step(), script.asking());
        let values = std::mem::take(&mut script.values);
        drop(script);
        self.thrown = thrown.map(|(_, throwable)| throwable);
        let step = StepId(step.0.min(sequence.steps.steps.len().saturating_sub(1) as u32));
        let ended = match outcome.reason {
            // Time is virtual here: natively the test would take as long.
            TerminationReason::Exited(_) if waited > MAX_WAIT_NANOSECONDS => {
                Ended::Limit { step, what: "the limit of waiting".to_owned() }
            }
            TerminationReason::Exited(_) if is_done => match thrown {
                None => Ended::Returned,
                Some((step, throwable)) => self.threw(step, throwable),
            },
            TerminationReason::StepLimit => Ended::Limit { step, what: "the limit of steps".to_owned() },
            TerminationReason::MemoryLimit => Ended::Limit { step, what: "the limit of memory".to_owned() },
            TerminationReason::Exited(_) => {
                Ended::Unsupported { step, what: "ending the whole process".to_owned() }
            }
            other => Ended::Unsupported { step, what: self.launcher.told(&other) },
        };
        Left { run: Run { ended, values, steps: outcome.steps }, is_done, asking }
    }

    fn threw(&mut self, step: StepId, throwable: u64) -> Ended {
        let package = self.api.package.replace('.', "/");
        let symbols = self.symbols.clone();
        let told = self.launcher.in_env(|env| {
            let class = env.class_name(throwable)?.to_owned();
            let named = nameable(env, &class, &package, symbols.as_deref())?;
            let own = frames(env, throwable, false)?.pop().filter(|frame| frame.is_own);
            Ok((named, own.map_or_else(String::new, |frame| frame.method), class))
        });
        match told {
            Ok((_, _, class)) if class == "java/lang/StackOverflowError" => {
                Ended::Limit { step, what: "the limit of nested calls".to_owned() }
            }
            Ok((_, _, class)) if class == "java/lang/OutOfMemoryError" => {
                Ended::Limit { step, what: "the limit of memory".to_owned() }
            }
            Ok((named, thrown_in, class)) => Ended::Threw { step, class, named, thrown_in },
            Err(stop) => Ended::Unsupported { step, what: format!("{stop:?}") },
        }
    }

    /// The class of the object at `address`, where the API model has it.
    pub fn class_at(&mut self, address: u64) -> Option<ClassId> {
        if address == 0 {
            return None;
        }
        let (modelled, names) = (&mut self.modelled, &self.names);
        let found = self.launcher.in_env(|env| {
            let class = env.class_of(address)?;
            Ok(*modelled.entry(class).or_insert_with(|| {
                let class = env.vm.program.classes.get(class)?;
                names.get(&*class.name).copied()
            }))
        });
        found.ok().flatten()
    }

    /// Which class the object is of that each step gave, where the API model has it.
    pub fn classes(&mut self, sequence: &Sequence, run: &Run) -> Vec<(StepId, Option<ClassId>)> {
        let steps = sequence.steps.steps.iter_enumerated().zip(&run.values);
        let values: Vec<(StepId, bool, u64)> =
            steps.map(|((id, step), &value)| (id, gives_object(step.ty.as_ref()), value)).collect();
        values
            .into_iter()
            .map(|(id, is_object, value)| (id, if is_object { self.class_at(value) } else { None }))
            .collect()
    }

    /// Looks out for objects of these classes, by name, from now on.
    pub fn watch(&mut self, classes: impl IntoIterator<Item = (String, u32)>) {
        self.watched = classes.into_iter().collect();
        self.known_watched.clear();
    }

    /// The steps that gave objects of classes that are looked out for, with the numbers of these.
    pub fn watched(&mut self, sequence: &Sequence, run: &Run) -> Vec<(StepId, u32)> {
        if self.watched.is_empty() {
            return Vec::new();
        }
        let (known, watched) = (&mut self.known_watched, &self.watched);
        let steps = sequence.steps.steps.iter_enumerated().zip(&run.values);
        let objects = steps.filter(|((_, step), value)| **value != 0 && gives_object(step.ty.as_ref()));
        let found = self.launcher.in_env(|env| {
            let mut found = Vec::new();
            for ((id, _), &object) in objects {
                let class = env.class_of(object)?;
                let number = *known.entry(class).or_insert_with(|| {
                    let class = env.vm.program.classes.get(class)?;
                    watched.get(&*class.name).copied()
                });
                found.extend(number.map(|number| (id, number)));
            }
            Ok(found)
        });
        found.unwrap_or_default()
    }

    /// Of each object that calls of the run changed, as far as is known, and whose class is not under test: how many objects can be reached
    /// from it. Those that more than [`MAX_SIZE`] can be reached from are left out.
    pub fn sizes(&mut self, sequence: &Sequence, run: &Run) -> Vec<(StepId, usize)> {
        let changes = |method: &MemberId| {
            let calls = self.modifiers.calls.get(method);
            calls.is_some_and(|calls| f64::from(calls.changing) >= CHANGES * f64::from(calls.all))
        };
        let mut changed: Vec<StepId> = Vec::new();
        for step in &sequence.steps.steps {
            if let Action::Call { method, receiver: Some(Operand::Step(of)), .. } = &step.action
                && !self.api.subjects.contains(&self.api.members[*method].class)
                && !changed.contains(of)
                && changes(method)
            {
                changed.push(*of);
            }
        }
        let heap = &mut self.heap;
        let sizes = self.launcher.in_env(|env| {
            let mut sizes = Vec::new();
            for step in changed {
                let object = run.values.get(step.0 as usize).copied().unwrap_or(0);
                let (_, count) = heap.digest_of_few(env, &[object], MAX_SIZE)?;
                if object != 0 && count <= MAX_SIZE {
                    sizes.push((step, count));
                }
            }
            Ok(sizes)
        });
        sizes.unwrap_or_default()
    }

    /// A digest of the state of the objects of the classes under test among the values of steps: equal states, equal digests.
    pub fn state(&mut self, classes: &[(StepId, Option<ClassId>)], run: &Run) -> u64 {
        let is_subject =
            |class: &Option<ClassId>| class.is_some_and(|class| self.api.subjects.contains(&class));
        let mut roots: Vec<Bits> = classes
            .iter()
            .filter(|(_, class)| is_subject(class))
            .map(|(step, _)| run.values[step.0 as usize])
            .collect();
        let mut seen = FxHashSet::default();
        roots.retain(|&root| seen.insert(root));
        let heap = &mut self.heap;
        let digest = self.launcher.in_env(|env| heap.digest(env, &roots, &[]));
        digest.unwrap_or(0)
    }
}

/// Calls of other threads end with the run that they were made in.
fn forget_threads(machine: &mut Machine, vm: &mut Vm) {
    let threads = &mut vm.state.threads;
    if threads.all.len() > 1 {
        threads.all.truncate(1);
        threads.number = 0;
        threads.current = threads.all[0].object;
        machine.memory_mut().set_thread(0);
    }
}
