//! Goals of a module as a graph of control dependence, so that the search goes after what is in reach.
//!
//! ```text
//! if (s == NULL) return -1;      roots: both outcomes
//! if (s->room > 0)               waits for `s == NULL` to be false
//! ```
//!
//! Source: Panichella, Kifetew and Tonella, TSE 2018 (DynaMOSA), section 3.3. A goal waits for the nearest goals that are open and that it depends
//! on; what depends on the entry of its function alone, or on covered goals alone, is a root.

use super::state::Member;
use std::collections::{BTreeMap, BTreeSet};
use trine_coverage::{CoverageStructure, Target};
use trine_ir::analysis::{Cfg, ControlDependence, PostDominatorTree};
use trine_ir::{Block, Function, SiteId};
use trine_sequences::GoalId;
use trine_sequences::search::GoalNode;

/// An outcome of a branching point.
type Edge = (SiteId, u32);

/// The nodes of `goals`, which are positions of `members` with goals of theirs.
pub(super) fn nodes(members: &[Member], goals: &[(usize, trine_record::GoalId)]) -> Vec<GoalNode> {
    let node = |at: u32| GoalNode { id: GoalId(at), children: Vec::new(), is_root: true, waits: false };
    let mut nodes: Vec<GoalNode> = (0..goals.len() as u32).map(node).collect();
    let mut of_member: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, (member, _)) in goals.iter().enumerate() {
        of_member.entry(*member).or_default().push(at);
    }
    for (member, own) in of_member {
        let structure = &members[member].structure;
        let function = Dependences::new(structure.function());
        let places: Vec<(usize, Vec<Edge>)> =
            own.iter().map(|&at| (at, edges(structure, goals[at].1))).collect();
        let mut by_edge: BTreeMap<Edge, Vec<usize>> = BTreeMap::new();
        for (at, edges) in &places {
            edges.iter().for_each(|edge| by_edge.entry(*edge).or_default().push(*at));
        }
        for (at, edges) in places {
            let blocks = match edges.is_empty() {
                true => blocks(structure, goals[at].1),
                false => function.deciding(&edges),
            };
            if let Some(parents) = function.nearest(blocks, at, &by_edge) {
                nodes[at].is_root = false;
                parents.into_iter().for_each(|parent| nodes[parent].children.push(GoalId(at as u32)));
            }
        }
    }
    nodes
}

/// The goals of a function that `open` ones of it depend on, directly or not.
pub(super) fn ancestors(
    structure: &CoverageStructure,
    open: &[trine_record::GoalId],
) -> BTreeSet<trine_record::GoalId> {
    let function = Dependences::new(structure.function());
    let start = open.iter().flat_map(|&goal| {
        let edges = edges(structure, goal);
        if edges.is_empty() { blocks(structure, goal) } else { function.deciding(&edges) }
    });
    let taken = function.edges_above(start.collect());
    let leads = |&goal: &trine_record::GoalId| edges(structure, goal).iter().any(|edge| taken.contains(edge));
    structure.goals.indices().filter(leads).collect()
}

/// The edges by which a goal is covered; of ways through a decision those of the last condition.
fn edges(structure: &CoverageStructure, goal: trine_record::GoalId) -> Vec<Edge> {
    let targets = structure.targets(goal, &structure.new_trace()).into_iter();
    let edges = targets.flat_map(|target| match target {
        Target::Edges(edges) => edges,
        Target::Path(steps) => steps.last().map_or_else(Vec::new, |step| step.edges.clone()),
        Target::Blocks(_) => Vec::new(),
    });
    edges.collect()
}

/// The blocks by which a goal is covered.
fn blocks(structure: &CoverageStructure, goal: trine_record::GoalId) -> Vec<Block> {
    let targets = structure.targets(goal, &structure.new_trace()).into_iter();
    let blocks = targets.flat_map(|target| match target {
        Target::Blocks(blocks) => blocks,
        _ => Vec::new(),
    });
    blocks.collect()
}

/// What the blocks of a function depend on.
struct Dependences {
    control: ControlDependence,
    after: PostDominatorTree,
}

impl Dependences {
    fn new(function: &Function) -> Self {
        let after = PostDominatorTree::new(&Cfg::with_throws(function));
        Self { control: ControlDependence::new(function), after }
    }

