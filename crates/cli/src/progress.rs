//! Progress: a live bar per run on a terminal, plain lines elsewhere, nothing when quiet.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use trine_record::{UnitRecord, UnitStatus};

/// Shows how a run goes, on standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    lines: bool,
    /// What is done, where that is not the search of units.
    stage: &'static str,
    total: usize,
    done: usize,
    active: Vec<String>,
}

impl Progress {
    /// Progress over `total` units, of which `done` are done already.
    #[must_use]
    pub fn new(total: usize, done: usize, quiet: bool) -> Self {
        Self::of("units", total, done, quiet)
    }

    /// Progress over `total` steps of `stage`, each a thing of which there are several, called `things`.
    #[must_use]
    pub fn over(things: &str, stage: &'static str, total: usize, quiet: bool) -> Self {
        Self { stage, ..Self::of(things, total, 0, quiet) }
    }

    fn of(things: &str, total: usize, done: usize, quiet: bool) -> Self {
        let live = !quiet && std::io::stderr().is_terminal();
        let bar = live.then(|| {
            let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
            let template =
                format!("{{spinner}} [{{bar:30}}] {{pos}}/{{len}} {things} {{elapsed}} {{wide_msg}}");
            let style = ProgressStyle::with_template(&template);
            if let Ok(style) = style {
                bar.set_style(style.progress_chars("=> "));
            }
            bar.set_position(done as u64);
            bar.enable_steady_tick(std::time::Duration::from_millis(120));
            bar
        });
        Self { bar, lines: !quiet && !live, stage: "", total, done, active: Vec::new() }
    }

    /// A step of the stage is done, that of `name`.
    pub fn step(&mut self, name: &str) {
        self.done += 1;
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{} of {name}", self.stage));
            bar.inc(1);
        } else if self.lines {
            eprintln!("[{}/{}] {} of {name}", self.done, self.total, self.stage);
        }
    }

    /// Work on a unit starts.
    pub fn started(&mut self, function: &str) {
        self.active.push(function.to_owned());
        self.show();
    }

    /// A unit is done.
    pub fn done(&mut self, unit: &UnitRecord) {
        self.done += 1;
        self.active.retain(|name| *name != unit.function);
        let line = line(unit);
        if let Some(bar) = &self.bar {
            bar.println(&line);
            bar.inc(1);
        } else if self.lines {
            eprintln!("[{}/{}] {line}", self.done, self.total);
        }
        self.show();
    }

    /// A small step of the stage is done: as [`Progress::step`], but lines tell of every hundredth and the last.
    pub fn step_of_many(&mut self, name: &str) {
        if self.lines && !(self.done + 1).is_multiple_of(100) && self.done + 1 != self.total {
            self.done += 1;
        } else {
            self.step(name);
        }
    }

    /// A remark between units.
    pub fn note(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None if self.lines => eprintln!("{text}"),
            None => {}
        }
    }

    /// The end of the run.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn show(&self) {
        if let Some(bar) = &self.bar {
            bar.set_message(self.active.join(", "));
        }
    }
}

fn line(unit: &UnitRecord) -> String {
    let goals = &unit.goals;
    match &unit.status {
        UnitStatus::Unsupported { reason } => format!("{}: not supported: {reason}", unit.function),
        _ => format!(
            "{}: {}/{} goals covered, {} infeasible, {} tests, {} evaluations, {} ms",
            unit.function,
            goals.covered,
            goals.total,
            goals.infeasible,
            unit.tests,
            unit.evaluations,
            unit.milliseconds
        ),
    }
}
