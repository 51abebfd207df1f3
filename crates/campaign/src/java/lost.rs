//! Goals whose tests do not hold: another sequence that reached them may, and else they are searched for again with what is left of the budget.

use super::runner::{Flakiness, UnitRunner};
use super::suite::{self, Allowance, Suite};
use std::collections::BTreeSet;
use trine_sequences::GoalId;
use trine_sequences::search::GoalNode;
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
        let covered: BTreeSet<GoalId> = suite.covered.iter().flatten().copied().collect();
        let is_lost =
            |node: &&GoalNode| !covered.contains(&node.id) && found.iter().any(|(goal, _)| *goal == node.id);
        let lost: Vec<GoalNode> = nodes
            .iter()
            .filter(is_lost)
            .map(|node| GoalNode { id: node.id, children: Vec::new(), is_root: true, waits: false })
            .collect();
        if lost.is_empty() {
            break;
        }
        let again = match number {
            0 => alternates(runner, &lost, until),
            _ => search(runner, &lost, number),
        };
        if again.is_empty() && number > 0 {
            break;
        }
        if again.is_empty() {
            continue;
        }
        runner.flakiness = Some(Flakiness::of(lost.iter().map(|node| node.id)));
        let others = suite::suite(runner, &again, allowance);
        runner.flakiness = None;
        let mut unstable = suite.unstable.clone();
        unstable.extend(&others.unstable);
        let mut tests = suite.tests.clone();
        tests.extend(others.tests);
        tests.sort_by_key(|test| (test.about, test.sequence.steps.steps.len()));
        let mut joined = suite::of_tests(runner, tests);
        let now: BTreeSet<GoalId> = joined.covered.iter().flatten().copied().collect();
        // Tests that do not hold beside the others take some of those along.
        if now.len() > covered.len() {
            unstable.retain(|goal| !now.contains(goal));
            joined.unstable = unstable;
            suite = joined;
            found.extend(again);
        }
    }
    suite
}

/// For each goal another sequence that covered it in the search and does the same in another world, where there is one. Goals that
/// another one's sequence covers need none.
fn alternates(runner: &mut UnitRunner, lost: &[GoalNode], until: Allowance<'_>) -> Vec<(GoalId, Sequence)> {
    let mut covered: BTreeSet<GoalId> = BTreeSet::new();
    let mut found = Vec::new();
    runner.flakiness = Some(Flakiness::of(lost.iter().map(|node| node.id)));
    for node in lost {
        if covered.contains(&node.id) {
            continue;
        }
        for sequence in runner.alternates.of(node.id) {
            if until.is_used_up(runner) {
                break;
            }
            let sequence = suite::truncated(runner, &sequence);
            if runner.still_covers(&sequence, &[node.id]) {
                covered.extend(runner.covered());
                found.push((node.id, sequence));
                break;
            }
        }
    }
    runner.flakiness = None;
    found
}
