//! Coverage of Java classes as JaCoCo counts it, from our own reading of class files: where its probes stand, what
//! follows from those that were passed, and its counters.
//!
//! ```text
//! nodes.rs     the code as labels, lines and instructions
//! flow.rs      where probes stand
//! graph.rs     which ways out of instructions were taken, from the probes that were passed
//! blocks.rs    the code in basic blocks, and the edges that a run took
//! filter/      what a compiler added: left out, or counted once
//! decisions/   boolean expressions of several conditions, rebuilt from jumps
//! dependence.rs  which goals a goal waits for
//! counters.rs  instructions, branches, lines, complexity, methods, classes
//! goals.rs     what the criteria ask for, and which probes tell that it was covered
//! ```
//!
//! The rules are those of JaCoCo 0.8.14 (<https://www.jacoco.org/jacoco/trunk/doc/>: "Coverage Counters", "Control Flow
//! Analysis for Java Methods"; filters as its change history and its behaviour have them), so that its report confirms
//! our figures. What runs before an exception inside of a stretch without probes is not covered, here as there.
//! Deviations: code with subroutines (`jsr`) is inlined by our own rules; filters for other languages than Java are not
//! made.

pub mod blocks;
pub mod counters;
pub mod decisions;
mod dependence;
mod filter;
mod flow;
pub mod goals;
mod graph;
mod nodes;

pub use blocks::{BasicBlock, BlockEdge, Blocks};
pub use counters::{LineCounters, Lines};
pub use decisions::{Condition, Decision};
pub use dependence::MethodCall;
pub use flow::Probes;
pub use goals::{Asks, Criterion, Goal};
pub use trine_record::{Counter, Counters};

use crate::class::inlined;
use crate::class::{ClassFile, Code, Instruction, flags};
use crate::error::JvmError;
use counters::line_counter;
use filter::{Filtered, Subject};
use graph::Graph;
use nodes::Nodes;

/// The probes of the method whose code is `code`.
#[must_use]
pub fn probes(code: &Code) -> Probes {
    Probes::new(&Nodes::new(code))
}

/// Whether JaCoCo counts the class at all: neither modules nor what compilers made for themselves.
#[must_use]
pub fn is_counted(class: &ClassFile) -> bool {
    !class.is(flags::MODULE) && !class.is(flags::SYNTHETIC)
}

/// A set of probes of several classes, each class beginning at a number of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ProbeSet {
    words: Vec<u64>,
}

impl ProbeSet {
    /// Adds `probe`; whether it is new.
    #[inline]
    pub fn insert(&mut self, probe: u32) -> bool {
        let (word, bit) = (probe as usize / 64, 1 << (probe % 64));
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let before = self.words[word];
        self.words[word] |= bit;
        before & bit == 0
    }

    /// Whether `probe` was passed.
    #[inline]
    #[must_use]
    pub fn contains(&self, probe: u32) -> bool {
        self.words.get(probe as usize / 64).is_some_and(|word| word >> (probe % 64) & 1 != 0)
    }

    /// Adds all of `other`.
    pub fn union(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// Keeps those that `other` has as well.
    pub fn intersect(&mut self, other: &Self) {
        let others = other.words.iter().copied().chain(std::iter::repeat(0));
        self.words.iter_mut().zip(others).for_each(|(word, other)| *word &= other);
    }

    /// Takes those out that `other` has as well.
    pub fn subtract(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// Probes that only one of the two has.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let (mut either, mut both) = (self.clone(), self.clone());
        either.union(other);
        both.intersect(other);
        either.subtract(&both);
        either
    }

    /// Whether it has a probe that `other` lacks.
    #[must_use]
    pub fn adds_to(&self, other: &Self) -> bool {
        self.words.iter().enumerate().any(|(at, word)| word & !other.words.get(at).copied().unwrap_or(0) != 0)
    }

    /// Whether it has the same probes as `other`, but for some of `forgiven`.
    #[must_use]
    pub fn is_but_for(&self, other: &Self, forgiven: &Self) -> bool {
        let of = |set: &Self, at: usize| set.words.get(at).copied().unwrap_or(0);
        let count = self.words.len().max(other.words.len());
        (0..count).all(|at| (of(self, at) ^ of(other, at)) & !of(forgiven, at) == 0)
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Whether no probe was passed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The probes, by rising number.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.words.len() as u32 * 64).filter(|&probe| self.contains(probe))
    }
}

