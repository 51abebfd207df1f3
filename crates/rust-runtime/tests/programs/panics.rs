//! Panics: unwinding drops what lives, `catch_unwind` stops it, hooks see it, and the last one ends the process with 101.
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Noisy(&'static str);
impl Drop for Noisy {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
        println!("drop {}, panicking: {}", self.0, std::thread::panicking());
    }
}

fn deep(level: u32) -> u32 {
    let _guard = Noisy(["zero", "one", "two", "three"][level as usize]);
    if level == 0 {
        let nothing: Option<u32> = None;
        return nothing.expect("nothing is here");
    }
    deep(level - 1) + level
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => format!("&str: {text}"),
        (_, Some(text)) => format!("String: {text}"),
        _ => "another payload".to_owned(),
    }
}

fn main() {
    let caught = panic::catch_unwind(|| deep(3));
    println!("{:?}", caught.map_err(|payload| message(&*payload)));
    let items = vec![1, 2, 3];
    let index = items.len();
    let caught = panic::catch_unwind(|| items[index]);
    println!("{:?}", caught.map_err(|payload| message(&*payload)));
    let caught = panic::catch_unwind(|| panic::panic_any(7_u64));
    println!("{:?}", caught.map_err(|payload| payload.downcast_ref::<u64>().copied()));
    let mut counter = 0;
    let caught = panic::catch_unwind(AssertUnwindSafe(|| {
        counter += 1;
        let cell = std::cell::RefCell::new(1);
        let _first = cell.borrow_mut();
        counter += 1;
        let _second = cell.borrow_mut();
        counter += 1;
    }));
    println!("{} {counter}", caught.is_err());
    let nested = panic::catch_unwind(|| {
        let inner = panic::catch_unwind(|| panic!("inner {}", 1));
        let payload = inner.expect_err("it panicked");
        println!("{}", message(&*payload));
        panic::resume_unwind(payload);
    });
    println!("{}", message(&*nested.expect_err("it was resumed")));
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| place.line() > 0);
        println!("hook: {place:?} {}", info.payload().is::<&str>());
    }));
    let _ = panic::catch_unwind(|| unreachable!());
    let _ = panic::take_hook();
    println!("{} drops", DROPPED.load(Ordering::Relaxed));
    let _last = Noisy("last");
    let divisor = DROPPED.load(Ordering::Relaxed) - 4;
    println!("{}", 10 / divisor);
}
