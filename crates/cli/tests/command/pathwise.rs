//! `--strategy paths` and `trine dump paths`: paths are listed with their conditions, one can be picked, drawn and tested
//! alone, and the record says what became of each.

use crate::support::TestFolder;

const SIGN: &str = "int sign(int a)\n{\n    if (a < 0)\n        return -1;\n    if (a > 99)\n        return 2;\n    return a > 0;\n}\n";

fn place(name: &str) -> TestFolder {
    TestFolder::new(&format!("pathwise/{name}"), &[("sign.c", SIGN.as_bytes())])
}

fn stdout(place: &TestFolder, arguments: &[&str]) -> String {
    let output = place.run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn paths_are_listed_with_their_conditions_over_the_inputs() {
    let text = stdout(&place("listed"), &["dump", "paths", "sign.c"]);
    assert!(text.starts_with("sign: 3 paths: 3 covered\n"), "{text}");
    assert!(text.contains("\n  path 1  covered by sign_path_1 (a = -1), found"), "{text}");
    let third = "    line 3  site0=1  a >= 0\n    line 5  site1=1  a <= 99\n";
    assert!(text.contains(third), "{text}");
}

#[test]
fn a_path_that_is_picked_is_the_only_one_listed_and_is_drawn_red() {
    let place = place("picked");
    let text = stdout(&place, &["dump", "paths", "sign.c", "--path", "2"]);
    assert!(text.contains("  path 2  covered") && !text.contains("  path 1  "), "{text}");
    let graph = stdout(&place, &["dump", "cfg", "sign.c", "--path", "2"]);
    let red: Vec<_> = graph.lines().filter(|line| line.contains("color=red")).collect();
    assert_eq!(red.len(), 2, "{graph}");
    assert!(red[0].contains("site0=1") && red[1].contains("site1=0"), "{graph}");
    assert!(!stdout(&place, &["dump", "cfg", "sign.c"]).contains("red"));
}

#[test]
fn a_picked_path_gets_one_test_and_the_record_says_of_the_others_that_they_were_not_chosen() {
    let place = place("tested");
    let text = stdout(&place, &["c", "sign.c", "--strategy", "paths", "--path", "2", "--no-native"]);
    assert!(text.contains("sign: 3 paths: 1 covered, 2 not chosen"), "{text}");
    let run = place.json("trine-out/run.json");
    let paths = run["units"][0]["pathwise"]["paths"].as_array().expect("a list").clone();
    let states: Vec<_> = paths.iter().map(|path| path["state"].as_str().unwrap_or("")).collect();
    assert_eq!(states, ["not-chosen", "covered", "not-chosen"]);
    assert_eq!(paths[1]["test"], "sign_path_2");
    let suite = place.json("trine-out/suite.json");
    assert_eq!(suite["tests"].as_array().map(Vec::len), Some(1), "{suite}");
    let page =
        std::fs::read_to_string(place.0.join("trine-out/report/index.html")).expect("the run wrote it");
    assert!(page.contains("3 paths: 1 covered, 2 not chosen"), "the report lists the paths");
}

#[test]
fn the_algorithm_that_is_named_solves_the_constraints() {
    let linear = "int linear(int a, int b)\n{\n    if (3 * a + b == 777777 && b > 1000)\n        return 1;\n    return 0;\n}\n";
    let place = TestFolder::new("pathwise/algorithm", &[("linear.c", linear.as_bytes())]);
    let listed = |algorithm: &str| stdout(&place, &["dump", "paths", "linear.c", "--algorithm", algorithm]);
    let by_variables = listed("avm");
    assert!(by_variables.contains("found by alternating variables in "), "{by_variables}");
    assert!(!listed("ga").contains("alternating variables"));
}

#[test]
fn a_listing_and_a_run_with_the_same_bounds_give_the_same_numbers() {
    let nested = "int nested(int a, int b)\n{\n    int n = 0;\n    while (a > n && n < 9)\n        n++;\n    return b > n;\n}\n";
    let place = TestFolder::new("pathwise/numbers", &[("nested.c", nested.as_bytes())]);
    let bounds = ["--loop-iterations", "5", "--max-paths", "7", "--budget", "3000evals", "--seed", "4"];
    let listed = stdout(&place, &[&["dump", "paths", "nested.c"], &bounds[..]].concat());
    let last = listed.lines().filter(|line| line.starts_with("  path ")).count();
    let head = format!("nested: {last} paths");
    assert!(listed.starts_with(&head), "{listed}");
    let number = last.to_string();
    let picked = ["c", "nested.c", "--strategy", "paths", "--path", &number, "--no-native"];
    let text = stdout(&place, &[&picked[..], &bounds[..]].concat());
    assert!(text.contains(&head), "{text}");
}
