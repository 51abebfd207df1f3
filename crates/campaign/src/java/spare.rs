//! Tests that a suite can do without once tests for mutants stand in it.
//!
//! ```text
//! suite with tests for mutants --the longest test first--> are its goals covered, and its mutants noticed, by the others?
//!     yes: it goes, and the others keep the assertions that notice its mutants
//! ```
//!
//! A test for mutants is a changed copy of one that covers goals, and often covers the same: the two say no more than the copy alone.
//!
//! Source: greedy reduction of suites, as Harrold, Gupta and Soffa, *A Methodology for Controlling the Size of a Test Suite*, TOSEM 1993,
//! with goals and mutants as requirements.

use super::noticing::{Alone, against, alone, entered};
use super::runner::UnitRunner;
use super::suite::{self, Allowance, Suite};
use std::collections::BTreeSet;
use trine_ir::FuncId;
use trine_ir::mutants::Mutant;
use trine_sequences::GoalId;

/// Replays against mutants that looking for such tests may take.
const MAX_REPLAYS: usize = 4_000;

/// A test of the suite, and what it does without faults.
struct Replayed {
    alone: Option<Alone>,
    entered: BTreeSet<FuncId>,
}

/// Takes tests out of `suite` that the others make up for; `kept` are the assertions to keep of each test, `mutants` those of the suite's
/// effect in its order. Nothing changes where a goal would be lost by it.
pub(super) fn leave_out(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    kept: Vec<BTreeSet<usize>>,
    mutants: &[Mutant],
    allowance: Allowance<'_>,
) -> Vec<BTreeSet<usize>> {
    let (tests, effect) = (suite.tests.clone(), suite.effect.clone());
    let all: BTreeSet<GoalId> = suite.covered.iter().flatten().copied().collect();
    let mut needs = kept.clone();
    let gone = spare(runner, suite, &mut needs, mutants, allowance);
    if gone.is_empty() {
        return kept;
    }
    suite::without(runner, suite, &gone);
    let left: BTreeSet<GoalId> = suite.covered.iter().flatten().copied().collect();
    if all.is_subset(&left) {
        let mut at = 0;
        needs.retain(|_| {
            at += 1;
            !gone.contains(&(at - 1))
        });
        return needs;
    }
    (suite.tests, suite.effect) = (tests, effect);
    suite::count(runner, suite);
    kept
}

/// Positions of tests that the others make up for; who notices a mutant, and the assertions that it needs for it, is noted anew.
fn spare(
    runner: &mut UnitRunner,
    suite: &mut Suite,
    kept: &mut [BTreeSet<usize>],
    mutants: &[Mutant],
    allowance: Allowance<'_>,
) -> BTreeSet<usize> {
    let replayed: Vec<Replayed> = suite
        .tests
        .iter()
        .map(|test| Replayed { alone: alone(runner, test), entered: entered(runner, test) })
        .collect();
    let mut gone = BTreeSet::new();
    let mut replays = 0;
    for at in suite::longest_first(&suite.tests) {
        if replays >= MAX_REPLAYS || allowance.is_used_up(runner) {
            break;
        }
        let is_left = |other: &usize| *other != at && !gone.contains(other);
        let others: Vec<usize> = (0..suite.tests.len()).filter(is_left).collect();
        let is_covered = |goal: &GoalId| {
            runner.own.contains(goal) || others.iter().any(|&other| suite.covered[other].contains(goal))
        };
        if !suite.covered[at].iter().all(is_covered) {
            continue;
        }
        let noticed = suite.effect.list.iter().enumerate().filter(|(_, mutant)| mutant.killed_by == Some(at));
        let noticed: Vec<usize> = noticed.map(|(mutant, _)| mutant).collect();
        let mut instead = Vec::new();
        for &mutant in &noticed {
            let Some(by) =
                by_another(runner, suite, (&others, &replayed), kept, &mutants[mutant], &mut replays)
            else {
                break;
            };
            instead.push((mutant, by));
        }
        if instead.len() < noticed.len() {
            continue;
        }
        for (mutant, (other, assertion)) in instead {
            suite.effect.list[mutant].killed_by = Some(other);
            kept[other].extend(assertion);
        }
        gone.insert(at);
    }
    gone
}

/// One of the `others` that notices `mutant`, with the assertion that it needs for it beside those that are kept.
fn by_another(
    runner: &mut UnitRunner,
    suite: &Suite,
    (others, replayed): (&[usize], &[Replayed]),
    kept: &[BTreeSet<usize>],
    mutant: &Mutant,
    replays: &mut usize,
) -> Option<(usize, Option<usize>)> {
    let body = mutant.body(&runner.stage.parts().1.program)?;
    let was = runner.stage.parts().0.substitute(mutant.function, &body).ok()?;
    let mut best = None;
    for &other in others {
        let Some(usual) = replayed[other].alone.as_ref() else { continue };
        if !replayed[other].entered.contains(&mutant.function) {
            continue;
        }
        *replays += 1;
        let noticed = against(runner, &suite.tests[other], usual);
        if noticed.by_ending || noticed.by.iter().any(|by| kept[other].contains(by)) {
            best = Some((other, None));
            break;
        }
        if let Some(&by) = noticed.by.first()
            && best.is_none()
        {
            best = Some((other, Some(by)));
        }
    }
    runner.stage.parts().0.restore(was);
    best
}
