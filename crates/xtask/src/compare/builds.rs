//! The two programs that are compared: the command of a revision, and that of the working tree.
//!
//! The revision is checked out below `target/compare/source` and built there with a build folder of its own, which
//! stays, so that the next comparison builds what changed only. The program is copied away, because the next build
//! of the working tree would replace it.

use super::checkout::{check_out, checked, output};
use anyhow::{Context, Result};
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
    /// Builds both, but for those that somebody built before: `built` has the command of the revision, and that of the working tree.
    ///
    /// # Errors
    /// When `revision` names no commit, or one of the two does not build.
    pub fn make(root: &Path, revision: &str, built: [Option<&Path>; 2]) -> Result<Self> {
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
        let trees = [("old", &old_source, built[0]), ("new", &root.to_owned(), built[1])];
        let programs = trees.map(|(name, source, known)| {
            let program = folder.join(format!("trine-{name}"));
            if known.is_none() {
                eprintln!("compare: building {name} ({})", source.display());
                build(source)?;
            }
            let found =
                known.map_or_else(|| source.join("target").join("debug").join("trine"), Path::to_owned);
            fs::copy(&found, &program).with_context(|| format!("cannot copy {}", found.display()))?;
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

    /// Whether the program at `path`, below the root, is the same in both trees, but for what it says of how it is run and of
    /// what must come out.
    pub fn has_same_program(&self, path: &Path) -> bool {
        let old = fs::read_to_string(self.old_source.join(path));
        let new = fs::read_to_string(self.root.join(path));
        matches!((old, new), (Ok(old), Ok(new)) if program_of(&old) == program_of(&new))
    }
}

/// The lines of a case that its compiler sees, without directives and expectations.
fn program_of(case: &str) -> Vec<&str> {
    let lines = case.lines().filter(|line| !line.starts_with("//@"));
    lines.map(|line| line.split("//~").next().unwrap_or(line).trim_end()).collect()
}

fn build(source: &Path) -> Result<()> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--package", "trine-cli"]).current_dir(source);
    // The task itself runs under cargo; what that told it must not reach the other tree's build.
    command.env_remove("CARGO_MANIFEST_DIR").env("CARGO_TARGET_DIR", source.join("target"));
    checked(&mut command)
}

#[cfg(test)]
mod tests {
    use super::program_of;

    #[test]
    fn what_a_case_says_of_itself_is_no_part_of_its_program() {
        let old = "//@ strategies: search\nint f(int a) {\n    return a && 1; //~ C1: T covered\n}\n";
        let new = "//@ entry: f\nint f(int a) {\n    return a && 1; //~ C1: T open; mcdc 1/2\n}\n";
        assert_eq!(program_of(old), program_of(new));
        assert_ne!(program_of(old), program_of(&new.replace("&&", "||")));
    }
}
