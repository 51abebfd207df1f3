//! Formatting: widths, alignments, bases, floats, debug output, and formatters of our own.
use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Clone, Default)]
struct Config {
    name: String,
    sizes: Vec<(u8, Option<i16>)>,
    nested: Option<Box<Config>>,
    unit: (),
}

struct Money(i64);
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:02}", self.0 / 100, self.0.abs() % 100);
        f.pad_integral(self.0 >= 0, "", text.trim_start_matches('-'))
    }
}
struct Bits(u8);
impl fmt::Binary for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Binary::fmt(&self.0, f)
    }
}

fn main() {
    println!("[{:5}] [{:<5}] [{:^5}] [{:>5}] [{:*^9}] [{:05}]", 42, 42, 42, 42, "mid", -42);
    println!("{:x} {:X} {:#x} {:#b} {:o} {:#010b} {:b}", 255, 255, 255, 5, 8, 5, Bits(9));
    println!("{:.0} {:.3} {:8.2}| {:+} {:e} {:E}", 2.5, 1.0 / 3.0, -3.14159, 1.0, 123456.0, 0.00012);
    println!("{} {} {} {}", 0.1 + 0.2, 1e21, 1e-7, f32::MAX);
    println!("{:?} {:?} {:?} {:?}", 1.0, 1e16, f64::MIN_POSITIVE, -0.0);
    println!("{} {} {}", f64::INFINITY, -f64::INFINITY, f64::NAN);
    println!("{:?} {:?} {:?}", "quote \" tab \t é", 'x', '\'');
    let config = Config {
        name: "main".into(),
        sizes: vec![(1, Some(-2)), (3, None)],
        nested: Some(Box::default()),
        unit: (),
    };
    println!("{config:?}");
    println!("{config:#?}");
    println!("{:?} {:#?}", BTreeMap::from([(1, "a"), (2, "b")]), (1, "x"));
    println!("[{:>10}] [{:<10}] [{:010}]", Money(-1234), Money(5), Money(99_999));
    let (width, precision) = (12, 4);
    println!("[{:width$.precision$}] [{:1$}] [{:.*}]", 2.718281828, 7, 3, 1.23456);
    println!("{0} {1} {0} {name}", "first", "second", name = "named");
    println!("{{}} {:?} {:?}", (), [[0u8; 2]; 2]);
    println!("{:02x?} {:02X?}", [1, 171, 255], b"az");
    println!("{:p}", std::ptr::null::<u8>());
    println!("{:?} {:?}", "a\u{301}", 'ß'.to_uppercase().collect::<String>());
    println!("{}", format_args!("{} {:?}", 1, "two"));
    println!("{:>+8.1} {:<8}|", 9.96, true);
    println!("{:?} {:?}", std::time::Duration::from_micros(1_500), Some(Ok::<i32, String>(3)));
    println!("{} {}", i64::MIN, u64::MAX);
    println!("{}", (1..=5).map(|n| format!("{n:>3}")).collect::<Vec<_>>().join(","));
    eprintln!("to standard error: {:>4}", 7);
}
