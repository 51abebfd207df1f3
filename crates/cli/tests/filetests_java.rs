//! Every Java filetest: compiled, tested by the command, and its tests compiled once more with all warnings as errors.
//!
//! Starting compilers and JVMs for each case would take most of the time. So all cases are compiled at once, each in a package of
//! its own, one command tests all that have the same options, and all emitted tests are compiled at once. A case that is not
//! as expected then is run alone, and what it does alone is what is reported.
//!
//! `TRINE_CASE=part/of/a/name` runs some cases only. Folders of failed runs are kept below `target/tmp/filetests-java`.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{TRINE, finish_within, on_all_cores, workspace};
use trine_filetests::java::files_with_extension;
use trine_filetests::{JavaCase, JavaOutcome, cases_folder};
use trine_native::jdk::{Jars, JdkTools};

/// No run may take longer: of one case, and of all.
const LIMIT: Duration = Duration::from_secs(240);
const LIMIT_OF_ALL: Duration = Duration::from_secs(1200);
/// How emitted tests are compiled.
const STRICT: [&str; 5] =
    ["-Xlint:all,-classfile,-path", "-Werror", "-Xmaxwarns", "10000", "-Xdiags:compact"];

/// Where cases are run.
struct Place {
    tools: JdkTools,
    junit: PathBuf,
    root: PathBuf,
}

#[test]
fn every_java_case_comes_out_as_its_lines_say() {
    let wanted = std::env::var("TRINE_CASE").unwrap_or_default();
    let mut cases = JavaCase::read_all(&cases_folder()).unwrap_or_else(|error| panic!("{error}"));
    cases.retain(|case| case.name.contains(&wanted));
    let place = Place {
        tools: JdkTools::find().unwrap_or_else(|error| panic!("{error}")),
        junit: Jars::find().unwrap_or_else(|error| panic!("{error}")).junit,
        root: Path::new(env!("CARGO_TARGET_TMPDIR")).join("filetests-java"),
    };
    // What an earlier run left there; there may be nothing.
    let _ = std::fs::remove_dir_all(&place.root);
    let started = Instant::now();
    let (suspects, mut failures) = place.suspects(&cases).unwrap_or_else(|error| {
        // Which case is to blame shows when each is run alone.
        ((0..cases.len()).collect(), vec![error])
    });
    let alone: Vec<&JavaCase> = suspects.iter().map(|&at| &cases[at]).collect();
    let run = |case: &&JavaCase| place.failure(case);
    failures.extend(on_all_cores(&alone, run).into_iter().flatten());
    let (count, seconds) = (cases.len(), started.elapsed().as_secs());
    let _ = writeln!(
        std::io::stderr(),
        "java filetests: {count} cases, {} of them also alone, {} failures, {seconds} s",
        alone.len(),
        failures.len()
    );
    assert!(failures.is_empty(), "not all of {count} cases are as expected:\n\n{}", failures.join("\n"));
    let _ = std::fs::remove_dir_all(&place.root);
}

impl Place {
    /// Runs all cases together: gives those that are not as expected, and what is wrong beside them.
    fn suspects(&self, cases: &[JavaCase]) -> Result<(BTreeSet<usize>, Vec<String>), String> {
        let folder = self.root.join("all");
        let (mut together, mut sources) = (Vec::new(), Vec::new());
        for case in cases {
            let text = std::fs::read_to_string(&case.path).map_err(|error| error.to_string())?;
            let (case, text) = case.in_own_package(&text);
            let source = source_in(&folder.join("src").join(case.package().replace('.', "/")), &case);
            let parent = source.parent().unwrap_or(&folder);
            std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
            if source.exists() {
                return Err(format!("{} is the class of two cases", case.class));
            }
            std::fs::write(&source, text).map_err(|error| error.to_string())?;
            sources.push(source);
            together.push(case);
        }
        let classes = folder.join("classes");
        self.compile(&[], &classes, &classes, &sources)?;
        let mut groups: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        for (at, case) in together.iter().enumerate() {
            groups.entry(case.options()).or_default().push(at);
        }
        let (mut suspects, mut failures, mut tests) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
        for (number, (options, members)) in groups.iter().enumerate() {
            let out = folder.join(format!("out-{number}"));
            let group: Vec<JavaCase> = members.iter().map(|&at| together[at].clone()).collect();
            let said = run_all(&group, &classes, options, &out)?;
            let outcomes = JavaOutcome::read_each(&out, &group)
                .map_err(|error| format!("{error}; the command said: {said}"))?;
            failures.extend(group_failure(&outcomes, &out, &said));
            for ((&at, case), outcome) in members.iter().zip(&group).zip(&outcomes) {
                if !case.mismatches(outcome).is_empty() || outcome.run.units.len() != 1 {
                    suspects.insert(at);
                }
                let mut files = Vec::new();
                let of_case = out.join("tests").join(case.package().replace('.', "/"));
                // There is none without tests.
                let _ = files_with_extension(&of_case, "java", &mut files);
                tests.extend(files.into_iter().map(|file| (file, at)));
            }
        }
        let (of_strict, failure) = self.warned(&tests, &classes, &folder);
        suspects.extend(of_strict);
        failures.extend(failure);
        Ok((suspects, failures))
    }

