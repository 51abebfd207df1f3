//! Emitted tests leave nothing behind: those of the filetests about memory and structures are run in a process
//! each that looks for leaks at its end.

use crate::support::{TRINE, clangs, finish_within, fresh_folder, on_all_cores, workspace};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use trine_filetests::{Case, cases_folder};

const LIMIT: Duration = Duration::from_secs(120);

/// Cases whose own code drops the last pointer to a block.
const LEAKING: [&str; 1] = ["memory/hoard_is_bounded"];

#[test]
fn emitted_tests_free_what_the_code_leaves_to_them() {
    let (_, clang) = clangs().swap_remove(0);
    let folders = ["c/memory", "c/structures"].map(|folder| cases_folder().join(folder));
    let cases: Vec<Case> = folders
        .iter()
        .flat_map(|folder| Case::read_all(folder).unwrap_or_else(|error| panic!("{error}")))
        .filter(|case| !LEAKING.contains(&case.name.as_str()))
        .collect();
    let failures: String = on_all_cores(&cases, |case| leaks(case, &clang)).into_iter().collect();
    assert!(failures.is_empty(), "{failures}");
}

/// What the tests of the case leave behind, or what else is wrong with them.
fn leaks(case: &Case, clang: &Path) -> String {
    let out = fresh_folder(&format!("leaks/{}", case.name));
    let mut command = Command::new(TRINE);
    command.arg("c").arg(&case.path).arg("--function").args(&case.entry);
    command
        .args(["--strategy", "hybrid", "--budget", "4000evals", "--no-native", "--quiet", "--out"])
        .arg(&out);
    finish_within(command.current_dir(workspace()), LIMIT).expect("the run ends");
    let tests = out.join("tests");
    let mut make = Command::new("make");
    make.arg(format!("CC={}", clang.display()))
        .args(["CFLAGS=-g -w -fsanitize=address", "LDFLAGS=-fsanitize=address"]);
    let built = finish_within(make.current_dir(&tests), LIMIT).expect("make ends");
    if !built.status.success() {
        return format!("{}: {}\n", case.name, String::from_utf8_lossy(&built.stderr));
    }
    let name = case.path.file_stem().unwrap_or_default().to_string_lossy();
    let program = tests.join(format!("test_{name}"));
    let listed = finish_within(Command::new(&program).arg("--list"), LIMIT).expect("a list ends");
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    listed.lines().map(|test| left_by(&program, test)).collect()
}

/// What `test` leaves behind, or what else is wrong with it. A child of the test, for calls that end the process, has
/// no end at which leaks are looked for.
fn left_by(program: &Path, test: &str) -> String {
    let mut run = Command::new(program);
    run.args(["--no-fork", test]).env("ASAN_OPTIONS", "detect_leaks=1:allocator_may_return_null=1");
    match finish_within(run.current_dir(program.with_file_name("")), LIMIT) {
        Some(output) if output.status.success() => String::new(),
        Some(output) => {
            let said = [output.stdout, output.stderr].concat();
            format!("{test}: {}\n", String::from_utf8_lossy(&said))
        }
        None => format!("{test}: does not end\n"),
    }
}
