//! The files of a revision of a git repository, in a temporary folder.
//!
//! `git read-tree` and `git checkout-index`, with an index of our own: neither the repository's index nor
//! its work tree is touched, and files that `git archive` would leave out are there. Paths and
//! compiler flags that point into the work tree are led to the files of the revision.
//!
//! Not handled: submodules (their folders are empty), files of the work tree that git does not track;
//! for these a search in the work tree follows that in the revision, so that generated headers are found.
//!
//! Cost: writing all files of the revision once.

use crate::temporary::TemporaryFolder;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};
use thiserror::Error;

/// Flags whose argument, joined or following, is a folder that headers are looked for in.
const FOLDER_FLAGS: [&str; 5] = ["-I", "-isystem", "-iquote", "-idirafter", "-F"];
/// Flags that are followed by a file that is read before the source.
const FILE_FLAGS: [&str; 2] = ["-include", "-imacros"];

/// Why there are no files of a revision.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RevisionError {
    /// There is no git.
    #[error("git cannot be run: {0}")]
    NoGit(String),
    /// The folder is in no repository.
    #[error("`{folder}` is in no git repository: {stderr}")]
    NoRepository {
        /// The folder.
        folder: String,
        /// What git said.
        stderr: String,
    },
    /// The repository has no such revision.
    #[error("`{revision}` is no revision of the git repository in `{root}`")]
    Unknown {
        /// As the user wrote it.
        revision: String,
        /// The repository.
        root: String,
    },
    /// Its files cannot be written.
    #[error("the files of the revision cannot be written: {0}")]
    NotWritten(String),
}

/// The files of a revision.
#[derive(Debug)]
pub struct Revision {
    /// The work tree, without symbolic links.
    root: PathBuf,
    /// Where the files are.
    tree: PathBuf,
    /// Keeps them.
    _folder: TemporaryFolder,
}

impl Revision {
    /// The files of `revision` of the repository that `folder` is in.
    ///
    /// # Errors
    /// When there is no git, no repository or no such revision.
    pub fn checkout(folder: &Path, revision: &str) -> Result<Self, RevisionError> {
        let top = git(folder, &["rev-parse", "--show-toplevel"], None)?
            .map_err(|stderr| RevisionError::NoRepository { folder: folder.display().to_string(), stderr })?;
        let root = PathBuf::from(&top);
        let root = root.canonicalize().unwrap_or(root);
        let commit = format!("{revision}^{{commit}}");
        let unknown = |_| RevisionError::Unknown { revision: revision.to_owned(), root: top.clone() };
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", commit.as_str()];
        let commit = git(&root, &arguments, None)?.map_err(unknown)?;
        let failed = |error: std::io::Error| RevisionError::NotWritten(error.to_string());
        let temporary = TemporaryFolder::new().map_err(failed)?;
        let index = temporary.path().join("index");
        let tree = temporary.path().join("tree");
        std::fs::create_dir(&tree).map_err(failed)?;
        git(&root, &["read-tree", &commit], Some(&index))?.map_err(RevisionError::NotWritten)?;
        let prefix = format!("--prefix={}/", tree.display());
        git(&root, &["checkout-index", "--all", "--force", &prefix], Some(&index))?
            .map_err(RevisionError::NotWritten)?;
        Ok(Self { root, tree, _folder: temporary })
    }

    /// Where `path`, absolute, was in the revision: as it is when it is outside of the work tree.
    #[must_use]
    pub fn path(&self, path: &Path) -> PathBuf {
        let path = plain(path);
        match path.strip_prefix(&self.root) {
            Ok(inner) if inner.as_os_str().is_empty() => self.tree.clone(),
            Ok(inner) => self.tree.join(inner),
            Err(_) => path,
        }
    }

