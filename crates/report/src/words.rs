//! Words and numbers that every report shares: goals as sentences, shares, times, plurals.

use trine_record::{
    FindingClass, GoalCounts, GoalKind, GoalRecord, GoalStatus, Language, NativeVerdict, Proof, SourceSpan,
};

/// Kind of goal in one word.
pub fn kind(goal: &GoalKind) -> &'static str {
    match goal {
        GoalKind::Statement { .. } => "statement",
        GoalKind::Condition { .. } => "condition",
        GoalKind::Decision { .. } => "decision",
        GoalKind::Branch { .. } => "branch",
        GoalKind::Exception { .. } => "exception",
        GoalKind::Independence { .. } => "independence",
    }
}

/// What the goal asks of its text: `is true`, `is taken`, `is shown to decide`.
pub fn asks(goal: &GoalRecord) -> &'static str {
    match goal.goal {
        GoalKind::Statement { .. } => "is executed",
        GoalKind::Condition { outcome, .. } if is_switch_case(goal) => {
            if outcome {
                "is taken"
            } else {
                "is skipped"
            }
        }
        GoalKind::Condition { outcome: true, .. } | GoalKind::Decision { outcome: true, .. } => "is true",
        GoalKind::Condition { .. } | GoalKind::Decision { .. } => "is false",
        GoalKind::Branch { .. } => "is taken",
        GoalKind::Exception { .. } => "is shown",
        GoalKind::Independence { .. } => "decides alone",
    }
}

/// Whether the goal is about a `case` of a switch. Records do not say so; their text does.
pub fn is_switch_case(goal: &GoalRecord) -> bool {
    let word = goal.text.as_deref().unwrap_or_default().split(|c: char| !c.is_alphanumeric()).next();
    matches!(word, Some("case" | "default"))
}

/// The source text of the goal, or its place where the text was not kept.
pub fn subject(goal: &GoalRecord) -> String {
    match &goal.text {
        Some(text) => text.clone(),
        None => format!("{} at {}", kind(&goal.goal), position(goal)),
    }
}

/// `line:column`, or the line alone where the compiler gave no column.
pub fn position(goal: &GoalRecord) -> String {
    match goal.span.start {
        (line, 0) => line.to_string(),
        (line, column) => format!("{line}:{column}"),
    }
}

/// The last line that holds a character of `span`, whose end is exclusive.
pub fn last_line(span: &SourceSpan) -> u32 {
    let end = if span.end.1 == 1 { span.end.0.saturating_sub(1) } else { span.end.0 };
    end.max(span.start.0)
}

/// A status in one word.
pub fn status(status: &GoalStatus) -> &'static str {
    match status {
        GoalStatus::Covered { .. } => "covered",
        GoalStatus::Infeasible { .. } => "infeasible",
        GoalStatus::Unknown { .. } => "unknown",
    }
}

/// A proof with one contradiction of it, step by step, and what it holds for.
pub fn proof(proof: &Proof) -> String {
    let mut text = proof.to_string();
    let steps: Vec<_> =
        proof.steps.iter().map(|step| format!("line {}: {}", step.line, step.holds)).collect();
    if !steps.is_empty() {
        text.push_str(&format!(". Together these contradict each other: {}", steps.join("; ")));
    }
    let scope: Vec<_> = proof.scope.iter().map(|assumption| assumption.words()).collect();
    if !scope.is_empty() {
        text.push_str(&format!(". It holds {}.", scope.join(", ")));
    }
    text
}

/// What stands behind a status: tests, proof or reason.
pub fn evidence(status: &GoalStatus) -> String {
    match status {
        GoalStatus::Covered { tests } => tests.join(", "),
        GoalStatus::Infeasible(proof) => proof.to_string(),
        GoalStatus::Unknown { reason } => reason.clone(),
    }
}

/// Whom a finding blames, as a label.
pub fn class(class: FindingClass) -> &'static str {
    match class {
        FindingClass::Code => "code",
        FindingClass::Precondition => "precondition",
    }
}

/// Covered share of the feasible goals, rounded down so that `100.0%` means all of them; a dash
/// where there is nothing to cover.
pub fn percent(counts: &GoalCounts) -> String {
    if counts.total == counts.infeasible {
        return "–".to_owned();
    }
    let permille = (counts.covered * 1000) / (counts.total - counts.infeasible);
    format!("{}.{}%", permille / 10, permille % 10)
}

/// What is wrong with a suite, counted: `2 of 40 tests did not pass, 1 disagreement with llvm-cov`.
pub fn trouble(verdict: &NativeVerdict, language: Language) -> String {
    let mut parts = Vec::new();
    if verdict.passed != verdict.tests {
        let failed = verdict.tests - verdict.passed;
        parts.push(format!(
            "{} of {} did not pass",
            grouped(failed as u64),
            plural(verdict.tests, "kept test")
        ));
    } else if !verdict.failures.is_empty() {
        parts.push(plural(verdict.failures.len(), "failure"));
    }
    if !verdict.disagreements.is_empty() {
        parts.push(format!(
            "{} with {}",
            plural(verdict.disagreements.len(), "disagreement"),
            referee(language)
        ));
    }
    parts.join(", ")
}

