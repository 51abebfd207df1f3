//! Runs sequences for the search: which goals they cover, and how far they stay from the others.

use super::findings::Faults;
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
    observer: GoalObserver,
    /// Runs so far.
    pub runs: u64,
    /// Faults that the search came to.
    pub faults: Faults,
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
    /// Measures `goals` of `cover` in `stage`.
    pub fn new(mut stage: Stage, cover: &Arc<UnitCover>, goals: Vec<Goal>, steps: u64) -> Self {
        stage.limit_steps(steps);
        let goals: Arc<[Goal]> = goals.into();
        let observer = GoalObserver::new(stage.parts().1, cover, Arc::clone(&goals));
        Self { stage, goals, observer, runs: 0, faults: Faults::default(), steps, limited: 0 }
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
        run
    }

    /// Runs `sequence` alone, from a reset; what it covers is known then, no distance.
    pub fn run_alone(&mut self, sequence: &Sequence) -> Run {
        self.run_measured(sequence, false)
    }

    /// Goals that the last run covered, in order.
    pub fn covered(&self) -> Vec<GoalId> {
        self.observer.covered().map(|at| GoalId(at as u32)).collect()
    }

    /// Whether `sequence` alone covers all of `wanted`, and ends as a test may.
    pub fn still_covers(&mut self, sequence: &Sequence, wanted: &[GoalId]) -> bool {
        let run = self.run_alone(sequence);
        let passed = self.observer.passed();
        ends_as_test(&run.ended, sequence)
            && wanted.iter().all(|goal| self.goals[goal.0 as usize].is_covered(passed))
    }

    /// Does `work` with so many times the instructions for each run.
    pub fn with_patience<T>(&mut self, times: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        self.stage.limit_steps(self.steps.saturating_mul(times));
        let done = work(self);
        self.stage.limit_steps(self.steps);
        done
    }

    /// The machine and the observer of goals.
    pub fn parts(&mut self) -> (&mut Stage, &mut GoalObserver) {
        (&mut self.stage, &mut self.observer)
    }
}

impl Runner for UnitRunner {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let run = self.run_measured(sequence, true);
        self.faults.note(&mut self.stage, &run, sequence);
        let covered = self.covered();
        let distances = open.iter().map(|goal| self.observer.distance(goal.0 as usize)).collect();
        let classes = self.stage.classes(sequence, &run);
        let state = self.stage.state(&classes, &run);
        Evaluation { ended: run.ended, covered, distances, classes, state, steps: run.steps }
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
