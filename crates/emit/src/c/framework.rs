//! The test frameworks that emitted tests can be written for, and how each writes a check.

use std::fmt;
use std::str::FromStr;
use trine_testcase::FloatFormat;

/// A test framework.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// Our own: a header and a runner, emitted beside the tests.
    #[default]
    Plain,
    /// CMocka, installed by the user.
    Cmocka,
    /// Unity, installed by the user.
    Unity,
}

/// One check of a test, on expressions as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// The expression is true, or false.
    Truth(String, bool),
    /// Two integers are equal: actual, expected, and whether they are signed.
    Integer(String, String, bool),
    /// Two floating-point numbers are equal: actual, expected, format, tolerance. A NaN equals
    /// a NaN.
    Float(String, String, FloatFormat, Option<f64>),
    /// A string has this content: actual, expected as a literal.
    Text(String, String),
    /// The pointer is null, or is not.
    Null(String, bool),
    /// Two pointers are equal.
    Pointer(String, String),
    /// Two objects have the same bytes: actual, expected.
    Memory(String, String),
    /// The call ends the program with this exit status, or by `abort` when `None`.
    Ends(String, Option<i32>),
}

impl Framework {
    /// All frameworks.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Cmocka, Self::Unity];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Cmocka => "cmocka",
            Self::Unity => "unity",
        }
    }

    /// The library to link, for frameworks of others.
    #[must_use]
    pub fn library(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Cmocka => Some("cmocka"),
            Self::Unity => Some("unity"),
        }
    }

    /// `check` as a statement.
    #[must_use]
    pub fn write(self, check: &Check) -> String {
        match self {
            Self::Plain => plain(check),
            Self::Cmocka => cmocka(check),
            Self::Unity => unity(check),
        }
    }
}

impl fmt::Display for Framework {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Framework {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|framework| framework.name() == text)
            .ok_or_else(|| format!("`{text}` is no framework: use {}", Self::ALL.map(Self::name).join(", ")))
    }
}

fn plain(check: &Check) -> String {
    match check {
        Check::Truth(text, true) => format!("TRINE_CHECK({text});"),
        Check::Truth(text, false) => format!("TRINE_CHECK(!{text});"),
        Check::Integer(actual, expected, true) => format!("TRINE_CHECK_INT({actual}, {expected});"),
        Check::Integer(actual, expected, false) => format!("TRINE_CHECK_UINT({actual}, {expected});"),
        Check::Float(actual, expected, _, Some(tolerance)) => {
            format!("TRINE_CHECK_NEAR({actual}, {expected}, {tolerance:?});")
        }
        Check::Float(actual, expected, format, None) => {
            let kind = match format {
                FloatFormat::F32 => "FLOAT",
                FloatFormat::F64 => "DOUBLE",
                FloatFormat::F80 => "LONG_DOUBLE",
            };
            format!("TRINE_CHECK_{kind}({actual}, {expected});")
        }
        Check::Text(actual, expected) => format!("TRINE_CHECK_STRING({actual}, {expected});"),
        Check::Null(actual, true) => format!("TRINE_CHECK_NULL({actual});"),
        Check::Null(actual, false) => format!("TRINE_CHECK_NOT_NULL({actual});"),
        Check::Pointer(actual, expected) => format!("TRINE_CHECK_POINTER({actual}, {expected});"),
        Check::Memory(actual, expected) => {
            format!("TRINE_CHECK_MEMORY({actual}, {expected}, sizeof {expected});")
        }
        Check::Ends(call, Some(status)) => format!("TRINE_CHECK_EXITS({status}, {call});"),
        Check::Ends(call, None) => format!("TRINE_CHECK_ABORTS({call});"),
    }
}

fn cmocka(check: &Check) -> String {
    match check {
        Check::Truth(text, true) => format!("assert_true({text});"),
        Check::Truth(text, false) => format!("assert_false({text});"),
        Check::Integer(actual, expected, _) => format!("assert_int_equal({actual}, {expected});"),
        Check::Float(actual, expected, _, tolerance) => {
            format!("assert_true({});", same_number(actual, expected, *tolerance))
        }
        Check::Text(actual, expected) => format!("assert_string_equal({actual}, {expected});"),
        Check::Null(actual, true) => format!("assert_null({actual});"),
        Check::Null(actual, false) => format!("assert_non_null({actual});"),
        Check::Pointer(actual, expected) => format!("assert_ptr_equal({actual}, {expected});"),
        Check::Memory(actual, expected) => {
            format!("assert_memory_equal({actual}, {expected}, sizeof {expected});")
        }
        Check::Ends(call, status) => format!("assert_true({});", ends(call, *status)),
    }
}

