//! All paths from a block to a goal, one after the other, depth first.
//!
//! A path begins with the last time that a run is at the start before it gets to the goal, so it does not come to the
//! start again before that. Loops that do not pass the start make the paths endless: then the walk ends at its limit,
//! and nothing is proved.

use super::facts::Faults;
use super::roots::may_return_twice;
use super::state::{State, Terms};
use super::trail::{Known, Source};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use trine_coverage::target::PathStep;
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::analysis::Cfg;
use trine_ir::{Block, Edge, Function, Program, SiteId, Terminator, Value};
use trine_solver::Solver;
use trine_solver::query::{Answer, Limits};

/// Blocks executed on one walk, at most. With 512, and a quarter of the queries, 10.2 % of the goals that no input reaches stayed
/// unknown in programs 100 to 199 of `trine-study proofs --strategies hybrid`, with these 8.1 %.
const MAX_BLOCKS: usize = 2_048;
/// Blocks that paths to an aim may come through. Beyond that there are more paths than a walk can take.
const MAX_REACHING: usize = 2_048;
/// Queries of one walk, at most.
const MAX_QUERIES: u64 = 512;

/// Terms that one walk may make: a block of twenty thousand statements makes a million, and a query about them takes
/// longer than many a budget.
pub(super) const MAX_TERMS: usize = 20_000;

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
pub(super) enum WalkOutcome {
    /// Every way was refuted; there were so many that ended at a query or a contradiction. Some of them perhaps only
    /// by what passed operations tell.
    Refuted { paths: u64, by_facts: bool },
    /// A way that was not refuted.
    Open,
    /// Too many ways, or too much to say about one.
    TooMany,
}

/// A walk and what it cost.
pub(super) struct Walk<'a> {
    function: &'a Function,
    start: Block,
    aim: Aim<'a>,
    /// For each step, the blocks from which its place can be reached; for the first, without coming to the start.
    reach: Vec<Reach>,
    /// Blocks executed.
    pub blocks: usize,
    /// Queries asked.
    pub queries: u64,
    refuted: u64,
    by_facts: bool,
    faults: Faults,
    /// What holds on the first path that was refuted.
    pub first_refuted: Vec<Source>,
}

/// What is asked, and by whom it is answered.
pub(super) struct Resources<'m, 's> {
    pub terms: &'m mut Terms<'s>,
    pub solver: &'m mut Solver,
    pub limits: &'m Limits,
}

impl Resources<'_, '_> {
    fn answer(&mut self, conditions: Vec<Term>) -> Answer {
        let conditions = self.terms.with_axioms(conditions);
        self.solver.solve(&mut self.terms.pool, &conditions, &Assignment::default(), self.limits)
    }
}

