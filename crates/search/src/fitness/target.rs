//! Compiles a [`Target`] into the chain of sites its fitness is read from.
//!
//! | target | chain | covered when |
//! |---|---|---|
//! | `Edges` | the edges, level 0; what their sites depend on, level 1 and up | one edge was taken |
//! | `Blocks` | what the blocks depend on, level 0 and up | a region of theirs was executed |
//! | `Path` | level 0 to n-1: steps after the one that went wrong, in the best evaluation; above: the chain to the first step | one evaluation took all n steps |
//!
//! A fitness of 0 is given only for what was observed. A block whose last decision went right
//! but which a fault or `exit` kept from running is `f64::MIN_POSITIVE` away.

use super::chain::{Chain, Link};
use super::flags::{self, Assignment};
use super::helpers::Helpers;
use super::path::Steps;
use super::records::SiteTable;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use trine_coverage::{PathStep, Target};
use trine_ir::analysis::{Approach, ControlDependence};
use trine_ir::{Block, Function, Program, RegionId, SiteId};

/// Flags set by flags set by flags … are expanded this deep.
const FLAG_DEPTH: u32 = 3;

/// What the fitness needs to know of one function, computed once.
#[derive(Clone, Debug)]
pub struct FitnessModel {
    function: Arc<Function>,
    control_dependence: ControlDependence,
    flags: flags::Definitions,
    pub(super) sites: SiteTable,
    pub(super) helpers: Helpers,
    flag_depth: u32,
    known: Arc<Known>,
}

/// Answers that workers share.
type Lookup<K, V> = Mutex<HashMap<K, V>>;

/// What was found out before: targets share their ways, and flags their flags.
#[derive(Debug, Default)]
struct Known {
    /// By site, outcome and depth. Looked up only, never iterated over.
    expansions: Lookup<(SiteId, u32, u32), Option<Arc<Chain>>>,
    /// By site and outcome.
    undoings: Lookup<(SiteId, u32), Arc<[usize]>>,
}

/// What `known` has for `key`, or what `find` finds, which it has from then on.
fn known_or<K: Copy + Eq + std::hash::Hash, V: Clone>(
    known: &Lookup<K, V>,
    key: K,
    find: impl FnOnce() -> V,
) -> V {
    let table = || known.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(value) = table().get(&key) {
        return value.clone();
    }
    // `find` may ask for other keys.
    let value = find();
    table().insert(key, value.clone());
    value
}

/// A target, ready to measure runs against.
#[derive(Clone, Debug)]
pub struct TargetFitness {
    pub(super) chain: Chain,
    pub(super) goal: Goal,
}

/// What covers a target.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// An edge at level 0 of the chain was taken.
    Edges,
    /// The region was executed; `None` when the blocks have no region of their own, and then the
    /// last decision counts.
    Blocks(Option<RegionId>),
    /// All steps in one evaluation.
    Path(Steps),
}

impl FitnessModel {
    /// The model of `function`, which must have a block.
    #[must_use]
    pub fn new(function: Arc<Function>) -> Self {
        let control_dependence = ControlDependence::new(&function);
        let sites = SiteTable::new(&function);
        let flags = flags::Definitions::new(&function);
        let helpers = Helpers::none(&function);
        let known = Arc::default();
        Self { function, control_dependence, flags, sites, helpers, flag_depth: FLAG_DEPTH, known }
    }

    /// The model of `function` in `program`, with the distances inside helpers that return flags.
    #[must_use]
    pub fn with_helpers(program: &Program, function: Arc<Function>) -> Self {
        let mut model = Self::new(function);
        model.helpers = Helpers::new(program, &model.function, &model.flags);
        model
    }

    /// The model of `function` as the textbook has it: a branch on a flag has no distance but its own, whatever set
    /// the flag. To be used in the concrete domain, where booleans carry no distance either.
    #[must_use]
    pub fn textbook(function: Arc<Function>) -> Self {
        Self { flag_depth: 0, ..Self::new(function) }
    }

    /// The function.
    #[must_use]
    pub fn function(&self) -> &Arc<Function> {
        &self.function
    }

    /// Compiles `target`.
    #[must_use]
    pub fn target(&self, target: &Target) -> TargetFitness {
        match target {
            Target::Edges(edges) => {
                TargetFitness { chain: self.chain_to_edges(edges, self.flag_depth), goal: Goal::Edges }
            }
            Target::Blocks(blocks) => {
                let chain = self.chain_to_blocks(blocks);
                TargetFitness { chain, goal: Goal::Blocks(self.region_of(blocks)) }
            }
            Target::Path(steps) => self.path(steps),
        }
    }

    fn path(&self, steps: &[PathStep]) -> TargetFitness {
        let first = steps.first().map_or(&[][..], |step| &step.edges[..]);
        let mut sites: Vec<SiteId> = first.iter().map(|edge| edge.0).collect();
        sites.sort_unstable();
        sites.dedup();
        let blocks = sites.iter().flat_map(|&site| self.control_dependence.blocks_of_site(site));
        let chain = self.chain_to_blocks(&blocks.copied().collect::<Vec<_>>());
        TargetFitness { chain, goal: Goal::Path(Steps::new(steps, &self.sites)) }
    }

    pub(super) fn chain_to_edges(&self, edges: &[(SiteId, u32)], depth: u32) -> Chain {
        self.chain(self.control_dependence.approach_to_any(edges), depth)
    }

