//! Made-up runs for the tests and the example: small, hostile and large ones.

#![allow(dead_code, missing_docs)]

use std::collections::BTreeMap;
use trine_record::*;
use trine_report::Report;

/// A run that owns its parts.
pub struct Sample {
    pub run: RunRecord,
    pub goals: Vec<Vec<GoalRecord>>,
    pub suite: Suite,
    pub sources: BTreeMap<String, String>,
}

/// A solver that was asked a little.
fn solver() -> SolverRecord {
    let layer = |asked, answered, unsatisfiable| LayerRecord { asked, answered, unsatisfiable };
    let layers = [("slicing", layer(12, 1, 1)), ("cache", layer(14, 4, 2)), ("bitblast", layer(10, 9, 3))];
    SolverRecord {
        queries: 12,
        satisfiable: 5,
        unsatisfiable: 6,
        unknown: 1,
        layers: layers.map(|(name, figures)| (name.to_owned(), figures)).into(),
        models: None,
    }
}

impl Sample {
    pub fn report(&self) -> Report<'_> {
        Report { run: &self.run, goals: &self.goals, suite: &self.suite, sources: &self.sources }
    }

    pub fn new(criterion: Criterion) -> Self {
        let run = RunRecord {
            version: "0.1.0".to_owned(),
            replay: format!(
                "trine c --criterion {criterion} --seed 7 --budget 20000evals src/boiler.c src/crc.c"
            ),
            seed: 7,
            criterion,
            mcdc: McdcVariant::Masking,
            strategy: "hybrid".to_owned(),
            budget: "20000evals".to_owned(),
            limits: Limits::default(),
            inputs: Vec::new(),
            sources: Vec::new(),
            flags: vec!["-Iinclude".to_owned(), "-DNDEBUG".to_owned()],
            jobs: Vec::new(),
            compiler: "clang version 19.1.7".to_owned(),
            target: "x86_64-pc-linux-gnu".to_owned(),
            date: "2026-11-23T07:10:00Z".to_owned(),
            language: trine_record::Language::C,
            units: Vec::new(),
            findings: Vec::new(),
            native: None,
            taken_over: 0,
            unfinished: Vec::new(),
        };
        Self { run, goals: Vec::new(), suite: Suite::default(), sources: BTreeMap::new() }
    }

    pub fn source(&mut self, path: &str, text: &str) {
        self.run.inputs.push(path.to_owned());
        self.run.sources.push(SourceRecord::new(path, text.as_bytes()));
        self.sources.insert(path.to_owned(), text.to_owned());
    }

    /// Adds a unit; its record is counted from its goals.
    pub fn unit(&mut self, function: &str, file: &str, goals: Vec<GoalRecord>) -> &mut UnitRecord {
        let text = &self.sources[file];
        let line =
            text.lines().position(|l| l.contains(&format!("{function}(")) && !l.starts_with([' ', '/']));
        let tests = self.add_tests(function, &goals);
        let counts = GoalCounts::of(&goals);
        let steps = [2u64, 5, 9, 31, 120, 260, 700, 1_900, 5_200, 11_000];
        let progress =
            (1..=counts.covered).map(|n| (steps[(n - 1) * 9 / counts.covered.max(9)], 3, n)).collect();
        self.run.units.push(UnitRecord {
            function: function.to_owned(),
            file: file.to_owned(),
            line: line.unwrap_or(0) as u32 + 1,
            status: UnitStatus::Done,
            goals: counts,
            tests,
            evaluations: if counts.unknown > 0 { 20_000 } else { 1_240 },
            executions: 23_518,
            solver_calls: 12,
            solver: solver(),
            milliseconds: 1_340,
            solver_times: SolverTimes::default(),
            termination: if counts.unknown > 0 { "budget used" } else { "all goals covered" }.to_owned(),
            progress,
            ..UnitRecord::new(function, file, 0)
        });
        self.goals.push(goals);
        self.run.units.last_mut().unwrap()
    }

    fn add_tests(&mut self, function: &str, goals: &[GoalRecord]) -> usize {
        let mut tests: BTreeMap<&str, Vec<GoalId>> = BTreeMap::new();
        for goal in goals {
            let GoalStatus::Covered { tests: names } = &goal.status else { continue };
            for name in names {
                tests.entry(name).or_default().push(goal.id);
            }
        }
        for (name, covers) in &tests {
            let title = format!("{function} when `{}` holds", name.rsplit("when_").next().unwrap_or(name));
            self.suite.tests.push(test(name, &title, function, covers.clone()));
        }
        tests.len()
    }
}

