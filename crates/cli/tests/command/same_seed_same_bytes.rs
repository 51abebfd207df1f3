//! Same seed and same budget in evaluations, same bytes: whatever the number of workers.

use crate::support::{TRINE, examples, finish_within, fresh_folder};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// Runs over all examples, and reads what is claimed to be reproducible.
fn files_of_a_run(folder: &Path, jobs: &str, criterion: &str, strategy: &str) -> BTreeMap<String, String> {
    let out = folder.join(format!("jobs_{jobs}"));
    let mut command = Command::new(TRINE);
    command.arg("c").args(examples()).args([
        "--seed",
        "7",
        "--budget",
        "2000evals",
        "--quiet",
        "--no-native",
    ]);
    let (strategy, algorithm) = strategy.split_once('-').unwrap_or((strategy, "avm"));
    command
        .args([
            "--strategy",
            strategy,
            "--algorithm",
            algorithm,
            "--criterion",
            criterion,
            "--jobs",
            jobs,
            "--out",
        ])
        .arg(&out);
    let output = finish_within(&mut command, LIMIT).expect("the run ends");
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = BTreeMap::new();
    for name in ["suite.json", "goals.json", "lcov.info"] {
        files.insert(name.to_owned(), fs::read_to_string(out.join(name)).expect("the run wrote it"));
    }
    for folder in ["tests", "crashes"] {
        for entry in fs::read_dir(out.join(folder)).into_iter().flatten().flatten() {
            let text = fs::read_to_string(entry.path()).expect("emitted files are text");
            files.insert(format!("{folder}/{}", entry.file_name().display()), text);
        }
    }
    let text = fs::read_to_string(out.join("run.json")).expect("the run wrote it");
    let mut run: serde_json::Value = serde_json::from_str(&text).expect("records are JSON");
    without_times(&mut run);
    files.insert("run.json".to_owned(), run.to_string());
    files
}

/// Takes out the times, and the command line, which names the number of workers and the folder.
fn without_times(run: &mut serde_json::Value) {
    run["replay"].take();
    run["date"].take();
    for unit in run["units"].as_array_mut().into_iter().flatten() {
        unit["milliseconds"].take();
        for technique in unit["techniques"].as_array_mut().into_iter().flatten() {
            technique["milliseconds"].take();
        }
        unit["solver_times"].take();
        for step in unit["progress"].as_array_mut().into_iter().flatten() {
            step[1].take();
        }
    }
}

fn check(criterion: &str, strategy: &str) {
    let folder = fresh_folder(&format!("same_seed_{criterion}_{strategy}"));
    let [one, two] = ["1", "2"].map(|jobs| files_of_a_run(&folder, jobs, criterion, strategy));
    assert!(one.keys().eq(two.keys()));
    assert!(one.keys().any(|name| name.starts_with("tests/test_")), "tests were written");
    for (name, text) in &one {
        assert!(two[name] == *text, "{name} differs: see {}", folder.display());
    }
}

#[test]
fn one_worker_and_two_write_the_same_files() {
    check("branch", "hybrid");
}

#[test]
fn the_same_holds_for_independence_pairs() {
    check("mcdc", "hybrid");
}

#[test]
fn the_same_holds_where_paths_are_explored() {
    check("branch", "dse");
}

#[test]
fn the_same_holds_for_the_genetic_algorithm() {
    check("branch", "search-ga");
}

#[test]
fn the_same_holds_path_by_path() {
    check("condition-decision", "paths");
}
