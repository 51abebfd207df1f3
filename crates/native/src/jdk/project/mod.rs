//! A Maven or Gradle project: where its classes, sources and libraries are, asked from the build tool itself.
//!
//! | asked | Maven | Gradle |
//! |---|---|---|
//! | libraries | `dependency:build-classpath`, with the scope of each from `dependency:list` | source sets, by an init script |
//! | folders | `pom.xml`, or the usual ones | source sets |
//! | built on request | `compile` | `classes` |
//!
//! A wrapper in the project's folder or one around it (`mvnw`, `gradlew`) is preferred to the command on the path.

mod gradle;
mod maven;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use thiserror::Error;

/// The kind of a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildTool {
    /// `pom.xml`.
    Maven,
    /// `build.gradle`, `build.gradle.kts`.
    Gradle,
}

/// A project of a build tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// Its folder, absolute.
    pub folder: PathBuf,
    /// What describes it.
    pub file: PathBuf,
    /// Who builds it.
    pub tool: BuildTool,
}

/// Where the parts of a project are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Folders of its compiled classes.
    pub classes: Vec<PathBuf>,
    /// Libraries that its classes use.
    pub libraries: Vec<PathBuf>,
    /// Libraries that only its tests use.
    pub test_libraries: Vec<PathBuf>,
    /// Folders of its sources.
    pub sources: Vec<PathBuf>,
    /// Folders of the sources of its tests.
    pub test_sources: Vec<PathBuf>,
}

/// Why nothing is known of a project.
#[derive(Debug, Error)]
pub enum ProjectError {
    /// It is not there.
    #[error("`{}` is not there", .0.display())]
    Missing(PathBuf),
    /// A folder or file is none of a project.
    #[error("`{}` is no project: neither pom.xml nor build.gradle nor build.gradle.kts", .0.display())]
    NoProject(PathBuf),
    /// A parent project, without classes of its own.
    #[error("`{}` has no classes of its own: it is the parent of {}", .0.display(), .1.join(", "))]
    Parent(PathBuf, Vec<String>),
    /// The build tool is not installed.
    #[error("`{tool}` cannot be run for `{}`: {reason}", file.display())]
    NoTool {
        /// Its command.
        tool: String,
        /// What describes the project.
        file: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The build tool failed.
    #[error("{tool} fails for `{}`:\n{told}", file.display())]
    Failed {
        /// Its command.
        tool: String,
        /// What describes the project.
        file: PathBuf,
        /// What it said.
        told: String,
    },
    /// A file cannot be read or written.
    #[error("`{}`: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

impl ProjectError {
    /// The next step for whoever meets the error.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Missing(_) => "check the path behind -p".to_owned(),
            Self::NoProject(_) => {
                "name a pom.xml or build.gradle, or its folder; otherwise name the class path with -cp"
                    .to_owned()
            }
            Self::Parent(path, modules) => {
                let first = modules.first().map_or("MODULE", String::as_str);
                let folder = if path.is_dir() { path.as_path() } else { path.parent().unwrap_or(path) };
                format!("name one of its modules: -p {}", folder.join(first).display())
            }
            Self::NoTool { tool, .. } => {
                format!("install {tool}, or name the class path with -cp")
            }
            Self::Failed { .. } => {
                "see to it that the build tool does its work, or name the class path with -cp".to_owned()
            }
            Self::Io { .. } => "check the path, and that you may read it".to_owned(),
        }
    }
}

impl Project {
    /// The project that `path` describes: its file, or the folder with one.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(path: &Path) -> Result<Self, ProjectError> {
        let there = path.canonicalize().map_err(|_| ProjectError::Missing(path.to_owned()))?;
        let named = |folder: &Path, name: &str| Some(folder.join(name)).filter(|file| file.is_file());
        let file = if there.is_dir() {
            let names = ["pom.xml", "build.gradle", "build.gradle.kts"];
            names.iter().find_map(|name| named(&there, name))
        } else {
            Some(there)
        };
        let none = || ProjectError::NoProject(path.to_owned());
        let file = file.ok_or_else(none)?;
        let tool = match file.file_name().and_then(|name| name.to_str()).unwrap_or_default() {
            name if name.ends_with(".gradle") || name.ends_with(".gradle.kts") => BuildTool::Gradle,
            name if name.ends_with(".xml") || name.ends_with(".pom") => BuildTool::Maven,
            _ => return Err(none()),
        };
        let folder = file.parent().map_or_else(|| PathBuf::from("/"), Path::to_owned);
        Ok(Self { folder, file, tool })
    }

    /// Has the build tool compile the project's classes.
    ///
    /// # Errors
    /// When it cannot, with what it said.
    pub fn build(&self) -> Result<(), ProjectError> {
        match self.tool {
            BuildTool::Maven => maven::build(self),
            BuildTool::Gradle => gradle::build(self),
        }
    }

    /// Where its parts are.
    ///
    /// # Errors
    /// When the build tool cannot tell, with what it said.
    pub fn layout(&self) -> Result<Layout, ProjectError> {
        match self.tool {
            BuildTool::Maven => maven::layout(self),
            BuildTool::Gradle => gradle::layout(self),
        }
    }

    /// The command of the build tool: the wrapper nearest to the project, or what is on the path.
    fn command(&self, wrapper: &str, name: &str) -> (Command, String) {
        let near = self.folder.ancestors().take(4).map(|folder| folder.join(wrapper));
        let found = near.into_iter().find(|path| path.is_file());
        let tool = found.as_ref().map_or_else(|| name.to_owned(), |path| path.display().to_string());
        let mut command = Command::new(found.unwrap_or_else(|| PathBuf::from(name)));
        command.current_dir(&self.folder).stdin(Stdio::null());
        (command, tool)
    }

    /// Runs the build tool to its end.
    fn run(&self, (mut command, tool): (Command, String)) -> Result<Output, ProjectError> {
        let file = || self.file.clone();
        let output = command.output().map_err(|error| ProjectError::NoTool {
            tool: tool.clone(),
            file: file(),
            reason: error.to_string(),
        })?;
        if output.status.success() {
            return Ok(output);
        }
        let said = [&output.stdout[..], &output.stderr[..]].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        let lines = said.lines().filter(|line| !line.trim().is_empty()).take(12);
        let told = lines.map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n");
        Err(ProjectError::Failed { tool, file: file(), told })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TemporaryFolder;

    #[test]
    fn a_project_is_found_by_its_file_or_folder() {
        let folder = TemporaryFolder::new().unwrap();
        let root = folder.path();
        assert!(matches!(Project::find(root), Err(ProjectError::NoProject(_))));
        assert!(matches!(Project::find(&root.join("x")), Err(ProjectError::Missing(_))));
        let gradle = folder.write("build.gradle.kts", "").unwrap();
        assert_eq!(Project::find(root).unwrap().tool, BuildTool::Gradle);
        let pom = folder.write("pom.xml", "<project/>").unwrap();
        assert_eq!(Project::find(root).unwrap().tool, BuildTool::Maven);
        assert_eq!(Project::find(&gradle).unwrap().tool, BuildTool::Gradle);
        assert_eq!(Project::find(&pom).unwrap().folder, root);
        let other = folder.write("notes.txt", "").unwrap();
        assert!(matches!(Project::find(&other), Err(ProjectError::NoProject(_))));
    }
}
