//! What goes wrong on the user's side: each message says what, the consequence and, where there is one, the next
//! step; what was done is kept; the exit code is 1 for the input and never that of a bug.

use crate::support::{TestFolder, clangs, finish_within, wait_within};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const GOOD: &str = "int sign(int a)\n{\n    if (a < 0)\n        return -1;\n    return a > 0;\n}\n";
const LIMIT: Duration = Duration::from_secs(60);

/// A folder with files, and the command in it.
fn place(name: &str, files: &[(&str, &[u8])]) -> TestFolder {
    TestFolder::new(&format!("bad_input/{name}"), files)
}

/// Requires a message on standard error that says what, the consequence and the next step, and holds `parts` in
/// this order; and the exit code of bad input.
fn refused(output: &Output, parts: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stdout.is_empty(), "a failed command prints nothing else");
    assert!(said.starts_with("error: "), "{said}");
    // What the parser of the command line refuses comes in its own form.
    let has_its_own_form = said.contains("For more information, try '--help'");
    assert!(
        has_its_own_form || ["\n  = note: ", "\n  = help: "].iter().all(|label| said.contains(label)),
        "{said}"
    );
    let mut rest = &*said;
    for part in parts {
        let at =
            rest.find(part).unwrap_or_else(|| panic!("`{part}` is missing, or out of order, in:\n{said}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_file_that_does_not_compile_is_refused_with_what_clang_said() {
    let place = place("does_not_compile", &[("broken.c", b"int f(int a) { return b; }\n")]);
    let output = place.run(&["c", "broken.c"]);
    refused(
        &output,
        &["`broken.c` does not compile", "broken.c:1:23: error:", "= note: no test", "= help:", "`--`"],
    );
    assert!(!place.0.join("trine-out").exists(), "no folder is made for nothing");
}

#[test]
fn a_file_that_is_missing_or_a_folder_is_named() {
    let place = place("missing_file", &[]);
    refused(&place.run(&["c", "none.c"]), &["none.c", "= note: nothing was run", "= help: check the path"]);
    refused(&place.run(&["c"]), &["no file given", "= note:", "= help: name C files"]);
    refused(&place.run(&["c", "."]), &["error: . is a folder", "= note: nothing was run", "= help:", "-p"]);
}

#[test]
fn a_missing_clang_is_told_with_what_to_install() {
    let place = place("missing_clang", &[("good.c", GOOD.as_bytes())]);
    let mut command = place.command(&["c", "good.c"]);
    command.env_remove("TRINE_CLANG").env("PATH", "");
    let output = finish_within(&mut command, LIMIT).expect("the command ends");
    refused(
        &output,
        &["no clang 15 or later found", "= help: apt-get install clang-22", "= note: nothing was run"],
    );
    let mut command = place.command(&["c", "good.c"]);
    command.env("TRINE_CLANG", "/nowhere/clang");
    let output = finish_within(&mut command, LIMIT).expect("the command ends");
    refused(&output, &["TRINE_CLANG=`/nowhere/clang`", "cannot be run", "= note: nothing was run"]);
}

#[test]
fn a_function_that_does_not_exist_brings_the_nearest_name() {
    let place = place("missing_function", &[("good.c", GOOD.as_bytes())]);
    let output = place.run(&["c", "good.c", "--function", "sing"]);
    refused(&output, &["no function `sing`", "= note: nothing was run", "= help: did you mean `sign`?"]);
}

#[test]
fn truncated_and_foreign_text_is_no_ir() {
    let files: [(&str, &[u8]); 5] = [
        ("good.c", GOOD.as_bytes()),
        ("foreign.ll", b"once upon a time\n"),
        ("empty.ll", b""),
        ("object.ll", &[0x7f, b'E', b'L', b'F', 0, 1, 2, 0xff]),
        ("bitcode.ll", &[b'B', b'C', 0xc0, 0xde, 0x35, 0x14]),
    ];
    let place = place("no_ir", &files);
    for (file, what) in [
        ("foreign.ll", "it starts with `once upon a time`"),
        ("empty.ll", "there is nothing in it"),
        ("object.ll", "this is an ELF object or program"),
        ("bitcode.ll", "this is LLVM bitcode; write text with `-S -emit-llvm` or `llvm-dis`"),
    ] {
        refused(
            &place.run(&["c", file]),
            &[file, ": not LLVM IR text: ", what, "= note: no test was written"],
        );
    }
    let whole = compiled(&place.0);
    // Cut in the middle of the first function.
    let body = whole.find("{\nentry").or_else(|| whole.find("{\n")).expect("the unit has a function") + 20;
    fs::write(place.0.join("cut.ll"), &whole[..body]).expect("the folder can be written");
    refused(
        &place.run(&["c", "cut.ll"]),
        &["cut.ll:", "the text ends inside", "= note: no test was written"],
    );
    // Cut in the number of a metadata node.
    let node = whole.rfind("\n!").expect("the unit has debug information") + 3;
    fs::write(place.0.join("node.ll"), &whole[..node]).expect("the folder can be written");
    refused(
        &place.run(&["c", "node.ll"]),
        &["node.ll:", "the text ends inside", "= note: no test was written"],
    );
}

#[test]
fn intact_ir_is_tested_in_place_of_the_file_it_was_made_of() {
    let place = place("whole_ir", &[("good.c", GOOD.as_bytes())]);
    compiled(&place.0);
    let output = place.run(&["c", "whole.ll", "--no-native", "--budget", "500evals"]);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(out.contains("good.c") && out.contains("sign"), "{out}{err}");
}

/// `good.c` of `folder` as LLVM IR.
fn compiled(folder: &Path) -> String {
    let (_, clang) = clangs().swap_remove(0);
    let flags = ["-g", "-fprofile-instr-generate", "-fcoverage-mapping", "-o", "whole.ll", "good.c"];
    let ir = Command::new(clang).args(["-S", "-emit-llvm", "-O0"]).args(flags).current_dir(folder).status();
    assert!(ir.expect("clang runs").success());
    fs::read_to_string(folder.join("whole.ll")).expect("clang wrote the file")
}

#[test]
fn ir_that_no_test_can_come_of_is_refused_with_the_command_that_writes_it() {
    let place = TestFolder::new("poor_ir", &[("good.c", GOOD.as_bytes()), ("gone.c", GOOD.as_bytes())]);
    let (_, clang) = clangs().swap_remove(0);
    let mapping = ["-g", "-fprofile-instr-generate", "-fcoverage-mapping"];
    let write = |out: &str, flags: &[&str], source: &[&str]| {
        let mut command = Command::new(&clang);
        command.args(["-S", "-emit-llvm", "-O0", "-o", out]).args(flags).args(source);
        let input = fs::File::open(place.0.join("good.c")).expect("the file is there");
        assert!(command.stdin(input).current_dir(&place.0).status().expect("clang runs").success());
    };
    write("stdin.ll", &mapping, &["-x", "c", "-"]);
    write("gone.ll", &mapping, &["gone.c"]);
    write("unmapped.ll", &["-g"], &["good.c"]);
    write("bare.ll", &[], &["good.c"]);
    fs::remove_file(place.0.join("gone.c")).expect("the file is there");
    for (file, what, consequence) in [
        ("stdin.ll", "C that was read from standard input", "could not be compiled"),
        ("gone.ll", "gone.c`, which is not there", "could not be compiled"),
        ("unmapped.ll", "IR without coverage mapping", "there would be no goal to cover"),
        ("bare.ll", "IR without debug information", "could not name its source file"),
    ] {
        refused(
            &place.run(&["c", file]),
            &[file, what, "= note: ", consequence, "= help: ", "-fcoverage-mapping"],
        );
    }
}

#[test]
fn a_function_that_is_not_supported_costs_the_others_nothing() {
    let text = format!(
        "{GOOD}int ticks(void)\n{{\n    int r;\n    __asm__(\"nop\" : \"=r\"(r));\n    return r;\n}}\n"
    );
    let place = place("unsupported", &[("mixed.c", text.as_bytes())]);
    let output = place.run(&["c", "mixed.c", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout);
    for part in
        ["warning[unsupported]: inline assembly", "`ticks`", "--> mixed.c", "= note:", "= help:", "--exclude"]
    {
        assert!(said.contains(part), "`{part}` is missing in:\n{said}");
    }
    let units = place.json("out/run.json")["units"].clone();
    assert_eq!((&units[0]["status"], &units[1]["status"]), (&"done".into(), &"unsupported".into()));
    assert_eq!(units[0]["goals"]["covered"], 2);
}

#[test]
fn an_output_folder_that_cannot_be_made_is_told_before_the_search() {
    let place = place("no_output", &[("good.c", GOOD.as_bytes())]);
    for folder in ["good.c/below/a/file", "/proc/trine"] {
        let output = place.run(&["c", "good.c", "--out", folder]);
        refused(&output, &["cannot write", folder, "= note: no results can be kept", "= help:", "--out"]);
    }
}

#[test]
fn a_malformed_settings_file_is_shown_where_it_is_wrong() {
    let place = place("settings", &[("good.c", GOOD.as_bytes())]);
    let settings: [(&str, &[&str]); 8] = [
        (
            "criterion = 3\n",
            &["trine.toml:1:13: ", "expected a string", "= note:", "= help: put the value in quotes"],
        ),
        (
            "critter = 'branch'\n",
            &[
                "trine.toml:1:1: unknown field `critter`",
                "`criterion`",
                "= note:",
                "= help: the names are those",
            ],
        ),
        ("seed = \n", &["trine.toml:1:", " 1 | seed = ", "^", "= note:", "= help:"]),
        ("seed = 1\nbudget = 10s\n", &["trine.toml:2:", " 2 | budget = 10s", "^", "= help:", "in quotes"]),
        ("seed = 1\nseed = 2\n", &["trine.toml:2:1: duplicate key", " 2 | seed = 2", "= help: keep one"]),
        ("[function.sign\n", &["trine.toml:1:", " 1 | [function.sign", "= note: nothing was run", "= help:"]),
        ("ä = 'ö\n", &["trine.toml:1:", "^", "= note: nothing was run", "= help:"]),
        ("budget = 'long'\n", &["`long` is no budget", "20000evals", "= note: nothing was run"]),
    ];
    for (text, parts) in settings {
        fs::write(place.0.join("trine.toml"), text).expect("the folder can be written");
        refused(&place.run(&["c", "good.c"]), parts);
    }
}

#[test]
fn a_malformed_project_is_shown_where_it_is_wrong() {
    let place = place("project", &[("build/other.txt", b"")]);
    refused(
        &place.run(&["c", "-p", "build"]),
        &["build/compile_commands.json", "cannot be read", "= help:", "= note:"],
    );
    for (text, what) in [
        ("[{", "compile_commands.json:1: not JSON"),
        ("{\"a\": 1}", "a list of entries is expected"),
        ("[]", "no C unit to test in build"),
        ("[{\"directory\": \"/\"}]", "entry 1"),
    ] {
        fs::write(place.0.join("build/compile_commands.json"), text).expect("the folder can be written");
        refused(&place.run(&["c", "-p", "build"]), &[what, "= note: nothing was run"]);
    }
}

#[test]
fn values_of_options_are_refused_with_those_allowed() {
    let place = place("options", &[("good.c", GOOD.as_bytes())]);
    for budget in ["10", "10 parsecs", "evals", "99999999999999999999s"] {
        let output = place.run(&["c", "good.c", "--budget", budget]);
        refused(
            &output,
            &["--budget:", budget, "is no budget", "20000evals", "10s", "= note: nothing was run"],
        );
    }
    let searchers = format!("is not one of {}", trine_engine::Options::SEARCHES.join(", "));
    assert!(searchers.contains("dfs, bfs, fifo, random-path"), "{searchers}");
    for (option, what) in [
        ("--criterion", "is no criterion: use statement, branch"),
        ("--strategy", "is not one of hybrid, search, dse, paths, random"),
        ("--search", searchers.as_str()),
        ("--mcdc", "is not one of masking, unique-cause"),
        ("--framework", "is not one of plain, cmocka, unity"),
    ] {
        refused(
            &place.run(&["c", "good.c", option, "best"]),
            &[option, "`best`", what, "= note: nothing was run"],
        );
    }
    refused(&place.run(&["c", "good.c", "--seed", "one"]), &["'one'", "--seed"]);
    refused(&place.run(&["c", "good.c", "--pony"]), &["--pony"]);
    refused(
        &place.run(&["replay", "nowhere"]),
        &["nowhere/run.json", "= note:", "= help: name the output folder"],
    );
}

#[test]
fn numbers_that_make_no_sense_are_refused_with_what_would() {
    let place = place("absurd_numbers", &[("good.c", GOOD.as_bytes())]);
    for (option, value, what, help) in [
        ("--budget", "0s", "0s is no time at all", "--budget 10s"),
        ("--budget", "0evals", "0evals allows no evaluation", "--budget 20000evals"),
        ("--budget", "9999999s", "more than a week", "--budget 60m"),
        ("--budget", "99999999999999evals", "99999999999999evals is more", "--budget 1000000evals"),
        ("--jobs", "0", "0 workers would do nothing", "leave it out for one worker per core"),
        ("--jobs", "100000", "100000 is more than 1024 workers", "leave it out"),
        ("--steps", "0", "0 is not from 100", "leave it out"),
    ] {
        let output = place.run(&["c", "good.c", option, value]);
        refused(&output, &[option, what, "= note: nothing was run", "= help: ", help]);
    }
    assert!(!place.0.join("trine-out").exists(), "no folder is made for nothing");
}

/// A compiler that says so and waits, instead of compiling a file for which `when` holds.
fn waiting_compiler(place: &TestFolder, when: &str) -> std::path::PathBuf {
    let clang = clangs().remove(0).1;
    let text = format!(
        "#!/bin/sh\ncase \"$*\" in {when}) echo > '{0}/waiting'; exec sleep 60;; *) exec '{1}' \"$@\";; esac\n",
        place.0.display(),
        clang.display()
    );
    place.write("compiler", text);
    let path = place.0.join("compiler");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&path, mode).expect("the file was just written");
    path
}

/// Starts the command with that compiler, sends it `signal` when the compiler waits, and waits for its end.
fn interrupted_at_compiler(place: &TestFolder, when: &str, signal: &str) -> Output {
    let mut command = place.command(&["c", "good.c", "--out", "out", "--budget", "500evals"]);
    command.env("TRINE_CLANG", waiting_compiler(place, when));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("it starts");
    let started = Instant::now();
    while !place.0.join("waiting").is_file() && started.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success(), "the run ended before it was interrupted");
    wait_within(child, LIMIT).expect("an interrupted run ends soon")
}

#[test]
fn a_run_interrupted_while_it_loads_ends_at_once() {
    for signal in ["-INT", "-TERM"] {
        let place = place("interrupted_loading", &[("good.c", GOOD.as_bytes())]);
        let output = interrupted_at_compiler(&place, "*-emit-llvm*", signal);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        assert!(said.contains("interrupted while the files were read"), "{said}");
        assert!(!place.0.join("out").exists(), "no folder is made for nothing");
    }
}

#[test]
fn a_run_interrupted_in_the_native_stage_has_written_all() {
    let place = place("interrupted_natively", &[("good.c", GOOD.as_bytes())]);
    let output = interrupted_at_compiler(&place, "*tests*", "-TERM");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted in the native run"), "{said}");
    let run = place.json("out/run.json");
    assert!(run["unfinished"].as_array().is_none_or(Vec::is_empty), "{}", run["unfinished"]);
    assert_eq!(run["units"][0]["goals"]["covered"], 2);
    assert!(place.json("out/suite.json")["tests"].as_array().is_some_and(|tests| tests.len() > 1));
    let make = Command::new("make").args(["-C", "out/tests", "check"]).current_dir(&place.0).output();
    assert!(make.expect("make runs").status.success());
}

#[test]
fn an_interrupted_run_keeps_what_it_found() {
    let hard = "int hard(unsigned a, unsigned b)\n{\n    if (a * a + 3u == b * b * 7u + 1u && (a ^ b) == 0x13371337u)\n\
                \x20       return 1;\n    return 0;\n}\n";
    let place = place("interrupted", &[("hard.c", format!("{GOOD}{hard}").as_bytes())]);
    // The solver would find the values.
    let alone = ["--strategy", "search"];
    let mut command = place.command(&["c", "hard.c", "--out", "out", "--budget", "300s", "--jobs", "1"]);
    command.args(alone);
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let started = Instant::now();
    while !place.0.join("out/run.json").is_file() && started.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(20));
    }
    // Time for the first unit to end and for the second to be at work.
    std::thread::sleep(Duration::from_secs(2));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(kill.success(), "the run ended before it was interrupted");
    let output = wait_within(child, LIMIT).expect("an interrupted run ends soon");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted: writing what was found"), "{said}");
    let run = place.json("out/run.json");
    assert_eq!(run["units"][1]["termination"], "interrupted");
    assert_eq!(run["units"][0]["goals"]["covered"], 2);
    assert_eq!(place.json("out/goals.json").as_array().map(Vec::len), Some(2));
    let tests = place.json("out/suite.json")["tests"].as_array().map_or(0, Vec::len);
    assert!(tests >= 2, "{tests} tests");
    let make = Command::new("make").args(["-C", "out/tests", "check"]).current_dir(&place.0).output();
    let make = make.expect("make runs");
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
    assert!(String::from_utf8_lossy(&make.stdout).contains(&format!("1..{tests}")));
}

