//! What a suite is worth, seen from outside: compiled by `javac`, run by JUnit, counted by JaCoCo, its mutants run by PIT.

use super::pit::{self, Mutants};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;
use trine_frontend_jvm::{ClassPath, Jdk};
use trine_native::jdk::{Jars, JdkTools, Limits, Sources, Verdict, junit};
use trine_native::temporary::TemporaryFolder;

/// What the run of a suite may take.
const LIMITS: Limits = Limits { time: Duration::from_secs(120), heap_mib: 768 };

/// The tools.
pub(super) struct Judge {
    jdk: JdkTools,
    jars: Jars,
    /// The jars of PIT, where mutants are asked for.
    pit: Option<Vec<PathBuf>>,
}

/// What came of a suite.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Judged {
    /// Why it does not compile, if so.
    pub refused: Option<String>,
    /// Tests that were run.
    pub tests: usize,
    /// Those that failed, with why.
    pub failing: Vec<String>,
    /// Instructions: missed and covered.
    pub instruction: (u32, u32),
    /// Branches: missed and covered.
    pub branch: (u32, u32),
    /// Mutants, where they were run.
    pub mutants: Option<Mutants>,
    /// Why they have no result, where that is so.
    pub no_mutants: Option<String>,
}

impl Judge {
    /// Finds the tools; PIT is fetched unless it is not wanted.
    pub fn new(home: &Path, without_mutants: bool, keep: &Path) -> Result<Self> {
        let pit = match without_mutants {
            true => None,
            false => Some(pit::jars(keep).context("PIT cannot be had: --no-mutants leaves it out")?),
        };
        Ok(Self { jdk: JdkTools::at(home)?, jars: Jars::find()?, pit })
    }

    /// Judges the tests in the folder `tests` for `class`, which stands on `path`. A folder that is not there has no tests.
    pub fn judge(&self, tests: &Path, path: &[PathBuf], class: &str) -> Result<Judged> {
        let temporary = TemporaryFolder::new()?;
        let folder = temporary.path();
        let counted = self.classes_of(class, path, folder)?;
        let executed = folder.join("executed");
        let mut judged = Judged::default();
        let mut files = Vec::new();
        java_files(tests, &mut files);
        let into = folder.join("tests");
        if !files.is_empty() {
            self.run(&files, (path, &into), (&executed, folder), &mut judged)?;
        }
        // Without a run everything counts as missed.
        std::fs::OpenOptions::new().create(true).append(true).open(&executed)?;
        let report =
            self.jdk.coverage(&self.jars.report, &executed, std::slice::from_ref(&counted), folder)?;
        for class in &report.classes {
            for (name, into) in [("INSTRUCTION", &mut judged.instruction), ("BRANCH", &mut judged.branch)] {
                let counted = class.counters.get(name).copied().unwrap_or_default();
                *into = (into.0 + counted.missed, into.1 + counted.covered);
            }
        }
        if let Some(pit) = self.pit.as_ref().filter(|_| judged.tests > 0) {
            let names: Vec<String> = files.iter().filter_map(|file| class_name(tests, file)).collect();
            match pit::mutants(&self.jdk, (pit, &counted, path), (&into, &names), class, folder)? {
                Ok(mutants) => judged.mutants = Some(mutants),
                Err(why) => judged.no_mutants = Some(why),
            }
        }
        Ok(judged)
    }

    /// Compiles and runs `files`.
    fn run(
        &self,
        files: &[PathBuf],
        (path, into): (&[PathBuf], &Path),
        (executed, folder): (&Path, &Path),
        judged: &mut Judged,
    ) -> Result<()> {
        let sources = Sources {
            files: files.to_vec(),
            class_path: path.iter().chain([&self.jars.junit]).cloned().collect(),
            into: into.to_owned(),
            release: None,
        };
        let compiled = self.jdk.compile(&sources, folder)?;
        if !compiled.succeeded {
            let error = compiled.messages.iter().find(|message| message.contains("error"));
            judged.refused = Some(error.cloned().unwrap_or_else(|| "javac refuses it".to_owned()));
            return Ok(());
        }
        let suite = junit::Suite {
            tests: vec![into.to_owned()],
            class_path: path.to_vec(),
            executed: Some(executed.to_owned()),
            ..junit::Suite::default()
        };
        let run = self.jdk.test(&self.jars, &suite, folder, LIMITS)?;
        judged.tests = run.tests.len();
        for test in run.tests {
            if let Verdict::Failed { class, message } = test.verdict {
                let first = message.lines().next().unwrap_or_default();
                judged.failing.push(format!("{}: {class}: {first}", test.name));
            }
        }
        if judged.tests == 0 {
            judged.failing.push(format!("the JVM ended without results: {:?}", run.ending));
        }
        Ok(())
    }

    /// Copies `class` and those nested in it into a folder of their own: what JaCoCo counts.
    fn classes_of(&self, class: &str, path: &[PathBuf], folder: &Path) -> Result<PathBuf> {
        let opened = ClassPath::open(Jdk::open(&self.jdk.home)?, &path[..1])?;
        let name = class.replace('.', "/");
        let into = folder.join("counted");
        let nested = format!("{name}$");
        for one in opened.classes()?.iter().filter(|one| **one == name || one.starts_with(&nested)) {
            let content = opened.content(&format!("{one}.class"), false)?;
            let file = into.join(format!("{one}.class"));
            std::fs::create_dir_all(file.parent().context("a class without a folder")?)?;
            std::fs::write(file, content.context("a class that is listed and not there")?)?;
        }
        Ok(into)
    }
}

/// The name of the class that the source `file` below `root` holds.
fn class_name(root: &Path, file: &Path) -> Option<String> {
    let below = file.strip_prefix(root).ok()?.with_extension("");
    Some(below.to_str()?.replace('/', "."))
}

/// Sources below `folder`, in the order of their names.
fn java_files(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        match path.is_dir() {
            true => java_files(&path, into),
            false if path.extension().is_some_and(|extension| extension == "java") => into.push(path),
            false => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_named_by_where_they_stand() {
        let name = class_name(Path::new("/a/tests"), Path::new("/a/tests/com/acme/AccountTest.java"));
        assert_eq!(name.as_deref(), Some("com.acme.AccountTest"));
        assert_eq!(class_name(Path::new("/b"), Path::new("/a/T.java")), None);
    }
}
