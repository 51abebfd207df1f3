//! The classes under study: drawn evenly from those of libraries that are named by Maven coordinates.

use super::Args;
use super::command::{Subjects, units};
use crate::java::{jvm, only_jdks};
use crate::java_campaign::{KNOWN, top_level_classes};
use crate::java_tests::artefact::{Artefact, class_path};
use anyhow::{Result, ensure};
use std::path::Path;
use trine_native::temporary::TemporaryFolder;

/// Classes with enough goals, evenly from all of the libraries; the list is kept where that is asked for.
pub(super) fn drawn(args: &Args, program: &Path) -> Result<Subjects> {
    let temporary = TemporaryFolder::new()?;
    let folder = match &args.keep {
        // Maven runs in a folder of its own.
        Some(keep) => std::path::absolute(keep)?,
        None => temporary.path().to_owned(),
    };
    let names = match args.artefact.is_empty() {
        true => KNOWN.map(str::to_owned).to_vec(),
        false => args.artefact.clone(),
    };
    let jdk = jvm::Tools::new(&only_jdks(&[])?.remove(0))?;
    let (mut all, mut jars) = (Vec::new(), Vec::new());
    for artefact in Artefact::parse_all(&names)? {
        let folder = folder.join(&artefact.name);
        std::fs::create_dir_all(&folder)?;
        let path = class_path(&artefact, "", &[], &folder)?;
        all.extend(top_level_classes(&jdk, &artefact.jar("", &path)?)?);
        jars.extend(path.into_iter().filter(|jar| !jars.contains(jar)).collect::<Vec<_>>());
    }
    let all =
        Subjects { class_path: std::env::join_paths(jars)?.to_string_lossy().into_owned(), classes: all };
    let of = args.candidates.map_or_else(String::new, |count| format!("-of-{count}"));
    let list = folder.join(format!("classes-{}-{}{of}", args.draw, args.least_goals));
    if let Ok(kept) = std::fs::read_to_string(&list) {
        return Ok(Subjects { classes: kept.lines().map(str::to_owned).collect(), ..all });
    }
    // One evaluation is enough to know their goals.
    let candidates = Subjects {
        class_path: all.class_path.clone(),
        classes: evenly(&all.classes, args.candidates.unwrap_or(usize::MAX)),
    };
    let records = units(program, &candidates, &["--mutants", "0", "--budget", "1evals"], 1, args.jobs)?;
    let has_enough = |class: &&String| {
        records.iter().any(|unit| unit.function == **class && unit.goals.total >= args.least_goals)
    };
    let enough: Vec<String> = candidates.classes.iter().filter(has_enough).cloned().collect();
    ensure!(enough.len() >= args.draw, "only {} classes have {} goals", enough.len(), args.least_goals);
    let classes = evenly(&enough, args.draw);
    std::fs::write(&list, classes.join("\n") + "\n")?;
    Ok(Subjects { classes, ..all })
}

/// So many of `from`, evenly; all where that is more.
fn evenly(from: &[String], count: usize) -> Vec<String> {
    let count = count.min(from.len());
    (0..count).map(|at| from[at * from.len() / count].clone()).collect()
}
