//! Techniques on classes of Java libraries: goals covered within equal budgets, with effect sizes.
//!
//! A technique is a strategy (`search`, `dse`, `hybrid`) or an algorithm of the search (`dynamosa`, `mosa`, …, which work under `search`).
//! The command works on all classes with each technique and each seed; nothing is run natively. A class counts by the share of its
//! goals that finished tests cover, goals that some run proved infeasible left out; one that the command cannot test is left out.
//!
//! | output | what it tells |
//! |---|---|
//! | first table | a class a row: its share with each technique, in the mean over the seeds |
//! | A₁₂ (Vargha and Delaney) | of the first technique over each other one: mean over the classes; classes with a large effect, and with one that is significant as well (rank sum, p < 0.05), for and against it |
//! | permutations | whether the first is above the other where runs are exchanged inside of each class: the mean difference, and how far it lies from zero by chance |
//! | signed ranks | over the classes' means: whether the first is above the other, and on how many classes it is at least the best of the others |
//! | time | milliseconds until a class has 90 % of what it has in the end, with the first technique and seed |
//!
//! With `--keep` a study that was stopped goes on where it was.

mod command;
mod runs;
mod subjects;

use anyhow::Result;
use clap::Parser;
use runs::{Covered, Key, Runs};
use std::collections::BTreeSet;
use std::path::PathBuf;
use trine_statistics::{
    Alternative, Magnitude, a12, mean, median, quantile, rank_sum, show, signed_rank, stratified,
};

/// How the study is asked for.
#[derive(Debug, Parser)]
pub struct Args {
    /// Folders and jars with the classes and what they need, with `:` between them.
    #[arg(long, value_name = "PATH", default_value = "")]
    class_path: String,
    /// The classes; without any, some are drawn from libraries.
    #[arg(value_name = "CLASS")]
    classes: Vec<String>,
    /// Classes that are drawn: evenly from those of the libraries that have at least `--least-goals`.
    #[arg(long, value_name = "N", default_value_t = 100)]
    draw: usize,
    /// Classes that are looked at for that, evenly from all of the libraries: all, without it.
    #[arg(long, value_name = "N")]
    candidates: Option<usize>,
    /// Goals that a drawn class has at least.
    #[arg(long, value_name = "N", default_value_t = 10)]
    least_goals: usize,
    /// Libraries to draw from, as `GROUP:ARTEFACT:VERSION`; those of `java-campaign`, without any.
    #[arg(long, value_name = "COORDINATES", num_args = 1..)]
    artefact: Vec<String>,
    /// Techniques; the first is compared with the others.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "NAME",
        default_value = "dynamosa,mosa,mio,whole-suite-archive,whole-suite,random"
    )]
    techniques: Vec<String>,
    /// Budget of a class: evaluations (1000evals) or time (2s).
    #[arg(long, default_value = "1000evals")]
    budget: String,
    /// Seeds, from 1.
    #[arg(long, default_value_t = 3)]
    seeds: u64,
    /// Workers.
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Keeps jars, drawn classes and what each run covered in this folder, and does not repeat runs that are in it.
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// The command to run [default: `trine` beside this program].
    #[arg(long, value_name = "FILE")]
    trine: Option<PathBuf>,
}

/// By technique, class and seed: what was covered.
type Found = Vec<Vec<Vec<Covered>>>;

/// Runs the study.
///
/// # Errors
/// When Maven or the command cannot be run, or the command leaves no record.
pub fn run(args: &Args) -> Result<()> {
    let mut runs = Runs::new(args)?;
    let mut found: Found = vec![vec![Vec::new(); runs.classes().len()]; args.techniques.len()];
    let mut untested = BTreeSet::new();
    for seed in 1..=args.seeds {
        for (technique, name) in args.techniques.iter().enumerate() {
            let key = Key { technique: name.clone(), budget: args.budget.clone(), seed };
            for (class, covered) in runs.covered(&key)?.into_iter().enumerate() {
                match covered {
                    Some(covered) => found[technique][class].push(covered),
                    None => _ = untested.insert(class),
                }
            }
        }
    }
    let tested: Vec<usize> = (0..runs.classes().len()).filter(|class| !untested.contains(class)).collect();
    let shares = shares(&tested, &found);
    print_classes(args, runs.classes(), &tested, &shares);
    print_effects(args, &shares);
    print_times(&tested, &found);
    Ok(())
}

/// By technique, class of `tested` and seed: the share of goals covered of those that no run proved infeasible.
fn shares(tested: &[usize], found: &Found) -> Vec<Vec<Vec<f64>>> {
    let proved = |class: usize| {
        let of_class = found.iter().flat_map(|classes| &classes[class]);
        of_class.map(|covered| covered.infeasible).max().unwrap_or(0)
    };
    let share = |covered: &Covered, proved: usize| {
        (covered.goals as f64 / covered.all.saturating_sub(proved).max(1) as f64).min(1.0)
    };
    let by_seed = |classes: &Vec<Vec<Covered>>, class: usize| {
        let proved = proved(class);
        classes[class].iter().map(|covered| share(covered, proved)).collect()
    };
    found.iter().map(|classes| tested.iter().map(|&class| by_seed(classes, class)).collect()).collect()
}

