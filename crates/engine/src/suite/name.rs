//! Names of tests: the function and the outcome that the test is in the suite for.
//!
//! `triangle_when_a_le_0_is_true`, `parse_when_switch_c_is_plus`: words of the condition's source
//! text, the first of them where it is long. Never a line number: the next change of the source moves it.

use crate::sources::Sources;
use std::collections::BTreeSet;
use trine_base::Span;
use trine_base::span::Position;
use trine_coverage::{CoverageStructure, Goal, Trace};
use trine_ir::{ConditionId, ConditionKind};
use trine_record::GoalKind;

/// Longest text of a condition that is shown in full in a title; a longer one is cut.
const TEXT_LIMIT: usize = 48;
/// Longest text that is looked at, and the longest part of a name made from it.
const SOURCE_LIMIT: usize = 400;
const WORDS_LIMIT: usize = 40;

/// A name and a sentence for a test of `function` that is in the suite for `goal`.
#[must_use]
pub fn describe(
    function: &str,
    goal: Option<&Goal>,
    structure: &CoverageStructure,
    trace: &Trace,
    sources: &Sources,
) -> (String, String) {
    let Some(goal) = goal else {
        return (format!("{function}_returns"), format!("{function} returns normally"));
    };
    let place = goal.expansion.unwrap_or(goal.span);
    let line = place.start.line;
    let text = sources.text(place, SOURCE_LIMIT).or_else(|| {
        let mut first_line = place;
        first_line.end = Position { line, column: u32::MAX };
        sources.text(first_line, SOURCE_LIMIT)
    });
    let words = text.as_deref().map(|text| first_words(&words(text))).filter(|words| !words.is_empty());
    let subject = words.unwrap_or_else(|| kind_of(goal.kind).to_owned());
    let shown =
        text.map_or_else(|| format!("the {}", kind_of(goal.kind)), |text| format!("`{}`", cut(&text)));
    let (suffix, sentence) = match goal.kind {
        GoalKind::Statement { .. } => {
            (format!("reaches_{subject}"), format!("{function} reaches {shown} at line {line}"))
        }
        GoalKind::Condition { condition, outcome } => {
            let kind = structure.function().coverage.conditions[ConditionId(condition)].kind;
            if kind == ConditionKind::SwitchCase && !subject.starts_with("case") && subject != "default" {
                // The hidden default of a switch: compilers differ in which side they call true.
                return (
                    format!("{function}_switch_on_{subject}"),
                    format!("{function}: the switch on {shown} at line {line}"),
                );
            }
            condition_words(function, kind, outcome, &subject, &shown, line)
        }
        GoalKind::Branch { branch, .. } => (
            format!("takes_{subject}_{branch}"),
            format!("{function} takes branch {branch} of {shown} at line {line}"),
        ),
        GoalKind::Exception { .. } => {
            (format!("throws_{subject}"), format!("{function}: {shown} is thrown at line {line}"))
        }
        GoalKind::Decision { outcome, .. } => (
            format!("when_{subject}_is_{outcome}"),
            format!("{function} when the decision {shown} at line {line} is {outcome}"),
        ),
        GoalKind::Independence { decision, condition } => match half(trace, decision, condition) {
            Some(value) => (
                format!("when_{subject}_being_{value}_decides"),
                format!("{function} when {shown} at line {line} is {value} and decides the outcome"),
            ),
            None => (
                format!("when_{subject}_decides"),
                format!("{function} when {shown} at line {line} decides the outcome"),
            ),
        },
    };
    (format!("{function}_{suffix}"), sentence)
}

/// A name and a sentence for a test of `function` that is in the suite because it notices a fault at `span`.
#[must_use]
pub fn describe_telling(function: &str, span: Span, sources: &Sources) -> (String, String) {
    let line = span.start.line;
    let text = statement(span.start.column, |from, to| {
        let (start, end) = (Position { line, column: from }, Position { line, column: to });
        sources.text(Span { start, end, ..span }, SOURCE_LIMIT)
    });
    let words = text.as_deref().map(|text| first_words(&words(text))).filter(|words| !words.is_empty());
    match (words, text) {
        (Some(words), Some(text)) => (
            format!("{function}_tells_{words}"),
            format!("{function} with values that tell `{}` at line {line} from faults in it", cut(&text)),
        ),
        _ => (
            format!("{function}_tells_faults"),
            format!("{function} with values that tell line {line} from faults in it"),
        ),
    }
}

