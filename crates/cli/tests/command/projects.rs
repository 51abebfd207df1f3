//! Whole projects: `trine c -p` on compile commands, linked; and what is wrong with a project on the user's side.

use crate::support::{TRINE, finish_within, fresh_folder, workspace};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(240);

/// A folder with files, and compile commands for some of them.
struct Project(PathBuf);

impl Project {
    /// `commands`: file and target folder of each.
    fn new(name: &str, files: &[(&str, &str)], commands: &[(&str, &str)]) -> Self {
        let project = Self(fresh_folder(&format!("projects/{name}")));
        for (path, text) in files {
            let path = project.0.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&project.0)).expect("a fresh folder can be written");
            fs::write(path, text).expect("a fresh folder can be written");
        }
        let entry = |(file, target): &(&str, &str)| {
            let command = format!("cc -o {target}/{file}.o -c {file}");
            serde_json::json!({ "directory": project.0, "file": file, "command": command })
        };
        let entries: Vec<_> = commands.iter().map(entry).collect();
        project.write_commands(&serde_json::Value::from(entries).to_string());
        project
    }

    fn write_commands(&self, text: &str) {
        fs::write(self.0.join("compile_commands.json"), text).expect("a fresh folder can be written");
    }

    fn run(&self, options: &[&str]) -> Output {
        let mut command = Command::new(TRINE);
        command.args(["c", "-p", ".", "--out", "out", "--budget", "1000evals"]).args(options);
        finish_within(command.current_dir(&self.0), LIMIT).expect("the run ends")
    }

    fn json(&self, name: &str) -> serde_json::Value {
        let text = fs::read_to_string(self.0.join("out").join(name)).expect("the run wrote its records");
        serde_json::from_str(&text).expect("records are JSON")
    }

    /// Requires that all tests pass natively and that `llvm-cov` agrees.
    fn is_confirmed(&self) -> usize {
        let native = self.json("run.json")["native"].clone();
        assert_eq!(native["tests"], native["passed"], "{native:#}");
        assert_eq!(native["failures"], serde_json::json!([]), "{native:#}");
        assert_eq!(native["disagreements"], serde_json::json!([]), "{native:#}");
        native["tests"].as_u64().map_or(0, |tests| tests as usize)
    }

    fn covered(&self, function: &str) -> (u64, u64) {
        let units = self.json("run.json")["units"].clone();
        let unit = units.as_array().and_then(|units| units.iter().find(|unit| unit["function"] == function));
        let goals = &unit.unwrap_or_else(|| panic!("no unit {function}"))["goals"];
        (goals["covered"].as_u64().unwrap_or(0), goals["total"].as_u64().unwrap_or(0))
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_example_project_is_tested_linked_confirmed_and_replayed() {
    let source = workspace().join("examples/project");
    let files = [
        ("lib/reading.c", "sensors.dir"),
        ("lib/buffer.c", "sensors.dir"),
        ("lib/events.c", "sensors.dir"),
        ("lib/net/buffer.c", "sensors.dir"),
        ("monitor/main.c", "monitor.dir"),
        ("monitor/report.c", "monitor.dir"),
        ("replay/main.c", "replay.dir"),
        ("replay/report.c", "replay.dir"),
    ];
    let project = Project::new("example", &[], &[]);
    let entry = |(file, target): &(&str, &str)| {
        let arguments = serde_json::json!(["cc", "-Ilib", "-DREPLAY_SPEED=4", "-c", file]);
        serde_json::json!({ "directory": source, "file": file, "arguments": arguments,
                            "output": format!("{target}/{file}.o") })
    };
    project.write_commands(&serde_json::Value::from(files.iter().map(entry).collect::<Vec<_>>()).to_string());
    let output = project.run(&[]);
    // What crashes it are counts that no function of the project stores.
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("`report_level` is defined in "), "{}", said(&output));
    assert!(project.is_confirmed() > 30);
    // An alarm goes through the events to a handler of a third file; the limit is a variable of a fourth.
    assert_eq!(project.covered("self_test"), (4, 4));
    assert_eq!(project.covered("packet_is_complete"), (6, 6));
    let make = Command::new("make").args(["-C", "out/tests", "check"]).current_dir(&project.0).output();
    let make = make.expect("make runs");
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
    for name in ["test_lib_buffer.c", "test_net_buffer.c", "test_monitor_main.c", "test_replay_main.c"] {
        assert!(project.0.join("out/tests").join(name).is_file(), "{name}");
    }
    for word in ["replay", "report"] {
        let output = finish_within(Command::new(TRINE).args([word, "out"]).current_dir(&project.0), LIMIT);
        assert_eq!(output.expect("it ends").status.code(), Some(0), "{word}");
    }
}

