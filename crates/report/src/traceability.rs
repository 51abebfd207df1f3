//! `traceability.csv`: which test covers which goal, and which requirements the code of the goal names.
//!
//! One row per test and goal, as RFC 4180 has it; a goal without a test has one row with none. Requirements are tags in comments of the source,
//! `REQ-12`, `[SRS_004]`, `@req 7.2`: those in the lines of a goal and the two above it, and above the definition of its unit; of a class those
//! above the method, too.

use crate::{Report, words};
use std::collections::BTreeSet;
use std::fmt::Write;
use trine_record::{GoalRecord, GoalStatus, UnitRecord};

const HEAD: &str = "test,unit,goal,kind,file,line,asks,status,requirements";
/// Prefixes of tags, in capitals; digits or a name follow.
const PREFIXES: [&str; 8] = ["REQ", "SRS", "HLR", "LLR", "SWR", "SYS", "SSR", "SRD"];
/// Lines above a goal that may name its requirement.
const LINES_ABOVE: u32 = 2;
/// Lines above a definition that may.
const LINES_ABOVE_UNIT: u32 = 12;

/// The table.
#[must_use]
pub fn table(report: &Report<'_>) -> String {
    let mut text = format!("{HEAD}\r\n");
    for (unit, goals) in report.units() {
        let of_unit = tags(report, &unit.file, above(unit.line, LINES_ABOVE_UNIT), Part::Definition);
        for goal in goals {
            let mut tags = of_unit.clone();
            if let Some(line) = method_line(unit, goal) {
                tags.extend(self::tags(report, &unit.file, above(line, LINES_ABOVE_UNIT), Part::Method));
            }
            let lines = *above(goal.span.start.0, LINES_ABOVE).start()..=words::last_line(&goal.span);
            tags.extend(self::tags(report, &goal.span.file, lines, Part::Lines));
            let tags: Vec<String> = tags.into_iter().collect();
            let tests: &[String] = match &goal.status {
                GoalStatus::Covered { tests } => tests,
                GoalStatus::Infeasible { .. } | GoalStatus::Unknown { .. } => &[],
            };
            if tests.is_empty() {
                row(&mut text, "", unit, goal, &tags);
            }
            tests.iter().for_each(|test| row(&mut text, test, unit, goal, &tags));
        }
    }
    text
}

fn row(text: &mut String, test: &str, unit: &UnitRecord, goal: &GoalRecord, tags: &[String]) {
    let fields = [
        test.to_owned(),
        unit.function.clone(),
        goal.id.0.to_string(),
        words::kind(&goal.goal).to_owned(),
        goal.span.file.clone(),
        goal.span.start.0.to_string(),
        format!("{} {}", words::subject(goal), words::asks(goal)),
        words::status(&goal.status).to_owned(),
        tags.join(" "),
    ];
    let fields: Vec<String> = fields.iter().map(|value| field(value)).collect();
    let _ = write!(text, "{}\r\n", fields.join(","));
}

fn field(value: &str) -> String {
    match value.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}

/// The line and so many above it.
fn above(line: u32, lines: u32) -> std::ops::RangeInclusive<u32> {
    line.saturating_sub(lines).max(1)..=line
}

/// The first line of code of the method that a goal of a class stands in; `None` for functions.
fn method_line(unit: &UnitRecord, goal: &GoalRecord) -> Option<u32> {
    let methods = unit.classes.iter().flat_map(|class| &class.methods);
    methods.filter_map(|method| method.line).filter(|&line| line <= goal.span.start.0).max()
}

/// What lines are of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Any.
    Lines,
    /// Those up to a definition: the comment right above it counts only.
    Definition,
    /// Those up to the code of a method, likewise.
    Method,
}

/// Whether what stands above `line` is about something else.
fn ends_other(line: &str, part: Part) -> bool {
    let trimmed = line.trim();
    match part {
        Part::Lines => false,
        Part::Definition => line.starts_with('}'),
        Part::Method => {
            let is_comment = ["*", "//", "/*"].iter().any(|mark| trimmed.starts_with(mark));
            !is_comment && (trimmed.ends_with(['}', ';']) || trimmed.starts_with('}'))
        }
    }
}

/// The tags in comments of these lines.
fn tags(
    report: &Report<'_>,
    file: &str,
    lines: std::ops::RangeInclusive<u32>,
    part: Part,
) -> BTreeSet<String> {
    let Some(source) = report.sources.get(file) else { return BTreeSet::new() };
    let count = (lines.end() + 1).saturating_sub(*lines.start()) as usize;
    let mut lines: Vec<&str> =
        source.lines().skip(lines.start().saturating_sub(1) as usize).take(count).collect();
    // The last line is that of the definition itself, or of the code.
    let before = &lines[..lines.len().saturating_sub(1)];
    let behind = before.iter().rposition(|line| ends_other(line, part)).map_or(0, |at| at + 1);
    lines.drain(..behind);
    lines.iter().flat_map(|line| tags_in(line)).collect()
}

/// The tags in the comment of a line.
fn tags_in(line: &str) -> BTreeSet<String> {
    let trimmed = line.trim_start();
    let starts = ["//", "/*"].iter().filter_map(|mark| line.find(mark)).min();
    // A line that continues a comment begins with its star.
    let comment = match starts {
        Some(at) => &line[at..],
        None if trimmed.starts_with('*') => trimmed,
        None => return BTreeSet::new(),
    };
    let part = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/' | '@'));
    let mut tags = BTreeSet::new();
    let mut words = comment.split(part).map(|word| word.trim_matches(['.', ':', '/', '-', '_'])).peekable();
    while let Some(word) = words.next() {
        if matches!(word, "@req" | "@requirement" | "@covers") {
            tags.extend(words.peek().filter(|next| !next.is_empty()).map(|next| (*next).to_owned()));
        } else if is_tag(word) {
            tags.insert(word.to_owned());
        }
    }
    tags
}

/// `REQ-12`, `SRS_004`, `HLR.2.1`.
fn is_tag(word: &str) -> bool {
    let rest = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix));
    let number = rest.and_then(|rest| rest.strip_prefix(['-', '_', '.', ':']).or(Some(rest)));
    number.is_some_and(|number| number.chars().any(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_from_comments_only() {
        let found = |line: &str| tags_in(line).into_iter().collect::<Vec<_>>();
        assert_eq!(found("if (a) // REQ-12, and [SRS_004]."), ["REQ-12", "SRS_004"]);
        assert_eq!(found(" * @req 7.2"), ["7.2"]);
        assert_eq!(found("/* HLR.2.1 */ REQ = 3;"), ["HLR.2.1"]);
        assert!(found("int REQ_12 = 1;").is_empty());
        assert!(found("// REQUIRED, SYSTEM").is_empty());
    }

    #[test]
    fn the_comment_above_a_method_is_told_from_what_stands_before_it() {
        let lines =
            ["    int a() { return 1; }", "    // REQ-2; see a", "    int b() {", "    }", "    int x;", "}"];
        let ends: Vec<bool> = lines.iter().map(|line| ends_other(line, Part::Method)).collect();
        assert_eq!(ends, [true, false, false, true, true, true]);
        assert!(ends_other("}", Part::Definition) && !ends_other("    }", Part::Definition));
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(field("a"), "a");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
