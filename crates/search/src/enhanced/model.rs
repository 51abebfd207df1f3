//! What the analysis needs to know of one function, computed once; and its settings.

use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::analysis::{Cfg, ControlDependence, DominatorTree, LoopForest, PostDominatorTree};
use trine_ir::{Block, Function, Op, Program, Value};

/// How far the analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Full iterations of a loop that are followed exactly (`k`), at least 1.
    pub iterations: u32,
    /// Alternatives kept per controlling node, the shortest first.
    pub max_alternatives: u32,
    /// Conditions on one alternative.
    pub max_conditions: u32,
    /// Instructions, blocks and conditions looked at for all targets of one function together.
    pub work: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { iterations: 1, max_alternatives: 48, max_conditions: 48, work: 1_000_000 }
    }
}

/// The graphs of one function.
#[derive(Debug)]
pub(super) struct Structure {
    pub function: Arc<Function>,
    pub program: Option<Arc<Program>>,
    pub cfg: Cfg,
    pub after: PostDominatorTree,
    pub loops: LoopForest,
    pub control_dependence: ControlDependence,
    /// Per block: the edges that lead to it.
    pub incoming: Vec<Vec<(Block, u32)>>,
    /// Stores: block, address, value.
    pub stores: Vec<(Block, Value, Value)>,
    definitions: Vec<Option<(Block, Option<u32>)>>,
}

impl Structure {
    pub(super) fn new(program: Option<Arc<Program>>, function: Arc<Function>) -> Self {
        let cfg = Cfg::without_unwind(&function);
        let loops = LoopForest::new(&cfg, &DominatorTree::new(&cfg));
        let mut incoming = vec![Vec::new(); function.blocks.len()];
        let mut definitions = vec![None; function.values.len()];
        for (block, data) in function.blocks.iter_enumerated() {
            for (position, edge) in data.terminator.edges().enumerate() {
                incoming[edge.block.position()].push((block, position as u32));
            }
            data.params.iter().for_each(|param| definitions[param.position()] = Some((block, None)));
            for (position, inst) in data.insts.iter().enumerate() {
                let at = Some((block, Some(position as u32)));
                inst.results.iter().for_each(|result| definitions[result.position()] = at);
            }
        }
        Self {
            after: PostDominatorTree::new(&cfg),
            control_dependence: ControlDependence::new(&function),
            stores: stores(&function),
            cfg,
            loops,
            incoming,
            definitions,
            function,
            program,
        }
    }

    /// Where `value` is defined: its block, and the instruction's position unless it is a parameter.
    pub(super) fn definition(&self, value: Value) -> Option<(Block, Option<u32>)> {
        self.definitions[value.position()]
    }

    /// The instruction that defines `value`.
    pub(super) fn op(&self, value: Value) -> Option<&Op> {
        let (block, position) = self.definition(value)?;
        Some(&self.function.blocks[block].insts[position? as usize].op)
    }

    /// 1 where control may leave `block` by several ways, else 0.
    pub(super) fn edges_out(&self, block: Block) -> u32 {
        u32::from(self.function.blocks[block].terminator.site().is_some())
    }
}

/// All stores of `function`: block, address, value.
fn stores(function: &Function) -> Vec<(Block, Value, Value)> {
    let mut found = Vec::new();
    for (block, data) in function.blocks.iter_enumerated() {
        for inst in &data.insts {
            if let Op::Store { ptr, value, .. } = inst.op {
                found.push((block, ptr, value));
            }
        }
    }
    found
}
