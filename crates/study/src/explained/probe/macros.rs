//! Where a condition stands that a macro brings into the code: in the body of this macro, or of one that it uses.
//!
//! Only definitions in the same file are looked at. A condition that one line expands twice is not found: which of its evaluations is meant
//! could not be told.

use std::collections::BTreeSet;
use std::ops::Range;

/// Definitions of a file.
struct Macro<'a> {
    name: &'a str,
    /// Bytes of parameters and body.
    range: Range<usize>,
}

/// Bytes of `condition` in the body of the macro that is used at the byte `at` of `text`.
pub fn place_in_body(text: &str, at: usize, condition: &str) -> Option<(usize, usize)> {
    let name = &text[at..at + identifier(&text[at..])];
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..text[at..].find('\n').map_or(text.len(), |end| at + end)];
    let all = definitions(text);
    if !all.iter().any(|of| of.name == name) {
        return None;
    }
    // Probes tell lines: what other macros of the line bring in cannot be told from what is asked for.
    let mut found = Vec::new();
    for used in names(&all) {
        for _ in uses(line, used) {
            expand(text, &all, used, condition, 0, &mut found);
        }
    }
    if let [one] = found[..] { Some(one) } else { None }
}

/// Collects each place of `condition` in what `name` expands to, as often as it is expanded.
fn expand(
    text: &str,
    all: &[Macro<'_>],
    name: &str,
    condition: &str,
    depth: usize,
    found: &mut Vec<(usize, usize)>,
) {
    // Of more than one definition each counts: which one holds depends on what the preprocessor knows.
    for of in all.iter().filter(|of| of.name == name) {
        let body = &text[of.range.clone()];
        found.extend(places(body, condition).map(|(from, to)| (of.range.start + from, of.range.start + to)));
        if depth < 8 {
            for other in names(all).into_iter().filter(|other| *other != name) {
                for _ in uses(body, other) {
                    expand(text, all, other, condition, depth + 1, found);
                }
            }
        }
    }
}

/// The names of macros, each once.
fn names<'a>(all: &[Macro<'a>]) -> BTreeSet<&'a str> {
    all.iter().map(|of| of.name).collect()
}

/// The macros that `text` defines.
fn definitions(text: &str) -> Vec<Macro<'_>> {
    let mut all = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let line = &text[at..];
        // A line that ends in a backslash goes on in the next one.
        let mut end = 0;
        for piece in line.split_inclusive('\n') {
            end += piece.len();
            if !piece.trim_end_matches(['\n', '\r']).ends_with('\\') {
                break;
            }
        }
        let directive = line[..end].trim_start().strip_prefix('#').map(str::trim_start);
        if let Some(rest) = directive.and_then(|rest| rest.strip_prefix("define")).map(str::trim_start) {
            let start = at + end - rest.len();
            let name = &rest[..identifier(rest)];
            all.push(Macro { name, range: start + name.len()..at + end });
        }
        at += end;
    }
    all
}

/// Length of the identifier at the begin of `text`.
fn identifier(text: &str) -> usize {
    text.find(|of: char| !(of.is_ascii_alphanumeric() || of == '_')).unwrap_or(text.len())
}

/// Where `name` stands in `text` as a word.
fn uses<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_part = |of: Option<char>| of.is_some_and(|of| of.is_ascii_alphanumeric() || of == '_');
    text.match_indices(name).map(|(at, _)| at).filter(move |at| {
        !is_part(text[..*at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    })
}

/// Where `condition` stands in `body`, whatever spaces and ends of lines are between its words.
fn places<'a>(body: &'a str, condition: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let first = condition.split(' ').next().unwrap_or(condition);
    body.match_indices(first).filter_map(move |(from, _)| {
        let before = body[..from].chars().next_back();
        if before.is_some_and(|of| of.is_ascii_alphanumeric() || matches!(of, '_' | '>' | '.')) {
            return None;
        }
        let mut to = from;
        for (count, word) in condition.split(' ').enumerate() {
            if count > 0 {
                let rest = &body[to..];
                to += rest.len() - rest.trim_start_matches([' ', '\t', '\\', '\n', '\r']).len();
            }
            to += body[to..].starts_with(word).then_some(word.len())?;
        }
        let after = body[to..].chars().next();
        let goes_on = after.is_some_and(|of| of.is_ascii_alphanumeric() || of == '_');
        (!goes_on).then_some((from, to))
    })
}

#[cfg(test)]
mod tests {
    use super::place_in_body;

    const TEXT: &str = "#define BITS(n) while (1) { \\\n    if (live >=  \\\n n) break; }\n#define BYTE() BITS(8)\n\
        # define TWO() BITS(1) BITS(2)\nvoid f(void) {\n    BYTE();\n    TWO();\n    BYTE(); BYTE();\n    BYTE(); BITS(3);\n}\n";

    fn place(of: &str) -> Option<&'static str> {
        let (from, to) = place_in_body(TEXT, TEXT.find(of)?, "live >= n")?;
        TEXT.get(from..to)
    }

    #[test]
    fn the_body_is_that_of_a_macro_further_in() {
        assert_eq!(place("BYTE();\n    TWO"), Some("live >=  \\\n n"));
    }

    #[test]
    fn a_macro_with_two_definitions_counts_with_both() {
        let text = "#ifdef A\n#define CODE() BITS(1)\n#else\n#define CODE() BITS(2)\n#endif\n\
            #define BITS(n) if (live >= n) return\nvoid f(void) {\n    CODE(); BITS(3);\n    BITS(4);\n}\n";
        let found = |of: &str| place_in_body(text, text.find(of).unwrap(), "live >= n");
        assert_eq!(found("CODE(); BITS"), None, "the line brings it in by both");
        assert_eq!(found("BITS(3);"), None);
        assert!(found("BITS(4);").is_some());
    }

    #[test]
    fn what_a_line_expands_twice_is_not_found() {
        assert_eq!(place("TWO();"), None);
        assert_eq!(place("BYTE(); BYTE"), None);
        assert_eq!(place("BYTE(); BITS"), None, "by macros of two names");
        assert_eq!(
            place_in_body(TEXT, TEXT.find("BYTE();\n").unwrap(), "dead >= n"),
            None,
            "nor what is not there"
        );
    }
}
