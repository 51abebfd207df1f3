//! The tables of the paper, ours beside theirs.

use super::campaign::{ALGORITHMS, Contestant};
use super::results::{Method, Results};
use super::subject::Subject;
use crate::table::table;
use trine_statistics::show::{p_value, percent};
use trine_statistics::{Alternative, Magnitude, a12, csv, mean, median, signed_rank};

use Contestant::{Enhanced, Paper, Portfolio, Standard};

/// All tables.
pub fn text(subjects: &[Box<dyn Subject>], results: &Results) -> String {
    let mut text = format!(
        "{} seeds, {} evaluations a search\n\nfunctions (the paper's Table I)\n{}",
        results.plan.seeds,
        results.plan.evaluations,
        functions(subjects, results)
    );
    for (method, (name, ..)) in ALGORITHMS.iter().enumerate() {
        text += &format!(
            "\n{name}: evaluations, normalized (Table III)\n{}",
            evaluations(subjects, results, method)
        );
        text += &format!(
            "\n{name}: branches covered by one run at least (Figure 3)\n{}",
            coverage(subjects, results, method)
        );
        text += &format!(
            "\n{name}: branches whose success rates differ (Table II)\n{}",
            successes(subjects, results, method)
        );
    }
    text += &format!("\nanalysis of all branches of a function (Table IV)\n{}", analyses(subjects, results));
    text += &format!("\nthousands of evaluations per second and core\n{}", speeds(subjects, results));
    text
}

fn functions(subjects: &[Box<dyn Subject>], results: &Results) -> String {
    let row = |at: usize| {
        let (paper, survey) = (subjects[at].paper(), results.surveys[at].as_ref());
        let bits = survey.map_or(0.0, |survey| survey.domain_bits);
        vec![
            subjects[at].name().to_owned(),
            results.branches(at).count().to_string(),
            paper.branches.to_string(),
            format!("{bits:.0}"),
            paper.domain_bits.to_string(),
        ]
    };
    let rows: Vec<_> = results.subjects().map(row).collect();
    table(&["function", "branches", "paper", "bits of input", "paper"], &rows)
}

const SHARES: [&str; 10] = [
    "function",
    "paper's = 100 %",
    "standard",
    "enhanced",
    "portfolio",
    "in the paper",
    "enhanced/standard",
    "portfolio/standard",
    "p",
    "A12",
];

fn evaluations(subjects: &[Box<dyn Subject>], results: &Results, method: Method) -> String {
    let papers = |at: usize| subjects[at].paper().normalized[method] / 100.0;
    let row = |at: usize| {
        let total = format!("{:.0}", results.total(at, method, Paper));
        let share = |one, base| results.normalized(at, method, one, base);
        let mut row = shares(subjects[at].name(), total, share, papers(at));
        let pairs = results.pairs(std::iter::once(at), method, [Paper, Enhanced]);
        let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let effect = a12(&first, &second).unwrap_or(0.5);
        row.push(p_value(signed_rank(&pairs, Alternative::Greater).p_value));
        row.push(format!("{effect:.2} {}", Magnitude::of(effect)));
        row
    };
    let mut rows: Vec<_> = results.subjects().map(row).collect();
    let share = |one, base| results.mean_normalized(method, one, base);
    let published = mean(&results.subjects().map(papers).collect::<Vec<_>>()).unwrap_or(1.0);
    rows.push(shares("mean of functions", String::new(), share, published));
    table(&SHARES, &rows)
}

/// The cells of one line of evaluations up to the tests; `share` is that of one contestant in those of another.
fn shares(
    name: &str,
    total: String,
    share: impl Fn(Contestant, Contestant) -> f64,
    published: f64,
) -> Vec<String> {
    vec![
        name.to_owned(),
        total,
        percent(share(Standard, Paper)),
        percent(share(Enhanced, Paper)),
        percent(share(Portfolio, Paper)),
        percent(published),
        percent(share(Enhanced, Standard)),
        percent(share(Portfolio, Standard)),
    ]
}

fn coverage(subjects: &[Box<dyn Subject>], results: &Results, method: Method) -> String {
    let row = |at: usize| {
        let covered = Contestant::ALL.map(|contestant| results.covered(at, method, contestant).to_string());
        let first = [subjects[at].name().to_owned(), results.branches(at).count().to_string()];
        first.into_iter().chain(covered).collect()
    };
    let rows: Vec<_> = results.subjects().map(row).collect();
    table(&heads(&["function", "branches"]), &rows)
}

