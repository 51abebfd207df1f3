//! Lines of source with their numbers, a margin, and marks behind the conditions.

use super::Page;
use super::lines::Mark;
use super::markup::{class, escape};
use crate::words;
use std::ops::RangeInclusive;

/// The lines `range` of `file`, whose text is `lines`.
pub fn listing(page: &Page<'_, '_>, file: &str, lines: &[&str], range: RangeInclusive<usize>) -> String {
    if range.is_empty() {
        return String::new();
    }
    let text: String = range.map(|number| line(page, file, number as u32, lines[number - 1])).collect();
    format!("<pre class=\"source\" tabindex=\"0\" aria-label=\"Source\">{text}</pre>\n")
}

fn line(page: &Page<'_, '_>, file: &str, number: u32, text: &str) -> String {
    let id = page.links.line_id(file, number).unwrap_or_default();
    let (class, margin) = match page.lines.state(file, number) {
        None => ("", "<b class=\"margin\"></b>".to_owned()),
        Some((class, sign, word)) => (class, format!("<b class=\"margin\" title=\"{word}\">{sign}</b>")),
    };
    format!(
        "<span class=\"line {class}\" id=\"{id}\"><span class=\"ln\">{number}</span>{margin}<code>{}{}{}</code>\n</span>",
        with_marks(page, text, page.lines.marks(file, number)),
        findings(page, file, number),
        page.mutants.get(&(file, number)).map_or("", String::as_str),
    )
}

/// Findings raised on a line, as marks at its end.
fn findings(page: &Page<'_, '_>, file: &str, line: u32) -> String {
    let findings = page.report.run.findings.iter().enumerate();
    let here = findings.filter(|(_, finding)| finding.place.file == file && finding.place.start.0 == line);
    here.map(|(number, finding)| {
        let hint = escape(&format!("{}: {}\n{}", finding.kind, finding.message, finding.test));
        let href = page.links.finding_href(number);
        format!(
            "<span class=\"signs\"><a class=\"sign finding\" href=\"{href}\" title=\"{hint}\">! {}</a></span>",
            escape(&finding.kind)
        )
    })
    .collect()
}

/// The text with `marks` before their columns; marks beyond the line stand at its end.
fn with_marks<'m, 'a: 'm>(
    page: &Page<'_, '_>,
    text: &str,
    marks: impl Iterator<Item = &'m Mark<'a>>,
) -> String {
    let mut markup = String::new();
    let mut done = 0;
    let (at_end, inside): (Vec<_>, Vec<_>) = marks.partition(|mark| mark.column == 0);
    for mark in inside.into_iter().chain(at_end) {
        let wanted = if mark.column == 0 { text.len() } else { mark.column as usize - 1 };
        let at = (wanted.min(text.len())..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(done);
        if at > done {
            markup.push_str(&escape(&text[done..at]));
            done = at;
        }
        markup.push_str(&signs(page, mark));
    }
    markup + &escape(&text[done..])
}

fn signs(page: &Page<'_, '_>, mark: &Mark<'_>) -> String {
    let sign = |(letter, goal): &(&str, &trine_record::GoalRecord)| {
        let hint = format!(
            "{} {}: {}\n{}",
            words::subject(goal),
            words::asks(goal),
            words::status(&goal.status),
            words::evidence(&goal.status)
        );
        format!(
            "<a class=\"sign {}\" href=\"{}\" title=\"{}\">{letter}</a>",
            class(&goal.status),
            page.links.goal_href(mark.unit, goal.id),
            escape(&hint)
        )
    };
    let signs: String = mark.signs.iter().map(sign).collect();
    format!("<span class=\"signs\">{signs}</span>")
}
