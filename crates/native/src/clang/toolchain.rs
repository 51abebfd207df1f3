//! Finding clang and the LLVM tools that match it.

use crate::temporary::TemporaryFolder;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use thiserror::Error;

/// The oldest clang whose IR we read.
pub const OLDEST: u32 = 15;
/// The newest clang looked for by its versioned name.
const NEWEST: u32 = 25;
/// The clang we recommend.
const RECOMMENDED: u32 = 22;
/// The first clang that measures MC/DC.
const FIRST_WITH_MCDC: u32 = 18;

/// A clang with the tools of its own version.
#[derive(Debug)]
pub struct Toolchain {
    /// The compiler.
    pub clang: PathBuf,
    /// Its major version.
    pub major: u32,
    /// The first line it says about itself.
    pub version: String,
    /// What it compiles for when no flag says otherwise, as a triple; empty where it does not say.
    target: String,
    /// `llvm-profdata` of the same version, where installed.
    pub profdata: Option<PathBuf>,
    /// `llvm-cov` of the same version, where installed.
    pub cov: Option<PathBuf>,
    /// Whether a program with profile counters links; asked once.
    profile_runtime: OnceLock<Result<(), ToolchainError>>,
}

/// What is missing, and how to get it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ToolchainError {
    /// No usable clang.
    #[error(
        "no clang 15 or later found{}\n  = help: apt-get install clang-{RECOMMENDED} llvm-{RECOMMENDED} \
         libclang-rt-{RECOMMENDED}-dev (or the same of 19), or name one with TRINE_CLANG=/path/to/clang",
        found.as_ref().map(|version| format!(" (the default is too old: {version})")).unwrap_or_default()
    )]
    NoClang {
        /// What the default clang says about itself, if there is one.
        found: Option<String>,
    },
    /// `TRINE_CLANG` does not name a usable clang.
    #[error("TRINE_CLANG=`{path}` is not a clang {OLDEST} or later: {reason}")]
    Named {
        /// Its value.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A tool of the compiler's version is missing.
    #[error(
        "`{tool}` of LLVM {major} not found: native confirmation needs it\n  = help: apt-get install llvm-{major}"
    )]
    MissingTool {
        /// The tool.
        tool: &'static str,
        /// The compiler's version.
        major: u32,
    },
    /// The profile runtime does not link.
    #[error(
        "programs with coverage counters do not link with clang {major}: native confirmation needs its profile \
         runtime\n  = help: apt-get install libclang-rt-{major}-dev\n{stderr}"
    )]
    NoProfileRuntime {
        /// The compiler's version.
        major: u32,
        /// What the linker said.
        stderr: String,
    },
}

impl Toolchain {
    /// The clang named by `TRINE_CLANG`, or else the newest recommended one on the path.
    ///
    /// # Errors
    /// When there is none of version 15 or later.
    pub fn find() -> Result<Self, ToolchainError> {
        if let Ok(path) = std::env::var("TRINE_CLANG") {
            return Self::at(Path::new(&path)).map_err(|reason| ToolchainError::Named { path, reason });
        }
        let versioned = (OLDEST..=RECOMMENDED).rev().chain(RECOMMENDED + 1..=NEWEST);
        for major in versioned {
            if let Ok(toolchain) = Self::at(Path::new(&format!("clang-{major}"))) {
                return Ok(toolchain);
            }
        }
        Self::at(Path::new("clang"))
            .map_err(|_| ToolchainError::NoClang { found: describe("clang").map(|(version, _)| version) })
    }

    /// The clang at `path`, a path or a name to look up.
    ///
    /// # Errors
    /// A sentence that says why it cannot be used.
    pub fn at(path: &Path) -> Result<Self, String> {
        let (version, target) =
            describe(path).ok_or_else(|| format!("`{}` cannot be run", path.display()))?;
        let major = major_of(&version).ok_or_else(|| format!("it says `{version}`"))?;
        if major < OLDEST {
            return Err(format!("it says `{version}`"));
        }
        let clang = look_up(path).unwrap_or_else(|| path.to_owned());
        let profdata = tool_beside(&clang, "llvm-profdata", major);
        let cov = tool_beside(&clang, "llvm-cov", major);
        Ok(Self { clang, major, version, target, profdata, cov, profile_runtime: OnceLock::new() })
    }

    /// Whether it measures MC/DC.
    #[must_use]
    pub fn measures_mcdc(&self) -> bool {
        self.major >= FIRST_WITH_MCDC
    }

