//! A case: the directives at the head of a file and the expectations on its lines.

use crate::expectation::{Expectation, Item, items};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use trine_base::Budget;
use trine_record::Criterion;

/// Strategies that every case runs under, unless it says why not.
const USUAL_STRATEGIES: [&str; 2] = ["search", "hybrid"];

/// A program that carries its own expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The file.
    pub path: PathBuf,
    /// Topic and sentence: `logic/if_zero_is_dead`.
    pub name: String,
    /// Its lines.
    pub lines: Vec<String>,
    /// Functions under test.
    pub entry: Vec<String>,
    /// Criteria to run with.
    pub criteria: Vec<Criterion>,
    /// Strategies to run with: the usual ones, but for those that the case says a reason against, and further ones.
    pub strategies: Vec<String>,
    /// Budget of each entry function.
    pub budget: Budget,
    /// Seed.
    pub seed: u64,
    /// Functions that must be reported as unsupported.
    pub unsupported: Vec<String>,
    /// Whether faults that no line states are fine.
    pub other_faults_allowed: bool,
    /// The oldest major version of clang the file is for.
    pub clang: u32,
    /// The settings to run with, with preconditions and stubs.
    pub settings: Option<PathBuf>,
    /// Further options of the command.
    pub options: Vec<String>,
    /// Tests in the suites of all entry functions together, at most.
    pub max_tests: Option<usize>,
    /// Tests that do not hold natively and are dropped.
    pub dropped: usize,
    /// What became of the paths of the first entry function, in the words of the report.
    pub paths: Option<String>,
    /// What its lines say.
    pub expectations: Vec<Expectation>,
}

/// A case that cannot be read: where and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1; 0 for the whole file.
    pub line: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path.display(), self.line, self.message)
    }
}

impl std::error::Error for CaseError {}

impl Case {
    /// All cases below `folder`, by path.
    ///
    /// # Errors
    /// For the first file or folder that cannot be read.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, CaseError> {
        let mut paths = Vec::new();
        collect(folder, &mut paths).map_err(|error| CaseError {
            path: folder.to_owned(),
            line: 0,
            message: error.to_string(),
        })?;
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// The case in the file `path`.
    ///
    /// # Errors
    /// When the file cannot be read or holds something that is not of the grammar.
    pub fn read(path: &Path) -> Result<Self, CaseError> {
        let text = fs::read_to_string(path).map_err(|error| CaseError {
            path: path.to_owned(),
            line: 0,
            message: error.to_string(),
        })?;
        Self::parse(path, &text)
    }

    /// The case with the text `text`.
    ///
    /// # Errors
    /// At the first line that is not of the grammar.
    pub fn parse(path: &Path, text: &str) -> Result<Self, CaseError> {
        let mut case = Self::empty(path, text);
        let at = |line: usize, message: String| CaseError {
            path: path.to_owned(),
            line: line as u32 + 1,
            message,
        };
        for (number, line) in text.lines().enumerate() {
            if let Some(directive) = line.strip_prefix("//@") {
                let (key, value) = directive
                    .trim()
                    .split_once(": ")
                    .ok_or_else(|| at(number, format!("`{line}` is not `//@ KEY: VALUE`")))?;
                case.set(key, value.trim()).map_err(|message| at(number, message))?;
            } else if let Some((_, comment)) = line.split_once("//~") {
                let items = items(comment).map_err(|message| at(number, message))?;
                let line = number as u32 + 1;
                case.expectations.extend(items.into_iter().map(|item| Expectation { line, item }));
            } else if line.contains("//@") {
                return Err(at(number, "a directive stands at the start of a line".to_owned()));
            }
        }
        if case.entry.is_empty() {
            return Err(at(0, "no `//@ entry:` names the functions under test".to_owned()));
        }
        Ok(case)
    }

