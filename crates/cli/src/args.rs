//! The command line. Its names and exit codes are stable: scripts rely on them.

mod java;

pub use java::{JavaArgs, JavaCommand, JavaDump, JavaDumpKind, JavaPaths, JavaRun};

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Writes unit tests with the highest coverage it can reach, and evidence for every goal.
#[derive(Debug, Parser)]
#[command(name = "trine", version, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done · 1 the input is at fault · 2 tests that crash the code under test were found · 70 a bug of Trine · 130 interrupted";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write tests for C files.
    C(Box<CArgs>),
    /// Write tests for Java classes, or run a Java program in Trine's own machine.
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Java {
        /// Something else than tests.
        #[command(subcommand)]
        command: Option<JavaCommand>,
        /// Which classes are tested, and how.
        #[command(flatten)]
        args: Box<JavaArgs>,
    },
    /// Replay the suite of an output folder and say what it covers.
    Replay {
        /// The output folder.
        dir: PathBuf,
        /// Memory for each worker, in MiB or GiB [default: that of the run].
        #[arg(long, value_name = "SIZE")]
        memory: Option<String>,
        /// Of tests for classes: show what each step of these tests does.
        #[arg(long, num_args = 1.., value_name = "NAME")]
        test: Vec<String>,
        /// Of tests for classes: folder of the JDK [default: that of the run].
        #[arg(long, value_name = "DIR")]
        jdk: Option<PathBuf>,
    },
    /// Render the report of an output folder again.
    Report {
        /// The output folder.
        dir: PathBuf,
    },
    /// Say why a goal is covered, infeasible or open: its tests, proof or reason, and what would help.
    Explain {
        /// The goal, FUNCTION:NUMBER; all goals of a FUNCTION, or of a line, FILE:LINE [default: all open goals].
        goal: Option<String>,
        /// The output folder.
        #[arg(long, value_name = "DIR", default_value = "trine-out")]
        out: PathBuf,
    },
    /// Say what two runs cover differently; exit code 1 when goals were lost.
    Diff {
        /// The output folder of the earlier run.
        before: PathBuf,
        /// The output folder of the later run.
        after: PathBuf,
    },
    /// Check that a run covers enough; exit code 1 when it does not.
    Check {
        /// The output folder.
        #[arg(default_value = "trine-out")]
        dir: PathBuf,
        /// Share of the feasible goals that must be covered, in percent.
        #[arg(long, value_name = "PERCENT", default_value_t = 100.0)]
        at_least: f64,
        /// Only goals on lines that changed since this git revision.
        #[arg(long, value_name = "GIT_REV")]
        changed_since: Option<String>,
    },
    /// Print trine.h, with the macros TRINE_ASSUME and TRINE_ASSERT for harnesses written by hand.
    Header,
    /// Print the script that completes this command in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page: `trine manual | man -l -`.
    Manual,
    /// Show what Trine makes of a C file.
    Dump {
        /// What to show.
        what: DumpKind,
        /// C files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Only these functions.
        #[arg(long, num_args = 1.., value_name = "NAME")]
        function: Vec<String>,
        /// Criterion whose goals are shown.
        #[arg(long, default_value = "branch")]
        criterion: String,
        /// With paths: options of `trine c --strategy paths`, on which the numbers of the paths depend.
        #[command(flatten)]
        numbering: Box<Numbering>,
        /// With paths, only these; with cfg, their edges are drawn red.
        #[arg(long, value_name = "N")]
        path: Vec<u32>,
        /// Flags for clang.
        #[arg(last = true)]
        flags: Vec<String>,
    },
}

