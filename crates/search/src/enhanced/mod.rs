//! The symbolically enhanced fitness (Baars, Harman, Hassoun, Lakhotia, McMinn, Tonella and Vos, "Symbolic
//! search-based testing", 2011): how far a run was from a target, in terms of all conditions that still
//! stand between them, not only of the next one.
//!
//! ```text
//! if (x == 0)             a run that leaves at the first `if`
//!   if (y == z)             standard     2 levels and |x|
//!     if (x == z)           enhanced     |x| + |y - z| + |x - z|, at the values where it left
//!       target
//!
//! EnhancedModel::target   once per target: Algorithm 1, one formula per controlling node
//!   slice -> walk -> contradiction, terms, memory, inline -> formula (measure, tape)
//! Observation             per run: evaluates the formula of a node each time a run leaves there
//! ```
//!
//! Locals may appear in the conditions: they are read from the machine's registers and memory at the moment
//! the run diverges ([`trine_machine::StateView`]), and nothing is kept besides.
//!
//! The deviations are written where they are coded: no path expression and a bound on alternatives
//! ([`walk`]), what does not matter is left out ([`slice`]), calls ([`inline`]), memory ([`memory`]), arrays of
//! managed objects ([`arrays`]), raw sums ([`formula`]), the observed distance of the node's own branch ([`observation`]).
//!
//! Law: 0 exactly when the target is reached, whatever the formulas say.
//!
//! Cost: the analysis is bounded by [`Settings::work`]; an evaluation is bounded by the branches of the run
//! ([`observation`]).

mod arrays;
mod contradiction;
mod flags;
mod formula;
mod inline;
mod instruction_terms;
mod measure;
mod model;
pub mod observation;
mod overflow;
mod slice;
mod state;
mod tape;
mod terms;
mod walk;
mod write_log;

pub use model::Settings;
pub use observation::Observation;
pub use walk::BoundsHit;

use flags::Decided;
use formula::Formula;
use model::Structure;
use slice::{Slice, SliceTarget};
use std::collections::BTreeMap;
use std::sync::Arc;
use terms::Terms;
use trine_base::index::TypedIndex;
use trine_coverage::Target;
use trine_ir::{Block, Function, Program, SiteId};
use walk::Walk;

/// What the enhanced fitness needs to know of one function, computed once.
#[derive(Debug)]
pub struct EnhancedModel {
    structure: Structure,
    decided: Decided,
    settings: Settings,
    outcomes: u32,
}

/// The enhanced fitness of one target, ready to measure runs against.
#[derive(Clone, Debug)]
pub struct EnhancedFitness {
    /// Per block: its formula.
    formulas: Vec<Option<Formula>>,
    /// Outcomes that lead towards the target, and have a sibling that does not.
    towards: Vec<(SiteId, u32)>,
    /// Sites the target depends on.
    sites: Vec<SiteId>,
    /// Other sites, which decide flags that it depends on.
    deciding: Vec<SiteId>,
    /// Whether a condition is on values that only control flow decides.
    flagged: bool,
    /// Whether only overflow leads from one of the nodes to the target.
    takes_overflow: bool,
    /// Above every approximation level.
    ceiling: u32,
    analysis: Analysis,
}

/// What the analysis for one target came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// Nodes that the target depends on.
    pub nodes: u32,
    /// Those without any alternative: nothing is known of them.
    pub nodes_without: u32,
    /// Alternatives over all nodes.
    pub alternatives: u32,
    /// Instructions, blocks and conditions looked at.
    pub work: u32,
    /// Bounds that cut the analysis short.
    pub hit: BoundsHit,
}

/// No condition counts for more levels.
const MISSED_CEILING: u32 = 2;
/// The least share of the work that one target gets, however many there are.
const MIN_WORK: u32 = 500;

impl EnhancedModel {
    /// The model of `function`, which must have a block; with `program`, helpers are followed.
    #[must_use]
    pub fn new(program: Option<Arc<Program>>, function: Arc<Function>, settings: Settings) -> Self {
        let outcomes = function.sites.iter().map(|site| site.kind.outcomes()).sum();
        let structure = Structure::new(program, arrays::as_memory(function));
        Self { decided: Decided::new(&structure), structure, settings, outcomes }
    }

    /// Analyses `target`; `None` for paths through decisions, whose conditions the standard fitness
    /// follows one by one already.
    #[must_use]
    pub fn target(&self, target: &Target) -> Option<EnhancedFitness> {
        let (place, approach) = match target {
            Target::Edges(edges) => {
                let place = edges.iter().flat_map(|edge| slice::edges_of(&self.structure, edge.0, edge.1));
                let place = SliceTarget { edges: place.collect(), blocks: Vec::new() };
                (place, self.structure.control_dependence.approach_to_any(edges))
            }
            Target::Blocks(blocks) => {
                let all =
                    blocks.iter().map(|&block| self.structure.control_dependence.approach_to_block(block));
                let mut approach: Vec<_> = all.flatten().collect();
                approach.sort_unstable_by_key(|edge| (edge.level, edge.site, edge.outcome));
                (SliceTarget { edges: Vec::new(), blocks: blocks.clone() }, approach)
            }
            Target::Path(_) => return None,
        };
        let mut edges: Vec<(SiteId, u32)> = Vec::new();
        for edge in approach {
            if !edges.contains(&(edge.site, edge.outcome)) {
                edges.push((edge.site, edge.outcome));
            }
        }
        Some(self.analyse(&place, &edges))
    }

