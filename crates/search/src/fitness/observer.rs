//! Measures a run against the targets aimed at.
//!
//! Composes with the coverage recorder in one run: `Both(trace_observer, fitness_observer)`.
//! Works in the domain of branch distances ([`crate::Distances`]) and, without flags that
//! carry a distance, in the concrete one.
//!
//! A fault, an exhausted step limit or `exit` changes nothing: what was measured counts.

use super::halt::Halt;
use super::helpers::Answers;
use super::path::Follower;
use super::records::{CarriesDistance, Records};
use super::target::{FitnessModel, Goal, TargetFitness};
use super::{Fitness, chain::Chain};
use crate::enhanced::{EnhancedFitness, Observation};
use std::sync::Arc;
use trine_coverage::Members;
use trine_ir::{FuncId, RegionId};
use trine_machine::{Activation, BranchEvent, Domain, Observer, StateView};

/// Records the nearest misses of one function, or of several read as one, for the targets aimed at.
#[derive(Clone, Debug)]
pub struct FitnessObserver {
    model: Arc<FitnessModel>,
    members: Members,
    records: Records,
    answers: Answers,
    /// Per region of the function: whether it was executed.
    regions: Vec<bool>,
    targets: Vec<Arc<TargetFitness>>,
    /// One per target; of use to paths only.
    followers: Vec<Follower>,
    /// Positions of targets that are paths.
    paths: Vec<usize>,
    entered: bool,
    halt: Halt,
    /// Of those targets whose enhanced fitness is measured: position and observation.
    enhanced: Vec<(usize, Observation)>,
    /// The distance of the last branch.
    last_distance: f64,
}

impl FitnessObserver {
    /// An observer of `function`, whose model is `model`, aimed at nothing.
    #[must_use]
    pub fn new(model: Arc<FitnessModel>, function: FuncId) -> Self {
        Self::over(model, Members::one(function))
    }

    /// An observer of `members`, of whose merged body `model` is, aimed at nothing.
    #[must_use]
    pub fn over(model: Arc<FitnessModel>, members: Members) -> Self {
        let records = Records::new(&model.sites);
        let answers = Answers::new(&model.helpers);
        let regions = vec![false; model.function().coverage.regions.len()];
        Self {
            model,
            members,
            records,
            answers,
            regions,
            targets: Vec::new(),
            followers: Vec::new(),
            paths: Vec::new(),
            entered: false,
            halt: Halt::default(),
            enhanced: Vec::new(),
            last_distance: 0.0,
        }
    }

    /// Aims at `targets` from the next run on, and clears.
    pub fn aim(&mut self, targets: &[Arc<TargetFitness>]) {
        self.targets.clear();
        self.targets.extend_from_slice(targets);
        self.followers.resize_with(targets.len(), Follower::default);
        self.paths.clear();
        let paths = targets.iter().enumerate().filter(|(_, target)| matches!(target.goal, Goal::Path(_)));
        self.paths.extend(paths.map(|(at, _)| at));
        self.enhanced.clear();
        self.clear();
    }

    /// Measures the enhanced fitness of targets aimed at, by position, in place of the standard one: until
    /// the next call of this or [`aim`](Self::aim). Only for an observer of one function.
    pub fn enhance(&mut self, targets: impl IntoIterator<Item = (usize, Arc<EnhancedFitness>)>) {
        self.enhanced.clear();
        let observe = |(at, target)| (at, Observation::new(target));
        self.enhanced.extend(targets.into_iter().map(observe));
    }

    /// Forgets the last run. To be called before each.
    pub fn clear(&mut self) {
        self.records.clear(&self.model.sites);
        self.answers.clear();
        self.regions.fill(false);
        self.paths.iter().for_each(|&at| self.followers[at].clear());
        self.entered = false;
        self.halt = Halt::default();
        self.enhanced.iter_mut().for_each(|(_, observation)| observation.clear());
    }

