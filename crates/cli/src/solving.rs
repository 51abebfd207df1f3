//! What the solver gets from outside: a command found at run time, and a folder for its questions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use trine_campaign::failure::Failure;
use trine_engine::solving::{LAYERS, Portfolio, QueryLog, SmtSolver};
use trine_native::SmtCommand;

/// Most time for the first question, which shows whether the command works.
const TRIAL: Duration = Duration::from_secs(10);

/// What `--smt-solver`, `--log-queries` and `--without-layers` ask for.
///
/// # Errors
/// When the command does not answer as a solver would, or the folder cannot be made.
pub fn portfolio(smt: Option<&str>, log: Option<&Path>, without: Vec<String>) -> Result<Portfolio, Failure> {
    if let Some(unknown) = without.iter().find(|name| !LAYERS.contains(&name.as_str())) {
        return Err(Failure::input(
            format!("--without-layers: `{unknown}` is not one of {}", LAYERS.join(", ")),
            "nothing was run",
            "`trine c --help` lists the values",
        ));
    }
    let mut portfolio = Portfolio { without, ..Portfolio::default() };
    if let Some(line) = smt {
        portfolio.smt = Some(Arc::new(other_solver(line)?));
    }
    if let Some(folder) = log {
        let fails = |error| {
            Failure::input(
                format!("--log-queries: cannot make {}: {error}", folder.display()),
                "nothing was run",
                "name a folder that can be written",
            )
        };
        std::fs::create_dir_all(folder).map_err(fails)?;
        portfolio.log = Some(Arc::new(Folder(folder.to_owned())));
    }
    Ok(portfolio)
}

fn other_solver(line: &str) -> Result<OtherSolver, Failure> {
    let fails = |why: String| {
        Failure::input(
            format!("--smt-solver: {why}"),
            "nothing was run",
            "name a command that reads SMT-LIB 2 from the file it is given: z3, cvc5 or bitwuzla",
        )
    };
    let command = SmtCommand::new(line).ok_or_else(|| fails("there is no command".to_owned()))?;
    let reply = command.ask("(set-logic ALL)\n(check-sat)\n", TRIAL).map_err(fails)?;
    if reply.trim() == "sat" {
        Ok(OtherSolver(command))
    } else {
        let said = reply.lines().next().unwrap_or("nothing");
        Err(fails(format!("`{line}` said `{said}` where a solver says `sat`")))
    }
}

/// A solver that is a command.
#[derive(Debug)]
struct OtherSolver(SmtCommand);

impl SmtSolver for OtherSolver {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn ask(&self, script: &str, time: Duration) -> Result<String, String> {
        self.0.ask(script, time)
    }
}

/// A folder of scripts.
#[derive(Debug)]
struct Folder(PathBuf);

impl QueryLog for Folder {
    fn keep(&self, name: &str, script: &str) {
        // A log that cannot be written is no reason to end the run.
        let _ = std::fs::write(self.0.join(name), script);
    }
}
