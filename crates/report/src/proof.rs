//! Proofs as numbered steps over source lines that a reader can check, with what they take for granted.

use trine_record::{Argument, Assumption, Proof, Refuted};

/// A step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line it is about, where it is about one.
    pub line: Option<u32>,
    /// What it says.
    pub says: String,
}

fn step(line: Option<u32>, says: impl Into<String>) -> Step {
    Step { line, says: says.into() }
}

/// The steps of `proof`, in their order.
#[must_use]
pub fn steps(proof: &Proof) -> Vec<Step> {
    let mut steps = match &proof.argument {
        Argument::Structure => {
            vec![step(None, "in the control-flow graph no path leads from the function's entry to the goal")]
        }
        Argument::ExhaustedInputs { runs: 1, .. } => vec![
            step(None, "nothing that the function reads differs from run to run"),
            step(None, "its one execution was run, and does not reach the goal"),
        ],
        Argument::ExhaustedInputs { runs, within_preconditions } => vec![
            step(None, "nothing but its inputs decides what the function does"),
            step(
                None,
                match within_preconditions {
                    true => format!("the preconditions of trine.toml allow {runs} inputs"),
                    false => format!("there are {runs} inputs"),
                },
            ),
            step(None, "each of them was run, and none reaches the goal"),
        ],
        Argument::ExhaustedPaths { runs, unsatisfiable, by_solver } => {
            let word = by_solver.as_ref().map(|name| format!("; for some the word of `{name}` was taken"));
            vec![
                step(None, format!("{runs} paths were followed by runs, and none of these reaches the goal")),
                step(
                    None,
                    format!(
                        "each of the {unsatisfiable} other ways that leave them at a condition is contradictory{}",
                        word.unwrap_or_default()
                    ),
                ),
                step(None, "there is no other way: at every condition both ways were followed or refuted"),
            ]
        }
        Argument::Refutation { of, paths, line, by_passed_operations } => {
            let knows_source = proof.scope.contains(&Assumption::ClosedSource);
            refutation(*of, *paths, *line, *by_passed_operations, knows_source)
        }
        Argument::Unrolling { blocks, rounds, by_passed_operations } => {
            unrolling(*blocks, *rounds, *by_passed_operations)
        }
        Argument::Stated { sentence } => vec![step(None, sentence.clone())],
    };
    for (how, count) in &proof.other_endings {
        steps.push(step(None, format!("of the runs, {count} ended otherwise: {how}")));
    }
    if !proof.steps.is_empty() {
        steps.extend(proof.steps.iter().map(|known| step(Some(known.line), known.holds.clone())));
        steps.push(step(None, "these contradict each other"));
    }
    steps
}

fn refutation(
    of: Refuted,
    paths: u64,
    line: Option<u32>,
    by_passed_operations: bool,
    knows_source: bool,
) -> Vec<Step> {
    let start = match (line, knows_source) {
        (Some(line), false) => step(
            Some(line),
            "every run that comes to the goal passes here; nothing is taken to be known of variables and memory",
        ),
        (Some(line), true) => step(
            Some(line),
            "every run that comes to the goal passes here; of variables and memory no more is taken to be known than what the source file alone decides",
        ),
        (None, false) => step(None, "every run begins at the function's start, with any inputs"),
        (None, true) => step(
            None,
            "every run begins at the function's start, with any inputs that the source file allows for its own methods",
        ),
    };
    let goal = match of {
        Refuted::Goal => "the goal",
        Refuted::Outcome => "an evaluation of the decision with this outcome",
        Refuted::Pair => "an evaluation of each pair that would show the condition's independence",
    };
    let count = if paths == 1 { "one path leads".to_owned() } else { format!("{paths} paths lead") };
    let each = match by_passed_operations {
        true => "each of them is contradictory, as an operation that a run passed did nothing undefined",
        false => "each of them is contradictory",
    };
    vec![start, step(None, format!("from there {count} to {goal}")), step(None, each)]
}

fn unrolling(blocks: u64, rounds: u32, by_passed_operations: bool) -> Vec<Step> {
    let rounds = match rounds {
        0 => "no loop goes back to its start".to_owned(),
        1 => "no loop goes back to its start more than once".to_owned(),
        rounds => format!("no loop goes back to its start more than {rounds} times"),
    };
    let refuted = match by_passed_operations {
        true => "no inputs meet it, as long as no access is outside of its array",
        false => "no inputs meet it",
    };
    vec![
        step(None, format!("all paths were followed at once, to their ends, over {blocks} blocks: {rounds}")),
        step(None, "where paths meet, what they know was joined; the goal is reached under one condition"),
        step(None, refuted),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::ProofStep;

    #[test]
    fn a_refutation_is_told_from_where_over_how_many_paths_and_one_of_them_line_by_line() {
        let argument =
            Argument::Refutation { of: Refuted::Goal, paths: 2, line: Some(7), by_passed_operations: false };
        let mut proof = Proof::new(argument);
        proof.steps = vec![
            ProofStep { line: 8, holds: "k >= 4".to_owned() },
            ProofStep { line: 9, holds: "k < 2".to_owned() },
        ];
        let told: Vec<(Option<u32>, String)> =
            steps(&proof).into_iter().map(|step| (step.line, step.says)).collect();
        let lines: Vec<Option<u32>> = told.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [Some(7), None, None, Some(8), Some(9), None]);
        assert_eq!(told[1].1, "from there 2 paths lead to the goal");
        assert_eq!(told[5].1, "these contradict each other");
    }

    #[test]
    fn every_argument_has_steps() {
        let arguments = [
            Argument::Structure,
            Argument::ExhaustedInputs { runs: 1, within_preconditions: false },
            Argument::ExhaustedInputs { runs: 256, within_preconditions: true },
            Argument::ExhaustedPaths { runs: 3, unsatisfiable: 2, by_solver: Some("z3".to_owned()) },
            Argument::Unrolling { blocks: 40, rounds: 2, by_passed_operations: true },
            Argument::Stated { sentence: "because".to_owned() },
        ];
        for argument in arguments {
            let mut proof = Proof::new(argument);
            let plain = steps(&proof).len();
            proof.other_endings.insert("division by zero at line 7".to_owned(), 1);
            assert!(plain > 0 && steps(&proof).len() == plain + 1, "{proof:?}");
        }
    }
}
