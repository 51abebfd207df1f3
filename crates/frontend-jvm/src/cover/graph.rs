//! What follows from the probes that were passed: which instructions were executed, and which of their ways taken.
//!
//! Every instruction has ways: to the one behind it, to the target of its jump, to each target of its switch, out of
//! the method. A way ends at a probe, or at an instruction that is come to by no other way. So an instruction was
//! executed exactly when one of its ways was taken, and a way was taken exactly when its probe was passed or the
//! instruction at its end was executed.

use super::flow::Probes;
use super::nodes::{Node, Nodes};
use crate::class::Instruction;

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// To a probe of the method.
    Probe(u32),
    /// To the instruction with this index, by this way only.
    Instruction(usize),
}

/// A way that control takes out of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// The instruction, by index.
    pub from: usize,
    /// Its number among the ways of its instruction: 0 is that to the next instruction or to the default of a switch, 1 that
    /// of a jump, then the targets of a switch in order.
    pub number: u32,
    /// Where it leads.
    pub end: End,
}

/// The ways of a method's code.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// All ways; those of one instruction stand together, in order.
    pub ways: Vec<Leap>,
    /// By instruction: its ways in [`Graph::ways`].
    pub of: Vec<std::ops::Range<usize>>,
    /// By instruction: its line.
    pub lines: Vec<Option<u16>>,
    /// By probe: the way that ends there.
    by_probe: Vec<Option<usize>>,
    /// By instruction: the way that ends there.
    into: Vec<Option<usize>>,
}

impl Graph {
    /// The ways of the code of `nodes`, with `probes`.
    #[must_use]
    pub fn new(nodes: &Nodes<'_>, probes: &Probes) -> Self {
        let count = nodes.code.instructions.len();
        let mut graph = Self {
            lines: lines(nodes),
            by_probe: vec![None; probes.count as usize],
            into: vec![None; count],
            ..Self::default()
        };
        for (index, (_, instruction)) in nodes.code.instructions.iter().enumerate() {
            let first = graph.ways.len();
            graph.leave(nodes, probes, index, instruction);
            graph.of.push(first..graph.ways.len());
        }
        for (number, way) in graph.ways.iter().enumerate() {
            match way.end {
                End::Probe(probe) => graph.by_probe[probe as usize] = Some(number),
                End::Instruction(to) => graph.into[to] = Some(number),
            }
        }
        graph
    }

    fn leave(&mut self, nodes: &Nodes<'_>, probes: &Probes, index: usize, instruction: &Instruction) {
        let target = |position: u32| End::Instruction(nodes.index_from(position));
        let count = nodes.code.instructions.len();
        let mut add = |number: u32, end: End| {
            if !matches!(end, End::Instruction(to) if to >= count) {
                self.ways.push(Leap { from: index, number, end });
            }
        };
        match instruction {
            Instruction::Return(_) | Instruction::Throw => {
                add(0, probes.before[index].map_or(End::Instruction(count), End::Probe));
            }
            Instruction::Switch { .. } => {
                let mut seen = Vec::new();
                for position in instruction.targets() {
                    if !seen.contains(&position) {
                        let probe = probes.switching.get(&(index, position));
                        add(seen.len() as u32, probe.map_or(target(position), |&probe| End::Probe(probe)));
                        seen.push(position);
                    }
                }
            }
            _ => {
                if !instruction.ends_block() && index + 1 < count {
                    add(0, probes.falling[index + 1].map_or(End::Instruction(index + 1), End::Probe));
                }
                if let Some(position) = instruction.targets().next() {
                    add(1, probes.jumping[index].map_or(target(position), End::Probe));
                }
            }
        }
    }

    /// Which ways were taken, when `passed` says of each probe whether it was.
    #[must_use]
    pub fn taken(&self, passed: impl Fn(u32) -> bool) -> Vec<bool> {
        let mut taken = vec![false; self.ways.len()];
        let mut executed = vec![false; self.of.len()];
        for (probe, way) in self.by_probe.iter().enumerate() {
            let mut way = way.filter(|_| passed(probe as u32));
            while let Some(number) = way {
                taken[number] = true;
                let from = self.ways[number].from;
                way = if std::mem::replace(&mut executed[from], true) { None } else { self.into[from] };
            }
        }
        taken
    }

    /// The probes each of which tells that the way `way` was taken, by rising number.
    #[must_use]
    pub fn telling(&self, way: usize) -> Vec<u32> {
        let mut telling = Vec::new();
        let mut seen = vec![false; self.of.len()];
        let mut work = vec![way];
        while let Some(number) = work.pop() {
            match self.ways[number].end {
                End::Probe(probe) => telling.push(probe),
                End::Instruction(to) => {
                    if !std::mem::replace(&mut seen[to], true) {
                        work.extend(self.of[to].clone());
                    }
                }
            }
        }
        telling.sort_unstable();
        telling.dedup();
        telling
    }
}

fn lines(nodes: &Nodes<'_>) -> Vec<Option<u16>> {
    let mut line = None;
    let mut lines = Vec::with_capacity(nodes.code.instructions.len());
    for node in &nodes.list {
        match *node {
            Node::Line(begins) => line = Some(begins),
            Node::Instruction(_) => lines.push(line),
            Node::Label => {}
        }
    }
    lines
}
