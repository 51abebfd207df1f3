//! Inputs for the paths of one shape: by search, by accident, or by the solver; refutations for the rest.
//!
//! | algorithm | minimizes |
//! |---|---|
//! | alternating variables ([`Avm`]) | the sum of the distances of all constraints |
//! | the paper's genetic algorithm ([`breed`]) | see [`Worth`] |
//!
//! A path counts as covered when a run of the inputs, in the machine and judged like any other, takes its decisions. The
//! values of a solution are made simple first, as far as its constraints allow.
//!
//! Archived tests of the shape, from the runs that gave it its form, strike off paths before anything is searched for.

use super::enumerate::QUERY_EVALS;
use super::lookup::{Lookup, Tapes};
use super::shape::ShapePaths;
use crate::context::archive::Candidate;
use crate::context::search::SearchContext;
use crate::options::Algorithm;
use crate::policy::PATHS;
use crate::suite::simplify::simpler;
use std::collections::BTreeMap;
use trine_dse::Decision;
use trine_harness::Ending;
use trine_record::{PathMeans, PathState};
use trine_search::avm::AvmConfig;
use trine_search::genetic::roulette::{Genes, RouletteConfig, Worth, breed};
use trine_search::{Avm, ConstraintSet, Fitness, Outcome};
use trine_solver::Answer;

/// A path that inputs for another one took, and these values of the leaves.
type Accident = (usize, Vec<u128>);

/// The paths of one shape being solved.
struct Solving<'x, 's, 'a> {
    context: &'x mut SearchContext<'s, 'a>,
    shape: &'x mut ShapePaths,
    lookup: Lookup,
    /// Positions by decisions.
    by_decisions: BTreeMap<Vec<Decision>, usize>,
    /// Tests of paths that were covered.
    tests: Vec<(usize, Candidate)>,
}

/// What the search for one path came to: leaves that satisfy its constraints, and leaves that other paths are followed by.
struct Attempt {
    solution: Option<Vec<u128>>,
    accidents: Vec<Accident>,
}

/// Covers the chosen paths of `shape`, whose numbers begin after `first`; `left` paths share what the budget has left.
/// Gives the tests, by position of the path.
pub(super) fn solve(
    context: &mut SearchContext<'_, '_>,
    shape: &mut ShapePaths,
    first: usize,
    left: usize,
) -> Vec<(usize, Candidate)> {
    let lookup = Lookup::new(&shape.found);
    let by_decisions =
        shape.found.iter().enumerate().map(|(at, found)| (found.decisions.clone(), at)).collect();
    let chosen = context.pathwise.chosen.clone();
    let is_chosen =
        |at: usize| chosen.as_ref().is_none_or(|chosen| chosen.contains(&((first + at + 1) as u32)));
    let count = shape.found.len();
    let mut solving = Solving { context, shape, lookup, by_decisions, tests: Vec::new() };
    solving.strike_off_archived(&is_chosen);
    for at in (0..count).filter(|&at| is_chosen(at)) {
        if solving.shape.found[at].state.is_none() {
            solving.solve_one(at, left - at, &is_chosen);
        }
    }
    solving.tests
}

