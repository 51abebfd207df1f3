//! rustc, asked for an executable and for the same program as textual LLVM IR; Cargo, asked the same for a project.

use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How programs are built: one module with everything, the program's own code as it is written.
const FLAGS: [&str; 12] = [
    "--edition=2024",
    "--crate-type=bin",
    "-Copt-level=0",
    "-Cdebuginfo=line-tables-only",
    "-Clto=fat",
    "-Ccodegen-units=1",
    "-Coverflow-checks=on",
    "-Cdebug-assertions=on",
    "-Cpanic=unwind",
    "-Csymbol-mangling-version=v0",
    "-Ctarget-cpu=x86-64",
    "-Awarnings",
];

/// The same as a profile of Cargo's, so that a project needs none of its own.
const PROFILE: [&str; 6] = [
    "profile.trine.inherits=\"dev\"",
    "profile.trine.opt-level=0",
    "profile.trine.debug=\"line-tables-only\"",
    "profile.trine.lto=\"fat\"",
    "profile.trine.codegen-units=1",
    "profile.trine.incremental=false",
];

/// The installed compiler.
pub struct Rustc {
    program: PathBuf,
    /// What it says it is.
    pub version: String,
}

/// A program that was built.
pub struct Built {
    /// The native program.
    pub executable: PathBuf,
    /// The textual LLVM IR of the whole program.
    pub module: PathBuf,
}

impl Rustc {
    /// The compiler of the environment: `RUSTC`, else `rustc`.
    ///
    /// # Errors
    /// When there is none.
    pub fn find() -> Result<Self> {
        let program: PathBuf = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()).into();
        let output = Command::new(&program).arg("--version").output();
        let output = output
            .context("cannot start rustc\n  = help: install Rust from https://rustup.rs, or set RUSTC")?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Self { program, version })
    }

    /// Builds the program in `file`, or that of the project in the folder `file`, into `folder`.
    ///
    /// # Errors
    /// When rustc refuses it, or the project has not exactly one program.
    pub fn build(&self, file: &Path, folder: &Path) -> Result<Built> {
        if file.is_dir() {
            return project(file, folder);
        }
        let built = Built { executable: folder.join("program"), module: folder.join("program.ll") };
        let name = file.file_name().context("a program without a name")?;
        std::fs::copy(file, folder.join(name)).with_context(|| format!("cannot read {}", file.display()))?;
        let emit = format!("--emit=llvm-ir={},link={}", built.module.display(), built.executable.display());
        let mut command = Command::new(&self.program);
        // From within the folder, so that messages of panics name the file alone.
        command.args(FLAGS).args(["--crate-name", "program"]).arg(emit).arg(name).current_dir(folder);
        command.env_remove("RUSTFLAGS").env_remove("RUSTC_BOOTSTRAP");
        let output = command.output().with_context(|| format!("cannot start {}", self.program.display()))?;
        if !output.status.success() {
            bail!("{}: rustc refuses it:\n{}", file.display(), String::from_utf8_lossy(&output.stderr));
        }
        ensure!(built.module.is_file(), "rustc wrote no module for {}", file.display());
        Ok(built)
    }
}

/// Builds the only program of the project in `project` with what its lock file names; nothing is fetched.
fn project(project: &Path, folder: &Path) -> Result<Built> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["rustc", "--offline", "--bins", "--profile=trine", "--target-dir"]).arg(folder);
    command.args(PROFILE.iter().flat_map(|line| ["--config", line]));
    command.args(["--", "--emit=llvm-ir", "-Awarnings"]).current_dir(project);
    command.env_remove("RUSTFLAGS").env_remove("RUSTC_BOOTSTRAP");
    let output =
        command.output().context("cannot start cargo\n  = help: install Rust from https://rustup.rs")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        bail!(
            "{}: cargo refuses it:\n{said}\n  = help: nothing is fetched here; run `cargo fetch` in the project first",
            project.display()
        );
    }
    let module = only(&folder.join("trine/deps"), |path| path.extension() == Some(OsStr::new("ll")))?;
    let executable = only(&folder.join("trine"), |path| path.is_file() && path.extension().is_none())?;
    Ok(Built { executable, module })
}

/// The only file of `folder` that is wanted.
fn only(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Result<PathBuf> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cargo made no {}", folder.display()))?;
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<PathBuf> = paths.filter(|path| wanted(path) && !is_hidden(path)).collect();
    match (found.pop(), found.is_empty()) {
        (Some(path), true) => Ok(path),
        _ => bail!("the project has not exactly one program; name a project with one"),
    }
}
