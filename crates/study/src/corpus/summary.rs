//! The table of a corpus run: one line per unit, totals, and the reasons for what is missing.

use super::function::{CSV_HEAD, FunctionResult, functions};
use super::unit::UnitResult;
use crate::Tally;
use crate::table::{grouped, table};
use std::fmt::Write;
use std::time::Duration;
use trine_record::{GoalCounts, RunRecord, SolverRecord, SolverTimes, UnitRecord, UnitStatus};
use trine_statistics::show::percent;
use trine_statistics::{mean, median};

/// Share of its budget by which a function may be late.
const GRACE: f64 = 0.2;
/// Functions that are named for being late.
const LATE_NAMED: usize = 5;

/// What is said of each unit, and in the last line of all.
const HEADS: [&str; 12] = [
    "unit",
    "functions",
    "handled",
    "goals",
    "covered",
    "infeasible",
    "unknown",
    "coverage",
    "tests passed",
    "tests",
    "disagree",
    "seconds",
];

/// Results so far.
#[derive(Default)]
pub struct Summary {
    rows: Vec<Vec<String>>,
    totals: Line,
    /// Covered share of each function that was searched and has goals.
    ratios: Vec<f64>,
    functions: Vec<FunctionResult>,
    solver: SolverRecord,
    solver_times: SolverTimes,
    seconds: u64,
    remarks: Vec<String>,
    tally: Tally,
}

/// Figures of a unit.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    functions: usize,
    handled: usize,
    goals: GoalCounts,
    passed: usize,
    tests: usize,
    disagreements: usize,
    time: Duration,
}

impl Summary {
    /// Nothing yet, of runs with a budget of `seconds` per function.
    pub fn new(seconds: u64) -> Self {
        Self { seconds, ..Self::default() }
    }

    /// One line per function.
    pub fn csv(&self) -> String {
        self.functions.iter().fold(CSV_HEAD.to_owned(), |text, function| text + &function.csv())
    }

    /// Adds the result of `unit` of `package`.
    pub fn add(&mut self, package: &str, unit: &str, result: UnitResult) {
        let name = format!("{package}/{}", unit.rsplit('/').next().unwrap_or(unit));
        let functions = functions(&name, result.record.as_ref(), &result.suite);
        match &result.record {
            Some(record) => {
                let handled = functions.iter().filter(|function| function.unhandled.is_none()).count();
                let line = Line::of(record, handled, result.time);
                self.totals.add(line);
                self.rows.push(line.row(&name));
                self.note(&name, record);
            }
            None => self.rows.push(vec![name.clone(), "no record".to_owned()]),
        }
        self.functions.extend(functions);
        match result.failure {
            None => self.tally.passed += 1,
            Some(reason) => {
                self.remarks.push(format!("{name}: FAILED: {}", reason.trim()));
                self.tally.failed += 1;
            }
        }
    }

    fn note(&mut self, name: &str, record: &RunRecord) {
        for unit in &record.units {
            self.solver.add(&unit.solver);
            self.solver_times.add(&unit.solver_times);
            if unit.status == UnitStatus::Done && unit.goals.total > 0 {
                self.ratios.push(unit.goals.ratio());
            }
        }
        let Some(native) = &record.native else {
            self.remarks.push(format!("{name}: not confirmed natively"));
            return;
        };
        let first = |what: &str, lines: &[String]| {
            lines.first().map(|line| format!("{name}: {} {what}: {}", lines.len(), first_line(line)))
        };
        self.remarks.extend(first("native failures", &native.failures));
        let dropped: Vec<String> =
            native.dropped.iter().map(|test| format!("{}: {}", test.name, test.reason)).collect();
        self.remarks.extend(first("tests dropped natively", &dropped));
        self.remarks.extend(first("disagreements", &native.disagreements));
        self.remarks.extend(first("known limits of llvm-cov", &native.known_limits));
    }

