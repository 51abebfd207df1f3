//! `docs/options.md` has a row for every option of `trine c`, `docs/java.md` for every one of `trine java`, and none for an option
//! that does not exist; defaults agree.

use crate::support::{TRINE, workspace};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Options that the help of `verb` shows, with the default that it states.
fn in_help(verb: &str) -> BTreeMap<String, Option<String>> {
    let output = Command::new(TRINE).args([verb, "--help"]).output().expect("the command runs");
    let help = String::from_utf8(output.stdout).expect("the help is text");
    let mut options = BTreeMap::new();
    let mut current = None;
    for line in help.lines() {
        let trimmed = line.trim_start();
        let is_option = line.starts_with(' ') && (trimmed.starts_with("--") || is_short(trimmed));
        if is_option && let Some(name) = long_name(trimmed) {
            current = Some(name.clone());
            options.insert(name, None);
        }
        if let (Some(name), Some((_, rest))) = (&current, line.split_once("[default: "))
            && let Some((default, _)) = rest.split_once(']')
        {
            options.insert(name.clone(), Some(default.to_owned()));
        }
    }
    options.remove("--help");
    options
}

/// Whether a line begins with `-x, --name`.
fn is_short(line: &str) -> bool {
    line.starts_with('-') && line.get(2..6) == Some(", --")
}

fn long_name(line: &str) -> Option<String> {
    let name = &line[line.find("--")?..];
    let end =
        name[2..].find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).map_or(name.len(), |end| end + 2);
    (end > 2).then(|| name[..end].to_owned())
}

/// Options in the first column of the table, with the row's last column.
fn in_table(page: &str) -> BTreeMap<String, String> {
    let mut options = BTreeMap::new();
    for line in page.lines().filter(|line| line.starts_with("| `-")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let named: Vec<String> = cells[0]
            .split('`')
            .filter_map(|part| long_name(part).filter(|_| part.starts_with('-')))
            .collect();
        let default = cells.last().copied().unwrap_or("").trim().trim_matches('`').to_owned();
        let defaults: Vec<&str> = default.split(", ").collect();
        for (at, name) in named.iter().enumerate() {
            let own = if defaults.len() == named.len() { defaults[at] } else { &default };
            options.insert(name.clone(), own.to_owned());
        }
    }
    options
}

#[test]
fn the_table_of_options_is_that_of_the_command() {
    require_table("c", "docs/options.md");
}

#[test]
fn the_table_of_options_for_classes_is_that_of_the_command() {
    require_table("java", "docs/java.md");
}

fn require_table(verb: &str, path: &str) {
    let page = std::fs::read_to_string(workspace().join(path)).expect("the page is there");
    let (help, table) = (in_help(verb), in_table(&page));
    assert!(help.len() > 20, "the help was read: {help:?}");
    let shown: BTreeSet<&String> = help.keys().collect();
    let described: BTreeSet<&String> = table.keys().collect();
    let missing: Vec<_> = shown.difference(&described).collect();
    let unknown: Vec<_> = described.difference(&shown).collect();
    assert!(missing.is_empty(), "{path} has no row for {missing:?}");
    assert!(unknown.is_empty(), "{path} has rows for options that do not exist: {unknown:?}");
    for (name, default) in help.iter().filter_map(|(name, default)| Some((name, default.as_ref()?))) {
        if default.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            assert_eq!(&table[name], default, "default of {name}");
        }
    }
}
