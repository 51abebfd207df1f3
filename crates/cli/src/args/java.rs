//! Options of `trine java`.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// What `trine java` does.
#[derive(Debug, Subcommand)]
pub enum JavaCommand {
    /// Run `main` of a class, print what it prints, and end with its exit code: nothing of it touches the disk, the
    /// network or the clock.
    Run(JavaRun),
    /// Show what methods become: the intermediate representation, control-flow graphs, or the paths through them.
    Dump(Box<JavaDump>),
}

/// What the numbers of paths depend on, and what becomes of them: options of `trine java` and of its dump.
#[derive(Debug, Default, Args)]
pub struct JavaPaths {
    /// With --strategy paths: iterations of a loop whose condition the inputs decide [default: 3].
    #[arg(long, value_name = "N")]
    pub loop_iterations: Option<u32>,
    /// With --strategy paths: paths followed for one way of calling a method, at most [default: 256].
    #[arg(long, value_name = "N")]
    pub max_paths: Option<usize>,
    /// With --strategy paths: which path is tried next: dfs, bfs, fifo, random-path, generational, knn, knn-failures, knn-invariants [default: dfs].
    #[arg(long, value_name = "NAME")]
    pub search: Option<String>,
}

/// Options of `trine java dump`.
#[derive(Debug, Args)]
pub struct JavaDump {
    /// What to show.
    #[arg(value_enum)]
    pub what: JavaDumpKind,
    /// The method, or all of a class: com.acme.Account#withdraw, com.acme.Account.
    #[arg(value_name = "CLASS[#METHOD]")]
    pub method: String,
    /// Folders and jars with classes, with `:` between them; also -cp.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub class_path: String,
    /// Folder of the JDK [default: JAVA_HOME, then that of the command java].
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// With paths: options of `trine java --strategy paths`, on which the numbers of the paths depend.
    #[command(flatten)]
    pub paths: JavaPaths,
    /// With paths: what enumerating may take, time (2s) or evaluations (5000evals) [default: 5000evals].
    #[arg(long)]
    pub budget: Option<String>,
    /// With paths: seed of the ways of calling methods [default: 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// With paths, only these; with cfg, their edges are drawn red.
    #[arg(long, num_args = 1.., value_name = "N")]
    pub path: Vec<u32>,
}

/// What `trine java dump` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum JavaDumpKind {
    /// The intermediate representation.
    Ir,
    /// Control-flow graphs in the language of Graphviz.
    Cfg,
    /// Their paths, numbered over the class, each with what becomes of it.
    Paths,
}

/// Options of `trine java run`; those behind the class are the program's.
#[derive(Debug, Args)]
pub struct JavaRun {
    /// Folders and jars with classes, with `:` between them; also -cp.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub class_path: String,
    /// Folder of the JDK [default: JAVA_HOME, then that of the command java].
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// IR instructions before the program counts as endless [default: 20000000000].
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// The class with `main`: com.acme.Main.
    pub class: String,
    /// Its arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub args: Vec<String>,
}

