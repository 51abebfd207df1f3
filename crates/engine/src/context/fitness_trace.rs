//! The fitness trace of a search: what each evaluation was aimed at, and how near it came.
//!
//! ```text
//! evaluation,goal,line,approach_level,branch_distance,ending,covered
//! 1,,,,,returned,2                     not aimed at anything
//! 2,goal3,9,1,4999,returned,2          aimed at goal 3: one control dependence away, then a distance of 4999
//! 3,goal3,9,0,0,returned,3             covers it
//! ```
//!
//! Evaluations that runs in the domain of terms made are there too, without an aim. Their numbers have gaps where a query to the
//! solver counted as evaluations.

use std::fmt::Write;
use trine_harness::Ending;
use trine_record::GoalId;
use trine_search::Fitness;

/// One evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct FitnessPoint {
    /// Its number.
    pub evaluation: u64,
    /// The goal that it was aimed at, and how near it came.
    pub aimed_at: Option<(GoalId, Fitness)>,
    /// How its run ended.
    pub ending: Ending,
    /// Goals covered after it.
    pub covered: usize,
}

/// The first line of a trace.
pub const HEAD: &str = "evaluation,goal,line,approach_level,branch_distance,ending,covered\n";

/// The points as lines of comma-separated values, without [`HEAD`]; `line` tells where a goal is.
#[must_use]
pub fn lines(points: &[FitnessPoint], line: impl Fn(GoalId) -> u32) -> String {
    let mut out = String::new();
    for point in points {
        let _ = write!(out, "{},", point.evaluation);
        match point.aimed_at {
            None => out.push_str(",,,"),
            Some((goal, Fitness { approach_level: u32::MAX, .. })) => {
                // The run says nothing: it was cut short before anything could be measured.
                let _ = write!(out, "{goal},{},,", line(goal));
            }
            Some((goal, fitness)) => {
                let Fitness { approach_level, branch_distance } = fitness;
                let _ = write!(out, "{goal},{},{approach_level},{branch_distance}", line(goal));
            }
        }
        let _ = writeln!(out, ",{},{}", word(&point.ending), point.covered);
    }
    out
}

/// An ending in one word.
fn word(ending: &Ending) -> &'static str {
    match ending {
        Ending::Returned => "returned",
        Ending::Exited(_) => "exited",
        Ending::Aborted => "aborted",
        Ending::Fault(_) => "fault",
        Ending::Limit(_) => "limit",
        Ending::Discarded => "discarded",
        Ending::Unsupported(_) => "unsupported",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(aimed_at: Option<(GoalId, Fitness)>, ending: Ending) -> FitnessPoint {
        FitnessPoint { evaluation: 7, aimed_at, ending, covered: 2 }
    }

    fn text(aimed_at: Option<(GoalId, Fitness)>, ending: Ending) -> String {
        lines(&[point(aimed_at, ending)], |goal| goal.0 + 10)
    }

    #[test]
    fn every_line_has_as_many_columns_as_the_head() {
        let fitness = Fitness { approach_level: 1, branch_distance: 2.5 };
        let lost = Fitness { approach_level: u32::MAX, branch_distance: f64::MAX };
        let goal = GoalId(3);
        for (aimed_at, expected) in [
            (None, "7,,,,,returned,2\n"),
            (Some((goal, fitness)), "7,goal3,13,1,2.5,returned,2\n"),
            (Some((goal, lost)), "7,goal3,13,,,returned,2\n"),
        ] {
            let line = text(aimed_at, Ending::Returned);
            assert_eq!(line, expected);
            assert_eq!(line.matches(',').count(), HEAD.matches(',').count());
        }
    }

    #[test]
    fn an_ending_is_one_word_whatever_it_carries() {
        assert!(text(None, Ending::Unsupported("a, b\n".into())).ends_with(",unsupported,2\n"));
        assert!(text(None, Ending::Exited(3)).ends_with(",exited,2\n"));
    }
}
