//! Tests run by JUnit 4 and TestNG themselves: with the libraries of a project, or with fixed ones of the local Maven repository.
//!
//! JUnit 4 is run through the vintage engine of JUnit's console, which has JUnit 4's own runner run them; TestNG by its own command line.
//! Both write reports in the form that build tools read.

use super::jars::in_repository;
use super::run::Limits;
use super::{Jars, JdkError, JdkTools, Program, TestResult, junit};
use crate::process::Ending;
use std::path::{Path, PathBuf};

/// JUnit 4, and what it needs.
const JUNIT4: [&str; 2] = ["junit:junit:4.13.2", "org.hamcrest:hamcrest-core:1.3"];
/// TestNG for Java 8 and newer, and what it needs.
const TESTNG: [&str; 4] = [
    "org.testng:testng:7.5.1",
    "com.beust:jcommander:1.78",
    "org.slf4j:slf4j-api:1.7.36",
    "org.webjars:jquery:3.5.1",
];

/// A framework that is not JUnit 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherFramework {
    /// JUnit 4.
    JUnit4,
    /// TestNG.
    TestNg,
}

impl OtherFramework {
    /// Its jars: those of a project whose libraries have it, or else the fixed ones.
    ///
    /// # Errors
    /// When one of these is not in the local repository.
    pub fn jars(self, libraries: &[PathBuf]) -> Result<Vec<PathBuf>, JdkError> {
        if libraries.iter().any(|path| self.is_in(path)) {
            return Ok(libraries.to_vec());
        }
        let fixed: &[&str] = match self {
            Self::JUnit4 => &JUNIT4,
            Self::TestNg => &TESTNG,
        };
        fixed.iter().map(|coordinates| in_repository(coordinates)).collect()
    }

    /// Whether `path` is the jar of it: `junit-4.13.2.jar`.
    fn is_in(self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match self {
            Self::JUnit4 => name.starts_with("junit-4.") || name.starts_with("junit-dep-4."),
            Self::TestNg => name.starts_with("testng-"),
        }
    }
}

impl JdkTools {
    /// Runs the tests of `class`, compiled into `suite.tests`, with the jars of `framework`.
    ///
    /// # Errors
    /// When it cannot be run, or makes no report.
    pub fn test_by(
        &self,
        (framework, own): (OtherFramework, &[PathBuf]),
        jars: &Jars,
        class: &str,
        suite: &junit::Suite,
        folder: &Path,
    ) -> Result<Vec<TestResult>, JdkError> {
        let mut class_path = suite.class_path.clone();
        class_path.extend(own.iter().cloned());
        if framework == OtherFramework::JUnit4 {
            let suite = junit::Suite { class_path, ..suite.clone() };
            return Ok(self.test(jars, &suite, folder, Limits::default())?.tests);
        }
        let reports = folder.join("testng");
        let program = Program {
            class_path: suite.tests.iter().cloned().chain(class_path).collect(),
            options: jars.agent_options().into_iter().chain(suite.options.iter().cloned()).collect(),
            class: "org.testng.TestNG".to_owned(),
            arguments: ["-d", &reports.display().to_string(), "-testclass", class].map(str::to_owned).into(),
            coverage: None,
        };
        let run = self.run(&program, folder, Limits::default())?;
        let results = junit::results(&reports.join("junitreports"));
        if results.is_empty() && run.ending != Ending::Exited(0) {
            let told = format!("{:?}: {}{}", run.ending, run.stdout, super::beginning(&run.stderr));
            return Err(JdkError::Failed { tool: "TestNG", told });
        }
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_framework_of_a_project_is_preferred() {
        let own = [PathBuf::from("/r/junit-4.11.jar"), PathBuf::from("/r/hamcrest-core-1.3.jar")];
        assert_eq!(OtherFramework::JUnit4.jars(&own).unwrap(), own);
        assert!(OtherFramework::TestNg.is_in(Path::new("/r/testng-7.9.0.jar")));
        assert!(!OtherFramework::JUnit4.is_in(Path::new("/r/junit-jupiter-api-5.11.4.jar")));
    }

    #[test]
    fn what_is_pinned_here_is_what_the_setup_of_tests_fetches() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/setup.sh");
        let script = std::fs::read_to_string(script).expect("the script stands in the repository");
        let words: Vec<&str> = script.split(|c: char| c.is_whitespace() || c == ';').collect();
        for coordinates in JUNIT4.iter().chain(&TESTNG) {
            assert!(words.contains(coordinates), "scripts/setup.sh does not fetch {coordinates}");
        }
    }
}
