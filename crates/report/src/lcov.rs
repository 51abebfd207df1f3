//! `lcov.info`: coverage for the tools that read LCOV tracefiles (`geninfo(1)`).
//!
//! One section per source file. What Trine knows is goals, and a tracefile knows functions,
//! branches and lines, so:
//!
//! - **Functions**: `FNDA` is the number of tests of the function.
//! - **Branches**: every goal that is not a statement is one `BRDA`; the block is its condition or
//!   decision, numbered through the file. Under the branch criterion these are `llvm-cov`'s
//!   branches; under MC/DC an independence goal is one branch of its own, so that `BRF` and `BRH`
//!   are always the goals of the criterion and those covered. The count is the number of tests;
//!   it is `-` where no goal of the block is covered, that is, where the condition was never
//!   evaluated. LCOV has no word for infeasible: such goals count as not taken, as in `llvm-cov`.
//! - **Lines**: only what is known. Under the statement criterion a line has the count of the
//!   regions that start on it or, where none does, of the innermost region around it. Under other
//!   criteria only the lines of definitions and the first lines of goals appear: a line is hit
//!   when its function has a test, or when a goal on it is covered. Lines in between are left
//!   out rather than guessed.
//!
//! - **Classes**: where a unit has JaCoCo's counters, its methods are the functions, and lines are those
//!   that have instructions; a count then says that a line was executed, not how often.
//!
//! A count is a number of tests of the suite, not of executions. Goals inside macros of another
//! file are listed under that file. Cost: linear in goals, times the lines of a region for
//! statement goals.

use crate::Report;
use crate::words::last_line;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use trine_record::{ClassCounters, GoalKind, GoalRecord, GoalStatus};

/// The tracefile.
#[must_use]
pub fn tracefile(report: &Report<'_>) -> String {
    let mut files: BTreeMap<&str, FileCoverage> = BTreeMap::new();
    for (number, (unit, goals)) in report.units().enumerate() {
        let tests = report.tests_of(unit, goals).count();
        let file = files.entry(unit.file.as_str()).or_default();
        match unit.classes.as_slice() {
            [] => file.add_function(&unit.function, unit.line, tests),
            classes => classes.iter().for_each(|class| file.add_class(class)),
        }
        let regions: Vec<Region> = goals.iter().filter_map(Region::of).collect();
        for goal in goals.iter().filter(|goal| !goal.span.file.is_empty()) {
            files.entry(goal.span.file.as_str()).or_default().add_goal(number, goal, &regions);
        }
    }
    let mut text = String::new();
    for (path, file) in &files {
        let source = report.sources.get(*path).map(|text| text.lines().collect::<Vec<_>>());
        file.write(path, source.as_deref(), &mut text);
    }
    text
}

/// What is known of one file.
#[derive(Default)]
struct FileCoverage {
    functions: Vec<(u32, String, usize)>,
    branches: BTreeMap<BranchKey, usize>,
    evaluated: BTreeSet<(u32, Block)>,
    lines: BTreeMap<u32, usize>,
}

/// Unit, and its condition or decision.
type Block = (usize, u8, u32);
/// Line, block, branch of the block.
type BranchKey = (u32, Block, u32);

impl FileCoverage {
    fn add_function(&mut self, name: &str, line: u32, tests: usize) {
        // A tracefile is a list of lines, fields separated by commas: a name must not break it.
        let name = name.replace(['\n', '\r', ','], "_");
        self.functions.push((line, name, tests));
        self.hit(line, tests);
    }

    /// Methods and lines of a class, whose counters say which were executed, not by how many tests.
    fn add_class(&mut self, class: &ClassCounters) {
        for method in &class.methods {
            let name = format!("{}.{}{}", class.name, method.name, method.descriptor);
            let line = method.line.unwrap_or_default();
            self.functions.push((line, name, usize::from(method.counters.method.covered > 0)));
        }
        for line in class.lines.iter().filter(|line| line.instruction.total() > 0) {
            self.hit(line.line, usize::from(line.instruction.covered > 0));
        }
    }

