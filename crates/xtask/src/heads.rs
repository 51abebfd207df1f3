//! Every Rust file opens with a `//!` head that says in at least one sentence what the file is.

use crate::finding::Finding;

const HELP: &str = "open the file with `//!`: what it is, the idea, the source, what it does not handle";

/// Checks one file.
pub fn check(path: &str, text: &str) -> Option<Finding> {
    let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    if head.is_empty() {
        return Some(Finding::new(path, 1, "the file has no `//!` head on its first line", HELP));
    }
    if !is_sentence(&head.join(" ")) {
        return Some(Finding::new(path, 1, "the `//!` head is not a sentence", HELP));
    }
    None
}

/// At least three words, closed by a full stop or its like.
fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace();
    let ends = |word: &str| word.trim_end_matches([')', '`', '"', '*']).ends_with(['.', ':', '!', '?']);
    words.clone().count() >= 3 && words.skip(2).any(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Option<String> {
        check("a.rs", text).map(|finding| finding.message)
    }

    #[test]
    fn a_sentence_is_enough() {
        assert_eq!(message("//! Goals of one unit.\n\nfn f() {}\n"), None);
        assert_eq!(message("//! A head over\n//! two lines, ends here: there.\nfn f() {}\n"), None);
    }

    #[test]
    fn a_missing_head_is_found() {
        assert_eq!(message("fn f() {}\n").unwrap(), "the file has no `//!` head on its first line");
        assert_eq!(message("").unwrap(), "the file has no `//!` head on its first line");
        assert!(message("use std::fmt;\n//! Late words do not count.\n").is_some());
    }

    #[test]
    fn a_head_without_a_sentence_is_found() {
        assert_eq!(message("//! (to be written)\n").unwrap(), "the `//!` head is not a sentence");
        assert!(message("//! Goals.\n").is_some());
        assert!(message("//!\n").is_some());
    }
}
