//! `trine java dump paths`: the paths of methods, numbered over the class, each with what becomes of it.
//!
//! ```text
//! Account: 9 paths: 9 covered; not complete: more shapes of the inputs
//! withdraw(int)
//!   path 4  covered (amount = 1), found by the solver after 3 attempts
//!     line 21  site0=1  not (amount <= 0)
//!     calls: s0: new Account(…); …
//! ```

use super::settings::settings;
use crate::args::{JavaArgs, JavaDump, JavaPaths};
use crate::failure::Failure;
use crate::paths::{state, step_lines};
use std::collections::BTreeSet;
use std::fmt::Write;
use trine_campaign::java::path_records::{calls, way_edges};
use trine_campaign::java::{Assertions, ClassOutcome, Classes, outcome};

const NOTHING: &str = "nothing is shown";

/// What enumerating came to.
fn enumerated(options: &JavaDump) -> Result<ClassOutcome, Failure> {
    let args = JavaArgs {
        classes: vec![options.method.clone()],
        class_path: vec![options.class_path.clone()],
        strategy: Some("paths".to_owned()),
        budget: options.budget.clone(),
        seed: options.seed,
        jdk: options.jdk.clone(),
        path: options.path.clone(),
        no_native: true,
        paths: JavaPaths {
            loop_iterations: options.paths.loop_iterations,
            max_paths: options.paths.max_paths,
            search: options.paths.search.clone(),
        },
        ..JavaArgs::default()
    };
    let mut settings = settings(&args)?;
    settings.assertions = Assertions::None;
    let classes = Classes::new(&settings)?;
    let named = classes.named(&options.method)?;
    settings.release = classes.release(std::slice::from_ref(&named));
    outcome(&named, &settings).map_err(|failure| Failure::input(failure.what, NOTHING, failure.help))
}

/// The listing.
///
/// # Errors
/// When an option is wrong, or the class cannot be tested.
pub fn list(options: &JavaDump) -> Result<String, Failure> {
    let outcome = enumerated(options)?;
    let mut out = String::new();
    let Some(pathwise) = outcome.pathwise(&[]) else { return Ok(out) };
    let _ = writeln!(out, "{}: {}", outcome.class.replace(['/', '$'], "."), pathwise.summary());
    let mut last = None;
    let is_chosen = |number: u32| options.path.is_empty() || options.path.contains(&number);
    for path in pathwise.paths.iter().filter(|path| is_chosen(path.number)) {
        if last != Some(&path.method) {
            let _ = writeln!(out, "{}", path.method.as_deref().unwrap_or_default());
            last = Some(&path.method);
        }
        let _ = writeln!(out, "  path {}  {}", path.number, state(path));
        step_lines(&mut out, path, path.method.as_deref().unwrap_or_default());
        let calls = calls(&outcome, path.number);
        if !calls.is_empty() {
            let _ = writeln!(out, "    calls: {}", calls.join("; "));
        }
    }
    Ok(out)
}

/// The ways that the chosen paths take out of sites of the function `name`; none where no path is chosen.
///
/// # Errors
/// Those of [`list`].
pub fn edges(options: &JavaDump) -> Result<BTreeSet<(String, u32, u32)>, Failure> {
    match options.path.is_empty() {
        true => Ok(BTreeSet::new()),
        false => Ok(way_edges(&enumerated(options)?, &options.path)),
    }
}
