//! From candidates to a finished suite: minimise, make simple, replay, record.
//!
//! The last step is the one judge: every test of the suite is replayed from scratch in a fresh
//! machine, and goals are covered by what these replays did, by nothing else.

use crate::context::archive::Candidate;
use crate::context::evaluator::{Crash, Evaluator};
use crate::policy::SUITE;
use crate::schedule::clock::Phase;
use crate::suite::effects::make_visible;
use crate::suite::keeps::{Keeps, Simplifier};
use crate::suite::minimise::minimal_subset;
use crate::suite::shorten::shorten_contents;
use crate::suite::simplify::{complexity, simpler};
use crate::techniques::pathwise::suite::beyond;
use std::time::Instant;
use trine_base::Stream;
use trine_coverage::{CoverageStructure, Trace};
use trine_harness::Ending;
use trine_inputs::{PointerShape, environment};
use trine_inputs::{ShapeEntry, Shapes};
use trine_judge::faults::same_fault;
use trine_judge::layout_independence::LayoutDependence;
use trine_machine::{Fault, FaultKind};
use trine_record::FindingClass;
use trine_testcase::leaf::LeafKind;
use trine_testcase::test_case::{PlaceRoot, Skeleton, Statement, TestCase};

/// Picks a minimal suite from the archive and makes its values simple; what tests of the user's do, `given`, needs none.
pub fn finished_suite(
    evaluator: &mut Evaluator<'_>,
    factory: &dyn Shapes,
    structures: &[&CoverageStructure],
    given: Option<&Trace>,
) -> Vec<Candidate> {
    if evaluator.archive.only_kept {
        return evaluator.archive.kept.clone();
    }
    let is_over = || evaluator.clock.is_over(Phase::Suite);
    let nothing = evaluator.structure.new_trace();
    let chosen =
        minimal_subset(structures, &evaluator.archive.candidates, given.unwrap_or(&nothing), &is_over);
    let kept = evaluator.archive.kept.clone();
    let chosen = chosen.into_iter().map(|position| evaluator.archive.candidates[position].clone());
    let mut suite: Vec<_> = match kept.is_empty() {
        true => chosen.collect(),
        false => {
            let more = beyond(structures, &kept, chosen);
            kept.iter().cloned().chain(more).collect()
        }
    };
    if suite.is_empty() && given.is_none() {
        // A function without goals still gets the test that shows it returns.
        suite.extend(evaluator.archive.candidates.first().cloned());
    }
    evaluator.keep_for_replay(suite.len());
    // The values of the tests kept are bound to their paths.
    let first = kept.len();
    make_simple(evaluator, factory, structures, (&mut suite, first), given.unwrap_or(&nothing));
    suite
}

/// How far a test is made simple: first what matters little in all tests, then each value of each test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Care {
    /// Values in blocks, pointers and lengths.
    Blocks,
    /// Each value by itself, and values together.
    Values,
}

/// Makes the tests from `first` on simple. Each gets an equal part of what is left, so that none stays as the search
/// found it because another is large.
fn make_simple(
    evaluator: &mut Evaluator<'_>,
    factory: &dyn Shapes,
    structures: &[&CoverageStructure],
    (suite, first): (&mut [Candidate], usize),
    given: &Trace,
) {
    let end = evaluator.clock.executions + SUITE.simplify_executions;
    let count = suite.len().saturating_sub(first);
    for (round, care) in [Care::Blocks, Care::Values].into_iter().enumerate() {
        for position in first..suite.len() {
            if evaluator.clock.is_over(Phase::Suite) {
                return;
            }
            let left = (2 - round) * count - (position - first);
            let part = end.saturating_sub(evaluator.clock.executions) / left as u64;
            // Of the time, as much is left to what looks for telling values as a round takes.
            let parts = if evaluator.tells { left + count } else { left };
            let bounds = Bounds {
                executions: evaluator.clock.executions + part,
                until: evaluator.clock.part_of(Phase::Suite, parts),
            };
            simplify_test(evaluator, factory, structures, (suite, position), given, (care, bounds));
        }
    }
}

/// What may be spent on one test.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    executions: u64,
    until: Option<Instant>,
}

