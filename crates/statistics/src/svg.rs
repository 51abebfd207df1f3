//! What the drawings share: elements of SVG as text, axes with round numbers, colors.

use std::fmt::Write;

/// Colors that people with any color vision tell apart (Okabe and Ito, "Color Universal Design", 2008).
const COLORS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999933"];

/// About so many numbers stand at an axis.
const TICKS: f64 = 6.0;

/// The color of the group at `index`.
pub fn color(index: usize) -> &'static str {
    COLORS[index % COLORS.len()]
}

/// A drawing in the making.
pub struct Svg {
    text: String,
}

impl Svg {
    /// An empty drawing of so many pixels, with a title.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Self {
            text: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
                 viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
                 <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
            ),
        };
        svg.label(width / 2.0, 18.0, Anchor::Middle, title);
        svg
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.text,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{stroke}\"/>"
        );
    }

    /// A line through `points`.
    pub fn path(&mut self, points: &[(f64, f64)], stroke: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.text,
            "<polyline fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.5\" points=\"{}\"/>",
            points.join(" ")
        );
    }

    /// A box with a corner at `(x, y)`, lightly filled.
    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), color: &str) {
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{color}\" fill-opacity=\"0.25\" stroke=\"{color}\"/>"
        );
    }

    /// A small circle.
    pub fn dot(&mut self, (x, y): (f64, f64), stroke: &str) {
        let _ = writeln!(
            self.text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"none\" stroke=\"{stroke}\"/>"
        );
    }

    /// Text.
    pub fn label(&mut self, x: f64, y: f64, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(self.text, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
    }

    /// The finished drawing.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Maps values onto pixels.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    values: (f64, f64),
    pixels: (f64, f64),
}

impl Axis {
    /// An axis for all of `values`, from one pixel to another; of 0 to 1 when there are none.
    pub fn new(values: impl IntoIterator<Item = f64>, from: f64, to: f64) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (low, high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let values = match (low, high) {
            (low, high) if low > high => (0.0, 1.0),
            (low, high) if low == high => (low - 0.5, high + 0.5),
            both => both,
        };
        Self { values, pixels: (from, to) }
    }

    /// The pixel of `value`.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value - self.values.0) / (self.values.1 - self.values.0);
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }

    /// Round values along the axis: multiples of 1, 2 or 5 times a power of ten.
    pub fn ticks(&self) -> Vec<f64> {
        let (low, high) = self.values;
        let rough = (high - low) / TICKS;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (low / step).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last).map(|number| number as f64 * step).collect()
    }
}

/// A number at an axis, without digits that say nothing.
pub fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(low: f64, high: f64) -> Vec<String> {
        Axis::new([low, high], 0.0, 100.0).ticks().into_iter().map(number).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(ticks(3.0, 98.0), ["20", "40", "60", "80"]);
        assert_eq!(ticks(-1.0, 1.0), ["-1", "-0.5", "0", "0.5", "1"]);
    }

    #[test]
    fn an_axis_of_one_value_has_some_extent() {
        let axis = Axis::new([4.0], 0.0, 100.0);
        assert_eq!((axis.at(4.0), axis.ticks().is_empty()), (50.0, false));
        assert!(Axis::new([], 0.0, 100.0).ticks().len() > 2);
    }

    #[test]
    fn text_is_escaped() {
        let mut svg = Svg::new(10.0, 10.0, "");
        svg.label(0.0, 0.0, Anchor::Start, "a < b & c");
        assert!(svg.finish().contains(">a &lt; b &amp; c<"));
    }
}
