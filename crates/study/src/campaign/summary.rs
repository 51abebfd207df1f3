//! The table of a campaign: one line per package, what must hold, and each exception by name.

use super::packages::CAMPAIGN;
use super::stored::Stored;
use crate::Tally;
use crate::assertions::source::{Asserts, tests};
use crate::corpus::function::{CSV_HEAD, FunctionResult, functions};
use crate::table::{grouped, table};
use std::collections::BTreeSet;
use std::fmt::Write;
use trine_record::{FindingClass, GoalCounts, UnitStatus};
use trine_statistics::show::percent;
use trine_statistics::{mean, median};

/// Exceptions named of one kind, at most.
const NAMED: usize = 40;

/// What a row of the table holds.
const HEADS: [&str; 15] = [
    "package",
    "functions",
    "handled",
    "goals",
    "coverage",
    "tests",
    "dropped",
    "clean builds",
    "disagree",
    "weak",
    "nothing to check",
    "in the code",
    "preconditions",
    "wall/search",
    "peak MB",
];

/// Figures of a unit, a package or all.
#[derive(Clone, Debug, Default)]
struct Line {
    functions: usize,
    handled: usize,
    goals: GoalCounts,
    /// Covered share of each function that was searched and has goals.
    ratios: Vec<f64>,
    /// Tests kept, those of them that pass with clang at `-O0`, and tests that were dropped.
    tests: usize,
    passed: usize,
    dropped: usize,
    /// Builds by other compilers, and those without a warning or failure.
    builds: usize,
    clean: usize,
    /// Tests that do not pass, over the builds by other compilers, and warnings.
    not_passed: usize,
    warnings: usize,
    disagreements: usize,
    asserting: usize,
    weak: usize,
    nothing_to_check: usize,
    findings: (usize, usize),
    wall: u64,
    processor: (u64, u64),
    search: u64,
    peak_kilobytes: u64,
}

/// A summary of what is stored.
pub struct Summary {
    seconds: u64,
    rows: Vec<(String, Line)>,
    all: Line,
    functions: Vec<FunctionResult>,
    exceptions: Vec<String>,
    dropped: Vec<String>,
    failed: usize,
    units: usize,
    programs: usize,
}

impl Summary {
    /// Of `stored` units, which had `seconds` per function.
    pub fn new(seconds: u64, stored: &[Stored]) -> Self {
        let programs: BTreeSet<u64> = stored.iter().map(|stored| stored.measured.build).collect();
        let mut summary = Self {
            seconds,
            rows: Vec::new(),
            all: Line::default(),
            functions: Vec::new(),
            exceptions: Vec::new(),
            dropped: Vec::new(),
            failed: 0,
            units: stored.len(),
            programs: programs.len(),
        };
        for entry in &CAMPAIGN {
            let mut line = Line::default();
            for unit in stored.iter().filter(|unit| unit.measured.package == entry.package.name) {
                let functions = functions(&unit.measured.name, unit.record.as_ref(), &unit.suite);
                line.add(unit, &functions);
                summary.note(unit);
                summary.functions.extend(functions);
            }
            if line.functions > 0 {
                summary.all.join(&line);
                summary.rows.push((entry.package.name.to_owned(), line));
            }
        }
        summary
    }

    /// Names what must not be.
    fn note(&mut self, unit: &Stored) {
        let name = &unit.measured.name;
        if let Some(reason) = &unit.measured.failure {
            self.exceptions.push(format!("{name}: FAILED: {}", reason.trim()));
            self.failed += 1;
        }
        if let Some(native) = unit.record.as_ref().and_then(|record| record.native.as_ref()) {
            let ours =
                native.failures.iter().map(|failure| format!("{name}: fails: {}", first_line(failure)));
            let other =
                native.disagreements.iter().map(|text| format!("{name}: disagreement: {}", first_line(text)));
            self.exceptions.extend(ours.chain(other));
            let dropped = native.dropped.iter().map(|test| format!("{name}: {}: {}", test.name, test.reason));
            self.dropped.extend(dropped);
        }
        for build in unit.measured.builds.iter().filter(|build| !build.is_clean()) {
            let faults = build.faults().take(NAMED);
            self.exceptions.extend(faults.map(|fault| format!("{name}: {}: {fault}", build.compiler)));
        }
    }