    fn empty(path: &Path, text: &str) -> Self {
        let stem = path.with_extension("");
        let parts: Vec<_> = stem.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
        Self {
            path: path.to_owned(),
            name: parts.into_iter().rev().collect::<Vec<_>>().join("/"),
            lines: text.lines().map(str::to_owned).collect(),
            entry: Vec::new(),
            criteria: vec![Criterion::Branch],
            strategies: USUAL_STRATEGIES.map(str::to_owned).to_vec(),
            budget: Budget::Evaluations(20_000),
            seed: 1,
            unsupported: Vec::new(),
            other_faults_allowed: false,
            clang: 0,
            settings: None,
            options: Vec::new(),
            max_tests: None,
            dropped: 0,
            paths: None,
            expectations: Vec::new(),
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let names = || value.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>();
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is no number"));
        match key {
            "entry" => self.entry = names(),
            "criteria" => {
                self.criteria = names().iter().map(|name| name.parse()).collect::<Result<_, String>>()?
            }
            "strategies" => {
                for name in names() {
                    if self.strategies.contains(&name) {
                        return Err(format!("`{name}` is run anyway"));
                    }
                    self.strategies.push(name);
                }
            }
            "without" => {
                let (name, reason) =
                    value.split_once(", because ").ok_or("without: STRATEGY, because REASON")?;
                let known = self.strategies.iter().position(|strategy| strategy == name);
                let at = known.ok_or_else(|| format!("`{name}` is not run anyway"))?;
                if reason.trim().is_empty() {
                    return Err(format!("why not under `{name}`?"));
                }
                self.strategies.remove(at);
            }
            "budget" => {
                self.budget =
                    value.parse().map_err(|error: trine_base::budget::BudgetError| error.to_string())?
            }
            "seed" => self.seed = number()?,
            "unsupported" => self.unsupported = names(),
            "other-faults" if value == "allowed" => self.other_faults_allowed = true,
            "dropped" => self.dropped = number()? as usize,
            "clang" => self.clang = number()? as u32,
            "settings" => self.settings = Some(self.path.with_file_name(value)),
            "options" => self.options = value.split_whitespace().map(str::to_owned).collect(),
            "paths" => self.paths = Some(value.to_owned()),
            "tests" => {
                let most = value.strip_prefix("at most ").ok_or("tests: at most NUMBER")?;
                self.max_tests = Some(most.parse().map_err(|_| format!("`{most}` is no number"))?);
            }
            _ => return Err(format!("`{key}: {value}` is no directive")),
        }
        Ok(())
    }

    /// The criteria to run with: those listed, and `statement` where a line speaks of statements.
    #[must_use]
    pub fn criteria_to_run(&self) -> Vec<Criterion> {
        let mut criteria = self.criteria.clone();
        let speaks_of_statements = self.expectations.iter().any(|e| matches!(e.item, Item::Statement(_)));
        if speaks_of_statements && !criteria.contains(&Criterion::Statement) {
            criteria.push(Criterion::Statement);
        }
        criteria
    }

    /// Which definition of the file a line belongs to: definitions end with a `}` in the first column.
    #[must_use]
    pub fn definition_of(&self, line: u32) -> usize {
        self.lines.iter().take(line.saturating_sub(1) as usize).filter(|text| text.starts_with('}')).count()
    }
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "c") {
            paths.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectation::Status;

    fn parse(text: &str) -> Result<Case, String> {
        Case::parse(Path::new("logic/a.c"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn directives_and_expectations_are_read() {
        let text = "//@ entry: f, g\n//@ criteria: branch, mcdc\n//@ budget: 500 evals\n//@ clang: 19\n\
                    int f(int a)\n{\n    return a && 1; //~ C1: T covered, F open\n}\n";
        let case = parse(text).unwrap();
        assert_eq!((case.name.as_str(), case.entry.len(), case.clang), ("logic/a", 2, 19));
        assert_eq!(case.criteria_to_run(), [Criterion::Branch, Criterion::Mcdc]);
        assert_eq!(case.budget, Budget::Evaluations(500));
        let item = Item::Condition { number: 1, sides: [Status::Covered, Status::Open] };
        assert_eq!(case.expectations, [Expectation { line: 7, item }]);
    }

    #[test]
    fn the_usual_strategies_are_run_unless_the_case_says_why_not() {
        let strategies =
            |lines: &str| parse(&format!("//@ entry: f\n{lines}int f;\n")).map(|case| case.strategies);
        assert_eq!(strategies("").unwrap(), ["search", "hybrid"]);
        assert_eq!(strategies("//@ strategies: dse, paths\n").unwrap(), ["search", "hybrid", "dse", "paths"]);
        assert_eq!(strategies("//@ without: hybrid, because it is about AVM\n").unwrap(), ["search"]);
        assert!(strategies("//@ without: hybrid\n").unwrap_err().contains("because REASON"));
        assert!(strategies("//@ without: dse, because it is slow\n").unwrap_err().contains("not run anyway"));
        assert!(strategies("//@ strategies: search\n").unwrap_err().contains("run anyway"));
    }

    #[test]
    fn a_line_about_a_statement_asks_for_a_run_of_that_criterion() {
        let case = parse("//@ entry: f\nint f; //~ statement: covered\n").unwrap();
        assert_eq!(case.criteria_to_run(), [Criterion::Branch, Criterion::Statement]);
    }

    #[test]
    fn what_is_not_understood_is_named_with_its_line() {
        assert_eq!(
            parse("int f;\n").unwrap_err(),
            "logic/a.c:1: no `//@ entry:` names the functions under test"
        );
        assert_eq!(
            parse("//@ entry: f\n//@ mood: good\n").unwrap_err(),
            "logic/a.c:2: `mood: good` is no directive"
        );
        assert_eq!(parse("//@ entry f\n").unwrap_err(), "logic/a.c:1: `//@ entry f` is not `//@ KEY: VALUE`");
        assert_eq!(parse("//@ entry: f\n//@ seed: x\n").unwrap_err(), "logic/a.c:2: `x` is no number");
        assert!(parse("//@ entry: f\n//@ criteria: all\n").unwrap_err().contains("`all` is no criterion"));
        assert!(parse("//@ entry: f\n//@ budget: long\n").unwrap_err().contains("`long` is no budget"));
        assert_eq!(parse("//@ entry: f\nf(); //~ hm\n").unwrap_err(), "logic/a.c:2: `hm` is no expectation");
        assert!(parse("int f; //@ entry: f\n").unwrap_err().contains("start of a line"));
    }

    #[test]
    fn lines_belong_to_the_definition_that_ends_after_them() {
        let case = parse("//@ entry: f\nint f(void)\n{\n}\nint g(void)\n{\n}\n").unwrap();
        assert_eq!((case.definition_of(2), case.definition_of(4), case.definition_of(5)), (0, 0, 1));
    }

    #[test]
    fn every_case_of_the_project_can_be_read() {
        let cases = Case::read_all(&crate::cases_folder()).unwrap();
        assert!(cases.len() >= 60, "{} cases", cases.len());
    }
}
