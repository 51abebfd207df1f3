//! What the tests of a suite do in other worlds, all in one order: under other hash codes, times, orders, time zones, on other hosts.
//!
//! ```text
//! ends otherwise                    it is taken out
//! passes other probes               it stays if no steady test covers a goal that it covers in all worlds; the others are in doubt
//! sees something else               it stays and asserts that no more
//! ```
//!
//! The first other world is the usual one a second time, with the files that the first run left.
//!
//! A test may pass other probes because another one came before it to what is done once a JVM (a cache that is filled): it goes the same way
//! when it is run alone, and the tests together pass these probes in both worlds. That is no doubt.

use super::runner::UnitRunner;
use std::collections::BTreeSet;
use trine_frontend_jvm::cover::ProbeSet;
use trine_harness_jvm::Variation;
use trine_jdk::files::Files;
use trine_machine::Ignore;
use trine_sequences::GoalId;
use trine_testcase::objects::{Ended, ObjectTest, Seen};

/// Other worlds in which a suite has to cover the same, at least and at most: tables that are filled by identity hashes agree by chance
/// in a few of them.
const WORLDS: std::ops::RangeInclusive<u32> = 2..=8;
/// Instructions that replays in more than the fewest worlds may take.
const MAX_WORLD_STEPS: u64 = 40_000_000;

/// What the tests did in all worlds that were looked at.
struct InWorlds {
    /// Positions of tests that end otherwise in one of them. No further world is looked at then: those behind one that goes another way
    /// may only follow it.
    bad: BTreeSet<usize>,
    tests: Vec<Sights>,
}

/// What a test did in all worlds.
struct Sights {
    /// Goals that it covers in each of them.
    surely: BTreeSet<GoalId>,
    /// Whether it passes other probes in some.
    differs: bool,
    /// Goals and probes that it covers and passes in some only.
    in_doubt: (BTreeSet<GoalId>, ProbeSet),
    /// Whether each expectation holds in all.
    holds: Vec<bool>,
}

/// Takes out of tests what they see otherwise in another world; gives the positions of those that must go, or are not needed any more.
/// Nothing else is done where there are any.
pub(super) fn unfit(runner: &mut UnitRunner, tests: &mut [ObjectTest]) -> BTreeSet<usize> {
    let InWorlds { bad, tests: mut sights } = in_worlds(runner, tests);
    if !bad.is_empty() {
        return bad;
    }
    let alike = sights.iter().filter(|sights| !sights.differs);
    let mut covered: BTreeSet<GoalId> = alike.flat_map(|sights| sights.surely.iter().copied()).collect();
    covered.extend(&runner.own);
    let mut spare = BTreeSet::new();
    for (at, sights) in sights.iter().enumerate().filter(|(_, sights)| sights.differs) {
        match sights.surely.is_subset(&covered) {
            true => _ = spare.insert(at),
            false => covered.extend(&sights.surely),
        }
    }
    if !spare.is_empty() {
        return spare;
    }
    note(runner, tests, &mut sights);
    for (test, sights) in tests.iter_mut().zip(sights) {
        let mut holds = sights.holds.into_iter();
        test.expectations.retain(|_| holds.next().unwrap_or(true));
    }
    spare
}

/// Notes what tests that stay as they are cover in some worlds only.
pub(super) fn note_doubts(runner: &mut UnitRunner, tests: &[ObjectTest]) {
    let mut worlds = in_worlds(runner, tests);
    note(runner, tests, &mut worlds.tests);
}

fn note(runner: &mut UnitRunner, tests: &[ObjectTest], sights: &mut [Sights]) {
    for (test, sights) in tests.iter().zip(sights) {
        let doubt = sights.differs.then(|| std::mem::take(&mut sights.in_doubt));
        runner.doubts.note(&test.sequence, doubt);
    }
}

