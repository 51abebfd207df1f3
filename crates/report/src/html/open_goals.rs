//! Goals that are not covered, grouped by their reason, with what would help.
//!
//! Reasons differ in numbers and names; for a group these are left out.

use super::Page;
use super::markup::{code, escape, prose, table};
use crate::{explain, words};
use std::collections::BTreeMap;
use trine_record::{GoalRecord, GoalStatus, NearestRecord, Needed, UnitRecord};

/// Goals of one group that are linked; of more, the first.
const GOALS_SHOWN: usize = 12;

/// The section; nothing when no goal is open.
pub fn section(page: &Page<'_, '_>) -> String {
    let mut groups: BTreeMap<String, Vec<(usize, &GoalRecord, &str)>> = BTreeMap::new();
    for (number, (unit, goals)) in page.report.units().enumerate() {
        for goal in goals {
            let GoalStatus::Unknown { reason } = &goal.status else { continue };
            let near = crate::nearest::HowNear::of(unit, goal);
            groups.entry(general(reason) + near.words()).or_default().push((number, goal, reason));
        }
    }
    if groups.is_empty() {
        return String::new();
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(reason, goals)| (std::cmp::Reverse(goals.len()), reason.clone()));
    let rows: String = groups.iter().map(|(reason, goals)| row(page, reason, goals)).collect();
    format!(
        "<section id=\"open\">\n<h2>Goals not covered</h2>\n{}</section>\n",
        table("plain open-goals", &["Goals", "Reason", "What would help", "Which"], &rows)
    )
}

fn row(page: &Page<'_, '_>, reason: &str, goals: &[(usize, &GoalRecord, &str)]) -> String {
    let link = |(number, goal, _): &(usize, &GoalRecord, &str)| {
        let unit = &page.report.run.units[*number];
        let title = format!("{} {}", words::subject(goal), words::asks(goal));
        format!(
            "<a href=\"{}\" title=\"{}\">{}:{}</a>",
            page.links.goal_href(*number, goal.id),
            escape(&title),
            escape(words::short_name(page.report.run.language, &unit.function)),
            goal.id.0
        )
    };
    let mut shown: Vec<String> = goals.iter().take(GOALS_SHOWN).map(link).collect();
    if goals.len() > GOALS_SHOWN {
        shown.push(format!("<span class=\"note\">and {} more</span>", goals.len() - GOALS_SHOWN));
    }
    format!(
        "<tr><td class=\"number\">{}</td><td class=\"wide\">{}</td><td class=\"wide\">{}</td><td class=\"wide\">{}</td></tr>\n",
        goals.len(),
        prose(reason),
        prose(explain::help_with(&page.report.run.units[goals[0].0], goals[0].1, goals[0].2)),
        shown.join(", "),
    )
}

/// The reason without its numbers and names.
fn general(reason: &str) -> String {
    let mut text = String::new();
    let mut quoted = false;
    for c in reason.chars() {
        match c {
            '`' => {
                quoted = !quoted;
                if quoted {
                    text.push('…');
                }
            }
            _ if quoted => {}
            c if c.is_ascii_digit() => {
                if !text.ends_with('…') {
                    text.push('…');
                }
            }
            c => text.push(c),
        }
    }
    text
}

/// What the evidence of an open goal says beyond its reason: the nearest test with the values, and what was tried.
pub fn beyond(page: &Page<'_, '_>, number: usize, goal: &GoalRecord) -> String {
    let unit = &page.report.run.units[number];
    let mut nearest =
        crate::nearest::nearest(unit, goal).map(|nearest| near(page, unit, nearest)).unwrap_or_default();
    if let Some(apart) = crate::vectors::apart_of(unit, goal) {
        nearest += &format!("<br/><span class=\"pair\">{}</span>", prose(&apart));
    }
    // What was tried in the whole unit stands once on its page, with the techniques.
    let tried: String =
        crate::nearest::aimed(unit, goal).iter().map(|line| format!("<li>{}</li>", prose(line))).collect();
    if tried.is_empty() {
        return nearest;
    }
    format!("{nearest}<details class=\"tried\"><summary>what was tried</summary><ul>{tried}</ul></details>")
}

