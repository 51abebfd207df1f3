//! MC/DC: per decision, each condition with its independence pair or the reason why none is known
//! (Chilenski 2001).
//!
//! Behind each decision stand the truth vectors that the tests showed, each with its tests; a pair is two of them. Decisions of one
//! condition have no pair of their own. Of every condition both outcomes are asked for, and are listed with the tests that show them.

use super::Page;
use super::goals::{evidence, subject};
use super::markup::{code, prose, status, table};
use super::truth_vectors;
use crate::words;
use std::collections::BTreeMap;
use trine_record::{Criterion, DecisionRecord, GoalKind, GoalRecord, GoalStatus, UnitRecord};

/// The section of a unit; under other criteria than MC/DC the truth vectors alone.
pub fn section(page: &Page<'_, '_>, unit: &UnitRecord, goals: &[GoalRecord]) -> String {
    if page.report.run.criterion != Criterion::Mcdc {
        return truth_vectors::section(page, unit);
    }
    let mut decisions: BTreeMap<u32, Vec<&GoalRecord>> = BTreeMap::new();
    let mut single: BTreeMap<u32, Vec<&GoalRecord>> = BTreeMap::new();
    for goal in goals {
        match goal.goal {
            GoalKind::Independence { decision, .. } => decisions.entry(decision).or_default().push(goal),
            GoalKind::Condition { condition, .. } => single.entry(condition).or_default().push(goal),
            GoalKind::Statement { .. }
            | GoalKind::Decision { .. }
            | GoalKind::Branch { .. }
            | GoalKind::Exception { .. } => {}
        }
    }
    let record = |number: &u32| unit.flow.decisions.iter().find(|record| record.decision == *number);
    let tables: String =
        decisions.iter().map(|(number, goals)| decision(page, goals, record(number))).collect();
    let content = tables + &singles(page, single);
    if content.is_empty() {
        return String::new();
    }
    format!("<h4>MC/DC</h4>\n{content}")
}

fn decision(page: &Page<'_, '_>, goals: &[&GoalRecord], record: Option<&DecisionRecord>) -> String {
    let mut conditions = goals.to_vec();
    // In source order: the numbers of the goals follow the evaluation.
    conditions.sort_by_key(|goal| (goal.span.start, goal.goal));
    let line = conditions.iter().map(|goal| goal.span.start.0).min().unwrap_or(0);
    let file = conditions.first().map_or("", |goal| goal.span.file.as_str());
    let shown = conditions.iter().filter(|goal| goal.status.is_covered()).count();
    let text = text(page, &conditions).map(|text| code(&text)).unwrap_or_default();
    let rows: String =
        conditions.iter().enumerate().map(|(n, goal)| condition(page, n, goal, record)).collect();
    let head = ["#", "Condition", "Status", "Independence pair"];
    let vectors = record.map(|record| truth_vectors::table_of(page, record)).unwrap_or_default();
    format!(
        "<p class=\"decision\">Decision at {}, {shown} of {} shown: {text}</p>\n{}{vectors}",
        page.links.line(file, line, &format!("line {line}")),
        words::plural(conditions.len(), "condition"),
        table("plain mcdc", &head, &rows),
    )
}

fn condition(
    page: &Page<'_, '_>,
    position: usize,
    goal: &GoalRecord,
    record: Option<&DecisionRecord>,
) -> String {
    let vectors = record.map(|record| truth_vectors::pair(page, record, goal)).unwrap_or_default();
    format!(
        "<tr><td class=\"number\">{}</td><td class=\"wide\">{}</td><td>{}</td><td class=\"wide\">{}{vectors}</td></tr>\n",
        position + 1,
        subject(goal),
        status(&goal.status),
        pair(page, &goal.status),
    )
}

fn pair(page: &Page<'_, '_>, status: &GoalStatus) -> String {
    match status {
        GoalStatus::Covered { tests } => match tests.as_slice() {
            [one] => {
                format!("{} <span class=\"note\">both evaluations in one test</span>", page.links.test(one))
            }
            many => {
                let tests: Vec<_> = many.iter().map(|test| page.links.test(test)).collect();
                tests.join(" <span class=\"against\">against</span> ")
            }
        },
        GoalStatus::Infeasible(proof) => format!("Proof: {}", prose(&words::proof(proof))),
        GoalStatus::Unknown { reason } => prose(reason),
    }
}

/// Source from the first condition to the last: the decision, but for parentheses around it.
fn text(page: &Page<'_, '_>, conditions: &[&GoalRecord]) -> Option<String> {
    let start = conditions.iter().map(|goal| goal.span.start).min()?;
    let end = conditions.iter().map(|goal| goal.span.end).max()?;
    let file = &conditions.first()?.span.file;
    if start.1 == 0 || end.1 == 0 || conditions.iter().any(|goal| goal.span.file != *file) {
        return None;
    }
    let source = page.report.sources.get(file)?;
    let mut text = String::new();
    let lines = source.lines().enumerate().skip(start.0 as usize - 1).take((end.0 - start.0 + 1) as usize);
    for (number, line) in lines {
        let number = number as u32 + 1;
        let from = if number == start.0 { start.1 as usize - 1 } else { 0 };
        let to = if number == end.0 { end.1 as usize - 1 } else { line.len() };
        text.push_str(line.get(from..to)?);
        text.push(' ');
    }
    Some(balanced(&text.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Closes parentheses that stand around the last condition, and opens those around the first.
fn balanced(text: &str) -> String {
    let (mut depth, mut missing) = (0usize, 0usize);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => missing += 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    "(".repeat(missing) + text + &")".repeat(depth)
}

fn singles(page: &Page<'_, '_>, conditions: BTreeMap<u32, Vec<&GoalRecord>>) -> String {
    if conditions.is_empty() {
        return String::new();
    }
    let mut ordered: Vec<_> = conditions.into_values().collect();
    ordered.sort_by_key(|goals| goals[0].span.start);
    let rows: String = ordered.iter().map(|goals| single(page, goals)).collect();
    let head = ["Line", "Condition", "True", "False"];
    format!("<p class=\"decision\">Outcomes of all conditions</p>\n{}", table("plain mcdc", &head, &rows))
}

fn single(page: &Page<'_, '_>, goals: &[&GoalRecord]) -> String {
    let first = goals[0];
    let outcome = |wanted: bool| {
        let goal = goals
            .iter()
            .find(|goal| matches!(goal.goal, GoalKind::Condition { outcome, .. } if outcome == wanted));
        let both = |goal: &&&GoalRecord| format!("{} {}", status(&goal.status), evidence(page, &goal.status));
        goal.as_ref().map_or("<span class=\"note\">constant</span>".to_owned(), both)
    };
    format!(
        "<tr><td class=\"place\">{}</td><td class=\"wide\">{}</td><td class=\"wide\">{}</td><td class=\"wide\">{}</td></tr>\n",
        page.links.line(&first.span.file, first.span.start.0, &words::position(first)),
        subject(first),
        outcome(true),
        outcome(false),
    )
}

#[cfg(test)]
mod tests {
    use super::balanced;

    #[test]
    fn parentheses_around_the_outer_conditions_are_closed() {
        assert_eq!(balanced("a && (b || c"), "a && (b || c)");
        assert_eq!(balanced("a || b) && f(c)"), "(a || b) && f(c)");
    }
}
