//! Debug locations as spans, over one table of source files for all modules.
//!
//! Source: LangRef, "Debug Info". A location is a point: its span is empty. Line 0 (code without a source) is none.
//! Cost: each location and scope is looked up once per body.

use crate::ll::{DebugLocation, Meta, MetadataId, MetadataNode, Module};
use std::collections::HashMap;
use trine_base::{FileId, IndexVec, Span};

/// The source files of a program, each once, by absolute path.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileTable {
    paths: IndexVec<FileId, String>,
    by_path: HashMap<String, FileId>,
}

impl FileTable {
    /// The file with this path, new if it was not seen before.
    pub(crate) fn add(&mut self, path: &str) -> FileId {
        let path = without_dots(path);
        if let Some(id) = self.by_path.get(&path) {
            return *id;
        }
        let id = self.paths.push(path.clone());
        self.by_path.insert(path, id);
        id
    }

    /// The file with this path.
    pub(crate) fn get(&self, path: &str) -> Option<FileId> {
        self.by_path.get(&without_dots(path)).copied()
    }

    /// A path as this table writes it.
    pub(crate) fn normalized(path: &str) -> String {
        without_dots(path)
    }

    /// The paths, in order.
    pub(crate) fn paths(&self) -> &IndexVec<FileId, String> {
        &self.paths
    }
}

/// The paths of all files that a module's debug information names, the unit's own first.
pub(crate) fn source_files(module: &Module) -> Vec<String> {
    // A text that cannot be had any more names nothing.
    let text = module.text().unwrap_or_else(|_| "".into());
    let lines = text.lines().filter(|line| line.starts_with('!') && line.contains("!DIFile("));
    let numbers = lines.filter_map(|line| line[1..].split(' ').next()?.parse().ok());
    let nodes = numbers.filter_map(|number| module.metadata(MetadataId(number)).ok());
    nodes.filter_map(path_of).collect()
}

/// The absolute path of a `DIFile`.
pub(crate) fn path_of(file: &MetadataNode) -> Option<String> {
    if file.name() != "DIFile" {
        return None;
    }
    let name = file.str("filename")?;
    match file.str("directory") {
        Some(directory) if !name.starts_with('/') && !directory.is_empty() => {
            Some(format!("{directory}/{name}"))
        }
        _ => Some(name.to_owned()),
    }
}

/// The path with `.` and `..` resolved textually.
fn without_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            ".." if path.starts_with('/') => {}
            _ => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// The debug locations of one module.
pub(crate) struct Spans<'a> {
    module: &'a Module,
    files: &'a FileTable,
    known: HashMap<MetadataId, Option<Span>>,
    scopes: HashMap<MetadataId, Option<FileId>>,
}

impl<'a> Spans<'a> {
    /// The locations of `module`, whose files are in `files`.
    pub(crate) fn new(module: &'a Module, files: &'a FileTable) -> Self {
        Self { module, files, known: HashMap::new(), scopes: HashMap::new() }
    }

    /// Where an instruction stands.
    pub(crate) fn of(&mut self, location: Option<&DebugLocation>) -> Option<Span> {
        match location? {
            DebugLocation::Inline(node) => self.of_location(node),
            DebugLocation::Id(id) => {
                if let Some(span) = self.known.get(id) {
                    return *span;
                }
                let node = self.module.metadata(*id).ok();
                let span = node.and_then(|node| self.of_location(node));
                self.known.insert(*id, span);
                span
            }
        }
    }

    fn of_location(&mut self, node: &MetadataNode) -> Option<Span> {
        let file = self.file_of_scope(node.node("scope")?)?;
        span_at(file, node.int("line")?, node.int("column").unwrap_or(0))
    }

    /// Where a function or variable is declared: its line.
    pub(crate) fn of_subprogram(&mut self, id: MetadataId) -> Option<Span> {
        let node = self.module.metadata(id).ok()?;
        let file = self.file(node.field("file")?)?;
        span_at(file, node.int("line")?, 0)
    }

    fn file_of_scope(&mut self, id: MetadataId) -> Option<FileId> {
        if let Some(file) = self.scopes.get(&id) {
            return *file;
        }
        let node = self.module.metadata(id).ok()?;
        let own = node.field("file").and_then(|file| self.file(file));
        let file = own.or_else(|| {
            let outer = node.node("scope").filter(|outer| *outer != id && node.name() == "DILexicalBlock")?;
            self.file_of_scope(outer)
        });
        self.scopes.insert(id, file);
        file
    }

    /// The file that a field `file:` names.
    fn file(&self, file: &Meta) -> Option<FileId> {
        let path = match file {
            Meta::Id(id) => path_of(self.module.metadata(*id).ok()?)?,
            Meta::Inline(node) => path_of(node)?,
            _ => return None,
        };
        self.files.get(&path)
    }
}

fn span_at(file: FileId, line: i128, column: i128) -> Option<Span> {
    let (line, column) = (u32::try_from(line).ok()?, u32::try_from(column).ok()?);
    (line > 0).then(|| Span::new(file, (line, column), (line, column)))
}

#[cfg(test)]
mod tests {
    use super::without_dots;

    #[test]
    fn dots_are_resolved_textually() {
        assert_eq!(without_dots("/a/./b/../c.c"), "/a/c.c");
        assert_eq!(without_dots("../x.c"), "../x.c");
        assert_eq!(without_dots("/../x.c"), "/x.c");
    }
}
