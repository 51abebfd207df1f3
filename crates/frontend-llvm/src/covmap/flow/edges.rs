//! Lists of edges, kept as runs of neighboring numbers.
//!
//! That one case of a switch is missed shows in all its other edges; written out for every case these are quadratic in
//! the switch.

use super::Edge;
use std::ops::Range;

/// Edges, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edges {
    runs: Vec<Range<Edge>>,
}

impl Edges {
    /// The edges as runs of neighboring numbers; no run is empty.
    pub fn runs(&self) -> &[Range<Edge>] {
        &self.runs
    }

    /// The edges.
    pub fn iter(&self) -> impl Iterator<Item = Edge> + '_ {
        self.runs.iter().cloned().flatten()
    }

    /// The first edge.
    pub fn first(&self) -> Option<Edge> {
        self.iter().next()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// These edges without one.
    pub(super) fn without(&self, edge: Edge) -> Edges {
        let mut others = Edges::default();
        for run in &self.runs {
            match run.contains(&edge) {
                true => [run.start..edge, edge + 1..run.end].into_iter().for_each(|part| others.push(part)),
                false => others.push(run.clone()),
            }
        }
        others
    }

    fn push(&mut self, edges: Range<Edge>) {
        match self.runs.last_mut() {
            _ if edges.is_empty() => {}
            Some(last) if last.end == edges.start => last.end = edges.end,
            _ => self.runs.push(edges),
        }
    }
}

impl FromIterator<Edge> for Edges {
    fn from_iter<I: IntoIterator<Item = Edge>>(edges: I) -> Self {
        let mut list = Edges::default();
        edges.into_iter().for_each(|edge| list.push(edge..edge + 1));
        list
    }
}

impl From<Edge> for Edges {
    fn from(edge: Edge) -> Self {
        Edges::from_iter([edge])
    }
}