/// `1 test`, `2 tests`, `2 classes`.
pub fn plural(count: usize, noun: &str) -> String {
    let ending = if noun.ends_with('s') { "es" } else { "s" };
    if count == 1 { format!("1 {noun}") } else { format!("{} {noun}{ending}", grouped(count as u64)) }
}

/// `1 query`, `2 queries`: of nouns in `y`.
pub fn plural_ies(count: u64, noun: &str) -> String {
    let stem = noun.strip_suffix('y').unwrap_or(noun);
    if count == 1 { format!("1 {noun}") } else { format!("{} {stem}ies", grouped(count)) }
}

/// `1 branch`, `2 branches`: of nouns that end with a hiss.
pub fn plural_es(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{} {noun}es", grouped(count)) }
}

/// `1st`, `12th`, `23rd`.
pub fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", grouped(u64::from(number)))
}

/// A method as a reader of Java writes it: of `com/acme/Account.withdraw(I[J)Z` it is `Account.withdraw(int, long[])`. Other names are
/// left as they are.
pub fn method(name: &str) -> String {
    let parts = name.split_once('(').and_then(|(head, rest)| Some((head, rest.split_once(')')?.0)));
    let Some((head, parameters)) = parts.filter(|(head, _)| head.contains('.')) else {
        return name.to_owned();
    };
    let simple = |name: &str| name.rsplit(['/', '$']).next().unwrap_or(name).to_owned();
    let (class, method) = head.rsplit_once('.').unwrap_or(("", head));
    let class = simple(class);
    let written = match method {
        "<init>" => format!("new {class}"),
        "<clinit>" => format!("static initializer of {class}"),
        method => format!("{class}.{method}"),
    };
    format!("{written}({})", types(parameters).join(", "))
}

/// The simple names of the types of a descriptor.
fn types(mut descriptor: &str) -> Vec<String> {
    let mut types = Vec::new();
    while let Some(letter) = descriptor.trim_start_matches('[').chars().next() {
        let dimensions = descriptor.len() - descriptor.trim_start_matches('[').len();
        let rest = &descriptor[dimensions..];
        let (name, rest) = match (letter, rest.split_once(';')) {
            ('L', Some((class, rest))) => (class.rsplit(['/', '$']).next().unwrap_or(class), rest),
            _ => (primitive(letter), &rest[letter.len_utf8()..]),
        };
        types.push(name.to_owned() + &"[]".repeat(dimensions));
        descriptor = rest;
    }
    types
}

fn primitive(letter: char) -> &'static str {
    match letter {
        'Z' => "boolean",
        'B' => "byte",
        'C' => "char",
        'S' => "short",
        'I' => "int",
        'J' => "long",
        'F' => "float",
        'D' => "double",
        _ => "?",
    }
}

/// What a unit is.
pub fn unit(language: Language) -> &'static str {
    match language {
        Language::C => "function",
        Language::Java => "class",
    }
}

/// Units as a heading.
pub fn units(language: Language) -> &'static str {
    match language {
        Language::C => "Functions",
        Language::Java => "Classes",
    }
}

/// Who counts coverage natively.
pub fn referee(language: Language) -> &'static str {
    match language {
        Language::C => "llvm-cov",
        Language::Java => "JaCoCo",
    }
}

/// Digits in groups of three: `12,345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `840 ms`, `12.3 s`, `2 min 5 s`.
pub fn duration(milliseconds: u64) -> String {
    match milliseconds {
        0..1_000 => format!("{milliseconds} ms"),
        1_000..60_000 => format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds % 60_000 / 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_percent_means_all_feasible_goals() {
        let counts = |total, covered, infeasible| GoalCounts { total, covered, infeasible, unknown: 0 };
        assert_eq!(percent(&counts(10_000, 9_999, 0)), "99.9%");
        assert_eq!(percent(&counts(10, 9, 1)), "100.0%");
        assert_eq!(percent(&counts(2, 0, 2)), "–");
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([7, 1_250, 125_000].map(duration), ["7 ms", "1.2 s", "2 min 5 s"]);
        assert_eq!(plural(1, "goal"), "1 goal");
        assert_eq!(
            [1, 2, 3, 4, 11, 112, 1022].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "112th", "1,022nd"]
        );
        assert_eq!(
            (plural_ies(1, "query"), plural_es(2, "branch")),
            ("1 query".to_owned(), "2 branches".to_owned())
        );
        assert_eq!(plural(0, "goal"), "0 goals");
    }

    #[test]
    fn methods_are_written_as_in_java_and_functions_stay() {
        assert_eq!(
            method("com/acme/Account.withdraw(I[JLjava/util/Map$Entry;)Z"),
            "Account.withdraw(int, long[], Entry)"
        );
        assert_eq!(method("p/Outer$Inner.<init>()V"), "new Inner()");
        assert_eq!([method("strlen"), method("com.acme.Account")], ["strlen", "com.acme.Account"]);
    }
}
