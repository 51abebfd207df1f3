//! `cargo xtask review`: may the project depend on what it depends on?
//!
//! Reads `deny.toml`, in the form of `cargo deny`, and what cargo knows of the dependencies, and checks without a network what can be
//! checked so: licences, where packages come from, that each is the one of the lock file, and that no crate is there twice but
//! for those that are named with a reason. Security advisories need the RustSec database: where `cargo deny` is installed, it is asked
//! for them; where it is not, that is said, and decides nothing.
//!
//! Licences are read as SPDX expressions: `OR`, `AND`, `WITH` and parentheses, and the older `/` for `OR`.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The sections of `deny.toml` that are read here; `cargo deny` reads more.
#[derive(Debug, Deserialize)]
struct Rules {
    licenses: Licenses,
    sources: Sources,
    bans: Bans,
}

#[derive(Debug, Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

/// A crate that may be there twice.
#[derive(Debug, Deserialize)]
struct Skip {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
}

/// A package that others wrote.
#[derive(Clone, Debug)]
struct Package {
    name: String,
    version: String,
    /// As cargo writes it: `registry+https://…`.
    source: String,
    license: Option<String>,
    /// Whether the lock file holds its checksum.
    is_locked: bool,
}

/// Checks all dependencies; succeeds when nothing is against the rules.
///
/// # Errors
/// When `deny.toml` or the dependencies cannot be read.
pub fn run(root: &Path) -> Result<ExitCode> {
    let text = fs::read_to_string(root.join("deny.toml")).context("cannot read deny.toml")?;
    let rules: Rules = toml::from_str(&text).context("deny.toml")?;
    let packages = packages(root)?;
    let complaints = complaints(&rules, &packages);
    for complaint in &complaints {
        eprintln!("review: {complaint}");
    }
    let advisories = advisories(root);
    println!("review: advisories: {advisories}");
    println!("review: {} packages, {} against the rules of deny.toml", packages.len(), complaints.len());
    let is_fine = complaints.is_empty() && advisories != Advisories::Found;
    Ok(if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The packages that others wrote, from cargo and the lock file.
fn packages(root: &Path) -> Result<Vec<Package>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(root)
        .output()
        .context("`cargo metadata` cannot be run")?;
    if !output.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata is no JSON")?;
    let lock: Value = toml::from_str(&fs::read_to_string(root.join("Cargo.lock"))?).context("Cargo.lock")?;
    let locked: BTreeSet<(String, String)> = list(&lock["package"])
        .iter()
        .filter(|package| package["checksum"].is_string())
        .map(|package| (text(&package["name"]), text(&package["version"])))
        .collect();
    let foreign = list(&metadata["packages"]).iter().filter(|package| package["source"].is_string());
    let foreign = foreign.map(|package| {
        let (name, version) = (text(&package["name"]), text(&package["version"]));
        let is_locked = locked.contains(&(name.clone(), version.clone()));
        let license = package["license"].as_str().map(str::to_owned);
        Package { name, version, source: text(&package["source"]), license, is_locked }
    });
    Ok(foreign.collect())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// What is against the rules, package by package, then rules that nothing needs.
fn complaints(rules: &Rules, packages: &[Package]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        let Package { name, version, source, license, is_locked } = package;
        versions.entry(name).or_default().insert(version);
        let registry = source.strip_prefix("registry+").unwrap_or(source);
        if !rules.sources.allow_registry.iter().any(|allowed| allowed == registry) {
            complaints.push(format!("{name} {version} comes from {source}, which is not allowed"));
        }
        if !is_locked {
            complaints.push(format!("{name} {version} has no checksum in Cargo.lock"));
        }
        match license {
            None => complaints.push(format!("{name} {version} names no licence")),
            Some(license) => match is_allowed(license, &rules.licenses.allow) {
                Ok(true) => {}
                Ok(false) => complaints.push(format!("{name} {version} is {license}, which is not allowed")),
                Err(error) => complaints.push(format!("{name} {version}: its licence {error}")),
            },
        }
    }
    for (name, versions) in &versions {
        let is_skipped = rules.bans.skip.iter().any(|skip| skip.name == *name && !skip.reason.is_empty());
        if versions.len() > 1 && !is_skipped {
            let all: Vec<&str> = versions.iter().copied().collect();
            complaints.push(format!("{name} is there {} times: {}", versions.len(), all.join(", ")));
        }
    }
    for skip in &rules.bans.skip {
        if versions.get(skip.name.as_str()).is_none_or(|versions| versions.len() < 2) {
            complaints.push(format!("deny.toml lets {} be there twice, and it is not", skip.name));
        }
    }
    complaints
}

/// Whether an SPDX expression can be met with the `allowed` licences alone.
///
/// # Errors
/// When it is no expression.
fn is_allowed(expression: &str, allowed: &[String]) -> Result<bool> {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words, at: 0, allowed };
    let value = reader.any()?;
    if reader.at < words.len() {
        bail!("`{expression}` is no SPDX expression");
    }
    Ok(value)
}

/// Reads an expression and says whether it is met.
struct Reader<'e> {
    words: &'e [&'e str],
    at: usize,
    allowed: &'e [String],
}

