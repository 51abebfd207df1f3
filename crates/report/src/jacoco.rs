//! `jacoco.xml`: the counters of a Java run in the format of JaCoCo's XML report (`report.dtd` 1.1).
//!
//! Packages, classes and source files are in the order of their names; a class that is a unit and nested in another unit is written
//! once. Counters are what our judge says the suite covers; where JaCoCo was run, the run says whether it agrees.
//! Cost: linear in classes, methods and lines.

use crate::Report;
use std::collections::BTreeMap;
use std::fmt::Write;
use trine_record::{ClassCounters, Counter, Counters, LineCounters};

/// The document; `None` when no unit has counters.
#[must_use]
pub fn document(report: &Report<'_>) -> Option<String> {
    let mut packages: BTreeMap<&str, BTreeMap<&str, &ClassCounters>> = BTreeMap::new();
    for class in report.run.units.iter().flat_map(|unit| &unit.classes) {
        let package = class.name.rsplit_once('/').map_or("", |(package, _)| package);
        packages.entry(package).or_default().entry(&class.name).or_insert(class);
    }
    if packages.is_empty() {
        return None;
    }
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\">\n<report name=\"trine\">\n",
    );
    let mut total = Counters::default();
    for (name, classes) in &packages {
        total += package(&mut text, name, classes.values().copied());
    }
    counters(&mut text, 1, &total);
    text.push_str("</report>\n");
    Some(text)
}

fn package<'a>(text: &mut String, name: &str, classes: impl Iterator<Item = &'a ClassCounters>) -> Counters {
    let mut total = Counters::default();
    let mut files: BTreeMap<&str, (Counters, BTreeMap<u32, LineCounters>)> = BTreeMap::new();
    let _ = writeln!(text, " <package name=\"{}\">", escaped(name));
    for of in classes {
        class(text, of);
        let Some(file) = &of.source_file else {
            total += of.total;
            continue;
        };
        let (counters, lines) = files.entry(file).or_default();
        *counters += of.total;
        for line in &of.lines {
            let sum =
                lines.entry(line.line).or_insert(LineCounters { line: line.line, ..LineCounters::default() });
            sum.instruction += line.instruction;
            sum.branch += line.branch;
        }
    }
    for (name, (counters, lines)) in files {
        total += source_file(text, name, counters, &lines);
    }
    counters(text, 2, &total);
    text.push_str(" </package>\n");
    total
}

fn class(text: &mut String, class: &ClassCounters) {
    let file = class.source_file.as_deref().map(|file| format!(" sourcefilename=\"{}\"", escaped(file)));
    let _ = writeln!(text, "  <class name=\"{}\"{}>", escaped(&class.name), file.unwrap_or_default());
    for method in &class.methods {
        let line = method.line.map(|line| format!(" line=\"{line}\"")).unwrap_or_default();
        let (name, descriptor) = (escaped(&method.name), escaped(&method.descriptor));
        let _ = writeln!(text, "   <method name=\"{name}\" desc=\"{descriptor}\"{line}>");
        counters(text, 4, &Counters { class: Counter::default(), ..method.counters });
        text.push_str("   </method>\n");
    }
    counters(text, 3, &class.total);
    text.push_str("  </class>\n");
}

/// A source file with its lines. Classes share lines: they are counted once.
fn source_file(text: &mut String, name: &str, of: Counters, lines: &BTreeMap<u32, LineCounters>) -> Counters {
    let mut total = Counters { line: Counter::default(), ..of };
    let _ = writeln!(text, "  <sourcefile name=\"{}\">", escaped(name));
    for line in lines.values() {
        if line.instruction.total() > 0 {
            total.line += Counter::one(line.instruction.covered > 0);
        }
        let _ = writeln!(
            text,
            "   <line nr=\"{}\" mi=\"{}\" ci=\"{}\" mb=\"{}\" cb=\"{}\"/>",
            line.line,
            line.instruction.missed,
            line.instruction.covered,
            line.branch.missed,
            line.branch.covered
        );
    }
    counters(text, 3, &total);
    text.push_str("  </sourcefile>\n");
    total
}

/// The counters that count something, in JaCoCo's order.
fn counters(text: &mut String, depth: usize, counters: &Counters) {
    for (name, counter) in [
        ("INSTRUCTION", counters.instruction),
        ("BRANCH", counters.branch),
        ("LINE", counters.line),
        ("COMPLEXITY", counters.complexity),
        ("METHOD", counters.method),
        ("CLASS", counters.class),
    ] {
        if counter.total() > 0 {
            let indent = " ".repeat(depth);
            let Counter { missed, covered } = counter;
            let _ = writeln!(
                text,
                "{indent}<counter type=\"{name}\" missed=\"{missed}\" covered=\"{covered}\"/>"
            );
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
