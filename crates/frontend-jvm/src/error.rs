//! What can be wrong with class files and where they are kept.

use std::path::PathBuf;

/// Why a class, or a place where classes are kept, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JvmError {
    /// A file or folder cannot be read.
    #[error("`{}` cannot be read: {reason}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A folder that should hold a JDK does not.
    #[error("`{}` is no JDK: {reason}", path.display())]
    NoJdk {
        /// The folder.
        path: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// An archive is damaged or of a kind that is not read.
    #[error("`{}` is damaged: {reason}", path.display())]
    DamagedArchive {
        /// The archive.
        path: PathBuf,
        /// Where and what.
        reason: String,
    },
    /// A class file is damaged, or newer than what is read.
    #[error("class `{class}` from {origin}: {reason}")]
    BadClass {
        /// The class, by its internal name: `java/util/Map$Entry`.
        class: String,
        /// The container.
        origin: String,
        /// Where and what.
        reason: String,
    },
}

impl JvmError {
    /// The next step for whoever meets the error.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "check the path, and that you may read it",
            Self::NoJdk { .. } => {
                "name a JDK 11 or later (a folder with `lib/modules`), for instance by JAVA_HOME"
            }
            Self::DamagedArchive { .. } => "build or fetch the archive again",
            Self::BadClass { .. } => "compile the class again, for Java 25 at most",
        }
    }
}
