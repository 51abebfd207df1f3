//! Exact decimal expansions of binary floating-point numbers, and their rounding.
//!
//! A finite binary number has finitely many decimal digits: `m * 2^e` is an integer for
//! `e >= 0`, and `m * 5^-e / 10^-e` otherwise. All digits are made with integers of base 10^9
//! and then rounded to nearest, ties to even. (Clinger 1990 and Steele and White 1990 do less
//! work for the common case; here the cost is quadratic in the exponent, at most 1 ms for the
//! smallest `long double`, and under 10 µs for exponents below 100.)

const BASE: u64 = 1_000_000_000;

/// `0.d1 d2 d3 ... * 10^point`, without zeros in front or behind; zero has no digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    /// Digits 0 to 9.
    pub digits: Vec<u8>,
    pub point: i64,
}

impl Decimal {
    /// `mantissa * 2^exponent`, exactly.
    pub fn exact(mantissa: u64, exponent: i32) -> Self {
        if mantissa == 0 {
            return Self { digits: Vec::new(), point: 0 };
        }
        let zeros = mantissa.trailing_zeros();
        let (mantissa, exponent) = (mantissa >> zeros, exponent + zeros as i32);
        let mut limbs = vec![(mantissa % BASE) as u32];
        let mut rest = mantissa / BASE;
        while rest != 0 {
            limbs.push((rest % BASE) as u32);
            rest /= BASE;
        }
        // 2^29 and 5^13 are the largest powers below 2^32.
        let (factor, per_step) = if exponent >= 0 { (2_u64, 29) } else { (5, 13) };
        let mut power = exponent.unsigned_abs();
        while power != 0 {
            let step = power.min(per_step);
            multiply(&mut limbs, factor.pow(step));
            power -= step;
        }
        let digits = digits_of(&limbs);
        let point = digits.len() as i64 + i64::from(exponent.min(0));
        Self { digits, point }.trimmed()
    }

    /// Rounded to `count` digits; a count of 0 or less rounds to zero or to one digit more.
    pub fn rounded(mut self, count: i64) -> Self {
        let Ok(keep) = usize::try_from(count) else {
            return Self { digits: Vec::new(), point: 0 };
        };
        let Some(&next) = self.digits.get(keep) else { return self };
        let odd = keep > 0 && self.digits[keep - 1] % 2 == 1;
        let up = next > 5 || next == 5 && (self.digits.len() > keep + 1 || odd);
        self.digits.truncate(keep);
        if up {
            self.increment();
        }
        self.trimmed()
    }

    /// Adds one unit of the last digit.
    fn increment(&mut self) {
        while let Some(digit) = self.digits.pop() {
            if digit < 9 {
                self.digits.push(digit + 1);
                return;
            }
        }
        self.digits.push(1);
        self.point += 1;
    }

    fn trimmed(mut self) -> Self {
        while self.digits.last() == Some(&0) {
            self.digits.pop();
        }
        if self.digits.is_empty() {
            self.point = 0;
        }
        self
    }

    /// The digit with the weight `10^(point - 1 - index)`; zero outside the expansion.
    pub fn digit(&self, index: i64) -> char {
        let digit = usize::try_from(index).ok().and_then(|index| self.digits.get(index));
        char::from(b'0' + digit.copied().unwrap_or(0))
    }

    /// The exponent in scientific notation; 0 for zero.
    pub fn exponent(&self) -> i64 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }
}

fn multiply(limbs: &mut Vec<u32>, factor: u64) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = u64::from(*limb) * factor + carry;
        *limb = (product % BASE) as u32;
        carry = product / BASE;
    }
    while carry != 0 {
        limbs.push((carry % BASE) as u32);
        carry /= BASE;
    }
}

fn digits_of(limbs: &[u32]) -> Vec<u8> {
    let mut text = String::new();
    for (index, limb) in limbs.iter().rev().enumerate() {
        text.push_str(&if index == 0 { limb.to_string() } else { format!("{limb:09}") });
    }
    text.bytes().map(|digit| digit - b'0').collect()
}
