//! `trine java`: tests for Java classes, and programs run in the machine.

pub mod dump;
pub mod generate;
mod named;
pub mod paths;
mod project;
mod records;
pub mod replay;
pub mod run;
mod settings;

use crate::args::Cli;
use crate::failure::Failure;
use clap::CommandFactory;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The JDK: the one named, that of the environment, or that of the command `java`.
pub fn home(named: Option<&Path>, nothing: &str) -> Result<PathBuf, Failure> {
    if let Some(home) = named {
        return Ok(home.to_owned());
    }
    if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
        return Ok(home.into());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let command =
        std::env::split_paths(&folders).map(|folder| folder.join("java")).find(|path| path.is_file());
    let home = command.and_then(|path| Some(path.canonicalize().ok()?.parent()?.parent()?.to_owned()));
    home.ok_or_else(|| {
        Failure::input(
            "no JDK is found: neither --jdk nor JAVA_HOME is given, and there is no `java` in the PATH",
            nothing,
            "install a JDK 11 or later, or name its folder with --jdk",
        )
    })
}

/// Whether `word` is an option of `trine java` that takes no value.
fn is_flag(word: &str) -> bool {
    if ["--help", "-h", "--version", "-V"].contains(&word) {
        return true;
    }
    let command = Cli::command();
    let mut options = command.find_subcommand("java").into_iter().flat_map(|java| java.get_arguments());
    let is_named = |name: Option<&str>| name.is_some_and(|name| word.strip_prefix("--") == Some(name));
    options.any(|option| is_named(option.get_long()) && !option.get_action().takes_values())
}

/// The command line with `-cp` and `-classpath`, as `java` has them, in the form that options have here. Behind the class of
/// `trine java run` they are the program's.
pub fn with_class_path(mut words: Vec<OsString>) -> Vec<OsString> {
    if words.get(1).is_none_or(|word| word != "java") {
        return words;
    }
    let runs = words.get(2).is_some_and(|word| word == "run");
    let mut at = if runs { 3 } else { 2 };
    while let Some(word) = words.get_mut(at) {
        if word == "-cp" || word == "-classpath" {
            *word = "--class-path".into();
        }
        let text = word.to_string_lossy();
        let is_option = text.starts_with('-');
        if runs && !is_option {
            break;
        }
        let takes_value = is_option && !text.contains('=') && !is_flag(&text);
        at += if takes_value { 2 } else { 1 };
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_options_before_the_class_are_those_of_trine() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let given = words("trine java run -cp a:b --jdk /j p.Main -cp x");
        assert_eq!(with_class_path(given), words("trine java run --class-path a:b --jdk /j p.Main -cp x"));
        let given = words("trine java p.A -cp x --quiet p.B -classpath y");
        let read = words("trine java p.A --class-path x --quiet p.B --class-path y");
        assert_eq!(with_class_path(given), read);
        let given = words("trine java --exceptions --into-project -cp x p.B");
        let read = words("trine java --exceptions --into-project --class-path x p.B");
        assert_eq!(with_class_path(given), read);
        let other = words("trine c -cp x.c");
        assert_eq!(with_class_path(other.clone()), other);
    }
}
