//! What must show, and whether it does.

use super::campaign::{ALGORITHMS, Contestant};
use super::paper;
use super::results::{Method, Results};
use super::subject::Subject;
use crate::Tally;
use std::fmt::Write;
use trine_statistics::show::{p_value, percent};
use trine_statistics::{Alternative, a12, mean, signed_rank};

use Contestant::{Enhanced, Paper, Portfolio, Standard};

/// A portfolio may use so much more than the better of its halves.
const PORTFOLIO_LIMIT: f64 = 1.1;
/// Longest analysis of a function, in milliseconds.
const ANALYSIS_LIMIT_MS: f64 = 1000.0;

/// The claims under way.
#[derive(Default)]
struct Claims {
    text: String,
    tally: Tally,
}

impl Claims {
    fn claim(&mut self, holds: bool, what: &str) {
        let _ = writeln!(self.text, "{} {what}", if holds { "holds " } else { "FAILED" });
        if holds {
            self.tally.passed += 1;
        } else {
            self.tally.failed += 1;
        }
    }
}

/// The claims, and how many of them hold.
pub fn text(subjects: &[Box<dyn Subject>], results: &Results) -> (String, Tally) {
    let mut claims = Claims::default();
    for (count, reason) in &results.failures {
        claims.claim(false, &format!("{count} x {reason}"));
    }
    for method in 0..ALGORITHMS.len() {
        for contestant in [Enhanced, Portfolio] {
            saves(&mut claims, results, method, contestant);
        }
    }
    hard_branches(&mut claims, subjects, results);
    for method in 0..ALGORITHMS.len() {
        loses_nothing(&mut claims, subjects, results, method);
        portfolio_is_near_the_better(&mut claims, subjects, results, method);
    }
    analyses_are_short(&mut claims, subjects, results);
    (claims.text, claims.tally)
}

/// Evaluations saved on average, against both forms of the standard fitness.
fn saves(claims: &mut Claims, results: &Results, method: Method, contestant: Contestant) {
    let saved = 100.0 * (1.0 - results.mean_normalized(method, contestant, Paper));
    let test = |base| {
        let pairs = results.pairs(results.subjects(), method, [base, contestant]);
        let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let p = signed_rank(&pairs, Alternative::Greater).p_value;
        (p, a12(&first, &second).unwrap_or(0.5))
    };
    let (p, effect) = test(Paper);
    let name = format!("{} {}", ALGORITHMS[method].0, contestant.name());
    let wanted = paper::SAVED[method];
    claims.claim(
        saved >= wanted && p <= paper::ALPHA,
        &format!(
            "{name}: {saved:.2} % of evaluations saved on average (at least {wanted} %), p {}, A12 {effect:.2}",
            p_value(p)
        ),
    );
    let saved = 100.0 * (1.0 - results.mean_normalized(method, contestant, Standard));
    let (p, effect) = test(Standard);
    let _ = writeln!(
        claims.text,
        "       against the standard fitness without rounding: {saved:.2} %, p {}, A12 {effect:.2}",
        p_value(p)
    );
}

/// Branches of the triangle that alternating variables never cover with the standard fitness.
fn hard_branches(claims: &mut Claims, subjects: &[Box<dyn Subject>], results: &Results) {
    let Some(at) = results.subjects().find(|&at| subjects[at].name() == "triangle") else { return };
    let success = |one, branch| results.success(at, 0, one, branch);
    let branches = results.branches(at).map(|(branch, _)| branch);
    let hard: Vec<usize> = branches
        .filter(|&branch| success(Paper, branch) == 0.0 && success(Standard, branch) == 0.0)
        .collect();
    let of = |one| mean(&hard.iter().map(|&branch| success(one, branch)).collect::<Vec<_>>()).unwrap_or(0.0);
    let always = hard.iter().filter(|&&branch| success(Enhanced, branch) == 1.0).count();
    let what = format!(
        "AVM enhanced: {always} of the {} branches of the triangle that the standard fitness never covers are always \
         covered (success on average: enhanced {}, portfolio {})",
        hard.len(),
        percent(of(Enhanced)),
        percent(of(Portfolio)),
    );
    claims.claim(!hard.is_empty() && always == hard.len(), &what);
}

/// Every branch that either form of the standard fitness covers, in one run at least, is covered by the others too. The
/// paper's measure is weaker: how many branches of a function are covered (Figure 3); it is told besides.
fn loses_nothing(claims: &mut Claims, subjects: &[Box<dyn Subject>], results: &Results, method: Method) {
    for contestant in [Enhanced, Portfolio] {
        let mut lost = Vec::new();
        for at in results.subjects() {
            for (branch, name) in results.branches(at) {
                let covers = |one| results.success(at, method, one, branch) > 0.0;
                if (covers(Paper) || covers(Standard)) && !covers(contestant) {
                    lost.push(format!("{} {name}", subjects[at].name()));
                }
            }
        }
        let name = format!("{} {}", ALGORITHMS[method].0, contestant.name());
        let which = if lost.is_empty() {
            String::new()
        } else {
            format!(": {} lost: {}", lost.len(), lost.join(", "))
        };
        claims.claim(lost.is_empty(), &format!("{name}: no branch lost{which}"));
        let covered = |at, one| results.covered(at, method, one);
        let fewer = results
            .subjects()
            .filter(|&at| covered(at, contestant) < covered(at, Paper).max(covered(at, Standard)))
            .count();
        let _ = writeln!(
            claims.text,
            "       by the paper's measure: functions with fewer branches covered: {fewer}"
        );
    }
}

fn portfolio_is_near_the_better(
    claims: &mut Claims,
    subjects: &[Box<dyn Subject>],
    results: &Results,
    method: Method,
) {
    let share = |at: usize| {
        let [standard, enhanced, portfolio] =
            [Standard, Enhanced, Portfolio].map(|one| results.total(at, method, one));
        portfolio / standard.min(enhanced).max(1.0)
    };
    let mut shares: Vec<(f64, &str)> =
        results.subjects().map(|at| (share(at), subjects[at].name())).collect();
    shares.sort_by(|a, b| b.0.total_cmp(&a.0));
    let Some(&(worst, function)) = shares.first() else { return };
    claims.claim(
        worst <= PORTFOLIO_LIMIT,
        &format!(
            "{} portfolio: at most {} of the evaluations of the better of standard and enhanced, {function}",
            ALGORITHMS[method].0,
            percent(worst)
        ),
    );
}

fn analyses_are_short(claims: &mut Claims, subjects: &[Box<dyn Subject>], results: &Results) {
    let mut longest = (0.0, "");
    for at in results.subjects() {
        let times = results.surveys[at].iter().flat_map(|survey| survey.analyses_ms.iter().copied());
        let most = times.fold(0.0, f64::max);
        if most >= longest.0 {
            longest = (most, subjects[at].name());
        }
    }
    let (most, function) = longest;
    claims.claim(
        most < ANALYSIS_LIMIT_MS,
        &format!("analysis of a function takes {most:.1} ms at most, {function}"),
    );
}
