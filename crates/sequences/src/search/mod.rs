//! The search for sequences: what all algorithms share, and the files that have one each.
//!
//! ```text
//! random.rs  whole_suite.rs  mosa.rs  dynamosa.rs  mio.rs     one file an algorithm, beside its paper
//!      \_________\____________|________/_________/
//!   sequence ──evaluate──> run ──> archive.rs (best sequence for each goal), nearest sequence to each open goal
//!                                      |
//!   local.rs: neighbours and avm.rs (leaves) of the nearest sequences, after each generation
//!
//!   wanted.rs: which members calls that are inserted are of; hidden.rs: objects of classes that tests cannot name, for what they answer
//!   doubts.rs: goals that only chance covers are open again
//!   ahead.rs: the solver and changes of objects, of which evolution hears where it stands still
//!   makers.rs: how many sequences are new, bred, or from local search; scheduler.rs: how many from the solver; both by rewards.rs
//! ```
//!
//! Deviations of all: sequences that reach a state of the objects under test that was not seen before are starting points of new ones
//! (as RANDOOP's, Pacheco et al., ICSE 2007); sequences are cut behind a step that throws.

mod ahead;
pub mod algorithm;
pub mod archive;
pub mod avm;
mod doubts;
mod dynamosa;
pub mod fronts;
mod grown;
mod hidden;
mod local;
mod makers;
mod mio;
mod mosa;
mod objects;
mod proposer;
mod random;
mod rewards;
mod scheduler;
mod symbolic;
mod wanted;
mod whole_suite;

pub use algorithm::Algorithm;
pub use proposer::{Proposer, Spent};
pub use symbolic::digest;
pub use symbolic::{AdaptiveDse, Keeps, Schedule};

use crate::cluster::Cluster;
use crate::draft::Draft;
use crate::evaluation::{GoalId, Runner};
use crate::operators::Operators;
use crate::round_trip::RoundTrips;
use ahead::Ahead;
use archive::Archive;
use grown::Grown;
use hidden::Hidden;
use makers::Makers;
use proposer::Proposing;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::rc::Rc;
use trine_base::Stream;
use trine_testcase::objects::{
    Action, ClassApi, Constants, Ended, MemberId, Sequence, Serialization, StepId,
};

/// A goal, and where it stands among the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalNode {
    /// Its id.
    pub id: GoalId,
    /// Goals that are control dependent on it: they are searched for once it is covered.
    pub children: Vec<GoalId>,
    /// Whether it is searched for from the start: control dependent on nothing but the entry of its method.
    pub is_root: bool,
    /// Whether it is searched for only once all goals that do not wait are covered, or none of them was for long: so what a criterion asks
    /// for beyond another one does not cost goals of that one.
    pub waits: bool,
}

/// What proposes sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Evolution and local search.
    #[default]
    Search,
    /// Random sequences, and dynamic symbolic execution of their leaves.
    Dse,
    /// Evolution, local search, and dynamic symbolic execution of the leaves of what they find.
    Hybrid,
}

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Seed of all randomness.
    pub seed: u64,
    /// Runs of sequences.
    pub budget_evals: u64,
    /// Sequences in the population.
    pub population: usize,
    /// Steps that a sequence grows to at most.
    pub max_steps: usize,
    /// Sequences that are tried before others.
    pub seeds: Vec<Sequence>,
    /// What searches.
    pub algorithm: Algorithm,
    /// Whether the nearest sequences are searched around after each generation; never by random search.
    pub local_search: bool,
    /// What proposes sequences.
    pub strategy: Strategy,
    /// How symbolic execution joins evolution.
    pub dse: AdaptiveDse,
    /// Whether it goes on when all goals are covered: for what runs show besides.
    pub goes_on: bool,
    /// Whether the leaves of sequences that bring objects into other states are searched, too, also of those that are no nearer to the
    /// target yet: a state that is needed may lie behind one that seems to lead away.
    pub climbs_from_states: bool,
    /// With this probability an array comes from a static member that gives one of so many elements as it is told.
    pub arrays_by_calls: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            budget_evals: 10_000,
            population: 50,
            max_steps: 40,
            seeds: Vec::new(),
            algorithm: Algorithm::default(),
            local_search: true,
            strategy: Strategy::default(),
            dse: AdaptiveDse::default(),
            goes_on: false,
            climbs_from_states: false,
            arrays_by_calls: 0.0,
        }
    }
}