impl Reader<'_> {
    /// Alternatives.
    fn any(&mut self) -> Result<bool> {
        let mut value = self.all()?;
        while self.takes("OR") {
            // Both sides are read, whatever the first one says.
            value |= self.all()?;
        }
        Ok(value)
    }

    /// What must be met together.
    fn all(&mut self) -> Result<bool> {
        let mut value = self.one()?;
        while self.takes("AND") {
            value &= self.one()?;
        }
        Ok(value)
    }

    fn one(&mut self) -> Result<bool> {
        if self.takes("(") {
            let value = self.any()?;
            if !self.takes(")") {
                bail!("`{}` lacks a parenthesis", self.words.join(" "));
            }
            return Ok(value);
        }
        let Some(&word) = self.words.get(self.at).filter(|word| !["OR", "AND", "WITH", ")"].contains(*word))
        else {
            bail!("`{}` is no SPDX expression", self.words.join(" "));
        };
        self.at += 1;
        let name = match self.takes("WITH") {
            true => {
                let exception = self.words.get(self.at).copied().unwrap_or_default();
                self.at += 1;
                format!("{word} WITH {exception}")
            }
            false => word.to_owned(),
        };
        Ok(self.allowed.contains(&name))
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at) == Some(&word);
        self.at += usize::from(is_next);
        is_next
    }
}

/// What is known of security advisories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advisories {
    /// There is nobody to ask.
    NotAsked,
    /// None concerns the project.
    None,
    /// At least one does, or the database could not be had; the messages were shown.
    Found,
}

impl std::fmt::Display for Advisories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotAsked => {
                "NOT looked up: `cargo deny` is not installed (`cargo install cargo-deny --locked`)"
            }
            Self::None => "`cargo deny` knows none that concerns the project",
            Self::Found => "`cargo deny` complains, see above",
        })
    }
}

fn advisories(root: &Path) -> Advisories {
    let deny = |arguments: &[&str]| {
        Command::new("cargo").arg("deny").args(arguments).current_dir(root).output().ok()
    };
    if !deny(&["--version"]).is_some_and(|output| output.status.success()) {
        return Advisories::NotAsked;
    }
    match deny(&["check", "advisories"]) {
        Some(output) if output.status.success() => Advisories::None,
        output => {
            eprintln!(
                "{}",
                output.map_or_else(String::new, |output| String::from_utf8_lossy(&output.stderr).into())
            );
            Advisories::Found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(expression: &str) -> bool {
        is_allowed(expression, &["MIT".into(), "Apache-2.0".into(), "Apache-2.0 WITH LLVM-exception".into()])
            .unwrap()
    }

    #[test]
    fn an_alternative_that_is_allowed_is_enough_and_a_part_that_is_not_spoils_the_whole() {
        assert!(allowed("MIT"));
        assert!(allowed("GPL-3.0 OR MIT"));
        assert!(allowed("Unlicense/MIT"));
        assert!(!allowed("MIT AND GPL-3.0"));
        assert!(allowed("(GPL-3.0 OR MIT) AND Apache-2.0"));
        assert!(!allowed("GPL-3.0 OR MIT AND Zlib"), "AND binds closer");
    }

    #[test]
    fn an_exception_makes_another_licence_of_it() {
        assert!(allowed("Apache-2.0 WITH LLVM-exception"));
        assert!(!allowed("MIT WITH LLVM-exception"));
    }

    #[test]
    fn what_is_no_expression_is_refused_and_not_guessed_at() {
        for expression in ["", "MIT OR", "(MIT", "MIT Apache-2.0", "AND MIT"] {
            assert!(is_allowed(expression, &["MIT".into()]).is_err(), "{expression}");
        }
    }

    fn rules(skip: &[&str]) -> Rules {
        let skip = skip.iter().map(|&name| Skip { name: name.to_owned(), reason: "x".to_owned() }).collect();
        Rules {
            licenses: Licenses { allow: vec!["MIT".into()] },
            sources: Sources { allow_registry: vec!["https://a".into()] },
            bans: Bans { skip },
        }
    }

    fn package(name: &str, version: &str) -> Package {
        let source = "registry+https://a".to_owned();
        let license = Some("MIT".to_owned());
        Package { name: name.into(), version: version.into(), source, license, is_locked: true }
    }

    #[test]
    fn a_package_is_refused_for_its_source_licence_or_missing_checksum() {
        let good = package("a", "1");
        assert_eq!(complaints(&rules(&[]), std::slice::from_ref(&good)), [""; 0]);
        for (bad, what) in [
            (Package { source: "git+https://a".into(), ..good.clone() }, "comes from"),
            (Package { license: None, ..good.clone() }, "names no licence"),
            (Package { license: Some("GPL-3.0".into()), ..good.clone() }, "not allowed"),
            (Package { is_locked: false, ..good.clone() }, "no checksum"),
        ] {
            let found = complaints(&rules(&[]), &[bad]);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains(what), "{found:?}");
        }
    }

    #[test]
    fn two_versions_need_a_reason_and_a_reason_needs_two_versions() {
        let two = [package("a", "1"), package("a", "2")];
        assert_eq!(complaints(&rules(&[]), &two), ["a is there 2 times: 1, 2"]);
        assert_eq!(complaints(&rules(&["a"]), &two), [""; 0]);
        assert_eq!(complaints(&rules(&["a"]), &two[..1]), ["deny.toml lets a be there twice, and it is not"]);
    }

    #[test]
    fn the_rules_of_the_project_are_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let rules: Rules = toml::from_str(&fs::read_to_string(root.join("deny.toml")).unwrap()).unwrap();
        assert!(rules.licenses.allow.contains(&"MIT".to_owned()) && rules.sources.allow_registry.len() == 1);
    }
}
