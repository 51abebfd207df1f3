//! Java cases: a class with what must become of its branches and of the tests written for it.
//!
//! ```text
//! //@ class: Sign                        the class under test; the file may define others
//! //@ budget: 20000 evals                5000 evals where nothing is said
//! //@ strategy: hybrid                   another than the one that `trine java` chooses itself
//! //@ contains: assertThrows(            a piece of the emitted test class; `lacks:` for what must not be there
//! if (a < 0) { //~ covered               all branches of the line; `covered 3/4` counts them, `open` means none
//! if (a < a) { //~ infeasible 1/2        so many of so many branches of the line are proved infeasible
//! return -1;   //~ statement: open       no instruction of the line is executed; `covered` means all of them
//! //@ criterion: mcdc                    another than branch; outcomes of conditions count as branches
//! if (a && b) {  //~ mcdc 2/2            so many of so many conditions of the line are shown to decide alone
//! if (a || b) {  //~ decisions 1/2       so many of so many outcomes of decisions
//! //@ exceptions: goals                  exceptions are goals
//! int f(int[] a) { //~ throws java.lang.NullPointerException    out of the method that begins here
//! ```
//!
//! A line that says nothing of its goals of a kind must have all of them covered: what no input covers has to be said.

use crate::case::CaseError;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use trine_base::Budget;
use trine_record::{Criterion, GoalKind, GoalRecord, GoalStatus, NativeVerdict, RunRecord, UnitStatus};

/// A Java file that carries its own expectations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaCase {
    /// The file.
    pub path: PathBuf,
    /// Topic and sentence: `strings/an_empty_string`.
    pub name: String,
    /// The class under test.
    pub class: String,
    /// What is to be covered.
    pub criterion: Criterion,
    /// Whether exceptions are goals.
    pub exceptions: bool,
    /// The strategy, where it is not the one that the command chooses.
    pub strategy: Option<String>,
    /// Its budget.
    pub budget: Budget,
    /// Seed.
    pub seed: u64,
    /// Pieces that the emitted test class has.
    pub contains: Vec<String>,
    /// Pieces that it does not have.
    pub lacks: Vec<String>,
    /// What its lines say.
    pub expectations: Vec<(u32, JavaItem)>,
}

/// What a line of a Java case says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JavaItem {
    /// All branches of the line are covered.
    AllBranches,
    /// So many of so many are.
    Branches(usize, usize),
    /// None is.
    NoBranch,
    /// So many of so many are proved infeasible.
    Infeasible(usize, usize),
    /// So many of so many conditions are shown to decide alone.
    Independence(usize, usize),
    /// So many of so many outcomes of decisions are covered.
    Decisions(usize, usize),
    /// The method that begins in the line is shown to throw this.
    Throws(String),
    /// All instructions of the line are executed, or none.
    Statement(bool),
}

/// What a run left in its output folder.
#[derive(Clone, Debug)]
pub struct JavaOutcome {
    /// The run.
    pub run: RunRecord,
    /// The goals of all its units.
    pub goals: Vec<GoalRecord>,
    /// The emitted test classes, one after the other.
    pub text: String,
}

impl JavaCase {
    /// All cases below `folder`, by path.
    ///
    /// # Errors
    /// For the first file or folder that cannot be read.
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, CaseError> {
        let mut paths = Vec::new();
        let error = |path: &Path, error: &std::io::Error| CaseError {
            path: path.to_owned(),
            line: 0,
            message: error.to_string(),
        };
        files_with_extension(folder, "java", &mut paths).map_err(|io| error(folder, &io))?;
        paths.sort();
        paths
            .iter()
            .map(|path| Self::parse(path, &fs::read_to_string(path).map_err(|io| error(path, &io))?))
            .collect()
    }

