//! `junit.xml`: the native run of the suite as test frameworks report theirs, for continuous integration.
//!
//! One suite per unit. A test that was dropped because it did not hold natively is an error, one that only Trine's machine can run is skipped; when the
//! suite was not run at all, every test is.

use crate::Report;
use crate::cobertura::escape;
use std::collections::BTreeMap;
use std::fmt::Write;
use trine_record::{DroppedTest, UnitRecord};

/// The document.
#[must_use]
pub fn document(report: &Report<'_>) -> String {
    let mut body = String::new();
    let mut sums = [0; 3];
    for (unit, goals) in report.units() {
        let tests: Vec<&str> = report.tests_of(unit, goals).map(|test| test.name.as_str()).collect();
        let (text, counts) = suite(report, unit, &tests);
        body.push_str(&text);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    let failures = general(report, &mut body);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"trine\" tests=\"{}\" failures=\"{failures}\" errors=\"{}\" skipped=\"{}\">\n{body}</testsuites>\n",
        sums[0] + failures,
        sums[1],
        sums[2]
    )
}

/// The suite of a unit; how many tests, errors and skipped ones it has.
fn suite(report: &Report<'_>, unit: &UnitRecord, tests: &[&str]) -> (String, [usize; 3]) {
    let native = report.run.native.as_ref();
    let of_unit = |tests: &'_ [DroppedTest]| -> BTreeMap<String, String> {
        let own = tests.iter().filter(|test| {
            test.function == unit.function && (test.file.is_empty() || test.file == unit.file)
        });
        own.map(|test| (test.name.clone(), test.reason.clone())).collect()
    };
    let dropped = native.map(|native| of_unit(&native.dropped)).unwrap_or_default();
    let machine_only = native.map(|native| of_unit(&native.machine_only)).unwrap_or_default();
    let mut cases = String::new();
    let class = escape(&unit.function);
    let mut skipped = 0;
    for test in tests {
        let reason = match native {
            None => Some("the suite was not run natively"),
            Some(_) => machine_only.get(*test).map(String::as_str),
        };
        let name = escape(test);
        let _ = match reason {
            Some(reason) => {
                skipped += 1;
                writeln!(
                    cases,
                    "<testcase name=\"{name}\" classname=\"{class}\"><skipped message=\"{}\"/></testcase>",
                    escape(reason)
                )
            }
            None => writeln!(cases, "<testcase name=\"{name}\" classname=\"{class}\"/>"),
        };
    }
    for (test, reason) in &dropped {
        let _ = writeln!(
            cases,
            "<testcase name=\"{}\" classname=\"{class}\"><error message=\"{}\" type=\"dropped\"/></testcase>",
            escape(test),
            escape(reason)
        );
    }
    let counts = [tests.len() + dropped.len(), dropped.len(), skipped];
    let head = format!(
        "<testsuite name=\"{class}\" tests=\"{}\" failures=\"0\" errors=\"{}\" skipped=\"{}\">\n",
        counts[0], counts[1], counts[2]
    );
    (head + &cases + "</testsuite>\n", counts)
}

/// Failures that no single test of a unit stands for; how many there are.
fn general(report: &Report<'_>, body: &mut String) -> usize {
    let failures = report.run.native.iter().flat_map(|native| &native.failures);
    let cases: Vec<String> = failures
        .map(|failure| {
            let name = failure.lines().next().unwrap_or("failure");
            format!(
                "<testcase name=\"{}\" classname=\"native run\"><failure message=\"{}\">{}</failure></testcase>\n",
                escape(name),
                escape(name),
                escape(failure)
            )
        })
        .collect();
    if !cases.is_empty() {
        let _ = write!(
            body,
            "<testsuite name=\"native run\" tests=\"{0}\" failures=\"{0}\" errors=\"0\" skipped=\"0\">\n{1}</testsuite>\n",
            cases.len(),
            cases.concat()
        );
    }
    cases.len()
}