impl Solving<'_, '_, '_> {
    /// Runs that other phases made follow paths too.
    fn strike_off_archived(&mut self, is_chosen: &dyn Fn(usize) -> bool) {
        let entry = &self.shape.entry;
        let candidates = self.context.evaluator.archive.candidates.iter();
        let same = candidates.filter(|candidate| candidate.shape.is_like(&entry.shape));
        let leaves: Vec<Vec<u128>> = same.map(|candidate| entry.adopt(&candidate.test)).collect();
        for leaves in leaves {
            let mut tapes = Tapes::default();
            let inputs = self.shape.assignment(&leaves);
            let path = self.lookup.path(&self.shape.domain.pool, &mut tapes, &inputs);
            if let Some(path) = path.filter(|&path| is_chosen(path)) {
                self.confirm(path, leaves, PathMeans::Accident);
            }
        }
    }

    fn solve_one(&mut self, at: usize, left: usize, is_chosen: &dyn Fn(usize) -> bool) {
        if self.context.evaluator.clock.exhausted() {
            let reason = "the budget was used before it was tried".to_owned();
            self.shape.found[at].state = Some(PathState::Open { reason });
            return;
        }
        let share = self.context.evaluator.clock.remaining() / (2 * left.max(1) as u64);
        let Attempt { solution, accidents } = self.search(at, share, is_chosen);
        for (path, leaves) in accidents {
            self.confirm(path, leaves, PathMeans::Accident);
        }
        let satisfiable = solution.is_some();
        if let Some(leaves) = solution {
            let by = match self.context.algorithm {
                Algorithm::Avm => PathMeans::Variables,
                Algorithm::Ga => PathMeans::Genetic,
            };
            self.confirm(at, leaves, by);
        }
        if self.shape.found[at].state.is_none() {
            let satisfiable = self.ask_solver(at) || satisfiable;
            let found = &mut self.shape.found[at];
            let evaluations = found.evaluations;
            found.state.get_or_insert_with(|| PathState::Open {
                reason: match satisfiable {
                    true => "a run whose inputs satisfy its conditions goes another way: it depends on more than these".to_owned(),
                    false => format!("possibly infeasible: no inputs found in {evaluations} evaluations, and the solver gave up"),
                },
            });
        }
    }

    /// Searches inputs for the path at `at`, in so many evaluations of its constraints; and inputs for others on the way.
    fn search(&mut self, at: usize, share: u64, is_chosen: &dyn Fn(usize) -> bool) -> Attempt {
        let Solving { context, shape, lookup, .. } = self;
        let (algorithm, line_search) = (context.algorithm, context.line_search);
        let pool = &shape.domain.pool;
        let constraints = shape.all_constraints(at);
        let (mut set, mut tapes) = (ConstraintSet::new(pool, &constraints), Tapes::default());
        let places = shape.places(&constraints);
        let kinds: Vec<_> = places.iter().map(|&place| shape.entry.kinds[place].clone()).collect();
        let range = |&place: &usize| shape.entry.ranges.get(place).copied().flatten();
        let ranges: Vec<_> = places.iter().map(range).collect();
        let with = |leaves: &mut Vec<u128>, genes: &[u128]| {
            places.iter().zip(genes).for_each(|(&place, &gene)| leaves[place] = gene);
        };
        let mut leaves = shape.entry.defaults.clone();
        let (mut evaluations, mut accidents) = (0, Vec::<Accident>::new());
        let is_wanted = |path: usize| path != at && shape.found[path].state.is_none() && is_chosen(path);
        let clock = &mut context.evaluator.clock;
        let mut distances = Vec::with_capacity(constraints.len());
        // The distances of all constraints; none when there is nothing left to evaluate with.
        let mut evaluate = |genes: &[u128], distances: &mut Vec<f64>| {
            if evaluations >= share || clock.exhausted() {
                return None;
            }
            (evaluations, clock.evaluations) = (evaluations + 1, clock.evaluations + 1);
            with(&mut leaves, genes);
            let inputs = shape.assignment(&leaves);
            if let Some(path) = lookup.path(pool, &mut tapes, &inputs).filter(|&path| is_wanted(path))
                && accidents.iter().all(|(known, _)| *known != path)
            {
                accidents.push((path, leaves.clone()));
            }
            distances.clear();
            distances.extend(set.distances(&inputs));
            Some(())
        };
        let mut stream = context.stream.split(&format!("path {at}"));
        let (mut found, mut generations) = (None, 0);
        match algorithm {
            Algorithm::Avm => {
                let config = AvmConfig { line_search, ..AvmConfig::default() };
                let mut avm = Avm::new(&kinds, config).within(&ranges);
                let mut objective = |genes: &[u128]| {
                    evaluate(genes, &mut distances)?;
                    Some(Fitness {
                        approach_level: 0,
                        branch_distance: distances.iter().sum::<f64>().min(f64::MAX),
                    })
                };
                let start: Vec<u128> = places.iter().map(|&place| shape.entry.defaults[place]).collect();
                if avm.run(&start, &context.values, &mut stream, &mut objective) == Outcome::Solved {
                    found = Some(avm.best().0.to_vec());
                }
            }
            Algorithm::Ga => {
                let genes = Genes { kinds: &kinds, ranges: &ranges };
                let mut worth = |genes: &[u128]| {
                    evaluate(genes, &mut distances)?;
                    Some(Worth::of(distances.iter().copied()))
                };
                let bred = breed(genes, &RouletteConfig::default(), &context.values, &mut stream, &mut worth);
                (found, generations) = (bred.solution, bred.generations);
            }
        }
        let solution = found.map(|genes| {
            with(&mut leaves, &genes);
            leaves
        });
        (shape.found[at].evaluations, shape.found[at].generations) = (evaluations, generations);
        Attempt { solution, accidents }
    }

    /// What the solver says of a path that search did not solve; whether it has inputs.
    fn ask_solver(&mut self, at: usize) -> bool {
        let found = &self.shape.found[at];
        if let Some(leaves) = found.sample.clone() {
            self.confirm(at, leaves, PathMeans::Solver);
            return true;
        }
        let constraints = found.constraints.clone();
        self.context.evaluator.clock.evaluations += QUERY_EVALS;
        let counts = &mut self.context.path_counts;
        counts.queries += 1;
        match self.shape.ask_once_more(&constraints) {
            Answer::Satisfiable(model) => {
                let leaves = self.shape.inputs.leaves(&model, &self.shape.entry);
                self.confirm(at, leaves, PathMeans::Solver);
                return true;
            }
            Answer::Unsatisfiable => {
                counts.unsatisfiable += 1;
                self.shape.found[at].state = Some(self.shape.unsatisfiable(&self.shape.found[at]));
            }
            Answer::Unknown(_) => counts.unknown += 1,
        }
        false
    }

    /// Runs `leaves`, made simple, which are meant to follow the path at `at`; notes whichever path the run follows.
    fn confirm(&mut self, at: usize, leaves: Vec<u128>, by: PathMeans) {
        let leaves = self.simple(at, leaves);
        let (decisions, ending) = self.shape.run(self.context.evaluator, &leaves);
        let Some(&path) = self.by_decisions.get(&decisions) else { return };
        if self.shape.found[path].state.is_some() {
            return;
        }
        let evaluator = &mut *self.context.evaluator;
        let state = if evaluator.counts(&ending) {
            match evaluator.candidate(&self.shape.entry, &leaves) {
                Some(candidate) => {
                    self.tests.push((path, candidate.clone()));
                    evaluator.archive.kept.push(candidate);
                    PathState::Covered { test: None, by }
                }
                None => PathState::Open {
                    reason: "its run depends on addresses or on memory that was never written".to_owned(),
                },
            }
        } else {
            match ending {
                Ending::Fault(_) => PathState::Crashes { by },
                Ending::Discarded => {
                    PathState::Open { reason: "its run ends where an assumption does not hold".to_owned() }
                }
                _ => PathState::Open { reason: "its run ended at a limit of the tool".to_owned() },
            }
        };
        self.shape.found[path].state = Some(state);
        self.shape.found[path].sample = Some(leaves);
    }

    /// The simplest values near `leaves` for which the constraints of the path still hold.
    fn simple(&self, at: usize, mut leaves: Vec<u128>) -> Vec<u128> {
        let shape = &self.shape;
        let constraints = shape.all_constraints(at);
        let mut set = ConstraintSet::new(&shape.domain.pool, &constraints);
        if !set.holds(&shape.assignment(&leaves)) {
            return leaves;
        }
        for _ in 0..PATHS.simpler_iterations {
            let before = leaves.clone();
            for place in shape.places(&constraints) {
                let default = shape.entry.defaults[place];
                for value in simpler(&shape.entry.kinds[place], leaves[place], default) {
                    let old = std::mem::replace(&mut leaves[place], value);
                    if set.holds(&shape.assignment(&leaves)) {
                        break;
                    }
                    leaves[place] = old;
                }
            }
            if leaves == before {
                break;
            }
        }
        shape.entry.allowed(&leaves).into_owned()
    }
}