/// How the test ends, and the last condition that it decides.
fn ended(nearest: &NearestRecord) -> String {
    let ended = nearest.ended.as_ref();
    let end = match ended.map(|ended| (&ended.fault, &ended.raised)) {
        Some((Some(fault), _)) => {
            format!("ends by a fault at line {}: {}", fault.place.start.0, escape(&fault.message))
        }
        Some((_, Some(raised))) => {
            let step = raised.step.as_ref().map(|step| format!(" at {}", code(step))).unwrap_or_default();
            let by = raised.by.as_ref().map(|by| format!(" out of {}", code(by))).unwrap_or_default();
            let within = raised.within.as_ref().map(|name| format!(" in {}", code(name))).unwrap_or_default();
            format!("leaves by {}{step}{by}{within}", code(&raised.class))
        }
        _ => "gets no further".to_owned(),
    };
    end + &last(nearest)
}

/// The last condition that the test decides, where it is known.
fn last(nearest: &NearestRecord) -> String {
    let last = nearest.last_decided().map(|last| {
        let value =
            |part: &trine_record::ValueRecord| format!("{} = <b>{}</b>", code(&part.of), escape(&part.value));
        let values: Vec<String> = last.values.iter().map(value).collect();
        format!(
            "; last it decides {} at line {} <span class=\"values\">{}</span>",
            code(&last.condition),
            last.place.start.0,
            values.join(", ")
        )
    });
    last.unwrap_or_default()
}

/// The nearest test: where it comes to, the values there, what is needed.
fn near(page: &Page<'_, '_>, unit: &UnitRecord, nearest: &NearestRecord) -> String {
    let line = nearest.place.start.0;
    let within = nearest.function.as_ref().map(|name| format!(" of {}", code(name))).unwrap_or_default();
    let condition = nearest.condition.as_deref().map(code).unwrap_or_default();
    let value =
        |part: &trine_record::ValueRecord| format!("{} = <b>{}</b>", code(&part.of), escape(&part.value));
    let values: Vec<String> = nearest.values.iter().map(value).collect();
    let values = if values.is_empty() {
        String::new()
    } else {
        format!(" <span class=\"values\">{}</span>", values.join(", "))
    };
    let needs = match &nearest.needs {
        _ if nearest.distance.as_deref() == Some("0") => {
            "goes the way wanted, and does not end as a test may".to_owned()
        }
        Needed::True => "needs true".to_owned(),
        Needed::False => "needs false".to_owned(),
        Needed::Case(label) => format!("needs {}", code(label)),
        Needed::Exception => format!("needs an exception{}", last(nearest)),
        Needed::Call(name) => format!("needs a call of {}{}", code(name), last(nearest)),
        Needed::Passing => ended(nearest),
    };
    let level = match nearest.approach_level {
        0 => String::new(),
        level => format!(", {} before the goal", words::plural_es(u64::from(level), "branch")),
    };
    let distance = match &nearest.distance {
        Some(distance) if distance != "0" => {
            format!(", distance {}", escape(&crate::nearest::short(distance)))
        }
        _ => String::new(),
    };
    let steps = match crate::nearest::try_of(unit, nearest) {
        Some(run) => {
            let steps = crate::nearest::steps(run);
            let steps: String = steps.iter().map(|step| format!("<li>{}</li>", code(step))).collect();
            format!("<details class=\"tried\"><summary>its steps</summary><ul>{steps}</ul></details>")
        }
        None => String::new(),
    };
    let is_never_called =
        nearest.ended.iter().flat_map(|ended| &ended.raised).any(|raised| raised.step.is_some());
    if is_never_called {
        let test = page.links.test(&nearest.test);
        return format!(
            "<br/><span class=\"pair nearest\">no run calls it; nearest: {test} {needs}</span>{steps}"
        );
    }
    format!(
        "<br/><span class=\"pair nearest\">nearest: {} comes to {}{within} {condition}{values}; {needs}{distance}{level}</span>{steps}",
        page.links.test(&nearest.test),
        page.links.line(&nearest.place.file, line, &format!("line {line}")),
    )
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn reasons_that_differ_in_numbers_and_names_are_one() {
        assert_eq!(general("not reached in 1200 evaluations"), "not reached in … evaluations");
        assert_eq!(
            general("the test that covers it, `f_1`, was dropped"),
            "the test that covers it, …, was dropped"
        );
    }
}
