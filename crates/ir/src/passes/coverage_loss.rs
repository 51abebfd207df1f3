//! Keeps the coverage model true when a pass removes code: an outcome that can no longer
//! happen becomes [`Outcome::Dead`], a region that no block carries any more becomes dead.
//!
//! Only what was there before a pass and is gone after it counts as lost: a model that names
//! a site that never existed stays wrong, and the verifier says so.

use crate::coverage_model::Outcome;
use crate::function::Function;
use crate::ids::SiteId;
use crate::instruction::Terminator;
use std::collections::{BTreeSet, HashMap, HashSet};
use trine_base::index::TypedIndex;

/// What a function could execute at one moment.
pub(super) struct Executable {
    outcomes: HashSet<(SiteId, u32)>,
    regions: Vec<bool>,
}

impl Executable {
    /// The outcomes and regions in the blocks of `function`.
    pub(super) fn before(function: &Function) -> Self {
        Self::of(function, |_, _| true)
    }

    /// The same after a pass: a branch on a constant has one outcome only.
    fn after(function: &Function) -> Self {
        Self::of(function, |terminator, outcome| {
            decided(function, terminator).is_none_or(|only| only == outcome)
        })
    }

    fn of(function: &Function, possible: impl Fn(&Terminator, u32) -> bool) -> Self {
        let mut outcomes = HashSet::new();
        let mut regions = vec![false; function.coverage.regions.len()];
        if function.coverage.conditions.is_empty() && regions.is_empty() {
            return Self { outcomes, regions };
        }
        for data in &function.blocks {
            for region in &data.regions {
                if let Some(carried) = regions.get_mut(region.position()) {
                    *carried = true;
                }
            }
            if let Some(site) = data.terminator.site() {
                let all = 0..data.terminator.edges().count() as u32;
                outcomes.extend(all.filter(|&o| possible(&data.terminator, o)).map(|o| (site, o)));
            }
        }
        Self { outcomes, regions }
    }

    /// Marks in the model of `function` what was executable in `self` and is not any more.
    pub(super) fn mark_lost(&self, function: &mut Function) {
        let now = Self::after(function);
        let mut lost: HashMap<SiteId, BTreeSet<u32>> = HashMap::new();
        for (site, outcome) in self.outcomes.difference(&now.outcomes) {
            lost.entry(*site).or_default().insert(*outcome);
        }
        for condition in function.coverage.conditions.iter_mut() {
            for outcome in &mut condition.outcomes {
                if let Outcome::Taken(edges) = outcome {
                    let some = !edges.is_empty();
                    edges.remove_all(&lost);
                    if some && edges.is_empty() {
                        *outcome = Outcome::Dead;
                    }
                }
            }
        }
        for (position, region) in function.coverage.regions.iter_mut().enumerate() {
            region.dead |= self.regions[position] && !now.regions[position];
        }
    }
}

/// The only outcome of a terminator that decides on a constant.
pub(super) fn decided(function: &Function, terminator: &Terminator) -> Option<u32> {
    match terminator {
        Terminator::Branch { cond, .. } => Some(u32::from(function.constant_bits(*cond)? & 1 == 0)),
        Terminator::Switch { value, cases, default, .. } => {
            let bits = function.constant_bits(*value)?;
            Some(cases.iter().find(|(case, _)| *case == bits).map_or(*default, |&(_, edge)| edge))
        }
        _ => None,
    }
}

/// Sites that conditions of the coverage model refer to, by site position.
pub(super) fn referenced_sites(function: &Function) -> Vec<bool> {
    let mut referenced = vec![false; function.sites.len()];
    for condition in &function.coverage.conditions {
        for outcome in &condition.outcomes {
            if let Outcome::Taken(pairs) = outcome {
                for (site, _) in pairs.runs() {
                    if let Some(flag) = referenced.get_mut(site.position()) {
                        *flag = true;
                    }
                }
            }
        }
    }
    referenced
}
