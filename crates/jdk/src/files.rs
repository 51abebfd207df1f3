//! The files that a program sees: a tree in memory, over files of the JDK and of the class path, which are only read.
//!
//! A program begins with the folders `/data`, where it runs, and `/tmp`, both empty. What it writes is gone after the
//! run. Not there: links, owners other than one user, folders that cannot be searched.
//!
//! On another host than the usual one ([`Files::foreign`]) all else is there, too: what a machine has outside of the folders of a program
//! is not for a test to say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Why something cannot be done with a file: the numbers of Linux.
pub type ErrorNumber = i32;

/// No such file or directory.
pub const ENOENT: ErrorNumber = 2;
/// Bad file descriptor.
pub const EBADF: ErrorNumber = 9;
/// Permission denied.
pub const EACCES: ErrorNumber = 13;
/// File exists.
pub const EEXIST: ErrorNumber = 17;
/// Not a directory.
pub const ENOTDIR: ErrorNumber = 20;
/// Is a directory.
pub const EISDIR: ErrorNumber = 21;
/// No space left on device.
pub const ENOSPC: ErrorNumber = 28;
/// Directory not empty.
pub const ENOTEMPTY: ErrorNumber = 39;

/// Bytes that all files of a program may hold.
const MAX_BYTES: usize = 256 << 20;

/// The text of the system for an error.
pub fn text(error: ErrorNumber) -> &'static str {
    match error {
        ENOENT => "No such file or directory",
        EBADF => "Bad file descriptor",
        EACCES => "Permission denied",
        EEXIST => "File exists",
        ENOTDIR => "Not a directory",
        EISDIR => "Is a directory",
        ENOSPC => "No space left on device",
        ENOTEMPTY => "Directory not empty",
        _ => "Input/output error",
    }
}

/// What is at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Endless bytes that look random: `/dev/random`.
    Random,
    /// Nothing is ever in it: `/dev/null`.
    Nothing,
}

/// A file, folder or device.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// Content of a file.
    pub bytes: Arc<Vec<u8>>,
    /// Milliseconds since 1970 when it was last written.
    pub modified: i64,
    /// Permissions.
    pub mode: u32,
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Access {
    /// To read.
    pub read: bool,
    /// To write.
    pub write: bool,
    /// Made if it is not there.
    pub create: bool,
    /// It must not be there.
    pub exclusive: bool,
    /// Its content is dropped.
    pub truncate: bool,
    /// What is written goes to its end.
    pub append: bool,
}

/// A file that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    node: usize,
    position: usize,
    access: Access,
}

/// The files of a program.
#[derive(Clone, Debug)]
pub struct Files {
    /// Nodes by number; paths and open files name them.
    nodes: Vec<Node>,
    /// What the program made, or has read; `None` where it deleted a file.
    entries: BTreeMap<String, Option<usize>>,
    /// Open files, from number 3 on.
    open: Vec<Option<Open>>,
    /// Folders and files of the machine that can be read.
    readable: Arc<[String]>,
    /// State of the random device.
    random: u64,
    bytes: usize,
    /// On another host: its number.
    foreign: Option<u32>,
    /// Whether the program made, changed or deleted something.
    is_changed: bool,
}

impl Default for Files {
    fn default() -> Self {
        Self::new(Arc::new([]), 0)
    }
}

impl Files {
    /// The files at the start: below each of `readable` those of the machine; folders made at `now`.
    pub fn new(readable: Arc<[String]>, now: i64) -> Self {
        let mut files = Self {
            nodes: Vec::new(),
            entries: BTreeMap::new(),
            open: Vec::new(),
            readable,
            random: 0x5eed,
            bytes: 0,
            foreign: None,
            is_changed: false,
        };
        for (path, kind) in [
            ("/", Kind::Folder),
            ("/data", Kind::Folder),
            ("/tmp", Kind::Folder),
            ("/dev", Kind::Folder),
            ("/dev/random", Kind::Random),
            ("/dev/urandom", Kind::Random),
            ("/dev/null", Kind::Nothing),
        ] {
            files.add(path.to_owned(), kind, now);
        }
        files
    }

