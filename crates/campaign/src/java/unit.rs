//! One class with those nested in it: its goals, the search for them, and the suite.

use super::Settings;
use super::classes::{ClassFailure, Classes, Named, as_source};
use super::confirm::{self, ClassVerdict};
use super::runner::UnitRunner;
use super::suite::{self, Allowance};
use std::sync::Arc;
use std::time::Instant;
use trine_base::Budget;
use trine_dse_jvm::Statistics;
use trine_frontend_jvm::ClassFile;
use trine_frontend_jvm::api::Library;
use trine_frontend_jvm::cover::{ClassCounters, Goal, UnitCover};
use trine_harness_jvm::Stage;
use trine_jdk::Launcher;
use trine_machine::Config;
use trine_sequences::GoalId;
use trine_sequences::search::{GoalNode, Options, Strategy, search};
use trine_testcase::objects::{ClassApi, ObjectTest};

/// The part of a budget of time that the search has.
const SEARCH_SHARE: f64 = 0.7;

/// What became of a goal.
#[derive(Clone, Debug)]
pub struct GoalOutcome {
    /// The goal.
    pub goal: Goal,
    /// Tests that cover it, by their positions.
    pub tests: Vec<usize>,
    /// Why no test does.
    pub reason: Option<String>,
}

/// What came of a class.
#[derive(Clone, Debug)]
pub struct ClassOutcome {
    /// The class in class files.
    pub class: String,
    /// What tests may call.
    pub api: Arc<ClassApi>,
    /// What its coverage is made of.
    pub cover: Arc<UnitCover>,
    /// Tests in the order in which they were replayed.
    pub tests: Vec<ObjectTest>,
    /// All goals.
    pub goals: Vec<GoalOutcome>,
    /// Counters of the classes of the unit, in the order of `cover`.
    pub counters: Vec<ClassCounters>,
    /// Runs of sequences.
    pub evaluations: u64,
    /// What solving for values took, where the strategy asked for it.
    pub solving: Option<Statistics>,
    /// Sequences that models gave: how many were run, and how many of them took another way than the model's.
    pub models: (u64, u64),
    /// Wall-clock time of search and minimisation.
    pub milliseconds: u64,
    /// What native runs said, where there were any.
    pub verdict: Option<ClassVerdict>,
    /// What the user should know.
    pub remarks: Vec<String>,
}

impl ClassOutcome {
    /// Goals that tests cover.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.goals.iter().filter(|goal| !goal.tests.is_empty()).count()
    }
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
) -> Result<ClassOutcome, ClassFailure> {
    let class = &named.class;
    let api =
        library.model(class).map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let constants = library.constants(&api);
    let api = Arc::new(api);
    let unit = classes.unit(class);
    let files: Vec<ClassFile> = unit.iter().map(|name| classes.file(name)).collect::<Result<_, _>>()?;
    let cover = UnitCover::new(&files)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let cover = Arc::new(cover);
    let goals = goals(&cover, named, settings);
    if goals.is_empty() {
        let what = format!("`{}` has no code to cover", as_source(class));
        return Err(ClassFailure::input(class, what, "name a class with methods that have bodies"));
    }
    let mut runner = UnitRunner::new(stage(class, &unit, &api, settings)?, &cover, goals, settings.steps);
    if settings.strategy != Strategy::Search {
        runner.solve_leaves(&cover, &constants);
    }
    let begun = Instant::now();
    let found = searched(&api, &constants, &mut runner, settings);
    let allowance = match settings.budget {
        Budget::Evaluations(evals) => Allowance { runs: runner.runs + evals.max(1000), until: None },
        Budget::Time(time) => Allowance { runs: u64::MAX, until: Some(begun + time) },
    };
    let mut suite = suite::suite(&mut runner, &found, allowance);
    let (_, mut remarks) = confirm::written(&mut runner, &mut suite, &settings.emission());
    let milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let verdict = match settings.native {
        true => match confirm::confirm(&mut runner, &mut suite, &cover, classes, settings) {
            Ok(verdict) => Some(verdict),
            Err(error) => {
                remarks.push(format!("the tests were not run natively: {error}"));
                None
            }
        },
        false => None,
    };
    let counters = cover.classes.iter().map(|class| class.counters(&suite.passed)).collect();
    let outcomes = runner.goals.iter().enumerate().map(|(at, goal)| {
        let id = GoalId(at as u32);
        let covering = suite.covered.iter().enumerate().filter(|(_, goals)| goals.contains(&id));
        let tests: Vec<usize> = covering.map(|(test, _)| test).collect();
        let reason = match (tests.is_empty(), suite.unstable.contains(&id) || found.iter().any(|(goal, _)| *goal == id)) {
            (false, _) => None,
            (true, true) => {
                Some("only by tests that do not hold: under other hash codes, times or orders, as a source, or natively".to_owned())
            }
            (true, false) => Some("not reached within the budget".to_owned()),
        };
        GoalOutcome { goal: goal.clone(), tests, reason }
    });
    let goals = outcomes.collect();
    let evaluations = runner.runs;
    Ok(ClassOutcome {
        class: class.clone(),
        api,
        cover,
        tests: suite.tests,
        goals,
        counters,
        evaluations,
        solving: runner.solving(),
        models: runner.models,
        milliseconds,
        verdict,
        remarks,
    })
}

/// The goals of a unit, or of the methods that are meant.
fn goals(cover: &UnitCover, named: &Named, settings: &Settings) -> Vec<Goal> {
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

/// A booted machine over the class path.
fn stage(
    class: &str,
    unit: &[String],
    api: &Arc<ClassApi>,
    settings: &Settings,
) -> Result<Stage, ClassFailure> {
    let jdk = trine_frontend_jvm::Jdk::open(&settings.jdk)
        .map_err(|error| ClassFailure::input(class, error.to_string(), error.help()))?;
    let config = Config { memory_bytes: settings.memory_bytes, ..trine_jdk::config() };
    let mut launcher = Launcher::new(jdk, &settings.class_path, config).map_err(|error| {
        ClassFailure::input(class, error.to_string(), "name another JDK with --jdk: 17 and 25 are tested")
    })?;
    launcher.probe(unit.iter().cloned());
    Ok(Stage::new(launcher, Arc::clone(api)))
}

fn searched(
    api: &ClassApi,
    constants: &trine_testcase::objects::Constants,
    runner: &mut UnitRunner,
    settings: &Settings,
) -> Vec<(GoalId, trine_testcase::objects::Sequence)> {
    let nodes: Vec<GoalNode> = (0..runner.goals.len())
        .map(|at| GoalNode { id: GoalId(at as u32), children: Vec::new(), is_root: true })
        .collect();
    let begun = Instant::now();
    let (budget_evals, until) = match settings.budget {
        Budget::Evaluations(evals) => (evals, None),
        // The rest is for making tests short.
        Budget::Time(time) => (u64::MAX, Some(time.mul_f64(SEARCH_SHARE))),
    };
    let strategy = settings.strategy;
    let options = Options { seed: settings.seed, budget_evals, strategy, ..Options::default() };
    let stop = || until.is_some_and(|time| begun.elapsed() >= time);
    search(api, constants, &nodes, runner, &options, &stop, &mut |_, _| {})
}