#[test]
fn a_stub_replaces_a_function_of_another_file_for_all_files_of_the_program() {
    let files = [
        (
            "alarm.c",
            "int sensor(int port);\nint alarm_level(int port)\n{\n    int level = sensor(port);\n    \
             return level > 1000 ? 2 : level == 77;\n}\n",
        ),
        (
            "half.c",
            "int sensor(int port);\nint half(int port)\n{\n    return sensor(port) == 500 ? 1 : 0;\n}\n",
        ),
        ("sensor.c", "int sensor(int port)\n{\n    return port > 3 ? 5 : 1;\n}\n"),
        ("trine.toml", "[stub.sensor]\nreturns = \"0..=2000\"\n"),
    ];
    let commands = [("alarm.c", "a.dir"), ("half.c", "a.dir"), ("sensor.c", "a.dir")];
    let project = Project::new("stub", &files, &commands);
    let output = project.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(
        (project.covered("alarm_level"), project.covered("half")),
        ((2, 2), (2, 2)),
        "{}",
        said(&output)
    );
    assert!(project.is_confirmed() >= 4);
    let replay = finish_within(Command::new(TRINE).args(["replay", "out"]).current_dir(&project.0), LIMIT);
    assert_eq!(replay.expect("it ends").status.code(), Some(0));
}

#[test]
fn a_variable_of_another_file_is_an_input_although_the_file_does_not_declare_it() {
    let files = [
        ("use.c", "int level(void);\nint high(void)\n{\n    return level() == 4711 ? 1 : 0;\n}\n"),
        (
            "def.c",
            "static int hidden = 1;\nint current = 3;\nint level(void)\n{\n    return current * hidden;\n}\n",
        ),
    ];
    let project = Project::new("variable", &files, &[("use.c", "a.dir"), ("def.c", "a.dir")]);
    let output = project.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(project.covered("high"), (2, 2));
    project.is_confirmed();
    let test = fs::read_to_string(project.0.join("out/tests/test_use.c")).expect("it was written");
    assert!(test.contains("extern int current_of_def __asm__(\"current\");"), "{test}");
    assert!(test.contains("current_of_def = 4711;"), "{test}");
}

#[test]
fn variants_of_a_function_and_several_mains_do_not_get_in_each_others_way() {
    let program =
        |text: &str| format!("int speed(void);\nint main(void)\n{{\n    return speed() > {text};\n}}\n");
    let (one, two) = (program("1"), program("2"));
    let files = [
        ("one/main.c", one.as_str()),
        ("two/main.c", two.as_str()),
        ("one/port.c", "int gear;\nint speed(void)\n{\n    return gear ? 1 : 2;\n}\n"),
        ("two/port.c", "int gear;\nint speed(void)\n{\n    return gear ? 3 : 1;\n}\n"),
    ];
    let commands = [
        ("one/main.c", "one.dir"),
        ("two/main.c", "two.dir"),
        ("one/port.c", "one.dir"),
        ("two/port.c", "two.dir"),
    ];
    let project = Project::new("variants", &files, &commands);
    let output = project.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(project.is_confirmed() >= 6);
}

