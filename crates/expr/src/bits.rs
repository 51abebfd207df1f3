//! Bits of values: masks and signs.

/// The lowest `width` bits set; `width` is 1 to 128.
#[inline]
#[must_use]
pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// `bits` of `width` bits as a signed number.
#[inline]
#[must_use]
pub fn signed(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}
