//! How near the finished tests came to a goal that none of them covers: the block where the nearest one leaves the way to it, the condition
//! there, and what it would have to be.
//!
//! The way is one of the recorded control-flow graph: from the blocks that some test enters, backwards from the goal, over the fewest
//! edges that no test takes. That number is the approach level (Wegener, Baresel and Sthamer 2001) over edges in place of control dependences. Values of
//! operands are not recorded.

use std::collections::{BTreeSet, VecDeque};
use trine_record::{EdgeRecord, GoalKind, GoalRecord, GraphRecord, UnitRecord};

/// The nearest that a test came to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest<'a> {
    /// The tests that come there, in the order of the suite; never empty.
    pub tests: Vec<&'a str>,
    /// The line of the block where they go another way.
    pub line: u32,
    /// The condition there, where its text is known.
    pub condition: Option<&'a str>,
    /// What the edge that they would have to take is labelled with: `T`, `F`, `case 3`; empty where there is no choice.
    pub needs: &'a str,
    /// Edges from there to the goal, the one that is needed included.
    pub edges: usize,
}

impl Nearest<'_> {
    /// In a sentence without its full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        let test = self.tests[0];
        let others = match self.tests.len() - 1 {
            0 => String::new(),
            1 => " and 1 other".to_owned(),
            others => format!(" and {others} others"),
        };
        let condition = self.condition.map(|text| format!(" `{text}`")).unwrap_or_default();
        let needs = match self.needs {
            "T" => "which would have to be true".to_owned(),
            "F" => "which would have to be false".to_owned(),
            "" => "behind which it ends".to_owned(),
            label => format!("where it would have to take `{label}`"),
        };
        let further = match self.edges {
            0 | 1 => String::new(),
            edges => format!("; from there it is {edges} edges to the goal"),
        };
        format!(
            "the nearest test, `{test}`{others}, comes to line {}{condition}, {needs}{further}",
            self.line
        )
    }
}

/// The nearest that the tests of `unit` came to `goal`; `None` where the graph does not tell, or no test enters it.
#[must_use]
pub fn nearest<'a>(unit: &'a UnitRecord, goal: &GoalRecord) -> Option<Nearest<'a>> {
    unit.flow.graphs.iter().find_map(|graph| in_graph(graph, goal))
}

fn in_graph<'a>(graph: &'a GraphRecord, goal: &GoalRecord) -> Option<Nearest<'a>> {
    let targets = targets(graph, goal);
    let entered = graph.entered();
    if targets.is_empty() || entered.is_empty() {
        return None;
    }
    let (edge, edges) = first_missing(graph, &targets, &entered)?;
    let block = &graph.blocks.get(edge.from as usize)?;
    let tests = graph.walks.iter().filter(|walk| graph.blocks_of(walk).contains(&edge.from));
    let tests: Vec<&str> = tests.map(|walk| walk.test.as_str()).collect();
    (!tests.is_empty()).then(|| Nearest {
        tests,
        line: block.lines.1.max(block.lines.0),
        condition: block.text.as_deref(),
        needs: &edge.label,
        edges,
    })
}

/// The edges that cover the goal, or lead to the block that does.
fn targets(graph: &GraphRecord, goal: &GoalRecord) -> Vec<usize> {
    let line = goal.span.start.0;
    let is_at = |block: u32| {
        let block = graph.blocks.get(block as usize);
        block.is_some_and(|block| {
            (block.lines.0..=block.lines.1.max(block.lines.0)).contains(&line)
                && goal.text.is_some()
                && block.text == goal.text
        })
    };
    let edges = graph.edges.iter().enumerate();
    let wanted = |edge: &EdgeRecord| match goal.goal {
        GoalKind::Condition { outcome, .. } => {
            is_at(edge.from) && edge.label == if outcome { "T" } else { "F" }
        }
        GoalKind::Statement { .. } => {
            graph.blocks.get(edge.to as usize).is_some_and(|block| block.lines.0 == line)
        }
        _ => false,
    };
    let found: Vec<usize> = edges.filter(|(_, edge)| wanted(edge)).map(|(at, _)| at).collect();
    if found.is_empty() { case(graph, goal) } else { found }
}

/// The edge of a switch that has the text of the goal among its cases; none where two have.
fn case(graph: &GraphRecord, goal: &GoalRecord) -> Vec<usize> {
    let (GoalKind::Condition { outcome: true, .. }, Some(text)) = (goal.goal, &goal.text) else {
        return Vec::new();
    };
    let text = text.strip_suffix(':').unwrap_or(text);
    let edges = graph.edges.iter().enumerate();
    let found: Vec<usize> =
        edges.filter(|(_, edge)| edge.label.split(", ").any(|case| case == text)).map(|(at, _)| at).collect();
    if found.len() == 1 { found } else { Vec::new() }
}

