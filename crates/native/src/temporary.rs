//! A folder that exists as long as its value.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A fresh folder below the system's temporary folder; removed with all its content on drop.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
}

/// Distinguishes the folders of one process.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl TemporaryFolder {
    /// Creates the folder, readable by this user only.
    ///
    /// # Errors
    /// When the system's temporary folder cannot be written.
    pub fn new() -> io::Result<Self> {
        use std::os::unix::fs::DirBuilderExt;
        let root = std::env::temp_dir().canonicalize()?;
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = root.join(format!("trine-{}-{number}", std::process::id()));
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is: absolute, without symbolic links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes `content` to `name`, a relative path; creates the folders on the way.
    ///
    /// # Errors
    /// When the file cannot be written, or `name` leads out of the folder.
    pub fn write(&self, name: &str, content: &str) -> io::Result<PathBuf> {
        let relative = Path::new(name);
        if relative.components().any(|part| !matches!(part, std::path::Component::Normal(_))) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{name}` leaves the folder")));
        }
        let path = self.path.join(relative);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, content)?;
        Ok(path)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system's own cleaning.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_with_its_value() {
        let folder = TemporaryFolder::new().unwrap();
        let file = folder.write("a/b.c", "int x;").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "int x;");
        assert!(folder.write("../b.c", "").is_err());
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists());
    }
}
