//! Where the labels of edges stand: beside their edges, clear of blocks, of each other and, as far as there is room, of lines.
//!
//! Each label has a number of places along its edge, on both sides of it, from where the edge leaves its block (or enters one, where many edges
//! leave together). One label after the other takes the place that costs least: what it would cover costs much, a line through it some, and
//! distance from the first place a little. This is the greedy method for the labelling of lines; labels that wait for each other's places
//! would need a search, for which drawings of programs have too few of them in one spot.
//!
//! Where no place of a long label is clear it is cut; its hint has all of it.
//!
//! Cost: labels times places times what stands at the same height.

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left, upper, right and lower side.
    pub sides: [f64; 4],
}

/// A label that is to be placed.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// All of its text; empty for none.
    pub text: &'a str,
    /// The points its edge runs through.
    pub route: &'a [(f64, f64)],
    /// Whether it stands where the edge ends.
    pub at_end: bool,
}

/// A label in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// What is shown.
    pub shown: String,
    /// Left end of its base line.
    pub at: (f64, f64),
    /// What it covers.
    pub rect: Rect,
}

/// Width of a character, and how far one goes above and below the base line.
const CHARACTER: f64 = 6.35;
const ABOVE: f64 = 8.5;
const BELOW: f64 = 3.0;
/// Space between a label and its edge.
const BESIDE: f64 = 4.0;
/// Space between a label and what else is drawn.
const CLEAR: f64 = 1.5;
/// Space beside rows of labels for the ends of edges, and the most that rows get.
const ROOM: f64 = 26.0;
const MAX_SPACE: f64 = 260.0;
/// Characters that are shown where there is room, and where there is none.
const CHARACTERS: [usize; 3] = [24, 14, 7];
/// Points that a piece of a route is looked at in.
const PIECES: usize = 8;
/// Of these, how many are places of a label: what is further away is not seen together with the end of the edge.
const PLACES: usize = 64;
/// What a label costs that covers something, the line of another edge or its own, and a point of the route.
const COVERS: f64 = 1_000.0;
const OTHER_LINE: f64 = 40.0;
const OWN_LINE: f64 = 12.0;
const FURTHER: f64 = 1.0;
/// A place so good is taken without a look at shorter texts.
const GOOD: f64 = COVERS;

impl Rect {
    fn overlaps(&self, other: &Self) -> bool {
        let ([left, top, right, bottom], [l, t, r, b]) = (self.sides, other.sides);
        left < r && l < right && top < b && t < bottom
    }

    fn has(&self, (x, y): (f64, f64)) -> bool {
        let [left, top, right, bottom] = self.sides;
        (left..=right).contains(&x) && (top..=bottom).contains(&y)
    }
}

/// Places the labels beside their edges, in a drawing with these blocks; `None` for an edge without one.
pub fn place(wanted: &[Wanted<'_>], blocks: &[Rect]) -> Vec<Option<Label>> {
    let lines: Vec<Vec<(f64, f64)>> = wanted.iter().map(|wanted| points(wanted.route)).collect();
    let rows = Rows::new(blocks, &lines);
    let mut placed: Vec<Option<Label>> = Vec::with_capacity(wanted.len());
    for (edge, wanted) in wanted.iter().enumerate() {
        let best = (!wanted.text.is_empty() && !lines[edge].is_empty())
            .then(|| best(wanted, edge, &lines[edge], (blocks, &rows), &placed));
        placed.push(best);
    }
    placed
}

fn best(
    wanted: &Wanted<'_>,
    edge: usize,
    line: &[(f64, f64)],
    (blocks, rows): (&[Rect], &Rows),
    placed: &[Option<Label>],
) -> Label {
    let mut best: Option<(f64, Label)> = None;
    for most in CHARACTERS {
        let shown = shortened(wanted.text, most);
        let is_shorter = best.as_ref().is_none_or(|(_, label)| shown.len() < label.shown.len());
        if !is_shorter {
            continue;
        }
        let width = shown.chars().count() as f64 * CHARACTER;
        let points: Vec<(f64, f64)> = match wanted.at_end {
            true => line.iter().rev().copied().collect(),
            false => line.to_vec(),
        };
        for (number, &(x, y)) in points.iter().take(PLACES).enumerate() {
            for left in [x + BESIDE, x - BESIDE - width] {
                let base = y + (ABOVE - BELOW) / 2.0;
                let rect = Rect { sides: [left, base - ABOVE, left + width, base + BELOW] };
                let cost = rows.cost(rect, edge, blocks, placed) + FURTHER * number as f64;
                if left >= 0.0 && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Label { shown: shown.clone(), at: (left, base), rect }));
                }
            }
        }
        if best.as_ref().is_some_and(|(cost, _)| *cost < GOOD) {
            break;
        }
    }
    let anywhere = || {
        let (x, y) = line[0];
        let shown = shortened(wanted.text, CHARACTERS[2]);
        let sides = [x, y - ABOVE, x + shown.chars().count() as f64 * CHARACTER, y + BELOW];
        Label { shown, at: (x, y), rect: Rect { sides } }
    };
    best.map_or_else(anywhere, |(_, label)| label)
}

