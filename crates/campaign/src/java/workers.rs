//! All classes of a run, on several workers; one that fails, or panics, costs the others nothing.

use super::Settings;
use super::classes::{ClassFailure, Classes, Named, as_source};
use super::unit::{self, ClassOutcome};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use trine_frontend_jvm::api::Library;

/// Bytes of a worker's stack: class files nest deeply.
const STACK_BYTES: usize = 64 << 20;

/// What came of each class, in the order of `named`; `done` hears of each as it ends.
pub fn run(
    named: &[Named],
    settings: &Settings,
    done: &(dyn Fn(usize, &Result<ClassOutcome, ClassFailure>) + Sync),
) -> Vec<Result<ClassOutcome, ClassFailure>> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Result<ClassOutcome, ClassFailure>>>> =
        Mutex::new(named.iter().map(|_| None).collect());
    let work = || {
        // Each worker reads the class path for itself: what it keeps of it is not shared.
        let Ok(classes) = Classes::new(settings) else { return };
        let Ok(library) = Library::new(classes.path()) else { return };
        // JVMs are kept from class to class.
        let mut judge = None;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(named) = named.get(at) else { return };
            let result =
                catch_unwind(AssertUnwindSafe(|| unit::run(named, &classes, &library, settings, &mut judge)));
            let result = result.unwrap_or_else(|panic| Err(bug(named, &*panic)));
            done(at, &result);
            if let Ok(mut results) = results.lock() {
                results[at] = Some(result);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.clamp(1, named.len().max(1)) {
            // Where no thread can be had, the others do its part.
            let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        }
    });
    let results = results.into_inner().unwrap_or_default();
    let missing = |named: &Named| {
        Err(ClassFailure::input(&named.class, "the class path cannot be read any more", "run it again"))
    };
    results.into_iter().zip(named).map(|(result, named)| result.unwrap_or_else(|| missing(named))).collect()
}

fn bug(named: &Named, panic: &(dyn std::any::Any + Send)) -> ClassFailure {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
    ClassFailure {
        class: as_source(&named.class),
        what: format!("a bug of Trine stopped the work on `{}`: {text}", as_source(&named.class)),
        help: "report it with the class and the command line".to_owned(),
        is_bug: true,
    }
}
