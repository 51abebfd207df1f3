//! What path filtering saves: depth-first search with and without it (the paper's research question 1).
//!
//! Both stop when every goal is covered, no candidate is left, or a bound is reached. A function whose exploration
//! without filtering reaches the bound saves at least what is printed.

use super::campaign::Variant;
use super::runs::Runs;
use super::units::ExploredFunction;
use crate::table::table;
use std::fmt::Write;
use trine_engine::techniques::symbolic::alone::Ending;
use trine_engine::unit::Trial;
use trine_statistics::show::{p_value, percent};
use trine_statistics::{Alternative, a12, mean, median, signed_rank};

/// Depth-first search as DART and CUTE have it.
pub const PLAIN: Variant = Variant { search: "dfs", filters: false };
/// The same with filtering: the paper's `cs-dfs`.
pub const FILTERED: Variant = Variant { search: "dfs", filters: true };
/// What the paper saves: tests and solver calls.
const PAPER: (f64, f64) = (0.255, 0.363);

const HEADS: [&str; 9] = [
    "project",
    "functions",
    "goals",
    "iterations dfs/cs-dfs",
    "saved",
    "solver calls dfs/cs-dfs",
    "saved",
    "coverage dfs/cs-dfs",
    "at bound dfs/cs-dfs",
];

fn iterations(trial: &Trial) -> f64 {
    trial.exploration.covered.len() as f64
}

fn queries(trial: &Trial) -> f64 {
    trial.exploration.queries() as f64
}

/// The table, one line for each of `groups`, and what it says over `all`.
pub fn text(groups: &[(String, Vec<usize>)], all: &[usize], runs: &Runs) -> String {
    let rows: Vec<Vec<String>> = groups.iter().map(|(name, subjects)| row(name, subjects, runs)).collect();
    let mut text = table(&HEADS, &rows);
    for (what, measure, paper) in
        [("tests", iterations as fn(&Trial) -> f64, PAPER.0), ("solver calls", queries, PAPER.1)]
    {
        text += &saving(what, measure, paper, all, runs);
    }
    text
}

fn row(name: &str, subjects: &[usize], runs: &Runs) -> Vec<String> {
    let both = |measure: &dyn Fn(&Trial) -> f64| {
        [PLAIN, FILTERED].map(|variant| runs.sum(subjects, variant, measure))
    };
    let goals = runs.sum(subjects, FILTERED, |trial| trial.goals as f64);
    let covered = both(&|trial| trial.exploration.covered_at_last() as f64);
    let at_bound = |trial: &Trial| !matches!(trial.exploration.ending, Ending::Covered | Ending::Exhausted);
    let bound = both(&|trial| f64::from(u8::from(at_bound(trial))));
    let (runs_made, asked) = (both(&iterations), both(&queries));
    vec![
        name.to_owned(),
        subjects.len().to_string(),
        format!("{goals:.0}"),
        format!("{:.0}/{:.0}", runs_made[0], runs_made[1]),
        share(saved(runs_made)),
        format!("{:.0}/{:.0}", asked[0], asked[1]),
        share(saved(asked)),
        format!("{}/{}", percent(covered[0] / goals.max(1.0)), percent(covered[1] / goals.max(1.0))),
        format!("{:.1}/{:.1}", bound[0], bound[1]),
    ]
}

/// The share that was saved; none of nothing.
fn saved([plain, filtered]: [f64; 2]) -> Option<f64> {
    (plain > 0.0).then(|| 1.0 - filtered / plain)
}

/// A dash where there is nothing to take a share of.
fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), percent)
}

fn saving(what: &str, measure: fn(&Trial) -> f64, paper: f64, all: &[usize], runs: &Runs) -> String {
    let of = |variant| all.iter().map(|&subject| runs.mean(subject, variant, measure)).collect::<Vec<f64>>();
    let (plain, filtered) = (of(PLAIN), of(FILTERED));
    let pairs: Vec<(f64, f64)> = plain.iter().copied().zip(filtered.iter().copied()).collect();
    let shares: Vec<f64> = pairs.iter().filter_map(|&(plain, filtered)| saved([plain, filtered])).collect();
    let test = signed_rank(&pairs, Alternative::Greater);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{what} saved by filtering: {} in all (paper: {}); per function: mean {}, median {}; fewer on {} of {}, more on {}\n  \
         Wilcoxon signed rank, one-sided: p = {}; A12 = {:.3}",
        share(saved([plain.iter().sum(), filtered.iter().sum()])),
        percent(paper),
        share(mean(&shares)),
        share(median(&shares)),
        pairs.iter().filter(|(plain, filtered)| filtered < plain).count(),
        pairs.len(),
        pairs.iter().filter(|(plain, filtered)| filtered > plain).count(),
        p_value(test.p_value),
        a12(&plain, &filtered).unwrap_or(0.5)
    );
    text
}

/// The functions that filtering saves most runs and least runs on.
pub fn extremes(subjects: &[ExploredFunction], all: &[usize], runs: &Runs) -> String {
    let mut shares: Vec<(f64, usize)> = all
        .iter()
        .filter_map(|&subject| {
            let made = [PLAIN, FILTERED].map(|variant| runs.mean(subject, variant, iterations));
            Some((saved(made)?, subject))
        })
        .collect();
    shares.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut text = String::new();
    let few = shares.len().min(3);
    for (share, subject) in shares.iter().take(few).chain(&shares[shares.len() - few..]) {
        let _ = writeln!(text, "  {}: {} of the tests saved", subjects[*subject].name(), percent(*share));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Job;
    use super::super::runs::tests::trial;
    use super::*;

    #[test]
    fn savings_are_told_beside_those_of_the_paper() {
        let job = |variant| Job { subject: 0, variant, seed: 1, iterations: 9 };
        let results = vec![Ok(trial(&[1, 2, 3, 4])), Ok(trial(&[1, 4]))];
        let runs = Runs::new(&[job(PLAIN), job(FILTERED)], results);
        let text = text(&[("bash".to_owned(), vec![0])], &[0], &runs);
        assert!(text.contains("4/2") && text.contains("50.0 %"), "{text}");
        assert!(text.contains("tests saved by filtering: 50.0 % in all (paper: 25.5 %)"), "{text}");
        assert!(text.contains("solver calls saved by filtering: 50.0 % in all (paper: 36.3 %)"), "{text}");
    }

    #[test]
    fn of_no_functions_nothing_is_saved_and_a_dash_says_so() {
        let text = text(&[], &[], &Runs::default());
        assert!(text.contains("tests saved by filtering: - in all"), "{text}");
    }
}