#[test]
fn a_unit_that_does_not_compile_is_told_and_the_others_go_on() {
    let good = "int sign(int a)\n{\n    return a < 0;\n}\n";
    let files = [("good.c", good), ("broken.c", "int f(int a) { return b; }\n")];
    let project = Project::new("broken", &files, &[("broken.c", "t.dir"), ("good.c", "t.dir")]);
    let output = project.run(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    for part in ["broken.c` does not compile", "use of undeclared identifier 'b'", "= note:", "= help:"] {
        assert!(said(&output).contains(part), "`{part}` is missing in:\n{}", said(&output));
    }
    assert!(project.is_confirmed() > 0);
}

#[test]
fn entries_that_cannot_be_used_are_told_and_the_others_go_on() {
    let project = Project::new("entries", &[("good.c", "int sign(int a)\n{\n    return a < 0;\n}\n")], &[]);
    let folder = &project.0;
    let entries = serde_json::json!([
        { "directory": folder, "file": "good.c", "command": "cc -c good.c" },
        { "directory": folder, "file": "missing.c", "command": "cc -c missing.c" },
        { "directory": folder, "file": "wordless.c" },
    ]);
    project.write_commands(&entries.to_string());
    let output = project.run(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    for part in ["missing.c: there is no such file", "entry 3: it has neither", "the others are used"] {
        assert!(said(&output).contains(part), "`{part}` is missing in:\n{}", said(&output));
    }
    assert!(project.is_confirmed() > 0);
}

#[test]
fn a_project_without_usable_commands_is_refused() {
    let project = Project::new("nothing", &[("a.c", "int f(void) { return 1; }\n")], &[]);
    for (text, part) in [
        ("[{", "compile_commands.json:1: not JSON"),
        ("{}", "a list of entries is expected"),
        ("[]", "no C unit to test"),
        ("[{\"file\": \"a.c\"}]", "entry 1: it has neither"),
        ("[{\"file\": \"b.c\", \"command\": \"cc b.c\"}]", "b.c: there is no such file"),
    ] {
        project.write_commands(text);
        let output = project.run(&[]);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(said(&output).contains(part) && said(&output).contains("= note:"), "{}", said(&output));
        assert!(!project.0.join("out").exists(), "{text}");
    }
    fs::remove_file(project.0.join("compile_commands.json")).expect("it is there");
    assert!(said(&project.run(&[])).contains("CMAKE_EXPORT_COMPILE_COMMANDS"));
}

#[test]
fn allocations_fail_in_a_linked_file_that_undefines_the_macro_of_the_allocator() {
    let memory = "#include <stdlib.h>\n#undef malloc\n#undef free\n\
        static void *(*allocate)(size_t) = malloc;\n\
        void *take(unsigned long size) { return allocate(size); }\nvoid give(void *block) { free(block); }\n";
    let buffer = "extern void *take(unsigned long);\nextern void give(void *);\n\
        int grow(int size)\n{\n    if (size < 1 || size > 9)\n        return -2;\n    char *a = take(size), *b;\n    \
        if (!a)\n        return -1;\n    b = take(2 * size);\n    if (!b) {\n        give(a);\n        return -3;\n    }\n    \
        give(b);\n    give(a);\n    return size;\n}\n";
    let commands = [("memory.c", "all"), ("buffer.c", "all")];
    let project = Project::new("undefined_macros", &[("memory.c", memory), ("buffer.c", buffer)], &commands);
    let output = project.run(&["--function", "grow"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(project.covered("grow"), (8, 8));
    assert!(project.is_confirmed() >= 4);
    let make = Command::new("make").arg("check").current_dir(project.0.join("out/tests")).output();
    let make = make.expect("make is installed");
    assert!(make.status.success(), "{}", String::from_utf8_lossy(&make.stderr));
}
