//! Gradle: everything from the source sets of the project, which an init script writes down.

use super::{Layout, Project, ProjectError};
use crate::TemporaryFolder;
use std::path::Path;

/// The task that the init script adds.
const TASK: &str = "trineLayout";
/// The variable that names the file it writes.
const FILE: &str = "TRINE_LAYOUT";

/// Adds a task to each project with source sets, which writes one line for each folder and library: `classes=/p/build/classes/java/main`.
/// Source sets are asked for as a property: before Gradle 4.10 they are none of the extensions.
const SCRIPT: &str = r#"allprojects {
    afterEvaluate { project ->
        def sets = project.hasProperty('sourceSets') ? project.property('sourceSets') : null
        if (sets != null && sets.findByName('main') != null) {
            def main = sets.getByName('main')
            def test = sets.findByName('test')
            project.tasks.create('trineLayout') {
                doLast {
                    def lines = []
                    main.output.classesDirs.each { lines << "classes=${it}" }
                    main.compileClasspath.each { lines << "library=${it}" }
                    main.runtimeClasspath.each { lines << "library=${it}" }
                    main.allJava.srcDirs.each { lines << "source=${it}" }
                    if (test != null) {
                        test.compileClasspath.each { lines << "test-library=${it}" }
                        test.runtimeClasspath.each { lines << "test-library=${it}" }
                        test.allJava.srcDirs.each { lines << "test-source=${it}" }
                    }
                    new File('@FILE@').text = lines.join('\n')
                }
            }
        }
    }
}
"#;

pub(super) fn build(project: &Project) -> Result<(), ProjectError> {
    let (mut command, tool) = project.command("gradlew", "gradle");
    command.args(["--quiet", "--console=plain", "classes"]);
    project.run((command, tool)).map(|_| ())
}

pub(super) fn layout(project: &Project) -> Result<Layout, ProjectError> {
    let io = |path: &Path, error: &std::io::Error| ProjectError::Io {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let folder = TemporaryFolder::new().map_err(|error| io(&std::env::temp_dir(), &error))?;
    let written = folder.path().join("layout");
    // A daemon that runs already may not see the variables of who asks it.
    let text = SCRIPT.replace("@FILE@", &literal(&written));
    let script = folder.write("layout.gradle", &text).map_err(|error| io(folder.path(), &error))?;
    let (mut command, tool) = project.command("gradlew", "gradle");
    command.args(["--quiet", "--console=plain", "--init-script"]).arg(&script);
    // The task of this project alone, not of those below it; a cache of its tasks knows nothing of a script.
    command.args(["-Dorg.gradle.configuration-cache=false", "-Dorg.gradle.configureondemand=false"]);
    command.arg(TASK).env(FILE, &written);
    project.run((command, tool))?;
    let text = std::fs::read_to_string(&written).map_err(|error| io(&written, &error))?;
    Ok(read(&text))
}

/// A path inside of a Groovy text between single quotes.
fn literal(path: &Path) -> String {
    path.display().to_string().replace('\\', "\\\\").replace('\'', "\\'")
}

/// The layout that the script wrote down.
fn read(text: &str) -> Layout {
    let mut layout = Layout::default();
    for line in text.lines() {
        let Some((kind, path)) = line.split_once('=') else { continue };
        let into = match kind {
            "classes" => &mut layout.classes,
            "library" => &mut layout.libraries,
            "test-library" => &mut layout.test_libraries,
            "source" => &mut layout.sources,
            "test-source" => &mut layout.test_sources,
            _ => continue,
        };
        let path = Path::new(path).to_owned();
        if !into.contains(&path) {
            into.push(path);
        }
    }
    // The class path of tests holds everything else, too, and what tests are compiled to.
    let known: Vec<_> = layout.classes.iter().chain(&layout.libraries).cloned().collect();
    layout.test_libraries.retain(|path| !known.contains(path) && path.is_file());
    // A class path lists folders of resources that need not be there.
    layout.libraries.retain(|path| !layout.classes.contains(path) && path.exists());
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_script_writes_is_read_back() {
        let folder = TemporaryFolder::new().unwrap();
        let jar = |name: &str| folder.write(name, "").unwrap().display().to_string();
        let (a, junit) = (jar("a.jar"), jar("junit.jar"));
        let text = format!(
            "classes=/p/classes\nlibrary={a}\nlibrary=/p/resources\nlibrary={a}\nsource=/p/src\ntest-library=/p/classes\ntest-library={a}\ntest-library={junit}\ntest-source=/p/test\nother=1\n"
        );
        let layout = read(&text);
        assert_eq!(layout.classes, [Path::new("/p/classes")]);
        assert_eq!(layout.libraries, [Path::new(&a)]);
        assert_eq!(layout.test_libraries, [Path::new(&junit)]);
        assert_eq!(layout.test_sources, [Path::new("/p/test")]);
    }
}
