//! A chain of sites towards a target, each with its approach level: what a fitness is read from.
//!
//! ```text
//! if (a)              level 1: site0 must go 0
//!   if (b)            level 0: site1 must go 0
//!     target
//! ```
//!
//! A flag that was right and is *undone* since (`for (…) if (v[i] < 200) ok = 0;`) is as far from right as all branches
//! together that led to its undoing: the sum over the iterations is the distance of Baresel, Binkley, Harman and
//! Korel (2004, "Evolutionary testing in the presence of loop-assigned flags"), who transform the program for it.
//!
//! A link may be *expanded*: when the site is reached and goes wrong because of a flag, the
//! fitness of setting the flag takes the place of the distance it does not have. An expansion
//! of height h widens its level to h levels; levels above move up.

use super::Fitness;
use super::records::{Records, SiteTable};
use crate::distance::K;
use std::sync::Arc;
use trine_ir::SiteId;

/// Sites towards a target.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Chain {
    /// By level.
    pub links: Vec<Link>,
    /// Number of levels: the fitness when no site was reached.
    pub height: u32,
}

/// A site that must go a certain way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Link {
    pub site: SiteId,
    pub outcome: u32,
    pub level: u32,
    /// How to set the flag that decides the site.
    pub expansion: Option<Arc<Chain>>,
    /// Slots of the ways that lead to where the flag is set wrongly.
    pub undoing: Arc<[usize]>,
}

impl Chain {
    /// A chain of these (site, outcome, level), in any order; the first of equal pairs counts.
    pub(crate) fn of(steps: impl IntoIterator<Item = (SiteId, u32, u32)>) -> Self {
        let mut chain = Chain::default();
        for (site, outcome, level) in steps {
            chain.add(Link { site, outcome, level, expansion: None, undoing: Arc::default() });
        }
        chain
    }

    /// Adds `link`, or lowers the level of an equal one.
    pub(crate) fn add(&mut self, link: Link) {
        self.height = self.height.max(link.level + 1);
        let same = |known: &&mut Link| (known.site, known.outcome) == (link.site, link.outcome);
        match self.links.iter_mut().find(same) {
            Some(known) => known.level = known.level.min(link.level),
            None => self.links.push(link),
        }
    }

    /// Adds the links of `other`, `levels` farther away.
    pub(crate) fn merge(&mut self, other: Chain, levels: u32) {
        for link in other.links {
            self.add(Link { level: link.level + levels, ..link });
        }
        self.height = self.height.max(other.height + levels);
    }

    /// Renumbers levels so that expansions have room.
    pub(crate) fn widen(&mut self) {
        self.links.sort_by_key(|link| (link.level, link.site, link.outcome));
        let levels = self.links.last().map_or(0, |link| link.level + 1);
        let mut offset = 0;
        for level in 0..levels {
            let mut width = 1;
            for link in self.links.iter_mut().filter(|link| link.level == level) {
                width = width.max(link.expansion.as_ref().map_or(1, |expansion| expansion.height));
            }
            self.links
                .iter_mut()
                .filter(|link| link.level == level)
                .for_each(|link| link.level = WIDENED | offset);
            offset += width;
        }
        self.links.iter_mut().for_each(|link| link.level &= !WIDENED);
        self.height = self.height.max(offset);
    }

    /// The best over all links reached; the height when none was.
    pub(crate) fn fitness(&self, sites: &SiteTable, records: &Records) -> Fitness {
        let reached = self.links.iter().filter_map(|link| link.fitness(sites, records));
        reached.min().unwrap_or(Fitness { approach_level: self.height, branch_distance: 0.0 })
    }
}

/// Marks levels already renumbered.
const WIDENED: u32 = 1 << 31;

impl Link {
    fn fitness(&self, sites: &SiteTable, records: &Records) -> Option<Fitness> {
        if !records.is_reached(self.site) {
            return None;
        }
        let slot = sites.slot(self.site, self.outcome);
        let at = |distance: f64| Fitness { approach_level: self.level, branch_distance: distance };
        let lowest = records.lowest(slot);
        let undone: f64 = self.undoing.iter().map(|&slot| records.kept(slot)).sum();
        let Some(expansion) = self.expansion.as_ref().filter(|_| lowest > 0.0) else {
            return Some(at(match lowest.is_finite() {
                true if lowest > 0.0 && undone > 0.0 => K + undone,
                true => lowest,
                false => K,
            }));
        };
        let set = expansion.fitness(sites, records);
        // An assignment was reached and undone since: the flag is one step from right, and all that undid it.
        let set =
            if set.is_covered() { Fitness { approach_level: 0, branch_distance: K + undone } } else { set };
        let carried = records.carried(slot);
        let set = set.beyond(self.level);
        Some(if carried.is_finite() { set.min(at(carried)) } else { set })
    }
}
