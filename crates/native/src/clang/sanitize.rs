//! Programs under clang's sanitizers: what they report, as data.
//!
//! A program is compiled once with AddressSanitizer and UndefinedBehaviorSanitizer, or with
//! MemorySanitizer, and run once per case; the case's number is its only argument. Reports are
//! read from what the runtime writes to standard error:
//!
//! ```text
//! /a/b.c:7:12: runtime error: division by zero
//! ==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x... at pc ...
//!     #0 0x55...  (/tmp/x/program+0xf2ab)
//! ```
//!
//! The runtimes name no lines of stacks: each run would start a symbolizer, which takes half a second where a run
//! takes some milliseconds. Those of all runs are asked for at once.
//!
//! The address space cannot be limited, because shadow memory takes terabytes of it; the runtime
//! limits the memory really used instead. Without `llvm-symbolizer` reports of AddressSanitizer
//! have no lines.

use crate::clang::shared::SharedObjects;
use crate::clang::source::{Sanitizer, SourceFile, compile_to};
use crate::clang::target::NativeTarget;
use crate::clang::toolchain::Toolchain;
use crate::process::{Ending, run_limited};
use crate::temporary::TemporaryFolder;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A program to run case by case.
#[derive(Clone, Debug, Default)]
pub struct SanitizedProgram {
    /// Files by relative path, written to the temporary folder.
    pub files: BTreeMap<String, String>,
    /// Its sources.
    pub sources: Vec<SourceFile>,
    /// Flags for the linker.
    pub link_flags: Vec<String>,
}

/// What one run showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanitizedRun {
    /// How it ended.
    pub ending: Ending,
    /// What was reported, in order.
    pub reports: Vec<SanitizerReport>,
    /// The end of what it wrote to standard error.
    pub last_words: String,
}

/// One report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SanitizerReport {
    /// What happened: `heap-buffer-overflow`, `division by zero`.
    pub message: String,
    /// File and line of each frame that has them, innermost first.
    pub frames: Vec<(String, u32)>,
    /// Where in the program the code of each frame lies, as far as they are not resolved.
    pub offsets: Vec<u64>,
}

/// A program that is compiled.
#[derive(Debug)]
pub struct Sanitized {
    folder: TemporaryFolder,
    sanitizer: Sanitizer,
    symbolizer: Option<PathBuf>,
}

impl Sanitized {
    /// Compiles and links `program`, taking objects of shared sources from `shared`; the inner error is what the compiler said.
    ///
    /// # Errors
    /// When the temporary folder cannot be used or clang cannot be run.
    pub fn build(
        toolchain: &Toolchain,
        program: &SanitizedProgram,
        shared: &SharedObjects,
        sanitizer: Sanitizer,
    ) -> io::Result<Result<Self, String>> {
        let folder = TemporaryFolder::new()?;
        for (name, content) in &program.files {
            folder.write(name, content)?;
        }
        // The first source is the test's, with the flags of the unit.
        let target = NativeTarget::of(program.sources.first().map_or(&[], |source| &source.flags));
        let mut link = target.linker(&toolchain.clang);
        link.args(sanitizer.flags());
        for (index, source) in program.sources.iter().enumerate() {
            let source = SourceFile { sanitizer: Some(sanitizer), measured: false, ..source.clone() };
            let object = folder.path().join(format!("{index}.o"));
            let result = if source.shared {
                shared.object(toolchain, &source, &target)?
            } else {
                let path = folder.path().join(&source.path);
                compile_to(toolchain, &source, &path, folder.path(), (&object, &target))?.map(|()| object)
            };
            match result {
                Ok(object) => link.arg(object),
                Err(stderr) => return Ok(Err(stderr)),
            };
        }
        link.args(&program.link_flags).args(["-lm", "-o"]).arg(folder.path().join("program"));
        if let Err(stderr) = quiet(&mut link)? {
            return Ok(Err(stderr));
        }
        let symbolizer = toolchain.symbolizer();
        Ok(Ok(Self { folder, sanitizer, symbolizer }))
    }

    /// Runs the case of this number; cases may run at the same time. The frames of its reports have no lines before
    /// [`Sanitized::resolve`].
    ///
    /// # Errors
    /// When the program cannot be started.
    pub fn run(&self, case: usize, time: Duration) -> io::Result<SanitizedRun> {
        let mut command = Command::new(self.folder.path().join("program"));
        command.arg(case.to_string()).env_clear().env("LC_ALL", "C").env("PATH", "/usr/bin:/bin");
        command.envs(self.sanitizer.environment());
        let folder = self.folder.path().join(format!("run-{case}"));
        std::fs::create_dir_all(&folder)?;
        let finished = run_limited(command, &folder, time, libc::RLIM_INFINITY)?;
        let last = finished.stderr.lines().rev().find(|line| !line.trim().is_empty());
        Ok(SanitizedRun {
            ending: finished.ending,
            reports: reports(&finished.stderr),
            last_words: last.unwrap_or_default().to_owned(),
        })
    }

