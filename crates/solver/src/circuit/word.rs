//! Integer operations on words: one literal per bit, the lowest first.
//!
//! Cost in gates for `n` bits: sums 2n, products n² (fewer with constants), shifts n log n, comparisons n.

use super::gates::Gates;
use crate::sat::Literal;

/// Bits, the lowest first.
pub type Word = Vec<Literal>;

impl Gates {
    /// A word of free inputs.
    pub fn inputs(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.input()).collect()
    }

    /// The word for the lowest `width` bits of `bits`.
    #[must_use]
    pub fn constant(bits: u128, width: usize) -> Word {
        (0..width).map(|at| Literal::constant(at < 128 && bits >> at & 1 == 1)).collect()
    }

    /// Every bit inverted.
    #[must_use]
    pub fn not_word(a: &[Literal]) -> Word {
        a.iter().map(|&bit| !bit).collect()
    }

    /// `gate` on each pair of bits.
    pub fn bitwise(
        &mut self,
        a: &[Literal],
        b: &[Literal],
        gate: impl Fn(&mut Self, Literal, Literal) -> Literal,
    ) -> Word {
        a.iter().zip(b).map(|(&x, &y)| gate(self, x, y)).collect()
    }

    /// `if condition then a else b`.
    pub fn choose_word(&mut self, condition: Literal, a: &[Literal], b: &[Literal]) -> Word {
        a.iter().zip(b).map(|(&x, &y)| self.choose(condition, x, y)).collect()
    }

    /// `a` where `condition` holds, else zero.
    pub fn and_all(&mut self, condition: Literal, a: &[Literal]) -> Word {
        a.iter().map(|&bit| self.and(condition, bit)).collect()
    }

    /// `a + b + carry`, and the carry out.
    pub fn add_with_carry(&mut self, a: &[Literal], b: &[Literal], carry: Literal) -> (Word, Literal) {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        (sum, carry)
    }

    /// `a + b`.
    pub fn add(&mut self, a: &[Literal], b: &[Literal]) -> Word {
        self.add_with_carry(a, b, Literal::FALSE).0
    }

    /// `a - b`, and whether `a >= b` without sign.
    pub fn subtract(&mut self, a: &[Literal], b: &[Literal]) -> (Word, Literal) {
        self.add_with_carry(a, &Self::not_word(b), Literal::TRUE)
    }

    /// `-a`.
    pub fn negate(&mut self, a: &[Literal]) -> Word {
        let zero = Self::constant(0, a.len());
        self.subtract(&zero, a).0
    }

    /// `a + 1` where `condition` holds, and the carry out.
    pub fn increment(&mut self, a: &[Literal], condition: Literal) -> (Word, Literal) {
        let mut carry = condition;
        let mut sum = Vec::with_capacity(a.len());
        for &bit in a {
            sum.push(self.xor(bit, carry));
            carry = self.and(bit, carry);
        }
        (sum, carry)
    }

    /// Whether `a < b` without sign.
    pub fn below(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        // The carry of a - b alone.
        let mut carry = Literal::TRUE;
        for (&x, &y) in a.iter().zip(b) {
            carry = self.majority(x, !y, carry);
        }
        !carry
    }

    /// Whether `a < b` as signed numbers.
    pub fn less(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let flipped = |word: &[Literal]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.below(&flipped(a), &flipped(b))
    }

    /// Whether both are the same.
    pub fn equal_words(&mut self, a: &[Literal], b: &[Literal]) -> Literal {
        let same: Word = a.iter().zip(b).map(|(&x, &y)| self.equal(x, y)).collect();
        self.all(&same)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&mut self, a: &[Literal]) -> Literal {
        !self.any(a)
    }

    /// `a * b`, as many bits as `a` has. Runs of ones in a constant factor cost one subtraction.
    pub fn multiply(&mut self, a: &[Literal], b: &[Literal]) -> Word {
        let width = a.len();
        let constants = |word: &[Literal]| word.iter().filter(|bit| bit.is_constant()).count();
        // The factor with more constant bits decides which rows there are.
        let (rows, row) = if constants(a) > constants(b) { (a, b) } else { (b, a) };
        if rows.iter().all(|bit| bit.is_constant()) {
            return self.multiply_by_constant(row, rows);
        }
        let mut product = Self::constant(0, width);
        for (shift, &bit) in rows.iter().enumerate() {
            if bit == Literal::FALSE {
                continue;
            }
            let partial = self.and_all(bit, &row[..width - shift]);
            let high = self.add(&product[shift..], &partial);
            product.splice(shift.., high);
        }
        product
    }

    /// Booth: a run of ones from bit i to bit j is `2^(j+1) - 2^i`.
    fn multiply_by_constant(&mut self, a: &[Literal], constant: &[Literal]) -> Word {
        let width = a.len();
        let mut product = Self::constant(0, width);
        let mut previous = Literal::FALSE;
        let ones = constant.iter().filter(|&&bit| bit == Literal::TRUE).count();
        let runs = constant.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if ones <= runs {
            for (shift, _) in constant.iter().enumerate().filter(|(_, bit)| **bit == Literal::TRUE) {
                let high = self.add(&product[shift..], &a[..width - shift]);
                product.splice(shift.., high);
            }
            return product;
        }
        for (shift, &bit) in constant.iter().enumerate() {
            if bit != previous {
                let part = &a[..width - shift];
                let high = if bit == Literal::TRUE {
                    self.subtract(&product[shift..], part).0
                } else {
                    self.add(&product[shift..], part)
                };
                product.splice(shift.., high);
            }
            previous = bit;
        }
        product
    }

    /// `a << amount`, filled with `FALSE`; all bits leave for amounts of the width and more.
    pub fn shift_left(&mut self, a: &[Literal], amount: &[Literal]) -> Word {
        let mut reversed: Word = a.iter().rev().copied().collect();
        reversed = self.shift_right(&reversed, amount, Literal::FALSE);
        reversed.reverse();
        reversed
    }

    /// `a >> amount`, filled with `fill`; all bits leave for amounts of the width and more.
    pub fn shift_right(&mut self, a: &[Literal], amount: &[Literal], fill: Literal) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        for (stage, &bit) in amount.iter().enumerate() {
            let distance = if stage < 32 { 1usize << stage } else { usize::MAX };
            let moved: Word = (0..width)
                .map(|at| at.checked_add(distance).and_then(|from| word.get(from)).copied().unwrap_or(fill))
                .collect();
            word = self.choose_word(bit, &moved, &word);
        }
        word
    }

    /// `a >> amount` with zeros above; the lowest bit of the result also tells whether a one was lost.
    pub fn shift_right_sticky(&mut self, a: &[Literal], amount: &[Literal]) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        for (stage, &bit) in amount.iter().enumerate() {
            let distance = if stage < 32 { (1usize << stage).min(width) } else { width };
            let lost = self.any(&word[..distance]);
            let mut moved: Word =
                (0..width).map(|at| word.get(at + distance).copied().unwrap_or(Literal::FALSE)).collect();
            moved[0] = self.or(moved[0], lost);
            word = self.choose_word(bit, &moved, &word);
        }
        word
    }

    /// `a` moved up until its highest bit is one, and by how much; zero stays zero, moved by the largest amount.
    pub fn normalize(&mut self, a: &[Literal]) -> (Word, Word) {
        let width = a.len();
        let stages = usize::BITS - (width - 1).leading_zeros();
        let mut word = a.to_vec();
        let mut amount = Self::constant(0, stages as usize);
        for stage in (0..stages as usize).rev() {
            let distance = 1usize << stage;
            if distance >= width {
                continue;
            }
            let empty = self.is_zero(&word[width - distance..]);
            let moved: Word = (0..width)
                .map(|at| if at < distance { Literal::FALSE } else { word[at - distance] })
                .collect();
            word = self.choose_word(empty, &moved, &word);
            amount[stage] = empty;
        }
        (word, amount)
    }

    /// The element at position `index`; the last one beyond the end. A tree of choices by the bits of the index.
    pub fn select(&mut self, index: &[Literal], elements: &[Word]) -> Word {
        let mut level = elements.to_vec();
        let last = elements[elements.len() - 1].clone();
        for &bit in index {
            if level.len() == 1 {
                // Higher bits lead beyond the end.
                let only = level[0].clone();
                level = vec![self.choose_word(bit, &last, &only)];
                continue;
            }
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                let odd = pair.get(1).unwrap_or(&last);
                next.push(self.choose_word(bit, odd, &pair[0]));
            }
            level = next;
        }
        level.swap_remove(0)
    }
}

/// `word` with zeros above, `width` bits in all.
pub(crate) fn zero_extended(word: &[Literal], width: usize) -> Word {
    let mut word = word.to_vec();
    word.resize(width, Literal::FALSE);
    word
}

/// `word` with copies of its highest bit above, `width` bits in all.
pub(crate) fn sign_extended(word: &[Literal], width: usize) -> Word {
    let sign = word[word.len() - 1];
    let mut word = word.to_vec();
    word.resize(width, sign);
    word
}
