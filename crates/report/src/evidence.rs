//! `evidence.md`: the evidence of a run in one text, in the words of DO-178C and ISO 26262, fit for a certification folder.
//!
//! It states what was measured and how it was confirmed, and what a reader has to judge; it claims no compliance: Trine is not a
//! qualified tool.

use crate::{Report, explain, words};
use std::fmt::Write;
use trine_record::{Criterion, GoalKind, GoalStatus, Language, McdcVariant};

/// The text.
#[must_use]
pub fn summary(report: &Report<'_>) -> String {
    let mut text = "# Structural coverage evidence\n\n".to_owned();
    identification(report, &mut text);
    objective(report, &mut text);
    results(report, &mut text);
    justifications(report, &mut text);
    findings(report, &mut text);
    text.push_str(
        "## Limits\n\nTests were generated from the code: they show what the code does, not what its requirements ask for. Their expected results \
         have to be reviewed against the requirements. Trine is not qualified under DO-330 or ISO 26262-8, clause 11; native runs and the \
         platform's own coverage tool confirm what is claimed here where the table above says so.\n",
    );
    text
}

fn identification(report: &Report<'_>, text: &mut String) {
    let run = report.run;
    let rows = [
        ("Tool", format!("Trine {}", run.version)),
        (if run.language == Language::C { "Compiler" } else { "JDK" }, run.compiler.clone()),
        ("Target", run.target.clone()),
        ("Compiler flags", run.flags.join(" ")),
        ("Date", run.date.clone()),
        ("Command", run.replay.clone()),
        ("Seed", run.seed.to_string()),
        ("Budget", run.budget.clone()),
    ];
    text.push_str("## Identification\n\n| item | value |\n|---|---|\n");
    for (name, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "| {name} | {} |", cell(value));
    }
    text.push_str("\nSources that were read, headers included:\n\n| file | SHA-256 |\n|---|---|\n");
    for source in &run.sources {
        let _ = writeln!(text, "| {} | `{}` |", cell(&source.file), source.sha256);
    }
    text.push('\n');
}

fn objective(report: &Report<'_>, text: &mut String) {
    let (name, where_asked) = match report.run.criterion {
        Criterion::Statement => (
            "statement coverage",
            "DO-178C table A-7, objective 7 (level C and above); ISO 26262-6 table 9, method 1a",
        ),
        Criterion::Branch => (
            "branch coverage",
            "DO-178C table A-7, objective 6 (decision coverage, level B and above); ISO 26262-6 table 9, method 1b",
        ),
        Criterion::Condition => ("condition coverage", "part of DO-178C table A-7, objective 5"),
        Criterion::ConditionDecision => {
            ("condition/decision coverage", "part of DO-178C table A-7, objective 5")
        }
        Criterion::Mcdc => (
            "modified condition/decision coverage",
            "DO-178C table A-7, objective 5 (level A); ISO 26262-6 table 9, method 1c",
        ),
    };
    let variant = match (report.run.criterion, report.run.mcdc) {
        (Criterion::Mcdc, McdcVariant::Masking) => " Independence is shown by masking MC/DC (CAST-6).",
        (Criterion::Mcdc, McdcVariant::UniqueCause) => " Independence is shown by unique-cause MC/DC.",
        _ => "",
    };
    let _ =
        writeln!(text, "## Objective\n\nStructural coverage analysis: {name} ({where_asked}).{variant}\n");
}

fn results(report: &Report<'_>, text: &mut String) {
    text.push_str(
        "## Results\n\n| unit | file | goals | covered | infeasible | not covered | tests |\n|---|---|--:|--:|--:|--:|--:|\n",
    );
    for unit in &report.run.units {
        let counts = unit.goals;
        let _ = writeln!(
            text,
            "| {} | {}:{} | {} | {} | {} | {} | {} |",
            cell(&unit.function),
            cell(&unit.file),
            unit.line,
            counts.total,
            counts.covered,
            counts.infeasible,
            counts.unknown,
            unit.tests
        );
    }
    let totals = report.totals();
    let _ = writeln!(
        text,
        "| **total** | | {} | {} | {} | {} | {} |\n\nOf the feasible goals {} are covered.\n",
        totals.total,
        totals.covered,
        totals.infeasible,
        totals.unknown,
        report.suite.tests.len(),
        words::percent(&totals),
    );
    let _ = match &report.run.native {
        Some(native) => {
            // Where the referee counts nothing, a known limit says so.
            let is_counted = native.branches.2 > 0 || native.known_limits.is_empty();
            let branches = match is_counted {
                true => format!(
                    "branches by Trine {} and by {} {}",
                    native.branches.0,
                    words::referee(report.run.language),
                    native.branches.1
                ),
                false => native.known_limits.join("; "),
            };
            writeln!(
                text,
                "Confirmation on the target of the compiler: {} of {} tests passed; {branches}; {} disagreements.\n",
                native.passed,
                native.tests,
                native.disagreements.len()
            )
        }
        None => writeln!(text, "The suite was not run natively.\n"),
    };
}

fn justifications(report: &Report<'_>, text: &mut String) {
    let mut rows = String::new();
    for (unit, goals) in report.units() {
        for goal in goals {
            let (resolution, why) = match &goal.status {
                GoalStatus::Covered { .. } => continue,
                GoalStatus::Infeasible(proof) => ("deactivated or infeasible, proved", words::proof(proof)),
                GoalStatus::Unknown { reason } => {
                    let near = crate::nearest::nearest(unit, goal).map(crate::nearest::sentence);
                    let near = near.map(|sentence| format!("; {sentence}")).unwrap_or_default();
                    let help = explain::help_with(unit, goal, reason);
                    ("to be resolved", format!("{reason}{near}; what would help: {help}"))
                }
            };
            let what = match goal.goal {
                GoalKind::Independence { .. } => "independence of",
                _ => "",
            };
            let _ = writeln!(
                rows,
                "| {}:{} | {}:{} | {} | {resolution} | {} |",
                cell(&unit.function),
                goal.id.0,
                cell(&goal.span.file),
                goal.span.start.0,
                cell(format!("{what} {} {}", words::subject(goal), words::asks(goal)).trim()),
                cell(&why)
            );
        }
    }
    text.push_str("## Coverage not achieved\n\n");
    if rows.is_empty() {
        text.push_str("None: every goal is covered.\n\n");
    } else {
        let _ = writeln!(
            text,
            "| goal | place | what | resolution | justification |\n|---|---|---|---|---|\n{rows}"
        );
    }
}

fn findings(report: &Report<'_>, text: &mut String) {
    if report.run.findings.is_empty() {
        return;
    }
    text.push_str("## Findings\n\n| place | kind | what happened | reproducer |\n|---|---|---|---|\n");
    for finding in &report.run.findings {
        let _ = writeln!(
            text,
            "| {}:{} | {} | {} | {} |",
            cell(&finding.place.file),
            finding.place.start.0,
            cell(&finding.kind),
            cell(&finding.message),
            cell(&finding.test)
        );
    }
    text.push('\n');
}

/// Text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ").replace('<', "&lt;")
}
