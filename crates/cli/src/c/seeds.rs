//! `trine c --seeds`: suites of earlier runs, read.

use std::path::{Path, PathBuf};
use trine_campaign::c::own_tests::EarlierSuites;
use trine_campaign::failure::Failure;
use trine_record::{Suite, TestRecord};

/// Reads the suites at `paths`: files `suite.json`, or folders with one. The run writes to `out`.
///
/// # Errors
/// When one cannot be read, is no suite of C, or is about to be written over.
pub fn read(paths: &[PathBuf], out: &Path) -> Result<EarlierSuites, Failure> {
    paths.iter().map(|path| suite(path, out)).collect::<Result<_, _>>().map(EarlierSuites::new)
}

fn suite(path: &Path, out: &Path) -> Result<Suite, Failure> {
    let file = if path.is_dir() { path.join("suite.json") } else { path.to_owned() };
    let shown = file.display();
    let wrong =
        |what: String, help: &str| Failure::input(format!("--seeds: {what}"), "nothing was run", help);
    let text = std::fs::read_to_string(&file).map_err(|error| {
        let help = "name the folder that an earlier run wrote, or its suite.json";
        wrong(format!("cannot read {shown}: {error}"), help)
    })?;
    let is_written_over = match (file.canonicalize(), out.join("suite.json").canonicalize()) {
        (Ok(file), Ok(written)) => file == written,
        _ => false,
    };
    if is_written_over {
        let help = "name another folder with --out, or copy the suite before";
        return Err(wrong(format!("{shown} is what this run would write over"), help));
    }
    let suite: Suite = serde_json::from_str(&text).map_err(|error| {
        let help = "name a suite.json that trine wrote, as it was written";
        wrong(format!("{shown} is no suite: {error}"), help)
    })?;
    let is_java = |test: &TestRecord| test.sequence.is_some() && test.statements.is_empty();
    if suite.tests.iter().any(is_java) {
        let help = "tests of classes are named to `trine java --seeds`, as compiled JUnit tests";
        return Err(wrong(format!("{shown} has tests of classes"), help));
    }
    Ok(suite)
}
