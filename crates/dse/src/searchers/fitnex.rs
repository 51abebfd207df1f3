//! Fitness-guided exploration: beside the runs that came nearest to a goal, by the flips that brought runs nearer.
//!
//! The fitness of a run for a target is the least branch distance with which it missed it; the gain of an edge is
//! the mean by which runs improved on the run that they were made from when that edge was flipped to. The candidate
//! with the smallest
//!
//! ```text
//! composite fitness = fitness of its run - gain of its edge
//! ```
//!
//! is next; of equals the shortest, then one at random. Open goals that runs came by are the targets, in turn.
//!
//! Source: Xie, Tillmann, de Halleux, Schulte, "Fitness-Guided Path Exploration in Dynamic Symbolic Execution"
//! (DSN 2009). Deviations: gains are kept per target; a run that no longer came by the target counts as a loss of
//! the whole distance; without a target, short candidates come first.
//!
//! Candidates of one run and one edge are equally fit: they are kept together, and groups are ranked, not
//! candidates. Cost of a choice: one look per group after each run, logarithmic until the next.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{BranchOutcome, ExecutionTree, NodeId};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use trine_base::Stream;

/// A candidate: its depth and its tie-break, which say which of equally fit ones is next.
type Waiting = (u32, u32, NodeId);
/// The run that candidates are beside, and their way.
type Group = (usize, Option<BranchOutcome>);
/// A composite fitness as an ordered number, with the first candidate of a group when it was ranked.
type Rank = (i64, Waiting, Group);

/// Fitness-guided search.
#[derive(Clone, Debug)]
pub struct Fitnex {
    stream: Stream,
    /// The smallest of each group first; none is empty.
    groups: BTreeMap<Group, BinaryHeap<Reverse<Waiting>>>,
    /// The groups as they were ranked for each target since the last report.
    rankings: BTreeMap<Option<BranchOutcome>, BinaryHeap<Reverse<Rank>>>,
    /// Per run: its fitness for each target that it came by, sorted.
    runs: Vec<Vec<(BranchOutcome, f64)>>,
    /// The run beside which each candidate was found.
    origins: FxHashMap<NodeId, usize>,
    /// Sum and number of gains, by target and way.
    gains: FxHashMap<(BranchOutcome, BranchOutcome), (f64, u32)>,
    targets: Vec<BranchOutcome>,
    turn: usize,
}

impl Fitnex {
    /// A search that breaks ties with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        Self {
            stream,
            groups: BTreeMap::new(),
            rankings: BTreeMap::new(),
            runs: Vec::new(),
            origins: FxHashMap::default(),
            gains: FxHashMap::default(),
            targets: Vec::new(),
            turn: 0,
        }
    }

    fn fitness(&self, run: usize, target: BranchOutcome) -> Option<f64> {
        let known = self.runs.get(run)?;
        known.binary_search_by_key(&target, |&(edge, _)| edge).ok().map(|at| known[at].1)
    }

    fn learn_run(&mut self, misses: &[(BranchOutcome, f64)]) {
        let mut misses = misses.to_vec();
        misses.sort_by_key(|&(edge, _)| edge);
        for &(edge, _) in &misses {
            if !self.targets.contains(&edge) {
                self.targets.push(edge);
            }
        }
        self.runs.push(misses);
    }

    /// Notes what the flip to `edge` gained over `run`, now that the latest run is known.
    fn learn_gain(&mut self, run: usize, edge: BranchOutcome) {
        let Some(latest) = self.runs.len().checked_sub(1) else { return };
        for at in 0..self.runs[run].len() {
            let (target, before) = self.runs[run][at];
            let gain = self.fitness(latest, target).map_or(-before - 1.0, |after| before - after);
            let (sum, count) = self.gains.entry((target, edge)).or_default();
            *sum += gain;
            *count += 1;
        }
    }

    fn gain(&self, target: BranchOutcome, edge: Option<BranchOutcome>) -> f64 {
        let known = edge.and_then(|edge| self.gains.get(&(target, edge)));
        known.map_or(0.0, |&(sum, count)| sum / f64::from(count))
    }

    /// The target in turn.
    fn target(&mut self, guide: &dyn Guide) -> Option<BranchOutcome> {
        self.targets.retain(|&edge| guide.is_target(edge));
        self.turn += 1;
        self.targets.get(self.turn.checked_rem(self.targets.len())?).copied()
    }

    /// The fitness of what is beside `run` and takes `edge`; all are alike without a target.
    fn composite(&self, target: Option<BranchOutcome>, (run, edge): Group) -> f64 {
        target.map_or(0.0, |target| {
            self.fitness(run, target).unwrap_or(f64::INFINITY) - self.gain(target, edge)
        })
    }

    /// All groups by their fitness for `target`.
    fn rank(&self, target: Option<BranchOutcome>) -> BinaryHeap<Reverse<Rank>> {
        let ranked = self.groups.iter().filter_map(|(&group, waiting)| {
            let &Reverse(first) = waiting.peek()?;
            Some(Reverse((total_order(self.composite(target, group)), first, group)))
        });
        ranked.collect()
    }

    /// Takes the first candidate of the best group in `ranking`. Groups whose first was taken for another target
    /// meanwhile are put back in their place.
    fn take_best(&mut self, ranking: &mut BinaryHeap<Reverse<Rank>>) -> Option<NodeId> {
        loop {
            let Reverse((fitness, first, group)) = ranking.pop()?;
            let Some(waiting) = self.groups.get_mut(&group) else { continue };
            let is_current = waiting.peek() == Some(&Reverse(first));
            if is_current {
                waiting.pop();
            }
            match waiting.peek() {
                Some(&Reverse(next)) => ranking.push(Reverse((fitness, next, group))),
                None => {
                    self.groups.remove(&group);
                }
            }
            if is_current {
                return Some(first.2);
            }
        }
    }
}

/// A number with the order of [`f64::total_cmp`].
fn total_order(number: f64) -> i64 {
    let bits = number.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

impl Searcher for Fitnex {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        if report.path.is_some() {
            self.learn_run(report.misses);
        }
        if let Some(chosen) = report.chosen
            && let (Some(&run), Some(edge)) = (self.origins.get(&chosen), tree.node(chosen).edge)
        {
            self.learn_gain(run, edge);
        }
        let latest = self.runs.len().saturating_sub(1);
        for &id in report.added {
            let run = *self.origins.entry(id).or_insert(latest);
            let node = tree.node(id);
            let tie_break = self.stream.bits() as u32;
            self.groups.entry((run, node.edge)).or_default().push(Reverse((node.depth, tie_break, id)));
        }
        self.rankings.clear();
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        let target = self.target(guide);
        let mut ranking = self.rankings.remove(&target).unwrap_or_else(|| self.rank(target));
        let chosen = std::iter::from_fn(|| self.take_best(&mut ranking)).find(|&id| is_open(tree, id));
        self.rankings.insert(target, ranking);
        chosen
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.groups.values().flatten().any(|&Reverse((.., id))| is_open(tree, id))
    }
}