/// Options of `trine java`.
#[derive(Debug, Default, Args)]
pub struct JavaArgs {
    /// Classes to test, each with the classes nested in it: com.acme.Account, or one of its methods: com.acme.Account#withdraw.
    #[arg(value_name = "CLASS[#METHOD]")]
    pub classes: Vec<String>,
    /// Folders and jars with the compiled classes and what they need, with `:` between them; also -cp [default: .].
    #[arg(long, value_name = "PATH")]
    pub class_path: Vec<String>,
    /// A Maven or Gradle project: its pom.xml or build.gradle, or the folder with it. The class path is asked from the build tool.
    #[arg(short = 'p', long, value_name = "FILE")]
    pub project: Option<PathBuf>,
    /// With -p: have the build tool compile the classes first.
    #[arg(long, requires = "project")]
    pub build: bool,
    /// With -p: write the tests into the project's own sources of tests (src/test/java), too.
    #[arg(long, requires = "project")]
    pub into_project: bool,
    /// Folders and jars with your own compiled JUnit tests and what only they need, with `:` between them: they are run in our
    /// machine, and only tests that add to their coverage are written.
    #[arg(long, value_name = "PATH")]
    pub seeds: Vec<String>,
    /// All classes of the class path, or of the project, whose names match: com.acme.*
    #[arg(long, num_args = 1.., value_name = "PATTERN")]
    pub only: Vec<String>,
    /// Leave out classes whose names match.
    #[arg(long, num_args = 1.., value_name = "PATTERN")]
    pub exclude: Vec<String>,
    /// Only classes whose source or class file changed since this git revision, or that use one that did.
    #[arg(long, value_name = "GIT_REV")]
    pub changed_since: Option<String>,
    /// Run again the classes that changed when a class file or jar is written, or with --build a source, until Ctrl-C.
    #[arg(long)]
    pub watch: bool,
    /// statement, branch, condition, condition-decision or mcdc [default: branch].
    #[arg(long)]
    pub criterion: Option<String>,
    /// Count each exception that comes out of a public method as a goal of its own, and keep a test for it.
    #[arg(long)]
    pub exceptions: bool,
    /// Per class: time (2s) or evaluations (5000evals, reproducible) [default: 5000evals].
    #[arg(long)]
    pub budget: Option<String>,
    /// What searches: random, whole-suite, whole-suite-archive, mosa, dynamosa or mio [default: dynamosa].
    #[arg(long)]
    pub algorithm: Option<String>,
    /// all that hold, effective (those that notice faults made in the code, and one for each outcome) or none [default: effective].
    #[arg(long)]
    pub assertions: Option<String>,
    /// Faults made in each class, at most, that the tests are run against; tests are added for those that none notices (under
    /// --criterion mcdc only where this option is given). With 0 tests stay as the search for coverage leaves them [default: 150].
    #[arg(long, value_name = "N")]
    pub mutants: Option<usize>,
    /// What proposes tests: search, dse (dynamic symbolic execution of random sequences), hybrid, or paths (path by path: those of each
    /// method are enumerated within bounds, and each gets a test) [default: search].
    #[arg(long)]
    pub strategy: Option<String>,
    /// What the numbers of paths depend on.
    #[command(flatten)]
    pub paths: JavaPaths,
    /// With --strategy paths: cover only the paths of these numbers, as `trine java dump paths` lists them.
    #[arg(long, num_args = 1.., value_name = "N")]
    pub path: Vec<u32>,
    /// Seed of all randomness [default: 1].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Workers [default: one per core].
    #[arg(long)]
    pub jobs: Option<usize>,
    /// IR instructions per test before it counts as endless [default: 500000].
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Memory for each worker, in MiB or GiB; the objects of a test get an eighth of it [default: 2GiB].
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
    /// Folder for the results [default: trine-out].
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Start over: take nothing over from an earlier run in the same folder.
    #[arg(long)]
    pub fresh: bool,
    /// What runs the tests: junit5, junit4 or testng [default: junit5].
    #[arg(long)]
    pub framework: Option<String>,
    /// What stands for objects that tests implement themselves: own (anonymous classes), or mockito where it is on the class path
    /// or among the project's test libraries [default: own].
    #[arg(long, value_name = "WHAT")]
    pub mocks: Option<String>,
    /// Release of Java that tests are written for [default: that of the classes].
    #[arg(long, value_name = "N")]
    pub release: Option<u32>,
    /// Folder of the JDK [default: JAVA_HOME, then that of the command java].
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// What makes the exit code 2: findings in the code, unstated preconditions too, or never [default: findings].
    #[arg(long, value_name = "CLASS")]
    pub fail_on: Option<String>,
    /// Do not compile and run the tests natively.
    #[arg(long)]
    pub no_native: bool,
    /// json: the summary as JSON on standard output.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    /// No progress and no summary.
    #[arg(long)]
    pub quiet: bool,
}
