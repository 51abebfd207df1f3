//! The IR texts of a run, of which only so many bytes stay in memory: those used last.
//!
//! ```text
//!  Texts::take(text) ──► StoredText ──text()──► in memory? give it : read the file, and put others away
//!        │ too many bytes: the text used longest ago goes to a file of the run's temporary folder, once
//! ```
//!
//! A unit's IR is some hundred kilobytes of which a run needs a little at a time; a project has thousands of units. What
//! is read of a text does not depend on where it was, so the bound changes times and never results.
//!
//! Cost: a look at the table for each use; a file is written once for each text that was put away. A text that
//! cannot be written stays in memory.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use trine_llvm_text::TextSource;
use trine_native::temporary::TemporaryFolder;

/// The texts of a run.
#[derive(Debug)]
pub struct IrStore {
    max_bytes: usize,
    table: Mutex<Table>,
}

/// Which texts are in memory, and which on disk.
#[derive(Debug, Default)]
struct Table {
    /// By number: when it was used last, and the text.
    loaded: BTreeMap<usize, (u64, Arc<str>)>,
    /// Where texts are that were put away at least once, by number.
    files: BTreeMap<usize, PathBuf>,
    loaded_bytes: usize,
    next_number: usize,
    /// Uses so far.
    uses: u64,
    /// Where the files are; made when it is first needed.
    folder: Option<TemporaryFolder>,
}

/// One of the texts.
#[derive(Debug)]
struct StoredText {
    number: usize,
    store: Arc<IrStore>,
}

impl IrStore {
    /// Texts of which `max_bytes` stay in memory, or the one used last.
    #[must_use]
    pub fn new(max_bytes: usize) -> Arc<Self> {
        Arc::new(Self { max_bytes, table: Mutex::default() })
    }

    /// Keeps `text`.
    #[must_use]
    pub fn take(self: &Arc<Self>, text: String) -> Arc<dyn TextSource> {
        let mut table = self.table();
        let number = table.next_number;
        table.next_number += 1;
        table.load(number, text.into());
        table.put_away(self.max_bytes, number);
        Arc::new(StoredText { number, store: Arc::clone(self) })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Every change of the table is whole before anything can panic.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TextSource for StoredText {
    fn text(&self) -> Result<Arc<str>, String> {
        let mut table = self.store.table();
        if let Some(text) = table.use_loaded(self.number) {
            return Ok(text);
        }
        let path = table.files.get(&self.number).cloned().ok_or("the text was never kept")?;
        // Other workers go on meanwhile; two that want the same text may both read it.
        drop(table);
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("its text in {} cannot be read again: {error}", path.display()))?;
        let text: Arc<str> = text.into();
        let mut table = self.store.table();
        table.load(self.number, Arc::clone(&text));
        table.put_away(self.store.max_bytes, self.number);
        Ok(text)
    }
}

impl Table {
    fn use_loaded(&mut self, number: usize) -> Option<Arc<str>> {
        self.uses += 1;
        let (used, text) = self.loaded.get_mut(&number)?;
        *used = self.uses;
        Some(Arc::clone(text))
    }

    fn load(&mut self, number: usize, text: Arc<str>) {
        self.uses += 1;
        self.loaded_bytes += text.len();
        if let Some((_, same)) = self.loaded.insert(number, (self.uses, text)) {
            self.loaded_bytes -= same.len();
        }
    }

    /// Puts texts away, the one used longest ago first, until `max_bytes` are left; not the one of this `number`.
    fn put_away(&mut self, max_bytes: usize, number: usize) {
        while self.loaded_bytes > max_bytes {
            let others = self.loaded.iter().filter(|(other, _)| **other != number);
            let Some(oldest) = others.min_by_key(|(_, (used, _))| *used).map(|(&oldest, _)| oldest) else {
                return;
            };
            if !self.is_on_disk(oldest) {
                return;
            }
            if let Some((_, text)) = self.loaded.remove(&oldest) {
                self.loaded_bytes -= text.len();
            }
        }
    }

    /// Whether the text is in a file, which is written if there is none yet.
    fn is_on_disk(&mut self, number: usize) -> bool {
        if self.files.contains_key(&number) {
            return true;
        }
        if self.folder.is_none() {
            self.folder = TemporaryFolder::new().ok();
        }
        let (Some(folder), Some((_, text))) = (&self.folder, self.loaded.get(&number)) else { return false };
        let Ok(path) = folder.write(&format!("{number}.ll"), text) else { return false };
        self.files.insert(number, path);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loaded(store: &IrStore) -> Vec<usize> {
        store.table().loaded.keys().copied().collect()
    }

    #[test]
    fn the_texts_used_last_stay_in_memory_and_all_can_be_had() {
        let store = IrStore::new(25);
        let sources: Vec<_> = ["a", "b", "c"].map(|text| store.take(text.repeat(10))).into();
        assert_eq!(loaded(&store), [1, 2]);
        for (at, source) in sources.iter().enumerate().rev() {
            assert_eq!(*source.text().unwrap(), *["a", "b", "c"][at].repeat(10));
        }
        assert_eq!(loaded(&store), [0, 1]);
        assert_eq!(store.table().loaded_bytes, 20);
    }

    #[test]
    fn few_texts_touch_no_disk_and_a_large_one_is_kept_while_it_is_used() {
        let store = IrStore::new(100);
        let few = [store.take("a".repeat(50)), store.take("b".repeat(50))];
        assert!(store.table().folder.is_none());
        let large = store.take("c".repeat(1000));
        assert_eq!(loaded(&store), [2]);
        assert_eq!(large.text().unwrap().len() + few[0].text().unwrap().len(), 1050);
        assert_eq!(loaded(&store), [0]);
    }

    #[test]
    fn a_text_whose_file_is_gone_is_told() {
        let store = IrStore::new(1);
        let source = store.take("text".to_owned());
        let _other = store.take("other".to_owned());
        let path = store.table().files[&0].clone();
        std::fs::remove_file(path).unwrap();
        assert!(source.text().unwrap_err().contains("cannot be read again"));
    }
}
