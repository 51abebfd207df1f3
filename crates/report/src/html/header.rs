//! Head and foot of the page: what was run, how to repeat it, the result in one line.

use super::markup::{bar, escape};
use crate::{Report, words};
use std::collections::BTreeSet;
use trine_record::{Criterion, Language, McdcVariant, SourceRecord, UnitStatus};

/// Title of the document.
pub fn title(report: &Report<'_>) -> String {
    format!("Trine: {}", subject(report))
}

/// The head of the page.
pub fn header(report: &Report<'_>, is_split: bool) -> String {
    format!(
        "<header>\n<p class=\"eyebrow\">Trine unit-test report</p>\n<h1>{}</h1>\n{}{}{}{}</header>\n",
        escape(&subject(report)),
        result(report),
        facts(report),
        replay(report) + &hashes(report),
        navigation(report, is_split),
    )
}

/// The foot of the page.
pub fn footer(report: &Report<'_>, in_full: bool) -> String {
    if !in_full {
        return format!("<footer><p>Written by Trine {}.</p></footer>\n", escape(&report.run.version));
    }
    format!(
        "<footer><p>Written by Trine {}. <em>Covered</em> means that the finished test was replayed from \
         scratch and reached the goal; <em>infeasible</em> is said only with a proof; <em>unknown</em> is \
         neither. Percentages are of the feasible goals.</p></footer>\n",
        escape(&report.run.version)
    )
}

fn subject(report: &Report<'_>) -> String {
    if report.run.language == Language::Java {
        return classes(report);
    }
    match report.run.inputs.as_slice() {
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [first, others @ ..] => format!("{first} and {} more files", others.len()),
        [] => project(report),
    }
}

/// Classes are named by themselves, or by what they stand in.
fn classes(report: &Report<'_>) -> String {
    let units = &report.run.units;
    if let [one] = units.as_slice() {
        return one.function.clone();
    }
    let first =
        report.run.inputs.first().map(|path| path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(path));
    let count = words::plural(units.len(), "class");
    first.map_or(count.clone(), |place| format!("{count} of {place}"))
}

/// A run over what a build tells names no files: the folder that all its units have in common, or how many there are.
fn project(report: &Report<'_>) -> String {
    let units = &report.run.units;
    let files: BTreeSet<&str> = units.iter().map(|unit| unit.file.as_str()).collect();
    let root =
        report.run.jobs.first().and_then(|job| job.root.rsplit(['/', '\\']).find(|part| !part.is_empty()));
    match (files.len(), root) {
        (0, _) => "nothing to test".to_owned(),
        (1, _) => files.first().map_or_else(String::new, |file| (*file).to_owned()),
        (count, Some(root)) => format!("{root}, {count} files"),
        (count, None) => format!("{count} files"),
    }
}

fn result(report: &Report<'_>) -> String {
    let totals = report.totals();
    let feasible = totals.total - totals.infeasible;
    let share = words::percent(&totals);
    let pending = report.run.units.iter().filter(|unit| unit.status == UnitStatus::Pending).count();
    let pending = match pending {
        0 => String::new(),
        _ => format!(" {} not worked on yet.", words::plural(pending, words::unit(report.run.language))),
    };
    let own: usize = report.run.units.iter().filter_map(|unit| Some(unit.own_tests.as_ref()?.passed)).sum();
    let own = match own {
        0 => String::new(),
        _ => format!(" and {} of your own", words::grouped(own as u64)),
    };
    format!(
        "<div class=\"result\"><p><strong class=\"share\">{share}</strong> <span>{} of {} feasible {} goals \
         covered by {}{own} in {}. {} infeasible, {} unknown.{pending}</span></p>{}</div>\n",
        words::grouped(totals.covered as u64),
        words::grouped(feasible as u64),
        criterion(report),
        words::plural(report.suite.tests.len(), "test"),
        words::plural(report.run.units.len(), words::unit(report.run.language)),
        words::grouped(totals.infeasible as u64),
        words::grouped(totals.unknown as u64),
        bar(&totals),
    )
}

fn criterion(report: &Report<'_>) -> &'static str {
    match report.run.criterion {
        Criterion::Mcdc => "MC/DC",
        other => other.name(),
    }
}

fn facts(report: &Report<'_>) -> String {
    let run = report.run;
    let variant = match run.mcdc {
        McdcVariant::Masking => "masking MC/DC",
        McdcVariant::UniqueCause => "unique-cause MC/DC",
    };
    let criterion = match run.criterion {
        Criterion::Mcdc => variant.to_owned(),
        other => other.name().to_owned(),
    };
    let budget = format!("Budget per {}", words::unit(run.language));
    let facts = [
        ("Criterion", criterion),
        ("Strategy", run.strategy.clone()),
        ("Seed", run.seed.to_string()),
        (budget.as_str(), run.budget.clone()),
        ("Date", run.date.replace('T', " ").replace('Z', " UTC")),
        (if run.language == Language::C { "Compiler" } else { "JDK" }, run.compiler.clone()),
        ("Target", run.target.clone()),
        ("Compiler flags", run.flags.join(" ")),
        ("Trine", run.version.clone()),
        ("Files", run.inputs.join(", ")),
    ];
    let fact =
        |(name, value): &(&str, String)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escape(value));
    let shown: String = facts.iter().filter(|(_, value)| !value.is_empty()).map(fact).collect();
    format!("<dl class=\"facts\">\n{shown}</dl>\n")
}

fn replay(report: &Report<'_>) -> String {
    format!(
        "<div class=\"replay\"><span class=\"label\">Repeat this run</span><code id=\"replay\">{}</code>\
         <button type=\"button\" data-copy=\"replay\" hidden=\"\">Copy</button></div>\n",
        escape(&report.run.replay)
    )
}

/// Which texts the evidence is about.
fn hashes(report: &Report<'_>) -> String {
    if report.run.sources.is_empty() {
        return String::new();
    }
    let row = |source: &SourceRecord| {
        format!("<tr><td>{}</td><td><code>{}</code></td></tr>\n", escape(&source.file), source.sha256)
    };
    let rows: String = report.run.sources.iter().map(row).collect();
    format!(
        "<details class=\"hashes\"><summary>Sources with their SHA-256</summary>\n<div class=\"scroll\"><table class=\"plain\"><tbody>\n\
         {rows}</tbody></table></div></details>\n"
    )
}

fn navigation(report: &Report<'_>, is_split: bool) -> String {
    let findings = report.run.findings.len();
    let unsupported = report.unsupported().count();
    let entries = [
        ("overview", "Overview".to_owned(), true),
        ("native", "Native run".to_owned(), report.run.native.is_some()),
        ("findings", format!("Findings ({findings})"), findings > 0),
        ("unsupported", format!("Not handled ({unsupported})"), unsupported > 0),
        ("open", format!("Not covered ({})", report.totals().unknown), report.totals().unknown > 0),
        ("files", "Files".to_owned(), is_split),
        ("functions", words::units(report.run.language).to_owned(), !is_split),
    ];
    let entry = |(id, name, _): &(&str, String, bool)| format!("<a href=\"#{id}\">{name}</a>\n");
    let shown: String = entries.iter().filter(|(_, _, shown)| *shown).map(entry).collect();
    format!("<nav aria-label=\"Sections\">\n{shown}</nav>\n")
}
