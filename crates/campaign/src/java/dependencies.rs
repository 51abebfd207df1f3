//! Which classes of the class path a class uses, directly or not, and what they are.
//!
//! A class uses what its constant pool mentions: superclasses, types of fields and methods, called classes, and names that reflection looks
//! for. That is more than what runs need, never less, but for names that are put together at run time.

use super::Classes;
use std::collections::{BTreeMap, BTreeSet};
use trine_base::{Fingerprint, Fingerprinter};

/// What is known of the classes of a class path.
pub struct Dependencies<'a> {
    classes: &'a Classes,
    known: BTreeMap<String, (Fingerprint, Vec<String>)>,
}

impl<'a> Dependencies<'a> {
    /// Those of `classes`.
    #[must_use]
    pub fn new(classes: &'a Classes) -> Self {
        Self { classes, known: BTreeMap::new() }
    }

    /// `roots` and all classes of the class path that they use, directly or not.
    pub fn closure(&mut self, roots: impl IntoIterator<Item = String>) -> BTreeSet<String> {
        let mut open: Vec<String> = roots.into_iter().collect();
        let mut closure = BTreeSet::new();
        while let Some(name) = open.pop() {
            if self.classes.has(&name) && !closure.contains(&name) {
                open.extend(self.of(&name).1.iter().cloned());
                closure.insert(name);
            }
        }
        closure
    }

    /// The content of `roots` and of all classes of the class path that they use.
    pub fn fingerprint(&mut self, roots: impl IntoIterator<Item = String>) -> Fingerprint {
        let mut hash = Fingerprinter::default();
        for name in self.closure(roots) {
            hash.part(&name);
            hash.bytes(&self.of(&name).0.0.to_le_bytes());
        }
        hash.finish()
    }

    /// The content of a class, and the classes of the class path that it mentions.
    fn of(&mut self, name: &str) -> &(Fingerprint, Vec<String>) {
        if !self.known.contains_key(name) {
            // A class that cannot be read is not tested, and runs that come to it fail.
            let node = match self.classes.file(name) {
                Ok(file) => {
                    let mut mentioned: Vec<String> = file.mentioned().into_iter().collect();
                    mentioned.retain(|other| other != name && self.classes.has(other));
                    (Fingerprint::of(file.content()), mentioned)
                }
                Err(failure) => (Fingerprint::of(failure.what.as_bytes()), Vec::new()),
            };
            self.known.insert(name.to_owned(), node);
        }
        &self.known[name]
    }
}