/// The statement around a column, as far as it is on the line: `text` gives the text between two columns.
fn statement(column: u32, text: impl Fn(u32, u32) -> Option<String>) -> Option<String> {
    let (whole, before) = (text(1, u32::MAX)?, text(1, column).unwrap_or_default());
    let (before, behind) = whole.split_at_checked(before.len())?;
    // The clauses of a `for` belong together.
    let starts: &[char] = if before.contains("for (") { &['{', '}'] } else { &[';', '{', '}'] };
    let before = before.rsplit(starts).next().unwrap_or_default();
    let ends = [";", "{", "}", "//", "/*"];
    let end = ends.iter().filter_map(|end| behind.find(end)).min().unwrap_or(behind.len());
    Some(format!("{before}{}", &behind[..end]).trim().to_owned())
}

/// What a goal is about, where the source cannot be read.
fn kind_of(goal: GoalKind) -> &'static str {
    match goal {
        GoalKind::Statement { .. } => "statement",
        GoalKind::Branch { .. } => "branch",
        GoalKind::Exception { .. } => "exception",
        GoalKind::Decision { .. } => "decision",
        GoalKind::Condition { .. } | GoalKind::Independence { .. } => "condition",
    }
}

/// `words` up to the last that fits into a name.
fn first_words(words: &str) -> String {
    if words.len() <= WORDS_LIMIT {
        return words.to_owned();
    }
    let end = words[..=WORDS_LIMIT].rfind('_').filter(|&end| end > 0).unwrap_or(WORDS_LIMIT);
    words[..end].trim_end_matches('_').to_owned()
}

/// `text` as a title shows it.
fn cut(text: &str) -> String {
    if text.chars().count() <= TEXT_LIMIT {
        return text.to_owned();
    }
    let start: String = text.chars().take(TEXT_LIMIT).collect();
    format!("{} …", start.trim_end())
}

