//! Every filetest, under every strategy and criterion that it lists, with the clangs at hand.
//!
//! Beyond what the case says, runs under hybrid must be confirmed: every test passes natively, and `llvm-cov` agrees with
//! our judge. `TRINE_CASE=part/of/a/name` runs some cases only; `TRINE_CLANG` chooses the one clang to run with, and
//! `TRINE_SEED` another seed than the cases state.
//! Folders of failed runs are kept below `target/tmp/filetests`.

mod support;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{TRINE, clangs, finish_within, on_all_cores, workspace};
use trine_filetests::{Case, Mismatch, Outcome, cases_folder, judge};
use trine_record::{Criterion, FindingClass};

/// Every so many cases, one runs with the other clang too.
const SAMPLE: usize = 8;
/// The strategy whose suites are always run natively.
const CONFIRMED: &str = "hybrid";
/// No run may take longer.
const LIMIT: Duration = Duration::from_secs(120);

/// One run of the command.
struct Run<'a> {
    case: &'a Case,
    criterion: Criterion,
    strategy: &'a str,
    clang: &'a Path,
    folder: PathBuf,
}

#[test]
fn every_case_comes_out_as_its_lines_say() {
    let cases = Case::read_all(&cases_folder()).unwrap_or_else(|error| panic!("{error}"));
    let wanted = std::env::var("TRINE_CASE").unwrap_or_default();
    let cases: Vec<Case> = cases.into_iter().filter(|case| case.name.contains(&wanted)).collect();
    let clangs = clangs();
    let runs = runs(&cases, &clangs);
    let started = Instant::now();
    let failures: Vec<String> = on_all_cores(&runs, Run::failure).into_iter().flatten().collect();
    // Straight to the stream: what goes through `println!` is not shown of a test that passes.
    let _ = writeln!(
        std::io::stderr(),
        "filetests: {} cases, {} runs, {} failed, {} s",
        cases.len(),
        runs.len(),
        failures.len(),
        started.elapsed().as_secs()
    );
    let report = failures.concat();
    assert!(
        failures.is_empty(),
        "{} of {} runs are not as expected:\n\n{report}",
        failures.len(),
        runs.len()
    );
}

fn runs<'a>(cases: &'a [Case], clangs: &'a [(u32, PathBuf)]) -> Vec<Run<'a>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("filetests");
    let mut runs = Vec::new();
    for (position, case) in cases.iter().enumerate() {
        let fitting = clangs.iter().filter(|(major, _)| *major >= case.clang);
        let count = if position % SAMPLE == 0 { 2 } else { 1 };
        for (major, clang) in fitting.take(count) {
            for criterion in case.criteria_to_run() {
                for strategy in &case.strategies {
                    let name = format!("{}-{criterion}-{strategy}-{major}", case.name.replace('/', "-"));
                    runs.push(Run { case, criterion, strategy, clang, folder: folder.join(name) });
                }
            }
        }
    }
    runs
}

impl Run<'_> {
    /// Whether its tests are run natively: those of hybrid, and of every strategy where some are expected to be dropped, or where
    /// hybrid is not run. Native runs take most of the time, and suites of one case are much alike.
    fn is_confirmed(&self) -> bool {
        let is_without_hybrid = !self.case.strategies.iter().any(|strategy| strategy == CONFIRMED);
        self.strategy == CONFIRMED || is_without_hybrid || self.case.dropped > 0
    }

    fn arguments(&self) -> Vec<String> {
        let seed = std::env::var("TRINE_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = seed.unwrap_or(self.case.seed);
        self.case.arguments_with_seed(self.criterion, self.strategy, &workspace(), seed)
    }

    /// What is not as it must be, with the command that shows it; `None` when all is well.
    fn failure(&self) -> Option<String> {
        // What an earlier run left there; there may be nothing.
        let _ = std::fs::remove_dir_all(&self.folder);
        let mismatches = self.mismatches();
        if mismatches.is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
            return None;
        }
        let path = self.case.path.strip_prefix(workspace()).unwrap_or(&self.case.path).display();
        let mut text = format!("{} ({}, {})\n", self.case.name, self.criterion, self.strategy);
        for Mismatch { line, expected, got } in mismatches {
            let _ = writeln!(text, "  {path}:{line}: expected {expected}\n      got {got}");
        }
        let _ = writeln!(
            text,
            "  replay: TRINE_CLANG={} trine {} --out {}\n",
            self.clang.display(),
            self.arguments().join(" "),
            self.folder.display()
        );
        Some(text)
    }

    fn mismatches(&self) -> Vec<Mismatch> {
        let of_run = |expected: &str, got: String| Mismatch { line: 0, expected: expected.to_owned(), got };
        let mut command = Command::new(TRINE);
        command.args(self.arguments()).arg("--quiet").arg("--out").arg(&self.folder);
        if !self.is_confirmed() {
            command.arg("--no-native");
        }
        command.env("TRINE_CLANG", self.clang).current_dir(workspace());
        let Some(output) = finish_within(&mut command, LIMIT) else {
            return vec![of_run("an end", format!("none within {} s", LIMIT.as_secs()))];
        };
        let code = output.status.code().unwrap_or(-1);
        let outcome = match Outcome::read(&self.folder) {
            Ok(outcome) => outcome,
            Err(error) => {
                let said = String::from_utf8_lossy(&output.stderr);
                return vec![of_run("records of the run", format!("{error}; exit code {code}: {said}"))];
            }
        };
        let mut mismatches = judge(self.case, &outcome);
        let crashes = outcome.run.findings.iter().any(|finding| finding.class == FindingClass::Code);
        let expected = if crashes { 2 } else { 0 };
        if code != expected {
            let said = String::from_utf8_lossy(&output.stderr);
            mismatches.push(of_run(&format!("exit code {expected}"), format!("{code} {said}")));
        }
        match &outcome.run.native {
            None if !self.is_confirmed() => {}
            None => mismatches.push(of_run("a native run", "none".to_owned())),
            Some(native) => {
                if native.passed != native.tests || !native.failures.is_empty() {
                    let got =
                        format!("{} of {}: {}", native.passed, native.tests, native.failures.join("; "));
                    mismatches.push(of_run("all tests to pass natively", got));
                }
                if native.dropped.len() != self.case.dropped {
                    let dropped = native.dropped.iter().map(|test| format!("{}: {}", test.name, test.reason));
                    let got = format!("{}: {}", native.dropped.len(), dropped.collect::<Vec<_>>().join("; "));
                    mismatches.push(of_run(&format!("{} tests to be dropped", self.case.dropped), got));
                }
                if !native.disagreements.is_empty() {
                    mismatches.push(of_run("agreement with llvm-cov", native.disagreements.join("; ")));
                }
            }
        }
        mismatches
    }
}
