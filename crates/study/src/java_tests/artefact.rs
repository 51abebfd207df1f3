//! Jars of a library, of its tests and of what both need, by Maven.

use super::kept;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What tests of libraries are written with.
const FRAMEWORKS: [&str; 4] = [
    "junit:junit:4.13.2",
    "org.junit.jupiter:junit-jupiter:5.11.4",
    "org.hamcrest:hamcrest:2.2",
    "org.junit-pioneer:junit-pioneer:1.9.1",
];

/// The coordinates of an artefact.
#[derive(Clone, Debug)]
pub(crate) struct Artefact {
    group: String,
    pub name: String,
    version: String,
}

impl std::fmt::Display for Artefact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.group, self.name, self.version)
    }
}

impl Artefact {
    pub fn parse(text: &str) -> Result<Self> {
        let parts: Vec<&str> = text.split(':').collect();
        let is_plain = |part: &&str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        };
        ensure!(
            parts.len() == 3 && parts.iter().all(is_plain),
            "`{text}` is no artefact: GROUP:ARTEFACT:VERSION is expected"
        );
        Ok(Self { group: parts[0].to_owned(), name: parts[1].to_owned(), version: parts[2].to_owned() })
    }

    pub fn parse_all(texts: &[impl AsRef<str>]) -> Result<Vec<Self>> {
        texts.iter().map(|text| Self::parse(text.as_ref())).collect()
    }

    /// Its jar with this classifier, none where that is empty, among those of `path`.
    pub fn jar(&self, classifier: &str, path: &[PathBuf]) -> Result<PathBuf> {
        let classifier = if classifier.is_empty() { String::new() } else { format!("-{classifier}") };
        let name = format!("{}-{}{classifier}.jar", self.name, self.version);
        let found = path.iter().find(|jar| jar.ends_with(&name)).cloned();
        found.with_context(|| format!("Maven gave no `{name}`"))
    }

    fn dependency(&self, classifier: &str) -> String {
        let classifier = match classifier {
            "" => String::new(),
            name => format!("<classifier>{name}</classifier>"),
        };
        format!(
            "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>{classifier}</dependency>\n",
            self.group, self.name, self.version
        )
    }
}

/// The jars that the tests of `artefact` need, its own among them.
pub(super) fn with_tests(artefact: &Artefact, with: &[Artefact], folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Artefact::parse_all(&FRAMEWORKS)?;
    all.extend_from_slice(with);
    class_path(artefact, "tests", &all, folder)
}

/// The jar of `artefact`, the one with `classifier` unless that is empty, and all that they and `with` need. `folder` keeps the list.
pub(crate) fn class_path(
    artefact: &Artefact,
    classifier: &str,
    with: &[Artefact],
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    let text = kept(&folder.join("classpath"), || {
        let mut dependencies = artefact.dependency("");
        if !classifier.is_empty() {
            dependencies = artefact.dependency(classifier) + &dependencies;
        }
        dependencies.extend(with.iter().map(|other| other.dependency("")));
        let pom = format!(
            "<project><modelVersion>4.0.0</modelVersion><groupId>trine</groupId><artifactId>study</artifactId>\
             <version>1</version><dependencies>\n{dependencies}</dependencies></project>\n"
        );
        std::fs::write(folder.join("pom.xml"), pom)?;
        let list = folder.join("jars");
        let mut maven = Command::new("mvn");
        maven.args(["-q", "-B", "dependency:build-classpath"]).current_dir(folder);
        maven.arg(format!("-Dmdep.outputFile={}", list.display()));
        let output = maven.output().context("mvn does not start: install Maven")?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(output.status.success(), "Maven does not find the jars:\n{told}");
        Ok(std::fs::read_to_string(&list)?)
    })?;
    Ok(text.trim().split(':').map(PathBuf::from).collect())
}
