//! The listing of goals: every goal of every unit with its status, for `trine dump goals`.
//!
//! ```text
//! triangle_classify  src/triangle.c:25  24/26 covered, 1 infeasible, 1 unknown
//!   goal0   27:9   condition     a <= 0 is true           covered     by triangle_when_a_le_0
//!   goal7   29:9   condition     a + b == c is false      unknown     budget used
//! ```

use crate::Report;
use crate::terminal::{Paint, Table, printable};
use crate::words;
use std::fmt::Write;
use trine_record::{GoalCounts, GoalRecord, GoalStatus, UnitRecord, UnitStatus};

/// The listing; `color` adds ANSI colors.
#[must_use]
pub fn goals(report: &Report<'_>, color: bool) -> String {
    let paint = Paint { color };
    report.units().map(|(unit, goals)| unit_goals(unit, goals, paint)).collect::<Vec<_>>().join("\n")
}

fn unit_goals(unit: &UnitRecord, goals: &[GoalRecord], paint: Paint) -> String {
    let mut text = paint.bold(&printable(&unit.function));
    let _ = write!(text, "  {}:{}  ", printable(&unit.file), unit.line);
    match &unit.status {
        UnitStatus::Unsupported { reason } => {
            let _ = write!(text, "unsupported: {}", printable(reason));
        }
        UnitStatus::Pending | UnitStatus::Done => text.push_str(&counts(&GoalCounts::of(goals))),
    }
    text.push('\n');
    let mut table = Table::new("rllll");
    for goal in goals {
        table.row(vec![
            goal.id.to_string(),
            words::position(goal),
            words::kind(&goal.goal).to_owned(),
            printable(&format!("{} {}", words::subject(goal), words::asks(goal))),
            paint.status(&goal.status, words::status(&goal.status)),
            printable(&evidence(&goal.status)),
        ]);
    }
    text + &table.text("  ")
}

fn counts(counts: &GoalCounts) -> String {
    format!(
        "{}/{} covered, {} infeasible, {} unknown",
        counts.covered, counts.total, counts.infeasible, counts.unknown
    )
}

fn evidence(status: &GoalStatus) -> String {
    match status {
        GoalStatus::Covered { .. } => format!("by {}", words::evidence(status)),
        GoalStatus::Infeasible { .. } | GoalStatus::Unknown { .. } => words::evidence(status),
    }
}
