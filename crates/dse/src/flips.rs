//! Which step of a path is flipped next.
//!
//! | order | flip | what it is for |
//! |---|---|---|
//! | 1 | a branch of the code under test that no run has left by the other edge | half-covered branches (Galeotti et al.) |
//! | 2 | the last steps before such a branch that has no term itself; whether a call throws | answers of library code, made by its control flow |
//! | 3 | what an operation relied on | exceptions that it throws by itself |
//! | 4 | any branch of the code under test | another number of iterations, another way to the same place |
//! | 5 | any branch of the library | what 1 to 4 do not reach |
//!
//! Within each, what was tried least comes first, then small conditions. What was asked before, behind the same prefix, is not asked
//! again.

use crate::concolic::ImplicitKind;
use crate::path::{PathCondition, StepKind, alternatives};
use crate::seen::{Seen, UnitBranch};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use trine_expr::{Term, TermPool};
use trine_ir::{FuncId, Program};
use trine_machine::EdgeMap;

/// Steps before a branch without a term that may have decided it.
const WINDOW: usize = 8;

/// How often an edge that was seen is tried for another way to it.
const MAX_ATTEMPTS: u32 = 6;

/// Flips of what operations rely on, in one run.
const MAX_EXCEPTIONS: usize = 2;

/// Steps of one path that are tried for the same edge: iterations of a loop.
const MAX_STEPS_OF_EDGE: u32 = 3;

/// Terms of a condition that are counted.
const MAX_SIZE: usize = 200;

/// Another way for a step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The step; those before it stay.
    pub step: usize,
    /// The condition in its place.
    pub constraint: Term,
    /// The edge that the run is to take then, if it is known.
    pub edge: Option<u32>,
    /// What it is for.
    pub order: u8,
    /// What attempts are counted for.
    pub key: (u32, u32),
}

/// What was tried so far.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    attempts: FxHashMap<(u32, u32), u32>,
    asked: FxHashSet<u64>,
    /// Queries that the solver gave up, by what they were for.
    given_up: FxHashMap<(u32, u32), u32>,
}

/// The flips of one path, and which of them had their turn.
#[derive(Debug)]
pub struct Turns {
    flips: std::vec::IntoIter<Flip>,
    prefixes: Vec<u64>,
    /// Attempts in this run, by what they are for; [`MAX_STEPS_OF_EDGE`] once there was a model.
    tried: FxHashMap<(u32, u32), u32>,
    exceptions: usize,
}

impl Turns {
    /// There is a model for what `flip` is for: its other steps have no turn.
    pub fn solved(&mut self, flip: &Flip) {
        self.tried.insert(flip.key, MAX_STEPS_OF_EDGE);
    }
}

impl Tried {
    /// Terms have other numbers from now on.
    pub fn forget_terms(&mut self) {
        self.asked.clear();
        self.attempts.retain(|key, _| key.0 != u32::MAX);
        self.given_up.retain(|key, _| key.0 != u32::MAX);
    }

    fn attempts(&self, flip: &Flip) -> u32 {
        self.attempts.get(&flip.key).copied().unwrap_or(0)
    }

    /// The flips of a path, the best first.
    #[must_use]
    pub fn turns(&self, pool: &TermPool, path: &PathCondition, mut flips: Vec<Flip>) -> Turns {
        let mut size_of: FxHashMap<Term, usize> = FxHashMap::default();
        let mut size =
            |term: Term| *size_of.entry(term).or_insert_with(|| pool.graph(&[term]).len().min(MAX_SIZE));
        flips.retain(|flip| flip.order < 4 || self.attempts(flip) < MAX_ATTEMPTS);
        flips.sort_by_cached_key(|flip| (flip.order, self.attempts(flip), size(flip.constraint), flip.step));
        Turns {
            flips: flips.into_iter(),
            prefixes: prefix_hashes(path),
            tried: FxHashMap::default(),
            exceptions: 0,
        }
    }

    /// The next flip, counted as tried; `None` when all had their turn.
    pub fn next(&mut self, turns: &mut Turns) -> Option<Flip> {
        for flip in turns.flips.by_ref() {
            let tried = turns.tried.entry(flip.key).or_insert(0);
            // Of what may have decided a branch without a term each step has its turn.
            let most = if flip.order == 2 { WINDOW as u32 } else { MAX_STEPS_OF_EDGE };
            if *tried >= most || flip.order == 3 && turns.exceptions >= MAX_EXCEPTIONS {
                continue;
            }
            if !self.asked.insert(hash(&(turns.prefixes[flip.step], flip.constraint))) {
                continue;
            }
            *tried += 1;
            turns.exceptions += usize::from(flip.order == 3);
            *self.attempts.entry(flip.key).or_insert(0) += 1;
            return Some(flip);
        }
        None
    }

