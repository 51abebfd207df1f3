//! What can go wrong while reading: always the input's fault, never a panic.

use thiserror::Error;

/// The text is not LLVM IR this reader understands. It says where, what, and what that means.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}:{line}:{column}: {what}; {next_step}")]
pub struct ReadError {
    /// Name of the file, as given to [`Module::parse`](super::Module::parse).
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What is wrong, a clause.
    pub what: String,
    /// The consequence or what to do next, a clause.
    pub next_step: &'static str,
}

/// What is wrong at a byte offset, before the file's name and lines are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Byte offset in the text.
    pub offset: usize,
    /// What is wrong.
    pub what: String,
}

/// The result of reading a piece of text.
pub(crate) type Reading<T> = Result<T, Fault>;

impl Fault {
    /// Adds the file, and turns the offset into line and column.
    pub(crate) fn locate(self, file: &str, text: &str, next_step: &'static str) -> ReadError {
        let offset = self.offset.min(text.len());
        let before = &text.as_bytes()[..offset];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        ReadError {
            file: file.to_owned(),
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(offset - line_start + 1).unwrap_or(u32::MAX),
            what: self.what,
            next_step,
        }
    }
}

/// `text` fit for a message: short, printable, one line.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{b7}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}