    fn chain_to_blocks(&self, blocks: &[Block]) -> Chain {
        let mut chain = Chain::default();
        for &block in blocks {
            let approach = self.control_dependence.approach_to_block(block);
            chain.merge(Chain::of(approach.into_iter().map(step)), 0);
        }
        self.expanded(chain, self.flag_depth)
    }

    /// The chain to the edge at `position` of `block`'s terminator.
    pub(super) fn chain_to_edge_of(&self, block: Block, position: u32, depth: u32) -> Chain {
        match self.function.blocks[block].terminator.site() {
            Some(site) => self.chain_to_edges(&[(site, position)], depth),
            None => self.chain(self.control_dependence.approach_to_block(block), depth),
        }
    }

    fn chain(&self, approach: Vec<Approach>, depth: u32) -> Chain {
        self.expanded(Chain::of(approach.into_iter().map(step)), depth)
    }

    /// `chain` with the links expanded whose sites are decided by flags.
    fn expanded(&self, mut chain: Chain, depth: u32) -> Chain {
        if depth > 0 {
            for link in &mut chain.links {
                let (site, outcome) = (link.site, link.outcome);
                link.undoing = known_or(&self.known.undoings, (site, outcome), || self.undoing(link).into());
                let key = (site, outcome, depth - 1);
                link.expansion =
                    known_or(&self.known.expansions, key, || self.expansion(link, depth - 1).map(Arc::new));
            }
        }
        chain.widen();
        chain
    }

    fn expansion(&self, link: &Link, depth: u32) -> Option<Chain> {
        let blocks = self.control_dependence.blocks_of_site(link.site);
        let mut expansion = Chain::default();
        for &block in blocks {
            let assignments = self.flags.assignments(&self.function, block, link.outcome)?;
            self.chain_to_assignments(&assignments, depth, &mut expansion);
        }
        // The site itself cannot help to set its own flag.
        expansion.links.retain(|step| (step.site, step.outcome) != (link.site, link.outcome));
        (!expansion.links.is_empty()).then_some(expansion)
    }

    fn chain_to_assignments(&self, assignments: &[Assignment], depth: u32, chain: &mut Chain) {
        for assignment in assignments {
            let one = self.chain_to_edge_of(assignment.block, assignment.edge, depth);
            chain.merge(one, u32::from(!assignment.certain));
        }
    }

    /// How the function comes to return a flag that is `wanted`: the chain to where it is set, and the slots of the
    /// ways that lead to where it is set wrongly.
    pub(super) fn way_to_return(&self, wanted: &dyn Fn(u128) -> bool) -> (Chain, Vec<usize>) {
        let right = self.flags.returning(&self.function, wanted);
        let wrong = self.flags.returning(&self.function, &|bits| !wanted(bits));
        self.way_to_assignments(&right, &wrong)
    }

    /// The chain to the `right` assignments of what is returned, and the slots of the ways that lead to `wrong` ones.
    pub(super) fn way_to_assignments(
        &self,
        right: &[Assignment],
        wrong: &[Assignment],
    ) -> (Chain, Vec<usize>) {
        let mut chain = Chain::default();
        self.chain_to_assignments(right, self.flag_depth, &mut chain);
        (chain, self.slots_before(wrong, None))
    }

    /// The flags of the function.
    pub(super) fn flags(&self) -> &flags::Definitions {
        &self.flags
    }

    /// The ways that lead at once to where the flag deciding `link` is set so that the link is missed.
    fn undoing(&self, link: &Link) -> Vec<usize> {
        let blocks = self.control_dependence.blocks_of_site(link.site).iter();
        let wrong =
            blocks.map(|&block| self.flags.assignments(&self.function, block, 1 - link.outcome.min(1)));
        self.slots_before(&wrong.flatten().flatten().collect::<Vec<_>>(), Some(link.site))
    }

    /// The ways that lead at once to `assignments`, from other sites than `but`.
    fn slots_before(&self, assignments: &[Assignment], but: Option<SiteId>) -> Vec<usize> {
        let mut slots = Vec::new();
        for assignment in assignments.iter().filter(|assignment| assignment.certain) {
            let chain = self.chain_to_edge_of(assignment.block, assignment.edge, 0);
            let nearest = chain.links.iter().filter(|step| step.level == 0 && Some(step.site) != but);
            slots.extend(nearest.map(|step| self.sites.slot(step.site, step.outcome)));
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// A region that exactly `blocks` execute.
    fn region_of(&self, blocks: &[Block]) -> Option<RegionId> {
        let first = self.function.blocks.get(*blocks.first()?)?;
        let holders = |region: &RegionId| {
            let all = self.function.blocks.iter_enumerated();
            all.filter(|(_, data)| data.regions.contains(region)).map(|(block, _)| block).collect::<Vec<_>>()
        };
        let mut sorted = blocks.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        first.regions.iter().copied().find(|region| holders(region) == sorted)
    }
}

fn step(approach: Approach) -> (SiteId, u32, u32) {
    (approach.site, approach.outcome, approach.level)
}

impl TargetFitness {
    /// Number of levels: the fitness of a run that reached no site on the way.
    #[must_use]
    pub fn height(&self) -> u32 {
        match &self.goal {
            Goal::Path(steps) => steps.len() + self.chain.height,
            Goal::Edges => self.chain.height,
            Goal::Blocks(_) => self.chain.height.max(1),
        }
    }
}
