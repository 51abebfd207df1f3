//! Control-flow graphs as drawings: blocks colored by what the tests came to, edges by whether one took them, and the path of a test that
//! the reader chooses.
//!
//! The drawing is complete without the script, which adds zoom, dragging and the highlighting of paths: each test's edges stand in the
//! value of its option.

mod labels;

use super::Page;
use super::markup::escape;
use crate::layered;
use crate::words;
use labels::{Label, Rect, Wanted};
use std::collections::BTreeSet;
use std::fmt::Write;
use trine_record::{BlockEnd, BlockRecord, EdgeRecord, GraphRecord, PathState, UnitRecord, WalkRecord};

/// Graphs of more blocks are not drawn: nobody could read them.
const MAX_BLOCKS: usize = 600;
/// Characters of a block's text.
const MAX_CHARACTERS: usize = 34;
/// Width of a character and height of a line, in the font of the drawing.
const CHARACTER: f64 = 6.65;
const LINE: f64 = 15.0;
/// Edges that leave one block with their labels beside it; those of a large switch stand where the edges end.
const MAX_LABELS_AT_START: usize = 4;
/// Space within a block.
const PADDING: f64 = 9.0;
/// Lines of source that a hint shows.
const MAX_HINT_LINES: usize = 12;

/// The graphs of a unit; nothing when none was recorded.
pub fn section(page: &Page<'_, '_>, number: usize, unit: &UnitRecord) -> String {
    let worth = |graph: &&GraphRecord| !graph.blocks.is_empty();
    let graphs: Vec<&GraphRecord> = unit.flow.graphs.iter().filter(worth).collect();
    let single = graphs.len() == 1;
    let drawn = graphs
        .iter()
        .enumerate()
        .map(|(at, graph)| one(page, unit, graph, &format!("u{number}c{at}"), single));
    let drawn: String = drawn.collect();
    if drawn.is_empty() {
        return String::new();
    }
    format!(
        "<details class=\"part graphs\"><summary><h4>Control flow</h4> <span class=\"note\">{}</span></summary>\n{drawn}</details>\n",
        if single { size(graphs[0]) } else { words::plural(graphs.len(), "method") }
    )
}

fn size(graph: &GraphRecord) -> String {
    format!("{}, {}", words::plural(graph.blocks.len(), "block"), words::plural(graph.edges.len(), "edge"))
}

fn one(page: &Page<'_, '_>, unit: &UnitRecord, graph: &GraphRecord, id: &str, single: bool) -> String {
    let (entered, taken) = (graph.entered(), graph.taken());
    let counts = format!(
        "{} of {} entered, {} of {} taken",
        entered.len(),
        words::plural(graph.blocks.len(), "block"),
        taken.len(),
        words::plural(graph.edges.len(), "edge"),
    );
    if graph.blocks.len() > MAX_BLOCKS {
        return format!("<p class=\"note\">{}: {counts}; too large to be drawn.</p>\n", escape(&graph.name));
    }
    let figure = format!(
        "<figure class=\"graph\" id=\"{id}\">\n{}<div class=\"view\">{}</div>\n<figcaption>{counts}. Full lines: taken by a test; \
         dashed: by none{}.</figcaption></figure>\n",
        controls(unit, graph, id),
        drawing(page, graph, (&entered, &taken)),
        if graph.edges.iter().any(|edge| edge.handler) { "; dotted: to handlers of exceptions" } else { "" },
    );
    if single {
        return figure;
    }
    format!(
        "<details class=\"method\"><summary><code>{}</code> <span class=\"note\">{counts}</span></summary>\n{figure}</details>\n",
        escape(&graph.name)
    )
}

/// The choice of a path, and the buttons of the script.
fn controls(unit: &UnitRecord, graph: &GraphRecord, id: &str) -> String {
    let mut options = "<option value=\"\">of no test</option>".to_owned();
    for walk in &graph.walks {
        let _ = write!(options, "<option value=\"{}\">{}</option>", edges(walk), escape(&walk.test));
    }
    for path in unit.pathwise.iter().flat_map(|pathwise| &pathwise.paths) {
        let PathState::Covered { test: Some(test), .. } = &path.state else { continue };
        if let Some(walk) = graph.walks.iter().find(|walk| walk.test == *test) {
            let _ = write!(options, "<option value=\"{}\">path {}</option>", edges(walk), path.number);
        }
    }
    format!(
        "<p class=\"controls\" data-script=\"\" hidden=\"\"><label>Path <select data-graph=\"{id}\">{options}</select></label> \
         <span><button type=\"button\" data-zoom=\"in\" aria-label=\"Zoom in\">+</button> \
         <button type=\"button\" data-zoom=\"out\" aria-label=\"Zoom out\">−</button> \
         <button type=\"button\" data-zoom=\"fit\">Fit</button></span> <span class=\"note\">drag to move, Ctrl and wheel to zoom</span></p>\n"
    )
}

