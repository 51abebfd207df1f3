//! Why the lead of predictive path search is what it is.
//!
//! | figure | what it tells |
//! |---|---|
//! | room | goals that the rival lacks of all that any exploration of the function ever covered: no choice of paths gains more |
//! | saturated | functions where both have covered all of these with every seed: there is nothing to choose any more |
//! | on the others | the lead where there is |
//! | after one run | goals that the first, random input covers already: no searcher chose it |
//! | refuted, given up | questions that gave no run: time, but no iteration, is lost to them |
//!
//! A function is called saturated by both contestants together, so that neither is favored by what is left out.

use super::campaign::Variant;
use super::runs::{Runs, covered_at};
use super::searchers::{PPS, champions, contest, contest_heads, marks, signed};
use crate::table::table;
use std::fmt::Write;
use trine_engine::unit::Trial;
use trine_statistics::show::percent;

/// The strategies that the paper compares with, as their tools have them.
const RIVALS: [Variant; 2] =
    [Variant { search: "klee", filters: false }, Variant { search: "cfg", filters: false }];
const HEADS: [&str; 6] = ["lead", "room", "saturated functions", "lead on the others", "goals left", "of"];

/// The lead of the paper's strategy, and of the best of ours, over the two of the paper at each mark.
pub fn text(subjects: &[usize], variants: &[Variant], runs: &Runs, iterations: usize) -> String {
    let most: Vec<f64> = subjects.iter().map(|&subject| most(subject, variants, runs)).collect();
    let mut text = String::new();
    let best = best(subjects, variants, runs, iterations).filter(|&best| best != PPS);
    for champion in std::iter::once(PPS).chain(best).filter(|champion| variants.contains(champion)) {
        for rival in RIVALS.into_iter().filter(|rival| variants.contains(rival)) {
            let of = Pair { subjects, most: &most, runs, champion, rival };
            let first = format!("{} over {} at", champion.name(), rival.name());
            let heads: Vec<&str> = std::iter::once(first.as_str()).chain(HEADS).collect();
            let rows: Vec<_> = marks(iterations).into_iter().map(|mark| of.row(mark)).collect();
            text += &table(&heads, &rows);
            text.push('\n');
        }
    }
    text + &common(subjects, &most, variants, runs)
}

/// Goals that some exploration of the function covered.
fn most(subject: usize, variants: &[Variant], runs: &Runs) -> f64 {
    let last = |trial: &Trial| trial.exploration.covered_at_last() as f64;
    variants.iter().flat_map(|&variant| runs.each(subject, variant, last)).fold(0.0, f64::max)
}

/// The champion that covers most.
fn best(subjects: &[usize], variants: &[Variant], runs: &Runs, iterations: usize) -> Option<Variant> {
    let covered =
        |variant: &Variant| runs.sum(subjects, *variant, |trial| covered_at(trial, iterations) as f64);
    champions(variants).max_by(|a, b| covered(a).total_cmp(&covered(b)))
}

/// Two searchers, and what can be covered of each subject.
struct Pair<'a> {
    subjects: &'a [usize],
    most: &'a [f64],
    runs: &'a Runs,
    champion: Variant,
    rival: Variant,
}

impl Pair<'_> {
    fn row(&self, mark: usize) -> Vec<String> {
        let at = |trial: &Trial| covered_at(trial, mark) as f64;
        let all: Vec<usize> = (0..self.subjects.len()).collect();
        let others: Vec<usize> =
            all.iter().copied().filter(|&position| !self.is_saturated(position, mark)).collect();
        let sum = |positions: &[usize], variant| {
            positions
                .iter()
                .map(|&position| self.runs.mean(self.subjects[position], variant, at))
                .sum::<f64>()
        };
        let lead = |positions: &[usize]| share(sum(positions, self.champion), sum(positions, self.rival));
        let most = |positions: &[usize]| positions.iter().map(|&position| self.most[position]).sum::<f64>();
        let theirs = sum(&all, self.rival);
        vec![
            mark.to_string(),
            lead(&all),
            share(most(&all), theirs),
            format!("{} of {}", all.len() - others.len(), all.len()),
            lead(&others),
            format!("{:.1}", most(&all) - theirs),
            format!("{:.0}", most(&all)),
        ]
    }

    /// Whether every exploration of both has covered, after `mark` runs, what any ever covered.
    fn is_saturated(&self, position: usize, mark: usize) -> bool {
        let at = |trial: &Trial| covered_at(trial, mark) as f64;
        let of = |variant| self.runs.each(self.subjects[position], variant, at);
        of(self.champion).into_iter().chain(of(self.rival)).all(|covered| covered >= self.most[position])
    }
}

