//! Locks: condition variables, barriers, once cells, read-write locks, atomics, parking.
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock};
use std::thread;
use std::time::{Duration, Instant};

static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| (0..10).map(|n| n * n).collect());
static NAME: OnceLock<String> = OnceLock::new();
static START: Once = Once::new();

fn main() {
    let queue = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
    let consumer = {
        let queue = Arc::clone(&queue);
        thread::spawn(move || {
            let mut taken = Vec::new();
            let (items, filled) = &*queue;
            while taken.len() < 6 {
                let mut items = filled.wait_while(items.lock().unwrap(), |items| items.is_empty()).unwrap();
                taken.append(&mut items);
            }
            taken
        })
    };
    for number in 0..6 {
        queue.0.lock().unwrap().push(number);
        queue.1.notify_one();
        thread::yield_now();
    }
    println!("{:?}", consumer.join().unwrap());

    let barrier = Arc::new(Barrier::new(3));
    let sum = Arc::new(AtomicI64::new(0));
    let leaders: usize = (1..=3)
        .map(|number| {
            let (barrier, sum) = (Arc::clone(&barrier), Arc::clone(&sum));
            thread::spawn(move || {
                sum.fetch_add(number, Ordering::SeqCst);
                let first = barrier.wait().is_leader();
                assert_eq!(sum.load(Ordering::SeqCst), 6);
                barrier.wait();
                usize::from(first)
            })
        })
        .collect::<Vec<_>>()
        .into_iter()
        .map(|thread| thread.join().unwrap())
        .sum();
    println!("{leaders} leader, sum {}", sum.load(Ordering::SeqCst));

    let shared = RwLock::new(vec![1]);
    thread::scope(|scope| {
        for number in 2..5 {
            let shared = &shared;
            scope.spawn(move || shared.write().unwrap().push(number));
        }
    });
    let (a, b) = (shared.read().unwrap(), shared.read().unwrap());
    println!("{} {} {}", a.len(), b.iter().sum::<i32>(), shared.try_write().is_err());

    println!("{} {}", TABLE[9], NAME.get_or_init(|| "set once".to_owned()));
    println!("{:?}", NAME.set("again".to_owned()));
    (0..3).for_each(|_| START.call_once(|| println!("called once")));
    println!("{}", START.is_completed());

    let ready = Arc::new(AtomicBool::new(false));
    let parked = {
        let ready = Arc::clone(&ready);
        thread::spawn(move || {
            while !ready.load(Ordering::Acquire) {
                thread::park();
            }
            "unparked"
        })
    };
    ready.store(true, Ordering::Release);
    parked.thread().unpark();
    println!("{}", parked.join().unwrap());

    let spinning = Arc::new(AtomicBool::new(false));
    let other = Arc::clone(&spinning);
    let setter = thread::spawn(move || other.store(true, Ordering::Release));
    while !spinning.load(Ordering::Acquire) {
        std::hint::spin_loop();
    }
    setter.join().unwrap();

    let pair = (Mutex::new(false), Condvar::new());
    let begun = Instant::now();
    let (_guard, result) = pair.1.wait_timeout(pair.0.lock().unwrap(), Duration::from_millis(15)).unwrap();
    println!("timed out: {} {}", result.timed_out(), begun.elapsed() >= Duration::from_millis(15));
    let counter = Mutex::new(0);
    println!("{:?} {:?}", counter.try_lock().map(|mut n| { *n += 1; *n }), counter);
}