/// From the target edges backwards to the nearest block that a test enters: the first edge from there, and how many there are.
fn first_missing<'a>(
    graph: &'a GraphRecord,
    targets: &[usize],
    entered: &BTreeSet<u32>,
) -> Option<(&'a EdgeRecord, usize)> {
    let mut open: VecDeque<(usize, usize)> = targets.iter().map(|&edge| (edge, 1)).collect();
    let mut seen: BTreeSet<usize> = targets.iter().copied().collect();
    while let Some((at, edges)) = open.pop_front() {
        let edge = &graph.edges[at];
        if entered.contains(&edge.from) {
            return Some((edge, edges));
        }
        for (before, other) in graph.edges.iter().enumerate() {
            if other.to == edge.from && !other.handler && seen.insert(before) {
                open.push_back((before, edges + 1));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::{BlockRecord, GoalId, GoalStatus, SourceSpan, WalkRecord};

    /// 0 -T-> 1 -T-> 2, both F to 3; the only test goes 0 -F-> 3.
    fn unit() -> UnitRecord {
        let block = |line, text: &str| BlockRecord {
            lines: (line, line),
            text: (!text.is_empty()).then(|| text.to_owned()),
            ..BlockRecord::default()
        };
        let edge = |from, to, label: &str| EdgeRecord { from, to, label: label.to_owned(), handler: false };
        let mut unit = UnitRecord::new("f", "f.c", 1);
        unit.flow.graphs.push(GraphRecord {
            name: "f".to_owned(),
            file: "f.c".to_owned(),
            blocks: vec![block(2, "a > 0"), block(3, "b > 0"), block(4, ""), block(5, "")],
            edges: vec![edge(0, 1, "T"), edge(0, 3, "F"), edge(1, 2, "T"), edge(1, 3, "F"), edge(2, 3, "")],
            walks: vec![WalkRecord { test: "f_else".to_owned(), edges: vec![1] }],
        });
        unit
    }

    fn goal(line: u32, text: &str, outcome: bool) -> GoalRecord {
        GoalRecord {
            id: GoalId(0),
            goal: GoalKind::Condition { condition: 0, outcome },
            span: SourceSpan { file: "f.c".to_owned(), start: (line, 1), end: (line, 5) },
            text: Some(text.to_owned()),
            decision: None,
            status: GoalStatus::Unknown { reason: String::new() },
        }
    }

    #[test]
    fn a_test_that_comes_to_the_condition_lacks_its_outcome() {
        let unit = unit();
        let nearest = nearest(&unit, &goal(2, "a > 0", true)).unwrap();
        assert_eq!(
            (nearest.line, nearest.condition, nearest.needs, nearest.edges),
            (2, Some("a > 0"), "T", 1)
        );
        assert_eq!(
            nearest.sentence(),
            "the nearest test, `f_else`, comes to line 2 `a > 0`, which would have to be true"
        );
    }

    #[test]
    fn a_test_that_turns_off_before_is_told_from_where() {
        let unit = unit();
        let nearest = nearest(&unit, &goal(3, "b > 0", false)).unwrap();
        assert_eq!((nearest.line, nearest.needs, nearest.edges), (2, "T", 2));
        assert!(nearest.sentence().ends_with("; from there it is 2 edges to the goal"));
    }

    #[test]
    fn a_case_is_found_by_its_label_where_only_one_edge_has_it() {
        let mut unit = unit();
        unit.flow.graphs[0].edges[0].label = "case 2, case 3".to_owned();
        let nearest_case = nearest(&unit, &goal(9, "case 3", true)).unwrap();
        assert_eq!((nearest_case.line, nearest_case.needs), (2, "case 2, case 3"));
        unit.flow.graphs[0].edges[2].label = "case 3".to_owned();
        assert_eq!(nearest(&unit, &goal(9, "case 3", true)), None);
    }

    #[test]
    fn what_the_graph_does_not_show_and_what_no_test_enters_is_not_guessed() {
        let mut unit = unit();
        assert_eq!(nearest(&unit, &goal(9, "z", true)), None);
        unit.flow.graphs[0].walks.clear();
        assert_eq!(nearest(&unit, &goal(2, "a > 0", true)), None);
    }
}
