//! What the finished tests of a class did in its methods, for the report: control-flow graphs with the edges that each test takes.

use super::nearest;
use super::unit::ClassOutcome;
use super::vectors;
use super::written::written;
use trine_frontend_jvm::cover::{BasicBlock, Blocks, MethodCover};
use trine_record::{BlockEnd, BlockRecord, EdgeRecord, FlowRecord, GraphRecord, WalkRecord};

/// Methods of fewer blocks have no graph worth drawing.
const MIN_BLOCKS: usize = 2;

/// What the tests of `outcome` did, which were written under these names; `file` is the path of the source.
pub(super) fn record(outcome: &ClassOutcome, names: &[Option<String>], file: &str) -> FlowRecord {
    let mut graphs = Vec::new();
    for class in &outcome.cover.classes {
        for method in class.methods.iter().filter(|method| method.is_counted()) {
            let blocks = method.blocks();
            if blocks.blocks.len() >= MIN_BLOCKS {
                let name = written(&class.name, &outcome.class, method);
                graphs.push(graph(outcome, names, (name, file), method, &blocks));
            }
        }
    }
    let (nearest, tries) = (nearest::records(outcome, names, file), nearest::tries(outcome));
    FlowRecord { decisions: vectors::records(outcome, names, file), graphs, nearest, tries }
}

fn graph(
    outcome: &ClassOutcome,
    names: &[Option<String>],
    (name, file): (String, &str),
    method: &MethodCover,
    blocks: &Blocks,
) -> GraphRecord {
    let walks = names.iter().zip(&outcome.passed).filter_map(|(name, passed)| {
        let edges = method.edges_taken(blocks, passed)?.into_iter().map(|edge| edge as u32).collect();
        Some(WalkRecord { test: name.clone()?, edges })
    });
    let edge = |edge: &trine_frontend_jvm::cover::BlockEdge| EdgeRecord {
        from: edge.from as u32,
        to: edge.to as u32,
        label: edge.label.clone(),
        handler: edge.is_to_handler(),
    };
    GraphRecord {
        name,
        file: file.to_owned(),
        blocks: blocks.blocks.iter().map(|of| block(method, of)).collect(),
        edges: blocks.edges.iter().map(edge).collect(),
        walks: walks.collect(),
    }
}

fn block(method: &MethodCover, block: &BasicBlock) -> BlockRecord {
    let (first, last) = block.lines.unwrap_or_default();
    BlockRecord {
        lines: (first.into(), last.into()),
        end: match (block.returns, block.throws) {
            (true, _) => BlockEnd::Returns,
            (_, true) => BlockEnd::Throws,
            _ => BlockEnd::GoesOn,
        },
        text: method.condition_of(block).map(|condition| condition.text.clone()),
    }
}
