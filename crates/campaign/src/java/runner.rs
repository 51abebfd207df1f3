//! Runs sequences for the search: which goals they cover, and how far they stay from the others.

use std::sync::Arc;
use trine_dse_jvm::{LeafSolver, Seen, Statistics};
use trine_frontend_jvm::cover::{Goal, UnitCover};
use trine_harness_jvm::{GoalObserver, Run, Stage};
use trine_machine::Both;
use trine_sequences::{Evaluation, GoalId, Runner, Solved};
use trine_testcase::objects::{Constants, Ended, Sequence};

/// A machine with what is to be covered in it.
pub struct UnitRunner {
    /// The machine.
    pub stage: Stage,
    /// The goals; their positions are their ids.
    pub goals: Arc<[Goal]>,
    observer: GoalObserver,
    /// Solves for values of leaves, where the strategy asks for that.
    solver: Option<LeafSolver>,
    /// Edges that runs took.
    seen: Seen,
    /// Sequences that models gave, with the edges that their runs are to take.
    expected: Vec<(Sequence, u32)>,
    /// Of these: how many were run, and how many took another way.
    pub models: (u64, u64),
    /// Runs so far.
    pub runs: u64,
    /// Instructions that a run may take.
    steps: u64,
    /// Runs among the first [`FIRST_RUNS`] that came to that limit.
    limited: u64,
}

/// Instructions of a symbolic run: beyond these, terms cost more than they tell.
const SYMBOLIC_STEPS: u64 = 400_000;

/// What a symbolic run costs, in runs: what it does once, its instructions, and the work of the solver, fifty microseconds each.
const RUN_EVALS: u64 = 10;
const STEPS_PER_EVALUATION: u64 = 1_000;
const EFFORT_PER_EVALUATION: u64 = 5_000;

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
        Self {
            stage,
            goals,
            observer,
            solver: None,
            seen: Seen::default(),
            expected: Vec::new(),
            models: (0, 0),
            runs: 0,
            steps,
            limited: 0,
        }
    }

    /// Values of leaves are solved for from now on, in tests of the code of `cover`.
    pub fn solve_leaves(&mut self, cover: &UnitCover, constants: &Constants) {
        self.solver = Some(LeafSolver::new(self.stage.parts().1, cover.functions(), constants));
    }

    /// What solving took, where it was asked for.
    pub fn solving(&self) -> Option<Statistics> {
        self.solver.as_ref().map(|solver| solver.statistics)
    }

    /// Whether the run of a model's sequence took the edge that it was made for.
    fn check_model(&mut self, sequence: &Sequence) {
        let Some(at) = self.expected.iter().position(|(expected, _)| expected == sequence) else { return };
        let (_, edge) = self.expected.swap_remove(at);
        self.models.0 += 1;
        self.models.1 += u64::from(!self.seen.was_taken(edge));
    }

    fn run_measured(&mut self, sequence: &Sequence, measures: bool) -> Run {
        self.runs += 1;
        self.observer.clear();
        self.observer.measure(measures);
        self.stage.reset();
        let run = match self.solver {
            Some(_) => {
                self.seen.begin();
                self.stage.run(sequence, &mut Both(&mut self.observer, &mut self.seen))
            }
            None => self.stage.run(sequence, &mut self.observer),
        };
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

    /// The machine and the observer of goals.
    pub fn parts(&mut self) -> (&mut Stage, &mut GoalObserver) {
        (&mut self.stage, &mut self.observer)
    }
}

impl Runner for UnitRunner {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let run = self.run_measured(sequence, true);
        self.check_model(sequence);
        let covered = self.covered();
        let distances = open.iter().map(|goal| self.observer.distance(goal.0 as usize)).collect();
        let classes = self.stage.classes(sequence, &run);
        let state = self.stage.state(&classes, &run);
        Evaluation { ended: run.ended, covered, distances, classes, state, steps: run.steps }
    }

    fn solve(&mut self, sequence: &Sequence, most: usize) -> Option<Solved> {
        let solver = self.solver.as_mut()?;
        let before = solver.statistics;
        self.stage.limit_steps(self.steps.min(SYMBOLIC_STEPS));
        let solutions = solver.solve(&mut self.stage, sequence, &self.seen, most);
        self.stage.limit_steps(self.steps);
        let (steps, effort) =
            (solver.statistics.steps - before.steps, solver.statistics.effort - before.effort);
        let cost_evals = RUN_EVALS + steps / STEPS_PER_EVALUATION + effort / EFFORT_PER_EVALUATION;
        self.expected.clear();
        let expected =
            solutions.iter().filter_map(|solution| Some((solution.sequence.clone(), solution.edge?)));
        self.expected.extend(expected);
        Some(Solved {
            sequences: solutions.into_iter().map(|solution| solution.sequence).collect(),
            cost_evals,
        })
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