/// What the numbers of paths depend on, and what becomes of them: options of `trine c` and of `trine dump`.
#[derive(Debug, Args)]
pub struct Numbering {
    /// With --strategy paths: iterations of a loop whose condition the inputs decide [default: 3].
    #[arg(long, value_name = "N", alias = "rounds")]
    pub loop_iterations: Option<u32>,
    /// With --strategy paths: paths followed for one way of passing pointers, at most [default: 256].
    #[arg(long, value_name = "N", alias = "most-paths")]
    pub max_paths: Option<usize>,
    /// What moves values towards a goal, where values are searched: avm (alternating variables) or ga (genetic
    /// algorithm) [default: avm].
    #[arg(long, value_name = "NAME")]
    pub algorithm: Option<String>,
    /// Per unit: evaluations (20000evals, reproducible) or time (10s) [default: 20000evals].
    #[arg(long)]
    pub budget: Option<String>,
    /// Seed of all randomness [default: 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// IR instructions per execution before it counts as endless [default: 1000000].
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
}

/// What `trine dump` shows.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DumpKind {
    /// The intermediate representation, after promotion to registers.
    Ir,
    /// Control-flow graphs in the language of Graphviz.
    Cfg,
    /// Goals of the criterion.
    Goals,
    /// Paths within the bounds of `--strategy paths`, with their conditions over the inputs and what became of them.
    Paths,
    /// What the analysis behind the enhanced fitness came to, branch by branch, and its time.
    Fitness,
    /// The execution tree of symbolic execution: edges visited, refuted and still to try, each with its condition over the inputs.
    Tree,
    /// A search evaluation by evaluation, as CSV: what each was aimed at, and how near it came.
    Trace,
}

