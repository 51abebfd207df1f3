//! The loop of an exploration: one candidate after the other, by what is open now.
//!
//! Open vectors of decisions are asked for first, then what the searcher chooses. Each step counts as evaluations, by
//! the work that the solver had with it, so that a budget of these bounds the solver too: the same on every machine,
//! and however hard the questions are.

use super::guide::GoalGuide;
use super::misses::NearMisses;
use super::vectors::Question;
use super::{Exploration, Paths, STARTS};
use crate::context::search::SearchContext;
use crate::schedule::clock::{Allowance, Clock};
use crate::schedule::price::{EFFORT_PER_EVALUATION, price};
use std::sync::Arc;
use trine_dse::Progress;

/// What an exploration goes by until coverage changes.
struct Bearings<'a> {
    guide: GoalGuide<'a>,
    misses: NearMisses,
    /// Questions about open vectors of decisions, the next one last.
    vectors: Vec<Question>,
}

impl<'a> Paths<'a> {
    /// Tries candidates within `allowance`; the number of those tried.
    pub(super) fn continue_exploration(
        &mut self,
        context: &mut SearchContext<'_, 'a>,
        exploration: &mut Exploration<'a>,
        steps: u64,
        allowance: &Allowance,
    ) -> u64 {
        context.follow_archive(exploration);
        exploration.finished = false;
        let mut bearings = context.bearings(exploration);
        let mut tried = 0;
        while tried < steps
            && !context.evaluator.clock.has_used(allowance)
            && !context.done()
            && !context.is_out_of_iterations()
        {
            if self.give_up_if_large(context, exploration) {
                break;
            }
            let before = exploration.effort();
            exploration.limit_questions(&context.evaluator.clock, allowance);
            let progress = context.step_exploration(exploration, &mut bearings);
            match progress {
                Progress::Finished => {
                    exploration.finished = true;
                    break;
                }
                Progress::Skipped => continue,
                Progress::Ran { covered, .. } if covered > 0 => bearings = context.bearings(exploration),
                Progress::Ran { .. } | Progress::Refuted | Progress::Unknown => {}
            }
            context.evaluator.clock.evaluations += price(exploration.effort() - before);
            tried += 1;
            if exploration.wish.is_some() {
                // What lies behind is seen in the larger shape only.
                break;
            }
        }
        exploration.known_tests = context.evaluator.archive.candidates.len();
        tried
    }
}

impl<'a> SearchContext<'_, 'a> {
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

/// A question may take this part of what is left of a budget of evaluations: no question is worth the rest.
const QUESTION_SHARE: u64 = 4;
/// Evaluations that a question may take however little is left.
const LEAST_QUESTION_EVALS: u64 = 2_000;

impl Exploration<'_> {
    /// Of a budget of time, a question may take what is left of `allowance`: longer ones are for larger budgets. Of a budget
    /// of evaluations, which may be small, a part of the rest.
    pub(super) fn limit_questions(&mut self, clock: &Clock<'_>, allowance: &Allowance) {
        let deadline = clock.deadline_of(allowance);
        let effort = match deadline {
            Some(_) => u64::MAX,
            None => {
                let evaluations = (clock.remaining() / QUESTION_SHARE).max(LEAST_QUESTION_EVALS);
                evaluations.saturating_mul(EFFORT_PER_EVALUATION)
            }
        };
        self.explorer.limit_questions(effort, deadline);
    }
}