    /// The best `most` flips of a path, one for each edge, counted as tried.
    pub fn choose(
        &mut self,
        pool: &TermPool,
        path: &PathCondition,
        flips: Vec<Flip>,
        most: usize,
    ) -> Vec<Flip> {
        let mut turns = self.turns(pool, path, flips);
        let mut chosen = Vec::new();
        while chosen.len() < most {
            let Some(flip) = self.next(&mut turns) else { break };
            if flip.order != 2 {
                turns.solved(&flip);
            }
            chosen.push(flip);
        }
        chosen
    }

    /// How many queries for the same were given up before.
    #[must_use]
    pub fn given_up(&self, flip: &Flip) -> u32 {
        self.given_up.get(&flip.key).copied().unwrap_or(0)
    }

    /// The solver gave up on a flip: it may be asked again, and then with more work.
    pub fn give_up(&mut self, turns: &Turns, flip: &Flip) {
        *self.given_up.entry(flip.key).or_insert(0) += 1;
        self.asked.remove(&hash(&(turns.prefixes[flip.step], flip.constraint)));
    }
}

/// What a run showed.
#[derive(Debug)]
pub struct Shown<'r> {
    /// Its path.
    pub path: &'r PathCondition,
    /// For each step, how many branches with terms came before it.
    pub positions: &'r [u32],
    /// Branches of the code under test.
    pub branches: &'r [UnitBranch],
    /// Numbers of edges.
    pub edges: &'r EdgeMap,
    /// What runs took.
    pub seen: &'r Seen,
}

impl Shown<'_> {
    /// All flips of the path.
    #[must_use]
    pub fn flips(
        &self,
        pool: &mut TermPool,
        program: &Program,
        is_unit: &mut dyn FnMut(FuncId) -> bool,
    ) -> Vec<Flip> {
        let mut flips = Vec::new();
        for (step, decided) in self.path.steps.iter().enumerate() {
            match decided.kind {
                StepKind::Implicit(kind) => flips.extend(decided.others.iter().map(|&constraint| Flip {
                    step,
                    constraint,
                    edge: None,
                    order: if kind == ImplicitKind::Outcome { 2 } else { 3 },
                    key: (u32::MAX, constraint.0),
                })),
                StepKind::Branch { function, site, .. } if is_unit(function) => {
                    let first = self.edges.first_edge(function, site);
                    for other in alternatives(pool, program, decided) {
                        let edge = first.map(|first| first + other.outcome);
                        let is_open = edge.is_some_and(|edge| !self.seen.is_seen(edge));
                        let order = if is_open { 1 } else { 4 };
                        let key = (edge.unwrap_or(u32::MAX - 1), 0);
                        flips.push(Flip { step, constraint: other.constraint, edge, order, key });
                    }
                }
                StepKind::Branch { function, site, .. } => {
                    let first = self.edges.first_edge(function, site);
                    for other in alternatives(pool, program, decided) {
                        let key = (first.map_or(u32::MAX - 1, |first| first + other.outcome), 2);
                        let constraint = other.constraint;
                        flips.push(Flip { step, constraint, edge: None, order: 5, key });
                    }
                }
            }
        }
        self.flips_before_silent_branches(pool, program, &mut flips);
        flips
    }

    /// Flips of what may have decided branches that have no term and an edge that no run took.
    fn flips_before_silent_branches(&self, pool: &mut TermPool, program: &Program, flips: &mut Vec<Flip>) {
        let mut asked = FxHashSet::default();
        for branch in self.branches.iter().filter(|branch| !branch.has_term) {
            let Some(edge) = self.open_edge(branch) else { continue };
            if !asked.insert(edge) {
                continue;
            }
            let end = self.positions.partition_point(|&position| position < branch.position);
            for step in (end.saturating_sub(WINDOW)..end).rev() {
                let decided = &self.path.steps[step];
                let others = alternatives(pool, program, decided);
                let others =
                    others.iter().map(|other| other.constraint).chain(decided.others.iter().copied());
                flips.extend(others.map(|constraint| Flip {
                    step,
                    constraint,
                    edge: Some(edge),
                    order: 2,
                    key: (edge, 1),
                }));
            }
        }
    }

    /// An edge of the same site that no run took.
    fn open_edge(&self, branch: &UnitBranch) -> Option<u32> {
        let first = self.edges.first_edge(branch.function, branch.site)?;
        let is_of_site = |edge: &u32| {
            self.edges
                .origin(*edge)
                .is_some_and(|origin| origin.function == branch.function && origin.site == branch.site)
        };
        (first..).take_while(is_of_site).find(|&edge| !self.seen.is_seen(edge))
    }
}

/// For each step, a hash of the conditions before it.
fn prefix_hashes(path: &PathCondition) -> Vec<u64> {
    let mut hashes = Vec::with_capacity(path.steps.len() + 1);
    let mut last = 0;
    for step in &path.steps {
        hashes.push(last);
        last = hash(&(last, step.constraint));
    }
    hashes
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
