//! Box plots as SVG: one box per group, lying, the name of the group at its left.
//!
//! ```text
//!                 title
//!   pps      |---[  |  ]-----|    o
//!   dfs  |--[ |    ]---|
//!        0      20      40      60
//!               what is measured
//! ```

use crate::describe::BoxSummary;
use crate::svg::{Anchor, Axis, Svg, color, number};

const WIDTH: f64 = 720.0;
const ROW: f64 = 32.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;
const RIGHT: f64 = 24.0;
/// Width of a character of the font, roughly.
const CHARACTER: f64 = 7.0;
/// Half the height of a box.
const HALF: f64 = 9.0;

/// Draws a box for each of `groups`, in their order; groups without values keep an empty row.
///
/// ```
/// let groups = [("a".to_owned(), vec![1.0, 2.0, 3.0]), ("b".to_owned(), vec![2.0, 2.5, 9.0])];
/// let svg = trine_statistics::boxplot::boxplot("Runs", "branches", &groups);
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
/// ```
pub fn boxplot(title: &str, measure: &str, groups: &[(String, Vec<f64>)]) -> String {
    let left =
        16.0 + CHARACTER * groups.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0) as f64;
    let foot = TOP + ROW * groups.len() as f64;
    let axis =
        Axis::new(groups.iter().flat_map(|(_, values)| values.iter().copied()), left + 8.0, WIDTH - RIGHT);
    let mut svg = Svg::new(WIDTH, foot + BOTTOM, title);
    for tick in axis.ticks() {
        svg.line((axis.at(tick), TOP), (axis.at(tick), foot), "#dddddd");
        svg.label(axis.at(tick), foot + 16.0, Anchor::Middle, &number(tick));
    }
    svg.line((left, foot), (WIDTH - RIGHT, foot), "black");
    svg.label((left + WIDTH - RIGHT) / 2.0, foot + 36.0, Anchor::Middle, measure);
    for (index, (name, values)) in groups.iter().enumerate() {
        let middle = TOP + ROW * (index as f64 + 0.5);
        svg.label(left - 6.0, middle + 4.0, Anchor::End, name);
        if let Some(summary) = BoxSummary::of(values) {
            draw(&mut svg, axis, middle, &summary, color(index));
        }
    }
    svg.finish()
}

fn draw(svg: &mut Svg, axis: Axis, middle: f64, summary: &BoxSummary, color: &str) {
    let [low, lower, median, upper, high] = [
        summary.lower_whisker,
        summary.lower_quartile,
        summary.median,
        summary.upper_quartile,
        summary.upper_whisker,
    ]
    .map(|value| axis.at(value));
    svg.line((low, middle), (lower, middle), color);
    svg.line((upper, middle), (high, middle), color);
    for end in [low, high] {
        svg.line((end, middle - HALF / 2.0), (end, middle + HALF / 2.0), color);
    }
    svg.rectangle((lower, middle - HALF), (upper - lower, 2.0 * HALF), color);
    svg.line((median, middle - HALF), (median, middle + HALF), "black");
    for outlier in &summary.outliers {
        svg.dot((axis.at(*outlier), middle), color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_is_named_and_each_outlier_drawn() {
        let groups = [
            ("pps".to_owned(), vec![1.0, 2.0, 3.0, 2.0, 2.5, 30.0]),
            ("dfs".to_owned(), vec![1.0, 1.0]),
            ("none".to_owned(), vec![]),
        ];
        let svg = boxplot("Branches", "covered", &groups);
        for name in ["pps", "dfs", "none", "Branches", "covered"] {
            assert!(svg.contains(&format!(">{name}</text>")), "{name}");
        }
        assert_eq!(svg.matches("<circle").count(), 1);
        assert_eq!(svg.matches("fill-opacity").count(), 2);
    }
}