fn edges(walk: &WalkRecord) -> String {
    // The entry is on every path; a path without edges still has it.
    let numbers: Vec<String> = walk.edges.iter().map(u32::to_string).collect();
    format!("@ {}", numbers.join(" "))
}

fn drawing(page: &Page<'_, '_>, graph: &GraphRecord, seen: (&BTreeSet<u32>, &BTreeSet<u32>)) -> String {
    let (entered, taken) = seen;
    let texts: Vec<Vec<String>> = graph.blocks.iter().map(|block| text(page, graph, block)).collect();
    let sizes: Vec<(f64, f64)> = texts.iter().map(|lines| box_of(lines)).collect();
    let ends: Vec<(usize, usize)> =
        graph.edges.iter().map(|edge| (edge.from as usize, edge.to as usize)).collect();
    if ends.iter().any(|&(from, to)| from.max(to) >= sizes.len()) {
        return "<p class=\"note\">The record of the graph is damaged.</p>".to_owned();
    }
    let placed = layered::draw_spaced(&sizes, &ends, &labels::space(&labelled(graph), &sizes));
    let labels = labels(graph, &placed, &sizes);
    let right = labels.iter().flatten().map(|label| label.rect.sides[2]).fold(placed.width, f64::max);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {:.0} {:.0}\" width=\"{:.0}\" height=\"{:.0}\" role=\"img\" aria-label=\"Control-flow graph of {}\">\n",
        right,
        placed.height,
        right,
        placed.height,
        escape(&graph.name)
    );
    for (at, ((edge, route), label)) in graph.edges.iter().zip(&placed.routes).zip(&labels).enumerate() {
        svg.push_str(&edge_markup(at, edge, (route, label.as_ref()), taken.contains(&(at as u32))));
    }
    for (at, (block, lines)) in graph.blocks.iter().zip(&texts).enumerate() {
        let state = state(graph, at as u32, entered, taken);
        let place = (placed.corners[at], sizes[at]);
        svg.push_str(&block_markup(page, graph, (at, block), lines, place, state));
    }
    svg + "</svg>"
}

/// Class of a block: all its edges taken, some, or never entered.
fn state(graph: &GraphRecord, block: u32, entered: &BTreeSet<u32>, taken: &BTreeSet<u32>) -> &'static str {
    if !entered.contains(&block) {
        return "unknown";
    }
    let mut leaving = graph.edges.iter().enumerate().filter(|(_, edge)| edge.from == block && !edge.handler);
    if leaving.all(|(at, _)| taken.contains(&(at as u32))) { "covered" } else { "partial" }
}

