//! Circles among the files of a crate: files that cannot be read one after the other, because each needs the others.
//!
//! A file depends on another when its code names a path into that module. What a module does with the modules below it
//! (declaring them, handing on their items) is no dependency: it is their door. Unit tests do not count.
//!
//! A circle is a strongly connected component of two files or more. There are [`MOST`] at most, a number that only goes
//! down.
//!
//! Not handled: names that come through a re-export of another module count as that module's; macros.

use crate::finding::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// The circles that there may be.
pub const MOST: usize = 5;

/// A module by its path from the crate's root.
type Module = Vec<String>;

/// A circle: the crate's folder, and its files by their modules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circle {
    /// Folder of the crate's sources.
    pub folder: String,
    /// Modules, sorted.
    pub modules: Vec<String>,
}

/// All circles in files given as path and text.
pub fn circles<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<Circle> {
    let mut crates: BTreeMap<String, BTreeMap<Module, &str>> = BTreeMap::new();
    for (path, text) in files {
        if let Some((folder, module)) = module_of(path) {
            crates.entry(folder).or_default().insert(module, text);
        }
    }
    let mut all = Vec::new();
    for (folder, modules) in crates {
        let edges: BTreeMap<&Module, BTreeSet<&Module>> =
            modules.iter().map(|(module, text)| (module, needed(module, text, &modules))).collect();
        all.extend(components(&edges).into_iter().map(|component| {
            let mut names: Vec<String> = component.iter().map(|module| shown(module)).collect();
            names.sort();
            Circle { folder: folder.clone(), modules: names }
        }));
    }
    all.sort();
    all
}

/// A finding when there are more than there may be.
pub fn check(circles: &[Circle]) -> Option<Finding> {
    let list = || {
        let lines =
            circles.iter().map(|circle| format!("\n    {}: {}", circle.folder, circle.modules.join(", ")));
        lines.collect::<String>()
    };
    (circles.len() > MOST).then(|| {
        let message = format!("{} circles among files, {MOST} is the limit:{}", circles.len(), list());
        Finding::new("crates/xtask/src/circles.rs", 1, message, "move what both need into a file of its own")
    })
}

fn shown(module: &Module) -> String {
    if module.is_empty() { "the root".to_owned() } else { module.join("::") }
}

/// Folder of the crate's sources, and the module that a file is; `None` for tests.
fn module_of(path: &str) -> Option<(String, Module)> {
    let (folder, file) = path.split_once("/src/")?;
    let mut parts: Module = file.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    if parts.iter().any(|part| part == "tests") {
        return None;
    }
    let is_door = matches!(parts.last().map(String::as_str), Some("mod"));
    let is_root = parts.len() == 1 && matches!(parts[0].as_str(), "lib" | "main");
    if is_door || is_root {
        parts.pop();
    }
    Some((format!("{folder}/src"), parts))
}

/// The modules that the code of `module` names.
fn needed<'m>(module: &Module, text: &str, all: &'m BTreeMap<Module, &str>) -> BTreeSet<&'m Module> {
    let mut found = BTreeSet::new();
    for path in paths(&code(text)) {
        if let Some(target) = resolved(module, &path, all)
            && target != module
            && !target.starts_with(module)
        {
            found.insert(target);
        }
    }
    found
}

/// The deepest module that a path from `module` leads into.
fn resolved<'m>(module: &Module, path: &[String], all: &'m BTreeMap<Module, &str>) -> Option<&'m Module> {
    let mut at = match path.first()?.as_str() {
        "crate" => Vec::new(),
        _ => module.clone(),
    };
    for part in path {
        match part.as_str() {
            "crate" | "self" => {}
            "super" => drop(at.pop()),
            name => {
                at.push(name.to_owned());
                if !all.contains_key(&at) {
                    at.pop();
                    break;
                }
            }
        }
    }
    all.get_key_value(&at).map(|(module, _)| module)
}

/// The code of a file without comments, strings and unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let mut code = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.find("//").map_or(line, |start| &line[..start]);
        // A string with an odd quote leaves too much out or in: names of paths stand outside of strings.
        code.extend(line.split('"').step_by(2));
        code.push('\n');
    }
    code
}

/// The paths in `code` that begin with `crate`, `self` or `super`, groups written out.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    for start in ["crate::", "self::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if !before.is_some_and(|c| is_part(c) || c == ':') {
                read_path(&code[at..], &mut Vec::new(), &mut all);
            }
        }
    }
    all
}

