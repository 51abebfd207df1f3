//! Headers of ours, `trine.h` above all, where the compiler finds it: in a folder of its own that is given with `-isystem`, so that a copy in the
//! project comes first and nothing in it is measured.

use crate::failure::Failure;
use trine_emit::c::environment::LINKED_HEADER;
use trine_native::temporary::TemporaryFolder;

/// What the header is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Trine's own reading of the unit.
    Analysis,
    /// The emitted tests.
    Tests,
}

/// The folder with the header; it exists as long as the value.
#[derive(Debug)]
pub struct HeaderFolder(TemporaryFolder);

impl HeaderFolder {
    /// A fresh folder.
    ///
    /// # Errors
    /// When the system's temporary folder cannot be written.
    pub fn new() -> Result<Self, Failure> {
        let made = TemporaryFolder::new().and_then(|folder| {
            folder.write("trine.h", trine_emit::c::HARNESS_HEADER)?;
            folder.write(LINKED_HEADER, &trine_emit::c::environment::linked_header())?;
            Ok(folder)
        });
        made.map(Self).map_err(|error| {
            let what = format!("cannot write a temporary folder: {error}");
            Failure::input(what, "nothing was run", "let TMPDIR name a folder that can be written")
        })
    }

    /// `flags`, with those before them that the header is found by.
    #[must_use]
    pub fn flags(&self, purpose: Purpose, flags: &[String]) -> Vec<String> {
        let define = match purpose {
            Purpose::Analysis => "-DTRINE_ANALYSIS",
            Purpose::Tests => "-DTRINE_TESTS",
        };
        let folder = self.0.path().display().to_string();
        let own = ["-isystem".to_owned(), folder, define.to_owned()];
        own.into_iter().chain(flags.iter().cloned()).collect()
    }
}
