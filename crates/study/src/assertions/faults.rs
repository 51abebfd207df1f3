//! Faults made in the text of a C file: what a slip of the hand would leave behind, on lines that are executed.
//!
//! Made from the characters alone, without a front end of ours, so that what they say of a suite does not rest on the code that made it.
//! A fault that does not compile is thrown away by whoever compiles it.

use std::collections::BTreeSet;

/// What a fault changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `<` becomes `<=`, `==` becomes `!=` …
    Relational,
    /// `&&` becomes `||`, and the other way round.
    Logical,
    /// `+` becomes `-`, `*` becomes `/` …
    Arithmetic,
    /// A number is one more.
    Constant,
    /// A statement is left out.
    Statement,
}

impl Kind {
    /// All, in the order of the tables.
    pub const ALL: [Self; 5] =
        [Self::Relational, Self::Logical, Self::Arithmetic, Self::Constant, Self::Statement];

    /// Its heading.
    pub fn name(self) -> &'static str {
        match self {
            Self::Relational => "relational",
            Self::Logical => "logical",
            Self::Arithmetic => "arithmetic",
            Self::Constant => "constant",
            Self::Statement => "statement",
        }
    }
}

/// A fault: what stands in the place of a stretch of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it changes.
    pub kind: Kind,
    /// The line, from 1.
    pub line: usize,
    from: usize,
    to: usize,
    text: String,
}

impl Fault {
    /// `source` with the fault in it.
    pub fn made_in(&self, source: &str) -> String {
        let mut lines: Vec<String> = source.split('\n').map(str::to_owned).collect();
        lines[self.line - 1].replace_range(self.from..self.to, &self.text);
        lines.join("\n")
    }

    /// The line as it becomes.
    pub fn shown(&self, source: &str) -> String {
        self.made_in(source).split('\n').nth(self.line - 1).unwrap_or_default().trim().to_owned()
    }
}

const OPERATORS: [(&str, Kind, &str); 14] = [
    ("<=", Kind::Relational, "<"),
    (">=", Kind::Relational, ">"),
    ("==", Kind::Relational, "!="),
    ("!=", Kind::Relational, "=="),
    ("&&", Kind::Logical, "||"),
    ("||", Kind::Logical, "&&"),
    (" < ", Kind::Relational, " <= "),
    (" > ", Kind::Relational, " >= "),
    (" + ", Kind::Arithmetic, " - "),
    (" - ", Kind::Arithmetic, " + "),
    (" * ", Kind::Arithmetic, " / "),
    (" / ", Kind::Arithmetic, " * "),
    (" % ", Kind::Arithmetic, " * "),
    (" & ", Kind::Arithmetic, " | "),
];

/// All faults on `lines` of `source`.
pub fn faults(source: &str, lines: &BTreeSet<usize>) -> Vec<Fault> {
    let mut found = Vec::new();
    let code = without_comments(source);
    let mut is_macro = false;
    for (at, line) in code.split('\n').enumerate() {
        let goes_on = line.ends_with('\\');
        let is_directive = is_macro || line.trim_start().starts_with('#');
        is_macro = is_directive && goes_on;
        if !is_directive && lines.contains(&(at + 1)) {
            of_line(line, at + 1, &mut found);
        }
    }
    found
}

fn of_line(line: &str, number: usize, found: &mut Vec<Fault>) {
    let mut add = |kind, from: usize, to: usize, text: &str| {
        found.push(Fault { kind, line: number, from, to, text: text.to_owned() });
    };
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !line.is_char_boundary(at) {
            at += 1;
            continue;
        }
        let rest = &line[at..];
        let is_shift = ["<<", ">>", "->"].iter().any(|sign| rest.starts_with(sign));
        if is_shift {
            at += if rest.get(2..3) == Some("=") { 3 } else { 2 };
            continue;
        }
        if let Some((sign, kind, other)) = OPERATORS.iter().find(|(sign, ..)| rest.starts_with(sign)) {
            add(*kind, at, at + sign.len(), other);
            at += sign.trim_end().len();
            continue;
        }
        if bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' {
            let word =
                rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').unwrap_or(rest.len());
            if let Some(more) = one_more(&rest[..word]) {
                add(Kind::Constant, at, at + word, &more);
            }
            at += word;
            continue;
        }
        at += 1;
    }
    let trimmed = line.trim();
    let first = trimmed.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    let is_control =
        ["return", "break", "continue", "goto", "case", "default", "for", "while", "if", "else", "do"];
    let is_statement = trimmed.ends_with(';')
        && trimmed.matches(';').count() == 1
        && !is_control.contains(&first)
        && trimmed.starts_with(|c: char| c.is_ascii_alphabetic() || "_*(+-".contains(c))
        && (trimmed.contains('=')
            || trimmed.contains('(')
            || trimmed.contains("++")
            || trimmed.contains("--"))
        && trimmed.matches('(').count() == trimmed.matches(')').count();
    if is_statement {
        let from = line.len() - line.trim_start().len();
        add(Kind::Statement, from, line.trim_end().len(), ";");
    }
}

