//! The end-of-run summary as plain text: a table of the units, what the native run confirmed,
//! findings, the preconditions it all holds under, and what could not be handled.
//!
//! Blocks are separated by one empty line; a block with nothing to say is left out. Names and
//! messages of the user's program lose their control characters, so that they cannot speak to
//! the terminal.

mod table;

pub(crate) use table::{Paint, Table, printable};

use crate::{Report, words};
use std::fmt::Write;
use trine_record::{
    ALL_DISCARDED, Finding, FindingClass, GoalCounts, NativeVerdict, RunRecord, SolverRecord, SolverTimes,
    UnitRecord, UnitStatus,
};

/// Failures and disagreements that the summary begins with.
const TROUBLE_SHOWN: usize = 3;
/// Findings of the lower class that the summary lists.
const PRECONDITIONS_SHOWN: usize = 10;

/// The summary; `color` adds ANSI colors.
#[must_use]
pub fn summary(report: &Report<'_>, color: bool) -> String {
    let paint = Paint { color };
    let blocks = [
        trouble(report.run, paint.color),
        units(report, paint),
        paths(report, paint),
        solver(report, paint),
        own_tests(report, paint),
        mutants(report, paint),
        report
            .run
            .native
            .as_ref()
            .filter(|verdict| !says_nothing(verdict))
            .map(|verdict| native(verdict, words::referee(report.run.language), paint))
            .unwrap_or_default(),
        findings(&report.run.findings, paint),
        preconditions(report, paint),
        discarded(report, paint),
        unsupported(report, paint),
    ];
    blocks.into_iter().filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The next step to take, for a run whose folder the user knows as `out`.
#[must_use]
pub fn next(report: &Report<'_>, out: &str, color: bool) -> String {
    let paint = Paint { color };
    let (totals, out) = (report.totals(), printable(out));
    let finding = report.run.findings.iter().find(|finding| finding.class == FindingClass::Code);
    let step = match (finding, totals.unknown) {
        (Some(finding), _) => format!(
            "look at the first finding: `trine replay {out} --test {}` shows what its test does, {out}/crashes/ has it as source",
            printable(&finding.test)
        ),
        (None, 0) if report.run.units.iter().all(|unit| unit.tests == 0) && has_own_tests(report) => {
            "nothing is open: your tests cover all that can be covered, and none was written".to_owned()
        }
        (None, 0) => format!("nothing is open: {out}/tests/ has the suite"),
        (None, open) => format!(
            "`trine explain --out {out}` says of {} why, with the values of the nearest test, and what would help",
            if open == 1 {
                "the open goal".to_owned()
            } else {
                format!("each of {} open goals", words::grouped(open as u64))
            }
        ),
    };
    format!("{} {step}\n     report: {out}/report/index.html\n", paint.bold("next"))
}

/// What is wrong with the suite as it stands, a bug of ours; nothing when all is well.
#[must_use]
pub fn trouble(run: &RunRecord, color: bool) -> String {
    let paint = Paint { color };
    let Some(verdict) = run.native.as_ref().filter(|verdict| verdict.shows_a_bug()) else {
        return String::new();
    };
    let head = paint.bad("error: the suite does not hold natively");
    let mut text = format!("{head}: {}\n", words::trouble(verdict, run.language));
    for sentence in verdict.failures.iter().chain(&verdict.disagreements).take(TROUBLE_SHOWN) {
        let _ = writeln!(text, "  {}", printable(sentence));
    }
    let all = verdict.failures.len() + verdict.disagreements.len();
    if all > TROUBLE_SHOWN {
        let _ = writeln!(text, "  and {} more: see below", all - TROUBLE_SHOWN);
    }
    text.push_str("  = note: this is a bug in Trine, not in your program; the exit code is 70\n");
    let _ = writeln!(
        text,
        "  = help: please report it with the line that replays it: {}",
        printable(&run.replay)
    );
    text
}

fn units(report: &Report<'_>, paint: Paint) -> String {
    let mut table = Table::new("lrrrrrrrr");
    let heads = [
        words::unit(report.run.language),
        "goals",
        "covered",
        "infeasible",
        "unknown",
        "feasible",
        "tests",
        "evaluations",
        "time",
    ];
    table.row(heads.map(|head| paint.bold(head)).to_vec());
    let mut file = None;
    for unit in &report.run.units {
        if file != Some(&unit.file) {
            table.row(vec![paint.dim(&printable(&unit.file))]);
            file = Some(&unit.file);
        }
        table.row(unit_row(unit, paint));
    }
    if report.run.units.len() > 1 {
        table.row(total_row(report, paint));
    }
    table.text("")
}

/// What became of the paths of functions that were tested path by path.
fn paths(report: &Report<'_>, paint: Paint) -> String {
    let of_unit = |unit: &UnitRecord| {
        let pathwise = unit.pathwise.as_ref()?;
        Some(format!("  {}: {}\n", printable(&unit.function), pathwise.summary()))
    };
    let lines: String = report.run.units.iter().filter_map(of_unit).collect();
    if lines.is_empty() { lines } else { format!("{}\n{lines}", paint.bold("paths")) }
}

fn solver(report: &Report<'_>, paint: Paint) -> String {
    let (mut record, mut times) = (SolverRecord::default(), SolverTimes::default());
    for unit in &report.run.units {
        record.add(&unit.solver);
        times.add(&unit.solver_times);
    }
    let line = crate::solver::line(&record, &times);
    if line.is_empty() { line } else { format!("{} {line}\n", paint.bold("solver")) }
}

/// Whether the user named tests of their own.
fn has_own_tests(report: &Report<'_>) -> bool {
    report.run.units.iter().any(|unit| unit.own_tests.is_some())
}

/// What the user's own tests cover already.
fn own_tests(report: &Report<'_>, paint: Paint) -> String {
    let records: Vec<_> = report.run.units.iter().filter_map(|unit| unit.own_tests.as_ref()).collect();
    if records.is_empty() {
        return String::new();
    }
    let sum = |of: fn(&trine_record::OwnTestsRecord) -> usize| {
        words::grouped(records.iter().map(|record| of(record)).sum::<usize>() as u64)
    };
    let (passed, tests, goals) = (sum(|of| of.passed), sum(|of| of.tests), sum(|of| of.goals));
    let not_counted = records.iter().map(|record| record.not_counted.len()).sum::<usize>();
    let mut text = format!(
        "{} {passed} of {tests} pass here; they cover {goals} goals already\n",
        paint.bold("your tests")
    );
    if not_counted > 0 {
        let _ = writeln!(text, "  {not_counted} are not counted: run.json lists them with the reasons");
    }
    text
}

/// What the tests notice of faults made in covered lines.
fn mutants(report: &Report<'_>, paint: Paint) -> String {
    let units = &report.run.units;
    let made: usize = units.iter().map(|unit| unit.mutants).sum();
    let killed: usize = units.iter().map(|unit| unit.killed).sum();
    match made {
        0 => String::new(),
        _ => format!(
            "{} {} killed by a test of {} made in covered lines\n",
            paint.bold("mutants"),
            words::grouped(killed as u64),
            words::grouped(made as u64)
        ),
    }
}

fn unit_row(unit: &UnitRecord, paint: Paint) -> Vec<String> {
    let share = match unit.status {
        UnitStatus::Unsupported { .. } => paint.warning("unsupported"),
        UnitStatus::Pending => paint.warning("pending"),
        UnitStatus::Done => share(&unit.goals, paint),
    };
    let name = format!("  {}", printable(&unit.function));
    row(name, &unit.goals, share, unit.tests, unit.evaluations, unit.milliseconds)
}

fn total_row(report: &Report<'_>, paint: Paint) -> Vec<String> {
    let units = &report.run.units;
    let totals = report.totals();
    row(
        paint.bold("total"),
        &totals,
        share(&totals, paint),
        units.iter().map(|unit| unit.tests).sum(),
        units.iter().map(|unit| unit.evaluations).sum(),
        units.iter().map(|unit| unit.milliseconds).sum(),
    )
}

fn row(
    name: String,
    goals: &GoalCounts,
    share: String,
    tests: usize,
    evals: u64,
    milliseconds: u64,
) -> Vec<String> {
    let count = |number: usize| words::grouped(number as u64);
    vec![
        name,
        count(goals.total),
        count(goals.covered),
        count(goals.infeasible),
        count(goals.unknown),
        share,
        count(tests),
        words::grouped(evals),
        words::duration(milliseconds),
    ]
}

fn share(counts: &GoalCounts, paint: Paint) -> String {
    let text = words::percent(counts);
    if counts.unknown == 0 { paint.good(&text) } else { paint.warning(&text) }
}

/// Whether no test was run, and nothing went wrong either.
fn says_nothing(verdict: &NativeVerdict) -> bool {
    let NativeVerdict { tests, dropped, machine_only, failures, disagreements, .. } = verdict;
    *tests == 0
        && dropped.is_empty()
        && machine_only.is_empty()
        && failures.is_empty()
        && disagreements.is_empty()
}

fn native(verdict: &NativeVerdict, referee: &str, paint: Paint) -> String {
    let mut text = format!("{}\n", paint.bold("native run"));
    let passed = format!("{}/{} passed", verdict.passed, verdict.tests);
    let passed = if verdict.passed == verdict.tests { paint.good(&passed) } else { paint.bad(&passed) };
    let _ = writeln!(text, "  tests:    {passed}");
    if verdict.branches.2 > 0 || verdict.known_limits.is_empty() {
        let _ = writeln!(text, "  branches: {}", comparison(verdict.branches, referee, paint));
    }
    if verdict.mcdc.2 > 0 {
        let _ = writeln!(text, "  mcdc:     {}", comparison(verdict.mcdc, referee, paint));
    }
    for test in &verdict.dropped {
        let label = paint.warning("dropped");
        let (name, reason) = (printable(&test.name), printable(&test.reason));
        let _ = writeln!(text, "  {label}: {name}: {reason}");
    }
    if !verdict.dropped.is_empty() {
        let count = words::plural(verdict.dropped.len(), "test");
        let note =
            format!("{count} did not hold natively: no longer part of the suite, the goals are open again");
        let _ = writeln!(text, "  = note: {note}");
    }
    for test in &verdict.machine_only {
        let label = paint.dim("machine only");
        let _ = writeln!(text, "  {label}: {}: {}", printable(&test.name), printable(&test.reason));
    }
    for (label, sentences) in [
        (paint.bad("failed"), &verdict.failures),
        (paint.bad("disagreement"), &verdict.disagreements),
        (paint.dim("known limit"), &verdict.known_limits),
    ] {
        for sentence in sentences {
            let _ = writeln!(text, "  {label}: {}", printable(sentence));
        }
    }
    text
}

fn comparison((judge, native, total): (usize, usize, usize), referee: &str, paint: Paint) -> String {
    let text = format!("judge {judge}/{total}, {referee} {native}/{total}");
    if judge == native { text } else { paint.bad(&text) }
}

fn findings(findings: &[Finding], paint: Paint) -> String {
    let mut text = String::new();
    for (class, head) in [
        (FindingClass::Code, "findings in the code"),
        (FindingClass::Precondition, "unstated preconditions: inputs that the tests invented"),
    ] {
        let these: Vec<_> = findings.iter().filter(|finding| finding.class == class).collect();
        if these.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}", paint.bold(head));
        // Preconditions come by the dozen in code that trusts its callers.
        let most = if class == FindingClass::Code { these.len() } else { PRECONDITIONS_SHOWN };
        for finding in these.iter().take(most) {
            text.push_str(&finding_line(finding, paint));
        }
        if these.len() > most {
            let _ = writeln!(text, "  and {} more: see the report", these.len() - most);
        }
    }
    text
}

