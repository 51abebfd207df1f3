//! Why a goal is infeasible: the argument, what it holds for, and what the runs it rests on came to.
//!
//! A proof is data; [`std::fmt::Display`] renders the sentence that people read. Files hold both: the sentence as `proof`,
//! as it always was, and the fields beside it.
//!
//! Steps to add an argument: a variant of [`Argument`], its sentence, and what it assumes in [`Argument::assumptions`].

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A proof that no run covers a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Fields", from = "Fields")]
pub struct Proof {
    /// What the proof rests on.
    pub argument: Argument,
    /// What it holds for.
    pub scope: Vec<Assumption>,
    /// Runs of the argument that did not end normally: how they ended, and how many did.
    pub other_endings: BTreeMap<String, u64>,
    /// One contradiction of the argument, step by step over the source, where it has one.
    pub steps: Vec<ProofStep>,
}

/// What a proof rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Argument {
    /// No path of the control-flow graph leads there.
    Structure,
    /// All inputs were run.
    ExhaustedInputs {
        /// How many there are; 1 for a function without any.
        runs: u64,
        /// Whether preconditions leave out others.
        within_preconditions: bool,
    },
    /// Every path was run or refuted.
    ExhaustedPaths {
        /// Paths run.
        runs: u64,
        /// Paths that the solver refuted.
        unsatisfiable: u64,
        /// A solver whose word was taken for some of these.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by_solver: Option<String>,
    },
    /// Every path to it from a block that each run passes is contradictory, whatever state the block is entered in.
    Refutation {
        /// What is refuted.
        of: Refuted,
        /// Paths refuted.
        paths: u64,
        /// The line that they start from; none for the function's start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u32>,
        /// Whether a path is contradictory only by what operations on it tell that did nothing undefined: a pointer used is not
        /// null, a divisor is not zero.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_passed_operations: bool,
    },
    /// The program was unrolled to its end, and no run meets the condition under which it gets there.
    Unrolling {
        /// Blocks executed, those of each round of a loop counted.
        blocks: u64,
        /// How many times a loop goes back to its start, at most.
        rounds: u32,
        /// Whether only runs were looked at that access no element outside of its array.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_passed_operations: bool,
    },
    /// Only the sentence is known, as in files of older versions.
    Stated {
        /// The sentence.
        sentence: String,
    },
}

/// What a refutation refutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refuted {
    /// Every path to the goal.
    Goal,
    /// Every evaluation of a decision with an outcome.
    Outcome,
    /// An evaluation of each pair that would show a condition's independence.
    Pair,
}

/// What a proof takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assumption {
    /// The code as this compiler translates it with these flags for this target.
    AsCompiled,
    /// Runs without undefined behavior up to the goal.
    NoUndefinedBehavior,
    /// No other thread, interrupt or signal handler changes memory that is neither volatile nor atomic.
    NoOtherThread,
    /// Floats are rounded to nearest, ties to even.
    RoundingToNearest,
    /// Weak symbols are those that were linked.
    WeakSymbolsAsLinked,
    /// Callers keep the preconditions of the settings.
    Preconditions,
    /// Fields and methods that only the code of one source file names are written and called by that code alone: no reflection, no
    /// streams of objects made by hand, no native code; objects are made by their constructors.
    ClosedSource,
}

/// A step of a contradiction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofStep {
    /// The line.
    pub line: u32,
    /// What is taken to hold there.
    pub holds: String,
}

impl Proof {
    /// A proof by `argument` alone.
    #[must_use]
    pub fn new(argument: Argument) -> Self {
        let scope = argument.assumptions();
        Self { argument, scope, other_endings: BTreeMap::new(), steps: Vec::new() }
    }

    /// What is known of a proof of which only the sentence is.
    #[must_use]
    pub fn stated(sentence: impl Into<String>) -> Self {
        Self::new(Argument::Stated { sentence: sentence.into() })
    }
}

impl Argument {
    /// What it takes for granted.
    #[must_use]
    pub fn assumptions(&self) -> Vec<Assumption> {
        use Assumption as A;
        let mut all = vec![A::AsCompiled, A::NoUndefinedBehavior];
        match self {
            Self::Stated { .. } => return Vec::new(),
            Self::Structure => {}
            Self::Refutation { .. } | Self::Unrolling { .. } => {
                all.extend([A::NoOtherThread, A::RoundingToNearest]);
            }
            Self::ExhaustedInputs { within_preconditions, .. } => {
                all.extend([A::NoOtherThread, A::RoundingToNearest]);
                all.extend(within_preconditions.then_some(A::Preconditions));
            }
            Self::ExhaustedPaths { .. } => all.extend([A::NoOtherThread, A::RoundingToNearest]),
        }
        all
    }
}

