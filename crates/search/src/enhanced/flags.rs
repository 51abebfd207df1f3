//! Values that control flow decides, in part or whole: counters, states that start from constants, and states that
//! are constants on some ways and inputs on others.
//!
//! ```text
//! t = 0;  if (a == b) t += 1;  if (a == c) t += 2;  …  if (t > 3) target          control flow alone
//! next = state;  if (pressed && on) next = 1;  …  if (next == 1) target           control flow and an input
//! if (low) good = 0;  …  if (good >= 5) target                                    the same in memory
//! ```
//!
//! Where a run leaves at `t > 3`, no input changes `t` from there on, so its distance has no gradient; the
//! conditions that would set it right stand earlier. The same is true of `next` in a run in which it is a constant. A
//! missed condition on such values is therefore known to be worse than an unknown one, and the nodes where they are
//! decided are measured too, though the target is not control dependent on them: from there the alternatives lead
//! through the assignments. The paper measures controlling nodes only.
//!
//! A value is decided **in part** where ways meet and one of them brings a constant. The head of a loop does not
//! count: a sum that starts from 0 is an input from its first round on. Memory is decided in part where a run may have
//! stored such a value before; addresses are the same when they are the same displacement from the same start.
//!
//! Not handled: elements of arrays by index, and states behind other addresses of them.
//!
//! Cost: linear in the function, once more for each store that makes another one count.

use super::model::Structure;
use trine_base::index::TypedIndex;
use trine_ir::{Block, Constant, Function, GlobalId, Op, Value};

/// What control flow decides in one function.
#[derive(Debug, Default)]
pub(super) struct Decided {
    /// Per value.
    values: Vec<bool>,
    cells: Vec<Stored>,
}

/// Somewhere in memory: what its address starts from, and how many bytes behind it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub start: Start,
    pub offset: i64,
}

/// What an address starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Global(GlobalId),
    Value(Value),
}

/// Where something that control flow decides may have been stored.
#[derive(Debug)]
struct Stored {
    cell: Cell,
    /// Blocks and positions of the stores.
    by: Vec<(Block, usize)>,
    /// Per block: whether a run may have come from such a store before it begins.
    behind: Vec<bool>,
}

/// Stores that make loads count, which make other stores count, and so on: so many times at most.
const MAX_ROUNDS: u32 = 8;

impl Decided {
    pub(super) fn new(structure: &Structure) -> Self {
        let function = &structure.function;
        let flow = Flow::new(structure);
        let alone = flow.by_control_alone(function);
        let mut decided = Self { values: flow.in_part(alone.clone(), &[]), cells: Vec::new() };
        let mut loads = Vec::new();
        for _ in 0..MAX_ROUNDS {
            decided.cells = decided.stored(structure);
            let more = decided.loads(structure);
            if more.len() == loads.len() {
                break;
            }
            loads = more;
            decided.values = flow.in_part(alone.clone(), &loads);
        }
        decided
    }

    /// Whether control flow decides `value`.
    pub(super) fn value(&self, value: Value) -> bool {
        self.values[value.position()]
    }

    /// Whether control flow may have decided what is in `cell` at the end of `block`.
    pub(super) fn at_end(&self, cell: Cell, block: Block) -> bool {
        self.cell(cell).is_some_and(|stored| {
            stored.behind[block.position()] || stored.by.iter().any(|store| store.0 == block)
        })
    }

    fn cell(&self, cell: Cell) -> Option<&Stored> {
        self.cells.iter().find(|stored| stored.cell == cell)
    }

    /// The cells that values decided by control flow are stored to.
    fn stored(&self, structure: &Structure) -> Vec<Stored> {
        let mut cells: Vec<Stored> = Vec::new();
        for (block, data) in structure.function.blocks.iter_enumerated() {
            for (position, inst) in data.insts.iter().enumerate() {
                let Op::Store { ptr, value, .. } = inst.op else { continue };
                let Some(cell) = cell_at(structure, ptr).filter(|_| self.value(value)) else { continue };
                match cells.iter_mut().find(|stored| stored.cell == cell) {
                    Some(stored) => stored.by.push((block, position)),
                    None => cells.push(Stored { cell, by: vec![(block, position)], behind: Vec::new() }),
                }
            }
        }
        for stored in &mut cells {
            stored.behind = behind(structure, stored.by.iter().map(|store| store.0));
        }
        cells
    }

    /// The results of loads from cells that control flow may have decided by then.
    fn loads(&self, structure: &Structure) -> Vec<Value> {
        let mut loads = Vec::new();
        for (block, data) in structure.function.blocks.iter_enumerated() {
            for (position, inst) in data.insts.iter().enumerate() {
                let Op::Load { ptr, .. } = inst.op else { continue };
                let stored = cell_at(structure, ptr).and_then(|cell| self.cell(cell));
                let before = |stored: &Stored| {
                    stored.behind[block.position()]
                        || stored.by.iter().any(|store| store.0 == block && store.1 < position)
                };
                if stored.is_some_and(before) {
                    loads.extend(&inst.results);
                }
            }
        }
        loads
    }
}

