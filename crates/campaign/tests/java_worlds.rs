//! What depends on the JVM at hand is not claimed: not what tests see, and not what they cover.

mod common;

use common::{compiled, outcome};
use trine_campaign::java::{ClassOutcome, Settings, Strategy};

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
fn goals_behind_what_identity_hashes_decide_are_covered() {
    let source = r#"
public class Subject {
    private int seen;
    public void put(int number) {
        if ((System.identityHashCode(this) & 3) == 1) {
            seen++;
        }
        if (number > 1000) {
            seen += 2;
        }
    }
}
"#;
    let outcome = outcome(&Settings { native: true, ..compiled("behind_hashes", source) });
    for (line, is_covered) in covered_lines(&outcome) {
        assert_eq!(is_covered, ![5, 6].contains(&line), "line {line}: {:#?}", outcome.goals);
    }
    let verdict = outcome.verdict.unwrap();
    assert!(verdict.tests > 0 && verdict.passed == verdict.tests, "{verdict:#?}");
    assert!(verdict.failures.is_empty() && verdict.differences.is_empty(), "{verdict:#?}");
    let says_so = verdict.known_limits.iter().any(|limit| limit.contains("cover in some JVMs only"));
    assert!(says_so, "{verdict:#?}");
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
        assert_eq!(is_covered, ![9, 10].contains(&line), "line {line}: {:#?}", outcome.goals);
    }
}

/// Tests of `source` may cover all lines but `uncovered`, which another host decides.
fn assert_uncovered(name: &str, source: &str, uncovered: &[u16]) {
    let outcome = outcome(&compiled(name, source));
    for (line, is_covered) in covered_lines(&outcome) {
        assert_eq!(is_covered, !uncovered.contains(&line), "line {line}: {:#?}", outcome.goals);
    }
}

