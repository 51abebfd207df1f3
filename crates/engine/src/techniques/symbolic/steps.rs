//! The loop of an exploration: one candidate after the other, by what is open now.
//!
//! Open vectors of decisions are asked for first, then what the searcher chooses. Each step counts as evaluations, by
//! the work that the solver had with it, so that a budget of these bounds the solver too: the same on every machine,
//! and however hard the queries are.

use super::guide::GoalGuide;
use super::misses::NearMisses;
use super::vectors::VectorQuery;
use super::{Paths, ShapeExploration};
use crate::context::search::SearchContext;
use crate::policy::PATHS;
use crate::schedule::clock::{Allowance, Clock};
use crate::schedule::price::{EFFORT_PER_EVALUATION, price};
use std::sync::Arc;
use trine_dse::Progress;

/// What an exploration goes by until coverage changes.
struct ExplorationContext<'a> {
    guide: GoalGuide<'a>,
    misses: NearMisses,
    /// Queries about open vectors of decisions, the next one last.
    vectors: Vec<VectorQuery>,
}

impl<'a> Paths<'a> {
    /// Tries candidates within `allowance`; the number of those tried.
    pub(super) fn continue_exploration(
        &mut self,
        context: &mut SearchContext<'_, 'a>,
        exploration: &mut ShapeExploration<'a>,
        steps: u64,
        allowance: &Allowance,
    ) -> u64 {
        context.follow_archive(exploration);
        exploration.finished = false;
        // A vector is asked for once: in a turn that has room for it.
        let asks_for_vectors = !self.has_short_turns;
        let mut exploration_context = context.exploration_context(exploration, asks_for_vectors);
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
            exploration.limit_queries(&context.evaluator.clock, allowance, self.has_short_turns);
            let progress = context.step_exploration(exploration, &mut exploration_context);
            match progress {
                Progress::Finished => {
                    exploration.finished = true;
                    break;
                }
                Progress::Skipped => continue,
                Progress::Ran { covered, .. } if covered > 0 => {
                    exploration_context = context.exploration_context(exploration, asks_for_vectors)
                }
                Progress::Ran { .. } | Progress::Unsatisfiable | Progress::Unknown => {}
            }
            context.evaluator.clock.evaluations += price(exploration.effort() - before);
            tried += 1;
            if exploration.unmet_request.is_some() {
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
    pub(super) fn has_new_seeds_for(&self, exploration: &ShapeExploration<'_>) -> bool {
        let new = self.evaluator.archive.candidates.get(exploration.known_tests..).unwrap_or_default();
        !exploration.given_up && new.iter().any(|candidate| candidate.shape.is_like(&exploration.entry.shape))
    }

    /// Adds the paths of tests that were archived since the exploration was left: what values or other shapes found, paths
    /// go on from.
    fn follow_archive(&mut self, exploration: &mut ShapeExploration<'a>) {
        let entry = Arc::clone(&exploration.entry);
        let new = self.evaluator.archive.candidates.get(exploration.known_tests..).unwrap_or_default();
        let alike = new.iter().filter(|candidate| candidate.shape.is_like(&entry.shape));
        let starts: Vec<_> = alike
            .rev()
            .take(PATHS.exploration_starts)
            .map(|candidate| entry.adopt(&candidate.test))
            .collect();
        self.start_from(exploration, starts);
    }

    fn exploration_context(
        &self,
        exploration: &mut ShapeExploration<'a>,
        asks_for_vectors: bool,
    ) -> ExplorationContext<'a> {
        let guide = self.guide(&exploration.entry);
        let misses = self.misses(&guide);
        let pool = &mut exploration.domain.pool;
        let vectors = match asks_for_vectors {
            true => exploration.vectors.queries(pool, &exploration.explorer.tree, &guide),
            false => Vec::new(),
        };
        ExplorationContext { guide, misses, vectors }
    }

    fn step_exploration(
        &mut self,
        exploration: &mut ShapeExploration<'a>,
        exploration_context: &mut ExplorationContext<'a>,
    ) -> Progress {
        let (entry, before) = (Arc::clone(&exploration.entry), exploration.counts());
        let program = Arc::clone(self.evaluator.harness.program());
        let vector = exploration_context.vectors.pop();
        vector.iter().for_each(|query| exploration.vectors.note(query));
        let (explorer, mut subject) =
            exploration.parts(self.evaluator, &entry, &mut exploration_context.misses);
        let progress = match vector {
            Some(VectorQuery { candidate, rest }) => explorer.ask(&mut subject, &program, candidate, &rest),
            None => explorer.step(&mut subject, &program, &exploration_context.guide),
        };
        self.count_paths(before, exploration.counts());
        progress
    }
}

impl ShapeExploration<'_> {
    /// Of a budget of time, a query may take what is left of `allowance`: longer ones are for larger budgets. Of a budget
    /// of evaluations, which may be small, a part of the rest; in a short turn no more than what is left of it, and what
    /// is given up then is asked again.
    pub(super) fn limit_queries(&mut self, clock: &Clock<'_>, allowance: &Allowance, is_short_turn: bool) {
        let deadline = clock.deadline_of(allowance);
        let effort = match deadline {
            Some(_) => u64::MAX,
            None => {
                let evaluations = (clock.remaining() / PATHS.query_share).max(PATHS.min_query_evals);
                let of_turn = allowance.evaluations().saturating_sub(clock.evaluations);
                let evaluations = if is_short_turn { of_turn.min(evaluations) } else { evaluations };
                evaluations.saturating_mul(EFFORT_PER_EVALUATION)
            }
        };
        self.explorer.limit_queries(effort, deadline);
        self.explorer.postpone(is_short_turn);
    }
}
