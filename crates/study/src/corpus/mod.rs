//! Units of real packages: what `trine c` handles, covers and confirms.
//!
//! The `trine` command is run as a user would run it, one unit at a time, and judged by the
//! `run.json` that it leaves. Low coverage is a result; what fails is a run that ends with
//! anything but success or findings, or that leaves no record.
//!
//! A function is *handled* when it has tests, all of which passed natively, or when it has no goal
//! that is not proved infeasible; each other one is listed with its reason.

mod fetch;
mod function;
mod packages;
mod summary;
mod unit;

use crate::Tally;
use anyhow::{Context, Result, bail};
use fetch::Archive;
use packages::{PACKAGES, Package};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use summary::Summary;
use trine_native::Toolchain;
use unit::{Trine, UnitResult};

/// Options of `trine-study corpus`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Budget per function.
    #[arg(long, default_value_t = 2, value_name = "N")]
    seconds: u64,
    /// At most so many functions per unit.
    #[arg(long, value_name = "N")]
    functions: Option<usize>,
    /// Only these packages.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    packages: Vec<String>,
    /// Only units whose path contains this.
    #[arg(long, value_name = "TEXT")]
    unit: Option<String>,
    /// Folder for sources and results.
    #[arg(long, default_value = "target/corpus")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// Fetches the packages and runs `trine c` on their units.
///
/// # Errors
/// When there is no `trine`, or a package cannot be fetched or set up.
pub fn run(args: &Args) -> Result<Tally> {
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    let trine = Trine {
        program: trine_program(args)?,
        toolchain: Toolchain::find()?,
        seconds: args.seconds,
        functions: args.functions,
    };
    let archive = Archive::new(folder.clone());
    let mut summary = Summary::new(args.seconds);
    for package in packages(args)? {
        let source = archive.source(package.name).with_context(|| format!("package {}", package.name))?;
        set_up(package, &source).with_context(|| format!("package {}", package.name))?;
        for unit in units(package, args) {
            let out = folder.join("out").join(package.name).join(unit.replace('/', "_"));
            let result = trine.run(package, unit, &source, &out);
            report(&format!("{}/{unit}", package.name), &result);
            summary.add(package.name, unit, result);
        }
    }
    println!("\n{}", summary.text());
    let table = args.folder.join("corpus.csv");
    std::fs::write(&table, summary.csv())?;
    println!("one line per function: {}", table.display());
    Ok(summary.tally())
}

fn report(name: &str, result: &UnitResult) {
    let functions = result.record.as_ref().map_or(0, |record| record.units.len());
    println!("{name}: {functions} functions, {:.0} s", result.time.as_secs_f64());
    if let Some(reason) = &result.failure {
        println!("{name}: FAILED: {}", reason.trim());
    }
}

fn trine_program(args: &Args) -> Result<PathBuf> {
    let program = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    program
        .canonicalize()
        .with_context(|| format!("no `{}`\n  = help: cargo build --release -p trine-cli", program.display()))
}

fn packages(args: &Args) -> Result<Vec<&'static Package>> {
    if let Some(unknown) =
        args.packages.iter().find(|name| !PACKAGES.iter().any(|package| package.name == **name))
    {
        bail!(
            "no package `{unknown}`: there are {}",
            PACKAGES.each_ref().map(|package| package.name).join(", ")
        );
    }
    let wanted = |package: &&Package| {
        args.packages.is_empty() || args.packages.iter().any(|name| name == package.name)
    };
    Ok(PACKAGES.iter().filter(wanted).collect())
}

fn units(package: &'static Package, args: &Args) -> impl Iterator<Item = &'static str> {
    let text = args.unit.clone().unwrap_or_default();
    package.units.iter().copied().filter(move |unit| unit.contains(&text))
}

/// Writes configuration files and runs `configure`, once.
fn set_up(package: &Package, source: &Path) -> Result<()> {
    for (path, content) in package.files {
        let path = source.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(source))?;
        std::fs::write(path, content)?;
    }
    let done = source.join("trine-configured");
    if package.configure && !done.exists() {
        let configure =
            Command::new("sh").arg("./configure").current_dir(source).stdin(Stdio::null()).output()?;
        if !configure.status.success() {
            bail!("configure: {}", String::from_utf8_lossy(&configure.stderr).trim());
        }
        std::fs::write(done, "")?;
    }
    Ok(())
}
