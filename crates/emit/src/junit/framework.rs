//! The frameworks that tests are written for, and where their assertions differ.
//!
//! JUnit 5 compares floating-point numbers by their bits when no delta is given, and has overloads for every pair of a primitive type
//! and its wrapper. JUnit 4 and TestNG want a delta of zero, which both read as equal, NaN included, and are given wrappers where
//! the other side is one. TestNG takes what was computed first.

use std::fmt;

/// What runs the tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framework {
    /// JUnit 5 (Jupiter).
    #[default]
    JUnit5,
    /// JUnit 4.13 or newer: `assertThrows` came with it.
    JUnit4,
    /// TestNG 7 or newer.
    TestNg,
}

impl Framework {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::JUnit5, Self::JUnit4, Self::TestNg];

    /// The annotation of test methods.
    #[must_use]
    pub(super) fn test_annotation(self) -> &'static str {
        match self {
            Self::JUnit5 => "org.junit.jupiter.api.Test",
            Self::JUnit4 => "org.junit.Test",
            Self::TestNg => "org.testng.annotations.Test",
        }
    }

    /// The class whose static methods assert.
    #[must_use]
    pub(super) fn assertions(self) -> &'static str {
        match self {
            Self::JUnit5 => "org.junit.jupiter.api.Assertions",
            Self::JUnit4 => "org.junit.Assert",
            Self::TestNg => "org.testng.Assert",
        }
    }

    /// Whether test classes and methods must be public.
    #[must_use]
    pub(super) fn wants_public(self) -> bool {
        self != Self::JUnit5
    }

    /// Whether what was computed comes before what was expected.
    #[must_use]
    pub(super) fn takes_actual_first(self) -> bool {
        self == Self::TestNg
    }

    /// Whether floating-point numbers are compared with a delta.
    #[must_use]
    pub(super) fn wants_delta(self) -> bool {
        self != Self::JUnit5
    }

    /// Whether `assertEquals` takes a primitive value and a wrapper.
    #[must_use]
    pub(super) fn compares_with_wrappers(self) -> bool {
        self == Self::JUnit5
    }
}

impl fmt::Display for Framework {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::JUnit5 => "junit5",
            Self::JUnit4 => "junit4",
            Self::TestNg => "testng",
        })
    }
}
