//! Divisors of numbers of 64 bits.
//!
//! Small factors by trial division, the rest by Pollard's rho ("A Monte Carlo method for factorization", 1975) with
//! the test of Miller and Rabin on the twelve bases that decide every number of 64 bits (Sorenson, Webster, "Strong
//! pseudoprimes to twelve prime bases", 2015). Cost: some 2^16 products for the product of two large primes.

/// Enough for a decision on 64 bits.
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
/// Trial division goes up to here.
const SMALL: u64 = 256;

/// All divisors of `number`, ascending; `None` when there are more than `most` of them, or `number` is 0.
#[must_use]
pub fn divisors(number: u64, most: usize) -> Option<Vec<u64>> {
    if number == 0 {
        return None;
    }
    let mut primes = Vec::new();
    let mut left = number;
    for small in 2..SMALL {
        while left.is_multiple_of(small) {
            primes.push(small);
            left /= small;
        }
    }
    split(left, &mut primes);
    primes.sort_unstable();
    let mut all = vec![1];
    for group in primes.chunk_by(|a, b| a == b) {
        let known = all.len();
        let mut power = 1;
        for prime in group {
            power *= prime;
            for at in 0..known {
                all.push(all[at] * power);
            }
        }
        if all.len() > most {
            return None;
        }
    }
    all.sort_unstable();
    Some(all)
}

/// Adds the prime factors of `number`, which has none below [`SMALL`].
fn split(number: u64, primes: &mut Vec<u64>) {
    if number == 1 {
        return;
    }
    if is_prime(number) {
        primes.push(number);
        return;
    }
    // A sequence that ends in a cycle modulo all factors at once is followed by another one.
    let factor = (1..).find_map(|step| rho(number, step)).unwrap_or(number);
    split(factor, primes);
    split(number / factor, primes);
}

/// A factor of a composite `number` by the sequence x² + `step`; Floyd's cycle finding.
fn rho(number: u64, step: u64) -> Option<u64> {
    let next = |x: u64| {
        let square = u128::from(x) * u128::from(x) + u128::from(step);
        (square % u128::from(number)) as u64
    };
    let (mut slow, mut fast) = (2, 2);
    loop {
        slow = next(slow);
        fast = next(next(fast));
        match common_divisor(slow.abs_diff(fast), number) {
            1 => {}
            all if all == number => return None,
            factor => return Some(factor),
        }
    }
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

fn is_prime(number: u64) -> bool {
    if number < 2 || BASES.iter().any(|&base| number != base && number.is_multiple_of(base)) {
        return false;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().filter(|&&base| base != number).all(|&base| {
        let mut x = power(base, odd, number);
        if x == 1 || x == number - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = times(x, x, number);
            x == number - 1
        })
    })
}

fn times(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    base %= modulus;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base, modulus);
        }
        base = times(base, base, modulus);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_of_small_numbers_are_those_found_by_trial() {
        for number in 1..3_000u64 {
            let expected: Vec<u64> = (1..=number).filter(|&by| number.is_multiple_of(by)).collect();
            assert_eq!(divisors(number, 1_000), Some(expected), "{number}");
        }
    }

    #[test]
    fn products_and_squares_of_large_primes_are_split() {
        let (p, q) = (4_294_967_291u64, 4_294_967_279);
        assert_eq!(divisors(p * q, 8), Some(vec![1, q, p, p * q]));
        assert_eq!(divisors(p * p, 8), Some(vec![1, p, p * p]));
        assert_eq!(divisors(18_446_744_073_709_551_557, 8), Some(vec![1, 18_446_744_073_709_551_557]));
        assert_eq!(divisors(1_000_036_000_099, 8), Some(vec![1, 1_000_003, 1_000_033, 1_000_036_000_099]));
    }

    #[test]
    fn what_has_too_many_divisors_is_left_alone() {
        assert_eq!(divisors(720_720, 100), None);
        assert_eq!(divisors(0, 100), None);
    }
}
