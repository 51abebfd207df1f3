//! How near a run came to the edges that open goals aim at.
//!
//! At each branch of the function under test whose other edge is aimed at, the branch distance to it is measured; the
//! smallest counts. Fitness-guided path search is guided by it.
//!
//! Cost: one look-up a branch.

use super::guide::GoalGuide;
use std::collections::BTreeMap;
use trine_base::index::TypedIndex;
use trine_coverage::Members;
use trine_dse::BranchOutcome;
use trine_ir::{FuncId, Function, SiteId, Terminator};
use trine_machine::{BranchEvent, Domain, Observer, Predicate};
use trine_search::distance::{float, int, switch::SwitchCases};

/// The distance to the other side of a branch on a bit.
const OF_A_BIT: f64 = 1.0;

/// Measures runs.
#[derive(Debug)]
pub struct NearMisses {
    members: Members,
    /// Per site of the structure: outcomes aimed at, and the cases of a switch.
    sites: Vec<Option<Site>>,
    nearest: BTreeMap<BranchOutcome, f64>,
}

#[derive(Clone, Debug, Default)]
struct Site {
    outcomes: Vec<u32>,
    cases: Option<SwitchCases>,
}

impl NearMisses {
    /// Of what `guide` aims at, in `function`.
    #[must_use]
    pub fn new(guide: &GoalGuide<'_>, function: &Function, members: &Members) -> Self {
        let mut sites: Vec<Option<Site>> = Vec::new();
        for (site, outcome) in guide.edges() {
            sites.resize(sites.len().max(site.position() + 1), None);
            sites[site.position()].get_or_insert_with(Site::default).outcomes.push(outcome);
        }
        for block in &function.blocks {
            if let Terminator::Switch { cases, default, site, .. } = &block.terminator
                && let Some(Some(wanted)) = sites.get_mut(site.position())
            {
                // Values are masked to their width by the switch itself; 64 bits hold every case.
                wanted.cases = Some(SwitchCases::new(64, cases, *default));
            }
        }
        Self { members: members.clone(), sites, nearest: BTreeMap::new() }
    }

    /// What the last run missed; forgets it.
    pub fn take(&mut self) -> Vec<(BranchOutcome, f64)> {
        std::mem::take(&mut self.nearest).into_iter().collect()
    }

    fn measure<S>(&mut self, function: FuncId, own: SiteId, event: &BranchEvent<S>) {
        let Some(site) = self.members.site(function, own) else { return };
        let Some(Some(wanted)) = self.sites.get(site.position()) else { return };
        for &outcome in wanted.outcomes.iter().filter(|&&outcome| outcome != event.outcome) {
            let distance = match event.predicate {
                Predicate::IntCompare { predicate, width, a, b, .. } => {
                    int::distance(predicate, width, a, b, outcome == 0)
                }
                Predicate::FloatCompare { predicate, a, b, .. } => {
                    float::distance(predicate, a, b, event.outcome == 0, outcome == 0)
                }
                Predicate::Flag { .. } => OF_A_BIT,
                Predicate::Switch { value, .. } => {
                    wanted.cases.as_ref().map_or(OF_A_BIT, |cases| cases.distance(value, outcome))
                }
            };
            let nearest =
                self.nearest.entry(BranchOutcome { function, site: own, outcome }).or_insert(f64::INFINITY);
            *nearest = nearest.min(distance);
        }
    }
}

impl<D: Domain> Observer<D> for NearMisses {
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        self.measure(event.function, event.site, event);
    }
}
