//! A whole Rust program, standard library included, through the reader, the lowering and the verifier.
//!
//! The program is built with a profile of its own (`opt-level = 0`, full debug information, fat
//! LTO over one codegen unit), which gives one textual module with the bodies of `core`, `alloc`
//! and `std`. What is counted by lines must be what was read; each body must be lowered and
//! well-formed, or named as not supported. Running Rust is another matter.

use crate::Tally;
use crate::table::{grouped, table};
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use trine_llvm_text::{FuncId, Module};
use trine_native::temporary::TemporaryFolder;

/// Enough of the standard library to bring in most of what rustc can write.
const SUBJECT: &str = include_str!("../../frontend-llvm/tests/rust/subject.rs");

const MANIFEST: &str = r#"[package]
name = "subject"
version = "0.1.0"
edition = "2024"

[[bin]]
name = "subject"
path = "main.rs"

[profile.trine]
inherits = "dev"
opt-level = 0
debug = 2
lto = "fat"
codegen-units = 1

[workspace]
"#;

/// How the lowering marks a body that breaks an invariant.
const NOT_WELL_FORMED: &str = "our bug";

/// Builds the program and reads it.
///
/// # Errors
/// When it cannot be built, or not be read at its top level.
pub fn run() -> Result<Tally> {
    let folder = TemporaryFolder::new()?;
    let text = compile(&folder)?;
    let defines = text.lines().filter(|line| line.starts_with("define ")).count();
    println!("{} MB of IR, {defines} `define` lines", text.len() / 1_000_000);
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(move || judge(text, defines))?;
    match worker.join() {
        Ok(result) => result,
        Err(_) => bail!("panic while reading: a bug of ours"),
    }
}

fn compile(folder: &TemporaryFolder) -> Result<String> {
    folder.write("main.rs", SUBJECT)?;
    folder.write("Cargo.toml", MANIFEST)?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(["rustc", "--offline", "--bin", "subject", "--profile", "trine", "--", "--emit=llvm-ir"])
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    // The module is far larger than what a limited run may write to one file.
    let output = command.current_dir(folder.path()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo: {}", String::from_utf8_lossy(&output.stderr));
    Ok(std::fs::read_to_string(module_file(&folder.path().join("target/trine/deps"))?)?)
}

fn module_file(folder: &Path) -> Result<PathBuf> {
    let files = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut modules = files.filter(|path| path.extension().is_some_and(|extension| extension == "ll"));
    match (modules.next(), modules.next()) {
        (Some(module), None) => Ok(module),
        _ => bail!("expected one `.ll` for the whole program"),
    }
}

fn judge(text: String, defines: usize) -> Result<Tally> {
    let with_text = peak_mib();
    let (module, indexing) = timed(|| Module::parse(text.clone(), "subject.ll"));
    let module = module?;
    let (read, reading) = timed(|| bodies_read(&module));
    drop(module);
    let (unit, loading) = timed(|| trine_frontend_llvm::load(vec![("subject.ll".to_owned(), text)]));
    let program = unit?.program;
    let (failures, lowering) = timed(|| {
        let defined = program.callables.iter_enumerated().filter(|(_, callable)| callable.defined);
        defined.filter_map(|(id, _)| Some(program.body(id).as_ref().err()?.what.clone())).collect::<Vec<_>>()
    });
    let defined = program.callables.iter().filter(|callable| callable.defined).count();
    let broken = failures.iter().filter(|what| what.starts_with(NOT_WELL_FORMED)).count();
    let row = |what: &str, count: usize| vec![what.to_owned(), count.to_string()];
    let rows = [
        row("`define` lines", defines),
        row("bodies read", read),
        row("functions of the program", defined),
        row("lowered, verifier clean", defined - failures.len()),
        row("not supported", failures.len() - broken),
        row("lowered, not well-formed", broken),
    ];
    println!("\n{}", table(&["rust program", "count"], &rows));
    for (count, reason) in grouped(failures) {
        println!("  {count} x {reason}");
    }
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    println!(
        "\ntop level {}, all bodies {}, linking {}, lowering, passes and verifier {}",
        seconds(indexing),
        seconds(reading),
        seconds(loading),
        seconds(lowering)
    );
    println!("peak memory {} MiB, {with_text} MiB of it before reading", peak_mib());
    let failed = broken + defines.abs_diff(read) + defines.abs_diff(defined);
    Ok(Tally { passed: defines.saturating_sub(failed), failed })
}

fn bodies_read(module: &Module) -> usize {
    let bodies = (0..module.functions().len()).map(|index| module.body(FuncId::from_index(index)));
    bodies.filter(|body| matches!(body, Ok(Some(_)))).count()
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed())
}

/// Peak memory of this process in MiB; 0 where the system does not tell.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}