/// Sequences with new states that are kept as starting points.
const MAX_STARTS: usize = 60;

/// Goals that wait are searched for when no other was covered in so many evaluations, and in as many as it took to cover the last one.
const PATIENCE_EVALS: u64 = 1_000;

/// Instructions that take about as long as what else there is to do for a run.
const INSTRUCTIONS_PER_EVALUATION: u64 = 5_000;

/// Searches for sequences that cover `goals`, until all are covered, the budget is used up, or `stop` says so.
///
/// Deterministic but for `stop`. `covered` hears of each goal when it is first covered, and of shorter sequences for it later, and who
/// proposed them.
pub fn search(
    api: &ClassApi,
    constants: &Constants,
    goals: &[GoalNode],
    runner: &mut dyn Runner,
    options: &Options,
    stop: &dyn Fn() -> bool,
    covered: &mut dyn FnMut(GoalId, &Sequence, Proposer),
) -> Found {
    let mut cluster = Cluster::new(api, constants);
    cluster.arrays_by_calls = options.arrays_by_calls;
    if cluster.subjects.is_empty() || goals.is_empty() {
        return Found::default();
    }
    let archive = Archive::new(goals);
    let ahead = Ahead::new(options, Archive::new(goals));
    let active = dynamosa::roots(goals, &archive);
    let mut search = Search {
        cluster,
        goals,
        archive,
        ahead,
        active,
        runner,
        options,
        stop,
        covered,
        rng: Stream::new(options.seed, "sequences"),
        evaluations: 0,
        instructions: 0,
        proposing: Proposing::start(),
        seeds: options.seeds.iter(),
        states: HashSet::new(),
        starts: Vec::new(),
        nearest: vec![None; goals.len()],
        last_news: 0,
        news: 0,
        makers: Makers::default(),
        round_trips: RoundTrips::default(),
        hidden: Hidden::default(),
        grown: Grown::default(),
        avoided: BTreeSet::new(),
        next_look: doubts::FIRST_LOOK,
        keeps_all: true,
        contexts: vec![VecDeque::new(); goals.len()],
        joined: false,
        came: vec![None; goals.len()],
        reaches: vec![None; goals.len()],
    };
    match options.strategy {
        Strategy::Dse => search.explore_alone(),
        Strategy::Search | Strategy::Hybrid => search.run_algorithm(),
    }
    let evaluations = search.all_evaluations();
    let spent = search.proposing.spent(evaluations);
    if let Some(ahead) = search.ahead {
        search.archive.merge(ahead.archive());
    }
    Found { sequences: search.archive.found(), spent }
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// For each goal that was covered the best sequence, in the order of the goals.
    pub sequences: Vec<(GoalId, Sequence)>,
    /// What it took.
    pub spent: Spent,
}

/// A sequence with what its run told.
#[derive(Clone, Debug)]
pub struct Individual {
    /// The sequence, cut behind a step that threw.
    pub sequence: Sequence,
    /// The step that threw.
    pub threw: Option<StepId>,
    /// How far it stayed from each goal, by the goal's position; infinite where that was not measured.
    pub distances: Vec<f64>,
}

impl Individual {
    /// Its steps.
    #[must_use]
    pub fn length(&self) -> usize {
        self.sequence.steps.steps.len()
    }

    /// What of two that are equally near is the better one: steps, an early end, leaves.
    #[must_use]
    pub fn cost(&self) -> usize {
        2 * self.length() + 3 * usize::from(self.threw.is_some()) + self.sequence.leaves.len() / 8
    }
}

