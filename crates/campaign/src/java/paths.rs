//! The paths of the methods of a class, one by one: enumerated within bounds, numbered, and covered by a test each.
//!
//! ```text
//! method --[shapes]--> ways of calling it: steps --[PathExploration]--> paths: decisions that the leaves make, with a run each,
//!    |                                                                 and ways that the solver refutes
//!    '-- paths of all its shapes, each once; numbered over the class --> one test for each that is chosen
//! ```
//!
//! Source: Sofokleous, Andreou and Kourras, "Symbolic execution for dynamic, evolutionary test data generation" (ICEIS 2009), as for C
//! (`--strategy paths` of `trine c`). Deviations beside those:
//!
//! - A method of an object is called in several shapes: which constructor, which other calls before. The same decisions in two of them are
//!   one path. What other calls before would make of an object is not known, so that its paths are never told to be complete.
//! - The solver finds the values: no search on constraints comes before it.
//! - What is refuted is *proved* infeasible only where a method takes nothing but numbers and no run relied on an address or a length;
//!   elsewhere it is open, with what is known.
//! - Decisions of the unit make a path; what libraries decide on the way does not tell two of them apart.
//! - Strings keep the lengths that their shape has. Values are made simple as long as the path stays.

use super::Settings;
use super::classes::{ClassFailure, Named};
use super::runner::UnitRunner;
use super::suite;
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use trine_base::{Budget, Stream};
use trine_dse::searchers::{Preferred, RoundLimit, Searcher, by_name};
use trine_dse::{BranchOutcome, Progress};
use trine_dse_jvm::{PathExploration, Scope, Subject};
use trine_frontend_jvm::cover::{MethodCover, UnitCover};
use trine_harness_jvm::Variation;
use trine_ir::Program;
use trine_record::PathsMissing;
use trine_sequences::shapes::shapes;
use trine_sequences::{Cluster, GoalId};
use trine_solver::Limits;
use trine_testcase::objects::{ClassApi, Constants, MemberId, MemberKind, ObjectTest, Sequence};

/// How paths are enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathSettings {
    /// The strategy of the execution tree: one of [`trine_dse::searchers::SEARCHERS`].
    pub search: String,
    /// Rounds of a loop that are followed exactly.
    pub loop_iterations: u32,
    /// Paths of one way of calling a method, at most.
    pub max_paths: usize,
    /// Numbers of the paths to cover; none for all.
    pub chosen: Option<Vec<u32>>,
}

impl Default for PathSettings {
    fn default() -> Self {
        Self { search: "dfs".to_owned(), loop_iterations: 3, max_paths: 256, chosen: None }
    }
}

/// Ways of calling one method, at most.
const MAX_SHAPES: usize = 6;

/// What an attempt counts of a budget of evaluations: a symbolic run and a query.
const ATTEMPT_EVALS: u64 = 10;

/// What a query may take.
const LIMITS: Limits =
    Limits { conflicts: 5_000, gates: 200_000, evaluations: 1_000, effort: 2_000_000, deadline: None };

/// A path of a method.
#[derive(Clone, Debug)]
pub(super) struct FoundPath {
    /// The run that took it; none where the solver refuted its last decision.
    pub sequence: Option<Sequence>,
    /// What was tried of its shape until then.
    pub attempts: u64,
    /// Whether the refutation holds for all calls.
    pub is_proved: bool,
}

/// The paths of the methods of a class.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassPaths {
    /// By method, in the order of the source: the function, and the paths by their decisions.
    methods: Vec<(String, BTreeMap<Vec<BranchOutcome>, FoundPath>)>,
    pub missing: BTreeSet<PathsMissing>,
    pub settings: PathSettings,
    pub shapes: usize,
    /// The program whose functions the decisions name.
    pub program: Option<Arc<Program>>,
    /// Runs and queries.
    pub attempts: u64,
}

/// How long paths are looked for.
#[derive(Clone, Copy)]
pub(super) struct Until<'a> {
    /// This moment, of a budget of time.
    pub time: Option<Instant>,
    /// When this says so.
    pub stop: &'a dyn Fn() -> bool,
}

