//! Queries, as SMT-LIB 2 scripts with our answers in them.
//!
//! It stands in two places: below the cache it logs what no earlier answer decides (`query-…`), above the
//! bit-blaster what the other layers made of that (`circuit-…`).
//!
//! The answer is the script's `:status`; of a model, each value stands in a comment (`; model x0 42`). A script is
//! named by its place, its answer and a hash of its text (FNV-1a of 64 bits), so that equal runs write equal files, however
//! many workers there are. Queries that SMT-LIB has no words for are left out.

use crate::portfolio::QueryLog;
use crate::query::{Answer, Chain, Layer, Limits, Query};
use std::fmt::Write as _;
use std::sync::Arc;
use trine_expr::{Term, TermPool};

/// Logs queries and answers.
#[derive(Clone, Debug)]
pub struct Logging {
    name: &'static str,
    log: Arc<dyn QueryLog>,
}

impl Logging {
    /// A layer that tells `log` of queries.
    #[must_use]
    pub fn of_queries(log: Arc<dyn QueryLog>) -> Self {
        Self { name: "question", log }
    }

    /// A layer that tells `log` of what circuits are made for.
    #[must_use]
    pub fn of_circuits(log: Arc<dyn QueryLog>) -> Self {
        Self { name: "circuit", log }
    }
}

impl Layer for Logging {
    fn name(&self) -> &'static str {
        self.name
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let answer = rest.solve(pool, query, limits);
        if let Ok(script) = pool.script(&query.constraints) {
            let (status, values) = answer_text(pool, &query.constraints, &answer);
            let text = format!("(set-info :status {status})\n{values}{script}");
            self.log.keep(&format!("{}-{status}-{:016x}.smt2", self.name, hash(text.as_bytes())), &text);
        }
        answer
    }
}

/// The status, and the values of a model as comments.
fn answer_text(pool: &TermPool, constraints: &[Term], answer: &Answer) -> (&'static str, String) {
    match answer {
        Answer::Satisfiable(model) => {
            let mut values = String::new();
            for variable in pool.variables_of(constraints) {
                let _ = writeln!(values, "; model {variable} {}", model.get(variable));
            }
            ("sat", values)
        }
        Answer::Unsatisfiable => ("unsat", String::new()),
        Answer::Unknown(_) => ("unknown", String::new()),
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
