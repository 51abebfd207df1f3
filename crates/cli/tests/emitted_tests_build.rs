//! What is emitted is built as a user would: with the Makefile, with CMake, and in the styles of other frameworks.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::{TRINE, TestFolder, clangs, finish_within, fresh_folder, workspace};

const LIMIT: Duration = Duration::from_secs(120);

/// Tests for one example, by number of tests and folder.
fn emitted(name: &str, options: &[&str]) -> (usize, PathBuf) {
    let out = fresh_folder(&format!("emitted_{name}"));
    let mut command = Command::new(TRINE);
    command.arg("c").arg(workspace().join("examples/triangle.c")).args(["--quiet", "--no-native", "--out"]);
    command.arg(&out).args(options);
    let output = finish_within(&mut command, LIMIT).expect("the run ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(out.join("suite.json")).expect("the run wrote it");
    let suite: serde_json::Value = serde_json::from_str(&text).expect("records are JSON");
    (suite["tests"].as_array().map_or(0, Vec::len), out.join("tests"))
}

/// Runs a tool; what it printed.
fn run(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = finish_within(Command::new(program).args(arguments).current_dir(folder), LIMIT);
    let output = output.unwrap_or_else(|| panic!("{program} does not end"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{program}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn make_builds_and_runs_the_tests() {
    let (tests, folder) = emitted("make", &[]);
    let said = run(&folder, "make", &["check"]);
    assert!(tests > 5 && said.contains(&format!("1..{tests}")), "{said}");
    assert_eq!(said.lines().filter(|line| line.starts_with("ok ")).count(), tests);
    assert!(!said.contains("not ok"));
}

#[test]
fn cmake_builds_and_runs_the_tests() {
    if !is_installed("cmake") {
        eprintln!("cmake is not installed: nothing to see");
        return;
    }
    let (_, folder) = emitted("cmake", &[]);
    run(&folder, "cmake", &["-S", ".", "-B", "build"]);
    run(&folder, "cmake", &["--build", "build"]);
    let said = run(&folder, "ctest", &["--test-dir", "build", "--output-on-failure"]);
    assert!(said.contains("100% tests passed"), "{said}");
}

#[test]
fn tests_in_the_style_of_cmocka_compile() {
    if !Path::new("/usr/include/cmocka.h").is_file() {
        eprintln!("cmocka is not installed: nothing to see");
        return;
    }
    let (_, folder) = emitted("cmocka", &["--framework", "cmocka"]);
    run(&folder, "make", &[]);
}

/// The code takes what it is given for something larger, of which it needs only the start.
const LARGER: &str = "struct value { int kind; };
struct table { int length; double cells[4]; };
struct object { struct value head; struct table table; };
int look_up(const struct table *table, int key);
int find(const struct value *value, int key)
{
    if (!value || value->kind != 3)
        return -1;
    return look_up(&((const struct object *)value)->table, key);
}
";

#[test]
fn sanitizers_do_not_find_what_a_test_passes_too_small() {
    let place = TestFolder::new("too_small", &[("larger.c", LARGER.as_bytes())]);
    place.run(&["c", "larger.c", "--quiet", "--out", "out", "--budget", "2000evals"]);
    let (_, clang) = clangs().swap_remove(0);
    let sanitizers = "-fsanitize=address,undefined";
    let compiler = format!("CC={}", clang.display());
    let flags = format!("CFLAGS=-O1 {sanitizers} -fno-sanitize-recover=undefined");
    let linking = format!("LDFLAGS={sanitizers}");
    let folder = place.0.join("out/tests");
    let said = run(&folder, "make", &["-s", &compiler, &flags, &linking, "check"]);
    assert!(said.contains("ok 3") && !said.contains("not ok"), "{said}");
}

#[test]
fn a_finished_run_is_replayed_and_reported_again() {
    for criterion in ["branch", "mcdc", "statement", "condition-decision"] {
        let (_, tests) = emitted(&format!("replay_{criterion}"), &["--criterion", criterion]);
        let out = tests.parent().expect("tests stand in the output folder");
        let said = run(out, TRINE, &["replay", "."]);
        assert!(said.contains("goals covered by the replayed suite"), "{said}");
        run(out, TRINE, &["report", "."]);
    }
}
