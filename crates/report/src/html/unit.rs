//! The functions, file by file: each folded into one line, with everything known of it inside.

use super::links::unit_id;
use super::markup::{bar, counts, escape, prose};
use super::slices::Slices;
use super::{Page, chart, findings, goals, graph, independence, links, paths, source, tests_list};
use crate::words;
use std::collections::BTreeSet;
use trine_record::{UnitRecord, UnitStatus};

/// At most this many functions are unfolded when the page opens.
const UNFOLDED: usize = 8;

/// The section of all functions, file by file.
pub fn section<E>(page: &Page<'_, '_>, write: &mut dyn FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    write(&format!(
        "<section id=\"functions\">\n<h2>{}</h2>\n{HOW_TO_READ}\
         <p class=\"controls\" data-script=\"\" hidden=\"\"><button type=\"button\" data-fold=\"open\">Open all</button> \
         <button type=\"button\" data-fold=\"close\">Close all</button></p>\n",
        words::units(page.report.run.language)
    ))?;
    files(page).into_iter().try_for_each(|path| write(&file(page, path)))?;
    write("</section>\n")
}

const HOW_TO_READ: &str = "<p class=\"legend\">Marks behind a condition: \
     <span class=\"signs\"><span class=\"sign covered\">T</span></span> true covered, \
     <span class=\"signs\"><span class=\"sign covered\">F</span></span> false covered, \
     <span class=\"signs\"><span class=\"sign unknown\">T</span></span> unknown, \
     <span class=\"signs\"><span class=\"sign infeasible\">T</span></span> proved infeasible; \
     <span class=\"signs\"><span class=\"sign covered\">I</span></span> shown to decide alone (MC/DC), \
     <span class=\"signs\"><span class=\"sign finding\">!</span></span> finding. Rest on a mark, \
     or move the focus to it, to see the test, the proof or the reason; follow it to the goal. Margin: ✓ covered, \
     ◐ partly, ? not covered, ∅ infeasible.</p>\n";

/// Files of units in their order, then files that only goals name and whose source is known.
pub fn files<'a>(page: &Page<'_, 'a>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    let mut files: Vec<&str> = page.report.run.units.iter().map(|unit| unit.file.as_str()).collect();
    let places = page.report.units().flat_map(|(_, goals)| goals).map(|goal| goal.span.file.as_str());
    files.extend(places.filter(|path| page.report.sources.contains_key(*path)));
    files.retain(|path| seen.insert(*path));
    files
}

fn file(page: &Page<'_, '_>, path: &str) -> String {
    let source = page.report.sources.get(path);
    let lines: Vec<&str> = source.map(|text| text.lines().collect()).unwrap_or_default();
    let (units, slices) = links::slices(page.report, path, &lines);
    let mut text = format!("<section class=\"file\">\n<h3 class=\"path\">{}</h3>\n", escape(path));
    for (&number, range) in units.iter().zip(&slices.functions) {
        text.push_str(&unit(page, number, &source::listing(page, path, &lines, range.clone())));
    }
    text.push_str(&rest(page, path, &lines, &slices));
    text + "</section>\n"
}

/// The lines of a file that belong to no unit.
pub fn rest_of(page: &Page<'_, '_>, path: &str) -> String {
    let source = page.report.sources.get(path);
    let lines: Vec<&str> = source.map(|text| text.lines().collect()).unwrap_or_default();
    let (_, slices) = links::slices(page.report, path, &lines);
    let stretches = slices.rest.iter().cloned();
    stretches.map(|range| source::listing(page, path, &lines, range)).collect()
}

fn rest(page: &Page<'_, '_>, path: &str, lines: &[&str], slices: &Slices) -> String {
    let stretches = slices.rest.iter().cloned();
    let text: String = stretches.map(|range| source::listing(page, path, lines, range)).collect();
    if text.is_empty() {
        return String::new();
    }
    format!("<details class=\"rest\"><summary>Rest of {}</summary>\n{text}</details>\n", escape(path))
}

