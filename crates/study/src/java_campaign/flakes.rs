//! What a campaign kept, run again: all tests of a library in one JVM, in random orders, with a language, a time zone and hash codes that
//! nobody chose.
//!
//! The tests are compiled at once with every warning of `javac` on; then the JVM runs them as many times as were asked for, classes and
//! methods in another order each time. A test that fails once is a flake: its class and method, how often, and what it said.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use trine_native::jdk::{Jars, JdkTools, Limits, Sources, Verdict, junit};

/// Options of the JVM: a language whose small letters differ from English, a zone east of all that machines of developers are set to, and the
/// same hash code for all objects.
const OPTIONS: [&str; 5] = [
    "-Duser.language=tr",
    "-Duser.country=TR",
    "-Duser.timezone=Asia/Tokyo",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
];

/// What a run of all tests may take.
const LIMITS: Limits = Limits { time: Duration::from_secs(900), heap_mib: 2048 };

/// What came of running the tests of a library again.
#[derive(Debug, Default)]
pub(crate) struct Flakes {
    /// Tests of each run.
    pub tests: usize,
    /// Runs.
    pub runs: usize,
    /// What the compiler warned of.
    pub warnings: Vec<String>,
    /// Tests that failed, with how often, and what the first failure said.
    pub failed: BTreeMap<String, (usize, String)>,
}

/// Compiles the tests below `tests` for the classes of `class_path`, and runs them `runs` times in `folder`.
///
/// # Errors
/// When a tool cannot be run, the tests do not compile, or a run does not come to its end.
pub(crate) fn run(
    home: &Path,
    tests: &Path,
    class_path: &[PathBuf],
    runs: usize,
    folder: &Path,
) -> Result<Flakes> {
    let (tools, jars) = (JdkTools::at(home)?, Jars::find()?);
    let mut flakes = Flakes::default();
    let files = sources(tests)?;
    if files.is_empty() {
        return Ok(flakes);
    }
    let into = folder.join("test-classes");
    let class_path: Vec<PathBuf> = class_path.iter().map(std::path::absolute).collect::<Result<_, _>>()?;
    let path = class_path.iter().cloned().chain([jars.junit.clone()]).collect();
    let compiled =
        tools.compile(&Sources { files, class_path: path, into: into.clone(), release: None }, folder)?;
    ensure!(compiled.succeeded, "the tests do not compile: {}", compiled.messages.join("\n"));
    // Jars have warnings of their own, without a place in a source.
    let of_tests = compiled.warnings().filter(|message| message.contains(".java:"));
    flakes.warnings = of_tests.map(str::to_owned).collect();
    for number in 1..=runs {
        let suite = junit::Suite {
            tests: vec![into.clone()],
            class_path: class_path.clone(),
            options: OPTIONS.map(str::to_owned).to_vec(),
            parameters: vec![
                "junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random".to_owned(),
                "junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random"
                    .to_owned(),
                format!("junit.jupiter.execution.order.random.seed={number}"),
            ],
            ..junit::Suite::default()
        };
        let run = tools.test(&jars, &suite, folder, LIMITS)?;
        ensure!(
            !run.tests.is_empty(),
            "run {number} of the tests ended with {:?}: {}",
            run.ending,
            run.output
        );
        ensure!(
            number == 1 || run.tests.len() == flakes.tests,
            "run {number} has {} tests, those before {}",
            run.tests.len(),
            flakes.tests
        );
        (flakes.tests, flakes.runs) = (run.tests.len(), number);
        for test in run.tests {
            let Verdict::Failed { class, message } = test.verdict else { continue };
            let line = message.lines().next().unwrap_or_default();
            let failed = flakes.failed.entry(format!("{}#{}", test.class, test.name)).or_default();
            failed.0 += 1;
            if failed.1.is_empty() {
                failed.1 = format!("run {number}: {class}: {line}");
            }
        }
    }
    Ok(flakes)
}

/// All Java sources below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![std::path::absolute(folder)?];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|extension| extension == "java") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_native::TemporaryFolder;

    #[test]
    fn a_test_that_looks_at_the_language_is_a_flake_and_a_raw_type_a_warning() {
        let folder = TemporaryFolder::new().unwrap();
        let tests = folder.path().join("tests/p");
        std::fs::create_dir_all(&tests).unwrap();
        let text = "package p;\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nimport org.junit.jupiter.api.Test;\n\
            class LetterTest {\n  @Test void small() { assertEquals(\"title\", \"TITLE\".toLowerCase()); }\n  \
            @Test void list() { java.util.List list = java.util.List.of(); assertEquals(0, list.size()); }\n}\n";
        std::fs::write(tests.join("LetterTest.java"), text).unwrap();
        let home = JdkTools::find().unwrap().home;
        let flakes = run(&home, &folder.path().join("tests"), &[], 2, folder.path()).unwrap();
        assert_eq!((flakes.tests, flakes.runs, flakes.warnings.len()), (2, 2, 1), "{flakes:?}");
        let failed: Vec<_> = flakes.failed.iter().map(|(name, (times, _))| (name.as_str(), *times)).collect();
        assert_eq!(failed, [("p.LetterTest#small", 2)]);
    }
}
