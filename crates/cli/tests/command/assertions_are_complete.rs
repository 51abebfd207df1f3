//! Emitted tests assert what their calls do: the checks of a few programs are read, and must pass natively.

use crate::support::{TestFolder, workspace};
use std::fs;

/// The test file that a run on a filetest of the topic `native` leaves; all of its tests pass natively, unless they are
/// not run.
fn emitted(case: &str, options: &[&str]) -> String {
    let source = workspace().join(format!("crates/filetests/cases/c/native/{case}.c"));
    let source = source.to_str().expect("the path of the project is text").to_owned();
    let place = TestFolder::new(&format!("assertions_{case}{}", options.join("_")), &[]);
    let mut arguments = vec!["c", &source, "--budget", "4000evals", "--quiet", "--out", "out"];
    arguments.extend(options);
    let run = place.run(&arguments);
    assert!(
        matches!(run.status.code(), Some(0 | 2)),
        "{} {}",
        run.status,
        String::from_utf8_lossy(&run.stderr)
    );
    if !options.contains(&"--no-native") {
        let native = &place.json("out/run.json")["native"];
        assert!(native["tests"].as_u64() > Some(0) && native["tests"] == native["passed"], "{native}");
    }
    fs::read_to_string(place.0.join(format!("out/tests/test_{case}.c"))).expect("the run wrote tests")
}

fn assert_holds(text: &str, wanted: &[&str]) {
    for line in wanted {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

#[test]
fn output_buffers_of_any_length() {
    let text = emitted("output_buffers_of_any_length_are_asserted", &[]);
    assert_holds(
        &text,
        &[
            "TRINE_CHECK_INT(trine_first_change(buffer, 256, expected_buffer), -1);",
            "TRINE_CHECK_INT(trine_first_change(window, 5000, expected_window), -1);",
            "= { [0 ... 199] = 4 };",
            "TRINE_CHECK_MEMORY(page.rows, expected_page_rows, sizeof expected_page_rows);",
        ],
    );
}

#[test]
fn long_arrays_of_floats() {
    let text = emitted("long_arrays_of_floats_are_asserted", &[]);
    assert_holds(
        &text,
        &[
            "TRINE_CHECK_INT(trine_first_change(heights, 1200, expected_heights), -1);",
            "TRINE_CHECK_INT(trine_first_change(numbers, ",
        ],
    );
}

#[test]
fn what_pointers_lead_to() {
    let text = emitted("what_pointers_lead_to_is_asserted", &[]);
    assert_holds(
        &text,
        &[
            "TRINE_CHECK_POINTER(current, twice);",
            "_STRING(name_of(7), \"seven\");",
            "TRINE_CHECK_STRING(result->name, \"big\");",
            "TRINE_CHECK_NULL(result->next);",
            "TRINE_CHECK_POINTER(result, &pool[",
            "TRINE_CHECK(trine_room(result) >= ",
        ],
    );
}

#[test]
fn arguments_of_stubs_and_callbacks() {
    for (framework, wanted) in [
        ("plain", "TRINE_CHECK_STRING(stub_log_line_given_1[0], \"ready\");"),
        ("cmocka", "assert_string_equal(stub_log_line_given_1[0], \"ready\");"),
        ("unity", "TEST_ASSERT_EQUAL_STRING(\"ready\", stub_log_line_given_1[0]);"),
    ] {
        let case = "arguments_of_stubs_and_callbacks_are_asserted";
        let options: &[&str] = match framework {
            "plain" => &[],
            _ => &["--framework", framework, "--no-native"],
        };
        assert_holds(&emitted(case, options), &[wanted, "visit_stub_given_0[0]"]);
    }
}

#[test]
fn order_of_calls_across_stubs() {
    for (framework, wanted) in [
        ("plain", "TRINE_CHECK_STRING(trine_calls, \"lock write_out unlock\");"),
        ("unity", "TEST_ASSERT_EQUAL_STRING(\"lock write_out unlock\", trine_calls);"),
    ] {
        let options: &[&str] = match framework {
            "plain" => &[],
            _ => &["--framework", framework, "--no-native"],
        };
        let text = emitted("order_of_calls_across_stubs_is_asserted", options);
        assert_holds(&text, &[wanted, "visit_stub"]);
    }
}

#[test]
fn printed_text() {
    let text = emitted("printed_text_is_asserted", &[]);
    assert_holds(
        &text,
        &[
            "TRINE_CHECK(trine_output_holds(1, \"hello world\\n\", 12));",
            "TRINE_CHECK(trine_output_holds(2, \"too often\\n\", 10));",
        ],
    );
}

#[test]
fn signs_of_comparisons() {
    let text = emitted("of_compared_strings_the_sign_is_asserted", &[]);
    let checks: Vec<&str> = text.lines().filter(|line| line.contains("compare_entries(")).collect();
    let is_sign = |line: &&str| line.contains("TRINE_CHECK(compare_entries(") && line.contains(" 0);");
    assert!(checks.iter().any(is_sign), "no sign is checked in\n{text}");
    let is_known = |line: &&str| {
        let is_of_ranks = ["-1);", "1);", "0);"].iter().any(|end| line.ends_with(&format!(", {end}")));
        !line.contains("TRINE_CHECK") || is_sign(line) || is_of_ranks
    };
    assert!(checks.iter().all(is_known), "the magnitude of a comparison is checked in\n{text}");
}

#[test]
fn promises_and_no_echoes_of_inputs() {
    let text = emitted("what_a_call_leaves_alone_is_asserted_where_it_may_change", &[]);
    assert_holds(
        &text,
        &[
            "TRINE_CHECK_MEMORY(&box, box_before_call, sizeof box_before_call);",
            "TRINE_CHECK_MEMORY(&marks, marks_before_call, sizeof marks_before_call);",
            "/* Nothing to check: raise_level returns nothing and changes nothing that can be seen. */",
        ],
    );
    assert!(!text.contains("TRINE_CHECK_INT(number, "), "an input that no code changes is checked:\n{text}");
}
