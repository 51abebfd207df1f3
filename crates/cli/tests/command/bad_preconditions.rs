//! Preconditions that cannot be: each mistake names the file, the line, the consequence and the next step.

use crate::support::{TRINE, TestFolder, finish_within, fresh_folder};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

const PARSER: &str = "enum mode { READ, WRITE };\n\
    struct packet { unsigned char kind; int *data; };\n\
    int level;\n\
    int sensor(int channel) { return channel; }\n\
    static int hidden(void) { return level; }\n\
    int parse(char *buffer, unsigned long size, struct packet *packet, enum mode mode, double gain)\n\
    {\n    if (size > 3 && buffer && packet)\n        return mode == WRITE && gain > 1.0;\n    \
    return sensor(1) + hidden();\n}\n";

/// A folder with the parser and these settings.
fn place(name: &str, settings: &str) -> PathBuf {
    let folder = fresh_folder(&format!("bad_preconditions/{name}"));
    fs::write(folder.join("parser.c"), PARSER).expect("a fresh folder can be written");
    fs::write(folder.join("trine.toml"), settings).expect("a fresh folder can be written");
    folder
}

fn run(folder: &PathBuf, arguments: &[&str]) -> Output {
    let mut command = Command::new(TRINE);
    command
        .args(["c", "parser.c", "--no-native", "--budget", "200evals"])
        .args(arguments)
        .current_dir(folder);
    finish_within(&mut command, LIMIT).expect("the command ends")
}

/// Requires that the run is refused for line `line` of the settings, with `parts` in this order.
fn refused(name: &str, settings: &str, line: usize, parts: &[&str]) {
    let folder = place(name, settings);
    let output = run(&folder, &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with(&format!("error: trine.toml:{line}: ")), "{said}");
    assert!(said.contains("\n  = note: nothing was run\n  = help: "), "{said}");
    let mut rest = &*said;
    for part in parts {
        let at =
            rest.find(part).unwrap_or_else(|| panic!("`{part}` is missing, or out of order, in:\n{said}"));
        rest = &rest[at + part.len()..];
    }
    assert!(!folder.join("trine-out").exists(), "no folder is made for nothing");
}

#[test]
fn a_function_that_is_not_there_is_named_with_the_nearest() {
    refused(
        "function",
        "seed = 2\n[function.prase]\nnon-null = ['buffer']\n",
        2,
        &["no function `prase`", "`parse`?"],
    );
    refused("stub", "[stub.sensr]\nreturns = '0..=3'\n", 1, &["no function `sensr`", "`sensor`?"]);
}

#[test]
fn a_path_that_is_not_there_is_named_with_the_nearest() {
    let in_parse = |text: &str| format!("[function.parse]\n{text}\n");
    for (name, text, parts) in [
        ("parameter", "non-null = ['bufer']", ["`bufer` is no parameter of `parse`", "`buffer`?"]),
        ("field", "ranges = { 'packet->kid' = '1' }", ["there is no field `kid`", "`kind`?"]),
        ("stub", "ranges = { 'senor()' = '1' }", ["no function `senor`", "`sensor()`?"]),
        ("grammar", "ranges = { 'packet.' = '1' }", ["`packet.` is no access path", "packet->kind"]),
        ("dot", "ranges = { 'packet.kind' = '1' }", ["`kind` is a field of what is no structure", "`->`"]),
        ("element", "ranges = { 'gain[]' = '1' }", ["`gain[]` goes through what is neither", "`->`"]),
    ] {
        refused(&format!("path_{name}"), &in_parse(text), 2, &parts);
    }
}

