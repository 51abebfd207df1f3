//! `trine java run`: runs a Java program in the machine and prints what it prints.

use super::home;
use crate::args::JavaRun;
use crate::failure::Failure;
use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;
use trine_frontend_jvm::{Jdk, JvmError, LinkageError};
use trine_jdk::{Ending, Launcher, RuntimeError};

const NOTHING: &str = "nothing was run";

/// Runs the program; gives its exit code.
///
/// # Errors
/// When there is no JDK, a class is not there or damaged, or the program needs what is not supported.
pub fn run(options: &JavaRun) -> Result<u8, Failure> {
    let jdk = Jdk::open(&home(options.jdk.as_deref(), NOTHING)?).map_err(|error| of_path(&error))?;
    let paths: Vec<PathBuf> =
        options.class_path.split(':').filter(|path| !path.is_empty()).map(PathBuf::from).collect();
    let mut config = trine_jdk::config();
    if let Some(steps) = options.steps {
        config.steps = steps;
    }
    let mut launcher = Launcher::new(jdk, &paths, config).map_err(|error| failure(error, options))?;
    let outcome =
        launcher.run(&options.class, &options.args, &input()).map_err(|error| failure(error, options))?;
    write(&mut std::io::stdout().lock(), &outcome.out);
    write(&mut std::io::stderr().lock(), &outcome.err);
    match outcome.ending {
        Ending::Code(code) => Ok(code as u8),
        Ending::Unsupported(what) => Err(Failure::input(
            format!("not supported: {what}"),
            "what the program printed before is above; it was not run further",
            "run it with `java`; what is supported is listed in docs/java.md",
        )),
        Ending::Limit(what) => Err(Failure::input(
            format!("`{}` reached {what}", options.class),
            "what the program printed before is above; it was not run further",
            "give it less to do, or more instructions with --steps",
        )),
    }
}

/// Bytes to whoever reads; that nobody does is no error.
pub(super) fn write(to: &mut impl Write, bytes: &[u8]) {
    let _ = to.write_all(bytes);
    let _ = to.flush();
}

/// What there is to read, unless that is a terminal.
fn input() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut standard = std::io::stdin().lock();
    if !standard.is_terminal() {
        // What could be read is what the program gets.
        let _ = standard.read_to_end(&mut bytes);
    }
    bytes
}

/// What is wrong with a JDK or a class path.
pub(super) fn of_path(error: &JvmError) -> Failure {
    Failure::input(error.to_string(), NOTHING, error.help())
}

fn failure(error: RuntimeError, options: &JavaRun) -> Failure {
    match error {
        RuntimeError::Path(error) => of_path(&error),
        RuntimeError::Linkage(LinkageError::NoClass(name)) => {
            let is_main = name == options.class.replace('.', "/");
            let note = match is_main {
                true => NOTHING.to_owned(),
                false => format!("`{}` cannot be loaded without it; {NOTHING}", options.class),
            };
            let what = format!(
                "class `{}` is not on the class path `{}`",
                name.replace('/', "."),
                options.class_path
            );
            Failure::input(what, note, "check the name with its package, and the class path (-cp)")
        }
        RuntimeError::Linkage(error) => Failure::input(
            error.to_string(),
            NOTHING,
            "compile or fetch the class again, for Java 25 at most",
        ),
        RuntimeError::NoMain(..) => {
            Failure::input(error.to_string(), NOTHING, "name a class with such a method")
        }
        RuntimeError::Boot(_) => {
            Failure::input(error.to_string(), NOTHING, "name another JDK with --jdk: 17 and 25 are tested")
        }
        RuntimeError::Load(error) => {
            Failure::input(error.to_string(), NOTHING, "give the program less to hold")
        }
    }
}
