//! A `trine.toml` that cannot be read: the line, what is wrong there, and what to write instead.

use trine_campaign::failure::Failure;

/// What to write for values of each kind, and how an error names them.
const HELP: [(&str, &str); 12] = [
    ("unquoted key", "each line is NAME = VALUE, or a table such as [function.NAME]"),
    ("must be quoted", "put texts in quotes: budget = \"10s\"; numbers, true and false stand without"),
    ("missing field `address`", "a table [register.NAME] says where: address = 0x40004400"),
    ("duplicate key", "keep one of the two lines"),
    ("unknown field", "the names are those of the options of `trine c --help`, without the dashes in front"),
    ("expected a string", "put the value in quotes: budget = \"10s\""),
    ("expected a sequence", "write a list: exclude = [\"main\"]"),
    ("expected u64", "write a number without quotes: seed = 1"),
    ("expected usize", "write a number without quotes: jobs = 2"),
    ("expected a boolean", "write true or false, without quotes"),
    ("integer `", "write a whole number that is not negative: address = 0x40004400"),
    ("quote", "close the text with a second quote: budget = \"10s\""),
];

/// The message for `error` in `text`, the content of the file that messages call `path`.
pub fn failure(path: &str, text: &str, error: &toml::de::Error) -> Failure {
    let what = error.message().lines().collect::<Vec<_>>().join(", ");
    let Some(span) = error.span() else {
        return Failure::input(format!("{path}: {what}"), "nothing was run", help(&what, ""));
    };
    let start = floor(text, span.start);
    let before = &text[..start];
    let number = before.matches('\n').count() + 1;
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let column = text[line_start..start].chars().count() + 1;
    let rest = line.chars().count().saturating_sub(column - 1).max(1);
    let end = floor(text, span.end.max(start));
    let marks = text[start..end].chars().take_while(|c| *c != '\n').count().clamp(1, rest);
    let margin = " ".repeat(number.to_string().len());
    let shown = format!(
        "{path}:{number}:{column}: {what}\n {margin} |\n {number} | {line}\n {margin} | {}{}",
        " ".repeat(column - 1),
        "^".repeat(marks)
    );
    Failure::input(shown, "nothing was run", help(&what, line))
}

/// The next step after the message `what` about `line`.
fn help(what: &str, line: &str) -> String {
    let known = HELP.iter().find(|(part, _)| what.contains(part));
    let says = match known {
        Some((_, help)) => help,
        None if !line.contains('=') && !line.trim_start().starts_with('[') => {
            "each line is NAME = VALUE, or a table such as [function.NAME]"
        }
        None => "texts stand in quotes, numbers, true and false do not: budget = \"10s\", seed = 1",
    };
    says.to_owned()
}

/// The end of a character at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
