//! Our solver against another one, on questions that our own examples and filetests put to it, and units of packages.
//!
//! Each program is explored path by path, once with all layers and once with circuits alone; what is asked is
//! logged as SMT-LIB 2 (`trine c --log-queries`). The referee answers each question, and evaluates the model that we
//! found: `sat` against `unsat` is a disagreement, and so is a model that it rejects. Where one of the two has no
//! answer, nothing is proved; those are counted apart.

mod gather;
mod query;

use crate::Tally;
use crate::table::table;
use anyhow::{Context, Result, bail};
use query::{LoggedQuery, RefereeAnswer};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use trine_native::SmtCommand;

/// Options of `trine-study referee`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Questions to compare.
    #[arg(long, default_value_t = 1000)]
    queries: usize,
    /// The referee: a command that reads SMT-LIB 2 from the file it is given.
    #[arg(long, default_value = "z3", value_name = "COMMAND")]
    solver: String,
    /// Time of the referee for one question.
    #[arg(long, default_value_t = 20, value_name = "N")]
    seconds: u64,
    /// Workers [default: one per core].
    #[arg(long)]
    jobs: Option<usize>,
    /// Folder for the questions.
    #[arg(long, default_value = "target/referee")]
    folder: PathBuf,
    /// Packages whose units put half of the questions, fetched with `apt-get source` [default: none].
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    packages: Vec<String>,
    /// Folder for the sources of packages.
    #[arg(long, default_value = "target/corpus")]
    sources: PathBuf,
    /// The command to judge [default: `trine` beside this program].
    #[arg(long)]
    trine: Option<PathBuf>,
}

/// Gathers questions and has each of them answered twice.
///
/// # Errors
/// When there is no referee, no `trine`, or the folder cannot be written.
pub fn run(args: &Args) -> Result<Tally> {
    let referee = SmtCommand::new(&args.solver).context("--solver names no command")?;
    let time = std::time::Duration::from_secs(args.seconds);
    match referee.ask("(set-logic ALL)\n(check-sat)\n", time) {
        Ok(reply) if reply.trim() == "sat" => {}
        Ok(reply) => bail!("`{}` does not answer as a solver does: {}", args.solver, reply.trim()),
        Err(why) => bail!("{why}\n  = help: apt-get install z3"),
    }
    let files = gather::sampled_queries(args)?;
    let mut sampled_queries = Vec::with_capacity(files.len());
    for file in &files {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        sampled_queries
            .push(LoggedQuery::new(file.clone(), text).with_context(|| file.display().to_string())?);
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Results::default());
    let workers = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            scope.spawn(|| {
                while let Some(query) = sampled_queries.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = query.judge(&referee, time);
                    results.lock().unwrap_or_else(PoisonError::into_inner).add(query, verdict);
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{}", results.summary(referee.name()));
    Ok(Tally { passed: results.agreed(), failed: results.disagreements.len() })
}

/// Verdicts, counted.
#[derive(Debug, Default)]
struct Results {
    circuits: usize,
    sat: usize,
    unsat: usize,
    ours_unknown: usize,
    referee_unknown: usize,
    disagreements: Vec<String>,
}

impl Results {
    fn add(&mut self, query: &LoggedQuery, verdict: RefereeAnswer) {
        self.circuits += usize::from(query.is_of_circuits());
        match verdict {
            RefereeAnswer::Satisfiable => self.sat += 1,
            RefereeAnswer::Unsatisfiable => self.unsat += 1,
            RefereeAnswer::WeDoNotKnow => self.ours_unknown += 1,
            RefereeAnswer::RefereeDoesNotKnow => self.referee_unknown += 1,
            RefereeAnswer::Disagreement(what) => {
                self.disagreements.push(format!("{}: {what}", query.file.display()));
            }
        }
    }

    fn agreed(&self) -> usize {
        self.sat + self.unsat
    }

    fn summary(&self, referee: &str) -> String {
        let all = self.agreed() + self.ours_unknown + self.referee_unknown + self.disagreements.len();
        let row = |what: String, count: usize| vec![what, count.to_string()];
        let rows = [
            row("questions".to_owned(), all),
            row("  as circuits were made for them".to_owned(), self.circuits),
            row(format!("satisfiable, our model accepted by {referee}"), self.sat),
            row("unsatisfiable for both".to_owned(), self.unsat),
            row("we have no answer".to_owned(), self.ours_unknown),
            row(format!("{referee} has no answer in its time"), self.referee_unknown),
            row("disagreements".to_owned(), self.disagreements.len()),
        ];
        let mut text = table(&["referee", "count"], &rows);
        self.disagreements.iter().for_each(|what| text.push_str(&format!("  DISAGREEMENT {what}\n")));
        text
    }
}
