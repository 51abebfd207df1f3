//! All ways from a block to what is aimed at, one after the other, depth first.
//!
//! A way begins with the last time that a run is at the start before it gets to the aim, so it does not come to the
//! start again before that. Loops that do not pass the start make the ways endless: then the walk ends at its limit,
//! and nothing is proved.

use super::state::{State, Terms};
use trine_base::index::TypedIndex;
use trine_coverage::target::PathStep;
use trine_expr::{Assignment, Term};
use trine_ir::analysis::Cfg;
use trine_ir::{Block, Edge, Function, SiteId, Terminator};
use trine_solver::Solver;
use trine_solver::query::{Answer, Limits};

/// Blocks executed on one walk, at most.
const MOST_BLOCKS: usize = 512;
/// Questions of one walk, at most.
const MOST_QUESTIONS: u64 = 64;

/// What ways lead to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Aim<'a> {
    /// To enter a block.
    Block(Block),
    /// To go along steps, the first of which begins at a block.
    Steps { first: Block, steps: &'a [PathStep] },
}

/// What came of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Every way was refuted; there were so many that ended at a question or a contradiction.
    Refuted { ways: u64 },
    /// A way that was not refuted.
    Open,
    /// Too many ways.
    TooMany,
}

/// A walk and what it cost.
pub(super) struct Walk<'a> {
    function: &'a Function,
    start: Block,
    aim: Aim<'a>,
    /// For each step, the blocks from which its place can be reached; for the first, without coming to the start.
    reach: Vec<Vec<bool>>,
    /// Blocks executed.
    pub blocks: usize,
    /// Questions asked.
    pub questions: u64,
    refuted: u64,
    /// The branches of the first path that was refuted.
    pub first_refuted: Vec<(SiteId, u32)>,
}

/// A way that goes on at a block.
struct Front {
    block: Block,
    state: State,
    step: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(function: &'a Function, cfg: &Cfg, start: Block, aim: Aim<'a>) -> Self {
        let reach = match aim {
            Aim::Block(block) => vec![backwards(cfg, &[block], Some(start))],
            Aim::Steps { first, steps } => {
                let later = steps[1..].iter().map(|step| backwards(cfg, &places(function, step), None));
                std::iter::once(backwards(cfg, &[first], Some(start))).chain(later).collect()
            }
        };
        Self { function, start, aim, reach, blocks: 0, questions: 0, refuted: 0, first_refuted: Vec::new() }
    }

    /// Refutes all ways, or finds one that it cannot.
    pub(super) fn refute(&mut self, terms: &mut Terms, solver: &mut Solver, limits: &Limits) -> Verdict {
        let mut open = vec![Front { block: self.start, state: State::default(), step: 0 }];
        while let Some(front) = open.pop() {
            self.blocks += 1;
            if self.blocks > MOST_BLOCKS || self.questions >= MOST_QUESTIONS {
                return Verdict::TooMany;
            }
            if matches!(self.aim, Aim::Block(block) if block == front.block) {
                if !self.is_refuted(terms, solver, limits, &front.state) {
                    return Verdict::Open;
                }
                continue;
            }
            let Front { block, mut state, step } = front;
            let data = &self.function.blocks[block];
            for inst in &data.insts {
                terms.execute(self.function, inst, &mut state);
            }
            for (way, (edge, condition)) in self.ways(terms, &state, &data.terminator).into_iter().enumerate()
            {
                let next = self.next_steps(block, &data.terminator, way as u32, edge.block, step);
                for step in next.into_iter().flatten() {
                    let branch = data.terminator.site().map(|site| (site, way as u32));
                    let Some(state) = self.taken(terms, &state, edge, condition, branch) else { continue };
                    if self.is_last(step) {
                        if !self.is_refuted(terms, solver, limits, &state) {
                            return Verdict::Open;
                        }
                    } else {
                        open.push(Front { block: edge.block, state, step });
                    }
                }
            }
        }
        Verdict::Refuted { ways: self.refuted }
    }

