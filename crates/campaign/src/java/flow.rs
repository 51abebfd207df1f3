//! What the finished tests of a class did in its methods, for the report: control-flow graphs with the edges that each test takes.

use super::nearest;
use super::unit::ClassOutcome;
use super::vectors;
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
    let nearest =
        nearest::records(outcome, names, file, |class, method| written(class, &outcome.class, method));
    FlowRecord { decisions: vectors::records(outcome, names, file), graphs, nearest }
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
        blocks: blocks.blocks.iter().map(block).collect(),
        edges: blocks.edges.iter().map(edge).collect(),
        walks: walks.collect(),
    }
}

fn block(block: &BasicBlock) -> BlockRecord {
    let (first, last) = block.lines.unwrap_or_default();
    BlockRecord {
        lines: (first.into(), last.into()),
        end: match (block.returns, block.throws) {
            (true, _) => BlockEnd::Returns,
            (_, true) => BlockEnd::Throws,
            _ => BlockEnd::GoesOn,
        },
        text: None,
    }
}

/// `withdraw(int)`, or `Nested.withdraw(int)` for a class within the unit.
fn written(class: &str, unit: &str, method: &MethodCover) -> String {
    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
    let name = match method.name.as_str() {
        "<init>" => simple,
        "<clinit>" => "static initializer",
        name => name,
    };
    let name =
        if class == unit || method.name == "<init>" { name.to_owned() } else { format!("{simple}.{name}") };
    let parameters =
        method.descriptor.strip_prefix('(').and_then(|rest| rest.split(')').next()).unwrap_or("");
    format!("{name}({})", types(parameters).join(", "))
}

/// The simple names of the types of a descriptor.
fn types(mut descriptor: &str) -> Vec<String> {
    let mut types = Vec::new();
    while !descriptor.is_empty() {
        let dimensions = descriptor.len() - descriptor.trim_start_matches('[').len();
        descriptor = &descriptor[dimensions..];
        let (name, rest) = match descriptor.strip_prefix('L').and_then(|class| class.split_once(';')) {
            Some((class, rest)) => (class.rsplit(['/', '$']).next().unwrap_or(class), rest),
            None => {
                let end = descriptor.chars().next().map_or(0, char::len_utf8);
                (primitive(&descriptor[..end]), &descriptor[end..])
            }
        };
        types.push(name.to_owned() + &"[]".repeat(dimensions));
        descriptor = rest;
    }
    types
}

fn primitive(letter: &str) -> &'static str {
    match letter {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::types;

    #[test]
    fn types_of_descriptors_are_named_as_sources_do() {
        assert_eq!(
            types("I[[JLjava/lang/String;[Ljava/util/Map$Entry;Z"),
            ["int", "long[][]", "String", "Entry[]", "boolean"]
        );
        assert!(types("").is_empty());
    }
}
