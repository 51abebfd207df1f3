//! One logged question, its answer in it.

use anyhow::{Context, Result};
use std::path::PathBuf;
use std::time::Duration;
use trine_native::SmtCommand;

/// A question with our answer.
#[derive(Clone, Debug)]
pub struct LoggedQuery {
    /// Where it was logged.
    pub file: PathBuf,
    text: String,
    status: String,
    /// Variables with their values.
    model: Vec<(String, u128)>,
}

/// What the referee says of our answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefereeAnswer {
    /// Both found a model, and it accepts ours.
    Satisfiable,
    /// Both refuted it.
    Unsatisfiable,
    /// We gave up.
    WeDoNotKnow,
    /// The referee gave up.
    RefereeDoesNotKnow,
    /// They differ: in a sentence.
    Disagreement(String),
}

impl LoggedQuery {
    /// Reads a logged script.
    ///
    /// # Errors
    /// When it does not say what our answer was.
    pub fn new(file: PathBuf, text: String) -> Result<Self> {
        let status = text.lines().find_map(|line| line.strip_prefix("(set-info :status ")?.strip_suffix(')'));
        let status = status.context("the script has no :status")?.to_owned();
        let mut model = Vec::new();
        for line in text.lines().filter_map(|line| line.strip_prefix("; model ")) {
            let (variable, value) = line.split_once(' ').context("a value without a variable")?;
            model.push((variable.to_owned(), value.parse()?));
        }
        Ok(Self { file, text, status, model })
    }

    /// Whether it was logged as circuits were made for it.
    pub fn is_of_circuits(&self) -> bool {
        self.file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("circuit-"))
    }

    /// Asks the referee the same, and whether it accepts our model.
    pub fn judge(&self, referee: &SmtCommand, time: Duration) -> RefereeAnswer {
        if self.status == "unknown" {
            return RefereeAnswer::WeDoNotKnow;
        }
        // First the model: with all values given, that is evaluation.
        if self.status == "sat" {
            return match self.answer(referee, &self.with_model(), time).as_str() {
                "sat" => RefereeAnswer::Satisfiable,
                "unsat" => RefereeAnswer::Disagreement(format!("{} rejects our model", referee.name())),
                _ => RefereeAnswer::RefereeDoesNotKnow,
            };
        }
        match self.answer(referee, &self.text, time).as_str() {
            "unsat" => RefereeAnswer::Unsatisfiable,
            "sat" => {
                RefereeAnswer::Disagreement(format!("we refuted what {} has a model of", referee.name()))
            }
            _ => RefereeAnswer::RefereeDoesNotKnow,
        }
    }

    /// The first word that is an answer; complaints about `:status` and missing values are none.
    fn answer(&self, referee: &SmtCommand, script: &str, time: Duration) -> String {
        let reply = referee.ask(script, time).unwrap_or_default();
        let answer = reply.lines().map(str::trim).find(|line| ["sat", "unsat", "unknown"].contains(line));
        answer.unwrap_or_default().to_owned()
    }

    /// The script with each variable fixed to its value in our model.
    fn with_model(&self) -> String {
        let (before, after) = self.text.split_once("(check-sat)").unwrap_or((&self.text, ""));
        let mut script = before.to_owned();
        for (variable, value) in &self.model {
            let declaration = format!("(declare-const {variable} (_ BitVec ");
            let width = before.split_once(&declaration).and_then(|(_, rest)| rest.split_once(')'));
            let width = width.map_or("1", |(width, _)| width);
            script.push_str(&format!("(assert (= {variable} (_ bv{value} {width})))\n"));
        }
        format!("{script}(check-sat){after}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "(set-info :status sat)\n; model x0 5\n(set-logic ALL)\n\
        (declare-const x0 (_ BitVec 8)) ; a\n(assert (= #b1 #b1))\n(check-sat)\n(get-value (x0 ))\n";

    fn query(script: &str) -> LoggedQuery {
        LoggedQuery::new(PathBuf::from("circuit-sat-1.smt2"), script.to_owned()).expect("a script of ours")
    }

    #[test]
    fn the_model_is_put_into_the_script() {
        let script = query(SCRIPT).with_model();
        assert!(script.contains("(assert (= x0 (_ bv5 8)))\n(check-sat)\n(get-value"), "{script}");
    }

    #[test]
    fn a_referee_that_says_the_opposite_is_a_disagreement() {
        let says = |word: &str| SmtCommand::new(&format!("echo {word}")).expect("a command");
        let second = Duration::from_secs(5);
        // The name of the file stands behind the word: no answer.
        assert_eq!(query(SCRIPT).judge(&says("sat"), second), RefereeAnswer::RefereeDoesNotKnow);
        let folder = std::env::temp_dir().join(format!("trine-referee-test-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let scripts = [("sat", true), ("unsat", false)].map(|(word, agrees)| {
            let path = folder.join(word);
            std::fs::write(&path, format!("echo {word}\n")).expect("a file");
            (SmtCommand::new(&format!("sh {}", path.display())).expect("a command"), agrees)
        });
        for (referee, agrees) in scripts {
            let of_model = query(SCRIPT).judge(&referee, second);
            assert_eq!(of_model == RefereeAnswer::Satisfiable, agrees, "{of_model:?}");
            let refuted = query(&SCRIPT.replace("status sat", "status unsat")).judge(&referee, second);
            assert_eq!(refuted == RefereeAnswer::Unsatisfiable, !agrees, "{refuted:?}");
        }
        let _ = std::fs::remove_dir_all(folder);
    }
}