/// Enumerates the paths of the methods of the class that are meant.
pub(super) fn enumerate(
    runner: &mut UnitRunner,
    (api, constants): (&ClassApi, &Constants),
    (cover, named): (&UnitCover, &Named),
    (settings, of): (&Settings, &PathSettings),
    until: Until<'_>,
) -> ClassPaths {
    let cluster = Cluster::new(api, constants);
    let methods = methods(&cluster, cover, named);
    let unit: Arc<FxHashSet<String>> = Arc::new(cover.functions().collect());
    let mut paths = ClassPaths { settings: of.clone(), ..ClassPaths::default() };
    let begun = Instant::now();
    for (at, (member, function)) in methods.iter().enumerate() {
        let left = (methods.len() - at) as u32;
        let share = match settings.budget {
            Budget::Evaluations(evals) => Share::Attempts(
                evals.saturating_sub(paths.attempts * ATTEMPT_EVALS) / ATTEMPT_EVALS / u64::from(left),
            ),
            Budget::Time(_) => {
                let rest =
                    until.time.map_or(Duration::ZERO, |end| end.saturating_duration_since(Instant::now()));
                Share::Until(Instant::now().max(begun) + rest / left)
            }
        };
        let mut rng = Stream::new(settings.seed, "paths").split(function);
        let shapes = shapes(&cluster, *member, &mut rng, MAX_SHAPES);
        if !shapes.is_complete {
            paths.missing.insert(PathsMissing::Shapes);
        }
        let mut found = BTreeMap::new();
        let count = shapes.sequences.len() as u64;
        for (number, sequence) in (0u64..).zip(&shapes.sequences) {
            let share = share.part(count - number);
            paths.of_shape(
                runner,
                (sequence, function, &unit),
                (share, shapes.is_complete),
                &mut found,
                until.stop,
            );
        }
        paths.shapes += shapes.sequences.len();
        // What other shapes take is not refuted, nor what goes on behind a way that none takes.
        let taken: Vec<Vec<BranchOutcome>> = found
            .iter()
            .filter(|(_, path)| path.sequence.is_some())
            .map(|(outcomes, _)| outcomes.clone())
            .collect();
        found.retain(|outcomes, path| {
            path.sequence.is_some() || !taken.iter().any(|taken| taken.starts_with(outcomes))
        });
        paths.methods.push((function.clone(), found));
    }
    paths.program = Some(runner.program());
    paths
}

/// What of the budget a shape may take.
#[derive(Clone, Copy)]
enum Share {
    Attempts(u64),
    Until(Instant),
}

impl Share {
    /// What one of so many shapes may take of it.
    fn part(self, of: u64) -> Self {
        let of = of.max(1);
        match self {
            Self::Attempts(attempts) => Self::Attempts((attempts / of).max(1)),
            Self::Until(end) => {
                let now = Instant::now();
                Self::Until(now + end.saturating_duration_since(now) / of as u32)
            }
        }
    }

    fn is_used_up(self, attempts: u64) -> bool {
        match self {
            Self::Attempts(most) => attempts >= most,
            Self::Until(end) => Instant::now() >= end,
        }
    }
}

impl ClassPaths {
    /// Ways of the unit by the strategy that is asked for, before those of libraries that it calls.
    fn searcher(
        &self,
        runner: &mut UnitRunner,
        unit: &Arc<FxHashSet<String>>,
        beyond: &Rc<Cell<bool>>,
    ) -> Option<Box<dyn Searcher>> {
        let stream = Stream::new(1, "paths");
        let (first, rest) = (by_name(&self.settings.search, &stream)?, by_name("bfs", &stream)?);
        let (program, unit) = (runner.program(), Arc::clone(unit));
        let is_own = move |edge: BranchOutcome| unit.contains(&*program.callables[edge.function].name);
        let searcher = Preferred::new(first, rest, Box::new(is_own));
        Some(Box::new(RoundLimit::new(Box::new(searcher), self.settings.loop_iterations, Rc::clone(beyond))))
    }

    fn of_shape(
        &mut self,
        runner: &mut UnitRunner,
        (sequence, function, unit): (&Sequence, &str, &Arc<FxHashSet<String>>),
        (share, is_complete): (Share, bool),
        found: &mut BTreeMap<Vec<BranchOutcome>, FoundPath>,
        stop: &dyn Fn() -> bool,
    ) {
        let beyond = Rc::new(Cell::new(false));
        let Some(searcher) = self.searcher(runner, unit, &beyond) else { return };
        let deadline = match share {
            Share::Until(end) => Some(end),
            Share::Attempts(_) => None,
        };
        let limits = Limits { deadline, ..LIMITS };
        let subject = Subject { sequence, method: function, unit: Some(unit) };
        let mut exploration =
            PathExploration::new(&mut runner.stage, subject, Scope::Whole, searcher, limits);
        let (mut attempts, mut known) = (1, BTreeMap::new());
        let is_finished = loop {
            for outcomes in exploration.visited().keys() {
                known.entry(outcomes.clone()).or_insert(attempts);
            }
            if known.len() >= self.settings.max_paths {
                self.missing.insert(PathsMissing::MaxPaths);
                break false;
            }
            if share.is_used_up(attempts) || stop() {
                self.missing.insert(PathsMissing::MaxPaths);
                break false;
            }
            if exploration.step() == Progress::Finished {
                break true;
            }
            attempts += 1;
        };
        self.attempts += attempts;
        exploration.simplify();
        let (is_exact, is_exhausted) = (exploration.is_exact(), exploration.is_exhausted());
        if beyond.get() {
            self.missing.insert(PathsMissing::LoopIterations);
        }
        if !is_exact || is_finished && !is_exhausted && !beyond.get() {
            self.missing.insert(PathsMissing::Imprecise);
        }
        for (outcomes, visited) in exploration.visited() {
            let attempts = known.get(outcomes).copied().unwrap_or(attempts);
            let path = FoundPath { sequence: Some(visited.sequence.clone()), attempts, is_proved: false };
            match found.get(outcomes) {
                Some(known) if known.sequence.is_some() => {}
                _ => _ = found.insert(outcomes.clone(), path),
            }
        }
        for outcomes in exploration.refuted() {
            let is_proved = is_complete && is_exact;
            found.entry(outcomes).or_insert(FoundPath { sequence: None, attempts, is_proved });
        }
    }

