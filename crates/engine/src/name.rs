//! Names of tests: the function and the outcome that the test is in the suite for.
//!
//! `triangle_when_a_le_0_is_true`, `parse_when_switch_c_is_plus`: words of the condition's source
//! text, or its line where the text does not fit.

use crate::sources::Sources;
use std::collections::BTreeSet;
use trine_coverage::{CoverageStructure, Goal};
use trine_ir::{ConditionId, ConditionKind};
use trine_record::GoalKind;

/// Longest text of a condition that becomes part of a name or title.
const TEXT_LIMIT: usize = 48;

/// A name and a sentence for a test of `function` that is in the suite for `goal`.
#[must_use]
pub fn describe(
    function: &str,
    goal: Option<&Goal>,
    structure: &CoverageStructure,
    sources: &Sources,
) -> (String, String) {
    let Some(goal) = goal else {
        return (format!("{function}_returns"), format!("{function} returns normally"));
    };
    let place = goal.expansion.unwrap_or(goal.span);
    let line = place.start.line;
    let text = sources.text(place, TEXT_LIMIT);
    let words = text.as_deref().map(words).filter(|words| !words.is_empty() && words.len() <= 40);
    let subject = words.unwrap_or_else(|| format!("line_{line}"));
    let shown = text.map_or_else(|| format!("the condition at line {line}"), |text| format!("`{text}`"));
    let (suffix, sentence) = match goal.kind {
        GoalKind::Statement { .. } => {
            (format!("reaches_line_{line}"), format!("{function} reaches line {line}"))
        }
        GoalKind::Condition { condition, outcome } => {
            let kind = structure.function().coverage.conditions[ConditionId(condition)].kind;
            if kind == ConditionKind::SwitchCase && !subject.starts_with("case") && subject != "default" {
                // The hidden default of a switch: compilers differ in which side they call true.
                return (
                    format!("{function}_switch_at_line_{line}"),
                    format!("{function}: the switch on {shown} at line {line}"),
                );
            }
            condition_words(function, kind, outcome, &subject, &shown, line)
        }
        GoalKind::Decision { outcome, .. } => (
            format!("when_{subject}_is_{outcome}"),
            format!("{function} when the decision {shown} at line {line} is {outcome}"),
        ),
        GoalKind::Independence { .. } => (
            format!("when_{subject}_decides"),
            format!("{function} when {shown} at line {line} decides its decision"),
        ),
    };
    (format!("{function}_{suffix}"), sentence)
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
    while let Some(c) = rest.chars().next() {
        if let Some((operator, word)) = OPERATORS.iter().find(|(operator, _)| rest.starts_with(operator)) {
            words.push_str(word);
            rest = &rest[operator.len()..];
            continue;
        }
        words.push(if c.is_ascii_alphanumeric() || c == '_' { c } else { ' ' });
        rest = &rest[c.len_utf8()..];
    }
    words.split_whitespace().collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_become_words() {
        assert_eq!(words("a <= 0"), "a_le_0");
        assert_eq!(words("p->n >= 3 && !q"), "p_n_ge_3_and_not_q");
        assert_eq!(words("isdigit((unsigned char)*s)"), "isdigit_unsigned_char_times_s");
        assert_eq!(words("case 'ä'"), "case");
    }

    #[test]
    fn names_are_made_unique_by_numbers() {
        let mut taken = BTreeSet::new();
        let names: Vec<_> = (0..3).map(|_| unique("f_returns".to_owned(), &mut taken)).collect();
        assert_eq!(names, ["f_returns", "f_returns_2", "f_returns_3"]);
    }
}
