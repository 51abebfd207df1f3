//! What earlier releases of the class library offered: the file `lib/ct.sym` of a JDK, from which `javac --release` compiles.
//!
//! It is an archive of class files without code. Their top folder names the releases that they hold for, a letter each: `87` for 8 and
//! 7, `9A` for 9 and 10 (base 36). Since JDK 12 the folder below names the module. The JDK's own release is not in it.

use super::Found;
use super::jar::Jar;
use crate::error::JvmError;
use std::collections::HashMap;
use std::path::Path;

/// The class library of one earlier release.
#[derive(Debug)]
pub struct Symbols {
    archive: Jar,
    /// The entry of each class: `java/lang/String`.
    entries: HashMap<String, String>,
}

impl Symbols {
    /// The library of `release` as the JDK in the folder `home` knows it; empty for a release that it does not know.
    ///
    /// # Errors
    /// When the JDK has no such file, or it is damaged.
    pub fn open(home: &Path, release: u32) -> Result<Self, JvmError> {
        let archive = Jar::open(&home.join("lib").join("ct.sym"), 0)?;
        let letter = char::from_digit(release, 36).map(|letter| letter.to_ascii_uppercase());
        let mut entries = HashMap::new();
        for entry in archive.entries() {
            let Some((releases, below)) = entry.split_once('/') else { continue };
            let Some(name) = below.strip_suffix(".sig") else { continue };
            if !letter.is_some_and(|letter| releases.contains(letter)) {
                continue;
            }
            // Names of modules have points in them, those of packages do not.
            let class = match name.split_once('/') {
                Some((module, class)) if module.contains('.') => class,
                _ => name,
            };
            entries.insert(class.to_owned(), entry);
        }
        Ok(Self { archive, entries })
    }

    /// Whether that release had the class `name`. Of a release that the JDK does not know, nothing is known to be missing.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.entries.is_empty() || self.entries.contains_key(name)
    }

    /// The class `name`, `java/lang/String`, as that release had it.
    ///
    /// # Errors
    /// When the archive is damaged.
    pub fn find(&self, name: &str) -> Result<Option<Found>, JvmError> {
        match self.entries.get(name) {
            Some(entry) => self.archive.find(entry),
            None => Ok(None),
        }
    }
}
