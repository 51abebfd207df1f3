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
    /// JUnit 5 of the project, without a console; empty where ours is used.
    pub own: Vec<PathBuf>,
    /// The agent of JaCoCo.
    pub agent: PathBuf,
    /// Further agents of the JVMs that run tests: Byte Buddy's, by which Mockito changes classes. It would start a process for that,
    /// which tests cannot here.
    pub further_agents: Vec<PathBuf>,
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
        let jar = |coordinates: &str| jar(repository, coordinates);
        Ok(Self {
            junit: jar(JUNIT)?,
            own: Vec::new(),
            agent: jar(JACOCO_AGENT)?,
            further_agents: Vec::new(),
            report: jar(JACOCO_CLI)?,
        })
    }

    /// The same with the JUnit 5 that is among `libraries`, where all that running it takes is there or beside it in its repository.
    #[must_use]
    pub fn with_project(mut self, libraries: &[PathBuf]) -> Self {
        self.own = own_junit(libraries).unwrap_or_default();
        self
    }

    /// The same for tests that use Mockito, with the agent of Byte Buddy that is among `libraries`.
    #[must_use]
    pub fn with_mockito(mut self, libraries: &[PathBuf]) -> Self {
        let is_agent = |library: &&PathBuf| {
            let name = library.file_name().and_then(|name| name.to_str());
            name.is_some_and(|name| name.starts_with("byte-buddy-agent") && name.ends_with(".jar"))
        };
        self.further_agents = libraries.iter().find(is_agent).into_iter().cloned().collect();
        self
    }

    /// Options of a JVM that runs tests with the further agents.
    #[must_use]
    pub fn agent_options(&self) -> Vec<String> {
        self.further_agents.iter().map(|agent| format!("-javaagent:{}", agent.display())).collect()
    }

    /// What tests for JUnit 5 are compiled with, and run by a server of tests.
    #[must_use]
    pub fn junit_path(&self) -> Vec<PathBuf> {
        if self.own.is_empty() { vec![self.junit.clone()] } else { self.own.clone() }
    }
}

/// The earliest minor version of JUnit 5 whose launcher the server of tests can be written against.
const MIN_MINOR: u32 = 8;

/// The jars of the JUnit 5 that `libraries` name by `junit-jupiter-api-5.9.3.jar`: what is not among them (build tools add engine and
/// launcher themselves) is looked for in the same repository.
fn own_junit(libraries: &[PathBuf]) -> Option<Vec<PathBuf>> {
    let named = |library: &Path| {
        let name = library.file_name()?.to_str()?;
        name.strip_prefix("junit-jupiter-api-")?.strip_suffix(".jar").map(str::to_owned)
    };
    let (api, version) = libraries.iter().find_map(|library| Some((library, named(library)?)))?;
    let parts: Vec<u32> = version.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let &[major, minor, patch] = parts.as_slice() else { return None };
    if major != 5 || minor < MIN_MINOR {
        return None;
    }
    // ROOT/org/junit/jupiter/junit-jupiter-api/5.9.3/junit-jupiter-api-5.9.3.jar
    let root = api.ancestors().nth(6);
    let platform = format!("1.{minor}.{patch}");
    let jar = |group: &str, artifact: &str, version: &str| {
        let name = format!("{artifact}-{version}.jar");
        let among = libraries.iter().find(|library| library.ends_with(&name)).cloned();
        let beside = || Some(root?.join(place(&format!("{group}:{artifact}:{version}"))));
        among.or_else(beside).filter(|path| path.is_file())
    };
    let mut jars = vec![api.clone(), jar("org.junit.jupiter", "junit-jupiter-engine", &version)?];
    for artifact in ["junit-platform-commons", "junit-platform-engine", "junit-platform-launcher"] {
        jars.push(jar("org.junit.platform", artifact, &platform)?);
    }
    let begins = |library: &&PathBuf, with: &str| {
        library.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(with))
    };
    jars.push(libraries.iter().find(|library| begins(library, "opentest4j-"))?.clone());
    // Annotations only: a compiler warns where they are missing.
    jars.extend(libraries.iter().find(|library| begins(library, "apiguardian-api-")).cloned());
    Some(jars)
}

/// The jar with these coordinates in the local Maven repository.
///
/// # Errors
/// When it is missing.
pub(super) fn in_repository(coordinates: &str) -> Result<PathBuf, JdkError> {
    jar(&repository(), coordinates)
}

fn jar(repository: &Path, coordinates: &str) -> Result<PathBuf, JdkError> {
    let path = repository.join(place(coordinates));
    let missing = || JdkError::NoJar { coordinates: to_fetch(coordinates), path: path.clone() };
    if path.is_file() { Ok(path) } else { Err(missing()) }
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
    fn the_junit_of_a_project_is_used_where_it_is_whole() {
        let folder = crate::TemporaryFolder::new().unwrap();
        let put = |coordinates: &str| {
            let path = folder.path().join(place(coordinates));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "").unwrap();
            path
        };
        let api = put("org.junit.jupiter:junit-jupiter-api:5.9.3");
        let libraries = [
            api.clone(),
            put("org.opentest4j:opentest4j:1.2.0"),
            put("org.junit.platform:junit-platform-commons:1.9.3"),
        ];
        assert_eq!(own_junit(&libraries), None, "there is no engine");
        // What the build tool added when it ran tests.
        let engine = put("org.junit.jupiter:junit-jupiter-engine:5.9.3");
        put("org.junit.platform:junit-platform-engine:1.9.3");
        let launcher = put("org.junit.platform:junit-platform-launcher:1.9.3");
        let own = own_junit(&libraries).unwrap();
        assert!(own.contains(&api) && own.contains(&engine) && own.contains(&launcher), "{own:?}");
        assert_eq!(own.len(), 6);
        assert_eq!(own_junit(&[put("org.junit.jupiter:junit-jupiter-api:5.4.2")]), None);
        assert_eq!(own_junit(&[put("junit:junit:4.13.2")]), None);
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
