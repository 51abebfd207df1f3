//! Local search after each generation: around the sequences that came nearest to open targets.
//!
//! ```text
//! nearest to a target ──> its neighbours, each run once                   (for all targets at once)
//!                     ──> alternating variable method on its leaves       (for this target, the next time)
//!                     ──> one more call on the objects of its last step    (the time after)
//! ```
//!
//! Source: Fraser, Arcuri and McMinn, *A Memetic Algorithm for Whole Test Suite Generation*, JSS 2015, where local search is applied to
//! the best individual now and then. Deviations: the nearest sequence of each target is kept for the whole search, so that none is
//! lost from the population; neighbours come from what the sequence compared before they come from its values alone.

use super::makers::Maker;
use super::objects::Objects;
use super::symbolic::{Symbolic, digest};
use super::{Individual, Options, Search};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How far local search goes after a generation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    /// To so many targets.
    Targets(usize),
    /// To another target as long as less work was done.
    Work(u64),
}

impl Extent {
    fn is_used_up(self, targets: usize, work: u64) -> bool {
        match self {
            Self::Targets(most) => targets >= most,
            Self::Work(most) => work >= most,
        }
    }
}

impl Default for Extent {
    /// A few targets.
    fn default() -> Self {
        Self::Targets(3)
    }
}

/// Neighbours of one sequence that are run at most, beside those by comparisons.
const MAX_VARIANTS: usize = 80;

/// Sequences with another call before their last step, for one sequence.
const MAX_STATES: usize = 40;

/// How often the objects of one sequence are brought into other states, where their leaves are searched, too.
const MAX_CHANGES: u32 = 8;

/// Sequences with other states whose leaves are searched at a time.
const MAX_CLIMBS: usize = 6;

/// Sequences that replace one another while comparisons bring them nearer.
const MAX_CHAIN: usize = 12;

/// What local search has done so far.
#[derive(Debug)]
pub(super) struct Local {
    /// Symbolic execution of the nearest sequences.
    pub symbolic: Symbolic,
    /// Changes of objects that decided branches.
    objects: Objects,
    /// Digests of sequences whose comparisons were followed.
    followed: HashSet<u64>,
    /// Digests of sequences whose neighbours were run.
    pub explored: HashSet<u64>,
    /// By digest: how often the objects of a sequence were brought into other states.
    changed: HashMap<u64, u32>,
    /// By target: the distance from which leaves were last searched.
    searched: HashMap<usize, f64>,
    next_target: usize,
}

impl Local {
    /// Nothing was done yet.
    pub fn new(options: &Options, goals: usize) -> Self {
        Self {
            symbolic: Symbolic::new(options, goals),
            objects: Objects::new(options, goals),
            followed: HashSet::new(),
            explored: HashSet::new(),
            changed: HashMap::new(),
            searched: HashMap::new(),
            next_target: 0,
        }
    }
}

impl Search<'_, '_> {
    /// Looks around the nearest sequences of some targets; gives those that are nearer.
    pub(super) fn local_search(&mut self, local: &mut Local, extent: Extent) -> Vec<Individual> {
        self.look_elsewhere();
        let mut found = self.catch_up();
        if !self.options.local_search {
            found.extend(self.solve_nearest(&mut local.symbolic, None));
            return found;
        }
        found.extend(self.change_objects(&mut local.objects));
        self.makers.pass_over(self.news, self.work());
        let targets = self.targets();
        let (mut done, begun, first) = (0, self.work(), local.next_target);
        for turn in 0..targets.len() {
            if extent.is_used_up(done, self.work() - begun) || self.is_over() {
                break;
            }
            let at = (first + turn) % targets.len();
            let target = targets[at];
            let Some(near) = self.nearest[target].clone() else { continue };
            if self.archive.is_covered(target) {
                continue;
            }
            let before = near.distances[target];
            let is_new = match local.explored.insert(digest(&near.sequence)) {
                true => {
                    self.follow(local, target);
                    self.explore(&near);
                    true
                }
                false => self.search_leaves(local, target, &near) || self.change_states(local, &near, target),
            };
            if !is_new {
                continue;
            }
            done += 1;
            local.next_target = at + 1;
            if let Some(nearer) =
                self.nearest[target].as_ref().filter(|nearer| nearer.distances[target] < before)
            {
                found.push(Individual::clone(nearer));
            }
        }
        self.makers.count(Maker::LocalSearch, self.news, self.work());
        found.extend(self.solve_nearest(&mut local.symbolic, Some(&local.explored)));
        self.makers.pass_over(self.news, self.work());
        found
    }

