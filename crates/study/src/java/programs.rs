//! The programs that are compared.

use super::{Subject, generate};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The topic of generated programs.
pub(super) const GENERATED: &str = "generated";

/// The folder of the programs of the repository.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../jdk/tests/java/programs")
}

/// The programs of the repository, by topic and name.
pub(super) fn of_repository() -> Result<Vec<Subject>> {
    in_folder(&folder())
}

/// The programs in the sub-folders of `folder`, each of which is a topic.
pub(super) fn in_folder(folder: &Path) -> Result<Vec<Subject>> {
    let mut subjects = Vec::new();
    for topic in sorted(folder)? {
        for file in sorted(&topic)? {
            let source = std::fs::read_to_string(&file)?;
            let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let least = source.lines().next().and_then(|line| line.strip_prefix("// release "));
            let release = least.map_or(Ok(8), |text| text.trim().parse());
            subjects.push(Subject {
                name: name(&file),
                topic: name(&topic),
                exits: topic.ends_with("exits"),
                release: release.with_context(|| format!("`{}` names no release", file.display()))?,
                source,
            });
        }
    }
    Ok(subjects)
}

/// Programs known to differ from `java`, as `topic/Name`: those of `differing.txt`, with what our machine lacks.
///
/// # Errors
/// When the list cannot be read.
pub(super) fn known_to_differ() -> Result<BTreeMap<String, String>> {
    let path = folder().join("../differing.txt");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    Ok(rows
        .filter_map(|line| line.split_once(' '))
        .map(|(name, why)| (name.to_owned(), why.trim().to_owned()))
        .collect())
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("no folder `{}`", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

/// Generated programs: a third each for Java 8, 17 and 21.
pub(super) fn generated(count: usize, seed: u64) -> Vec<Subject> {
    let one = |number: usize| {
        let release = [8, 17, 21][number % 3];
        let name = format!("Generated{number}");
        Subject {
            source: generate::program(&name, release, seed),
            topic: GENERATED.to_owned(),
            exits: false,
            name,
            release,
        }
    };
    (0..count).map(one).collect()
}
