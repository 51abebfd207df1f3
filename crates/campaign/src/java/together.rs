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
use super::judge::Judge;
use super::subjects::Subject;
use super::{Framework, Settings};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use trine_frontend_jvm::api::Library;
use trine_native::TemporaryFolder;
use trine_native::jdk::{JdkError, TestResult, Verdict, junit};
use trine_record::StoredUnit;

/// From so many classes on two orders are not enough.
const MANY: usize = 20;
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
    let folder = TemporaryFolder::new().map_err(JdkError::io("a temporary folder"))?;
    let mut changed: BTreeSet<usize> = (0..units.len()).collect();
    for round in 0..MAX_ROUNDS {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let failing = match failing(units, &changed, &judge, &folder, (round, settings.jobs))? {
            Ok(failing) => failing,
            Err(told) => {
                remarks.push(format!("the tests of all classes were not run in one JVM: {told}"));
                return Ok(());
            }
        };
        if failing.is_empty() {
            return Ok(());
        }
        changed = failing.keys().copied().collect();
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

/// The tests that fail in one of the orders of a round, of which those of the units at `changed` have to be compiled; what is wrong where
/// they are not run.
fn failing(
    units: &[StoredUnit],
    changed: &BTreeSet<usize>,
    judge: &Judge,
    folder: &TemporaryFolder,
    (round, jobs): (u64, usize),
) -> Result<Result<Failing, String>, JdkError> {
    let into = folder.path().join("classes");
    let mut files: Vec<PathBuf> = Vec::new();
    for (_, path, text) in with_tests(units).filter(|(at, ..)| changed.contains(at)) {
        let path = folder.path().join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(JdkError::io("a temporary folder"))?;
        }
        std::fs::write(&path, text).map_err(JdkError::io("a test"))?;
        files.push(path);
    }
    if !files.is_empty()
        && let Err(told) = judge.compile(files, &into, folder.path())?
    {
        return Ok(Err(told));
    }
    let owners: BTreeMap<String, usize> =
        with_tests(units).map(|(at, path, _)| (class_of(path), at)).collect();
    let of_round = orders(owners.keys().cloned().collect(), round);
    let suites: Vec<_> =
        of_round.into_iter().map(|suite| junit::Suite { tests: vec![into.clone()], ..suite }).collect();
    Ok(match judge.in_one_jvm(&suites, jobs)? {
        Ok(results) => {
            let mut failing = Failing::new();
            results.into_iter().for_each(|result| note(result, &owners, &mut failing));
            Ok(failing)
        }
        Err(ending) => Err(format!("a JVM ended with {ending:?}")),
    })
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

/// The orders of a round: classes by their names, and backwards, so that of two classes each comes first once; of many classes in the
/// first round two more, mixed, since a third one may undo in between what the first one did. Methods are mixed in all of them.
fn orders(classes: Vec<String>, round: u64) -> Vec<junit::Suite> {
    let are_mixed_too = classes.len() >= MANY && round == 0;
    let backwards: Vec<String> = classes.iter().rev().cloned().collect();
    let mut orders = vec![(classes.clone(), false), (backwards, false)];
    if are_mixed_too {
        orders.extend([(classes.clone(), true), (classes, true)]);
    }
    let suite = |(number, (classes, is_mixed)): (u64, (Vec<String>, bool))| {
        let mut parameters = vec![
            "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random".to_owned(),
            format!("junit.jupiter.execution.order.random.seed={}", round * 4 + number),
        ];
        if is_mixed {
            parameters.push(
                "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random".to_owned(),
            );
        }
        let options = if number % 2 == 1 { ELSEWHERE.map(str::to_owned).into() } else { Vec::new() };
        junit::Suite { classes, options, parameters, ..junit::Suite::default() }
    };
    (0..).zip(orders).map(suite).collect()
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
    fn of_two_classes_each_comes_first_once_and_many_are_mixed_as_well() {
        let classes: Vec<String> = (10..10 + MANY).map(|number| format!("C{number}")).collect();
        let few = orders(classes[..2].to_vec(), 0);
        let names: Vec<_> = few.iter().map(|suite| suite.classes.as_slice()).collect();
        assert_eq!(names, [["C10", "C11"], ["C11", "C10"]]);
        assert!(few[1].options.len() > few[0].options.len(), "the second one runs elsewhere");
        let many = orders(classes.clone(), 0);
        assert_eq!(orders(classes, 1).len(), 2);
        let is_mixed =
            |suite: &junit::Suite| suite.parameters.iter().any(|one| one.contains("ClassOrderer$Random"));
        assert_eq!(many.iter().map(is_mixed).collect::<Vec<_>>(), [false, false, true, true]);
        assert_ne!(many[2].parameters, many[3].parameters);
    }
}
