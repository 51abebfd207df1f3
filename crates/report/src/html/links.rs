//! Anchors of the pages and the links to them.
//!
//! Ids are made of positions, never of names: `u3` a function, `u3g12` its goal, `t7` a test,
//! `x2` a finding, `f0L31` a line of a file. Where the report is one page, a link is an id; where it is many, it is the path from the page
//! that is being written to that of the id.

use super::markup::{breakable, escape};
use super::slices::Slices;
use crate::Report;
use std::cell::Cell;
use std::collections::BTreeMap;
use trine_record::{GoalId, Language, SourceSpan};

/// A page of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Home {
    /// The first one.
    Index,
    /// That of a file, by its position.
    File(usize),
    /// That of a unit, by its position.
    Unit(usize),
}

impl Home {
    /// Its path from the folder of the report.
    pub fn path(self) -> String {
        match self {
            Self::Index => "index.html".to_owned(),
            Self::File(file) => format!("files/f{file}.html"),
            Self::Unit(unit) => format!("units/u{unit}.html"),
        }
    }
}

/// Where things are.
pub struct Links<'a> {
    tests: BTreeMap<&'a str, (Home, String)>,
    files: BTreeMap<&'a str, FileLinks>,
    /// The page that is being written; `None` where there is only one.
    here: Cell<Option<Home>>,
}

/// Where the lines of a file are.
struct FileLinks {
    number: usize,
    /// First and last line of each stretch that is shown, and its page; by rising line.
    stretches: Vec<(usize, usize, Home)>,
}

impl FileLinks {
    /// The page of a line; `None` for one that is not shown.
    fn home(&self, line: u32) -> Option<Home> {
        let line = line as usize;
        let behind = self.stretches.partition_point(|&(_, last, _)| last < line);
        self.stretches.get(behind).filter(|&&(first, ..)| first <= line).map(|&(.., home)| home)
    }
}

impl<'a> Links<'a> {
    /// The anchors of `report`, whose files have these numbers on pages of their own.
    pub fn new(report: &Report<'a>, is_split: bool) -> Self {
        let mut tests = BTreeMap::new();
        let positions: BTreeMap<&str, usize> =
            report.suite.tests.iter().enumerate().map(|(at, test)| (test.name.as_str(), at)).collect();
        for (unit, (record, goals)) in report.units().enumerate() {
            for test in report.tests_of(record, goals) {
                let Some(position) = positions.get(test.name.as_str()) else { continue };
                tests.entry(test.name.as_str()).or_insert_with(|| (Home::Unit(unit), format!("t{position}")));
            }
        }
        for (position, finding) in report.run.findings.iter().enumerate() {
            tests.entry(&finding.test).or_insert_with(|| (Home::Index, finding_id(position)));
        }
        let sources = report.sources.iter().enumerate();
        let files = sources
            .map(|(number, (path, text))| {
                let lines: Vec<&str> = text.lines().collect();
                let links = FileLinks { number, stretches: stretches(report, number, path, &lines) };
                (path.as_str(), links)
            })
            .collect();
        Self { tests, files, here: Cell::new(is_split.then_some(Home::Index)) }
    }

    /// Links are seen from `page` from now on, if there is more than one.
    pub fn write_on(&self, page: Home) {
        if self.here.get().is_some() {
            self.here.set(Some(page));
        }
    }

    /// Whether the report has many pages.
    pub fn is_split(&self) -> bool {
        self.here.get().is_some()
    }

    /// The path to `file` of the folder of the report.
    pub fn to_folder(&self, file: &str) -> String {
        match self.here.get() {
            None | Some(Home::Index) => file.to_owned(),
            Some(_) => format!("../{file}"),
        }
    }

    /// The address of `id`, which stands on the page `home`.
    pub fn href(&self, home: Home, id: &str) -> String {
        match self.here.get() {
            Some(here) if here != home => format!("{}#{id}", self.to_folder(&home.path())),
            _ => format!("#{id}"),
        }
    }

    /// The address of a unit.
    pub fn unit_href(&self, unit: usize) -> String {
        self.href(Home::Unit(unit), &unit_id(unit))
    }

