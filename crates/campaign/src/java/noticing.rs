//! What a test shows of its own outcome, and what of a mutant.
//!
//! A test notices a mutant when it ends in another way with it, or when one of its assertions fails that holds without it. Assertions that hold only
//! behind other tests of a suite are not asked.

use super::runner::UnitRunner;
use std::collections::BTreeSet;
use trine_ir::FuncId;
use trine_machine::{Activation, Concrete, Ignore, Observer};
use trine_sequences::search::cut;
use trine_testcase::objects::{Action, ClassApi, Ended, MemberId, ObjectTest, Shown, StepId};

/// How one test notices one mutant.
#[derive(Debug, Default)]
pub(super) struct Noticed {
    /// It ends in another way.
    pub by_ending: bool,
    /// Assertions that fail, by position.
    pub by: Vec<usize>,
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

/// What a test does alone, without faults.
pub(super) struct Alone {
    /// Which assertions hold.
    holds: Vec<bool>,
    /// Instructions that it takes.
    pub steps: u64,
}

/// With a mutant a test may take so many times the instructions that it takes without, and so many more, before it counts as endless.
const STEPS_MULTIPLE: u64 = 10;
const MORE_STEPS: u64 = 50_000;

/// What the test does alone; `None` when it ends in another way then.
pub(super) fn alone(runner: &mut UnitRunner, test: &ObjectTest) -> Option<Alone> {
    runner.stage.reset();
    let replay = runner.stage.replay(test, &mut Ignore);
    let seen = replay.seen.iter().zip(&test.expectations);
    let holds = seen.map(|(seen, expected)| seen.as_ref() == Some(&expected.seen)).collect();
    (replay.run.ended == test.ended).then_some(Alone { holds, steps: replay.run.steps })
}

/// How the test notices the mutant that is in the machine.
pub(super) fn against(runner: &mut UnitRunner, test: &ObjectTest, alone: &Alone) -> Noticed {
    let steps = alone.steps.saturating_mul(STEPS_MULTIPLE).saturating_add(MORE_STEPS);
    let replay = runner.with_steps(steps, |runner| {
        runner.stage.reset();
        runner.stage.replay(test, &mut Ignore)
    });
    if replay.run.ended != test.ended {
        return Noticed { by_ending: true, by: Vec::new() };
    }
    let seen = replay.seen.iter().zip(&test.expectations).enumerate();
    let fails =
        seen.filter(|(at, (seen, expected))| alone.holds[*at] && seen.as_ref() != Some(&expected.seen));
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