/// The space that labels need above and below each block of these sizes: a row for each, where they do not fit side by side. Of each label
/// the blocks that its edge joins, and whether it stands where the edge ends.
pub fn space(labels: &[(usize, usize, &str, bool)], sizes: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let needed = |node: usize, is_end: bool| {
        let own = labels
            .iter()
            .filter(|(from, to, _, at_end)| *at_end == is_end && node == if is_end { *to } else { *from });
        let widths = own.map(|(_, _, text, _)| text.chars().count().min(CHARACTERS[0]) as f64 * CHARACTER);
        let (count, sum) = widths.fold((0.0, 0.0), |(count, sum), width| (count + 1.0, sum + width));
        let fits = count < 3.0 || sum < sizes[node].0;
        if fits { 0.0 } else { (ROOM + count * (ABOVE + BELOW + 2.0 * CLEAR)).min(MAX_SPACE) }
    };
    (0..sizes.len()).map(|node| (needed(node, true), needed(node, false))).collect()
}

/// `text` in as many characters at most.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Points on the line that [`super::curve`] draws through `route`.
fn points(route: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    for pair in route.windows(2) {
        let [(x1, y1), (x2, y2)] = [pair[0], pair[1]];
        for piece in 0..PIECES {
            // Between the ends of the piece: those touch blocks.
            let t = (piece as f64 + 0.5) / PIECES as f64;
            let (s, middle) = (1.0 - t, (y1 + y2) / 2.0);
            let x = x1 + (x2 - x1) * t * t * (3.0 - 2.0 * t);
            let y = s * s * s * y1 + 3.0 * s * t * middle + t * t * t * y2;
            points.push((x, y));
        }
    }
    points
}

/// Height of a row.
const ROW: f64 = 40.0;

/// What stands at which height.
struct Rows {
    /// By row: blocks that reach into it.
    blocks: Vec<Vec<usize>>,
    /// By row: points of lines, with their edges.
    points: Vec<Vec<(usize, (f64, f64))>>,
}

impl Rows {
    fn new(blocks: &[Rect], lines: &[Vec<(f64, f64)>]) -> Self {
        let mut rows = Self { blocks: Vec::new(), points: Vec::new() };
        for (at, block) in blocks.iter().enumerate() {
            for row in span(block) {
                entry(&mut rows.blocks, row).push(at);
            }
        }
        for (edge, line) in lines.iter().enumerate() {
            for &point in line {
                entry(&mut rows.points, row(point.1)).push((edge, point));
            }
        }
        rows
    }

    /// What it costs to have the label of `edge` there.
    fn cost(&self, rect: Rect, edge: usize, blocks: &[Rect], placed: &[Option<Label>]) -> f64 {
        let [left, top, right, bottom] = rect.sides;
        let wide = Rect { sides: [left - CLEAR, top - CLEAR, right + CLEAR, bottom + CLEAR] };
        let rows = || span(&wide);
        let covered = rows().filter_map(|row| self.blocks.get(row)).flatten();
        let of_blocks = covered.filter(|&&block| blocks[block].overlaps(&wide)).count();
        let of_labels = placed.iter().flatten().filter(|other| other.rect.overlaps(&wide)).count();
        let mut lines: Vec<usize> = rows()
            .filter_map(|row| self.points.get(row))
            .flatten()
            .filter(|(_, point)| rect.has(*point))
            .map(|&(edge, _)| edge)
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let of_lines: f64 =
            lines.iter().map(|&other| if other == edge { OWN_LINE } else { OTHER_LINE }).sum();
        COVERS * (of_blocks + of_labels) as f64 + of_lines
    }
}

fn entry<T>(rows: &mut Vec<Vec<T>>, row: usize) -> &mut Vec<T> {
    while rows.len() <= row {
        rows.push(Vec::new());
    }
    &mut rows[row]
}

