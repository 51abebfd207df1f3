//! Runs the operators over a model many times, and writes a class of what they make.

use crate::body;
use std::fmt::Write;
use trine_base::Stream;
use trine_sequences::{Cluster, Operators, check};
use trine_testcase::objects::{ClassApi, Constants, Sequence, Types};

/// Runs the operators `count` times over a model, checks what they make, and gives some of it.
///
/// # Errors
/// What the checker says of the first sequence that does not hold.
pub fn exercise(
    api: &ClassApi,
    constants: &Constants,
    seed: u64,
    count: usize,
) -> Result<Vec<Sequence>, String> {
    let cluster = Cluster::new(api, constants);
    let mut rng = Stream::new(seed, "exercise");
    let mut operators = Operators { cluster: &cluster, rng: &mut rng, max_steps: 30 };
    let mut population: Vec<Sequence> = Vec::new();
    let mut kept = Vec::new();
    for round in 0..count {
        let pick = |rng: &mut Stream| rng.position(population.len().max(1));
        let (made, by) = match operators.rng.below(9) {
            _ if population.len() < 20 => (operators.random(), "random"),
            0 => (operators.random(), "random"),
            1..3 => {
                let (first, second) = (pick(operators.rng), pick(operators.rng));
                (operators.crossover(&population[first], &population[second]), "crossover")
            }
            8 => {
                let (first, second) = (pick(operators.rng), pick(operators.rng));
                (operators.join(&population[first], &population[second]), "join")
            }
            3 => {
                let parent = pick(operators.rng);
                (operators.mutate_leaves(&population[parent]), "mutate_leaves")
            }
            _ => {
                let parent = pick(operators.rng);
                (operators.mutate(&population[parent], None), "mutate")
            }
        };
        if let Err(reason) = check(api, &made) {
            return Err(format!("round {round}, {by}: {reason}\n{made:#?}"));
        }
        if round % (count / 40).max(1) == 0 {
            kept.push(made.clone());
        }
        match population.len() {
            ..40 => population.push(made),
            len => {
                let at = operators.rng.position(len);
                population[at] = made;
            }
        }
    }
    Ok(kept)
}

/// The source of a class with a method for each sequence.
#[must_use]
pub fn source(api: &ClassApi, sequences: &[Sequence]) -> String {
    let types = Types::new(api);
    let mut text = String::new();
    if !api.package.is_empty() {
        _ = writeln!(text, "package {};\n", api.package);
    }
    text.push_str("@SuppressWarnings({\"deprecation\", \"removal\"})\nfinal class TrineChecked {\n");
    for (at, sequence) in sequences.iter().enumerate() {
        _ = writeln!(text, "    void t{at}() throws Throwable {{\n{}    }}\n", body(&types, sequence));
    }
    text.push_str("}\n");
    text
}
