//! What the summary and the listing of goals say.

mod sample;

use trine_report::{listing, terminal};

#[test]
fn the_next_step_is_the_one_that_matters() {
    let sample = sample::branch();
    let report = sample.report();
    let next = trine_report::terminal::next(&report, "out", false);
    let code = report.run.findings.iter().any(|finding| finding.class == trine_record::FindingClass::Code);
    assert!(next.starts_with("next ") && next.ends_with("report: out/report/index.html\n"), "{next}");
    assert_eq!(next.contains("trine replay out --test"), code, "{next}");
    let mut covered = sample::branch();
    covered.run.findings.clear();
    covered.run.units.iter_mut().for_each(|unit| unit.goals.unknown = 0);
    let next = trine_report::terminal::next(&covered.report(), "out", false);
    assert!(next.contains("nothing is open"), "{next}");
}

#[test]
fn the_summary_shows_units_native_run_findings_and_limits() {
    let sample = sample::mcdc();
    let text = terminal::summary(&sample.report(), false);
    let wanted = "\
error: the suite does not hold natively: 1 disagreement with llvm-cov
  `now->pressure > PRESSURE_MIN` at src/boiler.c:21: ours covered, llvm-cov not
  = note: this is a bug in Trine, not in your program; the exit code is 70
  = help: please report it with the line that replays it: trine c --criterion mcdc --seed 7 --budget 20000evals src/boiler.c src/crc.c

function            goals  covered  infeasible  unknown     feasible  tests  evaluations   time
src/boiler.c
  burner_may_start      7        6           0        1        85.7%      6       20,000  1.3 s
  alarm_is_due          4        3           1        0       100.0%      3        1,240  1.3 s
src/crc.c
  crc32                10        8           1        1        88.8%      4       20,000  1.3 s
  crc32_hw              2        0           0        2  unsupported      0            0   0 ms
total                  23       17           2        4        80.9%     13       41,240  4.0 s

solver 48 questions: 20 sat, 24 unsat, 4 unknown; answered by bitblast 36, cache 16, slicing 4

native run
  tests:    13/13 passed
  branches: judge 24/26, llvm-cov 24/26
  mcdc:     judge 9/10, llvm-cov 8/10
";
    assert!(text.starts_with(wanted), "{text}");
    assert!(text.contains("  disagreement: `now->pressure > PRESSURE_MIN` at src/boiler.c:21"));
    assert!(text.contains("  known limit: clang 19 does not measure nested decisions"));
    assert!(text.contains("  src/crc.c:12: division-by-zero: division of 8 by zero"));
    assert!(
        text.contains(
            "unstated preconditions: inputs that the tests invented\n  src/crc.c:14: out-of-bounds"
        )
    );
}

#[test]
fn what_is_not_supported_says_what_where_the_consequence_and_the_next_step() {
    let sample = sample::branch();
    let text = terminal::summary(&sample.report(), false);
    let wanted = "\
warning[unsupported]: inline assembly in `crc32_hw`
  --> src/crc.c:23
  = note: a limit of the tool, not a bug in your program; 2 goals stay unknown
  = help: exclude it with `--exclude crc32_hw`
";
    assert!(text.ends_with(wanted), "{text}");
}

#[test]
fn color_changes_nothing_but_color() {
    let sample = sample::mcdc();
    let (plain, colored) =
        (terminal::summary(&sample.report(), false), terminal::summary(&sample.report(), true));
    assert!(colored.contains("\u{1b}[1mtotal\u{1b}[0m"));
    let mut stripped = String::new();
    for (position, part) in colored.split('\u{1b}').enumerate() {
        stripped.push_str(if position == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(trimmed(&stripped), trimmed(&plain));
}

#[test]
fn hostile_names_cannot_speak_to_the_terminal() {
    let sample = sample::hostile();
    for text in [terminal::summary(&sample.report(), false), listing::goals(&sample.report(), false)] {
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }
}

#[test]
fn the_listing_names_every_goal_with_its_evidence() {
    let sample = sample::mcdc();
    let text = listing::goals(&sample.report(), false);
    assert!(text.contains("crc32  src/crc.c:7  8/10 covered, 1 infeasible, 1 unknown\n"));
    assert!(text.contains("crc32_hw  src/crc.c:23  unsupported: inline assembly\n"));
    let goals: usize = sample.goals.iter().map(Vec::len).sum();
    assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("goal")).count(), goals);
    assert!(text.contains("rising decides alone") && text.contains("by alarm_is_due_when_rising_decides"));
}

#[test]
fn an_empty_run_is_no_special_case() {
    let sample = sample::Sample::new(trine_record::Criterion::Branch);
    assert!(terminal::summary(&sample.report(), false).starts_with("function"));
    assert_eq!(listing::goals(&sample.report(), false), "");
    assert!(trine_report::html::page(&sample.report()).contains("nothing to test"));
}

#[test]
fn preconditions_are_told_with_the_function_they_hold_for() {
    let mut sample = sample::branch();
    let unit = &mut sample.run.units[0];
    unit.preconditions = vec!["`p` is never null".to_owned(), "`mode` is in 0..=3".to_owned()];
    let function = unit.function.clone();
    let text = terminal::summary(&sample.report(), false);
    let wanted = format!(
        "under the preconditions of trine.toml\n  {function}: `p` is never null; `mode` is in 0..=3\n"
    );
    assert!(text.contains(&wanted), "{text}");
    assert!(trine_report::html::page(&sample.report()).contains("Under the preconditions of trine.toml:"));
}