/// A way that goes on at a block.
struct Front {
    block: Block,
    state: State,
    step: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        function: &'a Function,
        (cfg, sites): (&Cfg, &SiteBlocks),
        start: Block,
        aim: Aim<'a>,
        faults: Faults,
    ) -> Self {
        let reach = match aim {
            Aim::Block(block) => vec![Reach::new(cfg, &[block], Some(start))],
            Aim::Steps { first, steps } => {
                let later = steps[1..].iter().map(|step| Reach::new(cfg, &sites.places(step), None));
                std::iter::once(Reach::new(cfg, &[first], Some(start))).chain(later).collect()
            }
        };
        Self {
            function,
            start,
            aim,
            reach,
            blocks: 0,
            queries: 0,
            refuted: 0,
            by_facts: false,
            faults,
            first_refuted: Vec::new(),
        }
    }

    /// Whether a block on a path from the start to the aim makes a call that may return a second time.
    pub(super) fn passes_second_returns(&self, program: &Program) -> bool {
        let returns_twice = |block: Block| {
            self.function.blocks[block].insts.iter().any(|inst| may_return_twice(program, &inst.op))
        };
        self.reach.iter().any(|reach| match reach {
            Reach::Blocks(blocks) => blocks.iter().any(|&block| returns_twice(block)),
            Reach::Many => true,
        })
    }

    /// Refutes all ways, or finds one that it cannot.
    pub(super) fn refute(&mut self, means: &mut Resources<'_, '_>) -> WalkOutcome {
        if matches!(self.reach[0], Reach::Many) {
            return WalkOutcome::TooMany;
        }
        let terms_before = means.terms.pool.len();
        let mut state = State::default();
        means.terms.begin_at(self.function, self.start, &mut state);
        let mut open = vec![Front { block: self.start, state, step: 0 }];
        while let Some(front) = open.pop() {
            self.blocks += 1;
            if self.blocks > MAX_BLOCKS || self.queries >= MAX_QUERIES {
                return WalkOutcome::TooMany;
            }
            if matches!(self.aim, Aim::Block(block) if block == front.block) {
                if !self.is_refuted(means, &front.state) {
                    return WalkOutcome::Open;
                }
                continue;
            }
            let Front { block, mut state, step } = front;
            let terms = &mut *means.terms;
            let data = &self.function.blocks[block];
            if let Some(edge) = &data.unwind
                && self.reach[step].contains(edge.block)
                && edge.block != self.start
            {
                // Any operation of the block may throw, the first one as well.
                let state = self.caught(terms, &state, edge);
                match terms.is_never_entered(edge.block) {
                    true => self.note_refuted(&state, None, false),
                    false => open.push(Front { block: edge.block, state, step }),
                }
            }
            for inst in &data.insts {
                let facts = terms.facts(self.function, inst, &state, self.faults);
                terms.execute(self.function, inst, &mut state);
                if !terms.pass(facts, &mut state) {
                    return WalkOutcome::Open;
                }
                if terms.pool.len() - terms_before > MAX_TERMS {
                    return WalkOutcome::TooMany;
                }
            }
            let edges = self.edges(terms, &state, &data.terminator);
            for (position, (edge, condition)) in edges.into_iter().enumerate() {
                let next = self.next_steps(block, &data.terminator, position as u32, edge.block, step);
                for step in next.into_iter().flatten() {
                    let branch = data.terminator.site().map(|site| (site, position as u32));
                    let Some(state) = self.taken(means.terms, &state, edge, condition, branch) else {
                        continue;
                    };
                    if self.is_last(step) {
                        if !self.is_refuted(means, &state) {
                            return WalkOutcome::Open;
                        }
                    } else {
                        open.push(Front { block: edge.block, state, step });
                    }
                }
            }
        }
        WalkOutcome::Refuted { paths: self.refuted, by_facts: self.by_facts }
    }

    /// The edges that leave a block, with the conditions under which they are taken.
    fn edges<'t>(
        &self,
        terms: &mut Terms<'_>,
        state: &State,
        terminator: &'t Terminator,
    ) -> Vec<(&'t Edge, Option<Term>)> {
        let decides = decided_by(terminator).map(|value| terms.value(self.function, state, value));
        conditions(&mut terms.pool, decides, terminator)
    }

    /// The steps at which a way may stand that leaves `block` by `position`, towards `to`: it may begin the evaluation
    /// that is aimed at, or leave that to a later time.
    fn next_steps(
        &self,
        block: Block,
        terminator: &Terminator,
        position: u32,
        to: Block,
        step: usize,
    ) -> [Option<usize>; 2] {
        let goes_on = |step: usize| self.reach[step].contains(to) && (step > 0 || to != self.start);
        let stays = goes_on(step).then_some(step);
        let (Aim::Steps { first, steps }, Some(site)) = (self.aim, terminator.site()) else {
            return [stays, None];
        };
        if step == 0 && block != first {
            return [stays, None];
        }
        let wanted = &steps[step];
        if wanted.edges.contains(&(site, position)) {
            let after = step + 1;
            let advanced = (after == steps.len() || goes_on(after)).then_some(after);
            return [advanced, if step == 0 { stays } else { None }];
        }
        if step > 0 && wanted.misses.contains(&(site, position)) { [None, None] } else { [stays, None] }
    }

    fn is_last(&self, step: usize) -> bool {
        matches!(self.aim, Aim::Steps { steps, .. } if step == steps.len())
    }

    /// The state in which the handler at the end of `edge` is entered. The edge's arguments are values at the start of the block that
    /// `state` is about.
    fn caught(&self, terms: &mut Terms<'_>, state: &State, edge: &Edge) -> State {
        let (thrown, passed) = self.function.handler_params(edge);
        let values: Vec<Term> =
            edge.args.iter().map(|&value| terms.value(self.function, state, value)).collect();
        let any = thrown.iter().map(|&value| terms.fresh(self.function.type_of(value))).collect();
        let mut after = state.thrown();
        after.bind(thrown, any);
        after.bind(passed, values);
        after.trail.push(Known { term: None, source: Source::Edge });
        after
    }

    /// The state after an edge; `None` when it is contradictory.
    fn taken(
        &mut self,
        terms: &mut Terms<'_>,
        state: &State,
        edge: &Edge,
        condition: Option<Term>,
        branch: Option<(SiteId, u32)>,
    ) -> Option<State> {
        let source = branch.map_or(Source::Edge, |(site, outcome)| Source::Branch(site, outcome));
        let is_false = condition.is_some_and(|condition| terms.pool.is_false(condition));
        if is_false || terms.is_never_entered(edge.block) {
            self.note_refuted(state, Some(source), false);
            return None;
        }
        let mut after = state.clone();
        let values = edge.args.iter().map(|&value| terms.value(self.function, state, value)).collect();
        after.bind(&self.function.blocks[edge.block].params, values);
        let term = condition.filter(|&condition| !terms.pool.is_true(condition));
        after.trail.push(Known { term, source });
        Some(after)
    }

    fn is_refuted(&mut self, means: &mut Resources<'_, '_>, state: &State) -> bool {
        let known: Vec<(Term, bool)> =
            state.trail.in_order().iter().filter_map(|known| Some((known.term?, known.is_fact()))).collect();
        let all: Vec<Term> = known.iter().map(|known| known.0).collect();
        if all.is_empty() || !self.is_contradiction(means, all) {
            return false;
        }
        if !self.ends_at_a_condition(means, &known) {
            return false;
        }
        let by_facts = known.iter().any(|known| known.1) && {
            let conditions: Vec<Term> = known.iter().filter(|known| !known.1).map(|known| known.0).collect();
            conditions.is_empty() || !self.is_contradiction(means, conditions)
        };
        self.note_refuted(state, None, by_facts);
        true
    }

    fn is_contradiction(&mut self, means: &mut Resources<'_, '_>, conditions: Vec<Term>) -> bool {
        self.queries += 1;
        means.answer(conditions) == Answer::Unsatisfiable
    }

    /// Whether what makes a way contradictory is a condition, rather than an operation that cannot be passed. For each thing
    /// `known`, in order: whether it is a fact.
    fn ends_at_a_condition(&mut self, means: &mut Resources<'_, '_>, known: &[(Term, bool)]) -> bool {
        // Up to the last fact all fits together, or something before is what does not fit.
        let Some(last) = known.iter().rposition(|known| known.1) else { return true };
        let (mut fits, mut contradicts) = (0, known.len());
        let mut middle = last + 1;
        while contradicts - fits > 1 {
            if middle < known.len() {
                self.queries += 1;
                match means.answer(known[..middle].iter().map(|known| known.0).collect()) {
                    Answer::Unsatisfiable => contradicts = middle,
                    Answer::Satisfiable(_) if middle > last => return true,
                    Answer::Satisfiable(_) => fits = middle,
                    // Not told apart: no proof.
                    Answer::Unknown(_) => return false,
                }
            }
            middle = usize::midpoint(fits, contradicts);
        }
        // All beginnings of up to `fits` fit together, none of `contradicts` and more do.
        known.get(fits).is_some_and(|first| !first.1)
    }

    fn note_refuted(&mut self, state: &State, last: Option<Source>, by_facts: bool) {
        if self.refuted == 0 {
            let is_told = |source: &Source| by_facts || !matches!(source, Source::Fact(_));
            let sources = state.trail.in_order().into_iter().map(|known| known.source).chain(last);
            self.first_refuted = sources.filter(is_told).collect();
        }
        self.refuted += 1;
        self.by_facts |= by_facts;
    }
}

