//! Proofs that goals of a class are infeasible: every way to them inside their method is contradictory, whatever state it is entered in.
//!
//! A proof is first looked for in the method alone ([`trine_refutation`]): its parameters, what fields and elements hold, and what calls
//! give are anything. Exceptions may leave each block with a handler after any of its operations. Such a proof does not depend on which
//! classes are there, and holds for all tests; what it takes for granted stands in its scope: no other thread changes fields or elements
//! between two reads with no call or monitor between them, unless they are volatile. Where there is none, it is looked for once more
//! with what the source file of the class alone decides (`closed.rs`), which its scope says then.
//!
//! Of an instruction that a run may reach, one outcome is feasible whatever ends the run behind it: where all are refuted, and the place where
//! it decides is not, none of these proofs counts. The same holds for the outcomes of a decision, and a proof for one of them counts no
//! more than those for the outcomes of conditions that it is made of.
//!
//! Not tried: independence, exceptions, goals of methods that cannot be lowered.

use super::closed;
use super::outcome::GoalOutcome;
use super::runner::UnitRunner;
use std::collections::BTreeMap;
use trine_frontend_jvm::cover::{Asks, Goal, UnitCover};
use trine_invariants::{Invariants, Nest};
use trine_ir::analysis::{Cfg, DominatorTree};
use trine_ir::{Block, FuncId, Function, Program};
use trine_record::{Argument, Assumption, Proof, Refuted as Of};
use trine_refutation::Refuter;
use trine_sequences::GoalId;
use trine_sequences::small_scope::small_scope;

/// A goal with the regions of code of which one covers it.
type Open<'g> = (GoalId, &'g Goal, Vec<u32>);

/// Proofs for those of the goals `open`, which no run covered, that are refuted.
#[must_use]
pub(super) fn proofs<'g>(
    runner: &mut UnitRunner,
    cover: &UnitCover,
    open: impl Iterator<Item = (GoalId, &'g Goal)>,
) -> BTreeMap<GoalId, Proof> {
    let program = runner.program();
    let nest = || {
        let (_, vm) = runner.stage.parts();
        let mut hierarchy = vm.hierarchy();
        closed::nest(&program, &mut hierarchy, &cover.classes.first()?.name)
    };
    proofs_in(&program, cover, open, nest)
}

/// The same in a program, where `nest` says what is closed around the classes.
fn proofs_in<'g>(
    program: &Program,
    cover: &UnitCover,
    open: impl Iterator<Item = (GoalId, &'g Goal)>,
    nest: impl FnOnce() -> Option<Nest>,
) -> BTreeMap<GoalId, Proof> {
    let mut by_function: BTreeMap<String, Vec<Open<'g>>> = BTreeMap::new();
    for (id, goal) in open {
        let has_regions = !matches!(goal.asks, Asks::Independence { .. } | Asks::Exception);
        if has_regions && !goal.probes.is_empty() {
            let (function, regions) = cover.regions(goal);
            by_function.entry(function).or_default().push((id, goal, regions));
        }
    }
    let mut proofs = BTreeMap::new();
    if by_function.is_empty() {
        return proofs;
    }
    let named: Vec<(FuncId, &str)> = program
        .callables
        .iter_enumerated()
        .map(|(id, callable)| (id, callable.name.as_str()))
        .filter(|(_, name)| by_function.contains_key(*name))
        .collect();
    let nest = nest();
    let mut invariants = nest.as_ref().and_then(|nest| Invariants::new(program, nest));
    for (id, name) in named {
        let Ok(function) = program.body(id) else { continue };
        // What stands for an instruction that is not supported ends runs here alone.
        if !closed::is_whole(program, function) {
            continue;
        }
        let refuter = || Refuter::of_objects(function, program, has_receiver(function, name));
        let Some(mut alone) = refuter() else { continue };
        let known = invariants.as_mut().and_then(|invariants| closed::surroundings(invariants, id));
        let mut informed = known.and_then(|known| Some(refuter()?.knowing(known)));
        let mut refuted = Vec::new();
        for (id, goal, regions) in &by_function[name] {
            let blocks = blocks(function, regions);
            let proof = alone.proof_of_blocks(&blocks).map(|proof| in_java(proof, &goal.asks));
            let by_invariants = || {
                let proof = informed.as_mut()?.proof_of_blocks(&blocks)?;
                let mut proof = in_java(proof, &goal.asks);
                proof.scope.push(Assumption::ClosedSource);
                Some(proof)
            };
            if let Some(proof) = proof.or_else(by_invariants) {
                proofs.insert(*id, proof);
                refuted.push(Refuted { goal: *id, outcome: outcome(goal), blocks });
            }
        }
        let dominators = DominatorTree::new(&Cfg::new(function));
        let is_refuted = |block| {
            let by_invariants = informed.as_mut().and_then(|informed| informed.proof_of_blocks(&[block]));
            by_invariants.is_some() || alone.proof_of_blocks(&[block]).is_some()
        };
        for goal in without_feasible(&refuted, &dominators, is_refuted) {
            proofs.remove(&goal);
        }
    }
    proofs
}