    /// The flags that ask for coverage counters, mapping and, where known, MC/DC bitmaps.
    #[must_use]
    pub fn coverage_flags(&self) -> &'static [&'static str] {
        const FLAGS: [&str; 3] = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"];
        if self.measures_mcdc() { &FLAGS } else { &FLAGS[..2] }
    }

    /// `llvm-profdata` of this version.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn profdata(&self) -> Result<&Path, ToolchainError> {
        let missing = ToolchainError::MissingTool { tool: "llvm-profdata", major: self.major };
        self.profdata.as_deref().ok_or(missing)
    }

    /// `llvm-symbolizer` of this version, if it is installed.
    #[must_use]
    pub fn symbolizer(&self) -> Option<PathBuf> {
        tool_beside(&self.clang, "llvm-symbolizer", self.major)
    }

    /// `llvm-cov` of this version.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn cov(&self) -> Result<&Path, ToolchainError> {
        self.cov.as_deref().ok_or(ToolchainError::MissingTool { tool: "llvm-cov", major: self.major })
    }

    /// Checks, once, that a program with coverage counters links.
    ///
    /// # Errors
    /// When the profile runtime is not installed.
    pub fn check_profile_runtime(&self) -> Result<(), ToolchainError> {
        self.profile_runtime.get_or_init(|| self.try_profile_runtime()).clone()
    }

    fn try_profile_runtime(&self) -> Result<(), ToolchainError> {
        let fail = |stderr| ToolchainError::NoProfileRuntime { major: self.major, stderr };
        let folder = TemporaryFolder::new().map_err(|error| fail(error.to_string()))?;
        let source =
            folder.write("p.c", "int main(void) { return 0; }\n").map_err(|error| fail(error.to_string()))?;
        let output = Command::new(&self.clang)
            .args(self.coverage_flags())
            .arg(source)
            .arg("-o")
            .arg(folder.path().join("p"))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| fail(error.to_string()))?;
        if output.status.success() {
            return Ok(());
        }
        Err(fail(String::from_utf8_lossy(&output.stderr).into_owned()))
    }

    /// What it compiles for with `flags`, as a triple; empty when it does not say.
    #[must_use]
    pub fn target(&self, flags: &[String]) -> String {
        let names_target = |flag: &&String| flag.starts_with("--target=") || flag.starts_with("-m");
        if !flags.iter().any(|flag| names_target(&flag)) && !self.target.is_empty() {
            return self.target.clone();
        }
        let mut command = Command::new(&self.clang);
        command.args(flags.iter().filter(names_target)).arg("-print-target-triple").stdin(Stdio::null());
        let output = command.output().ok().filter(|output| output.status.success());
        output.map_or_else(String::new, |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }
}

/// The first line of `--version` and the target that it names, empty where it names none, if the program runs and is a clang.
fn describe(program: impl AsRef<Path>) -> Option<(String, String)> {
    let output = Command::new(program.as_ref()).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().next()?.trim().to_owned();
    let target = text.lines().find_map(|line| line.strip_prefix("Target: ")).unwrap_or_default();
    (output.status.success() && line.contains("clang")).then(|| (line, target.trim().to_owned()))
}

/// `22` of `Debian clang version 22.1.4 (…)`.
fn major_of(version: &str) -> Option<u32> {
    let number = version.split("version ").nth(1)?;
    number.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// Where a name without folder is on the path; a path with folder as it is.
fn look_up(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.exists().then(|| name.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|candidate| candidate.is_file())
}

/// `tool` of version `major`: beside the real clang, or on the path under its versioned name.
fn tool_beside(clang: &Path, tool: &str, major: u32) -> Option<PathBuf> {
    let real = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    let beside = real.parent().map(|folder| folder.join(tool)).filter(|path| path.is_file());
    beside.or_else(|| look_up(Path::new(&format!("{tool}-{major}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_the_version_line() {
        assert_eq!(major_of("Debian clang version 22.1.4 (++20260101-1~exp1)"), Some(22));
        assert_eq!(major_of("clang version 19.1.7"), Some(19));
        assert_eq!(major_of("gcc (Debian 12.2.0-14) 12.2.0"), None);
    }

    #[test]
    fn a_found_clang_has_tools_of_its_version() {
        let toolchain = Toolchain::find().unwrap();
        assert!(toolchain.major >= OLDEST);
        assert!(toolchain.version.contains("clang"));
        toolchain.profdata().unwrap();
        toolchain.cov().unwrap();
        toolchain.check_profile_runtime().unwrap();
    }

    #[test]
    fn a_missing_clang_is_an_error_with_a_next_step() {
        assert!(Toolchain::at(Path::new("/nonexistent/clang")).is_err());
        assert!(Toolchain::at(Path::new("/bin/true")).is_err());
        let text = ToolchainError::NoClang { found: Some("clang version 14.0.6".into()) }.to_string();
        assert!(
            text.starts_with("no clang 15 or later found (the default is too old: clang version 14.0.6)")
        );
        assert!(text.contains("apt-get install clang-22 llvm-22 libclang-rt-22-dev"));
    }
}
