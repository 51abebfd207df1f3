//! The control-flow graph of a method in basic blocks, and which of its edges a run took, from the probes that it passed.
//!
//! Blocks that hold nothing but a jump are left out: an edge to one leads to where it jumps. Of an exception it is not known which
//! instruction threw it: the edge to a handler leaves the block where the guarded range begins, and is taken when both were
//! executed.

use super::graph::Graph;
use super::{Condition, MethodCover, ProbeSet};
use crate::class::{BranchTest, Code, Instruction, IntTest};
use std::collections::{BTreeMap, BTreeSet};

/// A method in basic blocks; the first is its entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// The blocks, by rising position.
    pub blocks: Vec<BasicBlock>,
    /// The edges, by block.
    pub edges: Vec<BlockEdge>,
}

/// A stretch of instructions that is entered at its first and left behind its last one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BasicBlock {
    /// Index of its first instruction, and that behind its last one.
    pub instructions: std::ops::Range<usize>,
    /// First and last line of the source; `None` where the class file has none.
    pub lines: Option<(u16, u16)>,
    /// Whether it ends with a return.
    pub returns: bool,
    /// Whether it ends with a throw.
    pub throws: bool,
}

/// An edge between blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockEdge {
    /// Position of the block that it leaves.
    pub from: usize,
    /// Position of the block that it leads to.
    pub to: usize,
    /// What holds when it is taken; empty where there is no choice.
    pub label: String,
    /// The way of the code that it is; `None` for one to a handler.
    way: Option<usize>,
}

impl BlockEdge {
    /// Whether exceptions take it.
    #[must_use]
    pub fn is_to_handler(&self) -> bool {
        self.way.is_none()
    }
}

impl MethodCover {
    /// Its basic blocks. The edges of a block that ends with a condition of the source are `T` and `F`.
    #[must_use]
    pub fn blocks(&self) -> Blocks {
        let mut blocks = Builder::new(&self.code, &self.graph).build();
        for edge in &mut blocks.edges {
            let condition = self.condition_of(&blocks.blocks[edge.from]);
            if let (Some(condition), Some(way)) = (condition, edge.way) {
                let jumps = self.graph.ways[way].number == 1;
                edge.label = if condition.when_jumping == jumps { "T" } else { "F" }.to_owned();
            }
        }
        blocks
    }

    /// The condition of the source that `block` ends with.
    #[must_use]
    pub fn condition_of(&self, block: &BasicBlock) -> Option<&Condition> {
        let last = block.instructions.end.checked_sub(1)?;
        self.condition_at(self.code.instructions.get(last)?.0)
    }

    /// Positions of the edges of `blocks`, those of this method, that a run took which passed the probes of `passed`; `None` when it did
    /// not enter the method.
    #[must_use]
    pub fn edges_taken(&self, blocks: &Blocks, passed: &ProbeSet) -> Option<Vec<usize>> {
        let taken = self.graph.taken(|probe| passed.contains(self.first_probe + probe));
        if !taken.iter().any(|&taken| taken) {
            return None;
        }
        let executed = |block: usize| {
            let instructions = blocks.blocks[block].instructions.clone();
            instructions.flat_map(|index| self.graph.of[index].clone()).any(|way| taken[way])
        };
        let takes = |edge: &BlockEdge| match edge.way {
            Some(way) => taken[way],
            None => executed(edge.from) && executed(edge.to),
        };
        let edges = blocks.edges.iter().enumerate();
        Some(edges.filter(|(_, edge)| takes(edge)).map(|(at, _)| at).collect())
    }
}

struct Builder<'a> {
    code: &'a Code,
    graph: &'a Graph,
    /// First instructions of blocks.
    leaders: BTreeSet<usize>,
}

impl<'a> Builder<'a> {
    fn new(code: &'a Code, graph: &'a Graph) -> Self {
        let mut leaders = BTreeSet::from([0]);
        let mut builder = Self { code, graph, leaders: BTreeSet::new() };
        for (index, (_, instruction)) in code.instructions.iter().enumerate() {
            let targets: Vec<usize> = instruction.targets().map(|position| builder.index(position)).collect();
            if !targets.is_empty() || instruction.ends_block() {
                leaders.insert(index + 1);
            }
            leaders.extend(targets);
        }
        for handler in &code.handlers {
            leaders.extend([builder.index(handler.start), builder.index(handler.target)]);
        }
        leaders.retain(|&leader| leader < code.instructions.len());
        builder.leaders = leaders;
        builder
    }

    fn index(&self, position: u32) -> usize {
        self.code.instructions.partition_point(|&(at, _)| at < position)
    }

