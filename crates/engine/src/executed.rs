//! Which blocks of a function a run came to, by the branches in its trace.

use std::collections::BTreeSet;
use trine_coverage::Trace;
use trine_coverage::recorder::TraceLayout;
use trine_ir::{Block, Function};

/// Whether `block`, which was executed, is left by its edge `outcome`.
pub(crate) fn takes(
    function: &Function,
    layout: &TraceLayout,
    trace: &Trace,
    block: Block,
    outcome: Option<u32>,
) -> bool {
    match (function.blocks[block].terminator.site(), outcome) {
        (Some(site), Some(outcome)) => trace.edges.contains(layout.edge(site, outcome)),
        _ => true,
    }
}

/// The blocks that a run with this trace came to.
pub(crate) fn executed(function: &Function, layout: &TraceLayout, trace: &Trace) -> BTreeSet<Block> {
    let mut executed = BTreeSet::from([Block(0)]);
    let mut open = vec![Block(0)];
    while let Some(block) = open.pop() {
        for (outcome, edge) in function.blocks[block].terminator.edges().enumerate() {
            if takes(function, layout, trace, block, Some(outcome as u32)) && executed.insert(edge.block) {
                open.push(edge.block);
            }
        }
    }
    executed
}
