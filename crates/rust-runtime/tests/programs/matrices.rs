//! Numbers: matrices, floats and their functions, big integers by hand, a sieve.
#[derive(Clone, Debug, PartialEq)]
struct Matrix<const N: usize>([[f64; N]; N]);

impl<const N: usize> Matrix<N> {
    fn identity() -> Self {
        let mut cells = [[0.0; N]; N];
        (0..N).for_each(|i| cells[i][i] = 1.0);
        Self(cells)
    }
    fn times(&self, other: &Self) -> Self {
        let mut cells = [[0.0; N]; N];
        for (i, row) in cells.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell = (0..N).map(|k| self.0[i][k] * other.0[k][j]).sum();
            }
        }
        Self(cells)
    }
    fn power(&self, exponent: u32) -> Self {
        match exponent {
            0 => Self::identity(),
            n if n % 2 == 0 => { let half = self.power(n / 2); half.times(&half) }
            n => self.times(&self.power(n - 1)),
        }
    }
    fn determinant(&self) -> f64 {
        let (mut cells, mut product) = (self.0, 1.0);
        for column in 0..N {
            let pivot = (column..N).max_by(|&a, &b| cells[a][column].abs().total_cmp(&cells[b][column].abs())).unwrap();
            if cells[pivot][column] == 0.0 {
                return 0.0;
            }
            if pivot != column {
                cells.swap(pivot, column);
                product = -product;
            }
            product *= cells[column][column];
            for row in column + 1..N {
                let factor = cells[row][column] / cells[column][column];
                for k in column..N {
                    cells[row][k] -= factor * cells[column][k];
                }
            }
        }
        product
    }
}

fn factorial(n: u32) -> Vec<u32> {
    let mut digits = vec![1_u32];
    for factor in 2..=n {
        let mut carry = 0_u64;
        for digit in &mut digits {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            *digit = (product % 1_000_000_000) as u32;
            carry = product / 1_000_000_000;
        }
        while carry > 0 {
            digits.push((carry % 1_000_000_000) as u32);
            carry /= 1_000_000_000;
        }
    }
    digits
}

fn main() {
    let fibonacci = Matrix([[1.0, 1.0], [1.0, 0.0]]).power(70);
    println!("{:?}", fibonacci.0);
    let matrix = Matrix([[2.0, -1.0, 0.5], [1.0, 3.0, -2.0], [0.0, 1.0, 4.0]]);
    println!("{:.6} {:?}", matrix.determinant(), matrix.times(&Matrix::identity()) == matrix);
    let digits = factorial(60);
    let text: String = digits.iter().rev().skip(1).map(|digit| format!("{digit:09}")).collect();
    println!("{}{text}", digits[digits.len() - 1]);
    let mut sieve = vec![true; 20_000];
    for n in 2..142 {
        if sieve[n] {
            (n * n..sieve.len()).step_by(n).for_each(|multiple| sieve[multiple] = false);
        }
    }
    println!("{}", sieve.iter().skip(2).filter(|prime| **prime).count());
    println!("{:.12} {:.12} {:.12}", 1f64.exp(), 2f64.ln(), 0.5f64.tan());
    println!("{} {} {} {}", 2f64.sqrt(), (-8f64).cbrt(), 10f64.powf(0.3), 7f64.rem_euclid(-3.0));
    println!("{} {} {}", 2.5f64.round(), (-2.5f64).floor(), 2.5f64.round_ties_even());
    println!("{:?} {:?} {}", f32::MIN_POSITIVE / 2.0, 1f64.to_bits(), 1.0f32.atan2(-1.0));
    println!("{:?} {} {}", (0.0f64 / 0.0).max(1.0), f64::EPSILON, (1u64 << 53) as f64 + 1.0);
    println!("{} {}", 16_777_217i32 as f32, u64::MAX as f32);
    println!("{:?}", [3.5, -1.0, f64::INFINITY, 2.0].iter().copied().fold(f64::NEG_INFINITY, f64::max));
    println!("{}", (0..1_000).map(|k| (if k % 2 == 0 { 4.0 } else { -4.0 }) / f64::from(2 * k + 1)).sum::<f64>());
}
