//! What is emitted is built as a user would: with the Makefile, with CMake, and in the styles of other frameworks.

use crate::support::{TRINE, TestFolder, clangs, finish_within, fresh_folder, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

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

/// gcc -O2 makes one `calloc` of the block and its zeros.
const ZEROED: &str = "#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; };
int push(struct node **list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (!node)
        return -1;
    memset(node, 0, sizeof *node);
    node->value = value;
    node->next = *list;
    *list = node;
    return 0;
}
";

#[test]
fn memory_that_fails_does_so_where_compilers_choose_another_allocator() {
    let place = TestFolder::new("zeroed", &[("zeroed.c", ZEROED.as_bytes())]);
    place.run(&["c", "zeroed.c", "--quiet", "--out", "out", "--budget", "2000evals"]);
    let folder = place.0.join("out/tests");
    let text = std::fs::read_to_string(folder.join("test_zeroed.c")).expect("the run wrote it");
    assert!(text.contains("trine_fail_allocation(1)"), "{text}");
    for compiler in ["gcc", "clang-22"].into_iter().filter(|name| is_installed(name)) {
        run(&folder, "make", &["-s", "clean"]);
        let said = run(&folder, "make", &["-s", &format!("CC={compiler}"), "CFLAGS=-O2", "check"]);
        assert!(said.contains("ok 2") && !said.contains("not ok"), "{compiler}: {said}");
    }
}

/// In which order the two are called for arguments, each compiler decides; what comes behind them does not depend on it.
const UNSEQUENCED: &str = "int first(int a);
int second(int a);
int both(int a, int b);
void done(void);
int combine(int a)
{
    if (a < 3)
        return 0;
    int result = both(first(a), second(a));
    done();
    return result;
}
";

#[test]
fn tests_hold_whatever_order_a_compiler_evaluates_arguments_in() {
    if !is_installed("gcc") {
        eprintln!("gcc is not installed: nothing to see");
        return;
    }
    let place = TestFolder::new("unsequenced", &[("combine.c", UNSEQUENCED.as_bytes())]);
    place.run(&["c", "combine.c", "--quiet", "--out", "out", "--budget", "2000evals"]);
    let folder = place.0.join("out/tests");
    let text = std::fs::read_to_string(folder.join("test_combine.c")).expect("the run wrote it");
    assert!(!text.contains("first second"), "{text}");
    assert!(text.contains("stub_both_calls, 1") && text.contains("stub_done_calls, 1"), "{text}");
    for compiler in ["gcc", "clang-22"].into_iter().filter(|name| is_installed(name)) {
        run(&folder, "make", &["-s", "clean"]);
        let said = run(&folder, "make", &["-s", &format!("CC={compiler}"), "CFLAGS=-O2", "check"]);
        assert!(said.contains("ok 2") && !said.contains("not ok"), "{compiler}: {said}");
    }
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
