//! The index of crates in `ARCHITECTURE.md` is true: it lists exactly the crates of the tree.
//!
//! The index is the first table under the heading `## Crates`, one row per crate:
//!
//! ```text
//! | crate | layer | what it is | must not know |
//! |---|---|---|---|
//! | `base` | 0 | … | … |
//! ```

use crate::finding::Finding;
use crate::layers::layer_of;
use crate::tree::Crate;

/// The file that holds the index.
pub const FILE: &str = "ARCHITECTURE.md";

const HEADING: &str = "## Crates";

/// A row of the index.
struct Row<'a> {
    line: usize,
    cells: Vec<&'a str>,
}

/// Checks the index in the text of `ARCHITECTURE.md`, `None` when there is no such file.
pub fn check(text: Option<&str>, crates: &[Crate]) -> Vec<Finding> {
    let Some(text) = text else {
        return vec![Finding::new(FILE, 1, "the file is missing", "write it, with the index of crates")];
    };
    let Some(heading) = text.lines().position(|line| line.trim_end() == HEADING) else {
        return vec![Finding::new(
            FILE,
            1,
            format!("no heading `{HEADING}`"),
            "put the index of crates under it",
        )];
    };
    let rows = rows_after(text, heading);
    let mut findings: Vec<Finding> = rows.iter().filter_map(|row| check_row(row, crates)).collect();
    for (position, row) in rows.iter().enumerate() {
        if rows[..position].iter().any(|earlier| earlier.name() == row.name()) {
            findings.push(Finding::new(
                FILE,
                row.line,
                format!("a second row for `{}`", row.name()),
                "keep one",
            ));
        }
    }
    for missing in crates.iter().filter(|one| !rows.iter().any(|row| row.name() == one.name)) {
        findings.push(Finding::new(
            FILE,
            heading + 1,
            format!("the index has no row for crate `{}`", missing.name),
            "add it: crate, layer, what it is, what it must not know",
        ));
    }
    findings
}

impl<'a> Row<'a> {
    /// Name of the crate, without backticks.
    fn name(&self) -> &'a str {
        self.cells.first().map_or("", |cell| cell.trim_matches('`'))
    }
}

/// The rows of the first table below a line, without its two header lines.
fn rows_after(text: &str, heading: usize) -> Vec<Row<'_>> {
    let is_row = |line: &str| line.starts_with('|');
    text.lines()
        .enumerate()
        .skip(heading + 1)
        .skip_while(|(_, line)| !is_row(line) && !line.starts_with("## "))
        .take_while(|(_, line)| is_row(line))
        .skip(2)
        .map(|(index, line)| {
            let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
            Row { line: index + 1, cells: inner.split('|').map(str::trim).collect() }
        })
        .collect()
}

/// What is wrong with a row on its own.
fn check_row(row: &Row<'_>, crates: &[Crate]) -> Option<Finding> {
    let name = row.name();
    let wrong = |message: String, help: &str| Some(Finding::new(FILE, row.line, message, help));
    if !crates.iter().any(|one| one.name == name) {
        return wrong(format!("the index lists `{name}`, which is no crate of the tree"), "take the row out");
    }
    if row.cells.len() != 4 || row.cells.iter().any(|cell| cell.is_empty()) {
        return wrong(
            format!("the row of `{name}` is not complete"),
            "fill in crate, layer, what it is, what it must not know",
        );
    }
    match layer_of(name) {
        Some(layer) if layer.to_string() != row.cells[1] => wrong(
            format!("the index puts `{name}` on layer {}, the list of layers on {layer}", row.cells[1]),
            "correct the row, or crates/xtask/src/layers.rs",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "# A\n\n## Crates\n\nWords.\n\n| crate | layer | what it is | must not know |\n|---|---|---|---|\n";

    fn crates(names: &[&str]) -> Vec<Crate> {
        let one = |name: &&str| Crate {
            name: (*name).to_owned(),
            manifest_path: String::new(),
            manifest: String::new(),
            dependencies: Vec::new(),
            dev_dependencies: Vec::new(),
        };
        names.iter().map(one).collect()
    }

    fn findings(rows: &str, names: &[&str]) -> Vec<(usize, String)> {
        let text = format!("{HEAD}{rows}\n| `other` | 0 | table | that does not count |\n");
        check(Some(&text), &crates(names))
            .into_iter()
            .map(|finding| (finding.line, finding.message))
            .collect()
    }

    #[test]
    fn a_true_index_passes() {
        assert!(
            findings("| `base` | 0 | ground | all |\n| `xtask` | dev | tasks | all |\n", &["base", "xtask"])
                .is_empty()
        );
    }

    #[test]
    fn a_missing_crate_is_found() {
        let found = findings("| `base` | 0 | ground | all |\n", &["base", "ir"]);
        assert_eq!(found, [(3, "the index has no row for crate `ir`".to_owned())]);
    }

    #[test]
    fn a_crate_long_gone_is_found() {
        let found = findings("| `base` | 0 | ground | all |\n| `gone` | 1 | was | all |\n", &["base"]);
        assert_eq!(found, [(10, "the index lists `gone`, which is no crate of the tree".to_owned())]);
    }

    #[test]
    fn a_wrong_layer_and_an_empty_cell_are_found() {
        assert_eq!(findings("| `base` | 3 | ground | all |\n", &["base"]).len(), 1);
        assert_eq!(findings("| `base` | 0 | ground | |\n", &["base"]).len(), 1);
    }

    #[test]
    fn a_second_row_is_found() {
        assert_eq!(findings(&"| `base` | 0 | ground | all |\n".repeat(2), &["base"]).len(), 1);
    }

    #[test]
    fn a_missing_file_or_heading_is_found() {
        assert_eq!(check(None, &[]).len(), 1);
        assert_eq!(check(Some("# A\n"), &[]).len(), 1);
    }
}
