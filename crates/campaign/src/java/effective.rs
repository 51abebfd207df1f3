//! Which assertions say something: those that notice a fault in the code under test.
//!
//! ```text
//! suite ──each mutant of the covered lines──> replay of the tests that enter its function: which assertions fail
//!     assertions kept: of each test the one that shows its outcome; then, mutant by mutant, those that notice what nothing
//!     kept so far does; an ending that differs (an exception, no end) notices without an assertion
//!     mutants that nothing notices --telling.rs--> further tests --spare.rs--> tests that these make up for go
//! ```
//!
//! Source: Fraser and Zeller, *Mutation-Driven Generation of Unit Tests and Oracles*, TSE 2012, section 4. Deviations: mutants are those of
//! the IR ([`trine_ir::mutants`]), run in our machine; goals that only the queries of an assertion cover keep them.

use super::effect::{Effect, MutantOutcome};
use super::noticing::{Alone, against, alone, entered, outcome_of};
use super::runner::UnitRunner;
use super::spare;
use super::suite::{self, Allowance, Suite};
use super::telling::{self, Alive, Material, TellingTest};
use std::collections::BTreeSet;
use trine_base::Stream;
use trine_frontend_jvm::cover::UnitCover;
use trine_ir::mutants::{Mutant, Selection, mutants};
use trine_ir::{Callee, FuncId, Program};
use trine_sequences::GoalId;
use trine_testcase::objects::{Expectation, ObjectTest};

/// Mutants of one class, at most, where nobody says how many.
pub const DEFAULT_MUTANTS: usize = 150;
/// Replays of tests against mutants of one class at most.
const MAX_REPLAYS: usize = 6_000;

pub use trine_engine::Assertions;

/// Leaves the assertions in `suite` that were asked for, notes what the suite notices, and with `tells` adds tests for what it does not.
pub(super) fn choose(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    cover: &UnitCover,
    (assertions, tells): (Assertions, bool),
    material: Material<'_>,
    allowance: Allowance<'_>,
) {
    let Noticing { kept, mutants, entered } = match assertions {
        Assertions::None => {
            Noticing { kept: vec![BTreeSet::new(); suite.tests.len()], ..Noticing::default() }
        }
        Assertions::All | Assertions::Effective => noticed(runner, suite, cover, material, allowance),
    };
    let found = match tells {
        true => telling::tell(runner, &suite.tests, &entered, alive(suite, &mutants), material, allowance),
        false => Vec::new(),
    };
    let own = suite.tests.len();
    let mut kept = with_telling(runner, suite, kept, found);
    if suite.tests.len() > own {
        kept = spare::leave_out(runner, suite, kept, &mutants, allowance);
    }
    if assertions != Assertions::All {
        leave_only(runner, suite, &kept);
    }
}

/// What the tests of a suite notice of mutants.
#[derive(Default)]
struct Noticing {
    /// By test: the assertions to keep.
    kept: Vec<BTreeSet<usize>>,
    /// Mutants that were run, in the order of the suite's effect.
    mutants: Vec<Mutant>,
    /// By test: the functions that it enters.
    entered: Vec<BTreeSet<FuncId>>,
}

/// Those of the mutants that no test of the suite notices.
fn alive(suite: &Suite, mutants: &[Mutant]) -> Vec<Alive> {
    let outcomes = suite.effect.list.iter().zip(mutants).enumerate();
    let alive = outcomes.filter(|(_, (outcome, _))| outcome.killed_by.is_none());
    alive.map(|(at, (_, mutant))| Alive { at, mutant: *mutant }).collect()
}

/// Adds tests for mutants to `suite`, each beside those that are about the same, unless one of its own tests does not hold beside them. Gives
/// the assertions of each test to keep.
fn with_telling(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    kept: Vec<BTreeSet<usize>>,
    found: Vec<TellingTest>,
) -> Vec<BTreeSet<usize>> {
    if found.is_empty() {
        return kept;
    }
    let own = suite.tests.len();
    let mut kept = kept;
    let mut tests = suite.tests.clone();
    let mut kills = vec![Vec::new(); own];
    for TellingTest { test, kills: killed, kept: needed } in found {
        tests.push(test);
        kills.push(killed);
        kept.push(needed);
    }
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|&at| (tests[at].about, tests[at].sequence.steps.steps.len()));
    let ordered: Vec<ObjectTest> = order.iter().map(|&at| tests[at].clone()).collect();
    let mut holding = ordered.clone();
    let doubts = runner.doubts.clone();
    let (covered, passed) = suite::in_order(runner, &mut holding);
    if holding != ordered {
        runner.doubts = doubts;
        // They get in each other's way, by static fields for one.
        kept.truncate(own);
        return kept;
    }
    let position = |test: usize| order.iter().position(|&at| at == test);
    for mutant in &mut suite.effect.list {
        mutant.killed_by = mutant.killed_by.and_then(position);
    }
    for (test, kills) in kills.into_iter().enumerate() {
        for at in kills {
            suite.effect.list[at].killed_by = position(test);
            suite.effect.killed += 1;
        }
    }
    (suite.tests, suite.covered, suite.passed) = (holding, covered, passed);
    order.into_iter().map(|at| std::mem::take(&mut kept[at])).collect()
}

