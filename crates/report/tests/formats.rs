//! The formats for other tools: well formed, complete, and as their readers want them.

mod sample;

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use trine_record::GoalStatus;
use trine_report::{cobertura, difference, evidence, explain, test_run, traceability};

/// What a document of Cobertura's format 04 is made of, as its readers rely on it.
const COBERTURA: &str = "\
<!ELEMENT coverage (sources?,packages)>
<!ATTLIST coverage line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED lines-covered CDATA #REQUIRED
  lines-valid CDATA #REQUIRED branches-covered CDATA #REQUIRED branches-valid CDATA #REQUIRED
  complexity CDATA #REQUIRED version CDATA #REQUIRED timestamp CDATA #REQUIRED>
<!ELEMENT sources (source*)> <!ELEMENT source (#PCDATA)>
<!ELEMENT packages (package*)> <!ELEMENT package (classes)>
<!ATTLIST package name CDATA #REQUIRED line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT classes (class*)> <!ELEMENT class (methods,lines)>
<!ATTLIST class name CDATA #REQUIRED filename CDATA #REQUIRED line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED
  complexity CDATA #REQUIRED>
<!ELEMENT methods (method*)> <!ELEMENT method (lines)>
<!ATTLIST method name CDATA #REQUIRED signature CDATA #REQUIRED line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED
  complexity CDATA #REQUIRED>
<!ELEMENT lines (line*)> <!ELEMENT line (conditions*)>
<!ATTLIST line number CDATA #REQUIRED hits CDATA #REQUIRED branch CDATA \"false\" condition-coverage CDATA \"100%\">
<!ELEMENT conditions (condition*)> <!ELEMENT condition EMPTY>
<!ATTLIST condition number CDATA #REQUIRED type CDATA #REQUIRED coverage CDATA #REQUIRED>
";

/// What readers of JUnit's reports rely on.
const JUNIT: &str = "\
<!ELEMENT testsuites (testsuite*)>
<!ATTLIST testsuites name CDATA #IMPLIED tests CDATA #REQUIRED failures CDATA #REQUIRED errors CDATA #REQUIRED skipped CDATA #REQUIRED>
<!ELEMENT testsuite (testcase*)>
<!ATTLIST testsuite name CDATA #REQUIRED tests CDATA #REQUIRED failures CDATA #REQUIRED errors CDATA #REQUIRED skipped CDATA #REQUIRED>
<!ELEMENT testcase (skipped|error|failure)?>
<!ATTLIST testcase name CDATA #REQUIRED classname CDATA #REQUIRED>
<!ELEMENT skipped EMPTY> <!ATTLIST skipped message CDATA #IMPLIED>
<!ELEMENT error EMPTY> <!ATTLIST error message CDATA #REQUIRED type CDATA #REQUIRED>
<!ELEMENT failure (#PCDATA)> <!ATTLIST failure message CDATA #REQUIRED>
";

/// Has `xmllint` check `document` against `rules`; says so where there is none.
fn check(document: &str, rules: &str, name: &str) {
    if Command::new("xmllint").arg("--version").stderr(Stdio::null()).status().is_err() {
        eprintln!("skipped: no xmllint here (scripts/setup.sh --tests installs it)");
        return;
    }
    let folder = std::env::temp_dir().join(format!("trine-formats-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (xml, dtd) = (folder.join("document.xml"), folder.join("rules.dtd"));
    // Without its own type, which lies on a server.
    let document: Vec<&str> = document.lines().filter(|line| !line.starts_with("<!DOCTYPE")).collect();
    std::fs::write(&xml, document.join("\n")).unwrap();
    std::fs::write(&dtd, rules).unwrap();
    let output = Command::new("xmllint")
        .args(["--noout", "--nonet", "--dtdvalid"])
        .args([&dtd, &xml])
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
}

fn samples() -> [sample::Sample; 4] {
    [sample::mcdc(), sample::branch(), sample::hostile(), sample::large(24)]
}

#[test]
fn cobertura_is_valid_and_counts_what_goals_say() {
    for (at, sample) in samples().iter().enumerate() {
        let document = cobertura::document(&sample.report());
        check(&document, COBERTURA, &format!("cobertura-{at}"));
        let covered = sample.goals.iter().flatten().filter(|goal| goal.status.is_covered()).count();
        assert!(document.contains(&format!("branches-covered=\"{covered}\"")));
    }
}

#[test]
fn the_run_is_valid_and_has_every_test_once() {
    for (at, sample) in samples().iter().enumerate() {
        let document = test_run::document(&sample.report());
        check(&document, JUNIT, &format!("junit-{at}"));
        assert!(document.matches("<testcase ").count() >= sample.suite.tests.len());
    }
    let mut sample = sample::branch();
    assert!(!test_run::document(&sample.report()).contains("<skipped"));
    sample.run.native = None;
    let document = test_run::document(&sample.report());
    assert_eq!(document.matches("<skipped").count(), sample.suite.tests.len());
}

#[test]
fn every_pair_of_test_and_goal_is_traced_with_the_requirements_above_it() {
    let mut sample = sample::mcdc();
    let tagged = sample.sources["src/crc.c"]
        .replace("    if (data == NULL", "    // REQ-7, see [SRS_2]\n    if (data == NULL");
    sample.sources.insert("src/crc.c".to_owned(), tagged);
    let table = traceability::table(&sample.report());
    let rows: Vec<&str> = table.split("\r\n").skip(1).filter(|row| !row.is_empty()).collect();
    let pairs: usize = sample
        .goals
        .iter()
        .flatten()
        .map(|goal| match &goal.status {
            GoalStatus::Covered { tests } => tests.len(),
            _ => 1,
        })
        .sum();
    assert_eq!(rows.len(), pairs);
    let first = rows.iter().find(|row| row.contains("crc32_when_data_is_null")).unwrap();
    assert!(first.ends_with("REQ-7 SRS_2"), "{first}");
}

#[test]
fn evidence_names_tool_sources_objective_and_every_goal_that_is_not_covered() {
    let sample = sample::mcdc();
    let text = evidence::summary(&sample.report());
    for part in ["clang version 19.1.7", "level A", "masking MC/DC", "0.1.0", "--seed 7"] {
        assert!(text.contains(part), "{part}");
    }
    let open: usize = sample.goals.iter().flatten().filter(|goal| !goal.status.is_covered()).count();
    let rows = text.split("## Coverage not achieved").nth(1).unwrap().split("## ").next().unwrap();
    assert_eq!(rows.lines().filter(|line| line.starts_with("| ")).count() - 1, open);
    assert_eq!(text.matches(" | `").count(), sample.sources.len(), "a hash for each source");
}

#[test]
fn goals_are_found_by_number_unit_and_line() {
    let sample = sample::mcdc();
    let report = sample.report();
    let open = explain::find(&report, None);
    assert!(
        open.iter().all(|(_, goal)| matches!(goal.status, GoalStatus::Unknown { .. })) && !open.is_empty()
    );
    let all = explain::find(&report, Some("burner_may_start"));
    assert_eq!(all.len(), sample.goals[0].len());
    assert_eq!(explain::find(&report, Some("burner_may_start:1")).len(), 1);
    let line = sample.goals[0][0].span.start.0;
    assert!(explain::find(&report, Some(&format!("boiler.c:{line}"))).len() >= 2);
    assert!(explain::find(&report, Some("nothing:3")).is_empty());
    for (unit, goal) in all {
        let text = explain::goal(&report, unit, goal);
        assert!(text.starts_with(&format!("burner_may_start:{} ", goal.id.0)), "{text}");
    }
}

#[test]
fn a_run_differs_from_itself_in_nothing_and_a_lost_goal_is_told() {
    let before = sample::mcdc();
    let (text, lost) = difference::text(&before.report(), &before.report());
    assert_eq!((text.lines().count(), lost), (1, 0), "{text}");
    let mut after = sample::mcdc();
    after.goals[0][0].status = sample::unknown("budget used");
    let (text, lost) = difference::text(&before.report(), &after.report());
    assert_eq!(lost, 1);
    let signs: BTreeSet<char> = text.lines().filter_map(|line| line.chars().next()).collect();
    assert!(signs.contains(&'-') && text.contains("unknown, was covered (budget used)"), "{text}");
}
