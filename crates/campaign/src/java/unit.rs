//! One class with those nested in it: its goals, the search for them, and the suite.

use super::Settings;
use super::classes::{ClassFailure, Classes, Named, as_source};
use super::clock::{Behind, Clock, SEARCH_UNTIL, SHORT_UNTIL};
use super::confirm;
use super::dependence;
use super::effective;
use super::findings;
use super::infeasible;
use super::judge::Judge;
use super::missing;
use super::natively::{judged, with_reproducers};
use super::nearest;
use super::orders;
pub use super::outcome::{ClassOutcome, GoalOutcome, Proposed};
use super::own_runs::{self, OwnRuns};
use super::own_tests::OwnTests;
use super::paths::{self, ClassPaths};
use super::prepared::UnitFiles;
use super::runner::{PATIENCE, UnitRunner};
use super::searching::{Searching, Step};
use super::suite::{self, Allowance, Suite};
use super::telling::Material;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use trine_base::{AtWork, Budget};
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::cover::{Asks, Goal, UnitCover};
use trine_sequences::GoalId;
use trine_sequences::search::{GoalNode, Strategy};
use trine_testcase::objects::{Constants, Sequence};

/// Why goals are open where no sequence can be made at all.
const UNCALLABLE: &str = "nothing gives a test an object of the class: it has no constructor, factory or static method for its package";

impl ClassOutcome {
    /// Goals that tests cover.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.goals.iter().filter(|goal| !goal.tests.is_empty()).count()
    }
}

/// What the work on a class shares with the run.
pub(super) struct Work<'a> {
    /// Set when the user asks to stop.
    pub stop: &'a AtomicBool,
    /// JVMs that are kept from class to class.
    pub judge: &'a mut Option<Judge>,
    /// What the end of the work took for the classes before.
    pub behind: &'a mut Behind,
    /// Where it is told what is done for the class.
    pub at_work: &'a AtWork,
    /// The user's own tests, where they are named.
    pub own_tests: Option<&'a OwnTests>,
}

/// Writes tests for one class.
///
/// # Errors
/// When it cannot be tested: the message says why.
pub(super) fn run(
    named: &Named,
    classes: &Classes,
    library: &Library<'_>,
    settings: &Settings,
    Work { stop, judge, behind, at_work, own_tests }: Work<'_>,
) -> Result<ClassOutcome, ClassFailure> {
    let class = &named.class;
    if stop.load(Ordering::Relaxed) {
        return Err(ClassFailure::input(class, "the run was stopped before", "run it again"));
    }
    let clock = Clock::start(settings, *behind);
    let used = own_tests.map_or_else(Vec::new, |own_tests| own_tests.used(&classes.unit(class)));
    let unit = UnitFiles::read(named, &used, classes, library, settings)?;
    if unit.goals.is_empty() {
        let what = format!("`{}` has no code to cover", as_source(class));
        return Err(ClassFailure::input(class, what, "name a class with methods that have bodies"));
    }
    let constants = library.constants(&unit.api);
    at_work.set("boot");
    let mut runner = unit.boot(library, settings)?;
    let clock = clock.booted();
    if settings.strategy != Strategy::Search {
        runner.solve_leaves(&unit.cover, &constants);
    }
    let mut under_test =
        UnderTest { named, classes, settings, unit, constants, runner, clock, stop, at_work };
    let own = under_test.own_tests(own_tests)?;
    let mut found = under_test.search(own)?;
    let suite = under_test.suite(&mut found);
    Ok(under_test.judged(found, suite, judge, behind))
}

/// A class while tests are written for it.
struct UnderTest<'w> {
    named: &'w Named,
    classes: &'w Classes,
    settings: &'w Settings,
    unit: UnitFiles,
    constants: Constants,
    runner: UnitRunner,
    clock: Clock,
    stop: &'w AtomicBool,
    at_work: &'w AtWork,
}

/// What the search, or the enumeration of paths, came to.
struct Found {
    /// For each goal that was covered the best sequence.
    sequences: Vec<(GoalId, Sequence)>,
    progress: Vec<Step>,
    proposed: Proposed,
    /// The goals that were searched for, without those of the user's own tests.
    nodes: Vec<GoalNode>,
    paths: Option<ClassPaths>,
    own: Option<OwnRuns>,
    /// Whether any sequence could be made, as far as the budget tells.
    is_callable: bool,
}