/// What stands in a block: its lines, and the condition it ends with or its first line of source.
fn text(page: &Page<'_, '_>, graph: &GraphRecord, block: &BlockRecord) -> Vec<String> {
    let (first, last) = block.lines;
    let mut lines = vec![match block.lines {
        (0, _) => "no line".to_owned(),
        _ if first == last => format!("line {first}"),
        _ => format!("lines {first}–{last}"),
    }];
    let source = |line: u32| {
        let text = page.report.sources.get(&graph.file)?.lines().nth(line.checked_sub(1)? as usize)?;
        Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let said = match &block.text {
        Some(condition) => Some(format!("{condition} ?")),
        None => source(first).filter(|text| text.len() > 1),
    };
    lines.extend(said.map(|text| shortened(&text)));
    match block.end {
        BlockEnd::GoesOn => {}
        BlockEnd::Returns => lines[0] += " · returns",
        BlockEnd::Throws => lines[0] += " · throws",
        BlockEnd::Stops => lines[0] += " · stops",
    }
    lines
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_CHARACTERS {
        return text.to_owned();
    }
    text.chars().take(MAX_CHARACTERS - 1).chain(['…']).collect()
}

fn box_of(lines: &[String]) -> (f64, f64) {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    (longest as f64 * CHARACTER + 2.0 * PADDING, lines.len() as f64 * LINE + PADDING)
}

/// The ends of the edges that have labels, the label, and whether it stands where the edge ends.
fn labelled(graph: &GraphRecord) -> Vec<(usize, usize, &str, bool)> {
    let mut leaving = vec![0; graph.blocks.len()];
    graph.edges.iter().for_each(|edge| leaving[edge.from as usize] += 1);
    let all = graph.edges.iter().filter(|edge| !edge.label.is_empty());
    all.map(|edge| {
        let at_end = leaving[edge.from as usize] > MAX_LABELS_AT_START;
        (edge.from as usize, edge.to as usize, edge.label.as_str(), at_end)
    })
    .collect()
}

/// The labels of the edges, in their places.
fn labels(graph: &GraphRecord, placed: &layered::Drawing, sizes: &[(f64, f64)]) -> Vec<Option<Label>> {
    let mut leaving = vec![0; sizes.len()];
    graph.edges.iter().for_each(|edge| leaving[edge.from as usize] += 1);
    let wanted = graph.edges.iter().zip(&placed.routes).map(|(edge, route)| Wanted {
        text: &edge.label,
        route,
        at_end: leaving[edge.from as usize] > MAX_LABELS_AT_START,
    });
    let block = |(&(x, y), &(width, height)): (&(f64, f64), &(f64, f64))| Rect {
        sides: [x, y, x + width, y + height],
    };
    let blocks: Vec<Rect> = placed.corners.iter().zip(sizes).map(block).collect();
    labels::place(&wanted.collect::<Vec<_>>(), &blocks)
}

fn edge_markup(
    at: usize,
    edge: &EdgeRecord,
    (route, label): (&[(f64, f64)], Option<&Label>),
    taken: bool,
) -> String {
    let mut classes = vec!["edge"];
    classes.push(if taken { "taken" } else { "open" });
    if edge.handler {
        classes.push("handler");
    }
    format!(
        "<g class=\"{}\" data-edge=\"{at}\" data-ends=\"{} {}\"><path d=\"{}\"/>{}{}</g>\n",
        classes.join(" "),
        edge.from,
        edge.to,
        curve(route),
        arrow(route),
        label.map(|label| label_markup(edge, label)).unwrap_or_default(),
    )
}

/// A label; the hint of one that is cut has all of it.
fn label_markup(edge: &EdgeRecord, label: &Label) -> String {
    let (x, y) = label.at;
    let hint = match label.shown == edge.label {
        true => String::new(),
        false => format!("<title>{}</title>", escape(&edge.label)),
    };
    format!("<text class=\"label\" x=\"{x:.0}\" y=\"{y:.0}\">{}</text>{hint}", escape(&label.shown))
}

/// Straight down at each point, so that bends do not show.
fn curve(route: &[(f64, f64)]) -> String {
    let Some(&(x, y)) = route.first() else { return String::new() };
    let mut path = format!("M{x:.0} {y:.0}");
    for pair in route.windows(2) {
        let [(x1, y1), (x2, y2)] = [pair[0], pair[1]];
        if (x1 - x2).abs() < 0.1 || (y1 - y2).abs() < 0.1 {
            let _ = write!(path, "L{x2:.0} {y2:.0}");
        } else {
            let middle = (y1 + y2) / 2.0;
            let _ = write!(path, "C{x1:.0} {middle:.0} {x2:.0} {middle:.0} {x2:.0} {y2:.0}");
        }
    }
    path
}

/// The head of an arrow at the end of the route.
fn arrow(route: &[(f64, f64)]) -> String {
    let [.., (x0, y0), (x, y)] = *route else { return String::new() };
    let head = match () {
        () if y > y0 + 0.1 => "l3-7h-6z",
        () if y < y0 - 0.1 => "l3 7h-6z",
        () if x < x0 => "l7 3v-6z",
        () => "l-7 3v-6z",
    };
    format!("<path class=\"head\" d=\"M{x:.0} {y:.0}{head}\"/>")
}

fn block_markup(
    page: &Page<'_, '_>,
    graph: &GraphRecord,
    (at, block): (usize, &BlockRecord),
    lines: &[String],
    ((x, y), (width, height)): ((f64, f64), (f64, f64)),
    state: &str,
) -> String {
    let texts: String = lines
        .iter()
        .enumerate()
        .map(|(number, line)| {
            let baseline = y + PADDING / 2.0 + LINE * (number as f64 + 0.75);
            let class = if number == 0 { " class=\"where\"" } else { "" };
            format!("<text{class} x=\"{:.0}\" y=\"{baseline:.0}\">{}</text>", x + PADDING, escape(line))
        })
        .collect();
    let inner = format!(
        "<title>{}</title><rect x=\"{x:.0}\" y=\"{y:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"{}\"/>{texts}",
        escape(&hint(page, graph, block)),
        if at == 0 || !block.end.goes_on() { 12 } else { 3 },
    );
    let inner = match page.links.line_href(&graph.file, block.lines.0) {
        Some(href) => format!("<a href=\"{href}\">{inner}</a>"),
        None => inner,
    };
    format!("<g class=\"block {state}\" data-block=\"{at}\">{inner}</g>\n")
}

/// The source of a block.
fn hint(page: &Page<'_, '_>, graph: &GraphRecord, block: &BlockRecord) -> String {
    let (first, last) = block.lines;
    let Some(text) = page.report.sources.get(&graph.file).filter(|_| first > 0) else { return String::new() };
    let lines = text.lines().enumerate().skip(first as usize - 1).take((last - first + 1) as usize);
    let mut hint: Vec<String> =
        lines.take(MAX_HINT_LINES).map(|(at, line)| format!("{} {line}", at + 1)).collect();
    if (last - first) as usize >= MAX_HINT_LINES {
        hint.push("…".to_owned());
    }
    hint.join("\n")
}
