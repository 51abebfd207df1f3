//! What a run compares: an observer of the branches of the classes under test, and of what the class library is asked.
//!
//! ```text
//! if (code == 4711)              Integers(3, 4711)
//! switch (mode) { case 'r': …    Integers('x', 'r'), …
//! name.equals("sesame")          Strings("x", "sesame")
//! OPTIONS.get(key)               Strings(key, each key of the map)
//! pattern.matcher(text)          Pattern(text, pattern)
//! Integer.parseInt(text)         Parsed(text, Integer)
//! ```
//!
//! What the library is asked is read from the parameters of a few of its methods at their first branch: calls have no event with
//! arguments. Registers of a method keep their values in its body, and each of these methods branches.

use crate::strings::Strings;
use crate::tables::{Number, Tables};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_frontend_jvm::cover::UnitCover;
use trine_ir::{Block, FuncId, Function, Op, Program, SiteId, Terminator, Type, Value};
use trine_jdk::vm::Vm;
use trine_machine::observer::Predicate;
use trine_machine::{BranchEvent, Concrete, Observer, StateView};
use trine_testcase::objects::{Compared, Parsed};

/// Comparisons that one run tells at most.
const MAX_COMPARED: usize = 300;
/// Elements of one collection that are told.
const MAX_ELEMENTS: usize = 24;
/// Keys of one switch that are told.
const MAX_CASES: usize = 48;
/// Longer strings are not told.
const MAX_LENGTH: usize = 120;

/// What a method of the library is asked, by its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether, or how, its first two are alike.
    Alike,
    /// Whether a collection has its last: the number of the lookup.
    Lookup(usize),
    /// Whether a `Matcher` matches.
    Matches,
    /// What number the parameter at this position says.
    Parses(usize, Parsed),
}

const QUESTIONS: &[(&str, Question)] = &[
    ("java/lang/String.equals(Ljava/lang/Object;)Z", Question::Alike),
    ("java/lang/String.equalsIgnoreCase(Ljava/lang/String;)Z", Question::Alike),
    ("java/lang/String.contentEquals(Ljava/lang/CharSequence;)Z", Question::Alike),
    ("java/lang/String.startsWith(Ljava/lang/String;I)Z", Question::Alike),
    ("java/lang/String.indexOf(Ljava/lang/String;)I", Question::Alike),
    ("java/lang/String.indexOf(Ljava/lang/String;I)I", Question::Alike),
    ("java/lang/String.lastIndexOf(Ljava/lang/String;I)I", Question::Alike),
    ("java/lang/String.compareTo(Ljava/lang/String;)I", Question::Alike),
    ("java/lang/Integer.equals(Ljava/lang/Object;)Z", Question::Alike),
    ("java/lang/Long.equals(Ljava/lang/Object;)Z", Question::Alike),
    ("java/lang/Character.equals(Ljava/lang/Object;)Z", Question::Alike),
    ("java/util/regex/Matcher.match(II)Z", Question::Matches),
    ("java/util/regex/Matcher.search(I)Z", Question::Matches),
    ("java/lang/Integer.parseInt(Ljava/lang/String;I)I", Question::Parses(0, Parsed::Integer)),
    ("java/lang/Integer.decode(Ljava/lang/String;)Ljava/lang/Integer;", Question::Parses(0, Parsed::Integer)),
    ("java/lang/Long.parseLong(Ljava/lang/String;I)J", Question::Parses(0, Parsed::Integer)),
    ("java/lang/Long.decode(Ljava/lang/String;)Ljava/lang/Long;", Question::Parses(0, Parsed::Integer)),
    ("java/math/BigInteger.<init>(Ljava/lang/String;I)V", Question::Parses(1, Parsed::Integer)),
    (
        "jdk/internal/math/FloatingDecimal.readJavaFormatString(Ljava/lang/String;)Ljdk/internal/math/FloatingDecimal$ASCIIToBinaryConverter;",
        Question::Parses(0, Parsed::Decimal),
    ),
    ("java/lang/String.toCharArray()[C", Question::Parses(0, Parsed::Decimal)),
];

/// Offsets of `text` and `parentPattern` in a matcher, and of `pattern` in a pattern; `None` for a JDK that has others.
fn offsets_of_matcher(vm: &mut Vm) -> Option<[u64; 3]> {
    const MATCHER: &str = "java/util/regex/Matcher";
    let mut offset = |class: &str, name| vm.offset(class, name).ok();
    Some([
        offset(MATCHER, "text")?,
        offset(MATCHER, "parentPattern")?,
        offset("java/util/regex/Pattern", "pattern")?,
    ])
}

/// What a function of the program is to the observer.
#[derive(Clone, Debug)]
enum Role {
    Unknown,
    Other,
    /// Of the unit: by site, whether it compares references, and the keys of its switch.
    Unit(Arc<[Site]>),
    /// Of the library, with its parameters.
    Asked(Question, Arc<[Value]>),
}

#[derive(Clone, Debug, Default)]
struct Site {
    of_references: bool,
    cases: Vec<u128>,
}

/// Observes what runs compare.
#[derive(Clone, Debug)]
pub struct ComparisonObserver {
    program: Arc<Program>,
    unit: BTreeSet<String>,
    strings: Strings,
    tables: Tables,
    matcher: Option<[u64; 3]>,
    roles: Vec<Role>,
    known: FxHashSet<Compared>,
    found: Vec<Compared>,
    /// The last call of a method of the library that was looked at.
    last_asked: u64,
}

