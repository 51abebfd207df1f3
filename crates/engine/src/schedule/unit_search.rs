//! The search of one unit: explore shapes and values, then go goal by goal.
//!
//! ```text
//! explore:  defaults, random and mined values on the base shape, which grows as runs need   (crate::techniques::variation)
//! turns:    paths and attempts in turns that begin short and double (hybrid), where there are no other shapes
//! paths:    those of the base shape while they are rewarded (hybrid), before shapes take their part of the budget
//! follow:   shapes that archived tests suggest: structures unfold, pointers become equal    (trine_inputs::Shapes)
//! repeat:   several calls, of functions that remember something
//! variants: one pointer at a time made null, longer, another function; strings with room for a line
//! goals:    slices of paths (hybrid) and of attempts at the open goals, by recent reward    (crate::techniques::goal_search)
//! refute:   proofs for goals that nothing has reached
//! bounds:   bounds and null pointers probed, for faults that no goal leads to
//! ```
//!
//! Each technique starts from what the other found: alternating variables from the archive, explorations from the paths
//! of the tests that were archived since they were left.
//!
//! Algorithms count evaluations, never seconds, so that a budget in evaluations gives the same
//! suite on every machine. Parts of a budget of time are counted alike ([`crate::schedule::clock::Allowance`]).

use crate::context::search::SearchContext;
use crate::options::Strategy;
use crate::policy::SCHEDULE;
use crate::schedule::scheduler::{AdaptiveScheduler, Turn};
use crate::schedule::table::{Phase, RoundAhead, Table};
use crate::techniques::Technique;
use crate::techniques::goal_search::GoalSearch;
use crate::techniques::pathwise::Pathwise;
use crate::techniques::refutation::Refutation;
use crate::techniques::symbolic::{PathProof, Paths};

/// The search of one unit: what the techniques share, and the techniques.
pub struct UnitSearch<'s, 'a> {
    /// What they share.
    pub context: SearchContext<'s, 'a>,
    table: Table<'a>,
    paths: Paths<'a>,
    goals: GoalSearch,
    refutation: Refutation,
    pub(crate) pathwise: Pathwise,
    /// Whose turn it is, paths' or values'.
    scheduler: AdaptiveScheduler,
}

impl<'s, 'a> UnitSearch<'s, 'a> {
    /// A session over `context`.
    #[must_use]
    pub fn new(context: SearchContext<'s, 'a>) -> Self {
        Self {
            context,
            table: Table::default(),
            paths: Paths::default(),
            goals: GoalSearch::default(),
            refutation: Refutation::default(),
            pathwise: Pathwise::default(),
            scheduler: AdaptiveScheduler::default(),
        }
    }

    /// Searches until every goal is covered or the budget is used.
    pub fn run(&mut self) {
        self.context.evaluator.turn_of("values, random and mined");
        match self.context.strategy {
            Strategy::Dse => {
                // Paths first: what they do not lead to, other shapes may.
                self.context.begin_with_one();
                self.explore_all_paths();
                self.context.retype_arguments();
                if !self.context.is_out_of_iterations() {
                    self.try_shapes();
                    self.explore_all_paths();
                }
            }
            Strategy::Paths => {
                self.context.begin_with_one();
                self.try_shapes();
                let rest = self.context.evaluator.clock.share(1);
                self.pathwise.step(&mut self.context, &rest);
            }
            strategy => {
                self.context.explore();
                if self.context.explores_paths() && self.context.has_one_shape() {
                    self.take_short_turns();
                }
                if self.context.explores_paths() {
                    // What the solver finds in a moment, shapes need not look for.
                    self.look_at_paths();
                }
                self.try_shapes();
                match strategy {
                    Strategy::Random => self.context.random_forever(),
                    _ => self.goal_search(),
                }
            }
        }
        self.refute();
        self.refutation.finish(&mut self.context);
        // A unit with so many runs and no more is left as these leave it.
        if self.context.is_out_of_iterations() || self.context.evaluator.archive.only_kept {
            return;
        }
        if self.context.paths.hunts_faults {
            self.paths.hunt_faults(&mut self.context);
        }
        self.table.run(Phase::End, &mut self.context, RoundAhead::default());
    }

    /// The proof that what no run covered is infeasible, if all paths were seen.
    pub(crate) fn take_proof(&mut self) -> Option<PathProof> {
        self.paths.proof.take().or_else(|| self.pathwise.proof.take())
    }

    /// What the solvers of paths did, and those of proofs of single goals.
    pub(crate) fn solver(&self) -> (trine_solver::Statistics, &trine_solver::Statistics) {
        let mut all = self.paths.solver();
        all.add(&self.pathwise.statistics);
        (all, &self.refutation.statistics)
    }

    /// Other shapes than the base, and values in them.
    fn try_shapes(&mut self) {
        self.table.run(Phase::Shapes, &mut self.context, RoundAhead::default());
    }