    /// The edges that leave a block, with the conditions under which they are taken.
    fn ways<'t>(
        &self,
        terms: &mut Terms,
        state: &State,
        terminator: &'t Terminator,
    ) -> Vec<(&'t Edge, Option<Term>)> {
        match terminator {
            Terminator::Branch { cond, then, otherwise, .. } => {
                let holds = terms.value(self.function, state, *cond);
                let not = terms.pool.not(holds);
                vec![(then, Some(holds)), (otherwise, Some(not))]
            }
            Terminator::Switch { value, cases, edges, default, .. } => {
                let value = terms.value(self.function, state, *value);
                let width = terms.pool.width(value);
                let mut conditions = vec![terms.pool.boolean(false); edges.len()];
                let mut none = terms.pool.boolean(true);
                for &(case, edge) in cases {
                    let case = terms.pool.constant(case, width);
                    let equal = terms.pool.equal(value, case);
                    let different = terms.pool.not(equal);
                    let condition = &mut conditions[edge as usize];
                    *condition = terms.pool.or(*condition, equal);
                    none = terms.pool.and(none, different);
                }
                let condition = &mut conditions[*default as usize];
                *condition = terms.pool.or(*condition, none);
                edges.iter().zip(conditions.into_iter().map(Some)).collect()
            }
            _ => terminator.edges().map(|edge| (edge, None)).collect(),
        }
    }

    /// The steps at which a way may stand that leaves `block` by `way`, towards `to`: it may begin the evaluation
    /// that is aimed at, or leave that to a later time.
    fn next_steps(
        &self,
        block: Block,
        terminator: &Terminator,
        way: u32,
        to: Block,
        step: usize,
    ) -> [Option<usize>; 2] {
        let goes_on = |step: usize| self.reach[step][to.position()] && (step > 0 || to != self.start);
        let stays = goes_on(step).then_some(step);
        let (Aim::Steps { first, steps }, Some(site)) = (self.aim, terminator.site()) else {
            return [stays, None];
        };
        if step == 0 && block != first {
            return [stays, None];
        }
        let wanted = &steps[step];
        if wanted.ways.contains(&(site, way)) {
            let after = step + 1;
            let advanced = (after == steps.len() || goes_on(after)).then_some(after);
            return [advanced, if step == 0 { stays } else { None }];
        }
        if step > 0 && wanted.misses.contains(&(site, way)) { [None, None] } else { [stays, None] }
    }

    fn is_last(&self, step: usize) -> bool {
        matches!(self.aim, Aim::Steps { steps, .. } if step == steps.len())
    }

    /// The state after an edge; `None` when it is contradictory.
    fn taken(
        &mut self,
        terms: &mut Terms,
        state: &State,
        edge: &Edge,
        condition: Option<Term>,
        branch: Option<(SiteId, u32)>,
    ) -> Option<State> {
        if condition.is_some_and(|condition| terms.pool.is_false(condition)) {
            self.note_refuted(state, branch);
            return None;
        }
        let mut after = state.clone();
        after.branches.extend(branch);
        let values = edge.args.iter().map(|&value| terms.value(self.function, state, value)).collect();
        after.bind(&self.function.blocks[edge.block].params, values);
        after.conditions.extend(condition.filter(|&condition| !terms.pool.is_true(condition)));
        Some(after)
    }

    fn is_refuted(&mut self, terms: &mut Terms, solver: &mut Solver, limits: &Limits, state: &State) -> bool {
        if state.conditions.is_empty() {
            return false;
        }
        self.questions += 1;
        let answer = solver.solve(&mut terms.pool, &state.conditions, &Assignment::default(), limits);
        let refuted = answer == Answer::Unsatisfiable;
        if refuted {
            self.note_refuted(state, None);
        }
        refuted
    }

    fn note_refuted(&mut self, state: &State, last: Option<(SiteId, u32)>) {
        if self.refuted == 0 {
            self.first_refuted = state.branches.iter().copied().chain(last).collect();
        }
        self.refuted += 1;
    }
}

/// The blocks where a step is made or missed.
fn places(function: &Function, step: &PathStep) -> Vec<Block> {
    let is_place = |block: &Block| {
        let site = function.blocks[*block].terminator.site();
        step.ways.iter().any(|&(place, _)| Some(place) == site)
    };
    function.blocks.indices().filter(is_place).collect()
}

/// The blocks from which one of `to` can be reached, without coming to `not_through` on the way.
fn backwards(cfg: &Cfg, to: &[Block], not_through: Option<Block>) -> Vec<bool> {
    let mut reached = vec![false; cfg.len()];
    let mut open = to.to_vec();
    while let Some(block) = open.pop() {
        if std::mem::replace(&mut reached[block.position()], true) || Some(block) == not_through {
            continue;
        }
        open.extend(cfg.predecessors(block));
    }
    reached
}