/// A search at work.
struct Search<'s, 'a> {
    cluster: Cluster<'a>,
    goals: &'s [GoalNode],
    /// What evolution covered, or heard of.
    archive: Archive,
    /// What was done ahead of it.
    ahead: Option<Ahead>,
    /// Whether a goal is searched for, by position.
    active: Vec<bool>,
    runner: &'s mut dyn Runner,
    options: &'s Options,
    stop: &'s dyn Fn() -> bool,
    covered: &'s mut dyn FnMut(GoalId, &Sequence, Proposer),
    rng: Stream,
    evaluations: u64,
    /// Instructions of the runs.
    instructions: u64,
    proposing: Proposing,
    /// Sequences that are still to be tried first.
    seeds: std::slice::Iter<'s, Sequence>,
    /// States of the objects under test that were seen.
    states: HashSet<u64>,
    /// Sequences that reached a new state.
    starts: Vec<Sequence>,
    /// By goal: the sequence that came nearest to it so far.
    nearest: Vec<Option<Rc<Individual>>>,
    /// The evaluation in which a goal that does not wait was last covered for the first time.
    last_news: u64,
    /// Goals that were covered for the first time while they were searched for.
    news: usize,
    /// What new sequences, offspring and local search covered.
    makers: Makers,
    /// What round trips through bytes covered.
    round_trips: RoundTrips,
    /// Sequences that give objects of classes that tests cannot name.
    hidden: Hidden,
    /// Objects of other classes as large as calls made them.
    grown: Grown,
    /// Static fields whose values differ from world to world.
    avoided: BTreeSet<MemberId>,
    /// Evaluations before what is kept is looked at again.
    next_look: u64,
    /// Whether runs leave traces that cover no goal first: in states, starting points and nearest sequences.
    keeps_all: bool,
    /// By goal: sequences of different steps that came to its branch, the last ones, where symbolic execution is asked for.
    contexts: Vec<VecDeque<Rc<Individual>>>,
    /// Whether symbolic execution and changes of objects have joined evolution: it covered nothing for long, now or before.
    joined: bool,
    /// By goal: the evaluation in which a run first came to its branch, where symbolic execution is asked for.
    came: Vec<Option<u64>>,
    /// By goal: the distance, at most, of runs that come to its branch, once that is known.
    reaches: Vec<Option<f64>>,
}

