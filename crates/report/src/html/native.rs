//! What compiling and running the suite natively showed, beside our judge.

use super::markup::{escape, sentences, table};
use crate::{Report, words};
use trine_record::{DroppedTest, NativeVerdict};

/// What the page begins with when the suite as it stands is wrong; nothing when all is well.
pub fn trouble(report: &Report<'_>) -> String {
    let Some(verdict) = report.run.native.as_ref().filter(|verdict| verdict.shows_a_bug()) else {
        return String::new();
    };
    format!(
        "<section id=\"trouble\">\n<h2><strong class=\"bad-text\">✗ The suite does not hold natively</strong></h2>\n\
         <p>{}. This is a bug in Trine: please report it with the line that replays it, <code>{}</code>. Details: \
         <a href=\"#native\">native run</a>.</p>\n</section>\n",
        escape(&words::trouble(verdict, report.run.language)),
        escape(&report.run.replay)
    )
}

/// The section; nothing when the suite was not run.
pub fn section(report: &Report<'_>) -> String {
    let Some(verdict) = &report.run.native else { return String::new() };
    let rows = [row("Branches", verdict.branches), row("MC/DC conditions", verdict.mcdc)].concat();
    let comparison = match rows.is_empty() {
        true => String::new(),
        false => table(
            "plain native",
            &["Coverage", "Trine", words::referee(report.run.language), "In all", "Verdict"],
            &rows,
        ),
    };
    format!(
        "<section id=\"native\">\n<h2>Native run</h2>\n<p>{}</p>\n{comparison}{}{}{}{}{}</section>\n",
        tests(verdict, words::referee(report.run.language)),
        sentences(
            "Dropped: tests that did not hold natively, no longer part of the suite",
            "bad",
            &named(&verdict.dropped)
        ),
        sentences(
            "Tests that no process can run: part of the suite, replayed by Trine's machine only",
            "",
            &named(&verdict.machine_only)
        ),
        sentences("Failed", "bad", &verdict.failures),
        sentences("Disagreements: bugs in Trine, please report them", "bad", &verdict.disagreements),
        sentences("Known limits of the measurement", "", &verdict.known_limits),
    )
}

fn named(tests: &[DroppedTest]) -> Vec<String> {
    tests.iter().map(|test| format!("{}: {}", test.name, test.reason)).collect()
}

fn tests(verdict: &NativeVerdict, referee: &str) -> String {
    let NativeVerdict { tests, passed, .. } = verdict;
    let (class, word) = if passed == tests { ("covered", "✓") } else { ("bad", "✗") };
    format!(
        "The suite was compiled and run for real, and <code>{referee}</code> counted its coverage: \
         <strong class=\"{class}-text\"><span aria-hidden=\"true\">{word}</span> {passed} of {tests} tests \
         passed</strong>."
    )
}

fn row(name: &str, (judge, llvm_cov, total): (usize, usize, usize)) -> String {
    if total == 0 {
        return String::new();
    }
    let verdict = if judge == llvm_cov {
        "<span class=\"covered-text\">✓ agree</span>"
    } else {
        "<strong class=\"bad-text\">✗ differ</strong>"
    };
    format!(
        "<tr><th scope=\"row\">{name}</th><td class=\"number\">{judge}</td><td class=\"number\">{llvm_cov}</td>\
         <td class=\"number\">{total}</td><td>{verdict}</td></tr>\n"
    )
}
