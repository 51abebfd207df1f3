//! Looks, from time to time, at what the runs of the search did: which classes they all initialise, so that these are initialised in advance, and
//! how many instructions they take, so that a run that does not end costs no more than it tells.

use super::{PATIENCE, UnitRunner};
use std::collections::BTreeMap;
use trine_dse_jvm::Seen;
use trine_harness_jvm::Run;
use trine_machine::Ignore;
use trine_testcase::objects::{Ended, Sequence};

/// What the runs since the last look were like.
#[derive(Default)]
pub(super) struct Window {
    runs: u64,
    /// Those that came to the limit of instructions.
    limited: u64,
    /// Instructions of the others.
    steps: u64,
    /// By the class of the exception: the last run that ended by one.
    threw: BTreeMap<String, (Sequence, Ended)>,
    /// How many runs began to initialise each class.
    begun: BTreeMap<String, u64>,
    /// The same of the runs that came to the limit, which may have spent it in there.
    begun_limited: BTreeMap<String, u64>,
}

/// Numbers of runs after which classes and limits are chosen by what the runs before did: which classes they initialise, and whether they end.
pub(super) const LOOKS: &[u64] = &[8, 24, 200];

/// Types that have a class object, and nothing to initialise.
const PRIMITIVES: [&str; 9] = ["boolean", "byte", "char", "short", "int", "long", "float", "double", "void"];

/// Runs that threw are repeated elsewhere within so many instructions.
const CHECK_STEPS: u64 = 12_000_000;

/// A class is initialised in advance when one of so many runs begins to initialise it.
const COMMON_SHARE: u64 = 4;

/// Where one of so many runs comes to the limit, classes that most of these begin to initialise are initialised in advance, too: an
/// initialiser that takes longer than a test may would end each of them.
const LIMITED_SHARE: u64 = 16;

/// The limit is raised so much where half of the runs come to it, and at most to so many times the usual one: what they all do, static
/// initialisers above all, takes longer than most tests do.
const RAISE: u64 = 40;

/// Where fewer do, a run may take so many times the instructions of those that end, in the mean, and at least so many: one that does not
/// end costs as much as these together, and says less. Those that come to goals are given more ([`super::PATIENCE`]).
const LONG_FACTOR: u64 = 30;
const MIN_LIMIT: u64 = 50_000;

impl Window {
    /// Instructions that the next runs may take, where usually `steps` are allowed and these runs were allowed `limit`.
    fn limit(&self, steps: u64, limit: u64) -> u64 {
        if self.runs == 0 {
            return limit;
        }
        let most = steps.saturating_mul(RAISE);
        let ended = self.runs - self.limited;
        if ended == 0 || self.limited >= ended && limit < most {
            return limit.saturating_mul(RAISE).clamp(steps, most);
        }
        let mean = self.steps / ended;
        // Where the limit was raised before, runs may take longer than usual.
        let most = mean.saturating_mul(4).clamp(steps, most);
        mean.saturating_mul(LONG_FACTOR).max(MIN_LIMIT).min(most)
    }
}

impl UnitRunner {
    /// Whether one of the last runs throws what it does not where nothing is initialised in advance: classes of the class library that build
    /// on each other may find nothing where they are initialised one by one, and remember that.
    fn is_misleading(&mut self) -> bool {
        let threw = std::mem::take(&mut self.window.threw);
        let mut left = CHECK_STEPS;
        let mut differs = |(sequence, ended): &(Sequence, Ended)| {
            self.stage.limit_steps(left);
            self.stage.reset_bare();
            let bare = self.stage.run(sequence, &mut Ignore);
            left = left.saturating_sub(bare.steps).max(1);
            bare.ended != *ended && !matches!(bare.ended, Ended::Limit { .. })
        };
        let is_misleading = threw.values().any(&mut differs);
        self.stage.limit_steps(self.limit);
        is_misleading
    }

