//! A test that does not hold natively is gone from every file of the output folder, and what is left holds.

use crate::support::{TRINE, workspace};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Natively, where the test file includes this, one test fails and one of another function does not compile.
const CASES: [&str; 2] = [
    "crates/filetests/cases/c/native/a_test_that_fails_natively_costs_only_itself.c",
    "crates/filetests/cases/c/native/a_test_that_does_not_compile_costs_only_itself.c",
];

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn all_files_of_the_folder_agree_about_what_was_dropped() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dropped_tests");
    let _ = std::fs::remove_dir_all(&out);
    let mut command = Command::new(TRINE);
    command.arg("c").args(CASES.map(|case| workspace().join(case)));
    let status = command.args(["--budget", "500evals", "--quiet", "--out"]).arg(&out).status().unwrap();
    // One of them has a finding in the code or none; what was dropped is no bug that is left.
    assert!(matches!(status.code(), Some(0 | 2)), "{status}");

    let run = json(&out.join("run.json"));
    let dropped: Vec<&str> = run["native"]["dropped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|test| test["name"].as_str().unwrap())
        .collect();
    assert_eq!(dropped.len(), 2, "{dropped:?}");
    assert_eq!(run["native"]["tests"], run["native"]["passed"]);
    let suite = std::fs::read_to_string(out.join("suite.json")).unwrap();
    let mut emitted = String::new();
    for file in std::fs::read_dir(out.join("tests")).unwrap() {
        emitted += &std::fs::read_to_string(file.unwrap().path()).unwrap();
    }
    let goals = json(&out.join("goals.json"));
    let all_goals: Vec<&Value> =
        goals.as_array().unwrap().iter().flat_map(|unit| unit["goals"].as_array().unwrap()).collect();
    let report = std::fs::read_to_string(out.join("report/index.html")).unwrap();
    for name in &dropped {
        assert!(!suite.contains(&format!("\"{name}\"")), "{name} is in suite.json");
        assert!(!emitted.contains(name), "{name} is in tests/");
        assert!(report.contains(name), "the report does not say that {name} was dropped");
        let reopened = all_goals.iter().filter(|goal| {
            let reason = goal["status"]["reason"].as_str().unwrap_or_default();
            goal["status"]["status"] == "unknown" && reason.contains(name) && reason.contains("was dropped")
        });
        assert!(reopened.count() > 0, "no goal says that {name} was dropped");
    }
    let tests: u64 =
        run["units"].as_array().unwrap().iter().map(|unit| unit["tests"].as_u64().unwrap()).sum();
    assert_eq!(run["native"]["tests"].as_u64(), Some(tests));
    let make = Command::new("make").arg("check").current_dir(out.join("tests")).output().unwrap();
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stdout));
}
