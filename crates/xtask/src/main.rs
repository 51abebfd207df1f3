//! Developer tasks, run as `cargo xtask TASK`.
//!
//! `tidy` checks the rules of the house that a compiler does not: see [`tidy`]. Nothing in the product
//! depends on this crate, and it knows nothing about the product but its files and manifests.

mod circles;
mod finding;
mod heads;
mod index;
mod languages;
mod layers;
mod machine_paths;
mod markers;
mod size;
mod tidy;
mod tree;

use anyhow::Result;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask tidy    check module heads, sizes, layers, the index of crates, \
                     left-over markers and machine paths";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => match run_tidy() {
            Ok(code) => code,
            Err(error) => {
                eprintln!("error: {error:#}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("{USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn run_tidy() -> Result<ExitCode> {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/xtask is two levels down");
    let report = tidy::check(root)?;
    for finding in &report.findings {
        eprintln!("{finding}");
    }
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
