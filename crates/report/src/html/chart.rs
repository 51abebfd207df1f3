//! Goals covered over evaluations and over time, as small drawings, with the technique that covered each.
//!
//! Most goals fall in the first hundred evaluations and the last ones in the last thousands, so
//! both are on logarithmic scales. The line is a staircase: coverage holds until the next
//! goal. A dashed line is the most that can be covered, all goals but those proved infeasible.

use crate::words;
use std::fmt::Write;
use trine_record::{TechniqueRecord, UnitRecord};

const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 30.0;
const RIGHT: f64 = 312.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 116.0;

/// Colors of techniques that the style knows.
const COLORS: usize = 6;

/// The drawings, over evaluations and over time; nothing when no goal was covered.
pub fn chart(unit: &UnitRecord) -> String {
    let Some(&(_, _, last)) = unit.progress.last() else { return String::new() };
    let goals = unit.goals.total.max(last).max(1);
    let evaluations = unit.progress.iter().map(|point| point.0).max().unwrap_or(0);
    let evaluations = Axes { most: evaluations.max(unit.evaluations).max(1), goals, unit: "evaluations" };
    let time = unit.progress.iter().map(|point| point.1).max().unwrap_or(0);
    let time = Axes { most: time.max(unit.milliseconds).max(1), goals, unit: "milliseconds" };
    format!(
        "<h4>Progress</h4>\n<div class=\"charts\">{}{}</div>\n",
        evaluations.figure(unit, last, |point| point.0),
        time.figure(unit, last, |point| point.1)
    )
}

/// What each technique did; nothing where it is not known.
pub fn techniques(unit: &UnitRecord) -> String {
    if unit.techniques.is_empty() {
        return String::new();
    }
    let row = |(at, of): (usize, &TechniqueRecord)| {
        format!(
            "<tr><td class=\"wide\"><i class=\"dot by{}\"></i>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>\
             <td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
            at % COLORS,
            super::markup::escape(&of.name),
            words::grouped(of.turns),
            words::grouped(of.evaluations),
            words::duration(of.milliseconds),
            words::grouped(of.goals),
        )
    };
    let rows: String = unit.techniques.iter().enumerate().map(row).collect();
    let head = ["Technique", "Turns", "Evaluations", "Time", "Goals first covered"];
    super::markup::table("plain techniques", &head, &rows)
}

struct Axes {
    /// The end of the horizontal one.
    most: u64,
    goals: usize,
    unit: &'static str,
}

impl Axes {
    fn figure(&self, unit: &UnitRecord, last: usize, of: impl Fn(&(u64, u64, usize)) -> u64) -> String {
        let summary = format!(
            "{last} of {} goals covered in {} {}",
            unit.goals.total,
            words::grouped(self.most),
            self.unit
        );
        let feasible = self.y(unit.goals.total.saturating_sub(unit.goals.infeasible));
        let staircase = self.staircase(unit, &of);
        format!(
            "<figure class=\"chart\"><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{summary}\">\n{}\
             <line class=\"limit\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{feasible:.1}\" y2=\"{feasible:.1}\"/>\n\
             <path class=\"area\" d=\"{staircase} V{BOTTOM} H{LEFT} Z\"/>\n<path class=\"progress\" d=\"{staircase}\"/>\n{}\
             <text class=\"axis\" x=\"{RIGHT}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n</svg>\
             <figcaption>Goals covered over {}; dashed: all that are feasible; dots: the technique at work</figcaption></figure>\n",
            self.ticks(),
            self.dots(unit, &of),
            HEIGHT - 4.0,
            self.unit,
            self.unit,
        )
    }

    /// A dot for each goal, in the color of the technique that covered it.
    fn dots(&self, unit: &UnitRecord, of: &impl Fn(&(u64, u64, usize)) -> u64) -> String {
        let mut dots = String::new();
        for (at, technique) in unit.techniques.iter().enumerate() {
            for point in
                technique.progress.iter().filter_map(|&position| unit.progress.get(position as usize))
            {
                let (x, y) = (self.x(of(point)), self.y(point.2));
                let _ = write!(
                    dots,
                    "<circle class=\"dot by{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\"/>",
                    at % COLORS
                );
            }
        }
        dots
    }

    fn x(&self, at: u64) -> f64 {
        let share = (at as f64).ln_1p() / (self.most as f64).ln_1p();
        LEFT + share * (RIGHT - LEFT)
    }

    fn y(&self, goals: usize) -> f64 {
        BOTTOM - goals as f64 / self.goals as f64 * (BOTTOM - TOP)
    }

    fn staircase(&self, unit: &UnitRecord, of: &impl Fn(&(u64, u64, usize)) -> u64) -> String {
        let mut path = format!("M{LEFT} {:.1}", self.y(0));
        for point in &unit.progress {
            let _ = write!(path, " H{:.1} V{:.1}", self.x(of(point)), self.y(point.2));
        }
        let _ = write!(path, " H{:.1}", RIGHT);
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
        for at in tens.take_while(|n| *n <= self.most) {
            let (x, label) = (self.x(at), words::grouped(at));
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
