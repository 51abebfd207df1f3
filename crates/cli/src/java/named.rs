//! Which classes a run is about: those named, and those that match patterns.

use crate::args::JavaArgs;
use crate::failure::Failure;
use trine_campaign::java::{Classes, Named};

const NOTHING: &str = "nothing was tested";

/// The classes that are meant; `has_project` says that without any named all of the project are.
///
/// # Errors
/// When a name or pattern stands for nothing, or nothing is left.
pub fn named(args: &JavaArgs, classes: &Classes, has_project: bool) -> Result<Vec<Named>, Failure> {
    let mut named: Vec<Named> = Vec::new();
    for text in &args.classes {
        let one = classes.named(text)?;
        match named.iter_mut().find(|known| known.class == one.class) {
            // The class alone means all of it.
            Some(known) if known.methods.is_empty() || one.methods.is_empty() => known.methods.clear(),
            Some(known) => known.methods.extend(one.methods),
            None => named.push(one),
        }
    }
    if args.classes.is_empty() && args.only.is_empty() && !has_project {
        return Err(Failure::input(
            "no class is named",
            NOTHING,
            "name classes (com.acme.Account), all that match a pattern (--only 'com.acme.*'), or a project (-p pom.xml)",
        ));
    }
    classes.check_patterns(&args.only, &args.exclude)?;
    if !args.only.is_empty() || args.classes.is_empty() {
        let matching = classes.matching(&args.only);
        let new = matching.into_iter().filter(|one| named.iter().all(|known| known.class != one.class));
        let new: Vec<Named> = new.collect();
        named.extend(new);
    }
    let had_any = !named.is_empty();
    named.retain(|one| !classes.matches(&args.exclude, &one.class));
    match (named.is_empty(), had_any) {
        (false, _) => Ok(named),
        (true, true) => Err(Failure::input(
            "every class is left out by --exclude",
            NOTHING,
            "take a pattern from --exclude",
        )),
        (true, false) => Err(Failure::input(
            "there is no class to test on the class path",
            NOTHING,
            "compile the project first (--build has the build tool do it), and check the class path (-cp)",
        )),
    }
}
