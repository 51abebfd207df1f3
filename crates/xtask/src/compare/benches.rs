//! The benches of both trees, run in turn, and the ratio of their medians.
//!
//! Criterion prints one line a bench, `NAME time: [LOW MEDIAN HIGH]`; the medians of [`ROUNDS`] pairs are compared
//! pair by pair, so that a machine whose speed drifts does not decide.

use super::builds::Builds;
use super::checkout::output;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The benches: package, name.
const BENCHES: [(&str, &str); 2] = [("trine-machine", "interpreter"), ("trine-dse", "paths")];

/// How often each is run.
const ROUNDS: usize = 3;

/// Runs the benches of both trees and prints a line each: new time over old time, least, median and greatest.
///
/// # Errors
/// When one does not build or run.
pub fn run(builds: &Builds) -> Result<()> {
    let mut ratios: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for _ in 0..ROUNDS {
        for (package, bench) in BENCHES {
            let old = medians(&builds.old_source, package, bench)?;
            let new = medians(&builds.root, package, bench)?;
            for (name, time) in new {
                if let Some(before) = old.get(&name) {
                    ratios.entry(name).or_default().push(time / before);
                }
            }
        }
    }
    for (name, mut of_bench) in ratios {
        of_bench.sort_by(f64::total_cmp);
        let (least, greatest) = (of_bench[0], of_bench[of_bench.len() - 1]);
        let median = of_bench[of_bench.len() / 2];
        println!("bench {name}: new/old {median:.3} ({least:.3} to {greatest:.3})");
    }
    Ok(())
}

/// Median time in nanoseconds of each bench of `bench`.
fn medians(source: &Path, package: &str, bench: &str) -> Result<BTreeMap<String, f64>> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["bench", "--quiet", "--package", package, "--bench", bench]).current_dir(source);
    command.env_remove("CARGO_MANIFEST_DIR").env("CARGO_TARGET_DIR", source.join("target"));
    let text = output(&mut command).with_context(|| format!("bench {bench} in {}", source.display()))?;
    Ok(times(&text))
}

/// The medians in what Criterion prints; a long name stands on a line of its own before its times.
fn times(text: &str) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    let mut last = "";
    for line in text.lines() {
        let Some((name, times)) = line.split_once("time:") else {
            last = line.trim();
            continue;
        };
        let name = if name.trim().is_empty() { last } else { name.trim() };
        let words: Vec<&str> = times.trim().trim_matches(['[', ']']).split_whitespace().collect();
        if let [_, _, median, unit, ..] = words[..]
            && let (Ok(median), Some(scale)) = (median.parse::<f64>(), nanoseconds(unit))
        {
            found.insert(name.to_owned(), median * scale);
        }
    }
    found
}

fn nanoseconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "ps" => 1e-3,
        "ns" => 1.0,
        "µs" | "us" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_read_with_their_units() {
        let text = "loop   time:   [1.0 ms 1.5 ms 2.0 ms]\nlong/name of a bench\n   time:   [10 ns 12 ns 13 ns]\n\
                    change: [-1% +0% +1%]\n";
        let found = times(text);
        assert_eq!(found["loop"], 1.5e6);
        assert_eq!(found["long/name of a bench"], 12.0);
        assert_eq!(found.len(), 2);
    }
}
