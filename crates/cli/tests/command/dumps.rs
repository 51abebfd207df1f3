//! `trine dump tree` and `trine dump trace`: what symbolic execution saw of a function, and a search evaluation by evaluation.

use crate::support::TestFolder;

/// The first branch is taken by one value in four billion, and what follows it by none.
const NARROW: &str = "int narrow(int a)\n{\n    if (a == 123456) {\n        if (a < 0)\n            return 2;\n        return 1;\n    }\n    return 0;\n}\n";

/// A sum that no constant of the code is.
const CLIMB: &str = "int climb(int a, int b)\n{\n    return a * 3 + b * 5 == 1234567 ? 1 : 0;\n}\n";

fn stdout(name: &str, arguments: &[&str]) -> String {
    let files = [("narrow.c", NARROW.as_bytes()), ("climb.c", CLIMB.as_bytes())];
    let place = TestFolder::new(&format!("dumps/{name}"), &files);
    let output = place.run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_tree_shows_what_was_visited_and_what_was_refuted() {
    let text = stdout("tree", &["dump", "tree", "narrow.c"]);
    assert!(text.starts_with("narrow: 2 runs, 3 of 4 goals covered, 1 refuted, 0 unknown,"), "{text}");
    let shown = |state: &str, line: u32| {
        text.lines().any(|row| row.trim_start().starts_with(state) && row.contains(&format!(" line {line} ")))
    };
    assert!(shown("visited", 3) && shown("visited", 4) && shown("unsatisfiable", 4), "{text}");
    let (_, rows) = text.split_once('\n').expect("a head, and the tree");
    assert!(!rows.contains("candidate"), "nothing is left to try: {text}");
}

#[test]
fn the_trace_has_a_row_for_each_evaluation_and_comes_nearer_to_its_goal() {
    let arguments = ["dump", "trace", "climb.c", "--budget", "2000evals"];
    let text = stdout("trace", &arguments);
    let mut rows = text.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let head = rows.next().expect("a head");
    assert_eq!(head[..3], ["function", "evaluation", "goal"]);
    let rows: Vec<_> = rows.collect();
    assert!(
        !rows.is_empty() && rows.iter().all(|row| row.len() == head.len() && row[0] == "climb"),
        "{text}"
    );
    let numbers: Vec<u64> = rows.iter().map(|row| row[1].parse().expect("a number")).collect();
    assert!(numbers.is_sorted() && *numbers.last().expect("a row") <= 2_000, "{numbers:?}");
    // A search that pursues a goal measures distances to it, and none of them is negative.
    let aimed = rows.iter().filter(|row| !row[5].is_empty());
    assert!(aimed.clone().count() > 0, "{text}");
    assert!(aimed.clone().all(|row| row[5].parse::<f64>().expect("a distance") >= 0.0));
    assert_eq!(text, stdout("trace again", &arguments), "the same seed gives the same trace");
}
