//! What a run compared: numbers with numbers, strings with strings, strings with patterns.
//!
//! A value of a test that turns up on one side of a comparison is worth replacing by the other side (input-to-state
//! correspondence: Aschermann et al., *Redqueen*, NDSS 2019); all values compared are worth trying elsewhere (dynamic seeding:
//! Fraser and Arcuri, *The Seed is Strong*, ICST 2012).

/// One comparison. The order of the sides says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Compared {
    /// Integers and characters; keys of switches; keys of maps.
    Integers(i64, i64),
    /// Floating-point numbers, by the bits of a `double`.
    Floats(u64, u64),
    /// Strings: equality, prefixes, parts, order; keys of maps.
    Strings(Vec<u16>, Vec<u16>),
    /// A string that a regular expression is matched with: the string, the pattern.
    Pattern(Vec<u16>, Vec<u16>),
    /// A string that is read as a number or a name.
    Parsed(Vec<u16>, Parsed),
}

/// What a string is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parsed {
    /// An integer, in the form of Java's `parseInt`.
    Integer,
    /// A decimal number.
    Decimal,
}
