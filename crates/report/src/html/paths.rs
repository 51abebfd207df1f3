//! The paths of a function that was tested path by path: which were tried, and what became of each.

use super::Page;
use super::markup::{code, escape, prose, table};
use trine_record::{PathMeans, PathRecord, PathState, UnitRecord};

/// Conditions of one path that are listed; of more, the first.
const CONDITIONS_SHOWN: usize = 24;

/// The section of a unit; nothing under other strategies.
pub fn section(page: &Page<'_, '_>, unit: &UnitRecord) -> String {
    let Some(pathwise) = &unit.pathwise else { return String::new() };
    let rows: String = pathwise.paths.iter().map(|path| row(page, unit, path)).collect();
    format!(
        "<details class=\"part\"><summary><h4>Paths</h4> <span class=\"note\">{}</span></summary>\n{}</details>\n",
        escape(&pathwise.summary()),
        table("plain paths", &["#", "What it asks of the inputs", "Outcome"], &rows)
    )
}

fn row(page: &Page<'_, '_>, unit: &UnitRecord, path: &PathRecord) -> String {
    format!(
        "<tr><td class=\"number\">{}</td><td class=\"wide\">{}</td><td class=\"wide\">{}</td></tr>\n",
        path.number,
        conditions(page, unit, path),
        outcome(page, path)
    )
}

fn conditions(page: &Page<'_, '_>, unit: &UnitRecord, path: &PathRecord) -> String {
    let method = path.method.iter().map(|method| format!("<span class=\"note\">in</span> {}", code(method)));
    let shown = path.steps.iter().take(CONDITIONS_SHOWN).map(|step| {
        let line = page.links.line(&unit.file, step.line, &format!("{}:", step.line));
        format!("{line} {}", code(&step.condition))
    });
    let mut shown: Vec<String> = method.chain(shown).collect();
    match path.steps.len().saturating_sub(CONDITIONS_SHOWN) {
        0 if shown.is_empty() => return "<span class=\"note\">nothing</span>".to_owned(),
        0 => {}
        more => shown.push(format!("<span class=\"note\">and {more} more</span>")),
    }
    shown.join("<br>")
}

fn outcome(page: &Page<'_, '_>, path: &PathRecord) -> String {
    let found = |by: &PathMeans| match by {
        PathMeans::Accident => "on the way to another".to_owned(),
        PathMeans::Variables => format!("alternating variables, {} evaluations", path.evaluations),
        PathMeans::Genetic => format!("genetic algorithm, {} generations", path.generations),
        PathMeans::Solver => format!("solver, after {} evaluations", path.evaluations),
    };
    let note = |text: String| format!("<span class=\"note\">{}</span>", escape(&text));
    match &path.state {
        PathState::Covered { test: Some(test), by } => {
            format!("{} {}", page.links.test(test), note(found(by)))
        }
        PathState::Covered { test: None, by } => format!("covered {}", note(found(by))),
        PathState::Crashes { by } => format!("ends in a fault {}", note(found(by))),
        PathState::Infeasible { proof } => format!("infeasible. Proof: {}", prose(proof)),
        PathState::Open { reason } => prose(reason),
        PathState::NotChosen => note("not chosen".to_owned()),
    }
}
