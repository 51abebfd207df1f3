//! The state of a Java program beside its memory: class objects, interned strings, streams, and who answers natives.
//!
//! A [`Vm`] is what the machine asks when a method without code is called. Which native answers is looked up by name once
//! for each function; constants keep their object.

use crate::env::Env;
use crate::layered::Layered;
use crate::natives::{self, Native};
use crate::output::Streams;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use trine_base::index::TypedIndex;
use trine_frontend_jvm::Hierarchy;
use trine_ir::{ClassId, Classes, FuncId, Program};
use trine_machine::{Caller, Memory, Returns, Stop, StubHandler};

/// Who answers calls of a function.
#[derive(Clone, Copy)]
enum Answer {
    /// A native.
    Native(Native),
    /// A function whose object is asked for once, then kept.
    Constant,
    /// Nobody.
    Nobody,
}

/// What a run changes, beside memory.
#[derive(Clone, Default)]
pub struct State {
    /// Interned strings by their units.
    pub strings: Layered<Vec<u16>, u64>,
    /// What functions gave that give the same object each time, by their numbers.
    pub constants: Layered<u32, u64>,
    /// Class objects by the descriptor of their type.
    pub mirrors: Layered<Arc<str>, u64>,
    /// The descriptor of each class object.
    pub mirrored: Layered<u64, Arc<str>>,
    /// Functions that calls of members by method handles run, by the `MemberName`.
    pub members: Layered<u64, natives::invoke::Selection>,
    /// How often a hidden class was made of the same bytes, by a hash of these.
    pub hidden: BTreeMap<u64, u32>,
    /// Classes whose initialisation failed, with what it failed with.
    pub failed: BTreeMap<String, String>,
    /// Constructors for deserialisation: the class that each makes, and the class above it whose constructor it runs.
    pub makers: BTreeMap<u64, (String, String)>,
    /// The module that all classes belong to, once it was made.
    pub module: u64,
    /// The loader that classes of the class path say they have, once it was made.
    pub loader: u64,
    /// Made in advance, for when there is no memory for it.
    pub out_of_memory: u64,
    /// The throwable that was made last: for messages when a program ends before it can print.
    pub last_throwable: u64,
    /// Standard streams.
    pub streams: Streams,
    /// What differs from one JVM, or one machine, to the next.
    pub host: crate::host::Host,
    /// Numbers of objects whose identity hash is that of the usual host everywhere: tables that were filled before a run are made of them.
    pub kept_hashes: Layered<u32, ()>,
    /// Whether objects whose identity hash is asked for join these.
    pub keeps_hashes: bool,
    /// Files.
    pub files: crate::files::Files,
    /// What selectors watch.
    pub selectors: natives::files::Selectors,
    /// Names in folders that are being listed, that are still to be told.
    pub folders: Vec<VecDeque<String>>,
    /// What compresses and decompresses.
    pub zips: crate::natives::zip::Zips,
    /// Virtual time, in nanoseconds since the start.
    pub nanoseconds: i64,
    /// Classes of the class path whose members the program asked for by reflection.
    pub reflected: BTreeSet<String>,
    /// Whether the class library is up: threads that are started before have nothing to do here.
    pub booted: bool,
    /// Threads.
    pub threads: crate::threads::Threads,
}

impl State {
    /// Makes what there is the part that copies share.
    pub fn settle(&mut self) {
        self.strings.settle();
        self.constants.settle();
        self.mirrors.settle();
        self.mirrored.settle();
        self.members.settle();
        self.kept_hashes.settle();
    }
}

/// What was looked up in the program, which does not change: shared with forks as far as it was known when the library was up.
#[derive(Clone, Default)]
struct Known {
    /// Who answers calls, by function.
    answers: Layered<u32, Answer>,
    /// Whether functions are methods that a source has.
    of_source: Layered<u32, bool>,
    /// What functions are to the traces of throwables.
    makers: Layered<u32, natives::throwable::Maker>,
    /// Offsets of fields by class and name, and those of them that were known when the library was up.
    offsets: Offsets,
    settled_offsets: Arc<Offsets>,
    /// Whether instances of the first class are of the second.
    subclasses: Layered<(ClassId, ClassId), bool>,
}

/// Offsets of fields by class and name.
type Offsets = FxHashMap<String, FxHashMap<String, u64>>;

impl Known {
    fn offset(&self, class: &str, name: &str) -> Option<u64> {
        let of = |offsets: &Offsets| offsets.get(class).and_then(|fields| fields.get(name)).copied();
        of(&self.settled_offsets).or_else(|| of(&self.offsets))
    }

    /// Makes what is known the part that copies share.
    fn settle(&mut self) {
        self.answers.settle();
        self.of_source.settle();
        self.makers.settle();
        self.subclasses.settle();
        let settled = Arc::make_mut(&mut self.settled_offsets);
        for (class, fields) in std::mem::take(&mut self.offsets) {
            settled.entry(class).or_default().extend(fields);
        }
    }
}

/// Answers calls of functions without code.
pub struct Vm {
    /// The program.
    pub program: Arc<Program>,
    hierarchy: Arc<Mutex<Hierarchy>>,
    /// The feature release of the JDK.
    pub release: u32,
    /// The folder of the JDK.
    pub home: String,
    /// The class path as the program may read it.
    pub class_path: String,
    known: Known,
    /// What a run changes.
    pub state: State,
    /// Names of natives that were called, with how often.
    pub called: BTreeMap<String, u64>,
    /// Whether calls of natives are counted.
    pub counts: bool,
}

