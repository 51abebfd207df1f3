//! A campaign over packages that nobody wrote for Trine: are the suites that it hands over right, and what do they cost?
//!
//! Each unit is run as a user would run it. The suite that it leaves is built three times more strictly than Trine itself
//! does (see `builds`), and what was measured is kept beside the suite. So a campaign of hours can be interrupted, run
//! package by package, and summed up from all that is stored:
//!
//! ```text
//! trine-study campaign --packages lwip,mawk      runs what is not stored yet, and sums up everything stored
//! trine-study campaign --packages none           sums up only
//! ```
//!
//! A stored unit is taken over when it had the same budget and limit of functions. The summary says when results were made
//! by different builds of Trine.

mod builds;
mod packages;
mod stored;
mod summary;

use crate::Tally;
use crate::corpus::choice::source;
use crate::corpus::fetch::Archive;
use crate::corpus::unit::Trine;
use anyhow::{Context, Result, bail};
use packages::{CAMPAIGN, Entry};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use stored::{Measured, Stored};
use trine_native::clang::Toolchain;

/// Options of `trine-study campaign`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Budget per function.
    #[arg(long, default_value_t = 2, value_name = "N")]
    seconds: u64,
    /// Only these packages; `none` sums up what is stored.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    packages: Vec<String>,
    /// Only units whose path contains this.
    #[arg(long, value_name = "TEXT")]
    unit: Option<String>,
    /// At most so many functions per unit.
    #[arg(long, value_name = "N")]
    functions: Option<usize>,
    /// Folder for sources and results.
    #[arg(long, default_value = "target/campaign")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
    /// Runs units again whose results are stored.
    #[arg(long)]
    fresh: bool,
    /// Lists the findings of the upper class with their places, to be judged by a reader.
    #[arg(long)]
    findings: bool,
}

/// Runs what is not stored yet and sums up everything stored.
///
/// # Errors
/// When there is no `trine`, or a package cannot be fetched or set up.
pub fn run(args: &Args) -> Result<Tally> {
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    let chosen = chosen(&args.packages)?;
    if !chosen.is_empty() {
        run_packages(args, &folder, &chosen)?;
    }
    let stored = stored::all(&folder.join("out"))?;
    if stored.is_empty() {
        bail!("nothing is stored in {}\n  = help: name packages to run", folder.display());
    }
    let summary = summary::Summary::new(args.seconds, &stored);
    println!("\n{}", summary.text());
    if args.findings {
        println!("{}", summary::findings(&stored));
    }
    std::fs::write(folder.join("campaign.csv"), summary.csv())?;
    println!("one line per function: {}", folder.join("campaign.csv").display());
    Ok(summary.tally())
}

/// The entries with these names; all when there are no names, none for `none`.
fn chosen(names: &[String]) -> Result<Vec<&'static Entry>> {
    if names == ["none"] {
        return Ok(Vec::new());
    }
    if let Some(unknown) =
        names.iter().find(|name| !CAMPAIGN.iter().any(|entry| entry.package.name == **name))
    {
        let known: Vec<&str> = CAMPAIGN.iter().map(|entry| entry.package.name).collect();
        bail!("no package `{unknown}`: there are {}", known.join(", "));
    }
    let is_wanted = |entry: &&Entry| names.is_empty() || names.iter().any(|name| name == entry.package.name);
    Ok(CAMPAIGN.iter().filter(is_wanted).collect())
}

fn run_packages(args: &Args, folder: &Path, chosen: &[&'static Entry]) -> Result<()> {
    let toolchain = Toolchain::find()?;
    let program = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    let program = program.canonicalize().with_context(|| format!("no `{}`", program.display()))?;
    let build = fingerprint(&program)?;
    // One worker: the wall time can then be compared with the time of the search.
    let arguments = vec!["--jobs".to_owned(), "1".to_owned()];
    let trine = Trine {
        program,
        toolchain: &toolchain,
        budget: format!("{}s", args.seconds),
        functions: args.functions,
        arguments,
    };
    let archive = Archive::new(folder.to_owned());
    for entry in chosen {
        let source = source(&entry.package, &archive)?;
        for unit in packages::units(&entry.package, &source)? {
            if args.unit.as_ref().is_some_and(|text| !unit.contains(text.as_str())) {
                continue;
            }
            let out = folder.join("out").join(entry.package.name).join(unit.replace('/', "_"));
            let key = format!("{} {:?}", trine.budget, trine.functions);
            if !args.fresh && Stored::read(&out).is_some_and(|stored| stored.measured.key == key) {
                continue;
            }
            let measured = run_unit(&trine, entry, &unit, &source, &out, (key, build));
            measured.write(&out)?;
        }
    }
    Ok(())
}

/// Runs one unit and builds what it leaves; says how it went.
fn run_unit(
    trine: &Trine<'_>,
    entry: &Entry,
    unit: &str,
    source: &Path,
    out: &Path,
    (key, build): (String, u64),
) -> Measured {
    let name = format!("{}/{unit}", entry.package.name);
    let result = trine.run(&entry.package, unit, source, out);
    let functions = result.record.as_ref().map_or(0, |record| record.units.len());
    let tests =
        result.record.as_ref().and_then(|record| record.native.as_ref()).map_or(0, |native| native.tests);
    println!("{name}: {functions} functions, {tests} tests, {:.0} s", result.time.as_secs_f64());
    if let Some(reason) = &result.failure {
        println!("{name}: FAILED: {}", reason.trim());
    }
    let builds =
        if tests > 0 { builds::all(&out.join("tests"), tests, &trine.toolchain.clang) } else { Vec::new() };
    for build in &builds {
        for fault in build.faults() {
            println!("{name}: {}: {fault}", build.compiler);
        }
    }
    Measured {
        name,
        package: entry.package.name.to_owned(),
        key,
        build,
        milliseconds: u64::try_from(result.time.as_millis()).unwrap_or(u64::MAX),
        peak_kilobytes: result.peak_kilobytes,
        processor: result.processor,
        failure: result.failure,
        builds,
    }
}

/// A number that tells builds of a program apart.
fn fingerprint(program: &Path) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    std::fs::read(program)?.hash(&mut hasher);
    Ok(hasher.finish())
}
