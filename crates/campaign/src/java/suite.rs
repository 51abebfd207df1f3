//! From an archive to a suite: few tests, short ones, which hold one after the other as one JVM would run them.

use super::doubts::Passed;
use super::effect::Effect;
use super::literals::with_literals;
use super::runner::UnitRunner;
use super::worlds;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use trine_frontend_jvm::cover::ProbeSet;
use trine_harness_jvm::{Variation, WantedVector};
use trine_machine::Ignore;
use trine_search::nearest::Nearby;
use trine_sequences::GoalId;
use trine_sequences::check;
use trine_sequences::minimize::{cut_to_need, minimize};
use trine_sequences::placement::placed;
use trine_sequences::search::digest;
use trine_testcase::objects::{Action, ClassApi, Ended, MemberId, ObjectTest, Operand, Sequence, TypeUse};

/// Runs that making one test shorter may take.
const RUNS_PER_TEST: usize = 400;
/// Equal parts of the time that making one test shorter may take at first.
const SLICE: f64 = 1.5;
/// Time beyond the budget in which tests are cut to what they need.
const ROUGH: Duration = Duration::from_millis(200);
/// Times that a suite is put in order again because a test did not hold behind others.
const MAX_ROUNDS: usize = 8;
/// Instructions that replays of each test as the first of a JVM may take.
const MAX_FIRST_STEPS: u64 = 60_000_000;

/// A suite, and what it covered when it was replayed.
pub(super) struct Suite {
    /// In the order of the replay.
    pub tests: Vec<ObjectTest>,
    /// Goals that each covered.
    pub covered: Vec<Vec<GoalId>>,
    /// Probes that they passed together.
    pub passed: Passed,
    /// Goals whose only tests did not hold.
    pub unstable: BTreeSet<GoalId>,
    /// What the tests notice.
    pub effect: Effect,
}

/// How long tests are made shorter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance<'a> {
    /// Until so many runs of the unit were made.
    pub runs: u64,
    /// Until then.
    pub until: Option<Instant>,
    /// Until this is set.
    pub stop: &'a AtomicBool,
}