impl Vm {
    /// A runtime for `program`, whose classes `hierarchy` loads.
    pub fn new(program: Arc<Program>, hierarchy: Arc<Mutex<Hierarchy>>, release: u32) -> Self {
        Self {
            program,
            hierarchy,
            release,
            home: String::new(),
            class_path: String::new(),
            known: Known::default(),
            state: State::default(),
            called: BTreeMap::new(),
            counts: false,
        }
    }

    /// A runtime of the same program in another state.
    #[must_use]
    pub fn with_state(&self, state: State) -> Self {
        Self {
            program: Arc::clone(&self.program),
            hierarchy: Arc::clone(&self.hierarchy),
            release: self.release,
            home: self.home.clone(),
            class_path: self.class_path.clone(),
            known: self.known.clone(),
            state,
            called: BTreeMap::new(),
            counts: self.counts,
        }
    }

    /// Makes the present state, and what is known of the program, the part that copies share.
    pub fn settle(&mut self) {
        self.state.settle();
        self.known.settle();
    }

    /// The loaded classes.
    pub fn hierarchy(&self) -> MutexGuard<'_, Hierarchy> {
        // Classes are added whole: what a panic left is one class less.
        self.hierarchy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether every instance of `sub` is one of `class`.
    pub fn program_is_subclass(&mut self, sub: ClassId, class: ClassId) -> bool {
        if let Some(&known) = self.known.subclasses.get(&(sub, class)) {
            return known;
        }
        let is_subclass = self.program.is_subclass(sub, class);
        self.known.subclasses.insert((sub, class), is_subclass);
        is_subclass
    }

    /// The offset of the instance or static field `name` that `class` declares.
    ///
    /// # Errors
    /// When the library of this JDK has no such field.
    pub fn offset(&mut self, class: &str, name: &str) -> Result<u64, Stop> {
        if let Some(known) = self.known.offset(class, name) {
            return Ok(known);
        }
        let mut hierarchy = self.hierarchy();
        let no_field = || Stop::Unsupported(format!("a JDK whose `{class}` has no field `{name}`"));
        let loaded = hierarchy.load(class).map_err(|_| no_field())?;
        let declaring = hierarchy.class(loaded);
        let position =
            declaring.file.fields.iter().position(|field| field.name == name).ok_or_else(no_field)?;
        let offset = declaring.layout.offset(position).ok_or_else(no_field)?;
        drop(hierarchy);
        self.known.offsets.entry(class.to_owned()).or_default().insert(name.to_owned(), offset);
        Ok(offset)
    }

    /// Whether `class` declares a field `name`: releases differ.
    pub fn has_field(&mut self, class: &str, name: &str) -> bool {
        self.offset(class, name).is_ok()
    }

    /// Whether a function is a method that a source has, and not one made for the runtime or a dynamic call.
    pub fn is_of_source(&mut self, function: FuncId) -> bool {
        if let Some(&known) = self.known.of_source.get(&function.0) {
            return known;
        }
        let name = &self.program.callables[function].name;
        let is_made =
            ["$$Lambda$", "$$Indy$", "$$Constant$", natives::class::HIDDEN].map(|part| name.contains(part));
        let of_handles = name.starts_with("java/lang/invoke/") && name.contains("$Holder.");
        let is_of_source = !(name.starts_with("trine") || of_handles || is_made.contains(&true));
        self.known.of_source.insert(function.0, is_of_source);
        is_of_source
    }

    /// What a function is to the traces of throwables.
    pub fn maker(&mut self, function: FuncId) -> natives::throwable::Maker {
        if let Some(&known) = self.known.makers.get(&function.0) {
            return known;
        }
        let found = natives::throwable::Maker::of(&self.program, &self.program.callables[function].name);
        self.known.makers.insert(function.0, found);
        found
    }

    fn answer(&mut self, function: FuncId) -> Answer {
        if let Some(&known) = self.known.answers.get(&function.0) {
            return known;
        }
        let name = &self.program.callables[function].name;
        let answer = match natives::constants::is_constant(name) {
            true => Answer::Constant,
            false => natives::find(name).map_or(Answer::Nobody, Answer::Native),
        };
        self.known.answers.insert(function.0, answer);
        answer
    }

    fn constant(&mut self, function: FuncId, caller: &mut Caller<'_>) -> Result<Returns, Stop> {
        let position = function.position() as u32;
        if let Some(&known) = self.state.constants.get(&position) {
            return Ok(Returns::one(u128::from(known)));
        }
        let name = self.program.callables[function].name.clone();
        let object = natives::constants::make(&mut Env { vm: self, caller }, &name)?;
        self.state.constants.insert(position, object);
        Ok(Returns::one(u128::from(object)))
    }
}

impl StubHandler for Vm {
    fn call(&mut self, function: FuncId, _: &[u128], _: &mut Memory) -> Result<Returns, Stop> {
        Err(Stop::Unsupported(format!("a call of `{}` from outside", self.program.callables[function].name)))
    }

    fn call_from(
        &mut self,
        function: FuncId,
        args: &[u128],
        caller: &mut Caller<'_>,
    ) -> Result<Returns, Stop> {
        let answer = self.answer(function);
        if self.counts && !matches!(answer, Answer::Constant) {
            let name = self.program.callables[function].name.clone();
            *self.called.entry(name).or_default() += 1;
        }
        match answer {
            Answer::Constant => self.constant(function, caller),
            Answer::Native(native) => native(&mut Env { vm: self, caller }, args),
            Answer::Nobody => {
                let name = self.program.callables[function].name.clone();
                natives::constants::perform(&mut Env { vm: self, caller }, &name, args)
            }
        }
    }

    fn held(&mut self, object: u64, caller: &mut Caller<'_>) -> Stop {
        Env { vm: self, caller }.held(object)
    }

    fn turn_over(&mut self, caller: &mut Caller<'_>) -> Option<Stop> {
        Env { vm: self, caller }.turn_over()
    }
}
