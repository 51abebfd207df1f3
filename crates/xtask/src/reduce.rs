//! `cargo xtask reduce FILE -- COMMAND…`: the smallest part of a failing program that still fails.
//!
//! The command tells what failing means: it is run with `{}` replaced by the path of a candidate, and the candidate is
//! kept when it succeeds (exit code 0), as `git bisect run` and C-Reduce read it. Works on any text of lines, C and IR
//! text alike: first whole regions in braces go, then runs of lines, halved until single lines are left (delta debugging, after Zeller and
//! Hildebrandt 2002, "Simplifying and isolating failure-inducing input", with complements only), until a round removes
//! nothing. The result stands beside the input with `.reduced` before its extension; the input is not changed.
//!
//! ```text
//! cargo xtask reduce failing.c -- sh -c 'target/debug/trine c {} 2>&1 | grep -q "internal error"'
//! ```

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// What `reduce` takes.
#[derive(Debug)]
pub struct Options {
    /// The failing program.
    file: PathBuf,
    /// The command that succeeds as long as a candidate still fails.
    command: Vec<String>,
}

impl Options {
    /// Reads the arguments behind `reduce`.
    ///
    /// # Errors
    /// When the file or the command is missing, or the command never uses the candidate.
    pub fn parse(arguments: &[&str]) -> Result<Self> {
        let [file, "--", command @ ..] = arguments else {
            bail!("`reduce` wants a file, `--` and a command")
        };
        if !command.iter().any(|word| word.contains("{}")) {
            bail!("the command does not use the candidate: write `{{}}` where its path belongs");
        }
        Ok(Self { file: PathBuf::from(file), command: command.iter().map(|&word| word.to_owned()).collect() })
    }
}

