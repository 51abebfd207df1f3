//! Trine's verdicts on a program beside what the enumeration reached.

use super::native::Reached;
use super::print::Printed;
use super::program::Program;
use super::trine::{Judgement, Run};
use std::fmt;
use trine_record::{GoalKind, GoalRecord, GoalStatus};

/// What is wrong with a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// Called infeasible, and inputs reach it.
    FalseProof,
    /// Called covered, and no run that returns reaches it, though all inputs were run.
    FalseCover,
    /// The study does not know what the goal stands for.
    Unmatched,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FalseProof => "FALSE PROOF",
            Self::FalseCover => "covered, but never reached",
            Self::Unmatched => "goal without a condition",
        })
    }
}

/// A verdict that is wrong.
#[derive(Clone, Debug)]
pub struct Complaint {
    /// What is wrong.
    pub wrong: Wrong,
    /// Strategy and criterion.
    pub run: Run,
    /// Several lines: goal, verdict, input.
    pub text: String,
}

/// Goals of one program under one strategy and criterion, counted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// All of them.
    pub goals: usize,
    /// Covered ones.
    pub covered: usize,
    /// Reached by a run that returns, and not covered.
    pub missed: usize,
    /// Proved ones.
    pub infeasible: usize,
    /// Those that no run reaches, in programs whose enumeration is exhaustive.
    pub unreachable: usize,
    /// Those of them that are unknown.
    pub unknown: usize,
}

impl Counts {
    /// Adds up.
    pub fn add(&mut self, other: Self) {
        self.goals += other.goals;
        self.covered += other.covered;
        self.missed += other.missed;
        self.infeasible += other.infeasible;
        self.unreachable += other.unreachable;
        self.unknown += other.unknown;
    }
}

/// What came of comparing.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The goals.
    pub counts: Counts,
    /// What is wrong.
    pub complaints: Vec<Complaint>,
    /// Reasons of unknown goals that are not reached.
    pub open: Vec<String>,
}

/// Compares the verdicts of one run with what was reached.
pub fn compare(program: &Program, printed: &Printed, reached: &Reached, judged: &Judgement) -> Comparison {
    let mut comparison = Comparison::default();
    let exhaustive = program.is_complete() && reached.beyond == 0 && reached.wild == 0;
    for goal in &judged.goals {
        let site = printed.sites.sites.iter().find(|site| site.place == goal.span.start);
        let reach =
            site.and_then(|site| reached.reach(&printed.sites, site, goal.goal, judged.run.variant()));
        let Some(reach) = reach else {
            let text = format!("  {}: {:?}", words(goal), goal.goal);
            comparison.complaints.push(Complaint { wrong: Wrong::Unmatched, run: judged.run, text });
            continue;
        };
        let counts = &mut comparison.counts;
        counts.goals += 1;
        counts.covered += usize::from(goal.status.is_covered());
        counts.infeasible += usize::from(goal.status.is_infeasible());
        let unreachable = exhaustive && reach.runs.is_none();
        counts.unreachable += usize::from(unreachable);
        counts.missed += usize::from(reach.normally && !goal.status.is_covered());
        let wrong = match &goal.status {
            GoalStatus::Infeasible { .. } if reach.runs.is_some() => Wrong::FalseProof,
            GoalStatus::Covered { .. } if exhaustive && !reach.normally => Wrong::FalseCover,
            GoalStatus::Unknown { reason } if unreachable => {
                counts.unknown += 1;
                comparison.open.push(format!("{}: {reason}", words(goal)));
                continue;
            }
            _ => continue,
        };
        let inputs: Vec<String> = reach
            .runs
            .iter()
            .flatten()
            .map(|run| format!("  reached by: {}", program.combination(run - 1)))
            .collect();
        let text = format!("  {}: {}\n{}", words(goal), verdict(&goal.status), inputs.join("\n"));
        comparison.complaints.push(Complaint { wrong, run: judged.run, text });
    }
    comparison
}

/// A verdict with its reason, as `goals.json` has it.
fn verdict(status: &GoalStatus) -> String {
    let fields = serde_json::to_value(status).unwrap_or_default();
    let text = |name: &str| fields[name].as_str().unwrap_or_default().to_owned();
    let reason = match status {
        GoalStatus::Covered { tests } => tests.join(", "),
        GoalStatus::Infeasible { .. } => text("proof"),
        GoalStatus::Unknown { reason } => reason.clone(),
    };
    format!("{}: {reason}", text("status"))
}

fn words(goal: &GoalRecord) -> String {
    let what = match goal.goal {
        GoalKind::Condition { outcome, .. } => {
            if outcome {
                "T"
            } else {
                "F"
            }
        }
        _ => "independence",
    };
    let text = goal.text.as_deref().unwrap_or("?");
    format!("line {} `{text}` {what}", goal.span.start.0)
}
