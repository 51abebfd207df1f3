//! One class with those nested in it: its goals, the search for them, and the suite.

use super::Settings;
use super::classes::{ClassFailure, Classes, Named, as_source};
use super::confirm::{self, ClassVerdict};
use super::dependence;
use super::effective;
use super::findings::{self, ClassFinding};
use super::framework_run::framework_run;
use super::infeasible;
use super::judge::Judge;
use super::lost;
use super::missing;
use super::nearest;
use super::orders;
pub use super::outcome::{ClassOutcome, GoalOutcome, Proposed};
use super::own_runs;
use super::own_tests::OwnTests;
use super::paths;
use super::reproduce;
use super::runner::{Flakiness, PATIENCE, UnitRunner};
use super::suite::{self, Allowance};
use super::telling::Material;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use trine_base::{AtWork, Budget};
use trine_frontend_jvm::ClassFile;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::cover::{Asks, Goal, UnitCover};
use trine_harness_jvm::Stage;
use trine_jdk::Launcher;
use trine_machine::Config;
use trine_native::jdk::JdkError;
use trine_record::NativeEvidence;
use trine_sequences::GoalId;
use trine_sequences::search::{GoalNode, Options, Proposer, Strategy, search};
use trine_testcase::objects::{ClassApi, Sequence};

/// What becomes of a budget of time, as parts of it that follow one another: the boot and the search, making tests short, running
/// mutants. What comes behind (the native run, findings, proofs) has its usual time taken off before.
const SEARCH_UNTIL: f64 = 0.68;
const SHORT_UNTIL: f64 = 0.92;

/// Goals whose tests do not hold may be searched for once more until then.
const LOST_UNTIL: f64 = 0.85;

/// The part of a budget of time that what comes behind has at most.
const BEHIND_SHARE: f64 = 0.4;

/// The part of a budget of time that the boot has at most, the static initialiser of the class included: where these take longer, the
/// search goes on behind them.
const BOOT_SHARE: f64 = 0.25;

/// Why goals are open where no sequence can be made at all.
const UNCALLABLE: &str = "nothing gives a test an object of the class: it has no constructor, factory or static method for its package";

/// A budget of time at work.
#[derive(Clone, Copy, Debug)]
struct Clock {
    begun: Instant,
    /// Time for all that does not come behind; `None` where evaluations are counted.
    time: Option<Duration>,
}

/// What comes behind the parts of a budget of time took for the classes before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Behind {
    classes: u32,
    time: Duration,
}

impl Behind {
    fn add(&mut self, time: Duration) {
        self.classes += 1;
        self.time += time;
    }

    /// The mean; none before the first class.
    fn usual(self) -> Duration {
        self.time.checked_div(self.classes).unwrap_or_default()
    }
}

impl Clock {
    /// Begins now.
    fn start(settings: &Settings, behind: Behind) -> Self {
        let time = match settings.budget {
            Budget::Evaluations(_) => None,
            Budget::Time(time) => Some(time - behind.usual().min(time.mul_f64(BEHIND_SHARE))),
        };
        Self { begun: Instant::now(), time }
    }

    /// The clock behind the boot.
    fn booted(self) -> Self {
        let counted = self.time.map(|time| self.begun.elapsed().min(time.mul_f64(BOOT_SHARE)));
        Self {
            begun: counted.and_then(|counted| Instant::now().checked_sub(counted)).unwrap_or(self.begun),
            ..self
        }
    }

