//! Finding a JDK.

use super::JdkError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where packages of Linux distributions install JDKs.
const INSTALLED: &str = "/usr/lib/jvm";

/// A JDK with its compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JdkTools {
    /// Its folder, without symbolic links.
    pub home: PathBuf,
    /// Its feature release: 17, 25.
    pub release: u32,
}

impl JdkTools {
    /// The JDK in the folder `home`.
    ///
    /// # Errors
    /// When the folder has no file `release`, or lacks `java` or `javac`.
    pub fn at(home: &Path) -> Result<Self, JdkError> {
        let no = |reason: &str| JdkError::NotAJdk { home: home.to_owned(), reason: reason.to_owned() };
        let home = home.canonicalize().map_err(|error| no(&error.to_string()))?;
        let told =
            std::fs::read_to_string(home.join("release")).map_err(|_| no("it has no file `release`"))?;
        let version = told.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
        let release = version.and_then(|version| version.split(['.', '"', '-', '+']).next()?.parse().ok());
        let release = release.ok_or_else(|| no("its file `release` names no version"))?;
        for tool in ["java", "javac"] {
            if !home.join("bin").join(tool).is_file() {
                return Err(no(&format!("it has no `bin/{tool}`")));
            }
        }
        Ok(Self { home, release })
    }

    /// The JDK that `JAVA_HOME` names, or else that of the `javac` on the path, or else the newest one installed.
    ///
    /// # Errors
    /// When `JAVA_HOME` names no JDK, or there is none.
    pub fn find() -> Result<Self, JdkError> {
        if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            return Self::at(Path::new(&home));
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path = std::env::split_paths(&path).find_map(|folder| {
            let javac = folder.join("javac").canonicalize().ok()?;
            Self::at(javac.parent()?.parent()?).ok()
        });
        on_path.or_else(|| Self::installed().pop()).ok_or(JdkError::NoJdk)
    }

    /// The JDKs that are installed, by release.
    #[must_use]
    pub fn installed() -> Vec<Self> {
        let entries = std::fs::read_dir(INSTALLED).into_iter().flatten();
        let mut found: Vec<Self> = entries.filter_map(|entry| Self::at(&entry.ok()?.path()).ok()).collect();
        found.sort_by(|one, other| (one.release, &one.home).cmp(&(other.release, &other.home)));
        found.dedup();
        found
    }

    /// A tool of it, `java` or `javac`, with an environment of its own: what the user has set for Java does not count.
    #[must_use]
    pub fn command(&self, tool: &str) -> Command {
        let mut command = Command::new(self.home.join("bin").join(tool));
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LANG", "C.UTF-8").env("JAVA_HOME", &self.home);
        command
    }
}
