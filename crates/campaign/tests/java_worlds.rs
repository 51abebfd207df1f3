//! What depends on the JVM at hand is not claimed: not what tests see, and not what they cover.

mod common;

use common::{compiled, outcome};
use trine_campaign::java::ClassOutcome;

/// Lines with goals, and of each whether tests cover any of them.
fn covered_lines(outcome: &ClassOutcome) -> Vec<(u16, bool)> {
    let mut lines: Vec<(u16, bool)> = Vec::new();
    for goal in &outcome.goals {
        let (line, is_covered) = (goal.goal.line.unwrap_or_default(), !goal.tests.is_empty());
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, covered)) => *covered |= is_covered,
            None => lines.push((line, is_covered)),
        }
    }
    lines
}

#[test]
fn branches_that_identity_hashes_decide_are_not_claimed() {
    let source = r#"
public class Subject {
    private int seen;
    public void put() {
        if ((System.identityHashCode(this) & 3) == 1) {
            seen++;
        }
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    let outcome = outcome(&compiled("hashes", source));
    for (line, is_covered) in covered_lines(&outcome) {
        assert_eq!(is_covered, ![5, 6].contains(&line), "line {line}: {:#?}", outcome.goals);
    }
    let says_why = |reason: &String| reason.contains("other hash codes");
    assert!(
        outcome.goals.iter().filter_map(|goal| goal.reason.as_ref()).any(says_why),
        "{:#?}",
        outcome.goals
    );
}

#[test]
fn branches_that_threads_of_the_jvm_decide_are_not_claimed() {
    let source = r#"
public class Subject {
    private int seen;
    public void look() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        if (group.enumerate(new Thread[32]) > 1) {
            seen++;
        }
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    let settings = compiled("threads", source);
    if trine_native::jdk::JdkTools::at(&settings.jdk).unwrap().release > 17 {
        eprintln!("groups of later releases keep no list of threads: skipped");
        return;
    }
    let outcome = outcome(&settings);
    for (line, is_covered) in covered_lines(&outcome) {
        assert_eq!(is_covered, line == 2 || line >= 13, "line {line}: {:#?}", outcome.goals);
    }
}
