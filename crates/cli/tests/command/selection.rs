//! `--only`, `--function` and `--exclude`: which functions of a project are tested.

use crate::support::{TRINE, finish_within, fresh_folder};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// A project of two units that each have a `static` function of the same name.
fn project(name: &str) -> PathBuf {
    let folder = fresh_folder(&format!("selection/{name}"));
    let write = |path: &str, text: String| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder can be made");
        fs::write(path, text).expect("a fresh folder can be written");
    };
    let unit = |prefix: &str| {
        format!(
            "static int check(int a) {{ return a > 3; }}\n\
             int {prefix}_parse(int a) {{ if (check(a)) return 1; return 0; }}\n\
             int {prefix}_print(int a) {{ return a + 1; }}\n"
        )
    };
    write("src/net/tcp.c", unit("tcp"));
    write("src/disk.c", unit("disk"));
    let entry = |file: &str| {
        format!(
            "{{\"directory\": {:?}, \"file\": {file:?}, \"command\": \"cc -c {file}\"}}",
            folder.display().to_string()
        )
    };
    write("build/compile_commands.json", format!("[{}, {}]", entry("src/net/tcp.c"), entry("src/disk.c")));
    folder
}

fn run(folder: &PathBuf, more: &[&str]) -> Output {
    let mut command = Command::new(TRINE);
    command.args(["c", "-p", "build", "--budget", "200evals", "--no-native", "--quiet", "--fresh"]);
    command.args(more).current_dir(folder);
    finish_within(&mut command, LIMIT).expect("the command ends")
}

/// `file:function` of each unit of the run.
fn units(folder: &PathBuf, more: &[&str]) -> Vec<String> {
    let output = run(folder, more);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(folder.join("trine-out/run.json")).expect("the run wrote it");
    let run: serde_json::Value = serde_json::from_str(&text).expect("records are JSON");
    let units = run["units"].as_array().expect("a list");
    let mut names: Vec<_> = units
        .iter()
        .map(|unit| {
            let file = unit["file"].as_str().expect("a path").rsplit('/').next().expect("a name");
            format!("{file}:{}", unit["function"].as_str().expect("a name"))
        })
        .collect();
    names.sort();
    names
}

#[test]
fn names_patterns_files_and_functions_of_files_can_be_chosen() {
    let folder = project("chosen");
    for (arguments, expected) in [
        (&["--only", "tcp_print"][..], &["tcp.c:tcp_print"][..]),
        (&["--only", "*_parse"], &["disk.c:disk_parse", "tcp.c:tcp_parse"]),
        (&["--only", "tcp_p[o-s]*", "disk_p?int"], &["disk.c:disk_print", "tcp.c:tcp_print"]),
        (&["--only", "src/net/*.c"], &["tcp.c:check", "tcp.c:tcp_parse", "tcp.c:tcp_print"]),
        (&["--only", "disk.c:check"], &["disk.c:check"]),
        (&["--only", "src/*.c:*_p*"], &["disk.c:disk_parse", "disk.c:disk_print"]),
        (&["--only", "check"], &["disk.c:check", "tcp.c:check"]),
        (
            &["--function", "check", "--only", "tcp_print"],
            &["disk.c:check", "tcp.c:check", "tcp.c:tcp_print"],
        ),
        (&["--exclude", "disk.c", "*_print"], &["tcp.c:check", "tcp.c:tcp_parse"]),
        (&["--only", "*_parse", "--exclude", "disk*"], &["tcp.c:tcp_parse"]),
    ] {
        assert_eq!(units(&folder, arguments), expected, "{arguments:?}");
    }
}

#[test]
fn what_stands_for_nothing_is_named_with_what_is_near() {
    let folder = project("nothing");
    for (arguments, parts) in [
        (&["--only", "tcp_prse"][..], &["no function `tcp_prse`", "did you mean `tcp_parse`?"][..]),
        (
            &["--only", "tcp_print", "udp_*"],
            &["no function matches `udp_*`", "`*` stands for any characters"],
        ),
        (
            &["--only", "src/usb/*.c"],
            &["no file with functions to test matches `src/usb/*.c`", "did you mean `"],
        ),
        (&["--only", "disk.c:tcp_parse"], &["no function `tcp_parse`", "did you mean `disk_parse`?"]),
        (&["--only", "disk.c:tcp_*"], &["no function matches `disk.c:tcp_*`"]),
        (&["--function", "tcp_*"], &["no function `tcp_*`", "did you mean"]),
        (&["--exclude", "disk_prnt"], &["no function `disk_prnt`", "did you mean `disk_print`?"]),
        (&["--exclude", "*"], &["every function is left out by --exclude", "trine.toml"]),
    ] {
        let output = run(&folder, arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        for part in parts.iter().chain(&["error: ", "= note: nothing was run", "= help: "]) {
            assert!(said.contains(part), "`{part}` is missing in:\n{said}");
        }
    }
}

#[test]
fn what_trine_toml_leaves_out_need_not_be_there() {
    let folder = project("settings");
    fs::write(folder.join("trine.toml"), "exclude = ['usb_*', 'src/net/*.c']\n").expect("it can be written");
    assert_eq!(units(&folder, &[]), ["disk.c:check", "disk.c:disk_parse", "disk.c:disk_print"]);
}

#[test]
fn a_suite_of_chosen_functions_is_replayed_with_exactly_these() {
    let folder = project("replayed");
    assert_eq!(units(&folder, &["--only", "disk.c:check"]), ["disk.c:check"]);
    let mut command = Command::new(TRINE);
    command.args(["replay", "trine-out"]).current_dir(&folder);
    let output = finish_within(&mut command, LIMIT).expect("the command ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(folder.join("trine-out/goals.json")).expect("the run wrote it");
    let goals: serde_json::Value = serde_json::from_str(&text).expect("records are JSON");
    let total = goals[0]["goals"].as_array().map_or(0, Vec::len);
    assert!(said.contains(&format!("{total} of {total} goals covered")), "{said}");
}