    /// One line per function.
    pub fn csv(&self) -> String {
        self.functions.iter().fold(CSV_HEAD.to_owned(), |text, function| text + &function.csv())
    }

    /// What must hold: each as a sentence, and whether it does.
    fn demands(&self) -> Vec<(String, bool)> {
        let all = &self.all;
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        let handled = share(all.handled, all.functions);
        let coverage = mean(&all.ratios).unwrap_or_default();
        let weak = share(all.weak, all.asserting);
        let wall = all.wall as f64 / all.search.max(1) as f64;
        vec![
            (format!("packages: {}, at least 15", self.rows.len()), self.rows.len() >= 15),
            (format!("functions: {}, at least 2,000", all.functions), all.functions >= 2000),
            (
                format!("functions handled: {} ({}), at least 97 %", all.handled, percent(handled)),
                handled >= 0.97,
            ),
            (
                format!(
                    "branch coverage per function: mean {}, at least 88 % (median {}, of {} functions with goals; \
                     of all goals {})",
                    percent(coverage),
                    percent(median(&all.ratios).unwrap_or_default()),
                    all.ratios.len(),
                    percent(all.goals.ratio())
                ),
                coverage >= 0.88,
            ),
            (
                format!(
                    "kept tests that pass with clang -O0: {} of {} ({} dropped before)",
                    all.passed, all.tests, all.dropped
                ),
                all.passed == all.tests,
            ),
            (
                format!(
                    "builds with gcc -O2 -Wall -Wextra and clang -O1 under ASan and UBSan without warning or failure: {} of \
                     {} ({} tests do not pass, {} warnings)",
                    all.clean, all.builds, all.not_passed, all.warnings
                ),
                all.clean == all.builds,
            ),
            (format!("disagreements with llvm-cov: {}", all.disagreements), all.disagreements == 0),
            (
                format!(
                    "tests without a meaningful assertion: {} of {} ({}), below 2 %; {} more say that nothing can be checked",
                    all.weak,
                    all.asserting,
                    percent(weak),
                    all.nothing_to_check
                ),
                weak < 0.02,
            ),
            (format!("wall time over search time: {wall:.2}, at most 1.3"), wall <= 1.3),
            (format!("runs that failed: {}", self.failed), self.failed == 0),
        ]
    }

    /// Demands that hold, and those that do not.
    pub fn tally(&self) -> Tally {
        let failed = self.demands().iter().filter(|(_, holds)| !holds).count();
        Tally { passed: self.demands().len() - failed, failed }
    }

    /// The table with all that belongs to it.
    pub fn text(&self) -> String {
        let mut rows: Vec<Vec<String>> = self.rows.iter().map(|(name, line)| line.row(name)).collect();
        rows.push(self.all.row("all"));
        let mut text = table(&HEADS, &rows);
        for entry in
            CAMPAIGN.iter().filter(|entry| self.rows.iter().any(|(name, _)| name == entry.package.name))
        {
            let _ = writeln!(text, "  {}: {}", entry.package.name, entry.role);
        }
        let _ = writeln!(
            text,
            "\n{} units of {} packages, {} s a function, made by {} build(s) of trine",
            self.units,
            self.rows.len(),
            self.seconds,
            self.programs
        );
        for (sentence, holds) in self.demands() {
            let _ = writeln!(text, "{} {sentence}", if holds { "holds:" } else { "FAILS:" });
        }
        let (own, others) = self.all.processor;
        let _ = writeln!(
            text,
            "processor time, which other work on the machine does not stretch: {} s of trine itself, {} s of compilers and \
             tests ({:.2} of both over its own)",
            own / 1000,
            others / 1000,
            (own + others) as f64 / own.max(1) as f64
        );
        let _ = writeln!(text, "peak memory of a run: {} MB", self.all.peak_kilobytes / 1024);
        let (code, precondition) = self.all.findings;
        let _ = writeln!(text, "findings: {code} in the code, {precondition} unstated preconditions");
        let reasons = self.functions.iter().filter_map(|function| function.unhandled.clone());
        for (count, reason) in grouped(reasons) {
            let _ = writeln!(text, "  not handled, {count} x {reason}");
        }
        for exception in &self.exceptions {
            let _ = writeln!(text, "{exception}");
        }
        let _ = writeln!(text, "dropped tests, by name at most {NAMED}:");
        for dropped in self.dropped.iter().take(NAMED) {
            let _ = writeln!(text, "  {dropped}");
        }
        text
    }
}

