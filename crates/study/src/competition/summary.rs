//! The tables: per class and in the mean beside the published figures, and what is missing by category.

use super::Args;
use super::measured::Measured;
use super::published::{Entry, Figures};
use crate::Tally;
use std::collections::BTreeMap;
use trine_statistics::table::{grouped, table};
use trine_statistics::{Magnitude, a12, mean};

/// Means of a class over its seeds within one budget, beside what was published.
struct Row<'a> {
    entry: &'a Entry,
    runs: Vec<&'a Measured>,
    published: Figures,
}

impl Row<'_> {
    /// Shares of the runs that have one.
    fn shares(&self, of: impl Fn(&Measured) -> Option<f64>) -> Vec<f64> {
        self.runs.iter().filter_map(|run| of(run)).collect()
    }

    fn branch(&self) -> Option<f64> {
        mean(&self.shares(Measured::branch_share))
    }

    fn instruction(&self) -> Option<f64> {
        mean(&self.shares(Measured::instruction_share))
    }

    fn mutation(&self) -> Option<f64> {
        mean(&self.shares(Measured::mutation_share))
    }

    fn cells(&self) -> Vec<String> {
        let tests: Vec<f64> = self.runs.iter().map(|run| run.tests as f64).collect();
        let effect = a12(&self.shares(Measured::branch_share), &[self.published.branch]);
        vec![
            self.entry.id.clone(),
            self.entry.class.rsplit('.').next().unwrap_or_default().to_owned(),
            self.runs.len().to_string(),
            shown(self.instruction()),
            shown(Some(self.published.instruction)),
            shown(self.branch()),
            shown(Some(self.published.branch)),
            shown(Some(self.published.best_branch)),
            effect.map_or("-".to_owned(), |effect| format!("{effect:.2}")),
            shown(self.mutation()),
            shown(Some(self.published.mutation)),
            shown(Some(self.published.best_mutation)),
            mean(&tests).map_or("-".to_owned(), |tests| format!("{tests:.0}")),
        ]
    }
}

fn shown(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{share:.3}"))
}

const HEADS: [&str; 13] = [
    "id",
    "class",
    "runs",
    "instr",
    "EvoSuite",
    "branch",
    "EvoSuite",
    "best tool",
    "A12",
    "mutation",
    "EvoSuite",
    "best tool",
    "tests",
];

/// Prints everything. A suite that does not compile, or a test that fails, fails the study.
pub(super) fn print(entries: &[Entry], all: &[Measured], missing: &[(String, String)], args: &Args) -> Tally {
    let mut tally = Tally::default();
    for budget in &args.budget {
        let rows: Vec<Row<'_>> = entries
            .iter()
            .map(|entry| {
                let is_of = |run: &&Measured| run.key.id == entry.id && run.key.budget == *budget;
                let runs = all.iter().filter(is_of).collect();
                Row { entry, runs, published: entry.beside(budget).0 }
            })
            .filter(|row| !row.runs.is_empty())
            .collect();
        if rows.is_empty() {
            continue;
        }
        let seconds = entries[0].beside(budget).1;
        println!("\n{budget} a class, beside the published figures of {seconds} s");
        let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
        print!("{}", table(&HEADS, &cells));
        means(&rows);
        print_shortfall(&rows);
        let one = judge(&rows);
        tally.passed += one.passed;
        tally.failed += one.failed;
    }
    for (why, ids) in by_reason(missing) {
        println!("cannot be had: {}: {why}", ids.join(", "));
    }
    tally
}

