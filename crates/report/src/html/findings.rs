//! Findings, and the functions that could not be handled.

use super::Page;
use super::links::finding_id;
use super::markup::{code, escape, prose, table};
use crate::words;
use trine_record::{Finding, FindingClass, NativeConfirmation, UnitRecord};

/// The section of all findings; nothing when there is none.
pub fn section(page: &Page<'_, '_>) -> String {
    let findings = &page.report.run.findings;
    if findings.is_empty() {
        return String::new();
    }
    let class = |class| findings.iter().enumerate().filter(move |(_, finding)| finding.class == class);
    format!(
        "<section id=\"findings\">\n<h2>Findings</h2>\n{}{}</section>\n",
        group(
            page,
            "In the code",
            "Inputs that crash the code under test.",
            class(FindingClass::Code).collect()
        ),
        group(
            page,
            "Unstated preconditions",
            "Crashes on inputs that the tests invented: a null pointer that the function never checks, a \
             buffer shorter than it assumes, state that other functions keep in order. Whether callers may pass them is yours to say.",
            class(FindingClass::Precondition).collect()
        ),
    )
}

fn group(page: &Page<'_, '_>, heading: &str, about: &str, findings: Vec<(usize, &Finding)>) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let rows: String = findings.iter().map(|(number, finding)| row(page, *number, finding)).collect();
    let head = ["Place", "What happened", "Reproducer"];
    format!("<h3>{heading}</h3>\n<p>{about}</p>\n{}", table("plain findings", &head, &rows))
}

fn row(page: &Page<'_, '_>, number: usize, finding: &Finding) -> String {
    // A recursion is named once.
    let mut names: Vec<&String> = finding.stack.iter().rev().collect();
    names.dedup();
    let stack: Vec<String> = names.into_iter().map(|name| code(&words::method(name))).collect();
    let others: Vec<String> = finding.also_from.iter().map(|name| code(&words::method(name))).collect();
    let also = if others.is_empty() { String::new() } else { format!("; also from {}", others.join(", ")) };
    let calls = match stack.len() {
        0 | 1 => String::new(),
        _ => format!("<br/><span class=\"note\">calls: {}</span>", stack.join(" → ")),
    };
    format!(
        "<tr id=\"{}\"><td class=\"place\">{}</td><td class=\"wide\"><span class=\"kind\">{}</span> in {}{also}<br/>{}{calls}</td>\
         <td class=\"wide\">{}{}</td></tr>\n",
        finding_id(number),
        page.links.place(&finding.place),
        escape(&finding.kind),
        code(&words::method(&finding.function)),
        prose(&finding.message),
        code(&finding.test),
        evidence(finding),
    )
}

/// What the native run of the reproducer showed.
fn evidence(finding: &Finding) -> String {
    let Some(native) = &finding.native else { return String::new() };
    let word = match native.confirmed {
        NativeConfirmation::Yes => "confirmed natively",
        NativeConfirmation::No => "not confirmed natively",
        NativeConfirmation::NotVisible => "not visible natively",
    };
    format!("<br/><span class=\"note\">{word}: {}</span>", prose(&native.detail))
}

/// Findings of one unit, as a list; nothing when there is none.
pub fn of_unit(page: &Page<'_, '_>, unit: &UnitRecord) -> String {
    let item = |finding: &Finding| {
        let position = page.report.run.findings.iter().position(|other| other == finding).unwrap_or(0);
        format!(
            "<li>{}: <a href=\"{}\">{}</a> ({}): {}</li>\n",
            page.links.place(&finding.place),
            page.links.finding_href(position),
            escape(&finding.kind),
            words::class(finding.class),
            prose(&finding.message),
        )
    };
    let items: String = page.report.findings_of(unit).map(item).collect();
    if items.is_empty() {
        return String::new();
    }
    format!("<h4>Findings</h4>\n<ul class=\"sentences\">\n{items}</ul>\n")
}

/// The section of functions that could not be handled; nothing when there is none.
pub fn unsupported(page: &Page<'_, '_>) -> String {
    let units = page.report.run.units.iter().enumerate();
    let reasons = page.report.unsupported();
    let mut rows = String::new();
    for (unit, reason) in reasons {
        let number = units.clone().position(|(_, other)| std::ptr::eq(other, unit)).unwrap_or(0);
        rows.push_str(&format!(
            "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td class=\"place\">{}</td><td class=\"wide\">{}</td>\
             <td class=\"number\">{}</td></tr>\n",
            page.links.unit_href(number),
            escape(&unit.function),
            page.links.line(&unit.file, unit.line, &format!("{}:{}", unit.file, unit.line)),
            prose(reason),
            unit.goals.unknown,
        ));
    }
    if rows.is_empty() {
        return String::new();
    }
    let kind = words::unit(page.report.run.language);
    let head = [if kind == "class" { "Class" } else { "Function" }, "Place", "Reason", "Goals unknown"];
    format!(
        "<section id=\"unsupported\">\n<h2>Not handled</h2>\n<p>Limits of the tool, not bugs in your program. \
         <code>--exclude NAME</code> leaves a {kind} out.</p>\n{}</section>\n",
        table("plain", &head, &rows)
    )
}
