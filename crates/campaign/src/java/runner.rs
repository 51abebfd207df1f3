//! Runs sequences for the search: which goals they cover, and how far they stay from the others.

use std::sync::Arc;
use trine_frontend_jvm::cover::{Goal, UnitCover};
use trine_harness_jvm::{Run, Stage};
use trine_jdk::ProbeRecorder;
use trine_sequences::{Evaluation, GoalId, Runner};
use trine_testcase::objects::Sequence;

/// A machine with what is to be covered in it.
pub struct UnitRunner {
    /// The machine.
    pub stage: Stage,
    /// The goals; their positions are their ids.
    pub goals: Vec<Goal>,
    recorder: ProbeRecorder,
    /// Runs so far.
    pub runs: u64,
}

impl UnitRunner {
    /// Measures `goals` of `cover` in `stage`.
    pub fn new(mut stage: Stage, cover: &Arc<UnitCover>, goals: Vec<Goal>) -> Self {
        let program = Arc::clone(&stage.parts().1.program);
        let recorder = ProbeRecorder::new(program, Arc::clone(cover));
        Self { stage, goals, recorder, runs: 0 }
    }

    /// Runs `sequence` alone, from a reset.
    pub fn run_alone(&mut self, sequence: &Sequence) -> Run {
        self.runs += 1;
        self.recorder.clear();
        self.stage.reset();
        self.stage.run(sequence, &mut self.recorder)
    }

    /// Goals that were covered since the recorder was cleared, in order.
    pub fn covered(&self) -> Vec<GoalId> {
        let goals = self.goals.iter().enumerate();
        let covered = goals.filter(|(_, goal)| goal.is_covered(&self.recorder.passed));
        covered.map(|(at, _)| GoalId(at as u32)).collect()
    }

    /// Whether `sequence` alone covers all of `wanted`, and ends as a test may.
    pub fn still_covers(&mut self, sequence: &Sequence, wanted: &[GoalId]) -> bool {
        let run = self.run_alone(sequence);
        super::suite::ends_as_test(&run.ended, sequence)
            && wanted.iter().all(|goal| self.goals[goal.0 as usize].is_covered(&self.recorder.passed))
    }

    /// The machine and the recorder of probes.
    pub fn parts(&mut self) -> (&mut Stage, &mut ProbeRecorder) {
        (&mut self.stage, &mut self.recorder)
    }
}

impl Runner for UnitRunner {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let run = self.run_alone(sequence);
        let covered = self.covered();
        let distances = open
            .iter()
            .map(|goal| if covered.binary_search(goal).is_ok() { 0.0 } else { f64::INFINITY })
            .collect();
        let classes = self.stage.classes(sequence, &run);
        let state = self.stage.state(&classes, &run);
        Evaluation { ended: run.ended, covered, distances, classes, state, steps: run.steps }
    }
}
