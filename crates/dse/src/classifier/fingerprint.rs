//! Path conditions as sets of clauses in 64 x 16 bits, so that alike conditions have alike bits.
//!
//! ```text
//!          column 0 . . . . . . . . 63
//! row 0      abstract clauses:  a[.] > .      three hash functions, three columns
//! rows 1     concrete clauses:  a[0] > 6      in the columns of its abstract clause only
//! to 15
//! ```
//!
//! Source: Modonato (2020), section 4.2, "multidimensional Bloom filter": abstract clauses have no numbers and no indices; a concrete clause
//! sets bits below those of its abstract one, so clauses that differ in numbers only are near. In the text three functions map a
//! clause onto a row of bits; in each of the three columns we let the same number of functions choose the bits below.

/// Bits of a row.
pub const COLUMNS: u32 = 64;

/// Rows.
pub const ROWS: usize = 16;

/// Hash functions: k of the paper.
pub const HASHES: u64 = 3;

/// A set of clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    rows: [u64; ROWS],
}

impl Fingerprint {
    /// Adds a clause, by hashes of it without its numbers and as it is.
    pub fn insert(&mut self, abstract_clause: u64, concrete_clause: u64) {
        for function in 0..HASHES {
            let column = 1u64 << (mixed(abstract_clause, function) % u64::from(COLUMNS));
            self.rows[0] |= column;
            for below in 0..HASHES {
                let row = 1 + (mixed(concrete_clause, below) % (ROWS as u64 - 1)) as usize;
                self.rows[row] |= column;
            }
        }
    }

    /// Adds the clauses of `other`.
    pub fn unite(&mut self, other: &Self) {
        for (row, more) in self.rows.iter_mut().zip(other.rows) {
            *row |= more;
        }
    }

    /// Jaccard's index of the bits (section 4.3, formula 1): those set in both among those set in either; 0 where none is.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> f64 {
        let (mut both, mut either) = (0, 0);
        for (a, b) in self.rows.iter().zip(other.rows) {
            both += (a & b).count_ones();
            either += (a | b).count_ones();
        }
        if either == 0 { 0.0 } else { f64::from(both) / f64::from(either) }
    }
}

/// The hash of `value` by one of several functions (the finisher of splitmix64, Steele et al., 2014).
#[must_use]
pub fn mixed(value: u64, function: u64) -> u64 {
    let mut bits = value.wrapping_add((function + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(clauses: &[(u64, u64)]) -> Fingerprint {
        let mut all = Fingerprint::default();
        clauses.iter().for_each(|&(shape, clause)| all.insert(shape, clause));
        all
    }

    #[test]
    fn the_same_clauses_are_the_same_and_nothing_is_like_nothing() {
        let one = of(&[(1, 10), (2, 20)]);
        assert_eq!(one.similarity(&of(&[(2, 20), (1, 10)])), 1.0);
        assert_eq!(Fingerprint::default().similarity(&Fingerprint::default()), 0.0);
    }

    #[test]
    fn clauses_that_differ_in_numbers_only_are_nearer_than_others() {
        let asked = of(&[(1, 10)]);
        let (alike, other) = (of(&[(1, 11)]), of(&[(2, 20)]));
        assert!(asked.similarity(&alike) > asked.similarity(&other));
        assert!(asked.similarity(&alike) < 1.0);
    }

    #[test]
    fn concrete_clauses_stay_in_the_columns_of_their_abstract_one() {
        let all = of(&[(1, 10), (1, 11), (1, 12), (5, 99)]);
        assert!(all.rows[1..].iter().all(|row| row & !all.rows[0] == 0));
        assert!(all.rows[0].count_ones() <= 6);
    }
}
