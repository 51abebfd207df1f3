//! Sources of Debian packages by name, with apt.
//!
//! The lists of source packages come from the archives that the machine itself uses for binary
//! packages; lists and downloads are kept in a private folder, so that nothing of the system's
//! own configuration changes. A package that is already unpacked is not fetched again.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Where sources are fetched to.
pub struct Archive {
    folder: PathBuf,
}

impl Archive {
    /// An archive in `folder`, which must be absolute.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder of the unpacked source of `package`.
    ///
    /// # Errors
    /// When it cannot be fetched or unpacked: what apt or dpkg said.
    pub fn source(&self, package: &str) -> Result<PathBuf> {
        let target = self.folder.join(package);
        let unpacked = target.join("source");
        if unpacked.is_dir() {
            return Ok(unpacked);
        }
        std::fs::create_dir_all(&target)?;
        self.update()?;
        self.download(package, &target)?;
        let description = file_with_extension(&target, "dsc")?;
        let partial = target.join("unpacking");
        let _ = std::fs::remove_dir_all(&partial);
        let mut unpack = Command::new("dpkg-source");
        unpack.args(["--no-check", "-x"]).arg(description).arg(&partial);
        run(&mut unpack).context("dpkg-source failed\n  = help: apt-get install dpkg-dev")?;
        std::fs::rename(&partial, &unpacked)?;
        Ok(unpacked)
    }

    /// Reads the lists of source packages, once.
    fn update(&self) -> Result<()> {
        let list = self.folder.join("sources.list");
        if list.is_file() {
            return Ok(());
        }
        std::fs::create_dir_all(self.folder.join("lists/partial"))?;
        std::fs::create_dir_all(self.folder.join("cache/archives/partial"))?;
        let draft = self.folder.join("sources.list.new");
        std::fs::write(&draft, source_entries()?)?;
        run(self.apt(&draft).arg("update"))?;
        Ok(std::fs::rename(&draft, &list)?)
    }

    /// Downloads without unpacking. A mirror may lack files of one release that another has: each is tried.
    fn download(&self, package: &str, target: &Path) -> Result<()> {
        let list = self.folder.join("sources.list");
        let text = std::fs::read_to_string(&list)?;
        let releases = text.lines().filter_map(|line| line.split(' ').nth(2));
        let mut failure = None;
        for release in std::iter::once(None).chain(releases.map(Some)) {
            let mut apt = self.apt(&list);
            apt.args(["source", "--download-only"]).current_dir(target);
            apt.args(release.map(|release| format!("--target-release={release}"))).arg(package);
            match run(&mut apt) {
                Ok(_) => return Ok(()),
                Err(error) => failure = failure.or(Some(error)),
            }
            for file in std::fs::read_dir(target)? {
                std::fs::remove_file(file?.path())?;
            }
        }
        Err(failure.unwrap_or_else(|| anyhow::anyhow!("no release")))
    }

    fn apt(&self, list: &Path) -> Command {
        let mut command = Command::new("apt-get");
        let options = [
            format!("Dir::Etc::sourcelist={}", list.display()),
            "Dir::Etc::sourceparts=-".to_owned(),
            format!("Dir::State::lists={}", self.folder.join("lists").display()),
            format!("Dir::Cache={}", self.folder.join("cache").display()),
            "APT::Sandbox::User=root".to_owned(),
        ];
        command.arg("-q").args(options.iter().flat_map(|option| ["-o", option]));
        command
    }
}

/// A `deb-src` line for each archive that the machine takes binary packages of Debian from.
fn source_entries() -> Result<String> {
    let mut command = Command::new("apt-get");
    command.args(["indextargets", "--format", "$(ORIGIN)|deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)"]);
    let output = run(command.arg("Created-By: Packages"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut entries: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("Debian|")).collect();
    entries.sort_unstable();
    entries.dedup();
    if entries.is_empty() {
        bail!("apt knows no archive of Debian\n  = help: apt-get update");
    }
    Ok(entries.join("\n") + "\n")
}

/// Runs to the end; what it wrote to standard error is the error.
fn run(command: &mut Command) -> Result<Output> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output)
}

fn file_with_extension(folder: &Path, extension: &str) -> Result<PathBuf> {
    let mut files = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    files
        .find(|path| path.extension().is_some_and(|found| found == extension))
        .with_context(|| format!("no .{extension} in {}", folder.display()))
}