/// The value that decides which edge of a terminator is taken, where it is one that terms speak of.
pub(super) fn decided_by(terminator: &Terminator) -> Option<Value> {
    match *terminator {
        Terminator::Branch { cond, .. } => Some(cond),
        Terminator::Switch { value, .. } => Some(value),
        _ => None,
    }
}

/// The edges of a terminator, with the conditions under which they are taken where `decides` is what it is decided by.
pub(super) fn conditions<'t>(
    pool: &mut TermPool,
    decides: Option<Term>,
    terminator: &'t Terminator,
) -> Vec<(&'t Edge, Option<Term>)> {
    match (terminator, decides) {
        (Terminator::Branch { then, otherwise, .. }, Some(holds)) => {
            let not = pool.not(holds);
            vec![(then, Some(holds)), (otherwise, Some(not))]
        }
        (Terminator::Switch { cases, edges, default, .. }, Some(value)) => {
            let width = pool.width(value);
            let mut conditions = vec![pool.boolean(false); edges.len()];
            let mut none = pool.boolean(true);
            for &(case, edge) in cases {
                let case = pool.constant(case, width);
                let equal = pool.equal(value, case);
                let different = pool.not(equal);
                let condition = &mut conditions[edge as usize];
                *condition = pool.or(*condition, equal);
                none = pool.and(none, different);
            }
            let condition = &mut conditions[*default as usize];
            *condition = pool.or(*condition, none);
            edges.iter().zip(conditions.into_iter().map(Some)).collect()
        }
        _ => terminator.edges().map(|edge| (edge, None)).collect(),
    }
}