    /// All paths in their order, numbered from 1.
    pub fn numbered(&self) -> impl Iterator<Item = (u32, &str, &Vec<BranchOutcome>, &FoundPath)> {
        let all = self.methods.iter().flat_map(|(function, paths)| {
            paths.iter().map(move |(outcomes, path)| (function, outcomes, path))
        });
        (1..).zip(all).map(|(number, (function, outcomes, path))| (number, function.as_str(), outcomes, path))
    }

    pub fn is_chosen(&self, number: u32) -> bool {
        self.settings.chosen.as_ref().is_none_or(|chosen| chosen.contains(&number))
    }

    /// Refuses numbers that no path has.
    ///
    /// # Errors
    /// When a path was chosen that is not there.
    pub fn check_chosen(&self, class: &str) -> Result<(), ClassFailure> {
        let count = self.numbered().count() as u32;
        let chosen = self.settings.chosen.iter().flatten();
        match chosen.into_iter().find(|&&number| number == 0 || number > count) {
            None => Ok(()),
            Some(number) => {
                let class = class.replace('/', ".");
                let has = if count == 1 { "1 path".to_owned() } else { format!("{count} paths") };
                let range = if count == 0 { String::new() } else { format!(", numbered from 1 to {count}") };
                Err(ClassFailure::input(
                    &class,
                    format!("--path {number}: the methods of `{class}` that are meant have {has}{range}"),
                    format!("`trine java dump paths {class}` lists them"),
                ))
            }
        }
    }

    /// Runs that take the chosen ones, in their order.
    pub fn runs(&self) -> Vec<Sequence> {
        let chosen = self.numbered().filter(|(number, ..)| self.is_chosen(*number));
        chosen.filter_map(|(.., path)| path.sequence.clone()).collect()
    }
}

/// The constructors and methods that are meant, with their functions, in the order of the class file.
fn methods(cluster: &Cluster<'_>, cover: &UnitCover, named: &Named) -> Vec<(MemberId, String)> {
    let api = cluster.api();
    let simple = named.class.rsplit(['/', '$']).next().unwrap_or_default();
    let mut methods: Vec<(usize, usize, MemberId, String)> = Vec::new();
    for &member in &cluster.subjects {
        let of = &api.members[member];
        let name = if of.name == "<init>" { simple } else { &of.name };
        if !matches!(of.kind, MemberKind::Constructor | MemberKind::Method)
            || !named.methods.is_empty() && !named.methods.contains(name)
        {
            continue;
        }
        let class = &api.classes[of.class].name;
        let place = cover.classes.iter().enumerate().find_map(|(number, covered)| {
            let of_class = (covered.name == *class).then_some(covered)?;
            let is_it = |method: &&MethodCover| method.name == of.name && method.descriptor == of.descriptor;
            let method = of_class.methods.iter().find(is_it).filter(|method| method.is_counted())?;
            Some((number, method.position, method.function(class)))
        });
        if let Some((number, position, function)) = place {
            methods.push((number, position, member, function));
        }
    }
    methods.sort_by_key(|method| (method.0, method.1));
    methods.into_iter().map(|(.., member, function)| (member, function)).collect()
}

/// Tests for the chosen paths, those that hold; and what each of the goals is covered by first.
pub(super) fn tests(
    runner: &mut UnitRunner,
    paths: &ClassPaths,
) -> (Vec<ObjectTest>, Vec<(GoalId, Sequence)>) {
    let api = Arc::clone(runner.stage.api());
    let worlds = [Variation::number(1), Variation::number(2)];
    let (mut tests, mut found): (Vec<ObjectTest>, BTreeMap<GoalId, Sequence>) = (Vec::new(), BTreeMap::new());
    for sequence in paths.runs() {
        if tests.iter().any(|test| test.sequence == sequence) {
            continue;
        }
        runner.run_alone(&sequence);
        for goal in runner.covered() {
            found.entry(goal).or_insert_with(|| sequence.clone());
        }
        let about = suite::about(&api, &sequence);
        tests.extend(about.and_then(|about| runner.stage.finish(&sequence, about, &worlds)));
    }
    (tests, found.into_iter().collect())
}
