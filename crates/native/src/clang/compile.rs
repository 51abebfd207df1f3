//! C to textual LLVM IR, by clang.
//!
//! `-O0` with every pass disabled, so that each statement and condition of the source is still
//! there; with coverage mapping, because only then does each condition keep a branch of its own
//! (at plain `-O0` clang hides some behind `select`); with debug information and value names.

use crate::clang::flags::semantic_flags;
use crate::clang::toolchain::Toolchain;
use std::path::Path;
use std::process::{Command, Stdio};
use thiserror::Error;

/// What we ask for, besides coverage.
const IR_FLAGS: [&str; 9] = [
    "-S",
    "-emit-llvm",
    "-O0",
    "-g",
    "-fno-discard-value-names",
    "-Xclang",
    "-disable-llvm-passes",
    "-Wno-everything",
    "-Qunused-arguments",
];

/// A source file that does not compile.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{source_path}` does not compile\n{stderr}")]
pub struct CompileError {
    /// The source file.
    pub source_path: String,
    /// What clang said.
    pub stderr: String,
}

impl Toolchain {
    /// The textual IR of `source`, compiled with the meaningful ones of `flags` in the folder
    /// `cwd` (the current one when `None`). Flags of other compilers that clang does not know
    /// are left out.
    ///
    /// # Errors
    /// When clang refuses the file: its own diagnostics.
    pub fn compile_to_ir(
        &self,
        source: &Path,
        flags: &[String],
        cwd: Option<&Path>,
    ) -> Result<String, CompileError> {
        let mut flags = semantic_flags(flags);
        loop {
            match self.run_to_ir(source, &flags, cwd) {
                Err(error) if remove_unknown(&mut flags, &error.stderr) => {}
                result => return result,
            }
        }
    }

    fn run_to_ir(&self, source: &Path, flags: &[String], cwd: Option<&Path>) -> Result<String, CompileError> {
        let error = |stderr| CompileError { source_path: source.display().to_string(), stderr };
        let mut command = Command::new(&self.clang);
        command.args(flags).args(IR_FLAGS).args(self.coverage_flags()).args(["-o", "-"]).arg(source);
        if let Some(folder) = cwd {
            command.current_dir(folder);
        }
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|cause| error(format!("clang cannot be run: {cause}")))?;
        if !output.status.success() {
            return Err(error(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        String::from_utf8(output.stdout).map_err(|_| error("clang wrote IR that is not UTF-8".to_owned()))
    }
}

/// Removes the flags that the compiler called unknown; whether there were any.
pub(crate) fn remove_unknown(flags: &mut Vec<String>, stderr: &str) -> bool {
    let unknown: Vec<&str> = stderr.lines().filter_map(unknown_flag).collect();
    let before = flags.len();
    flags.retain(|flag| !unknown.contains(&flag.as_str()));
    flags.len() < before
}

/// `-fx` of `clang: error: unknown argument: '-fx'` and its variants.
fn unknown_flag(line: &str) -> Option<&str> {
    // The last is what gcc says.
    let about =
        ["unknown argument", "unsupported option", "unsupported argument", "unrecognized command-line"];
    about.iter().any(|text| line.contains(text)).then_some(())?;
    line.split('\'').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryFolder;

    fn toolchains() -> Vec<Toolchain> {
        ["clang-22", "clang-19"].iter().filter_map(|name| Toolchain::at(Path::new(name)).ok()).collect()
    }

    #[test]
    fn a_file_becomes_ir_with_coverage_mapping_and_debug_information() {
        let folder = TemporaryFolder::new().unwrap();
        let source = folder.write("a.c", "int f(int a) { return a && LIMIT > 1; }\n").unwrap();
        for toolchain in toolchains() {
            let flags = ["-DLIMIT=3", "-O2", "-c", "-o", "x.o", "-fconserve-stack"].map(str::to_owned);
            let text = toolchain.compile_to_ir(&source, &flags, None).unwrap();
            for part in ["define dso_local i32 @f(i32 noundef %a)", "__covrec", "!DILocation", "mcdc"] {
                assert!(text.contains(part), "{part} with {}", toolchain.version);
            }
        }
    }

    #[test]
    fn the_diagnostics_of_clang_are_forwarded() {
        let folder = TemporaryFolder::new().unwrap();
        folder.write("a.c", "int f(int a) { return b; }\n").unwrap();
        let toolchain = Toolchain::find().unwrap();
        let error = toolchain.compile_to_ir(Path::new("a.c"), &[], Some(folder.path())).unwrap_err();
        assert!(
            error.stderr.contains("a.c:1:23: error: use of undeclared identifier 'b'"),
            "{}",
            error.stderr
        );
        let missing = toolchain.compile_to_ir(Path::new("none.c"), &[], Some(folder.path())).unwrap_err();
        assert!(missing.stderr.contains("no such file"), "{}", missing.stderr);
    }
}
