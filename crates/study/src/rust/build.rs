//! rustc, asked for an executable and for the same program as textual LLVM IR.

use anyhow::{Context, Result, bail, ensure};
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
        let output = output.context("cannot start rustc\n  = help: install Rust from https://rustup.rs, or set RUSTC")?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Ok(Self { program, version })
    }

    /// Builds the program in `file` into `folder`.
    ///
    /// # Errors
    /// When rustc refuses it.
    pub fn build(&self, file: &Path, folder: &Path) -> Result<Built> {
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
