//! Curves as SVG: for each group a value over steps, such as covered branches over runs; a legend at the right.

use crate::svg::{Anchor, Axis, Svg, color, number};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 34.0;
const RIGHT: f64 = 170.0;
const BOTTOM: f64 = 52.0;

/// Draws each of `groups` as a curve: its values at the steps 1, 2, 3, and so on.
///
/// ```
/// let svg = trine_statistics::curves::curves("Runs", "run", "branches", &[("pps".to_owned(), vec![1.0, 4.0])]);
/// assert_eq!(svg.matches("<polyline").count(), 1);
/// ```
pub fn curves(title: &str, step: &str, measure: &str, groups: &[(String, Vec<f64>)]) -> String {
    let steps = groups.iter().map(|(_, values)| values.len()).max().unwrap_or(0);
    let across = Axis::new([1.0, steps as f64], LEFT, WIDTH - RIGHT);
    let all = groups.iter().flat_map(|(_, values)| values.iter().copied());
    let up = Axis::new(all.chain([0.0]), HEIGHT - BOTTOM, TOP);
    let mut svg = Svg::new(WIDTH, HEIGHT, title);
    for tick in up.ticks() {
        svg.line((LEFT, up.at(tick)), (WIDTH - RIGHT, up.at(tick)), "#dddddd");
        svg.label(LEFT - 6.0, up.at(tick) + 4.0, Anchor::End, &number(tick));
    }
    for tick in across.ticks() {
        svg.label(across.at(tick), HEIGHT - BOTTOM + 16.0, Anchor::Middle, &number(tick));
    }
    svg.line((LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, HEIGHT - BOTTOM), "black");
    svg.label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 12.0, Anchor::Middle, step);
    svg.label(LEFT, TOP - 6.0, Anchor::Middle, measure);
    for (index, (name, values)) in groups.iter().enumerate() {
        let points = values.iter().enumerate().map(|(at, value)| (across.at(at as f64 + 1.0), up.at(*value)));
        svg.path(&points.collect::<Vec<_>>(), color(index));
        let line = TOP + 18.0 * (index as f64 + 0.5);
        svg.line((WIDTH - RIGHT + 12.0, line), (WIDTH - RIGHT + 32.0, line), color(index));
        svg.label(WIDTH - RIGHT + 38.0, line + 4.0, Anchor::Start, name);
    }
    svg.finish()
}