    /// The best fitness over the targets aimed at; `None` when aimed at nothing.
    #[must_use]
    pub fn fitness(&self) -> Option<Fitness> {
        (0..self.targets.len()).map(|target| self.fitness_of(target)).min()
    }

    /// The best fitness over the targets aimed at, of a run that a guard ended (`abort`, `exit`, a failed
    /// assumption): see [`super::halt`].
    #[must_use]
    pub fn fitness_when_halted(&self) -> Option<Fitness> {
        self.fitness().map(|fitness| self.halt.refine(fitness))
    }

    /// The fitness of the run for the target at this position in what was aimed at.
    #[must_use]
    pub fn fitness_of(&self, target: usize) -> Fitness {
        let standard = self.standard_fitness_of(target);
        let enhanced = self.enhanced.iter().find(|(at, _)| *at == target);
        enhanced.map_or(standard, |(_, observation)| observation.fitness(standard))
    }

    /// The standard fitness of the run for the target at this position in what was aimed at.
    #[must_use]
    pub fn standard_fitness_of(&self, target: usize) -> Fitness {
        let TargetFitness { chain, goal } = &*self.targets[target];
        match goal {
            Goal::Edges => self.chain_fitness(chain),
            Goal::Blocks(region) => self.block_fitness(chain, *region),
            Goal::Path(steps) => match self.followers[target].best() {
                Some(best) => best,
                None => self.chain_fitness(chain).beyond(steps.len()),
            },
        }
    }

    fn chain_fitness(&self, chain: &Chain) -> Fitness {
        chain.fitness(&self.model.sites, &self.records)
    }

    fn block_fitness(&self, chain: &Chain, region: Option<RegionId>) -> Fitness {
        let always = chain.links.is_empty();
        let covered = match region {
            Some(region) => self.regions[region.0 as usize],
            None => always && self.entered || !always && self.chain_fitness(chain).is_covered(),
        };
        match (covered, always) {
            (true, _) => Fitness::COVERED,
            (false, true) => Fitness { approach_level: 1, branch_distance: 0.0 },
            (false, false) => self.chain_fitness(chain).not_covered(),
        }
    }
}

impl<D: Domain> Observer<D> for FitnessObserver
where
    D::Shadow: CarriesDistance,
{
    const REGIONS: bool = true;
    const STATE: bool = true;

    #[inline]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        let FitnessModel { sites, helpers, .. } = &*self.model;
        // A function that calls itself, or a member of several, may be a helper too.
        self.answers.branch(helpers, event);
        let Some(site) = self.members.site(event.function, event.site) else { return };
        let answer = self.answers.of_site(helpers, site, event.outcome);
        let distance = self.records.branch(sites, site, event.outcome, &event.predicate, answer);
        self.halt.branch(distance);
        self.last_distance = distance;
        for &at in &self.paths {
            if let Goal::Path(steps) = &self.targets[at].goal {
                let slot = sites.slot(site, event.outcome);
                self.followers[at].branch(steps, event.activation.number, slot, distance);
            }
        }
    }

    #[inline]
    fn at_branch(&mut self, event: &BranchEvent<D::Shadow>, state_view: &StateView<'_>) {
        if self.enhanced.is_empty() {
            return;
        }
        let Some(site) = self.members.site(event.function, event.site) else { return };
        let (sites, flip) = (&self.model.sites, self.last_distance);
        let distance_to =
            |wanted: u32| sites.distance_to(site, event.outcome, wanted, &event.predicate, flip);
        for (_, observation) in &mut self.enhanced {
            observation.branch(site, event.outcome, state_view, distance_to);
        }
    }

    #[inline]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], _: Activation) {
        if let Some(first) = self.members.first_region(function) {
            regions.iter().for_each(|region| self.regions[(first + region.0) as usize] = true);
        }
    }

    #[inline]
    fn call(&mut self, function: FuncId, _: Activation) {
        self.entered |= self.members.contains(function);
    }

    #[inline]
    fn returned(&mut self, function: FuncId, activation: Activation) {
        self.answers.returned(&self.model.helpers, function, activation);
    }
}