/// The means of a technique by class.
fn means(classes: &[Vec<f64>]) -> Vec<f64> {
    classes.iter().map(|seeds| mean(seeds).unwrap_or(0.0)).collect()
}

fn print_classes(args: &Args, names: &[String], tested: &[usize], shares: &[Vec<Vec<f64>>]) {
    println!(
        "{} a class, {} seeds, {} classes of {}: percent of feasible goals covered",
        args.budget,
        args.seeds,
        tested.len(),
        names.len()
    );
    let heads: String = args.techniques.iter().map(|name| format!("{name:>21}")).collect();
    println!("{:44}{heads}", "class");
    let row = |name: &str, of: &dyn Fn(&[Vec<f64>]) -> f64| {
        let cells: String = shares.iter().map(|classes| format!("{:>21.1}", 100.0 * of(classes))).collect();
        println!("{name:44}{cells}");
    };
    for (at, &class) in tested.iter().enumerate() {
        row(names[class].rsplit('.').next().unwrap_or(&names[class]), &|classes| {
            mean(&classes[at]).unwrap_or(0.0)
        });
    }
    row("mean", &|classes| mean(&means(classes)).unwrap_or(0.0));
    row("median", &|classes| median(&means(classes)).unwrap_or(0.0));
    println!();
}

fn print_effects(args: &Args, shares: &[Vec<Vec<f64>>]) {
    let Some((first, others)) = shares.split_first() else { return };
    for (other, of) in args.techniques.iter().skip(1).zip(others) {
        let effects: Vec<Effect> =
            first.iter().zip(of).map(|(first, other)| Effect::of(first, other)).collect();
        let count = |is: &dyn Fn(&Effect) -> bool| effects.iter().filter(|effect| is(effect)).count();
        let pairs: Vec<(f64, f64)> = means(first).into_iter().zip(means(of)).collect();
        let p = signed_rank(&pairs, Alternative::Greater).p_value;
        println!(
            "A12 of {} over {other}: mean {:.2}; large for {} classes in its favour, for {} against it; significant as well for {} and {}; \
             above it over the classes with {}",
            args.techniques[0],
            mean(&effects.iter().map(|effect| effect.a12).collect::<Vec<_>>()).unwrap_or(0.5),
            count(&|effect| effect.is_large && effect.a12 > 0.5),
            count(&|effect| effect.is_large && effect.a12 < 0.5),
            count(&|effect| effect.is_large && effect.is_significant && effect.a12 > 0.5),
            count(&|effect| effect.is_large && effect.is_significant && effect.a12 < 0.5),
            show::p_value(p),
        );
        let strata: Vec<(Vec<f64>, Vec<f64>)> = first.iter().cloned().zip(of.iter().cloned()).collect();
        let test = stratified(&strata, Alternative::Greater);
        println!(
            "{} over {other}, runs exchanged within classes: {:+.2} points, by chance ±{:.2}: {}",
            args.techniques[0],
            100.0 * test.difference,
            100.0 * test.deviation,
            show::p_value(test.p_value),
        );
    }
    let best = |class: usize| others.iter().map(|of| mean(&of[class]).unwrap_or(0.0)).fold(0.0, f64::max);
    let first = means(first);
    let at_least = first.iter().enumerate().filter(|&(class, share)| share + 1e-9 >= best(class)).count();
    println!(
        "{} is at least the best of the others on {at_least} of {} classes\n",
        args.techniques[0],
        first.len()
    );
}

/// How a technique compares with another one on a class.
struct Effect {
    a12: f64,
    is_large: bool,
    is_significant: bool,
}

impl Effect {
    fn of(first: &[f64], other: &[f64]) -> Self {
        let a12 = a12(first, other).unwrap_or(0.5);
        let p = rank_sum(first, other, Alternative::TwoSided).p_value;
        Self { a12, is_large: Magnitude::of(a12) == Magnitude::Large, is_significant: p < 0.05 }
    }
}

/// When classes have 90 % of what the first technique covers in them with the first seed.
fn print_times(tested: &[usize], found: &Found) {
    let first = tested.iter().filter_map(|&class| found.first()?[class].first());
    let times: Vec<f64> = first.map(|covered| covered.to_90_percent as f64).collect();
    let at = |share: f64| quantile(&times, share).unwrap_or(0.0);
    println!(
        "90 % of what a class has in the end is covered after {:.0} ms in the median, {:.0} ms in nine of ten classes",
        at(0.5),
        at(0.9)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_that_any_run_proves_infeasible_do_not_count() {
        let run = |goals, infeasible| Covered { goals, all: 10, infeasible, to_90_percent: 0 };
        let found = vec![vec![vec![run(8, 2)]], vec![vec![run(4, 0)]]];
        assert_eq!(shares(&[0], &found), [vec![vec![1.0]], vec![vec![0.5]]]);
    }
}