/// Options of `trine c`. What is not given comes from `trine.toml`, then from the defaults.
#[derive(Debug, Args)]
pub struct CArgs {
    /// C files; several are linked together.
    pub files: Vec<PathBuf>,
    /// Folder with a compile_commands.json: its units, or the FILES among them, each on its own.
    #[arg(short = 'p', long = "project", value_name = "BUILD_DIR")]
    pub project: Option<PathBuf>,
    /// Settings, preconditions and stubs [default: trine.toml, if it is there].
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Only these functions: names or patterns (parse_*), files (src/net/*.c), or FILE:FUNCTION.
    #[arg(long, num_args = 1.., value_name = "PATTERN")]
    pub only: Vec<String>,
    /// Only these functions, by their exact names.
    #[arg(long, num_args = 1.., value_name = "NAME")]
    pub function: Vec<String>,
    /// Leave these functions out: names and patterns as of --only.
    #[arg(long, num_args = 1.., value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// Only functions that changed since this git revision, or that call one that did.
    #[arg(long, value_name = "GIT_REV")]
    pub changed_since: Option<String>,
    /// Run again what a saved file changed, until Ctrl-C.
    #[arg(long)]
    pub watch: bool,
    /// Test each file as a module: sequences of calls of its public functions, objects made by its own constructors.
    #[arg(long)]
    pub module: bool,
    /// As --module; public are the functions that this header declares.
    #[arg(long, value_name = "HEADER")]
    pub api: Option<PathBuf>,
    /// Suites of earlier runs, files suite.json or folders with one: their tests are replayed, only tests that add to their coverage
    /// are written, and their inputs are what the search begins with.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub seeds: Vec<PathBuf>,
    /// Do not try goals that are left open by sequences of calls, with objects that the file's own functions make.
    #[arg(long)]
    pub no_construct: bool,
    /// statement, branch, condition, condition-decision or mcdc [default: branch].
    #[arg(long)]
    pub criterion: Option<String>,
    /// Which pairs show independence: masking or unique-cause [default: masking].
    #[arg(long, value_name = "VARIANT")]
    pub mcdc: Option<String>,
    /// hybrid, search, dse, paths (path by path: constraints over the inputs, solved by --algorithm) or random
    /// [default: hybrid].
    #[arg(long)]
    pub strategy: Option<String>,
    /// With --strategy paths: only these paths, by the numbers that `trine dump paths` lists; of one function.
    #[arg(long, value_name = "N")]
    pub path: Vec<u32>,
    /// Bounds and seed, on which the numbers of paths depend.
    #[command(flatten)]
    pub numbering: Numbering,
    /// How alternating variables search along one of them: pattern, geometric or lattice [default: pattern].
    #[arg(long, value_name = "SEARCH")]
    pub avm: Option<String>,
    /// What search minimises: portfolio, enhanced or standard [default: standard].
    #[arg(long, value_name = "FITNESS")]
    pub fitness: Option<String>,
    /// Which path next: a searcher of the execution tree.
    #[arg(long, value_name = "SEARCHER", help = searchers())]
    pub search: Option<String>,
    /// Try paths that can reach nothing new, too.
    #[arg(long)]
    pub no_filter: bool,
    /// How often one side of a branch is tried in a row without covering anything, before others; 0 for ever
    /// [default: 16].
    #[arg(long, value_name = "N")]
    pub loop_budget: Option<u32>,
    /// Runs in the exploration of paths of one function, at most.
    #[arg(long, value_name = "N")]
    pub iterations: Option<u64>,
    /// Look for inputs that make an index leave its object, a divisor zero, a shift too wide or, with
    /// --signed-overflow, a signed result not fit, even where no branch leads there.
    #[arg(long)]
    pub hunt_faults: bool,
    /// A solver that is asked where ours gives up: a command that reads SMT-LIB 2 from a file (z3, cvc5, bitwuzla).
    #[arg(long, value_name = "COMMAND")]
    pub smt_solver: Option<String>,
    /// Write questions to the solver as scripts of SMT-LIB 2: as they are asked, and as circuits are made for them.
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,
    /// Solve without these layers: slicing, cache, equalities, factoring, bounds, enumeration, local, inversion, meeting, bitblast.
    #[arg(long, value_delimiter = ',', value_name = "LAYERS")]
    pub without_layers: Vec<String>,
    /// Workers [default: one per core].
    #[arg(long)]
    pub jobs: Option<usize>,
    /// Memory for each worker, in MiB or GiB: for the simulated machine, paths, texts. A run or an exploration that wants
    /// more is given up, and the goals that need it stay unknown [default: 2GiB].
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
    /// Folder for the results [default: trine-out].
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Start over: take nothing over from an earlier run in the same folder.
    #[arg(long)]
    pub fresh: bool,
    /// Style of the emitted tests: plain, cmocka or unity; or test-comp: the file is a benchmark program or
    /// task (.yml), covered as a whole [default: plain].
    #[arg(long)]
    pub framework: Option<String>,
    /// With test-comp: what to cover, a .prp file [default: branches].
    #[arg(long, value_name = "PRP")]
    pub property: Option<PathBuf>,
    /// What makes the exit code 2: findings in the code, unstated preconditions too, or never [default: findings].
    #[arg(long, value_name = "CLASS")]
    pub fail_on: Option<String>,
    /// Assertions in tests: all that hold, effective (those that notice faults made in the code, and what shows the outcome of each
    /// test) or none [default: all].
    #[arg(long, value_name = "WHICH")]
    pub assertions: Option<String>,
    /// Faults made in each function, at most, that the tests are run against; tests are added for those that none notices (under
    /// --criterion mcdc only where this option is given). With 0 tests stay as the search for coverage leaves them [default: 128].
    #[arg(long, value_name = "N")]
    pub mutants: Option<usize>,
    /// Count signed overflow as a fault.
    #[arg(long)]
    pub signed_overflow: bool,
    /// Do not compile and run the suite natively.
    #[arg(long)]
    pub no_native: bool,
    /// json: the summary as JSON on standard output.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// No progress and no summary.
    #[arg(long)]
    pub quiet: bool,
    /// Flags for clang.
    #[arg(last = true, value_name = "CLANG_FLAGS")]
    pub flags: Vec<String>,
}

/// The help of `--search`: the names come from the table of searchers.
fn searchers() -> String {
    let options = trine_engine::Options::default();
    format!(
        "Which path next: {} [default: {}]",
        trine_engine::Options::SEARCHES.join(", "),
        options.paths.search
    )
}
