//! Which searcher covers most in few iterations (the paper's research question 2, Figures 4 and 5).
//!
//! Predictive path search, as published and ours, is compared with every other searcher: with the sum of covered goals over functions, as the
//! paper does, and function by function over seeds. `*` marks searchers without path filtering, as KLEE and CREST are.

use super::campaign::Variant;
use super::runs::{Runs, covered_at};
use crate::table::table;
use std::fmt::Write;
use trine_engine::techniques::symbolic::alone::Ending;
use trine_engine::unit::Trial;
use trine_statistics::show::{p_value, percent};
use trine_statistics::{Alternative, a12, mean, rank_sum, signed_rank};

/// The paper's strategy.
pub const PPS: Variant = Variant { search: "pps", filters: true };
/// What is compared with all others: the paper's strategy, with fitness in turn, and both as we have them.
const CHAMPIONS: [Variant; 4] = [
    PPS,
    Variant { search: "pps-fitness", filters: true },
    Variant { search: "pps-learning", filters: true },
    Variant { search: "pps-learning-fitness", filters: true },
];
/// Level of significance for one function.
const ALPHA: f64 = 0.05;
/// What the paper's strategy covers more than KLEE's and CREST's, on bash and flex.
const PAPER: [(&str, f64); 2] = [("klee", 0.264), ("cfg", 0.354)];

/// The iterations after which coverage is told, for explorations of at most `iterations`.
pub fn marks(iterations: usize) -> Vec<usize> {
    let mut marks: Vec<usize> = [10, 25, 50, 100].into_iter().filter(|&mark| mark < iterations).collect();
    marks.push(iterations);
    marks
}

/// Covered goals of `subjects` by each variant.
pub fn coverage(
    name: &str,
    subjects: &[usize],
    variants: &[Variant],
    runs: &Runs,
    iterations: usize,
) -> String {
    let marks = marks(iterations);
    let goals = goals(subjects, variants, runs);
    let heads: Vec<String> = marks.iter().map(|mark| format!("at {mark}")).collect();
    let first = format!("{name}: {} functions, {goals:.0} goals", subjects.len());
    let heads: Vec<&str> = std::iter::once(first.as_str())
        .chain(heads.iter().map(String::as_str))
        .chain(["coverage", "iterations", "solver calls"])
        .collect();
    let row = |&variant: &Variant| {
        let covered = |mark: usize| runs.sum(subjects, variant, |trial| covered_at(trial, mark) as f64);
        let mut row = vec![variant.name()];
        row.extend(marks.iter().map(|&mark| format!("{:.1}", covered(mark))));
        row.push(percent(covered(iterations) / goals.max(1.0)));
        let made = runs.sum(subjects, variant, |trial| trial.exploration.covered.len() as f64);
        let asked = runs.sum(subjects, variant, |trial| trial.exploration.queries() as f64);
        row.extend([format!("{made:.0}"), format!("{asked:.0}")]);
        row
    };
    table(&heads, &variants.iter().map(row).collect::<Vec<_>>())
}

/// Goals of `subjects`.
fn goals(subjects: &[usize], variants: &[Variant], runs: &Runs) -> f64 {
    variants.first().map_or(0.0, |&any| runs.sum(subjects, any, |trial| trial.goals as f64))
}

/// Those of [`CHAMPIONS`] that were run.
pub fn champions(variants: &[Variant]) -> impl Iterator<Item = Variant> + use<'_> {
    CHAMPIONS.into_iter().filter(|champion| variants.contains(champion))
}

/// Heads of a table of contests.
pub fn contest_heads(first: &str) -> [&str; 8] {
    [first, "at the end", "on the way", "paper", "better on", "worse on", "mean A12", "Wilcoxon p"]
}

/// Each of [`CHAMPIONS`] that was run against every other variant, over `subjects`.
pub fn contests(subjects: &[usize], variants: &[Variant], runs: &Runs, iterations: usize) -> String {
    let mut text = String::new();
    for champion in champions(variants) {
        let others = variants.iter().filter(|&&variant| variant != champion);
        let row = |&other| contest(subjects, [champion, other], runs, iterations);
        let first = format!("{} against", champion.name());
        text += &table(&contest_heads(&first), &others.map(row).collect::<Vec<_>>());
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "at the end: covered goals after {iterations} iterations, more or less than the other's; on the way: the mean \
         over all iterations\nbetter, worse: functions with a difference over seeds (Mann-Whitney, p < {ALPHA}); \
         Wilcoxon: signed rank over the functions' means, two-sided"
    );
    text
}

/// A champion against another: a line of the table.
pub fn contest(
    subjects: &[usize],
    [champion, other]: [Variant; 2],
    runs: &Runs,
    iterations: usize,
) -> Vec<String> {
    let at_end = |trial: &Trial| covered_at(trial, iterations) as f64;
    let on_the_way = |trial: &Trial| {
        let all: Vec<f64> = (1..=iterations).map(|at| covered_at(trial, at) as f64).collect();
        mean(&all).unwrap_or_default()
    };
    let gain = |measure: &dyn Fn(&Trial) -> f64| {
        let of = |variant| runs.sum(subjects, variant, measure);
        signed(of(champion) / of(other).max(f64::MIN_POSITIVE) - 1.0)
    };
    let Comparison { above, below, effect, p } = Comparison::of(subjects, [champion, other], runs, &at_end);
    let is_published = champion == PPS && !other.filters;
    let paper = PAPER.iter().find(|(search, _)| is_published && *search == other.search);
    vec![
        other.name(),
        gain(&at_end),
        gain(&on_the_way),
        paper.map_or_else(String::new, |(_, gain)| signed(*gain)),
        above.to_string(),
        below.to_string(),
        format!("{effect:.3}"),
        p_value(p),
    ]
}