    /// Analyses all branches of the function, each outcome of each site.
    pub fn branches(&self) -> impl Iterator<Item = (SiteId, u32, EnhancedFitness)> + '_ {
        let sites = self.structure.function.sites.iter_enumerated();
        let edges = sites.flat_map(|(site, data)| (0..data.kind.outcomes()).map(move |edge| (site, edge)));
        edges.filter_map(|edge| Some((edge.0, edge.1, self.target(&Target::Edges(vec![edge]))?)))
    }

    /// Algorithm 1: for each node that the place depends on, nearest first.
    fn analyse(&self, place: &SliceTarget, edges: &[(SiteId, u32)]) -> EnhancedFitness {
        let structure = &self.structure;
        let slice = Slice::new(structure, place);
        let mut sites: Vec<SiteId> = Vec::new();
        edges.iter().for_each(|edge| {
            if !sites.contains(&edge.0) {
                sites.push(edge.0)
            }
        });
        let nodes: Vec<Block> = sites
            .iter()
            .flat_map(|&site| structure.control_dependence.blocks_of_site(site))
            .copied()
            .collect();
        let mut analyst = Analyst {
            model: self,
            place,
            slice: &slice,
            formulas: vec![None; structure.function.blocks.len()],
            left: (self.settings.work / self.outcomes.max(1)).max(MIN_WORK),
            longest: 0,
            takes_overflow: false,
            analysis: Analysis::default(),
        };
        analyst.nodes(&nodes);
        let mut deciding: Vec<SiteId> = Vec::new();
        let flagged = analyst.formulas.iter().flatten().any(Formula::has_flag);
        if flagged {
            // What decides the flags is measured too, from the start on.
            let order = structure.cfg.reverse_postorder().iter().copied();
            let matters = |block: &Block| slice.branches[block.position()] && slice.reaches[block.position()];
            let more: Vec<Block> = order.filter(|block| matters(block) && !nodes.contains(block)).collect();
            let site = |block: &Block| structure.function.blocks[*block].terminator.site();
            deciding.extend(more.iter().filter_map(site));
            analyst.nodes(&more);
        }
        let ceiling = MISSED_CEILING * (analyst.longest + 1);
        let Analyst { formulas, analysis, takes_overflow, .. } = analyst;
        let towards = self.one_sided(edges);
        EnhancedFitness { formulas, towards, sites, deciding, flagged, takes_overflow, ceiling, analysis }
    }

    /// The ways whose site has an outcome that is none of them.
    fn one_sided(&self, edges: &[(SiteId, u32)]) -> Vec<(SiteId, u32)> {
        let mut count: BTreeMap<SiteId, u32> = BTreeMap::new();
        edges.iter().for_each(|edge| *count.entry(edge.0).or_default() += 1);
        let all = |site: SiteId| self.structure.function.sites[site].kind.outcomes();
        edges.iter().copied().filter(|edge| count[&edge.0] < all(edge.0)).collect()
    }
}

/// The analysis of one target under way.
struct Analyst<'a> {
    model: &'a EnhancedModel,
    place: &'a SliceTarget,
    slice: &'a Slice,
    formulas: Vec<Option<Formula>>,
    left: u32,
    longest: u32,
    takes_overflow: bool,
    analysis: Analysis,
}

impl Analyst<'_> {
    /// Gives each of `nodes` its formula. A node may use up half of the work that is left, as the first are
    /// reached most often, and its even share in any case.
    fn nodes(&mut self, nodes: &[Block]) {
        for (at, &block) in nodes.iter().enumerate() {
            let share = (self.left / (nodes.len() - at) as u32).max(self.left / 2);
            let mut terms = Terms::default();
            let EnhancedModel { structure, decided, settings, .. } = self.model;
            let mut walk =
                Walk::new((structure, decided), *settings, (self.place, self.slice), &mut terms, share);
            walk.run(block);
            let (used, hit, walked) = (share - walk.work, walk.hit, walk.nodes);
            self.left -= used;
            self.takes_overflow |= only_by_overflow(&terms, &walked);
            let formula = Formula::new(&mut terms, &walked);
            let Analysis { nodes, nodes_without, alternatives, work, hit: all } = &mut self.analysis;
            *nodes += 1;
            *nodes_without += u32::from(formula.is_none());
            *alternatives += formula.as_ref().map_or(0, |formula| formula.alternatives);
            *work += used;
            all.alternatives |= hit.alternatives;
            all.conditions |= hit.conditions;
            all.work |= hit.work;
            self.longest = self.longest.max(formula.as_ref().map_or(0, |formula| formula.longest));
            self.formulas[block.position()] = formula;
        }
    }
}

/// Whether there are alternatives, and each takes overflow.
fn only_by_overflow(terms: &Terms, walked: &[walk::Node]) -> bool {
    let literals = |leaf: &walk::Node| {
        let up = |node: &&walk::Node| node.parent.map(|parent| &walked[parent as usize]);
        let nodes = std::iter::successors(Some(leaf), up);
        nodes.flat_map(|node| node.literals.iter().copied()).collect::<Vec<_>>()
    };
    let mut leaves = walked.iter().filter(|node| node.leaf).peekable();
    leaves.peek().is_some() && leaves.all(|leaf| overflow::takes_overflow(&terms.pool, &literals(leaf)))
}

impl EnhancedFitness {
    /// Whether only overflow leads to the target, as far as is known: the standard fitness is the better one
    /// there (see [`overflow`]).
    #[must_use]
    pub fn takes_overflow(&self) -> bool {
        self.takes_overflow
    }

    /// What the analysis came to.
    #[must_use]
    pub fn analysis(&self) -> Analysis {
        self.analysis
    }
}
