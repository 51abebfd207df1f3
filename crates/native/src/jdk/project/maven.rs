//! Maven: libraries from its dependency plugin, folders from `pom.xml`.
//!
//! Folders are read where the pom names them by plain paths or below `${project.basedir}` and `${basedir}`; parents are not asked for them.
//! Not handled: folders that a profile or another property names.
//!
//! A module is asked alone first. Where that fails, since siblings that it uses are not in the local repository, it is asked through the
//! project around it, with its siblings compiled in the same run: only so does Maven take their classes from their folders.

use super::{Layout, Project, ProjectError};
use crate::TemporaryFolder;
use crate::jdk::xml::{Event, Reader};
use std::path::{Path, PathBuf};

/// The plugin that lists libraries, in a version that is known to do so.
const PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1";

/// What `pom.xml` says of folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pom {
    directory: Option<String>,
    output: Option<String>,
    source: Option<String>,
    test_source: Option<String>,
    modules: Vec<String>,
}

pub(super) fn build(project: &Project) -> Result<(), ProjectError> {
    run(project, &["compile".to_owned()])
}

/// Runs Maven for the project: alone, or through the project around it.
fn run(project: &Project, words: &[String]) -> Result<(), ProjectError> {
    let maven = |file: &Path, more: &[String]| {
        let (mut command, tool) = project.command("mvnw", "mvn");
        command.args(["-q", "-B", "-Dstyle.color=never", "-f"]).arg(file).args(more).args(words);
        project.run((command, tool)).map(|_| ())
    };
    let alone = maven(&project.file, &[]);
    if !matches!(alone, Err(ProjectError::Failed { .. })) {
        return alone;
    }
    match around(project) {
        Some((root, module)) => {
            let through = ["-pl".to_owned(), module, "-am".to_owned(), "compile".to_owned()];
            maven(&root, &through).or(alone)
        }
        None => alone,
    }
}

/// The outermost `pom.xml` around a module that names it, directly or through others, and the module as that one knows it.
fn around(project: &Project) -> Option<(PathBuf, String)> {
    let (mut inner, mut found) = (project.folder.clone(), None);
    for folder in project.folder.ancestors().skip(1) {
        let file = folder.join("pom.xml");
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let named = Pom::read(&text).modules;
        let is_inner = |module: &String| folder.join(module).canonicalize().is_ok_and(|path| path == inner);
        if !named.iter().any(is_inner) {
            break;
        }
        let module = project.folder.strip_prefix(folder).ok()?.display().to_string();
        (inner, found) = (folder.to_owned(), Some((file, module)));
    }
    found
}

pub(super) fn layout(project: &Project) -> Result<Layout, ProjectError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |error: std::io::Error| ProjectError::Io { path, reason: error.to_string() }
    };
    let text = std::fs::read_to_string(&project.file).map_err(io(&project.file))?;
    let pom = Pom::read(&text);
    let mut layout = pom.layout(&project.folder);
    if !pom.modules.is_empty() && !layout.sources.iter().any(|folder| folder.is_dir()) {
        return Err(ProjectError::Parent(project.file.clone(), pom.modules));
    }
    let folder = TemporaryFolder::new().map_err(io(&std::env::temp_dir()))?;
    let (paths, scopes) = (folder.path().join("paths"), folder.path().join("scopes"));
    let words = [
        format!("{PLUGIN}:build-classpath"),
        format!("{PLUGIN}:list"),
        format!("-Dmdep.outputFile={}", paths.display()),
        format!("-DoutputFile={}", scopes.display()),
        "-Dmdep.pathSeparator=:".to_owned(),
        "-DoutputAbsoluteArtifactFilename=true".to_owned(),
    ];
    // Through the project around it, each module writes these files: this one, which uses the others, as the last.
    run(project, &words)?;
    // A project without libraries may leave no file.
    let paths = std::fs::read_to_string(&paths).unwrap_or_default();
    let scopes = std::fs::read_to_string(&scopes).unwrap_or_default();
    for path in paths.trim().split(':').filter(|path| !path.is_empty()) {
        match is_of_tests(&scopes, path) {
            true => layout.test_libraries.push(path.into()),
            false => layout.libraries.push(path.into()),
        }
    }
    Ok(layout)
}

/// Whether the list of `group:artifact:type:version:scope:path` says that the library at `path` is for tests only.
fn is_of_tests(scopes: &str, path: &str) -> bool {
    scopes.lines().filter(|line| line.contains(path)).any(|line| line.contains(&format!(":test:{path}")))
}

