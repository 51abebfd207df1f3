//! Settings of a run: the command line over `trine.toml` over the defaults.

pub mod limits;
mod malformed;
pub mod preconditions;
mod registers;

use crate::args::{CArgs, Numbering};
use preconditions::{FunctionTable, Stated, StubTable};
use registers::RegisterTable;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Spanned;
use trine_base::Budget;
use trine_campaign::c::loading::Resources;
use trine_campaign::failure::Failure;
use trine_engine::options::PathOptions;
use trine_engine::{
    Algorithm, Assertions, LineSearch, Options, PathwiseOptions, PublicFunctions, Strategy, WorkerMemory,
};
use trine_record::{Criterion, McdcVariant};
use trine_search::FitnessKind;

/// The name of `--framework` for whole programs, in the exchange format of Test-Comp.
pub const TEST_COMP: &str = "test-comp";
/// Next step after a value that is not allowed.
const SEE_HELP: &str = "`trine c --help` lists the values";

/// What `trine.toml` may hold; every name is that of the option on the command line, but for the tables of functions.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct FileSettings {
    criterion: Option<String>,
    mcdc: Option<String>,
    strategy: Option<String>,
    algorithm: Option<String>,
    avm: Option<String>,
    fitness: Option<String>,
    search: Option<String>,
    smt_solver: Option<String>,
    log_queries: Option<PathBuf>,
    assertions: Option<String>,
    mutants: Option<usize>,
    budget: Option<String>,
    seed: Option<u64>,
    jobs: Option<usize>,
    memory: Option<String>,
    out: Option<PathBuf>,
    framework: Option<String>,
    fail_on: Option<String>,
    steps: Option<u64>,
    signed_overflow: Option<bool>,
    flags: Vec<String>,
    exclude: Vec<String>,
    function: BTreeMap<Spanned<String>, FunctionTable>,
    stub: BTreeMap<Spanned<String>, StubTable>,
    register: BTreeMap<Spanned<String>, RegisterTable>,
}

/// Which findings make a run end with exit code 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailOn {
    /// Those that blame the code.
    Findings,
    /// Unstated preconditions, too.
    Preconditions,
    /// None.
    Never,
}

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Options of the engine.
    pub options: Options,
    /// Workers.
    pub jobs: usize,
    /// Folder for the results.
    pub out: PathBuf,
    /// Style of the emitted tests.
    pub framework: String,
    /// Which findings make the run end with exit code 2.
    pub fail_on: FailOn,
    /// Flags for clang.
    pub flags: Vec<String>,
    /// Functions left out.
    pub exclude: Vec<String>,
    /// Preconditions and stubs.
    pub stated: Stated,
}

impl Settings {
    /// What loading may take.
    #[must_use]
    pub fn resources(&self) -> Resources {
        Resources { workers: self.jobs, memory: self.options.memory }
    }