    /// Adds to the reports of `runs`, of this program, file and line of their frames. One process for all: to read the
    /// program's debug information takes longer than most runs. Without `llvm-symbolizer` nothing is added.
    pub fn resolve(&self, runs: &mut [&mut SanitizedRun]) {
        let Some(symbolizer) = &self.symbolizer else { return };
        let reports = || runs.iter().flat_map(|run| &run.reports);
        let offsets: BTreeSet<u64> = reports().flat_map(|report| report.offsets.iter().copied()).collect();
        if offsets.is_empty() {
            return;
        }
        let Ok(places) = self.places(symbolizer, &offsets) else { return };
        for report in runs.iter_mut().flat_map(|run| &mut run.reports) {
            let found = report.offsets.iter().filter_map(|offset| places.get(offset));
            report.frames.extend(found.flatten().cloned());
        }
    }

    /// File and line of each of `offsets`, of inlined calls too, innermost first.
    fn places(
        &self,
        symbolizer: &Path,
        offsets: &BTreeSet<u64>,
    ) -> io::Result<BTreeMap<u64, Vec<(String, u32)>>> {
        let asked: String = offsets.iter().map(|offset| format!("{offset:#x}\n")).collect();
        let query = self.folder.write("offsets", &asked)?;
        let mut command = Command::new(symbolizer);
        command.arg("--output-style=LLVM").arg("--functions=none").arg("--obj");
        command.arg(self.folder.path().join("program")).stdin(File::open(query)?);
        let output = command.output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // An answer is a line for each frame, and an empty one.
        let answers = text.split("\n\n").map(|answer| answer.lines().filter_map(place_of).collect());
        Ok(offsets.iter().copied().zip(answers).collect())
    }
}

fn quiet(command: &mut Command) -> io::Result<Result<(), String>> {
    let output = command.stdin(Stdio::null()).output()?;
    let failed = || String::from_utf8_lossy(&output.stderr).into_owned();
    Ok(if output.status.success() { Ok(()) } else { Err(failed()) })
}

/// The reports in `stderr`.
fn reports(stderr: &str) -> Vec<SanitizerReport> {
    let mut reports: Vec<SanitizerReport> = Vec::new();
    let mut in_stack = false;
    for line in stderr.lines() {
        if let Some((place, message)) = line.split_once(": runtime error: ") {
            let frames = place_of(place).into_iter().collect();
            reports.push(SanitizerReport { message: message.to_owned(), frames, offsets: Vec::new() });
            in_stack = false;
        } else if let Some((_, message)) = line.split_once("Sanitizer: ")
            && (line.contains("ERROR: ") || line.contains("WARNING: "))
        {
            reports.push(SanitizerReport { message: message.to_owned(), ..SanitizerReport::default() });
            in_stack = true;
        } else if in_stack && let Some(frame) = line.trim_start().strip_prefix('#') {
            let report = reports.last_mut().expect("a stack belongs to a report");
            report.frames.extend(frame.rsplit(' ').next().and_then(place_of));
            report.offsets.extend(offset_of(frame));
        } else if line.trim().is_empty() {
            // Later stacks say where memory was allocated or freed.
            in_stack = false;
        }
    }
    reports
}

/// The number in `(/tmp/x/program+0x12ab)`.
fn offset_of(frame: &str) -> Option<u64> {
    let (_, rest) = frame.split_once("/program+0x")?;
    let digits: String = rest.chars().take_while(char::is_ascii_hexdigit).collect();
    u64::from_str_radix(&digits, 16).ok()
}

/// File and line of `file:line:column` or `file:line`.
fn place_of(text: &str) -> Option<(String, u32)> {
    let mut parts: Vec<&str> = text.split(':').collect();
    let mut numbers = Vec::new();
    while let Some(number) = parts.last().and_then(|part| part.parse::<u32>().ok()) {
        numbers.push(number);
        parts.pop();
    }
    let line = numbers.pop()?;
    Some((parts.join(":"), line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_with_their_places() {
        let text = "/a/b.c:7:12: runtime error: division by zero\nSUMMARY: x\n\
                    ==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2\n\
                    READ of size 4 at 0x1 thread T0\n    #0 0x1 in memcpy (/p+0x1)\n    \
                    #1 0x1 in area /a/b.c:9:3\n\n0x1 is located\n    #0 0x1 in malloc /x.c:1:1\n";
        let found = reports(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].frames, [("/a/b.c".to_owned(), 7)]);
        assert!(found[1].message.starts_with("heap-buffer-overflow"));
        assert_eq!(found[1].frames, [("/a/b.c".to_owned(), 9)]);
        assert_eq!(offset_of("0 0x55d0 (/tmp/a/program+0x1f2a) (BuildId: 00)"), Some(0x1f2a));
    }
}
