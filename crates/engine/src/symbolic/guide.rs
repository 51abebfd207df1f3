//! What is still to be covered, as seen from every way out of a branch.
//!
//! Distances are edges of the control-flow graph, counted backward from the ways and blocks that open goals aim
//! at. A way in a callee says nothing about the goals of its caller: it is as far as can be, and never
//! irrelevant. So is every way of a whole program that leads to no goal in its function: the callers' may follow.

use crate::evaluator::Evaluator;
use std::collections::{BTreeSet, VecDeque};
use trine_base::index::TypedIndex;
use trine_coverage::{GoalState, Members, Target};
use trine_dse::Way;
use trine_dse::searchers::Guide;
use trine_ir::{Block, Function, SiteId};

/// The distance of ways outside of the function.
const OUTSIDE: u32 = 1_000_000;

/// Distances to what is open.
#[derive(Debug)]
pub struct GoalGuide<'f> {
    function: &'f Function,
    members: Members,
    /// Whether what is out of reach in the graph may be reached after a return.
    returns: bool,
    /// Ways that open goals aim at.
    ways: BTreeSet<(SiteId, u32)>,
    /// Per block: edges to the nearest open goal.
    distances: Vec<Option<u32>>,
    /// Per block: whether an open goal aims at it.
    wanted: Vec<bool>,
}

impl<'f> GoalGuide<'f> {
    /// The goals of `evaluator` that are open now.
    #[must_use]
    pub fn new(evaluator: &Evaluator<'f>) -> Self {
        let structure = evaluator.structure;
        let function: &'f Function = structure.function();
        let mut ways = BTreeSet::new();
        let mut wanted = vec![false; function.blocks.len()];
        for goal in structure.goals.indices() {
            if evaluator.archive.is_covered(goal) || structure.goals[goal].state != GoalState::Open {
                continue;
            }
            for target in structure.targets(goal, &evaluator.archive.seen) {
                match target {
                    Target::Edges(edges) => ways.extend(edges),
                    Target::Blocks(blocks) => blocks.iter().for_each(|block| wanted[block.position()] = true),
                    Target::Path(steps) => ways.extend(steps.iter().flat_map(|step| &step.ways)),
                }
            }
        }
        let distances = distances(function, &ways, &wanted);
        let (members, returns) = (evaluator.members.clone(), evaluator.every_ending_counts);
        Self { function, members, returns, ways, distances, wanted }
    }

    /// The way in the numbers of the structure, if its function has goals.
    fn place(&self, way: Way) -> Option<(SiteId, u32)> {
        Some((self.members.site(way.function, way.site)?, way.outcome))
    }

    fn target(&self, (site, outcome): (SiteId, u32)) -> Option<Block> {
        let of_site = self.function.blocks.iter().find(|block| block.terminator.site() == Some(site))?;
        of_site.terminator.edges().nth(outcome as usize).map(|edge| edge.block)
    }

    /// Open goals within `levels` branches from `block` on.
    fn count(&self, block: Block, levels: u32, seen: &mut BTreeSet<Block>) -> u32 {
        if !seen.insert(block) {
            return 0;
        }
        let mut count = u32::from(self.wanted[block.position()]);
        let terminator = &self.function.blocks[block].terminator;
        let Some(site) = terminator.site() else {
            return count + terminator.edges().map(|edge| self.count(edge.block, levels, seen)).sum::<u32>();
        };
        if levels == 0 {
            return count;
        }
        for (outcome, edge) in terminator.edges().enumerate() {
            count += u32::from(self.ways.contains(&(site, outcome as u32)));
            count += self.count(edge.block, levels - 1, seen);
        }
        count
    }
}

impl Guide for GoalGuide<'_> {
    fn distance(&self, way: Way) -> Option<u32> {
        let Some(place) = self.place(way) else { return Some(OUTSIDE) };
        if self.ways.contains(&place) {
            return Some(0);
        }
        let below = self.target(place).and_then(|block| self.distances[block.position()]);
        below.map(|distance| distance + 1).or(self.returns.then_some(OUTSIDE))
    }

    fn promise(&self, way: Way, levels: u32) -> u32 {
        let Some(place) = self.place(way) else { return 0 };
        let Some(block) = self.target(place) else { return 0 };
        u32::from(self.ways.contains(&place)) + self.count(block, levels, &mut BTreeSet::new())
    }

    fn covers(&self, way: Way) -> bool {
        self.place(way).is_some_and(|place| self.ways.contains(&place))
    }
}

/// Per block: edges to the nearest wanted way or block; `None` where none can be reached.
fn distances(function: &Function, ways: &BTreeSet<(SiteId, u32)>, wanted: &[bool]) -> Vec<Option<u32>> {
    let mut distances = vec![None; function.blocks.len()];
    let mut predecessors: Vec<Vec<Block>> = vec![Vec::new(); function.blocks.len()];
    let mut open = VecDeque::new();
    for (block, data) in function.blocks.iter_enumerated() {
        let site = data.terminator.site();
        let mut leaves_by_wanted = false;
        for (outcome, edge) in data.terminator.edges().enumerate() {
            predecessors[edge.block.position()].push(block);
            leaves_by_wanted |= site.is_some_and(|site| ways.contains(&(site, outcome as u32)));
        }
        // A callee that is part of the graph.
        if let Some(callee) = data.unwind {
            predecessors[callee.position()].push(block);
        }
        if wanted[block.position()] || leaves_by_wanted {
            distances[block.position()] = Some(0);
            open.push_back(block);
        }
    }
    while let Some(block) = open.pop_front() {
        let next = distances[block.position()].map(|distance| distance + 1);
        for &before in &predecessors[block.position()] {
            if distances[before.position()].is_none() {
                distances[before.position()] = next;
                open.push_back(before);
            }
        }
    }
    distances
}
