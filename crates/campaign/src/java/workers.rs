//! All classes of a run, on several workers; one that fails, or panics, costs the others nothing.

use super::Settings;
use super::classes::{ClassFailure, Classes, Named};
use super::clock::Behind;
use super::finished::finished;
use super::own_tests::OwnTests;
use super::subjects::Subject;
use super::unit::{self, ClassOutcome, Work};
use crate::units::{Event, on_workers};
use std::sync::atomic::AtomicBool;
use trine_base::AtWork;
use trine_frontend_jvm::api::Library;
use trine_record::StoredUnit;

/// What came of a class: everything that is stored of it, or why it has no tests.
pub type Finished = Result<StoredUnit, ClassFailure>;

/// What came of one class alone, with all that is known of it.
///
/// # Errors
/// When the class cannot be tested: the message says why.
pub fn outcome(named: &Named, settings: &Settings) -> Result<ClassOutcome, ClassFailure> {
    let unreadable =
        || ClassFailure::input(&named.class, "the class path cannot be read", "check the paths behind -cp");
    let classes = Classes::new(settings).map_err(|_| unreadable())?;
    let library = Library::new(classes.path()).map_err(|_| unreadable())?;
    let own_tests = OwnTests::new(settings).map_err(|_| unreadable())?;
    let (stop, at_work) = (AtomicBool::new(false), AtWork::default());
    let (judge, behind) = (&mut None, &mut Behind::default());
    let work = Work { stop: &stop, judge, behind, at_work: &at_work, own_tests: own_tests.as_ref() };
    unit::run(named, &classes, &library, settings, work)
}

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
        let own_tests = OwnTests::new(settings);
        // JVMs are kept from class to class.
        let (mut judge, mut behind) = (None, Behind::default());
        while let Some((at, at_work)) = turns.next_unit() {
            let subject = &subjects[at];
            turns.work(at, || {
                let (Ok(classes), Some(Ok(library)), Ok(own_tests)) = (&classes, &library, &own_tests) else {
                    let what = "the class path cannot be read any more";
                    return Err(ClassFailure::input(&subject.named.class, what, "run it again"));
                };
                let own_tests = own_tests.as_ref();
                let (judge, behind) = (&mut judge, &mut behind);
                let work = Work { stop, judge, behind, at_work: &at_work, own_tests };
                let outcome = unit::run(&subject.named, classes, library, settings, work)?;
                Ok(finished(&outcome, subject, settings))
            });
        }
    };
    on_workers(positions, settings.jobs, stop, worker, on_event);
}