/// Reduces the file and writes the result beside it.
///
/// # Errors
/// When the file cannot be read, the command cannot be run, the whole file does not fail, or nothing at all does.
pub fn run(root: &Path, options: &Options) -> Result<ExitCode> {
    let text = fs::read_to_string(&options.file)
        .with_context(|| format!("cannot read {}", options.file.display()))?;
    let folder = root.join("target").join("reduce");
    fs::create_dir_all(&folder)?;
    let name = options.file.file_name().context("a file has a name")?;
    let candidate = folder.join(name);
    let mut tries = 0;
    let mut fails = |lines: &[&str]| {
        tries += 1;
        fs::write(&candidate, lines.concat())?;
        succeeds(&options.command, &candidate)
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    if !fails(&lines)? {
        bail!("the command does not succeed on the whole of {}", options.file.display());
    }
    if fails(&[])? {
        bail!(
            "the command succeeds on an empty file too: it looks at something else than the candidate, perhaps at what an earlier run left"
        );
    }
    let reduced = reduce(lines, &mut fails)?;
    let result = reduced_name(&options.file);
    fs::write(&result, reduced.concat())?;
    println!(
        "reduce: {} lines of {} left after {tries} runs: {}",
        reduced.len(),
        text.lines().count(),
        result.display()
    );
    Ok(ExitCode::SUCCESS)
}

/// `parser.c` becomes `parser.reduced.c`.
fn reduced_name(file: &Path) -> PathBuf {
    match file.extension() {
        Some(extension) => {
            let mut ending = std::ffi::OsString::from("reduced.");
            ending.push(extension);
            file.with_extension(ending)
        }
        None => file.with_extension("reduced"),
    }
}

/// Whether the command succeeds on the candidate. What it prints is dropped.
fn succeeds(command: &[String], candidate: &Path) -> Result<bool> {
    let path = candidate.display().to_string();
    let mut words = command.iter().map(|word| word.replace("{}", &path));
    let program = words.next().context("the command is empty")?;
    let status = Command::new(&program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .with_context(|| format!("cannot run `{program}`"))?;
    Ok(status.success())
}

/// The lines that are left when no region in braces and no run of lines can be removed any more.
///
/// # Errors
/// Those of `fails`.
fn reduce<'t>(
    mut lines: Vec<&'t str>,
    fails: &mut impl FnMut(&[&'t str]) -> Result<bool>,
) -> Result<Vec<&'t str>> {
    loop {
        let before = lines.len();
        lines = without_regions(lines, fails)?;
        lines = without_runs(lines, fails)?;
        if lines.len() == before {
            return Ok(lines);
        }
    }
}

/// Removes regions in braces, the largest ones first where they nest.
fn without_regions<'t>(
    mut lines: Vec<&'t str>,
    fails: &mut impl FnMut(&[&'t str]) -> Result<bool>,
) -> Result<Vec<&'t str>> {
    let mut at = 0;
    while at < lines.len() {
        match region(&lines, at) {
            Some(end) if end > at + 1 && remove(&mut lines, at, end, fails)? => {}
            _ => at += 1,
        }
    }
    Ok(lines)
}

/// Where the region ends (exclusive) that opens in line `at`: behind the line in which as many braces are closed as were opened.
fn region(lines: &[&str], at: usize) -> Option<usize> {
    let mut depth = 0i64;
    for (index, line) in lines.iter().enumerate().skip(at) {
        for letter in line.chars() {
            depth += i64::from(letter == '{') - i64::from(letter == '}');
        }
        if depth <= 0 {
            return (index > at).then_some(index + 1);
        }
    }
    None
}

/// Removes runs of lines: half of them, a quarter, down to one line.
fn without_runs<'t>(
    mut lines: Vec<&'t str>,
    fails: &mut impl FnMut(&[&'t str]) -> Result<bool>,
) -> Result<Vec<&'t str>> {
    let mut size = lines.len().div_ceil(2);
    loop {
        let mut at = 0;
        while at < lines.len() {
            let end = (at + size).min(lines.len());
            if !remove(&mut lines, at, end, fails)? {
                at = end;
            }
        }
        if size <= 1 {
            return Ok(lines);
        }
        size = size.div_ceil(2);
    }
}

/// Removes the lines `start..end` if what is left still fails.
fn remove<'t>(
    lines: &mut Vec<&'t str>,
    start: usize,
    end: usize,
    fails: &mut impl FnMut(&[&'t str]) -> Result<bool>,
) -> Result<bool> {
    let candidate: Vec<&str> = lines[..start].iter().chain(&lines[end..]).copied().collect();
    let still = fails(&candidate)?;
    if still {
        *lines = candidate;
    }
    Ok(still)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(text: &str, fails: impl Fn(&str) -> bool) -> String {
        let lines = text.split_inclusive('\n').collect();
        reduce(lines, &mut |lines| Ok(fails(&lines.concat()))).unwrap().concat()
    }

    #[test]
    fn what_the_failure_needs_is_left() {
        let text: String = (0..100).map(|number| format!("{number}\n")).collect();
        let both =
            |text: &str| text.lines().any(|line| line == "17") && text.lines().any(|line| line == "83");
        assert_eq!(reduced(&text, both), "17\n83\n");
    }

    #[test]
    fn regions_go_as_a_whole() {
        let text = "int f(void)\n{\n  return 1;\n}\nint g(void)\n{\n  if (x) {\n    return 3;\n  }\n  return 2;\n}\n";
        let balanced =
            |text: &str| text.contains("return 2") && text.matches('{').count() == text.matches('}').count();
        assert_eq!(reduced(text, balanced), "{\n  return 2;\n}\n");
        let function = |text: &str| balanced(text) && text.contains("g(void)\n{\n") && text.ends_with("}\n");
        assert_eq!(reduced(text, function), "int g(void)\n{\n  return 2;\n}\n");
    }

    #[test]
    fn errors_of_the_command_end_the_reduction() {
        let mut runs = 0;
        let result = reduce(vec!["a\n", "b\n"], &mut |_| {
            runs += 1;
            bail!("no such command")
        });
        assert!(result.is_err());
        assert_eq!(runs, 1);
    }

    #[test]
    fn arguments_are_checked() {
        assert!(Options::parse(&["a.c"]).is_err());
        assert!(Options::parse(&["a.c", "--", "true"]).is_err());
        let options = Options::parse(&["a.c", "--", "grep", "x", "{}"]).unwrap();
        assert_eq!(options.command, ["grep", "x", "{}"]);
        assert_eq!(reduced_name(&options.file), PathBuf::from("a.reduced.c"));
    }
}
