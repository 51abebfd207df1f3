//! Runs a Java program in the machine: `run JDK CLASS_PATH CLASS [ARGS]`.

use std::io::Write;
use std::path::PathBuf;
use trine_frontend_jvm::Jdk;
use trine_jdk::{Ending, Launcher};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let mut word =
        |what: &str| words.next().ok_or_else(|| format!("no {what}: run JDK CLASS_PATH CLASS [ARGS]"));
    let (jdk, path, class) = (word("JDK")?, word("class path")?, word("class")?);
    let path: Vec<PathBuf> = path.split(':').map(PathBuf::from).collect();
    let mut launcher = Launcher::new(
        Jdk::open(jdk.as_ref()).map_err(|error| error.to_string())?,
        &path,
        trine_jdk::config(),
    )?;
    let outcome = launcher.run(&class, &words.collect::<Vec<_>>(), &[])?;
    std::io::stdout().write_all(&outcome.out)?;
    std::io::stderr().write_all(&outcome.err)?;
    match outcome.ending {
        Ending::Code(code) => std::process::exit(code),
        other => Err(format!("{other:?}").into()),
    }
}