fn finding_line(finding: &Finding, paint: Paint) -> String {
    let (file, line) = (printable(&finding.place.file), finding.place.start.0);
    let place = if file.is_empty() { printable(&finding.function) } else { format!("{file}:{line}") };
    let kind = match finding.class {
        FindingClass::Code => paint.bad(&printable(&finding.kind)),
        FindingClass::Precondition => paint.warning(&printable(&finding.kind)),
    };
    let test = match &finding.also_from[..] {
        [] => format!("({})", printable(&finding.test)),
        [one] => format!("({}; also from {})", printable(&finding.test), printable(one)),
        more => format!("({}; also from {} other functions)", printable(&finding.test), more.len()),
    };
    let test = paint.dim(&test);
    let native = finding.native.as_ref().map_or_else(String::new, |evidence| {
        paint.dim(&format!(" confirmed natively: {}", evidence.confirmed)).to_string()
    });
    format!("  {place}: {kind}: {} {test}{native}\n", printable(&finding.message))
}

fn preconditions(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    for unit in report.run.units.iter().filter(|unit| !unit.preconditions.is_empty()) {
        let stated: Vec<_> = unit.preconditions.iter().map(|sentence| printable(sentence)).collect();
        let _ = writeln!(text, "  {}: {}", printable(&unit.function), stated.join("; "));
    }
    if text.is_empty() {
        text
    } else {
        format!("{}\n{text}", paint.bold("under the preconditions of trine.toml"))
    }
}

