//! Where classes come from: the image of a JDK, jars and folders, searched in the order of a class path.
//!
//! A container maps the path of an entry, `java/lang/String.class`, to its bytes. In a jar that says `Multi-Release:
//! true`, an entry under `META-INF/versions/N` for the greatest N that the running release has replaces the plain one
//! (JAR File Specification, "Multi-release JAR files").

mod folder;
mod image;
mod jar;
mod symbols;

pub use image::Image;
pub use symbols::Symbols;

use crate::error::JvmError;
use folder::Folder;
use jar::Jar;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Bytes of an entry, and where they were found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The content.
    pub bytes: Arc<[u8]>,
    /// The container, for messages: `` `lib/app.jar` ``.
    pub origin: String,
    /// Module that the class belongs to, where the container tells.
    pub module: Option<String>,
}

/// One place with classes.
#[derive(Debug)]
enum Container {
    Image(Image),
    Jar(Jar),
    Folder(Folder),
}

impl Container {
    fn find(&self, entry: &str) -> Result<Option<Found>, JvmError> {
        match self {
            Self::Image(image) => image.find(entry),
            Self::Jar(jar) => jar.find(entry),
            Self::Folder(folder) => folder.find(entry),
        }
    }

    /// The address of an entry, as the loaders of a JDK tell it.
    fn address(&self, entry: &str) -> Result<Option<String>, JvmError> {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Ok(match self {
            Self::Image(image) => image.find(entry)?.and_then(|found| {
                let module = found.module?;
                Some(format!("jrt:/{module}/{entry}"))
            }),
            Self::Jar(jar) => {
                jar.has(entry).then(|| format!("jar:file:{}!/{entry}", absolute(jar.path()).display()))
            }
            Self::Folder(folder) => folder.has(entry).then(|| {
                let slash = if entry.is_empty() { "/" } else { "" };
                format!("file:{}{slash}", absolute(&folder.path(entry)).display())
            }),
        })
    }

    fn entries(&self) -> Result<Vec<String>, JvmError> {
        match self {
            Self::Image(image) => Ok(image.entries().map(str::to_owned).collect()),
            Self::Jar(jar) => Ok(jar.entries()),
            Self::Folder(folder) => folder.entries(),
        }
    }
}

/// An installed JDK: its release and its class library.
#[derive(Debug)]
pub struct Jdk {
    /// The folder that holds `lib/modules`.
    pub home: PathBuf,
    /// The feature release: 17 for `17.0.15`.
    pub release: u32,
    image: Image,
}

impl Jdk {
    /// The JDK in the folder `home`.
    ///
    /// # Errors
    /// When there is no `lib/modules`, or `release` does not tell the version: Java 8 and before have another layout.
    pub fn open(home: &Path) -> Result<Self, JvmError> {
        let no_jdk = |reason: String| JvmError::NoJdk { path: home.to_owned(), reason };
        let modules = home.join("lib").join("modules");
        if !modules.is_file() {
            return Err(no_jdk("it has no file `lib/modules`".to_owned()));
        }
        let text = std::fs::read_to_string(home.join("release"))
            .map_err(|error| no_jdk(format!("its file `release` cannot be read: {error}")))?;
        let release = release_of(&text).ok_or_else(|| {
            no_jdk("its file `release` has no line JAVA_VERSION that can be read".to_owned())
        })?;
        Ok(Self { home: home.to_owned(), release, image: Image::open(&modules)? })
    }

    /// Paths of all entries of its class library.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        self.image.entries()
    }
}

/// The feature release in the text of a JDK's file `release`.
fn release_of(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    let digits = version.trim_matches('"').split(['.', '-', '+']).next()?;
    digits.parse().ok().filter(|&release| release >= 9)
}

/// A JDK and a class path: where every class of a program comes from.
#[derive(Debug)]
pub struct ClassPath {
    release: u32,
    /// The image of the JDK, then the class path in its order.
    containers: Vec<Container>,
}

impl ClassPath {
    /// The classes of `jdk`, then those in `paths`: folders and jars.
    ///
    /// # Errors
    /// When a path does not exist or is neither a folder nor an archive that can be read.
    pub fn open(jdk: Jdk, paths: &[PathBuf]) -> Result<Self, JvmError> {
        let release = jdk.release;
        let mut containers = vec![Container::Image(jdk.image)];
        for path in paths {
            containers.push(match path.is_dir() {
                true => Container::Folder(Folder::new(path)),
                false => Container::Jar(Jar::open(path, release)?),
            });
        }
        Ok(Self { release, containers })
    }

    /// The feature release of the JDK.
    #[must_use]
    pub fn release(&self) -> u32 {
        self.release
    }

