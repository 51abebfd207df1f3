//! The suites of all classes in one JVM, as build tools run them: tests share the static state of each other's classes.
//!
//! ```text
//! DateTimeZoneTest   DateTimeZone.setDefault(zone);                       holds alone
//! PartialTest        assertEquals("…", new Partial().toString());         holds alone, and fails behind the other
//! ```
//!
//! A class is searched for, replayed and judged on its own. So when all are done, their tests are run natively in one JVM, classes and
//! methods mixed, several times; those that fail there are taken out, their goals are open again, and what is left of their classes is
//! replayed and judged once more. It is the test that fails which goes, not the one that left the state behind: that one covers what
//! sets the state.
//!
//! Only suites of JUnit 5 are run so: the console mixes the classes of no other framework. What a run stores of a class for later runs stays as it
//! is without the other classes.

use super::again::{Tools, without_tests};
use super::classes::Classes;
use super::judge::{Judge, Together};
use super::subjects::Subject;
use super::{Framework, Settings};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use trine_frontend_jvm::api::Library;
use trine_native::jdk::{JdkError, TestResult, Verdict};
use trine_record::StoredUnit;

/// Orders in which all tests are run.
const ORDERS: u64 = 4;
/// Times that all are run again because tests were taken out.
const MAX_ROUNDS: u64 = 4;
/// Every other order is run with these options: another language, and a zone that is no whole number of hours away.
const ELSEWHERE: [&str; 3] = ["-Duser.language=fa", "-Duser.country=IR", "-Duser.timezone=Asia/Kathmandu"];
/// Where test classes lie in an output folder.
const TESTS: &str = "tests/";

/// What is taken out: by position of the class, by name of the test, why.
type Failing = BTreeMap<usize, BTreeMap<String, String>>;

/// Whether there is anything to run: tests of two classes or more that were confirmed natively.
#[must_use]
pub fn is_due(units: &[StoredUnit], settings: &Settings) -> bool {
    settings.native && settings.framework == Framework::JUnit5 && with_tests(units).nth(1).is_some()
}

/// Takes tests out of `units`, those of `subjects`, that fail beside tests of other classes. Gives what the user should know.
pub fn settle(
    units: &mut [StoredUnit],
    subjects: &[Subject],
    settings: &Settings,
    stop: &AtomicBool,
) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Err(error) = settled(units, subjects, settings, stop, &mut remarks) {
        remarks.push(format!("the tests of all classes were not run in one JVM: {error}"));
    }
    remarks
}

fn settled(
    units: &mut [StoredUnit],
    subjects: &[Subject],
    settings: &Settings,
    stop: &AtomicBool,
    remarks: &mut Vec<String>,
) -> Result<(), JdkError> {
    let mut judge = Judge::new(settings)?;
    for round in 0..MAX_ROUNDS {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let failing = match failing(units, &judge, round, settings.jobs)? {
            Ok(failing) => failing,
            Err(told) => {
                remarks.push(format!("the tests of all classes were not run in one JVM: {told}"));
                return Ok(());
            }
        };
        if failing.is_empty() {
            return Ok(());
        }
        let classes = Classes::new(settings).map_err(|_| unreadable())?;
        let library = Library::for_release(classes.path(), &settings.jdk, settings.release)
            .map_err(|_| unreadable())?;
        let mut tools = Tools { classes: &classes, library: &library, settings, judge: &mut judge };
        for (at, bad) in failing {
            match without_tests(&units[at], &subjects[at], &bad, &mut tools) {
                Ok(unit) => units[at] = unit,
                Err(failure) => remarks.push(format!(
                    "tests of `{}` fail beside tests of other classes ({}), and were not taken out: {}",
                    subjects[at].name(),
                    bad.into_keys().collect::<Vec<_>>().join(", "),
                    failure.what
                )),
            }
        }
    }
    Ok(())
}

/// The units that have test classes, with the path and text of each.
fn with_tests(units: &[StoredUnit]) -> impl Iterator<Item = (usize, &str, &str)> {
    units.iter().enumerate().flat_map(|(at, unit)| {
        let files = unit.class.iter().flat_map(|class| &class.files);
        let tests = files.filter(|(path, _)| path.starts_with(TESTS));
        tests.map(move |(path, text)| (at, path.as_str(), text.as_str()))
    })
}

/// The tests that fail in one of the orders of a round.
fn failing(
    units: &[StoredUnit],
    judge: &Judge,
    round: u64,
    jobs: usize,
) -> Result<Result<Failing, String>, JdkError> {
    let files: Vec<(&str, &str)> = with_tests(units).map(|(_, path, text)| (path, text)).collect();
    let owners: BTreeMap<String, usize> =
        with_tests(units).map(|(at, path, _)| (class_of(path), at)).collect();
    let orders: Vec<Together> = (0..ORDERS).map(|number| order(round * ORDERS + number)).collect();
    let ran = judge.together(&files, &orders, jobs)?;
    Ok(ran.map(|results| {
        let mut failing = Failing::new();
        results.into_iter().for_each(|result| note(result, &owners, &mut failing));
        failing
    }))
}

/// Notes a test that failed.
fn note(result: TestResult, owners: &BTreeMap<String, usize>, failing: &mut Failing) {
    let (Verdict::Failed { class, message }, Some(&at)) = (result.verdict, owners.get(&result.class)) else {
        return;
    };
    let line = message.lines().next().unwrap_or_default();
    let reason = format!("it fails beside tests of other classes: {class}: {line}");
    failing.entry(at).or_default().entry(result.name.trim_end_matches("()").to_owned()).or_insert(reason);
}

/// The class of the test at this path in the output folder.
fn class_of(path: &str) -> String {
    let path = path.strip_prefix(TESTS).unwrap_or(path);
    path.strip_suffix(".java").unwrap_or(path).replace('/', ".")
}

/// The settings of the run with this number.
fn order(number: u64) -> Together {
    let options = if number % 2 == 1 { ELSEWHERE.map(str::to_owned).into() } else { Vec::new() };
    let parameters = vec![
        "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random".to_owned(),
        "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random".to_owned(),
        format!("junit.jupiter.execution.order.random.seed={}", number + 1000),
    ];
    Together { options, parameters }
}

/// The class path was there when the run began.
fn unreadable() -> JdkError {
    JdkError::Failed { tool: "reading the class path", told: "a file is gone, or was changed".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_test_is_noted_for_its_class_with_what_it_said_first() {
        let owners = BTreeMap::from([(class_of("tests/com/acme/AccountTest.java"), 3)]);
        let mut failing = Failing::new();
        let result = |class: &str, message: &str| TestResult {
            class: class.to_owned(),
            name: "depositReturns()".to_owned(),
            verdict: Verdict::Failed {
                class: "java.lang.AssertionError".to_owned(),
                message: message.to_owned(),
            },
        };
        note(result("com.acme.AccountTest", "expected 1\n at"), &owners, &mut failing);
        note(result("com.acme.AccountTest", "expected 2"), &owners, &mut failing);
        note(result("com.acme.OtherTest", "expected 2"), &owners, &mut failing);
        let reason = "it fails beside tests of other classes: java.lang.AssertionError: expected 1";
        let noted = BTreeMap::from([("depositReturns".to_owned(), reason.to_owned())]);
        assert_eq!(failing, BTreeMap::from([(3, noted)]));
    }

    #[test]
    fn orders_differ_and_every_other_is_run_elsewhere() {
        let [one, other] = [order(0), order(1)];
        assert_ne!(one.parameters, other.parameters);
        assert!(one.options.is_empty() && !other.options.is_empty());
    }
}
