//! The tracefile, read back.

mod sample;

use sample::{Goals, covered, unknown};
use std::collections::BTreeMap;
use trine_record::{Criterion, GoalCounts, GoalKind};
use trine_report::lcov;

/// One section of a tracefile.
#[derive(Debug, Default)]
struct Section {
    functions: BTreeMap<String, (u32, usize)>,
    branches: BTreeMap<(u32, u32, u32), Option<usize>>,
    lines: BTreeMap<u32, usize>,
    sums: BTreeMap<String, usize>,
}

fn read(text: &str) -> BTreeMap<String, Section> {
    let mut sections = BTreeMap::new();
    let mut name = String::new();
    let mut section = Section::default();
    for line in text.lines() {
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        let fields: Vec<&str> = value.split(',').collect();
        let number = |n: usize| fields[n].parse::<usize>().unwrap();
        match key {
            "TN" => assert_eq!(value, "trine"),
            "SF" => name = value.to_owned(),
            "FN" => _ = section.functions.insert(fields[1].to_owned(), (number(0) as u32, 0)),
            "FNDA" => section.functions.get_mut(fields[1]).unwrap().1 = number(0),
            "BRDA" => {
                let key = (number(0) as u32, number(1) as u32, number(2) as u32);
                let old = section.branches.insert(key, (fields[3] != "-").then(|| number(3)));
                assert!(old.is_none(), "a branch twice: {line}");
            }
            "DA" => _ = section.lines.insert(number(0) as u32, number(1)),
            "FNF" | "FNH" | "BRF" | "BRH" | "LF" | "LH" => _ = section.sums.insert(key.to_owned(), number(0)),
            "end_of_record" => _ = sections.insert(std::mem::take(&mut name), std::mem::take(&mut section)),
            other => panic!("unknown record {other}"),
        }
    }
    assert!(name.is_empty(), "a section without an end");
    sections
}

fn check_sums(section: &Section) {
    let hit = |counts: Vec<usize>| (counts.len(), counts.iter().filter(|count| **count > 0).count());
    for (found, reached, sums) in [
        ("FNF", "FNH", hit(section.functions.values().map(|f| f.1).collect())),
        ("BRF", "BRH", hit(section.branches.values().map(|b| b.unwrap_or(0)).collect())),
        ("LF", "LH", hit(section.lines.values().copied().collect())),
    ] {
        assert_eq!((section.sums[found], section.sums[reached]), sums, "{found}");
    }
}

#[test]
fn branches_are_the_goals_and_sums_agree() {
    for sample in [sample::branch(), sample::mcdc(), sample::large(20)] {
        let sections = read(&lcov::tracefile(&sample.report()));
        sections.values().for_each(check_sums);
        let goals = GoalCounts::of(&sample.goals.concat());
        let sum = |key: &str| sections.values().map(|section| section.sums[key]).sum::<usize>();
        assert_eq!((sum("BRF"), sum("BRH")), (goals.total, goals.covered));
    }
}

#[test]
fn a_condition_that_no_test_evaluates_has_dashes() {
    let sections = read(&lcov::tracefile(&sample::branch().report()));
    let crc = &sections["src/crc.c"];
    assert_eq!(crc.functions["crc32"], (7, 4));
    assert_eq!(crc.functions["crc32_hw"], (23, 0));
    let of_line =
        |line: u32| crc.branches.range((line, 0, 0)..(line + 1, 0, 0)).map(|b| *b.1).collect::<Vec<_>>();
    assert_eq!(of_line(18), [Some(0), Some(1)]);
    assert_eq!(of_line(26), [None, None]);
    assert_eq!((crc.lines[&18], crc.lines[&26], crc.lines.get(&20)), (1, 0, None));
}

#[test]
fn lines_follow_the_innermost_region() {
    let text = "int f(int a)\n{\n    if (a)\n    {\n        a++;\n\n    }\n    return a;\n}\n";
    let mut sample = sample::Sample::new(Criterion::Statement);
    sample.source("f.c", text);
    let mut goals = Goals { file: "f.c", text, goals: Vec::new() };
    goals.add(GoalKind::Statement { region: 0 }, &text[13..], 0, None, covered(&["f_returns"]));
    goals.add(GoalKind::Statement { region: 1 }, "{\n        a++;\n\n    }", 0, None, unknown("budget used"));
    sample.unit("f", "f.c", goals.goals);
    let section = read(&lcov::tracefile(&sample.report())).remove("f.c").unwrap();
    let lines: Vec<_> = section.lines.into_iter().collect();
    assert_eq!(lines, [(1, 1), (2, 1), (3, 1), (4, 0), (5, 0), (7, 0), (8, 1), (9, 1)]);
}

#[test]
fn hostile_names_stay_in_their_fields() {
    let sections = read(&lcov::tracefile(&sample::hostile().report()));
    assert_eq!(sections.len(), 1);
}
