//! Names of what a test sets and reads of a stub.

/// The array of values that the stub of `name` returns.
#[must_use]
pub fn returns_name(name: &str) -> String {
    format!("{}_returns", stub_name(name))
}

/// The counter of the calls of the stub of `name`.
#[must_use]
pub fn calls_name(name: &str) -> String {
    format!("{}_calls", stub_name(name))
}

/// What the variables of a stub are named after; a stand-in (`visit_stub`) says itself what it is.
fn stub_name(name: &str) -> String {
    if name.ends_with("_stub") { name.to_owned() } else { format!("stub_{name}") }
}
