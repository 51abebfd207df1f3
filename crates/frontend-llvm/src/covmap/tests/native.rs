//! Compiles a C file of the corpus, to LLVM IR and to a program, and runs the program under LLVM's own coverage tools.
//!
//! Source: clang's documentation "Source-based Code Coverage".
//! Not handled: other platforms than those with `clang-NN`, `llvm-profdata-NN` and `llvm-cov-NN` in the path.
//! Cost: one compiler run per question.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::ll_text::{self, Module};

/// A C file of the corpus and a compiler for it.
pub(super) struct Sample {
    pub(super) stem: &'static str,
    pub(super) version: u32,
    pub(super) module: Module,
}

pub(super) fn is_installed(version: u32) -> bool {
    let tools = ["clang", "llvm-profdata", "llvm-cov"];
    let found = tools.iter().all(|tool| {
        let mut command = Command::new(format!("{tool}-{version}"));
        command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    });
    if !found {
        eprintln!("clang {version} is not installed: nothing compared");
    }
    found
}

impl Sample {
    pub(super) fn compile(stem: &'static str, version: u32) -> Sample {
        let flags =
            ["-S", "-emit-llvm", "-fno-discard-value-names", "-Xclang", "-disable-llvm-passes", "-o", "-"];
        let text = run(&mut clang(stem, version, &flags));
        Sample { stem, version, module: ll_text::parse(&text) }
    }

    /// The counter values of each function, by profile name, and the JSON of `llvm-cov export`.
    pub(super) fn run_natively(&self) -> (Vec<(String, Vec<u64>)>, serde_json::Value) {
        let (stem, version) = (self.stem, self.version);
        let directory =
            std::env::temp_dir().join(format!("trine-covmap-{}-{stem}-{version}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let path = |name: &str| directory.join(name).display().to_string();
        let (program, raw, profile) = (path("program"), path("raw"), path("profile"));
        run(&mut clang(stem, version, &["-o", &program]));
        run(Command::new(&program).env("LLVM_PROFILE_FILE", &raw));
        run(tool("llvm-profdata", version).args(["merge", &raw, "-o", &profile]));
        let counts =
            run(tool("llvm-profdata", version).args(["show", "--counts", "--all-functions", &profile]));
        let json = run(tool("llvm-cov", version).args(["export", &program, "-instr-profile", &profile]));
        std::fs::remove_dir_all(&directory).unwrap();
        (parse_counts(&counts), serde_json::from_str(&json).unwrap())
    }
}

fn tool(name: &str, version: u32) -> Command {
    Command::new(format!("{name}-{version}"))
}

fn clang(stem: &str, version: u32, flags: &[&str]) -> Command {
    let mut command = tool("clang", version);
    command.args(["-w", "-O0", "-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"]);
    command.args(flags).arg(corpus().join(format!("{stem}.c")));
    command
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/covmap/tests/c")
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Reads `name:`, `Function count: n` and `Block counts: [..]` lines.
fn parse_counts(text: &str) -> Vec<(String, Vec<u64>)> {
    let mut functions: Vec<(String, Vec<u64>)> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("  ").filter(|l| !l.starts_with(' ')) {
            functions.push((name.trim_end_matches(':').to_string(), Vec::new()));
        }
        let numbers =
            line.trim().strip_prefix("Function count: ").or(line.trim().strip_prefix("Block counts: "));
        if let (Some(numbers), Some((_, counts))) = (numbers, functions.last_mut()) {
            let plain = numbers.trim_matches(['[', ']']).split(", ").filter(|n| !n.is_empty());
            counts.extend(plain.map(|n| n.parse::<u64>().unwrap()));
        }
    }
    functions
}
