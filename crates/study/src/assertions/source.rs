//! Emitted tests as text: what each of their functions checks, and how long its literals are.
//!
//! Read is what a maintainer would read, the emitted source, in the words of all three frameworks. A test is a
//! function `static void test_…(…)` at the start of a line, up to the brace that closes it there.

/// The comment of a test whose call leaves nothing that could be checked.
const NOTHING_TO_CHECK: &str = "/* Nothing to check:";
/// Calls of the frameworks that check anything.
const CHECKS: [&str; 3] = ["TRINE_CHECK", "assert_", "TEST_ASSERT"];
/// Those that check no more than that a pointer is not null.
const NOT_NULL: [&str; 3] = ["TRINE_CHECK_NOT_NULL(", "assert_non_null(", "TEST_ASSERT_NOT_NULL("];

/// What a test asserts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asserts {
    /// A value, a changed state, an effect or how the program ends.
    Meaning,
    /// Nothing, and it says why: the call leaves nothing to look at.
    NothingToCheck,
    /// Only that pointers are not null.
    OnlyNotNull,
    /// Nothing.
    Nothing,
}

/// An emitted test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedTest {
    /// The name of its function.
    pub name: String,
    /// What it asserts.
    pub asserts: Asserts,
    /// Characters of its longest statement.
    pub longest_statement: usize,
    /// Characters of all of it.
    pub length: usize,
}

impl EmittedTest {
    /// Whether its name speaks of a line number.
    pub fn is_named_by_line(&self) -> bool {
        let mut words = self.name.split('_').peekable();
        while let Some(word) = words.next() {
            let is_number = |next: &&str| !next.is_empty() && next.bytes().all(|byte| byte.is_ascii_digit());
            if word == "line" && words.peek().is_some_and(is_number) {
                return true;
            }
        }
        false
    }
}

/// The tests of an emitted file.
pub fn tests(text: &str) -> Vec<EmittedTest> {
    let mut found = Vec::new();
    let mut current: Option<(String, String)> = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("static void test_") {
            let name = rest.split('(').next().unwrap_or_default().to_owned();
            current = Some((name, String::new()));
        } else if line == "}"
            && let Some((name, body)) = current.take()
        {
            found.push(EmittedTest {
                name,
                asserts: asserts(&body),
                longest_statement: statements(&body).map(str::len).max().unwrap_or(0),
                length: body.len(),
            });
        } else if let Some((_, body)) = &mut current {
            body.push_str(line.trim());
            body.push('\n');
        }
    }
    found
}

fn asserts(body: &str) -> Asserts {
    let checks: Vec<&str> =
        body.lines().filter(|line| CHECKS.iter().any(|check| line.starts_with(check))).collect();
    let is_not_null = |line: &&str| NOT_NULL.iter().any(|check| line.starts_with(check));
    match checks.iter().all(is_not_null) {
        false => Asserts::Meaning,
        true if !checks.is_empty() => Asserts::OnlyNotNull,
        true if body.contains(NOTHING_TO_CHECK) => Asserts::NothingToCheck,
        true => Asserts::Nothing,
    }
}

/// The statements of `body`, one per line or broken after commas.
fn statements(body: &str) -> impl Iterator<Item = &str> {
    body.split(";\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_apart_by_what_they_check() {
        let text = "\
static void test_f_when_a_is_true(void)\n{\n    int *result = f();\n\n    TRINE_CHECK_NOT_NULL(result);\n}\n\n\
static void test_f_at_line_12(void **cmocka_state)\n{\n    assert_int_equal(f(), 3);\n}\n\n\
static void test_g(void)\n{\n    /* Nothing to check: g returns nothing. */\n    g();\n}\n\n\
static void test_h_line(void)\n{\n    h(); /* returns normally */\n}\n";
        let found = tests(text);
        let asserts: Vec<Asserts> = found.iter().map(|test| test.asserts).collect();
        assert_eq!(
            asserts,
            [Asserts::OnlyNotNull, Asserts::Meaning, Asserts::NothingToCheck, Asserts::Nothing]
        );
        let by_line: Vec<bool> = found.iter().map(EmittedTest::is_named_by_line).collect();
        assert_eq!(by_line, [false, true, false, false]);
        assert_eq!(found[0].longest_statement, "TRINE_CHECK_NOT_NULL(result)".len() + 1);
    }
}
