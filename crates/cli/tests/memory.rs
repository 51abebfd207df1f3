//! The memory of a worker has a limit: what runs, paths and texts take is bounded, and the bound is named where it
//! costs a goal.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use support::{TestFolder, wait_within};

const LIMIT: Duration = Duration::from_secs(120);

/// What a run took, and how it ended.
struct Taken {
    peak_kib: u64,
    code: Option<i32>,
    said: String,
}

/// Runs the command and watches the most memory it ever had.
fn watch(place: &TestFolder, arguments: &[&str]) -> Taken {
    let mut command = place.command(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let watcher = std::thread::spawn(move || {
        let mut most = 0;
        // There is no peak to read any more once the process has ended.
        while let Some(peak) = peak_kib(&status) {
            most = peak;
            std::thread::sleep(Duration::from_millis(5));
        }
        most
    });
    let output = ended(child);
    let peak_kib = watcher.join().expect("reading a file does not panic");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Taken { peak_kib, code: output.status.code(), said }
}

fn ended(child: Child) -> std::process::Output {
    wait_within(child, LIMIT).expect("the command ends")
}

/// The most memory that a process has had resident, which falls to nothing when it ends.
fn peak_kib(status: &str) -> Option<u64> {
    let text = fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A project of `units` files, each with much text and one function that is tested.
fn project(units: usize) -> TestFolder {
    let place = TestFolder::new(&format!("memory/project_{units}"), &[]);
    let mut entries = Vec::new();
    for unit in 0..units {
        let file = format!("u{unit}.c");
        place.write(&file, source(unit));
        entries.push(serde_json::json!({
            "directory": place.0, "file": file, "arguments": ["cc", "-c", file], "output": format!("{file}.o")
        }));
    }
    place.write("compile_commands.json", serde_json::Value::from(entries).to_string());
    place
}

fn source(unit: usize) -> String {
    let mut text = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n".to_owned();
    let _ = writeln!(text, "struct node{unit} {{ int level; char name[32]; struct node{unit} *next; }};");
    for helper in 0..30 {
        let _ = writeln!(
            text,
            "int helper{unit}_{helper}(struct node{unit} *s, const char *text, int n)\n{{\n    int sum = {helper};\n    \
             for (int i = 0; i < n && text[i]; i++) {{\n        if (text[i] >= '0' && text[i] <= '9')\n            \
             sum = sum * 10 + (text[i] - '0');\n        else if (text[i] == 'x' || text[i] == 'X')\n            \
             sum += s->level;\n    }}\n    if (sum > 1000 && s->next)\n        \
             return strcmp(s->name, s->next->name);\n    return sum;\n}}"
        );
    }
    let _ = writeln!(text, "int entry{unit}(int a)\n{{\n    return a == {unit} ? 1 : 0;\n}}");
    text
}

/// A run over one function of each unit.
fn run_over(place: &TestFolder) -> Taken {
    let arguments = ["c", "-p", ".", "--only", "entry*", "--memory", "64MiB", "--jobs", "2", "--no-native"];
    let taken = watch(place, &[&arguments[..], &["--budget", "100evals", "--quiet", "--fresh"]].concat());
    assert_eq!(taken.code, Some(0), "{}", taken.said);
    taken
}

/// Not a limit: tables of each unit, and what the allocator keeps, still grow with the project. A unit with half a
/// megabyte of text costs 0.8 MiB; it was 1.8 MiB when the texts stayed in memory.
#[test]
fn a_unit_of_a_project_costs_little_more_than_its_text_once() {
    let (few, many) = (project(12), project(60));
    let (few, many) = (run_over(&few), run_over(&many));
    let growth = many.peak_kib.saturating_sub(few.peak_kib) / 48;
    eprintln!("peak: {} KiB of 12 units, {} KiB of 60, {growth} KiB a unit", few.peak_kib, many.peak_kib);
    assert!(growth < 1536, "{} KiB, then {} KiB: {growth} KiB a unit", few.peak_kib, many.peak_kib);
}

#[test]
fn texts_that_were_put_away_change_no_result() {
    let place = project(6);
    let mut records = Vec::new();
    for (memory, jobs) in [("64MiB", "1"), ("4GiB", "2")] {
        let arguments = ["c", "-p", ".", "--only", "entry*", "helper*_1", "--memory", memory, "--jobs", jobs];
        let output =
            place.run(&[&arguments[..], &["--budget", "300evals", "--no-native", "--fresh"]].concat());
        assert!(output.status.code().is_some_and(|code| code != 70), "{output:?}");
        records.push(["suite.json", "goals.json"].map(|name| place.json(&format!("trine-out/{name}"))));
    }
    assert_eq!(records[0], records[1]);
}

/// Reasons of the open goals of a run.
fn reasons(place: &TestFolder) -> String {
    place.json("trine-out/goals.json").to_string()
}

/// Runs the function of `unit` under the least memory; the most it took, in MiB, and the reasons of its goals.
fn least(name: &str, unit: &str, options: &[&str]) -> (u64, String) {
    let place = TestFolder::new(&format!("memory/{name}"), &[("unit.c", unit.as_bytes())]);
    let arguments = ["c", "unit.c", "--memory", "64MiB", "--jobs", "1", "--no-native", "--quiet"];
    let started = Instant::now();
    let taken = watch(&place, &[&arguments[..], options].concat());
    assert!(taken.code.is_some_and(|code| code == 0 || code == 2), "{:?}: {}", taken.code, taken.said);
    eprintln!("{name}: {} MiB, {:?}", taken.peak_kib >> 10, started.elapsed());
    (taken.peak_kib >> 10, reasons(&place))
}

#[test]
fn a_function_that_allocates_without_bound_is_told_and_ends() {
    let unit = "#include <stdlib.h>\n#include <string.h>\nint hoard(int n)\n{\n    long total = 0;\n    \
        if (n < 0)\n        return -1;\n    for (int i = 0; i < n; i++) {\n        char *block = malloc(1 << 20);\n        \
        if (!block)\n            return 1;\n        memset(block, 1, 1 << 20);\n        total += block[5];\n    }\n    \
        return total > 100000 ? 2 : 0;\n}\n";
    let (peak, reasons) = least("hoard", unit, &["--budget", "3000evals"]);
    assert!(reasons.contains("more than 8 MiB were allocated, a run's share of --memory 64MiB"), "{reasons}");
    assert!(peak < 200, "{peak} MiB");
}

#[test]
fn what_is_written_without_bound_counts_as_memory() {
    let unit = "#include <stdio.h>\nint fill(FILE *f, int n)\n{\n    for (;;) {\n        \
        if (n-- == 1000000)\n            return 1;\n        fprintf(f, \"%1000d %1000d\\n\", n, n);\n    }\n}\n\
        int far(long at)\n{\n    FILE *f = fopen(\"x\", \"w\");\n    if (!f)\n        return 1;\n    \
        fseek(f, at, SEEK_SET);\n    fputc('a', f);\n    fclose(f);\n    return at > 0;\n}\n";
    let (peak, reasons) = least("fill", unit, &["--budget", "2000evals"]);
    assert!(reasons.contains("a run's share of --memory 64MiB"), "{reasons}");
    assert!(peak < 200, "{peak} MiB");
}

#[test]
fn paths_of_too_many_terms_are_given_up_with_the_reason() {
    let unit = "unsigned churn(unsigned a, unsigned b)\n{\n    unsigned x = a, y = b;\n    \
        for (int i = 0; i < 20000; i++) {\n        x = x * 1664525u + (y ^ i);\n        \
        y = (y << 5 | y >> 27) + x * i;\n    }\n    if (x == 12345 && y == 54321)\n        return 1;\n    return 0;\n}\n";
    let (peak, reasons) = least("churn", unit, &["--budget", "2000evals", "--strategy", "dse"]);
    assert!(
        reasons.contains(
            "explorations of paths were given up: together they came to their share of --memory 64MiB"
        ),
        "{reasons}"
    );
    assert!(peak < 400, "{peak} MiB");
}

#[test]
fn a_replay_has_the_limits_of_the_run() {
    let unit = "#include <stdlib.h>\nint large(void)\n{\n    char *block = malloc(20 << 20);\n    \
        if (!block)\n        return 1;\n    free(block);\n    return 0;\n}\n\
        int slow(unsigned n)\n{\n    unsigned sum = 0;\n    if (n < 3)\n        return 0;\n    \
        for (unsigned i = 0; i < 300000; i++)\n        sum += i * n;\n    return sum == 1 ? 2 : 1;\n}\n";
    let place = TestFolder::new("memory/replayed", &[("unit.c", unit.as_bytes())]);
    let arguments = ["c", "unit.c", "--no-native", "--quiet", "--budget", "300evals", "--steps", "9000000"];
    let run = place.run(&[&arguments[..], &["--memory", "512MiB"]].concat());
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(place.json("trine-out/run.json")["limits"]["memory"], "512MiB");
    let replay = |options: &[&str]| {
        let output = place.run(&[&["replay", "trine-out"], options].concat());
        (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    let (code, said) = replay(&[]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = replay(&["--memory", "64MiB"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("large: ") && said.contains("is no longer covered"), "{said}");
    assert!(!said.contains("slow: "), "{said}");
    let (code, said) = replay(&["--memory", "much"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("--memory: `much` is no size of memory") && said.contains("= note:"), "{said}");
}

#[test]
fn a_limit_that_is_none_is_refused() {
    let place = TestFolder::new("memory/refused", &[("a.c", b"int f(int a) { return a; }\n")]);
    for (limit, part) in [("2", "is no size of memory"), ("1MiB", "less than the 64MiB")] {
        let output = place.run(&["c", "a.c", "--memory", limit]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("--memory") && said.contains(part) && said.contains("= note:"), "{said}");
    }
}
