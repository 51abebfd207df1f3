//! The pages of `docs/`: every link of a page leads somewhere, and the table of contents lists every page.
//!
//! Looked at are links to files and to headings of pages, in `docs/`, the README and the other pages at the root;
//! links into the web are not followed, so that the check needs no network and no tool. A heading's anchor is its text in
//! small letters, spaces as `-`, without other signs, as mdBook and GitHub make it.

use crate::finding::Finding;
use std::collections::BTreeMap;

/// The table of contents of the book.
const CONTENTS: &str = "docs/SUMMARY.md";

/// Checks all pages: `pages` are those of the project by path, `exists` says whether a path from the root does.
pub fn check(pages: &BTreeMap<&str, &str>, exists: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (&path, &text) in pages {
        for (line, target) in targets(text) {
            if let Some(problem) = problem(pages, &exists, path, target) {
                findings.push(Finding::new(path, line, problem, "mend the link, or take it out"));
            }
        }
    }
    if let Some(contents) = pages.get(CONTENTS) {
        let listed: Vec<String> = targets(contents).map(|(_, target)| format!("docs/{target}")).collect();
        let in_book = pages.keys().filter(|path| path.starts_with("docs/") && **path != CONTENTS);
        for page in in_book.filter(|page| !listed.iter().any(|known| known == *page)) {
            let message = format!("`{page}` is not in the table of contents");
            findings.push(Finding::new(CONTENTS, 1, message, "add a line for it"));
        }
    }
    findings
}

fn problem(
    pages: &BTreeMap<&str, &str>,
    exists: &impl Fn(&str) -> bool,
    page: &str,
    target: &str,
) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let path = if file.is_empty() { page.to_owned() } else { beside(page, file) };
    if !exists(path.trim_end_matches('/')) {
        return Some(format!("`{target}` leads nowhere: there is no `{path}`"));
    }
    let anchor = anchor?;
    let text = pages.get(path.as_str())?;
    let mut headings =
        outside_of_code(text).filter_map(|(_, line)| line.trim_start_matches('#').strip_prefix(' '));
    let is_there = outside_of_code(text).any(|(_, line)| line.starts_with('#'))
        && headings.any(|heading| anchor_of(heading) == anchor);
    (!is_there).then(|| format!("`{target}`: `{path}` has no such heading"))
}

/// The path of `file`, which is relative to the folder of `page`, from the root.
fn beside(page: &str, file: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Lines with their numbers, fenced blocks left out.
fn outside_of_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Targets of the links `[text](target)` with their lines, code left out.
fn targets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    outside_of_code(text).flat_map(|(number, line)| {
        line.match_indices("](").filter_map(move |(at, _)| {
            let in_code = line[..at].matches('`').count() % 2 == 1;
            let target = line[at + 2..].split_once(')')?.0.trim();
            (!in_code).then(|| (number, target.split(' ').next().unwrap_or(target)))
        })
    })
}

fn anchor_of(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(pages: &[(&str, &str)]) -> Vec<String> {
        let pages: BTreeMap<&str, &str> = pages.iter().copied().collect();
        let exists = |path: &str| pages.contains_key(path) || path == "crates/a";
        check(&pages, exists).into_iter().map(|finding| finding.to_string()).collect()
    }

    #[test]
    fn links_to_files_folders_and_headings_are_followed() {
        let b =
            "# A B: c\n[here](a.md#a-b-c) [up](../README.md) [crate](../crates/a/) [web](https://x.org/y)\n";
        let pages = [("README.md", "[book](docs/b.md)\n"), ("docs/a.md", "## A B: c\n"), ("docs/b.md", b)];
        assert_eq!(messages(&pages), Vec::<String>::new());
    }

    #[test]
    fn what_leads_nowhere_is_found_outside_of_code() {
        let text = "[a](x.md)\n```\n[b](y.md)\n```\n`[c](z.md)` [d](#none)\n";
        let found = messages(&[("docs/a.md", text)]);
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("docs/x.md") && found[1].contains("#none"), "{found:?}");
    }

    #[test]
    fn a_page_that_the_contents_do_not_list_is_found() {
        let pages = [(CONTENTS, "# Summary\n- [A](a.md)\n"), ("docs/a.md", ""), ("docs/b.md", "")];
        let found = messages(&pages);
        assert!(found.len() == 1 && found[0].contains("docs/b.md"), "{found:?}");
    }
}