fn simplify_test(
    evaluator: &mut Evaluator<'_>,
    factory: &dyn Shapes,
    structures: &[&CoverageStructure],
    (suite, position): (&mut [Candidate], usize),
    given: &Trace,
    (care, bounds): (Care, Bounds),
) {
    let mut others = given.clone();
    for (other, candidate) in suite.iter().enumerate() {
        if other != position {
            others.merge(&candidate.trace);
        }
    }
    let Ok(entry) = factory.entry(suite[position].shape.clone()) else { return };
    let limit = bounds.executions;
    let mut goal = Simplifier { evaluator, structures, others: &others, target: 0, until: bounds.until };
    goal.target = goal.covered_with(&suite[position].trace);
    let mut best = suite[position].clone();
    let entry = match care {
        Care::Blocks => {
            simplify_leaves(&mut goal, &entry, &mut best, limit, care);
            let (entry, smaller) = shrink(&mut goal, factory, entry, &best, limit);
            best = smaller;
            shorten_contents(&mut goal, &entry, &mut best, limit);
            entry
        }
        Care::Values => {
            simplify_leaves(&mut goal, &entry, &mut best, limit, care);
            if simplify_together(&mut goal, &entry, &mut best, limit) {
                simplify_leaves(&mut goal, &entry, &mut best, limit, care);
            }
            make_visible(&mut goal, &entry, &mut best, limit);
            entry
        }
    };
    // What became simpler may have come to depend on where objects lie.
    if evaluator.dependence(&entry, &best.test.leaves).is_none() {
        suite[position] = best;
    }
}

/// Tries the test with each of its inner pointers null, and its arrays as short as can be.
fn shrink(
    goal: &mut dyn Keeps,
    factory: &dyn Shapes,
    mut entry: ShapeEntry,
    candidate: &Candidate,
    limit: u64,
) -> (ShapeEntry, Candidate) {
    let mut best = candidate.clone();
    simplify_environment(goal, factory, &mut entry, &mut best, limit);
    leave_heap(goal, factory, &mut entry, &mut best, limit);
    let slots: Vec<_> = entry.slots.iter().map(|slot| (slot.path.clone(), slot.chosen.clone())).collect();
    for (path, chosen) in slots {
        let PointerShape::Fresh(length) = chosen else { continue };
        if goal.is_over(limit) {
            break;
        }
        // A parameter that is null says less than a small object; a field that is null says more.
        let is_inner = path.contains(['>', '.', '[']);
        let lengths = (1..=8).chain([12, 16, 24, 32, 48, 64, 128]).take_while(|&shorter| shorter < length);
        let nulls = is_inner.then_some(PointerShape::Null);
        for choice in nulls.into_iter().chain(lengths.map(PointerShape::Fresh)) {
            if goal.is_over(u64::MAX) {
                return (entry, best);
            }
            let mut shape = entry.shape.clone();
            shape.pointers.insert(path.clone(), choice);
            let Ok(smaller) = factory.entry(shape) else { break };
            let leaves = smaller.adopt(&best.test);
            if let Some(found) = goal.keeps(&smaller, &leaves) {
                (best, entry) = (found, smaller);
                break;
            }
        }
    }
    (entry, best)
}

/// Makes variables of the test of what need not lie on the heap: what this test does not free.
fn leave_heap(
    goal: &mut dyn Keeps,
    factory: &dyn Shapes,
    entry: &mut ShapeEntry,
    best: &mut Candidate,
    limit: u64,
) {
    for key in entry.shape.heap.clone() {
        let mut shape = entry.shape.clone();
        shape.heap.remove(&key);
        if goal.is_over(limit) {
            return;
        }
        if let Ok(simpler) = factory.entry(shape)
            && let Some(found) = goal.keeps(&simpler, &best.test.leaves)
        {
            (*entry, *best) = (simpler, found);
        }
    }
}

