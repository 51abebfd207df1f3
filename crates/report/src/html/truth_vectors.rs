//! Truth vectors of decisions: how each was evaluated by the finished tests, and which two evaluations make an independence pair.
//!
//! Conditions stand in source order here, which may differ from that of their numbers. What a pair is was decided by who wrote the
//! records; the page only shows it, under both rules.

use super::Page;
use super::markup::{code, escape, prose, table};
use crate::vectors::{apart, letters, source_order, text};
use crate::words;
use trine_record::{
    DecisionRecord, GoalKind, GoalRecord, GoalStatus, McdcVariant, PairRecord, UnitRecord, VectorRecord,
};

/// Tests of one vector that are named; of more, the first.
const TESTS_SHOWN: usize = 4;

/// The decisions of a unit with their vectors, folded away; nothing when it has no decision of several conditions.
pub fn section(page: &Page<'_, '_>, unit: &UnitRecord) -> String {
    let decisions = unit.flow.decisions.iter().filter(|decision| !decision.vectors.is_empty());
    let tables: Vec<String> = decisions.map(|decision| with_heading(page, decision)).collect();
    if tables.is_empty() {
        return String::new();
    }
    format!(
        "<details class=\"part\"><summary><h4>Truth vectors</h4> <span class=\"note\">{}</span></summary>\n{}</details>\n",
        words::plural(tables.len(), "decision"),
        tables.concat(),
    )
}

fn with_heading(page: &Page<'_, '_>, decision: &DecisionRecord) -> String {
    let line = decision.span.start.0;
    format!(
        "<p class=\"decision\">Decision at {}: {}</p>\n{}",
        page.links.line(&decision.span.file, line, &format!("line {line}")),
        decision.text.as_deref().map(code).unwrap_or_default(),
        table_of(page, decision)
    )
}

/// The vectors of `decision` with their tests; says so when there is none.
pub fn table_of(page: &Page<'_, '_>, decision: &DecisionRecord) -> String {
    if decision.vectors.is_empty() {
        return "<p class=\"note\">No test evaluates the decision.</p>\n".to_owned();
    }
    let order = source_order(decision);
    let mut head = vec!["Vector".to_owned()];
    head.extend(order.iter().enumerate().map(|(column, &at)| {
        let text = decision.conditions[at].text.as_deref().unwrap_or("condition");
        format!("<abbr title=\"{}\">C{}</abbr>", escape(text), column + 1)
    }));
    head.extend(["Decision".to_owned(), "Shown by".to_owned()]);
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let rows: String =
        decision.vectors.iter().enumerate().map(|(at, vector)| row(page, &order, at, vector)).collect();
    table("plain vectors", &head, &rows)
}

fn row(page: &Page<'_, '_>, order: &[usize], at: usize, vector: &VectorRecord) -> String {
    let cells: String = letters(order, vector).map(cell).collect();
    let outcome = if vector.outcome { 'T' } else { 'F' };
    let named = vector.tests.iter().take(TESTS_SHOWN).map(|test| page.links.test(test));
    let mut tests = named.collect::<Vec<_>>().join(", ");
    if vector.tests.len() > TESTS_SHOWN {
        tests += &format!(" <span class=\"note\">and {} more</span>", vector.tests.len() - TESTS_SHOWN);
    }
    format!(
        "<tr><td class=\"number\">v{}</td>{cells}{}<td class=\"wide\">{tests}</td></tr>\n",
        at + 1,
        cell(outcome)
    )
}

fn cell(letter: char) -> String {
    match letter {
        'T' => "<td class=\"truth\"><b class=\"true\">T</b></td>".to_owned(),
        'F' => "<td class=\"truth\"><b class=\"false\">F</b></td>".to_owned(),
        _ => "<td class=\"truth\"><span class=\"note\" title=\"not evaluated\">–</span></td>".to_owned(),
    }
}

/// The vectors that show the independence of the condition that `goal` asks for, or those that are missing.
pub fn pair(page: &Page<'_, '_>, decision: &DecisionRecord, goal: &GoalRecord) -> String {
    let GoalKind::Independence { condition, .. } = goal.goal else { return String::new() };
    let Some(pair) = decision.pairs.get(condition as usize) else { return String::new() };
    let named = |pair: [u32; 2]| format!("v{} and v{}", pair[0] + 1, pair[1] + 1);
    let shown = match (pair.masking, pair.unique_cause) {
        (Some(masking), Some(unique)) if masking == unique => {
            format!("{} (masking and unique cause)", named(masking))
        }
        (Some(masking), Some(unique)) => {
            format!("{} (masking), {} (unique cause)", named(masking), named(unique))
        }
        (Some(masking), None) => format!("{} (masking only)", named(masking)),
        (None, Some(unique)) => format!("{} (unique cause)", named(unique)),
        (None, None) => apart_or_missing(decision, goal, pair),
    };
    let shown = match (page.report.run.mcdc, pair.masking, pair.unique_cause) {
        // The rule of the run asks for more than what is there.
        (McdcVariant::UniqueCause, Some(_), None) => shown + "; " + &apart_or_missing(decision, goal, pair),
        _ => shown,
    };
    if shown.is_empty() { shown } else { format!("<br/><span class=\"pair\">{shown}</span>") }
}

/// Which evaluations show both values of the condition and yet no pair; and the halves that would make one.
fn apart_or_missing(decision: &DecisionRecord, goal: &GoalRecord, pair: &PairRecord) -> String {
    let missing = missing(decision, goal, &pair.wanted);
    let seen = pair.apart.as_ref().and_then(|record| apart(decision, record));
    match seen {
        Some(sentence) => format!("{}; {missing}", prose(&sentence)),
        None => missing,
    }
}

fn missing(decision: &DecisionRecord, goal: &GoalRecord, wanted: &[VectorRecord]) -> String {
    if wanted.is_empty() {
        let is_open = matches!(goal.status, GoalStatus::Unknown { .. });
        return if is_open { "neither half of a pair was seen".to_owned() } else { String::new() };
    }
    let order = source_order(decision);
    let vectors: Vec<String> = wanted.iter().map(|vector| code(&text(&order, vector))).collect();
    format!("missing half: {}", vectors.join(" or "))
}
