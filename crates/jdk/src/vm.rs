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
    /// Not looked up yet.
    Unknown,
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
    /// Files.
    pub files: crate::files::Files,
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
    answers: Vec<Answer>,
    /// Whether each function is a method that a source has, where that was asked.
    of_source: Vec<Option<bool>>,
    /// What each function is to the traces of throwables, where that was asked.
    makers: Vec<Option<natives::throwable::Maker>>,
    offsets: FxHashMap<String, FxHashMap<String, u64>>,
    /// Whether instances of the first class are of the second, where that was asked.
    subclasses: FxHashMap<(ClassId, ClassId), bool>,
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
            answers: Vec::new(),
            of_source: Vec::new(),
            makers: Vec::new(),
            offsets: FxHashMap::default(),
            subclasses: FxHashMap::default(),
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
            answers: self.answers.clone(),
            of_source: self.of_source.clone(),
            makers: self.makers.clone(),
            offsets: self.offsets.clone(),
            subclasses: self.subclasses.clone(),
            state,
            called: BTreeMap::new(),
            counts: self.counts,
        }
    }

    /// The loaded classes.
    pub fn hierarchy(&self) -> MutexGuard<'_, Hierarchy> {
        // Classes are added whole: what a panic left is one class less.
        self.hierarchy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether every instance of `sub` is one of `class`.
    pub fn program_is_subclass(&mut self, sub: ClassId, class: ClassId) -> bool {
        let program = &self.program;
        *self.subclasses.entry((sub, class)).or_insert_with(|| program.is_subclass(sub, class))
    }

    /// The offset of the instance or static field `name` that `class` declares.
    ///
    /// # Errors
    /// When the library of this JDK has no such field.
    pub fn offset(&mut self, class: &str, name: &str) -> Result<u64, Stop> {
        if let Some(&known) = self.offsets.get(class).and_then(|fields| fields.get(name)) {
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
        self.offsets.entry(class.to_owned()).or_default().insert(name.to_owned(), offset);
        Ok(offset)
    }

    /// Whether `class` declares a field `name`: releases differ.
    pub fn has_field(&mut self, class: &str, name: &str) -> bool {
        self.offset(class, name).is_ok()
    }

    /// Whether a function is a method that a source has, and not one made for the runtime or a dynamic call.
    pub fn is_of_source(&mut self, function: FuncId) -> bool {
        let position = function.position();
        if self.of_source.len() <= position {
            self.of_source.resize(self.program.callables.len().max(position + 1), None);
        }
        *self.of_source[position].get_or_insert_with(|| {
            let name = &self.program.callables[function].name;
            let is_made = ["$$Lambda$", "$$Indy$", "$$Constant$", natives::class::HIDDEN]
                .map(|part| name.contains(part));
            let of_handles = name.starts_with("java/lang/invoke/") && name.contains("$Holder.");
            !(name.starts_with("trine") || of_handles || is_made.contains(&true))
        })
    }

    /// What a function is to the traces of throwables.
    pub fn maker(&mut self, function: FuncId) -> natives::throwable::Maker {
        let position = function.position();
        if self.makers.len() <= position {
            self.makers.resize(self.program.callables.len().max(position + 1), None);
        }
        if let Some(known) = self.makers[position] {
            return known;
        }
        let found = natives::throwable::Maker::of(&self.program, &self.program.callables[function].name);
        self.makers[position] = Some(found);
        found
    }

    fn answer(&mut self, function: FuncId) -> Answer {
        let position = function.position();
        if self.answers.len() <= position {
            self.answers.resize(self.program.callables.len().max(position + 1), Answer::Unknown);
        }
        if let Answer::Unknown = self.answers[position] {
            let name = &self.program.callables[function].name;
            self.answers[position] = if natives::constants::is_constant(name) {
                Answer::Constant
            } else {
                natives::find(name).map_or(Answer::Nobody, Answer::Native)
            };
        }
        self.answers[position]
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
            Answer::Nobody | Answer::Unknown => {
                let name = self.program.callables[function].name.clone();
                natives::constants::perform(&mut Env { vm: self, caller }, &name, args)
            }
        }
    }

    fn held(&mut self, object: u64, caller: &mut Caller<'_>) -> Stop {
        Env { vm: self, caller }.held(object)
    }
}
