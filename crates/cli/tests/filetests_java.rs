//! Every Java filetest: compiled, tested by the command, and its tests compiled once more with all warnings as errors.
//!
//! `TRINE_CASE=part/of/a/name` runs some cases only. Folders of failed runs are kept below `target/tmp/filetests-java`.

mod support;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use support::{TRINE, finish_within, on_all_cores, workspace};
use trine_filetests::java::files_with_extension;
use trine_filetests::{JavaCase, JavaOutcome, cases_folder};
use trine_native::jdk::{Jars, JdkTools};

/// No run may take longer.
const LIMIT: Duration = Duration::from_secs(240);

struct Run<'a> {
    case: &'a JavaCase,
    tools: &'a JdkTools,
    junit: &'a Path,
    folder: PathBuf,
}

#[test]
fn every_java_case_comes_out_as_its_lines_say() {
    let cases = JavaCase::read_all(&cases_folder()).unwrap_or_else(|error| panic!("{error}"));
    let wanted = std::env::var("TRINE_CASE").unwrap_or_default();
    let tools = JdkTools::find().unwrap_or_else(|error| panic!("{error}"));
    let jars = Jars::find().unwrap_or_else(|error| panic!("{error}"));
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("filetests-java");
    let runs: Vec<Run<'_>> = cases
        .iter()
        .filter(|case| case.name.contains(&wanted))
        .map(|case| Run {
            case,
            tools: &tools,
            junit: &jars.junit,
            folder: root.join(case.name.replace('/', "-")),
        })
        .collect();
    let started = Instant::now();
    let failures: Vec<String> = on_all_cores(&runs, Run::failure).into_iter().flatten().collect();
    let (count, seconds) = (runs.len(), started.elapsed().as_secs());
    let _ =
        writeln!(std::io::stderr(), "java filetests: {count} cases, {} failed, {seconds} s", failures.len());
    assert!(
        failures.is_empty(),
        "{} of {count} cases are not as expected:\n\n{}",
        failures.len(),
        failures.concat()
    );
}

impl Run<'_> {
    /// What is not as it must be; `None` when all is well.
    fn failure(&self) -> Option<String> {
        // What an earlier run left there; there may be nothing.
        let _ = std::fs::remove_dir_all(&self.folder);
        let wrong = self.mismatches().unwrap_or_else(|error| vec![error]);
        if wrong.is_empty() {
            let _ = std::fs::remove_dir_all(&self.folder);
            return None;
        }
        let replay = self.case.arguments(&self.folder.join("classes")).join(" ");
        let path = self.case.path.strip_prefix(workspace()).unwrap_or(&self.case.path).display();
        Some(format!("{path}\n  {}\n  replay: trine {replay}\n", wrong.join("\n  ")))
    }

    fn mismatches(&self) -> Result<Vec<String>, String> {
        let (classes, out) = (self.folder.join("classes"), self.folder.join("out"));
        std::fs::create_dir_all(&classes).map_err(|error| error.to_string())?;
        // A class that stands in a file of another name draws a warning where tests use it.
        let simple = self.case.class.rsplit('.').next().unwrap_or_default();
        let source = self.folder.join(format!("{simple}.java"));
        std::fs::copy(&self.case.path, &source).map_err(|error| error.to_string())?;
        self.compile(&[], &classes, &classes, &[source])?;
        let mut command = Command::new(TRINE);
        command.args(self.case.arguments(&classes)).arg("--quiet").arg("--out").arg(&out);
        let output = finish_within(&mut command, LIMIT)
            .ok_or_else(|| format!("no end within {} s", LIMIT.as_secs()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let outcome =
            JavaOutcome::read(&out).map_err(|error| format!("{error}; the command said: {said}"))?;
        let mut wrong = self.case.mismatches(&outcome);
        let code = output.status.code().unwrap_or(-1);
        if code != 0 && code != 2 {
            wrong.push(format!("exit code {code}: {said}"));
        }
        let mut tests = Vec::new();
        // There is none without tests.
        let _ = files_with_extension(&out.join("tests"), "java", &mut tests);
        if !tests.is_empty() {
            let path =
                std::env::join_paths([classes.as_path(), self.junit]).map_err(|error| error.to_string())?;
            let strict = ["-Xlint:all,-classfile,-path", "-Werror"];
            wrong.extend(
                self.compile(&strict, Path::new(&path), &self.folder.join("test-classes"), &tests).err(),
            );
        }
        Ok(wrong)
    }

    fn compile(&self, options: &[&str], path: &Path, to: &Path, files: &[PathBuf]) -> Result<(), String> {
        let mut command = self.tools.command("javac");
        command
            .args(["-g", "-proc:none", "-J-Xmx256m", "-cp"])
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
