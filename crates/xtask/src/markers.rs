//! Nothing unfinished is left in the code: no marker for later, no macro that panics in its place, no
//! ignored test.
//!
//! A test of something that is wrong today asserts the wrong answer, with a comment that says so; it is
//! noticed when that changes. The words are put together here, so that this file does not find itself.

use crate::finding::Finding;

const MARKERS: [(&str, &str); 4] = [
    (concat!("TO", "DO"), "do it now, or open an issue and take the words out"),
    (concat!("todo", "!"), "write the code, or return an error that says what is not supported"),
    (concat!("unimple", "mented!"), "write the code, or return an error that says what is not supported"),
    (concat!("#[ig", "nore"), "run the test, or assert today's answer with a comment"),
];

/// Checks one file.
pub fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (marker, help) in MARKERS {
            if contains_word(line, marker) {
                findings.push(Finding::new(path, index + 1, format!("`{marker}` is left in the code"), help));
            }
        }
    }
    findings
}

/// Whether `word` stands in `line` and is not part of a longer word.
fn contains_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let ends_open = word.ends_with(is_part) && after.is_some_and(is_part) && !word.starts_with('#');
        !before.is_some_and(is_part) && !ends_open
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_marker_is_found_with_its_line() {
        let text = MARKERS.map(|(marker, _)| format!("  {marker}(later)\n")).concat();
        let lines: Vec<usize> = check("a.rs", &text).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [1, 2, 3, 4]);
    }

    #[test]
    fn an_ignored_test_with_a_reason_is_found() {
        assert_eq!(check("a.rs", concat!("#[ig", "nore = \"slow\"]")).len(), 1);
    }

    #[test]
    fn parts_of_other_words_are_not_markers() {
        assert_eq!(check("a.rs", "let MASTODON = TODOS; autotodo!();\n"), []);
        assert_eq!(check("a.rs", "the ignore list, a todo list\n"), []);
    }
}
