//! Developer tasks, run as `cargo xtask TASK`.
//!
//! `tidy` checks the rules of the house that a compiler does not: see [`tidy`]. `compare` holds the behaviour of the
//! working tree against that of another revision: see [`compare`]. `reduce` shrinks a failing program: see [`reduce`]. `mutants` puts mutants
//! of changed lines to the tests: see [`mutants`]. `review` checks the dependencies: see [`review`]. Nothing in the product depends on this
//! crate, and it knows nothing about the product but its files, its manifests and what a user of the command sees.

mod circles;
mod compare;
mod density;
mod finding;
mod glossary;
mod heads;
mod index;
mod languages;
mod layers;
mod links;
mod machine_paths;
mod markers;
mod mutants;
mod reduce;
mod review;
mod size;
mod tidy;
mod tree;
mod words;

use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage:
  cargo xtask tidy           check module heads, sizes, layers, the index of crates, left-over markers and machine paths
  cargo xtask compare REV    run the command of the revision REV and of the working tree over filetests and examples, and
                             compare what they write byte by byte
      --only TEXT            only runs whose name contains TEXT
      --every N              one run in N
      --minutes N            no run begins after so many minutes; those made are drawn from all
      --old PROGRAM          the command of REV, built before; --new PROGRAM: that of the working tree
      --corpus N, --seed S   also N units of real packages, drawn under the seed S [1]
      --native               compile and run the suites natively too
      --benches              run the benches of both in turn and print the ratios
  cargo xtask reduce FILE -- COMMAND
                             the smallest part of FILE for which COMMAND still succeeds; `{}` in it is the candidate
  cargo xtask mutants REV    mutants of the lines that the commits since REV changed, put to the tests of their crates
      --sample N, --seed S   about N of them, another part for each seed
      --minutes N            ends after so many minutes
  cargo xtask review         licences and origin of all dependencies against deny.toml, and advisories where `cargo deny` is there";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["tidy"] => run_tidy(),
        ["compare", ref rest @ ..] => {
            compare::Options::parse(rest).and_then(|options| compare::run(&root(), &options))
        }
        ["reduce", ref rest @ ..] => {
            reduce::Options::parse(rest).and_then(|options| reduce::run(&root(), &options))
        }
        ["mutants", ref rest @ ..] => {
            mutants::Options::parse(rest).and_then(|options| mutants::run(&root(), &options))
        }
        ["review"] => review::run(&root()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("crates/xtask is two levels down")
        .to_owned()
}

fn run_tidy() -> Result<ExitCode> {
    let report = tidy::check(&root())?;
    for finding in &report.findings {
        eprintln!("{finding}");
    }
    print!("{}", density::table(&report.density));
    if report.findings.is_empty() {
        println!(
            "tidy: {} files and {} crates are in order; {} circles among files, {} may be",
            report.files,
            report.crates,
            report.circles,
            circles::MOST
        );
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("tidy: {} findings", report.findings.len());
    Ok(ExitCode::FAILURE)
}
