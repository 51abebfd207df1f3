//! All classes of a run, on several workers; one that fails, or panics, costs the others nothing.

use super::Settings;
use super::classes::{ClassFailure, Classes};
use super::finished::finished;
use super::subjects::Subject;
use super::unit;
use crate::units::{Event, on_workers};
use std::sync::atomic::AtomicBool;
use trine_frontend_jvm::api::Library;
use trine_record::StoredUnit;

/// What came of a class: everything that is stored of it, or why it has no tests.
pub type Finished = Result<StoredUnit, ClassFailure>;

/// Works on the classes at `positions` of `subjects` until `stop` is set; `on_event` is called on the calling thread.
pub fn run(
    subjects: &[Subject],
    positions: &[usize],
    settings: &Settings,
    stop: &AtomicBool,
    on_event: impl FnMut(Event<Finished>),
) {
    let worker = |turns: &crate::units::Turns<'_, Finished>| {
        // Each worker reads the class path for itself: what it keeps of it is not shared.
        let classes = Classes::new(settings);
        let library = classes
            .as_ref()
            .ok()
            .map(|classes| Library::for_release(classes.path(), &settings.jdk, settings.release));
        // JVMs are kept from class to class.
        let mut judge = None;
        while let Some(at) = turns.next_unit() {
            let subject = &subjects[at];
            turns.work(at, || {
                let (Ok(classes), Some(Ok(library))) = (&classes, &library) else {
                    let what = "the class path cannot be read any more";
                    return Err(ClassFailure::input(&subject.named.class, what, "run it again"));
                };
                let outcome = unit::run(&subject.named, classes, library, settings, (stop, &mut judge))?;
                Ok(finished(&outcome, subject, settings))
            });
        }
    };
    on_workers(positions, settings.jobs, stop, worker, on_event);
}
