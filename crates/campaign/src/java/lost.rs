//! Goals whose tests do not hold: another sequence that reached them may, or one with a sibling of a call that takes something from where it
//! runs; else they are searched for again with what is left of the budget. In the end a test may go another way elsewhere as long as it
//! covers the goal.

use super::runner::{Flakiness, UnitRunner};
use super::suite::{self, Allowance, Suite};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use trine_sequences::GoalId;
use trine_sequences::minimize::cut_to_need;
use trine_sequences::search::GoalNode;
use trine_sequences::siblings::siblings;
use trine_testcase::objects::Sequence;

/// Searches for lost goals, one after the other.
const SEARCHES: u64 = 3;

/// A search for these goals, by its number.
pub(super) type SearchAgain<'a> =
    dyn FnMut(&mut UnitRunner, &[GoalNode], u64) -> Vec<(GoalId, Sequence)> + 'a;

/// Looks for goals that are in `found` and that no test of `suite` covers: among the other sequences that the search ran until `until`, then
/// by searches. `search` is given these goals, none behind another one, and the
/// number of the search, and gives what it finds; it is not asked where no budget is left.
pub(super) fn recovered(
    runner: &mut UnitRunner,
    mut suite: Suite,
    found: &mut Vec<(GoalId, Sequence)>,
    (nodes, allowance, until): (&[GoalNode], Allowance<'_>, Allowance<'_>),
    search: &mut SearchAgain<'_>,
) -> Suite {
    for number in 0..=SEARCHES {
        let was_found = |goal: GoalId| found.iter().any(|(found, _)| *found == goal);
        // There may be a test that goes the same way in all worlds among what is known; it is not searched for.
        let covered = if number == 0 { covered_alike(runner, &suite) } else { all(&suite) };
        let lost = lost(&covered, nodes, was_found);
        if lost.is_empty() && number > 0 {
            break;
        }
        let again = match number {
            0 => alternates(runner, &lost, until, Flakiness::of),
            _ => search(runner, &lost, number),
        };
        if again.is_empty() && number > 0 {
            break;
        }
        runner.flakiness = Some(Flakiness::of(ids(&lost)));
        suite = with_others(runner, suite, again, found, allowance);
    }
    // Better a test that goes another way elsewhere than none.
    let lost = lost(&all(&suite), nodes, |goal| !runner.alternates.of(goal).is_empty());
    let again = alternates(runner, &lost, until, Flakiness::lenient);
    runner.flakiness = Some(Flakiness::lenient(ids(&lost)));
    with_others(runner, suite, again, found, until)
}

/// Goals that the tests cover.
fn all(suite: &Suite) -> BTreeSet<GoalId> {
    suite.covered.iter().flatten().copied().collect()
}

/// Goals that tests cover which go the same way in all worlds.
fn covered_alike(runner: &UnitRunner, suite: &Suite) -> BTreeSet<GoalId> {
    let of_tests = suite.tests.iter().zip(&suite.covered);
    let alike = of_tests.filter(|(test, _)| !runner.doubts.concerns(test));
    alike.flat_map(|(_, goals)| goals.iter().copied()).collect()
}

/// Goals that are not `covered` though a sequence covered them, none behind another one.
fn lost(covered: &BTreeSet<GoalId>, nodes: &[GoalNode], was_found: impl Fn(GoalId) -> bool) -> Vec<GoalNode> {
    let is_lost = |node: &&GoalNode| !covered.contains(&node.id) && was_found(node.id);
    let lost = nodes.iter().filter(is_lost);
    lost.map(|node| GoalNode { id: node.id, children: Vec::new(), is_root: true, waits: false }).collect()
}

fn ids(nodes: &[GoalNode]) -> impl Iterator<Item = GoalId> {
    nodes.iter().map(|node| node.id)
}

/// `suite` with tests of what was found `again`, where more goals are covered with them. The doubts of the runner are over then.
fn with_others(
    runner: &mut UnitRunner,
    suite: Suite,
    again: Vec<(GoalId, Sequence)>,
    found: &mut Vec<(GoalId, Sequence)>,
    allowance: Allowance<'_>,
) -> Suite {
    if again.is_empty() {
        runner.flakiness = None;
        return suite;
    }
    let others = suite::suite(runner, &again, allowance);
    runner.flakiness = None;
    let mut tests = suite.tests.clone();
    tests.extend(others.tests);
    tests.sort_by_key(|test| (test.about, test.sequence.steps.steps.len()));
    let before = (all(&suite).len(), covered_alike(runner, &suite).len());
    let doubts = runner.doubts.clone();
    let mut joined = suite::of_tests(runner, tests);
    // Tests that do not hold beside the others take some of those along.
    if (all(&joined).len(), covered_alike(runner, &joined).len()) <= before {
        runner.doubts = doubts;
        return suite;
    }
    joined.unstable = &suite.unstable | &others.unstable;
    joined.unstable.retain(|goal| !joined.covered.iter().flatten().any(|covered| covered == goal));
    found.extend(again);
    joined
}

/// For each goal another sequence that covered it in the search and does the same in another world, where there is one. Goals that
/// another one's sequence covers need none.
fn alternates(
    runner: &mut UnitRunner,
    lost: &[GoalNode],
    until: Allowance<'_>,
    doubt: impl Fn(Vec<GoalId>) -> Flakiness,
) -> Vec<(GoalId, Sequence)> {
    let mut covered: BTreeSet<GoalId> = BTreeSet::new();
    let mut found = Vec::new();
    runner.flakiness = Some(doubt(ids(lost).collect()));
    for node in lost {
        if covered.contains(&node.id) {
            continue;
        }
        let known = runner.alternates.of(node.id);
        let mut candidates: VecDeque<Arc<Sequence>> = known.iter().cloned().collect();
        // What the first of them takes from where it runs may have a sibling.
        let mut first = known.first();
        while !until.is_used_up(runner) {
            let sequence = match (candidates.pop_front(), first) {
                (Some(sequence), _) => sequence,
                (None, Some(known)) => {
                    let api = Arc::clone(runner.stage.api());
                    let cut = cut_to_need(&api, known, &mut |one| runner.covers(one, &[node.id]));
                    candidates.extend(siblings(&api, &cut).into_iter().map(Arc::new));
                    first = None;
                    continue;
                }
                (None, None) => break,
            };
            let sequence = suite::truncated(runner, &sequence);
            if !runner.still_covers(&sequence, &[node.id]) {
                continue;
            }
            let goals = runner.covered_from_the_start(&sequence);
            if goals.contains(&node.id) {
                covered.extend(goals);
                found.push((node.id, sequence));
                break;
            }
        }
    }
    runner.flakiness = None;
    found
}