    /// Initialises the class under test in advance, and those that many runs initialise.
    pub(super) fn settle(&mut self, begun: &BTreeMap<String, u64>) {
        let mut classes = vec![self.class.clone()];
        let is_made = |name: &str| name.starts_with('[') || name.contains("$$") || PRIMITIVES.contains(&name);
        let others = begun.iter().filter(|(name, runs)| {
            **runs * COMMON_SHARE >= self.window.runs && !is_made(name) && !self.nested.contains(*name)
        });
        classes.extend(others.map(|(name, _)| name.clone()).filter(|name| *name != self.class));
        let before = std::mem::take(&mut self.initialising);
        self.observer.clear();
        self.observer.pass(&before);
        self.observer.measure(false);
        self.stage.settle(&classes, &mut self.observer);
        self.observer.measure(true);
        if !self.is_misled {
            self.with_patience(PATIENCE, |runner| {
                runner.warmth.warm_again(&mut runner.stage, &runner.awaited)
            });
        }
        // The machine is another one, whose edges have other numbers.
        self.seen = Seen::default();
        self.expected.clear();
        if let Some(solver) = &mut self.solver {
            solver.forget_edges();
        }
        if let Some(heap) = &mut self.heap {
            heap.forget_edges();
        }
        self.initialising = self.observer.passed().clone();
        self.observer.clear();
    }

    /// Notes what a run did.
    pub(super) fn look(&mut self, sequence: &Sequence, run: &Run) {
        self.window.runs += 1;
        if let Ended::Threw { class, .. } = &run.ended {
            self.window.threw.insert(class.clone(), (sequence.clone(), run.ended.clone()));
        }
        let is_limited = matches!(run.ended, Ended::Limit { .. });
        self.window.limited += u64::from(is_limited);
        self.window.steps += if is_limited { 0 } else { run.steps };
        let begun = match is_limited {
            true => &mut self.window.begun_limited,
            false => &mut self.window.begun,
        };
        for class in self.stage.begun() {
            *begun.entry(class).or_default() += 1;
        }
    }

    /// Chooses the classes and limits that the next runs begin with by what the runs since the last choice did.
    pub(super) fn choose(&mut self) {
        let mut begun = std::mem::take(&mut self.window.begun);
        if LIMITED_SHARE * self.window.limited >= self.window.runs {
            let (limited, runs) = (self.window.limited, self.window.runs);
            let most = self.window.begun_limited.iter().filter(|(_, of)| 2 * **of > limited);
            begun.extend(most.map(|(class, _)| (class.clone(), runs)));
        }
        self.is_misled |= self.is_misleading();
        if self.is_misled {
            begun.clear();
        }
        self.settle(&begun);
        self.limit = self.window.limit(self.steps, self.limit);
        self.stage.limit_steps(self.limit);
        self.window = Window::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: u64 = 500_000;

    fn limit(runs: u64, limited: u64, steps: u64, limit: u64) -> u64 {
        Window { runs, limited, steps, ..Window::default() }.limit(STEPS, limit)
    }

    #[test]
    fn limits_follow_what_runs_take() {
        assert_eq!(limit(8, 8, 0, STEPS), RAISE * STEPS, "all come to it");
        assert_eq!(limit(16, 1, 15 * 2_000, STEPS), LONG_FACTOR * 2_000, "most end early");
        assert_eq!(limit(16, 0, 16 * 10, STEPS), MIN_LIMIT);
        assert_eq!(limit(16, 1, 15 * 100_000, STEPS), STEPS);
        // Under the raised limit most end, long after the usual one: it is not taken back.
        assert_eq!(limit(16, 1, 15 * 4_000_000, RAISE * STEPS), 16_000_000);
        assert_eq!(limit(16, 1, 15 * 11_000_000, RAISE * STEPS), RAISE * STEPS);
    }

    #[test]
    fn a_low_limit_is_raised_by_steps() {
        assert_eq!(limit(0, 0, 0, MIN_LIMIT), MIN_LIMIT, "nothing is known");
        assert_eq!(limit(16, 8, 8 * 2_000, MIN_LIMIT), RAISE * MIN_LIMIT);
        assert_eq!(limit(16, 8, 8 * 300_000, RAISE * MIN_LIMIT), RAISE * STEPS);
        assert_eq!(
            limit(16, 8, 8 * 2_000, RAISE * STEPS),
            LONG_FACTOR * 2_000,
            "those that end are short: it was raised in vain"
        );
    }
}
