//! Where the source of a class is.
//!
//! A class file names its source without folders. It is looked for in the folders that the build tool names, then beside the folders of
//! the class path, where build tools have it: `src/main/java`, `src/test/java`, `src` and the folder itself, of each folder of the class
//! path and those around it.

use std::path::{Path, PathBuf};
use trine_frontend_jvm::ClassFile;

/// Folders below one of which a source may be.
const ROOTS: [&str; 5] = ["", "src/main/java", "src/test/java", "src", "java"];
/// Folders around one of the class path that are looked at.
const ABOVE: usize = 4;

/// The folders in which sources are looked for.
#[derive(Clone, Debug, Default)]
pub struct SourceFolders(Vec<PathBuf>);

impl SourceFolders {
    /// `given`, then those beside the folders of `class_path`.
    #[must_use]
    pub fn new(given: &[PathBuf], class_path: &[PathBuf]) -> Self {
        let mut folders: Vec<PathBuf> = given.to_vec();
        for folder in
            class_path.iter().filter(|path| path.is_dir()).flat_map(|path| path.ancestors().take(ABOVE))
        {
            for root in ROOTS {
                let path =
                    if folder.as_os_str().is_empty() { PathBuf::from(root) } else { folder.join(root) };
                if path.as_os_str().is_empty() || path.is_dir() {
                    folders.push(path);
                }
            }
        }
        Self(folders)
    }

    /// The source of `class`, where it is found; otherwise its path below a folder of sources.
    #[must_use]
    pub fn find(&self, class: &ClassFile) -> (PathBuf, Option<String>) {
        let below = path_below(class);
        let found = self.0.iter().map(|folder| folder.join(&below)).find_map(|path| {
            let bytes = std::fs::read(&path).ok()?;
            Some((path, String::from_utf8_lossy(&bytes).into_owned()))
        });
        found.map_or((below, None), |(path, text)| (path, Some(text)))
    }
}

/// `com/acme/Account.java`.
fn path_below(class: &ClassFile) -> PathBuf {
    let simple = class.name.rsplit('/').next().unwrap_or_default();
    let top = simple.split('$').next().unwrap_or_default();
    let name = class.attributes.source_file.clone().unwrap_or_else(|| format!("{top}.java"));
    Path::new(class.package()).join(name)
}
