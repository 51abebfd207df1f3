//! Tests by layer: how many tests a crate has for each thousand lines of its code.
//!
//! Counted are lines of `src` that are neither blank nor a comment nor part of a test module, and functions marked `#[test]`
//! anywhere in the crate (`src` and `tests`). What other crates and the filetests show of a crate does not count: these say that
//! something broke, a test of the layer says what. [`FLOORS`] names the crates in which behaviour is decided, and what they must have.

use crate::finding::Finding;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Crates with a floor, in tests per thousand lines of code.
pub const FLOORS: [(&str, f64); 5] =
    [("dse", 8.0), ("engine", 8.0), ("harness", 8.0), ("inputs-c", 8.0), ("refutation", 8.0)];

/// What was counted in one crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of code.
    pub lines: usize,
    /// Tests.
    pub tests: usize,
}

impl Counts {
    /// Tests for each thousand lines; none of an empty crate are as many as anybody wants.
    pub fn per_thousand(self) -> f64 {
        if self.lines == 0 { f64::INFINITY } else { self.tests as f64 * 1_000.0 / self.lines as f64 }
    }
}

/// The counts of every crate, by name, from the paths and texts of its Rust files.
pub fn count<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> BTreeMap<String, Counts> {
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for (path, text) in files {
        let Some((name, below)) = path.strip_prefix("crates/").and_then(|path| path.split_once('/')) else {
            continue;
        };
        let counts = counts.entry(name.to_owned()).or_default();
        counts.tests += text.lines().filter(|line| line.trim() == "#[test]").count();
        let is_test_file = below.split('/').any(|part| part == "tests" || part == "tests.rs");
        if below.starts_with("src/") && !is_test_file {
            counts.lines += code_lines(text);
        }
    }
    counts
}

/// Lines of a file that are code of the product.
fn code_lines(text: &str) -> usize {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let is_code = |line: &&str| !(line.trim().is_empty() || line.trim_start().starts_with("//"));
    product.lines().filter(is_code).count()
}

/// A finding for each crate below its floor.
pub fn check(counts: &BTreeMap<String, Counts>) -> Vec<Finding> {
    let below = FLOORS.iter().filter_map(|&(name, floor)| {
        let found = counts.get(name).copied().unwrap_or_default();
        (found.per_thousand() < floor).then(|| {
            let message = format!(
                "{} tests for {} lines of code are {:.1} per thousand, {floor:.1} is the least",
                found.tests,
                found.lines,
                found.per_thousand()
            );
            let path = format!("crates/{name}/src/lib.rs");
            Finding::new(&path, 1, message, "add tests of this layer, on programs in IR text")
        })
    });
    below.collect()
}

/// The table of all crates: lines, tests, tests per thousand lines, and the floor where there is one.
pub fn table(counts: &BTreeMap<String, Counts>) -> String {
    let mut out = String::from("crate              lines  tests  per 1,000  at least\n");
    for (name, found) in counts {
        let floor = FLOORS.iter().find(|(crate_name, _)| crate_name == name);
        let floor = floor.map_or_else(String::new, |(_, floor)| format!("{floor:.1}"));
        let (lines, tests, density) = (found.lines, found.tests, found.per_thousand());
        let row = format!("{name:<16}{lines:>8}{tests:>7}{density:>11.1}{floor:>10}");
        let _ = writeln!(out, "{}", row.trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "//! Head.\n\nfn f() {\n    // why\n    g();\n}\n";

    #[test]
    fn comments_blank_lines_and_test_modules_are_no_code() {
        let text = format!("{CODE}\n#[cfg(test)]\nmod tests {{\n    #[test]\n    fn a() {{}}\n}}\n");
        let counts = count([("crates/dse/src/a.rs", text.as_str())].into_iter());
        assert_eq!(counts["dse"], Counts { lines: 3, tests: 1 });
    }

    #[test]
    fn tests_beside_the_sources_count_as_tests_and_not_as_lines() {
        let test = "#[test]\nfn a() {}\n";
        let files = [
            ("crates/dse/src/a.rs", CODE),
            ("crates/dse/src/tests.rs", test),
            ("crates/dse/tests/b.rs", test),
            ("crates/dse/benches/c.rs", CODE),
            ("scripts/d.rs", test),
        ];
        assert_eq!(
            count(files.into_iter()),
            BTreeMap::from([("dse".to_owned(), Counts { lines: 3, tests: 2 })])
        );
    }

    #[test]
    fn a_crate_below_its_floor_is_found_and_one_at_it_is_not() {
        let all = |tests: usize| -> BTreeMap<String, Counts> {
            FLOORS.iter().map(|(name, _)| ((*name).to_owned(), Counts { lines: 1_000, tests })).collect()
        };
        assert_eq!(check(&all(8)), []);
        let found = check(&all(7));
        assert_eq!(found.len(), FLOORS.len());
        assert!(found[0].message.contains("7 tests for 1000 lines"), "{}", found[0]);
    }

    #[test]
    fn a_crate_that_is_gone_takes_its_floor_with_it_only_by_hand() {
        // No lines and no tests: nothing can be below the floor, and the table does not name it.
        assert_eq!(check(&BTreeMap::new()), []);
        assert_eq!(table(&BTreeMap::new()).lines().count(), 1);
    }

    #[test]
    fn the_table_has_a_row_for_each_crate_and_its_floor() {
        let counts = BTreeMap::from([
            ("base".to_owned(), Counts { lines: 500, tests: 8 }),
            ("dse".to_owned(), Counts { lines: 2_000, tests: 20 }),
        ]);
        let table = table(&counts);
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert_eq!(
            rows,
            [
                "base                 500      8       16.0",
                "dse                 2000     20       10.0       8.0",
            ]
        );
    }
}
