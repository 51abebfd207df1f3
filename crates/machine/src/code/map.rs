//! Edges of a machine: every outcome of every site of the functions decoded so far has a
//! number, so that coverage is `hits[edge] += 1` in a flat array.
//!
//! Numbers are given in the order of decoding and stay; they differ between machines.

use trine_base::index::TypedIndex;
use trine_ir::{FuncId, Function, SiteId};

/// What an edge number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EdgeOrigin {
    /// The function.
    pub function: FuncId,
    /// The site in it.
    pub site: SiteId,
    /// The outcome of the site.
    pub outcome: u32,
}

/// Translates edge numbers.
#[derive(Clone, Debug, Default)]
pub struct EdgeMap {
    origins: Vec<EdgeOrigin>,
    /// Per function: first edge of each site; empty until it is decoded.
    first_edges: Vec<Box<[u32]>>,
}

impl EdgeMap {
    pub(crate) fn new(functions: usize) -> Self {
        Self { origins: Vec::new(), first_edges: vec![Box::default(); functions] }
    }

    /// Makes room for functions that were added to the program.
    pub(crate) fn follow_growth(&mut self, functions: usize) {
        self.first_edges.resize(functions, Box::default());
    }

    /// Number of edges so far.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.origins.len() as u32
    }

    /// What `edge` stands for.
    #[must_use]
    pub fn origin(&self, edge: u32) -> Option<EdgeOrigin> {
        self.origins.get(edge as usize).copied()
    }

    /// The edge of outcome 0 of `site`; the others follow. `None` until the function is
    /// decoded: see [`Machine::prepare`](crate::Machine::prepare).
    #[must_use]
    pub fn first_edge(&self, function: FuncId, site: SiteId) -> Option<u32> {
        self.first_edges.get(function.position())?.get(site.position()).copied()
    }

    /// Every edge in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, EdgeOrigin)> + '_ {
        self.origins.iter().enumerate().map(|(edge, origin)| (edge as u32, *origin))
    }

    pub(crate) fn add(&mut self, function: FuncId, body: &Function) {
        let mut firsts = Vec::with_capacity(body.sites.len());
        for (site, data) in body.sites.iter_enumerated() {
            firsts.push(self.count());
            let outcomes = 0..data.kind.outcomes();
            self.origins.extend(outcomes.map(|outcome| EdgeOrigin { function, site, outcome }));
        }
        self.first_edges[function.position()] = firsts.into();
    }
}