/// The findings of the upper class with their places.
pub fn findings(stored: &[Stored]) -> String {
    let mut text = String::new();
    for unit in stored {
        let found = unit.record.iter().flat_map(|record| &record.findings);
        for finding in found.filter(|finding| finding.class == FindingClass::Code) {
            let (line, column) = finding.place.start;
            let _ = writeln!(
                text,
                "{}: {} {}:{line}:{column} in {} ({})\n    {}",
                unit.measured.name,
                finding.kind,
                finding.place.file,
                finding.function,
                finding.stack.join(" < "),
                first_line(&finding.message)
            );
        }
    }
    text
}

impl Line {
    fn add(&mut self, unit: &Stored, functions: &[FunctionResult]) {
        self.wall += unit.measured.milliseconds;
        let (own, others) = unit.measured.processor;
        self.processor = (self.processor.0 + own, self.processor.1 + others);
        self.peak_kilobytes = self.peak_kilobytes.max(unit.measured.peak_kilobytes);
        for build in &unit.measured.builds {
            self.builds += 1;
            self.clean += usize::from(build.is_clean());
            self.not_passed += build.expected.saturating_sub(build.passed);
            self.warnings += build.warnings.len();
        }
        for test in unit.tests.iter().flat_map(|text| tests(text)) {
            self.asserting += 1;
            match test.asserts {
                Asserts::Meaning => {}
                Asserts::NothingToCheck => self.nothing_to_check += 1,
                Asserts::OnlyNotNull | Asserts::Nothing => self.weak += 1,
            }
        }
        let Some(record) = &unit.record else { return };
        self.functions += functions.len();
        self.handled += functions.iter().filter(|function| function.unhandled.is_none()).count();
        for function in &record.units {
            self.search += function.milliseconds;
            if function.status == UnitStatus::Done {
                self.goals.add(function.goals);
                self.ratios.extend((function.goals.total > 0).then(|| function.goals.ratio()));
            }
        }
        for finding in &record.findings {
            *match finding.class {
                FindingClass::Code => &mut self.findings.0,
                FindingClass::Precondition => &mut self.findings.1,
            } += 1;
        }
        if let Some(native) = &record.native {
            self.tests += native.tests;
            self.passed += native.passed;
            self.dropped += native.dropped.len();
            self.disagreements += native.disagreements.len();
        }
    }

    fn join(&mut self, other: &Self) {
        self.functions += other.functions;
        self.handled += other.handled;
        self.goals.add(other.goals);
        self.ratios.extend(&other.ratios);
        self.tests += other.tests;
        self.passed += other.passed;
        self.dropped += other.dropped;
        self.builds += other.builds;
        self.clean += other.clean;
        self.not_passed += other.not_passed;
        self.warnings += other.warnings;
        self.disagreements += other.disagreements;
        self.asserting += other.asserting;
        self.weak += other.weak;
        self.nothing_to_check += other.nothing_to_check;
        self.findings.0 += other.findings.0;
        self.findings.1 += other.findings.1;
        self.wall += other.wall;
        self.processor.0 += other.processor.0;
        self.processor.1 += other.processor.1;
        self.search += other.search;
        self.peak_kilobytes = self.peak_kilobytes.max(other.peak_kilobytes);
    }

    fn row(&self, name: &str) -> Vec<String> {
        vec![
            name.to_owned(),
            self.functions.to_string(),
            percent(self.handled as f64 / self.functions.max(1) as f64),
            self.goals.total.to_string(),
            percent(mean(&self.ratios).unwrap_or_default()),
            self.tests.to_string(),
            self.dropped.to_string(),
            format!("{}/{}", self.clean, self.builds),
            self.disagreements.to_string(),
            self.weak.to_string(),
            self.nothing_to_check.to_string(),
            self.findings.0.to_string(),
            self.findings.1.to_string(),
            format!("{:.2}", self.wall as f64 / self.search.max(1) as f64),
            (self.peak_kilobytes / 1024).to_string(),
        ]
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}
