//! Patterns of names and paths, as shells write them.
//!
//! `*` stands for any characters but `/`, `**` for any characters, `?` for one character but `/`,
//! `[a-z_]` for one of a set, `[!a-z]` for one not in it. A bracket that is not closed stands for itself.
//!
//! Cost: linear in the text for each `*`, by trying every place where it may end.

/// Whether `pattern` has anything but plain characters.
#[must_use]
pub fn is_pattern(pattern: &str) -> bool {
    pattern.contains(['*', '?', '['])
}

/// Whether `pattern` stands for the whole of `text`.
#[must_use]
pub fn matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    matches_from(&pattern, &text)
}

/// Whether `pattern` stands for `path`, or for its end from the start of a folder or file name on.
#[must_use]
pub fn matches_path(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim_start_matches("./");
    let ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
    std::iter::once(path).chain(ends).any(|end| matches(pattern, end))
}

fn matches_from(pattern: &[char], text: &[char]) -> bool {
    let Some((&first, rest)) = pattern.split_first() else { return text.is_empty() };
    match first {
        '*' => {
            let crosses = rest.first() == Some(&'*');
            let rest = if crosses { &rest[1..] } else { rest };
            let most = text.iter().position(|&c| c == '/' && !crosses).unwrap_or(text.len());
            (0..=most).any(|length| matches_from(rest, &text[length..]))
        }
        '?' => text.first().is_some_and(|&c| c != '/') && matches_from(rest, &text[1..]),
        '[' if let Some((set, after)) = set(rest) => {
            text.first().is_some_and(|&c| holds(set, c)) && matches_from(after, &text[1..])
        }
        plain => text.first() == Some(&plain) && matches_from(rest, &text[1..]),
    }
}

/// The set up to its closing bracket, and what follows.
fn set(pattern: &[char]) -> Option<(&[char], &[char])> {
    let end = pattern.iter().skip(1).position(|&c| c == ']')? + 1;
    Some((&pattern[..end], &pattern[end + 1..]))
}

fn holds(set: &[char], c: char) -> bool {
    let (negated, set) = match set {
        ['!', rest @ ..] => (true, rest),
        set => (false, set),
    };
    let mut found = false;
    let mut rest = set;
    while let Some((&low, after)) = rest.split_first() {
        rest = match after {
            ['-', high, after @ ..] => {
                found |= (low..=*high).contains(&c);
                after
            }
            after => {
                found |= low == c;
                after
            }
        };
    }
    found != negated && c != '/'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_what_shells_say() {
        for (pattern, text) in [
            ("parse_*", "parse_"),
            ("parse_*", "parse_line"),
            ("*_init", "net_init"),
            ("a?c", "abc"),
            ("x[0-9a]", "x7"),
            ("x[!0-9]", "xa"),
            ("[", "["),
            ("src/*.c", "src/a.c"),
            ("src/**.c", "src/net/a.c"),
            ("", ""),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("parse_*", "xparse_line"),
            ("parse", "parse_line"),
            ("a?c", "a/c"),
            ("src/*.c", "src/net/a.c"),
            ("x[0-9]", "xa"),
            ("x[!0-9]", "x7"),
            ("", "a"),
        ] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn paths_may_be_named_by_their_ends() {
        assert!(matches_path("src/net/*.c", "/opt/project/src/net/tcp.c"));
        assert!(matches_path("./tcp.c", "src/net/tcp.c"));
        assert!(!matches_path("cp.c", "src/net/tcp.c"));
    }
}
