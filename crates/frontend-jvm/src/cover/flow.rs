//! Where probes go: the fewest places from which it follows which instructions were executed.
//!
//! A place where control only comes by one way needs no probe: what follows it tells. So probes stand
//!
//! ```text
//! before a return or a throw               the method is left
//! where control falls or jumps to a label  that is come to by more than one way
//! where control falls into a line          that calls a method: the call may throw, and then the line before it is
//!                                          still known to be done
//! ```
//!
//! The rules are those of JaCoCo 0.8.14, as its documentation ("Control Flow Analysis for Java Methods") and its
//! behaviour have them; numbers of probes are the same, too.

use super::nodes::{Node, Nodes};
use crate::class::Instruction;
use std::collections::{BTreeMap, BTreeSet};

/// The probes of a method, numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probes {
    /// How many there are.
    pub count: u32,
    /// By instruction: the probe passed whenever it is about to be executed.
    pub before: Vec<Option<u32>>,
    /// By instruction: the probe passed when control falls into it from the one before.
    pub falling: Vec<Option<u32>>,
    /// By instruction: the probe passed when it jumps.
    pub jumping: Vec<Option<u32>>,
    /// By switch and position of the target: the probe passed on that way.
    pub switching: BTreeMap<(usize, u32), u32>,
}

/// How control comes to a label.
#[derive(Clone, Copy, Debug, Default)]
struct Arrivals {
    /// Jumps, handlers, and starts of guarded ranges and of the method.
    jumps: u32,
    falls: bool,
    calls_in_line: bool,
}

impl Arrivals {
    fn is_shared(self) -> bool {
        self.jumps + u32::from(self.falls) > 1
    }

    fn needs_probe(self) -> bool {
        self.falls && (self.is_shared() || self.calls_in_line)
    }
}

impl Probes {
    /// The probes of the method whose code `nodes` has.
    #[must_use]
    pub fn new(nodes: &Nodes<'_>) -> Self {
        let arrivals = arrivals(nodes);
        let count = nodes.code.instructions.len();
        let none = || vec![None; count];
        let mut probes =
            Self { count: 0, before: none(), falling: none(), jumping: none(), switching: BTreeMap::new() };
        let shared = |position: u32| arrivals.get(&position).is_some_and(|label| label.is_shared());
        let mut label = None;
        for node in positioned(nodes) {
            match node {
                Placed::Label(position) => label = arrivals.get(&position),
                Placed::Line(_) => {}
                Placed::Instruction(index, instruction) => {
                    if label.take().is_some_and(|label| label.needs_probe()) {
                        probes.falling[index] = Some(probes.next());
                    }
                    probes.of(index, instruction, shared);
                }
            }
        }
        probes
    }

    fn of(&mut self, index: usize, instruction: &Instruction, shared: impl Fn(u32) -> bool) {
        match instruction {
            Instruction::Return(_) | Instruction::Throw => self.before[index] = Some(self.next()),
            Instruction::Branch(_, target) | Instruction::Goto(target) if shared(*target) => {
                self.jumping[index] = Some(self.next());
            }
            Instruction::Switch { .. } => {
                for target in instruction.targets().filter(|&target| shared(target)) {
                    if !self.switching.contains_key(&(index, target)) {
                        let probe = self.next();
                        self.switching.insert((index, target), probe);
                    }
                }
            }
            _ => {}
        }
    }

    fn next(&mut self) -> u32 {
        self.count += 1;
        self.count - 1
    }
}

enum Placed<'a> {
    Label(u32),
    Line(u16),
    Instruction(usize, &'a Instruction),
}

/// The nodes, labels with their positions.
fn positioned<'a>(nodes: &'a Nodes<'_>) -> impl Iterator<Item = Placed<'a>> {
    let mut labels = nodes.labels.keys().copied();
    nodes.list.iter().map(move |node| match *node {
        Node::Label => Placed::Label(labels.next().unwrap_or_default()),
        Node::Line(line) => Placed::Line(line),
        Node::Instruction(index) => Placed::Instruction(index, &nodes.code.instructions[index].1),
    })
}

fn arrivals(nodes: &Nodes<'_>) -> BTreeMap<u32, Arrivals> {
    let mut arrivals: BTreeMap<u32, Arrivals> =
        nodes.labels.keys().map(|&position| (position, Arrivals::default())).collect();
    let jump = |arrivals: &mut BTreeMap<u32, Arrivals>, position: u32| {
        arrivals.entry(position).or_default().jumps += 1;
    };
    for handler in &nodes.code.handlers {
        jump(&mut arrivals, handler.start);
        jump(&mut arrivals, handler.target);
    }
    let (mut first, mut falls, mut label, mut line) = (true, false, 0, None);
    for node in positioned(nodes) {
        match node {
            Placed::Label(position) => {
                label = position;
                if first {
                    jump(&mut arrivals, position);
                }
                arrivals.entry(position).or_default().falls |= falls;
            }
            Placed::Line(0) => {}
            Placed::Line(_) => line = Some(label),
            Placed::Instruction(_, instruction) => {
                (first, falls) = (false, !instruction.ends_block());
                let targets: Vec<u32> = match instruction {
                    // A target of several cases is come to by one way.
                    Instruction::Switch { .. } => {
                        instruction.targets().collect::<BTreeSet<u32>>().into_iter().collect()
                    }
                    _ => instruction.targets().collect(),
                };
                targets.into_iter().for_each(|target| jump(&mut arrivals, target));
                let calls =
                    matches!(instruction, Instruction::Invoke { .. } | Instruction::InvokeDynamic { .. });
                if let Some(line) = line.filter(|_| calls) {
                    arrivals.entry(line).or_default().calls_in_line = true;
                }
            }
        }
    }
    arrivals
}