fn in_worlds(runner: &mut UnitRunner, tests: &[ObjectTest]) -> InWorlds {
    let initialisers = runner.initialisers();
    let (usual, mut steps) = in_world(runner, tests, 0, None);
    let left = runner.stage.parts().1.state.files.left();
    let again = left.map(|files| in_world(runner, tests, 0, Some(files)));
    let begin = |one: &InWorld| Sights {
        surely: one.covered.iter().copied().collect(),
        differs: false,
        in_doubt: Default::default(),
        holds: vec![true; one.seen.len()],
    };
    let mut all = InWorlds { bad: BTreeSet::new(), tests: usual.iter().map(begin).collect() };
    let mut worlds = 1..=*WORLDS.end();
    let mut again = again.into_iter();
    while all.bad.is_empty() {
        let (world, (others, taken), is_like_the_judges) = match again.next() {
            Some(done) => (0, done, true),
            None => match worlds.next() {
                Some(world) if world <= *WORLDS.start() || steps <= MAX_WORLD_STEPS => {
                    (world, in_world(runner, tests, world, None), Variation::number(world).has_country())
                }
                _ => break,
            },
        };
        steps += taken;
        // Whichever test is the first runs the initialisers: where these look for the country, as the judge's JVM has it, none would be left.
        let forgiven = if is_like_the_judges { &ProbeSet::default() } else { &initialisers };
        let mut by_all = passed_by_all(&usual);
        by_all.intersect(&passed_by_all(&others));
        by_all.union(forgiven);
        for (at, (one, other)) in usual.iter().zip(others).enumerate() {
            let sights = &mut all.tests[at];
            for (holds, (here, there)) in sights.holds.iter_mut().zip(one.seen.iter().zip(&other.seen)) {
                *holds &= here == there;
            }
            if one.ended != other.ended {
                all.bad.insert(at);
                continue;
            }
            let goes_the_same_way = one.passed.is_but_for(&other.passed, forgiven)
                || world != 0
                    && one.passed.is_but_for(&other.passed, &by_all)
                    && is_the_same_alone(runner, &tests[at], world);
            match goes_the_same_way {
                true if one.covered != other.covered => {
                    runner.leaning.note(&tests[at], &one.covered, &other.covered);
                }
                true => {}
                false => sights.differ(one, &other, forgiven),
            }
        }
    }
    runner.stage.vary(Variation::default());
    all
}

impl Sights {
    /// A test did these things in two worlds.
    fn differ(&mut self, one: &InWorld, other: &InWorld, forgiven: &ProbeSet) {
        let [here, there]: [BTreeSet<GoalId>; 2] =
            [one, other].map(|world| world.covered.iter().copied().collect());
        let mut probes = one.passed.difference(&other.passed);
        probes.subtract(forgiven);
        self.differs = true;
        self.surely.retain(|goal| there.contains(goal));
        self.in_doubt.0.extend(&here ^ &there);
        self.in_doubt.1.union(&probes);
    }
}

/// Probes that any of the tests passed.
fn passed_by_all(tests: &[InWorld]) -> ProbeSet {
    let mut all = ProbeSet::default();
    tests.iter().for_each(|test| all.union(&test.passed));
    all
}

/// Whether a test, run alone, ends in this world as in the usual one, and passes the same probes.
fn is_the_same_alone(runner: &mut UnitRunner, test: &ObjectTest, world: u32) -> bool {
    let mut alone = |world| in_world(runner, std::slice::from_ref(test), world, None).0.pop();
    match (alone(0), alone(world)) {
        (Some(one), Some(other)) => {
            one.ended == other.ended && one.passed.is_but_for(&other.passed, &ProbeSet::default())
        }
        _ => false,
    }
}

/// What a test did in a world.
struct InWorld {
    ended: Ended,
    covered: Vec<GoalId>,
    passed: ProbeSet,
    seen: Vec<Option<Seen>>,
}

/// What each test does in the world with this number, which may begin with other files; instructions of all.
fn in_world(
    runner: &mut UnitRunner,
    tests: &[ObjectTest],
    world: u32,
    files: Option<Files>,
) -> (Vec<InWorld>, u64) {
    runner.stage.vary(Variation::number(world));
    runner.begin_replays();
    if let Some(files) = files {
        runner.stage.parts().1.state.files = files;
    }
    let mut steps = 0;
    let one = |test: &ObjectTest| {
        let replay = runner.replay(test, &mut Ignore);
        steps += replay.run.steps;
        runner.ended(&test.sequence, &replay.run.ended);
        let (covered, passed) = (runner.covered(), runner.passed().clone());
        InWorld { ended: replay.run.ended, covered, passed, seen: replay.seen }
    };
    let seen = tests.iter().map(one).collect();
    (seen, steps)
}
