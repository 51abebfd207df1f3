//! What of a function matters for reaching a target: a static backward slice.
//!
//! ```text
//! if (verbose) log(x);      does not matter: one way around it is as good as the other
//! if (x > 0) y = x;         matters where a later condition reads y
//! if (y == 7) target        matters
//! ```
//!
//! Weiser (1984): conditions that the target depends on, the values that these read, the values that those
//! are computed from, and the conditions that decide which of several values arrives. Everything else is
//! walked around as a whole, which the paper does not do: it is what keeps the number of alternatives
//! apart from the size of the function.
//!
//! Memory: a load makes the stores matter that may write there. Two addresses that start at different
//! globals or local objects are apart; all others may be the same. Calls that write memory do not count.
//!
//! Cost: linear in the function, once per target.

use super::model::Structure;
use trine_base::index::TypedIndex;
use trine_ir::analysis::Dependence;
use trine_ir::{Block, Constant, GlobalId, Op, SiteId, Terminator, Value};

/// Where a target is.
#[derive(Clone, Debug, Default)]
pub(super) struct SliceTarget {
    /// Edges, by block and position.
    pub edges: Vec<(Block, u32)>,
    /// Blocks.
    pub blocks: Vec<Block>,
}

/// What matters for reaching a place.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// Per block: whether the place can be reached from its start.
    pub reaches: Vec<bool>,
    /// Per block: branches between it and the place at least; meaningful where it reaches.
    pub distance: Vec<u32>,
    /// Per block: whether it matters where its branch goes.
    pub branches: Vec<bool>,
    /// Per value: its number among those that matter, or [`IRRELEVANT`].
    pub number: Vec<u32>,
    /// How many values matter.
    pub values: u32,
}

/// Number of a value that does not matter.
pub(super) const IRRELEVANT: u32 = u32::MAX;

/// What an address starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Root {
    Global(GlobalId),
    Local(Value),
    Other,
}

struct Slicer<'s> {
    structure: &'s Structure,
    slice: Slice,
    values: Vec<Value>,
    blocks: Vec<Block>,
    loaded: Vec<Root>,
}

impl Slice {
    /// The slice for reaching `place`.
    pub(super) fn new(structure: &Structure, place: &SliceTarget) -> Self {
        let function = &structure.function;
        let (reaches, distance) = backward(structure, place);
        let slice = Slice {
            reaches,
            distance,
            branches: vec![false; function.blocks.len()],
            number: vec![IRRELEVANT; function.values.len()],
            values: 0,
        };
        let mut slicer =
            Slicer { structure, slice, values: Vec::new(), blocks: Vec::new(), loaded: Vec::new() };
        for &(block, position) in &place.edges {
            let controllers = structure.control_dependence.of_edge(function, block, position);
            controllers.iter().for_each(|controller| slicer.branch(controller));
        }
        for &block in &place.blocks {
            slicer.decided(block);
        }
        slicer.close();
        slicer.slice
    }
}

/// Per block: whether the place is reachable, and by how many branches at least.
fn backward(structure: &Structure, place: &SliceTarget) -> (Vec<bool>, Vec<u32>) {
    let blocks = structure.function.blocks.len();
    let (mut reaches, mut distance) = (vec![false; blocks], vec![u32::MAX; blocks]);
    let mut queue = std::collections::VecDeque::new();
    for &block in &place.blocks {
        distance[block.position()] = 0;
        queue.push_back(block);
    }
    for &(block, _) in &place.edges {
        distance[block.position()] = distance[block.position()].min(structure.edges_out(block));
        queue.push_back(block);
    }
    while let Some(block) = queue.pop_front() {
        reaches[block.position()] = true;
        for from in structure.cfg.predecessors(block) {
            let through = distance[block.position()].saturating_add(structure.edges_out(from));
            if through < distance[from.position()] {
                distance[from.position()] = through;
                queue.push_back(from);
            }
        }
    }
    (reaches, distance)
}

