//! Java classes whose goals need both: steps that evolution finds, and values that path conditions give.

mod common;

use common::{compiled, outcome};
use trine_campaign::java::Settings;
use trine_record::ModelRecord;

/// The example that motivates Galeotti, Fraser and Arcuri (ISSRE 2013, section II), in other words: a string that is equal to one made of
/// the argument and a counter which other calls bump.
const MOTIVATING: &str = r#"
public class Subject {
    private int count;
    public void bump() { count++; }
    public boolean matches(String text) {
        String whole = text + count;
        if (whole.equals("baz5")) return true;
        return false;
    }
}
"#;

#[test]
fn the_motivating_example_is_covered_by_the_hybrid() {
    let settings = compiled("motivating", MOTIVATING);
    for seed in 1..=3 {
        let settings = Settings { seed, budget: "20000evals".parse().unwrap(), ..settings.clone() };
        let outcome = outcome(&settings);
        let all = outcome.goals.len();
        let told = format!(
            "seed {seed}: {} of {all} in {} evaluations and {} ms; {:?}",
            outcome.covered(),
            outcome.evaluations,
            outcome.milliseconds,
            outcome.solving
        );
        assert_eq!(outcome.covered(), all, "{told}");
    }
}

/// Numbers behind fields, digits behind a parser, a string behind `switch`.
const VALUES: &str = r#"
public class Subject {
    private long sum;
    public void add(int value) { sum = sum * 31 + value; }
    public int look(String word, double at) {
        if (sum == 7_654_321L * 31 + 99) return 1;
        if (at * 3.0 == 4.5) return 2;
        switch (word) { case "harbour": return 3; case "lighthouse": return 4; default: break; }
        if (word.length() > 3 && word.startsWith("0x")) {
            try { return Integer.parseInt(word.substring(2), 16) == 0xBEE ? 5 : 6; }
            catch (NumberFormatException e) { return 7; }
        }
        return 0;
    }
}
"#;

#[test]
fn values_that_search_does_not_meet_are_solved_for() {
    let settings = compiled("values", VALUES);
    let hybrid = outcome(&settings);
    let open: Vec<&str> = hybrid
        .goals
        .iter()
        .filter(|goal| goal.tests.is_empty())
        .map(|goal| goal.goal.text.as_str())
        .collect();
    assert!(open.is_empty(), "{open:?}; {:?}", hybrid.solving);
    let ModelRecord { run, diverged: other } = hybrid.models;
    assert!(run > 0 && other * 4 <= run, "{other} of {run} models take another way");
}

#[test]
fn the_same_seed_and_budget_give_the_same_tests() {
    let settings = Settings { budget: "600evals".parse().unwrap(), ..compiled("same", VALUES) };
    let (one, other) = (outcome(&settings), outcome(&settings));
    assert_eq!(format!("{:?}", one.tests), format!("{:?}", other.tests));
    assert_eq!((one.evaluations, one.solving, one.models), (other.evaluations, other.solving, other.models));
}
