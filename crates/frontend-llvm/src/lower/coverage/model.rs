//! Matching a function's mapping to its body.
//!
//! Source: own, on the flow algebra. A side of a condition that `llvm-cov` does not count is `Folded`; a counted side
//! that no execution takes is `Dead`.
//! Not handled: a label of a switch that has only one way out may count as a boolean condition.
//! Cost: near-linear in the graph and the mapping.

use super::marker::Markers;
use super::outcome::{self, Start};
use super::records::Mapping;
use crate::covmap::flow::{BranchMatch, CodeMatch, Edges, FlowAlgebra, FlowGraph};
use crate::covmap::{self, FileSpan, FunctionModel};
use crate::ll::Module;
use crate::lower::body::{Evaluated, Increments};
use crate::lower::spans::FileTable;
use std::collections::HashMap;
use trine_base::index::TypedIndex;
use trine_base::{FileId, Span};
use trine_ir::passes::truth::Facts;
use trine_ir::{
    Block, BlockData, Condition, ConditionId, ConditionKind, CoverageModel, Decision, Edge, EdgeSet,
    Function, Outcome, Region, Terminator,
};

/// Fills in the coverage model of `function`, and the regions of its blocks, when the mapping of its module knows it.
pub(crate) fn annotate(
    function: &mut Function,
    increments: &Increments,
    (module, mapping): (&Module, &Mapping),
    files: &FileTable,
) {
    let Some(name) = &increments.profile_name else { return };
    let Some(record) = mapping.record(module, name, increments.hash) else { return };
    let Ok(model) = FunctionModel::new(&record, mapping.rules) else { return };
    let (graph, block_edges) = graph(function, increments);
    let Ok(algebra) = FlowAlgebra::new(&graph) else { return };
    let mut matcher = Matcher {
        function,
        files,
        model: &model,
        algebra: &algebra,
        block_edges,
        blocks: graph.blocks,
        markers: Markers::default(),
        matches: Vec::new(),
    };
    matcher.conditions();
    matcher.decisions(&increments.evaluated);
    matcher.regions();
    let Matcher { function, markers, .. } = matcher;
    markers.insert(function);
}

/// An edge of the graph: its block, and its position in the terminator.
type BlockEdge = (Block, u32);

fn graph(function: &Function, increments: &Increments) -> (FlowGraph, Vec<BlockEdge>) {
    let (mut edges, mut block_edges) = (Vec::new(), Vec::new());
    for (block, data) in function.blocks.iter_enumerated() {
        for (position, edge) in data.terminator.edges().enumerate() {
            edges.push((block.position(), edge.block.position()));
            block_edges.push((block, position as u32));
        }
    }
    let increments = increments.at.iter().map(|(block, counter)| (block.position(), *counter)).collect();
    (FlowGraph { entry: 0, blocks: function.blocks.len(), edges, increments }, block_edges)
}

struct Matcher<'a> {
    function: &'a mut Function,
    files: &'a FileTable,
    model: &'a FunctionModel,
    algebra: &'a FlowAlgebra,
    block_edges: Vec<BlockEdge>,
    /// Blocks from this number on were made here.
    blocks: usize,
    markers: Markers,
    /// By condition: where it is in the graph.
    matches: Vec<BranchMatch>,
}

