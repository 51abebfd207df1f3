//! Tests in the style of CMocka and Unity: built with the emitted Makefile and run, for a program of several files
//! with stubs, globals, files, clocks and allocations that fail. The frameworks need not be installed: stand-ins of
//! ours (`support/cmocka.h`, `support/unity.h`) have what emitted tests use of them.

use crate::support::{TRINE, TestFolder, finish_within, workspace};
use std::fs;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(240);

const LOGGER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/time.h>
#include "logger.h"

int written;

extern int device_ready(int number);

char *copy_of(const char *text)
{
    char *copy;

    if (text == NULL)
        return NULL;
    copy = malloc(strlen(text) + 1);
    if (copy == NULL)
        return NULL;
    return strcpy(copy, text);
}

int first_of_settings(void)
{
    FILE *file = fopen("settings", "r");
    int first;

    if (file == NULL)
        return -1;
    first = fgetc(file);
    fclose(file);
    return first == '#' ? limit_of(2) : first;
}

int is_late(void)
{
    struct timeval now;

    gettimeofday(&now, NULL);
    return now.tv_sec > 2000000000 && device_ready(3);
}

int numbers_read(void)
{
    int a, b;

    written++;
    if (scanf("%d %d", &a, &b) != 2)
        return 0;
    return a < b ? 1 : 2;
}

void give_up(int status)
{
    if (status > 3)
        exit(status == 5 ? 2 : 1);
    written = status;
}
"#;
const LIMITS: &str = "#include \"logger.h\"\n\nint limit = 7;\n\nint limit_of(int times)\n{\n    return times > 1 ? limit * times : limit;\n}\n";
const HEADER: &str = "int limit_of(int times);\nextern int limit;\n";

/// Tests for both files in the style of `framework`, built and run with its stand-in.
fn built_and_run(framework: &str) {
    let place = TestFolder::new(
        &format!("other_frameworks/{framework}"),
        &[
            ("src/logger.c", LOGGER.as_bytes()),
            ("src/limits.c", LIMITS.as_bytes()),
            ("inc/logger.h", HEADER.as_bytes()),
        ],
    );
    let mut command = Command::new(TRINE);
    command.args(["c", "src/logger.c", "src/limits.c", "--framework", framework, "--budget", "2000evals"]);
    command.args(["--out", "out", "--", "-Iinc"]).current_dir(&place.0);
    let output = finish_within(&mut command, LIMIT).expect("the run ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{said}{}", String::from_utf8_lossy(&output.stderr));
    // The project moves, and its tests with it.
    let moved = place.0.with_file_name(format!("{framework}_moved"));
    let _ = fs::remove_dir_all(&moved);
    fs::rename(&place.0, &moved).expect("the folder can be moved");
    let include = workspace().join("crates/cli/tests/support");
    let flags = format!("CFLAGS=-g -Wno-unused-function -I{}", include.display());
    let make = Command::new("make")
        .args(["-C", "out/tests", "check", "LIBRARIES=-lm", &flags])
        .current_dir(&moved)
        .output()
        .expect("make runs");
    let (out, err) = (String::from_utf8_lossy(&make.stdout), String::from_utf8_lossy(&make.stderr));
    assert!(make.status.success(), "{out}{err}");
    let suite = fs::read_to_string(moved.join("out/suite.json")).expect("the run wrote it");
    let suite: serde_json::Value = serde_json::from_str(&suite).expect("records are JSON");
    let ending = suite["tests"].as_array().map_or(0, Vec::len);
    assert!(ending > 10 && err.matches("[ RUN ]").count() == ending, "{ending} tests: {out}{err}");
}

#[test]
fn tests_in_the_style_of_cmocka_are_built_and_pass() {
    built_and_run("cmocka");
}

#[test]
fn tests_in_the_style_of_unity_are_built_and_pass() {
    built_and_run("unity");
}
