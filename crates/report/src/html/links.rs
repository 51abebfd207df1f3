//! Anchors of the page and the links to them.
//!
//! Ids are made of positions, never of names: `u3` a function, `u3g12` its goal, `t7` a test,
//! `x2` a finding, `f0L31` a line of a file.

use super::markup::{code, escape};
use crate::Report;
use std::collections::BTreeMap;
use trine_record::{GoalId, SourceSpan};

/// Where things are on the page.
pub struct Links<'a> {
    tests: BTreeMap<&'a str, String>,
    files: BTreeMap<&'a str, (usize, usize)>,
}

impl<'a> Links<'a> {
    /// The anchors of `report`.
    pub fn new(report: &Report<'a>) -> Self {
        let suite = report.suite.tests.iter().enumerate();
        let mut tests: BTreeMap<&str, String> =
            suite.map(|(position, test)| (test.name.as_str(), format!("t{position}"))).collect();
        for (position, finding) in report.run.findings.iter().enumerate() {
            tests.entry(&finding.test).or_insert_with(|| finding_id(position));
        }
        let sources = report.sources.iter().enumerate();
        let files = sources.map(|(n, (path, text))| (path.as_str(), (n, text.lines().count()))).collect();
        Self { tests, files }
    }

    /// Id of a test.
    pub fn test_id(&self, name: &str) -> &str {
        self.tests.get(name).map_or("", String::as_str)
    }

    /// A test by its name, linked if the page lists it.
    pub fn test(&self, name: &str) -> String {
        match self.tests.get(name) {
            Some(id) => format!("<a href=\"#{id}\">{}</a>", code(name)),
            None => code(name),
        }
    }

    /// Id of a line, if the page has its source.
    pub fn line_id(&self, file: &str, line: u32) -> Option<String> {
        let (number, lines) = self.files.get(file)?;
        (1..=*lines).contains(&(line as usize)).then(|| format!("f{number}L{line}"))
    }

    /// `text`, linked to a line if the page has it.
    pub fn line(&self, file: &str, line: u32, text: &str) -> String {
        match self.line_id(file, line) {
            Some(id) => format!("<a href=\"#{id}\">{}</a>", escape(text)),
            None => escape(text),
        }
    }

    /// A place as `file:line`, linked.
    pub fn place(&self, place: &SourceSpan) -> String {
        self.line(&place.file, place.start.0, &format!("{}:{}", place.file, place.start.0))
    }
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