/// How much more the first number is than the second; a dash where there is nothing to compare with.
fn share(first: f64, second: f64) -> String {
    if second > 0.0 { signed(first / second - 1.0) } else { "-".to_owned() }
}

fn common(subjects: &[usize], most: &[f64], variants: &[Variant], runs: &Runs) -> String {
    let total: f64 = most.iter().sum();
    let sum = |measure: &dyn Fn(&Trial) -> f64| {
        variants.iter().map(|&variant| runs.sum(subjects, variant, measure)).sum::<f64>()
    };
    let first =
        sum(&|trial| covered_at(trial, 1) as f64) / (total * variants.len() as f64).max(f64::MIN_POSITIVE);
    let asked = sum(&|trial| trial.exploration.queries() as f64).max(f64::MIN_POSITIVE);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "after one run: {} of the goals that any exploration covered; questions of all searchers: {} refuted, {} given up",
        percent(first),
        percent(sum(&|trial| trial.exploration.unsatisfiable as f64) / asked),
        percent(sum(&|trial| trial.exploration.unknown as f64) / asked)
    );
    text += "room: what could be led by at most, by an oracle that knows every path that any exploration found;\n\
             saturated: every exploration of both has covered all that any ever covered; goals left: those the other lacks\n";
    text
}

/// The champion that covers most of one half of the functions with one half of the seeds, weighed on the other halves.
pub fn held_out(subjects: &[usize], variants: &[Variant], runs: &Runs, iterations: usize) -> String {
    let half = |rest: usize| -> Vec<usize> {
        subjects.iter().enumerate().filter(|(at, _)| at % 2 == rest).map(|(_, &subject)| subject).collect()
    };
    let seeds = |rest: u64| runs.of_seeds(|seed| seed % 2 == rest);
    let Some(champion) = best(&half(0), variants, &seeds(1), iterations) else { return String::new() };
    let (rest, later) = (half(1), seeds(0));
    let others = variants.iter().filter(|&&variant| variant != champion);
    let rows: Vec<_> = others.map(|&other| contest(&rest, [champion, other], &later, iterations)).collect();
    let first = format!("{} against", champion.name());
    format!(
        "chosen on every second function and seed: {}; on the other {} functions and seeds:\n{}",
        champion.name(),
        rest.len(),
        table(&contest_heads(&first), &rows)
    )
}

#[cfg(test)]
mod tests {
    use super::super::campaign::Job;
    use super::super::runs::tests::trial;
    use super::*;

    /// Two functions: of the first both cover all, of the second the rival leaves two of four goals.
    fn runs() -> Runs {
        let mut jobs = Vec::new();
        let mut results = Vec::new();
        for seed in 1..=4 {
            for (subject, variant, covered) in
                [(0, PPS, [1, 3]), (0, RIVALS[0], [3, 3]), (1, PPS, [1, 4]), (1, RIVALS[0], [1, 2])]
            {
                jobs.push(Job { subject, variant, seed, iterations: 4 });
                results.push(Ok(trial(&covered)));
            }
        }
        Runs::new(&jobs, results)
    }

    #[test]
    fn saturated_functions_are_left_out_and_the_room_is_what_any_exploration_covered() {
        let runs = runs();
        let pair =
            Pair { subjects: &[0, 1], most: &[3.0, 4.0], runs: &runs, champion: PPS, rival: RIVALS[0] };
        assert_eq!(pair.row(4), ["4", "+40.0 %", "+40.0 %", "1 of 2", "+100.0 %", "2.0", "7"]);
        assert_eq!(pair.row(1), ["1", "-50.0 %", "+75.0 %", "0 of 2", "-50.0 %", "3.0", "7"]);
    }

    #[test]
    fn the_first_run_is_nobodys_choice() {
        let text = text(&[0, 1], &[PPS, RIVALS[0]], &runs(), 4);
        assert!(text.contains("after one run: 42.9 % of the goals"), "{text}");
        assert!(text.contains("50.0 % refuted, 0.0 % given up"), "{text}");
    }

    #[test]
    fn what_was_chosen_on_some_functions_and_seeds_is_weighed_on_the_others() {
        let text = held_out(&[0, 1], &[PPS, RIVALS[0]], &runs(), 4);
        assert!(
            text.contains("chosen on every second function and seed: pps; on the other 1 functions"),
            "{text}"
        );
        assert!(text.contains("+100.0 %"), "{text}");
    }
}