/// The unit as a page of its own has it.
pub fn alone(page: &Page<'_, '_>, number: usize) -> String {
    let path = page.report.run.units[number].file.as_str();
    let source = page.report.sources.get(path);
    let lines: Vec<&str> = source.map(|text| text.lines().collect()).unwrap_or_default();
    let (units, slices) = links::slices(page.report, path, &lines);
    let range = units.iter().position(|&unit| unit == number).map(|at| slices.functions[at].clone());
    let listing = range.map(|range| source::listing(page, path, &lines, range)).unwrap_or_default();
    format!("<section id=\"functions\">\n{HOW_TO_READ}{}</section>\n", details(page, number, &listing, true))
}

fn unit(page: &Page<'_, '_>, number: usize, listing: &str) -> String {
    details(page, number, listing, page.report.run.units.len() <= UNFOLDED)
}

fn details(page: &Page<'_, '_>, number: usize, listing: &str, is_open: bool) -> String {
    let unit = &page.report.run.units[number];
    let goals = page.report.goals.get(number).map_or(&[][..], Vec::as_slice);
    format!(
        "<details class=\"unit\" id=\"{}\"{}>\n<summary><h4>{}</h4> <span class=\"line-of\">line {}</span> {} \
         <span class=\"share\">{}</span> <span class=\"counts\">{}</span></summary>\n\
         <div class=\"body\">\n{}{}{}{listing}{}{}{}{}{}{}{}{}{}</div>\n</details>\n",
        unit_id(number),
        if is_open { " open=\"\"" } else { "" },
        escape(&unit.function),
        unit.line,
        bar(&unit.goals),
        share(unit),
        counts(&unit.goals),
        state(unit),
        preconditions(unit),
        facts(unit),
        findings::of_unit(page, unit),
        graph::section(page, number, unit),
        independence::section(page, unit, goals),
        goals::goals(page, number, &unit.file, goals),
        paths::section(page, unit),
        tests_list::tests(page, number, unit, goals),
        super::mutants::section(page, unit),
        chart::chart(unit),
        chart::techniques(unit),
    )
}

/// Covered share, or why there is none.
pub fn share(unit: &UnitRecord) -> String {
    match unit.status {
        UnitStatus::Done => words::percent(&unit.goals),
        UnitStatus::Pending => "pending".to_owned(),
        UnitStatus::Unsupported { .. } => "not handled".to_owned(),
    }
}

fn state(unit: &UnitRecord) -> String {
    match &unit.status {
        UnitStatus::Done => String::new(),
        UnitStatus::Pending => "<p class=\"notice\">Not worked on yet.</p>\n".to_owned(),
        UnitStatus::Unsupported { reason } => format!(
            "<p class=\"notice\"><strong>Not handled:</strong> {}. A limit of the tool, not a bug in your program.</p>\n",
            prose(reason.trim_end_matches('.'))
        ),
    }
}

/// What the evidence holds under.
fn preconditions(unit: &UnitRecord) -> String {
    if unit.preconditions.is_empty() {
        return String::new();
    }
    let stated = prose(&unit.preconditions.join("; "));
    format!("<p class=\"notice\"><strong>Under the preconditions of trine.toml:</strong> {stated}.</p>\n")
}

fn facts(unit: &UnitRecord) -> String {
    let facts = [
        ("Ended", unit.termination.clone()),
        ("Tests", unit.tests.to_string()),
        ("Evaluations", words::grouped(unit.evaluations)),
        ("Executions", words::grouped(unit.executions)),
        ("Solver", crate::solver::line(&unit.solver, &unit.solver_times)),
        ("Time", words::duration(unit.milliseconds)),
    ];
    let fact =
        |(name, value): &(&str, String)| format!("<div><dt>{name}</dt><dd>{}</dd></div>", escape(value));
    let shown: String = facts.iter().filter(|(_, value)| !value.is_empty()).map(fact).collect();
    format!("<dl class=\"figures\">{shown}</dl>\n")
}