impl Matcher<'_> {
    fn conditions(&mut self) {
        let (model, algebra) = (self.model, self.algebra);
        let counts = model.expressions.values(|counter| algebra.count_of_counter(counter));
        for condition in &model.conditions {
            let span = self.span(condition.place.spelling);
            let form = || model.expressions.form(condition.true_count);
            let sides = [condition.true_count, condition.false_count].map(|count| counts.of(count));
            let found = algebra.match_branch(sides[0], sides[1], &form);
            let kind = self.kind(&found);
            let [on_true, on_false] = self.outcomes(&found, span);
            self.matches.push(found);
            let counted = |counted: bool, outcome| if counted { outcome } else { Outcome::Folded };
            let condition = Condition {
                span,
                expansion: self.expansion(&condition.place),
                kind,
                outcomes: [
                    counted(condition.true_counted, on_true),
                    counted(condition.false_counted, on_false),
                ],
                decision: None,
            };
            self.coverage().conditions.push(condition);
        }
    }

    fn coverage(&mut self) -> &mut CoverageModel {
        &mut self.function.coverage
    }

    /// A label of a switch decides at a switch.
    fn kind(&self, found: &BranchMatch) -> ConditionKind {
        let block = match found {
            BranchMatch::Terminator { block, .. }
            | BranchMatch::Inferred { block, .. }
            | BranchMatch::Spread { block, .. }
            | BranchMatch::OneSided { at: CodeMatch::Block(block), .. } => *block,
            BranchMatch::OneSided { at: CodeMatch::Edge(edge), .. } => self.block_edges[*edge].0.position(),
            BranchMatch::OneSided { .. } | BranchMatch::Dead => return ConditionKind::Boolean,
            BranchMatch::Unmatched { true_edges, false_edges } => {
                let edge = [true_edges, false_edges].into_iter().flatten().find_map(Edges::first);
                let Some(edge) = edge else { return ConditionKind::Boolean };
                self.block_edges[edge].0.position()
            }
        };
        match self.function.blocks[Block::from_position(block)].terminator {
            Terminator::Switch { .. } => ConditionKind::SwitchCase,
            _ => ConditionKind::Boolean,
        }
    }

    fn outcomes(&mut self, found: &BranchMatch, span: Span) -> [Outcome; 2] {
        match found {
            BranchMatch::Terminator { true_edges, false_edges, .. }
            | BranchMatch::Inferred { true_edges, false_edges, .. }
            | BranchMatch::Spread { true_edges, false_edges, .. } => {
                [self.taken(true_edges, span), self.taken(false_edges, span)]
            }
            BranchMatch::OneSided { taken, at } => {
                let living = match *at {
                    CodeMatch::Block(block) => {
                        let site = self.markers.site(self.function, Block::from_position(block), span);
                        Outcome::Taken(EdgeSet::from_iter([(site, 0)]))
                    }
                    CodeMatch::Edge(edge) => self.taken(&edge.into(), span),
                    CodeMatch::Dead | CodeMatch::Unmatched => Outcome::Unmatched,
                };
                if *taken { [living, Outcome::Dead] } else { [Outcome::Dead, living] }
            }
            BranchMatch::Dead => [Outcome::Dead, Outcome::Dead],
            BranchMatch::Unmatched { true_edges, false_edges } => {
                [true_edges, false_edges].map(|edges| match edges {
                    Some(edges) => self.taken(edges, span),
                    None => Outcome::Unmatched,
                })
            }
        }
    }

    fn taken(&mut self, edges: &Edges, span: Span) -> Outcome {
        let mut pairs = EdgeSet::new();
        for run in edges.runs() {
            let mut edge = run.start;
            while edge < run.end {
                // Edges of one block are neighbors, in the order of its terminator.
                let (block, first) = self.block_edges[edge];
                let rest = &self.block_edges[edge..run.end];
                let length = rest.partition_point(|edge| edge.0 == block);
                match self.function.blocks[block].terminator.site() {
                    Some(site) => pairs.push_run(site, first..first + length as u32),
                    None => pairs.push(self.markers.site(self.function, block, span), 0),
                }
                edge += length;
            }
        }
        if pairs.is_empty() { Outcome::Unmatched } else { Outcome::Taken(pairs) }
    }

    /// Where the sides `[true, false]` of a condition show; `None`: not known.
    fn starts_of(&self, condition: usize) -> [Option<Vec<Start>>; 2] {
        let edge = |edge: usize| {
            let (block, position) = self.block_edges[edge];
            Start::Edge(block, position)
        };
        let edges = |edges: &Edges| Some(edges.iter().map(edge).collect::<Vec<_>>());
        match &self.matches[condition] {
            BranchMatch::Terminator { true_edges, false_edges, .. }
            | BranchMatch::Inferred { true_edges, false_edges, .. }
            | BranchMatch::Spread { true_edges, false_edges, .. } => [edges(true_edges), edges(false_edges)],
            BranchMatch::OneSided { taken, at } => {
                let living = match *at {
                    CodeMatch::Block(block) => Some(vec![Start::Block(Block::from_position(block))]),
                    CodeMatch::Edge(at) => Some(vec![edge(at)]),
                    CodeMatch::Dead | CodeMatch::Unmatched => None,
                };
                if *taken { [living, Some(Vec::new())] } else { [Some(Vec::new()), living] }
            }
            BranchMatch::Dead => [Some(Vec::new()), Some(Vec::new())],
            BranchMatch::Unmatched { true_edges, false_edges } => {
                [true_edges, false_edges].map(|side| side.as_ref().and_then(edges))
            }
        }
    }

    /// A decision whose outcome cannot be told is left out: its conditions remain conditions.
    fn decisions(&mut self, evaluated: &[Evaluated]) {
        let facts = Facts::new(self.function);
        let mut notes_by_bit: HashMap<u32, Vec<Evaluated>> = HashMap::new();
        for note in evaluated {
            notes_by_bit.entry(note.bitmap_index).or_default().push(*note);
        }
        let mut at_place: HashMap<(u32, u32, u32, u32), u32> = HashMap::new();
        for decision in &self.model.decisions {
            let place = decision.place.spelling.span;
            let place = (place.start_line, place.start_col, place.end_line, place.end_col);
            let listed = at_place.entry(place).or_default();
            let twins_before = *listed;
            *listed += 1;
            // The mapping names the end of the decision's bits, the body their start.
            let first_bit = decision.bitmap_index.wrapping_sub(outcome::ways_through(&decision.next));
            let notes = notes_by_bit.get(&first_bit).map_or(&[][..], Vec::as_slice);
            if self.ends_in_an_unknown_constant(decision) {
                continue;
            }
            let Some(negated) = self.negated(&facts, decision, notes) else { continue };
            let id = self.function.coverage.decisions.next_index();
            for (position, condition) in decision.conditions.iter().enumerate() {
                let condition = ConditionId::from_position(*condition);
                self.coverage().conditions[condition].decision = Some((id, position as u16));
            }
            let decision = Decision {
                span: self.span(decision.place.spelling),
                expansion: self.expansion(&decision.place),
                conditions: decision
                    .conditions
                    .iter()
                    .map(|index| ConditionId::from_position(*index))
                    .collect(),
                next: decision.next.iter().map(|(on_true, on_false)| [*on_true, *on_false]).collect(),
                negated,
                twins_before,
            };
            self.coverage().decisions.push(decision);
        }
    }

    /// Whether the value of a last condition cannot be told: up to LLVM 19 the mapping says of `x && 1` that the
    /// second condition is constant, and not which constant.
    fn ends_in_an_unknown_constant(&self, decision: &covmap::Decision) -> bool {
        let is_unknown = |(condition, next): (&usize, &(Option<u16>, Option<u16>))| {
            let outcomes =
                &self.function.coverage.conditions[ConditionId::from_position(*condition)].outcomes;
            *next == (None, None) && outcomes.iter().all(|outcome| *outcome == Outcome::Folded)
        };
        decision.conditions.iter().zip(&decision.next).any(is_unknown)
    }

    fn negated(&self, facts: &Facts, decision: &covmap::Decision, notes: &[Evaluated]) -> Option<Vec<bool>> {
        let negated =
            decision.conditions.iter().zip(&decision.next).map(|(condition, (on_true, on_false))| {
                let [when_true, when_false] = self.starts_of(*condition);
                let ends = |next: &Option<u16>, starts| if next.is_some() { Some(&[][..]) } else { starts };
                let ends = [ends(on_true, when_true.as_deref())?, ends(on_false, when_false.as_deref())?];
                outcome::negated(self.function, facts, notes, ends)
            });
        negated.collect()
    }

    fn regions(&mut self) {
        let (model, algebra) = (self.model, self.algebra);
        let counts = model.expressions.values(|counter| algebra.count_of_counter(counter));
        for code in &model.code {
            let span = self.span(code.place.visible());
            let found = algebra.match_code(counts.of(code.count));
            let region = self.coverage().regions.push(Region { span, dead: found == CodeMatch::Dead });
            match found {
                CodeMatch::Block(block) => {
                    self.function.blocks[Block::from_position(block)].regions.push(region);
                }
                CodeMatch::Edge(edge) => {
                    let block = self.split(self.block_edges[edge]);
                    self.function.blocks[block].regions.push(region);
                }
                CodeMatch::Dead | CodeMatch::Unmatched => {}
            }
        }
    }

    /// The block on an edge, new if the edge leads to its target directly.
    fn split(&mut self, (block, position): BlockEdge) -> Block {
        let middle = self.function.blocks.next_index();
        let edge = self.function.blocks[block].terminator.edges_mut().nth(position as usize);
        let Some(edge) = edge else { return block };
        if edge.block.position() >= self.blocks {
            return edge.block;
        }
        let onward = std::mem::replace(edge, Edge::to(middle));
        let terminator_span = self.function.blocks[block].terminator_span;
        self.function.blocks.push(BlockData {
            terminator: Terminator::Jump(onward),
            terminator_span,
            ..BlockData::new()
        })
    }

    fn expansion(&self, place: &covmap::RegionOrigin) -> Option<Span> {
        place.expansions.last().map(|outermost| self.span(*outermost))
    }

    fn span(&self, at: FileSpan) -> Span {
        let own = || self.function.span.map_or(FileId(0), |span| span.file);
        let file = self.files.get(self.model.path(at)).unwrap_or_else(own);
        let covmap::Span { start_line, start_col, end_line, end_col } = at.span;
        Span::new(file, (start_line, start_col), (end_line, end_col))
    }
}