impl UnderTest<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Runs the user's own tests, where they are named.
    fn own_tests(&mut self, own_tests: Option<&OwnTests>) -> Result<Option<OwnRuns>, ClassFailure> {
        let Some(own_tests) = own_tests else { return Ok(None) };
        self.at_work.set("your tests");
        let until = self.clock.until(own_runs::SHARE);
        let limits = own_runs::Limits { until, stop: self.stop, patience: PATIENCE };
        let goals = (&self.unit.cover, &self.runner.goals);
        let own = own_runs::run(own_tests, &self.unit.names, goals, self.settings, limits)?;
        self.runner.own = own.covered.keys().copied().collect();
        Ok(Some(own))
    }

    /// Searches for sequences that cover what `own` does not, or enumerates paths.
    fn search(&mut self, own: Option<OwnRuns>) -> Result<Found, ClassFailure> {
        let Self { named, settings, ref unit, ref constants, ref mut runner, clock, stop, at_work, .. } =
            *self;
        let mut nodes = dependence::nodes(&unit.cover, &unit.files, runner);
        let mut seeds = Vec::new();
        if let Some(own) = &own {
            nodes = own_runs::without(nodes, own);
            seeds = own_runs::seeds(&unit.api, own, settings.budget);
        }
        let paths = settings.paths.as_ref().map(|of| {
            at_work.set("paths");
            let is_over = || stop.load(Ordering::Relaxed);
            let until = paths::Until { time: clock.until(SEARCH_UNTIL), stop: &is_over };
            paths::enumerate(runner, (&unit.api, constants), (&unit.cover, named), (settings, of), until)
        });
        if let Some(paths) = &paths {
            paths.check_chosen(&named.class)?;
        }
        let (mut sequences, progress, proposed) = match &paths {
            Some(_) => (Vec::new(), Vec::new(), Proposed::default()),
            None => {
                at_work.set("search");
                let searching = Searching { api: &unit.api, constants, settings, clock, stop };
                searching.searched((&nodes, seeds), runner, settings, SEARCH_UNTIL)
            }
        };
        let had_budget = match clock.until(SEARCH_UNTIL) {
            Some(until) => Instant::now() < until,
            None => settings.budget != Budget::Evaluations(0),
        };
        let is_callable = runner.runs > 0
            || paths.as_ref().is_some_and(|paths| paths.attempts > 0)
            || nodes.is_empty()
            || !had_budget
            || stop.load(Ordering::Relaxed);
        runner.be_patient(PATIENCE);
        runner.pairs.choose(&sequences.iter().map(|(goal, _)| *goal).collect());
        sequences.retain(|(goal, _)| runner.pairs.keeps(*goal));
        if let Some(exceptions) = &runner.exceptions {
            sequences.extend(exceptions.found().map(|(goal, _, sequence)| (goal, sequence.clone())));
        }
        Ok(Found { sequences, progress, proposed, nodes, paths, own, is_callable })
    }

    /// Short tests of what was found, with tests for mutants, as they can be written.
    fn suite(&mut self, found: &mut Found) -> Suite {
        let Self { settings, ref unit, ref constants, ref mut runner, clock, stop, at_work, .. } = *self;
        let runs = match settings.budget {
            Budget::Evaluations(evals) => runner.runs + evals.max(1000),
            Budget::Time(_) => u64::MAX,
        };
        let allowance = Allowance { runs, until: clock.until(SHORT_UNTIL), stop };
        let mut suite = match &found.paths {
            Some(paths) => {
                at_work.set("tests of paths");
                let (tests, covered) = paths::tests(runner, paths);
                found.sequences.extend(covered);
                suite::of_tests(runner, tests)
            }
            None => {
                at_work.set("tests made short");
                let searching = Searching { api: &unit.api, constants, settings, clock, stop };
                searching.suite(runner, &mut found.sequences, &found.nodes, allowance)
            }
        };
        let allowance = Allowance { runs: u64::MAX, until: clock.until(1.0), stop };
        at_work.set("mutants");
        let material = Material::new(constants, settings);
        // Beside the user's own tests, those that add no coverage are not asked for; of paths there is one test each.
        let tells_values = settings.tells_values && found.own.is_none() && found.paths.is_none();
        let asked = (settings.assertions, tells_values);
        effective::choose(runner, &mut suite, &unit.cover, asked, material, allowance);
        suite
    }

    /// What comes behind the parts of a budget of time: the suite as it is written and run natively, findings, and what became of the goals.
    fn judged(
        mut self,
        found: Found,
        mut suite: Suite,
        judge: &mut Option<Judge>,
        behind: &mut Behind,
    ) -> ClassOutcome {
        let Self { named, classes, settings, clock, at_work, .. } = self;
        let class = &named.class;
        let Found { sequences: found, progress, proposed, paths, own, is_callable, .. } = found;
        let counted = Instant::now();
        let (_, mut remarks) = confirm::written(&mut self.runner, &mut suite, &settings.emission());
        orders::settle(&mut self.runner, &mut suite, &settings.emission());
        remarks.extend(missing::remark(&self.unit.files, classes));
        remarks.extend(own.iter().flat_map(OwnRuns::remarks));
        let milliseconds = u64::try_from(clock.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        at_work.set("native run");
        let verdict = match settings.native && !self.is_stopped() {
            true => {
                let of = (&*self.unit.cover, classes, settings);
                judged(&mut self.runner, &mut suite, of, judge, &mut remarks)
            }
            false => None,
        };
        at_work.set("findings");
        let sequences: Vec<&Sequence> = found.iter().map(|(_, sequence)| sequence).collect();
        let findings = match self.is_stopped() {
            true => Vec::new(),
            false => findings::findings(&mut self.runner, classes, &self.unit.names, &sequences),
        };
        let findings = with_reproducers(findings, &self.unit.api, settings, judge);
        let Self { unit: UnitFiles { files, api, cover, .. }, mut runner, .. } = self;
        let counters = cover.classes.iter().map(|class| class.counters(&suite.passed.surely)).collect();
        let own_names = own.as_ref().map(|own| &own.covered);
        let goals = outcomes(&mut runner, &cover, &suite, &found, own_names);
        let goals = match is_callable {
            true => goals,
            false => goals.into_iter().map(uncallable).collect(),
        };
        let ways = suite::ways(&mut runner, &suite.tests);
        let evaluations = runner.runs + paths.as_ref().map_or(0, |paths| paths.attempts);
        let (passed, near, tries) =
            nearest::of_tests(&mut runner, &suite.tests, (&cover, &files), &goals, (class, classes));
        behind.add(counted.elapsed());
        let (solving, models) = (runner.solving(), runner.models);
        if cfg!(debug_assertions) && is_callable {
            infeasible::confirm(&mut runner, &goals);
        }
        ClassOutcome {
            class: class.clone(),
            api,
            cover,
            tests: suite.tests,
            goals,
            counters,
            ways,
            effect: suite.effect,
            own_tests: own.map(|own| own.record),
            evaluations,
            progress,
            proposed,
            solving,
            models,
            milliseconds,
            passed,
            near,
            tries,
            verdict,
            remarks,
            findings,
            paths,
        }
    }
}