impl Assumption {
    /// The assumption in words that follow "holds".
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::AsCompiled => "for the code as compiled here, with these flags and for this target",
            Self::NoUndefinedBehavior => "for runs without undefined behavior up to the goal",
            Self::NoOtherThread => "while no other thread or handler changes plain memory",
            Self::RoundingToNearest => "with floats rounded to nearest",
            Self::WeakSymbolsAsLinked => "with weak symbols as linked here",
            Self::Preconditions => "under the preconditions of trine.toml",
            Self::ClosedSource => {
                "while private fields and methods are used by the code of their source file alone: not by reflection, \
                 streams of objects made by hand or native code; and objects are made by their constructors"
            }
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths = |paths: u64| match paths {
            1 => "the only path".to_owned(),
            paths => format!("each of {paths} paths"),
        };
        match self {
            Self::Structure => f.write_str("no path of the control-flow graph leads there"),
            Self::ExhaustedInputs { runs: 1, .. } => {
                f.write_str("the function has no inputs, and its only execution does not reach it")
            }
            Self::ExhaustedInputs { runs, within_preconditions } => {
                let allowed =
                    if *within_preconditions { " that the preconditions of trine.toml allow" } else { "" };
                write!(f, "all {runs} inputs{allowed} were run, and none reaches it")
            }
            Self::ExhaustedPaths { runs, unsatisfiable, by_solver } => {
                write!(
                    f,
                    "every path was run or refuted: {runs} were run, {unsatisfiable} refuted by the solver"
                )?;
                if let Some(solver) = by_solver {
                    write!(f, " (some by `{solver}`, whose word was taken)")?;
                }
                f.write_str(", and no other leads there")
            }
            Self::Refutation { of, paths: count, line, by_passed_operations } => {
                f.write_str(match of {
                    Refuted::Goal => "nothing leads there: ",
                    Refuted::Outcome => "no evaluation of the decision has this outcome: ",
                    Refuted::Pair => "no two evaluations of the decision show it: ",
                })?;
                match line {
                    Some(line) => write!(
                        f,
                        "{} from line {line} on was refuted, whatever variables and memory hold there",
                        paths(*count)
                    ),
                    None => write!(
                        f,
                        "{} from the function's start was refuted, whatever its inputs are",
                        paths(*count)
                    ),
                }?;
                match by_passed_operations {
                    true => f.write_str(", as no operation on it did anything undefined"),
                    false => Ok(()),
                }
            }
            Self::Unrolling { rounds, by_passed_operations, .. } => {
                f.write_str("nothing leads there: the program was unrolled to its end")?;
                match rounds {
                    0 => {}
                    1 => f.write_str(", where loops go back once at most,")?,
                    rounds => write!(f, ", where loops go back {rounds} times at most,")?,
                }
                f.write_str(
                    " and the condition under which a run gets there was refuted, whatever its inputs are",
                )?;
                match by_passed_operations {
                    true => f.write_str(", as long as no access is outside of its array"),
                    false => Ok(()),
                }
            }
            Self::Stated { sentence } => f.write_str(sentence),
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.argument)?;
        if self.scope.contains(&Assumption::ClosedSource) {
            f.write_str("; the source file alone decides what private fields and methods hold")?;
        }
        for (at, (how, count)) in self.other_endings.iter().enumerate() {
            f.write_str(if at == 0 { "; of the runs, " } else { ", " })?;
            write!(f, "{count} ended otherwise ({how})")?;
        }
        Ok(())
    }
}

/// A proof as files hold it.
#[derive(Serialize, Deserialize)]
struct Fields {
    proof: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    argument: Option<Argument>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scope: Vec<Assumption>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    other_endings: BTreeMap<String, u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<ProofStep>,
}

impl From<Proof> for Fields {
    fn from(proof: Proof) -> Self {
        let sentence = proof.to_string();
        let Proof { argument, scope, other_endings, steps } = proof;
        let argument = (!matches!(argument, Argument::Stated { .. })).then_some(argument);
        Self { proof: sentence, argument, scope, other_endings, steps }
    }
}

impl From<Fields> for Proof {
    fn from(fields: Fields) -> Self {
        let Fields { proof, argument, scope, other_endings, steps } = fields;
        let argument = argument.unwrap_or(Argument::Stated { sentence: proof });
        Self { argument, scope, other_endings, steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GoalStatus;

    #[test]
    fn a_proof_is_read_back_and_its_sentence_stands_where_it_always_stood() {
        let mut proof = Proof::new(Argument::ExhaustedInputs { runs: 256, within_preconditions: true });
        proof.other_endings.insert("division by zero at line 7".to_owned(), 1);
        let text = serde_json::to_string(&GoalStatus::Infeasible(proof.clone())).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["status"], "infeasible");
        assert_eq!(
            value["proof"],
            "all 256 inputs that the preconditions of trine.toml allow were run, and none reaches it; of the runs, 1 \
             ended otherwise (division by zero at line 7)"
        );
        assert_eq!(value["argument"]["kind"], "exhausted-inputs");
        assert_eq!(serde_json::from_str::<GoalStatus>(&text).unwrap(), GoalStatus::Infeasible(proof));
    }

    #[test]
    fn what_the_source_file_decides_is_told_where_a_proof_rests_on_it() {
        let mut proof = Proof::new(Argument::Structure);
        assert!(!proof.to_string().contains("source file"));
        proof.scope.push(Assumption::ClosedSource);
        assert!(
            proof
                .to_string()
                .ends_with("; the source file alone decides what private fields and methods hold")
        );
    }

    #[test]
    fn a_sentence_of_an_older_file_is_a_proof_too() {
        let old = r#"{"status":"infeasible","proof":"because"}"#;
        let status: GoalStatus = serde_json::from_str(old).unwrap();
        assert!(matches!(status, GoalStatus::Infeasible(proof) if proof.to_string() == "because"));
    }
}
