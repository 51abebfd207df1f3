//! `javac-checks JDK ROUNDS EVERY PATH…`: makes sequences for each EVERY-th class of jars and folders, and has javac compile them.
//!
//! Prints for each class that fails what the checker or javac says, and at the end the counts.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use trine_frontend_jvm::api::{ApiError, Library};
use trine_frontend_jvm::{ClassPath, Jdk, JvmError};
use trine_javac_checks::exercise::{exercise, source};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [jdk, rounds, every, paths @ ..] = &args[..] else {
        eprintln!("usage: javac-checks JDK ROUNDS EVERY PATH...");
        return ExitCode::from(2);
    };
    let (Ok(rounds), Ok(every)) = (rounds.parse(), every.parse()) else {
        eprintln!("javac-checks: ROUNDS and EVERY are numbers");
        return ExitCode::from(2);
    };
    let paths: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
    match run(Path::new(jdk), rounds, every, &paths) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("javac-checks: {error}; {}", error.help());
            ExitCode::FAILURE
        }
    }
}

fn run(jdk: &Path, rounds: usize, every: usize, paths: &[PathBuf]) -> Result<bool, JvmError> {
    let path = ClassPath::open(Jdk::open(jdk)?, paths)?;
    let library = Library::new(&path)?;
    let (mut compiled, mut refused, mut without) = (0, 0, 0);
    let top: Vec<String> = path.classes()?.into_iter().filter(|name| !name.contains('$')).collect();
    for name in top.iter().step_by(every.max(1)) {
        let api = match library.model(name) {
            Ok(api) => api,
            Err(ApiError::NoClass { class, reason }) => {
                println!("{class}: {reason}");
                refused += 1;
                continue;
            }
            Err(_) => {
                without += 1;
                continue;
            }
        };
        let said = match exercise(&api, &library.constants(&api), 1, rounds) {
            Ok(sequences) => compile(jdk, paths, &source(&api, &sequences)),
            Err(reason) => Some(reason),
        };
        match said {
            None => compiled += 1,
            Some(said) => {
                refused += 1;
                println!("{name}:\n{said}");
            }
        }
    }
    println!("{compiled} classes compile, {refused} do not, {without} have nothing to call");
    Ok(refused == 0)
}

/// What javac says against a class; `None` when it has nothing to say.
fn compile(jdk: &Path, paths: &[PathBuf], source: &str) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("javac-checks-{}", std::process::id()));
    let file = folder.join("TrineChecked.java");
    std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&file, source)).ok()?;
    let lints = "-Xlint:rawtypes,unchecked,varargs,static,overrides";
    let output = Command::new(jdk.join("bin/javac"))
        .args(["-J-Xmx512m", "-proc:none", lints, "-Werror", "-cp"])
        .arg(std::env::join_paths(paths).unwrap_or_default())
        .arg("-d")
        .arg(&folder)
        .arg(&file)
        .output();
    let said = match output {
        Ok(output) if output.status.success() => None,
        Ok(output) => Some(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Some(error.to_string()),
    };
    _ = std::fs::remove_dir_all(&folder);
    said
}