#[test]
fn a_range_that_no_value_can_have_is_refused() {
    for (name, ranges, parts) in [
        ("empty", "mode = '3..=1'", ["the range `3..=1` is empty", "smaller end first"]),
        ("grammar", "size = '1 to 3'", ["`1 to 3` is no range", "LOW..=HIGH"]),
        ("type", "'packet->kind' = '0..=256'", ["leaves the type, which holds 0..=255", "keep to what"]),
        ("enumerator", "mode = 'REED'", ["`REED` is no range", "LOW..=HIGH"]),
        ("float", "gain = 'nan'", ["`gain`: `nan` is no range", "LOW..=HIGH"]),
        ("pointer", "buffer = '0..=1'", ["`buffer` is no number", "`*buffer`"]),
        ("record", "'*packet' = '0..=1'", ["`*packet` is no number", ".FIELD"]),
        ("overlap", "'packet->kind' = '0..=3', 'packet[0].kind' = '5'", ["no value is in both", "overlap"]),
    ] {
        refused(
            &format!("range_{name}"),
            &format!("[function.parse]\n\nranges = {{ {ranges} }}\n"),
            3,
            &parts,
        );
    }
    refused(
        "range_of_stub",
        "[stub.sensor]\nreturns = '9..=1'\n",
        2,
        &["`sensor()`: the range `9..=1` is empty"],
    );
}

#[test]
fn contradictions_between_preconditions_are_refused() {
    for (name, text, parts) in [
        (
            "null",
            "null = ['packet']\nnon-null = ['packet']",
            ["never null and to be always null", "remove it"],
        ),
        ("no_pointer", "\nnon-null = ['size']", ["`size` is no pointer", "`ranges`"]),
        ("length_of_none", "\nlengths = { size = 'gain' }", ["`gain` is no pointer to data", "LENGTH"]),
        ("length_is_none", "\nlengths = { gain = 'buffer' }", ["`gain` is no integer", "LENGTH"]),
        (
            "stub_twice",
            "\nranges = { 'sensor()' = '7' }\n[stub.sensor]\nreturns = '0..=3'",
            ["no value is in both", "overlap"],
        ),
    ] {
        let line = if name == "null" {
            2
        } else if name == "stub_twice" {
            5
        } else {
            3
        };
        refused(&format!("contradiction_{name}"), &format!("[function.parse]\n{text}\n"), line, &parts);
    }
}

#[test]
fn a_stub_for_what_cannot_be_replaced_is_refused() {
    refused("static", "[stub.hidden]\n", 1, &["`hidden` is static", "external linkage"]);
    let folder = place("tested", "[stub.sensor]\n");
    let output = run(&folder, &["--function", "sensor"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("trine.toml:1: `sensor` is replaced by a stub, and so cannot be tested"), "{said}");
}

#[test]
fn a_table_with_an_unknown_key_is_shown_where_it_is() {
    let folder = place("key", "[function.parse]\nnonnull = ['buffer']\n");
    let said = String::from_utf8_lossy(&run(&folder, &[]).stderr).into_owned();
    assert!(
        said.contains("trine.toml:2:1")
            && said.contains("unknown field `nonnull`")
            && said.contains("`non-null`"),
        "{said}"
    );
}

#[test]
fn settings_that_are_named_must_be_there() {
    let folder = place("named", "");
    let output = run(&folder, &["--settings", "other.toml"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot read other.toml") && said.contains("= help: check the path"), "{said}");
}

#[test]
fn in_a_project_preconditions_of_what_is_left_out_are_a_warning() {
    let folder = place("project", "[function.elsewhere]\nnon-null = ['x']\n");
    let commands = format!(
        "[{{\"directory\": \"{0}\", \"file\": \"parser.c\", \"arguments\": [\"cc\", \"-c\", \"parser.c\"]}}]",
        folder.display()
    );
    fs::write(folder.join("compile_commands.json"), commands).expect("a fresh folder can be written");
    let output = run(&folder, &["-p", "."]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_ne!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("warning: trine.toml:1: no function `elsewhere`"), "{said}");
}

#[test]
fn assumptions_that_contradict_each_other_are_told() {
    let unit = "#include <trine.h>\nint f(int a)\n{\n    TRINE_ASSUME(a > 5);\n    TRINE_ASSUME(a < 3);\n    \
        return a == 4;\n}\n";
    let place = TestFolder::new("bad_preconditions/assumptions", &[("unit.c", unit.as_bytes())]);
    let output = place.run(&["c", "unit.c", "--budget", "300evals", "--no-native"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    for part in
        ["no input satisfies the assumptions of `f`", "unit.c:2", "= note: it gets no tests", "= help: look"]
    {
        assert!(printed.contains(part), "`{part}` is missing in:\n{printed}");
    }
}
