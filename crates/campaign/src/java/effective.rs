//! Which assertions say something: those that notice a fault in the code under test.
//!
//! ```text
//! suite ──each mutant of the covered lines──> replay of the tests that enter its function: which assertions fail
//!     assertions kept: of each test the one that shows its outcome; then, mutant by mutant, those that notice what nothing
//!     kept so far does; an ending that differs (an exception, no end) notices without an assertion
//!     mutants that nothing notices --telling.rs--> further tests
//! ```
//!
//! Source: Fraser and Zeller, *Mutation-Driven Generation of Unit Tests and Oracles*, TSE 2012, section 4. Deviations: mutants are those of
//! the IR ([`trine_ir::mutants`]), run in our machine; goals that only the queries of an assertion cover keep them.

use super::runner::UnitRunner;
use super::suite::{self, Allowance, Suite};
use super::telling::{self, Alive, Material, Told};
use std::collections::BTreeSet;
use trine_base::Stream;
use trine_frontend_jvm::cover::UnitCover;
use trine_ir::mutants::{Mutant, Selection, mutants};
use trine_ir::{Callee, FuncId, Program};
use trine_machine::{Activation, Concrete, Ignore, Observer};
use trine_sequences::GoalId;
use trine_sequences::search::cut;
use trine_testcase::objects::{Action, ClassApi, Ended, Expectation, MemberId, ObjectTest, Shown, StepId};

/// Mutants of one class, at most, where nobody says how many.
pub const DEFAULT_MUTANTS: usize = 150;
/// Replays of tests against mutants of one class at most.
const MAX_REPLAYS: usize = 6_000;

pub use trine_engine::Assertions;

/// What a suite notices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Mutants that were run.
    pub mutants: usize,
    /// Those that a test notices.
    pub killed: usize,
    /// All of them, in the order in which they were run.
    pub list: Vec<MutantOutcome>,
}

impl Effect {
    /// Forgets the tests at `positions`, which are taken out of the suite.
    pub(super) fn without(&mut self, positions: &BTreeSet<usize>) {
        for mutant in &mut self.list {
            mutant.killed_by = mutant
                .killed_by
                .filter(|test| !positions.contains(test))
                .map(|test| test - positions.range(..test).count());
        }
        self.killed = self.list.iter().filter(|mutant| mutant.killed_by.is_some()).count();
    }
}

/// What became of a mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutantOutcome {
    /// The line that it changes.
    pub line: u32,
    /// What it changes, in words.
    pub change: &'static str,
    /// Position of the test that notices it.
    pub killed_by: Option<usize>,
}

/// How one test notices one mutant.
#[derive(Debug, Default)]
pub(super) struct Noticed {
    /// It ends in another way.
    pub by_ending: bool,
    /// Assertions that fail, by position.
    pub by: Vec<usize>,
}

/// Leaves the assertions in `suite` that were asked for, notes what the suite notices, and with `tells` adds tests for what it does not.
pub(super) fn choose(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    cover: &UnitCover,
    (assertions, tells): (Assertions, bool),
    material: Material<'_>,
    allowance: Allowance<'_>,
) {
    let (kept, alive, entered) = match assertions {
        Assertions::None => (vec![BTreeSet::new(); suite.tests.len()], Vec::new(), Vec::new()),
        Assertions::All | Assertions::Effective => noticed(runner, suite, cover, material, allowance),
    };
    let told = match tells {
        true => telling::tell(runner, &suite.tests, &entered, alive, material, allowance),
        false => Vec::new(),
    };
    let kept = with_told(runner, suite, kept, told);
    if assertions != Assertions::All {
        leave_only(runner, suite, &kept);
    }
}

/// Adds tests for mutants to `suite`, each beside those that are about the same, unless one of its own tests does not hold beside them. Gives
/// the assertions of each test to keep.
fn with_told(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    kept: Vec<BTreeSet<usize>>,
    told: Vec<Told>,
) -> Vec<BTreeSet<usize>> {
    if told.is_empty() {
        return kept;
    }
    let own = suite.tests.len();
    let mut kept = kept;
    let mut tests = suite.tests.clone();
    let mut kills = vec![Vec::new(); own];
    for Told { test, kills: killed, kept: needed } in told {
        tests.push(test);
        kills.push(killed);
        kept.push(needed);
    }
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|&at| (tests[at].about, tests[at].sequence.steps.steps.len()));
    let ordered: Vec<ObjectTest> = order.iter().map(|&at| tests[at].clone()).collect();
    let mut holding = ordered.clone();
    let (covered, passed) = suite::in_order(runner, &mut holding);
    if holding != ordered {
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
        runner.stage.reset();
        let covered = suite::goals_of(runner, test);
        if !needed.iter().all(|goal| covered.contains(goal)) {
            test.expectations.insert(at, expectation);
        }
    }
}

