//! What two output folders differ in, file by file, with what no run can repeat taken out.

use super::renames;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

/// Files that tell of one run only: its messages, its course, its process, pages whose data stand in the records too.
const LEFT_OUT: [&str; 4] = ["debug.log", "journal", ".lock", "report"];

/// How the lines of the evidence begin that repeat the command, which names the folder of the run, and say when it was.
const ROWS_OF_ONE_RUN: [&str; 2] = ["| Command |", "| Date |"];

/// Keys whose values are times, or name the folder of the run.
const NOT_REPEATABLE: [&str; 4] = ["replay", "date", "milliseconds", "solver_times"];

/// One run that came out differently.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// Name of the run.
    pub run: String,
    /// What differs: files, or how the run ended.
    pub what: Vec<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "differs: {}: {}", self.run, self.what.join(", "))
    }
}

/// Names of the files that `old` and `new` do not have in common byte by byte.
///
/// # Errors
/// When a file cannot be read.
pub fn between(old: &Path, new: &Path) -> Result<Vec<String>> {
    let (old, new) = (files(old)?, files(new)?);
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    Ok(names.into_iter().filter(|&name| old.get(name) != new.get(name)).cloned().collect())
}

/// The files below `folder` by name, with repeatable content only.
fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    collect(folder, "", &mut found)?;
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        // A run that wrote nothing.
        Err(_) => return Ok(()),
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if LEFT_OUT.iter().any(|left_out| name.starts_with(left_out)) {
            continue;
        }
        let (path, name) = (entry.path(), format!("{prefix}{name}"));
        if path.is_dir() {
            collect(&path, &format!("{name}/"), found)?;
            continue;
        }
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        let content = repeatable_content(&name, bytes);
        found.insert(name, content);
    }
    Ok(())
}

/// The content of the file called `name` without what no run can repeat.
fn repeatable_content(name: &str, bytes: Vec<u8>) -> Vec<u8> {
    if name.ends_with(".md") {
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        let is_repeatable =
            |line: &&[u8]| !ROWS_OF_ONE_RUN.iter().any(|row| line.starts_with(row.as_bytes()));
        return lines.filter(is_repeatable).flatten().copied().collect();
    }
    let is_record = name.ends_with(".json");
    let record = is_record.then(|| serde_json::from_slice(&bytes).ok()).flatten();
    record.map_or(bytes, |record| repeatable(record).to_string().into_bytes())
}

/// `record` without times, with the names that keys have today.
fn repeatable(record: Value) -> Value {
    let mut record = renames::with_new_names(record);
    take_out(&mut record);
    record
}

fn take_out(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(take_out),
        Value::Object(members) => {
            for (key, member) in members {
                if NOT_REPEATABLE.contains(&key.as_str()) {
                    member.take();
                } else if key == "progress" {
                    take_out_times_of_progress(member);
                } else {
                    take_out(member);
                }
            }
        }
        _ => {}
    }
}

/// A step of the progress is a list: evaluations, milliseconds, goals.
fn take_out_times_of_progress(progress: &mut Value) {
    for step in progress.as_array_mut().into_iter().flatten() {
        if let Some(time) = step.get_mut(1) {
            time.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_are_taken_out_and_counts_stay() {
        let record = json!({ "units": [{ "milliseconds": 3, "tests": 2, "progress": [[10, 4, 1]] }] });
        let rest = json!({ "units": [{ "milliseconds": null, "tests": 2, "progress": [[10, null, 1]] }] });
        assert_eq!(repeatable(record), rest);
    }

    #[test]
    fn the_command_of_the_evidence_is_taken_out_and_the_rest_stays() {
        let text =
            b"| Command | trine c a.c --out old |\n| Date | 2026-11-23T15:35:44Z |\n| Seed | 1 |\n".to_vec();
        assert_eq!(repeatable_content("evidence.md", text), b"| Seed | 1 |\n");
        assert_eq!(repeatable_content("tests/a.c", b"| Command |".to_vec()), b"| Command |");
    }

    #[test]
    fn a_file_that_only_one_run_wrote_is_a_difference() {
        let folder = std::env::temp_dir().join(format!("compare-{}", std::process::id()));
        for (run, file, text) in
            [("a", "x.c", "1"), ("a", ".lock", "7"), ("b", "x.c", "1"), ("b", "y/z.c", "2")]
        {
            let path = folder.join(run).join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        assert_eq!(between(&folder.join("a"), &folder.join("b")).unwrap(), ["y/z.c"]);
        assert!(between(&folder.join("a"), &folder.join("a")).unwrap().is_empty());
        fs::remove_dir_all(folder).unwrap();
    }
}