fn unity(check: &Check) -> String {
    match check {
        Check::Truth(text, true) => format!("TEST_ASSERT_TRUE({text});"),
        Check::Truth(text, false) => format!("TEST_ASSERT_FALSE({text});"),
        Check::Integer(actual, expected, true) => format!("TEST_ASSERT_EQUAL_INT64({expected}, {actual});"),
        Check::Integer(actual, expected, false) => format!("TEST_ASSERT_EQUAL_UINT64({expected}, {actual});"),
        Check::Float(actual, expected, _, tolerance) => {
            format!("TEST_ASSERT_TRUE({});", same_number(actual, expected, *tolerance))
        }
        Check::Text(actual, expected) => format!("TEST_ASSERT_EQUAL_STRING({expected}, {actual});"),
        Check::Null(actual, true) => format!("TEST_ASSERT_NULL({actual});"),
        Check::Null(actual, false) => format!("TEST_ASSERT_NOT_NULL({actual});"),
        Check::Pointer(actual, expected) => format!("TEST_ASSERT_EQUAL_PTR({expected}, {actual});"),
        Check::Memory(actual, expected) => {
            format!("TEST_ASSERT_EQUAL_MEMORY({expected}, {actual}, sizeof {expected});")
        }
        Check::Ends(call, status) => format!("TEST_ASSERT_TRUE({});", ends(call, *status)),
    }
}

/// A comparison that frameworks without exact floating-point checks can assert.
fn same_number(actual: &str, expected: &str, tolerance: Option<f64>) -> String {
    match (expected, tolerance) {
        ("NAN", _) => format!("{actual} != {actual}"),
        (_, Some(tolerance)) if !expected.contains("INFINITY") => {
            format!("{actual} - ({expected}) <= {tolerance:?} && ({expected}) - {actual} <= {tolerance:?}")
        }
        _ => format!("{actual} == {expected}"),
    }
}

fn ends(call: &str, status: Option<i32>) -> String {
    format!("TRINE_ENDS({call}, {})", status.unwrap_or(-1))
}

/// What a test file needs when one of its tests ends the program, in frameworks that do not
/// run tests in processes of their own.
pub const ENDING_SUPPORT: &str = "\
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whether a process that makes the call ends with this exit status (-1: by abort). */
#define TRINE_ENDS(call, status) \\
    __extension__({ \\
        int ending_ = 0; \\
        pid_t child_ = fork(); \\
        if (child_ == 0) { \\
            (void)(call); \\
            _exit(255 - ((status) & 1)); \\
        } \\
        waitpid(child_, &ending_, 0); \\
        (status) < 0 ? WIFSIGNALED(ending_) && WTERMSIG(ending_) == SIGABRT \\
                     : WIFEXITED(ending_) && WEXITSTATUS(ending_) == ((status) & 255); \\
    })
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_framework_writes_a_check_its_own_way() {
        let check = Check::Integer("f(3)".into(), "-1".into(), true);
        assert_eq!(Framework::Plain.write(&check), "TRINE_CHECK_INT(f(3), -1);");
        assert_eq!(Framework::Cmocka.write(&check), "assert_int_equal(f(3), -1);");
        assert_eq!(Framework::Unity.write(&check), "TEST_ASSERT_EQUAL_INT64(-1, f(3));");
        let nan = Check::Float("r".into(), "NAN".into(), FloatFormat::F64, None);
        assert_eq!(Framework::Plain.write(&nan), "TRINE_CHECK_DOUBLE(r, NAN);");
        assert_eq!(Framework::Unity.write(&nan), "TEST_ASSERT_TRUE(r != r);");
        assert_eq!("unity".parse(), Ok(Framework::Unity));
        assert!("junit".parse::<Framework>().unwrap_err().contains("plain, cmocka, unity"));
    }
}