/// The blocks that end at each site.
#[derive(Debug)]
pub(super) struct SiteBlocks {
    blocks: FxHashMap<SiteId, Vec<Block>>,
}

impl SiteBlocks {
    pub fn new(function: &Function) -> Self {
        let mut blocks: FxHashMap<SiteId, Vec<Block>> = FxHashMap::default();
        for (block, data) in function.blocks.iter_enumerated() {
            if let Some(site) = data.terminator.site() {
                blocks.entry(site).or_default().push(block);
            }
        }
        Self { blocks }
    }

    /// The blocks that end at `site`.
    pub fn of(&self, site: SiteId) -> &[Block] {
        self.blocks.get(&site).map_or(&[], Vec::as_slice)
    }

    /// The blocks where a step is made or missed.
    pub fn places(&self, step: &PathStep) -> Vec<Block> {
        let sites: BTreeSet<SiteId> = step.edges.iter().map(|&(site, _)| site).collect();
        let places: BTreeSet<Block> = sites.iter().flat_map(|&site| self.of(site)).copied().collect();
        places.into_iter().collect()
    }
}

/// Blocks from which others can be reached.
#[derive(Debug)]
enum Reach {
    /// These.
    Blocks(FxHashSet<Block>),
    /// More than [`MAX_REACHING`]: any may be one.
    Many,
}

impl Reach {
    /// The blocks from which one of `to` can be reached, without coming to `not_through` on the way. Cost: the number of these
    /// blocks, and no more than [`MAX_REACHING`].
    fn new(cfg: &Cfg, to: &[Block], not_through: Option<Block>) -> Self {
        let mut reached = FxHashSet::default();
        let mut open = to.to_vec();
        while let Some(block) = open.pop() {
            if !reached.insert(block) || Some(block) == not_through {
                continue;
            }
            if reached.len() > MAX_REACHING {
                return Self::Many;
            }
            open.extend(cfg.predecessors(block));
        }
        Self::Blocks(reached)
    }

    fn contains(&self, block: Block) -> bool {
        match self {
            Self::Blocks(blocks) => blocks.contains(&block),
            Self::Many => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_ir::FuncId;
    use trine_ir::analysis::DominatorTree;
    use trine_ir::text::parse_program;

    #[test]
    fn the_blocks_looked_at_for_all_goals_grow_with_the_function_and_no_faster() {
        for size in [10, 1_000, 10_000] {
            let sites: String = (0..size).map(|at| format!("    site{at}: branch\n")).collect();
            let block = |at: usize| {
                let params = if at == 0 { "(v0: i1)" } else { "" };
                format!("block{at}{params}:\n    branch v0, block{}, block{size}, site{at}\n", at + 1)
            };
            let blocks: String = (0..size).map(block).collect();
            let text = format!(
                "program\nfn0: \"f\"(i1) -> () defined external\nbody fn0 = function \"f\"(i1) -> () {{\n{sites}{blocks}block{size}:\n    return\n}}\n"
            );
            let program = parse_program(&text).unwrap_or_else(|error| panic!("{error}"));
            let function = program.body(FuncId(0)).expect("a body");
            let cfg = Cfg::new(function);
            let dominators = DominatorTree::new(&cfg);
            let looked_at = |block: Block| {
                let start = dominators.immediate_dominator(block).unwrap_or(block);
                match Reach::new(&cfg, &[block], Some(start)) {
                    Reach::Blocks(blocks) => blocks.len(),
                    Reach::Many => MAX_REACHING,
                }
            };
            let all: usize = function.blocks.indices().map(looked_at).sum();
            assert!(all <= 3 * size + MAX_REACHING, "{all} blocks for {size}");
        }
    }
}