impl ComparisonObserver {
    /// An observer of what the methods of `unit` compare in the program of `vm`.
    #[must_use]
    pub fn new(vm: &mut Vm, unit: &UnitCover) -> Self {
        Self {
            program: Arc::clone(&vm.program),
            unit: unit.functions().collect(),
            strings: Strings::new(vm),
            tables: Tables::new(vm),
            matcher: offsets_of_matcher(vm),
            roles: Vec::new(),
            known: FxHashSet::default(),
            found: Vec::new(),
            last_asked: u64::MAX,
        }
    }

    /// What was compared since this was last asked, each comparison once.
    pub fn take(&mut self) -> Vec<Compared> {
        self.known.clear();
        self.last_asked = u64::MAX;
        std::mem::take(&mut self.found)
    }

    fn tell(&mut self, compared: Compared) {
        if self.found.len() < MAX_COMPARED && self.known.insert(compared.clone()) {
            self.found.push(compared);
        }
    }

    fn role(&mut self, function: FuncId) -> Role {
        let position = function.position();
        if self.roles.len() <= position {
            self.roles.resize(position + 1, Role::Unknown);
        }
        if matches!(self.roles[position], Role::Unknown) {
            self.roles[position] = self.look_up(function);
        }
        self.roles[position].clone()
    }

    fn look_up(&self, function: FuncId) -> Role {
        let name = &self.program.callables[function].name;
        let Ok(body) = self.program.body(function) else { return Role::Other };
        if self.unit.contains(name) {
            return Role::Unit(sites(body));
        }
        let known = QUESTIONS.iter().find(|(asked, _)| asked == name).map(|&(_, question)| question);
        match known.or_else(|| Tables::lookup(name).map(Question::Lookup)) {
            Some(question) => Role::Asked(question, body.blocks[Block(0)].params.clone().into()),
            None => Role::Other,
        }
    }

    fn compared<S>(&mut self, predicate: &Predicate<S>, site: &Site) {
        let signed = |bits: u128, width: u32| match width {
            ..=63 => ((bits as i64) << (64 - width)) >> (64 - width),
            _ => bits as i64,
        };
        match *predicate {
            Predicate::IntCompare { a, b, width, .. } if !site.of_references => {
                self.tell(Compared::Integers(signed(a, width), signed(b, width)));
            }
            Predicate::FloatCompare { a, b, .. } => self.tell(Compared::Floats(a.to_bits(), b.to_bits())),
            Predicate::Switch { value, width, .. } => {
                for &case in site.cases.iter().take(MAX_CASES) {
                    self.tell(Compared::Integers(signed(value, width), signed(case, width)));
                }
            }
            _ => {}
        }
    }

    fn asked(&mut self, question: Question, params: &[Value], view: &StateView<'_>) {
        let at = |position: usize| params.get(position).and_then(|&value| view.register(value)).unwrap_or(0);
        match question {
            Question::Alike => self.alike(at(0), at(1), view),
            Question::Lookup(lookup) => {
                let asked = at(params.len().saturating_sub(1));
                let elements = self.tables.elements(lookup, at(0), MAX_ELEMENTS, view);
                elements.into_iter().for_each(|element| self.alike(asked, element, view));
            }
            Question::Matches => {
                let Some([text, pattern, source]) = self.matcher else { return };
                let text = view.load(at(0) + text, 8).and_then(|text| self.text(text, view));
                let source = view
                    .load(at(0) + pattern, 8)
                    .and_then(|pattern| view.load(pattern + source, 8))
                    .and_then(|source| self.text(source, view));
                if let (Some(text), Some(source)) = (text, source) {
                    self.tell(Compared::Pattern(text, source));
                }
            }
            Question::Parses(position, parsed) => {
                if let Some(text) = self.text(at(position), view) {
                    self.tell(Compared::Parsed(text, parsed));
                }
            }
        }
    }

    fn text(&self, object: u64, view: &StateView<'_>) -> Option<Vec<u16>> {
        self.strings.whole(object, MAX_LENGTH, view)
    }

    /// Both are strings, or both are wrapped numbers.
    fn alike(&mut self, one: u64, other: u64, view: &StateView<'_>) {
        if let (Some(one), Some(other)) = (self.text(one, view), self.text(other, view)) {
            return self.tell(Compared::Strings(one, other));
        }
        let number = |object| self.tables.number(object, view).map(|(_, number)| number);
        if let (Some(Number::Integer(one)), Some(Number::Integer(other))) = (number(one), number(other)) {
            self.tell(Compared::Integers(one, other));
        }
    }
}

/// By site: whether it compares references, and the keys of its switch.
fn sites(function: &Function) -> Arc<[Site]> {
    let mut sites = vec![Site::default(); function.sites.len()];
    let insts = || function.blocks.iter().flat_map(|block| &block.insts);
    let of_references: BTreeSet<Value> = insts()
        .filter(|inst| matches!(&inst.op, Op::IntCompare(_, a, _) if function.type_of(*a) == Type::Ptr))
        .flat_map(|inst| inst.results.iter().copied())
        .collect();
    for block in &function.blocks {
        match &block.terminator {
            Terminator::Branch { cond, site, .. } => {
                sites[site.position()].of_references = of_references.contains(cond);
            }
            Terminator::Switch { cases, site, .. } => {
                sites[site.position()].cases = cases.iter().map(|&(case, _)| case).collect();
            }
            _ => {}
        }
    }
    sites.into()
}

impl Observer<Concrete> for ComparisonObserver {
    const STATE: bool = true;

    fn at_branch(&mut self, event: &BranchEvent<()>, view: &StateView<'_>) {
        match self.role(event.function) {
            Role::Unit(sites) => {
                let SiteId(site) = event.site;
                if let Some(site) = sites.get(site as usize) {
                    self.compared(&event.predicate, site);
                }
            }
            Role::Asked(question, params) if self.last_asked != event.activation.number => {
                self.last_asked = event.activation.number;
                self.asked(question, &params, view);
            }
            _ => {}
        }
    }
}
