//! No Rust file written by hand is longer than 1,500 lines.

use crate::finding::Finding;

/// The most lines a file may have.
const MAX_LINES: usize = 1_500;

/// Checks one file.
pub fn check(path: &str, text: &str) -> Option<Finding> {
    let lines = text.lines().count();
    (lines > MAX_LINES).then(|| {
        let message = format!("the file has {lines} lines, {MAX_LINES} is the limit");
        Finding::new(path, MAX_LINES + 1, message, "split it by category, one noun per file")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed() {
        assert_eq!(check("a.rs", &"x\n".repeat(MAX_LINES)), None);
    }

    #[test]
    fn one_line_more_is_found_where_it_starts() {
        let finding = check("a.rs", &"x\n".repeat(MAX_LINES + 1)).unwrap();
        assert_eq!(finding.line, 1_501);
        assert!(finding.message.contains("1501 lines"));
    }
}