fn row(y: f64) -> usize {
    (y.max(0.0) / ROW) as usize
}

fn span(rect: &Rect) -> std::ops::RangeInclusive<usize> {
    row(rect.sides[1])..=row(rect.sides[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layered;

    /// Places the labels of a drawing of blocks of this width; gives how many labels cover a block or each other.
    fn covering(width: f64, edges: &[(usize, usize, &str)], at_end: bool) -> (Vec<Label>, usize) {
        let nodes = edges.iter().map(|&(from, to, _)| from.max(to)).max().unwrap_or(0) + 1;
        let sizes = vec![(width, 40.0); nodes];
        let ends: Vec<(usize, usize)> = edges.iter().map(|&(from, to, _)| (from, to)).collect();
        let drawing = layered::draw(&sizes, &ends);
        let blocks: Vec<Rect> =
            drawing.corners.iter().map(|&(x, y)| Rect { sides: [x, y, x + width, y + 40.0] }).collect();
        let wanted: Vec<Wanted<'_>> = edges
            .iter()
            .zip(&drawing.routes)
            .map(|(&(_, _, text), route)| Wanted { text, route, at_end })
            .collect();
        let labels: Vec<Label> = place(&wanted, &blocks).into_iter().flatten().collect();
        let rects: Vec<Rect> = labels.iter().map(|label| label.rect).chain(blocks).collect();
        let count = labels.len();
        let pairs = (0..count).flat_map(|a| (a + 1..rects.len()).map(move |b| (a, b)));
        let covering = pairs.filter(|&(a, b)| rects[a].overlaps(&rects[b])).count();
        (labels, covering)
    }

    #[test]
    fn a_plain_label_stands_whole_beside_the_start_of_its_edge() {
        let (labels, covering) = covering(200.0, &[(0, 1, "T"), (0, 2, "F")], false);
        assert_eq!((labels.len(), covering), (2, 0));
        assert_eq!((labels[0].shown.as_str(), labels[1].shown.as_str()), ("T", "F"));
        assert!(labels.iter().all(|label| label.at.1 < 75.0), "{labels:?}");
    }

    #[test]
    fn labels_of_edges_to_handlers_keep_clear_of_each_other_and_of_blocks() {
        // Four calls in a row, each caught as one of two classes.
        let mut edges = Vec::new();
        for call in 0..4 {
            edges.push((call, call + 1, ""));
            edges.push((call, 5, "IllegalArgumentException"));
            edges.push((call, 6, "ReflectiveOperationException"));
        }
        let (labels, covering) = covering(150.0, &edges, false);
        assert_eq!((labels.len(), covering), (8, 0), "{labels:?}");
    }

    #[test]
    fn labels_of_a_switch_whose_cases_share_their_blocks_keep_clear() {
        let texts: Vec<String> = (0..12).map(|case| format!("case {case}")).collect();
        let edges: Vec<(usize, usize, &str)> =
            texts.iter().enumerate().map(|(case, text)| (0, 1 + case % 6, text.as_str())).collect();
        let (labels, covering) = covering(150.0, &edges, true);
        assert_eq!((labels.len(), covering), (12, 0), "{labels:?}");
    }

    #[test]
    fn labels_of_parallel_edges_get_a_row_each() {
        let edges: Vec<(usize, usize, &str, bool)> =
            ["case CIRCLE", "case SQUARE", "case TRIANGLE", "default"].map(|text| (0, 1, text, true)).into();
        let sizes = [(120.0, 40.0); 2];
        let space = space(&edges, &sizes);
        assert!(space[1].0 > 60.0 && space[0] == (0.0, 0.0) && space[1].1 == 0.0, "{space:?}");
        let drawing = layered::draw_spaced(&sizes, &[(0, 1); 4], &space);
        let routes = edges.iter().zip(&drawing.routes);
        let wanted: Vec<Wanted<'_>> =
            routes.map(|(&(_, _, text, at_end), route)| Wanted { text, route, at_end }).collect();
        let labels: Vec<Label> = place(&wanted, &[]).into_iter().flatten().collect();
        let covers = |at: usize| labels[at + 1..].iter().any(|other| labels[at].rect.overlaps(&other.rect));
        assert!((0..labels.len()).all(|at| !covers(at)), "{labels:?}");
    }

    #[test]
    fn what_is_cut_ends_in_an_ellipsis() {
        assert_eq!(shortened("IllegalArgumentException", 14), "IllegalArgume…");
        assert_eq!(shortened("T", 7), "T");
    }
}
