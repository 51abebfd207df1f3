//! How near the finished tests came to a goal that none of them covers, in sentences: the condition at which the nearest one went another
//! way, the values there, what it would have to be, and what was tried.

use crate::words;
use trine_record::{
    DecidedRecord, GoalRecord, NearestRecord, Needed, RaisedRecord, SolverRecord, TriedRecord, TryRecord,
    UnitRecord,
};

/// What is recorded of `goal` of `unit`; `None` where no test came near, or it is not known.
#[must_use]
pub fn nearest<'a>(unit: &'a UnitRecord, goal: &GoalRecord) -> Option<&'a NearestRecord> {
    unit.flow.nearest.iter().find(|nearest| nearest.goal == goal.id)
}

/// The run of the search that `nearest` means, where it is no test of the suite.
#[must_use]
pub fn try_of<'a>(unit: &'a UnitRecord, nearest: &NearestRecord) -> Option<&'a TryRecord> {
    unit.flow.tries.iter().find(|run| run.name == nearest.test)
}

/// The steps of such a run, and how it ends.
#[must_use]
pub fn steps(run: &TryRecord) -> Vec<String> {
    let steps = run.sequence.steps.iter().enumerate().map(|(at, step)| format!("s{at}: {}", step.shown()));
    steps.chain([run.ends.clone()]).collect()
}

/// What was tried for `goal` itself.
#[must_use]
pub fn tried_for<'a>(unit: &'a UnitRecord, goal: &GoalRecord) -> Option<&'a TriedRecord> {
    unit.tried.iter().find(|tried| tried.goal == goal.id)
}

/// How near the tests came to a goal, as one of few kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HowNear {
    /// Nothing is known.
    NotKnown,
    /// A test evaluates the condition before it, the other way.
    LastCondition,
    /// It lies behind a condition that no test takes the way to it.
    BehindOthers,
    /// The nearest test ends before it, or an exception leaves it.
    Ended,
    /// What leads to it is never called, or nothing is thrown there.
    NotCalled,
}

impl HowNear {
    /// That of `goal` of `unit`.
    #[must_use]
    pub fn of(unit: &UnitRecord, goal: &GoalRecord) -> Self {
        match nearest(unit, goal) {
            None => Self::NotKnown,
            Some(NearestRecord { needs: Needed::Passing, .. }) => Self::Ended,
            Some(NearestRecord { needs: Needed::Call(_) | Needed::Exception, .. }) => Self::NotCalled,
            Some(NearestRecord { approach_level: 0, .. }) => Self::LastCondition,
            Some(_) => Self::BehindOthers,
        }
    }

    /// What comes behind the reason of a goal; empty where nothing is known.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NotKnown => "",
            Self::LastCondition => "; a test evaluates the condition before it, the other way",
            Self::BehindOthers => "; it lies behind a condition that no test takes that way",
            Self::Ended => "; the nearest test ends before it",
            Self::NotCalled => "; nothing calls or throws there what leads to it",
        }
    }
}

/// Where the test goes another way, in a sentence without its full stop.
#[must_use]
pub fn sentence(nearest: &NearestRecord) -> String {
    if let Some(never) = raised(nearest).and_then(|raised| never_called(nearest, raised)) {
        return never;
    }
    let within = nearest.function.as_ref().map(|name| format!(" of `{name}`")).unwrap_or_default();
    let line = nearest.place.start.0;
    let condition = nearest.condition.as_ref().map(|text| format!(" `{text}`")).unwrap_or_default();
    let came = format!("the nearest test, `{}`, comes to line {line}{within}{condition}", nearest.test);
    let level = match nearest.approach_level {
        0 => String::new(),
        1 => "; from there it is 1 branch to the goal".to_owned(),
        level => format!("; from there it is {level} branches to the goal"),
    };
    format!("{came}{}{}{level}", values(nearest), needs(nearest))
}

/// The exception that the test meets.
fn raised(nearest: &NearestRecord) -> Option<&RaisedRecord> {
    nearest.ended.as_ref()?.raised.as_ref()
}

/// How a run ends that was to call what the goal stands in.
fn never_called(nearest: &NearestRecord, raised: &RaisedRecord) -> Option<String> {
    let step = raised.step.as_ref()?;
    let last = nearest.last_decided().map(|last| self::last(last, "")).unwrap_or_default();
    Some(format!(
        "no run calls it: the nearest, `{}`, ends before, at `{step}`, by {}{last}",
        nearest.test,
        exception(raised)
    ))
}