pub fn test(name: &str, title: &str, function: &str, covers: Vec<GoalId>) -> TestRecord {
    TestRecord {
        name: name.to_owned(),
        title: title.to_owned(),
        function: function.to_owned(),
        covers,
        ..TestRecord::default()
    }
}

/// The `nth` place in `text` (from 0) that reads `wanted`.
pub fn place(file: &str, text: &str, wanted: &str, nth: usize) -> SourceSpan {
    let (at, _) = text.match_indices(wanted).nth(nth).unwrap_or_else(|| panic!("no {wanted}"));
    let position = |at: usize| {
        let before = &text[..at];
        let line = before.matches('\n').count() as u32 + 1;
        (line, (at - before.rfind('\n').map_or(0, |n| n + 1)) as u32 + 1)
    };
    SourceSpan { file: file.to_owned(), start: position(at), end: position(at + wanted.len()) }
}

pub fn covered(tests: &[&str]) -> GoalStatus {
    GoalStatus::Covered { tests: tests.iter().map(|test| (*test).to_owned()).collect() }
}

pub fn infeasible(proof: &str) -> GoalStatus {
    GoalStatus::Infeasible(Proof::stated(proof))
}

pub fn unknown(reason: &str) -> GoalStatus {
    GoalStatus::Unknown { reason: reason.to_owned() }
}

/// Goals in a row, with their ids.
pub struct Goals<'s> {
    pub file: &'s str,
    pub text: &'s str,
    pub goals: Vec<GoalRecord>,
}

impl Goals<'_> {
    pub fn add(
        &mut self,
        goal: GoalKind,
        wanted: &str,
        nth: usize,
        decision: Option<u32>,
        status: GoalStatus,
    ) {
        self.goals.push(GoalRecord {
            id: GoalId(self.goals.len() as u32),
            goal,
            span: place(self.file, self.text, wanted, nth),
            text: Some(wanted.to_owned()),
            decision,
            status,
        });
    }

    /// Both outcomes of a condition.
    pub fn condition(&mut self, condition: u32, wanted: &str, nth: usize, statuses: [GoalStatus; 2]) {
        for (status, outcome) in statuses.into_iter().zip([true, false]) {
            self.add(GoalKind::Condition { condition, outcome }, wanted, nth, None, status);
        }
    }

    pub fn independence(
        &mut self,
        decision: u32,
        condition: u32,
        wanted: &str,
        nth: usize,
        status: GoalStatus,
    ) {
        let kind = GoalKind::Independence { decision, condition };
        self.add(kind, wanted, nth, Some(decision), status);
    }
}

pub const BOILER: &str = include_str!("boiler.c");
pub const CRC: &str = include_str!("crc.c");

fn goals<'s>(file: &'s str, text: &'s str) -> Goals<'s> {
    Goals { file, text, goals: Vec::new() }
}

