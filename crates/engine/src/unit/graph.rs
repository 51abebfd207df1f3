//! The control-flow graph of a function as a reader of its source wants it, with the edges that each test takes.
//!
//! Two things of the compiler's graph are taken out: blocks without instructions that only lead on, and the cut between a block and the only one
//! behind it that nothing else leads to. What is left are the branches of the source.
//!
//! Traces know which edges of branches were taken. From these it follows what came between: a block was executed when it is the entry or
//! an edge into it was taken, and its only edge is taken with it. Where a test ends inside of a block, in a call of `exit` say, that
//! block's edge counts as taken, up to the next branch.

use super::UnitContext;
use crate::executed::{executed, takes};
use std::collections::{BTreeMap, BTreeSet};
use trine_coverage::Trace;
use trine_coverage::recorder::TraceLayout;
use trine_ir::{Block, ConditionKind, Function, Outcome, SiteId, Terminator};
use trine_record::{BlockEnd, BlockRecord, EdgeRecord, GraphRecord, WalkRecord};

/// A test and what its replay did in the function.
pub(super) type Replay<'a> = (&'a str, &'a Trace);

/// Source text of a condition in a block, in characters: as much as goals have of it.
const MAX_TEXT: usize = 80;
/// Graphs of more blocks are not recorded: nobody reads them.
const MAX_BLOCKS: usize = 2000;