    /// The address of a goal.
    pub fn goal_href(&self, unit: usize, goal: GoalId) -> String {
        self.href(Home::Unit(unit), &goal_id(unit, goal))
    }

    /// The address of a finding.
    pub fn finding_href(&self, finding: usize) -> String {
        self.href(Home::Index, &finding_id(finding))
    }

    /// Id of a test.
    pub fn test_id(&self, name: &str) -> &str {
        self.tests.get(name).map_or("", |(_, id)| id)
    }

    /// The address of a test, if it is listed.
    pub fn test_href(&self, name: &str) -> Option<String> {
        self.tests.get(name).map(|(home, id)| self.href(*home, id))
    }

    /// A test by its name, linked if it is listed.
    pub fn test(&self, name: &str) -> String {
        let shown = breakable(name);
        match self.test_href(name) {
            Some(href) => format!("<a href=\"{href}\">{shown}</a>"),
            None => shown,
        }
    }

    /// Number of a file whose source is known.
    pub fn file(&self, path: &str) -> Option<usize> {
        self.files.get(path).map(|file| file.number)
    }

    /// Id of a line, if it is shown.
    pub fn line_id(&self, file: &str, line: u32) -> Option<String> {
        let file = self.files.get(file)?;
        file.home(line).map(|_| format!("f{}L{line}", file.number))
    }

    /// The address of a line, if it is shown.
    pub fn line_href(&self, file: &str, line: u32) -> Option<String> {
        let id = self.line_id(file, line)?;
        let home = self.files.get(file)?.home(line)?;
        Some(self.href(home, &id))
    }

    /// `text`, linked to a line if its source is known.
    pub fn line(&self, file: &str, line: u32, text: &str) -> String {
        match self.line_href(file, line) {
            Some(href) => format!("<a href=\"{href}\">{}</a>", escape(text)),
            None => escape(text),
        }
    }

    /// A place as `file:line`, linked.
    pub fn place(&self, place: &SourceSpan) -> String {
        let text = format!("{}:{}", place.file, place.start.0);
        match self.line_href(&place.file, place.start.0) {
            // A long path is broken between its folders.
            Some(href) => format!("<a href=\"{href}\">{}</a>", escape(&text).replace('/', "/<wbr/>")),
            None => escape(&text).replace('/', "/<wbr/>"),
        }
    }
}

/// How the lines of a file are cut: into its units, by their positions in the report, and the rest.
pub fn slices(report: &Report<'_>, path: &str, lines: &[&str]) -> (Vec<usize>, Slices) {
    let units = report.run.units.iter().enumerate();
    let mut units: Vec<usize> = units.filter(|(_, unit)| unit.file == path).map(|(at, _)| at).collect();
    units.sort_by_key(|&unit| report.run.units[unit].line);
    let slices = match report.run.language {
        Language::C => {
            let definitions: Vec<u32> = units.iter().map(|&unit| report.run.units[unit].line).collect();
            Slices::new(lines, &definitions)
        }
        // A class is its file, but for the comments of the licence: nothing is gained by cutting it.
        Language::Java => Slices::whole(lines, units.len()),
    };
    (units, slices)
}

fn stretches(report: &Report<'_>, number: usize, path: &str, lines: &[&str]) -> Vec<(usize, usize, Home)> {
    let (units, slices) = slices(report, path, lines);
    let of_units = units.iter().map(|&unit| Home::Unit(unit)).zip(&slices.functions);
    let of_file = slices.rest.iter().map(|range| (Home::File(number), range));
    let shown = of_units.chain(of_file).filter(|(_, range)| !range.is_empty());
    let mut stretches: Vec<_> = shown.map(|(home, range)| (*range.start(), *range.end(), home)).collect();
    stretches.sort_unstable();
    stretches
}

/// Id of a unit.
pub fn unit_id(unit: usize) -> String {
    format!("u{unit}")
}

/// Id of a goal.
pub fn goal_id(unit: usize, goal: GoalId) -> String {
    format!("u{unit}g{}", goal.0)
}

/// Id of a finding.
pub fn finding_id(finding: usize) -> String {
    format!("x{finding}")
}