    /// Where `path` of the revision is in the work tree.
    #[must_use]
    pub fn original(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.tree).map_or_else(|_| path.to_owned(), |inner| self.root.join(inner))
    }

    /// The folder `folder` of the revision, to compile in; made when git does not track it.
    #[must_use]
    pub fn folder(&self, folder: &Path) -> PathBuf {
        let there = self.path(folder);
        // Where it cannot be made the compiler says so.
        let _ = std::fs::create_dir_all(&there);
        there
    }

    /// `flags`, meant for compiling the file `source` in `folder`, led to the files of the revision.
    #[must_use]
    pub fn flags(&self, flags: &[String], folder: &Path, source: &Path) -> Vec<String> {
        let mut kept = Vec::new();
        let mut fallbacks = Vec::new();
        let mut rest = flags.iter();
        while let Some(flag) = rest.next() {
            let folder_flag = FOLDER_FLAGS.iter().find(|name| flag.starts_with(**name));
            if let Some(name) = folder_flag {
                let joined = &flag[name.len()..];
                let value = if joined.is_empty() { rest.next().map_or("", String::as_str) } else { joined };
                let original = plain(&folder.join(value));
                kept.extend([(*name).to_owned(), self.path(&original).display().to_string()]);
                fallbacks.push(original);
            } else if FILE_FLAGS.contains(&flag.as_str()) {
                let value = rest.next().map_or("", String::as_str);
                let original = plain(&folder.join(value));
                let mapped = self.path(&original);
                // A name that is no path from here is looked for in the folders above.
                let file = [mapped, original].into_iter().find(|file| file.exists());
                kept.extend([flag.clone(), file.map_or(value.to_owned(), |file| file.display().to_string())]);
            } else {
                kept.push(flag.clone());
            }
        }
        fallbacks.extend(folder.join(source).parent().map(plain));
        for folder in fallbacks.iter().filter(|folder| folder.starts_with(&self.root)) {
            kept.extend(["-idirafter".to_owned(), folder.display().to_string()]);
        }
        // What the program sees of its own paths is as in the work tree.
        kept.push(format!("-ffile-prefix-map={}={}", self.tree.display(), self.root.display()));
        kept
    }
}

/// What `git` printed in `folder`, or what it complained about.
fn git(
    folder: &Path,
    arguments: &[&str],
    index: Option<&Path>,
) -> Result<Result<String, String>, RevisionError> {
    let mut command = Command::new("git");
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    if let Some(index) = index {
        command.env("GIT_INDEX_FILE", index);
    }
    let output = command.output().map_err(|error| RevisionError::NoGit(error.to_string()))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    Ok(if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) })
}

/// `path` without symbolic links where it exists, else without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> TemporaryFolder {
        let folder = TemporaryFolder::new().unwrap();
        let run = |arguments: &[&str]| {
            let who = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"];
            git(folder.path(), &[&who[..], arguments].concat(), None).unwrap().unwrap()
        };
        run(&["init", "--quiet"]);
        folder.write("src/a.c", "int a;\n").unwrap();
        folder.write("include/a.h", "extern int a;\n").unwrap();
        run(&["add", "."]);
        run(&["commit", "--quiet", "-m", "first"]);
        folder.write("src/a.c", "int b;\n").unwrap();
        folder
    }

    #[test]
    fn a_revision_is_written_beside_the_work_tree() {
        let folder = repository();
        let root = folder.path();
        let revision = Revision::checkout(&root.join("src"), "HEAD").unwrap();
        let old = revision.path(&root.join("src/a.c"));
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "int a;\n");
        assert_eq!(revision.original(&old), root.join("src/a.c"));
        assert_eq!(revision.path(Path::new("/usr/include")), Path::new("/usr/include"));
        let status = git(root, &["status", "--short"], None).unwrap().unwrap();
        assert_eq!(status, "M src/a.c", "neither index nor work tree changed");
    }

    #[test]
    fn flags_lead_to_the_revision_first_and_to_the_work_tree_after_it() {
        let folder = repository();
        let root = folder.path();
        let revision = Revision::checkout(root, "HEAD").unwrap();
        let flags = ["-I../include", "-isystem", "/usr/lib", "-DX=1", "-include", "a.h"].map(str::to_owned);
        let mapped = revision.flags(&flags, &root.join("src"), Path::new("a.c"));
        let tree = revision.path(root).display().to_string();
        let root = root.display().to_string();
        let expected = [
            "-I",
            &format!("{tree}/include"),
            "-isystem",
            "/usr/lib",
            "-DX=1",
            "-include",
            "a.h",
            "-idirafter",
            &format!("{root}/include"),
            "-idirafter",
            &format!("{root}/src"),
            &format!("-ffile-prefix-map={tree}={root}"),
        ];
        assert_eq!(mapped, expected);
    }

    #[test]
    fn what_is_no_revision_is_told() {
        let folder = repository();
        for wrong in ["HEAD~7", "nowhere", "--all", ""] {
            let error = Revision::checkout(folder.path(), wrong).unwrap_err();
            assert!(matches!(error, RevisionError::Unknown { .. }), "{error}");
        }
        let outside = TemporaryFolder::new().unwrap();
        let error = Revision::checkout(outside.path(), "HEAD").unwrap_err();
        assert!(matches!(error, RevisionError::NoRepository { .. }), "{error}");
    }
}
