//! The paper's own two functions: after how many iterations all their branches are covered.

use super::campaign::Variant;
use super::runs::Runs;
use super::units::ExploredFunction;
use crate::table::table;
use trine_engine::techniques::symbolic::alone::Ending;
use trine_statistics::{mean, median};

/// Iterations, at most.
pub const ITERATIONS: usize = 1_000;

/// A table for each function.
pub fn text(subjects: &[ExploredFunction], variants: &[Variant], runs: &Runs) -> String {
    let mut text = String::new();
    for (at, subject) in subjects.iter().enumerate() {
        let row = |&variant: &Variant| {
            let all = runs.each(at, variant, |trial| match trial.exploration.ending {
                Ending::Covered => trial.exploration.covered.len() as f64,
                _ => f64::INFINITY,
            });
            let reached: Vec<f64> = all.iter().copied().filter(|value| value.is_finite()).collect();
            let number =
                |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
            let share = format!("{} of {}", reached.len(), all.len());
            vec![variant.name(), share, number(mean(&reached)), number(median(&reached))]
        };
        let head = format!("{}: iterations to all branches", subject.function);
        let rows: Vec<Vec<String>> = variants.iter().map(row).collect();
        text += &table(&[&head, "reached", "mean", "median"], &rows);
        text.push('\n');
    }
    text
}
