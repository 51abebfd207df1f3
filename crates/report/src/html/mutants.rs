//! Mutants of a unit: which are alive at which lines, and which tests notice the others.

use super::Page;
use super::markup::{escape, table};
use crate::words;
use std::collections::BTreeMap;
use trine_record::{MutantRecord, UnitRecord};

/// The section of a unit, those alive first; nothing without mutants.
pub fn section(page: &Page<'_, '_>, unit: &UnitRecord) -> String {
    if unit.mutant_list.is_empty() {
        return String::new();
    }
    let (alive, killed): (Vec<&MutantRecord>, Vec<&MutantRecord>) =
        unit.mutant_list.iter().partition(|mutant| mutant.killed_by.is_none());
    let rows: String = alive.iter().chain(&killed).map(|mutant| row(page, unit, mutant)).collect();
    format!(
        "<details class=\"part\"><summary><h4>Mutants</h4> <span class=\"note\">{} killed, {} alive</span></summary>\n\
         <p class=\"note\">Small faults made in covered lines: one that is alive changes nothing that a test looks at.</p>\n{}</details>\n",
        killed.len(),
        alive.len(),
        table("plain mutants", &["Line", "Change", "State"], &rows)
    )
}

fn row(page: &Page<'_, '_>, unit: &UnitRecord, mutant: &MutantRecord) -> String {
    let state = match mutant.killed_by.as_deref() {
        None => "<span class=\"status unknown\">alive</span>".to_owned(),
        Some("") => "killed".to_owned(),
        Some(test) => format!("killed by {}", page.links.test(test)),
    };
    format!(
        "<tr><td class=\"place\">{}</td><td class=\"wide\">{}</td><td class=\"wide\">{state}</td></tr>\n",
        page.links.line(&unit.file, mutant.line, &mutant.line.to_string()),
        escape(&mutant.change),
    )
}

/// Marks of the mutants at each line of a file: how many are killed, and what those alive change.
pub fn marks<'a>(units: impl Iterator<Item = &'a UnitRecord>) -> BTreeMap<(&'a str, u32), String> {
    let mut of_lines: BTreeMap<(&str, u32), Vec<&MutantRecord>> = BTreeMap::new();
    for unit in units {
        for mutant in &unit.mutant_list {
            of_lines.entry((unit.file.as_str(), mutant.line)).or_default().push(mutant);
        }
    }
    of_lines.into_iter().map(|(place, mutants)| (place, mark(&mutants))).collect()
}

fn mark(mutants: &[&MutantRecord]) -> String {
    let alive: Vec<&str> = mutants
        .iter()
        .filter(|mutant| mutant.killed_by.is_none())
        .map(|mutant| mutant.change.as_str())
        .collect();
    let killed = mutants.len() - alive.len();
    let (class, text) = match alive.len() {
        0 => ("covered", format!("{killed} killed")),
        count => ("unknown", format!("{count} alive")),
    };
    let hint = match alive.is_empty() {
        true => format!("{} of this line, all noticed by tests", words::plural(mutants.len(), "mutant")),
        false => format!("alive: {}; {killed} killed", alive.join("; ")),
    };
    format!(
        "<span class=\"signs\"><span class=\"sign mutant {class}\" title=\"{}\">{}</span></span>",
        escape(&hint),
        escape(&text)
    )
}
