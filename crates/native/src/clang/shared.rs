//! Object files that several test programs are linked with, compiled once.
//!
//! Who needs an object first compiles it; others that need it meanwhile wait for it. The files go with the value.
//! Cost: one compilation for each source and set of flags.

use crate::clang::source::{Sanitizer, SourceFile, compile_to};
use crate::clang::target::NativeTarget;
use crate::clang::toolchain::Toolchain;
use crate::temporary::TemporaryFolder;
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What tells objects apart: path, flags, folder, whether coverage is measured, what checks it, whether it stops at
/// undefined behaviour and at unaligned words, and what runs it.
type Key = (PathBuf, Vec<String>, Option<PathBuf>, bool, Option<Sanitizer>, (bool, bool), NativeTarget);
/// The object, or what the compiler said; errors of the system as text.
type Outcome = Result<Result<PathBuf, String>, String>;

/// An object's number, and the object once it was asked for.
type Slot = (usize, Arc<OnceLock<Outcome>>);

/// A store of object files.
#[derive(Debug)]
pub struct SharedObjects {
    folder: TemporaryFolder,
    objects: Mutex<HashMap<Key, Slot>>,
}

impl SharedObjects {
    /// An empty store, in a temporary folder of its own.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new() -> io::Result<Self> {
        Ok(Self { folder: TemporaryFolder::new()?, objects: Mutex::default() })
    }

    /// The object of `source`, whose path is absolute; the inner error is what the compiler said.
    ///
    /// # Errors
    /// When the compiler cannot be run.
    pub(crate) fn object(
        &self,
        toolchain: &Toolchain,
        source: &SourceFile,
        target: &NativeTarget,
    ) -> io::Result<Result<PathBuf, String>> {
        let SourceFile {
            path,
            flags,
            directory,
            measured,
            sanitizer,
            stops_at_undefined,
            stops_at_unaligned,
            ..
        } = source.clone();
        let stops = (stops_at_undefined, stops_at_unaligned);
        let key = (path, flags, directory, measured, sanitizer, stops, target.clone());
        let (number, slot) = {
            let mut objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
            let number = objects.len();
            objects.entry(key).or_insert_with(|| (number, Arc::default())).clone()
        };
        let compile = || self.compile(toolchain, source, (number, target)).map_err(|error| error.to_string());
        slot.get_or_init(compile).clone().map_err(io::Error::other)
    }

    fn compile(
        &self,
        toolchain: &Toolchain,
        source: &SourceFile,
        (number, target): (usize, &NativeTarget),
    ) -> io::Result<Result<PathBuf, String>> {
        let object = self.folder.path().join(format!("{number}.o"));
        let result = compile_to(toolchain, source, &source.path, self.folder.path(), (&object, target))?;
        Ok(result.map(|()| object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_compiled_once_for_each_set_of_flags() {
        let toolchain = Toolchain::find().unwrap();
        let shared = SharedObjects::new().unwrap();
        let path = shared.folder.write("a.c", "int f(void) { return N; }\n").unwrap();
        let object = |flag: &str| {
            let flags = vec![flag.to_owned()];
            let source = SourceFile { path: path.clone(), flags, ..SourceFile::default() };
            shared.object(&toolchain, &source, &NativeTarget::default()).unwrap()
        };
        let first = object("-DN=1").unwrap();
        assert_eq!(object("-DN=1").unwrap(), first);
        assert_ne!(object("-DN=2").unwrap(), first);
        assert!(object("-DM=2").unwrap_err().contains("'N'"));
    }
}
