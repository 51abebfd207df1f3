//! Campaigns that judge Trine from outside, with native runs and real code as the referee.
//!
//! | command | what is compared or counted |
//! |---|---|
//! | `java` | Java programs, our own and generated: output, exit code and exceptions, under the JVM and in our machine |
//! | `csmith` | generated C programs: checksum and exit status, native against our machine |
//! | `analyses` | functions of Debian packages: how long the analysis behind the enhanced fitness takes |
//! | `assertions` | emitted tests: what they assert, and whether they can be read |
//! | `arithmetic` | a table of operations on edge values: every result, native against our machine |
//! | `baars` | standard and enhanced fitness, branch by branch, after Baars et al.: functions of C, or methods of Java |
//! | `campaign` | packages of all kinds: whether suites hold under three compilers, what they cost and find |
//! | `competition` | classes of the Java tool competition of 2022: JaCoCo's coverage and PIT's mutation score beside the published figures |
//! | `corpus` | units of Debian packages: what `trine c` handles, covers and confirms |
//! | `hybrid` | units of Debian packages: hybrid against search alone and symbolic execution alone |
//! | `galeotti` | Java classes: search, symbolic execution and hybrid, after Galeotti et al. |
//! | `explained` | values that open goals name at the condition that the nearest test failed at, against a native run of it |
//! | `large` | large machine-written functions: whether a unit ends within its budget |
//! | `modonato` | feasible paths of a sample class with and without a classifier of path conditions, after Modonato |
//! | `modules` | modules of packages: open goals through public functions, with invented and with constructed objects |
//! | `su` | searchers of the execution tree, and path filtering, after Su et al. |
//! | `sofokleous` | paths of decision programs by a genetic algorithm, after Sofokleous et al. |
//! | `testcomp` | a local folder of Test-Comp tasks: goals, covered by our judge and natively |
//! | `java-techniques` | strategies and search algorithms on classes of libraries: goals covered within equal budgets, effect sizes |
//! | `java-speed` | small Java programs: time in our machine, under `java -Xint` and under `java` |
//! | `java-suites` | suites that `java-campaign` kept: warnings under `-Xlint:all`, failures in random orders under other settings |
//! | `java-tests` | test methods that Java libraries publish, in our machine and under `java` |
//! | `java-campaign` | `trine java` over libraries by Maven coordinates: handled, covered, failing, counters against JaCoCo |
//! | `proofs` | random small programs: goals called infeasible, against native runs of all inputs |
//! | `puzzles` | functions with a way that chance does not take: solved or not, and by which layer |
//! | `referee` | questions to our solver: answers and models, against another solver |
//! | `rust` | Rust programs, standard library included: what they print and how they exit, natively and in our machine |
//! | `rust-reader` | a whole Rust program as textual IR: what is read, lowered and verified |
//!
//! Each command prints a table, ends with the line `N passed, M failed`, and fails when M is not 0.

mod analyses;
mod arithmetic;
mod assertions;
mod baars;
mod campaign;
mod compare;
mod competition;
mod corpus;
mod csmith;
mod explained;
mod galeotti;
mod hybrid;
mod java;
mod java_campaign;
mod java_speed;
mod java_suites;
mod java_techniques;
mod java_tests;
mod large;
mod modonato;
mod modules;
mod proofs;
mod puzzles;
mod referee;
mod rust;
mod rust_reader;
mod sofokleous;
mod su;
mod testcomp;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;
use trine_statistics::table;