    /// The settings of `args`, completed from `trine.toml` in `folder`.
    ///
    /// # Errors
    /// When a value is not one of those allowed, or the file cannot be read.
    pub fn new(args: &CArgs, folder: &Path) -> Result<Self, Failure> {
        let (file, text, path) = match &args.settings {
            Some(path) => read(path, true)?,
            None => read(&folder.join("trine.toml"), false)?,
        };
        let pick = |given: &Option<String>, from_file: Option<String>| given.clone().or(from_file);
        let defaults = Options::default();
        let criterion = match pick(&args.criterion, file.criterion) {
            Some(name) => parse::<Criterion>("--criterion", &name)?,
            None => defaults.criterion,
        };
        let chosen_strategy = strategy(pick(&args.strategy, file.strategy))?;
        let options = Options {
            criterion,
            mcdc: variant(pick(&args.mcdc, file.mcdc))?,
            strategy: chosen_strategy,
            algorithm: algorithm(pick(&args.numbering.algorithm, file.algorithm))?,
            line_search: line_search(pick(&args.avm, file.avm))?,
            paths: PathOptions {
                search: search(pick(&args.search, file.search))?,
                filters: !args.no_filter,
                loop_budget: args.loop_budget.unwrap_or(defaults.paths.loop_budget),
                iterations: args.iterations,
                hunts_faults: args.hunt_faults,
            },
            pathwise: PathwiseOptions {
                loop_iterations: loop_iterations(args.numbering.loop_iterations)?,
                max_paths: args.numbering.max_paths.unwrap_or(defaults.pathwise.max_paths),
                chosen: (!args.path.is_empty()).then(|| args.path.clone()),
                ..defaults.pathwise
            },
            fitness: fitness(pick(&args.fitness, file.fitness))?,
            portfolio: crate::solving::portfolio(
                args.smt_solver.as_deref().or(file.smt_solver.as_deref()),
                args.log_queries.as_deref().or(file.log_queries.as_deref()),
                args.without_layers.clone(),
            )?,
            assertions: assertions(pick(&args.assertions, file.assertions))?,
            max_mutants: args.mutants.or(file.mutants).unwrap_or(defaults.max_mutants),
            // Evidence of MC/DC is read by people: no test more than it takes, unless they ask.
            tells_values: criterion != Criterion::Mcdc || args.mutants.or(file.mutants).is_some(),
            budget: match pick(&args.numbering.budget, file.budget) {
                Some(text) => parse::<Budget>("--budget", &text)?,
                None => defaults.budget,
            },
            seed: args.numbering.seed.or(file.seed).unwrap_or(defaults.seed),
            steps: args.numbering.steps.or(file.steps).unwrap_or(defaults.steps),
            signed_overflow_faults: args.signed_overflow || file.signed_overflow.unwrap_or(false),
            memory: match pick(&args.memory, file.memory) {
                Some(text) => parse::<WorkerMemory>("--memory", &text)?,
                None => defaults.memory,
            },
            module: module(args)?,
            constructs: !args.no_construct && constructs(chosen_strategy),
            roles: file
                .function
                .iter()
                .filter_map(|(name, table)| Some((name.get_ref().clone(), table.role()?)))
                .collect(),
        };
        pathwise_only(args, &options)?;
        limits::check(&options)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            options,
            jobs: limits::jobs(args.jobs.or(file.jobs).unwrap_or(cores))?,
            out: args.out.clone().or(file.out).unwrap_or_else(|| PathBuf::from("trine-out")),
            framework: framework(pick(&args.framework, file.framework))?,
            fail_on: fail_on(pick(&args.fail_on, file.fail_on))?,
            flags: file.flags.into_iter().chain(args.flags.iter().cloned()).collect(),
            exclude: file.exclude.into_iter().chain(args.exclude.iter().cloned()).collect(),
            stated: Stated {
                registers: registers::map(&path, &text, &file.register)?,
                path,
                text,
                functions: file.function,
                stubs: file.stub,
            },
        })
    }
}

/// The settings in the file `path`, its text, and its path as messages show it; none when there is no file and it need
/// not be there.
fn read(path: &Path, is_required: bool) -> Result<(FileSettings, String, String), Failure> {
    let shown = if is_required { path.display().to_string() } else { "trine.toml".to_owned() };
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if !is_required && error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => {
            let what = format!("cannot read {}: {error}", path.display());
            return Err(Failure::input(what, "nothing was run", "check the path"));
        }
    };
    let settings = toml::from_str(&text).map_err(|error| malformed::failure(&shown, &text, &error))?;
    Ok((settings, text, shown))
}

/// Reads the value of `option`.
///
/// # Errors
/// The parser's sentence, as a failure of the user's input.
pub fn parse<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, Failure>
where
    T::Err: std::fmt::Display,
{
    text.parse()
        .map_err(|error: T::Err| Failure::input(format!("{option}: {error}"), "nothing was run", SEE_HELP))
}

/// Which functions tests of modules may call, where these are asked for.
fn module(args: &CArgs) -> Result<Option<PublicFunctions>, Failure> {
    let Some(path) = &args.api else { return Ok(args.module.then(PublicFunctions::default)) };
    let text = std::fs::read_to_string(path).map_err(|error| {
        Failure::input(
            format!("cannot read {}: {error}", path.display()),
            "nothing was run",
            "check the path",
        )
    })?;
    Ok(Some(PublicFunctions { names: Some(trine_campaign::c::module::declared(&text)) }))
}

fn variant(name: Option<String>) -> Result<McdcVariant, Failure> {
    match name.as_deref() {
        None | Some("masking") => Ok(McdcVariant::Masking),
        Some("unique-cause") => Ok(McdcVariant::UniqueCause),
        Some(other) => Err(choice("--mcdc", other, "masking, unique-cause")),
    }
}

fn strategy(name: Option<String>) -> Result<Strategy, Failure> {
    let Some(name) = name else { return Ok(Strategy::default()) };
    let known = Strategy::NAMES.iter().find(|(known, _)| *known == name);
    let names = Strategy::NAMES.map(|(name, _)| name).join(", ");
    known.map(|(_, strategy)| *strategy).ok_or_else(|| choice("--strategy", &name, &names))
}

/// Whether goals that are left open are tried with constructed objects: not where paths are counted or chance is measured.
fn constructs(strategy: Strategy) -> bool {
    matches!(strategy, Strategy::Hybrid | Strategy::Search | Strategy::Dse)
}

fn assertions(name: Option<String>) -> Result<Assertions, Failure> {
    let Some(name) = name else { return Ok(Options::default().assertions) };
    let known = Assertions::NAMES.iter().find(|(known, _)| *known == name);
    let names = Assertions::NAMES.map(|(name, _)| name).join(", ");
    known.map(|(_, assertions)| *assertions).ok_or_else(|| choice("--assertions", &name, &names))
}

