//! Distances and levels in the control-flow graph of a function, or of several read as one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use trine_base::index::TypedIndex;
use trine_ir::{Block, Function, SiteId};

/// An edge in the numbers of the coverage structure.
type StructureEdge = (SiteId, u32);

/// How far a goal is; ordered by blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Distance {
    /// Edges of the control-flow graph.
    pub blocks: u32,
    /// Of these, edges out of branches.
    pub branches: u32,
}

/// The graph, with what is asked of it often.
#[derive(Debug)]
pub struct FlowGraph<'f> {
    function: &'f Function,
    /// Per site: its block.
    sites: Vec<Option<Block>>,
    /// Where several bodies are read as one: entries of functions called, by the block that calls.
    calls: BTreeMap<Block, Vec<Block>>,
}

impl<'f> FlowGraph<'f> {
    /// The graph of `function`.
    #[must_use]
    pub fn new(function: &'f Function) -> Self {
        let mut sites = Vec::new();
        for (block, data) in function.blocks.iter_enumerated() {
            if let Some(site) = data.terminator.site() {
                let at = site.position();
                sites.resize(sites.len().max(at + 1), None);
                sites[at] = Some(block);
            }
        }
        Self { function, sites, calls: function.calls_by_block() }
    }

    /// Where a way leads.
    #[must_use]
    pub fn target(&self, (site, outcome): StructureEdge) -> Option<Block> {
        let block = self.sites.get(site.position()).copied().flatten()?;
        self.function.blocks[block].terminator.edges().nth(outcome as usize).map(|edge| edge.block)
    }

    /// Per block: how far the nearest of these ways and blocks is; `None` where none can be reached.
    #[must_use]
    pub fn distances(&self, edges: &BTreeSet<StructureEdge>, wanted: &[bool]) -> Vec<Option<Distance>> {
        let blocks = &self.function.blocks;
        let mut distances: Vec<Option<Distance>> = vec![None; blocks.len()];
        let mut predecessors: Vec<Vec<Block>> = vec![Vec::new(); blocks.len()];
        let mut open = VecDeque::new();
        for (block, data) in blocks.iter_enumerated() {
            let site = data.terminator.site();
            let mut leaves_by_wanted = false;
            for (outcome, edge) in data.terminator.edges().enumerate() {
                predecessors[edge.block.position()].push(block);
                leaves_by_wanted |= site.is_some_and(|site| edges.contains(&(site, outcome as u32)));
            }
            if let Some(handler) = data.handler() {
                predecessors[handler.position()].push(block);
            }
            for &callee in self.calls.get(&block).into_iter().flatten() {
                predecessors[callee.position()].push(block);
            }
            if wanted[block.position()] || leaves_by_wanted {
                let branches = u32::from(!wanted[block.position()]);
                distances[block.position()] = Some(Distance { blocks: 0, branches });
                open.push_back(block);
            }
        }
        while let Some(block) = open.pop_front() {
            let Some(here) = distances[block.position()] else { continue };
            for &before in &predecessors[block.position()] {
                let is_branch = blocks[before].terminator.site().is_some();
                let next =
                    Distance { blocks: here.blocks + 1, branches: here.branches + u32::from(is_branch) };
                if distances[before.position()].is_none() {
                    distances[before.position()] = Some(next);
                    open.push_back(before);
                }
            }
        }
        distances
    }

    /// Visits the blocks within `levels` branches from `start` on, level by level, each with the ways out of
    /// it that are within them too.
    pub fn walk_down(&self, start: Block, levels: u32, mut visit: impl FnMut(Block, &[StructureEdge])) {
        let mut seen = vec![false; self.function.blocks.len()];
        let mut open = VecDeque::from([(start, 0)]);
        while let Some((block, level)) = open.pop_front() {
            if std::mem::replace(&mut seen[block.position()], true) {
                continue;
            }
            let data = &self.function.blocks[block];
            let edges = data.terminator.edges().map(|edge| edge.block);
            if let Some(handler) = data.handler() {
                open.push_front((handler, level));
            }
            for &callee in self.calls.get(&block).into_iter().flatten() {
                open.push_front((callee, level));
            }
            match data.terminator.site() {
                None => {
                    visit(block, &[]);
                    edges.for_each(|next| open.push_front((next, level)));
                }
                Some(_) if level == levels => visit(block, &[]),
                Some(site) => {
                    let edges: Vec<StructureEdge> =
                        (0..edges.count() as u32).map(|outcome| (site, outcome)).collect();
                    visit(block, &edges);
                    for edge in data.terminator.edges() {
                        open.push_back((edge.block, level + 1));
                    }
                }
            }
        }
    }
}