fn crc_units(sample: &mut Sample) {
    let mut crc = goals("src/crc.c", CRC);
    let t = |name: &str| covered(&[&format!("crc32_{name}")]);
    crc.condition(0, "data == NULL", 0, [t("when_data_is_null"), t("when_size_is_0")]);
    crc.condition(1, "i < size", 0, [t("when_i_lt_size_is_true"), t("when_size_is_0")]);
    crc.condition(
        2,
        "bit < 8",
        0,
        [
            t("when_i_lt_size_is_true"),
            infeasible("no way in the graph leads there: the loop leaves by `break`"),
        ],
    );
    crc.condition(3, "crc & 1u", 0, [t("when_crc_bits_1"), t("when_i_lt_size_is_true")]);
    let open = "the budget was used; nearest distance 0.25 by `crc32_when_i_lt_size_is_true`";
    crc.condition(4, "crc == 0xdeadbeefu", 0, [unknown(open), t("when_size_is_0")]);
    sample.unit("crc32", "src/crc.c", crc.goals).crashes = 1;
    let mut hw = goals("src/crc.c", CRC);
    let reason = "inline assembly";
    hw.condition(0, "n > 0", 0, [unknown(reason), unknown(reason)]);
    let unit = sample.unit("crc32_hw", "src/crc.c", hw.goals);
    unit.status = UnitStatus::Unsupported { reason: reason.to_owned() };
    (unit.evaluations, unit.milliseconds, unit.termination) = (0, 0, String::new());
    let finding = |kind: &str, class, message: &str, wanted: &str, test: &str| Finding {
        kind: kind.to_owned(),
        class,
        message: message.to_owned(),
        function: "crc32".to_owned(),
        place: place("src/crc.c", CRC, wanted, 0),
        stack: vec!["crc32_table_entry".to_owned(), "crc32".to_owned()],
        places: Vec::new(),
        test: test.to_owned(),
        also_from: Vec::new(),
        of_data: false,
        native: None,
    };
    sample.run.findings.push(finding(
        "division-by-zero",
        FindingClass::Code,
        "division of 8 by zero",
        "size / step",
        "crc32_crashes_division_by_zero",
    ));
    sample.run.findings.push(finding(
        "out-of-bounds",
        FindingClass::Precondition,
        "read of 1 byte at offset 4 of `data`, an input object of 4 bytes",
        "data[i]",
        "crc32_crashes_out_of_bounds",
    ));
}

fn verdict() -> NativeVerdict {
    NativeVerdict {
        tests: 13,
        passed: 13,
        branches: (24, 24, 26),
        mcdc: (9, 8, 10),
        disagreements: vec![
            "`now->pressure > PRESSURE_MIN` at src/boiler.c:21: ours covered, llvm-cov not".to_owned(),
        ],
        known_limits: vec!["clang 19 does not measure nested decisions: 1 decision in `control`".to_owned()],
        ..NativeVerdict::default()
    }
}

/// Two files under MC/DC: a pair for nearly everything, one condition open, one infeasible.
pub fn mcdc() -> Sample {
    let mut sample = Sample::new(Criterion::Mcdc);
    sample.source("src/boiler.c", BOILER);
    sample.source("src/crc.c", CRC);
    let mut start = goals("src/boiler.c", BOILER);
    let p = |a: &str, b: &str| covered(&[&format!("burner_may_start_{a}"), &format!("burner_may_start_{b}")]);
    start.condition(
        0,
        "now == NULL",
        0,
        [covered(&["burner_may_start_when_now_is_null"]), covered(&["burner_may_start_when_demand_decides"])],
    );
    start.independence(0, 0, "mode == MODE_AUTO", 0, p("when_mode_eq_MODE_AUTO_decides", "when_mode_is_off"));
    start.independence(0, 1, "mode == MODE_MANUAL", 0, p("when_demand_decides", "when_mode_is_off"));
    start.independence(0, 2, "now->demand", 0, p("when_demand_decides", "when_now_demand_is_false"));
    start.independence(
        0,
        3,
        "now->pressure > PRESSURE_MIN",
        0,
        p("when_mode_eq_MODE_AUTO_decides", "when_pressure_is_low"),
    );
    let open = "the budget was used: a vector with `now->lockout` true was seen, its counterpart was not";
    start.independence(0, 4, "!now->lockout", 0, unknown(open));
    let flow = burner_flow(&start.goals);
    sample.unit("burner_may_start", "src/boiler.c", start.goals).flow = flow;
    let mut alarm = goals("src/boiler.c", BOILER);
    let p = |a: &str, b: &str| covered(&[&format!("alarm_is_due_{a}"), &format!("alarm_is_due_{b}")]);
    alarm.independence(0, 0, "temperature > setpoint + OVERSHOOT", 0, p("when_hot", "when_cold"));
    alarm.independence(0, 1, "temperature > setpoint", 1, p("when_rising_decides", "when_cold"));
    alarm.independence(0, 2, "rising", 2, covered(&["alarm_is_due_when_rising_decides"]));
    alarm.independence(
        0,
        3,
        "!acknowledged",
        0,
        infeasible("every caller passes `false`, and the path space was exhausted"),
    );
    sample.unit("alarm_is_due", "src/boiler.c", alarm.goals);
    crc_units(&mut sample);
    sample.run.native = Some(verdict());
    sample
}

