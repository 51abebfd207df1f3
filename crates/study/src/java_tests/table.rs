//! What came out, by library and by reason.

use super::Row;
use super::native::Ended;
use crate::Tally;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Of a hundred methods that pass under `java`, as many have to pass in our machine.
const MIN_PASSING: usize = 95;

/// Counts of all libraries.
#[derive(Default)]
pub(super) struct Table {
    lines: Vec<(String, [usize; 7])>,
    /// Methods by why they do not pass.
    reasons: BTreeMap<String, Vec<String>>,
}

/// The reason of an ending, without what differs from method to method.
fn reason(ended: &Ended) -> String {
    let head = |text: &str, ends: &[&str]| {
        let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
        text[..end].to_owned()
    };
    match ended {
        Ended::Passed => "passed".to_owned(),
        Ended::Aborted => "an assumption does not hold".to_owned(),
        Ended::Slow => "too many steps".to_owned(),
        Ended::Unsupported(what) => format!("not supported: {}", head(what, &[" / "])),
        Ended::Failed(why) => format!("other result: {}", head(why, &[":", " because of", " at "])),
    }
}

impl Table {
    pub fn add(&mut self, name: &str, rows: &[Row]) {
        let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
        let ended = |is: fn(&Ended) -> bool| count(&|row| row.ours.as_ref().is_some_and(is));
        let counts = [
            rows.len(),
            count(&|row| row.native == Ended::Passed),
            ended(|ended| *ended == Ended::Passed),
            ended(|ended| matches!(ended, Ended::Unsupported(_))),
            ended(|ended| *ended == Ended::Slow),
            ended(|ended| matches!(ended, Ended::Failed(_) | Ended::Aborted)),
            count(&|row| row.native == Ended::Passed && row.ours.is_none()),
        ];
        println!("{name}: {} methods, {} pass under java, {} of them here", counts[0], counts[1], counts[2]);
        self.lines.push((name.to_owned(), counts));
        for row in rows {
            if let Some(ended) = &row.ours
                && *ended != Ended::Passed
            {
                self.reasons.entry(reason(ended)).or_default().push(row.name.clone());
            }
        }
    }

    /// Prints everything. Methods that end otherwise than under `java` have failed, and where fewer than
    /// [`MIN_PASSING`] of a hundred pass, all that do not.
    pub fn print(&self) -> Tally {
        let mut text = String::from(
            "\nlibrary | methods | pass under java | pass here | not supported | too slow | other result | not run yet\n",
        );
        let mut sums = [0; 7];
        for (name, counts) in &self.lines {
            let columns: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{name} | {}", columns.join(" | "));
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let columns: Vec<String> = sums.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "all | {}\n", columns.join(" | "));
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, methods)| std::cmp::Reverse(methods.len()));
        for (reason, methods) in reasons {
            let _ = writeln!(text, "{:5} {reason}\n      such as {}", methods.len(), methods[0]);
        }
        print!("{text}");
        let run = sums[1] - sums[6];
        let is_enough = sums[2] * 100 >= run * MIN_PASSING;
        Tally { passed: sums[2], failed: if is_enough { sums[5] } else { run - sums[2] } }
    }
}

/// Adds how each method ended to a file.
pub(super) fn append(file: &Path, jdk: &str, rows: &[Row]) -> Result<()> {
    use std::io::Write;
    let mut out = std::fs::OpenOptions::new().create(true).append(true).open(file)?;
    for row in rows {
        writeln!(out, "{jdk}\t{}\t{:?}\t{:?}", row.name, row.native, row.ours)?;
    }
    Ok(())
}
