//! The registry of shims and the table in `README.md`: the same names, each once.

use super::super::TOPICS;
use std::collections::BTreeSet;

const README: &str = include_str!("../README.md");

/// The names in the last column of the table.
fn listed() -> Vec<&'static str> {
    let rows = README.lines().filter(|line| line.starts_with("| ") && line.contains(".rs`]("));
    let columns = rows.filter_map(|row| row.trim_end_matches(" |").rsplit(" | ").next());
    columns.flat_map(|names| names.split(' ').map(|name| name.trim_matches('`'))).collect()
}

#[test]
fn every_shim_has_one_line() {
    let mut names: Vec<&str> = TOPICS.iter().copied().flatten().map(|shim| shim.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn the_table_lists_exactly_the_registry() {
    let registered: BTreeSet<&str> = TOPICS.iter().copied().flatten().map(|shim| shim.name).collect();
    let listed = listed();
    let distinct: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(distinct.len(), listed.len(), "a name stands twice in README.md");
    assert_eq!(registered.difference(&distinct).collect::<Vec<_>>(), Vec::<&&str>::new(), "not in README.md");
    assert_eq!(distinct.difference(&registered).collect::<Vec<_>>(), Vec::<&&str>::new(), "not a shim");
}

#[test]
fn what_is_left_out_is_no_shim() {
    let left_out = README.split("## Left out").nth(1).expect("a section on what is left out");
    let names = left_out.split('`').skip(1).step_by(2);
    let known: BTreeSet<&str> = TOPICS.iter().copied().flatten().map(|shim| shim.name).collect();
    let both: Vec<&str> = names.filter(|name| known.contains(name)).collect();
    // These have a shim that says that they are not supported, or are named for a part of what they do.
    let partly = ["system", "popen", "fork", "raise", "scanf", "freopen", "tdelete"];
    assert_eq!(both.iter().filter(|name| !partly.contains(name)).count(), 0, "{both:?}");
}