/// The decision of `burner_may_start` with its vectors, and a small graph.
fn burner_flow(goals: &[GoalRecord]) -> FlowRecord {
    let conditions: Vec<ConditionRecord> = goals
        .iter()
        .filter(|goal| matches!(goal.goal, GoalKind::Independence { .. }))
        .map(|goal| ConditionRecord { span: goal.span.clone(), text: goal.text.clone() })
        .collect();
    let vector = |values: &str, outcome, tests: &[&str]| VectorRecord {
        values: values.to_owned(),
        outcome,
        tests: tests.iter().map(|test| format!("burner_may_start_{test}")).collect(),
    };
    let vectors = vec![
        vector("FF---", false, &["when_mode_is_off"]),
        vector("FTF--", false, &["when_now_demand_is_false"]),
        vector("FTTTT", true, &["when_demand_decides"]),
        vector("T-TFT", false, &["when_pressure_is_low"]),
        vector("T-TTT", true, &["when_mode_eq_MODE_AUTO_decides"]),
    ];
    let pair = |masking, unique_cause| PairRecord { masking, unique_cause, ..PairRecord::default() };
    let wanted = vec![vector("T-TTF", false, &[])];
    let pairs = vec![
        pair(Some([4, 0]), None),
        pair(Some([2, 0]), Some([2, 0])),
        pair(Some([2, 1]), Some([2, 1])),
        pair(Some([4, 3]), Some([4, 3])),
        PairRecord { wanted, ..PairRecord::default() },
    ];
    let decision = DecisionRecord {
        decision: 0,
        span: conditions[0].span.clone(),
        text: None,
        conditions,
        vectors,
        pairs,
    };
    let block = |line, end, text: Option<&str>| BlockRecord {
        lines: (line, line),
        end,
        text: text.map(str::to_owned),
    };
    let edge = |from, to, label: &str| EdgeRecord { from, to, label: label.to_owned(), handler: false };
    let walk = |test: &str, edges: &[u32]| WalkRecord {
        test: format!("burner_may_start_{test}"),
        edges: edges.to_vec(),
    };
    let graph = GraphRecord {
        name: "burner_may_start".to_owned(),
        file: "src/boiler.c".to_owned(),
        blocks: vec![
            block(18, BlockEnd::GoesOn, Some("now == NULL")),
            block(19, BlockEnd::Returns, None),
            block(20, BlockEnd::GoesOn, Some("mode == MODE_AUTO")),
            block(22, BlockEnd::Returns, None),
        ],
        edges: vec![edge(0, 1, "T"), edge(0, 2, "F"), edge(2, 3, "T"), edge(2, 2, "F")],
        walks: vec![walk("when_now_is_null", &[0]), walk("when_demand_decides", &[1, 2])],
    };
    FlowRecord { decisions: vec![decision], graphs: vec![graph], ..FlowRecord::default() }
}

/// A graph as branches and a loop make it, with two tests that follow it to its end.
pub fn graph(name: &str, file: &str, first_line: u32, blocks: u32) -> GraphRecord {
    let edge = |from, to, label: &str| EdgeRecord { from, to, label: label.to_owned(), handler: false };
    let mut edges = Vec::new();
    for at in 0..blocks - 1 {
        edges.push(edge(at, at + 1, if at % 3 == 2 { "" } else { "T" }));
        if at % 3 != 2 {
            let to = if at % 7 == 6 { at - 4 } else { (at + 2 + at % 5).min(blocks - 1) };
            edges.push(edge(at, to, "F"));
        }
    }
    let along = edges.iter().enumerate().filter(|(_, edge)| edge.to == edge.from + 1);
    let along: Vec<u32> = along.map(|(at, _)| at as u32).collect();
    let block = |at: u32| BlockRecord {
        lines: (first_line + at, first_line + at + at % 3),
        end: if at == blocks - 1 { BlockEnd::Returns } else { BlockEnd::GoesOn },
        text: (at % 3 != 2).then(|| format!("x{at} > {at} && y{at}")),
    };
    let walks = ["a", "b"].map(|test| WalkRecord { test: format!("{name}_{test}"), edges: along.clone() });
    GraphRecord {
        name: name.to_owned(),
        file: file.to_owned(),
        blocks: (0..blocks).map(block).collect(),
        edges,
        walks: walks.into(),
    }
}

