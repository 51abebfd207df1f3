//! No file names a place on somebody's machine.
//!
//! Home folders and work folders that stand in a file work for one person only. The prefixes are put
//! together here, so that this file does not find itself.

use crate::finding::Finding;

const PREFIXES: [&str; 3] = [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/")];

/// Checks one file.
pub fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if let Some(prefix) = PREFIXES.into_iter().find(|prefix| starts_a_path(line, prefix)) {
            findings.push(Finding::new(
                path,
                index + 1,
                format!("a path of one machine: `{prefix}…`"),
                "make it relative, or take it from the environment",
            ));
        }
    }
    findings
}

/// Whether an absolute path in `line` starts with `prefix`; `a/b` in the middle of a longer path does not count.
fn starts_a_path(line: &str, prefix: &str) -> bool {
    let continues = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '}' | ')' | '*');
    line.match_indices(prefix).any(|(start, _)| !line[..start].chars().next_back().is_some_and(continues))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_of_a_machine_are_found() {
        let text = PREFIXES.map(|prefix| format!("see \"{prefix}x\"\n")).concat();
        let lines: Vec<usize> = check("a.md", &text).iter().map(|finding| finding.line).collect();
        assert_eq!(lines, [1, 2, 3]);
    }

    #[test]
    fn relative_paths_and_paths_of_the_system_are_fine() {
        let home = PREFIXES[0];
        assert_eq!(
            check("a.md", &format!("src{home}mod.rs, $X{home}b, ${{X}}{home}c\n/usr/bin/env\n")).len(),
            0
        );
    }
}