#[test]
fn a_path_that_is_not_there_is_refused_with_the_number_of_paths() {
    let place = place("no_such_path", &[("sign.c", GOOD.as_bytes())]);
    let said =
        ["--path 4: `sign` has 2 paths, numbered from 1 to 2", "= note: nothing was run", "trine dump paths"];
    refused(&place.run(&["c", "sign.c", "--strategy", "paths", "--path", "4"]), &said);
    refused(&place.run(&["dump", "paths", "sign.c", "--path", "4"]), &said);
    let said = ["--path: the strategy is hybrid", "= note: nothing was run", "`--strategy paths`"];
    refused(&place.run(&["c", "sign.c", "--path", "1"]), &said);
    refused(
        &place.run(&["c", "sign.c", "--strategy", "paths", "--loop-iterations", "0"]),
        &["--loop-iterations: 0 is less than 1"],
    );
    assert!(!place.0.join("trine-out").exists(), "no folder is made for nothing");
}

#[test]
fn paths_are_those_of_one_function() {
    let two = format!("{GOOD}int other(int a)\n{{\n    return a == 3;\n}}\n");
    let place = place("paths_of_two", &[("two.c", two.as_bytes())]);
    let said =
        ["--path: the numbers are those of one function, and 2 are selected", "= help: name the function"];
    refused(&place.run(&["c", "two.c", "--strategy", "paths", "--path", "1"]), &said);
}
