//! A run over Java classes in the reports: branches, lines by JaCoCo's counters, its XML.

mod sample;

use sample::Sample;
use trine_record::{
    ClassCounters, Counter, Counters, Criterion, GoalId, GoalKind, GoalRecord, GoalStatus, Language,
    LineCounters, MethodCounters, SourceSpan,
};

const FILE: &str = "src/com/acme/Account.java";
const SOURCE: &str = "package com.acme;\n\nclass Account {\n    int sign(int a) {\n        if (a < 0)\n            return -1;\n        return 1;\n    }\n}\n";

fn counter(missed: u32, covered: u32) -> Counter {
    Counter { missed, covered }
}

fn sample() -> Sample {
    let mut sample = Sample::new(Criterion::Branch);
    sample.run.language = Language::Java;
    sample.source(FILE, SOURCE);
    let goal = |branch: u32, status| GoalRecord {
        id: GoalId(branch),
        goal: GoalKind::Branch { instruction: 0, branch },
        span: SourceSpan { file: FILE.to_owned(), start: (5, 0), end: (5, 0) },
        text: Some(["the operand is negative", "the operand is not negative"][branch as usize].to_owned()),
        decision: None,
        status,
    };
    let covered = GoalStatus::Covered { tests: vec!["signReturns1".to_owned()] };
    let open = GoalStatus::Unknown { reason: "not reached in 20 evaluations".to_owned() };
    let unit = sample.unit("com.acme.Account", FILE, vec![goal(0, open), goal(1, covered)]);
    let counters = Counters {
        instruction: counter(2, 4),
        branch: counter(1, 1),
        line: counter(1, 2),
        complexity: counter(1, 1),
        method: counter(0, 1),
        class: Counter::default(),
    };
    let line = |line, instruction, branch| LineCounters { line, instruction, branch };
    let method =
        MethodCounters { name: "sign".to_owned(), descriptor: "(I)I".to_owned(), line: Some(5), counters };
    unit.classes = vec![ClassCounters {
        name: "com/acme/Account".to_owned(),
        source_file: Some("Account.java".to_owned()),
        total: Counters { class: counter(0, 1), ..counters },
        methods: vec![method],
        lines: vec![
            line(5, counter(0, 2), counter(1, 1)),
            line(6, counter(2, 0), Counter::default()),
            line(7, counter(0, 2), Counter::default()),
        ],
    }];
    sample
}

#[test]
fn the_xml_is_what_jacoco_writes() {
    let sample = sample();
    let expected = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE report PUBLIC "-//JACOCO//DTD Report 1.1//EN" "report.dtd">
<report name="trine">
 <package name="com/acme">
  <class name="com/acme/Account" sourcefilename="Account.java">
   <method name="sign" desc="(I)I" line="5">
    <counter type="INSTRUCTION" missed="2" covered="4"/>
    <counter type="BRANCH" missed="1" covered="1"/>
    <counter type="LINE" missed="1" covered="2"/>
    <counter type="COMPLEXITY" missed="1" covered="1"/>
    <counter type="METHOD" missed="0" covered="1"/>
   </method>
   <counter type="INSTRUCTION" missed="2" covered="4"/>
   <counter type="BRANCH" missed="1" covered="1"/>
   <counter type="LINE" missed="1" covered="2"/>
   <counter type="COMPLEXITY" missed="1" covered="1"/>
   <counter type="METHOD" missed="0" covered="1"/>
   <counter type="CLASS" missed="0" covered="1"/>
  </class>
  <sourcefile name="Account.java">
   <line nr="5" mi="0" ci="2" mb="1" cb="1"/>
   <line nr="6" mi="2" ci="0" mb="0" cb="0"/>
   <line nr="7" mi="0" ci="2" mb="0" cb="0"/>
   <counter type="INSTRUCTION" missed="2" covered="4"/>
   <counter type="BRANCH" missed="1" covered="1"/>
   <counter type="LINE" missed="1" covered="2"/>
   <counter type="COMPLEXITY" missed="1" covered="1"/>
   <counter type="METHOD" missed="0" covered="1"/>
   <counter type="CLASS" missed="0" covered="1"/>
  </sourcefile>
  <counter type="INSTRUCTION" missed="2" covered="4"/>
  <counter type="BRANCH" missed="1" covered="1"/>
  <counter type="LINE" missed="1" covered="2"/>
  <counter type="COMPLEXITY" missed="1" covered="1"/>
  <counter type="METHOD" missed="0" covered="1"/>
  <counter type="CLASS" missed="0" covered="1"/>
 </package>
 <counter type="INSTRUCTION" missed="2" covered="4"/>
 <counter type="BRANCH" missed="1" covered="1"/>
 <counter type="LINE" missed="1" covered="2"/>
 <counter type="COMPLEXITY" missed="1" covered="1"/>
 <counter type="METHOD" missed="0" covered="1"/>
 <counter type="CLASS" missed="0" covered="1"/>
</report>
"#;
    assert_eq!(trine_report::jacoco::document(&sample.report()).as_deref(), Some(expected));
}

#[test]
fn a_run_without_counters_has_no_xml() {
    let sample = Sample::new(Criterion::Branch);
    assert_eq!(trine_report::jacoco::document(&sample.report()), None);
}

#[test]
fn the_tracefile_has_methods_lines_and_branches() {
    let sample = sample();
    let text = trine_report::lcov::tracefile(&sample.report());
    for line in [
        "FN:5,com/acme/Account.sign(I)I",
        "FNDA:1,com/acme/Account.sign(I)I",
        "DA:5,1",
        "DA:6,0",
        "DA:7,1",
        "BRF:2",
        "BRH:1",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line} in\n{text}");
    }
}

#[test]
fn the_page_shows_classes_lines_and_branches() {
    let sample = sample();
    let page = trine_report::html::page(&sample.report());
    for wanted in [
        "<h2>Classes</h2>",
        "com.acme.Account",
        "the operand is negative",
        "class=\"line unknown\"",
        "class=\"line covered\"",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert!(!page.contains("<h2>Functions</h2>"));
}
