//! What runs show beside their path: branches of the code under test, with terms or without, and the edges that were ever taken.

use crate::concolic::{Concolic, Shadow};
use crate::path::PathObserver;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, Program, SiteId};
use trine_machine::{Activation, BranchEvent, Domain, Observer, Predicate};

/// The edges that runs took: of all, and of the last one.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// By edge: the last run that took it, from 1; 0 for none.
    runs: Vec<u32>,
    run: u32,
    /// Edges that some run took.
    taken: usize,
}

impl Seen {
    /// A run begins.
    pub fn begin(&mut self) {
        self.run += 1;
    }

    /// Whether a run took the edge.
    #[must_use]
    pub fn is_seen(&self, edge: u32) -> bool {
        self.runs.get(edge as usize).is_some_and(|&run| run != 0)
    }

    /// How many edges were taken by some run.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Whether the last run did.
    #[must_use]
    pub fn was_taken(&self, edge: u32) -> bool {
        self.run != 0 && self.runs.get(edge as usize) == Some(&self.run)
    }
}

impl<D: Domain> Observer<D> for Seen {
    fn edges(&mut self, count: u32) {
        if self.runs.len() < count as usize {
            self.runs.resize(count as usize, 0);
        }
    }

    #[inline]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if let Some(run) = self.runs.get_mut(event.edge as usize) {
            self.taken += usize::from(*run == 0);
            *run = self.run;
        }
    }
}

/// A branch of a function under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitBranch {
    /// The function.
    pub function: FuncId,
    /// The site.
    pub site: SiteId,
    /// The edge taken.
    pub edge: u32,
    /// The outcome.
    pub outcome: u32,
    /// Branches with terms before it.
    pub position: u32,
    /// Whether it has a term itself.
    pub has_term: bool,
}

/// Records the path, and the branches of the code under test.
#[derive(Debug)]
pub struct UnitPath {
    /// The path.
    pub path: PathObserver,
    /// Branches, in order.
    pub branches: Vec<UnitBranch>,
    position: Arc<AtomicU32>,
    program: Arc<Program>,
    /// The functions of the code under test, by name.
    names: Arc<FxHashSet<String>>,
    /// By function: whether it is one of them, once it was looked up.
    is_unit: Vec<Option<bool>>,
}

/// Branches that are recorded of one run.
const MAX_BRANCHES: usize = 20_000;

impl UnitPath {
    /// Of the functions with these `names`, for runs in `domain`.
    #[must_use]
    pub fn new(domain: &Concolic, program: &Arc<Program>, names: &Arc<FxHashSet<String>>) -> Self {
        Self {
            path: PathObserver::new(domain),
            branches: Vec::new(),
            position: domain.position(),
            program: Arc::clone(program),
            names: Arc::clone(names),
            is_unit: Vec::new(),
        }
    }

    /// Forgets the last run.
    pub fn clear(&mut self) {
        self.path.clear();
        self.branches.clear();
    }

    /// Whether a function is one of the code under test.
    pub fn is_unit(&mut self, function: FuncId) -> bool {
        let position = function.position();
        if self.is_unit.len() <= position {
            self.is_unit.resize(position + 256, None);
        }
        let names = &self.names;
        let program = &self.program;
        *self.is_unit[position].get_or_insert_with(|| names.contains(&program.callables[function].name))
    }
}

impl Observer<Concolic> for UnitPath {
    fn call(&mut self, function: FuncId, activation: Activation) {
        self.path.call(function, activation);
    }

    fn branch(&mut self, event: &BranchEvent<Shadow>) {
        if self.branches.len() < MAX_BRANCHES && self.is_unit(event.function) {
            let shadow = match event.predicate {
                Predicate::IntCompare { shadow, .. }
                | Predicate::FloatCompare { shadow, .. }
                | Predicate::Flag { shadow, .. }
                | Predicate::Switch { shadow, .. } => shadow,
            };
            self.branches.push(UnitBranch {
                function: event.function,
                site: event.site,
                edge: event.edge,
                outcome: event.outcome,
                position: self.position.load(Ordering::Relaxed),
                has_term: shadow.term().is_some(),
            });
        }
        self.path.branch(event);
    }
}