/// Campaigns: generated programs against native runs, units of real packages.
#[derive(Debug, Parser)]
#[command(name = "trine-study", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generated C programs must print the same checksum natively and in our machine.
    Csmith(csmith::Args),
    /// Operations, conversions and shifts on edge values must give the same bits natively and in our machine.
    Arithmetic(arithmetic::Args),
    /// What emitted tests assert, and whether they can be read.
    Assertions(assertions::Args),
    /// How long the analysis behind the enhanced fitness takes, on functions of Debian packages.
    Analyses(analyses::Args),
    /// The symbolically enhanced fitness against the standard one, after Baars et al. (2011).
    Baars(baars::Args),
    /// Suites for packages of all kinds: whether they hold, what they cost and find.
    Campaign(campaign::Args),
    /// The classes of the Java tool competition of 2022, beside the published figures.
    Competition(competition::Args),
    /// Tests for units of Debian packages, fetched with `apt-get source`.
    Corpus(corpus::Args),
    /// Hybrid against its two halves on units of Debian packages, with the same budget and seed.
    Hybrid(hybrid::Args),
    /// Search, symbolic execution and hybrid on Java classes, after Galeotti et al. (2013).
    Galeotti(galeotti::Args),
    /// The values that open goals name must be those of a native run of the nearest test.
    Explained(explained::Args),
    /// Large machine-written functions must end within their budget and a fifth of it.
    Large(large::Args),
    /// Modules of packages: open goals through public functions, with invented and with constructed objects.
    Modules(modules::Args),
    /// Path selection with and without a classifier of path conditions, after Modonato (2020).
    Modonato(modonato::Args),
    /// Path filtering and searchers of the execution tree, after Su et al. (2014).
    Su(su::Args),
    /// Path by path: the paper's programs, covered or proved infeasible, after Sofokleous et al. (2009).
    Sofokleous(sofokleous::Args),
    /// Benchmark tasks of a local folder, in the format of Test-Comp.
    Testcomp(testcomp::Args),
    /// Functions with a way that chance does not take, solved by symbolic execution and by hybrid.
    Puzzles(puzzles::Args),
    /// Proofs of infeasibility against native runs of all inputs, on random small programs.
    Proofs(proofs::Args),
    /// Our solver against another one, on questions that our own programs put to it.
    Referee(referee::Args),
    /// Java programs must print, exit and throw in our machine what they do under `java`.
    Java(java::Args),
    /// Tests for the classes of libraries: every one must pass, and JaCoCo's counters must be ours.
    JavaCampaign(java_campaign::Args),
    /// Small Java programs, timed in our machine, under `java -Xint` and under `java`.
    JavaSpeed(java_speed::Args),
    /// Suites that `java-campaign` kept must compile without warnings, and hold in random orders under other settings.
    JavaSuites(java_suites::Args),
    /// Strategies and search algorithms on classes of Java libraries: goals covered within equal budgets, and effect sizes.
    JavaTechniques(java_techniques::Args),
    /// Test methods that Java libraries publish must pass in our machine if they pass under `java`.
    JavaTests(java_tests::Args),
    /// Rust programs must print and exit in our machine as natively.
    Rust(rust::Args),
    /// A whole Rust program must be read, lowered and verified.
    RustReader,
}

/// What a campaign counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: usize,
    failed: usize,
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(tally) => {
            println!("{} passed, {} failed", tally.passed, tally.failed);
            ExitCode::from(u8::from(tally.failed > 0))
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(1)
        }
    }
}

fn run(command: Command) -> Result<Tally> {
    match command {
        Command::Csmith(args) => csmith::run(&args),
        Command::Arithmetic(args) => arithmetic::run(&args),
        Command::Assertions(args) => assertions::run(&args),
        Command::Analyses(args) => analyses::run(&args),
        Command::Baars(args) => baars::run(&args),
        Command::Campaign(args) => campaign::run(&args),
        Command::Competition(args) => competition::run(&args),
        Command::Corpus(args) => corpus::run(&args),
        Command::Hybrid(args) => hybrid::run(&args),
        Command::Galeotti(args) => galeotti::run(&args),
        Command::Explained(args) => explained::run(&args),
        Command::Large(args) => large::run(&args),
        Command::Modules(args) => modules::run(&args),
        Command::Modonato(args) => modonato::run(&args),
        Command::Su(args) => su::run(&args),
        Command::Sofokleous(args) => sofokleous::run(&args),
        Command::Testcomp(args) => testcomp::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Proofs(args) => proofs::run(&args),
        Command::Referee(args) => referee::run(&args),
        Command::Java(args) => java::run(&args),
        Command::JavaCampaign(args) => java_campaign::run(&args),
        Command::JavaSpeed(args) => java_speed::run(&args),
        Command::JavaSuites(args) => java_suites::run(&args),
        Command::JavaTechniques(args) => java_techniques::run(&args).map(|()| Tally::default()),
        Command::JavaTests(args) => java_tests::run(&args),
        Command::Rust(args) => rust::run(&args),
        Command::RustReader => rust_reader::run(),
    }
}
