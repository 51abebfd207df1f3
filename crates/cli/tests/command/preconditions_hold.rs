//! Under preconditions, every value of every emitted test is one that they allow, whatever the seed; and a run with
//! stubs is replayed as it was.

use crate::support::{TRINE, finish_within, fresh_folder};
use std::fs;
use std::process::Command;
use std::time::Duration;
use trine_record::{Suite, TestRecord};
use trine_testcase::{Argument, PointerValue, Statement};

const SOURCE: &str = "#include <stdlib.h>\n\
    enum level { LOW, MID, HIGH, TOP };\n\
    struct item { int weight; double price; };\n\
    int threshold;\n\
    int sensor(int channel) { return channel * 3; }\n\
    int plan(struct item *items, unsigned count, enum level level, char mark, float gain)\n{\n\
    \x20   int sum = 0;\n\
    \x20   if (level == TOP || level == HIGH)\n        sum += 1000;\n\
    \x20   for (unsigned i = 0; i < count; i++)\n        sum += items[i].weight;\n\
    \x20   if (sum > threshold && items[0].price > 3.5)\n        return 1;\n\
    \x20   if (mark == 'x' || gain * 2.0f > 2.5f)\n        return sensor(3) > 10 ? 2 : 3;\n\
    \x20   if (rand() % 7 == 3)\n        return 4;\n\
    \x20   return sum == 77;\n}\n";

const SETTINGS: &str = "[function.plan]\nnon-null = ['items']\nlengths = { count = 'items' }\n\
    ranges = { 'items[].weight' = '10..=20', 'items->price' = '2.5..=4.0', level = 'MID..=HIGH', \
    mark = \"'w'..='y'\", gain = '1.0..=1.3', threshold = '15..=90' }\n[stub.sensor]\nreturns = '5..=12'\n\
    [stub.rand]\nreturns = '0..=6'\n";

/// Requires that the values of `test` are within the settings above.
fn within(test: &TestRecord) {
    for (leaf, &bits) in test.leaf_kinds.iter().zip(&test.leaves) {
        let name = leaf.name.as_str();
        let (low, high) = match name.rsplit(['.', '>']).next().unwrap_or(name) {
            "weight" => (10, 20),
            "level" => (1, 2),
            "mark" => (119, 121),
            "threshold" => (15, 90),
            _ if name.starts_with("sensor()") => (5, 12),
            _ if name.starts_with("rand()") => (0, 6),
            "price" => {
                assert!((2.5..=4.0).contains(&f64::from_bits(bits as u64)), "{}: {name}", test.name);
                continue;
            }
            "gain" => {
                let value = f64::from(f32::from_bits(bits as u32));
                assert!((1.0..=1.3).contains(&value), "{}: {name} is {value}", test.name);
                continue;
            }
            "count" => continue,
            other => panic!("`{other}` has no range"),
        };
        let value = leaf.kind.to_int(bits);
        assert!((low..=high).contains(&value), "{}: {name} is {value}", test.name);
    }
    let elements = test.statements.iter().find_map(|statement| match statement {
        Statement::Object { count, .. } => Some(count.unwrap_or(1)),
        _ => None,
    });
    let count = test.leaf_kinds.iter().position(|leaf| leaf.name == "count").map(|at| test.leaves[at]);
    assert_eq!(count, elements.map(u128::from), "{}", test.name);
    for statement in &test.statements {
        if let Statement::Call { args, .. } = statement {
            assert!(!args.contains(&Argument::Pointer(PointerValue::Null)), "{}", test.name);
        }
    }
}

#[test]
fn every_value_of_every_test_lies_in_its_range() {
    for seed in ["7", "23"] {
        let folder = fresh_folder(&format!("preconditions_hold_{seed}"));
        fs::write(folder.join("plan.c"), SOURCE).expect("a fresh folder can be written");
        fs::write(folder.join("trine.toml"), SETTINGS).expect("a fresh folder can be written");
        let mut command = Command::new(TRINE);
        command
            .args(["c", "plan.c", "--seed", seed, "--budget", "6000evals", "--quiet"])
            .current_dir(&folder);
        let output = finish_within(&mut command, Duration::from_secs(120)).expect("the run ends");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(folder.join("trine-out/suite.json")).expect("the run wrote it");
        let suite: Suite = serde_json::from_str(&text).expect("records are JSON");
        assert!(suite.tests.len() >= 5, "{} tests", suite.tests.len());
        suite.tests.iter().chain(&suite.crashes).for_each(within);
        let run = fs::read_to_string(folder.join("trine-out/run.json")).expect("the run wrote it");
        let run: serde_json::Value = serde_json::from_str(&run).expect("records are JSON");
        let native = &run["native"];
        assert_eq!(native["passed"], native["tests"], "{native}");
        let stated = run["units"][0]["preconditions"].as_array().map_or(0, Vec::len);
        assert_eq!((stated, run["units"].as_array().map_or(0, Vec::len)), (10, 1));
        let mut replay = Command::new(TRINE);
        replay.args(["replay", "trine-out"]).current_dir(&folder);
        let output = finish_within(&mut replay, Duration::from_secs(60)).expect("the replay ends");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn the_header_is_printed_and_compiles_by_itself() {
    let folder = fresh_folder("header");
    let output = Command::new(TRINE).arg("header").output().expect("it starts");
    assert!(output.status.success());
    fs::write(folder.join("trine.h"), &output.stdout).expect("a fresh folder can be written");
    let source = "#include \"trine.h\"\nint main(void)\n{\n    int a = 1;\n    TRINE_ASSUME(a == 2);\n    \
        TRINE_ASSERT(a == 1);\n    return a - 1;\n}\n";
    fs::write(folder.join("own.c"), source).expect("a fresh folder can be written");
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "own.c", "-o", "own"])
        .current_dir(&folder)
        .output();
    let compiled = compiled.expect("a compiler is there");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    assert!(Command::new(folder.join("own")).status().expect("it runs").success());
}