impl Pom {
    fn read(xml: &str) -> Self {
        let mut pom = Self::default();
        let mut open: Vec<String> = Vec::new();
        for event in Reader::new(xml) {
            match event {
                Event::Start(name, _) => open.push(name.to_owned()),
                Event::End(_) => {
                    open.pop();
                }
                Event::Text(text) if !text.trim().is_empty() => {
                    let text = text.trim().to_owned();
                    let place: Vec<&str> = open.iter().map(String::as_str).collect();
                    match place[..] {
                        ["project", "build", "directory"] => pom.directory = Some(text),
                        ["project", "build", "outputDirectory"] => pom.output = Some(text),
                        ["project", "build", "sourceDirectory"] => pom.source = Some(text),
                        ["project", "build", "testSourceDirectory"] => pom.test_source = Some(text),
                        ["project", "modules", "module"] => pom.modules.push(text),
                        _ => {}
                    }
                }
                Event::Text(_) => {}
            }
        }
        pom
    }

    fn layout(&self, folder: &Path) -> Layout {
        let directory = place(folder, self.directory.as_deref(), None, "target");
        let of =
            |named: &Option<String>, usual: &str| place(folder, named.as_deref(), Some(&directory), usual);
        let output = self.output.as_ref().map_or_else(|| directory.join("classes"), |_| of(&self.output, ""));
        Layout {
            classes: vec![output],
            sources: vec![of(&self.source, "src/main/java")],
            test_sources: vec![of(&self.test_source, "src/test/java")],
            ..Layout::default()
        }
    }
}

/// The folder that the pom in `folder` names, or the usual one; `directory` is that of what is built.
fn place(folder: &Path, named: Option<&str>, directory: Option<&Path>, usual: &str) -> PathBuf {
    let Some(named) = named else { return folder.join(usual) };
    let base = folder.display().to_string();
    let mut text = named.replace("${project.basedir}", &base).replace("${basedir}", &base);
    if let Some(directory) = directory {
        text = text.replace("${project.build.directory}", &directory.display().to_string());
    }
    // What no plain path is left of is looked for where it usually is.
    if text.contains("${") { folder.join(usual) } else { folder.join(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_those_of_the_pom_or_the_usual_ones() {
        let usual = Pom::read("<project><build/></project>").layout(Path::new("/p"));
        assert_eq!(usual.classes, [Path::new("/p/target/classes")]);
        assert_eq!(usual.sources, [Path::new("/p/src/main/java")]);
        let named = Pom::read(concat!(
            "<project><build><directory>${basedir}/out</directory><sourceDirectory>src/java</sourceDirectory>",
            "<outputDirectory>${project.build.directory}/c</outputDirectory>",
            "<testSourceDirectory>${tests}</testSourceDirectory>",
            "<plugins><plugin><configuration><outputDirectory>no</outputDirectory></configuration></plugin></plugins>",
            "</build><modules><module>a</module></modules></project>"
        ));
        assert_eq!(named.modules, ["a"]);
        let layout = named.layout(Path::new("/p"));
        assert_eq!(layout.classes, [Path::new("/p/out/c")]);
        assert_eq!(layout.sources, [Path::new("/p/src/java")]);
        assert_eq!(layout.test_sources, [Path::new("/p/src/test/java")], "a property that nobody knows");
    }

    #[test]
    fn a_module_knows_the_project_around_it() {
        let folder = TemporaryFolder::new().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("services/core")).unwrap();
        folder.write("pom.xml", "<project><modules><module>services</module></modules></project>").unwrap();
        folder
            .write("services/pom.xml", "<project><modules><module>core</module></modules></project>")
            .unwrap();
        folder.write("services/core/pom.xml", "<project/>").unwrap();
        let core = Project::find(&root.join("services/core")).unwrap();
        assert_eq!(around(&core), Some((root.join("pom.xml"), "services/core".to_owned())));
        folder.write("pom.xml", "<project/>").unwrap();
        assert_eq!(around(&core), Some((root.join("services/pom.xml"), "core".to_owned())));
        folder.write("services/pom.xml", "<project/>").unwrap();
        assert_eq!(around(&core), None);
    }

    #[test]
    fn libraries_of_tests_are_told_by_their_scope() {
        let list = "\nThe following files have been resolved:\n   junit:junit:jar:4.13.2:test:/r/junit-4.13.2.jar -- module junit\n   a:b:jar:1:compile:/r/b-1.jar\n";
        assert!(is_of_tests(list, "/r/junit-4.13.2.jar"));
        assert!(!is_of_tests(list, "/r/b-1.jar"));
    }
}
