//! The overview: one row per function, to sort and filter.

use super::Page;
use super::markup::{bar, escape};
use super::unit::share;
use crate::{Report, words};
use trine_record::{Language, UnitRecord, UnitStatus};

const COLUMNS: [(&str, &str); 10] = [
    ("Function", "text"),
    ("Place", "text"),
    ("Coverage", "number"),
    ("Covered", "number"),
    ("Infeasible", "number"),
    ("Unknown", "number"),
    ("Tests", "number"),
    ("Findings", "number"),
    ("Evaluations", "number"),
    ("Time", "number"),
];

/// The section of all units.
pub fn section(page: &Page<'_, '_>) -> String {
    let all: Vec<usize> = (0..page.report.run.units.len()).collect();
    of_units(page, &all, &total(page.report))
}

/// The section of these units, with a row behind them.
pub fn of_units(page: &Page<'_, '_>, units: &[usize], total: &str) -> String {
    let report = page.report;
    let head: String = COLUMNS
        .iter()
        .map(|(name, kind)| match (*name, report.run.language) {
            ("Function", Language::Java) => column("Class", kind),
            _ => column(name, kind),
        })
        .collect();
    let rows: String = units.iter().map(|&number| row(page, number, &report.run.units[number])).collect();
    format!(
        "<section id=\"overview\">\n<h2>Overview</h2>\n{}{LEGEND}\
         <div class=\"scroll\"><table class=\"overview sortable\">\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n<tfoot>\n{}</tfoot>\n</table></div>\n</section>\n",
        controls(),
        total,
    )
}

const LEGEND: &str = "<p class=\"legend\" aria-label=\"Legend\">\
     <span><i class=\"key covered\"></i>covered</span> \
     <span><i class=\"key unknown\"></i>unknown</span> \
     <span><i class=\"key infeasible\"></i>infeasible, proved</span></p>\n";

fn controls() -> String {
    "<p class=\"controls\" data-script=\"\" hidden=\"\">\
     <label>Filter <input type=\"search\" id=\"filter\" placeholder=\"function or file\" autocomplete=\"off\"/></label> \
     <label><input type=\"checkbox\" id=\"only-unknown\"/> only with unknown goals</label> \
     <span id=\"shown\" role=\"status\"></span></p>\n"
        .to_owned()
}

fn column(name: &str, kind: &str) -> String {
    format!(
        "<th scope=\"col\" class=\"{kind}\"><button type=\"button\" data-sort=\"{kind}\">{name}</button></th>"
    )
}

fn row(page: &Page<'_, '_>, number: usize, unit: &UnitRecord) -> String {
    let report = page.report;
    let counts = &unit.goals;
    let rank = match unit.status {
        UnitStatus::Done => counts.ratio(),
        UnitStatus::Pending | UnitStatus::Unsupported { .. } => -1.0,
    };
    let findings = report.findings_of(unit).count();
    let numbers = [counts.covered, counts.infeasible, counts.unknown, unit.tests, findings];
    let numbers: String = numbers.iter().map(|&number| cell(number as u64, &count(number))).collect();
    format!(
        "<tr data-unknown=\"{}\"><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"place\" title=\"{}\">{}:{}</td>\
         <td class=\"coverage\" data-value=\"{rank:.4}\"><span>{}<b>{}</b></span></td>{numbers}{}{}</tr>\n",
        counts.unknown,
        page.links.unit_href(number),
        name(report, unit),
        escape(&unit.file),
        place(report, unit),
        unit.line,
        bar(counts),
        share(unit),
        cell(unit.evaluations, &words::grouped(unit.evaluations)),
        cell(unit.milliseconds, &words::duration(unit.milliseconds)),
    )
}

/// The name of a unit; of a class with its package under it.
fn name(report: &Report<'_>, unit: &UnitRecord) -> String {
    let short = words::short_name(report.run.language, &unit.function);
    let package = unit.function.strip_suffix(short).unwrap_or_default().trim_end_matches('.');
    match package {
        "" => escape(short),
        package => format!("{}<span class=\"package\"> {}</span>", escape(short), escape(package)),
    }
}

/// The file; of Java without the folders that its package says already.
fn place(report: &Report<'_>, unit: &UnitRecord) -> String {
    match report.run.language {
        Language::C => escape(&unit.file),
        Language::Java => escape(unit.file.rsplit('/').next().unwrap_or(&unit.file)),
    }
}

fn total(report: &Report<'_>) -> String {
    let units = &report.run.units;
    let totals = report.totals();
    let tests = report.suite.tests.len();
    let numbers = [totals.covered, totals.infeasible, totals.unknown, tests, report.run.findings.len()];
    let numbers: String = numbers.iter().map(|&number| cell(number as u64, &count(number))).collect();
    let evaluations: u64 = units.iter().map(|unit| unit.evaluations).sum();
    let milliseconds: u64 = units.iter().map(|unit| unit.milliseconds).sum();
    format!(
        "<tr><th scope=\"row\">Total</th><td class=\"place\">{}</td><td class=\"coverage\"><span>{}<b>{}</b></span></td>\
         {numbers}{}{}</tr>\n",
        words::plural(units.len(), words::unit(report.run.language)),
        bar(&totals),
        words::percent(&totals),
        cell(evaluations, &words::grouped(evaluations)),
        cell(milliseconds, &words::duration(milliseconds)),
    )
}

fn count(number: usize) -> String {
    if number == 0 { "<span class=\"zero\">0</span>".to_owned() } else { words::grouped(number as u64) }
}

fn cell(value: u64, text: &str) -> String {
    format!("<td class=\"number\" data-value=\"{value}\">{text}</td>")
}