/// Takes all assertions out of `suite` but those at `kept`, and those that cover what nothing else does.
fn leave_only(runner: &mut UnitRunner, suite: &mut Suite, kept: &[BTreeSet<usize>]) {
    let before: Vec<Vec<Expectation>> = suite.tests.iter().map(|test| test.expectations.clone()).collect();
    let covered = suite.covered.clone();
    for (test, kept) in suite.tests.iter_mut().zip(kept) {
        let mut at = 0;
        test.expectations.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
    }
    suite::count(runner, suite);
    // What only a query covered needs that query.
    let now: BTreeSet<_> = suite.covered.iter().flatten().copied().collect();
    let mut lost: BTreeSet<_> =
        covered.iter().flatten().copied().filter(|goal| !now.contains(goal)).collect();
    if !lost.is_empty() {
        for (at, goals) in covered.iter().enumerate() {
            let needed: Vec<GoalId> = goals.iter().copied().filter(|goal| lost.contains(goal)).collect();
            if !needed.is_empty() {
                suite.tests[at].expectations.clone_from(&before[at]);
                leave_out(runner, &mut suite.tests[at], &kept[at], &needed);
                lost.retain(|goal| !goals.contains(goal));
            }
        }
        suite::count(runner, suite);
    }
}

/// Leaves out assertions without which `test` alone covers `needed`, the last ones first, but for those at `kept`.
fn leave_out(runner: &mut UnitRunner, test: &mut ObjectTest, kept: &BTreeSet<usize>, needed: &[GoalId]) {
    for at in (0..test.expectations.len()).rev().filter(|at| !kept.contains(at)) {
        let expectation = test.expectations.remove(at);
        runner.begin_replays();
        let covered = suite::goals_of(runner, test);
        if !needed.iter().all(|goal| covered.contains(goal)) {
            test.expectations.insert(at, expectation);
        }
    }
}

/// Runs mutants, and notes which are noticed.
fn noticed(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    cover: &UnitCover,
    material: Material<'_>,
    allowance: Allowance<'_>,
) -> Noticing {
    let mut kept: Vec<BTreeSet<usize>> =
        suite.tests.iter().map(|test| outcome_of(runner, test).into_iter().collect()).collect();
    let entered: Vec<BTreeSet<FuncId>> = suite.tests.iter().map(|test| entered(runner, test)).collect();
    let usual: Vec<Option<Alone>> = suite.tests.iter().map(|test| alone(runner, test)).collect();
    let mut effect = Effect::default();
    let mut mutants = Vec::new();
    let mut replays = 0;
    for mutant in sample(runner, suite, cover, material) {
        if replays >= MAX_REPLAYS || allowance.is_used_up(runner) {
            break;
        }
        let Some(body) = mutant.body(&runner.stage.parts().1.program) else { continue };
        let Ok(was) = runner.stage.parts().0.substitute(mutant.function, &body) else { continue };
        effect.mutants += 1;
        let mut best: Option<(usize, usize)> = None;
        let mut killed_by = None;
        for (at, test) in suite.tests.iter().enumerate() {
            let Some(usual) = usual[at].as_ref().filter(|_| entered[at].contains(&mutant.function)) else {
                continue;
            };
            replays += 1;
            let noticed = against(runner, test, usual);
            if noticed.by_ending || noticed.by.iter().any(|by| kept[at].contains(by)) {
                (killed_by, best) = (Some(at), None);
                break;
            }
            if let Some(&by) = noticed.by.first()
                && best.is_none()
            {
                best = Some((at, by));
            }
        }
        runner.stage.parts().0.restore(was);
        if let Some((at, by)) = best {
            killed_by = Some(at);
            kept[at].insert(by);
        }
        effect.killed += usize::from(killed_by.is_some());
        effect.list.push(MutantOutcome { line: mutant.line, change: mutant.operator.words(), killed_by });
        mutants.push(mutant);
    }
    suite.effect = effect;
    Noticing { kept, mutants, entered }
}

fn sample(runner: &mut UnitRunner, suite: &Suite, cover: &UnitCover, material: Material<'_>) -> Vec<Mutant> {
    let functions: BTreeSet<String> = cover.functions().collect();
    let lines: Vec<(String, BTreeSet<u32>)> = cover
        .classes
        .iter()
        .map(|class| {
            let counters = class.counters(&suite.passed.surely);
            let covered = counters.lines.iter().filter(|(_, line)| line.instruction.covered > 0);
            (class.name.clone(), covered.map(|(&line, _)| u32::from(line)).collect())
        })
        .collect();
    let is_covered = |function: &str, mutant: &Mutant| {
        let class = function.split('.').next().unwrap_or_default();
        lines.iter().any(|(name, lines)| name == class && lines.contains(&mutant.line))
    };
    // Static initialisers make what tests look at: a fault there is noticed by luck only.
    let is_meant = |name: &str| functions.contains(name) && !name.contains("<clinit>");
    let program = std::sync::Arc::clone(&runner.stage.parts().1.program);
    // Comparisons of references and unsigned ones are checks that the compiler makes and that stand in no source.
    let selection = Selection {
        is_meant: &is_meant,
        is_covered: &is_covered,
        is_statement: &is_statement,
        as_written: false,
    };
    mutants(&program, &selection, material.max_mutants, &mut Stream::new(material.seed, "mutants"))
}

/// Whether a call is one of a method without result that a source can call and leave out.
fn is_statement(program: &Program, callee: &Callee) -> bool {
    match callee {
        Callee::Virtual { signature, .. } | Callee::Interface { signature, .. } => {
            signature.returns.is_empty()
        }
        Callee::Direct(function) => {
            let name = &program.callables[*function].name;
            name.contains('.') && name.ends_with(")V") && !name.contains(".<") && !name.starts_with("trine")
        }
        Callee::Indirect(..) => false,
    }
}