/// `first`, then the contestants.
fn heads(first: &[&'static str]) -> Vec<&'static str> {
    first.iter().copied().chain(Contestant::ALL.map(Contestant::name)).collect()
}

fn successes(subjects: &[Box<dyn Subject>], results: &Results, method: Method) -> String {
    let mut rows = Vec::new();
    for at in results.subjects() {
        rows.push(vec![format!("{} (paper: {})", subjects[at].name(), subjects[at].paper().success)]);
        for (branch, name) in results.branches(at) {
            let rates = Contestant::ALL.map(|contestant| results.success(at, method, contestant, branch));
            if rates.iter().any(|rate| *rate != rates[0]) {
                rows.push(std::iter::once(format!("  {name}")).chain(rates.map(percent)).collect());
            }
        }
    }
    table(&heads(&["branch"]), &rows)
}

fn analyses(subjects: &[Box<dyn Subject>], results: &Results) -> String {
    let row = |at: usize| {
        let survey = results.surveys[at].as_ref();
        let times = survey.map_or(&[][..], |survey| &survey.analyses_ms);
        let average = mean(times).unwrap_or(0.0);
        let squares: f64 = times.iter().map(|time| (time - average).powi(2)).sum();
        let deviation = (squares / times.len().saturating_sub(1).max(1) as f64).sqrt();
        vec![
            subjects[at].name().to_owned(),
            format!("{average:.2} ms"),
            format!("{deviation:.2}"),
            format!("{:.0} ms", subjects[at].paper().analysis_ms),
            survey.map_or(0, |survey| survey.bounded).to_string(),
        ]
    };
    let rows: Vec<_> = results.subjects().map(row).collect();
    table(&["function", "mean", "deviation", "paper", "branches cut at a bound"], &rows)
}

fn speeds(subjects: &[Box<dyn Subject>], results: &Results) -> String {
    let row = |at: usize| {
        let cells = (0..ALGORITHMS.len()).flat_map(|method| {
            [Standard, Enhanced].map(|one| format!("{:.0}", results.speed(at, method, one) / 1000.0))
        });
        std::iter::once(subjects[at].name().to_owned()).chain(cells).collect()
    };
    let rows: Vec<_> = results.subjects().map(row).collect();
    table(&["function", "AVM standard", "enhanced", "GA standard", "enhanced"], &rows)
}

/// One line per branch, algorithm and contestant.
pub fn csv(subjects: &[Box<dyn Subject>], results: &Results) -> String {
    let mut rows = Vec::new();
    for at in results.subjects() {
        for (branch, name) in results.branches(at) {
            for (method, (algorithm, _)) in ALGORITHMS.iter().enumerate() {
                for contestant in Contestant::ALL {
                    let runs = results.runs(at, method, contestant, branch);
                    let evaluations: Vec<f64> = runs.iter().map(|run| run.evaluations as f64).collect();
                    let by_seed: Vec<String> = runs.iter().map(|run| run.evaluations.to_string()).collect();
                    rows.push(vec![
                        subjects[at].name().to_owned(),
                        name.to_owned(),
                        (*algorithm).to_owned(),
                        contestant.name().to_owned(),
                        runs.len().to_string(),
                        runs.iter().filter(|run| run.covered).count().to_string(),
                        format!("{:.1}", mean(&evaluations).unwrap_or(0.0)),
                        format!("{:.1}", median(&evaluations).unwrap_or(0.0)),
                        by_seed.join(" "),
                    ]);
                }
            }
        }
    }
    let heads =
        ["function", "branch", "algorithm", "fitness", "runs", "covered", "mean", "median", "by seed"];
    csv::file(&heads, &rows)
}

/// A box plot.
pub struct Drawing {
    /// Name of its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// Names of the boxes, with what each sums up.
    pub boxes: Vec<(String, Vec<f64>)>,
}

/// For each algorithm a drawing with a box for each function and contestant.
pub fn boxes(subjects: &[Box<dyn Subject>], results: &Results) -> Vec<Drawing> {
    let drawing = |method: Method| {
        let algorithm = ALGORITHMS[method].0;
        let mut boxes = Vec::new();
        for at in results.subjects() {
            for contestant in [Standard, Enhanced, Portfolio] {
                let share = |branch: usize| {
                    let of = |one| results.evaluations(at, method, one, branch);
                    100.0 * of(contestant) / of(Paper).max(1.0)
                };
                let shares = results.branches(at).map(|(branch, _)| share(branch)).collect();
                boxes.push((format!("{} {}", subjects[at].name(), contestant.name()), shares));
            }
        }
        Drawing {
            name: algorithm.to_lowercase(),
            title: format!("{algorithm}: evaluations by branch"),
            boxes,
        }
    };
    (0..ALGORITHMS.len()).map(drawing).collect()
}