/// The cell at `address`, if it has no index.
fn cell_at(structure: &Structure, mut address: Value) -> Option<Cell> {
    let mut offset = 0i64;
    loop {
        if let Some(constant) = structure.function.constant(address) {
            let Constant::Global(global, more) = constant else { return None };
            return Some(Cell { start: Start::Global(global), offset: offset.wrapping_add(more) });
        }
        match structure.op(address) {
            Some(Op::PtrAdd { index: Some(_), .. }) => return None,
            Some(Op::PtrAdd { base, offset: more, .. }) => {
                (address, offset) = (*base, offset.wrapping_add(*more));
            }
            _ => return Some(Cell { start: Start::Value(address), offset }),
        }
    }
}

/// Per block: whether a run may come there from the end of one of `from`.
fn behind(structure: &Structure, from: impl Iterator<Item = Block>) -> Vec<bool> {
    let mut found = vec![false; structure.function.blocks.len()];
    let mut open: Vec<Block> = from.collect();
    while let Some(block) = open.pop() {
        for next in structure.cfg.successors(block) {
            if !std::mem::replace(&mut found[next.position()], true) {
                open.push(next);
            }
        }
    }
    found
}

/// What values are computed from, and where.
struct Flow {
    /// Per value: what is computed from it, or handed on from it.
    users: Vec<Vec<Value>>,
    /// Per value: the operands, if it is computed and no input; what is handed to it, if ways meet there.
    sources: Vec<Vec<Value>>,
    /// Per value: whether ways meet there.
    meets: Vec<bool>,
    /// Values that come from elsewhere.
    inputs: Vec<Value>,
}

impl Flow {
    fn new(structure: &Structure) -> Self {
        let function = &structure.function;
        let count = function.values.len();
        let mut flow = Self {
            users: vec![Vec::new(); count],
            sources: vec![Vec::new(); count],
            meets: vec![false; count],
            inputs: function.blocks[Function::ENTRY].params.clone(),
        };
        for (block, data) in function.blocks.iter_enumerated() {
            for inst in &data.insts {
                inst.op.for_each_operand(|operand| flow.users[operand.position()].extend(&inst.results));
                if is_input(&inst.op) {
                    flow.inputs.extend(&inst.results);
                    continue;
                }
                for result in &inst.results {
                    inst.op.for_each_operand(|operand| flow.sources[result.position()].push(operand));
                }
            }
            let meet = !structure.loops.is_header(block) && block != Function::ENTRY;
            data.params.iter().for_each(|param| flow.meets[param.position()] = meet);
            for edge in data.terminator.edges() {
                for (&param, &arg) in function.blocks[edge.block].params.iter().zip(&edge.args) {
                    flow.users[arg.position()].push(param);
                    flow.sources[param.position()].push(arg);
                }
            }
        }
        flow
    }

    /// Per value: whether all it is computed from are constants and values of this kind.
    fn by_control_alone(&self, function: &Function) -> Vec<bool> {
        let mut flags = vec![true; function.values.len()];
        let mut open = self.inputs.clone();
        while let Some(value) = open.pop() {
            if std::mem::replace(&mut flags[value.position()], false) {
                open.extend(&self.users[value.position()]);
            }
        }
        flags
    }

    /// Adds to `flags` the values of `loads`, where a flag meets another value, and what is computed from flags only.
    fn in_part(&self, mut flags: Vec<bool>, loads: &[Value]) -> Vec<bool> {
        let meeting = (0..flags.len()).filter(|&at| self.meets[at]).map(Value::from_position);
        let mut open: Vec<Value> = meeting.collect();
        for load in loads {
            flags[load.position()] = true;
            open.extend(&self.users[load.position()]);
        }
        while let Some(value) = open.pop() {
            let at = value.position();
            let (sources, is_flag) = (&self.sources[at], |source: &Value| flags[source.position()]);
            let decided = match self.meets[at] {
                true => sources.iter().any(is_flag),
                false => !sources.is_empty() && sources.iter().all(is_flag),
            };
            if decided && !std::mem::replace(&mut flags[at], true) {
                open.extend(&self.users[at]);
            }
        }
        flags
    }
}

fn is_input(op: &Op) -> bool {
    matches!(
        op,
        Op::Load { .. }
            | Op::Call { .. }
            | Op::StackAlloc { .. }
            | Op::Intrinsic(..)
            | Op::AtomicUpdate { .. }
            | Op::CompareExchange { .. }
    )
}