    /// The descriptions (`module-info.class`) of the modules of the JDK, in no particular order.
    ///
    /// # Errors
    /// When one of them is damaged.
    pub fn modules(&self) -> Result<Vec<Found>, JvmError> {
        self.image().map_or_else(|| Ok(Vec::new()), Image::modules)
    }

    /// The class file of the class with the internal name `name` (`java/util/List`); `None` when there is none.
    ///
    /// # Errors
    /// When a container cannot be read or is damaged.
    pub fn find_class(&self, name: &str) -> Result<Option<Found>, JvmError> {
        self.find(&format!("{name}.class"))
    }

    /// The entry with the path `entry`, in the first container that has it.
    ///
    /// # Errors
    /// When a container cannot be read or is damaged.
    pub fn find(&self, entry: &str) -> Result<Option<Found>, JvmError> {
        for container in &self.containers {
            if let Some(found) = container.find(entry)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Addresses (`jrt:`, `jar:`, `file:`) of everything with the path `entry`: in the JDK, or on the class path.
    ///
    /// # Errors
    /// When a container cannot be read or is damaged.
    pub fn find_all(&self, entry: &str, of_jdk: bool) -> Result<Vec<String>, JvmError> {
        let containers = if of_jdk { &self.containers[..1] } else { &self.containers[1..] };
        containers.iter().filter_map(|container| container.address(entry).transpose()).collect()
    }

    /// The content of the first entry with the path `entry`: in the JDK, or on the class path.
    ///
    /// # Errors
    /// When a container cannot be read or is damaged.
    pub fn content(&self, entry: &str, of_jdk: bool) -> Result<Option<Arc<[u8]>>, JvmError> {
        let containers = if of_jdk { &self.containers[..1] } else { &self.containers[1..] };
        for container in containers {
            if let Some(found) = container.find(entry)? {
                return Ok(Some(found.bytes));
            }
        }
        Ok(None)
    }

    /// The content of the entry with the path `entry` in the jar at `jar`, or in the JDK without one.
    ///
    /// # Errors
    /// When the container cannot be read or is damaged.
    pub fn read(&self, jar: Option<&str>, entry: &str) -> Result<Option<Arc<[u8]>>, JvmError> {
        let is_meant = |container: &&Container| match (container, jar) {
            (Container::Image(_), None) => true,
            (Container::Jar(one), Some(path)) => {
                std::path::absolute(one.path()).is_ok_and(|own| own == Path::new(path))
            }
            _ => false,
        };
        match self.containers.iter().find(is_meant) {
            Some(container) => Ok(container.find(entry)?.map(|found| found.bytes)),
            None => Ok(None),
        }
    }

    /// Whether the class with the internal name `name` belongs to the JDK.
    #[must_use]
    pub fn is_of_jdk(&self, name: &str) -> bool {
        self.image().is_some_and(|image| image.has(&format!("{name}.class")))
    }

    /// Internal names of the classes of the JDK that begin with `prefix`, sorted: `java/util/Map$` for those nested in `Map`.
    #[must_use]
    pub fn classes_of_jdk(&self, prefix: &str) -> BTreeSet<String> {
        let entries = self.image().into_iter().flat_map(Image::entries);
        let these = entries.filter(|entry| entry.starts_with(prefix));
        these.filter_map(|entry| entry.strip_suffix(".class").map(str::to_owned)).collect()
    }

    fn image(&self) -> Option<&Image> {
        match self.containers.first() {
            Some(Container::Image(image)) => Some(image),
            _ => None,
        }
    }

    /// Internal names of all classes on the class path, without those of the JDK, sorted.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    pub fn classes(&self) -> Result<BTreeSet<String>, JvmError> {
        let mut names = BTreeSet::new();
        for container in &self.containers[1..] {
            let entries = container.entries()?.into_iter();
            names.extend(entries.filter_map(|entry| entry.strip_suffix(".class").map(str::to_owned)));
        }
        names.retain(|name| !name.ends_with("module-info") && !name.ends_with("package-info"));
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_feature_release_is_the_first_number_of_the_version() {
        assert_eq!(release_of("JAVA_VERSION=\"17.0.15\"\nOS_NAME=\"Linux\"\n"), Some(17));
        assert_eq!(release_of("IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"25\"\n"), Some(25));
        assert_eq!(release_of("JAVA_VERSION=\"25-ea\"\n"), Some(25));
        assert_eq!(release_of("JAVA_VERSION=\"1.8.0_402\"\n"), None);
        assert_eq!(release_of("OS_NAME=\"Linux\"\n"), None);
    }

    #[test]
    fn a_folder_without_an_image_is_no_jdk() {
        let error = Jdk::open(Path::new("/nowhere")).unwrap_err();
        assert_eq!(error.to_string(), "`/nowhere` is no JDK: it has no file `lib/modules`");
    }
}
