//! Another revision's source beside the working tree, and the commands of others that this takes.

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// The source of `commit` in `folder`, as a work tree of git that no branch knows.
///
/// # Errors
/// When git cannot check it out.
pub fn check_out(root: &Path, commit: &str, folder: &Path) -> Result<()> {
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
