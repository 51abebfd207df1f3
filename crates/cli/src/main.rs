//! The `trine` command: reads arguments, runs units, writes the output folder, prints.
//!
//! The only crate that prints and writes files. Exit codes: 0 done, 1 the user's input is at
//! fault, 2 tests that crash the code under test were found, 70 a bug of ours, 130 interrupted.

mod analyses;
mod args;
mod c;
mod changed_lines;
mod date;
mod dump;
mod evidence;
mod interrupt;
mod java;
mod journal;
mod output;
mod paths;
mod progress;
mod replay;
mod schedule;
mod settings;
mod shell;
mod solving;
mod stored;
mod unwritable;
mod watch;

use args::{Cli, Command, JavaCommand};
use clap::Parser;
use std::io::Write;
use std::process::ExitCode;
use trine_campaign::c::inputs;
use trine_campaign::c::loading::{self, Resources};
use trine_campaign::failure::{self, Failure, bug};
use trine_campaign::select::{self, Selection};
use trine_engine::Options;
use trine_native::clang::Toolchain;

fn main() -> ExitCode {
    let cli = match Cli::try_parse_from(java::with_class_path(std::env::args_os().collect())) {
        Ok(cli) => cli,
        Err(error) => {
            // Printing can only fail when nobody reads.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(failure::INPUT) } else { ExitCode::SUCCESS };
        }
    };
    // Front end and machine recurse over types and calls: a stack of our own, larger than main's.
    let worker = std::thread::Builder::new().stack_size(256 << 20).spawn(|| run(cli));
    let result = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(bug("the command panicked")),
        Err(error) => Err(bug(&format!("no thread: {error}"))),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code)
        }
    }
}

fn run(cli: Cli) -> Result<u8, Failure> {
    match cli.command {
        Command::C(args) => c::generate::run(&args),
        Command::Java { command: Some(JavaCommand::Run(options)), .. } => java::run::run(&options),
        Command::Java { command: Some(JavaCommand::Dump(options)), .. } => java::dump::dump(&options),
        Command::Java { command: None, args } => java::generate::run(&args),
        Command::Replay { dir, memory, test, jdk } => {
            replay::run(&dir, memory.as_deref(), &test, jdk.as_deref())
        }
        Command::Report { dir } => replay::report(&dir),
        Command::Explain { goal, out } => evidence::explain(&out, goal.as_deref()),
        Command::Diff { before, after } => evidence::diff(&before, &after),
        Command::Check { dir, at_least, changed_since } => {
            evidence::check(&dir, at_least, changed_since.as_deref())
        }
        Command::Header => {
            print(trine_emit::c::HARNESS_HEADER);
            Ok(0)
        }
        Command::Completions { shell } => {
            print(&shell::completions(shell));
            Ok(0)
        }
        Command::Manual => {
            print(&shell::manual());
            Ok(0)
        }
        Command::Dump { what, files, function, criterion, numbering, path, flags } => {
            let criterion = settings::parse("--criterion", &criterion)?;
            let mut options = Options { criterion, ..settings::numbering(&numbering)? };
            let toolchain = toolchain()?;
            let resources = Resources { workers: 1, memory: options.memory };
            let (mut loaded, broken) =
                loading::load(&toolchain, inputs::jobs(&files, None, &flags)?, resources)?;
            if let Some(failure) = broken.into_iter().next() {
                return Err(failure);
            }
            select::select(&mut loaded, &Selection { functions: &function, ..Selection::default() })?;
            options.pathwise.chosen = (!path.is_empty()).then_some(path);
            paths::check_chosen(&loaded, &options)?;
            print(&dump::text(&loaded, what, &options)?);
            Ok(0)
        }
    }
}

/// The compiler.
///
/// # Errors
/// When none is installed, with what to install.
fn toolchain() -> Result<Toolchain, Failure> {
    Toolchain::find().map_err(|error| {
        let text = error.to_string();
        let help =
            if text.contains("= help:") { "" } else { "install one with scripts/setup.sh, or name another" };
        Failure::input(text, "nothing was run", help)
    })
}

/// Whether what is written to a stream is colored: on a terminal, unless `NO_COLOR` is set (no-color.org).
fn is_colored(stream: &impl std::io::IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints to standard output; a reader that went away is no error.
fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}