/// The same functions under branch coverage, all that is feasible covered.
pub fn branch() -> Sample {
    let mut sample = Sample::new(Criterion::Branch);
    sample.source("src/crc.c", CRC);
    crc_units(&mut sample);
    sample.run.native =
        Some(NativeVerdict { branches: (8, 8, 10), tests: 5, passed: 5, ..NativeVerdict::default() });
    sample
}

/// Names, texts and paths that try to break out.
pub fn hostile() -> Sample {
    let evil = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>&\u{0}\u{1b}[31m\u{202e}";
    let file = "src/<evil>&\".c";
    let text = format!("int f(int a) {{\n    return a > 0 && \"{evil}\";\n}}\n");
    let mut sample = Sample::new(Criterion::Branch);
    sample.source(file, &text);
    let mut goals = goals(file, &text);
    goals.condition(0, "a > 0", 0, [covered(&[evil]), infeasible(evil)]);
    goals.add(GoalKind::Condition { condition: 1, outcome: true }, evil, 0, None, unknown(evil));
    goals.goals[2].span.end = (9_999, 9_999);
    let unit = sample.unit("f", file, goals.goals);
    unit.termination = evil.to_owned();
    unit.function = evil.to_owned();
    for test in &mut sample.suite.tests {
        (test.function, test.title, test.ending) = (evil.to_owned(), evil.to_owned(), Some(evil.to_owned()));
    }
    for field in [&mut sample.run.replay, &mut sample.run.compiler, &mut sample.run.budget] {
        *field = evil.to_owned();
    }
    sample.run.native = Some(NativeVerdict { failures: vec![evil.to_owned()], ..verdict() });
    sample.run.findings.push(Finding {
        kind: evil.to_owned(),
        class: FindingClass::Code,
        message: evil.to_owned(),
        function: evil.to_owned(),
        place: place(file, &text, "a > 0", 0),
        stack: vec![evil.to_owned()],
        places: Vec::new(),
        test: evil.to_owned(),
        also_from: vec![evil.to_owned()],
        of_data: false,
        native: None,
    });
    sample
}

/// `functions` functions in eight files, of 40 goals and 22 blocks each; the first one has 100 blocks.
pub fn large(functions: usize) -> Sample {
    sized(functions, 10)
}

/// `functions` functions in eight files, each of so many lines with two conditions.
pub fn sized(functions: usize, decisions: u32) -> Sample {
    let mut sample = Sample::new(Criterion::Branch);
    let file = |n: usize| format!("src/module_{}.c", n % 8);
    for m in 0..8.min(functions) {
        let bodies = (m..functions).step_by(8).map(|n| {
            let lines: String =
                (0..decisions).map(|k| format!("    if (x{k} > {k} && y{k} < {n})\n        total += {k};\n")).collect();
            format!("/* Adds what function {n} adds. */\nint function_{n}(int *x, int *y)\n{{\n{lines}    return total;\n}}\n\n")
        });
        sample.source(&file(m), &("#include <stddef.h>\n\n".to_owned() + &bodies.collect::<String>()));
    }
    for n in 0..functions {
        let file = file(n);
        let text = sample.sources[&file].clone();
        let mut these = goals(&file, &text);
        for k in 0..decisions {
            let test = covered(&[&format!("function_{n}_when_x{k}_gt_{k}_is_true")]);
            let other =
                if (n + k as usize).is_multiple_of(17) { unknown("budget used") } else { test.clone() };
            these.condition(2 * k, &format!("x{k} > {k}"), n / 8, [test.clone(), test.clone()]);
            these.condition(2 * k + 1, &format!("y{k} < {n})"), 0, [other, test]);
        }
        let name = format!("function_{n}");
        let unit = sample.unit(&name, &file, these.goals);
        let drawn = graph(&name, &file, unit.line, if n == 0 { 100 } else { 2 * decisions + 2 });
        unit.flow.graphs = vec![drawn];
    }
    sample
}

/// The files of a report, by path.
pub fn site(report: &Report<'_>) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let outcome = trine_report::html::Site::new(report).for_each_file(|path, content| {
        let mut text = String::new();
        content(&mut |part| {
            text.push_str(part);
            Ok::<(), std::convert::Infallible>(())
        })?;
        files.insert(path.to_owned(), text);
        Ok(())
    });
    let Ok(()) = outcome;
    files
}