    /// Looks for proofs that goals which are still open are infeasible, if that was not done yet.
    fn refute(&mut self) {
        let allowance = self.context.evaluator.clock.allow(SCHEDULE.refutation_slices * self.context.slice());
        self.refutation.step(&mut self.context, &allowance);
    }

    /// A slice of paths, and the shapes that their tests speak for.
    fn explore_paths(&mut self) {
        self.explore_paths_for(self.context.slice());
    }

    /// The same for `evaluations`.
    fn explore_paths_for(&mut self, evaluations: u64) {
        let allowance = self.context.evaluator.clock.allow(evaluations);
        self.paths.step(&mut self.context, &allowance);
        self.table.run(Phase::AfterPaths, &mut self.context, RoundAhead::default());
        self.paths.conclude(&self.context);
    }

    /// Explores paths until every goal is covered, the budget is used, or no candidate of any shape is left.
    fn explore_all_paths(&mut self) {
        while !self.context.done() && !self.context.is_out_of_iterations() {
            self.explore_paths();
            if self.paths.is_idle {
                return;
            }
            self.refute();
        }
    }

    /// Turns of both techniques that begin short and double until they are slices: what one does in a moment does not wait
    /// for the other. Proofs, which take slices, come later.
    fn take_short_turns(&mut self) {
        self.goals.begin(&self.context);
        self.paths.begin_short_turns();
        let mut parts = SCHEDULE.first_turn_share;
        while parts > 1 {
            let evaluations = self.context.slice() / parts;
            for turn in [Turn::Paths, Turn::Values] {
                if !self.context.done() && self.paths.proof.is_none() {
                    self.take_short_turn(turn, evaluations);
                }
            }
            parts /= 2;
        }
        self.paths.end_short_turns();
    }

    /// A turn of `evaluations`, which the scheduler learns of.
    fn take_short_turn(&mut self, turn: Turn, evaluations: u64) {
        let start = self.context.standing();
        match turn {
            Turn::Paths => self.explore_paths_for(evaluations),
            Turn::Values => self.attempt_for(evaluations),
        }
        let reward = self.context.reward_since(start);
        self.scheduler.note(turn, reward);
    }

    /// Paths of the shapes there are, as long as they pay and the other half of the budget is left.
    fn look_at_paths(&mut self) {
        let half = self.context.evaluator.clock.share(2);
        let mut unrewarded = 0;
        while unrewarded < SCHEDULE.early_patience_slices
            && !self.context.evaluator.clock.has_used(&half)
            && !self.context.done()
        {
            let start = self.context.standing();
            self.explore_paths();
            self.context.retype_arguments();
            let reward = self.context.reward_since(start);
            self.scheduler.note(Turn::Paths, reward);
            unrewarded = if reward.goals == 0 { unrewarded + 1 } else { 0 };
            if self.paths.is_idle {
                return;
            }
        }
    }

    /// Slices of both techniques, or attempts alone, until nothing is left to do or to do it with.
    fn goal_search(&mut self) {
        let mut paths_are_idle = !self.context.explores_paths();
        self.goals.begin(&self.context);
        self.scheduler.settle();
        while !(self.context.done() || paths_are_idle && self.goals.is_idle()) {
            let turn = match (paths_are_idle, self.goals.is_idle()) {
                (true, _) => Turn::Values,
                (_, true) => Turn::Paths,
                _ => self.scheduler.next(),
            };
            let start = self.context.standing();
            match turn {
                Turn::Paths => {
                    self.explore_paths();
                    paths_are_idle = self.paths.is_idle;
                    self.context.retype_arguments();
                    if self.paths.proof.is_some() {
                        return;
                    }
                }
                Turn::Values => self.attempt_some(),
            }
            let reward = self.context.reward_since(start);
            self.scheduler.note(turn, reward);
            if reward.goals > 0 {
                // Each goes on from what the other found.
                paths_are_idle = !self.context.explores_paths();
                self.goals.wake();
            }
        }
    }

    /// A slice of attempts, and what belongs to the beginning and the end of a round of them.
    fn attempt_some(&mut self) {
        self.attempt_for(self.context.slice());
        if self.goals.has_ended_round() {
            self.refute();
        }
    }

    /// Attempts for `evaluations`, and what belongs to the beginning of a round of them.
    fn attempt_for(&mut self, evaluations: u64) {
        let allowance = self.context.evaluator.clock.allow(evaluations);
        if self.goals.begins_round(&self.context) {
            let round = RoundAhead { number: self.goals.number(), attempt_evals: self.goals.attempt_evals() };
            self.table.run(Phase::Round, &mut self.context, round);
            self.goals.choose_goals(&self.context);
        }
        self.goals.step(&mut self.context, &allowance);
    }
}
