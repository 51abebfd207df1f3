//! The subject of tests/read_rust.rs: enough of the standard library to bring in most of what rustc can write.
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};

static COUNTER: AtomicU64 = AtomicU64::new(0);

thread_local! {
    static DEPTH: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
}

trait Shape: Send {
    fn area(&self) -> f64;
    fn id(&self) -> i128;
}

struct Square(i128);
struct Circle {
    radius: f64,
}

impl Shape for Square {
    fn area(&self) -> f64 {
        (self.0 * self.0) as f64
    }
    fn id(&self) -> i128 {
        self.0.rotate_left(3) ^ i128::MIN
    }
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.radius.powi(2).sqrt()
    }
    fn id(&self) -> i128 {
        self.radius as i128
    }
}

impl Drop for Circle {
    fn drop(&mut self) {
        COUNTER.fetch_add(1, Ordering::SeqCst);
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Token {
    Number(i64),
    Word(String),
    Pair(Box<Token>, Option<char>),
    End,
}

#[derive(Debug)]
enum Failure {
    Parse(std::num::ParseIntError),
    Empty,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

fn parse(text: &str) -> Result<Vec<Token>, Failure> {
    if text.is_empty() {
        return Err(Failure::Empty);
    }
    text.split_whitespace()
        .map(|word| match word.chars().next() {
            Some('0'..='9') => word.parse().map(Token::Number).map_err(Failure::Parse),
            Some(c) if c.is_uppercase() => Ok(Token::Pair(Box::new(Token::Word(word.to_lowercase())), Some(c))),
            Some(_) => Ok(Token::Word(word.to_owned())),
            None => Ok(Token::End),
        })
        .collect()
}

fn checked(a: u128, b: i8) -> Option<u128> {
    a.checked_mul(b as u128)?.checked_add(u128::from(a.count_ones()))?.checked_div(7)
}

fn main() {
    let mut shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(4)), Box::new(Circle { radius: 2.5 })];
    shapes.sort_by(|a, b| b.area().partial_cmp(&a.area()).unwrap_or(std::cmp::Ordering::Equal));
    let names: HashMap<String, i128> = shapes.iter().map(|shape| (format!("{:>8.2}", shape.area()), shape.id())).collect();
    let tree: BTreeMap<_, _> = names.iter().map(|(name, id)| (*id, name.as_str())).collect();
    let (sender, receiver) = mpsc::channel();
    let shared = Arc::new(Mutex::new(0_u64));
    let threads: Vec<_> = (0..3_u64)
        .map(|index| {
            let (sender, shared) = (sender.clone(), Arc::clone(&shared));
            std::thread::spawn(move || {
                DEPTH.with_borrow_mut(|depth| depth.push(index as u8));
                *shared.lock().unwrap() += index;
                sender.send(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)).unwrap();
            })
        })
        .collect();
    drop(sender);
    let total: u64 = receiver.iter().fold(0, u64::wrapping_add);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let caught = std::panic::catch_unwind(|| parse("12 abc Def 99999999999999999999").unwrap());
    let mut words: Vec<Token> = parse("3 two One").unwrap_or_default();
    words.sort_unstable();
    words.dedup();
    println!("{tree:?} {total} {} {words:?} {:?}", caught.is_err(), checked(u128::MAX / 9, -3));
    println!("{:e} {:?} {}", 1.5e300_f64, f32::NAN, "ü".repeat(3));
}