    /// The case with this text.
    ///
    /// # Errors
    /// At the first line that is not of the grammar.
    pub fn parse(path: &Path, text: &str) -> Result<Self, CaseError> {
        let stem = path.with_extension("");
        let parts: Vec<_> = stem.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
        let mut case = Self {
            path: path.to_owned(),
            name: parts.into_iter().rev().collect::<Vec<_>>().join("/"),
            class: String::new(),
            criterion: Criterion::Branch,
            exceptions: false,
            strategy: None,
            budget: Budget::Evaluations(5000),
            seed: 1,
            contains: Vec::new(),
            lacks: Vec::new(),
            expectations: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            let at = |message: String| CaseError { path: path.to_owned(), line: number, message };
            if let Some(directive) = line.strip_prefix("//@") {
                case.set(directive.trim()).map_err(at)?;
            } else if let Some((_, comment)) = line.split_once("//~") {
                for item in comment.split(';') {
                    case.expectations.push((number, item_of(item.trim()).map_err(at)?));
                }
            }
        }
        let missing = CaseError {
            path: path.to_owned(),
            line: 0,
            message: "no `//@ class:` names the class under test".to_owned(),
        };
        if case.class.is_empty() { Err(missing) } else { Ok(case) }
    }

    fn set(&mut self, directive: &str) -> Result<(), String> {
        let (key, value) =
            directive.split_once(':').ok_or_else(|| format!("`{directive}` is not KEY: VALUE"))?;
        let value = value.trim();
        match key {
            "class" => self.class = value.to_owned(),
            "budget" => {
                self.budget =
                    value.parse().map_err(|error: trine_base::budget::BudgetError| error.to_string())?;
            }
            "seed" => self.seed = value.parse().map_err(|_| format!("`{value}` is no number"))?,
            "criterion" => self.criterion = value.parse()?,
            "strategy" => self.strategy = Some(value.to_owned()),
            "exceptions" if value == "goals" => self.exceptions = true,
            "contains" => self.contains.push(value.to_owned()),
            "lacks" => self.lacks.push(value.to_owned()),
            _ => return Err(format!("`{key}: {value}` is no directive")),
        }
        Ok(())
    }

    /// The package of the class; empty where it has none.
    #[must_use]
    pub fn package(&self) -> &str {
        // Classes begin with capitals, packages do not.
        let end = self.class.find(char::is_uppercase).unwrap_or(self.class.len());
        self.class[..end].trim_end_matches('.')
    }

    /// The case with its text `text` in a package of its own, so that many can be compiled together: lines keep their numbers.
    #[must_use]
    pub fn in_own_package(&self, text: &str) -> (Self, String) {
        if !self.package().is_empty() {
            return (self.clone(), text.to_owned());
        }
        let package = format!("cases.{}", self.name.replace('/', "."));
        let class = format!("{package}.{}", self.class);
        (Self { class, ..self.clone() }, format!("package {package}; {text}"))
    }

    /// Criterion, strategy, budget and seed, as options of `trine java`.
    #[must_use]
    pub fn options(&self) -> Vec<String> {
        let mut words = vec!["--criterion".to_owned(), self.criterion.name().to_owned()];
        words.extend(self.exceptions.then(|| "--exceptions".to_owned()));
        words.extend(self.strategy.iter().flat_map(|strategy| ["--strategy".to_owned(), strategy.clone()]));
        words.extend(["--budget".to_owned(), self.budget.to_string()]);
        words.extend(["--seed".to_owned(), self.seed.to_string()]);
        words
    }

    /// The arguments of `trine` for a run over compiled classes, one worker, without `--out`.
    #[must_use]
    pub fn arguments(&self, classes: &Path) -> Vec<String> {
        let words = ["java", "-cp", &classes.display().to_string(), &self.class, "--jobs", "1"];
        let mut words: Vec<String> = words.map(str::to_owned).to_vec();
        words.extend(self.options());
        words
    }