/// Runs mutants, and notes which are noticed; gives the assertions of each test to keep, the mutants that nothing notices, and the functions
/// that each test enters.
fn noticed(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    cover: &UnitCover,
    material: Material<'_>,
    allowance: Allowance<'_>,
) -> (Vec<BTreeSet<usize>>, Vec<Alive>, Vec<BTreeSet<FuncId>>) {
    let mut kept: Vec<BTreeSet<usize>> =
        suite.tests.iter().map(|test| outcome_of(runner, test).into_iter().collect()).collect();
    let entered: Vec<BTreeSet<FuncId>> = suite.tests.iter().map(|test| entered(runner, test)).collect();
    let alone: Vec<Vec<bool>> = suite.tests.iter().map(|test| holds_alone(runner, test)).collect();
    let mut effect = Effect::default();
    let mut alive = Vec::new();
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
            if !entered[at].contains(&mutant.function) || alone[at].is_empty() {
                continue;
            }
            replays += 1;
            let noticed = against(runner, test, &alone[at]);
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
        if killed_by.is_none() {
            alive.push(Alive { at: effect.list.len() - 1, mutant });
        }
    }
    suite.effect = effect;
    (kept, alive, entered)
}

fn sample(runner: &mut UnitRunner, suite: &Suite, cover: &UnitCover, material: Material<'_>) -> Vec<Mutant> {
    let functions: BTreeSet<String> = cover.functions().collect();
    let lines: Vec<(String, BTreeSet<u32>)> = cover
        .classes
        .iter()
        .map(|class| {
            let counters = class.counters(&suite.passed);
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

/// The assertion that shows what a test is about: the result of its last call, what can be asked of the object that it made, or else
/// what it changed, or what is named as it is (`setWidth`, `getWidth`). None where nothing shows it.
pub(super) fn outcome_of(runner: &mut UnitRunner, test: &ObjectTest) -> Option<usize> {
    if test.ended != Ended::Returned {
        return None;
    }
    let last = StepId(test.sequence.steps.steps.len().saturating_sub(1) as u32);
    let position = |is: &dyn Fn(&Shown) -> bool| test.expectations.iter().position(|one| is(&one.shown));
    let is_result =
        |shown: &Shown| matches!(shown, Shown::Result(step) | Shown::Elements(step) if *step == last);
    let is_of_made =
        |shown: &Shown| matches!(shown, Shown::Query(step, _) | Shown::Field(step, _) if *step == last);
    position(&is_result)
        .or_else(|| position(&is_of_made))
        .or_else(|| changed_by(runner, test, last))
        .or_else(|| named_like(runner.stage.api(), test, last))
}

/// The first assertion that does not hold before the step `last`.
fn changed_by(runner: &mut UnitRunner, test: &ObjectTest, last: StepId) -> Option<usize> {
    let shorter = ObjectTest { sequence: cut(test.sequence.clone(), last.0 as usize), ..test.clone() };
    if shorter.sequence.steps.steps.is_empty() {
        return None;
    }
    runner.stage.reset();
    let replay = runner.stage.replay(&shorter, &mut Ignore);
    let mut pairs = replay.seen.iter().zip(&test.expectations);
    pairs.position(|(before, after)| before.as_ref().is_some_and(|before| *before != after.seen))
}

/// The first assertion about a member that has the name of the method that the step `last` calls, but for `set`, `get` and the like.
fn named_like(api: &ClassApi, test: &ObjectTest, last: StepId) -> Option<usize> {
    let Action::Call { method, .. } = &test.sequence.steps.steps.get(last)?.action else { return None };
    let plain = |member: MemberId| {
        let name = api.members[member].name.as_str();
        let rest = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        if rest.is_empty() { name.to_lowercase() } else { rest.to_lowercase() }
    };
    let called = plain(*method);
    test.expectations.iter().position(|one| match one.shown {
        Shown::Query(_, member) | Shown::Field(_, member) => plain(member) == called,
        _ => false,
    })
}

/// Which assertions hold when the test runs alone, without faults; none when it ends in another way then.
pub(super) fn holds_alone(runner: &mut UnitRunner, test: &ObjectTest) -> Vec<bool> {
    runner.stage.reset();
    let replay = runner.stage.replay(test, &mut Ignore);
    if replay.run.ended != test.ended {
        return Vec::new();
    }
    let seen = replay.seen.iter().zip(&test.expectations);
    let mut holds: Vec<bool> = seen.map(|(seen, expected)| seen.as_ref() == Some(&expected.seen)).collect();
    // So that a test without assertions is told from one that does not hold.
    holds.push(true);
    holds
}

pub(super) fn against(runner: &mut UnitRunner, test: &ObjectTest, alone: &[bool]) -> Noticed {
    runner.stage.reset();
    let replay = runner.stage.replay(test, &mut Ignore);
    if replay.run.ended != test.ended {
        return Noticed { by_ending: true, by: Vec::new() };
    }
    let seen = replay.seen.iter().zip(&test.expectations).enumerate();
    let fails = seen.filter(|(at, (seen, expected))| alone[*at] && seen.as_ref() != Some(&expected.seen));
    Noticed { by_ending: false, by: fails.map(|(at, _)| at).collect() }
}

/// Functions that a test enters.
pub(super) fn entered(runner: &mut UnitRunner, test: &ObjectTest) -> BTreeSet<FuncId> {
    let mut entered = Entered::default();
    runner.stage.reset();
    runner.stage.replay(test, &mut entered);
    entered.functions
}

#[derive(Default)]
struct Entered {
    functions: BTreeSet<FuncId>,
}

impl Observer<Concrete> for Entered {
    fn call(&mut self, function: FuncId, _: Activation) {
        self.functions.insert(function);
    }
}
