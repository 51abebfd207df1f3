//! Tests of all classes in one JVM: where one class's tests change static state that another's see, those that fail are taken out.

use crate::support::TestFolder;
use crate::support::java::{compile, ended_with, text};
use std::fs;

const STYLE: &str = "package p;\npublic class Style {\n  private static int depth = 1;\n  public static int getDepth() { return depth; }\n  \
    public static void setDepth(int depth) {\n    if (depth < 7) { throw new IllegalArgumentException(); }\n    Style.depth = depth;\n  }\n}\n";
const TREE: &str = "package p;\npublic class Tree {\n  public static int lines(int leaves) {\n    \
    return leaves > 2 ? leaves * Style.getDepth() : 0;\n  }\n}\n";

#[test]
fn tests_that_fail_beside_those_of_other_classes_are_taken_out() {
    let place = TestFolder::new("together", &[]);
    compile(&place, &[("p/Style.java", STYLE), ("p/Tree.java", TREE)], &[]);
    let run = |out: &str, classes: &[&str]| {
        let mut command = place.command(&["java", "-cp", "classes", "--budget", "500evals", "--out", out]);
        let output = command.args(classes).output().unwrap();
        ended_with(&output, 0);
        (place.json(&format!("{out}/run.json")), text(&output.stderr).to_owned())
    };
    let (alone, _) = run("alone", &["p.Tree"]);
    assert_eq!(alone["native"]["dropped"].as_array().map_or(0, Vec::len), 0, "{alone:#}");
    let tests = alone["units"][0]["tests"].as_u64().unwrap();

    let (both, said) = run("both", &["p.Style", "p.Tree"]);
    let dropped = both["native"]["dropped"].as_array().unwrap();
    assert_eq!(dropped.len(), 1, "{both:#}");
    assert_eq!(dropped[0]["function"], "p.Tree");
    assert!(said.contains("it fails beside tests of other classes"), "{said}");
    assert_eq!(both["units"][1]["tests"].as_u64(), Some(tests - 1), "{both:#}");
    assert_eq!(both["units"][1]["goals"]["unknown"], 1, "{both:#}");
    let all = both["units"].as_array().unwrap().iter().map(|unit| unit["tests"].as_u64().unwrap()).sum();
    assert_eq!((both["native"]["passed"].as_u64(), both["native"]["tests"].as_u64()), (Some(all), Some(all)));
    let goals = place.json("both/goals.json").to_string();
    assert!(goals.contains("beside tests of other classes"), "{goals}");

    // Taken over from the run before, it comes to the same.
    let written = fs::read_to_string(place.0.join("both/tests/p/TreeTest.java")).unwrap();
    let (again, _) = run("both", &["p.Style", "p.Tree"]);
    assert_eq!(again["taken_over"], 2, "{again:#}");
    assert_eq!(fs::read_to_string(place.0.join("both/tests/p/TreeTest.java")).unwrap(), written);
}