    /// Replaces values by what they were compared with, from the nearest sequence to the next nearer one.
    fn follow(&mut self, local: &mut Local, target: usize) {
        for _ in 0..MAX_CHAIN {
            let Some(near) = self.nearest[target].clone() else { return };
            if self.is_over()
                || self.archive.is_covered(target)
                || !local.followed.insert(digest(&near.sequence))
            {
                return;
            }
            let compared = self.runner.compared(&near.sequence);
            self.evaluations += 1;
            self.cluster.learn(&compared);
            for candidate in self.operators().replacements(&near.sequence, &compared) {
                self.evaluate(candidate);
                let is_nearer = |now: &Rc<Individual>| now.distances[target] < near.distances[target];
                if self.is_over()
                    || self.archive.is_covered(target)
                    || self.nearest[target].as_ref().is_some_and(is_nearer)
                {
                    break;
                }
            }
        }
    }

    /// Runs the neighbours of a sequence.
    fn explore(&mut self, near: &Individual) {
        let variants = self.operators().variants(&near.sequence);
        for candidate in variants.into_iter().take(MAX_VARIANTS) {
            if self.is_over() {
                return;
            }
            self.evaluate(candidate);
        }
    }

    /// Brings the objects that the last step of a sequence works on into other states; whether that was not done before.
    fn change_states(&mut self, local: &mut Local, near: &Individual, target: usize) -> bool {
        let climbs = self.options.climbs_from_states;
        let times = local.changed.entry(digest(&near.sequence)).or_default();
        if *times >= if climbs { MAX_CHANGES } else { 1 } {
            return false;
        }
        *times += 1;
        let mut changed = Vec::new();
        for candidate in self.operators().other_states(&near.sequence, MAX_STATES) {
            if self.is_over() {
                break;
            }
            changed.extend(self.evaluate(candidate).filter(|_| climbs));
        }
        changed.retain(|one| one.distances[target].is_finite());
        changed.sort_by(|a, b| a.distances[target].total_cmp(&b.distances[target]));
        for one in changed.into_iter().take(MAX_CLIMBS) {
            if self.is_over() || self.archive.is_covered(target) {
                break;
            }
            self.alternate(one, target);
        }
        true
    }

    /// Searches the leaves of a sequence for one target, if that was not done from this near; whether it was.
    fn search_leaves(&mut self, local: &mut Local, target: usize, near: &Individual) -> bool {
        let distance = near.distances[target];
        let known = local.searched.get(&target).copied().unwrap_or(f64::INFINITY);
        if distance >= known {
            return false;
        }
        let improved = self.alternate(near.clone(), target);
        local.searched.insert(target, improved.distances[target]);
        true
    }

    /// Keeps a sequence for the targets that it is nearest to, the shorter one of two that are equally near.
    pub(super) fn note_nearest(&mut self, individual: &Rc<Individual>) {
        for (at, &distance) in individual.distances.iter().enumerate() {
            if !distance.is_finite() || distance == 0.0 {
                continue;
            }
            let is_nearer = self.nearest[at].as_ref().is_none_or(|known| {
                let known = (known.distances[at], known.cost());
                distance.total_cmp(&known.0).then(individual.cost().cmp(&known.1)).is_lt()
            });
            if is_nearer {
                self.nearest[at] = Some(Rc::clone(individual));
            }
        }
    }
}
