//! Files in memory: names, contents and open descriptors.
//!
//! ```text
//! names: "log.txt" -> 0        open: 0 standard input, 1 output, 2 error output
//! contents: [ bytes of 0 ]           3 -> { content 0, position, flags }
//! ```
//!
//! A test starts without any file but those it provides ([`super::provisions`]). Standard input, output and error output are the byte strings
//! of [`ShimState`]; nothing is buffered, so the order of writes is the order of the calls.
//! Errors are numbers of `errno`.

use super::ShimState;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const ENOENT: i32 = 2;
pub(super) const EBADF: i32 = 9;
pub(super) const EACCES: i32 = 13;
pub(super) const EEXIST: i32 = 17;
pub(super) const EINVAL: i32 = 22;
pub(super) const ENOSPC: i32 = 28;
pub(super) const ESPIPE: i32 = 29;

/// Where the bytes of an open file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Input,
    Output,
    ErrorOutput,
    /// A file, by its position among the contents.
    File(usize),
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mode {
    pub read: bool,
    pub write: bool,
    pub append: bool,
    pub create: bool,
    pub truncate: bool,
    /// Fails where the file exists.
    pub exclusive: bool,
}

/// An open file.
#[derive(Clone, Debug)]
pub(super) struct OpenFile {
    pub content: Content,
    pub position: usize,
    pub mode: Mode,
    /// A read met the end.
    pub end: bool,
    /// A read or write failed.
    pub error: bool,
    /// Characters that `ungetc` gave back, the next one last.
    pub pushed_back: Vec<u8>,
}

impl OpenFile {
    fn new(content: Content, mode: Mode) -> Self {
        Self { content, position: 0, mode, end: false, error: false, pushed_back: Vec::new() }
    }
}

/// All files of a test.
#[derive(Debug)]
pub(super) struct Files {
    names: BTreeMap<Vec<u8>, usize>,
    contents: Vec<Vec<u8>>,
    /// Contents that take no bytes.
    full: BTreeSet<usize>,
    open: Vec<Option<OpenFile>>,
}

impl Default for Files {
    fn default() -> Self {
        let reading = Mode { read: true, ..Mode::default() };
        let writing = Mode { write: true, ..Mode::default() };
        let open = vec![
            Some(OpenFile::new(Content::Input, reading)),
            Some(OpenFile::new(Content::Output, writing)),
            Some(OpenFile::new(Content::ErrorOutput, writing)),
        ];
        Self { names: BTreeMap::new(), contents: Vec::new(), full: BTreeSet::new(), open }
    }
}

impl Files {
    /// The open file with this descriptor.
    pub fn get(&mut self, descriptor: i32) -> Option<&mut OpenFile> {
        self.open.get_mut(usize::try_from(descriptor).ok()?)?.as_mut()
    }

    /// Opens `name`; gives the descriptor, the first free one from `lowest` on.
    pub fn open(&mut self, name: &[u8], mode: Mode, lowest: usize) -> Result<i32, i32> {
        let content = match self.names.get(name) {
            Some(_) if mode.exclusive && mode.create => return Err(EEXIST),
            Some(&content) => content,
            None if mode.create && !name.is_empty() => {
                let content = self.new_content();
                self.names.insert(name.to_vec(), content);
                content
            }
            None => return Err(ENOENT),
        };
        if self.full.contains(&content) && mode.read && mode.write {
            return Err(EACCES);
        }
        if mode.truncate {
            self.contents[content].clear();
        }
        Ok(self.describe(OpenFile::new(Content::File(content), mode), lowest))
    }

    /// Opens a file without a name for reading and writing.
    pub fn open_nameless(&mut self) -> i32 {
        let mode = Mode { read: true, write: true, ..Mode::default() };
        self.open_content(Vec::new(), mode).0
    }

    /// Opens a file without a name that holds `bytes`; gives the descriptor and the content.
    pub fn open_content(&mut self, bytes: Vec<u8>, mode: Mode) -> (i32, usize) {
        let content = self.new_content();
        self.contents[content] = bytes;
        (self.describe(OpenFile::new(Content::File(content), mode), 0), content)
    }

    /// Adds a file that holds `bytes`, and takes no others if it is `full`; gives the content.
    pub fn add(&mut self, name: &[u8], bytes: Vec<u8>, full: bool) -> usize {
        let content = self.new_content();
        self.contents[content] = bytes;
        if full {
            self.full.insert(content);
        }
        self.names.insert(name.to_vec(), content);
        content
    }

    fn new_content(&mut self) -> usize {
        self.contents.push(Vec::new());
        self.contents.len() - 1
    }

