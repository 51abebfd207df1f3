//! A table of operations on edge values and random values, natively and in our machine.
//!
//! Generated C programs apply every operator to every type, convert between all types, and print
//! each result as hex. Left out is what C leaves undefined: division by zero, shifts by the width
//! or more, floats that do not fit the integer they are converted to. NaNs count as equal
//! whatever their sign and payload: LLVM promises neither.

mod program;
mod types;
mod values;

use crate::Tally;
use crate::compare::{Behavior, ComparedProgram, Native, Ours, in_machine, natively, toolchain_named};
use crate::table::table;
use anyhow::{Result, bail};
use program::Section;
use std::time::Duration;
use trine_native::clang::Toolchain;
use trine_native::temporary::TemporaryFolder;

/// Time of a native run.
const NATIVE_TIME: Duration = Duration::from_secs(20);
/// IR instructions per program.
const STEPS: u64 = 4_000_000_000;
/// Differences shown per program.
const SHOWN: usize = 5;

/// Options of `trine-study arithmetic`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Seed of the random values.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compilers to try, those that are installed [default: clang-22 clang-19, or the one that trine takes].
    #[arg(long, num_args = 1..)]
    clang: Vec<String>,
    /// Keep the generated programs in this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<std::path::PathBuf>,
}

/// Runs all sections with all compilers.
///
/// # Errors
/// When there is no compiler, or it refuses a program.
pub fn run(args: &Args) -> Result<Tally> {
    let mut tally = Tally::default();
    let mut rows = Vec::new();
    for toolchain in toolchains(args)? {
        for section in Section::ALL {
            let counts = compare(&toolchain, section, args)?;
            rows.push(vec![
                format!("{} (clang {})", section.name(), toolchain.major),
                counts.passed.to_string(),
                counts.failed.to_string(),
            ]);
            tally.passed += counts.passed;
            tally.failed += counts.failed;
        }
    }
    println!("{}", table(&["operations", "equal", "different"], &rows));
    Ok(tally)
}

fn toolchains(args: &Args) -> Result<Vec<Toolchain>> {
    let default = ["clang-22".to_owned(), "clang-19".to_owned()];
    let names = if args.clang.is_empty() { &default[..] } else { &args.clang };
    let found: Vec<_> = names.iter().filter_map(|name| toolchain_named(name)).collect();
    if found.is_empty() { Ok(vec![Toolchain::find()?]) } else { Ok(found) }
}

fn compare(toolchain: &Toolchain, section: Section, args: &Args) -> Result<Tally> {
    let folder = TemporaryFolder::new()?;
    let text = section.text(args.seed);
    let file = format!("{}.c", section.name().replace(' ', "-"));
    let source = folder.write(&file, &text)?;
    if let Some(keep) = &args.keep {
        std::fs::create_dir_all(keep)?;
        std::fs::write(keep.join(&file), &text)?;
    }
    let subject = ComparedProgram { source, folder: folder.path().to_owned(), flags: Vec::new() };
    let expected = match natively(toolchain, &subject, NATIVE_TIME)? {
        Native::Ran(behavior) => behavior,
        Native::TimedOut => bail!("{}: the native run takes too long", section.name()),
        Native::Unusable(reason) => bail!("{}: {reason}", section.name()),
    };
    let found = match in_machine(toolchain, &subject, STEPS) {
        Ours::Ran(behavior, _) => behavior,
        Ours::StepLimit => stopped("step limit", section),
        Ours::Failed(reason) => stopped(&reason, section),
    };
    Ok(count(&expected, &found))
}

/// A run of ours that did not come to its end counts as different in everything.
fn stopped(reason: &str, section: Section) -> Behavior {
    println!("{}: {reason}", section.name());
    Behavior { output: String::new(), status: -1 }
}

/// Results that are equal and those that are not. A line holds the operation, the position of the
/// first operand, and one result per second operand.
fn count(expected: &Behavior, found: &Behavior) -> Tally {
    let mut tally = Tally::default();
    let mut theirs = found.output.lines();
    for line in expected.output.lines() {
        let other = theirs.next().unwrap_or("");
        let mut others = other.split(' ');
        let mut different = None;
        for (position, result) in line.split(' ').enumerate() {
            let equal = others.next() == Some(result);
            // The first two words name the operation; `-` stands for what is undefined.
            if position >= 2 && result != "-" {
                *(if equal { &mut tally.passed } else { &mut tally.failed }) += 1;
            }
            if !equal && different.is_none() {
                different = Some((position, result));
            }
        }
        if let Some((position, result)) = different
            && tally.failed <= SHOWN * 16
        {
            let ours = other.split(' ').nth(position).unwrap_or("nothing");
            let name = line.split(' ').take(2).collect::<Vec<_>>().join(" ");
            println!(
                "different: {name}, second operand {}: native {result}, ours {ours}",
                position.max(2) - 2
            );
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    fn behavior(output: &str) -> Behavior {
        Behavior { output: output.to_owned(), status: 0 }
    }

    #[test]
    fn bit_fields_in_integers_of_any_width_are_those_of_the_native_run() {
        let args = Args { seed: 1, clang: Vec::new(), keep: None };
        for toolchain in toolchains(&args).unwrap() {
            let counts = compare(&toolchain, Section::BitFields, &args).unwrap();
            assert!(counts.passed > 1_000 && counts.failed == 0, "{counts:?}");
        }
    }

    #[test]
    fn each_result_counts_and_what_is_undefined_does_not() {
        let expected = behavior("add_i8 0 01 - 03\nadd_i8 1 04 05\n");
        assert_eq!(count(&expected, &expected), Tally { passed: 4, failed: 0 });
        let found = behavior("add_i8 0 01 - 04\n");
        assert_eq!(count(&expected, &found), Tally { passed: 1, failed: 3 });
    }
}
