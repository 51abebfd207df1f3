//! The class files that models are built from: read once, with what is known across them.
//!
//! Classes are read here and not through a hierarchy, whose ids follow the order of loading: a model must not change those.

use super::jdk;
use crate::class::{ClassFile, flags};
use crate::container::{ClassPath, Found, Symbols};
use crate::error::JvmError;
use crate::hierarchy::LinkageError;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

/// Classes whose instances give a class under test, at most.
const MAX_GIVERS: usize = 4;

/// Class files of a class path, and who extends and makes what among them.
#[derive(Debug)]
pub struct Library<'a> {
    path: &'a ClassPath,
    /// The class library of the release that tests are written for, where that is not the JDK's own.
    symbols: Option<Arc<Symbols>>,
    files: RefCell<HashMap<String, Result<Arc<ClassFile>, LinkageError>>>,
    /// Classes of the JDK as it has them, where tests are written for an earlier release.
    newest: RefCell<HashMap<String, Result<Arc<ClassFile>, LinkageError>>>,
    /// Classes of the class path that extend or implement a class directly, sorted.
    below: BTreeMap<String, Vec<String>>,
    /// Classes of the class path with a static method that gives a class, sorted.
    makers: BTreeMap<String, Vec<String>>,
    /// Classes of the class path with a method of their instances that gives an object of another class, sorted.
    givers: BTreeMap<String, Vec<String>>,
}

impl<'a> Library<'a> {
    /// Reads the structure of all classes of `path` but those of the JDK; what is damaged is left out.
    ///
    /// # Errors
    /// When a container cannot be listed.
    pub fn new(path: &'a ClassPath) -> Result<Self, JvmError> {
        Self::with(path, None)
    }

    /// The same for code that is compiled for an earlier release, with the JDK in `home`: what that release did not have is not called.
    ///
    /// # Errors
    /// When a container cannot be listed.
    pub fn for_release(path: &'a ClassPath, home: &Path, release: u32) -> Result<Self, JvmError> {
        // A JDK without the file can compile for its own release only.
        let earlier = || Symbols::open(home, release).ok();
        Self::with(path, if release < path.release() { earlier() } else { None })
    }

    fn with(path: &'a ClassPath, symbols: Option<Symbols>) -> Result<Self, JvmError> {
        let files = RefCell::default();
        let symbols = symbols.map(Arc::new);
        let newest = RefCell::default();
        let (below, makers, givers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut library = Self { path, symbols, files, newest, below, makers, givers };
        for name in path.classes()? {
            let Ok(file) = library.file(&name) else { continue };
            for above in file.superclass.iter().chain(&file.interfaces) {
                library.below.entry(above.clone()).or_default().push(name.clone());
            }
            for method in &file.methods {
                let Some(result) = method.ty.result.as_ref().and_then(|result| result.class_name()) else {
                    continue;
                };
                let makers = match method.is(flags::STATIC) {
                    true => library.makers.entry(result).or_default(),
                    false if result == name => continue,
                    false => library.givers.entry(result).or_default(),
                };
                if !method.is(flags::PRIVATE | flags::SYNTHETIC) && makers.last() != Some(&name) {
                    makers.push(name.clone());
                }
            }
        }
        Ok(library)
    }

    /// The class library of the release that tests are written for, where that is not the JDK's own.
    #[must_use]
    pub fn symbols(&self) -> Option<Arc<Symbols>> {
        self.symbols.clone()
    }

    /// The class file of a class.
    pub(super) fn file(&self, name: &str) -> Result<Arc<ClassFile>, LinkageError> {
        if let Some(known) = self.files.borrow().get(name) {
            return known.clone();
        }
        let read = self.read(name);
        self.files.borrow_mut().insert(name.to_owned(), read.clone());
        read
    }

    /// The class file of a class, that of the JDK itself whatever release tests are written for.
    pub(super) fn newest(&self, name: &str) -> Result<Arc<ClassFile>, LinkageError> {
        let file = self.file(name)?;
        if self.symbols.is_none() || file.module.is_none() {
            return Ok(file);
        }
        if let Some(known) = self.newest.borrow().get(name) {
            return known.clone();
        }
        let read = || -> Result<Arc<ClassFile>, LinkageError> {
            let found = self.path.find_class(name)?.ok_or_else(|| LinkageError::NoClass(name.to_owned()))?;
            Ok(Arc::new(ClassFile::read(name, found)?))
        };
        let read = read();
        self.newest.borrow_mut().insert(name.to_owned(), read.clone());
        read
    }

    fn read(&self, name: &str) -> Result<Arc<ClassFile>, LinkageError> {
        let found = self.path.find_class(name)?.ok_or_else(|| LinkageError::NoClass(name.to_owned()))?;
        let module = found.module.clone();
        if let (Some(symbols), Some(_)) = (&self.symbols, &module)
            && let Some(earlier) = symbols.find(name)?
        {
            return Ok(Arc::new(ClassFile::read_symbols(name, Found { module, ..earlier })?));
        }
        Ok(Arc::new(ClassFile::read(name, found)?))
    }

    /// Classes of the class path that extend or implement `name`, directly or not, nearer ones first, at most `count` that have
    /// instances of their own and that `is_near` holds of.
    pub(super) fn implementations(
        &self,
        name: &str,
        count: usize,
        is_near: &dyn Fn(&str) -> bool,
    ) -> Vec<String> {
        let mut found = Vec::new();
        let mut seen = vec![name.to_owned()];
        let mut next = 0;
        while let Some(above) = seen.get(next).cloned() {
            next += 1;
            for below in self.below.get(&above).into_iter().flatten() {
                if seen.contains(below) || found.len() >= count {
                    continue;
                }
                seen.push(below.clone());
                let has_instances =
                    || self.file(below).is_ok_and(|file| !file.is(flags::ABSTRACT | flags::SYNTHETIC));
                if is_near(below) && has_instances() {
                    found.push(below.clone());
                }
            }
        }
        found
    }

    /// Classes whose instances give objects of the class `name`: parsers, builders, factories.
    pub(super) fn givers(&self, name: &str) -> Vec<String> {
        self.givers.get(name).into_iter().flatten().take(MAX_GIVERS).cloned().collect()
    }

    /// Classes that have static factories of `name`: of those of the class path some that `is_near` holds of.
    pub(super) fn makers(&self, name: &str, is_near: &dyn Fn(&str) -> bool) -> Vec<String> {
        let of_jdk = jdk::makers(name).iter().map(|&maker| maker.to_owned());
        let of_path = self.makers.get(name).into_iter().flatten().filter(|maker| is_near(maker));
        of_jdk.chain(of_path.take(4).cloned()).collect()
    }
}