/// Functions without a test because assumptions hold for no input that was tried.
fn discarded(report: &Report<'_>, paint: Paint) -> String {
    let units = report.run.units.iter().filter(|unit| unit.termination == ALL_DISCARDED);
    let of_unit = |unit: &UnitRecord| {
        format!(
            "{}: no input satisfies the assumptions of `{}`: all {} runs were discarded\n  --> {}:{}\n  \
             = note: it gets no tests, and its goals stay unknown\n  \
             = help: look whether its assumptions contradict each other; if they are only hard to meet, state them as \
             ranges in trine.toml, or give it a larger --budget\n",
            paint.warning("warning[assumptions]"),
            printable(&unit.function),
            unit.evaluations,
            printable(&unit.file),
            unit.line
        )
    };
    units.map(of_unit).collect::<Vec<_>>().join("\n")
}

fn unsupported(report: &Report<'_>, paint: Paint) -> String {
    let warnings = report.unsupported().map(|(unit, reason)| warning(unit, &printable(reason), paint));
    warnings.collect::<Vec<_>>().join("\n")
}

fn warning(unit: &UnitRecord, reason: &str, paint: Paint) -> String {
    let function = printable(&unit.function);
    let head = paint.warning("warning[unsupported]");
    let named = reason.contains(&format!("`{function}`"));
    let place = if named { String::new() } else { format!(" in `{function}`") };
    let consequence = match unit.goals.unknown {
        0 => "it gets no tests".to_owned(),
        1 => "1 goal stays unknown".to_owned(),
        unknown => format!("{} stay unknown", words::plural(unknown, "goal")),
    };
    format!(
        "{head}: {reason}{place}\n  --> {}:{}\n  = note: a limit of the tool, not a bug in your program; \
         {consequence}\n  = help: exclude it with `--exclude {function}`\n",
        printable(&unit.file),
        unit.line
    )
}
