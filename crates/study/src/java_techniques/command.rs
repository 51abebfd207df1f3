//! One run of the command over all classes.

use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use std::process::{Command, Stdio};
use trine_native::temporary::TemporaryFolder;
use trine_record::{RunRecord, UnitRecord};

/// Classes, and where they and what they need are.
pub(super) struct Subjects {
    pub class_path: String,
    pub classes: Vec<String>,
}

/// Runs the command over the classes; gives their records.
pub(super) fn units(
    program: &Path,
    subjects: &Subjects,
    options: &[&str],
    seed: u64,
    jobs: usize,
) -> Result<Vec<UnitRecord>> {
    let folder = TemporaryFolder::new()?;
    let out = folder.path().join("out");
    let mut trine = Command::new(program);
    trine.args(["java", "--quiet", "--no-native"]).args(options);
    trine.args(["--seed", &seed.to_string(), "--jobs", &jobs.to_string()]).arg("--out").arg(&out);
    trine.args(["--class-path", &subjects.class_path]).args(&subjects.classes).stdin(Stdio::null());
    let output = trine
        .output()
        .with_context(|| format!("cannot run {}\n  = help: cargo build -p trine-cli", program.display()))?;
    // Its record would have classes that nobody worked on, as if they could not be tested.
    ensure!(
        output.status.code().is_some(),
        "the command ended with {}: {}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    let Ok(text) = std::fs::read_to_string(out.join("run.json")) else {
        bail!("the command left no record: {}", String::from_utf8_lossy(&output.stderr));
    };
    let record: RunRecord = serde_json::from_str(&text)?;
    Ok(record.units)
}
