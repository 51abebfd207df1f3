//! The project as texts: its files as git sees them, its crates as cargo sees them.
//!
//! Files that git does not know yet count too, unless they are ignored, so that a rule is broken
//! before a commit and not after it. Files that are not UTF-8 are left out.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// One text file.
#[derive(Clone, Debug)]
pub struct TextFile {
    /// Path from the root of the project, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl TextFile {
    /// Whether it is Rust code of a crate, as opposed to a fixture of its tests.
    pub fn is_rust_of_a_crate(&self) -> bool {
        // Behind the name of the crate, which may be `fixtures` itself.
        let is_fixture = self.path.split('/').skip(2).any(|part| matches!(part, "fixtures" | "cases"));
        self.path.starts_with("crates/") && self.path.ends_with(".rs") && !is_fixture
    }

    /// Whether it is code: something a compiler, an interpreter or `make` reads.
    pub fn is_code(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        matches!(extension, "rs" | "c" | "h" | "sh" | "py" | "toml" | "yml" | "yaml")
            || matches!(name, "Makefile" | "CMakeLists.txt")
            || self.path.starts_with(".ci/")
    }
}

/// One crate of the workspace.
#[derive(Clone, Debug)]
pub struct Crate {
    /// Name without the `trine-` in front.
    pub name: String,
    /// Path of its manifest from the root of the project.
    pub manifest_path: String,
    /// Text of its manifest.
    pub manifest: String,
    /// The crates of this project it depends on to build, names without `trine-`; sorted.
    pub dependencies: Vec<String>,
    /// Those that only its tests and benches depend on; sorted.
    pub dev_dependencies: Vec<String>,
}

/// All text files, by path.
///
/// # Errors
/// When git cannot list them.
pub fn text_files(root: &Path) -> Result<Vec<TextFile>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .context("`git` cannot be run; tidy needs it to list the files")?;
    if !listed.status.success() {
        bail!("git cannot list the files: {}", String::from_utf8_lossy(&listed.stderr).trim());
    }
    let names = String::from_utf8(listed.stdout).context("a file name is not UTF-8")?;
    let mut files: Vec<TextFile> = names
        .split_terminator('\0')
        .filter_map(|path| {
            Some(TextFile { path: path.to_owned(), text: fs::read_to_string(root.join(path)).ok()? })
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// All crates, by name.
///
/// # Errors
/// When cargo cannot read the workspace.
pub fn crates(root: &Path) -> Result<Vec<Crate>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .context("`cargo metadata` cannot be run")?;
    if !output.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata is no JSON")?;
    let workspace_root =
        metadata["workspace_root"].as_str().context("cargo metadata names no workspace root")?;
    let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    let mut crates = packages
        .iter()
        .map(|package| {
            let manifest =
                Path::new(package["manifest_path"].as_str().context("a package without manifest")?);
            let below = manifest.strip_prefix(workspace_root).unwrap_or(manifest);
            Ok(Crate {
                name: short_name(package["name"].as_str().context("a package without name")?).to_owned(),
                manifest_path: below.to_string_lossy().replace('\\', "/"),
                manifest: fs::read_to_string(manifest)?,
                dependencies: internal_dependencies(package, false),
                dev_dependencies: internal_dependencies(package, true),
            })
        })
        .collect::<Result<Vec<_>>>()?;
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(crates)
}

/// Dependencies inside of the project are those with a path: of tests and benches, or all others.
fn internal_dependencies(package: &Value, of_tests: bool) -> Vec<String> {
    let all = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
    let mut names: Vec<String> = all
        .iter()
        .filter(|dependency| dependency["path"].is_string())
        .filter(|dependency| (dependency["kind"] == "dev") == of_tests)
        .filter_map(|dependency| Some(short_name(dependency["name"].as_str()?).to_owned()))
        .collect();
    names.sort();
    names.dedup();
    names
}

fn short_name(package: &str) -> &str {
    package.strip_prefix("trine-").unwrap_or(package)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> TextFile {
        TextFile { path: path.to_owned(), text: String::new() }
    }

    #[test]
    fn fixtures_of_tests_are_not_code_of_a_crate() {
        assert!(file("crates/ir/src/lib.rs").is_rust_of_a_crate());
        assert!(file("crates/ir/tests/verifier.rs").is_rust_of_a_crate());
        assert!(file("crates/fixtures/src/lib.rs").is_rust_of_a_crate());
        assert!(!file("crates/ir/tests/fixtures/a.rs").is_rust_of_a_crate());
        assert!(!file("crates/filetests/cases/rust/a.rs").is_rust_of_a_crate());
        assert!(!file("build.rs").is_rust_of_a_crate());
    }

    #[test]
    fn documents_and_data_are_not_code() {
        assert!(file("scripts/setup.sh").is_code());
        assert!(file("Makefile").is_code());
        assert!(file(".ci/run").is_code());
        assert!(!file("README.md").is_code());
        assert!(!file("Cargo.lock").is_code());
    }

    #[test]
    fn only_dependencies_with_a_path_are_internal() {
        let package: Value = serde_json::from_str(
            r#"{"dependencies": [
                {"name": "trine-ir", "path": "x/crates/ir", "kind": null},
                {"name": "serde", "path": null},
                {"name": "trine-base", "path": "x/crates/base", "kind": "dev"},
                {"name": "trine-ir", "path": "x/crates/ir", "kind": "dev"}]}"#,
        )
        .unwrap();
        assert_eq!(internal_dependencies(&package, false), ["ir"]);
        assert_eq!(internal_dependencies(&package, true), ["base", "ir"]);
    }
}