    /// What a run did not do as the case says, a sentence each.
    #[must_use]
    pub fn mismatches(&self, outcome: &JavaOutcome) -> Vec<String> {
        let mut wrong = Vec::new();
        for unit in &outcome.run.units {
            if let UnitStatus::Unsupported { reason } = &unit.status {
                wrong.push(format!("{} was not handled: {reason}", unit.function));
            }
        }
        match &outcome.run.native {
            None => wrong.push("the tests were not run natively".to_owned()),
            Some(native) => {
                if native.shows_a_bug() || !native.dropped.is_empty() {
                    wrong.push(format!(
                        "natively {} of {} tests passed; failures {:?}, dropped {:?}, disagreements {:?}",
                        native.passed, native.tests, native.failures, native.dropped, native.disagreements
                    ));
                }
            }
        }
        let has = |piece: &String| outcome.text.contains(piece);
        wrong.extend(
            self.contains.iter().filter(|piece| !has(piece)).map(|piece| format!("no test has `{piece}`")),
        );
        wrong.extend(
            self.lacks.iter().filter(|piece| has(piece)).map(|piece| format!("a test has `{piece}`")),
        );
        let mut lines: Vec<u32> = outcome.goals.iter().map(|goal| goal.span.start.0).collect();
        lines.extend(self.expectations.iter().map(|(line, _)| *line));
        lines.sort_unstable();
        lines.dedup();
        for line in lines {
            self.judge_line(line, outcome, &mut wrong);
        }
        wrong
    }

    fn judge_line(&self, line: u32, outcome: &JavaOutcome, wrong: &mut Vec<String>) {
        let here: Vec<&GoalRecord> = outcome.goals.iter().filter(|goal| goal.span.start.0 == line).collect();
        let of = |is: fn(&GoalKind) -> bool| here.iter().copied().filter(move |goal| is(&goal.goal));
        let of_kind = |is| {
            let goals: Vec<&GoalRecord> = of(is).collect();
            (goals.iter().filter(|goal| goal.status.is_covered()).count(), goals)
        };
        let (covered, goals) =
            of_kind(|kind| matches!(kind, GoalKind::Branch { .. } | GoalKind::Condition { .. }));
        let (shown, conditions) = of_kind(|kind| matches!(kind, GoalKind::Independence { .. }));
        let (taken, decisions) = of_kind(|kind| matches!(kind, GoalKind::Decision { .. }));
        let stated: Vec<&JavaItem> =
            self.expectations.iter().filter(|(at, _)| *at == line).map(|(_, item)| item).collect();
        let says = |is: fn(&JavaItem) -> bool| stated.iter().any(|item| is(item));
        let silent = [
            (says(is_of_branches), covered, &goals, "branches"),
            (says(|item| matches!(item, JavaItem::Independence(..))), shown, &conditions, "conditions"),
            (
                says(|item| matches!(item, JavaItem::Decisions(..))),
                taken,
                &decisions,
                "outcomes of decisions",
            ),
        ];
        for (_, covered, goals, what) in silent.into_iter().filter(|(says, ..)| !says) {
            if covered < goals.len() {
                let (all, open) = (goals.len(), open(goals));
                wrong.push(format!("line {line}: {covered} of {all} {what} are covered{open}"));
            }
        }
        for item in stated {
            let throws = |class: &str| {
                let ends = format!(" throws {class}");
                let is_it =
                    |goal: &&GoalRecord| goal.text.as_deref().is_some_and(|text| text.ends_with(&ends));
                of(|kind| matches!(kind, GoalKind::Exception { .. }))
                    .any(|goal| is_it(&goal) && goal.status.is_covered())
            };
            let holds = match item {
                JavaItem::AllBranches => covered == goals.len() && !goals.is_empty(),
                JavaItem::Branches(some, all) => (covered, goals.len()) == (*some, *all),
                JavaItem::Infeasible(some, all) => (proved(&goals), goals.len()) == (*some, *all),
                JavaItem::NoBranch => covered == 0 && !goals.is_empty(),
                JavaItem::Independence(some, all) => (shown, conditions.len()) == (*some, *all),
                JavaItem::Decisions(some, all) => (taken, decisions.len()) == (*some, *all),
                JavaItem::Throws(class) => throws(class),
                JavaItem::Statement(executed) => is_executed(line, outcome) == Some(*executed),
            };
            if !holds {
                let (all, open) = (goals.len(), open(&goals));
                wrong.push(format!(
                    "line {line}: {item:?} does not hold: {covered} of {all} branches are covered{open}"
                ));
            }
        }
    }
}

