//! `-p`: what the build tool of a project says of it becomes settings.

use crate::args::JavaArgs;
use crate::failure::Failure;
use std::path::{Path, PathBuf};
use trine_campaign::java::Settings;
use trine_native::jdk::{Layout, Project, ProjectError};

const NOTHING: &str = "nothing was tested";

/// Adds to `settings` what the project of `args` says, where one is named; what `-cp` names comes behind it.
///
/// # Errors
/// When there is no project, its build tool fails, or its classes are not compiled.
pub fn apply(args: &JavaArgs, settings: &mut Settings) -> Result<(), Failure> {
    let Some(path) = &args.project else { return Ok(()) };
    let project = Project::find(path).map_err(|error| failure(&error))?;
    if args.build {
        project.build().map_err(|error| failure(&error))?;
    }
    let layout = project.layout().map_err(|error| failure(&error))?;
    let Layout { classes, libraries, test_libraries, sources, test_sources } = layout;
    let compiled: Vec<PathBuf> =
        classes.iter().filter(|folder| has_classes(folder)).map(|folder| plain(folder)).collect();
    if compiled.is_empty() {
        let folders = classes.iter().map(|folder| plain(folder).display().to_string());
        let what = format!("there are no compiled classes in `{}`", folders.collect::<Vec<_>>().join("`, `"));
        return Err(Failure::input(what, NOTHING, "compile the project, or have it compiled with --build"));
    }
    if args.into_project {
        let named = test_sources.first().map(|folder| plain(folder));
        settings.tests_into = Some(named.unwrap_or_else(|| plain(&project.folder.join("src/test/java"))));
    }
    let given = std::mem::take(&mut settings.class_path);
    settings.class_path =
        compiled.iter().cloned().chain(libraries.into_iter().filter(|path| path.exists())).collect();
    if !args.class_path.is_empty() {
        settings.class_path.extend(given);
    }
    settings.own = compiled;
    settings.test_libraries = test_libraries;
    settings.sources = sources.iter().map(|folder| plain(folder)).collect();
    Ok(())
}

/// A path as a user in the present folder would write it.
fn plain(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    match here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned)) {
        Some(below) if !below.as_os_str().is_empty() => below,
        _ => path.to_owned(),
    }
}

/// Whether there is a class file in `folder` or below.
fn has_classes(folder: &Path) -> bool {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|end| end == "class") {
                return true;
            }
            // A link may lead around in circles.
            if entry.file_type().is_ok_and(|ty| ty.is_dir()) {
                open.push(path);
            }
        }
    }
    false
}

fn failure(error: &ProjectError) -> Failure {
    Failure::input(error.to_string(), NOTHING, error.help())
}