/// `` `NumberFormatException` out of `Integer.parseInt`, called in `scale(String)` ``.
fn exception(raised: &RaisedRecord) -> String {
    let within = raised.within.as_ref().map(|name| format!(" in `{name}`")).unwrap_or_default();
    match &raised.by {
        Some(by) if within.is_empty() => format!("`{}` out of `{by}`", raised.class),
        Some(by) => format!("`{}` out of `{by}`, called{within}", raised.class),
        None => format!("`{}`{within}", raised.class),
    }
}

/// `, where `i` is 3 and `n` is 10`; empty where nothing is known.
fn values(nearest: &NearestRecord) -> String {
    let parts: Vec<String> =
        nearest.values.iter().map(|part| format!("`{}` is {}", part.of, part.value)).collect();
    let time = time(nearest.evaluation);
    if parts.is_empty() { String::new() } else { format!(", where{time} {}", parts.join(" and ")) }
}

/// ` the 2nd time`; empty for the first.
fn time(evaluation: u32) -> String {
    match evaluation {
        0 | 1 => String::new(),
        number => format!(" the {} time", words::ordinal(number)),
    }
}

/// How the test ends, and the last condition that it decides: ` and ends there: division by zero at line 4; …`.
fn ending(nearest: &NearestRecord) -> String {
    let ended = nearest.ended.as_ref();
    let fault = ended.and_then(|ended| ended.fault.as_ref());
    let end = match fault {
        None if raised(nearest).is_some() => {
            let by = raised(nearest).map(exception).unwrap_or_default();
            format!(" and gets no further: it leaves by {by}")
        }
        Some(fault) if fault.place.start.0 > 0 => {
            format!(
                " and gets no further: it ends by a fault at line {}, {}",
                fault.place.start.0, fault.message
            )
        }
        Some(fault) => format!(" and gets no further: it ends by a fault, {}", fault.message),
        None => " and gets no further: it ends there, or an exception leaves it".to_owned(),
    };
    end + &before(nearest)
}

/// The last condition that the test decides: in all, or before an exception or the place that it comes to.
fn before(nearest: &NearestRecord) -> String {
    let goes_on = raised(nearest).is_some() || nearest.needs != Needed::Passing;
    let when = if goes_on { " before" } else { "" };
    nearest.last_decided().map(|last| self::last(last, when)).unwrap_or_default()
}

/// `; the last condition that it decides is …`.
fn last(last: &DecidedRecord, when: &str) -> String {
    let within = last.function.as_ref().map(|name| format!(" of `{name}`")).unwrap_or_default();
    let parts: Vec<String> =
        last.values.iter().map(|part| format!("`{}` is {}", part.of, part.value)).collect();
    let values = match parts.is_empty() {
        true => String::new(),
        false => format!(", where{} {}", time(last.evaluation), parts.join(" and ")),
    };
    format!(
        "; the last condition that it decides{when} is `{}` at line {}{within}{values}",
        last.condition, last.place.start.0
    )
}

/// What would have to come about, and how far it is.
fn needs(nearest: &NearestRecord) -> String {
    let taken = nearest.distance.as_deref() == Some("0");
    let distance = match &nearest.distance {
        Some(distance) if !taken => format!(" (distance {})", short(distance)),
        _ => String::new(),
    };
    match &nearest.needs {
        _ if taken => ": it goes the way wanted and does not end as a test may".to_owned(),
        Needed::True => format!("; it would have to be true{distance}"),
        Needed::False => format!("; it would have to be false{distance}"),
        Needed::Case(label) => format!("; it would have to take `{label}`{distance}"),
        Needed::Exception => format!("; an exception would have to be thrown there{}", before(nearest)),
        Needed::Call(name) => format!("; `{name}` would have to be called from there{}", before(nearest)),
        Needed::Passing => ending(nearest),
    }
}

/// A distance without digits that nobody reads.
#[must_use]
pub fn short(distance: &str) -> String {
    match distance.parse::<f64>() {
        Ok(number) if number >= 1e9 => format!("{number:.1e}"),
        Ok(number) if number.fract() != 0.0 => format!("{number:.3}"),
        _ => distance.to_owned(),
    }
}

/// What was tried for the goal and in its unit: techniques with their evaluations, queries and how they ended.
#[must_use]
pub fn tried(unit: &UnitRecord, goal: &GoalRecord) -> Vec<String> {
    let mut lines = aimed(unit, goal);
    lines.push(in_unit(unit));
    lines.extend(queries(&unit.solver));
    lines
}