    /// Units that were run to their end, and those that were not.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The table with all that belongs to it.
    pub fn text(&self) -> String {
        let mut rows = self.rows.clone();
        rows.push(self.totals.row("all"));
        let mut text = table(&HEADS, &rows);
        let _ = writeln!(
            text,
            "\nbranch coverage per function: mean {}, median {}, of {} functions with goals",
            percent(mean(&self.ratios).unwrap_or_default()),
            percent(median(&self.ratios).unwrap_or_default()),
            self.ratios.len()
        );
        let _ = writeln!(text, "solver: {}", trine_report::solver::line(&self.solver, &self.solver_times));
        text += &self.handled();
        text += &self.late();
        for remark in &self.remarks {
            let _ = writeln!(text, "{remark}");
        }
        text
    }
}

impl Summary {
    /// How many functions were handled, and why the others were not.
    fn handled(&self) -> String {
        let Line { functions, handled, passed, tests, disagreements, .. } = self.totals;
        let share = |part: usize, whole: usize| percent(part as f64 / whole.max(1) as f64);
        let mut text = format!(
            "functions handled: {handled} of {functions} ({})\n\
             tests that pass natively: {passed} of {tests} ({}), disagreements with llvm-cov: {disagreements}\n",
            share(handled, functions),
            share(passed, tests)
        );
        let reasons = self.functions.iter().filter_map(|function| function.unhandled.clone());
        for (count, reason) in grouped(reasons) {
            let _ = writeln!(text, "  {count} x {reason}");
        }
        for function in self.functions.iter().filter(|function| function.unhandled.is_some()) {
            let reason = function.unhandled.as_deref().unwrap_or_default();
            let _ = writeln!(text, "  not handled: {} {}: {reason}", function.unit, function.record.function);
        }
        text
    }

    /// How late functions were.
    fn late(&self) -> String {
        let mut late: Vec<_> =
            self.functions.iter().map(|function| (function.overrun(self.seconds), function)).collect();
        late.sort_by(|a, b| b.0.total_cmp(&a.0));
        let count = late.iter().filter(|(overrun, _)| *overrun > GRACE).count();
        let mut text = format!("functions later than budget + {}: {count}; latest:\n", percent(GRACE));
        for (overrun, function) in late.iter().take(LATE_NAMED) {
            let name = &function.record.function;
            let _ = writeln!(text, "  {} {name}: {} over", function.unit, percent(*overrun));
        }
        text
    }
}

impl Line {
    fn of(record: &RunRecord, handled: usize, time: Duration) -> Self {
        let is_done = |unit: &&UnitRecord| unit.status == UnitStatus::Done;
        let mut goals = GoalCounts::default();
        record.units.iter().filter(is_done).for_each(|unit| goals.add(unit.goals));
        let native = record.native.as_ref();
        Self {
            functions: record.units.len(),
            handled,
            goals,
            passed: native.map_or(0, |native| native.passed),
            // A test that was dropped is one that did not pass.
            tests: native.map_or(0, |native| native.tests + native.dropped.len()),
            disagreements: native.map_or(0, |native| native.disagreements.len()),
            time,
        }
    }

    fn add(&mut self, other: Self) {
        self.functions += other.functions;
        self.handled += other.handled;
        self.goals.add(other.goals);
        self.passed += other.passed;
        self.tests += other.tests;
        self.disagreements += other.disagreements;
        self.time += other.time;
    }

    fn row(self, name: &str) -> Vec<String> {
        let counts = [self.functions, self.handled, self.goals.total, self.goals.covered];
        let rest = [self.goals.infeasible, self.goals.unknown];
        let mut row = vec![name.to_owned()];
        row.extend(counts.iter().chain(&rest).map(usize::to_string));
        row.push(percent(self.goals.ratio()));
        row.extend([self.passed, self.tests, self.disagreements].map(|count| count.to_string()));
        row.push(format!("{:.1}", self.time.as_secs_f64()));
        row
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}
