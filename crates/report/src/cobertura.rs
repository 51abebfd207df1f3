//! `cobertura.xml`: coverage for the tools that read Cobertura's format (`coverage-04.dtd`), as GitLab and Jenkins do.
//!
//! A file is a class, its folder a package. Lines and branches are those of the LCOV tracefile, with the same reservations: see
//! [`lcov`](crate::lcov). Branches of a line are counted together, as Cobertura does. The time stamp is 0: the same records give the
//! same bytes.

use crate::Report;
use std::collections::BTreeMap;
use std::fmt::Write;
use trine_record::{GoalKind, GoalStatus};

/// Lines of one file: count of tests, branches covered, branches.
#[derive(Default)]
struct File {
    lines: BTreeMap<u32, Line>,
}

#[derive(Clone, Copy, Default)]
struct Line {
    hits: usize,
    covered: usize,
    branches: usize,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    lines: (usize, usize),
    branches: (usize, usize),
}

impl Sum {
    fn add(&mut self, other: Self) {
        self.lines = (self.lines.0 + other.lines.0, self.lines.1 + other.lines.1);
        self.branches = (self.branches.0 + other.branches.0, self.branches.1 + other.branches.1);
    }
}

impl File {
    fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        for line in self.lines.values() {
            let hit = usize::from(line.hits > 0);
            sum.add(Sum { lines: (hit, 1), branches: (line.covered, line.branches) });
        }
        sum
    }
}

/// The document.
#[must_use]
pub fn document(report: &Report<'_>) -> String {
    let files = files(report);
    let mut packages: BTreeMap<&str, Vec<(&str, &File)>> = BTreeMap::new();
    let mut total = Sum::default();
    for (path, file) in &files {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        packages.entry(folder).or_default().push((path, file));
        total.add(file.sum());
    }
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n\
         <coverage {} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" complexity=\"0\" \
         version=\"trine {}\" timestamp=\"0\">\n<sources><source>.</source></sources>\n<packages>\n",
        rates(total),
        total.lines.0,
        total.lines.1,
        total.branches.0,
        total.branches.1,
        escape(&report.run.version)
    );
    for (folder, files) in packages {
        let mut sum = Sum::default();
        files.iter().for_each(|(_, file)| sum.add(file.sum()));
        let name = if folder.is_empty() { ".".to_owned() } else { folder.replace('/', ".") };
        let _ =
            writeln!(text, "<package name=\"{}\" {} complexity=\"0\">\n<classes>", escape(&name), rates(sum));
        files.iter().for_each(|(path, file)| class(&mut text, path, file));
        text.push_str("</classes>\n</package>\n");
    }
    text + "</packages>\n</coverage>\n"
}

fn files<'a>(report: &Report<'a>) -> BTreeMap<&'a str, File> {
    let mut files: BTreeMap<&str, File> = BTreeMap::new();
    for (unit, goals) in report.units() {
        let file = files.entry(unit.file.as_str()).or_default();
        for line in
            unit.classes.iter().flat_map(|class| &class.lines).filter(|line| line.instruction.total() > 0)
        {
            file.lines.entry(line.line).or_default().hits += usize::from(line.instruction.covered > 0);
        }
        if unit.classes.is_empty() {
            let tests = report.tests_of(unit, goals).count();
            file.lines.entry(unit.line).or_default().hits += tests;
        }
        for goal in goals.iter().filter(|goal| !goal.span.file.is_empty()) {
            let tests = match &goal.status {
                GoalStatus::Covered { tests } => tests.len(),
                GoalStatus::Infeasible { .. } | GoalStatus::Unknown { .. } => 0,
            };
            let line =
                files.entry(goal.span.file.as_str()).or_default().lines.entry(goal.span.start.0).or_default();
            line.hits = line.hits.max(tests);
            if !matches!(goal.goal, GoalKind::Statement { .. }) {
                line.branches += 1;
                line.covered += usize::from(tests > 0);
            }
        }
    }
    files
}

fn class(text: &mut String, path: &str, file: &File) {
    let name = path.rsplit('/').next().unwrap_or(path);
    let _ = writeln!(
        text,
        "<class name=\"{}\" filename=\"{}\" {} complexity=\"0\">\n<methods/>\n<lines>",
        escape(name),
        escape(path),
        rates(file.sum())
    );
    for (number, line) in &file.lines {
        let _ = match line.branches {
            0 => writeln!(text, "<line number=\"{number}\" hits=\"{}\" branch=\"false\"/>", line.hits),
            all => writeln!(
                text,
                "<line number=\"{number}\" hits=\"{}\" branch=\"true\" condition-coverage=\"{}% ({}/{all})\"/>",
                line.hits,
                100 * line.covered / all,
                line.covered
            ),
        };
    }
    text.push_str("</lines>\n</class>\n");
}

fn rates(sum: Sum) -> String {
    let rate = |(covered, all): (usize, usize)| if all == 0 { 1.0 } else { covered as f64 / all as f64 };
    format!("line-rate=\"{:.4}\" branch-rate=\"{:.4}\"", rate(sum.lines), rate(sum.branches))
}

/// Text as the value of an attribute or as content: characters that XML 1.0 forbids are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