impl Allowance<'_> {
    /// What one of so many tests that are to be made short may take: more than its equal part of the time, since most are covered by others
    /// before it is their turn.
    fn slice(self, tests: usize) -> Self {
        let now = Instant::now();
        let slice = |until: Instant| {
            let left = until.saturating_duration_since(now);
            until.min(now + left.mul_f64(SLICE / tests.max(1) as f64))
        };
        Self { until: self.until.map(slice), ..self }
    }

    pub(super) fn is_used_up(&self, runner: &UnitRunner) -> bool {
        self.stop.load(Ordering::Relaxed)
            || runner.runs >= self.runs
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A test in the making.
struct Made {
    test: ObjectTest,
    sequence: Sequence,
    /// Goals that no test made before it covers.
    goals: Vec<GoalId>,
    /// Whether there was time enough to make it short.
    is_done: bool,
}

/// Makes a suite of what the search found for each goal.
pub(super) fn suite(
    runner: &mut UnitRunner,
    found: &[(GoalId, Sequence)],
    allowance: Allowance<'_>,
) -> Suite {
    // What is cut off at once costs few runs: there is some time for it even where none is left for the rest.
    let rough = Allowance { until: allowance.until.map(|until| until + ROUGH), runs: u64::MAX, ..allowance };
    let mut unstable = BTreeSet::new();
    let mut made: Vec<Made> = Vec::new();
    let mut closed: BTreeSet<GoalId> = BTreeSet::new();
    // A test for each goal that none before it covers. The longest first: what leads there covers other goals on its way. Round trips, whose
    // runs take long, are left to the goals that nothing else covers.
    let mut found: Vec<&(GoalId, Sequence)> = found.iter().collect();
    found.sort_by_key(|(goal, sequence)| {
        (runner.is_round_trip(sequence), std::cmp::Reverse(sequence.steps.steps.len()), *goal)
    });
    let digests: Vec<u64> = found.iter().map(|(_, sequence)| digest(sequence)).collect();
    for (at, (goal, sequence)) in found.iter().enumerate() {
        if closed.contains(goal) {
            continue;
        }
        let Some(sequence) = cut(runner, *goal, sequence, rough) else {
            // It would be taken out again, with all other goals that it covers.
            unstable.insert(*goal);
            continue;
        };
        let open = found.iter().zip(&digests).skip(at).filter(|((goal, _), _)| !closed.contains(goal));
        let open: BTreeSet<u64> = open.map(|(_, &digest)| digest).collect();
        let slice = allowance.slice(open.len());
        let short = shortened(runner, &[*goal], sequence, slice);
        let is_done = !slice.is_used_up(runner);
        match finished(runner, &short) {
            Some(test) => {
                let goals = runner.surely_covered(&short);
                let goals = goals.into_iter().filter(|goal| closed.insert(*goal)).collect();
                made.push(Made { test, sequence: short, goals, is_done });
            }
            None => _ = unstable.insert(*goal),
        }
    }
    shorten_with_what_is_left(runner, &mut made, allowance);
    let mut tests: Vec<ObjectTest> = made.into_iter().map(|made| made.test).collect();
    tests.sort_by_key(|test| (test.about, test.sequence.steps.steps.len()));
    let (covered, passed) = in_order(runner, &mut tests);
    let (tests, covered, passed) = without_spare(runner, tests, covered, passed);
    unstable.retain(|goal| !covered.iter().any(|goals| goals.contains(goal)));
    Suite { tests, covered, passed, unstable, effect: Effect::default() }
}

/// The sequence without what the goal does not need, as far as that is seen at once; `None` where the goal is in doubt, and no such sequence
/// covers it in other worlds.
fn cut(
    runner: &mut UnitRunner,
    goal: GoalId,
    sequence: &Sequence,
    allowance: Allowance<'_>,
) -> Option<Sequence> {
    let api = std::sync::Arc::clone(runner.stage.api());
    let mut candidates = vec![truncated(runner, sequence)];
    if !allowance.is_used_up(runner) {
        let covers = &mut |candidate: &Sequence| runner.covers(candidate, &[goal]);
        candidates.insert(0, cut_to_need(&api, &candidates[0], covers));
    }
    let in_doubt = runner.is_in_doubt(goal);
    candidates.into_iter().find(|one| !in_doubt || runner.still_covers(one, &[goal]))
}

/// The sequence made short and plain, as far as it still covers `goals` and `allowance` goes.
fn shortened(
    runner: &mut UnitRunner,
    goals: &[GoalId],
    sequence: Sequence,
    allowance: Allowance<'_>,
) -> Sequence {
    let api = std::sync::Arc::clone(runner.stage.api());
    let mut still = |runner: &mut UnitRunner, candidate: &Sequence| {
        !allowance.is_used_up(runner)
            && check(&api, candidate).is_ok()
            && runner.still_covers(candidate, goals)
    };
    let short = match still(runner, &sequence) {
        true => minimize(&api, &sequence, RUNS_PER_TEST, &mut |candidate| still(runner, candidate)),
        false => sequence,
    };
    if allowance.is_used_up(runner) {
        return short;
    }
    let plain = with_literals(runner, short.clone(), &mut still);
    let short = match plain == short {
        true => short,
        false => minimize(&api, &plain, RUNS_PER_TEST, &mut |candidate| still(runner, candidate)),
    };
    placed(&short, &mut |candidate| still(runner, candidate))
}

/// Makes tests short for which there was no time before.
fn shorten_with_what_is_left(runner: &mut UnitRunner, made: &mut [Made], allowance: Allowance<'_>) {
    let mut left = made.iter().filter(|made| !made.is_done).count();
    for one in made.iter_mut().filter(|made| !made.is_done) {
        if allowance.is_used_up(runner) {
            break;
        }
        let slice = allowance.slice(left);
        left -= 1;
        let short = shortened(runner, &one.goals, one.sequence.clone(), slice);
        if short != one.sequence
            && let Some(test) = finished(runner, &short)
        {
            one.test = test;
        }
    }
}

/// A test of the sequence, where it holds in other worlds.
fn finished(runner: &mut UnitRunner, sequence: &Sequence) -> Option<ObjectTest> {
    let worlds = [Variation::number(1), Variation::number(2)];
    let about = about(runner.stage.api(), sequence)?;
    runner.stage.finish(sequence, about, &worlds)
}

/// A suite of finished tests: all of them that hold.
pub(super) fn of_tests(runner: &mut UnitRunner, mut tests: Vec<ObjectTest>) -> Suite {
    let (covered, passed) = in_order(runner, &mut tests);
    Suite { tests, covered, passed, unstable: BTreeSet::new(), effect: Effect::default() }
}

/// The sequence up to where it ended.
pub(super) fn truncated(runner: &mut UnitRunner, sequence: &Sequence) -> Sequence {
    let run = runner.run_alone(sequence);
    let mut short = sequence.clone();
    if let Ended::Threw { step, .. } = run.ended {
        let steps = std::sync::Arc::make_mut(&mut short.steps);
        let kept: Vec<_> = steps.steps.iter().take(step.0 as usize + 1).cloned().collect();
        steps.steps = kept.into_iter().collect();
    }
    short
}

/// Takes the tests at `positions` out of `suite`, and counts what is left.
pub(super) fn without(runner: &mut UnitRunner, suite: &mut Suite, positions: &BTreeSet<usize>) {
    keep_but(&mut suite.tests, positions);
    suite.effect.without(positions);
    (suite.covered, suite.passed) = counted(runner, &suite.tests);
}

/// What a test is about: the last member of a class under test that it uses, by whatever class or interface above that is named.
pub(super) fn about(api: &ClassApi, sequence: &Sequence) -> Option<MemberId> {
    let steps = &sequence.steps.steps;
    let own = |action: &Action| {
        let member = used(action)?;
        if api.subjects.contains(&api.members[member].class) {
            return Some(member);
        }
        let Action::Call { receiver: Some(Operand::Step(object)), .. } = action else { return None };
        let Some(TypeUse::Class(of)) = &steps[*object].ty else { return None };
        let subject = api.subjects.iter().find(|&&subject| api.classes[subject].name == of.name)?;
        let named = &api.members[member];
        let overrides = |own: &&MemberId| {
            let own = &api.members[**own];
            own.name == named.name && own.descriptor == named.descriptor && !own.is_static
        };
        api.classes[*subject].members.iter().find(overrides).copied()
    };
    let last = || steps.iter().rev().find_map(|step| used(&step.action));
    steps.iter().rev().find_map(|step| own(&step.action)).or_else(last)
}

/// The member that an action uses; of an object of the test's own the constructor above it.
fn used(action: &Action) -> Option<MemberId> {
    match action {
        Action::Mock { constructed, .. } => constructed.as_ref().map(|&(constructor, _)| constructor),
        action => action.member(),
    }
}

/// Replays the tests one after the other, statics left as they are, as one JVM would: forwards, backwards, and mixed in other worlds,
/// since JUnit has an order of its own. What does not hold in all of them is taken out. Gives the goals that each covers in the order
/// that stays, and all probes.
pub(super) fn in_order(runner: &mut UnitRunner, tests: &mut Vec<ObjectTest>) -> (Vec<Vec<GoalId>>, Passed) {
    let bad = bad_first(runner, tests);
    keep_but(tests, &bad);
    for _ in 0..MAX_ROUNDS {
        let backwards: Vec<usize> = (0..tests.len()).rev().collect();
        let forwards: Vec<usize> = (0..tests.len()).collect();
        let [one, other] = [1, 2].map(|number| mixed(tests.len(), number));
        let replays = [(0, &backwards), (1, &one), (2, &other), (0, &forwards)];
        let mut failing: BTreeSet<usize> = BTreeSet::new();
        for (world, order) in replays {
            runner.stage.vary(Variation::number(world));
            failing.extend(replayed(runner, tests, order));
        }
        if failing.is_empty() {
            break;
        }
        keep_but(tests, &failing);
    }
    loop {
        let unfit = worlds::unfit(runner, tests);
        if unfit.is_empty() {
            break;
        }
        keep_but(tests, &unfit);
    }
    counted(runner, tests)
}

/// Tests that cannot be the first of a JVM: they end otherwise where no class is initialised, or leave a class behind that cannot be
/// initialised any more, which takes all tests behind them along. Where all do, the first stays. Of the others, what they see otherwise
/// is taken out.
fn bad_first(runner: &mut UnitRunner, tests: &mut [ObjectTest]) -> BTreeSet<usize> {
    let (mut bad, mut poisoning) = (BTreeSet::new(), BTreeSet::new());
    let mut steps = 0;
    for (at, test) in tests.iter_mut().enumerate() {
        if steps > MAX_FIRST_STEPS {
            break;
        }
        runner.stage.reset_bare();
        let replay = runner.stage.replay(test, &mut Ignore);
        steps += replay.run.steps;
        if !runner.stage.parts().1.state.failed.is_empty() {
            poisoning.insert(at);
        }
        if replay.run.ended != test.ended {
            bad.insert(at);
            continue;
        }
        let mut seen = replay.seen.into_iter();
        test.expectations.retain(|expectation| seen.next().flatten().as_ref() == Some(&expectation.seen));
    }
    if poisoning.len() == tests.len() {
        poisoning.pop_first();
    }
    bad.extend(poisoning);
    bad
}

fn keep_but(tests: &mut Vec<ObjectTest>, positions: &BTreeSet<usize>) {
    let mut at = 0;
    tests.retain(|_| {
        at += 1;
        !positions.contains(&(at - 1))
    });
}

/// The positions of `count` tests in the `number`-th mixed order.
pub(super) fn mixed(count: usize, number: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    // Multiples of the golden ratio lie apart.
    let key =
        |at: &usize| (*at as u64 + number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(number as u32 * 7);
    order.sort_by_key(key);
    order
}

/// Replays the tests in this order; gives those that end in another way, and takes out of the others what they see no more.
fn replayed(runner: &mut UnitRunner, tests: &mut [ObjectTest], order: &[usize]) -> Vec<usize> {
    runner.stage.reset();
    let mut failing = Vec::new();
    for &at in order {
        let replay = runner.stage.replay(&tests[at], &mut Ignore);
        if replay.run.ended != tests[at].ended {
            failing.push(at);
            continue;
        }
        let mut seen = replay.seen.into_iter();
        tests[at]
            .expectations
            .retain(|expectation| seen.next().flatten().as_ref() == Some(&expectation.seen));
    }
    failing
}

/// Replays finished tests in their order, in all worlds, and notes what they cover: none is taken out, and none sees less.
pub(super) fn count_in_worlds(runner: &mut UnitRunner, suite: &mut Suite) {
    worlds::note_doubts(runner, &suite.tests);
    count(runner, suite);
}

/// Replays the tests in their order and notes what they cover.
pub(super) fn count(runner: &mut UnitRunner, suite: &mut Suite) {
    (suite.covered, suite.passed) = counted(runner, &suite.tests);
}

/// What each test covers in their order, and all probes.
fn counted(runner: &mut UnitRunner, tests: &[ObjectTest]) -> (Vec<Vec<GoalId>>, Passed) {
    let (mut covered, mut passed) = (Vec::with_capacity(tests.len()), Vec::with_capacity(tests.len()));
    runner.begin_replays();
    for test in tests {
        covered.push(goals_of(runner, test));
        passed.push(runner.passed().clone());
    }
    runner.leaning.settle(tests, &mut covered);
    let passed = runner.doubts.settle(tests, &mut covered, &passed);
    (covered, passed)
}

/// Goals that the replay of a test covers, in the state that those before it left.
pub(super) fn goals_of(runner: &mut UnitRunner, test: &ObjectTest) -> Vec<GoalId> {
    let replay = runner.replay(test, &mut Ignore);
    runner.ended(&test.sequence, &replay.run.ended);
    runner.covered()
}

/// The ways through decisions that each test goes in their order; nothing is replayed where none is asked for.
pub(super) fn ways(runner: &mut UnitRunner, tests: &[ObjectTest]) -> Vec<Vec<WantedVector>> {
    if runner.pairs.wanted().is_empty() {
        return vec![Vec::new(); tests.len()];
    }
    runner.begin_replays();
    let mut ways = Vec::with_capacity(tests.len());
    for test in tests {
        runner.replay(test, &mut Ignore);
        ways.push(runner.shown_ways());
    }
    ways
}

/// Positions of tests by their steps, most first; of equals the last first.
pub(super) fn longest_first(tests: &[ObjectTest]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse((tests[at].sequence.steps.steps.len(), at)));
    order
}

/// Leaves out tests whose goals others cover, those that do not go the same way in all worlds and the longest first; replays what stays.
fn without_spare(
    runner: &mut UnitRunner,
    mut tests: Vec<ObjectTest>,
    covered: Vec<Vec<GoalId>>,
    passed: Passed,
) -> (Vec<ObjectTest>, Vec<Vec<GoalId>>, Passed) {
    let mut gone = BTreeSet::new();
    let (doubted, others): (Vec<usize>, Vec<usize>) =
        longest_first(&tests).into_iter().partition(|&at| runner.doubts.concerns(&tests[at]));
    for at in doubted.into_iter().chain(others) {
        let is_left = |other: &usize| *other != at && !gone.contains(other);
        let others = (0..tests.len()).filter(is_left);
        let others: BTreeSet<GoalId> = others.flat_map(|other| covered[other].iter().copied()).collect();
        if covered[at].iter().all(|goal| others.contains(goal) || runner.own.contains(goal)) {
            gone.insert(at);
        }
    }
    if gone.is_empty() {
        return (tests, covered, passed);
    }
    keep_but(&mut tests, &gone);
    let (covered, passed) = counted(runner, &tests);
    (tests, covered, passed)
}

/// Replays the finished tests in their order, as one JVM would run them; gives the probes that each passed, and how near they came to
/// what they did not cover.
pub(super) fn passed(
    runner: &mut UnitRunner,
    tests: &[ObjectTest],
    mut nearby: Nearby,
) -> (Vec<ProbeSet>, Nearby) {
    let mut passed = Vec::with_capacity(tests.len());
    for (at, test) in tests.iter().enumerate() {
        nearby.begin(u32::try_from(at).unwrap_or(u32::MAX));
        runner.replay(test, &mut nearby);
        passed.push(runner.passed().clone());
    }
    (passed, nearby)
}
