//! Goldens: the emitted tests and the IR of a few filetests, as a reviewer should see them change.
//!
//! `TRINE_UPDATE=1 cargo test --package trine-cli --test goldens` writes them anew. They are made with clang 22;
//! where it is not installed there is nothing to compare.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::{TRINE, clangs, finish_within, fresh_folder, workspace};
use trine_filetests::{Case, cases_folder, goldens_folder};

/// One case for each kind of thing that a test is made of.
const CASES: [&str; 6] = [
    "aggregates/struct_by_pointer",
    "calls/stub_return_value_decides",
    "floats/double_comparisons",
    "globals/static_global_state",
    "logic/macro_with_condition",
    "strings/string_equal_to_a_word",
];
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn emitted_tests_and_ir_are_those_last_reviewed() {
    let Some((_, clang)) = clangs().into_iter().find(|(major, _)| *major == 22) else {
        eprintln!("clang 22 is not installed, or TRINE_CLANG names another: nothing to compare");
        return;
    };
    let mut differences = String::new();
    for name in CASES {
        let case =
            Case::read(&cases_folder().join(format!("c/{name}.c"))).unwrap_or_else(|error| panic!("{error}"));
        for (kind, text) in [("test.c", emitted(&case, &clang)), ("ir", dumped(&case, &clang))] {
            let path = goldens_folder().join(format!("{}.{kind}", name.replace('/', "-")));
            differences.push_str(&compared(&path, &text));
        }
    }
    assert!(differences.is_empty(), "{differences}TRINE_UPDATE=1 takes the new texts as they are");
}

/// The test file that a run writes.
fn emitted(case: &Case, clang: &Path) -> String {
    let out = fresh_folder(&format!("goldens/{}", case.name));
    let mut command = Command::new(TRINE);
    command.arg("c").arg(below_root(&case.path)).arg("--function").args(&case.entry);
    command.args(["--strategy", "search", "--budget", &case.budget.to_string(), "--seed", "1"]);
    command.args(["--quiet", "--no-native", "--out"]).arg(&out);
    finished(&mut command, clang);
    let stem = case.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(out.join(format!("tests/test_{stem}.c"))).expect("the run wrote tests");
    normalized(&text)
}

/// The IR of the functions under test.
fn dumped(case: &Case, clang: &Path) -> String {
    let mut command = Command::new(TRINE);
    command.args(["dump", "ir"]).arg(below_root(&case.path)).arg("--function").args(&case.entry);
    normalized(&finished(&mut command, clang))
}

fn finished(command: &mut Command, clang: &Path) -> String {
    command.env("TRINE_CLANG", clang).current_dir(workspace());
    let output = finish_within(command, LIMIT).expect("the command ends");
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn below_root(path: &Path) -> PathBuf {
    path.strip_prefix(workspace()).unwrap_or(path).to_owned()
}

/// The text without the folders of this machine: the unit is included by a path that depends on them.
fn normalized(text: &str) -> String {
    let root = workspace().display().to_string();
    let line = |line: &str| match line
        .strip_prefix("#include \"")
        .and_then(|path| path.split_once("crates/filetests/"))
    {
        Some((_, path)) => format!("#include \"ROOT/crates/filetests/{path}\n"),
        None => line.replace(&root, "ROOT") + "\n",
    };
    text.trim_end().lines().map(line).collect()
}

/// Where `text` first differs from the golden; nothing when it does not, or when it was taken over.
fn compared(path: &Path, text: &str) -> String {
    if std::env::var_os("TRINE_UPDATE").is_some() {
        fs::create_dir_all(goldens_folder()).expect("the folder of the goldens can be written");
        fs::write(path, text).expect("a golden can be written");
        return String::new();
    }
    let golden = fs::read_to_string(path).unwrap_or_default();
    if golden == text {
        return String::new();
    }
    let (mut old, mut new) = (golden.lines(), text.lines());
    let mut number = 0;
    loop {
        number += 1;
        let (before, now) = (old.next(), new.next());
        if before != now || before.is_none() {
            let [before, now] = [before, now].map(|line| line.unwrap_or("(end of text)"));
            return format!("{}:{number}:\n  - {before}\n  + {now}\n", below_root(path).display());
        }
    }
}