/// Short sequences that are run against the proofs of a class.
const SMALL_SCOPE: usize = 2_000;

/// In development builds: runs short sequences over few values ([`small_scope`]), none of which may cover a goal of `goals` that is
/// proved infeasible.
pub(super) fn confirm(runner: &mut UnitRunner, goals: &[GoalOutcome]) {
    let ids = runner.reported().into_iter().map(|(id, _)| id);
    let proved: BTreeMap<GoalId, &GoalOutcome> =
        ids.zip(goals).filter(|(_, outcome)| outcome.proof.is_some()).collect();
    if proved.is_empty() {
        return;
    }
    for sequence in small_scope(runner.stage.api(), SMALL_SCOPE) {
        let covered = runner.covered_by(&sequence);
        let contradicted = covered.iter().find_map(|id| proved.get(id));
        debug_assert!(
            contradicted.is_none(),
            "{sequence:?} covers what is proved infeasible: {contradicted:?}"
        );
    }
}

/// A goal that is refuted.
struct Refuted {
    goal: GoalId,
    /// Of what it is an outcome, and how many this has.
    outcome: Option<(Decides, u32)>,
    blocks: Vec<Block>,
}

/// What has outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Decides {
    /// The instruction at this position.
    Instruction(u32),
    /// The decision of this number in the unit.
    Decision(u32),
}

fn outcome(goal: &Goal) -> Option<(Decides, u32)> {
    match goal.asks {
        Asks::Decision { decision, .. } => Some((Decides::Decision(decision), 2)),
        _ => goal.branch.map(|(_, count)| (Decides::Instruction(goal.position), count)),
    }
}

/// The goals among `refuted` that are all outcomes of one instruction or decision, while it is not known that no run decides there, and
/// outcomes of decisions that share a block with one of these.
fn without_feasible(
    refuted: &[Refuted],
    dominators: &DominatorTree,
    mut is_refuted: impl FnMut(Block) -> bool,
) -> Vec<GoalId> {
    let mut by_place: BTreeMap<(Decides, u32), Vec<&Refuted>> = BTreeMap::new();
    for of in refuted {
        if let Some(outcome) = of.outcome {
            by_place.entry(outcome).or_default().push(of);
        }
    }
    by_place.retain(|(_, count), outcomes| outcomes.len() as u32 == *count);
    let (mut withdrawn, mut doubtful) = (Vec::new(), Vec::new());
    for outcomes in by_place.values() {
        let blocks: Vec<Block> = outcomes.iter().flat_map(|of| of.blocks.iter().copied()).collect();
        if !deciding(&blocks, dominators).is_some_and(&mut is_refuted) {
            withdrawn.extend(outcomes.iter().map(|of| of.goal));
            doubtful.extend(blocks);
        }
    }
    for of in refuted {
        let is_of_decision = matches!(of.outcome, Some((Decides::Decision(_), _)));
        if is_of_decision
            && !withdrawn.contains(&of.goal)
            && of.blocks.iter().any(|block| doubtful.contains(block))
        {
            withdrawn.push(of.goal);
        }
    }
    withdrawn
}