/// The value that the condition has in this half of an independence pair, where it has one.
fn half(trace: &Trace, decision: u32, condition: u32) -> Option<bool> {
    let bit = 1u64 << condition;
    let vectors = trace.vectors.get(decision as usize)?.as_slice();
    let mut values = vectors.iter().filter(|v| v.evaluated & bit != 0).map(|v| v.values & bit != 0);
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

fn condition_words(
    function: &str,
    kind: ConditionKind,
    outcome: bool,
    subject: &str,
    shown: &str,
    line: u32,
) -> (String, String) {
    match (kind, outcome) {
        (ConditionKind::Boolean, _) => (
            format!("when_{subject}_is_{outcome}"),
            format!("{function} when {shown} at line {line} is {outcome}"),
        ),
        (ConditionKind::SwitchCase, true) => {
            (format!("takes_{subject}"), format!("{function} when the switch takes {shown} at line {line}"))
        }
        (ConditionKind::SwitchCase, false) => (
            format!("skips_{subject}"),
            format!("{function} when the switch does not take {shown} at line {line}"),
        ),
    }
}

/// A name that `taken` does not hold yet, made from `name`; adds it.
pub fn unique(name: String, taken: &mut BTreeSet<String>) -> String {
    let mut candidate = name.clone();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}

/// Source text as words of an identifier: `p->n >= 3` gives `p_n_ge_3`.
fn words(text: &str) -> String {
    const OPERATORS: [(&str, &str); 22] = [
        ("->", " "),
        ("<<", " shl "),
        (">>", " shr "),
        ("<=", " le "),
        (">=", " ge "),
        ("==", " eq "),
        ("!=", " ne "),
        ("&&", " and "),
        ("||", " or "),
        ("++", " "),
        ("--", " "),
        ("<", " lt "),
        (">", " gt "),
        ("+", " plus "),
        ("-", " minus "),
        ("*", " times "),
        ("/", " by "),
        ("%", " mod "),
        ("!", " not "),
        ("&", " bits "),
        ("|", " or "),
        ("^", " xor "),
    ];
    let mut words = String::new();
    let mut rest = text;
    // `*p` and `&x` are read without their operator, `a * b` and `a & b` with it.
    let mut after_operand = false;
    while let Some(c) = rest.chars().next() {
        if let Some((length, name)) = character_literal(rest) {
            words.push_str(&name);
            rest = &rest[length..];
            after_operand = true;
        } else if let Some((operator, word)) =
            OPERATORS.iter().find(|(operator, _)| rest.starts_with(operator))
        {
            let is_silent = matches!(*operator, "*" | "&" | "+") && !after_operand;
            words.push_str(if is_silent { " " } else { word });
            rest = &rest[operator.len()..];
            after_operand = false;
        } else {
            let is_word = c.is_ascii_alphanumeric() || c == '_';
            words.push(if is_word { c } else { ' ' });
            rest = &rest[c.len_utf8()..];
            if !c.is_whitespace() {
                after_operand = is_word || c == ')' || c == ']';
            }
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join("_")
}

/// The character literal at the start of `text`: its length and a word for it.
fn character_literal(text: &str) -> Option<(usize, String)> {
    const NAMES: [(&str, &str); 22] = [
        ("' '", "space"),
        ("'\\0'", "nul"),
        ("'\\n'", "newline"),
        ("'\\r'", "return"),
        ("'\\t'", "tab"),
        ("'\\\\'", "backslash"),
        ("'\\''", "quote"),
        ("'\"'", "quotes"),
        ("'+'", "plus"),
        ("'-'", "minus"),
        ("'*'", "star"),
        ("'/'", "slash"),
        ("'.'", "dot"),
        ("','", "comma"),
        ("':'", "colon"),
        ("';'", "semicolon"),
        ("'('", "open"),
        ("')'", "close"),
        ("'='", "equals"),
        ("'%'", "percent"),
        ("'#'", "hash"),
        ("'_'", "underscore"),
    ];
    if let Some((literal, name)) = NAMES.iter().find(|(literal, _)| text.starts_with(literal)) {
        return Some((literal.len(), (*name).to_owned()));
    }
    let bytes = text.as_bytes();
    let is_plain =
        bytes.len() >= 3 && bytes[0] == b'\'' && bytes[2] == b'\'' && bytes[1].is_ascii_alphanumeric();
    is_plain.then(|| (3, char::from(bytes[1]).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_become_words() {
        assert_eq!(words("a <= 0"), "a_le_0");
        assert_eq!(words("p->n >= 3 && !q"), "p_n_ge_3_and_not_q");
        assert_eq!(words("*text == ' ' || *text == 'x'"), "text_eq_space_or_text_eq_x");
        assert_eq!(words("a * b == '\\n' & c"), "a_times_b_eq_newline_bits_c");
        assert_eq!(words("case 'ä'"), "case");
    }

    #[test]
    fn of_long_conditions_the_first_words_are_named() {
        let text = "state->window_size > 0 && state->lookahead + MIN_LOOKAHEAD < limit";
        let name = first_words(&words(text));
        assert_eq!(name, "state_window_size_gt_0_and_state");
        assert_eq!(first_words(&"a".repeat(90)).len(), WORDS_LIMIT);
        assert_eq!(cut(text), "`state->window_size > 0 && state->lookahead + MIN …`".trim_matches('`'));
    }

    #[test]
    fn a_test_that_tells_faults_is_named_for_the_statement() {
        let line = "static int twice(int x) { return x * 2; } // x";
        let text = |from: u32, to: u32| {
            Some(line[from as usize - 1..line.len().min(to as usize - 1)].trim().to_owned())
        };
        assert_eq!(statement(36, text).as_deref(), Some("return x * 2"));
        let line = "    for (i = 0; i < n; i++) {";
        let text = |from: u32, to: u32| {
            Some(line[from as usize - 1..line.len().min(to as usize - 1)].trim().to_owned())
        };
        assert_eq!(statement(19, text).as_deref(), Some("for (i = 0; i < n"));
    }

    #[test]
    fn names_are_made_unique_by_numbers() {
        let mut taken = BTreeSet::new();
        let names: Vec<_> = (0..3).map(|_| unique("f_returns".to_owned(), &mut taken)).collect();
        assert_eq!(names, ["f_returns", "f_returns_2", "f_returns_3"]);
    }
}
