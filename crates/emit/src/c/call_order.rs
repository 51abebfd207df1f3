//! In which order stubs and stand-ins are called: each writes its name into a log, which tests compare with a text.
//!
//! ```c
//! TRINE_CHECK_STRING(trine_calls, "lock write unlock");
//! ```
//!
//! Only where a test of the file looks at it. The log stands in the test file, and stubs write into it; neither calls the C
//! library, which stubs may replace. It has room for the longest text that is expected and some more, so that a longer
//! log is seen to differ, and costs a step once it is full.

use trine_record::TestRecord;
use trine_testcase::{Observed, ObservedValue};

/// The log.
pub(crate) const LOG: &str = "trine_calls";

/// Room for what is called beyond what is expected, in characters.
const MORE: usize = 64;

/// The length of the longest log that one of `tests` expects; none if none looks at it.
fn longest(tests: &[&TestRecord]) -> Option<usize> {
    let seen = tests.iter().flat_map(|test| &test.observations);
    seen.filter_map(|seen| match (&seen.place, &seen.value) {
        (Observed::StubOrder, ObservedValue::Text(text)) => Some(text.len()),
        _ => None,
    })
    .max()
}

/// The line with which the stub of `name` writes itself into the log, if one of `tests` looks at it.
pub(crate) fn entry(name: &str, tests: &[&TestRecord]) -> String {
    match longest(tests) {
        Some(_) => format!("    trine_called(\"{name}\");\n"),
        None => String::new(),
    }
}

/// What the stub file needs to know of the log.
pub(crate) fn declaration(tests: &[&TestRecord]) -> &'static str {
    if longest(tests).is_some() { "\nvoid trine_called(const char *name);\n" } else { "" }
}

/// The log, for the test file.
pub(crate) fn definition(tests: &[&TestRecord]) -> String {
    let Some(longest) = longest(tests) else { return String::new() };
    let room = longest + MORE;
    format!(
        "/* The stubs that were called, in order. */\n\
         static char {LOG}[{room}];\n\
         static unsigned {LOG}_length;\n\n\
         void trine_called(const char *name);\n\n\
         void trine_called(const char *name)\n{{\n    \
         if ({LOG}_length > 0 && {LOG}_length < sizeof {LOG} - 1)\n        {LOG}[{LOG}_length++] = ' ';\n    \
         while (*name && {LOG}_length < sizeof {LOG} - 1)\n        {LOG}[{LOG}_length++] = *name++;\n    \
         {LOG}[{LOG}_length] = 0;\n}}\n\n"
    )
}

/// Empties the log before a test, where tests share a process.
pub(crate) fn reset(tests: &[&TestRecord]) -> String {
    match longest(tests) {
        Some(_) => format!("    {LOG}_length = 0;\n    {LOG}[0] = 0;\n"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_look_at_the_order_nothing_is_written() {
        assert_eq!(entry("read", &[]), "");
        assert_eq!(declaration(&[]), "");
        assert_eq!(definition(&[]), "");
        assert_eq!(reset(&[]), "");
    }
}
