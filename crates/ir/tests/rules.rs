//! Each rule of the verifier is broken by a fixture: every message that its sources can make stands in what the tests of
//! functions and of tables expect.

const RULES: [&str; 8] = [
    include_str!("../src/verifier/classes.rs"),
    include_str!("../src/verifier/coverage.rs"),
    include_str!("../src/verifier/intrinsics.rs"),
    include_str!("../src/verifier/mod.rs"),
    include_str!("../src/verifier/objects.rs"),
    include_str!("../src/verifier/operations.rs"),
    include_str!("../src/verifier/structure.rs"),
    include_str!("../src/verifier/values.rs"),
];
const FIXTURES: [&str; 2] = [include_str!("verifier.rs"), include_str!("classes.rs")];

/// The messages in `source`: what is formatted, and what is made a string.
fn messages(source: &str) -> Vec<&str> {
    let formatted = source.split("format!(").skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
    let plain = source.split("\".to_owned()").filter_map(|before| before.rsplit('"').next());
    let plain_count = source.matches("\".to_owned()").count();
    formatted.filter_map(|rest| rest.split('"').next()).chain(plain.take(plain_count)).collect()
}

/// Whether `line` holds the fixed parts of `message` in their order.
fn shows(line: &str, message: &str) -> bool {
    let mut rest = line;
    let parts = message.split('{').enumerate().map(|(position, part)| match position {
        0 => part,
        _ => part.split_once('}').map_or(part, |(_, fixed)| fixed),
    });
    parts.filter(|part| !part.trim().is_empty()).all(|part| match rest.split_once(part) {
        Some((_, behind)) => {
            rest = behind;
            true
        }
        None => false,
    })
}

#[test]
fn each_rule_of_the_verifier_is_broken_once() {
    let fixtures: String = FIXTURES.concat().split("\\\n").map(str::trim_start).collect();
    let rules: Vec<&str> = RULES.iter().flat_map(|source| messages(source)).collect();
    assert!(rules.len() > 60, "the messages of the verifier were not found: {rules:?}");
    let shown = |rule: &&str| fixtures.lines().any(|line| shows(line, rule));
    let missing: Vec<&str> = rules.into_iter().filter(|rule| !shown(rule)).collect();
    assert_eq!(missing, [""; 0], "rules without a fixture");
}

#[test]
fn a_message_without_a_fixture_is_noticed() {
    assert_eq!(messages("check(|| format!(\n \"{a} is {b} not i1\", a))"), ["{a} is {b} not i1"]);
    assert!(shows("block0: v0 is i8 not i1", "{a} is {b} not i1"));
    assert!(!shows("block0: v0 is i8 not ptr", "{a} is {b} not i1"));
}
