//! The tests of a unit: what each shows, and which goals it covers.

use super::Page;
use super::markup::{breakable, code, escape, prose, table};
use crate::words;
use trine_record::{GoalRecord, TestRecord, UnitRecord};

/// Goals named one by one in a row; the rest is counted.
const GOALS_SHOWN: usize = 12;

/// The table; nothing when there is no test.
pub fn tests(page: &Page<'_, '_>, number: usize, unit: &UnitRecord, goals: &[GoalRecord]) -> String {
    let tests: Vec<_> = page.report.tests_of(unit, goals).collect();
    if tests.is_empty() {
        return String::new();
    }
    let rows: String = tests.iter().map(|test| row(page, number, goals, test)).collect();
    format!(
        "<details class=\"part\" open=\"\"><summary><h4>Tests</h4> <span class=\"note\">{}</span></summary>\n{}</details>\n",
        tests.len(),
        table("plain tests", &["Test", "What it shows", "Covers"], &rows)
    )
}

fn row(page: &Page<'_, '_>, number: usize, goals: &[GoalRecord], test: &TestRecord) -> String {
    let ending = match &test.ending {
        Some(ending) => format!(" <span class=\"note\">({})</span>", escape(ending)),
        None => String::new(),
    };
    format!(
        "<tr id=\"{}\"><td class=\"wide\">{}</td><td class=\"wide\">{}{ending}</td><td class=\"wide\">{}</td></tr>\n",
        page.links.test_id(&test.name),
        breakable(&test.name),
        prose(&test.title) + &registers(test) + &machine_only(test),
        covers(page, number, goals, test),
    )
}

/// The registers that the test sets, with the values that they give, read by read.
fn registers(test: &TestRecord) -> String {
    let shown = |(name, values): (String, Vec<u128>)| {
        let values: Vec<String> = values.iter().map(|value| format!("{value:#x}")).collect();
        code(&format!("{name} = {}", values.join(", ")))
    };
    let shown: Vec<String> = test.registers().into_iter().map(shown).collect();
    if shown.is_empty() {
        String::new()
    } else {
        format!(" <span class=\"note\">with {}</span>", shown.join("; "))
    }
}

fn machine_only(test: &TestRecord) -> String {
    let note = |reason: &String| format!(" <span class=\"note\">({})</span>", escape(reason));
    test.machine_only.as_ref().map(note).unwrap_or_default()
}

fn covers(page: &Page<'_, '_>, number: usize, goals: &[GoalRecord], test: &TestRecord) -> String {
    let link = |id: &trine_record::GoalId| {
        let hint = goals.iter().find(|goal| goal.id == *id);
        let hint = hint.map(|goal| format!("{} {}", words::subject(goal), words::asks(goal)));
        let title = hint.map(|hint| format!(" title=\"{}\"", escape(&hint))).unwrap_or_default();
        format!("<a href=\"{}\"{title}>{}</a>", page.links.goal_href(number, *id), id.0)
    };
    let shown: Vec<_> = test.covers.iter().take(GOALS_SHOWN).map(link).collect();
    let more = test.covers.len().saturating_sub(GOALS_SHOWN);
    match (shown.is_empty(), more) {
        (true, _) => "<span class=\"note\">only together with others</span>".to_owned(),
        (false, 0) => format!("goals {}", shown.join(", ")),
        (false, more) => format!("goals {} <span class=\"note\">and {more} more</span>", shown.join(", ")),
    }
}
