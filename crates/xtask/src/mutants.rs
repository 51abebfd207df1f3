//! `cargo xtask mutants REV`: mutants of the lines that changed since REV, put to the tests of their crates.
//!
//! A mutant is the program with one small change (a body replaced by a constant, an operator by another); one that no test notices
//! is *missed*: either a test is missing, or the change does not matter. Mutants are made and run by `cargo-mutants`; what stands
//! here is what to mutate (the change since REV, and of it a sample) and where: in a work tree of its own below `target/mutants`, so
//! that the working tree is not touched; what it builds lies beside what the working tree built.
//!
//! With `--minutes` it ends after so many, and the figure is of the mutants that were tried by then.
//!
//! Only what is committed is mutated. A mutant is put to the unit tests and the tests of its own crate; what filetests would notice is not
//! asked. Cost: one build of the mutated crate for each mutant.

use crate::compare::checkout::{check_out, output};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Seconds after which a build with its tests counts as one that does not end: a mutant that loops is noticed by that.
const TIMEOUT_SECONDS: &str = "300";

/// What `mutants` takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The revision whose difference to the last commit is mutated.
    revision: String,
    /// Mutants that are tried, at most; all of them where there is none.
    sample: Option<usize>,
    /// Which part of the mutants the sample is: another part for another number.
    seed: usize,
    /// Minutes after which it ends.
    minutes: Option<usize>,
}

impl Options {
    /// Reads the arguments behind `mutants`.
    ///
    /// # Errors
    /// When one is not known or lacks its value; the message names it.
    pub fn parse(arguments: &[&str]) -> Result<Self> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        while let Some(&argument) = rest.next() {
            let mut number = || match rest.next() {
                Some(value) => value.parse().with_context(|| format!("`{argument} {value}`: not a number")),
                None => bail!("`{argument}` wants a value"),
            };
            match argument {
                "--sample" => options.sample = Some(number()?),
                "--seed" => options.seed = number()?,
                "--minutes" => options.minutes = Some(number()?),
                _ if argument.starts_with('-') || !options.revision.is_empty() => {
                    bail!("`{argument}` is not understood")
                }
                revision => revision.clone_into(&mut options.revision),
            }
        }
        if options.revision.is_empty() {
            bail!("no revision: `cargo xtask mutants main` mutates what this branch changed since `main`");
        }
        if options.sample == Some(0) {
            bail!("`--sample 0`: at least one mutant must be tried");
        }
        Ok(options)
    }

    /// The shard of `all` mutants that holds the sample, in the form of `cargo-mutants`: `k/n`.
    fn shard(&self, all: usize) -> Option<String> {
        let shards = all.div_ceil(self.sample?);
        (shards > 1).then(|| format!("{}/{shards}", self.seed % shards))
    }
}

/// Mutates, runs the tests and prints what was missed, with the figure.
///
/// # Errors
/// When there is no `cargo-mutants`, the revision names no commit, or the tests fail before anything is mutated.
pub fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    if output(cargo(root).args(["mutants", "--version"])).is_err() {
        bail!("`cargo mutants` is not there\n  = help: `cargo install cargo-mutants --locked` installs it");
    }
    let folder = root.join("target").join("mutants");
    fs::create_dir_all(&folder)?;
    let head = output(Command::new("git").args(["rev-parse", "HEAD"]).current_dir(root))?;
    let base = output(Command::new("git").args(["merge-base", &options.revision, "HEAD"]).current_dir(root))
        .with_context(|| format!("`{}` names no commit", options.revision))?;
    let source = folder.join("source");
    check_out(root, &head, &source)?;
    let change = folder.join("change.diff");
    let diff = output(
        Command::new("git").args(["diff", &base, &head, "--", "crates/*/src/*.rs"]).current_dir(root),
    )?;
    fs::write(&change, diff + "\n")?;
    let mutants = |listing: bool| {
        let mut command = match options.minutes.filter(|_| !listing) {
            // As at Ctrl-C: what was tried by then is written down.
            Some(minutes) => within(minutes, &source),
            None => cargo(&source),
        };
        // What does not differ is built for the working tree already: packages of others are taken from there.
        command.env("CARGO_TARGET_DIR", root.join("target"));
        command.args(["mutants", "--no-shuffle", "--in-diff"]).arg(&change);
        if listing {
            command.args(["--list", "--json"]);
        }
        command
    };
    let listed: Value = serde_json::from_str(&output(&mut mutants(true))?).context("the list is no JSON")?;
    let all = listed.as_array().map_or(0, Vec::len);
    if all == 0 {
        println!("mutants: nothing to mutate in what changed since {}", options.revision);
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = mutants(false);
    command
        .args(["--in-place", "--no-times", "--colors", "never", "--timeout", TIMEOUT_SECONDS, "--output"])
        .arg(&folder);
    if let Some(shard) = options.shard(all) {
        command.args(["--sharding", "round-robin", "--shard", &shard]);
    }
    // No doc tests and no benches; `--lib` would refuse crates that are programs.
    command.args(["--", "--tests"]);
    // Missed mutants are an exit code too; the results say which.
    let status = command.status()?;
    let results = folder.join("mutants.out").join("outcomes.json");
    let text = fs::read_to_string(&results)
        .with_context(|| format!("`cargo mutants` ended without results: {status}"))?;
    let figures = Figures::read(&serde_json::from_str(&text)?)?;
    println!("{}", figures.text(all));
    println!("results: {}", results.parent().unwrap_or(&folder).display());
    Ok(ExitCode::SUCCESS)
}

