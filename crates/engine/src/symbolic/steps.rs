//! The loop of an exploration: one candidate after the other, by what is open now.
//!
//! Open vectors of decisions are asked for first, then what the searcher chooses. Each step counts as evaluations, so
//! that a budget of these bounds the solver too.

use super::guide::GoalGuide;
use super::misses::NearMisses;
use super::vectors::Question;
use super::{Exploration, GIVEN_UP_EVALS, QUESTION_EVALS, STARTS};
use crate::clock::Allowance;
use crate::session::Session;
use std::sync::Arc;
use trine_dse::Progress;

/// What an exploration goes by until coverage changes.
struct Bearings<'a> {
    guide: GoalGuide<'a>,
    misses: NearMisses,
    /// Questions about open vectors of decisions, the next one last.
    vectors: Vec<Question>,
}

impl<'a> Session<'_, 'a> {
    /// Tries candidates within `allowance`; the number of those tried.
    pub(super) fn continue_exploration(
        &mut self,
        exploration: &mut Exploration<'a>,
        steps: u64,
        allowance: &Allowance,
    ) -> u64 {
        // A question may take what is left of the slice: longer ones are for larger budgets.
        exploration.explorer.end_questions_at(self.evaluator.clock.deadline_of(allowance));
        self.follow_archive(exploration);
        exploration.finished = false;
        let mut bearings = self.bearings(exploration);
        let mut tried = 0;
        while tried < steps
            && !self.evaluator.clock.has_used(allowance)
            && !self.done()
            && !self.is_out_of_iterations()
        {
            if self.give_up_if_large(exploration) {
                break;
            }
            let progress = self.step_exploration(exploration, &mut bearings);
            match progress {
                Progress::Finished => {
                    exploration.finished = true;
                    break;
                }
                Progress::Skipped => continue,
                Progress::Ran { covered, .. } if covered > 0 => bearings = self.bearings(exploration),
                Progress::Ran { .. } | Progress::Refuted | Progress::Unknown => {}
            }
            self.evaluator.clock.evaluations += price(&progress);
            tried += 1;
            if exploration.wish.is_some() {
                // What lies behind is seen in the larger shape only.
                break;
            }
        }
        exploration.known_tests = self.evaluator.archive.candidates.len();
        tried
    }

    /// Whether tests in its shape were archived since the exploration was left.
    pub(super) fn has_news_for(&self, exploration: &Exploration<'_>) -> bool {
        let new = self.evaluator.archive.candidates.get(exploration.known_tests..).unwrap_or_default();
        !exploration.given_up && new.iter().any(|candidate| candidate.shape.is_like(&exploration.entry.shape))
    }

    /// Adds the paths of tests that were archived since the exploration was left: what values or other shapes found, paths
    /// go on from.
    fn follow_archive(&mut self, exploration: &mut Exploration<'a>) {
        let entry = Arc::clone(&exploration.entry);
        let new = self.evaluator.archive.candidates.get(exploration.known_tests..).unwrap_or_default();
        let alike = new.iter().filter(|candidate| candidate.shape.is_like(&entry.shape));
        let starts: Vec<_> = alike.rev().take(STARTS).map(|candidate| entry.adopt(&candidate.test)).collect();
        self.start_from(exploration, starts);
    }

    fn bearings(&self, exploration: &mut Exploration<'a>) -> Bearings<'a> {
        let guide = self.guide(&exploration.entry);
        let misses = self.misses(&guide);
        let pool = &mut exploration.domain.pool;
        let vectors = exploration.vectors.questions(pool, &exploration.explorer.tree, &guide);
        Bearings { guide, misses, vectors }
    }

    fn step_exploration(
        &mut self,
        exploration: &mut Exploration<'a>,
        bearings: &mut Bearings<'a>,
    ) -> Progress {
        let (entry, before) = (Arc::clone(&exploration.entry), exploration.counts());
        let program = Arc::clone(self.evaluator.harness.program());
        let vector = bearings.vectors.pop();
        vector.iter().for_each(|question| exploration.vectors.note(question));
        let (explorer, mut subject) = exploration.parts(self.evaluator, &entry, &mut bearings.misses);
        let progress = match vector {
            Some(Question { candidate, rest }) => explorer.ask(&mut subject, &program, candidate, &rest),
            None => explorer.step(&mut subject, &program, &bearings.guide),
        };
        self.count_paths(before, exploration.counts());
        progress
    }
}

/// Evaluations that a step of an exploration counts as, its run apart.
pub(super) fn price(progress: &Progress) -> u64 {
    QUESTION_EVALS + if *progress == Progress::Unknown { GIVEN_UP_EVALS } else { 0 }
}