/// An instruction that is counted.
#[derive(Clone, Debug)]
struct Counted {
    /// Its index in the code.
    index: usize,
    /// Its branches: each is covered when one of these ways of the graph was taken.
    branches: Vec<Vec<usize>>,
}

/// A method as it is counted.
#[derive(Clone, Debug)]
pub struct MethodCover {
    /// Its place in [`ClassFile::methods`].
    pub position: usize,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Number of its first probe in the unit.
    pub first_probe: u32,
    /// How many probes it has.
    pub probes: u32,
    /// Its decisions of two or more conditions, by place.
    pub decisions: Vec<Decision>,
    /// Conditions that are decisions by themselves.
    pub singles: Vec<Condition>,
    /// Number of its first decision in the unit.
    pub first_decision: u32,
    code: Code,
    graph: Graph,
    counted: Vec<Counted>,
}

impl MethodCover {
    /// The condition that the jump at this position decides.
    #[must_use]
    pub fn condition_at(&self, position: u32) -> Option<&Condition> {
        let of_several = self.decisions.iter().flat_map(|decision| &decision.conditions);
        of_several.chain(&self.singles).find(|condition| condition.jumps.contains(&position))
    }

    /// Positions of the jumps and switches that the source has as conditions.
    #[must_use]
    pub fn condition_positions(&self) -> Vec<u32> {
        let of_several = self.decisions.iter().flat_map(|decision| &decision.conditions);
        let jumps = of_several.chain(&self.singles).flat_map(|condition| condition.jumps.iter().copied());
        let is_switch = |instruction: &Instruction| matches!(instruction, Instruction::Switch { .. });
        let switches = self.code.instructions.iter().filter(|(_, instruction)| is_switch(instruction));
        jumps.chain(switches.map(|(position, _)| *position)).collect()
    }

    /// What leads to the way `number` of the switch at this position, the default being the first: `case 3, 4`.
    #[must_use]
    pub fn switch_label(&self, position: u32, number: u32) -> Option<String> {
        let Instruction::Switch { default, cases } = &self.code.instructions[self.code.index_of(position)?].1
        else {
            return None;
        };
        let mut targets = vec![*default];
        for &(_, target) in cases {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        let target = *targets.get(number as usize)?;
        let keys: Vec<String> =
            cases.iter().filter(|(_, to)| *to == target).map(|(key, _)| key.to_string()).collect();
        Some(if number == 0 { "default".to_owned() } else { format!("case {}", keys.join(", ")) })
    }
}

/// A class as it is counted.
#[derive(Clone, Debug)]
pub struct ClassCover {
    /// Its internal name.
    pub name: String,
    /// Name of its source file.
    pub source_file: Option<String>,
    /// Number of its first probe in the unit.
    pub first_probe: u32,
    /// How many probes it has.
    pub probes: u32,
    /// Methods with code, in order; those that filters leave out have nothing that is counted.
    pub methods: Vec<MethodCover>,
}

/// What a class's report says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassCounters {
    /// Of the class.
    pub total: Counters,
    /// Of each method that has something counted: name, descriptor, counters.
    pub methods: Vec<(String, String, Counters)>,
    /// By line.
    pub lines: Lines,
}

