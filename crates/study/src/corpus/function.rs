//! One function of the corpus: whether it was handled, and if not, why not.

use std::collections::BTreeMap;
use trine_record::{FindingClass, RunRecord, Suite, UnitRecord, UnitStatus};

/// What came of a function.
#[derive(Clone, Debug)]
pub struct FunctionResult {
    /// Package and unit.
    pub unit: String,
    /// The record of the run.
    pub record: UnitRecord,
    /// Why it is not handled; `None` when it is.
    pub unhandled: Option<String>,
    /// Findings in it that are not of an unstated precondition, and that are.
    pub findings: (usize, usize),
}

/// The functions of a unit named `name`, given what its run left.
pub fn functions(name: &str, run: Option<&RunRecord>, suite: &Suite) -> Vec<FunctionResult> {
    let Some(run) = run else { return Vec::new() };
    let failed = failed_tests(suite, run);
    let of = |record: &UnitRecord| FunctionResult {
        unit: name.to_owned(),
        record: record.clone(),
        unhandled: unhandled(record, run, failed.get(record.function.as_str()).copied()),
        findings: findings(record, run),
    };
    run.units.iter().map(of).collect()
}

/// The first failure of the native run among the tests of each function.
fn failed_tests<'a>(suite: &'a Suite, run: &'a RunRecord) -> BTreeMap<&'a str, &'a str> {
    let failures = run.native.as_ref().map_or(&[][..], |native| native.failures.as_slice());
    let mut failed = BTreeMap::new();
    for failure in failures {
        let test = failure.split(':').next().unwrap_or_default();
        if let Some(test) = suite.tests.iter().find(|record| record.name == test) {
            failed.entry(test.function.as_str()).or_insert(failure.as_str());
        }
    }
    failed
}

fn unhandled(record: &UnitRecord, run: &RunRecord, failure: Option<&str>) -> Option<String> {
    match &record.status {
        UnitStatus::Unsupported { reason } => return Some(reason.clone()),
        UnitStatus::Pending => return Some("not begun".to_owned()),
        UnitStatus::Done => {}
    }
    let open = record.goals.total - record.goals.infeasible;
    if open == 0 && record.tests == 0 {
        return None;
    }
    if record.tests == 0 {
        let kind = run.findings.iter().find(|finding| finding.function == record.function);
        return Some(match kind {
            Some(finding) => format!("no input found that ends normally: {}", finding.kind),
            None => "no input found that ends normally".to_owned(),
        });
    }
    match (&run.native, failure) {
        (None, _) => Some("not confirmed natively".to_owned()),
        (Some(native), _) if native.tests == 0 => Some("tests do not compile natively".to_owned()),
        (_, Some(_)) => Some("a test fails natively".to_owned()),
        _ => None,
    }
}

fn findings(record: &UnitRecord, run: &RunRecord) -> (usize, usize) {
    let mut counts = (0, 0);
    for finding in run.findings.iter().filter(|finding| finding.function == record.function) {
        match finding.class {
            FindingClass::Code => counts.0 += 1,
            FindingClass::Precondition => counts.1 += 1,
        }
    }
    counts
}

impl FunctionResult {
    /// Time beyond a budget of `seconds`, as a share of it; 0 within it.
    pub fn overrun(&self, seconds: u64) -> f64 {
        let budget_ms = seconds.max(1) as f64 * 1000.0;
        (self.record.milliseconds as f64 / budget_ms - 1.0).max(0.0)
    }

    /// Its line in the CSV file, whose head is [`CSV_HEAD`].
    pub fn csv(&self) -> String {
        let goals = &self.record.goals;
        let reason = self.unhandled.as_deref().unwrap_or("").replace('"', "'");
        format!(
            "{},{},{},{},{},{},{},{},{},{},{},\"{reason}\"\n",
            self.unit,
            self.record.function,
            self.unhandled.is_none(),
            goals.total,
            goals.covered,
            goals.infeasible,
            goals.unknown,
            self.record.tests,
            self.findings.0,
            self.findings.1,
            self.record.milliseconds,
        )
    }
}

/// The head of the CSV file.
pub const CSV_HEAD: &str = "unit,function,handled,goals,covered,infeasible,unknown,tests,findings,preconditions,milliseconds,reason\n";
