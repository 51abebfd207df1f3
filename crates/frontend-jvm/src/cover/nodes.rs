//! The code of a method as a list of labels, lines and instructions, in the order in which a visitor of class files
//! meets them.
//!
//! What a coverage tool counts depends on more than the instructions: a label between two of them breaks a pattern, a
//! line begins a stretch of its own. At each position the label comes first, then its lines, then the instruction.

use crate::class::Code;
use std::collections::{BTreeMap, BTreeSet};

/// One entry of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Something refers to this position: a jump, a handler, a line, a variable.
    Label,
    /// A source line begins.
    Line(u16),
    /// An instruction, by its index in [`Code::instructions`].
    Instruction(usize),
}

/// The code of a method with its list of nodes.
#[derive(Debug)]
pub struct Nodes<'a> {
    /// The code.
    pub code: &'a Code,
    /// The list.
    pub list: Vec<Node>,
    /// Where each instruction stands in the list.
    pub places: Vec<usize>,
    /// Where the label of a position stands in the list.
    pub labels: BTreeMap<u32, usize>,
}

impl<'a> Nodes<'a> {
    /// The nodes of `code`.
    #[must_use]
    pub fn new(code: &'a Code) -> Self {
        let mut nodes = Self { code, list: Vec::new(), places: Vec::new(), labels: BTreeMap::new() };
        let referred = referred(code);
        let mut pending = referred.into_iter().peekable();
        for (index, &(position, _)) in code.instructions.iter().enumerate() {
            while let Some(label) = pending.next_if(|&label| label <= position) {
                nodes.label(label);
            }
            nodes.places.push(nodes.list.len());
            nodes.list.push(Node::Instruction(index));
        }
        pending.for_each(|label| nodes.label(label));
        nodes
    }

    fn label(&mut self, position: u32) {
        self.labels.insert(position, self.list.len());
        self.list.push(Node::Label);
        let lines = self.code.lines.iter().filter(|(start, _)| *start == position);
        self.list.extend(lines.map(|&(_, line)| Node::Line(line)));
    }

    /// The index of the first instruction at or behind `position`; that of the end when there is none.
    #[must_use]
    pub fn index_from(&self, position: u32) -> usize {
        self.code.instructions.partition_point(|&(at, _)| at < position)
    }
}

/// The positions that something refers to.
fn referred(code: &Code) -> BTreeSet<u32> {
    let mut referred: BTreeSet<u32> =
        code.instructions.iter().flat_map(|(_, instruction)| instruction.targets()).collect();
    referred.extend(code.handlers.iter().flat_map(|handler| [handler.start, handler.end, handler.target]));
    referred.extend(code.lines.iter().map(|&(start, _)| start));
    referred.extend(code.variables.iter().flat_map(|variable| [variable.start, variable.end]));
    referred
}