impl ClassCover {
    /// The probes and instructions of `class`; its first probe gets the number `first_probe`.
    ///
    /// # Errors
    /// When the code of a method, or an annotation, is damaged.
    pub fn new(class: &ClassFile, first_probe: u32) -> Result<Self, JvmError> {
        let mut cover = Self {
            name: class.name.clone(),
            source_file: class.attributes.source_file.clone(),
            first_probe,
            probes: 0,
            methods: Vec::new(),
        };
        if !is_counted(class) {
            return Ok(cover);
        }
        let annotations = class.annotations()?;
        for (position, method) in class.methods.iter().enumerate() {
            let Some(code) = class.code(position)? else { continue };
            // What cannot be inlined is refused when it is lowered: it never runs.
            let code = inlined(&code).ok().flatten().unwrap_or(code);
            let subject = Subject {
                class,
                method,
                class_annotations: &annotations.class,
                annotations: annotations.methods.get(position).map_or(&[], Vec::as_slice),
            };
            let method = MethodCover::new(subject, position, code, first_probe + cover.probes);
            cover.probes += method.probes;
            cover.methods.push(method);
        }
        Ok(cover)
    }

    /// The counters when the probes of `passed` were passed.
    #[must_use]
    pub fn counters(&self, passed: &ProbeSet) -> ClassCounters {
        let mut class = ClassCounters::default();
        for method in &self.methods {
            let (counters, lines) = method.counters(passed);
            if counters.instruction.total() == 0 {
                continue;
            }
            class.total += counters;
            for (line, counters) in lines {
                *class.lines.entry(line).or_default() += counters;
            }
            class.methods.push((method.name.clone(), method.descriptor.clone(), counters));
        }
        class.total.line = line_counter(&class.lines);
        if !class.methods.is_empty() {
            class.total.class = Counter::one(class.total.method.covered > 0);
        }
        class
    }
}

impl MethodCover {
    fn new(subject: Subject<'_>, position: usize, code: Code, first_probe: u32) -> Self {
        let nodes = Nodes::new(&code);
        let probes = Probes::new(&nodes);
        let graph = Graph::new(&nodes, &probes);
        let filtered = Filtered::new(subject, &nodes);
        let counted = counted(&graph, &filtered);
        let decisions::Rebuilt { decisions, singles } = decisions::rebuilt(subject, &nodes, &filtered);
        Self {
            position,
            name: subject.method.name.clone(),
            descriptor: subject.method.ty.descriptor(),
            first_probe,
            probes: probes.count,
            decisions,
            singles,
            first_decision: 0,
            graph,
            counted,
            code,
        }
    }

    /// Its counters, and those of its lines, when the probes of `passed` were passed.
    #[must_use]
    pub fn counters(&self, passed: &ProbeSet) -> (Counters, Lines) {
        let taken = self.graph.taken(|probe| passed.contains(self.first_probe + probe));
        let (mut counters, mut lines) = (Counters::default(), Lines::new());
        for Counted { index, branches } in &self.counted {
            let covered = |ways: &Vec<usize>| ways.iter().any(|&way| taken[way]);
            let covered = branches.iter().filter(|ways| covered(ways)).count() as u32;
            let of = LineCounters {
                instruction: Counter::one(covered > 0),
                branch: match branches.len() as u32 {
                    0 | 1 => Counter::default(),
                    all => Counter { missed: all - covered, covered },
                },
            };
            counters.instruction += of.instruction;
            counters.branch += of.branch;
            if of.branch.total() > 1 {
                let done = of.branch.covered.saturating_sub(1);
                counters.complexity += Counter { missed: of.branch.total() - done - 1, covered: done };
            }
            if let Some(line) = self.graph.lines[*index] {
                *lines.entry(line).or_default() += of;
            }
        }
        if counters.instruction.total() > 0 {
            counters.method = Counter::one(counters.instruction.covered > 0);
            counters.complexity += counters.method;
        }
        counters.line = line_counter(&lines);
        (counters, lines)
    }

    /// Its name in the IR, as a method of `class`.
    #[must_use]
    pub fn function(&self, class: &str) -> String {
        format!("{class}.{}{}", self.name, self.descriptor)
    }

    /// The line of its first instruction, where the class file has it.
    #[must_use]
    pub fn first_line(&self) -> Option<u16> {
        self.graph.lines.iter().copied().flatten().next()
    }

    /// Whether something of it is counted.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !self.counted.is_empty()
    }
}

