//! The contest as text: coverage of each unit and function, who is better how often, and where hybrid loses.

use super::contest::{Contest, Contestant, Score};
use crate::table::table;
use std::fmt::Write;
use trine_statistics::show::{p_value, percent};
use trine_statistics::{Alternative, Magnitude, a12, csv, mean, signed_rank};

const HEADS: [&str; 5] = ["", "branches", "hybrid", "search", "dse"];

/// All that is printed at the end.
pub fn text(contest: &Contest) -> String {
    let units = contest.units();
    let functions: Vec<_> = contest
        .functions()
        .into_iter()
        .map(|((unit, function), score)| (format!("{unit} {function}"), score))
        .collect();
    let differing = functions.iter().filter(|(_, score)| !score.is_tie());
    let of_units: Vec<Score> = units.values().copied().collect();
    let of_functions: Vec<Score> = functions.iter().map(|(_, score)| *score).collect();
    let mut text =
        format!("branch coverage by unit:\n{}\n", scores(units.iter().map(|(name, score)| (*name, *score))));
    text += "branch coverage of functions on which the strategies differ:\n";
    text += &scores(differing.map(|(name, score)| (name.as_str(), *score)));
    text += &standing("units", &of_units);
    text += &standing("functions", &of_functions);
    let losing: Vec<_> = functions.iter().filter(|(_, score)| score.deficit() > 0).collect();
    let _ = writeln!(text, "\nfunctions on which hybrid covers less than the better half: {}", losing.len());
    for (name, score) in losing {
        let [hybrid, search, dse] = score.covered;
        let _ = writeln!(text, "  {name}: {hybrid} of {}, search {search}, dse {dse}", score.total);
    }
    for failure in &contest.failures {
        let _ = writeln!(text, "{failure}");
    }
    text
}

/// One line per function.
pub fn csv(contest: &Contest) -> String {
    let row = |((unit, function), score): ((&str, &str), Score)| {
        let counts = std::iter::once(score.total).chain(score.covered).map(|count| count.to_string());
        [unit.to_owned(), function.to_owned()].into_iter().chain(counts).collect()
    };
    let rows: Vec<Vec<String>> = contest.functions().into_iter().map(row).collect();
    csv::file(&["unit", "function", "branches", "hybrid", "search", "dse"], &rows)
}

fn scores<'a>(named: impl Iterator<Item = (&'a str, Score)>) -> String {
    let row = |(name, score): (&str, Score)| {
        let shares = Contestant::ALL.map(|contestant| percent(score.coverage(contestant)));
        [name.to_owned(), score.total.to_string()].into_iter().chain(shares).collect()
    };
    table(&HEADS, &named.map(row).collect::<Vec<_>>())
}

/// How hybrid stands against the others, over `scores` of `what`.
fn standing(what: &str, scores: &[Score]) -> String {
    let coverage = |contestant| scores.iter().map(|score| score.coverage(contestant)).collect::<Vec<f64>>();
    let held = scores.iter().filter(|score| score.deficit() == 0).count();
    let mut text = format!(
        "\n{} {what}: hybrid >= max(search, dse) on {held} ({})\n",
        scores.len(),
        percent(held as f64 / scores.len().max(1) as f64)
    );
    let hybrid = coverage(Contestant::Hybrid);
    let _ = write!(text, "mean branch coverage: hybrid {}", percent(mean(&hybrid).unwrap_or_default()));
    for other in [Contestant::Search, Contestant::Dse] {
        let values = coverage(other);
        let _ = write!(text, ", {} {}", other.name(), percent(mean(&values).unwrap_or_default()));
    }
    text.push('\n');
    for other in [Contestant::Search, Contestant::Dse] {
        let values = coverage(other);
        let pairs: Vec<_> = hybrid.iter().copied().zip(values.iter().copied()).collect();
        let test = signed_rank(&pairs, Alternative::Greater);
        let effect = a12(&hybrid, &values).unwrap_or(0.5);
        let _ = writeln!(
            text,
            "hybrid > {}: Wilcoxon signed rank, one-sided, {} pairs that differ: p = {}; A12 = {effect:.3} ({})",
            other.name(),
            test.differences,
            p_value(test.p_value),
            Magnitude::of(effect)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::contest::tests::contest;
    use super::*;

    #[test]
    fn the_share_of_units_and_the_losers_are_told() {
        let text = text(&contest(&[("f", 4, [4, 3, 2]), ("g", 4, [1, 2, 1]), ("h", 2, [2, 2, 2])]));
        assert!(text.contains("1 units: hybrid >= max(search, dse) on 1 (100.0 %)"), "{text}");
        assert!(text.contains("3 functions: hybrid >= max(search, dse) on 2 (66.7 %)"), "{text}");
        assert!(text.contains("p/u.c g: 1 of 4, search 2, dse 1"), "{text}");
        assert!(!text.contains("p/u.c h"), "a tie is not listed: {text}");
    }

    #[test]
    fn the_file_has_one_line_per_function() {
        let text = csv(&contest(&[("f", 4, [4, 3, 2])]));
        assert_eq!(text, "unit,function,branches,hybrid,search,dse\np/u.c,f,4,4,3,2\n");
    }
}
