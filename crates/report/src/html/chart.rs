//! Goals covered over evaluations, as a small drawing.
//!
//! Most goals fall in the first hundred evaluations and the last ones in the last thousands, so
//! evaluations are on a logarithmic scale. The line is a staircase: coverage holds until the next
//! goal. A dashed line is the most that can be covered, all goals but those proved infeasible.

use crate::words;
use std::fmt::Write;
use trine_record::UnitRecord;

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 30.0;
const RIGHT: f64 = 312.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 116.0;

/// The drawing; nothing when no goal was covered.
pub fn chart(unit: &UnitRecord) -> String {
    let Some(&(_, _, last)) = unit.progress.last() else { return String::new() };
    let evaluations =
        unit.progress.iter().map(|point| point.0).max().unwrap_or(0).max(unit.evaluations).max(1);
    let axes = Axes { evaluations, goals: unit.goals.total.max(last).max(1) };
    let summary = format!(
        "{last} of {} goals covered in {} evaluations",
        unit.goals.total,
        words::grouped(unit.evaluations)
    );
    let feasible = axes.y(unit.goals.total.saturating_sub(unit.goals.infeasible));
    format!(
        "<h4>Progress</h4>\n<figure class=\"chart\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{summary}\">\n{}\
         <line class=\"limit\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{feasible:.1}\" y2=\"{feasible:.1}\"/>\n\
         <path class=\"area\" d=\"{} V{BOTTOM} H{LEFT} Z\"/>\n<path class=\"progress\" d=\"{}\"/>\n\
         <text class=\"axis\" x=\"{RIGHT}\" y=\"{:.1}\" text-anchor=\"end\">evaluations</text>\n</svg>\
         <figcaption>Goals covered over evaluations; dashed: all that are feasible</figcaption></figure>\n",
        axes.ticks(),
        axes.staircase(unit),
        axes.staircase(unit),
        HEIGHT - 4.0,
    )
}

struct Axes {
    evaluations: u64,
    goals: usize,
}

impl Axes {
    fn x(&self, evaluations: u64) -> f64 {
        let share = (evaluations as f64).ln_1p() / (self.evaluations as f64).ln_1p();
        LEFT + share * (RIGHT - LEFT)
    }

    fn y(&self, goals: usize) -> f64 {
        BOTTOM - goals as f64 / self.goals as f64 * (BOTTOM - TOP)
    }

    fn staircase(&self, unit: &UnitRecord) -> String {
        let mut path = format!("M{LEFT} {:.1}", self.y(0));
        for &(evaluations, _, goals) in &unit.progress {
            let _ = write!(path, " H{:.1} V{:.1}", self.x(evaluations), self.y(goals));
        }
        let _ = write!(path, " H{:.1}", self.x(unit.evaluations.max(1)).max(LEFT));
        path
    }

    fn ticks(&self) -> String {
        let mut ticks = String::new();
        for goals in [0, self.goals] {
            let y = self.y(goals);
            let _ = writeln!(
                ticks,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{goals}</text>",
                LEFT - 5.0,
                y + 4.0,
            );
        }
        let tens = std::iter::successors(Some(1u64), |n| n.checked_mul(10));
        for evaluations in tens.take_while(|n| *n <= self.evaluations) {
            let (x, label) = (self.x(evaluations), words::grouped(evaluations));
            let _ = writeln!(
                ticks,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{BOTTOM}\" y2=\"{:.1}\"/>\
                 <text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
                BOTTOM + 4.0,
                BOTTOM + 17.0,
            );
        }
        ticks
    }
}
