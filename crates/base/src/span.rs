//! Places in source files: lines and columns as the compiler counts them, both from 1.

use crate::typed_index;
use serde::{Deserialize, Serialize};
use std::fmt;

typed_index! {
    /// A source file in a program's file table.
    #[derive(Serialize, Deserialize)]
    pub struct FileId = "file"
}

/// A line and a column, both from 1; column 0 when the compiler gave none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// A stretch of one source file; `end` is exclusive in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First position.
    pub start: Position,
    /// The position after the last character.
    pub end: Position,
}

impl Span {
    /// The span of `file` from `start` to `end`, each `(line, column)`.
    #[must_use]
    pub fn new(file: FileId, start: (u32, u32), end: (u32, u32)) -> Self {
        let at = |(line, column)| Position { line, column };
        Self { file, start: at(start), end: at(end) }
    }

    /// Whether `other` lies inside this span, both ends included.
    #[must_use]
    pub fn contains(&self, other: &Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