impl Slicer<'_> {
    fn branch(&mut self, controller: &Dependence) {
        if controller.edge.is_some()
            && !std::mem::replace(&mut self.slice.branches[controller.block.position()], true)
        {
            self.blocks.push(controller.block);
        }
    }

    /// What decides whether `block` is executed matters.
    fn decided(&mut self, block: Block) {
        let structure = self.structure;
        structure.control_dependence.of_block(block).iter().for_each(|controller| self.branch(controller));
    }

    fn value(&mut self, value: Value) {
        let known = self.slice.number[value.position()] != IRRELEVANT;
        if !known && self.structure.function.constant(value).is_none() {
            self.slice.number[value.position()] = self.slice.values;
            self.slice.values += 1;
            self.values.push(value);
        }
    }

    fn close(&mut self) {
        let function = &self.structure.function;
        loop {
            if let Some(block) = self.blocks.pop() {
                match &function.blocks[block].terminator {
                    Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                        self.value(*value);
                    }
                    _ => {}
                }
                self.decided(block);
            } else if let Some(value) = self.values.pop() {
                self.definition(value);
            } else {
                return;
            }
        }
    }

    fn definition(&mut self, value: Value) {
        let structure = self.structure;
        let Some((block, position)) = structure.definition(value) else { return };
        let data = &structure.function.blocks[block];
        let Some(position) = position else {
            return self.parameter(block, value);
        };
        let op = &data.insts[position as usize].op;
        op.for_each_operand(|operand| self.value(operand));
        if let Op::Load { ptr, .. } = op {
            self.load(root(structure, *ptr));
        }
    }

    fn parameter(&mut self, block: Block, param: Value) {
        let structure = self.structure;
        let position = structure.function.blocks[block].params.iter().position(|&known| known == param);
        let Some(at) = position else { return };
        let arg = |&(from, edge): &(Block, u32)| {
            let mut edges = structure.function.blocks[from].terminator.edges();
            edges.nth(edge as usize).and_then(|edge| edge.args.get(at).copied())
        };
        let incoming = &structure.incoming[block.position()];
        let args: Vec<Value> = incoming.iter().filter_map(arg).collect();
        args.iter().for_each(|&arg| self.value(arg));
        if args.windows(2).any(|pair| pair[0] != pair[1]) {
            for &(from, edge) in incoming {
                let controllers = structure.control_dependence.of_edge(&structure.function, from, edge);
                controllers.iter().for_each(|controller| self.branch(controller));
            }
        }
    }

    /// Memory at `root` is read: the stores that may write there matter.
    fn load(&mut self, root_read: Root) {
        if self.loaded.contains(&root_read) {
            return;
        }
        self.loaded.push(root_read);
        let structure = self.structure;
        for &(block, ptr, value) in &structure.stores {
            if self.slice.reaches[block.position()] && may_alias(root_read, root(structure, ptr)) {
                self.value(ptr);
                self.value(value);
                self.decided(block);
            }
        }
    }
}

fn may_alias(a: Root, b: Root) -> bool {
    a == b
        || a == Root::Other && !matches!(b, Root::Local(_))
        || b == Root::Other && !matches!(a, Root::Local(_))
}

fn root(structure: &Structure, mut address: Value) -> Root {
    loop {
        if let Some(Constant::Global(global, _)) = structure.function.constant(address) {
            return Root::Global(global);
        }
        match structure.op(address) {
            Some(Op::PtrAdd { base, .. }) => address = *base,
            Some(Op::StackAlloc { .. }) => return Root::Local(address),
            _ => return Root::Other,
        }
    }
}

/// The blocks that end in `site`, and the edge that is its `outcome`.
pub(super) fn edges_of(structure: &Structure, site: SiteId, outcome: u32) -> Vec<(Block, u32)> {
    structure.control_dependence.blocks_of_site(site).iter().map(|&block| (block, outcome)).collect()
}