    /// Makes them those of the other host with this number: its folders of programs have a file more, and every path elsewhere leads to
    /// something, on an odd host to a file and on an even one to a folder.
    pub fn foreign(&mut self, number: u32) {
        self.foreign = Some(number);
        self.random ^= u64::from(number) << 32;
        for folder in ["/data", "/tmp"] {
            self.add(format!("{folder}/of{number}"), Kind::File, 0);
        }
        self.add(format!("/data/other{number}"), Kind::Folder, 0);
    }

    /// The files as a run leaves them for the next one, where it changed any: nothing is open.
    #[must_use]
    pub fn left(&self) -> Option<Self> {
        self.is_changed.then(|| Self { open: Vec::new(), is_changed: false, ..self.clone() })
    }

    fn add(&mut self, path: String, kind: Kind, now: i64) -> usize {
        let mode = if kind == Kind::Folder { 0o755 } else { 0o644 };
        self.nodes.push(Node { kind, bytes: Arc::default(), modified: now, mode });
        self.entries.insert(path, Some(self.nodes.len() - 1));
        self.nodes.len() - 1
    }

    /// A path from the root, without `.`, `..` and empty parts.
    pub fn absolute(path: &str) -> String {
        let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { vec!["data"] };
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                other => parts.push(other),
            }
        }
        format!("/{}", parts.join("/"))
    }

    /// The absolute path under which nodes are kept: another host has its own names for the folder of the program, and that for temporary
    /// files ([`crate::host::Host::property`]).
    fn located(&self, path: &str) -> String {
        let path = Self::absolute(path);
        let Some(number) = self.foreign else { return path };
        for (there, here) in [(format!("/srv/of{number}"), "/data"), (format!("/var/tmp/of{number}"), "/tmp")]
        {
            if let Some(rest) = path.strip_prefix(&there)
                && (rest.is_empty() || rest.starts_with('/'))
            {
                return format!("{here}{rest}");
            }
        }
        path
    }

    /// The node at a path, taken over from the machine when it is first asked for.
    fn find(&mut self, path: &str) -> Result<usize, ErrorNumber> {
        let path = self.located(path);
        if let Some(known) = self.entries.get(&path) {
            return known.ok_or(ENOENT);
        }
        let is_inside = |root: &String| {
            path.strip_prefix(root.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        // The folders on the way to what can be read are there, too.
        let is_above = |root: &String| {
            root.strip_prefix(path.as_str()).is_some_and(|rest| rest.starts_with('/') || path == "/")
        };
        if self.readable.iter().any(is_inside) {
            let found = std::fs::metadata(&path).map_err(|_| ENOENT)?;
            let kind = if found.is_dir() { Kind::Folder } else { Kind::File };
            let since =
                found.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
            let node = self.add(path.clone(), kind, since.map_or(0, |since| since.as_millis() as i64));
            if kind == Kind::File {
                self.nodes[node].bytes = Arc::new(std::fs::read(&path).map_err(|_| EACCES)?);
            }
            return Ok(node);
        }
        if self.readable.iter().any(is_above) {
            return Ok(self.add(path, Kind::Folder, 0));
        }
        let is_own = ["/data/", "/tmp/"].iter().any(|own| path.starts_with(own));
        if let (Some(number), false) = (self.foreign, is_own) {
            let kind = if number % 2 == 1 { Kind::File } else { Kind::Folder };
            let node = self.add(path, kind, 0);
            if kind == Kind::File {
                self.nodes[node].bytes = Arc::new(format!("of {number}\n").into_bytes());
            }
            return Ok(node);
        }
        let above = path.rsplit_once('/').map_or("", |(above, _)| above).to_owned();
        match above.is_empty() {
            true => Err(ENOENT),
            // A file on the way is told apart from nothing on the way.
            false => match self.find(&above) {
                Ok(node) if self.nodes[node].kind != Kind::Folder => Err(ENOTDIR),
                _ => Err(ENOENT),
            },
        }
    }

    /// What is at a path, with its number.
    pub fn stat(&mut self, path: &str) -> Result<(usize, &mut Node), ErrorNumber> {
        let node = self.find(path)?;
        Ok((node, &mut self.nodes[node]))
    }

    /// The folder that a path is in.
    fn parent(&mut self, path: &str) -> Result<(), ErrorNumber> {
        let path = self.located(path);
        let above = path.rsplit_once('/').map_or("", |(above, _)| above);
        let node = self.find(if above.is_empty() { "/" } else { above })?;
        if self.nodes[node].kind == Kind::Folder { Ok(()) } else { Err(ENOTDIR) }
    }

    /// Opens a file; gives its number.
    pub fn open(&mut self, path: &str, access: Access, now: i64) -> Result<i32, ErrorNumber> {
        let node = match self.find(path) {
            Ok(_) if access.create && access.exclusive => return Err(EEXIST),
            Ok(node) if self.nodes[node].kind == Kind::Folder && access.write => return Err(EISDIR),
            Ok(node) if access.write && self.nodes[node].mode & 0o200 == 0 => return Err(EACCES),
            Ok(node) if access.read && self.nodes[node].mode & 0o400 == 0 => return Err(EACCES),
            Ok(node) => node,
            Err(ENOENT) if access.create => {
                self.parent(path)?;
                self.is_changed = true;
                self.add(self.located(path), Kind::File, now)
            }
            Err(error) => return Err(error),
        };
        if access.truncate && self.nodes[node].kind == Kind::File {
            self.resize(node, 0, now)?;
        }
        let open = Open { node, position: 0, access };
        match self.open.iter().position(Option::is_none) {
            Some(free) => {
                self.open[free] = Some(open);
                Ok(free as i32 + 3)
            }
            None => {
                self.open.push(Some(open));
                Ok(self.open.len() as i32 + 2)
            }
        }
    }

    fn opened(&mut self, number: i32) -> Result<&mut Open, ErrorNumber> {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(3)).ok_or(EBADF)?;
        self.open.get_mut(at).and_then(Option::as_mut).ok_or(EBADF)
    }

    /// Closes a file; it may be closed already.
    pub fn close(&mut self, number: i32) {
        let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(3));
        if let Some(open) = at.and_then(|at| self.open.get_mut(at)) {
            *open = None;
        }
    }

    /// The node of an open file.
    pub fn node(&mut self, number: i32) -> Result<(usize, &mut Node), ErrorNumber> {
        let node = self.opened(number)?.node;
        Ok((node, &mut self.nodes[node]))
    }

    /// Up to `count` bytes from `position` on, or from where the file stands; none at its end.
    pub fn read(
        &mut self,
        number: i32,
        position: Option<usize>,
        count: usize,
    ) -> Result<Vec<u8>, ErrorNumber> {
        let open = *self.opened(number)?;
        if !open.access.read {
            return Err(EBADF);
        }
        let node = &self.nodes[open.node];
        let bytes = match node.kind {
            Kind::Folder => return Err(EISDIR),
            Kind::Nothing => Vec::new(),
            Kind::Random => (0..count).map(|_| self.random_byte()).collect(),
            Kind::File => {
                let start = position.unwrap_or(open.position).min(node.bytes.len());
                let end = start.saturating_add(count).min(node.bytes.len());
                node.bytes[start..end].to_vec()
            }
        };
        if position.is_none() {
            self.opened(number)?.position += bytes.len();
        }
        Ok(bytes)
    }

    /// A byte of SplitMix64 (Steele, Lea, Flood 2014).
    fn random_byte(&mut self) -> u8 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.random ^ self.random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27) as u8
    }

    /// Writes at `position`, or where the file stands.
    pub fn write(
        &mut self,
        number: i32,
        position: Option<usize>,
        bytes: &[u8],
        now: i64,
    ) -> Result<(), ErrorNumber> {
        let open = *self.opened(number)?;
        if !open.access.write {
            return Err(EBADF);
        }
        if self.nodes[open.node].kind != Kind::File {
            return Ok(());
        }
        let length = self.nodes[open.node].bytes.len();
        let start = if open.access.append { length } else { position.unwrap_or(open.position) };
        let end = start.checked_add(bytes.len()).ok_or(ENOSPC)?;
        if end > length {
            self.resize(open.node, end, now)?;
        }
        let node = &mut self.nodes[open.node];
        node.modified = now;
        self.is_changed = true;
        Arc::make_mut(&mut node.bytes)[start..end].copy_from_slice(bytes);
        if position.is_none() {
            self.opened(number)?.position = end;
        }
        Ok(())
    }

    fn resize(&mut self, node: usize, length: usize, now: i64) -> Result<(), ErrorNumber> {
        let node = &mut self.nodes[node];
        let bytes = self.bytes.saturating_sub(node.bytes.len()).saturating_add(length);
        if bytes > MAX_BYTES {
            return Err(ENOSPC);
        }
        self.bytes = bytes;
        self.is_changed = true;
        Arc::make_mut(&mut node.bytes).resize(length, 0);
        node.modified = now;
        Ok(())
    }

    /// Changes the length of an open file.
    pub fn set_length(&mut self, number: i32, length: usize, now: i64) -> Result<(), ErrorNumber> {
        let node = self.opened(number)?.node;
        self.resize(node, length, now)?;
        let open = self.opened(number)?;
        open.position = open.position.min(length);
        Ok(())
    }

    /// Where an open file stands.
    pub fn position(&mut self, number: i32) -> Result<usize, ErrorNumber> {
        Ok(self.opened(number)?.position)
    }

    /// Sets where an open file stands.
    pub fn seek(&mut self, number: i32, position: usize) -> Result<(), ErrorNumber> {
        self.opened(number)?.position = position;
        Ok(())
    }

    /// Makes a folder.
    pub fn make_folder(&mut self, path: &str, now: i64) -> Result<(), ErrorNumber> {
        if self.find(path).is_ok() {
            return Err(EEXIST);
        }
        self.parent(path)?;
        self.is_changed = true;
        self.add(self.located(path), Kind::Folder, now);
        Ok(())
    }

    /// Names in a folder, sorted.
    pub fn list(&mut self, path: &str) -> Result<BTreeSet<String>, ErrorNumber> {
        let node = self.find(path)?;
        if self.nodes[node].kind != Kind::Folder {
            return Err(ENOTDIR);
        }
        let path = self.located(path);
        let prefix = if path == "/" { path.clone() } else { format!("{path}/") };
        let mut names = BTreeSet::new();
        if self.readable.iter().any(|root| prefix.starts_with(&format!("{root}/"))) {
            let entries = std::fs::read_dir(&path).into_iter().flatten().flatten();
            names.extend(entries.map(|entry| entry.file_name().to_string_lossy().into_owned()));
        }
        for (entry, node) in self.entries.range(prefix.clone()..) {
            let Some(name) = entry.strip_prefix(&prefix) else { break };
            if name.is_empty() || name.contains('/') {
                continue;
            }
            match node {
                Some(_) => names.insert(name.to_owned()),
                None => names.remove(name),
            };
        }
        Ok(names)
    }

    /// Deletes a file, or a folder in which nothing is; `folder` says which it must be.
    pub fn delete(&mut self, path: &str, folder: Option<bool>) -> Result<(), ErrorNumber> {
        let node = self.find(path)?;
        let is_folder = self.nodes[node].kind == Kind::Folder;
        match folder {
            Some(true) if !is_folder => return Err(ENOTDIR),
            Some(false) if is_folder => return Err(EISDIR),
            _ if is_folder && !self.list(path)?.is_empty() => return Err(ENOTEMPTY),
            _ => {}
        }
        self.is_changed = true;
        self.entries.insert(self.located(path), None);
        Ok(())
    }

    /// Gives a file or folder another path.
    pub fn rename(&mut self, from: &str, to: &str) -> Result<(), ErrorNumber> {
        let node = self.find(from)?;
        self.parent(to)?;
        if let Ok(there) = self.find(to)
            && there != node
        {
            let is_folder = self.nodes[node].kind == Kind::Folder;
            self.delete(to, Some(is_folder))?;
        }
        let (from, to) = (self.located(from), self.located(to));
        if from == to {
            return Ok(());
        }
        self.is_changed = true;
        let below = format!("{from}/");
        let moved: Vec<String> =
            self.entries.keys().filter(|path| **path == from || path.starts_with(&below)).cloned().collect();
        for path in moved {
            if let Some(node) = self.entries.insert(path.clone(), None).flatten() {
                self.entries.insert(format!("{to}{}", &path[from.len()..]), Some(node));
            }
        }
        Ok(())
    }
}