/// The graph of `function` with the edges that `replays` take.
pub(super) fn record(
    context: &UnitContext<'_>,
    function: &Function,
    layout: &TraceLayout,
    replays: &[Replay<'_>],
) -> GraphRecord {
    let callable = &context.api.callables[context.callable];
    let mut record =
        GraphRecord { name: callable.name.clone(), file: callable.unit.clone(), ..GraphRecord::default() };
    let shape = Shape::new(function);
    if shape.heads.len() > MAX_BLOCKS {
        return record;
    }
    let words = Words::new(context, function, MAX_TEXT);
    let position: BTreeMap<Block, u32> =
        shape.heads.iter().enumerate().map(|(at, &head)| (head, at as u32)).collect();
    let mut left_by = Vec::new();
    for &head in &shape.heads {
        let chain = shape.chain(head);
        let last = chain[chain.len() - 1];
        record.blocks.push(block(function, &chain, &words));
        for (from, outcome, to) in shape.edges_of(function, last) {
            let site = outcome.zip(function.blocks[last].terminator.site());
            let label = site.and_then(|(outcome, site)| words.labels.get(&(site, outcome)).cloned());
            let label = label.or_else(|| plain_label(function, last, outcome)).unwrap_or_default();
            record.edges.push(EdgeRecord { from: position[&head], to: position[&to], label, handler: false });
            left_by.push((from, outcome));
        }
    }
    for (test, trace) in replays.iter().filter(|(_, trace)| !trace.is_empty()) {
        let executed = executed(function, layout, trace);
        let takes = |&(from, outcome): &(Block, Option<u32>)| {
            executed.contains(&from) && takes(function, layout, trace, from, outcome)
        };
        let edges = left_by.iter().enumerate().filter(|(_, edge)| takes(edge)).map(|(at, _)| at as u32);
        record.walks.push(WalkRecord { test: (*test).to_owned(), edges: edges.collect() });
    }
    record
}

/// Which blocks are drawn, and as one with which others.
struct Shape {
    /// First blocks of those that are drawn, in the order of the function.
    heads: Vec<Block>,
    /// By block: the only one behind it, which nothing else leads to.
    goes_on: BTreeMap<Block, Block>,
    /// By block that only leads on: where it leads.
    forwarded: BTreeMap<Block, Block>,
}

impl Shape {
    fn new(function: &Function) -> Self {
        let mut shape = Self { heads: Vec::new(), goes_on: BTreeMap::new(), forwarded: BTreeMap::new() };
        for (block, data) in function.blocks.iter_enumerated() {
            if let Terminator::Jump(edge) = &data.terminator
                && block != Block(0)
                && data.insts.is_empty()
                && edge.block != block
            {
                shape.forwarded.insert(block, edge.block);
            }
        }
        let mut arrivals: BTreeMap<Block, u32> = BTreeMap::from([(Block(0), 2)]);
        let mut open = vec![Block(0)];
        let mut seen = BTreeSet::from([Block(0)]);
        while let Some(block) = open.pop() {
            for (_, _, to) in shape.edges_of(function, block) {
                *arrivals.entry(to).or_default() += 1;
                if seen.insert(to) {
                    open.push(to);
                }
            }
        }
        let mut inner = BTreeSet::new();
        for &block in &seen {
            if let (Terminator::Jump(_), [(_, _, to)]) =
                (&function.blocks[block].terminator, &shape.edges_of(function, block)[..])
                && arrivals[to] == 1
            {
                shape.goes_on.insert(block, *to);
                inner.insert(*to);
            }
        }
        shape.heads = seen.difference(&inner).copied().collect();
        shape
    }

    /// `head` with the blocks that are one with it.
    fn chain(&self, head: Block) -> Vec<Block> {
        let mut chain = vec![head];
        while let Some(&next) = self.goes_on.get(&chain[chain.len() - 1]) {
            chain.push(next);
        }
        chain
    }

    /// The edges out of `block`: the block, the outcome of its site, and where the edge leads in the end.
    fn edges_of(&self, function: &Function, block: Block) -> Vec<(Block, Option<u32>, Block)> {
        let terminator = &function.blocks[block].terminator;
        let has_site = terminator.site().is_some();
        let edges = terminator.edges().enumerate();
        edges
            .map(|(outcome, edge)| {
                (block, has_site.then_some(outcome as u32), self.end(function, edge.block))
            })
            .collect()
    }

    fn end(&self, function: &Function, mut block: Block) -> Block {
        // A ring of blocks that only lead on has no end.
        for _ in 0..function.blocks.len() {
            match self.forwarded.get(&block) {
                Some(&next) => block = next,
                None => break,
            }
        }
        block
    }
}

/// What the source says at branches.
pub(super) struct Words {
    /// By edge: `T`, `F`, `case 3`.
    pub labels: BTreeMap<(SiteId, u32), String>,
    /// By site: the condition.
    pub conditions: BTreeMap<SiteId, String>,
}

impl Words {
    /// Those of `function`, conditions of at most `limit` characters.
    pub fn new(context: &UnitContext<'_>, function: &Function, limit: usize) -> Self {
        let mut words = Self { labels: BTreeMap::new(), conditions: BTreeMap::new() };
        // A number decides no branch: where it shares its place with a condition that does, as in `do { if (x) y; } while (0)` of a macro,
        // that one says what is decided.
        let is_number = |condition: &&trine_ir::Condition| {
            let text = context.sources.text(condition.span, limit);
            text.is_some_and(|text| text.parse::<i64>().is_ok())
        };
        let (numbers, others): (Vec<_>, Vec<_>) = function.coverage.conditions.iter().partition(is_number);
        for condition in numbers.into_iter().chain(others) {
            // Of a condition out of a macro of another file, the use of the macro says what it is.
            let used = || context.sources.text(condition.expansion?, limit);
            let text = context.sources.text(condition.span, limit).or_else(used);
            for (outcome, letter) in condition.outcomes.iter().zip(["T", "F"]) {
                let Outcome::Taken(edges) = outcome else { continue };
                for (site, edge) in edges.iter() {
                    match condition.kind {
                        ConditionKind::Boolean => {
                            words.labels.insert((site, edge), letter.to_owned());
                            if let Some(text) = &text {
                                words.conditions.insert(site, text.clone());
                            }
                        }
                        ConditionKind::SwitchCase if letter == "T" => {
                            words.add_case((site, edge), text.as_deref())
                        }
                        ConditionKind::SwitchCase => {}
                    }
                }
            }
        }
        words
    }

    fn add_case(&mut self, edge: (SiteId, u32), text: Option<&str>) {
        let text = text.unwrap_or("case");
        let text = text.strip_suffix(':').unwrap_or(text);
        match self.labels.get_mut(&edge) {
            Some(label) => *label = format!("{label}, {text}"),
            None => _ = self.labels.insert(edge, text.to_owned()),
        }
    }
}

/// The label of an edge that no condition of the source names.
pub(super) fn plain_label(function: &Function, block: Block, outcome: Option<u32>) -> Option<String> {
    let outcome = outcome?;
    Some(match &function.blocks[block].terminator {
        Terminator::Branch { .. } => if outcome == 0 { "T" } else { "F" }.to_owned(),
        Terminator::Switch { default, .. } if *default == outcome => "default".to_owned(),
        Terminator::Switch { cases, .. } => {
            let keys = cases.iter().filter(|(_, edge)| *edge == outcome).map(|(key, _)| key.to_string());
            keys.collect::<Vec<_>>().join(", ")
        }
        _ => return None,
    })
}

fn block(function: &Function, chain: &[Block], words: &Words) -> BlockRecord {
    let file = function.span.map(|span| span.file);
    let spans = chain.iter().flat_map(|&block| {
        let data = &function.blocks[block];
        data.insts.iter().map(|inst| inst.span).chain([data.terminator_span])
    });
    let lines = spans.flatten().filter(|span| file.is_none_or(|file| span.file == file));
    let lines: BTreeSet<u32> = lines.map(|span| span.start.line).filter(|&line| line > 0).collect();
    let last = &function.blocks[chain[chain.len() - 1]].terminator;
    BlockRecord {
        lines: (lines.first().copied().unwrap_or(0), lines.last().copied().unwrap_or(0)),
        end: match last {
            Terminator::Return(_) => BlockEnd::Returns,
            Terminator::Throw(_) => BlockEnd::Throws,
            Terminator::Unreachable | Terminator::Trap => BlockEnd::Stops,
            _ => BlockEnd::GoesOn,
        },
        text: last.site().and_then(|site| words.conditions.get(&site).cloned()),
    }
}