fn is_of_branches(item: &JavaItem) -> bool {
    matches!(item, JavaItem::AllBranches | JavaItem::Branches(..) | JavaItem::NoBranch)
}

/// How many goals are proved infeasible.
fn proved(goals: &[&GoalRecord]) -> usize {
    goals.iter().filter(|goal| goal.status.is_infeasible()).count()
}

/// The branches that are not covered, with the reasons.
fn open(goals: &[&GoalRecord]) -> String {
    let mut text = String::new();
    for goal in goals {
        if let GoalStatus::Unknown { reason } = &goal.status {
            let _ = write!(text, "; {}: {reason}", goal.text.as_deref().unwrap_or_default());
        }
    }
    text
}

/// Whether all instructions of a line were executed, or none; `None` when it is neither.
fn is_executed(line: u32, outcome: &JavaOutcome) -> Option<bool> {
    let classes = outcome.run.units.iter().flat_map(|unit| &unit.classes);
    let here: Vec<_> = classes.flat_map(|class| &class.lines).filter(|of| of.line == line).collect();
    let covered: u32 = here.iter().map(|of| of.instruction.covered).sum();
    let missed: u32 = here.iter().map(|of| of.instruction.missed).sum();
    match (covered, missed) {
        (0, 0) => None,
        (_, 0) => Some(true),
        (0, _) => Some(false),
        _ => None,
    }
}

fn item_of(text: &str) -> Result<JavaItem, String> {
    let unknown = || format!("`{text}` is no expectation");
    Ok(match text {
        "covered" => JavaItem::AllBranches,
        "open" => JavaItem::NoBranch,
        "statement: covered" => JavaItem::Statement(true),
        "statement: open" => JavaItem::Statement(false),
        _ => {
            if let Some(class) = text.strip_prefix("throws ") {
                return Ok(JavaItem::Throws(class.to_owned()));
            }
            let (what, counts) = text.split_once(' ').ok_or_else(unknown)?;
            let (some, all) = counts.split_once('/').ok_or_else(unknown)?;
            let number = |text: &str| text.parse().map_err(|_| unknown());
            let (some, all) = (number(some)?, number(all)?);
            match what {
                "covered" => JavaItem::Branches(some, all),
                "infeasible" => JavaItem::Infeasible(some, all),
                "mcdc" => JavaItem::Independence(some, all),
                "decisions" => JavaItem::Decisions(some, all),
                _ => return Err(unknown()),
            }
        }
    })
}

impl JavaOutcome {
    /// What a run left in `folder`.
    ///
    /// # Errors
    /// A sentence about the first file that cannot be read.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let run = json(&folder.join("run.json"))?;
        let units: Vec<UnitGoals> = json(&folder.join("goals.json"))?;
        Ok(Self {
            run,
            goals: units.into_iter().flat_map(|unit| unit.goals).collect(),
            text: tests(&folder.join("tests")),
        })
    }

    /// What a run over many classes left in `folder`, for each of `cases`, which stand in packages of their own.
    ///
    /// # Errors
    /// A sentence about the first file that cannot be read.
    pub fn read_each(folder: &Path, cases: &[JavaCase]) -> Result<Vec<Self>, String> {
        let run: RunRecord = json(&folder.join("run.json"))?;
        let units: Vec<UnitGoals> = json(&folder.join("goals.json"))?;
        let one = |case: &JavaCase| {
            let mut run = run.clone();
            run.units.retain(|unit| unit.function == case.class);
            run.native = run.native.map(|native| native_of(case, native));
            let own = units.iter().filter(|unit| unit.function == case.class);
            let goals = own.flat_map(|unit| unit.goals.iter().cloned()).collect();
            let text = tests(&folder.join("tests").join(case.package().replace('.', "/")));
            Self { run, goals, text }
        };
        Ok(cases.iter().map(one).collect())
    }
}

