//! What is still to be covered, as seen from every edge out of a branch.
//!
//! Two sets of edges and blocks say what open goals aim at:
//!
//! * *aims*: what covers a goal next to what was seen; for an independence pair, the vectors that complete one;
//! * *relevant*: what can be part of covering it; for a pair, all vectors that are half of one. What cannot
//!   reach any of these is irrelevant, and stays so.
//!
//! Distances are counted backward in the control-flow graph from the relevant ones. A branch in a callee, or in a
//! recursive call, can reach what its callers reach after the edge that they took last, and the nearest of these counts. In whole
//! programs, and before the last of several calls, an edge that leads to no goal in its function is as far as can
//! be, and never irrelevant.
//!
//! Cost: linear in the graph each time coverage changes; potential contributions are counted when asked for.

use super::graph::{Distance, FlowGraph};
use crate::context::evaluator::Evaluator;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use trine_base::index::TypedIndex;
use trine_coverage::target::PathStep;
use trine_coverage::{GoalState, Members, Target};
use trine_dse::searchers::Guide;
use trine_dse::{BranchOutcome, Context, ExecutionTree, NodeId};
use trine_ir::{Block, FuncId, Function, SiteId};

/// The distance of edges outside of the function.
const OUTSIDE: u32 = 1_000_000;

/// An edge in the numbers of the coverage structure.
pub type StructureEdge = (SiteId, u32);

/// What is open, and how far it is.
#[derive(Debug)]
pub struct GoalGuide<'f> {
    graph: FlowGraph<'f>,
    members: Members,
    /// Whether what is out of reach in the graph may be reached after a return.
    returns: bool,
    /// Goals by the edges and blocks that they aim at.
    aims: Aims,
    /// Paths through decisions that goals aim at, by each of the ways on them, with the position there.
    paths: BTreeMap<StructureEdge, Vec<(usize, usize)>>,
    steps: Vec<Vec<PathStep>>,
    relevant: BTreeSet<StructureEdge>,
    distances: Vec<Option<Distance>>,
    contributions: RefCell<BTreeMap<(Block, u32), u32>>,
    version: u64,
}

/// Goals by what they aim at.
#[derive(Debug, Default)]
struct Aims {
    edges: BTreeMap<StructureEdge, Vec<u32>>,
    blocks: BTreeMap<Block, Vec<u32>>,
}

impl<'f> GoalGuide<'f> {
    /// The goals of `evaluator` that are open now. `returns`: whether other calls follow the one explored.
    #[must_use]
    pub fn new(evaluator: &Evaluator<'f>, returns: bool) -> Self {
        let structure = evaluator.structure;
        let function: &'f Function = structure.function();
        let nothing = structure.new_trace();
        let mut guide = Self {
            graph: FlowGraph::new(function),
            members: evaluator.members.clone(),
            returns: returns || evaluator.every_ending_counts,
            aims: Aims::default(),
            paths: BTreeMap::new(),
            steps: Vec::new(),
            relevant: BTreeSet::new(),
            distances: Vec::new(),
            contributions: RefCell::default(),
            version: evaluator.archive.covered_count() as u64 + 1,
        };
        let mut blocks = vec![false; function.blocks.len()];
        for goal in structure.goals.indices() {
            if !evaluator.archive.is_open(goal) || structure.goals[goal].state != GoalState::Open {
                continue;
            }
            for target in structure.targets(goal, &evaluator.archive.seen) {
                guide.aim(goal.0, target);
            }
            for target in structure.targets(goal, &nothing) {
                match target {
                    Target::Edges(edges) => guide.relevant.extend(edges),
                    Target::Blocks(wanted) => wanted.iter().for_each(|b| blocks[b.position()] = true),
                    Target::Path(steps) => {
                        guide.relevant.extend(steps.iter().flat_map(|step| &step.edges));
                    }
                }
            }
        }
        guide.distances = guide.graph.distances(&guide.relevant, &blocks);
        guide
    }

    fn aim(&mut self, goal: u32, target: Target) {
        match target {
            Target::Edges(edges) => {
                edges.into_iter().for_each(|edge| self.aims.edges.entry(edge).or_default().push(goal));
            }
            Target::Blocks(blocks) => {
                blocks.into_iter().for_each(|block| self.aims.blocks.entry(block).or_default().push(goal));
            }
            Target::Path(steps) => {
                for (position, step) in steps.iter().enumerate() {
                    for &edge in &step.edges {
                        self.aims.edges.entry(edge).or_default().push(goal);
                        self.paths.entry(edge).or_default().push((self.steps.len(), position));
                    }
                }
                self.steps.push(steps);
            }
        }
    }

