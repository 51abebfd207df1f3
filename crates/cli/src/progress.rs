//! Progress: a live bar per run on a terminal, plain lines elsewhere, nothing when quiet.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Instant;
use trine_base::AtWork;
use trine_record::{GoalCounts, UnitRecord, UnitStatus};

/// Shows how a run goes, on standard error.
pub struct Progress {
    bar: Option<ProgressBar>,
    lines: bool,
    /// What is done, where that is not the search of units.
    stage: &'static str,
    total: usize,
    done: usize,
    active: Vec<(String, Arc<AtWork>)>,
    /// What the units that are done have together.
    goals: GoalCounts,
    tests: usize,
    begun: Instant,
    /// Units done in this run, not taken over.
    fresh: usize,
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
        Self {
            bar,
            lines: !quiet && !live,
            stage: "",
            total,
            done,
            active: Vec::new(),
            goals: GoalCounts::default(),
            tests: 0,
            begun: Instant::now(),
            fresh: 0,
        }
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
    pub fn started(&mut self, function: &str, at_work: Arc<AtWork>) {
        self.active.push((function.to_owned(), at_work));
        self.show();
    }

    /// A unit is done.
    pub fn done(&mut self, unit: &UnitRecord) {
        self.done += 1;
        self.fresh += 1;
        self.goals.add(unit.goals);
        self.tests += unit.tests;
        self.active.retain(|(name, _)| *name != unit.function);
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

    /// Says anew where the run stands.
    pub fn show(&self) {
        if let Some(bar) = &self.bar {
            bar.set_message(self.message());
        }
    }
}

impl Progress {
    /// What is covered so far, the time that is left, and the units at work, each with what is done for it.
    fn message(&self) -> String {
        let mut parts = Vec::new();
        if self.fresh > 0 {
            parts.push(format!(
                "{}/{} goals, {} tests",
                self.goals.covered,
                self.goals.total - self.goals.infeasible,
                self.tests
            ));
            let left = self.total.saturating_sub(self.done) as u64;
            let each = self.begun.elapsed().as_millis() as u64 / self.fresh as u64;
            if left > 0 {
                parts.push(format!("{} left", time(left * each)));
            }
        }
        let active = self.active.iter().map(|(unit, at_work)| match at_work.get() {
            "" => unit.clone(),
            technique => format!("{unit}: {technique}"),
        });
        parts.push(active.collect::<Vec<_>>().join(", "));
        parts.join(" · ")
    }
}

/// `40 s`, `3 min`: as much as one wants to know of the future.
fn time(milliseconds: u64) -> String {
    match milliseconds / 1000 {
        seconds @ 0..100 => format!("about {} s", seconds.max(1)),
        seconds => format!("about {} min", (seconds + 30) / 60),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_sums_up_what_is_done_and_names_what_is_at_work() {
        let mut progress = Progress::new(3, 0, true);
        progress.started("f", Arc::default());
        let at_work = Arc::new(AtWork::default());
        progress.started("g", Arc::clone(&at_work));
        assert_eq!(progress.message(), "f, g");
        at_work.set("paths");
        assert_eq!(progress.message(), "f, g: paths");
        let mut unit = UnitRecord::new("f", "f.c", 1);
        unit.goals = GoalCounts { total: 10, covered: 7, infeasible: 1, unknown: 2 };
        unit.tests = 4;
        progress.done(&unit);
        let message = progress.message();
        assert!(
            message.starts_with("7/9 goals, 4 tests · about ") && message.ends_with(" left · g: paths"),
            "{message}"
        );
        assert_eq!([time(400), time(99_000), time(170_000)], ["about 1 s", "about 99 s", "about 3 min"]);
    }
}
