//! Iterators: chains of adapters, iterators of our own, and what `collect` makes of them.
struct Collatz(u64);

impl Iterator for Collatz {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        if self.0 == 1 {
            return None;
        }
        self.0 = if self.0 % 2 == 0 { self.0 / 2 } else { 3 * self.0 + 1 };
        Some(self.0)
    }
}

fn primes() -> impl Iterator<Item = u32> {
    (2..).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

fn main() {
    println!("{:?}", Collatz(27).take(12).collect::<Vec<_>>());
    println!("{} steps, highest {:?}", Collatz(27).count(), Collatz(27).max());
    println!("{:?}", primes().skip(5).step_by(3).take(8).collect::<Vec<_>>());
    let (even, odd): (Vec<u32>, Vec<u32>) = primes().take(10).partition(|p| p % 2 == 0);
    println!("{even:?} {odd:?}");
    println!("{}", (1..=20u64).product::<u64>());
    println!("{:?}", [3, 1, 2].iter().zip("abc".bytes()).rev().collect::<Vec<_>>());
    println!("{:?}", (0..4).flat_map(|a| (0..a).map(move |b| a * 10 + b)).collect::<Vec<_>>());
    println!("{:?}", [1, 5, 2, 8, 3].windows(2).map(|w| w[1] - w[0]).collect::<Vec<i32>>());
    println!("{:?}", (1..=10).collect::<Vec<_>>().chunks(4).map(|c| c.iter().sum::<i32>()).collect::<Vec<_>>());
    println!("{:?}", ["1", "2", "x"].iter().map(|s| s.parse::<i32>()).collect::<Result<Vec<_>, _>>().is_err());
    println!("{:?}", ["1", "2", "3"].iter().map(|s| s.parse::<i32>().ok()).collect::<Option<Vec<_>>>());
    println!("{:?}", (1..=5).scan(1, |state, n| { *state *= n; Some(*state) }).collect::<Vec<_>>());
    println!("{:?}", "hello world".chars().fold(String::new(), |acc, c| format!("{c}{acc}")));
    let mut peeking = [1, 1, 2, 3, 3, 3].iter().peekable();
    while let Some(first) = peeking.next() {
        let mut count = 1;
        while peeking.next_if_eq(&first).is_some() {
            count += 1;
        }
        print!("{first}x{count} ");
    }
    println!();
    println!("{:?}", (0..100).map(|n| (n * 7919) % 101).min_by_key(|n| (n - 50i32).abs()));
    println!("{:?}", std::iter::successors(Some(1u32), |n| n.checked_mul(10)).last());
    println!("{:?}", [[1, 2], [3, 4]].concat().iter().copied().map(f64::from).map(f64::sqrt).sum::<f64>());
    println!("{:?}", (1..4).chain(7..9).cycle().skip(3).take(7).collect::<Vec<_>>());
    println!("{:?}", [4, 2, 9].iter().position(|&n| n == 9).zip([1].iter().max()));
    println!("{:?}", ["b", "a"].iter().is_sorted());
    println!("{:?}", (1..=3).try_fold(0i8, |sum, n| sum.checked_add(n * 30)));
}
