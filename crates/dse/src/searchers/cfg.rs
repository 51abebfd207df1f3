//! CREST's CFG-directed search: from a run toward what is not covered, then along the way that leads there.
//!
//! ```text
//! from a run   all candidates beside its path, by score: branches to the nearest goal that is not covered, plus
//!              how often the same way has a better place in the list; 30 runs at most
//! along        after a run that covered nothing: the branches right below the flipped one, as long as they
//!              are not farther from a goal than the score allows; one less at each level
//! on success   from the run that covered something
//! on failure   anew
//! ```
//!
//! Source: Burnim, Sen, "Heuristics for Scalable Dynamic Test Generation" (ASE 2008), and CREST's
//! `CfgHeuristicSearch` (`DoSearch(5, 30, ...)`, `SolveAlongCfg`), which differs from the paper in its constants.
//! Deviations: where CREST starts anew from random inputs, here a path seen before is drawn, by one of its open
//! candidates; a candidate is tried once, where CREST may solve the same prefix in each round; the branches next
//! to a branch are those next in the run, calls included.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{BranchOutcome, ExecutionTree, NodeId, NodeState};
use rustc_hash::FxHashMap;
use trine_base::Stream;

/// Runs from one list of candidates, at most.
const MAX_RUNS: u32 = 30;
/// The distance of what leads nowhere.
const NOWHERE: u32 = 10_000;

/// A step of the walk along the control-flow graph, with the distance that is still allowed.
#[derive(Clone, Copy, Debug)]
enum Move {
    /// Look at the branches below a node that was taken.
    Follow(NodeId, u32),
    /// Take this edge.
    Force(NodeId, u32),
}

/// CFG-directed search.
#[derive(Clone, Debug)]
pub struct CfgDirected {
    stream: Stream,
    /// All candidates, to start anew from.
    candidates: Vec<NodeId>,
    /// Those beside the current run, the best last, with their scores.
    scored: Vec<(u32, NodeId)>,
    runs_left: u32,
    along: Vec<Move>,
    /// What was chosen last, with the distance allowed below it.
    pending: Option<(NodeId, u32)>,
    /// The last node of the run to go on from.
    success: Option<NodeId>,
}

impl CfgDirected {
    /// A search with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        Self {
            stream,
            candidates: Vec::new(),
            scored: Vec::new(),
            runs_left: 0,
            along: Vec::new(),
            pending: None,
            success: None,
        }
    }

    /// Starts from the path that ends in `end`.
    fn begin(&mut self, tree: &ExecutionTree, guide: &dyn Guide, end: NodeId) {
        let path = std::iter::successors(Some(end), |&id| tree.node(id).parent);
        let mut beside: Vec<NodeId> =
            path.flat_map(|id| tree.children(id)).filter(|&id| is_open(tree, id)).collect();
        for last in (1..beside.len()).rev() {
            beside.swap(last, self.stream.position(last + 1));
        }
        let mut seen: FxHashMap<Option<BranchOutcome>, u32> = FxHashMap::default();
        self.scored.clear();
        for id in beside {
            let times = seen.entry(tree.node(id).edge).or_default();
            self.scored.push((guide.branches(tree, id).unwrap_or(NOWHERE) + *times, id));
            *times += 1;
        }
        // Stable: the tie-break decides between equals.
        self.scored.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        self.along.clear();
        self.runs_left = MAX_RUNS;
    }

    /// The next candidate along the control-flow graph.
    fn next_along(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<(NodeId, u32)> {
        while let Some(next) = self.along.pop() {
            match next {
                Move::Force(id, allowed) if is_open(tree, id) => return Some((id, allowed)),
                Move::Force(..) => {}
                Move::Follow(id, allowed) => self.look_below(tree, guide, id, allowed),
            }
        }
        None
    }

    fn look_below(&mut self, tree: &ExecutionTree, guide: &dyn Guide, id: NodeId, allowed: u32) {
        let near = |&child: &NodeId| guide.branches(tree, child).is_some_and(|distance| distance <= allowed);
        let forced = tree.children(id).filter(|&child| is_open(tree, child)).filter(near);
        self.along.extend(forced.map(|child| Move::Force(child, allowed)));
        let taken = |&child: &NodeId| tree.node(child).state == NodeState::Visited;
        for child in tree.children(id).filter(taken) {
            if tree.node(child).edge.is_none() {
                self.along.push(Move::Follow(child, allowed));
            } else if allowed > 0 && near(&child) {
                self.along.push(Move::Follow(child, allowed - 1));
            }
        }
    }

    fn next_of_list(&mut self, tree: &ExecutionTree) -> Option<(NodeId, u32)> {
        if self.runs_left == 0 {
            return None;
        }
        let open = std::iter::from_fn(|| self.scored.pop()).find(|&(_, id)| is_open(tree, id));
        open.map(|(score, id)| (id, score))
    }

    /// The end of a path with an open candidate beside it, drawn at random.
    fn draw(&mut self, tree: &ExecutionTree) -> Option<NodeId> {
        while !self.candidates.is_empty() {
            let at = self.stream.position(self.candidates.len());
            let id = self.candidates[at];
            if is_open(tree, id) {
                return tree.node(id).parent;
            }
            self.candidates.swap_remove(at);
        }
        None
    }
}

impl Searcher for CfgDirected {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        self.candidates.extend_from_slice(report.added);
        let Some(path) = report.path else { return };
        if report.covered > 0 || report.chosen.is_none() {
            self.success = path.last().copied().or(Some(ExecutionTree::ROOT));
            return;
        }
        self.runs_left = self.runs_left.saturating_sub(1);
        if let Some((id, allowed)) = self.pending.take()
            && tree.node(id).state == NodeState::Visited
            && let Some(allowed) = allowed.checked_sub(1)
        {
            self.along.push(Move::Follow(id, allowed));
        }
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        loop {
            if let Some(end) = self.success.take() {
                self.begin(tree, guide, end);
            }
            let next = self.next_along(tree, guide).or_else(|| self.next_of_list(tree));
            if let Some((id, _)) = next {
                self.pending = next;
                return Some(id);
            }
            self.success = Some(self.draw(tree)?);
        }
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.candidates.iter().any(|&id| is_open(tree, id))
    }
}
