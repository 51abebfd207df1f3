//! Standard streams of a Java program, kept in memory, and files that it reads.

use std::sync::Arc;

/// A file that is read.
#[derive(Clone, Debug, Default)]
pub struct InputFile {
    /// Its content.
    pub bytes: Arc<[u8]>,
    /// How much of it was read.
    pub read: usize,
}

/// What was written, and what there is to read.
#[derive(Clone, Debug, Default)]
pub struct Streams {
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error.
    pub err: Vec<u8>,
    /// Standard input.
    pub input: InputFile,
    /// Files that were opened, from number 3 on.
    files: Vec<InputFile>,
}

impl Streams {
    /// The file with this number, if it can be read.
    pub fn file(&mut self, number: i32) -> Option<&mut InputFile> {
        match number {
            0 => Some(&mut self.input),
            _ => self.files.get_mut(usize::try_from(number).ok()?.checked_sub(3)?),
        }
    }

    /// Opens a file with this content; gives its number.
    pub fn open(&mut self, bytes: Vec<u8>) -> i32 {
        self.files.push(InputFile { bytes: bytes.into(), read: 0 });
        self.files.len() as i32 + 2
    }
}
