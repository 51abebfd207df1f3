//! Where one alternative stands: its block, and what it has computed and written.

use super::write_log::WriteLog;
use trine_expr::Term;
use trine_ir::Block;
use trine_ir::analysis::LoopId;

/// What is known of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Binding {
    /// Not computed on the way: as it is at the controlling node.
    #[default]
    AtNode,
    /// Nothing.
    Destroyed,
    /// This term.
    Term(Term),
}

/// One alternative under way.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub block: Block,
    /// By number in the slice.
    pub values: Vec<Binding>,
    pub memory: WriteLog,
    /// Loops on the way: how often their head was reached from inside.
    pub arrivals: Vec<(LoopId, i32)>,
    /// The last condition.
    pub tip: Option<u32>,
    pub conditions: u32,
    pub blocks: u32,
}

impl State {
    /// At the end of `block`, with `values` values that matter.
    pub(super) fn new(block: Block, values: usize) -> Self {
        Self {
            block,
            values: vec![Binding::default(); values],
            memory: WriteLog::default(),
            arrivals: Vec::new(),
            tip: None,
            conditions: 0,
            blocks: 0,
        }
    }
}