    fn add_goal(&mut self, unit: usize, goal: &GoalRecord, regions: &[Region<'_>]) {
        let line = goal.span.start.0;
        let tests = tests_of(goal);
        let (block, branch) = match goal.goal {
            GoalKind::Statement { .. } => return self.add_region(goal, regions),
            // What a method throws is no branch of its code.
            GoalKind::Exception { .. } => return,
            GoalKind::Condition { condition, outcome } => ((unit, 0, condition), u32::from(!outcome)),
            GoalKind::Decision { decision, outcome } => ((unit, 1, decision), u32::from(!outcome)),
            GoalKind::Branch { instruction, branch } => ((unit, 3, instruction), branch),
            GoalKind::Independence { decision, condition } => ((unit, 2, decision), condition),
        };
        self.branches.insert((line, block, branch), tests);
        // That a condition is not shown to decide does not mean that it was never evaluated.
        if tests > 0 || block.1 == 2 {
            self.evaluated.insert((line, block));
        }
        self.hit(line, tests);
    }

    fn add_region(&mut self, goal: &GoalRecord, regions: &[Region<'_>]) {
        for line in goal.span.start.0..=last_line(&goal.span) {
            if let Some(tests) = line_count(line, &goal.span.file, regions) {
                self.lines.insert(line, tests);
            }
        }
    }

    fn hit(&mut self, line: u32, tests: usize) {
        let count = self.lines.entry(line).or_default();
        *count = tests.max(*count);
    }

    fn write(&self, path: &str, source: Option<&[&str]>, text: &mut String) {
        let _ = writeln!(text, "TN:trine\nSF:{}", path.replace(['\n', '\r'], "_"));
        self.write_functions(text);
        self.write_branches(text);
        self.write_lines(source, text);
        text.push_str("end_of_record\n");
    }

    fn write_functions(&self, text: &mut String) {
        for (line, name, _) in &self.functions {
            let _ = writeln!(text, "FN:{line},{name}");
        }
        for (_, name, tests) in &self.functions {
            let _ = writeln!(text, "FNDA:{tests},{name}");
        }
        let hit = self.functions.iter().filter(|(_, _, tests)| *tests > 0).count();
        let _ = writeln!(text, "FNF:{}\nFNH:{hit}", self.functions.len());
    }

    fn write_branches(&self, text: &mut String) {
        let mut blocks: BTreeMap<(u32, Block), usize> = BTreeMap::new();
        for (&(line, block, branch), tests) in &self.branches {
            let next = blocks.len();
            let number = *blocks.entry((line, block)).or_insert(next);
            let taken =
                if self.evaluated.contains(&(line, block)) { tests.to_string() } else { "-".to_owned() };
            let _ = writeln!(text, "BRDA:{line},{number},{branch},{taken}");
        }
        let hit = self.branches.values().filter(|tests| **tests > 0).count();
        let _ = writeln!(text, "BRF:{}\nBRH:{hit}", self.branches.len());
    }

    fn write_lines(&self, source: Option<&[&str]>, text: &mut String) {
        let is_blank = |line: u32| {
            let at = (line as usize).checked_sub(1);
            source.zip(at).and_then(|(source, at)| source.get(at)).is_some_and(|line| line.trim().is_empty())
        };
        let known: Vec<_> = self.lines.iter().filter(|(line, _)| **line > 0 && !is_blank(**line)).collect();
        for (line, tests) in &known {
            let _ = writeln!(text, "DA:{line},{tests}");
        }
        let hit = known.iter().filter(|(_, tests)| **tests > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{hit}", known.len());
    }
}

/// A statement goal as a stretch of lines.
struct Region<'a> {
    file: &'a str,
    start: (u32, u32),
    last_line: u32,
    tests: usize,
}

impl<'a> Region<'a> {
    fn of(goal: &'a GoalRecord) -> Option<Self> {
        let span = &goal.span;
        let is_statement = matches!(goal.goal, GoalKind::Statement { .. });
        is_statement.then(|| Self {
            file: &span.file,
            start: span.start,
            last_line: last_line(span),
            tests: tests_of(goal),
        })
    }
}

/// Count of a line: the most of the regions that start on it, else that of the innermost around it.
fn line_count(line: u32, file: &str, regions: &[Region<'_>]) -> Option<usize> {
    let here = |region: &&Region<'_>| region.file == file;
    let starting = regions.iter().filter(here).filter(|region| region.start.0 == line);
    if let Some(most) = starting.map(|region| region.tests).max() {
        return Some(most);
    }
    let around =
        regions.iter().filter(here).filter(|region| region.start.0 < line && line <= region.last_line);
    around.max_by_key(|region| region.start).map(|region| region.tests)
}

fn tests_of(goal: &GoalRecord) -> usize {
    match &goal.status {
        GoalStatus::Covered { tests } => tests.len().max(1),
        GoalStatus::Infeasible { .. } | GoalStatus::Unknown { .. } => 0,
    }
}