    /// When this part of the budget is used up.
    fn until(self, share: f64) -> Option<Instant> {
        self.time.map(|time| self.begun + time.mul_f64(share))
    }
}

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
    let unit = classes.unit(class);
    let used = own_tests.map_or_else(Vec::new, |own_tests| own_tests.used(&unit));
    let api = library
        .model_with(class, &used)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let constants = library.constants(&api);
    let api = Arc::new(api);
    not_newer(class, classes)?;
    missing::require_above(&classes.file(class)?, classes)?;
    let files: Vec<ClassFile> = unit.iter().map(|name| classes.file(name)).collect::<Result<_, _>>()?;
    let cover = UnitCover::new(&files)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let cover = Arc::new(cover);
    let goals = goals(&cover, named, settings);
    if goals.is_empty() {
        let what = format!("`{}` has no code to cover", as_source(class));
        return Err(ClassFailure::input(class, what, "name a class with methods that have bodies"));
    }
    at_work.set("boot");
    let mut stage = stage(class, &unit, &api, settings)?;
    stage.compile_against(library.symbols());
    let mut runner = UnitRunner::new(stage, &cover, goals, settings.exceptions, settings.steps);
    let clock = clock.booted();
    if settings.strategy != Strategy::Search {
        runner.solve_leaves(&cover, &constants);
    }
    let mut nodes = dependence::nodes(&cover, &files, &runner);
    let own = match own_tests {
        Some(own_tests) => {
            at_work.set("your tests");
            let limits = own_runs::Limits { until: clock.until(own_runs::SHARE), stop, patience: PATIENCE };
            let goals = (&cover, &runner.goals);
            Some(own_runs::run(own_tests, &unit, goals, settings, limits)?)
        }
        None => None,
    };
    let mut seeds = Vec::new();
    if let Some(own) = &own {
        nodes = own_runs::without(nodes, own);
        runner.own = own.covered.keys().copied().collect();
        seeds = own_runs::seeds(&api, own, settings.budget);
    }
    let paths = settings.paths.as_ref().map(|of| {
        at_work.set("paths");
        let is_over = || stop.load(Ordering::Relaxed);
        let until = paths::Until { time: clock.until(SEARCH_UNTIL), stop: &is_over };
        paths::enumerate(&mut runner, (&api, &constants), (&cover, named), (settings, of), until)
    });
    if let Some(paths) = &paths {
        paths.check_chosen(class)?;
    }
    let searching = Searching { api: &api, constants: &constants, settings, clock, stop };
    let (mut found, progress, proposed) = match &paths {
        Some(_) => (Vec::new(), Vec::new(), Proposed::default()),
        None => {
            at_work.set("search");
            searching.searched((&nodes, seeds), &mut runner, settings, SEARCH_UNTIL)
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
    runner.pairs.choose(&found.iter().map(|(goal, _)| *goal).collect());
    found.retain(|(goal, _)| runner.pairs.keeps(*goal));
    if let Some(exceptions) = &runner.exceptions {
        found.extend(exceptions.found().map(|(goal, _, sequence)| (goal, sequence.clone())));
    }
    let runs = match settings.budget {
        Budget::Evaluations(evals) => runner.runs + evals.max(1000),
        Budget::Time(_) => u64::MAX,
    };
    let allowance = Allowance { runs, until: clock.until(SHORT_UNTIL), stop };
    let mut suite = match &paths {
        Some(paths) => {
            at_work.set("tests of paths");
            let (tests, covered) = paths::tests(&mut runner, paths);
            found.extend(covered);
            suite::of_tests(&mut runner, tests)
        }
        None => {
            at_work.set("tests made short");
            searching.suite(&mut runner, &mut found, &nodes, allowance)
        }
    };
    let allowance = Allowance { runs: u64::MAX, until: clock.until(1.0), stop };
    at_work.set("mutants");
    let material = Material::new(&constants, settings);
    // Beside the user's own tests, those that add no coverage are not asked for; of paths there is one test each.
    let tells_values = settings.tells_values && own.is_none() && paths.is_none();
    let asked = (settings.assertions, tells_values);
    effective::choose(&mut runner, &mut suite, &cover, asked, material, allowance);
    let counted = Instant::now();
    let sequences: Vec<&Sequence> = found.iter().map(|(_, sequence)| sequence).collect();
    let (_, mut remarks) = confirm::written(&mut runner, &mut suite, &settings.emission());
    orders::settle(&mut runner, &mut suite, &settings.emission());
    remarks.extend(missing::remark(&files, classes));
    remarks.extend(own.iter().flat_map(own_runs::OwnRuns::remarks));
    let milliseconds = u64::try_from(clock.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    at_work.set("native run");
    let verdict = match settings.native && !stop.load(Ordering::Relaxed) {
        true => judged(&mut runner, &mut suite, (&cover, classes, settings), judge, &mut remarks),
        false => None,
    };
    at_work.set("findings");
    let findings = match stop.load(Ordering::Relaxed) {
        true => Vec::new(),
        false => findings::findings(&mut runner, classes, &unit, &sequences),
    };
    let findings = with_reproducers(findings, &api, settings, judge);
    let counters = cover.classes.iter().map(|class| class.counters(&suite.passed)).collect();
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
    Ok(ClassOutcome {
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
    })
}

/// Has the suite judged by the JDK's tools, and by its framework where that is another one; a remark says why that could not be done.
fn judged(
    runner: &mut UnitRunner,
    suite: &mut suite::Suite,
    (cover, classes, settings): (&UnitCover, &Classes, &Settings),
    judge: &mut Option<Judge>,
    remarks: &mut Vec<String>,
) -> Option<ClassVerdict> {
    match natively(runner, suite, cover, classes, settings, judge) {
        Ok(mut verdict) => {
            remarks.extend(by_framework(runner, suite, settings, &mut verdict));
            Some(verdict)
        }
        Err(error) => {
            remarks.push(format!("the tests were not run natively: {error}"));
            None
        }
    }
}

/// The findings with what a JVM says of their reproducers, where one is asked; without those that it refutes.
fn with_reproducers(
    findings: Vec<ClassFinding>,
    api: &ClassApi,
    settings: &Settings,
    judge: &mut Option<Judge>,
) -> Vec<(ClassFinding, Option<NativeEvidence>)> {
    let shown = match judge.as_mut().filter(|_| settings.native && !findings.is_empty()) {
        Some(judge) => reproduce::shown(api, &findings, settings, judge),
        None => vec![None; findings.len()],
    };
    let mut findings: Vec<_> = findings.into_iter().zip(shown).collect();
    findings.retain(|(finding, shown)| !reproduce::is_refuted(finding, shown.as_ref()));
    findings
}

/// Has the suite judged by the tools of `judge`, which are looked for once they are needed.
fn natively(
    runner: &mut UnitRunner,
    suite: &mut suite::Suite,
    cover: &UnitCover,
    classes: &Classes,
    settings: &Settings,
    judge: &mut Option<Judge>,
) -> Result<ClassVerdict, JdkError> {
    let judge = match judge {
        Some(judge) => judge,
        None => judge.insert(Judge::new(settings)?),
    };
    confirm::confirm(runner, suite, cover, classes, settings, judge)
}

/// Has the suite run by its own framework, where that is not JUnit 5; what does not hold there is taken out. A remark where that
/// cannot be done.
fn by_framework(
    runner: &mut UnitRunner,
    suite: &mut suite::Suite,
    settings: &Settings,
    verdict: &mut ClassVerdict,
) -> Option<String> {
    if suite.tests.is_empty() {
        return None;
    }
    let api = Arc::clone(runner.stage.api());
    match framework_run(&api, &suite.tests, settings) {
        Ok(None) => None,
        Ok(Some(run)) => {
            verdict.failures.extend(run.failures);
            let positions: BTreeSet<usize> = run.failing.keys().copied().collect();
            if !positions.is_empty() {
                let names = confirm::names(&api, &suite.tests, settings);
                verdict.dropped.extend(
                    run.failing
                        .into_iter()
                        .map(|(at, reason)| (names.get(at).cloned().flatten().unwrap_or_default(), reason)),
                );
                verdict.tests -= positions.len();
                verdict.passed -= positions.len();
                suite::without(runner, suite, &positions);
            }
            None
        }
        Err(error) => {
            Some(format!("the tests were run by JUnit 5 only, and not by {}: {error}", settings.framework))
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
    let mut proofs = infeasible::proofs(&runner.program(), cover, open.map(|(id, goal)| (*id, goal)));
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

/// The goals of a unit, or of the methods that are meant.
pub(super) fn goals(cover: &UnitCover, named: &Named, settings: &Settings) -> Vec<Goal> {
    let mut goals = cover.goals(settings.criterion);
    if !named.methods.is_empty() {
        let simple = named.class.rsplit(['/', '$']).next().unwrap_or_default();
        goals.retain(|goal| {
            let method = &cover.classes[goal.class].methods[goal.method];
            let name = if method.name == "<init>" { simple } else { &method.name };
            // Lambdas stand in methods of their own, named after the one that they are written in.
            let within = name.strip_prefix("lambda$").and_then(|rest| rest.split('$').next());
            named.methods.contains(name) || within.is_some_and(|within| named.methods.contains(within))
        });
    }
    goals
}

/// Requires that the JDK can run the class at all.
fn not_newer(class: &str, classes: &Classes) -> Result<(), ClassFailure> {
    let (file, release) = (classes.file(class)?, classes.path().release());
    let own = u32::from(file.major).saturating_sub(44);
    if own <= release {
        return Ok(());
    }
    let what = format!(
        "class `{}` from {} is compiled for Java {own}, and the JDK is of release {release}",
        as_source(class),
        file.origin()
    );
    let help = format!(
        "name a newer JDK with --jdk, or compile the class for Java {release} (javac --release {release})"
    );
    Err(ClassFailure::input(class, what, help))
}

/// A booted machine over the class path.
pub(super) fn stage(
    class: &str,
    unit: &[String],
    api: &Arc<ClassApi>,
    settings: &Settings,
) -> Result<Stage, ClassFailure> {
    let jdk = trine_frontend_jvm::Jdk::open(&settings.jdk)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let config = Config { memory_bytes: settings.memory_bytes, ..trine_jdk::config() };
    let mut launcher = Launcher::probing(jdk, &settings.class_path, config, unit.iter().cloned())
        .map_err(|error| {
            ClassFailure::input(class, error.to_string(), "name another JDK with --jdk: 17 and 25 are tested")
        })?;
    launcher.settle_formats(unit);
    Ok(Stage::new(launcher, Arc::clone(api)))
}

/// Evaluations, milliseconds and goals covered when the search covered one more.
type Step = (u64, u64, usize);

/// What a search for sequences needs beside its goals.
struct Searching<'s> {
    api: &'s ClassApi,
    constants: &'s trine_testcase::objects::Constants,
    settings: &'s Settings,
    clock: Clock,
    stop: &'s AtomicBool,
}

impl Searching<'_> {
    /// What the search finds that begins with `seeds`, under `settings`, until this part of the budget is used up.
    fn searched(
        &self,
        (nodes, seeds): (&[GoalNode], Vec<Sequence>),
        runner: &mut UnitRunner,
        settings: &Settings,
        share: f64,
    ) -> (Vec<(GoalId, Sequence)>, Vec<Step>, Proposed) {
        let until = self.clock.until(share);
        let budget_evals = match settings.budget {
            Budget::Evaluations(evals) => evals,
            Budget::Time(_) => u64::MAX,
        };
        // What is thrown is known only from runs: there may be more.
        let goes_on = settings.exceptions;
        let Settings { seed, strategy, algorithm, .. } = *settings;
        let options =
            Options { seed, budget_evals, strategy, algorithm, goes_on, seeds, ..Options::default() };
        let stop = || self.stop.load(Ordering::Relaxed) || until.is_some_and(|until| Instant::now() >= until);
        let (runs, reported) = (Arc::clone(&runner.searched), runner.goals.len());
        let mut progress: Vec<Step> = Vec::new();
        let mut known: BTreeSet<GoalId> = BTreeSet::new();
        let mut by: Vec<Proposer> = Vec::new();
        let mut note = |goal: GoalId, _: &Sequence, proposer: Proposer| {
            // Behind the goals are ways through decisions that pairs are made of. Shorter sequences for a goal are no news.
            if (goal.0 as usize) < reported && known.insert(goal) {
                let milliseconds = u64::try_from(self.clock.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                progress.push((runs.load(Ordering::Relaxed), milliseconds, progress.len() + 1));
                by.push(proposer);
            }
        };
        let found = search(self.api, self.constants, nodes, runner, &options, &stop, &mut note);
        (found.sequences, progress, Proposed { by, spent: found.spent })
    }

    /// A suite of what was found; for goals whose tests do not hold other sequences that covered them, and further searches.
    fn suite(
        &self,
        runner: &mut UnitRunner,
        found: &mut Vec<(GoalId, Sequence)>,
        nodes: &[GoalNode],
        allowance: Allowance<'_>,
    ) -> suite::Suite {
        let mut runs = runner.runs;
        let suite = suite::suite(runner, found, allowance);
        runner.flakiness = None;
        let mut again = |runner: &mut UnitRunner, lost: &[GoalNode], number: u64| {
            let Some(left) = left(self.settings, runs, self.clock) else { return Vec::new() };
            let settings =
                Settings { seed: self.settings.seed + number, budget: left, ..self.settings.clone() };
            let before = runner.runs;
            runner.flakiness = Some(Flakiness::of(lost.iter().map(|node| node.id)));
            let (found, ..) = runner
                .as_in_search(|runner| self.searched((lost, Vec::new()), runner, &settings, LOST_UNTIL));
            runner.flakiness = None;
            runs += runner.runs - before;
            found
        };
        // A few runs for each goal.
        let until = Allowance { until: self.clock.until(1.0), runs: u64::MAX, ..allowance };
        lost::recovered(runner, suite, found, (nodes, allowance, until), &mut again)
    }
}

/// What is left of the budget behind a search of so many runs; `None` where nothing is.
fn left(settings: &Settings, runs: u64, clock: Clock) -> Option<Budget> {
    match settings.budget {
        Budget::Evaluations(evals) => {
            let left = evals.saturating_sub(runs);
            (left > 0).then_some(Budget::Evaluations(left))
        }
        Budget::Time(_) => {
            let has_time = clock.until(LOST_UNTIL).is_some_and(|until| Instant::now() < until);
            has_time.then_some(settings.budget)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boot_that_takes_long_leaves_most_of_the_budget() {
        let long = Duration::from_secs(100);
        let begun = Instant::now().checked_sub(long).expect("the machine has been up for longer");
        let clock = Clock { begun, time: Some(Duration::from_secs(60)) }.booted();
        let left = clock.until(1.0).expect("a budget of time").saturating_duration_since(Instant::now());
        assert!(left > Duration::from_secs(30), "{left:?} of 60 s are left");
        let clock = Clock { begun, time: None }.booted();
        assert!(clock.until(1.0).is_none());
    }
}