    /// Compiles all emitted tests: the cases whose tests draw a message, and what was said where it names none.
    fn warned(
        &self,
        tests: &BTreeMap<PathBuf, usize>,
        classes: &Path,
        folder: &Path,
    ) -> (BTreeSet<usize>, Option<String>) {
        let files: Vec<PathBuf> = tests.keys().cloned().collect();
        let path = std::env::join_paths([classes, &self.junit]).unwrap_or_default();
        let told = self.compile(&STRICT, Path::new(&path), &folder.join("test-classes"), &files).err();
        let is_named =
            |file: &Path| told.as_ref().is_some_and(|told| told.contains(&format!("{}:", file.display())));
        let named: BTreeSet<usize> =
            tests.iter().filter(|(file, _)| is_named(file)).map(|(_, &at)| at).collect();
        let failure = told.clone().filter(|_| named.is_empty());
        (named, failure)
    }

    /// What is not as it must be when a case is run alone; `None` when all is well.
    fn failure(&self, case: &JavaCase) -> Option<String> {
        let folder = self.root.join(case.name.replace('/', "-"));
        let wrong = self.mismatches(case, &folder).unwrap_or_else(|error| vec![error]);
        if wrong.is_empty() {
            return None;
        }
        let replay = case.arguments(&folder.join("classes")).join(" ");
        let path = case.path.strip_prefix(workspace()).unwrap_or(&case.path).display();
        Some(format!("{path}\n  {}\n  replay: trine {replay}\n", wrong.join("\n  ")))
    }

    fn mismatches(&self, case: &JavaCase, folder: &Path) -> Result<Vec<String>, String> {
        let (classes, out) = (folder.join("classes"), folder.join("out"));
        std::fs::create_dir_all(&classes).map_err(|error| error.to_string())?;
        let source = source_in(folder, case);
        std::fs::copy(&case.path, &source).map_err(|error| error.to_string())?;
        self.compile(&[], &classes, &classes, &[source])?;
        let mut command = Command::new(TRINE);
        command.args(case.arguments(&classes)).arg("--quiet").arg("--out").arg(&out);
        let output = finish_within(&mut command, LIMIT)
            .ok_or_else(|| format!("no end within {} s", LIMIT.as_secs()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let outcome =
            JavaOutcome::read(&out).map_err(|error| format!("{error}; the command said: {said}"))?;
        let mut wrong = case.mismatches(&outcome);
        let code = output.status.code().unwrap_or(-1);
        if code != 0 && code != 2 {
            wrong.push(format!("exit code {code}: {said}"));
        }
        let mut tests = Vec::new();
        // There is none without tests.
        let _ = files_with_extension(&out.join("tests"), "java", &mut tests);
        if !tests.is_empty() {
            let path =
                std::env::join_paths([classes.as_path(), &self.junit]).map_err(|error| error.to_string())?;
            wrong.extend(self.compile(&STRICT, Path::new(&path), &folder.join("test-classes"), &tests).err());
        }
        Ok(wrong)
    }

    fn compile(&self, options: &[&str], path: &Path, to: &Path, files: &[PathBuf]) -> Result<(), String> {
        let mut command = self.tools.command("javac");
        command
            .args(["-g", "-proc:none", "-J-Xmx512m", "-cp"])
            .arg(path)
            .arg("-d")
            .arg(to)
            .args(options)
            .args(files);
        let output = command.output().map_err(|error| format!("javac: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() { Ok(()) } else { Err(format!("javac says: {said}")) }
    }
}

/// The file of a case: a class that stands in a file of another name draws a warning where tests use it.
fn source_in(folder: &Path, case: &JavaCase) -> PathBuf {
    let below = case.class[case.package().len()..].trim_start_matches('.');
    let outermost = below.split('.').next().unwrap_or_default();
    folder.join(format!("{outermost}.java"))
}

/// Has one command test the classes of all cases; gives what it said.
fn run_all(cases: &[JavaCase], classes: &Path, options: &[String], out: &Path) -> Result<String, String> {
    let mut command = Command::new(TRINE);
    command.args(["java", "--quiet"]).args(options);
    command.arg("-cp").arg(classes).arg("--out").arg(out).args(cases.iter().map(|case| &case.class));
    let output = finish_within(&mut command, LIMIT_OF_ALL)
        .ok_or_else(|| format!("no end of all cases within {} s", LIMIT_OF_ALL.as_secs()))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        // 70: a case will show it.
        Some(0 | 2 | 70) => Ok(said),
        code => Err(format!("all cases together: exit code {code:?}: {said}")),
    }
}

/// Whether the native runs of a group left something out.
fn group_failure(outcomes: &[JavaOutcome], out: &Path, said: &str) -> Option<String> {
    let run = JavaOutcome::read(out).ok()?.run;
    let native = run.native.unwrap_or_default();
    let written: usize = outcomes.iter().flat_map(|outcome| &outcome.run.units).map(|unit| unit.tests).sum();
    let is_whole = native.tests == written && native.passed == written;
    (!is_whole).then(|| {
        format!("of {written} tests {} were run natively, and {} passed: {said}", native.tests, native.passed)
    })
}
