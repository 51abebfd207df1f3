//! `compile_commands.json`: how a project compiles its files.
//!
//! The JSON compilation database of clang: a list of entries with `directory`, `file` and either
//! `command` (one line, split as a shell would) or `arguments`. A file compiled several times
//! counts once, with its first command. An entry that cannot be used is reported and skipped.

use crate::clang::cross::{host_command, target_flags};
use serde_json::Value;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How one file is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileCommand {
    /// The source file, absolute when `directory` is.
    pub file: PathBuf,
    /// Where the compiler is run.
    pub directory: PathBuf,
    /// The arguments without the compiler and the file itself.
    pub flags: Vec<String>,
    /// The machine it is compiled for, where that is not modelled, or its compiler not installed; `flags` are the host's then.
    pub cross_target: Option<String>,
    /// The folder of its object file, which CMake and Meson name after the target; empty when unknown.
    pub target: String,
}

/// The usable commands of a compilation database, and what is wrong with the other entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileCommands {
    /// The commands, each file once.
    pub commands: Vec<CompileCommand>,
    /// One error for each entry left out.
    pub left_out: Vec<CompileCommandsError>,
}

/// A compilation database that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CompileCommandsError {
    /// It cannot be read.
    #[error(
        "`{path}` cannot be read: {reason}\n  = help: let CMake write it with \
         -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or run make under `bear`"
    )]
    Unreadable {
        /// Its path.
        path: String,
        /// Why.
        reason: String,
    },
    /// It is not JSON.
    #[error("{path}:{line}: not JSON: {reason}")]
    Malformed {
        /// Its path.
        path: String,
        /// Line of the error.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It is JSON, but not a compilation database.
    #[error("{path}: entry {entry}: {reason}")]
    Entry {
        /// Its path.
        path: String,
        /// Number of the entry, from 1; 0 for the whole file.
        entry: usize,
        /// What is wrong.
        reason: &'static str,
    },
}

impl CompileCommand {
    /// The commands of `compile_commands.json` in the folder `build`, or of `build` itself if it
    /// is a file.
    ///
    /// # Errors
    /// When the file is missing, is not JSON, or no entry has what it needs.
    pub fn read_all(build: &Path) -> Result<CompileCommands, CompileCommandsError> {
        let path = if build.is_file() { build.to_owned() } else { build.join("compile_commands.json") };
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(&path).map_err(|error| CompileCommandsError::Unreadable {
            path: shown.clone(),
            reason: error.to_string(),
        })?;
        let folder = path.parent().unwrap_or(Path::new("."));
        Self::parse(&text, &shown, &folder.canonicalize().unwrap_or_else(|_| folder.to_owned()))
    }

    /// The commands in `text`, the content of `path`; relative directories start at `folder`.
    ///
    /// # Errors
    /// As [`read_all`](Self::read_all).
    pub fn parse(text: &str, path: &str, folder: &Path) -> Result<CompileCommands, CompileCommandsError> {
        let value: Value = serde_json::from_str(text).map_err(|error| CompileCommandsError::Malformed {
            path: path.to_owned(),
            line: error.line(),
            reason: error.to_string(),
        })?;
        let wrong = |entry, reason| CompileCommandsError::Entry { path: path.to_owned(), entry, reason };
        let entries = value.as_array().ok_or_else(|| wrong(0, "a list of entries is expected"))?;
        let mut seen = HashSet::new();
        let mut read = CompileCommands::default();
        for (position, entry) in entries.iter().enumerate() {
            match read_entry(entry, folder) {
                Ok(command) if seen.insert(command.file.clone()) => read.commands.push(command),
                Ok(_) => {}
                Err(reason) => read.left_out.push(wrong(position + 1, reason)),
            }
        }
        match read.left_out.first() {
            Some(error) if read.commands.is_empty() => Err(error.clone()),
            _ => Ok(read),
        }
    }
}

fn read_entry(entry: &Value, folder: &Path) -> Result<CompileCommand, &'static str> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let file = text("file").ok_or("it names no `file`")?;
    let directory = folder.join(text("directory").unwrap_or("."));
    let arguments = match (entry.get("arguments"), text("command")) {
        (Some(Value::Array(list)), _) => {
            list.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        }
        (_, Some(line)) => split_shell(line),
        _ => None,
    };
    let arguments = arguments.ok_or("it has neither a usable `command` nor `arguments`")?;
    let path = directory.join(file);
    let output = arguments.iter().position(|argument| argument == "-o").and_then(|at| arguments.get(at + 1));
    let target = text("output").or(output.map(String::as_str)).map(target_folder).unwrap_or_default();
    let is_file = |argument: &String| argument == file || directory.join(argument) == path;
    let compiler = arguments.first().cloned().unwrap_or_default();
    let flags = arguments.into_iter().skip(1).filter(|argument| !is_file(argument) && argument != "--");
    let flags: Vec<String> = flags.collect();
    let (flags, cross_target) = match host_command(&compiler, &flags)? {
        Some(host) => match target_flags(&compiler, &host.target, &flags) {
            Some(flags) => (flags, None),
            None => (host.flags, Some(host.target)),
        },
        None => (flags, None),
    };
    Ok(CompileCommand { flags, file: path, directory, cross_target, target })
}