/// The instructions that filters leave, with their branches.
fn counted(graph: &Graph, filtered: &Filtered) -> Vec<Counted> {
    let count = graph.of.len();
    let mut copies: Vec<Vec<usize>> = vec![Vec::new(); count];
    for index in 0..count {
        copies[filtered.representative(index)].push(index);
    }
    // A way of an instruction is taken when that of any of its copies is.
    let all_ways = |(index, number): (usize, u32)| -> Vec<usize> {
        let copies = &copies[filtered.representative(index)];
        let ways = copies.iter().flat_map(|&copy| graph.of[copy].clone());
        ways.filter(|&way| graph.ways[way].number == number).collect()
    };
    let stays = |&index: &usize| !filtered.ignored[index] && filtered.representative(index) == index;
    let branches = |index: usize| match filtered.replaced.get(&index) {
        Some(replaced) => {
            replaced.iter().map(|ways| ways.iter().flat_map(|&way| all_ways(way)).collect()).collect()
        }
        None => graph.of[index].clone().map(|way| all_ways((index, graph.ways[way].number))).collect(),
    };
    (0..count).filter(stays).map(|index| Counted { index, branches: branches(index) }).collect()
}

/// The classes that are tested together: one and those nested in it.
#[derive(Clone, Debug, Default)]
pub struct UnitCover {
    /// The classes, in order.
    pub classes: Vec<ClassCover>,
    /// How many probes they have.
    pub probes: u32,
}

impl UnitCover {
    /// The unit of `classes`.
    ///
    /// # Errors
    /// When a class is damaged.
    pub fn new<'a>(classes: impl IntoIterator<Item = &'a ClassFile>) -> Result<Self, JvmError> {
        let mut unit = Self::default();
        for class in classes {
            let class = ClassCover::new(class, unit.probes)?;
            unit.probes += class.probes;
            unit.classes.push(class);
        }
        let mut decisions = 0;
        for method in unit.classes.iter_mut().flat_map(|class| &mut class.methods) {
            method.first_decision = decisions;
            decisions += method.decisions.len() as u32;
        }
        Ok(unit)
    }

    /// The decisions of all methods, by their numbers, with the places of class and method.
    pub fn decisions(&self) -> impl Iterator<Item = ((usize, usize), &Decision)> {
        let of_class = |(class, cover): (usize, &'_ ClassCover)| {
            let of_method = move |(method, cover): (usize, &'_ MethodCover)| {
                (0..cover.decisions.len()).map(move |at| (class, method, at)).collect::<Vec<_>>()
            };
            cover.methods.iter().enumerate().flat_map(of_method).collect::<Vec<_>>()
        };
        let places: Vec<_> = self.classes.iter().enumerate().flat_map(of_class).collect();
        places
            .into_iter()
            .map(|(class, method, at)| ((class, method), &self.classes[class].methods[method].decisions[at]))
    }

    /// The name in the IR of each method with code.
    pub fn functions(&self) -> impl Iterator<Item = String> + '_ {
        let of_class = |class: &'_ ClassCover| -> Vec<String> {
            class.methods.iter().map(|method| method.function(&class.name)).collect()
        };
        self.classes.iter().flat_map(of_class)
    }

    /// The function of `goal` in the IR, and the regions there that cover it.
    #[must_use]
    pub fn regions(&self, goal: &Goal) -> (String, Vec<u32>) {
        let class = &self.classes[goal.class];
        let method = &class.methods[goal.method];
        let regions = goal.probes.iter().map(|probe| probe - method.first_probe).collect();
        (method.function(&class.name), regions)
    }

    /// The method with this name of the IR, `com/acme/Account.withdraw(I)V`.
    #[must_use]
    pub fn method(&self, name: &str) -> Option<&MethodCover> {
        let (head, _) = name.split_at(name.find('(')?);
        let (class, method) = head.rsplit_once('.')?;
        let class = self.classes.iter().find(|candidate| candidate.name == class)?;
        let descriptor = &name[head.len()..];
        class.methods.iter().find(|candidate| candidate.name == method && candidate.descriptor == descriptor)
    }
}