#[test]
fn branches_that_the_time_zone_decides_are_not_claimed() {
    let source = r#"
public class Subject {
    private int seen;
    public void look() {
        if (java.util.TimeZone.getDefault().getRawOffset() == 0) {
            seen++;
        }
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    assert_uncovered("zone", source, &[5, 6]);
}

#[test]
fn branches_that_a_property_decides_which_not_every_host_has_are_not_claimed() {
    let source = r#"
public class Subject {
    private int seen;
    public void look() {
        if (System.getProperty("user.country") == null) {
            seen++;
        }
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    assert_uncovered("country", source, &[5, 6]);
}

#[test]
fn an_initialiser_that_looks_for_the_country_costs_no_tests() {
    let source = r#"
public class Subject {
    static final String REGION = System.getProperty("user.country") == null ? "none" : "some";
    public static boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    let outcome = outcome(&compiled("initialiser", source));
    assert!(covered_lines(&outcome).contains(&(5, true)), "{:#?}", outcome.goals);
}

#[test]
fn what_chance_covers_is_covered_by_a_test_that_holds_where_there_is_one() {
    let source = r#"
public class Subject {
    private int seen;
    public void put(int number, int other) {
        boolean counts = number == 70707 && other == 80808 || (System.identityHashCode(this) & 3) == 1;
        if (counts) {
            seen++;
        }
    }
    public static boolean isSquare(int number) {
        return number * number == 3;
    }
}
"#;
    for seed in 1..=5 {
        let settings = compiled("chance", source);
        let outcome = outcome(&Settings {
            seed,
            strategy: Strategy::Search,
            budget: "1500evals".parse().unwrap(),
            ..settings
        });
        let counts = covered_lines(&outcome);
        assert!(counts.contains(&(6, true)), "seed {seed}: {:#?}", outcome.goals);
    }
}

#[test]
fn a_cache_that_another_test_fills_costs_no_tests() {
    // Where clocks are not those of Greenwich, the call of `here` does not fill what `at(0)` asks for.
    let source = r#"
public class Subject {
    private static final int[][] TABLES = new int[24][];
    private static int[] table(int hours) {
        if (TABLES[hours] == null) {
            TABLES[hours] = new int[] {hours};
        }
        return TABLES[hours];
    }
    public static int here() {
        return table(Math.floorMod(java.util.TimeZone.getDefault().getRawOffset() / 3600000, 24))[0];
    }
    public static int at(int hours) {
        if (hours != 0) {
            return -1;
        }
        return table(0)[0];
    }
}
"#;
    let outcome = outcome(&compiled("cache", source));
    let open: Vec<_> = outcome.goals.iter().filter(|goal| goal.tests.is_empty()).collect();
    assert!(open.is_empty(), "{open:#?}");
    // The call of `at(0)` finds a table only where `here` was called before and the clocks are those of Greenwich: it is not named for that.
    let found = outcome.goals.iter().find(|goal| goal.goal.text.contains("!= null")).unwrap();
    let steps = |&test: &usize| outcome.tests[test].sequence.steps.steps.len();
    assert!(found.tests.iter().map(steps).all(|steps| steps == 2), "{found:#?} {:#?}", outcome.tests);
}

#[test]
fn branches_that_the_length_of_hash_codes_decides_are_not_claimed() {
    let source = r#"
public class Subject {
    private int seen;
    public void look() {
        if (Integer.toHexString(System.identityHashCode(this)).length() > 2) {
            seen++;
        }
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    assert_uncovered("digits", source, &[5, 6]);
}

#[test]
fn branches_that_the_depth_of_the_stack_decides_are_not_claimed() {
    let source = r#"
public class Subject {
    private int seen;
    public void look() {
        if (new Throwable().getStackTrace().length > 5) {
            seen++;
        }
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    assert_uncovered("depth", source, &[5, 6]);
}

#[test]
fn branches_that_properties_and_processors_decide_are_not_claimed() {
    let source = r#"
public class Subject {
    private int seen;
    public void look() {
        if (System.getProperty("user.name").length() > 4) {
            seen++;
        }
        if (Runtime.getRuntime().availableProcessors() > 1) {
            seen++;
        }
        if (System.getenv("USER") != null) {
            seen++;
        }
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    assert_uncovered("properties", source, &[5, 6, 8, 9, 11, 12]);
}

#[test]
fn no_test_leaves_a_class_behind_that_cannot_be_initialised() {
    // Whoever uses `Second` first finds `First.ONE` null; whoever uses `First` first does not.
    let source = r#"
public class Subject {
    static final class First {
        static final String ONE = "one".concat(Second.TWO);
        static int length() {
            return ONE.length();
        }
    }
    static final class Second {
        static final String TWO = "two".concat(First.ONE.substring(1));
        static int length() {
            return TWO.length();
        }
    }
    private Subject() {
    }
    static boolean isLong(int number) {
        return number > 1000;
    }
    static boolean first() {
        return First.length() > 3;
    }
    static boolean second() {
        return Second.length() > 3;
    }
}
"#;
    let outcome = outcome(&compiled("cycle", source));
    // Every order of the two fails, and the class under test does not.
    for (line, is_covered) in covered_lines(&outcome) {
        assert_eq!(is_covered, line == 18, "line {line}: {:#?}", outcome.goals);
    }
    assert!(!outcome.tests.is_empty());
}

#[test]
fn a_test_may_take_longer_in_another_world() {
    // 32,400 elements in Japan, and one here: more instructions than a test may take.
    let source = r#"
public class Subject {
    private int seen;
    public int look() {
        int count = 1 + java.util.TimeZone.getDefault().getRawOffset() / 1000;
        seen = new java.util.ArrayList<>(java.util.Collections.nCopies(Math.abs(count), 7)).hashCode();
        return 1;
    }
}
"#;
    assert_uncovered("patience", source, &[]);
}

#[test]
fn branches_that_the_speed_of_other_threads_decides_are_not_claimed() {
    let source = r#"
public class Subject {
    private boolean started;
    private volatile int ticks;
    public void start() {
        started = true;
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException gone) {
                return;
            }
            ticks++;
        });
        thread.setDaemon(true);
        thread.start();
    }
    public boolean isWaiting() {
        if (started && ticks == 0) {
            return true;
        }
        return false;
    }
    public boolean isBig(int number) {
        return number > 1000;
    }
}
"#;
    let outcome = outcome(&compiled("ticks", source));
    let at = |line: u16| {
        let goals = outcome.goals.iter().filter(move |goal| goal.goal.line == Some(line));
        goals.filter(|goal| !goal.tests.is_empty()).count()
    };
    // Whether the other thread gets past its sleep before the end is as unsure as what it has done by then.
    assert_eq!((at(6), at(9)), (1, 0), "{:#?}", outcome.goals);
    assert_eq!(at(19), 1, "only that nothing was started: {:#?}", outcome.goals);
    assert_eq!(at(25), 2, "{:#?}", outcome.goals);
}

/// The shortest sequences that come to either way of `look` do so by the hash code of a plain object; those of texts are the same everywhere.
const BY_HASH: &str = r#"
public class Subject {
    private Object shown = new Object();
    public void show(String text) {
        if (text != null) {
            shown = text;
        }
    }
    public int look() {
        if ((shown.hashCode() & 1) == 1) {
            return 1;
        }
        return 2;
    }
    public static boolean isLong(String text) {
        return text != null && text.length() == 77777;
    }
}
"#;

#[test]
fn another_sequence_stands_in_where_the_shortest_holds_in_one_world_only() {
    // The long text is never found, so that nothing of the budget is left to search for what is lost.
    let loses = |seed: &u64| {
        let settings = Settings {
            seed: *seed,
            strategy: Strategy::Search,
            budget: "200evals".parse().unwrap(),
            ..compiled(&format!("by-hash-{seed}"), BY_HASH)
        };
        let is_lost = |reason: &String| reason.contains("do not hold");
        outcome(&settings).goals.iter().filter_map(|goal| goal.reason.as_ref()).any(is_lost)
    };
    assert!((1..=8).filter(loses).count() < 8, "with each seed, as if there were no other sequence");
}
