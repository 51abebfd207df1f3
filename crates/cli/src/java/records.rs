//! The record of a run over classes, as far as its options decide it.

use crate::args::JavaArgs;
use std::path::Path;
use trine_campaign::java::{Settings, record};
use trine_record::{Criterion, Language, Limits, McdcVariant, RunRecord};

/// The record of a run before any class is done.
#[must_use]
pub fn run_record(args: &JavaArgs, settings: &Settings) -> RunRecord {
    let criterion: Criterion = record::criterion(settings.criterion);
    RunRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        replay: crate::c::replay_line(),
        seed: settings.seed,
        criterion,
        mcdc: McdcVariant::default(),
        strategy: args.strategy.clone().unwrap_or_else(|| "search".to_owned()),
        budget: settings.budget.to_string(),
        limits: Limits { memory: args.memory.clone(), steps: Some(settings.steps), signed_overflow: false },
        inputs: settings.class_path.iter().map(|path| path.display().to_string()).collect(),
        sources: Vec::new(),
        flags: Vec::new(),
        jobs: Vec::new(),
        compiler: jdk_version(&settings.jdk),
        target: format!("class files for Java {}", settings.release),
        date: crate::date::now(),
        language: Language::Java,
        units: Vec::new(),
        findings: Vec::new(),
        native: None,
        taken_over: 0,
        unfinished: Vec::new(),
    }
}

/// `JDK 17.0.15`, as the file `release` of the JDK says.
pub fn jdk_version(home: &Path) -> String {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
    version.map_or_else(|| "JDK".to_owned(), |version| format!("JDK {}", version.trim_matches('"')))
}
