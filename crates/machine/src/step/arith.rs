//! Integer arithmetic, once for 64-bit and once for 128-bit words from the same text.
//!
//! Operands are zero-extended from `width` bits and so is the result. `None` is a fault:
//! [`fault`] tells which. Overflow wraps. Shifts by the width or more are faults.

use crate::fault::FaultKind;
use trine_ir::BinaryOp;

macro_rules! arithmetic {
    ($module:ident, $word:ty, $signed:ty, $bits:literal) => {
        /// Arithmetic on words of this many bits.
        pub(crate) mod $module {
            use trine_ir::BinaryOp;

            /// `width` ones.
            #[inline(always)]
            pub fn mask(width: u32) -> $word {
                <$word>::MAX >> (($bits - width) & ($bits - 1))
            }

            /// `value` of `width` bits as a signed number.
            #[inline(always)]
            pub fn signed(value: $word, width: u32) -> $signed {
                let shift = ($bits - width) & ($bits - 1);
                (value << shift) as $signed >> shift
            }

            /// `op(a, b)` on `width` bits.
            #[inline(always)]
            pub fn binary(op: BinaryOp, width: u32, a: $word, b: $word) -> Option<$word> {
                let result = match op {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    // Of operands that are zero-extended these are, too.
                    BinaryOp::And => return Some(a & b),
                    BinaryOp::Or => return Some(a | b),
                    BinaryOp::Xor => return Some(a ^ b),
                    BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                        if b >= <$word>::from(width as u8) {
                            return None;
                        }
                        match op {
                            BinaryOp::Shl => a << b,
                            BinaryOp::LShr => return Some(a >> b),
                            _ => (signed(a, width) >> b) as $word,
                        }
                    }
                    BinaryOp::ShlMask | BinaryOp::LShrMask | BinaryOp::AShrMask => {
                        let b = b & <$word>::from(width as u8).wrapping_sub(1);
                        match op {
                            BinaryOp::ShlMask => a << b,
                            BinaryOp::LShrMask => a >> b,
                            _ => (signed(a, width) >> b) as $word,
                        }
                    }
                    BinaryOp::SDivWrap | BinaryOp::SRemWrap => {
                        let (x, y) = (signed(a, width), signed(b, width));
                        if y == 0 {
                            return None;
                        }
                        (if op == BinaryOp::SDivWrap { x.wrapping_div(y) } else { x.wrapping_rem(y) })
                            as $word
                    }
                    BinaryOp::UDiv => return a.checked_div(b),
                    BinaryOp::URem => return a.checked_rem(b),
                    BinaryOp::SDiv | BinaryOp::SRem => {
                        let (x, y) = (signed(a, width), signed(b, width));
                        if y == -1 && a == 1 << (width - 1) {
                            return None;
                        }
                        (if op == BinaryOp::SDiv { x.checked_div(y)? } else { x.checked_rem(y)? }) as $word
                    }
                    BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
                        return None;
                    }
                };
                Some(result & mask(width))
            }
        }
    };
}

arithmetic!(narrow, u64, i64, 64);
arithmetic!(wide, u128, i128, 128);

/// Why `op(a, b)` on `width` bits has no result.
#[cold]
#[inline(never)]
pub(crate) fn fault(op: BinaryOp, width: u32, b: u128) -> FaultKind {
    match op {
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            FaultKind::InvalidShift { amount: u64::try_from(b).unwrap_or(u64::MAX), width }
        }
        _ if b == 0 => FaultKind::DivisionByZero,
        _ => FaultKind::DivisionOverflow,
    }
}

/// Whether a signed operation leaves `width` bits.
pub(crate) fn overflows_signed(op: BinaryOp, width: u32, a: u128, b: u128) -> bool {
    let (x, y) = (wide::signed(a, width), wide::signed(b, width));
    let exact = match op {
        BinaryOp::Add => x.checked_add(y),
        BinaryOp::Sub => x.checked_sub(y),
        BinaryOp::Mul => x.checked_mul(y),
        BinaryOp::Shl => {
            let amount = u32::try_from(b).unwrap_or(u32::MAX);
            let back = wide::binary(BinaryOp::Shl, width, a, b).map(|r| wide::signed(r, width));
            return back.is_some_and(|result| result >> amount != x);
        }
        _ => return false,
    };
    exact.is_none_or(|exact| wide::signed(exact as u128 & wide::mask(width), width) != exact)
}
