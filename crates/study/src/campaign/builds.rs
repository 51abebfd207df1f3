//! The emitted tests under the compilers and flags of others: warnings in our files, and tests that do not pass.
//!
//! Trine itself has run them with clang at `-O0`. Here its own makefile builds them with gcc at `-O2` and all warnings, and
//! with clang at `-O1` under the sanitizers of addresses and undefined behaviour, where the first report ends a test. Memory
//! that the code under test does not free is no fault of a test, so leaks are not asked for.

use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::{Command, Stdio};

/// The most that is kept of a message, in characters.
const MESSAGE_LENGTH: usize = 300;
/// Faults kept of a build at most.
const MAX_FAULTS: usize = 40;
/// A test program that runs longer is stopped, in seconds.
const TIME: &str = "120";

/// The builds: a name, the compiler if it is not Trine's, and what make is given.
const BUILDS: [(&str, Option<&str>, &[&str]); 2] = [
    ("gcc -O2", Some("gcc"), &["CFLAGS=-g -O2 -Wall -Wextra"]),
    (
        "clang -O1 ASan UBSan",
        None,
        &[
            "CFLAGS=-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined",
            "LDFLAGS=-fsanitize=address,undefined",
        ],
    ),
];

/// What one build of a unit's tests showed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Build {
    /// Compiler and flags, in short.
    pub compiler: String,
    /// Tests that ought to pass.
    pub expected: usize,
    /// Tests that passed.
    pub passed: usize,
    /// Warnings in emitted files, without their places.
    pub warnings: Vec<String>,
    /// Errors of compiler and linker, and what the tests said that did not pass.
    pub failures: Vec<String>,
}

impl Build {
    /// Warnings and failures, each with what it is.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        let missing = self.expected.saturating_sub(self.passed);
        let count = (missing > 0).then(|| format!("{missing} of {} tests do not pass", self.expected));
        count.into_iter().chain(self.warnings.iter().cloned()).chain(self.failures.iter().cloned())
    }

    /// Whether all tests pass and no emitted file has a warning.
    pub fn is_clean(&self) -> bool {
        self.passed == self.expected && self.warnings.is_empty()
    }
}

/// Builds and runs the tests in `folder` in all ways, with `clang` where no other compiler is named; `expected` of them
/// ought to pass.
pub fn all(folder: &Path, expected: usize, clang: &Path) -> Vec<Build> {
    let builds = BUILDS.iter().map(|(name, compiler, flags)| {
        let compiler = compiler.map_or_else(|| clang.display().to_string(), str::to_owned);
        let compiler = format!("CC={compiler}");
        let arguments = [&[compiler.as_str()], *flags].concat();
        build(folder, expected, name, &arguments)
    });
    builds.collect()
}

fn build(folder: &Path, expected: usize, name: &str, arguments: &[&str]) -> Build {
    let mut build = Build { compiler: name.to_owned(), expected, ..Build::default() };
    let _ = run("make", &["-s", "clean"], folder);
    let (_, said) = run("make", &[&["-s", "-k"], arguments, &["all"]].concat(), folder);
    for line in said.lines() {
        let is_ours = ["test_", "stubs_", "trine_"].iter().any(|start| line.starts_with(start));
        match line.split_once(" warning: ") {
            Some((_, message)) if is_ours => keep(&mut build.warnings, message),
            _ if line.contains(" error: ") || line.contains("undefined reference") => {
                keep(&mut build.failures, line)
            }
            _ => {}
        }
    }
    for program in programs(folder) {
        let (printed, said) = run("timeout", &[TIME, &format!("./{program}")], folder);
        build.passed += printed.lines().filter(|line| line.starts_with("ok ")).count();
        let reports =
            said.lines().filter(|line| line.contains("runtime error:") || line.contains("ERROR: Add"));
        let failed = printed.lines().filter(|line| line.starts_with("not ok") || line.starts_with('#'));
        if printed.lines().any(|line| line.starts_with("not ok")) {
            reports.chain(failed).for_each(|line| keep(&mut build.failures, line));
        }
    }
    let _ = run("make", &["-s", "clean"], folder);
    build
}

/// The test programs of the makefile's list that were built.
fn programs(folder: &Path) -> Vec<String> {
    let makefile = std::fs::read_to_string(folder.join("Makefile")).unwrap_or_default();
    let list = makefile.lines().find_map(|line| line.strip_prefix("TESTS = ")).unwrap_or_default();
    list.split(' ').filter(|name| folder.join(name).is_file()).map(str::to_owned).collect()
}

/// What a program printed and said.
fn run(program: &str, arguments: &[&str], folder: &Path) -> (String, String) {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    // A leak is the code's affair. Colors and quotes of messages depend on the terminal and the language.
    command.env("ASAN_OPTIONS", "detect_leaks=0").env("LC_ALL", "C");
    match command.output() {
        Ok(output) => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (text(&output.stdout), text(&output.stderr))
        }
        Err(error) => (String::new(), format!("{program}: error: {error}")),
    }
}

fn keep(messages: &mut Vec<String>, message: &str) {
    if messages.len() < MAX_FAULTS {
        messages.push(message.chars().take(MESSAGE_LENGTH).collect());
    }
}