/// A unit of `goals.json`.
#[derive(serde::Deserialize)]
struct UnitGoals {
    function: String,
    goals: Vec<GoalRecord>,
}

/// What native runs said of one case; how many tests it has of all is not known.
fn native_of(case: &JavaCase, native: NativeVerdict) -> NativeVerdict {
    let (failure, class) = (format!("{}: ", case.class), format!("`{}", case.class.replace('.', "/")));
    NativeVerdict {
        tests: 0,
        passed: 0,
        failures: native.failures.into_iter().filter(|what| what.starts_with(&failure)).collect(),
        disagreements: native.disagreements.into_iter().filter(|what| what.contains(&class)).collect(),
        dropped: native.dropped.into_iter().filter(|test| test.function == case.class).collect(),
        ..native
    }
}

/// The emitted tests below `folder`, one after the other.
fn tests(folder: &Path) -> String {
    let mut paths = Vec::new();
    // A run without tests has no such folder.
    let _ = files_with_extension(folder, "java", &mut paths);
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).unwrap_or_default()).collect()
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Adds the files below `folder` that end with this extension.
///
/// # Errors
/// When a folder cannot be read.
pub fn files_with_extension(folder: &Path, extension: &str, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files_with_extension(&path, extension, paths)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            paths.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<JavaCase, String> {
        JavaCase::parse(Path::new("strings/a.java"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn directives_and_expectations_are_read() {
        let text = "//@ class: A\n//@ budget: 500 evals\n//@ contains: assertThrows(X.class, \nif (a) { //~ covered 1/2; statement: covered\n";
        let case = parse(text).unwrap();
        assert_eq!((case.name.as_str(), case.class.as_str()), ("strings/a", "A"));
        assert_eq!(case.contains, ["assertThrows(X.class,"]);
        assert_eq!(case.expectations, [(4, JavaItem::Branches(1, 2)), (4, JavaItem::Statement(true))]);
    }

    #[test]
    fn a_package_of_its_own_keeps_the_numbers_of_lines() {
        let (case, text) =
            parse("//@ class: A\nclass A {}\n").unwrap().in_own_package("//@ class: A\nclass A {}\n");
        assert_eq!((case.class.as_str(), case.package()), ("cases.strings.a.A", "cases.strings.a"));
        assert_eq!(text, "package cases.strings.a; //@ class: A\nclass A {}\n");
        let named = parse("//@ class: p.q.A.B\n").unwrap();
        assert_eq!(named.package(), "p.q");
        assert_eq!(named.in_own_package("x").1, "x");
    }

    #[test]
    fn what_is_not_understood_is_named_with_its_line() {
        assert_eq!(
            parse("class A {}\n").unwrap_err(),
            "strings/a.java:0: no `//@ class:` names the class under test"
        );
        assert_eq!(
            parse("//@ class: A\n//@ mood: good\n").unwrap_err(),
            "strings/a.java:2: `mood: good` is no directive"
        );
        assert_eq!(
            parse("//@ class: A\nf(); //~ hm\n").unwrap_err(),
            "strings/a.java:2: `hm` is no expectation"
        );
    }

    #[test]
    fn every_java_case_of_the_project_can_be_read() {
        let cases = JavaCase::read_all(&crate::cases_folder()).unwrap();
        assert!(cases.len() >= 120, "{} cases", cases.len());
    }
}