/// Means over the classes, and how often which side is ahead.
fn means(rows: &[Row<'_>]) {
    let of = |ours: &dyn Fn(&Row<'_>) -> Option<f64>, theirs: &dyn Fn(&Figures) -> f64| {
        let pairs: Vec<(f64, f64)> =
            rows.iter().filter_map(|row| Some((ours(row)?, theirs(&row.published)))).collect();
        let (first, second): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        (first, second)
    };
    type Ours<'a> = &'a dyn Fn(&Row<'_>) -> Option<f64>;
    type Theirs<'a> = &'a dyn Fn(&Figures) -> f64;
    let measures: [(&str, Ours<'_>, Theirs<'_>); 5] = [
        ("instruction coverage, EvoSuite", &|row| row.instruction(), &|figures| figures.instruction),
        ("branch coverage, EvoSuite", &|row| row.branch(), &|figures| figures.branch),
        ("branch coverage, best tool of each class", &|row| row.branch(), &|figures| figures.best_branch),
        ("mutation score, EvoSuite", &|row| row.mutation(), &|figures| figures.mutation),
        ("mutation score, best tool of each class", &|row| row.mutation(), &|figures| figures.best_mutation),
    ];
    println!();
    for (name, ours, theirs) in measures {
        let (first, second) = of(ours, theirs);
        let (Some(own), Some(other), Some(effect)) = (mean(&first), mean(&second), a12(&first, &second))
        else {
            continue;
        };
        // What differs by less than a thousandth was printed alike.
        let above = first.iter().zip(&second).filter(|(own, other)| *own > &(*other + 0.001)).count();
        let below = first.iter().zip(&second).filter(|(own, other)| *own < &(*other - 0.001)).count();
        println!(
            "mean of {} classes, {name}: ours {own:.3}, theirs {other:.3}; ours above on {above}, below on {below}; A12 over classes {effect:.2} ({})",
            first.len(),
            Magnitude::of(effect)
        );
    }
}

/// What is missing, by category.
fn print_shortfall(rows: &[Row<'_>]) {
    let mut sums: BTreeMap<&str, (u32, BTreeMap<&str, u32>)> = BTreeMap::new();
    let mut without = Vec::new();
    let mut taken_out = Vec::new();
    for row in rows {
        for run in &row.runs {
            let short = &run.shortfall;
            let missed = run.branch.0;
            let mut add = |name: &'static str, number: u32| {
                if number > 0 {
                    let (sum, of) = sums.entry(name).or_default();
                    *sum += number;
                    *of.entry(&row.entry.id).or_default() += number;
                }
            };
            if let Some(why) = &short.no_test {
                add("in classes without a test", missed);
                without.push(format!("{}: {why}", row.entry.id));
            } else {
                add("in methods that no test enters", short.never_entered);
                add("on lines that a test comes to", short.other_outcome);
                add("on lines that no test comes to", short.line_not_reached);
            }
            add("of these: covered only by tests that do not hold", short.unstable);
            taken_out.extend(short.taken_out.iter().map(|reason| category(reason)));
        }
    }
    println!("\nbranches missed in all runs, by how near tests come:");
    for (name, (sum, of)) in sums {
        let mut most: Vec<(&str, u32)> = of.into_iter().collect();
        most.sort_by_key(|&(id, number)| (std::cmp::Reverse(number), id));
        let most: Vec<String> = most.iter().take(8).map(|(id, number)| format!("{id} {number}")).collect();
        println!("  {sum:6} {name}: {}", most.join(", "));
    }
    without.sort();
    without.dedup();
    for line in without {
        println!("  no test: {line}");
    }
    for (number, reason) in grouped(taken_out) {
        println!("  {number} tests taken out: {reason}");
    }
}

/// A reason without the names in it.
fn category(reason: &str) -> String {
    let end =
        [" ==> ", " expected: "].iter().filter_map(|mark| reason.find(mark)).min().unwrap_or(reason.len());
    reason[..end].chars().take(110).collect()
}

/// Says what must not be.
fn judge(rows: &[Row<'_>]) -> Tally {
    let mut tally = Tally::default();
    for run in rows.iter().flat_map(|row| &row.runs) {
        let name = format!("{} {} seed {}", run.key.id, run.key.budget, run.key.seed);
        if let Some(why) = &run.refused {
            println!("WRONG: {name}: the suite does not compile: {why}");
        }
        for test in &run.failing {
            println!("WRONG: {name}: {test}");
        }
        if let Some(why) = &run.no_mutants {
            println!("no mutation score: {name}: {why}");
        }
        match run.refused.is_none() && run.failing.is_empty() {
            true => tally.passed += 1,
            false => tally.failed += 1,
        }
    }
    tally
}

fn by_reason(missing: &[(String, String)]) -> BTreeMap<&str, Vec<&str>> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (id, why) in missing {
        found.entry(why).or_default().push(id);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_failed_assertions_do_not_make_categories() {
        assert_eq!(
            category("it fails natively: org.opentest4j.AssertionFailedError: expected: <1> but was: <2>"),
            "it fails natively: org.opentest4j.AssertionFailedError:"
        );
    }
}
