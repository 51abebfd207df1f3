//! What two runs cover differently, for `trine diff`.
//!
//! Goals are the same when unit, kind, text and the place among those alike are the same: lines may have moved in between.

use crate::{Report, words};
use std::collections::BTreeMap;
use std::fmt::Write;
use trine_record::{GoalRecord, GoalStatus};

/// File, unit, kind, text, and the how manieth of these.
type Key = (String, String, String, String, usize);

/// The differences from `before` to `after`, and how many goals are no longer covered.
#[must_use]
pub fn text(before: &Report<'_>, after: &Report<'_>) -> (String, usize) {
    let (old, new) = (goals(before), goals(after));
    let mut text = String::new();
    let (mut lost, mut gained, mut added, mut removed) = (0, 0, 0, 0);
    for (key, goal) in &new {
        let line = |sign: char, what: &str| {
            format!(
                "{sign} {}:{} {} at {}:{}: {} {}: {what}\n",
                key.1,
                goal.id.0,
                key.2,
                goal.span.file,
                words::position(goal),
                words::subject(goal),
                words::asks(goal)
            )
        };
        match old.get(key) {
            None => {
                added += 1;
                text.push_str(&line('*', &format!("new, {}", words::status(&goal.status))));
            }
            Some(was) if words::status(&was.status) != words::status(&goal.status) => {
                let what = format!("{}, was {}", words::status(&goal.status), words::status(&was.status));
                if was.status.is_covered() {
                    lost += 1;
                    text.push_str(&line('-', &with_reason(&what, goal)));
                } else {
                    gained += usize::from(goal.status.is_covered());
                    text.push_str(&line('+', &with_reason(&what, goal)));
                }
            }
            Some(_) => {}
        }
    }
    for (key, goal) in old.iter().filter(|(key, _)| !new.contains_key(*key)) {
        removed += 1;
        let _ = writeln!(
            text,
            "* {} {} {}: no longer there, was {}",
            key.1,
            key.2,
            key.3,
            words::status(&goal.status)
        );
    }
    let (a, b) = (before.totals(), after.totals());
    let _ = writeln!(
        text,
        "{} of {} goals covered before ({}), {} of {} after ({}): {gained} gained, {lost} lost, {added} new, {removed} gone",
        a.covered,
        a.total,
        words::percent(&a),
        b.covered,
        b.total,
        words::percent(&b),
    );
    (text, lost)
}

fn with_reason(what: &str, goal: &GoalRecord) -> String {
    match &goal.status {
        GoalStatus::Unknown { reason } => format!("{what} ({reason})"),
        _ => what.to_owned(),
    }
}

fn goals<'a>(report: &Report<'a>) -> BTreeMap<Key, &'a GoalRecord> {
    let mut goals: BTreeMap<Key, &GoalRecord> = BTreeMap::new();
    for (unit, of_unit) in report.units() {
        for goal in of_unit {
            let text = format!("{} {}", words::subject(goal), words::asks(goal));
            let kind = words::kind(&goal.goal).to_owned();
            let mut key = (unit.file.clone(), unit.function.clone(), kind, text, 0);
            while goals.contains_key(&key) {
                key.4 += 1;
            }
            goals.insert(key, goal);
        }
    }
    goals
}
