//! The failure to write a result.

use std::path::Path;
use trine_campaign::failure::Failure;

/// The failure to write `path`.
#[must_use]
pub fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::input(
        format!("cannot write {}: {error}", path.display()),
        "no results can be kept",
        "give another folder with --out, or make this one writable",
    )
}