/// What became of all goals that are reported.
pub(super) fn outcomes(
    runner: &mut UnitRunner,
    cover: &UnitCover,
    suite: &suite::Suite,
    found: &[(GoalId, Sequence)],
    own: Option<&BTreeMap<GoalId, String>>,
) -> Vec<GoalOutcome> {
    let own = |id: GoalId| own.and_then(|own| own.get(&id)).cloned();
    let is_open = |id: GoalId| {
        own(id).is_none()
            && found.iter().all(|(goal, _)| *goal != id)
            && suite.covered.iter().all(|goals| !goals.contains(&id))
    };
    let reported = runner.reported();
    let open = reported.iter().filter(|(id, _)| is_open(*id));
    let mut proofs = infeasible::proofs(runner, cover, open.map(|(id, goal)| (*id, goal)));
    let outcome = |(id, goal): (GoalId, Goal)| {
        let pair = match goal.asks {
            Asks::Independence { decision, condition } => {
                runner.pairs.pair(decision, condition, &suite.covered)
            }
            _ => None,
        };
        let mut tests: Vec<usize> = match &pair {
            Some(pair) => pair.tests.to_vec(),
            None => {
                let covering = suite.covered.iter().enumerate().filter(|(_, goals)| goals.contains(&id));
                covering.map(|(test, _)| test).collect()
            }
        };
        tests.dedup();
        let own = own(id);
        let was_found = suite.unstable.contains(&id) || found.iter().any(|(goal, _)| *goal == id);
        let reason = match (tests.is_empty(), was_found, goal.asks) {
            (false, ..) => None,
            _ if own.is_some() => None,
            (true, true, _) => Some(
                "only by tests that do not hold: under other hash codes, times or orders, as a source, natively, or beside tests of other classes",
            ),
            (true, false, Asks::Independence { .. }) => {
                Some("no pair of evaluations shows it within the budget")
            }
            (true, false, _) => Some("not reached within the budget"),
        };
        GoalOutcome { goal, tests, pair, own, reason: reason.map(str::to_owned), proof: proofs.remove(&id) }
    };
    reported.into_iter().map(outcome).collect()
}

/// A goal of a class of which no test can call anything: what a test names needs an object that nothing gives.
fn uncallable(goal: GoalOutcome) -> GoalOutcome {
    let reason = goal.reason.is_some().then(|| UNCALLABLE.to_owned());
    GoalOutcome { reason, ..goal }
}
