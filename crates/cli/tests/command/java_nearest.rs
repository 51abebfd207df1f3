//! What open goals of Java say: the condition in the way and its values, the exception that leaves it, the run that never came to a method.

use crate::support::java::{compile, ended_with, text};
use crate::support::{TestFolder, workspace};
use std::process::Command;

const METER: &str = r#"package p;
public class Meter {
  private final int limit;
  public Meter(String code) {
    int hash = 7;
    for (int i = 0; i < code.length(); i++) { hash = hash * 31 + code.charAt(i); }
    if ((hash ^ 0x5bd1e995) != hash * hash * 17 + 12345) { throw new IllegalStateException(); }
    limit = hash;
  }
  public int half(int x) { return x > limit ? limit : x / 2; }
}
"#;

const READER: &str = r#"package p;
public class Reader {
  public static int read(String text) {
    if (text.length() < 3) { return 0; }
    int value = Integer.parseInt(new StringBuilder(text).append('x').toString());
    return scaled(value);
  }
  private static int scaled(int value) { return value > 5 ? deep(value) : value; }
  private static int deep(int value) { return value == 7 ? 1 : 2; }
}
"#;

/// What is recorded of the nearest run to the goals of `class` that are open.
fn nearest(place: &TestFolder, class: &str) -> Vec<serde_json::Value> {
    let goals = place.json("out/goals.json");
    let units = goals.as_array().expect("a list of units").iter();
    let unit = { units }.find(|unit| unit["function"] == class).expect("the class is there");
    unit["flow"]["nearest"].as_array().cloned().unwrap_or_default()
}

fn run(name: &str) -> TestFolder {
    let place = TestFolder::new(name, &[]);
    compile(&place, &[("p/Meter.java", METER), ("p/Reader.java", READER)], &[]);
    let arguments =
        ["java", "-cp", "classes", "--only", "p.*", "--budget", "300evals", "--no-native", "--out", "out"];
    let output = place.run(&arguments);
    ended_with(&output, 2);
    place
}

#[test]
fn of_a_method_that_no_run_comes_to_the_run_is_told_that_ends_before_its_call() {
    let place = run("java_nearest_never_called");
    let near = nearest(&place, "p.Meter");
    let half: Vec<_> = near.iter().filter(|near| near["function"] == "half(int)").collect();
    assert_eq!(half.len(), 2, "{near:?}");
    for near in half {
        let (raised, last) = (&near["ended"]["raised"], &near["ended"]["last"]);
        assert_eq!(raised["class"], "IllegalStateException", "{near}");
        assert!(raised["step"].as_str().is_some_and(|step| step.starts_with("new Meter(")), "{near}");
        assert!(last["condition"].as_str().is_some_and(|condition| condition.contains("hash")), "{near}");
        assert!(!last["values"].as_array().unwrap().is_empty(), "{near}");
    }
    let goal =
        format!("p.Meter:{}", near.iter().find(|near| near["function"] == "half(int)").unwrap()["goal"]);
    let output = place.run(&["explain", &goal, "--out", "out"]);
    ended_with(&output, 0);
    let said = text(&output.stdout);
    assert!(said.contains("no run calls it: the nearest, `try 1`, ends before, at `new Meter("), "{said}");
    assert!(said.contains("      s0: new Meter(") && said.contains("throws IllegalStateException"), "{said}");
}

#[test]
fn an_exception_on_the_way_is_told_with_what_raises_it_and_the_condition_before() {
    let place = run("java_nearest_raised");
    let near = nearest(&place, "p.Reader");
    assert_eq!(near.len(), 5, "the end of the method, and two branches each of those behind: {near:?}");
    for near in near {
        let (raised, last) = (&near["ended"]["raised"], &near["ended"]["last"]);
        assert_eq!(near["function"], "read(String)", "{near}");
        assert_eq!(
            (&raised["class"], &near["place"]["start"][0]),
            (&"NumberFormatException".into(), &5.into()),
            "{near}"
        );
        assert_eq!(raised["by"], "Integer.parseInt", "{near}");
        assert_eq!(
            (&last["condition"], &last["place"]["start"][0]),
            (&"text.length() < 3".into(), &4.into()),
            "{near}"
        );
    }
}

/// Reads a file of the run and its schema, and says what does not fit.
const VALIDATE: &str = "
import json, sys
import jsonschema
schema, document = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.validate(document, schema)
";

#[test]
fn records_of_java_are_as_their_schemas_say() {
    let has_validator = Command::new("python3").args(["-c", "import jsonschema"]).output();
    if !has_validator.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no python3 with jsonschema here (scripts/setup.sh --tests installs it)");
        return;
    }
    let place = run("java_nearest_schemas");
    for record in ["run", "goals", "suite"] {
        let schema = workspace().join(format!("docs/schemas/{record}.schema.json"));
        let document = place.0.join(format!("out/{record}.json"));
        let output = Command::new("python3").args(["-c", VALIDATE]).args([&schema, &document]).output();
        let output = output.expect("python3 runs");
        assert!(output.status.success(), "{record}: {}", text(&output.stderr));
    }
}
