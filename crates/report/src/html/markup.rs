//! Pieces of markup: escaped text, bars, statuses, tables.

use crate::words;
use trine_record::{GoalCounts, GoalStatus};

/// Text as content or attribute value.
///
/// Control characters become U+FFFD, and the characters that reorder text, with which source can
/// be made to read other than it compiles, are spelled out.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
                escaped.push_str(&format!("[U+{:04X}]", u32::from(c)));
            }
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A sentence in which `code` between backticks is set as code.
pub fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let part = |(position, part): (usize, &&str)| {
        if position % 2 == 1 { code(part) } else { escape(part) }
    };
    parts.iter().enumerate().map(part).collect()
}

/// Code in a line of text.
pub fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

/// Names of more characters may be broken between their words.
const LONG_NAME: usize = 40;

/// A name as code, which is broken between its words where it is long.
pub fn breakable(name: &str) -> String {
    if name.len() <= LONG_NAME {
        return code(name);
    }
    let mut shown = String::new();
    let mut before = '_';
    for c in name.chars() {
        if before.is_lowercase() && c.is_uppercase() || before == '_' && c != '_' && !shown.is_empty() {
            shown.push_str("<wbr/>");
        }
        shown.push_str(&escape(c.encode_utf8(&mut [0; 4])));
        before = c;
    }
    format!("<code>{shown}</code>")
}

/// Class of a status; the style and the script know it.
pub fn class(status: &GoalStatus) -> &'static str {
    match status {
        GoalStatus::Covered { .. } => "covered",
        GoalStatus::Infeasible { .. } => "infeasible",
        GoalStatus::Unknown { .. } => "unknown",
    }
}

/// A status as a word with a sign, so that color is never alone.
pub fn status(status: &GoalStatus) -> String {
    let sign = match status {
        GoalStatus::Covered { .. } => '✓',
        GoalStatus::Infeasible { .. } => '∅',
        GoalStatus::Unknown { .. } => '?',
    };
    let word = words::status(status);
    format!("<span class=\"status {word}\"><span aria-hidden=\"true\">{sign}</span> {word}</span>")
}

/// The counts as a bar, with the numbers as its text alternative.
pub fn bar(counts: &GoalCounts) -> String {
    let part = |class: &str, count: usize| match count {
        0 => String::new(),
        _ => format!("<i class=\"{class}\" style=\"flex-grow:{count}\"></i>"),
    };
    format!(
        "<span class=\"bar\" role=\"img\" aria-label=\"{} covered, {} infeasible, {} unknown\">{}{}{}</span>",
        counts.covered,
        counts.infeasible,
        counts.unknown,
        part("covered", counts.covered),
        part("unknown", counts.unknown),
        part("infeasible", counts.infeasible),
    )
}

/// The counts in words: `24 covered · 1 infeasible · 1 unknown`, zeros left out.
pub fn counts(counts: &GoalCounts) -> String {
    if counts.total == 0 {
        return "no goals".to_owned();
    }
    let parts = [(counts.covered, "covered"), (counts.infeasible, "infeasible"), (counts.unknown, "unknown")];
    let part = |(count, word): &(usize, &str)| format!("<span class=\"{word}-text\">{count} {word}</span>");
    parts.iter().filter(|(count, _)| *count > 0).map(part).collect::<Vec<_>>().join(" · ")
}

/// A table in a box that scrolls sideways on its own; `head` and `rows` are markup.
pub fn table(class: &str, head: &[&str], rows: &str) -> String {
    let head: String = head.iter().map(|cell| format!("<th scope=\"col\">{cell}</th>")).collect();
    format!(
        "<div class=\"scroll\"><table class=\"{class}\">\n<thead><tr>{head}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

/// A list of sentences under a heading; nothing when there is none.
pub fn sentences(heading: &str, class: &str, sentences: &[String]) -> String {
    if sentences.is_empty() {
        return String::new();
    }
    let items: String = sentences.iter().map(|sentence| format!("<li>{}</li>\n", prose(sentence))).collect();
    format!("<h3 class=\"{class}\">{heading}</h3>\n<ul class=\"sentences\">\n{items}</ul>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_broken_between_their_words() {
        assert_eq!(breakable("f_a_b"), "<code>f_a_b</code>");
        assert_eq!(
            breakable("newAccountThrowsIllegalArgumentException_2<x>"),
            "<code>new<wbr/>Account<wbr/>Throws<wbr/>Illegal<wbr/>Argument<wbr/>Exception_<wbr/>2&lt;x&gt;</code>"
        );
    }

    #[test]
    fn hostile_text_stays_text() {
        assert_eq!(escape("<b a='x'>&\""), "&lt;b a=&#39;x&#39;&gt;&amp;&quot;");
        assert_eq!(escape("a\u{0}b\u{202e}c"), "a\u{fffd}b[U+202E]c");
    }

    #[test]
    fn backticks_become_code_only_in_pairs() {
        assert_eq!(prose("f when `a < 0` is true"), "f when <code>a &lt; 0</code> is true");
        assert_eq!(prose("a stray ` stays"), "a stray ` stays");
    }
}