/// How a variant compares with another one by a measure.
pub struct Comparison {
    /// Functions where its values are greater over the seeds (Mann-Whitney, p < [`ALPHA`]).
    pub above: usize,
    /// Functions where they are less.
    pub below: usize,
    /// A12, the mean over the functions.
    pub effect: f64,
    /// Wilcoxon's signed ranks over the functions' means, two-sided.
    pub p: f64,
}

impl Comparison {
    /// The first of `variants` against the second over `subjects`.
    pub fn of(
        subjects: &[usize],
        [first, second]: [Variant; 2],
        runs: &Runs,
        measure: &dyn Fn(&Trial) -> f64,
    ) -> Self {
        let (mut above, mut below, mut effects, mut pairs) = (0, 0, Vec::new(), Vec::new());
        for &subject in subjects {
            let [ours, theirs] = [first, second].map(|variant| runs.each(subject, variant, measure));
            let effect = a12(&ours, &theirs).unwrap_or(0.5);
            if rank_sum(&ours, &theirs, Alternative::TwoSided).p_value < ALPHA {
                (above, below) = (above + usize::from(effect > 0.5), below + usize::from(effect < 0.5));
            }
            effects.push(effect);
            pairs.push((runs.mean(subject, first, measure), runs.mean(subject, second, measure)));
        }
        let p = signed_rank(&pairs, Alternative::TwoSided).p_value;
        Self { above, below, effect: mean(&effects).unwrap_or(0.5), p }
    }
}

/// How many explorations of `subjects` ended at a bound before their iterations were used up.
pub fn bounds(subjects: &[usize], variants: &[Variant], runs: &Runs) -> String {
    let cut = |trial: &Trial| matches!(trial.exploration.ending, Ending::TooMuchWork | Ending::TooManyTerms);
    let of = |&variant: &Variant| {
        let all =
            subjects.iter().flat_map(|&subject| runs.each(subject, variant, |trial| f64::from(cut(trial))));
        format!("{} {:.0}", variant.name(), all.sum::<f64>())
    };
    format!(
        "explorations that the bound on work or terms ended: {}",
        variants.iter().map(of).collect::<Vec<_>>().join(", ")
    )
}

/// A share with its sign.
pub fn signed(share: f64) -> String {
    format!("{:+.1} %", share * 100.0)
}

/// Covered share of the goals after each iteration, over all `subjects`, by variant.
pub fn curves(
    subjects: &[usize],
    variants: &[Variant],
    runs: &Runs,
    iterations: usize,
) -> Vec<(String, Vec<f64>)> {
    let goals = goals(subjects, variants, runs).max(1.0);
    let curve = |variant| {
        let covered = |at| runs.sum(subjects, variant, |trial| covered_at(trial, at) as f64);
        (1..=iterations).map(|at| covered(at) / goals).collect()
    };
    variants.iter().map(|&variant| (variant.name(), curve(variant))).collect()
}

/// Covered share of each function's goals in the end, by variant.
pub fn boxes(
    subjects: &[usize],
    variants: &[Variant],
    runs: &Runs,
    iterations: usize,
) -> Vec<(String, Vec<f64>)> {
    let share = |trial: &Trial| covered_at(trial, iterations) as f64 / trial.goals.max(1) as f64;
    let of = |variant| subjects.iter().map(|&subject| runs.mean(subject, variant, share)).collect();
    variants.iter().map(|&variant| (variant.name(), of(variant))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Job;
    use super::super::runs::tests::trial;
    use super::*;

    const KLEE: Variant = Variant { search: "klee", filters: false };

    fn runs() -> Runs {
        let job = |variant, seed| Job { subject: 0, variant, seed, iterations: 4 };
        let jobs: Vec<Job> =
            [PPS, KLEE].iter().flat_map(|&variant| (1..=5).map(move |seed| job(variant, seed))).collect();
        let covered = |job: &Job| if job.variant == PPS { trial(&[2, 6]) } else { trial(&[2, 2, 3, 4]) };
        let results = jobs.iter().map(|job| Ok(covered(job))).collect();
        Runs::new(&jobs, results)
    }

    #[test]
    fn a_searcher_that_covers_more_is_better_on_the_function() {
        let row = contest(&[0], [PPS, KLEE], &runs(), 4);
        assert_eq!(row[..7], ["klee*", "+50.0 %", "+81.8 %", "+26.4 %", "1", "0", "1.000"]);
    }

    #[test]
    fn curves_go_on_after_an_exploration_has_ended() {
        assert_eq!(curves(&[0], &[PPS], &runs(), 4)[0].1, [0.2, 0.6, 0.6, 0.6]);
        assert_eq!(boxes(&[0], &[KLEE], &runs(), 4)[0].1, [0.4]);
        assert_eq!(marks(100), [10, 25, 50, 100]);
        assert_eq!(marks(30), [10, 25, 30]);
    }
}
