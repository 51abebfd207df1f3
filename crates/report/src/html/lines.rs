//! What is known of each line: marks behind its conditions, and a state for its margin.
//!
//! A mark stands behind the last character of its condition. A line's state counts the goals that
//! begin on it; for statement goals, the regions that begin on it or, where none does, the
//! innermost region around it.

use crate::Report;
use crate::words::last_line;
use std::collections::BTreeMap;
use trine_record::{GoalCounts, GoalKind, GoalRecord, GoalStatus, SourceSpan, UnitRecord};

/// Marks and states by file and line.
pub struct Lines<'a> {
    marks: ByLine<'a, BTreeMap<MarkKey, Mark<'a>>>,
    states: ByLine<'a, State>,
}

/// The marks of one condition or decision of a unit.
pub struct Mark<'a> {
    /// Column (in bytes, from 1) before which it stands; 0 for the end of the line.
    pub column: u32,
    /// The unit.
    pub unit: usize,
    /// Letter and goal of each mark.
    pub signs: Vec<(&'static str, &'a GoalRecord)>,
}

#[derive(Default)]
struct State {
    counts: GoalCounts,
    /// Whether a goal begins on the line, or a region merely goes on.
    begins: bool,
}

/// By file, then by line.
type ByLine<'a, T> = BTreeMap<&'a str, BTreeMap<u32, T>>;
/// Column, unit, class of goal, position of the condition or decision.
type MarkKey = (u32, usize, u8, u32);

impl<'a> Lines<'a> {
    /// The lines of `report`.
    pub fn new(report: &Report<'a>) -> Self {
        let mut marks: ByLine<'a, BTreeMap<MarkKey, Mark<'a>>> = BTreeMap::new();
        let mut states = BTreeMap::new();
        for (unit, (_, goals)) in report.units().enumerate() {
            for goal in goals {
                let Some((class, position, sign)) = sign(goal) else { continue };
                let (line, column) = mark_position(&goal.span);
                let line = marks.entry(goal.span.file.as_str()).or_default().entry(line).or_default();
                let new = || Mark { column, unit, signs: Vec::new() };
                line.entry((column, unit, class, position)).or_insert_with(new).signs.push((sign, goal));
                add_goal(&mut states, goal);
            }
            add_regions(&mut states, goals);
        }
        for unit in &report.run.units {
            add_counters(&mut states, unit);
        }
        Self { marks, states }
    }

    /// Marks of a line, by column.
    pub fn marks(&self, file: &str, line: u32) -> impl Iterator<Item = &Mark<'a>> {
        self.marks.get(file).and_then(|lines| lines.get(&line)).into_iter().flat_map(BTreeMap::values)
    }

    /// State of a line: class, sign and words. `None` where nothing is known.
    pub fn state(&self, file: &str, line: u32) -> Option<(&'static str, &'static str, &'static str)> {
        let counts = &self.states.get(file)?.get(&line)?.counts;
        Some(match counts {
            GoalCounts { covered: 0, unknown: 0, .. } => ("infeasible", "∅", "infeasible"),
            GoalCounts { unknown: 0, .. } => ("covered", "✓", "covered"),
            GoalCounts { covered: 0, .. } => ("unknown", "?", "not covered"),
            _ => ("partial", "◐", "partly covered"),
        })
    }
}

fn sign(goal: &GoalRecord) -> Option<(u8, u32, &'static str)> {
    Some(match goal.goal {
        GoalKind::Statement { .. } => return None,
        GoalKind::Condition { condition, outcome } => (0, condition, if outcome { "T" } else { "F" }),
        GoalKind::Branch { instruction, branch } => {
            let signs = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
            (3, instruction, signs.get(branch as usize).copied().unwrap_or("+"))
        }
        GoalKind::Independence { decision, condition } => (1, decision << 16 | condition & 0xffff, "I"),
        GoalKind::Decision { decision, outcome } => (2, decision, if outcome { "D:T" } else { "D:F" }),
        GoalKind::Exception { exception } => (4, exception, "!"),
    })
}

fn mark_position(span: &SourceSpan) -> (u32, u32) {
    if span.end > span.start && span.end.1 > 0 { span.end } else { (span.start.0, 0) }
}

fn count(counts: &mut GoalCounts, status: &GoalStatus) {
    let (covered, infeasible, unknown) = match status {
        GoalStatus::Covered { .. } => (1, 0, 0),
        GoalStatus::Infeasible { .. } => (0, 1, 0),
        GoalStatus::Unknown { .. } => (0, 0, 1),
    };
    counts.add(GoalCounts { total: 1, covered, infeasible, unknown });
}

fn state_at<'s, 'a>(states: &'s mut ByLine<'a, State>, goal: &'a GoalRecord, line: u32) -> &'s mut State {
    states.entry(goal.span.file.as_str()).or_default().entry(line).or_default()
}

fn add_goal<'a>(states: &mut ByLine<'a, State>, goal: &'a GoalRecord) {
    let state = state_at(states, goal, goal.span.start.0);
    state.begins = true;
    count(&mut state.counts, &goal.status);
}

/// Lines with instructions on which no goal begins.
fn add_counters<'a>(states: &mut ByLine<'a, State>, unit: &'a UnitRecord) {
    for line in unit.classes.iter().flat_map(|class| &class.lines).filter(|line| line.instruction.total() > 0)
    {
        let state = states.entry(unit.file.as_str()).or_default().entry(line.line).or_default();
        if !state.begins {
            let (covered, unknown) = (line.instruction.covered as usize, line.instruction.missed as usize);
            state.counts.add(GoalCounts { total: covered + unknown, covered, infeasible: 0, unknown });
        }
    }
}

/// Regions from the outermost in: an inner one replaces what goes on around it.
fn add_regions<'a>(states: &mut ByLine<'a, State>, goals: &'a [GoalRecord]) {
    let is_statement = |goal: &&GoalRecord| matches!(goal.goal, GoalKind::Statement { .. });
    let mut regions: Vec<_> = goals.iter().filter(is_statement).collect();
    regions.sort_by_key(|goal| (goal.span.start, std::cmp::Reverse(goal.span.end)));
    for goal in regions {
        add_goal_afresh(states, goal);
        for line in goal.span.start.0 + 1..=last_line(&goal.span) {
            let state = state_at(states, goal, line);
            if !state.begins {
                state.counts = GoalCounts::default();
                count(&mut state.counts, &goal.status);
            }
        }
    }
}

fn add_goal_afresh<'a>(states: &mut ByLine<'a, State>, goal: &'a GoalRecord) {
    let state = state_at(states, goal, goal.span.start.0);
    if !state.begins {
        state.counts = GoalCounts::default();
    }
    add_goal(states, goal);
}
