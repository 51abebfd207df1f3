//! Control dependence, and the approach levels that search needs.
//!
//! Block X is control dependent on an edge A → B when X post-dominates B but does not strictly
//! post-dominate A: taking the edge makes X certain, and another edge of A can avoid it
//! (Ferrante, Ottenstein, Warren, "The program dependence graph and its use in optimization",
//! 1987, section 3.1). For each edge these X lie on the way from B up the post-dominator tree
//! to, but without, the immediate post-dominator of A.
//!
//! The approach level of a branching point for a target is the number of further control
//! dependences between it and the target (Wegener, Baresel, Sthamer, "Evolutionary test
//! environment for automatic structural testing", 2001). [`ControlDependence::approach_to_block`]
//! gives all of them with their least level:
//!
//! ```text
//! if (a)            site0      target x=1:  site1 outcome 0, level 0
//!   if (b) x = 1;   site1                   site0 outcome 0, level 1
//! ```
//!
//! What a block that may raise leads to depends on the block leaving by the unwind edge: such a
//! dependence has no site, and levels count it like another. Blocks after a call do not
//! depend on it (unwind edges are left out of the post-dominators), or every call in Rust would
//! be one more level. A `throw` with a handler is a jump there: its edge is part of the post-dominators.
//! So a catch block depends on the branches that lead to what raises, and has a gradient:
//!
//! ```text
//! try { if (i >= n) throw e; … } catch { x = 1; }     target x=1:  `i >= n`, level 0
//! ```
//!
//! Where several bodies are read as one, a callee depends on the blocks that call it, and a handler on the
//! blocks that throw in the functions called. A site may end several blocks after jump threading; all of them count.
//!
//! Cost: the size of the dependence relation, linear in practice, quadratic for nested
//! `do … while` loops. One approach table takes one breadth-first walk over it.

use super::cfg::Cfg;
use super::dominators::PostDominatorTree;
use crate::function::Function;
use crate::ids::{Block, SiteId};
use std::collections::{HashMap, VecDeque};
use trine_base::index::TypedIndex;

/// What a block directly depends on: that control leaves `block` by a certain edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dependence {
    /// The block that decides.
    pub block: Block,
    /// The site and outcome that lead on; `None` when it is the unwind edge, or a call.
    pub edge: Option<(SiteId, u32)>,
}

/// An outcome that leads towards a target, and how far from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Approach {
    /// The branching point.
    pub site: SiteId,
    /// The outcome that leads towards the target.
    pub outcome: u32,
    /// Further control dependences between here and the target; 0 when the outcome decides it.
    pub level: u32,
}

/// Direct control dependences of a function's blocks.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    direct: Vec<Vec<Dependence>>,
    /// Blocks that end in each site.
    ends: Vec<Vec<Block>>,
}

impl ControlDependence {
    /// Control dependences of the reachable blocks of `function`, which must have a block.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        let reachable = Cfg::new(function);
        let tree = PostDominatorTree::new(&Cfg::with_throws(function));
        let mut direct: Vec<Vec<Dependence>> = vec![Vec::new(); function.blocks.len()];
        let mut ends = vec![Vec::new(); function.sites.len()];
        let calls = function.calls_by_block();
        for &block in reachable.reverse_postorder() {
            let data = &function.blocks[block];
            let stop = tree.immediate_post_dominator(block);
            let mut add = |to: Block, edge| {
                let dependence = Dependence { block, edge };
                let mut runner = Some(to);
                while let (true, Some(dependent)) = (runner != stop, runner) {
                    direct[dependent.position()].push(dependence);
                    runner = tree.immediate_post_dominator(dependent);
                }
            };
            if let Some(site) = data.terminator.site() {
                for (outcome, to) in function.successors(block).enumerate() {
                    add(to, Some((site, outcome as u32)));
                }
                if let Some(ends) = ends.get_mut(site.position()) {
                    ends.push(block);
                }
            }
            if let Some(handler) = data.handler() {
                add(handler, None);
            }
            for &callee in calls.get(&block).into_iter().flatten() {
                add(callee, None);
            }
        }
        Self { direct, ends }
    }

    /// What `block` directly depends on; empty for blocks that every run executes.
    #[must_use]
    pub fn of_block(&self, block: Block) -> &[Dependence] {
        &self.direct[block.position()]
    }

    /// What edge `position` of `block` directly depends on: its own outcome when the block
    /// branches, else what the block depends on.
    #[must_use]
    pub fn of_edge(&self, function: &Function, block: Block, position: u32) -> Vec<Dependence> {
        match function.blocks[block].terminator.site() {
            Some(site) => vec![Dependence { block, edge: Some((site, position)) }],
            None => self.of_block(block).to_vec(),
        }
    }

    /// Blocks that end in a branch or switch of `site`.
    #[must_use]
    pub fn blocks_of_site(&self, site: SiteId) -> &[Block] {
        self.ends.get(site.position()).map_or(&[], Vec::as_slice)
    }

    /// All outcomes that lead towards `target`, by level, then site and outcome.
    #[must_use]
    pub fn approach_to_block(&self, target: Block) -> Vec<Approach> {
        self.walk(&[(target, 0)], HashMap::new())
    }

    /// All outcomes that lead towards `outcome` of `site`, which itself has level 0.
    #[must_use]
    pub fn approach_to_outcome(&self, site: SiteId, outcome: u32) -> Vec<Approach> {
        let start: Vec<_> = self.blocks_of_site(site).iter().map(|&block| (block, 1)).collect();
        self.walk(&start, HashMap::from([((site, outcome), 0)]))
    }

    /// All outcomes that lead towards any of several `(site, outcome)` pairs: a condition's
    /// outcome may show at more than one site.
    #[must_use]
    pub fn approach_to_any(&self, outcomes: &[(SiteId, u32)]) -> Vec<Approach> {
        let blocks = outcomes.iter().flat_map(|(site, _)| self.blocks_of_site(*site));
        let start: Vec<_> = blocks.map(|&block| (block, 1)).collect();
        self.walk(&start, outcomes.iter().map(|&pair| (pair, 0)).collect())
    }

    /// Breadth first from blocks with the level of their direct dependences, lowest first.
    fn walk(&self, start: &[(Block, u32)], mut levels: HashMap<(SiteId, u32), u32>) -> Vec<Approach> {
        let mut seen = vec![false; self.direct.len()];
        let mut queue: VecDeque<_> = start.iter().copied().collect();
        start.iter().for_each(|(block, _)| seen[block.position()] = true);
        while let Some((block, level)) = queue.pop_front() {
            for dependence in self.of_block(block) {
                if let Some(pair) = dependence.edge {
                    levels.entry(pair).or_insert(level);
                }
                if !std::mem::replace(&mut seen[dependence.block.position()], true) {
                    queue.push_back((dependence.block, level + 1));
                }
            }
        }
        let approach = |((site, outcome), level)| Approach { site, outcome, level };
        let mut table: Vec<_> = levels.into_iter().map(approach).collect();
        table.sort_unstable_by_key(|entry| (entry.level, entry.site, entry.outcome));
        table
    }
}
