//! What a covered goal costs in solver calls, by searcher: the measure for learning which paths are worth solving
//! (Modonato, whose paper counts solved paths).
//!
//! The searchers of [`searchers::champions`] are compared with every other one, on each function over its seeds and over the functions'
//! means. A function where nothing is covered counts as if one goal were.

use super::campaign::Variant;
use super::runs::{Runs, covered_at};
use super::searchers::{self, Comparison};
use crate::table::table;
use trine_engine::unit::Trial;
use trine_statistics::show::p_value;

/// Each champion that was run against every other variant, over `subjects`; empty without one.
pub fn text(subjects: &[usize], variants: &[Variant], runs: &Runs, iterations: usize) -> String {
    let mut text = String::new();
    for champion in searchers::champions(variants) {
        let first = format!("solver calls a covered goal: {}", champion.name());
        let heads = [first.as_str(), "it", "the other", "fewer on", "more on", "mean A12", "Wilcoxon p"];
        let others = variants.iter().filter(|&&variant| variant != champion);
        let rows: Vec<Vec<String>> =
            others.map(|&other| row(subjects, [champion, other], runs, iterations)).collect();
        text += &table(&heads, &rows);
        text.push('\n');
    }
    if !text.is_empty() {
        text += "it, the other: calls over covered goals, both summed over the functions' means; fewer, more: functions with a difference \
                 over seeds (Mann-Whitney, p < 0.05); A12 above 0.5: it needs more; Wilcoxon: signed rank over the functions' means, \
                 two-sided\n";
    }
    text
}

fn row(subjects: &[usize], [champion, other]: [Variant; 2], runs: &Runs, iterations: usize) -> Vec<String> {
    let price =
        |trial: &Trial| trial.exploration.queries() as f64 / covered_at(trial, iterations).max(1) as f64;
    let overall = |variant| {
        let calls = runs.sum(subjects, variant, |trial| trial.exploration.queries() as f64);
        let covered = runs.sum(subjects, variant, |trial| covered_at(trial, iterations) as f64);
        format!("{:.2}", calls / covered.max(1.0))
    };
    let Comparison { above: more, below: fewer, effect, p } =
        Comparison::of(subjects, [champion, other], runs, &price);
    vec![
        other.name(),
        overall(champion),
        overall(other),
        fewer.to_string(),
        more.to_string(),
        format!("{effect:.3}"),
        p_value(p),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Job;
    use super::super::runs::tests::trial;
    use super::*;

    const LEARNING: Variant = Variant { search: "pps-learning", filters: true };
    const KNN: Variant = Variant { search: "knn", filters: true };

    #[test]
    fn what_covers_more_with_as_many_calls_is_cheaper() {
        let job = |variant, seed| Job { subject: 0, variant, seed, iterations: 4 };
        let jobs: Vec<Job> =
            [LEARNING, KNN].iter().flat_map(|&variant| (1..=5).map(move |seed| job(variant, seed))).collect();
        let found =
            |job: &Job| if job.variant == LEARNING { trial(&[2, 2, 3, 3]) } else { trial(&[2, 4, 6, 6]) };
        let runs = Runs::new(&jobs, jobs.iter().map(|job| Ok(found(job))).collect());
        let row = row(&[0], [LEARNING, KNN], &runs, 4);
        assert_eq!((row[0].as_str(), row[3].as_str(), row[4].as_str()), ("knn", "0", "1"));
        assert!(row[1].parse::<f64>().unwrap() > row[2].parse::<f64>().unwrap(), "{row:?}");
    }
}