    fn build(&self) -> Blocks {
        let mut blocks = Blocks::default();
        let mut position = BTreeMap::new();
        for &first in self.leaders.iter().filter(|&&first| self.end(first) == first) {
            position.insert(first, blocks.blocks.len());
            blocks.blocks.push(self.block(first));
        }
        for (from, block) in blocks.blocks.iter().enumerate() {
            let last = block.instructions.end - 1;
            for way in self.graph.of[last].clone() {
                let number = self.graph.ways[way].number;
                let Some((to, label)) = self.target(last, number) else { continue };
                if let Some(&to) = position.get(&self.end(to)) {
                    blocks.edges.push(BlockEdge { from, to, label, way: Some(way) });
                }
            }
            for (target, label) in self.handlers_of(block.instructions.start) {
                if let Some(&to) = position.get(&self.end(target)) {
                    blocks.edges.push(BlockEdge { from, to, label, way: None });
                }
            }
        }
        blocks
    }

    /// The leader of the block that control comes to at `leader` in the end, over those that only jump.
    fn end(&self, mut leader: usize) -> usize {
        // A ring of jumps has no end.
        for _ in 0..self.leaders.len() {
            match self.code.instructions.get(leader) {
                Some((_, Instruction::Goto(target))) if leader != 0 && self.index(*target) != leader => {
                    leader = self.index(*target);
                }
                _ => break,
            }
        }
        leader
    }

    fn block(&self, first: usize) -> BasicBlock {
        let next = self.leaders.range(first + 1..).next().copied();
        let instructions = first..next.unwrap_or(self.code.instructions.len());
        let lines = self.graph.lines[instructions.clone()].iter().flatten().filter(|&&line| line > 0);
        let (min, max) = (lines.clone().min(), lines.max());
        let (_, last) = &self.code.instructions[instructions.end - 1];
        BasicBlock {
            instructions,
            lines: min.copied().zip(max.copied()),
            returns: matches!(last, Instruction::Return(_)),
            throws: matches!(last, Instruction::Throw),
        }
    }

    /// Where the way `number` of the instruction at `last` leads, and when.
    fn target(&self, last: usize, number: u32) -> Option<(usize, String)> {
        match &self.code.instructions[last].1 {
            Instruction::Return(_) | Instruction::Throw => None,
            Instruction::Branch(test, target) => Some(match number {
                1 => (self.index(*target), relation(*test, true).to_owned()),
                _ => (last + 1, relation(*test, false).to_owned()),
            }),
            Instruction::Switch { default, cases } => {
                let mut targets = vec![*default];
                for &(_, target) in cases {
                    if !targets.contains(&target) {
                        targets.push(target);
                    }
                }
                let target = *targets.get(number as usize)?;
                let keys = cases.iter().filter(|(_, to)| *to == target).map(|(key, _)| key.to_string());
                let mut label = keys.collect::<Vec<_>>().join(", ");
                if number == 0 {
                    label = if label.is_empty() { "default".to_owned() } else { format!("default, {label}") };
                }
                Some((self.index(target), label))
            }
            instruction => match (number, instruction.targets().next()) {
                (1, Some(target)) => Some((self.index(target), String::new())),
                _ => Some((last + 1, String::new())),
            },
        }
    }

    /// Handlers whose range begins at the instruction `first`: theirs, and the classes they catch.
    fn handlers_of(&self, first: usize) -> Vec<(usize, String)> {
        let mut handlers: Vec<(usize, String)> = Vec::new();
        for handler in self.code.handlers.iter().filter(|handler| self.index(handler.start) == first) {
            let class = handler
                .catches
                .as_deref()
                .map_or("any exception", |class| class.rsplit(['/', '$']).next().unwrap_or(class));
            let target = self.index(handler.target);
            match handlers.iter_mut().find(|(of, _)| *of == target) {
                Some((_, label)) if !label.contains(class) => *label += &format!(", {class}"),
                Some(_) => {}
                None => handlers.push((target, class.to_owned())),
            }
        }
        handlers
    }
}

/// What holds of the operands of a test when it jumps, or when it does not.
fn relation(test: BranchTest, jumps: bool) -> &'static str {
    let number = |test: IntTest| match (test, jumps) {
        (IntTest::Equal, true) | (IntTest::NotEqual, false) => 0,
        (IntTest::NotEqual, true) | (IntTest::Equal, false) => 1,
        (IntTest::Less, true) | (IntTest::GreaterOrEqual, false) => 2,
        (IntTest::GreaterOrEqual, true) | (IntTest::Less, false) => 3,
        (IntTest::Greater, true) | (IntTest::LessOrEqual, false) => 4,
        (IntTest::LessOrEqual, true) | (IntTest::Greater, false) => 5,
    };
    match test {
        BranchTest::Zero(test) => ["= 0", "≠ 0", "< 0", "≥ 0", "> 0", "≤ 0"][number(test)],
        BranchTest::Ints(test) => ["=", "≠", "<", "≥", ">", "≤"][number(test)],
        BranchTest::Same(same) if same == jumps => "same",
        BranchTest::Same(_) => "not same",
        BranchTest::Null(null) if null == jumps => "null",
        BranchTest::Null(_) => "not null",
    }
}