/// The iterations of a loop on a path.
///
/// # Errors
/// When they are 0: then no path beyond the first would be looked at.
pub fn loop_iterations(given: Option<u32>) -> Result<u32, Failure> {
    match given {
        Some(0) => Err(Failure::input("--loop-iterations: 0 is less than 1", "nothing was run", SEE_HELP)),
        given => Ok(given.unwrap_or(PathwiseOptions::default().loop_iterations)),
    }
}

/// Options of a run whose paths have the same numbers as those of `trine c` with these.
///
/// # Errors
/// When a value is not one of those allowed.
pub fn numbering(given: &Numbering) -> Result<Options, Failure> {
    let defaults = Options::default();
    let checked = |options: Options| limits::check(&options).map(|()| options);
    let budget = given.budget.as_deref().map(|text| parse::<Budget>("--budget", text)).transpose()?;
    checked(Options {
        algorithm: algorithm(given.algorithm.clone())?,
        pathwise: PathwiseOptions {
            loop_iterations: loop_iterations(given.loop_iterations)?,
            max_paths: given.max_paths.unwrap_or(defaults.pathwise.max_paths),
            ..defaults.pathwise
        },
        budget: budget.unwrap_or(defaults.budget),
        seed: given.seed.unwrap_or(defaults.seed),
        steps: given.steps.unwrap_or(defaults.steps),
        ..defaults
    })
}

/// What is about paths asks for the strategy that goes path by path.
fn pathwise_only(args: &CArgs, options: &Options) -> Result<(), Failure> {
    let given = [
        ("--path", !args.path.is_empty()),
        ("--loop-iterations", args.numbering.loop_iterations.is_some()),
        ("--max-paths", args.numbering.max_paths.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) if options.strategy != Strategy::Paths => {
            let what = format!(
                "{option}: the strategy is {}, which has no paths to choose",
                options.strategy.name()
            );
            Err(Failure::input(what, "nothing was run", "add `--strategy paths`"))
        }
        _ => Ok(()),
    }
}

fn algorithm(name: Option<String>) -> Result<Algorithm, Failure> {
    let Some(name) = name else { return Ok(Algorithm::default()) };
    let known = Algorithm::NAMES.iter().find(|(known, _)| *known == name);
    let names = Algorithm::NAMES.map(|(name, _)| name).join(", ");
    known.map(|(_, algorithm)| *algorithm).ok_or_else(|| choice("--algorithm", &name, &names))
}

fn line_search(name: Option<String>) -> Result<LineSearch, Failure> {
    let Some(name) = name else { return Ok(LineSearch::default()) };
    let known = LineSearch::NAMES.iter().find(|(known, _)| *known == name);
    let names = LineSearch::NAMES.map(|(name, _)| name).join(", ");
    known.map(|(_, search)| *search).ok_or_else(|| choice("--avm", &name, &names))
}

fn fitness(name: Option<String>) -> Result<FitnessKind, Failure> {
    let Some(name) = name else { return Ok(Options::default().fitness) };
    let known = FitnessKind::NAMES.iter().find(|(known, _)| *known == name);
    let names = FitnessKind::NAMES.map(|(name, _)| name).join(", ");
    known.map(|(_, fitness)| *fitness).ok_or_else(|| choice("--fitness", &name, &names))
}

fn search(name: Option<String>) -> Result<&'static str, Failure> {
    let Some(name) = name else { return Ok(PathOptions::default().search) };
    let known = Options::SEARCHES.into_iter().find(|known| *known == name);
    known.ok_or_else(|| choice("--search", &name, &Options::SEARCHES.join(", ")))
}

/// The value of `--fail-on`.
///
/// # Errors
/// When it names no class of findings.
pub fn fail_on(name: Option<String>) -> Result<FailOn, Failure> {
    match name.as_deref() {
        None | Some("findings") => Ok(FailOn::Findings),
        Some("preconditions") => Ok(FailOn::Preconditions),
        Some("never") => Ok(FailOn::Never),
        Some(other) => Err(choice("--fail-on", other, "findings, preconditions, never")),
    }
}

fn framework(name: Option<String>) -> Result<String, Failure> {
    match name.as_deref() {
        None | Some("plain") => Ok("plain".to_owned()),
        Some(name @ ("cmocka" | "unity" | TEST_COMP)) => Ok(name.to_owned()),
        Some(other) => Err(choice("--framework", other, "plain, cmocka, unity, test-comp")),
    }
}

fn choice(option: &str, value: &str, names: &str) -> Failure {
    Failure::input(format!("{option}: `{value}` is not one of {names}"), "nothing was run", SEE_HELP)
}