/// What was tried for the goal alone.
#[must_use]
pub fn aimed(unit: &UnitRecord, goal: &GoalRecord) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(tried) = tried_for(unit, goal) {
        if tried.attempts > 0 {
            let near = match &tried.nearest {
                Some((0, distance)) => format!(", at best at distance {}", short(distance)),
                Some((level, distance)) => {
                    format!(", at best {} away, at distance {}", branches(*level), short(distance))
                }
                None => String::new(),
            };
            lines.push(format!(
                "{} aimed at it, {} evaluations{near}",
                words::plural_es(tried.attempts, "search"),
                words::grouped(tried.evaluations)
            ));
        }
        if let Some(queries) = tried.proof_queries {
            lines.push(format!(
                "a proof that nothing leads to it was looked for with {} and not found",
                words::plural_ies(queries, "query")
            ));
        }
    }
    lines
}

fn branches(level: u32) -> String {
    words::plural_es(u64::from(level), "branch")
}

fn in_unit(unit: &UnitRecord) -> String {
    let all = format!("{} evaluations in all", words::grouped(unit.evaluations));
    let part = |of: &trine_record::TechniqueRecord| {
        format!(
            "{} {} ({} covered)",
            of.name,
            words::grouped(of.evaluations),
            words::plural(of.goals as usize, "goal")
        )
    };
    let mut parts: Vec<_> = unit.techniques.iter().filter(|of| of.evaluations > 0).collect();
    parts.sort_by_key(|of| std::cmp::Reverse(of.evaluations));
    match parts.is_empty() {
        true => all,
        false => format!("{all}: {}", parts.into_iter().map(part).collect::<Vec<_>>().join(", ")),
    }
}

