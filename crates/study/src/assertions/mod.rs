//! What emitted tests assert, and whether they can be read: counted over folders of `trine c`.
//!
//! A test that asserts nothing, or only that a pointer is not null, would pass on many wrong programs. Each folder
//! is searched for `tests/test_*.c`; their functions are counted by what they check, by names that speak of line
//! numbers and by the length of their longest statement. With `--mutants` each suite is also run natively against faults made in its
//! source text ([`noticed`]).

pub mod faults;
pub mod noticed;
pub mod source;

use crate::Tally;
use crate::table::table;
use anyhow::{Context, Result, bail};
use faults::Kind;
use noticed::Counts;
use source::{Asserts, EmittedTest};
use std::path::{Path, PathBuf};
use trine_statistics::show::percent;

/// A statement of more characters is long to read: a literal of 200 bytes as numbers.
const LONG_STATEMENT: usize = 1000;
/// Folders are searched this deep.
const DEPTH: usize = 8;

/// Options of `trine-study assertions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders with what `trine c` wrote, themselves or below.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Lists the tests that are counted as weak, long or named by a line.
    #[arg(long)]
    list: bool,
    /// Share of tests without a meaningful assertion, in percent, from which on the command fails.
    #[arg(long, default_value_t = 2.0, value_name = "PERCENT")]
    most: f64,
    /// Run each suite against so many faults made in covered lines of its source, natively.
    #[arg(long, value_name = "N")]
    mutants: Option<usize>,
    /// Seed of the sample of faults.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Share of the faults of all suites that must be noticed, in percent.
    #[arg(long, default_value_t = 0.0, value_name = "PERCENT")]
    killed: f64,
}

/// Figures of a folder.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    tests: usize,
    meaning: usize,
    nothing_to_check: usize,
    only_not_null: usize,
    nothing: usize,
    by_line: usize,
    long: usize,
    longest_test: usize,
}

impl Line {
    fn add(&mut self, test: &EmittedTest) {
        self.tests += 1;
        *match test.asserts {
            Asserts::Meaning => &mut self.meaning,
            Asserts::NothingToCheck => &mut self.nothing_to_check,
            Asserts::OnlyNotNull => &mut self.only_not_null,
            Asserts::Nothing => &mut self.nothing,
        } += 1;
        self.by_line += usize::from(test.is_named_by_line());
        self.long += usize::from(test.longest_statement > LONG_STATEMENT);
        self.longest_test = self.longest_test.max(test.length);
    }

    fn weak(&self) -> f64 {
        (self.only_not_null + self.nothing) as f64 / self.tests.max(1) as f64
    }

    fn row(&self, name: String) -> Vec<String> {
        let counts = [
            self.tests,
            self.meaning,
            self.nothing_to_check,
            self.only_not_null,
            self.nothing,
            self.by_line,
            self.long,
            self.longest_test,
        ];
        let mut row = vec![name];
        row.extend(counts.map(|count| count.to_string()));
        row.push(percent(self.weak()));
        row
    }
}

/// Counts the tests below the folders.
///
/// # Errors
/// When a folder cannot be read, or none holds a test.
pub fn run(args: &Args) -> Result<Tally> {
    let heads = [
        "file",
        "tests",
        "value, state, effect",
        "nothing to check",
        "only not null",
        "nothing",
        "named by line",
        "long statements",
        "longest test",
        "weak",
    ];
    if let Some(most) = args.mutants {
        return faults_noticed(args, most);
    }
    let (mut rows, mut all) = (Vec::new(), Line::default());
    for folder in &args.folders {
        let mut files = Vec::new();
        find(folder, DEPTH, &mut files).with_context(|| format!("folder {}", folder.display()))?;
        for file in files {
            let mut line = Line::default();
            for test in source::tests(&std::fs::read_to_string(&file)?) {
                line.add(&test);
                all.add(&test);
                if args.list {
                    list(&file, &test);
                }
            }
            rows.push(line.row(file.strip_prefix(folder).unwrap_or(&file).display().to_string()));
        }
    }
    if all.tests == 0 {
        bail!("no emitted tests below these folders\n  = help: name what `trine c --out` was given");
    }
    rows.push(all.row("all".to_owned()));
    println!("{}", table(&heads, &rows));
    let failed = usize::from(all.weak() * 100.0 >= args.most);
    println!("tests without a meaningful assertion: {}, must be below {} %", percent(all.weak()), args.most);
    Ok(Tally { passed: 1 - failed, failed })
}

/// Runs each suite below the folders against faults in its source.
fn faults_noticed(args: &Args, most: usize) -> Result<Tally> {
    let (mut rows, mut all) = (Vec::new(), Counts::new());
    for folder in &args.folders {
        let mut files = Vec::new();
        find(folder, DEPTH, &mut files).with_context(|| format!("folder {}", folder.display()))?;
        for file in files {
            let mut list = |line: String| {
                if args.list {
                    println!("alive: {line}");
                }
            };
            let name = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
            match noticed::measure(&file, most, args.seed, &mut list) {
                Ok(counts) => {
                    for (kind, count) in &counts {
                        let sum = all.entry(*kind).or_default();
                        (sum.made, sum.killed) = (sum.made + count.made, sum.killed + count.killed);
                    }
                    rows.push(noticed_row(format!("{} {name}", folder.display()), &counts));
                }
                Err(error) => println!("{name}: not measured: {error:#}"),
            }
        }
    }
    rows.push(noticed_row("all".to_owned(), &all));
    let kinds = Kind::ALL.map(Kind::name);
    let heads: Vec<&str> = ["suite"].into_iter().chain(kinds).chain(["all", "noticed"]).collect();
    println!("{}", table(&heads, &rows));
    let (made, killed) = sums(&all);
    if made == 0 {
        bail!(
            "no fault could be made\n  = help: name folders that `trine c --out` was given, with lcov.info in them"
        );
    }
    let share = killed as f64 / made as f64;
    let failed = usize::from(share * 100.0 < args.killed);
    println!("faults noticed: {}, must be at least {} %", percent(share), args.killed);
    Ok(Tally { passed: 1 - failed, failed })
}

fn sums(counts: &Counts) -> (usize, usize) {
    counts.values().fold((0, 0), |(made, killed), count| (made + count.made, killed + count.killed))
}

fn noticed_row(name: String, counts: &Counts) -> Vec<String> {
    let of =
        |kind: Kind| counts.get(&kind).map_or_else(|| "-".to_owned(), |c| format!("{}/{}", c.killed, c.made));
    let (made, killed) = sums(counts);
    let mut row = vec![name];
    row.extend(Kind::ALL.map(of));
    row.extend([format!("{killed}/{made}"), percent(killed as f64 / made.max(1) as f64)]);
    row
}

fn list(file: &Path, test: &EmittedTest) {
    let what = match test.asserts {
        Asserts::OnlyNotNull => "only not null",
        Asserts::Nothing => "nothing",
        Asserts::NothingToCheck => "nothing to check",
        Asserts::Meaning if test.longest_statement > LONG_STATEMENT => "a long statement",
        Asserts::Meaning if test.is_named_by_line() => "named by line",
        Asserts::Meaning => return,
    };
    println!("{}: {}: {what}", file.display(), test.name);
}

/// The test files below `folder`, in the order of their names.
fn find(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() && depth > 0 {
            find(&path, depth - 1, files)?;
        } else if is_test_file(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn is_test_file(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_in_tests = path.parent().is_some_and(|parent| parent.ends_with("tests"));
    is_in_tests && name.starts_with("test_") && name.ends_with(".c")
}
