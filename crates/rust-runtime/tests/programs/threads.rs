//! Threads: spawned and joined, scoped, with results and panics, names and thread-local values that are dropped.
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

static DROPPED: AtomicUsize = AtomicUsize::new(0);

struct Local(usize);
impl Drop for Local {
    fn drop(&mut self) {
        DROPPED.fetch_add(self.0, Ordering::SeqCst);
    }
}

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(1) };
    static LOCAL: RefCell<Vec<Local>> = RefCell::new(Vec::new());
}

fn main() {
    let total = Arc::new(Mutex::new(0_u64));
    let workers: Vec<_> = (1..=8_u64)
        .map(|number| {
            let total = Arc::clone(&total);
            thread::Builder::new()
                .name(format!("worker {number}"))
                .spawn(move || {
                    for step in 0..100 {
                        *total.lock().unwrap() += number * step;
                        if step % 10 == 0 {
                            thread::yield_now();
                        }
                    }
                    DEPTH.with(|depth| depth.set(depth.get() * number as u32));
                    LOCAL.with_borrow_mut(|all| all.push(Local(number as usize)));
                    (thread::current().name().map(str::to_owned), DEPTH.get())
                })
                .unwrap()
        })
        .collect();
    for worker in workers {
        println!("{:?}", worker.join().unwrap());
    }
    println!("total {}, dropped {}, own depth {}", total.lock().unwrap(), DROPPED.load(Ordering::SeqCst), DEPTH.get());

    let mut numbers = [5, 3, 8, 1, 9, 2, 7];
    let (left, right) = numbers.split_at_mut(3);
    thread::scope(|scope| {
        scope.spawn(|| left.sort());
        scope.spawn(|| right.sort_by(|a, b| b.cmp(a)));
    });
    println!("{numbers:?}");

    let sums: Vec<u64> = thread::scope(|scope| {
        let parts: Vec<_> = (0..4).map(|part| scope.spawn(move || (part * 100..part * 100 + 100).sum::<u64>())).collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    println!("{sums:?}");

    let failed = thread::Builder::new().name("failing".into()).spawn(|| {
        let _local = Local(1000);
        panic!("this thread gives up");
    });
    let payload = failed.unwrap().join().unwrap_err();
    println!("{:?} {}", payload.downcast_ref::<&str>(), DROPPED.load(Ordering::SeqCst));
    let poisoned = Arc::clone(&total);
    let _ = thread::spawn(move || {
        let _guard = poisoned.lock().unwrap();
        panic!("with the lock held");
    })
    .join();
    println!("poisoned: {}", total.is_poisoned());
    LOCAL.with_borrow_mut(|all| all.push(Local(1)));
}