    /// Gives the first free descriptor from `lowest` on.
    fn describe(&mut self, file: OpenFile, lowest: usize) -> i32 {
        let is_free = |&at: &usize| self.open.get(at).is_none_or(Option::is_none);
        let free = (lowest..).find(is_free).unwrap_or(lowest);
        if self.open.len() <= free {
            self.open.resize(free + 1, None);
        }
        self.open[free] = Some(file);
        free as i32
    }

    /// Closes a descriptor.
    pub fn close(&mut self, descriptor: i32) -> Result<(), i32> {
        self.get(descriptor).ok_or(EBADF)?;
        self.open[descriptor as usize] = None;
        Ok(())
    }

    /// Removes a name; open descriptors keep the content.
    pub fn remove(&mut self, name: &[u8]) -> Result<(), i32> {
        self.names.remove(name).map(drop).ok_or(ENOENT)
    }

    /// Whether there is a file of this name.
    pub fn exists(&self, name: &[u8]) -> bool {
        self.names.contains_key(name)
    }

    /// Gives a file another name; a file that had it loses it.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), i32> {
        let is_full = |name: &[u8]| self.names.get(name).is_some_and(|content| self.full.contains(content));
        if is_full(from) || is_full(to) {
            return Err(EACCES);
        }
        let content = self.names.remove(from).ok_or(ENOENT)?;
        self.names.insert(to.to_vec(), content);
        Ok(())
    }

    /// Moves to `offset` from the start (0), the position (1) or the end (2). Tests have their standard input of `input` bytes from a
    /// file; where there is none, from `/dev/null`, which is always at its start.
    fn seek(&mut self, descriptor: i32, offset: i64, whence: i32, input: usize) -> Result<usize, i32> {
        let Some(Some(file)) =
            usize::try_from(descriptor).ok().map(|at| self.open.get_mut(at).and_then(Option::as_mut))
        else {
            return Err(EBADF);
        };
        let length = match file.content {
            Content::File(content) => self.contents[content].len(),
            Content::Input => input,
            _ => return Err(ESPIPE),
        };
        let start = match whence {
            0 => 0,
            1 => (file.position - file.pushed_back.len().min(file.position)) as i64,
            2 => length as i64,
            _ => return Err(EINVAL),
        };
        let position = start.checked_add(offset).and_then(|sum| usize::try_from(sum).ok()).ok_or(EINVAL)?;
        let is_nothing = length == 0 && matches!(file.content, Content::Input);
        let position = if is_nothing { 0 } else { position };
        file.position = position;
        file.pushed_back.clear();
        file.end = false;
        Ok(position)
    }
}

impl ShimState {
    /// Moves a descriptor to `offset` from the start (0), the position (1) or the end (2) of what it is for.
    pub(super) fn seek(&mut self, descriptor: i32, offset: i64, whence: i32) -> Result<usize, i32> {
        let input = self.input.len();
        self.library.files.seek(descriptor, offset, whence, input)
    }

    /// What can still be read from a descriptor, characters given back included.
    pub(super) fn readable(&mut self, descriptor: i32) -> Result<Vec<u8>, i32> {
        let file = self.library.files.get(descriptor).filter(|file| file.mode.read).ok_or(EBADF)?;
        let (content, position) = (file.content, file.position);
        let mut bytes: Vec<u8> = file.pushed_back.iter().rev().copied().collect();
        let all = match content {
            Content::Input => &self.input,
            Content::File(content) => &self.library.files.contents[content],
            _ => return Err(EBADF),
        };
        bytes.extend(all.get(position..).unwrap_or(&[]));
        Ok(bytes)
    }

    /// Moves a descriptor behind `count` bytes of what [`ShimState::readable`] gave.
    pub(super) fn consume(&mut self, descriptor: i32, count: usize) {
        let Some(file) = self.library.files.get(descriptor) else { return };
        let given_back = count.min(file.pushed_back.len());
        file.pushed_back.truncate(file.pushed_back.len() - given_back);
        file.position += count - given_back;
    }

    /// The next byte of a descriptor; `None` at its end.
    pub(super) fn next_byte(&mut self, descriptor: i32) -> Result<Option<u8>, i32> {
        let file = self.library.files.get(descriptor).filter(|file| file.mode.read).ok_or(EBADF)?;
        if let Some(byte) = file.pushed_back.pop() {
            return Ok(Some(byte));
        }
        let (content, position) = (file.content, file.position);
        let byte = match content {
            Content::Input => self.input.get(position),
            Content::File(content) => self.library.files.contents[content].get(position),
            _ => return Err(EBADF),
        };
        let byte = byte.copied();
        let file = self.library.files.get(descriptor).ok_or(EBADF)?;
        file.position += usize::from(byte.is_some());
        file.end |= byte.is_none();
        if byte.is_none() {
            self.fell_short(descriptor, 1);
        }
        Ok(byte)
    }

