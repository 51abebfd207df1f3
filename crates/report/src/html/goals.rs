//! The goals of a unit as a table.

use super::Page;
use super::links::goal_id;
use super::markup::{class, code, escape, prose, status, table};
use super::open_goals;
use crate::words;
use trine_record::{GoalCounts, GoalRecord, GoalStatus, Proof};

/// What hides the goals that are covered or proved infeasible.
const ONLY_OPEN: &str = "<p class=\"controls\" data-script=\"\" hidden=\"\"><label><input type=\"checkbox\" data-only-open=\"\"/> \
     only goals that are not covered</label></p>\n";

/// The table, folded away unless a goal is unknown; nothing when there is no goal.
pub fn goals(page: &Page<'_, '_>, unit: usize, file: &str, goals: &[GoalRecord]) -> String {
    if goals.is_empty() {
        return String::new();
    }
    let rows: String = goals.iter().map(|goal| row(page, unit, file, goal)).collect();
    let open = if GoalCounts::of(goals).unknown > 0 { " open=\"\"" } else { "" };
    let head = ["Goal", "Line", "Kind", "What", "Status", "Evidence"];
    format!(
        "<details class=\"part\"{open}><summary><h4>Goals</h4> <span class=\"note\">{}</span></summary>\n{}{}</details>\n",
        goals.len(),
        if goals.len() > 1 { ONLY_OPEN } else { "" },
        table("plain goals", &head, &rows)
    )
}

fn row(page: &Page<'_, '_>, unit: usize, file: &str, goal: &GoalRecord) -> String {
    let place = match goal.span.file == file {
        true => words::position(goal),
        false => format!("{}:{}", goal.span.file, words::position(goal)),
    };
    format!(
        "<tr id=\"{}\" class=\"{}\"><td>{}</td><td class=\"place\">{}</td><td>{}</td><td class=\"wide\">{} {}</td>\
         <td>{}</td><td class=\"wide\">{}{}</td></tr>\n",
        goal_id(unit, goal.id),
        class(&goal.status),
        goal.id,
        page.links.line(&goal.span.file, goal.span.start.0, &place),
        words::kind(&goal.goal),
        subject(goal),
        words::asks(goal),
        status(&goal.status),
        evidence(page, &goal.status),
        match goal.status {
            GoalStatus::Unknown { .. } => open_goals::beyond(page, unit, goal),
            GoalStatus::Infeasible(ref proof) => proof_steps(page, file, proof),
            GoalStatus::Covered { .. } => String::new(),
        },
    )
}

/// The proof as numbered steps, with what it takes for granted.
fn proof_steps(page: &Page<'_, '_>, file: &str, proof: &Proof) -> String {
    let step = |step: &crate::proof::Step| {
        let line = step.line.map(|line| page.links.line(file, line, &format!("line {line}")) + ": ");
        format!("<li>{}{}</li>", line.unwrap_or_default(), prose(&step.says))
    };
    let steps: String = crate::proof::steps(proof).iter().map(step).collect();
    let scope: String =
        proof.scope.iter().map(|assumption| format!("<li>{}</li>", escape(assumption.words()))).collect();
    let scope = if scope.is_empty() { scope } else { format!("It holds<ul>{scope}</ul>") };
    format!("<details class=\"tried\"><summary>step by step</summary><ol>{steps}</ol>{scope}</details>")
}

/// What the goal is about, as code where its text is known.
pub fn subject(goal: &GoalRecord) -> String {
    match &goal.text {
        Some(text) => code(text),
        None => escape(&words::subject(goal)),
    }
}

/// Tests, proof or reason.
pub fn evidence(page: &Page<'_, '_>, status: &GoalStatus) -> String {
    match status {
        GoalStatus::Covered { tests } => {
            tests.iter().map(|test| page.links.test(test)).collect::<Vec<_>>().join(", ")
        }
        GoalStatus::Infeasible(proof) => format!("Proof: {}", prose(&proof.to_string())),
        GoalStatus::Unknown { reason } => prose(reason),
    }
}