/// Gives the test the simplest environment that will do.
fn simplify_environment(
    goal: &mut dyn Keeps,
    factory: &dyn Shapes,
    entry: &mut ShapeEntry,
    best: &mut Candidate,
    limit: u64,
) {
    let next = |goal: &mut dyn Keeps, entry: &ShapeEntry, best: &Candidate| {
        environment::simpler(&entry.shape).into_iter().find_map(|shape| {
            if goal.is_over(limit) {
                return None;
            }
            let simpler = factory.entry(shape).ok()?;
            let found = goal.keeps(&simpler, &simpler.adopt(&best.test))?;
            Some((simpler, found))
        })
    };
    while !goal.is_over(limit)
        && let Some((simpler, found)) = next(goal, entry, best)
    {
        (*entry, *best) = (simpler, found);
    }
}

fn simplify_leaves(goal: &mut dyn Keeps, entry: &ShapeEntry, best: &mut Candidate, limit: u64, care: Care) {
    // All leaves at their defaults first, then half of them, then one by one: inputs that do not
    // matter fall away in a few executions.
    let mut blocks = vec![(0, entry.kinds.len())];
    while let Some((from, to)) = blocks.pop() {
        if goal.is_over(limit) || from >= to {
            continue;
        }
        let mut leaves = best.test.leaves.clone();
        leaves[from..to].copy_from_slice(&entry.defaults[from..to]);
        let leaves = entry.nearest_allowed(&leaves);
        if *leaves == best.test.leaves {
            continue;
        }
        match goal.keeps(entry, &leaves) {
            Some(found) => *best = found,
            // A long run of one value is easy to read, too.
            None if to - from >= SUITE.uniform_block && make_uniform(goal, entry, best, from..to) => {}
            None if to - from > 1 => {
                let middle = from.midpoint(to);
                blocks.extend([(middle, to), (from, middle)]);
            }
            None if care == Care::Values => simplify_leaf(goal, entry, best, from, limit),
            None => {}
        }
    }
}

/// Makes the values of `best` simple, each by itself, as long as `goal` keeps it.
pub(crate) fn simplify_leaves_while(
    goal: &mut dyn Keeps,
    entry: &ShapeEntry,
    best: &mut Candidate,
    limit: u64,
) {
    simplify_leaves(goal, entry, best, limit, Care::Values);
}

/// Gives all leaves of `block`, values of one kind, the value of the first, if that will do.
fn make_uniform(
    goal: &mut dyn Keeps,
    entry: &ShapeEntry,
    best: &mut Candidate,
    block: std::ops::Range<usize>,
) -> bool {
    let (kinds, value) = (&entry.kinds[block.clone()], best.test.leaves[block.start]);
    if kinds.iter().any(|kind| *kind != kinds[0]) {
        return false;
    }
    let mut leaves = best.test.leaves.clone();
    leaves[block].fill(value);
    let leaves = entry.nearest_allowed(&leaves);
    if *leaves == best.test.leaves {
        return false;
    }
    let found = goal.keeps(entry, &leaves);
    let keeps = found.is_some();
    if let Some(found) = found {
        *best = found;
    }
    keeps
}

/// Values that hold each other in place (`a == b`, `a + b > c`) are made simple together: all
/// leaves of one value at once, then all leaves at small values drawn at random. Whether anything
/// became simpler.
fn simplify_together(goal: &mut dyn Keeps, entry: &ShapeEntry, best: &mut Candidate, limit: u64) -> bool {
    let total = |leaves: &[u128]| -> u64 {
        let costs = leaves.iter().zip(&entry.kinds).zip(&entry.defaults);
        costs.map(|((&bits, kind), &default)| complexity(kind, bits, default)).fold(0, u64::saturating_add)
    };
    let before = total(&best.test.leaves);
    let mut stream = Stream::new(0, "simple values");
    for attempt in 0..SUITE.together_attempts {
        let now = total(&best.test.leaves);
        if now <= SUITE.simple_enough * entry.kinds.len() as u64 || goal.is_over(limit) {
            break;
        }
        let leaves = if attempt % 4 == 0 {
            merged_values(entry, &best.test.leaves, &mut stream)
        } else {
            small_values(entry, &best.test.leaves, &mut stream)
        };
        let leaves = entry.nearest_allowed(&leaves);
        if total(&leaves) < now
            && let Some(found) = goal.keeps(entry, &leaves)
        {
            *best = found;
        }
    }
    total(&best.test.leaves) < before
}

