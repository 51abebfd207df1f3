//! `javac` and the frameworks' own runners, in a temporary folder.

use std::path::{Path, PathBuf};
use std::process::Command;
use trine_emit::junit::{Framework, Written};

/// The jars that tests compile and run with, from Maven's local repository, where `scripts/setup.sh --tests` puts them.
fn jars(framework: Framework) -> Vec<PathBuf> {
    let repository = PathBuf::from(std::env::var_os("HOME").expect("a home folder")).join(".m2/repository");
    let names: &[&str] = match framework {
        Framework::JUnit5 => &[
            "org/junit/platform/junit-platform-console-standalone/1.11.4/junit-platform-console-standalone-1.11.4.jar",
        ],
        Framework::JUnit4 => {
            &["junit/junit/4.13.2/junit-4.13.2.jar", "org/hamcrest/hamcrest-core/1.3/hamcrest-core-1.3.jar"]
        }
        Framework::TestNg => &[
            "org/testng/testng/7.5.1/testng-7.5.1.jar",
            "com/beust/jcommander/1.78/jcommander-1.78.jar",
            "org/slf4j/slf4j-api/1.7.36/slf4j-api-1.7.36.jar",
            "org/webjars/jquery/3.5.1/jquery-3.5.1.jar",
        ],
    };
    let jars: Vec<PathBuf> =
        names.iter().map(|name| repository.join(name)).filter(|jar| jar.exists()).collect();
    assert!(
        !jars.is_empty(),
        "no jars of {framework} in {}: run scripts/setup.sh --tests",
        repository.display()
    );
    jars
}

/// Compiles `sources` (path and text) and the written tests without any warning, runs the tests, and says how many passed.
pub fn run(sources: &[(&str, &str)], written: &[&Written], framework: Framework, release: u32) -> usize {
    let folder = std::env::temp_dir().join(format!(
        "trine-emitted-java-{}-{framework}-{}",
        std::process::id(),
        unique()
    ));
    let result = run_in(&folder, sources, written, framework, release);
    std::fs::remove_dir_all(&folder).ok();
    result
}

fn unique() -> usize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn run_in(
    folder: &Path,
    sources: &[(&str, &str)],
    written: &[&Written],
    framework: Framework,
    release: u32,
) -> usize {
    let classes = folder.join("classes");
    let jars = jars(framework);
    let path = |jars: &[PathBuf]| {
        let all: Vec<String> = jars.iter().chain([&classes]).map(|path| path.display().to_string()).collect();
        all.join(":")
    };
    let store = |name: &str, text: &str| {
        let file = folder.join("src").join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("folders are made");
        std::fs::write(&file, text).expect("files are written");
        file
    };
    let mains: Vec<PathBuf> = sources.iter().map(|(name, text)| store(name, text)).collect();
    let tests: Vec<PathBuf> = written.iter().map(|written| store(&written.path, &written.text)).collect();
    compile(&[], &mains, &classes, &path(&jars), 17);
    let strict = ["-Xlint:all,-options,-classfile,-path", "-Werror", "-proc:none"];
    let all: Vec<String> = written.iter().map(|written| written.text.clone()).collect();
    compile_with_text(&strict, &tests, &classes, &path(&jars), release, &all.join("\n"));
    let names: Vec<String> =
        written.iter().map(|written| written.path.trim_end_matches(".java").replace('/', ".")).collect();
    execute(framework, &path(&jars), &names, folder)
}

fn compile(options: &[&str], files: &[PathBuf], classes: &Path, path: &str, release: u32) {
    compile_with_text(options, files, classes, path, release, "");
}

fn compile_with_text(
    options: &[&str],
    files: &[PathBuf],
    classes: &Path,
    path: &str,
    release: u32,
    text: &str,
) {
    let mut command = Command::new("javac");
    command
        .args(["-d"])
        .arg(classes)
        .args(["-cp", path, "--release", &release.to_string(), "-parameters"])
        .args(options)
        .args(files);
    let output = command.output().expect("javac runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.trim().is_empty(), "javac says:\n{errors}\n{text}");
}

fn execute(framework: Framework, path: &str, names: &[String], folder: &Path) -> usize {
    let mut command = Command::new("java");
    command.current_dir(folder).arg("-Xmx512m");
    match framework {
        Framework::JUnit5 => {
            let console = path.split(':').next().expect("the console's jar");
            command.args([
                "-jar",
                console,
                "execute",
                "--disable-banner",
                "--details=summary",
                "--disable-ansi-colors",
                "-cp",
                path,
            ]);
            for name in names {
                command.args(["--select-class", name]);
            }
        }
        Framework::JUnit4 => {
            command.args(["-cp", path, "org.junit.runner.JUnitCore"]).args(names);
        }
        Framework::TestNg => {
            command.args([
                "-cp",
                path,
                "org.testng.TestNG",
                "-usedefaultlisteners",
                "false",
                "-testclass",
                &names.join(","),
            ]);
        }
    }
    let output = command.output().expect("java runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    passed(framework, &text)
}

/// How many tests passed, as the runner's summary says.
fn passed(framework: Framework, text: &str) -> usize {
    let number_before = |mark: &str| {
        text.lines().find(|line| line.contains(mark)).and_then(|line| {
            let before = line.split(mark).next()?;
            before.split(|c: char| !c.is_ascii_digit()).rfind(|word| !word.is_empty())?.parse().ok()
        })
    };
    let after = |mark: &str| {
        let rest = text.split(mark).nth(1)?;
        rest.trim_start_matches([':', ' ', ',']).split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    match framework {
        Framework::JUnit5 => number_before(" tests successful"),
        Framework::JUnit4 => number_before(" test"),
        Framework::TestNg => after("Passes").or_else(|| after("Total tests run")),
    }
    .unwrap_or_else(|| panic!("no count of tests in:\n{text}"))
}