/// Paths of the machine that a program may read, as it names them: absolute.
pub fn readable<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Arc<[String]> {
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    paths.into_iter().map(|path| absolute(path).display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(files: &mut Files, path: &str, text: &str) -> Result<(), ErrorNumber> {
        let access = Access { write: true, create: true, truncate: true, ..Access::default() };
        let number = files.open(path, access, 1)?;
        files.write(number, None, text.as_bytes(), 2)?;
        files.close(number);
        Ok(())
    }

    fn read(files: &mut Files, path: &str) -> Result<String, ErrorNumber> {
        let number = files.open(path, Access { read: true, ..Access::default() }, 1)?;
        let bytes = files.read(number, None, 1000)?;
        files.close(number);
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn what_was_written_is_read_under_every_name_of_its_path() {
        let mut files = Files::default();
        assert_eq!(write(&mut files, "a.txt", "text"), Ok(()));
        assert_eq!(read(&mut files, "/data/./x/../a.txt").as_deref(), Ok("text"));
        assert_eq!(read(&mut files, "/data/b.txt"), Err(ENOENT));
        assert_eq!(write(&mut files, "/data/a.txt/b", ""), Err(ENOTDIR));
        assert_eq!(write(&mut files, "/nowhere/b", ""), Err(ENOENT));
    }

    #[test]
    fn folders_move_with_what_is_in_them_and_are_deleted_only_when_empty() {
        let mut files = Files::default();
        assert_eq!(files.make_folder("/tmp/d", 0), Ok(()));
        assert_eq!(files.make_folder("/tmp/d", 0), Err(EEXIST));
        assert_eq!(write(&mut files, "/tmp/d/f", "1"), Ok(()));
        assert_eq!(files.rename("/tmp/d", "/data/e"), Ok(()));
        assert_eq!(read(&mut files, "/data/e/f").as_deref(), Ok("1"));
        assert!(files.list("/tmp").is_ok_and(|names| names.is_empty()));
        assert_eq!(files.delete("/data/e", None), Err(ENOTEMPTY));
        assert_eq!(files.delete("/data/e/f", Some(false)), Ok(()));
        assert_eq!(files.delete("/data/e", Some(true)), Ok(()));
        assert!(files.stat("/data/e").is_err());
    }

    #[test]
    fn on_another_host_every_path_leads_somewhere_but_in_the_folders_of_the_program() {
        let mut files = Files::default();
        assert!(files.left().is_none());
        files.foreign(1);
        assert_eq!(read(&mut files, "/proc/1/environ").as_deref(), Ok("of 1\n"));
        assert_eq!(read(&mut files, "a.txt"), Err(ENOENT));
        assert_eq!(read(&mut files, "/srv/of1/a.txt"), Err(ENOENT));
        assert!(files.left().is_none(), "reading changes nothing");
        assert_eq!(write(&mut files, "/srv/of1/a.txt", "text"), Ok(()));
        let mut left = files.left().expect("a file was made");
        assert_eq!(read(&mut left, "a.txt").as_deref(), Ok("text"));
        let mut even = Files::default();
        even.foreign(2);
        assert!(even.stat("/proc").is_ok_and(|(_, node)| node.kind == Kind::Folder));
        assert_eq!(even.list("/tmp").map(|names| names.len()), Ok(1));
    }

    #[test]
    fn files_of_the_machine_are_not_there_unless_they_may_be_read() {
        let mut files = Files::default();
        assert_eq!(files.stat("/etc/passwd").err(), Some(ENOENT));
    }
}