    /// The blocks that decide on `edges`.
    fn deciding(&self, edges: &[Edge]) -> Vec<Block> {
        edges.iter().flat_map(|(site, _)| self.control.blocks_of_site(*site)).copied().collect()
    }

    /// All edges that `blocks` depend on, directly or not.
    fn edges_above(&self, blocks: Vec<Block>) -> BTreeSet<Edge> {
        let mut edges = BTreeSet::new();
        let mut seen: BTreeSet<Block> = blocks.iter().copied().collect();
        let mut next = blocks;
        while let Some(block) = next.pop() {
            for dependence in self.control.of_block(block) {
                edges.extend(dependence.edge);
                if seen.insert(dependence.block) {
                    next.push(dependence.block);
                }
            }
        }
        edges
    }

    /// The nearest goals that lead to one of `blocks`, but for goal `own`; `None` when a way from the entry passes none.
    fn nearest(
        &self,
        blocks: Vec<Block>,
        own: usize,
        by_edge: &BTreeMap<Edge, Vec<usize>>,
    ) -> Option<BTreeSet<usize>> {
        let mut found = BTreeSet::new();
        let mut seen: BTreeSet<Block> = blocks.iter().copied().collect();
        let mut next = blocks;
        while let Some(block) = next.pop() {
            if self.after.post_dominates(block, Function::ENTRY) {
                return None;
            }
            for dependence in self.control.of_block(block) {
                match dependence.edge.and_then(|edge| by_edge.get(&edge)) {
                    Some(goals) => found.extend(goals.iter().copied().filter(|&goal| goal != own)),
                    None if seen.insert(dependence.block) => next.push(dependence.block),
                    None => {}
                }
            }
        }
        (!found.is_empty()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trine_fixtures::Unit;
    use trine_ir::FuncId;
    use trine_record::{Criterion, McdcVariant};

    /// `do { if (a > 1) { if (b > 2) … } } while (c > 3)`: goals 0 to 5, each condition false and true.
    fn nested() -> Member {
        let body = "    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32, v2: i32):
    jump block1
block1:
    v3: i1 = icmp.sgt v0, 1:i32
    branch v3, block2, block4, site0
block2:
    v4: i1 = icmp.sgt v1, 2:i32
    branch v4, block3, block4, site1
block3:
    jump block4
block4:
    v5: i1 = icmp.sgt v2, 3:i32
    branch v5, block1, block5, site2
block5:
    return";
        let unit = Unit::function("void f(int a, int b, int c)", "(i32, i32, i32) -> ()", body).with_goals();
        let function = Arc::clone(unit.program.body(FuncId(0)).expect("a body"));
        let structure = CoverageStructure::new(function, Criterion::Branch, McdcVariant::Masking);
        Member { function: FuncId(0), structure, member: None }
    }

    fn children(nodes: &[GoalNode]) -> Vec<Vec<u32>> {
        nodes.iter().map(|node| node.children.iter().map(|goal| goal.0).collect()).collect()
    }

    #[test]
    fn a_goal_waits_for_the_nearest_open_one_that_leads_to_it_and_what_is_always_come_to_is_a_root() {
        let members = [nested()];
        let all: Vec<_> = members[0].structure.goals.indices().map(|goal| (0, goal)).collect();
        let found = nodes(&members, &all);
        let roots: Vec<bool> = found.iter().map(|node| node.is_root).collect();
        let leads_to_inner: Vec<usize> =
            (0..found.len()).filter(|&at| !found[at].children.is_empty()).collect();
        assert_eq!(roots, [true, true, false, false, true, true], "the loop repeats what is come to anyway");
        assert_eq!(leads_to_inner.len(), 1, "{:?}", children(&found));
        assert_eq!(children(&found)[leads_to_inner[0]], [2, 3]);
        // Where the outer condition is covered, nothing is left to wait for.
        let inner: Vec<_> = all[2..4].to_vec();
        assert!(nodes(&members, &inner).iter().all(|node| node.is_root));
        let above = ancestors(&members[0].structure, &[inner[0].1]);
        assert!(above.contains(&all[leads_to_inner[0]].1), "it has to be passed by");
        assert!(!above.contains(&inner[1].1));
    }
}
