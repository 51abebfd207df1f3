//! The two programs that are compared: the command of a revision, and that of the working tree.
//!
//! The revision is checked out below `target/compare/source` and built there with a build folder of its own, which
//! stays, so that the next comparison builds what changed only. The program is copied away, because the next build
//! of the working tree would replace it.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Both programs, and where things lie.
pub struct Builds {
    /// The working tree.
    pub root: PathBuf,
    /// The revision's source.
    pub old_source: PathBuf,
    /// The revision's first characters.
    pub revision: String,
    /// The revision's command.
    pub old: PathBuf,
    /// The working tree's command.
    pub new: PathBuf,
}

impl Builds {
    /// Builds both.
    ///
    /// # Errors
    /// When `revision` names no commit, or one of the two does not build.
    pub fn make(root: &Path, revision: &str) -> Result<Self> {
        let commit = output(
            Command::new("git")
                .args(["rev-parse", "--verify", "--quiet", &format!("{revision}^{{commit}}")])
                .current_dir(root),
        )
        .with_context(|| format!("`{revision}` names no commit"))?;
        let folder = root.join("target").join("compare");
        fs::create_dir_all(&folder)?;
        let old_source = folder.join("source");
        check_out(root, &commit, &old_source)?;
        let programs = [("old", &old_source), ("new", &root.to_owned())].map(|(name, source)| {
            eprintln!("compare: building {name} ({})", source.display());
            build(source)?;
            let program = folder.join(format!("trine-{name}"));
            fs::copy(source.join("target").join("debug").join("trine"), &program)?;
            Ok::<_, anyhow::Error>(program)
        });
        let [old, new] = programs;
        Ok(Self {
            root: root.to_owned(),
            old_source,
            revision: commit.chars().take(10).collect(),
            old: old?,
            new: new?,
        })
    }

    /// Where the results of `old` or `new` are written.
    pub fn results(&self, which: &str) -> PathBuf {
        self.root.join("target").join("compare").join(which)
    }

    /// Whether the file at `path`, below the root, is the same in both trees.
    pub fn has_same_file(&self, path: &Path) -> bool {
        let old = fs::read(self.old_source.join(path));
        let new = fs::read(self.root.join(path));
        matches!((old, new), (Ok(old), Ok(new)) if old == new)
    }
}

/// The source of `commit` in `folder`, as a work tree of git that no branch knows.
fn check_out(root: &Path, commit: &str, folder: &Path) -> Result<()> {
    if folder.join(".git").exists() {
        // Files that do not differ keep their time, so that they are not built again.
        return checked(
            Command::new("git").args(["checkout", "--quiet", "--detach", commit]).current_dir(folder),
        );
    }
    // What an earlier work tree of this name left in git's books.
    let _ = output(Command::new("git").args(["worktree", "prune"]).current_dir(root));
    checked(
        Command::new("git")
            .args(["worktree", "add", "--quiet", "--detach"])
            .arg(folder)
            .arg(commit)
            .current_dir(root),
    )
}

fn build(source: &Path) -> Result<()> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--package", "trine-cli"]).current_dir(source);
    // The task itself runs under cargo; what that told it must not reach the other tree's build.
    command.env_remove("CARGO_MANIFEST_DIR").env("CARGO_TARGET_DIR", source.join("target"));
    checked(&mut command)
}

/// Runs `command` with its messages shown.
///
/// # Errors
/// When it fails.
pub fn checked(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{command:?} cannot be started"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

/// What `command` prints, without the end of the last line.
///
/// # Errors
/// When it fails.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{command:?} cannot be started"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}
