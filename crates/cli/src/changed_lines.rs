//! Which lines of the sources of a run changed since a git revision.
//!
//! What a file begins and ends with as it did before is unchanged; of the lines between, those are that the old file has there, too, in any
//! order. A line that only moved does not count as changed.

use crate::failure::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use trine_native::Revision;
use trine_record::RunRecord;

/// The changed lines of each file that units of `run` name; a file that the revision does not have changed as a whole.
///
/// # Errors
/// When there are no files of the revision.
pub fn since(run: &RunRecord, revision: &str) -> Result<BTreeMap<String, BTreeSet<u32>>, Failure> {
    let root = run.jobs.first().map_or("", |job| job.root.as_str());
    let files: BTreeSet<&str> = run.units.iter().map(|unit| unit.file.as_str()).collect();
    let absolute = |file: &str| std::path::absolute(Path::new(root).join(file));
    let first = files.iter().find_map(|file| absolute(file).ok());
    let folder = first.as_deref().and_then(Path::parent).unwrap_or(Path::new("."));
    let old = Revision::checkout(folder, revision).map_err(|error| {
        Failure::input(
            error.to_string(),
            "nothing was checked",
            "name a revision of the repository that the sources are in",
        )
    })?;
    let mut changed = BTreeMap::new();
    for file in files {
        let Ok(path) = absolute(file) else { continue };
        let Ok(now) = std::fs::read(&path) else { continue };
        let before = std::fs::read(old.path(&path)).unwrap_or_default();
        let texts = [before, now].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        changed.insert(file.to_owned(), lines(&texts[0], &texts[1]));
    }
    Ok(changed)
}

/// The lines of `now`, from 1, that are not as in `before`.
fn lines(before: &str, now: &str) -> BTreeSet<u32> {
    let (before, now): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let start = before.iter().zip(&now).take_while(|(a, b)| a == b).count();
    let most = before.len().min(now.len()) - start;
    let end = before.iter().rev().zip(now.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for line in &before[start..before.len() - end] {
        *left.entry(line).or_default() += 1;
    }
    let mut changed = BTreeSet::new();
    for (at, line) in now.iter().enumerate().take(now.len() - end).skip(start) {
        match left.get_mut(line) {
            Some(count) if *count > 0 => *count -= 1,
            _ => _ = changed.insert(at as u32 + 1),
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_that_are_new_or_other_have_changed() {
        let changed = |before, now| lines(before, now).into_iter().collect::<Vec<u32>>();
        assert!(changed("a\nb\nc\n", "a\nb\nc\n").is_empty());
        assert_eq!(changed("a\nb\nc\n", "a\nx\nb\nc\ny\n"), [2, 5]);
        assert_eq!(changed("a\nb\nc\nd\n", "a\nB\nc\nD\nd\n"), [2, 4]);
        assert_eq!(changed("", "a\nb\n"), [1, 2]);
        assert!(changed("a\nb\nb\nc\n", "a\nb\nc\n").is_empty(), "a line that is gone is no line");
    }
}
