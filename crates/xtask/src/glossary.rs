//! The glossary names code that exists: every identifier in its second column is one of the tree.
//!
//! A row is `| term | identifiers | meaning | source |`, identifiers in backticks. One that is renamed in the code is
//! found here, so that the page stays the way from a paper's word to its place in the code.

use crate::finding::Finding;
use std::collections::BTreeSet;

/// The page.
pub const PAGE: &str = "docs/glossary.md";

/// Checks `text`, that of the page, against the Rust files of the tree.
pub fn check<'t>(text: &str, rust: impl Iterator<Item = &'t str>) -> Vec<Finding> {
    let wanted: Vec<(usize, &str)> = identifiers(text).collect();
    let mut missing: BTreeSet<&str> = wanted.iter().map(|&(_, name)| name).collect();
    for file in rust {
        for word in file.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            missing.remove(word);
        }
    }
    let absent = wanted.into_iter().filter(|(_, name)| missing.contains(name));
    absent
        .map(|(line, name)| {
            let message = format!("`{name}` is no identifier of the code");
            Finding::new(PAGE, line, message, "name the one that has taken its place, or take the row out")
        })
        .collect()
}

/// What stands in backticks in the second column of the table, with the line; of a path `a::b`, the last part.
fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| line.starts_with('|')).flat_map(|(number, line)| {
        let cell = line.split('|').nth(2).unwrap_or("");
        cell.split('`').skip(1).step_by(2).map(move |name| (number, name.rsplit("::").next().unwrap_or(name)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_that_is_gone_is_found_with_its_line() {
        let page = "# Glossary\n\n| term | code |\n|---|---|\n| archive | `engine::Archive` | |\n| front | `Front`, `rank` | |\n";
        let found = check(page, ["pub struct Archive { rank: u32 }"].into_iter());
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains("Front") && found[0].line == 6, "{}", found[0]);
    }

    #[test]
    fn a_part_of_a_longer_name_is_none() {
        assert_eq!(check("| a | `Arch` | |\n", ["struct Archive;"].into_iter()).len(), 1);
    }
}
