//! `string.h`: names compared with the numbers in them, `strverscmp`.
//!
//! The order of glibc's documentation: texts are compared byte by byte up to the first difference; if that lies
//! in or behind digits, the two runs of digits are compared as numbers, or as fractions where one of them
//! begins with a zero.

use super::{Shim, ShimContext, ShimResult, int, shim};

pub(super) const SHIMS: &[Shim] = &[shim("strverscmp", compare), shim("__strverscmp", compare)];

/// `int strverscmp(const char *a, const char *b)`
fn compare(context: &mut ShimContext<'_>) -> ShimResult {
    let (a, b) = (context.c_string(context.word(0))?, context.c_string(context.word(1))?);
    int(order(&a, &b))
}

fn order(a: &[u8], b: &[u8]) -> i32 {
    let at = |text: &[u8], index: usize| text.get(index).copied().unwrap_or(0);
    let mut same = 0;
    while same < a.len() && at(a, same) == at(b, same) {
        same += 1;
    }
    let difference = i32::from(at(a, same)) - i32::from(at(b, same));
    if difference == 0 {
        return 0;
    }
    // The digits before the difference.
    let start = a[..same].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |last| last + 1);
    let (x, y) = (at(a, same), at(b, same));
    let fraction = start < same && a[start] == b'0';
    if fraction {
        return fractions(&a[start..same], x, y, difference);
    }
    let in_number = start < same;
    match (x.is_ascii_digit(), y.is_ascii_digit()) {
        // Numbers that begin here: one with a zero at its start is a fraction, and smaller.
        (true, true) if !in_number && (x == b'0' || y == b'0') => difference,
        (true, true) => longer(&a[same..], &b[same..]).unwrap_or(difference),
        (true, false) if in_number => 1,
        (false, true) if in_number => -1,
        _ => difference,
    }
}

/// Behind zeros or a number that begins with one.
fn fractions(common: &[u8], x: u8, y: u8, difference: i32) -> i32 {
    let only_zeros = common.iter().all(|&byte| byte == b'0');
    match (only_zeros, x.is_ascii_digit(), y.is_ascii_digit()) {
        // More zeros are smaller than the end of the zeros.
        (true, true, false) => -1,
        (true, false, true) => 1,
        _ => difference,
    }
}

/// The one with more digits is larger.
fn longer(a: &[u8], b: &[u8]) -> Option<i32> {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match digits(a).cmp(&digits(b)) {
        std::cmp::Ordering::Less => Some(-1),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(1),
    }
}
