//! `trine java --strategy paths` and its dumps: paths of methods, numbered, each covered by a test, refuted, or told to be open.

use crate::support::TestFolder;
use crate::support::java::{compile, ended_with, text};
use std::collections::BTreeSet;
use std::fs;

const FARE: &str = "public class Fare {
    private final int limit;
    public Fare(int limit) {
        if (limit < 0) throw new IllegalArgumentException();
        this.limit = limit;
    }
    public static int price(int age, int km) {
        int base = km > 10 ? 5 : 2;
        if (age < 0 || age > 120) return -1;
        if (age < 6) return 0;
        if (age < 6 && km > 3) return 99;
        return base;
    }
    public int cap(int price) { return price > limit ? limit : price; }
    public static int sum(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }
    public static String kind(String code) {
        if (code.equals(\"A\")) return \"adult\";
        return code.trim().startsWith(\"C\") ? \"child\" : \"none\";
    }
}
";

#[test]
fn every_path_has_a_test_of_its_own_or_a_proof() {
    let place = TestFolder::new("java-paths", &[]);
    compile(&place, &[("Fare.java", FARE)], &[]);
    let run = |out: &str, more: &[&str]| {
        let options =
            ["java", "-cp", "classes", "--strategy", "paths", "--budget", "3000evals", "--out", out];
        let output = place.command(&options).args(["Fare"]).args(more).output().unwrap();
        ended_with(&output, 0);
        place.json(&format!("{out}/run.json"))["units"][0].clone()
    };
    let unit = run("all", &[]);
    let paths = unit["pathwise"]["paths"].as_array().unwrap();
    let of = |method: &str, state: &str| {
        let is_it = |path: &&serde_json::Value| path["method"] == method && path["state"] == state;
        paths.iter().filter(is_it).count()
    };
    // Two ways of the first condition by four of those that may return; what the last one asks is impossible behind the one before.
    assert_eq!((of("price(int, int)", "covered"), of("price(int, int)", "infeasible")), (8, 2), "{unit:#}");
    assert_eq!((of("Fare(int)", "covered"), of("cap(int)", "covered")), (2, 2), "{unit:#}");
    // No round to three, and one path for more.
    assert_eq!(of("sum(int)", "covered"), 5, "{unit:#}");
    assert!(unit["pathwise"]["missing"].as_array().unwrap().contains(&"loop-iterations".into()), "{unit:#}");
    let named: Vec<&str> = paths.iter().filter_map(|path| path["test"].as_str()).collect();
    let distinct: BTreeSet<&str> = named.iter().copied().collect();
    let covered = paths.iter().filter(|path| path["state"] == "covered").count();
    assert_eq!((named.len(), distinct.len()), (covered, covered), "{unit:#}");
    let suite = fs::read_to_string(place.0.join("all/tests/FareTest.java")).unwrap();
    assert!(distinct.iter().all(|name| suite.contains(&format!("void {name}("))), "{suite}");
    // Values are as simple as the path lets them be.
    assert!(suite.contains("Fare.price(-1, 0)") && suite.contains("Fare.price(121, 11)"), "{suite}");

    let chosen = run("chosen", &["--path", "3", "4"]);
    let states: Vec<&str> = chosen["pathwise"]["paths"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|path| path["state"].as_str().filter(|state| *state != "not-chosen"))
        .collect();
    assert_eq!(states, ["covered", "covered"], "{chosen:#}");
    assert_eq!(chosen["tests"], 2);
}

#[test]
fn paths_are_listed_and_drawn() {
    let place = TestFolder::new("java-paths-dump", &[]);
    compile(&place, &[("Fare.java", FARE)], &[]);
    let dump = |what: &str, more: &[&str]| {
        let output =
            place.command(&["java", "dump", what, "-cp", "classes", "Fare#price"]).args(more).output();
        let output = output.unwrap();
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (_, listed, _) = dump("paths", &[]);
    assert!(listed.starts_with("Fare: 10 paths: 8 covered, 2 proved infeasible\n"), "{listed}");
    assert!(listed.contains("site3=1  age < 6") && listed.contains("calls: Fare.price(0, 0)"), "{listed}");
    let (_, other, _) = dump("paths", &["--search", "knn"]);
    assert_eq!(other.lines().next(), listed.lines().next(), "another order, the same paths");
    let (_, drawn, _) = dump("cfg", &["--path", "1"]);
    let steps = listed.lines().skip_while(|line| !line.contains("path 1 ")).skip(1);
    let steps = steps.take_while(|line| line.trim_start().starts_with("line")).count();
    assert_eq!(drawn.matches("color=red").count(), steps, "{drawn}\n{listed}");
    let (code, _, said) = dump("paths", &["--path", "11"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("--path 11") && said.contains("numbered from 1 to 10"), "{said}");
}
