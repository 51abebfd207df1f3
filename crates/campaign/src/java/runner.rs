//! Runs sequences for the search: which goals they cover, and how far they stay from the others.

use super::pairs::Pairs;
use super::thrown::Exceptions;
use std::sync::Arc;
use trine_frontend_jvm::cover::{Goal, UnitCover};
use trine_harness_jvm::{GoalObserver, Run, Stage};
use trine_sequences::{Evaluation, GoalId, Runner};
use trine_testcase::objects::{Ended, Sequence};

/// A machine with what is to be covered in it.
pub struct UnitRunner {
    /// The machine.
    pub stage: Stage,
    /// The goals; their positions are their ids.
    pub goals: Arc<[Goal]>,
    /// What the goals are made of.
    cover: Arc<UnitCover>,
    observer: GoalObserver,
    /// Ways through decisions, where independence is asked for.
    pub pairs: Pairs,
    /// Exceptions that runs showed, where they are goals.
    pub exceptions: Option<Exceptions>,
    /// The exception that the last run showed.
    shown: Option<GoalId>,
    /// Runs so far.
    pub runs: u64,
    /// Instructions that a run may take.
    steps: u64,
    /// Runs among the first [`FIRST_RUNS`] that came to that limit.
    limited: u64,
}

/// Runs after which the limit of instructions is looked at once.
const FIRST_RUNS: u64 = 8;

/// The limit is raised so much where half of the first runs come to it: what they all do, static initialisers above all, takes
/// longer than most tests do.
const RAISE: u64 = 40;

impl UnitRunner {
    /// Measures `goals` of `cover` in `stage`; exceptions are goals, too, where they are asked for.
    pub fn new(
        mut stage: Stage,
        cover: &Arc<UnitCover>,
        goals: Vec<Goal>,
        exceptions: bool,
        steps: u64,
    ) -> Self {
        stage.limit_steps(steps);
        let goals: Arc<[Goal]> = goals.into();
        let pairs = Pairs::new(cover, &goals);
        let wanted = Arc::clone(pairs.wanted());
        let observer = GoalObserver::with_vectors(stage.parts().1, cover, Arc::clone(&goals), wanted);
        let exceptions = exceptions.then(|| Exceptions::new(pairs.end()));
        let cover = Arc::clone(cover);
        Self { stage, goals, cover, observer, pairs, exceptions, shown: None, runs: 0, steps, limited: 0 }
    }

    fn run_measured(&mut self, sequence: &Sequence, measures: bool) -> Run {
        self.runs += 1;
        self.observer.clear();
        self.observer.measure(measures);
        self.stage.reset();
        let run = self.stage.run(sequence, &mut self.observer);
        self.observer.measure(true);
        if self.runs <= FIRST_RUNS {
            self.limited += u64::from(matches!(run.ended, Ended::Limit { .. }));
            if self.runs == FIRST_RUNS && 2 * self.limited >= self.runs {
                self.steps = self.steps.saturating_mul(RAISE);
                self.stage.limit_steps(self.steps);
            }
        }
        self.ended(sequence, &run.ended);
        run
    }

    /// Takes note of how a run ended: an exception may be a goal.
    pub fn ended(&mut self, sequence: &Sequence, ended: &Ended) {
        self.shown = self.exceptions.as_ref().and_then(|exceptions| exceptions.shown(sequence, ended));
    }

    /// Runs `sequence` alone, from a reset; what it covers is known then, no distance.
    pub fn run_alone(&mut self, sequence: &Sequence) -> Run {
        self.run_measured(sequence, false)
    }

    /// Goals that the last run covered, in order; of ways through decisions those that tests must show.
    pub fn covered(&self) -> Vec<GoalId> {
        let covered = self.observer.covered().map(|at| GoalId(at as u32)).chain(self.shown);
        covered.filter(|&goal| self.pairs.keeps(goal)).collect()
    }

    /// Whether the last run covered `goal`.
    fn is_covered(&self, goal: GoalId) -> bool {
        self.shown == Some(goal) || self.observer.is_covered(goal.0 as usize)
    }

    /// All goals that are reported, with their ids: those of the structure, and exceptions.
    pub fn reported(&self) -> Vec<(GoalId, Goal)> {
        let of_structure = (0u32..).map(GoalId).zip(self.goals.iter().cloned());
        let exceptions = self.exceptions.iter().flat_map(|exceptions| exceptions.found());
        of_structure.chain(exceptions.map(|(id, goal, _)| (id, goal.clone()))).collect()
    }

    /// Whether `sequence` alone covers all of `wanted`, and ends as a test may.
    pub fn still_covers(&mut self, sequence: &Sequence, wanted: &[GoalId]) -> bool {
        let run = self.run_alone(sequence);
        ends_as_test(&run.ended, sequence) && wanted.iter().all(|&goal| self.is_covered(goal))
    }

    /// The machine and the observer of goals.
    pub fn parts(&mut self) -> (&mut Stage, &mut GoalObserver) {
        (&mut self.stage, &mut self.observer)
    }
}

impl Runner for UnitRunner {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let run = self.run_measured(sequence, true);
        if let Some(exceptions) = &mut self.exceptions {
            let api = Arc::clone(self.stage.api());
            exceptions.learn(&self.cover, &api, sequence, &run.ended);
        }
        let covered = self.covered();
        if !matches!(run.ended, Ended::Limit { .. } | Ended::Unsupported { .. }) {
            self.pairs.learn(&covered);
        }
        let distances = open.iter().map(|goal| self.observer.distance(goal.0 as usize)).collect();
        let classes = self.stage.classes(sequence, &run);
        let state = self.stage.state(&classes, &run);
        Evaluation { ended: run.ended, covered, distances, classes, state, steps: run.steps }
    }

    fn settled(&mut self) -> Vec<GoalId> {
        self.pairs.settled()
    }
}

/// Whether a test may end so: all steps returned, or the last one threw what a test may wait for.
pub(super) fn ends_as_test(ended: &Ended, sequence: &Sequence) -> bool {
    match ended {
        Ended::Returned => true,
        Ended::Threw { step, .. } => step.0 as usize + 1 == sequence.steps.steps.len(),
        Ended::Limit { .. } | Ended::Unsupported { .. } => false,
    }
}