/// All leaves that share one value get one simpler value.
fn merged_values(entry: &ShapeEntry, leaves: &[u128], stream: &mut Stream) -> Vec<u128> {
    let mut changed = leaves.to_vec();
    let at = stream.position(leaves.len());
    let (shared, kind) = (leaves[at], &entry.kinds[at]);
    let choices = simpler(kind, shared, entry.defaults[at]);
    if !choices.is_empty() {
        let value = choices[stream.position(choices.len())];
        for (leaf, other) in changed.iter_mut().zip(&entry.kinds) {
            if *leaf == shared && other == kind {
                *leaf = value;
            }
        }
    }
    changed
}

/// Every number that is not simple yet becomes a small one.
fn small_values(entry: &ShapeEntry, leaves: &[u128], stream: &mut Stream) -> Vec<u128> {
    let mut changed = leaves.to_vec();
    for ((leaf, kind), &default) in changed.iter_mut().zip(&entry.kinds).zip(&entry.defaults) {
        let is_number = matches!(kind, LeafKind::Int { .. } | LeafKind::Float(_));
        if !is_number || *leaf == default {
            continue;
        }
        let small = stream.below(12) as i128 - 2;
        *leaf = match kind {
            LeafKind::Float(format) => format.from_f64(small as f64),
            _ if small < 0 && !kind.is_signed() => kind.from_int(-small),
            _ => kind.from_int(small),
        };
    }
    changed
}

fn simplify_leaf(goal: &mut dyn Keeps, entry: &ShapeEntry, best: &mut Candidate, leaf: usize, limit: u64) {
    let (kind, default) = (&entry.kinds[leaf], entry.defaults[leaf]);
    loop {
        let now = best.test.leaves[leaf];
        let mut improved = false;
        for value in simpler(kind, now, default) {
            if goal.is_over(limit) {
                return;
            }
            let mut leaves = best.test.leaves.clone();
            leaves[leaf] = value;
            let leaves = entry.nearest_allowed(&leaves);
            let is_simpler = complexity(kind, leaves[leaf], default) < complexity(kind, now, default);
            if is_simpler && let Some(found) = goal.keeps(entry, &leaves) {
                *best = found;
                improved = true;
                break;
            }
        }
        if !improved {
            return;
        }
    }
}

/// Keeps a test while it crashes in the same way, and blames the same.
struct SameFault<'x, 'a> {
    evaluator: &'x mut Evaluator<'a>,
    fault: Fault,
    class: FindingClass,
}

impl Keeps for SameFault<'_, '_> {
    fn is_over(&self, limit: u64) -> bool {
        let clock = &self.evaluator.clock;
        clock.executions >= limit || clock.is_over(Phase::Crashes)
    }

    fn keeps(&mut self, entry: &ShapeEntry, leaves: &[u128]) -> Option<Candidate> {
        let found = match self.evaluator.probe(entry, leaves).ending {
            Ending::Fault(fault) => Some(fault),
            _ if self.fault.kind != FaultKind::UnsetMemory => None,
            _ => match self.evaluator.dependence(entry, leaves) {
                Some(LayoutDependence::UnsetBranch(fault)) => Some(fault),
                _ => None,
            },
        };
        let found = found.filter(|fault| same_fault(fault, &self.fault))?;
        // Simpler inputs must not take a fault of the code for one of the test.
        if self.class == FindingClass::Code
            && self.evaluator.classify_fault(entry, leaves, &found).class != self.class
        {
            return None;
        }
        let trace = self.evaluator.last_trace().clone();
        Some(Candidate { test: entry.test(leaves), shape: entry.shape.clone(), trace })
    }
}

