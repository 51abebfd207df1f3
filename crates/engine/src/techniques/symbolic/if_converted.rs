//! Paths of the if-converted program, in which short pure branches are choices of values.
//!
//! A checksum that branches on each bit of its input has as many paths as inputs, and a decision on its result lies on
//! one of them. After if-conversion ([`convert_diamonds`]) it has one path, and the result is one term. Terms grow and
//! queries become harder, so this comes after a turn of ordinary paths that left goals open, in few shapes, and only
//! where a loop contains something to convert.
//!
//! A run of the if-converted program gives the path; what it covers is judged by a run of the program itself, as always.
//! Nothing is proved on the if-converted program, because its converted branches are not tried.

use super::{Paths, ShapeExploration};
use crate::context::search::SearchContext;
use crate::policy::PATHS;
use crate::schedule::bandit::Arm;
use crate::schedule::clock::Allowance;
use crate::schedule::price::{QUERY_COST, TURN_STEPS};
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_ir::analysis::{Cfg, DominatorTree, LoopForest};
use trine_ir::passes::diamonds::{convert_diamonds, diamonds};
use trine_ir::program::{BodyError, BodySource};
use trine_ir::{Block, Callee, FuncId, Function, Op, Program};

/// Explorations of the twin.
#[derive(Default)]
pub(crate) struct IfConverted<'a> {
    /// The twin, once it was asked for; none when nothing is converted in it.
    converted: Option<Option<Arc<Program>>>,
    /// By shape, as the ordinary ones.
    pub(super) explorations: Vec<ShapeExploration<'a>>,
}

impl IfConverted<'_> {
    fn converted(&mut self, program: &Arc<Program>, from: FuncId) -> Option<Arc<Program>> {
        self.converted
            .get_or_insert_with(|| has_diamonds_in_loops(program, from).then(|| converted(program)))
            .clone()
    }
}

impl<'a> Paths<'a> {
    /// The shapes whose paths of the twin may be explored: ordinary ones come first.
    pub(super) fn open_if_converted(&mut self, context: &SearchContext<'_, 'a>) -> Vec<usize> {
        let tried = (0..context.entries.len().min(PATHS.max_converted_shapes))
            .filter(|&at| self.bandit.knows(Arm::Shape(at)));
        let mut open: Vec<_> = tried.collect();
        let program = Arc::clone(context.evaluator.harness.program());
        if open.is_empty()
            || self.if_converted.converted(&program, context.entries[0].plan.function).is_none()
        {
            return Vec::new();
        }
        open.retain(|&at| {
            let all = &self.if_converted.explorations;
            let known = all.iter().find(|known| known.entry.shape == context.entries[at].shape);
            known.map_or(all.len() < PATHS.max_converted_shapes, |known| !known.finished)
        });
        open
    }

    /// A turn of the shape at `at` in the twin: some candidates of its paths. Whether there were any.
    pub(super) fn explore_if_converted(
        &mut self,
        context: &mut SearchContext<'_, 'a>,
        at: usize,
        allowance: &Allowance,
    ) -> bool {
        let program = Arc::clone(context.evaluator.harness.program());
        let Some(converted) = self.if_converted.converted(&program, context.entries[0].plan.function) else {
            return false;
        };
        let Some(mut exploration) = self.if_converted_exploration(context, at, &converted) else {
            return false;
        };
        let tried = self.continue_exploration(context, &mut exploration, TURN_STEPS, allowance);
        // Shapes grow as ordinary paths ask.
        exploration.unmet_request = None;
        self.if_converted.explorations.push(exploration);
        tried > 0
    }

    fn if_converted_exploration(
        &mut self,
        context: &mut SearchContext<'_, 'a>,
        at: usize,
        converted: &Arc<Program>,
    ) -> Option<ShapeExploration<'a>> {
        let entry = Arc::clone(&context.entries[at]);
        let all = &mut self.if_converted.explorations;
        if let Some(known) = all.iter().position(|known| known.entry.shape == entry.shape) {
            return Some(all.remove(known));
        }
        if all.len() >= PATHS.max_converted_shapes || context.evaluator.clock.remaining() < QUERY_COST {
            return None;
        }
        let deadline = context.evaluator.clock.deadline();
        let mut new =
            ShapeExploration::new(&entry, &context.paths, &context.stream, deadline, &context.portfolio)?;
        new.converted = Some(Box::new(context.evaluator.harness.with_program(converted).ok()?));
        context.start_exploration(&mut new);
        Some(new)
    }
}

/// Whether anything is converted in a loop of `from`, or of what it calls: elsewhere branches multiply paths too little.
fn has_diamonds_in_loops(program: &Program, from: FuncId) -> bool {
    let mut seen = BTreeSet::from([(from, false)]);
    let mut open = vec![(from, false)];
    while let Some((function, is_repeated)) = open.pop() {
        let Ok(body) = program.body(function) else { continue };
        let cfg = Cfg::new(body);
        let loops = LoopForest::new(&cfg, &DominatorTree::new(&cfg));
        let repeats = |block: Block| is_repeated || loops.depth(block) > 0;
        if diamonds(body).into_iter().any(repeats) {
            return true;
        }
        for (block, data) in body.blocks.iter_enumerated() {
            for inst in &data.insts {
                if let Op::Call { callee: Callee::Direct(callee), .. } = inst.op
                    && seen.len() < PATHS.max_converted_functions
                    && program.callables[callee].defined
                    && seen.insert((callee, repeats(block)))
                {
                    open.push((callee, repeats(block)));
                }
            }
        }
    }
    false
}

/// The program with converted bodies, under the same numbers.
fn converted(program: &Arc<Program>) -> Arc<Program> {
    let source = Box::new(Converted(Arc::clone(program)));
    Arc::new(program.with_source(source))
}

/// Bodies of another program, converted.
struct Converted(Arc<Program>);

impl BodySource for Converted {
    fn lower(&self, function: FuncId) -> Result<Function, BodyError> {
        let mut body = Function::clone(self.0.body(function).map_err(Clone::clone)?);
        convert_diamonds(&mut body);
        Ok(body)
    }
}