/// The number of `word` plus one; none where it is no integer.
fn one_more(word: &str) -> Option<String> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let suffix = &word[digits.len()..];
    if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let value = u64::from_str_radix(hexadecimal, 16).ok()?;
        return Some(format!("0x{:X}{suffix}", value.checked_add(1)?));
    }
    let is_octal = digits.len() > 1 && digits.starts_with('0');
    let value: u64 = if is_octal { u64::from_str_radix(digits, 8).ok()? } else { digits.parse().ok()? };
    Some(format!("{}{suffix}", value.checked_add(1)?))
}

/// `source` with comments, strings and characters blanked out; every line as long as it was.
fn without_comments(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let (mut rest, mut end): (&str, Option<&str>) = (source, None);
    while let Some(c) = rest.chars().next() {
        let blank = if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        match end {
            Some(close) if rest.starts_with(close) => {
                code.push_str(&if close == "\n" { "\n".to_owned() } else { " ".repeat(close.len()) });
                rest = &rest[close.len()..];
                end = None;
                continue;
            }
            Some("\"" | "'") if c == '\\' => {
                let next = rest[1..].chars().next().map_or(0, char::len_utf8);
                code.push_str(&rest[..=next].replace(|c| c != '\n', " "));
                rest = &rest[1 + next..];
                continue;
            }
            Some(_) => code.push_str(&blank),
            None => {
                end = [("/*", "*/"), ("//", "\n"), ("\"", "\""), ("'", "'")]
                    .into_iter()
                    .find_map(|(open, close)| rest.starts_with(open).then_some(close));
                if end.is_some() {
                    let open = if c == '/' { 2 } else { 1 };
                    code.push_str(&" ".repeat(open));
                    rest = &rest[open..];
                    continue;
                }
                code.push(c);
            }
        }
        rest = &rest[c.len_utf8()..];
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "int f(int *p, int n) /* n < 3 */\n{\n    if (n <= 3 && p->x > 0x0F)\n        p->x = n + 7; // + 1\n    puts(\"a < b\");\n    return n << 2;\n}\n#define M (1 < 2)\n";

    fn all() -> Vec<(Kind, usize, String)> {
        let faults = faults(SOURCE, &(1..=8).collect());
        faults.iter().map(|fault| (fault.kind, fault.line, fault.shown(SOURCE))).collect()
    }

    #[test]
    fn code_is_changed_and_comments_strings_shifts_and_macros_are_not() {
        let all = all();
        let shown: Vec<&str> = all.iter().map(|(_, _, shown)| shown.as_str()).collect();
        for wanted in [
            "if (n < 3 && p->x > 0x0F)",
            "if (n <= 4 && p->x > 0x0F)",
            "if (n <= 3 || p->x > 0x0F)",
            "if (n <= 3 && p->x >= 0x0F)",
            "if (n <= 3 && p->x > 0x10)",
            "p->x = n - 7; // + 1",
            "p->x = n + 8; // + 1",
            "; // + 1",
            ";",
            "return n << 3;",
        ] {
            assert!(shown.contains(&wanted), "{wanted} in {shown:#?}");
        }
        assert_eq!(all.len(), 10, "{all:#?}");
    }

    #[test]
    fn faults_are_made_on_the_lines_asked_for() {
        assert!(faults(SOURCE, &BTreeSet::from([6])).iter().all(|fault| fault.line == 6));
        assert!(faults(SOURCE, &BTreeSet::new()).is_empty());
    }
}