impl<'a> Search<'_, 'a> {
    fn operators(&mut self) -> Operators<'_, 'a, '_> {
        Operators { cluster: &self.cluster, rng: &mut self.rng, max_steps: self.options.max_steps }
    }

    /// Evaluations, and what long ones take beyond the usual, in evaluations.
    fn work(&self) -> u64 {
        work(self.evaluations, self.instructions)
    }

    fn is_over(&self) -> bool {
        self.is_complete() && !self.options.goes_on
            || self.all_evaluations() >= self.options.budget_evals
            || (self.stop)()
    }

    /// Runs a sequence and takes note of what it covers; `None` when the search is over, or nothing of it can be run.
    fn evaluate(&mut self, sequence: Sequence) -> Option<Individual> {
        if self.is_over() {
            return None;
        }
        if sequence.steps.steps.is_empty() {
            // Counted, so that a search in which no call can be made ends.
            self.evaluations += 1;
            return None;
        }
        let open = match self.options.algorithm {
            // Its suites are judged by all goals.
            Algorithm::WholeSuite => self.goals.iter().map(|goal| goal.id).collect(),
            _ => self.archive.open(),
        };
        let evaluation = self.runner.run(&sequence, &open);
        self.evaluations += evaluation.runs;
        self.instructions += evaluation.steps;
        let (sequence, threw) = match evaluation.ended {
            Ended::Returned => (sequence, None),
            Ended::Threw { step, .. } => {
                if let Some(without) = self.without_needless(&sequence, step, &evaluation.covered) {
                    return self.evaluate(without);
                }
                (cut(sequence, step.0 as usize + 1), Some(step))
            }
            // No test: what is before that step may be one.
            Ended::Limit { step, .. } | Ended::Unsupported { step, .. } => {
                return self.evaluate(cut(sequence, step.0 as usize));
            }
        };
        let is_first = |at: &usize| !self.archive.is_covered(*at);
        let first =
            evaluation.covered.iter().filter_map(|&goal| self.archive.position(goal)).filter(is_first);
        let (waiting, others): (Vec<usize>, Vec<usize>) = first.partition(|&at| self.goals[at].waits);
        let is_round_trip = |by: &Serialization| by.is_used_by(&sequence);
        if !self.is_ahead() && self.cluster.api().serialization.as_ref().is_some_and(is_round_trip) {
            self.round_trips.note(!waiting.is_empty() || !others.is_empty());
        }
        if !waiting.is_empty() && self.are_waiting_due() {
            self.news += waiting.len();
        }
        if !others.is_empty() {
            self.news += others.len();
            self.last_news = self.evaluations;
        }
        let is_kept = self.archive(&sequence, &evaluation);
        if is_kept {
            self.activate(&evaluation);
        }
        self.settle();
        let is_new_state = is_kept && threw.is_none() && self.states.insert(evaluation.state);
        if is_kept {
            self.hidden.note(&sequence, &evaluation, is_new_state);
            self.grown.note(&sequence, &evaluation, &mut self.cluster);
        }
        if is_new_state {
            match self.starts.len() {
                ..MAX_STARTS => self.starts.push(sequence.clone()),
                len => {
                    let at = self.rng.position(len);
                    self.starts[at] = sequence.clone();
                }
            }
        }
        let mut distances = vec![f64::INFINITY; self.goals.len()];
        for (goal, distance) in open.iter().zip(&evaluation.distances) {
            if let Some(at) = self.archive.position(*goal) {
                distances[at] = if distance.is_nan() { f64::INFINITY } else { *distance };
            }
        }
        for goal in evaluation.covered.iter().filter_map(|&goal| self.archive.position(goal)) {
            distances[goal] = 0.0;
        }
        self.learn_reaches(&distances);
        let individual = Rc::new(Individual { sequence, threw, distances });
        if is_kept {
            self.note_nearest(&individual);
            self.note_context(&individual);
        }
        Some(Rc::unwrap_or_clone(individual))
    }

    /// The sequence without the step that threw, where that is a call on an object that is not under test, nothing uses what it gives, others
    /// stand behind it, and the run covered nothing new: what is behind it is what the test is about.
    fn without_needless(&self, sequence: &Sequence, threw: StepId, covered: &[GoalId]) -> Option<Sequence> {
        let at = threw.0 as usize;
        let is_last = at + 1 == sequence.steps.steps.len();
        let Action::Call { method, receiver: Some(_), .. } = sequence.steps.steps[threw].action else {
            return None;
        };
        let covers = |&goal: &GoalId| {
            self.archive.position(goal).is_some_and(|position| !self.archive.is_covered(position))
        };
        if is_last || self.cluster.is_subject(self.cluster.member(method).class) || covered.iter().any(covers)
        {
            return None;
        }
        let mut draft = Draft::new(sequence);
        if draft.users(threw).next().is_some() {
            return None;
        }
        draft.remove_with_users(at);
        Some(draft.finish())
    }

    /// A sequence to build on: one that reached a state that no other had reached, or one that covers a goal.
    fn start(&mut self) -> Option<Sequence> {
        let is_due = self.are_waiting_due();
        let of_goals = self.archive.kept(|at| is_due || !self.goals[at].waits);
        let at = self.rng.position((self.starts.len() + of_goals.len()).max(1));
        match at.checked_sub(self.starts.len()) {
            None => self.starts.get(at).cloned(),
            Some(at) => of_goals.get(at).map(|&sequence| sequence.clone()),
        }
    }

    /// A new sequence: one of those to be tried first, from nothing, from one to build on, or from two joined.
    fn fresh(&mut self) -> Sequence {
        if let Some(seed) = self.seeds.next() {
            return seed.clone();
        }
        let start = match self.rng.below(4) {
            0 | 1 => None,
            2 => self.start(),
            _ => match (self.start(), self.start()) {
                (Some(first), Some(second)) => Some(self.operators().join(&first, &second)),
                _ => None,
            },
        };
        let Some(start) = start else { return self.operators().random() };
        let mut draft = Draft::new(&start);
        for _ in 0..1 + self.rng.below(3) {
            self.operators().insert(&mut draft, None);
        }
        draft.finish()
    }
}

/// Evaluations that took so many instructions, in evaluations.
fn work(evaluations: u64, instructions: u64) -> u64 {
    evaluations + instructions / INSTRUCTIONS_PER_EVALUATION
}

/// The first `count` steps of a sequence.
#[must_use]
pub fn cut(sequence: Sequence, count: usize) -> Sequence {
    if sequence.steps.steps.len() <= count {
        return sequence;
    }
    let mut draft = Draft::new(&sequence);
    draft.steps.truncate(count);
    draft.finish()
}
