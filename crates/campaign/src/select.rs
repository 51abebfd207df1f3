//! Which functions of the loaded files are tested: `--only`, `--function` and `--exclude`.
//!
//! | pattern | stands for |
//! |---|---|
//! | `parse_line` | the functions of this name |
//! | `parse_*` | the functions whose names match |
//! | `src/net/*.c`, `tcp.c` | all functions of these files, which may be named by the ends of their paths |
//! | `tcp.c:parse_*` | the functions of these files whose names match |
//!
//! What is asked for and does not exist is an error, because a misspelled name would silently leave
//! out what the user wants. Only the `exclude` of `trine.toml`, which serves many runs, may name what this
//! run does not have.

use crate::c::loading::Loaded;
use crate::failure::Failure;
use crate::glob::{is_pattern, matches, matches_path};
use trine_testcase::Callable;

/// What the user asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Selection<'a> {
    /// Patterns of which each function matches one; all functions when these and `functions` are empty.
    pub only: &'a [String],
    /// Exact names.
    pub functions: &'a [String],
    /// Patterns of functions that are left out.
    pub exclude: &'a [String],
    /// Those of `exclude` that must stand for something.
    pub must_exclude: &'a [String],
}

/// A pattern, by its parts.
#[derive(Clone, Copy)]
struct Pattern<'a> {
    file: Option<&'a str>,
    function: Option<&'a str>,
}

impl<'a> Pattern<'a> {
    fn new(text: &'a str) -> Self {
        match text.rsplit_once(':') {
            Some((file, function)) => Self { file: Some(file), function: Some(function) },
            // No function of C has a dot or a slash in its name.
            None if text.contains(['/', '.']) => Self { file: Some(text), function: None },
            None => Self { file: None, function: Some(text) },
        }
    }

    fn fits(self, callable: &Callable) -> bool {
        self.file.is_none_or(|file| matches_path(file, &callable.unit))
            && self.function.is_none_or(|function| matches(function, &callable.name))
    }
}

/// Keeps the functions that `selection` asks for.
///
/// # Errors
/// When a name or pattern stands for nothing, with the nearest name that exists, or nothing is left.
pub fn select(loaded: &mut [Loaded], selection: &Selection<'_>) -> Result<(), Failure> {
    let all: Vec<&Callable> = callables(loaded).collect();
    for pattern in selection.only.iter().chain(selection.must_exclude) {
        if !all.iter().any(|callable| Pattern::new(pattern).fits(callable)) {
            return Err(nothing(pattern, &all));
        }
    }
    if let Some(unknown) = selection.functions.iter().find(|name| all.iter().all(|c| c.name != **name)) {
        return Err(unknown_function(unknown, &all));
    }
    let had_any = !all.is_empty();
    let wants_all = selection.only.is_empty() && selection.functions.is_empty();
    let is_wanted = |callable: &Callable| {
        let fits = |patterns: &[String]| patterns.iter().any(|text| Pattern::new(text).fits(callable));
        (wants_all || fits(selection.only) || selection.functions.contains(&callable.name))
            && !fits(selection.exclude)
    };
    for job in loaded.iter_mut() {
        let api = &job.api;
        job.callables.retain(|&id| is_wanted(&api.callables[id]));
    }
    if had_any && callables(loaded).next().is_none() {
        let help = "take a pattern from --exclude, or from `exclude` in trine.toml";
        return Err(Failure::input("every function is left out by --exclude", "nothing was run", help));
    }
    Ok(())
}

/// Keeps exactly the functions of an earlier run: of each job those with these files and names.
pub fn select_recorded<'a>(loaded: &mut [Loaded], units: impl Fn(usize) -> &'a [trine_record::UnitRecord]) {
    for (at, job) in loaded.iter_mut().enumerate() {
        let (api, units) = (&job.api, units(at));
        job.callables.retain(|&id| {
            let callable = &api.callables[id];
            units.iter().any(|unit| unit.function == callable.name && unit.file == callable.unit)
        });
    }
}

fn callables(loaded: &[Loaded]) -> impl Iterator<Item = &Callable> {
    loaded.iter().flat_map(|job| job.callables.iter().map(|&id| &job.api.callables[id]))
}

/// The failure of a pattern that stands for nothing.
fn nothing(text: &str, all: &[&Callable]) -> Failure {
    let pattern = Pattern::new(text);
    let in_file: Vec<&Callable> = match pattern.file {
        Some(file) => all.iter().copied().filter(|callable| matches_path(file, &callable.unit)).collect(),
        None => all.to_vec(),
    };
    match (pattern.file, pattern.function) {
        (Some(file), _) if in_file.is_empty() => {
            let what = format!("no file with functions to test matches `{file}`");
            Failure::input(what, "nothing was run", nearest(file, all.iter().map(|callable| &callable.unit)))
        }
        (_, Some(function)) if !is_pattern(function) => unknown_function(function, &in_file),
        _ => {
            let what = format!("no function matches `{text}`");
            Failure::input(what, "nothing was run", "`*` stands for any characters, `?` for one")
        }
    }
}

fn unknown_function(name: &str, all: &[&Callable]) -> Failure {
    let what = format!("no function `{name}` is defined in the given files");
    Failure::input(what, "nothing was run", nearest(name, all.iter().map(|callable| &callable.name)))
}

fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a String>) -> String {
    let nearest = trine_base::nearest(names.map(String::as_str), name);
    nearest.map_or_else(String::new, |other| format!("did you mean `{other}`?"))
}
