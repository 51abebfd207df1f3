//! Crash reproducers crash: each one of the filetests about faults is built with the sanitizers and run,
//! as its head says; and the run that found them says that it saw the same.

use crate::support::{TRINE, clangs, finish_within, fresh_folder, on_all_cores, workspace};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use trine_filetests::{Case, Outcome, cases_folder};
use trine_record::NativeConfirmation;

const LIMIT: Duration = Duration::from_secs(60);
/// An endless program is not waited for.
const ENDLESS: Duration = Duration::from_secs(2);
/// Leaks are no faults of ours.
const SANITIZERS: [(&str, &str); 2] = [
    ("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1"),
    ("UBSAN_OPTIONS", "halt_on_error=1"),
];

#[test]
fn every_reproducer_shows_its_fault_natively() {
    let (_, clang) = clangs().swap_remove(0);
    let cases = Case::read_all(&cases_folder().join("c/faults")).unwrap_or_else(|error| panic!("{error}"));
    let results = on_all_cores(&cases, |case| check(case, &clang));
    let count: usize = results.iter().map(|(count, _)| count).sum();
    let failures: String = results.into_iter().map(|(_, failures)| failures).collect();
    assert!(failures.is_empty(), "{failures}");
    assert!(count >= cases.len(), "{count} findings in {} cases", cases.len());
}

/// Number of findings of a run of the case, and what is wrong with their reproducers.
fn check(case: &Case, clang: &Path) -> (usize, String) {
    let out = fresh_folder(&format!("crashes/{}", case.name));
    let mut command = Command::new(TRINE);
    command.arg("c").arg(&case.path).arg("--function").args(&case.entry);
    command.args(["--strategy", "search", "--quiet", "--out"]).arg(&out).current_dir(workspace());
    finish_within(&mut command, LIMIT).expect("the run ends");
    let outcome = Outcome::read(&out).unwrap_or_else(|error| panic!("{error}"));
    let mut failures = String::new();
    for finding in &outcome.run.findings {
        let file = format!("{}.c", finding.test);
        if let Err(what) = reproduce(clang, &out.join("crashes"), &file, &finding.kind) {
            let _ = writeln!(failures, "{}: {} ({file}): {what}", case.name, finding.kind);
        }
        let is_confirmed =
            finding.native.as_ref().is_some_and(|native| native.confirmed == NativeConfirmation::Yes);
        if !is_confirmed {
            let _ = writeln!(failures, "{}: {}: {:?}", case.name, finding.kind, finding.native);
        }
    }
    (outcome.run.findings.len(), failures)
}

fn reproduce(clang: &Path, folder: &Path, file: &str, kind: &str) -> Result<(), String> {
    let is_endless = kind == "step-limit";
    let sanitizers =
        if kind == "uninitialized-read" { "-fsanitize=memory" } else { "-fsanitize=address,undefined" };
    let known = fs::read_to_string(folder.join(file)).map_err(|error| error.to_string())?;
    let says = |words: &str| known.contains(words);
    if !says(&format!("-o {}", file.trim_end_matches(".c"))) || !says(sanitizers) {
        return Err("the head does not say how to build it".to_owned());
    }
    let flags = ["-g", "-w", sanitizers, "-fno-sanitize-recover=all", file, "-lm", "-o", "crash"];
    // What the environment of a test needs stands beside it.
    let environment = ["trine_environment.c"].into_iter().filter(|name| folder.join(name).is_file());
    let built = finish_within(Command::new(clang).args(flags).args(environment).current_dir(folder), LIMIT)
        .ok_or("clang hangs")?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let mut command = Command::new(folder.join("crash"));
    command.envs(SANITIZERS).current_dir(folder);
    let ended = finish_within(&mut command, if is_endless { ENDLESS } else { LIMIT });
    match ended {
        None if is_endless => Ok(()),
        Some(output) if !output.status.success() && !is_endless => Ok(()),
        None => Err("it does not end".to_owned()),
        Some(output) => Err(format!("it ends with {}", output.status)),
    }
}