    /// Writes all of `bytes` to a descriptor.
    pub(super) fn write_to(&mut self, descriptor: i32, bytes: &[u8]) -> Result<(), i32> {
        let file = self.library.files.get(descriptor).ok_or(EBADF)?;
        if !file.mode.write {
            file.error = true;
            return Err(EBADF);
        }
        let content = file.content;
        if matches!(content, Content::File(content) if self.library.files.full.contains(&content)) {
            if let Some(file) = self.library.files.get(descriptor) {
                file.error |= !bytes.is_empty();
            }
            return if bytes.is_empty() { Ok(()) } else { Err(ENOSPC) };
        }
        let growth = match content {
            Content::File(content) => self.library.files.growth(descriptor, content, bytes.len()),
            _ => bytes.len() as u64,
        };
        self.written_bytes = self.written_bytes.saturating_add(growth);
        if self.written_bytes > self.max_bytes {
            // The machine ends the run when the function is back.
            return Err(ENOSPC);
        }
        match content {
            Content::Output => self.output.extend(bytes),
            Content::ErrorOutput => self.error_output.extend(bytes),
            Content::Input => return Err(EBADF),
            Content::File(content) => self.library.files.write(descriptor, content, bytes),
        }
        Ok(())
    }
}

impl Files {
    /// Bytes that a content grows by when so many are written to a descriptor: a gap before them counts.
    fn growth(&self, descriptor: i32, content: usize, count: usize) -> u64 {
        let Some(Some(file)) = self.open.get(descriptor as usize) else { return 0 };
        let length = self.contents[content].len();
        let start = if file.mode.append { length } else { file.position };
        start.saturating_add(count).saturating_sub(length) as u64
    }

    fn write(&mut self, descriptor: i32, content: usize, bytes: &[u8]) {
        let Some(Some(file)) = self.open.get_mut(descriptor as usize) else { return };
        let content = &mut self.contents[content];
        if file.mode.append {
            file.position = content.len();
        }
        let end = file.position + bytes.len();
        if content.len() < end {
            content.resize(end, 0);
        }
        content[file.position..end].copy_from_slice(bytes);
        file.position = end;
        file.pushed_back.clear();
    }
}

/// What streams over memory and `stat` need beside opening by name.
impl Files {
    /// Opens a file without a name that holds `content`.
    pub fn open_with(&mut self, content: Vec<u8>, mode: Mode) -> i32 {
        let index = self.new_content();
        self.contents[index] = content;
        self.describe(OpenFile::new(Content::File(index), mode), 0)
    }

    /// The content of an open file, and the position in it; `None` for the standard streams.
    pub fn content(&mut self, descriptor: i32) -> Option<(Vec<u8>, usize)> {
        let file = self.get(descriptor)?;
        let (content, position) = (file.content, file.position);
        match content {
            Content::File(index) => Some((self.contents[index].clone(), position)),
            _ => None,
        }
    }

    /// What the file of this name holds; none where there is no file, and where one takes no bytes.
    pub fn bytes_of_name(&self, name: &[u8]) -> Option<&[u8]> {
        self.bytes_of_content(*self.names.get(name)?)
    }

    /// A content by its number, unless it takes no bytes.
    pub fn bytes_of_content(&self, number: usize) -> Option<&[u8]> {
        self.contents.get(number).filter(|_| !self.full.contains(&number)).map(Vec::as_slice)
    }

    /// The size of the file of this name.
    pub fn size_of_name(&self, name: &[u8]) -> Option<usize> {
        self.names.get(name).map(|&index| self.contents[index].len())
    }

    /// The size of an open file; `None` for the standard streams.
    pub fn size_of_open(&mut self, descriptor: i32) -> Result<Option<usize>, i32> {
        self.get(descriptor).ok_or(EBADF)?;
        Ok(self.content(descriptor).map(|(content, _)| content.len()))
    }

    /// Gives an open file another descriptor, if that is free; gives the one it has then.
    pub fn move_to(&mut self, from: i32, to: i32) -> i32 {
        let (Ok(source), Ok(target)) = (usize::try_from(from), usize::try_from(to)) else { return from };
        match (self.open.get(source).is_some_and(Option::is_some), self.open.get(target)) {
            (true, Some(None)) => {
                self.open.swap(source, target);
                to
            }
            _ => from,
        }
    }
}
