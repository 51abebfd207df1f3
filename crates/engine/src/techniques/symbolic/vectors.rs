//! Open vectors of decisions, asked for at once: the missing half of an independence pair.
//!
//! ```text
//! (a || b) && c, wanted: F T T
//!
//!             decision            the way to here, as constraints
//!          a          not a       candidate: nobody went here          prefix and not a
//!     c   not c                   c is known from beside it            and c
//!                                 b is known from nowhere              left open
//! ```
//!
//! Flip by flip, a vector takes a run for each of its conditions that differs from what was seen. But terms of most
//! conditions are known from paths that went another way through the same evaluation of the decision: the query is
//! the prefix of the first way that is new, and all later conditions as the vector has them.
//!
//! A condition with side effects may be another term on the new way. So a model counts for what its run covers, as all
//! do, and a refutation proves nothing: the edge itself stays a candidate.
//!
//! Cost: linear in the tree, each time coverage has changed.

use super::guide::{GoalGuide, StructureEdge};
use crate::policy::PATHS;
use std::collections::{BTreeMap, BTreeSet};
use trine_coverage::target::PathStep;
use trine_dse::{ExecutionTree, NodeId, NodeState};
use trine_expr::{Term, TermPool};
use trine_ir::SiteId;

/// A vector at a place in the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VectorQuery {
    /// The first way on its path that no run took.
    pub candidate: NodeId,
    /// The conditions after it.
    pub rest: Vec<Term>,
}

/// Makes queries, none that was asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Vectors {
    asked: BTreeSet<VectorQuery>,
}

impl Vectors {
    /// Notes that `query` is asked.
    pub fn note(&mut self, query: &VectorQuery) {
        self.asked.insert(query.clone());
    }

    /// What to ask about the open paths through decisions that `guide` knows, last query first.
    pub fn queries(
        &self,
        pool: &mut TermPool,
        tree: &ExecutionTree,
        guide: &GoalGuide<'_>,
    ) -> Vec<VectorQuery> {
        let mut found: Vec<VectorQuery> = Vec::new();
        if guide.vectors().iter().all(|steps| steps.len() < 2) {
            return found;
        }
        let entries = entries(tree, guide);
        for steps in guide.vectors().iter().filter(|steps| steps.len() > 1) {
            let sites = sites_beside(guide, &steps[0]);
            let places = sites_of(&steps[0]).collect::<BTreeSet<_>>();
            let places = places.iter().filter_map(|site| entries.get(site)).flatten();
            let mut left = PATHS.vector_places;
            for &entry in places {
                if left == 0 || found.len() == PATHS.max_vector_queries {
                    break;
                }
                let Some(query) = query(pool, tree, guide, (entry, &sites), steps) else { continue };
                if !self.asked.contains(&query) && !found.contains(&query) {
                    found.push(query);
                    left -= 1;
                }
            }
        }
        found.reverse();
        found
    }
}

/// The sites of open vectors that begin with the same condition.
fn sites_beside(guide: &GoalGuide<'_>, first: &PathStep) -> BTreeSet<SiteId> {
    let begins =
        |steps: &&Vec<PathStep>| sites_of(&steps[0]).any(|site| sites_of(first).any(|own| own == site));
    guide.vectors().iter().filter(begins).flatten().flat_map(sites_of).collect()
}

/// The nodes that sites were entered from, by site, oldest first.
fn entries(tree: &ExecutionTree, guide: &GoalGuide<'_>) -> BTreeMap<SiteId, Vec<NodeId>> {
    let mut entries: BTreeMap<SiteId, Vec<NodeId>> = BTreeMap::new();
    for id in tree.ids() {
        let Some(parent) = tree.node(id).parent else { continue };
        if let Some((site, _)) = guide.place_of(tree, id) {
            let all = entries.entry(site).or_default();
            if all.last() != Some(&parent) {
                all.push(parent);
            }
        }
    }
    entries
}

/// What to ask so that the evaluation of a decision that starts below `entry` goes by `steps`.
fn query(
    pool: &mut TermPool,
    tree: &ExecutionTree,
    guide: &GoalGuide<'_>,
    (entry, sites): (NodeId, &BTreeSet<SiteId>),
    steps: &[PathStep],
) -> Option<VectorQuery> {
    let mut at = entry;
    for (position, step) in steps.iter().enumerate() {
        let taken = |&id: &NodeId| guide.place_of(tree, id).is_some_and(|place| step.edges.contains(&place));
        let between = |&id: &NodeId| tree.children(id).find(|&child| is_between(tree, guide, child));
        let below = std::iter::successors(Some(at), between);
        let next = below.filter_map(|id| tree.children(id).find(taken)).next();
        // Decided by no input here: the vector may be met or not.
        let Some(next) = next else { continue };
        match tree.node(next).state {
            NodeState::Visited => at = next,
            NodeState::Candidate => {
                let known = terms(tree, guide, entry, sites);
                let later = &steps[position + 1..];
                let rest = later.iter().filter_map(|step| wanted(pool, &known, step)).collect();
                return Some(VectorQuery { candidate: next, rest });
            }
            _ => return None,
        }
    }
    None
}

/// The term under which `step` goes as wanted.
fn wanted(pool: &mut TermPool, known: &BTreeMap<StructureEdge, Term>, step: &PathStep) -> Option<Term> {
    let direct = step.edges.iter().find_map(|edge| known.get(edge).copied());
    direct.or_else(|| step.misses.iter().find_map(|edge| known.get(edge)).map(|&miss| pool.not(miss)))
}

/// Terms of the conditions at `sites`, from all paths through the evaluation of their decision below `entry`.
fn terms(
    tree: &ExecutionTree,
    guide: &GoalGuide<'_>,
    entry: NodeId,
    sites: &BTreeSet<SiteId>,
) -> BTreeMap<StructureEdge, Term> {
    let mut known = BTreeMap::new();
    let mut open = vec![(entry, Vec::new())];
    for _ in 0..PATHS.max_vector_nodes {
        let Some((id, passed)) = open.pop() else { break };
        for child in tree.children(id) {
            let Some(place) = guide.place_of(tree, child) else {
                if is_between(tree, guide, child) {
                    open.push((child, passed.clone()));
                }
                continue;
            };
            // A condition that comes again belongs to the next evaluation.
            if sites.contains(&place.0) && !passed.contains(&place.0) {
                known.entry(place).or_insert(tree.node(child).constraint);
                let mut passed = passed.clone();
                passed.push(place.0);
                open.push((child, passed));
            }
        }
    }
    known
}

/// Whether `id` is no way of the function's own: what a run relied on, or a branch of a callee.
fn is_between(tree: &ExecutionTree, guide: &GoalGuide<'_>, id: NodeId) -> bool {
    tree.node(id).state == NodeState::Visited && guide.place_of(tree, id).is_none()
}

fn sites_of(step: &PathStep) -> impl Iterator<Item = SiteId> + '_ {
    step.edges.iter().chain(&step.misses).map(|&(site, _)| site)
}
