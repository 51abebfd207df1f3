//! Which packages and units a campaign takes, and where their sources are.

use super::fetch::Archive;
use super::packages::{PACKAGES, Package};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Options of campaigns on units of packages.
#[derive(Debug, clap::Args)]
pub struct Choice {
    /// Only these packages.
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    packages: Vec<String>,
    /// Only units whose path contains this.
    #[arg(long, value_name = "TEXT")]
    unit: Option<String>,
    /// At most so many functions per unit.
    #[arg(long, value_name = "N")]
    pub functions: Option<usize>,
    /// Folder for sources and results.
    #[arg(long, default_value = "target/corpus")]
    folder: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

impl Choice {
    /// The folder, made if need be, as an absolute path.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn folder(&self) -> Result<PathBuf> {
        std::fs::create_dir_all(&self.folder)?;
        Ok(self.folder.canonicalize()?)
    }

    /// The `trine` command.
    ///
    /// # Errors
    /// When there is none.
    pub fn trine(&self) -> Result<PathBuf> {
        let program = match &self.trine {
            Some(program) => program.clone(),
            None => std::env::current_exe()?.with_file_name("trine"),
        };
        program.canonicalize().with_context(|| {
            format!("no `{}`\n  = help: cargo build --release -p trine-cli", program.display())
        })
    }

    /// The packages.
    ///
    /// # Errors
    /// When one is asked for that is not there.
    pub fn packages(&self) -> Result<Vec<&'static Package>> {
        if let Some(unknown) =
            self.packages.iter().find(|name| !PACKAGES.iter().any(|package| package.name == **name))
        {
            bail!(
                "no package `{unknown}`: there are {}",
                PACKAGES.each_ref().map(|package| package.name).join(", ")
            );
        }
        let wanted = |package: &&Package| {
            self.packages.is_empty() || self.packages.iter().any(|name| name == package.name)
        };
        Ok(PACKAGES.iter().filter(wanted).collect())
    }

    /// The units of `package`.
    pub fn units(&self, package: &'static Package) -> impl Iterator<Item = &'static str> {
        let text = self.unit.clone().unwrap_or_default();
        package.units.iter().copied().filter(move |unit| unit.contains(&text))
    }
}

/// The source folder of `package`, fetched and set up if need be.
///
/// # Errors
/// When it cannot be fetched, or `configure` fails.
pub fn source(package: &Package, archive: &Archive) -> Result<PathBuf> {
    let source = archive.source(package.name).with_context(|| format!("package {}", package.name))?;
    set_up(package, &source).with_context(|| format!("package {}", package.name))?;
    Ok(source)
}

/// Writes configuration files and runs `configure`, once.
fn set_up(package: &Package, source: &Path) -> Result<()> {
    for (path, content) in package.files {
        let path = source.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(source))?;
        std::fs::write(path, content)?;
    }
    let done = source.join("trine-configured");
    if package.configure && !done.exists() {
        let configure =
            Command::new("sh").arg("./configure").current_dir(source).stdin(Stdio::null()).output()?;
        if !configure.status.success() {
            bail!("configure: {}", String::from_utf8_lossy(&configure.stderr).trim());
        }
        std::fs::write(done, "")?;
    }
    Ok(())
}
