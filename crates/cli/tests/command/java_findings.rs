//! What `trine java` says of faulty classes: each fault once, whom it blames, a test that fails natively, and exit codes.

use crate::support::TestFolder;
use crate::support::java::{compile, ended_with, text};
use std::fs;

const FAULTY: &str = r#"package p;
public class Faulty {
  private int[] data;
  public int size() { return data.length; }
  public int length(String s) { return s.length(); }
  public int known(String s) {
    if (s == null) { data = null; }
    return s.length();
  }
  public int at(int i) { int[] a = {1, 2, 3}; return a[i]; }
  public int bounded(int i) {
    int[] a = {1, 2, 3};
    if (i < 0 || i > 3) { return -1; }
    return a[i];
  }
  public int share(int whole, int parts) { return whole / parts; }
  public void rejects(int i) { if (i < 0) { throw new IllegalArgumentException(); } }
  public void requires(Object o) { java.util.Objects.requireNonNull(o); }
  public int declared(int i) throws ArithmeticException { return 1 / i; }
  public int deep() { return deep() + 1; }
  public int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }
  public void impossible(int a) { if (a == 5) { throw new AssertionError("five"); } }
}
"#;
const CONTRACTS: &str = r#"package p;
public class Ticket implements Comparable<Ticket> {
  private final int number;
  public Ticket(int number) { this.number = number; }
  @Override public boolean equals(Object other) { return other == null || ((Ticket) other).number == number; }
  @Override public int hashCode() { return System.identityHashCode(this); }
  @Override public int compareTo(Ticket other) { return number < other.number ? -1 : 1; }
}
"#;
const ENDLESS: &str = r#"package p;
public class Endless {
  private int turns;
  public int waits() { while (turns < 1) { turns--; turns++; } return turns; }
  public int counts(int to) { int sum = 0; for (int i = 0; i < to; i++) { sum += i % 7; } return sum; }
  public int turns() { return turns; }
}
"#;

/// Kind, class, method and native evidence of the findings.
fn findings(place: &TestFolder) -> Vec<(String, String, String, String)> {
    let run = place.json("out/run.json");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let findings = run["findings"].as_array().expect("there is a list").iter();
    findings
        .map(|finding| {
            let method = text(&finding["stack"][0]);
            let head = method.split('(').next().unwrap_or_default();
            let name = head.rsplit('.').next().unwrap_or_default().to_owned();
            let native = text(&finding["native"]["confirmed"]);
            (text(&finding["kind"]), text(&finding["class"]), name, native)
        })
        .collect()
}

fn require(found: &[(String, String, String, String)], wanted: &[(&str, &str, &str)]) {
    let named: Vec<(&str, &str, &str)> =
        found.iter().map(|(kind, class, name, _)| (kind.as_str(), class.as_str(), name.as_str())).collect();
    for one in wanted {
        assert_eq!(named.iter().filter(|known| *known == one).count(), 1, "{one:?} once in {named:#?}");
    }
    assert_eq!(named.len(), wanted.len(), "{named:#?}");
}

#[test]
fn faults_are_told_once_and_blame_what_nobody_looked_at_less() {
    let place = TestFolder::new("java_findings", &[]);
    compile(&place, &[("p/Faulty.java", FAULTY)], &[]);
    let arguments = ["java", "-cp", "classes", "p.Faulty", "--budget", "4000evals", "--out", "out"];
    let output = place.run(&arguments);
    ended_with(&output, 2);
    let found = findings(&place);
    require(
        &found,
        &[
            ("null-pointer", "code", "size"),
            ("null-pointer", "precondition", "length"),
            ("null-pointer", "code", "known"),
            ("array-index-out-of-bounds", "precondition", "at"),
            ("array-index-out-of-bounds", "code", "bounded"),
            ("arithmetic", "precondition", "share"),
            ("stack-overflow", "code", "deep"),
            ("stack-overflow", "precondition", "depth"),
            ("assertion", "code", "impossible"),
        ],
    );
    for (kind, _, name, native) in &found {
        assert_eq!(native, "yes", "{kind} of {name}: {}", place.json("out/run.json")["findings"]);
    }
    let summary = text(&output.stdout);
    assert!(summary.contains("null-pointer") && summary.contains("Faulty"), "{summary}");
    let report = fs::read_to_string(place.0.join("out/report/index.html")).expect("there is a report");
    assert!(report.contains("the code looks at"), "the reason is in the report");
    let test = fs::read_to_string(place.0.join("out/crashes/p/FaultyReproducerTest.java"))
        .expect("there is a test for the findings");
    assert!(test.contains("@Timeout(value = 10") && !test.contains("assertThrows"), "{test}");
    for (fail_on, code) in [("never", 0), ("preconditions", 2)] {
        ended_with(&place.run(&[&arguments[..], &["--fail-on", fail_on]].concat()), code);
    }
    // What was taken over says the same.
    assert_eq!(findings(&place), found);
    let one = &place.json("out/suite.json")["crashes"][0];
    let replayed = place.run(&["replay", "out", "--test", one["name"].as_str().unwrap_or_default()]);
    ended_with(&replayed, 0);
    assert!(text(&replayed.stdout).contains("throws java.lang."), "{}", text(&replayed.stdout));
}

#[test]
fn contracts_of_equals_and_compare_to_are_checked() {
    let place = TestFolder::new("java_contracts", &[]);
    compile(&place, &[("p/Ticket.java", CONTRACTS)], &[]);
    let output = place.run(&["java", "-cp", "classes", "p.Ticket", "--budget", "2000evals", "--out", "out"]);
    ended_with(&output, 2);
    let found = findings(&place);
    for kind in ["equals-null", "equal-hash-codes", "compare-reflexive", "compare-antisymmetric"] {
        let one = found.iter().find(|(known, ..)| known == kind);
        let one = one.unwrap_or_else(|| panic!("{kind} is missing in {found:#?}"));
        assert_eq!((one.1.as_str(), one.3.as_str()), ("code", "yes"), "{found:#?}");
    }
}

#[test]
fn what_does_not_end_is_a_finding_and_what_takes_long_is_none_of_the_upper_class() {
    let place = TestFolder::new("java_endless", &[]);
    compile(&place, &[("p/Endless.java", ENDLESS)], &[]);
    let arguments =
        ["java", "-cp", "classes", "p.Endless", "--steps", "20000", "--budget", "300evals", "--out", "out"];
    let output = place.run(&arguments);
    ended_with(&output, 2);
    let found = findings(&place);
    assert!(
        found.iter().any(|(kind, class, name, native)| (
            kind.as_str(),
            class.as_str(),
            name.as_str(),
            native.as_str()
        ) == ("endless-loop", "code", "waits", "yes")),
        "{found:#?}"
    );
    assert!(
        found.iter().all(|(_, class, name, _)| name != "counts" || class == "precondition"),
        "{found:#?}"
    );
}