/// Reads one path, or a group of paths after `prefix`; the rest of the text.
fn read_path<'t>(text: &'t str, prefix: &mut Vec<String>, all: &mut Vec<Vec<String>>) -> &'t str {
    let depth = prefix.len();
    let mut rest = text.trim_start();
    loop {
        if let Some(group) = rest.strip_prefix('{') {
            rest = group;
            while !rest.trim_start().is_empty() && !rest.trim_start().starts_with('}') {
                let before = rest.len();
                rest = read_path(rest, prefix, all).trim_start();
                // What is not a path (`as name`, a comma) is passed over.
                let end = rest.find([',', '}']).unwrap_or(rest.len());
                rest = rest[end..].strip_prefix(',').unwrap_or(&rest[end..]);
                if rest.len() == before {
                    break;
                }
            }
            prefix.truncate(depth);
            return rest.trim_start().strip_prefix('}').unwrap_or(rest);
        }
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if end == 0 {
            break;
        }
        prefix.push(rest[..end].to_owned());
        match rest[end..].strip_prefix("::") {
            Some(next) => rest = next,
            None => {
                rest = &rest[end..];
                break;
            }
        }
    }
    all.push(prefix.clone());
    prefix.truncate(depth);
    rest
}

/// The strongly connected components of two modules or more: of each module, those that it reaches and that reach it.
fn components<'m>(edges: &BTreeMap<&'m Module, BTreeSet<&'m Module>>) -> Vec<BTreeSet<&'m Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        edges.keys().map(|&module| (module, reachable(module, edges))).collect();
    let mut found: Vec<BTreeSet<&Module>> = Vec::new();
    for (&module, far) in &reached {
        if !far.contains(module) || found.iter().any(|component| component.contains(module)) {
            continue;
        }
        let component: BTreeSet<_> =
            far.iter().copied().filter(|other| reached[other].contains(module)).collect();
        if component.len() > 1 {
            found.push(component);
        }
    }
    found
}

/// The modules that `module` leads to in one step or more.
fn reachable<'m>(
    module: &Module,
    edges: &BTreeMap<&'m Module, BTreeSet<&'m Module>>,
) -> BTreeSet<&'m Module> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Module> = edges[module].iter().copied().collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(edges[next].iter().copied());
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        circles(files.iter().copied()).into_iter().map(|circle| circle.modules).collect()
    }

    #[test]
    fn two_files_that_need_each_other_are_a_circle() {
        let files = [
            ("crates/x/src/a.rs", "use crate::b::B;\n"),
            ("crates/x/src/b.rs", "fn f(a: &super::a::A) {}\n"),
            ("crates/x/src/c.rs", "use crate::{a::A, b::{B, C as D}};\n"),
        ];
        assert_eq!(names(&files), [["a", "b"]]);
    }

    #[test]
    fn a_circle_of_three_is_one_and_a_chain_is_none() {
        let circle = [
            ("crates/x/src/a.rs", "use crate::b::B;"),
            ("crates/x/src/b.rs", "use crate::{c::C};"),
            ("crates/x/src/c.rs", "use crate::a::{A};"),
        ];
        assert_eq!(names(&circle).len(), 1);
        assert_eq!(names(&circle[..2]).len(), 0);
    }

    #[test]
    fn what_a_door_does_with_the_modules_behind_it_is_no_dependency() {
        let door = ("crates/x/src/a/mod.rs", "pub mod part;\npub use self::part::Part;");
        assert_eq!(names(&[door, ("crates/x/src/a/part.rs", "use super::Thing;")]).len(), 0);
        let other = ("crates/x/src/b.rs", "use crate::a::part::Part;");
        assert_eq!(names(&[door, ("crates/x/src/a/part.rs", "use crate::b::B;"), other]), [["a::part", "b"]]);
    }

    #[test]
    fn tests_comments_and_strings_do_not_count() {
        let files = [
            (
                "crates/x/src/a.rs",
                "// crate::b::B\nconst A: &str = \"crate::b\";\n#[cfg(test)]\nmod tests {\n use crate::b::B;\n}\n",
            ),
            ("crates/x/src/b.rs", "use crate::a::A;"),
            ("crates/x/src/tests/c.rs", "use crate::a::A;"),
        ];
        assert_eq!(names(&files).len(), 0);
    }
}
