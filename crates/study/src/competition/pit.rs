//! PIT: the mutation score of a suite.

use crate::java_tests::artefact::{Artefact, class_path};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::time::Duration;
use trine_native::jdk::JdkTools;
use trine_native::process::{Ending, run_limited};

/// PIT with what it runs tests of JUnit 5 with.
const PIT: &str = "org.pitest:pitest-command-line:1.17.4";
const WITH: [&str; 3] = [
    "org.pitest:pitest-junit5-plugin:1.2.1",
    "org.junit.jupiter:junit-jupiter-engine:5.11.4",
    "org.junit.platform:junit-platform-launcher:1.11.4",
];

/// What the mutants of a class may take.
const TIME: Duration = Duration::from_secs(240);

/// Mutants, and those of them that tests notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mutants {
    /// All of the class and those nested in it.
    pub all: u32,
    /// Killed, or ended by time or memory.
    pub killed: u32,
}

/// The jars of PIT; the list is kept below `keep`.
pub(super) fn jars(keep: &Path) -> Result<Vec<PathBuf>> {
    let folder = keep.join("jars").join("pit");
    std::fs::create_dir_all(&folder)?;
    class_path(&Artefact::parse(PIT)?, "", &Artefact::parse_all(&WITH)?, &folder)
}

/// Runs the compiled tests `tests`, of the classes `names`, on mutants of `class`, which stands in the folder `counted`: PIT makes none of
/// classes in jars. `Err` with why where there is no result.
pub(super) fn mutants(
    jdk: &JdkTools,
    (pit, counted, path): (&[PathBuf], &Path, &[PathBuf]),
    (tests, names): (&Path, &[String]),
    class: &str,
    folder: &Path,
) -> Result<std::result::Result<Mutants, String>> {
    let reports = folder.join("pit");
    let own = [tests.to_owned(), counted.to_owned()];
    let class_path = std::env::join_paths(pit.iter().chain(&own).chain(path))?;
    let mut java = jdk.command("java");
    java.args(["-Xmx512m", "-XX:+UseSerialGC"]).arg("-cp").arg(class_path);
    java.arg("org.pitest.mutationtest.commandline.MutationCoverageReport");
    java.arg("--reportDir").arg(&reports).arg("--sourceDirs").arg(folder);
    java.args(["--targetClasses", &format!("{class},{class}$*"), "--targetTests", &names.join(",")]);
    java.args(["--outputFormats", "XML", "--timestampedReports=false", "--failWhenNoMutations=false"]);
    java.args(["--threads", "1", "--verbosity", "QUIET", "--skipFailingTests=true"]);
    java.arg("--jvmArgs")
        .arg("-Xmx512m,-Djava.awt.headless=true,-Duser.timezone=UTC,-Duser.language=en,-Duser.country=US");
    java.env("HOME", folder);
    let run = run_limited(java, folder, TIME, u64::MAX)?;
    let Ok(xml) = std::fs::read_to_string(reports.join("mutations.xml")) else {
        let told = run
            .stderr
            .lines()
            .chain(run.stdout.lines())
            .find(|line| line.contains("Exception") || line.contains("rror"));
        return Ok(Err(match (run.ending, told) {
            (Ending::TimedOut, _) => format!("PIT did not end within {} s", TIME.as_secs()),
            (_, told) => format!("PIT made no report: {}", told.unwrap_or("it said nothing")),
        }));
    };
    Ok(Ok(count(&xml)))
}

/// Counts a report of PIT.
fn count(xml: &str) -> Mutants {
    let mutants = xml.split("<mutation ").skip(1);
    let mut counted = Mutants { all: 0, killed: 0 };
    for mutant in mutants {
        let head = mutant.split('>').next().unwrap_or_default();
        counted.all += 1;
        counted.killed += u32::from(head.contains("detected='true'") || head.contains("detected=\"true\""));
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn killed_mutants_are_those_that_were_detected() {
        let xml = "<mutations partial=\"true\">\n<mutation detected='true' status='TIMED_OUT'><line>1</line></mutation>\
                   <mutation detected='false' status='NO_COVERAGE'></mutation></mutations>";
        assert_eq!(count(xml), Mutants { all: 2, killed: 1 });
    }
}
