//! What came out, by library and by reason.

use super::library::Outcome;
use crate::Tally;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use trine_record::{UnitRecord, UnitStatus};
use trine_statistics::describe::{mean, median};

/// Counts of one library, or of all.
#[derive(Default)]
struct Row {
    classes: usize,
    handled: usize,
    /// Share of JaCoCo's branches that are covered, of each class that has any.
    coverage: Vec<f64>,
    branches: (u64, u64),
    tests: usize,
    dropped: usize,
    failing: usize,
    differing: usize,
    /// Classes that look at what JaCoCo adds to them.
    limits: usize,
    seconds: u64,
    /// Tests that were run again, those of them that failed once, and warnings of the compiler.
    again: (usize, usize, usize),
}

/// Counts of all libraries.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<(String, Row)>,
    all: Row,
    /// Classes by why they have no tests, tests by why they were taken out.
    unhandled: BTreeMap<String, Vec<String>>,
    dropped: BTreeMap<String, Vec<String>>,
    /// What must not be.
    wrong: Vec<String>,
}

impl Row {
    fn add(&mut self, other: &Self) {
        self.classes += other.classes;
        self.handled += other.handled;
        self.coverage.extend(&other.coverage);
        self.branches.0 += other.branches.0;
        self.branches.1 += other.branches.1;
        self.tests += other.tests;
        self.dropped += other.dropped;
        self.failing += other.failing;
        self.differing += other.differing;
        self.limits += other.limits;
        self.seconds += other.seconds;
        self.again.0 += other.again.0;
        self.again.1 += other.again.1;
        self.again.2 += other.again.2;
    }

    fn line(&self, name: &str) -> String {
        let percent =
            |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.1}", 100.0 * share));
        format!(
            "{name} | {} | {} | {} of {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {}",
            self.classes,
            self.handled,
            self.branches.0,
            self.branches.1,
            percent(mean(&self.coverage)),
            percent(median(&self.coverage)),
            self.tests,
            self.dropped,
            self.failing,
            self.differing,
            self.limits,
            self.seconds,
            self.again.0,
            self.again.1,
            self.again.2
        )
    }
}

impl Table {
    /// Adds a library; `lists` prints a line for each of its classes.
    pub fn add(&mut self, name: &str, outcome: &Outcome, lists: bool) {
        let record = &outcome.record;
        let mut row = Row { classes: record.units.len(), seconds: outcome.time.as_secs(), ..Row::default() };
        for unit in &record.units {
            self.add_class(unit, &mut row, lists);
        }
        let native = record.native.clone().unwrap_or_default();
        row.tests = native.tests;
        row.dropped = native.dropped.len();
        row.failing = native.failures.len();
        let of_class = |what: &String| what.split('`').nth(1).unwrap_or_default().to_owned();
        let classes = |sentences: &[String]| sentences.iter().map(of_class).collect::<BTreeSet<_>>().len();
        row.differing = classes(&native.disagreements);
        row.limits = classes(&native.known_limits);
        for test in &native.dropped {
            let what = format!("{}#{}: {}", test.function, test.name, test.reason);
            self.dropped.entry(category(&test.reason)).or_default().push(what);
        }
        self.wrong.extend(native.failures.iter().chain(&native.disagreements).cloned());
        let bugs = outcome.said.lines().filter(|line| line.contains("a bug of Trine stopped"));
        self.wrong.extend(bugs.map(str::to_owned));
        if let Some(Err(reason)) = &outcome.flakes {
            self.wrong.push(reason.clone());
        }
        if let Some(Ok(flakes)) = &outcome.flakes {
            row.again = (flakes.tests, flakes.failed.len(), flakes.warnings.len());
            let failed = flakes.failed.iter().map(|(test, (times, said))| {
                format!("{test} failed {times} times of {}: {said}", flakes.runs)
            });
            self.wrong.extend(failed.chain(flakes.warnings.iter().cloned()));
        }
        println!("{}", row.line(name));
        self.all.add(&row);
        self.rows.push((name.to_owned(), row));
    }

    fn add_class(&mut self, unit: &UnitRecord, row: &mut Row, lists: bool) {
        if let UnitStatus::Unsupported { reason } = &unit.status {
            self.unhandled.entry(category(reason)).or_default().push(unit.function.clone());
            return;
        }
        row.handled += 1;
        let branches = unit.classes.iter().map(|class| class.total.branch);
        let (covered, all) = branches.fold((0_u64, 0_u64), |(covered, all), branch| {
            (covered + u64::from(branch.covered), all + u64::from(branch.total()))
        });
        row.branches.0 += covered;
        row.branches.1 += all;
        if all > 0 {
            row.coverage.push(covered as f64 / all as f64);
        }
        if lists {
            println!(
                "  {}: {covered} of {all} branches, {} of {} goals, {} tests, {} evaluations, {} ms, {}",
                unit.function,
                unit.goals.covered,
                unit.goals.total,
                unit.tests,
                unit.evaluations,
                unit.milliseconds,
                unit.termination
            );
        }
    }

    /// Prints everything; a test that fails natively, or a counter that differs, has failed.
    pub fn print(&self) -> Tally {
        let mut text = String::from(
            "\nlibrary | classes | handled | branches | mean % | median % | tests | taken out | failing | classes differing | known limits | s | run again | flakes | warnings\n",
        );
        for (name, row) in &self.rows {
            let _ = writeln!(text, "{}", row.line(name));
        }
        let _ = writeln!(text, "{}", self.all.line("all"));
        for (title, reasons) in
            [("classes without tests", &self.unhandled), ("tests taken out", &self.dropped)]
        {
            let _ = writeln!(text, "\n{title}:");
            let mut reasons: Vec<_> = reasons.iter().collect();
            reasons.sort_by_key(|(_, of)| std::cmp::Reverse(of.len()));
            for (reason, of) in reasons {
                let _ = writeln!(text, "{:5} {reason}\n      such as {}", of.len(), of[0]);
            }
        }
        for what in &self.wrong {
            let _ = writeln!(text, "WRONG: {what}");
        }
        print!("{text}");
        Tally { passed: self.all.handled, failed: self.wrong.len() }
    }
}

/// A reason without the names in it.
fn category(reason: &str) -> String {
    let mut text = String::new();
    for (at, part) in reason.split('`').enumerate() {
        text.push_str(if at % 2 == 0 { part } else { "…" });
    }
    // What a failed assertion expected differs from test to test.
    let end = [" ==> ", " expected: "].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    text[..end].chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_of_one_kind_are_one_category() {
        assert_eq!(category("`a.B` has no code to cover"), category("`c.D` has no code to cover"));
        let failed = "it fails natively: org.opentest4j.AssertionFailedError: expected: <1> but was: <2>";
        assert_eq!(category(failed), "it fails natively: org.opentest4j.AssertionFailedError:");
    }
}