/// How the queries of a unit ended; `None` without any.
fn queries(solver: &SolverRecord) -> Option<String> {
    (solver.queries > 0).then(|| {
        format!(
            "{} to the solver: {} answered with values, {} unsatisfiable, {} given up",
            words::plural_ies(solver.queries, "query"),
            words::grouped(solver.satisfiable),
            words::grouped(solver.unsatisfiable),
            words::grouped(solver.unknown)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_record::{SourceSpan, ValueRecord};

    fn record() -> NearestRecord {
        let value = |of: &str, value: &str| ValueRecord { of: of.to_owned(), value: value.to_owned() };
        NearestRecord {
            test: "f_else".to_owned(),
            place: SourceSpan { file: "f.c".to_owned(), start: (2, 5), end: (2, 10) },
            condition: Some("i < n".to_owned()),
            values: vec![value("i", "10"), value("n", "3")],
            evaluation: 2,
            distance: Some("8".to_owned()),
            ..NearestRecord::default()
        }
    }

    #[test]
    fn the_sentence_names_condition_values_and_what_is_needed() {
        assert_eq!(
            sentence(&record()),
            "the nearest test, `f_else`, comes to line 2 `i < n`, where the 2nd time `i` is 10 and `n` is 3; it would have \
             to be true (distance 8)"
        );
    }

    #[test]
    fn goals_are_told_apart_by_where_their_nearest_test_goes_another_way() {
        use trine_record::{GoalId, GoalKind, GoalStatus};
        let mut unit = UnitRecord::new("f", "f.c", 1);
        let goal = GoalRecord {
            id: GoalId(0),
            goal: GoalKind::Condition { condition: 0, outcome: true },
            span: SourceSpan::default(),
            text: None,
            decision: None,
            status: GoalStatus::Unknown { reason: String::new() },
        };
        assert_eq!(HowNear::of(&unit, &goal), HowNear::NotKnown);
        let kinds = [
            (record(), HowNear::LastCondition),
            (NearestRecord { approach_level: 2, ..record() }, HowNear::BehindOthers),
            (NearestRecord { needs: Needed::Passing, ..record() }, HowNear::Ended),
        ];
        for (nearest, kind) in kinds {
            unit.flow.nearest = vec![nearest];
            assert_eq!(HowNear::of(&unit, &goal), kind);
        }
    }

    #[test]
    fn a_test_that_ends_before_is_told_and_so_is_what_is_left_of_the_way() {
        let ends = NearestRecord {
            needs: Needed::Passing,
            values: Vec::new(),
            condition: None,
            distance: None,
            approach_level: 2,
            function: Some("g".to_owned()),
            ..record()
        };
        assert_eq!(
            sentence(&ends),
            "the nearest test, `f_else`, comes to line 2 of `g` and gets no further: it ends there, or an exception leaves \
             it; from there it is 2 branches to the goal"
        );
    }

    #[test]
    fn how_a_test_ends_is_told_with_the_last_condition_that_it_decides() {
        use trine_record::{EndRecord, FaultRecord};
        let place = |line| SourceSpan { file: "f.c".to_owned(), start: (line, 1), end: (line, 9) };
        let last = DecidedRecord {
            place: place(7),
            condition: "a > 3".to_owned(),
            values: vec![ValueRecord { of: "a".to_owned(), value: "4".to_owned() }],
            evaluation: 2,
            ..DecidedRecord::default()
        };
        let fault = FaultRecord { message: "division by zero".to_owned(), place: place(8) };
        let ends = NearestRecord {
            needs: Needed::Passing,
            values: Vec::new(),
            distance: None,
            ended: Some(EndRecord { fault: Some(fault), raised: None, last: Some(last) }),
            ..record()
        };
        assert!(ends.is_complete());
        assert_eq!(
            sentence(&ends),
            "the nearest test, `f_else`, comes to line 2 `i < n` and gets no further: it ends by a fault at line 8, division \
             by zero; the last condition that it decides is `a > 3` at line 7, where the 2nd time `a` is 4"
        );
    }

    #[test]
    fn an_exception_by_which_a_test_leaves_is_told_with_where_it_comes_from() {
        use trine_record::EndRecord;
        let last = DecidedRecord {
            place: SourceSpan { file: "F.java".to_owned(), start: (7, 0), end: (7, 0) },
            condition: "text == null".to_owned(),
            values: vec![ValueRecord { of: "text".to_owned(), value: "not null".to_owned() }],
            evaluation: 1,
            ..DecidedRecord::default()
        };
        let raised = RaisedRecord {
            class: "NumberFormatException".to_owned(),
            by: Some("Integer.parseInt".to_owned()),
            ..RaisedRecord::default()
        };
        let ended = |raised| Some(EndRecord { fault: None, raised, last: Some(last.clone()) });
        let leaves = NearestRecord {
            needs: Needed::Passing,
            values: Vec::new(),
            condition: None,
            distance: None,
            ended: ended(Some(raised.clone())),
            ..record()
        };
        assert_eq!(
            sentence(&leaves),
            "the nearest test, `f_else`, comes to line 2 and gets no further: it leaves by `NumberFormatException` out of \
             `Integer.parseInt`; the last condition that it decides before is `text == null` at line 7, where `text` is not null"
        );
        let throws = NearestRecord { needs: Needed::Exception, ended: ended(None), ..leaves.clone() };
        assert_eq!(
            sentence(&throws),
            "the nearest test, `f_else`, comes to line 2; an exception would have to be thrown there; the last condition that \
             it decides before is `text == null` at line 7, where `text` is not null"
        );
        let step = Some("new Scale(null)".to_owned());
        let never = NearestRecord {
            test: "try 1".to_owned(),
            ended: ended(Some(RaisedRecord { step, by: None, ..raised })),
            ..leaves
        };
        assert_eq!(
            sentence(&never),
            "no run calls it: the nearest, `try 1`, ends before, at `new Scale(null)`, by `NumberFormatException`; the last \
             condition that it decides is `text == null` at line 7, where `text` is not null"
        );
    }

    #[test]
    fn what_was_tried_is_told_by_technique_with_how_queries_ended() {
        use trine_record::{GoalId, GoalKind, GoalStatus, TechniqueRecord};
        let mut unit = UnitRecord::new("f", "f.c", 1);
        unit.evaluations = 1500;
        let name = "search for single goals".to_owned();
        unit.techniques =
            vec![TechniqueRecord { name, evaluations: 1200, goals: 1, ..TechniqueRecord::default() }];
        unit.solver =
            SolverRecord { queries: 3, satisfiable: 1, unsatisfiable: 2, ..SolverRecord::default() };
        let nearest = Some((1, "0.5".to_owned()));
        let goal = GoalId(4);
        unit.tried =
            vec![TriedRecord { goal, attempts: 2, evaluations: 900, nearest, proof_queries: Some(1) }];
        let goal = GoalRecord {
            id: goal,
            goal: GoalKind::Condition { condition: 0, outcome: true },
            span: SourceSpan::default(),
            text: None,
            decision: None,
            status: GoalStatus::Unknown { reason: String::new() },
        };
        assert_eq!(
            tried(&unit, &goal),
            [
                "2 searches aimed at it, 900 evaluations, at best 1 branch away, at distance 0.500",
                "a proof that nothing leads to it was looked for with 1 query and not found",
                "1,500 evaluations in all: search for single goals 1,200 (1 goal covered)",
                "3 queries to the solver: 1 answered with values, 2 unsatisfiable, 0 given up",
            ]
        );
    }
}
