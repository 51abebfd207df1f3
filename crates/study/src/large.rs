//! Large machine-written functions: does a unit end within its budget, and what does it cost beside?
//!
//! Programs of each kind that [`trine_filetests::Large`] writes are given to the command with a budget of seconds. A unit must
//! end within the budget and a fifth of it. What comes before (clang, reading, lowering) and after (writing) is no part of the
//! budget: it is printed per repetition at two sizes, so that what grows faster than the function is seen.

use crate::Tally;
use crate::corpus::unit::{Usage, wait};
use crate::table::table;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use trine_filetests::Large;
use trine_filetests::large::ENTRY;
use trine_record::RunRecord;

/// Options of `trine-study large`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only kinds whose name contains this.
    #[arg(long, value_name = "TEXT")]
    kind: Option<String>,
    /// Budget of the function.
    #[arg(long, default_value_t = 2, value_name = "N")]
    seconds: u64,
    /// Folder for programs and results.
    #[arg(long, default_value = "target/large")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// What a run took and came to.
struct Measured {
    unit_ms: u64,
    command_ms: u128,
    processor_ms: u64,
    peak_kilobytes: u64,
    covered: u64,
    total: u64,
}

/// Runs every kind at its full size and at a quarter of it.
///
/// # Errors
/// When there is no `trine`, or it leaves no record.
pub fn run(args: &Args) -> Result<Tally> {
    let trine = match &args.trine {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("trine"),
    };
    std::fs::create_dir_all(&args.folder)?;
    let folder = args.folder.canonicalize()?;
    let wanted = args.kind.clone().unwrap_or_default();
    let mut rows = Vec::new();
    let mut tally = Tally::default();
    for full in Large::FULL.into_iter().filter(|large| large.name().contains(&wanted)) {
        let quarter = measure(&trine, &folder, full.of_size(full.size() / 4), args.seconds)?;
        let whole = measure(&trine, &folder, full, args.seconds)?;
        let holds = whole.unit_ms <= args.seconds * 1_200;
        tally.passed += usize::from(holds);
        tally.failed += usize::from(!holds);
        let beside = |measured: &Measured, size: usize| {
            let unit = u128::from(measured.unit_ms);
            format!("{}", measured.command_ms.saturating_sub(unit) * 1_000 / size.max(1) as u128)
        };
        rows.push(vec![
            full.name().to_owned(),
            full.size().to_string(),
            format!("{} of {}", whole.covered, whole.total),
            whole.unit_ms.to_string(),
            if holds { "holds" } else { "FAILS" }.to_owned(),
            whole.processor_ms.to_string(),
            (whole.peak_kilobytes / 1024).to_string(),
            beside(&quarter, full.size() / 4),
            beside(&whole, full.size()),
        ]);
    }
    let heads = [
        "kind",
        "size",
        "goals",
        "unit ms",
        "budget",
        "processor ms",
        "peak MB",
        "us each, quarter",
        "us each",
    ];
    println!("{}", table(&heads, &rows));
    println!(
        "us each: time of the command beyond that of the unit, by repetitions, at a quarter of the size and in full"
    );
    Ok(tally)
}

fn measure(trine: &Path, folder: &Path, large: Large, seconds: u64) -> Result<Measured> {
    let name = format!("{}_{}", large.name(), large.size());
    let out = folder.join(&name);
    let _ = std::fs::remove_dir_all(&out);
    std::fs::create_dir_all(&out)?;
    let file = folder.join(format!("{name}.c"));
    std::fs::write(&file, large.text())?;
    let mut command = Command::new(trine);
    command.arg("c").arg(&file).args(["--function", ENTRY, "--budget", &format!("{seconds}s")]);
    command.args(["--no-native", "--quiet", "--fresh", "--jobs", "1", "--out"]).arg(&out);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut usage = Usage::default();
    let started = Instant::now();
    let mut child = command.spawn().with_context(|| format!("no `{}`", trine.display()))?;
    let status = wait(&mut child, &mut usage)?;
    let command_ms = started.elapsed().as_millis();
    let text = std::fs::read_to_string(out.join("run.json")).with_context(|| format!("{name}: {status}"))?;
    let record: RunRecord = serde_json::from_str(&text)?;
    let unit = record.units.first().with_context(|| format!("{name}: no unit"))?;
    Ok(Measured {
        unit_ms: unit.milliseconds,
        command_ms,
        processor_ms: usage.processor.0,
        peak_kilobytes: usage.peak_kilobytes,
        covered: unit.goals.covered as u64,
        total: unit.goals.total as u64,
    })
}
