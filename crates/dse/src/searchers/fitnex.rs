//! Fitness-guided exploration: beside the runs that came nearest to a goal, by the flips that brought runs nearer.
//!
//! The fitness of a run for a target is the least branch distance with which it missed it; the gain of a way is
//! the mean by which runs improved on the run that they were made from when that way was flipped to. The candidate
//! with the smallest
//!
//! ```text
//! composite fitness = fitness of its run - gain of its way
//! ```
//!
//! is next; of equals the shortest, then one at random. Open goals that runs came by are the targets, in turn.
//!
//! Source: Xie, Tillmann, de Halleux, Schulte, "Fitness-Guided Path Exploration in Dynamic Symbolic Execution"
//! (DSN 2009). Deviations: gains are kept per target; a run that no longer came by the target counts as a loss of
//! the whole distance; without a target, short candidates come first.
//!
//! Cost of a choice: one look per candidate.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{ExecutionTree, NodeId, Way};
use rustc_hash::FxHashMap;
use trine_base::Stream;

/// A candidate, with the run that it is beside.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    id: NodeId,
    run: usize,
    lot: u32,
}

/// Fitness-guided search.
#[derive(Clone, Debug)]
pub struct Fitnex {
    stream: Stream,
    candidates: Vec<Waiting>,
    /// Per run: its fitness for each target that it came by, sorted.
    runs: Vec<Vec<(Way, f64)>>,
    /// The run beside which each candidate was found.
    origins: FxHashMap<NodeId, usize>,
    /// Sum and number of gains, by target and way.
    gains: FxHashMap<(Way, Way), (f64, u32)>,
    targets: Vec<Way>,
    turn: usize,
}

impl Fitnex {
    /// A search that breaks ties with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        Self {
            stream,
            candidates: Vec::new(),
            runs: Vec::new(),
            origins: FxHashMap::default(),
            gains: FxHashMap::default(),
            targets: Vec::new(),
            turn: 0,
        }
    }

    fn fitness(&self, run: usize, target: Way) -> Option<f64> {
        let known = self.runs.get(run)?;
        known.binary_search_by_key(&target, |&(way, _)| way).ok().map(|at| known[at].1)
    }

    fn learn_run(&mut self, misses: &[(Way, f64)]) {
        let mut misses = misses.to_vec();
        misses.sort_by_key(|&(way, _)| way);
        for &(way, _) in &misses {
            if !self.targets.contains(&way) {
                self.targets.push(way);
            }
        }
        self.runs.push(misses);
    }

    /// Notes what the flip to `way` gained over `run`, now that the latest run is known.
    fn learn_gain(&mut self, run: usize, way: Way) {
        let Some(latest) = self.runs.len().checked_sub(1) else { return };
        for at in 0..self.runs[run].len() {
            let (target, before) = self.runs[run][at];
            let gain = self.fitness(latest, target).map_or(-before - 1.0, |after| before - after);
            let (sum, count) = self.gains.entry((target, way)).or_default();
            *sum += gain;
            *count += 1;
        }
    }

    fn gain(&self, target: Way, way: Option<Way>) -> f64 {
        let known = way.and_then(|way| self.gains.get(&(target, way)));
        known.map_or(0.0, |&(sum, count)| sum / f64::from(count))
    }

    /// The target whose turn it is.
    fn target(&mut self, guide: &dyn Guide) -> Option<Way> {
        self.targets.retain(|&way| guide.wants(way));
        self.turn += 1;
        self.targets.get(self.turn.checked_rem(self.targets.len())?).copied()
    }
}

impl Searcher for Fitnex {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        if report.path.is_some() {
            self.learn_run(report.misses);
        }
        if let Some(chosen) = report.chosen
            && let (Some(&run), Some(way)) = (self.origins.get(&chosen), tree.node(chosen).way)
        {
            self.learn_gain(run, way);
        }
        let latest = self.runs.len().saturating_sub(1);
        for &id in report.added {
            let run = *self.origins.entry(id).or_insert(latest);
            self.candidates.push(Waiting { id, run, lot: self.stream.bits() as u32 });
        }
    }

    fn select(&mut self, tree: &ExecutionTree, guide: &dyn Guide) -> Option<NodeId> {
        self.candidates.retain(|waiting| is_open(tree, waiting.id));
        let target = self.target(guide);
        let rank = |waiting: &Waiting| {
            let node = tree.node(waiting.id);
            let fitness = target.map_or(0.0, |target| {
                let of_run = self.fitness(waiting.run, target).unwrap_or(f64::INFINITY);
                of_run - self.gain(target, node.way)
            });
            (fitness, node.depth, waiting.lot)
        };
        let better = |a: &(f64, u32, u32), b: &(f64, u32, u32)| {
            a.0.total_cmp(&b.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2)))
        };
        let ranked = self.candidates.iter().map(rank).enumerate();
        let (at, _) = ranked.min_by(|(_, a), (_, b)| better(a, b))?;
        let waiting = self.candidates.swap_remove(at);
        Some(waiting.id)
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.candidates.iter().any(|waiting| is_open(tree, waiting.id))
    }
}
