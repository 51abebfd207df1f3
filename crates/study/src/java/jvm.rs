//! Programs under the JVM of a JDK.

use super::{Behaviour, Subject};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs classes one after the other.
pub(super) const DRIVER: &str = include_str!("../../../jdk/tests/java/Driver.java");

/// The marks that the driver puts in front of a program's name, and of what it threw; longer than a character, which a
/// program may print.
const BEGINS: &str = "\u{1}program ";
const THREW: &str = "\u{2}threw ";

/// The tools of a JDK.
pub(crate) struct Tools {
    pub home: PathBuf,
    /// The name of its folder.
    pub name: String,
    release: u32,
}

impl Tools {
    pub fn new(home: &Path) -> Result<Self> {
        let told = std::fs::read_to_string(home.join("release"))
            .with_context(|| format!("`{}` is no JDK: it has no file `release`", home.display()))?;
        let version = told.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""));
        let release = version.and_then(|version| version.split(['.', '"', '-']).next()?.parse().ok());
        let name = home.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { home: home.to_owned(), name, release: release.context("a JDK without a version")? })
    }

    /// The releases to compile for: each is met by some JDK.
    pub fn releases(&self) -> Vec<u32> {
        match self.release {
            ..17 => vec![8, 11],
            17..21 => vec![8, 11, 17],
            21..25 => vec![21],
            _ => vec![21, 25],
        }
    }

    /// A tool of it.
    pub fn tool(&self, name: &str) -> Command {
        Command::new(self.home.join("bin").join(name))
    }

    /// Its compiler; that of an installed JDK, where it has none.
    fn compiler(&self) -> Result<Command> {
        let own = self.home.join("bin").join("javac");
        if own.is_file() {
            return Ok(Command::new(own));
        }
        let others = super::only_jdks(&[])?;
        let home = others.last().context("no compiler")?;
        Ok(Command::new(home.join("bin").join("javac")))
    }

    /// Compiles the programs into a folder; gives those that the compiler accepts.
    ///
    /// # Errors
    /// When one is refused that was written by hand.
    pub(super) fn compile<'s>(
        &self,
        subjects: &[&'s Subject],
        release: u32,
        folder: &Path,
    ) -> Result<(PathBuf, Vec<&'s Subject>)> {
        /// A refusal may hide others of other files.
        const ATTEMPTS: usize = 6;
        let mut accepted = subjects.to_vec();
        for _ in 0..ATTEMPTS {
            let Some(told) = self.refusal(&accepted, release, folder)? else {
                return Ok((folder.join("classes"), accepted));
            };
            let is_refused = |subject: &&Subject| {
                let file = format!("{}.java:", subject.name);
                subject.topic == super::programs::GENERATED
                    && told.lines().any(|line| line.starts_with(&file))
            };
            let before = accepted.len();
            accepted.retain(|subject| !is_refused(subject));
            ensure!(accepted.len() < before, "javac refuses a program:\n{}", beginning(&told));
            println!(
                "{} release {release}: javac refuses {} generated programs:",
                self.name,
                before - accepted.len()
            );
            println!("    {}", told.lines().next().unwrap_or_default());
        }
        anyhow::bail!("javac refuses programs again and again")
    }

    /// What the compiler says against the programs, if anything.
    fn refusal(&self, subjects: &[&Subject], release: u32, folder: &Path) -> Result<Option<String>> {
        let classes = folder.join("classes");
        std::fs::create_dir_all(&classes)?;
        let mut files = String::from("Driver.java\n");
        std::fs::write(folder.join("Driver.java"), DRIVER)?;
        for subject in subjects {
            let name = format!("{}.java", subject.name);
            std::fs::write(folder.join(&name), &subject.source)?;
            files.push_str(&name);
            files.push('\n');
        }
        std::fs::write(folder.join("files"), files)?;
        let mut javac = self.compiler()?;
        javac.args([
            "-g",
            "-nowarn",
            "-Xlint:none",
            "-proc:none",
            "-Xmaxerrs",
            "1000",
            "-encoding",
            "UTF-8",
            "-J-Xss8m",
            "-d",
        ]);
        javac.arg(&classes).args(["--release", &release.to_string(), "@files"]).current_dir(folder);
        let output = javac.output().context("javac does not start")?;
        let told = String::from_utf8_lossy(&output.stderr);
        Ok((!output.status.success()).then(|| told.into_owned()))
    }

    /// What each program does.
    pub(super) fn behaviours(
        &self,
        subjects: &[&Subject],
        classes: &Path,
        folder: &Path,
    ) -> Result<Vec<Behaviour>> {
        let mut together = self.together(subjects, classes, folder)?.into_iter();
        let one = |subject: &&Subject| match subject.exits {
            true => self.alone(subject, classes, folder),
            false => together.next().with_context(|| format!("`{}` did not run under java", subject.name)),
        };
        subjects.iter().map(one).collect()
    }

    fn java(&self, classes: &Path, folder: &Path, program: &[&str]) -> Result<Output> {
        let mut java = self.tool("java");
        java.args([
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-Dfile.encoding=UTF-8",
            "-Dstdout.encoding=UTF-8",
        ]);
        java.args(["-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC", "-cp"]).arg(classes);
        java.args(program).current_dir(folder).output().context("java does not start")
    }

    /// Runs all programs that do not exit in one JVM.
    fn together(&self, subjects: &[&Subject], classes: &Path, folder: &Path) -> Result<Vec<Behaviour>> {
        let names: Vec<&str> =
            subjects.iter().filter(|subject| !subject.exits).map(|subject| subject.name.as_str()).collect();
        let mut behaviours = Vec::with_capacity(names.len());
        for names in names.chunks(200) {
            let program: Vec<&str> = std::iter::once("Driver").chain(names.iter().copied()).collect();
            let output = self.java(classes, folder, &program)?;
            let told = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "java fails: {}", beginning(&told));
            let out = String::from_utf8_lossy(&output.stdout);
            for (part, name) in out.split(BEGINS).skip(1).zip(names) {
                let (begun, out) = part.split_once('\n').unwrap_or((part, ""));
                ensure!(begun == *name, "java ran `{begun}` instead of `{name}`");
                let (out, thrown) = match out.split_once(THREW) {
                    Some((out, thrown)) => (out, Some(thrown.trim_end().to_owned())),
                    None => (out, None),
                };
                behaviours.push(Behaviour { out: out.to_owned(), thrown, code: None });
            }
        }
        Ok(behaviours)
    }

    /// Runs a program in a JVM of its own.
    fn alone(&self, subject: &Subject, classes: &Path, folder: &Path) -> Result<Behaviour> {
        let output = self.java(classes, folder, &[&subject.name])?;
        Ok(Behaviour {
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            thrown: thrown(&String::from_utf8_lossy(&output.stderr)),
            code: output.status.code(),
        })
    }
}

/// The class and message of an exception that ended a program, by what it left on standard error.
pub(super) fn thrown(err: &str) -> Option<String> {
    let (_, told) = err.split_once("Exception in thread \"main\" ")?;
    let end = told.find("\n\tat ").or_else(|| told.find("\nCaused by")).unwrap_or(told.len());
    Some(told[..end].trim_end().to_owned())
}

fn beginning(text: &str) -> String {
    text.lines().take(12).collect::<Vec<_>>().join("\n")
}