/// The folder that stands for the target in the path of an object file: `CMakeFiles/tool.dir` of
/// `CMakeFiles/tool.dir/src/main.c.o`.
fn target_folder(object: &str) -> String {
    let Some((folder, _)) = object.rsplit_once('/') else { return String::new() };
    let parts: Vec<&str> = folder.split('/').collect();
    let is_target = |part: &&str| part.ends_with(".dir") || part.ends_with(".p");
    let length = parts.iter().position(is_target).map_or(parts.len(), |at| at + 1);
    parts[..length].join("/")
}

/// Splits a command line as a POSIX shell does, without expansions; `None` for an open quote.
#[must_use]
pub fn split_shell(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => read_single_quoted(&mut chars, word.get_or_insert_default())?,
            '"' => read_double_quoted(&mut chars, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(chars.next()?),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

fn read_single_quoted(chars: &mut std::str::Chars<'_>, word: &mut String) -> Option<()> {
    loop {
        match chars.next()? {
            '\'' => return Some(()),
            c => word.push(c),
        }
    }
}

fn read_double_quoted(chars: &mut std::str::Chars<'_>, word: &mut String) -> Option<()> {
    loop {
        match chars.next()? {
            '"' => return Some(()),
            '\\' => match chars.next()? {
                c @ ('"' | '\\' | '$' | '`') => word.push(c),
                c => word.extend(['\\', c]),
            },
            c => word.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<CompileCommands, CompileCommandsError> {
        CompileCommand::parse(text, "build/compile_commands.json", Path::new("/p/build"))
    }

    #[test]
    fn commands_and_arguments_are_read_and_files_count_once() {
        let commands = parse(
            r#"[{"directory": "/p", "file": "src/a.c", "command": "cc -DX=\"a b\" -DY='\\\"q\\\"' -c src/a.c"},
                {"directory": ".", "file": "/p/b.c", "arguments": ["cc", "-I.", "/p/b.c"]},
                {"directory": "/p", "file": "src/a.c", "command": "cc -O2 src/a.c"}]"#,
        )
        .unwrap()
        .commands;
        assert_eq!(commands.len(), 2);
        assert_eq!(commands[0].file, Path::new("/p/src/a.c"));
        assert_eq!(commands[0].flags, ["-DX=a b", "-DY=\\\"q\\\"", "-c"]);
        assert_eq!(commands[1].directory, Path::new("/p/build/."));
        assert_eq!(commands[1].flags, ["-I."]);
    }

    #[test]
    fn an_entry_that_cannot_be_used_is_left_out() {
        let read = parse(r#"[{"file": "a.c"}, {"file": "b.c", "command": "cc b.c"}, 3]"#).unwrap();
        assert_eq!(read.commands.len(), 1);
        let said: Vec<String> = read.left_out.iter().map(ToString::to_string).collect();
        assert!(said[0].contains("entry 1") && said[1].contains("entry 3: it names no `file`"), "{said:?}");
    }

    #[test]
    fn the_folder_of_the_object_says_the_target() {
        let target = |object| target_folder(object);
        assert_eq!(target("CMakeFiles/tool.dir/src/main.c.o"), "CMakeFiles/tool.dir");
        assert_eq!(target("libx.a.p/src_a.c.o"), "libx.a.p");
        assert_eq!(target("out/obj/a.o"), "out/obj");
        assert_eq!(target("a.o"), "");
        let text = r#"[{"file": "a.c", "command": "cc -c a.c -o t.dir/a.o"},
                       {"file": "b.c", "output": "u.p/b.o", "arguments": ["cc"]}]"#;
        let read = parse(text).unwrap();
        assert_eq!((&*read.commands[0].target, &*read.commands[1].target), ("t.dir", "u.p"));
    }

    #[test]
    fn words_are_split_as_a_shell_does() {
        let words = split_shell(r#"cc '-Da b' "-De\"f\n" g\ h  '' i"j"k"#).unwrap();
        assert_eq!(words, ["cc", "-Da b", "-De\"f\\n", "g h", "", "ijk"]);
        assert_eq!(split_shell("cc 'open"), None);
    }

    #[test]
    fn a_bad_database_is_an_error_with_its_place() {
        let text = |result: Result<_, CompileCommandsError>| result.unwrap_err().to_string();
        assert!(text(parse("[\n{,}]")).starts_with("build/compile_commands.json:2: not JSON"));
        assert!(text(parse("{}")).contains("a list of entries"));
        assert!(text(parse(r#"[{"command": "cc a.c"}]"#)).contains("entry 1: it names no `file`"));
        assert!(text(parse(r#"[{"file": "a.c"}]"#)).contains("neither"));
        assert!(text(CompileCommand::read_all(Path::new("/nonexistent"))).contains("CMAKE_EXPORT"));
    }
}