/// The crashes found, with inputs as short and simple as the fault allows.
pub fn simple_crashes(evaluator: &mut Evaluator<'_>, factory: &dyn Shapes) -> Vec<Crash> {
    let limit = evaluator.clock.executions + SUITE.simplify_executions / 4;
    let mut crashes = evaluator.crashes.clone();
    for crash in &mut crashes {
        if evaluator.clock.executions >= limit || evaluator.clock.is_over(Phase::Crashes) {
            break;
        }
        let Ok(entry) = factory.entry(crash.shape.clone()) else { continue };
        let mut keeper = SameFault { evaluator, fault: crash.fault.clone(), class: crash.class };
        let Some(start) = keeper.keeps(&entry, &crash.test.leaves) else { continue };
        // A read past the end happens at any length: shorter inputs show it as well, and a fault
        // of another offset is another message, so the last one is kept.
        let (entry, mut best) = shrink(&mut keeper, factory, entry, &start, limit);
        shorten_contents(&mut keeper, &entry, &mut best, limit);
        simplify_leaves(&mut keeper, &entry, &mut best, limit, Care::Values);
        if let Ending::Fault(fault) = keeper.evaluator.probe(&entry, &best.test.leaves).ending {
            crash.fault = *fault;
        }
        crash.test = without_idle_statements(&best.test, &entry);
        crash.shape = best.shape;
    }
    crashes
}

/// The test case without statements that write what is there anyway: globals at their initial
/// values.
#[must_use]
pub fn without_idle_statements(test: &TestCase, entry: &ShapeEntry) -> TestCase {
    let defaults = &entry.defaults;
    let is_idle = |position: usize, statement: &Statement| match statement {
        Statement::SetLeaf { place, leaf } => {
            matches!(place.root, PlaceRoot::Global(_))
                && defaults.get(leaf.0 as usize) == Some(&test.leaf(*leaf))
        }
        _ => entry.idle.contains(&position),
    };
    let statements = || test.skeleton.statements.iter().enumerate();
    if !statements().any(|(position, statement)| is_idle(position, statement)) {
        return test.clone();
    }
    // Variables are numbered by the position of their statement.
    let mut moved = Vec::with_capacity(test.skeleton.statements.len());
    let mut kept = 0u32;
    for (position, statement) in statements() {
        moved.push(kept);
        kept += u32::from(!is_idle(position, statement));
    }
    let statements = statements().filter(|&(position, statement)| !is_idle(position, statement));
    let statements = statements.map(|(_, statement)| renumbered(statement, &moved)).collect();
    let skeleton = Skeleton { statements, leaves: test.skeleton.leaves.clone() };
    TestCase { skeleton: skeleton.into(), leaves: test.leaves.clone() }
}

fn renumbered(statement: &Statement, moved: &[u32]) -> Statement {
    use trine_testcase::test_case::{Argument, Place, PointerValue, Variable};
    let variable = |v: Variable| Variable(moved[v.0 as usize]);
    let place = |place: &Place| {
        let root = match place.root {
            PlaceRoot::Variable(v) => PlaceRoot::Variable(variable(v)),
            global => global,
        };
        Place { root, steps: place.steps.clone() }
    };
    let pointer = |value: &PointerValue| match value {
        PointerValue::To(target) => PointerValue::To(place(target)),
        PointerValue::Stream(v) => PointerValue::Stream(variable(*v)),
        other => other.clone(),
    };
    let argument = |value: &Argument| match value {
        Argument::Pointer(value) => Argument::Pointer(pointer(value)),
        Argument::Object(v) => Argument::Object(variable(*v)),
        Argument::Result(v) => Argument::Result(variable(*v)),
        Argument::Held(target) => Argument::Held(place(target)),
        other => other.clone(),
    };
    match statement {
        Statement::Object { .. }
        | Statement::StandardInput(_)
        | Statement::File(_)
        | Statement::Stream { .. }
        | Statement::FailAllocation(_)
        | Statement::Clock { .. }
        | Statement::Register(_) => statement.clone(),
        Statement::SetLeaf { place: at, leaf } => Statement::SetLeaf { place: place(at), leaf: *leaf },
        Statement::Volatile { place: at, read, value } => {
            Statement::Volatile { place: place(at), read: *read, value: *value }
        }
        Statement::SetPointer { place: at, value } => {
            Statement::SetPointer { place: place(at), value: pointer(value) }
        }
        Statement::StubReturn { callable, value } => {
            Statement::StubReturn { callable: *callable, value: argument(value) }
        }
        Statement::StubWrite { callable, parameter, value } => {
            Statement::StubWrite { callable: *callable, parameter: *parameter, value: variable(*value) }
        }
        Statement::Call { callable, args } => {
            Statement::Call { callable: *callable, args: args.iter().map(argument).collect() }
        }
    }
}
