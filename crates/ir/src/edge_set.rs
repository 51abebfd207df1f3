//! Sets of edges that leave sites, kept as runs of neighboring outcomes.
//!
//! That a `case` is missed shows in all other edges of its switch. Written out for each of n cases these are n² edges; as
//! runs they are at most two each.

use crate::ids::SiteId;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Range;

/// Edges `(site, outcome)`, in the order in which they were added.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct EdgeSet {
    runs: Vec<(SiteId, Range<u32>)>,
}

impl EdgeSet {
    /// The set without an edge.
    #[must_use]
    pub const fn new() -> Self {
        Self { runs: Vec::new() }
    }

    /// Adds one edge.
    pub fn push(&mut self, site: SiteId, outcome: u32) {
        self.push_run(site, outcome..outcome + 1);
    }

    /// Adds neighboring edges of one site.
    pub fn push_run(&mut self, site: SiteId, outcomes: Range<u32>) {
        match self.runs.last_mut() {
            _ if outcomes.is_empty() => {}
            Some((last, run)) if *last == site && run.end == outcomes.start => run.end = outcomes.end,
            _ => self.runs.push((site, outcomes)),
        }
    }

    /// The edges.
    pub fn iter(&self) -> impl Iterator<Item = (SiteId, u32)> + '_ {
        self.runs.iter().flat_map(|(site, run)| run.clone().map(|outcome| (*site, outcome)))
    }

    /// The edges as runs of neighbors: a site, and outcomes of it. No run is empty.
    #[must_use]
    pub fn runs(&self) -> &[(SiteId, Range<u32>)] {
        &self.runs
    }

    /// Whether there is no edge.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Whether the edge is in the set.
    #[must_use]
    pub fn contains(&self, site: SiteId, outcome: u32) -> bool {
        self.runs.iter().any(|(of, run)| *of == site && run.contains(&outcome))
    }

    /// Removes edges, given as outcomes by site.
    pub fn remove_all(&mut self, removed: &HashMap<SiteId, BTreeSet<u32>>) {
        if !self.runs.iter().any(|(site, _)| removed.contains_key(site)) {
            return;
        }
        for (site, run) in std::mem::take(&mut self.runs) {
            let Some(gone) = removed.get(&site) else {
                self.push_run(site, run);
                continue;
            };
            let mut start = run.start;
            for &outcome in gone.range(run.clone()) {
                self.push_run(site, start..outcome);
                start = outcome + 1;
            }
            self.push_run(site, start..run.end);
        }
    }

    /// Renumbers the sites.
    pub fn renumber(&mut self, number: impl Fn(SiteId) -> SiteId) {
        self.runs.iter_mut().for_each(|(site, _)| *site = number(*site));
    }
}

impl FromIterator<(SiteId, u32)> for EdgeSet {
    fn from_iter<I: IntoIterator<Item = (SiteId, u32)>>(edges: I) -> Self {
        let mut set = Self::new();
        edges.into_iter().for_each(|(site, outcome)| set.push(site, outcome));
        set
    }
}

impl fmt::Debug for EdgeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.runs).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_become_one_run_and_the_order_stays() {
        let edges = [(SiteId(1), 0), (SiteId(1), 1), (SiteId(1), 3), (SiteId(2), 4), (SiteId(1), 2)];
        let set: EdgeSet = edges.into_iter().collect();
        assert_eq!(set.runs().len(), 4);
        assert_eq!(set.iter().collect::<Vec<_>>(), edges);
        let mut fewer = set.clone();
        fewer.remove_all(&[(SiteId(1), BTreeSet::from([0, 2]))].into());
        assert_eq!(fewer.iter().collect::<Vec<_>>(), edges[1..4]);
        assert!(set.contains(SiteId(1), 2) && !set.contains(SiteId(2), 2) && !set.is_empty());
    }
}