/// Cargo, interrupted after so many minutes.
fn within(minutes: usize, folder: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--signal=INT", &format!("{minutes}m")]);
    command.arg(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.env_remove("CARGO_MANIFEST_DIR").current_dir(folder);
    command
}

fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // The task itself runs under cargo; what that told it must not reach the other tree's build.
    command.env_remove("CARGO_MANIFEST_DIR").current_dir(folder);
    command
}

/// What became of the mutants.
#[derive(Debug, Default, PartialEq, Eq)]
struct Figures {
    /// Noticed: a test failed.
    caught: usize,
    /// Noticed: the tests did not end.
    timeouts: usize,
    /// Do not compile, and say nothing.
    unviable: usize,
    /// Not noticed: what was changed, and where.
    missed: Vec<String>,
}

impl Figures {
    /// From `outcomes.json` of `cargo-mutants`.
    fn read(results: &Value) -> Result<Self> {
        let outcomes = results["outcomes"].as_array().context("the results name no outcomes")?;
        let mut figures = Self::default();
        for outcome in outcomes {
            let name = outcome["scenario"]["Mutant"]["name"].as_str();
            match (outcome["summary"].as_str(), name) {
                (Some("CaughtMutant"), _) => figures.caught += 1,
                (Some("Timeout"), Some(_)) => figures.timeouts += 1,
                (Some("Unviable"), _) => figures.unviable += 1,
                (Some("MissedMutant"), Some(name)) => figures.missed.push(name.to_owned()),
                (Some("Success"), None) => {}
                (summary, _) => bail!("the tests fail before anything is mutated: {summary:?}"),
            }
        }
        Ok(figures)
    }

    fn text(&self, all: usize) -> String {
        let noticed = self.caught + self.timeouts;
        let viable = noticed + self.missed.len();
        let tried = viable + self.unviable;
        let mut lines: Vec<String> = self.missed.iter().map(|name| format!("missed: {name}")).collect();
        lines.push(format!(
            "mutants: {tried} of {all} tried; {noticed} of {viable} that compile noticed ({:.0} %), {} of them by not ending; {} do not compile",
            100.0 * noticed as f64 / viable.max(1) as f64,
            self.timeouts,
            self.unviable,
        ));
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn options_are_read_and_what_is_wrong_is_named() {
        let options = Options::parse(&["main", "--sample", "20", "--seed", "3", "--minutes", "5"]).unwrap();
        let wanted = Options { revision: "main".into(), sample: Some(20), seed: 3, minutes: Some(5) };
        assert_eq!(options, wanted);
        let message = |arguments: &[&str]| Options::parse(arguments).unwrap_err().to_string();
        assert!(message(&[]).starts_with("no revision"));
        assert_eq!(message(&["main", "--sample", "0"]), "`--sample 0`: at least one mutant must be tried");
        assert_eq!(message(&["main", "--sample"]), "`--sample` wants a value");
        assert_eq!(message(&["main", "other"]), "`other` is not understood");
    }

    #[test]
    fn a_sample_is_the_shard_of_about_that_size_and_all_is_no_shard() {
        let options = |sample, seed| Options { revision: "main".into(), sample, seed, minutes: None };
        assert_eq!(options(Some(10), 0).shard(95), Some("0/10".into()));
        assert_eq!(options(Some(10), 13).shard(95), Some("3/10".into()));
        assert_eq!(options(Some(100), 1).shard(95), None);
        assert_eq!(options(None, 1).shard(95), None);
    }

    fn outcome(name: Option<&str>, summary: &str) -> Value {
        match name {
            Some(name) => json!({"scenario": {"Mutant": {"name": name}}, "summary": summary}),
            None => json!({"scenario": "Baseline", "summary": summary}),
        }
    }

    #[test]
    fn only_mutants_that_compile_count_in_the_figure() {
        let results = json!({"outcomes": [
            outcome(None, "Success"),
            outcome(Some("a"), "CaughtMutant"),
            outcome(Some("b"), "MissedMutant"),
            outcome(Some("c"), "Unviable"),
            outcome(Some("d"), "Timeout"),
        ]});
        let figures = Figures::read(&results).unwrap();
        assert_eq!(figures.missed, ["b"]);
        let text = figures.text(9);
        assert!(text.starts_with("missed: b\n"), "{text}");
        assert!(text.contains("4 of 9 tried; 2 of 3 that compile noticed (67 %), 1 of them"), "{text}");
    }

    #[test]
    fn tests_that_fail_by_themselves_are_no_figure() {
        let results = json!({"outcomes": [outcome(None, "Failure")]});
        assert!(Figures::read(&results).unwrap_err().to_string().starts_with("the tests fail before"));
    }
}