/// The last block that every way to each of `blocks` passes before it parts.
fn deciding(blocks: &[Block], dominators: &DominatorTree) -> Option<Block> {
    let (&first, others) = blocks.split_first()?;
    let above = std::iter::successors(dominators.immediate_dominator(first), |&block| {
        dominators.immediate_dominator(block)
    });
    let is_common = |block: &Block| others.iter().all(|&other| dominators.dominates(*block, other));
    { above }.find(is_common)
}

/// The blocks where one of `regions` begins.
fn blocks(function: &Function, regions: &[u32]) -> Vec<Block> {
    let is_there = |&(_, data): &(Block, &trine_ir::BlockData)| {
        data.regions.iter().any(|region| regions.contains(&region.0))
    };
    function.blocks.iter_enumerated().filter(is_there).map(|(block, _)| block).collect()
}

/// What a proof about code of a virtual machine takes for granted.
fn in_java(mut proof: Proof, asks: &Asks) -> Proof {
    if let (Argument::Refutation { of, .. }, Asks::Decision { .. }) = (&mut proof.argument, asks) {
        *of = Of::Outcome;
    }
    proof.scope = vec![Assumption::AsCompiled, Assumption::NoOtherThread];
    proof
}

/// Whether a method has a parameter more than `name`, `acme/Account.withdraw(I)V`, says: the object that it is called on.
fn has_receiver(function: &Function, name: &str) -> bool {
    let declared = name.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(inner, _)| inner);
    let Some(mut rest) = declared else { return false };
    let mut count = 0;
    while let Some(first) = rest.trim_start_matches('[').chars().next() {
        rest = rest.trim_start_matches('[');
        let length = if first == 'L' { rest.find(';').map_or(rest.len(), |at| at + 1) } else { 1 };
        rest = &rest[length..];
        count += 1;
    }
    function.blocks[Function::ENTRY].params.len() == count + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_ir::analysis::Digraph;

    /// `0 -> 1, 2`, `1 -> 3, 4`, `2 -> 5`.
    fn dominators() -> DominatorTree {
        let graph = Digraph::new(6, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 5)]);
        DominatorTree::of_graph(&graph, 0)
    }

    fn refuted(goal: u32, outcome: Option<(Decides, u32)>, block: u32) -> Refuted {
        Refuted { goal: GoalId(goal), outcome, blocks: vec![Block(block)] }
    }

    /// The outcome of an instruction that has two.
    fn of(position: u32) -> Option<(Decides, u32)> {
        Some((Decides::Instruction(position), 2))
    }

    #[test]
    fn all_outcomes_of_an_instruction_are_infeasible_only_where_it_is_not_reached() {
        let both = [refuted(7, of(12), 3), refuted(8, of(12), 4)];
        let mut asked = Vec::new();
        let withdrawn = without_feasible(&both, &dominators(), |block| {
            asked.push(block);
            false
        });
        assert_eq!((withdrawn, asked), (vec![GoalId(7), GoalId(8)], vec![Block(1)]));
        assert!(without_feasible(&both, &dominators(), |_| true).is_empty());
    }

    #[test]
    fn one_outcome_alone_and_goals_that_are_no_outcome_stay_refuted() {
        let single = [refuted(7, of(12), 3), refuted(8, of(20), 4), refuted(9, None, 5)];
        assert!(without_feasible(&single, &dominators(), |_| false).is_empty());
    }

    #[test]
    fn an_outcome_of_a_decision_is_worth_no_more_than_those_of_its_conditions() {
        let decision = Some((Decides::Decision(0), 2));
        let all = [refuted(7, of(12), 3), refuted(8, of(12), 4), refuted(9, decision, 4)];
        assert_eq!(without_feasible(&all, &dominators(), |_| false), [GoalId(7), GoalId(8), GoalId(9)]);
        let others = [refuted(7, of(12), 3), refuted(9, decision, 3)];
        assert!(without_feasible(&others, &dominators(), |_| false).is_empty());
    }
}
