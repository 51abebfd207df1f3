//! The record of a run that has just begun: what was asked for, and of what.

use crate::args::CArgs;
use crate::settings::Settings;
use trine_engine::Options;
use trine_native::clang::Toolchain;
use trine_record::{JobRecord, Limits, RunRecord};

/// The record before any unit has ended. `options` are those of `settings`, but for what a format of tasks demands.
pub fn record(
    args: &CArgs,
    settings: &Settings,
    options: &Options,
    toolchain: &Toolchain,
    jobs: Vec<JobRecord>,
) -> RunRecord {
    RunRecord {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        replay: replay_line(),
        seed: options.seed,
        criterion: options.criterion,
        mcdc: options.mcdc,
        strategy: options.technique(),
        budget: options.budget.to_string(),
        limits: Limits {
            memory: Some(options.memory.to_string()),
            steps: Some(options.steps),
            signed_overflow: options.signed_overflow_faults,
        },
        inputs: args.files.iter().map(|file| file.display().to_string()).collect(),
        sources: Vec::new(),
        flags: settings.flags.clone(),
        jobs,
        compiler: toolchain.version.clone(),
        target: toolchain.target(&settings.flags),
        date: crate::date::now(),
        language: trine_record::Language::C,
        units: Vec::new(),
        findings: Vec::new(),
        native: None,
        taken_over: 0,
        unfinished: Vec::new(),
    }
}

/// The command line, as a shell would read it.
pub fn replay_line() -> String {
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    };
    let words = std::env::args().skip(1).map(quoted);
    std::iter::once("trine".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}