    /// All edges that open goals aim at.
    pub fn edges(&self) -> impl Iterator<Item = StructureEdge> + '_ {
        self.aims.edges.keys().copied()
    }

    /// The open paths through decisions.
    pub fn vectors(&self) -> &[Vec<PathStep>] {
        &self.steps
    }

    /// The edge of a node in the numbers of the structure, if its function has goals.
    pub fn place_of(&self, tree: &ExecutionTree, id: NodeId) -> Option<StructureEdge> {
        let edge = tree.node(id).edge?;
        self.place(edge.function, (edge.site, edge.outcome))
    }

    /// The edge in the numbers of the structure, if its function has goals.
    fn place(&self, function: FuncId, (site, outcome): (SiteId, u32)) -> Option<StructureEdge> {
        Some((self.members.site(function, site)?, outcome))
    }

    fn distance_of(&self, place: StructureEdge) -> Option<Distance> {
        if self.relevant.contains(&place) {
            return Some(Distance::default());
        }
        let below = self.graph.target(place).and_then(|block| self.distances[block.position()])?;
        Some(Distance { blocks: below.blocks + 1, ..below })
    }

    /// From what follows the call of a function.
    fn distance_after(&self, caller: &Context) -> Option<Distance> {
        match caller.last {
            // Entered through no branch: all of its body is left.
            None => self.members.contains(caller.function).then(Distance::default),
            Some(last) => {
                let block = self.graph.target(self.place(caller.function, last)?)?;
                self.distances[block.position()]
            }
        }
    }

    /// To the nearest goal that can be covered below an edge, callers included.
    fn nearest(&self, tree: &ExecutionTree, id: NodeId) -> Option<Distance> {
        let node = tree.node(id);
        let outside = Distance { blocks: OUTSIDE, branches: OUTSIDE };
        let Some(edge) = node.edge else { return Some(outside) };
        let own =
            self.place(edge.function, (edge.site, edge.outcome)).and_then(|place| self.distance_of(place));
        let callers = node.context.iter().flat_map(|context| context.callers());
        let after = callers
            .filter_map(|caller| self.distance_after(caller))
            .map(|distance| Distance { blocks: distance.blocks + 1, branches: distance.branches + 1 });
        own.into_iter().chain(after).min().or(self.returns.then_some(outside))
    }

    /// Open goals within `levels` branches from `block` on.
    fn potential_contribution_from(&self, block: Block, levels: u32) -> u32 {
        if let Some(&known) = self.contributions.borrow().get(&(block, levels)) {
            return known;
        }
        let mut goals: BTreeSet<u32> = BTreeSet::new();
        self.graph.walk_down(block, levels, |block, edges| {
            goals.extend(self.aims.blocks.get(&block).into_iter().flatten());
            for edge in edges {
                goals.extend(self.aims.edges.get(edge).into_iter().flatten());
            }
        });
        let count = goals.len() as u32;
        self.contributions.borrow_mut().insert((block, levels), count);
        count
    }

    /// Whether the ways above `id` in the tree are the first `position` steps of a path through a decision. Steps
    /// that were no branches of inputs are not in the tree, and are taken to be right.
    fn follows(&self, tree: &ExecutionTree, id: NodeId, steps: &[PathStep], position: usize) -> bool {
        let mut left = position;
        let mut at = tree.node(id).parent;
        while let Some(id) = at.filter(|_| left > 0) {
            let node = tree.node(id);
            at = node.parent;
            let Some(edge) = node.edge else { continue };
            let Some(place) = self.place(edge.function, (edge.site, edge.outcome)) else { continue };
            if let Some(taken) = steps[..left].iter().rposition(|step| step.edges.contains(&place)) {
                left = taken;
            } else if steps.iter().any(|step| step.misses.contains(&place) || step.edges.contains(&place)) {
                return false;
            }
        }
        true
    }
}

impl Guide for GoalGuide<'_> {
    fn distance(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        self.nearest(tree, id).map(|distance| distance.blocks)
    }

    fn branches(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        self.nearest(tree, id).map(|distance| distance.branches)
    }

    fn potential_contribution(&self, tree: &ExecutionTree, id: NodeId, levels: u32) -> u32 {
        let node = tree.node(id);
        let Some(edge) = node.edge else { return 0 };
        if let Some(place) = self.place(edge.function, (edge.site, edge.outcome)) {
            let own = self.aims.edges.get(&place).map_or(0, |goals| goals.len() as u32);
            return own
                + self
                    .graph
                    .target(place)
                    .map_or(0, |block| self.potential_contribution_from(block, levels));
        }
        // A callee without goals: one level of it, then what follows the call.
        let after = |caller: &Context| {
            let place = self.place(caller.function, caller.last?)?;
            Some(self.potential_contribution_from(self.graph.target(place)?, levels.saturating_sub(1)))
        };
        node.context.iter().flat_map(|context| context.callers()).find_map(after).unwrap_or(0)
    }

    fn conditions_to_coverage(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        let edge = tree.node(id).edge?;
        let place = self.place(edge.function, (edge.site, edge.outcome))?;
        let Some(paths) = self.paths.get(&place) else {
            let enters = |block: Block| self.aims.blocks.contains_key(&block);
            let covers = self.aims.edges.contains_key(&place) || self.graph.target(place).is_some_and(enters);
            return covers.then_some(0);
        };
        let fitting = paths.iter().filter(|&&(path, at)| self.follows(tree, id, &self.steps[path], at));
        fitting.map(|&(path, at)| (self.steps[path].len() - 1 - at) as u32).min()
    }

    fn is_target(&self, edge: BranchOutcome) -> bool {
        let place = self.place(edge.function, (edge.site, edge.outcome));
        place.is_some_and(|place| self.aims.edges.contains_key(&place))
    }

    fn version(&self) -> u64 {
        self.version
    }
}
