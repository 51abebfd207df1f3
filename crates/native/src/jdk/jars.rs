//! The jars of JUnit and JaCoCo that tests are run with where a project brings none: of fixed versions, in the local Maven
//! repository, where `scripts/setup.sh` fetches them.

use super::JdkError;
use std::path::{Path, PathBuf};

/// JUnit 5 with its console, all in one.
pub const JUNIT: &str = "org.junit.platform:junit-platform-console-standalone:1.11.4";
/// The agent of JaCoCo; from 0.8.13 on it reads classes of Java 25.
pub const JACOCO_AGENT: &str = "org.jacoco:org.jacoco.agent:0.8.14:runtime";
/// The command line of JaCoCo, which makes reports.
pub const JACOCO_CLI: &str = "org.jacoco:org.jacoco.cli:0.8.14:nodeps";

/// Where the jars are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jars {
    /// JUnit 5 with its console.
    pub junit: PathBuf,
    /// The agent of JaCoCo.
    pub agent: PathBuf,
    /// The command line of JaCoCo.
    pub report: PathBuf,
}

impl Jars {
    /// The jars in the local Maven repository.
    ///
    /// # Errors
    /// When one is missing; the message says how to fetch it.
    pub fn find() -> Result<Self, JdkError> {
        Self::of(&repository())
    }

    /// The jars in the Maven repository `repository`.
    ///
    /// # Errors
    /// When one is missing.
    pub fn of(repository: &Path) -> Result<Self, JdkError> {
        let jar = |coordinates: &str| {
            let path = repository.join(place(coordinates));
            let missing = || JdkError::NoJar { coordinates: to_fetch(coordinates), path: path.clone() };
            if path.is_file() { Ok(path) } else { Err(missing()) }
        };
        Ok(Self { junit: jar(JUNIT)?, agent: jar(JACOCO_AGENT)?, report: jar(JACOCO_CLI)? })
    }
}

/// The local Maven repository: `~/.m2/repository`.
#[must_use]
pub fn repository() -> PathBuf {
    let home = std::env::var_os("HOME").map_or_else(|| PathBuf::from("/root"), PathBuf::from);
    home.join(".m2").join("repository")
}

/// Where a jar stands in a repository: `group:artifact:version[:classifier]`.
fn place(coordinates: &str) -> PathBuf {
    let parts: Vec<&str> = coordinates.split(':').collect();
    let (group, artifact, version) = (parts[0], parts[1], parts[2]);
    let classifier = parts.get(3).map_or_else(String::new, |classifier| format!("-{classifier}"));
    let folder = Path::new(&group.replace('.', "/")).join(artifact).join(version);
    folder.join(format!("{artifact}-{version}{classifier}.jar"))
}

/// The same as Maven's `dependency:get` wants it: `group:artifact:version[:jar:classifier]`.
fn to_fetch(coordinates: &str) -> String {
    match coordinates.match_indices(':').nth(2) {
        Some((at, _)) => format!("{}:jar{}", &coordinates[..at], &coordinates[at..]),
        None => coordinates.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_name_a_file_in_the_repository() {
        assert_eq!(
            place(JACOCO_AGENT),
            Path::new("org/jacoco/org.jacoco.agent/0.8.14/org.jacoco.agent-0.8.14-runtime.jar")
        );
        assert_eq!(to_fetch(JACOCO_AGENT), "org.jacoco:org.jacoco.agent:0.8.14:jar:runtime");
        assert_eq!(to_fetch(JUNIT), JUNIT);
    }

    #[test]
    fn a_missing_jar_says_how_to_fetch_it() {
        let error = Jars::of(Path::new("/nowhere")).unwrap_err().to_string();
        assert!(error.contains("mvn dependency:get -Dartifact=org.junit.platform:"), "{error}");
    }

    #[test]
    fn what_is_pinned_here_is_what_the_setup_fetches() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/setup.sh");
        let script = std::fs::read_to_string(script).expect("the script stands in the repository");
        let words: Vec<&str> = script.split_whitespace().collect();
        for coordinates in [JUNIT, JACOCO_AGENT, JACOCO_CLI] {
            let fetched = to_fetch(coordinates);
            assert!(
                words.windows(2).any(|two| two[0] == "ensure_jar" && two[1] == fetched),
                "scripts/setup.sh does not fetch {fetched}"
            );
        }
    }
}
